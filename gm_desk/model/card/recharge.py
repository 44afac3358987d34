"""Recharging: characters rest and regain points."""

from collections.abc import Sequence

from msgspec import Struct

from gm_desk.core.drafts import spending
from gm_desk.core.drafts.rejudging import rolled
from gm_desk.core.rules.dice import Dice
from gm_desk.core.rules.outcomes import DiceTotal
from gm_desk.core.rules.requests import DiceSum
from gm_desk.core.systems.definition import Recharge
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import plural
from gm_desk.model.roster.document import RosterDocument


class Rested(Struct, frozen=True):
    """The result of a rest: the dice rolled for it, and a sentence with the number of points regained."""

    faces: tuple[str, ...]
    says: str


def recharge(document: RosterDocument, dice: Dice, characters: Sequence[str], rest: Recharge) -> Rested | None:
    """Restore points of characters: the total of the rest's dice for each of them, or all.

    Return None, without rolling, if the roster cannot be changed.
    """
    before = after = document.roster
    if not document.may_change():
        return None
    faces: tuple[int, ...] = ()
    for character_id in characters:
        back = None
        if rest.dice:
            back, thrown = _roll(document, dice, rest.dice)
            faces += thrown
        after = spending.rested(after, character_id, back)
    count = spending.points_in(after) - spending.points_in(before)
    who = _names(document, characters)
    document.change(after, f"{rest.name.lower()} of {who} ({count})", characters[0] if len(characters) == 1 else "")
    return Rested(tuple(map(str, faces)), f"{rest.name} of {who}: {_regained(count)}")


def _roll(document: RosterDocument, dice: Dice, expression: str) -> tuple[int, tuple[int, ...]]:
    """Roll the dice of a rest; return their total and faces."""
    rules = RULES[document.system.id]
    result, thrown = rolled(rules, DiceSum(expression), {}, document.house, dice)
    total = result.total if isinstance(result, DiceTotal) else 0
    return total, thrown.get("rolls", ())


def _names(document: RosterDocument, characters: Sequence[str]) -> str:
    """Return the name of the only character, or the number of characters."""
    only = document.character(characters[0]) if len(characters) == 1 else None
    return only.name if only else f"{len(characters)} characters"


def _regained(count: int) -> str:
    """Return the number of points regained as text."""
    return f"{plural(count, 'point', 'no')} regained"
