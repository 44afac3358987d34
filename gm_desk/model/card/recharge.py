"""Recharging: characters rest, and points come back."""

from collections.abc import Sequence

from msgspec import Struct

from gm_desk.core.drafts import spending
from gm_desk.core.drafts.rejudging import rolled
from gm_desk.core.rules.dice import Dice
from gm_desk.core.rules.outcomes import DiceTotal
from gm_desk.core.rules.requests import DiceSum
from gm_desk.core.systems.definition import Recharge
from gm_desk.core.systems.registry import RULES
from gm_desk.model.roster.document import RosterDocument


class Rested(Struct, frozen=True):
    """Hold what a rest came to: the dice thrown for it, and in words how many points came back."""

    faces: tuple[str, ...]
    says: str


def recharge(document: RosterDocument, dice: Dice, characters: Sequence[str], rest: Recharge) -> Rested | None:
    """Bring points back to characters, as many as the dice of the rest say for each of them, or all.

    Where nothing may change, nothing is thrown.
    """
    before = after = document.roster
    if not document.may_change():
        return None
    faces: tuple[int, ...] = ()
    for character_id in characters:
        back = None
        if rest.dice:
            back, thrown = _throw(document, dice, rest.dice)
            faces += thrown
        after = spending.rested(after, character_id, back)
    count = spending.points_in(after) - spending.points_in(before)
    who = _names(document, characters)
    document.change(after, f"{rest.name.lower()} of {who} ({count})", characters[0] if len(characters) == 1 else "")
    return Rested(tuple(map(str, faces)), f"{rest.name} of {who}: {_came_back(count)}")


def _throw(document: RosterDocument, dice: Dice, expression: str) -> tuple[int, tuple[int, ...]]:
    """Throw the dice of a rest; gives their total and faces."""
    rules = RULES[document.system.id]
    result, thrown = rolled(rules, DiceSum(expression), {}, document.house, dice)
    total = result.total if isinstance(result, DiceTotal) else 0
    return total, thrown.get("rolls", ())


def _names(document: RosterDocument, characters: Sequence[str]) -> str:
    """Name one character, or count several."""
    only = document.character(characters[0]) if len(characters) == 1 else None
    return only.name if only else f"{len(characters)} characters"


def _came_back(count: int) -> str:
    """Count the points that came back."""
    return f"{count or 'no'} {'point' if count == 1 else 'points'} back"
