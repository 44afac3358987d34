"""What judging a roll anew may mean for points that were paid and damage that was dealt; nothing moves by itself."""

from msgspec import Struct

from gm_desk.core.draft import Draft
from gm_desk.core.harm import counted_changes
from gm_desk.core.paying import purses
from gm_desk.core.roster import Roster
from gm_desk.core.rules.outcomes import Hand
from gm_desk.core.rules.requests import Summed
from gm_desk.core.systems.system import System
from gm_desk.model.afterwards import Choice
from gm_desk.model.record import Record
from gm_desk.model.roll_log import RollLog
from gm_desk.store.entries import Entry, Harmed, Search

LOOKED_THROUGH = 50
"""How many rolls are read at a time in search of the damage of an attack."""


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
    """Say which damage of a roll only the GM can take back: logs of earlier versions do not say whom it hurt."""
    return [
        f"Damage was dealt for the old verdict ({one.note or 'in the log'}): take it back by hand if you like."
        for one in damage_of(entry, log)
        if one.harmed is None and not one.struck
    ]


def undoings(entry: Entry, log: RollLog, roster: Roster) -> list[Choice]:
    """Offer to undo the damage that was dealt for a roll, wherever that stands."""
    if not entry.draft.attack:
        return []
    dealt = [one for one in damage_of(entry, log) if one.event is None and not one.struck]
    return [_undoing(one, one.harmed, roster) for one in dealt if one.harmed is not None and one.harmed.changes]


def damage_of(entry: Entry, log: RollLog) -> list[Entry]:
    """List the damage that was dealt for a roll, and what undid it, whether it still counts or not."""
    return [one for one in _batch(entry, log) if _is_damage_of(entry, one)]


def _is_damage_of(entry: Entry, other: Entry) -> bool:
    """Return whether an entry is damage of a roll; earlier versions noted no more than that both were one batch."""
    if other.harmed is not None:
        return other.harmed.roll == entry.id
    return isinstance(other.request, Summed) and other.draft.character == entry.draft.character


def make(choice: Choice, record: Record) -> None:
    """Do what the GM has chosen about a roll."""
    if choice.undoes:
        record.undo_damage(choice.entry)
    else:
        record.revise(choice.entry, choice.step, pays=choice.pays, payer=choice.payer)


def _undoing(dealt: Entry, harmed: Harmed, roster: Roster) -> Choice:
    """Make the button that undoes damage; one whose target is gone can only be struck by hand."""
    character = roster.character(harmed.character)
    name = character.name if character else "somebody who is gone"
    words = ", ".join(counted_changes(harmed.changes))
    tip = f"Take {words} back from {name}, and strike the damage in the log"
    return Choice(f"Undo damage: {name}", dealt, f"undo damage of {name}", tip, undoes=character is not None)


def _batch(entry: Entry, log: RollLog) -> list[Entry]:
    """List what was logged with a roll, after it."""
    search = Search(session=entry.session)
    found: list[Entry] = []
    while page := log.page(LOOKED_THROUGH, found[-1].id if found else "", search):
        found += [logged.entry for logged in page]
        if len(page) < LOOKED_THROUGH or any(one.id == entry.id for one in found):
            break
    return [one for one in found if one.batch == entry.batch and one.id != entry.id]


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
