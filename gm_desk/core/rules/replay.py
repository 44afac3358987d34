"""Dice laid out one by one, as a request asks for them: thrown, or taken from dice that have fallen."""

from collections.abc import Callable
from typing import TypeVar

from gm_desk.core.errors import BadDiceError
from gm_desk.core.rules.dice import Dice, Needs, Reading, Thrown, with_dice

Found = TypeVar("Found")
Resolve = Callable[[Thrown], Found | Needs]


def rolled(resolve: Resolve[Found], dice: Dice, thrown: Thrown) -> tuple[Found, Thrown]:
    """Throw what is still needed until there is an outcome; give it with all dice that lie on the table."""
    while isinstance(found := resolve(thrown), Needs):
        thrown = with_dice(thrown, found, found.throw(dice))
    return found, thrown


def replayed(resolve: Resolve[Found], given: Thrown) -> Found:
    """Give the outcome of dice that have fallen.

    Raises BadDiceError that names dice which are missing, left over or impossible ("a.dice[2]").
    """
    lying: Thrown = {}
    while isinstance(found := resolve(lying), Needs):
        lying = with_dice(lying, found, _next_of(given, lying, found))
    for name, faces in given.items():
        surplus = len(faces) - len(lying.get(name, ()))
        if surplus:
            raise BadDiceError(name, f"{surplus} more than are rolled")
    return found


def _next_of(given: Thrown, lying: Thrown, needs: Needs) -> tuple[int, ...]:
    """Take the dice that are needed next from those given."""
    start = len(lying.get(needs.name, ()))
    faces = given.get(needs.name, ())[start : start + needs.count]
    if len(faces) < needs.count:
        raise BadDiceError(needs.name, f"{needs.count - len(faces)} with {needs.sides} sides missing")
    for place, face in enumerate(faces, start):
        if not needs.allows(face):
            key = needs.name if needs.reading is Reading.TEST else f"{needs.name}[{place}]"
            raise BadDiceError(key, f"a die with {needs.sides} sides does not show that")
    return faces
