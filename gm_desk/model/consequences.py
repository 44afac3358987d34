"""What judging a roll anew may mean for points that were paid and damage that was dealt; nothing moves by itself."""

from msgspec import Struct

from gm_desk.core.draft import Draft
from gm_desk.core.paying import purses
from gm_desk.core.roster import Roster
from gm_desk.core.rules.outcomes import Hand
from gm_desk.core.rules.requests import Summed
from gm_desk.core.systems.system import System
from gm_desk.model.roll_log import RollLog
from gm_desk.store.entries import Entry, Search

LOOKED_THROUGH = 50
"""How many rolls are looked through for the damage of an attack."""


class Payment(Struct, frozen=True):
    """Offer to move a point after a roll was judged anew: a negative amount gives it back."""

    text: str
    points: str
    payer: str
    amount: int


def payments(before: Draft, after: Draft, roster: Roster, system: System) -> list[Payment]:
    """Offer to move the points that either side now spends, or spends no longer."""
    hands: tuple[Hand, ...] = ("a", "b") if after.opposed else ("a",)
    return [one for hand in hands for one in _of_side(before, after, hand, roster, system)]


def damage_dealt(entry: Entry, log: RollLog) -> list[str]:
    """Say which damage of a roll was dealt, as far as the log knows."""
    search = Search(session=entry.session, character=entry.draft.character)
    rolls = (logged.entry for logged in log.page(LOOKED_THROUGH, search=search))
    dealt = [one for one in rolls if one.batch == entry.batch and one.id != entry.id and not one.struck]
    return [
        f"Damage was dealt for the old verdict ({one.note or 'in the log'}): take it back by hand if you like."
        for one in dealt
        if isinstance(one.request, Summed)
    ]


def _of_side(before: Draft, after: Draft, hand: Hand, roster: Roster, system: System) -> list[Payment]:
    """Offer to take the point of a side that is now spent, and to give back one that no longer is."""
    old, new = before.side(hand).point, after.side(hand).point
    payer, name = after.side(hand).character, after.side(hand).name
    if (old and old.points) == (new and new.points) or roster.character(payer) is None:
        return []
    names = {kind.id: kind.name for kind in system.points}
    made = []
    if old is not None:
        made.append(Payment(f"Give {name} back a point of {names.get(old.points)}", old.points, payer, -1))
    held = {purse.points for purse in purses(roster, after.side(hand), system)}
    if new is not None and new.points in held:
        made.append(Payment(f"Take a point of {names.get(new.points)} from {name}", new.points, payer, 1))
    return made
