"""Dice laid out one by one, as a request asks for them: thrown, or taken from dice that have fallen."""

from gm_desk.core.errors import BadDiceError
from gm_desk.core.rules.dice import Dice, Needs, Reading, Thrown, with_dice
from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import Request
from gm_desk.core.systems.face import Result, Rules


def rolled(rules: Rules, request: Request, thrown: Thrown, house: House, dice: Dice) -> tuple[Result, Thrown]:
    """Throw what is still needed until there is an outcome; give it with all dice that lie on the table."""
    while isinstance(found := rules.resolve(request, thrown, house), Needs):
        thrown = with_dice(thrown, found, found.throw(dice))
    return found, thrown


def replayed(rules: Rules, request: Request, given: Thrown, house: House) -> Result:
    """Give the outcome of dice that have fallen.

    Raises BadDiceError that names dice which are missing, left over or impossible ("a.dice[2]").
    """
    lying: Thrown = {}
    while isinstance(found := rules.resolve(request, lying, house), Needs):
        lying = with_dice(lying, found, _next_of(given, lying, found))
    for name, faces in given.items():
        surplus = len(faces) - len(lying.get(name, ()))
        if surplus:
            raise BadDiceError(name, f"there are more than are rolled, {surplus} too many")
    return found


def used(rules: Rules, request: Request, given: Thrown, house: House) -> Thrown:
    """Give those of the dice that have fallen which a request uses: they may have fallen for another one.

    Where they are too few, they are given as far as they go.
    """
    lying: Thrown = {}
    while isinstance(found := rules.resolve(request, lying, house), Needs):
        start = len(lying.get(found.name, ()))
        faces = given.get(found.name, ())[start : start + found.count]
        if len(faces) < found.count:
            break
        lying = with_dice(lying, found, tuple(map(found.shown, faces)))
    return lying


def _next_of(given: Thrown, lying: Thrown, needs: Needs) -> tuple[int, ...]:
    """Take the dice that are needed next from those given."""
    start = len(lying.get(needs.name, ()))
    faces = given.get(needs.name, ())[start : start + needs.count]
    if len(faces) < needs.count:
        raise BadDiceError(needs.name, f"of the dice with {needs.sides} sides {needs.count - len(faces)} are missing")
    for place, face in enumerate(faces, start):
        if not needs.allows(face):
            key = needs.name if needs.reading is Reading.TEST else f"{needs.name}[{place}]"
            raise BadDiceError(key, f"a die with {needs.sides} sides does not show that")
    return faces
