"""What superior results and criticals leave behind for later tests, as chips that the tests they concern suggest."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from gm_desk.core.drafts.choices_after_roll import criticals, own_verdict, superior_results
from gm_desk.core.drafts.draft import Chip, Origin, Side
from gm_desk.core.rules.requests import Summed
from gm_desk.core.systems.definition import System
from gm_desk.store.journal.entries import Entry, Event

CRITICAL = "critical"


class LeftBehind(Struct, frozen=True):
    """A chip for the next test of whom it concerns.

    That is the next one of `character` or, where there are `skills`, the next of anybody else who rolls one of them.
    """

    chip: Chip
    character: str
    skills: tuple[str, ...] = ()

    def concerns(self, side: Side) -> bool:
        """Return whether the test of a side is one that it is for."""
        if not self.skills:
            return bool(side.character) and side.character == self.character
        return side.character != self.character and side.ability is not None and side.ability.label in self.skills


def left_behind(entries: Iterable[Entry], side: Side, system: System) -> list[Chip]:
    """Return the chips that rolls, the oldest first, have left for the test of a side."""
    standing: list[LeftBehind] = []
    for entry in entries:
        if entry.struck or isinstance(entry.request, Summed | Event):
            continue
        sides = [entry.draft, *([entry.draft.opponent] if entry.draft.opponent and entry.draft.opposed else [])]
        standing = [one for one in standing if not any(map(one.concerns, sides))]
        standing += _of_entry(entry, system)
    return [one.chip for one in standing if one.concerns(side)]


def _of_entry(entry: Entry, system: System) -> Iterator[LeftBehind]:
    """Yield what one roll leaves behind."""
    result = entry.result
    if result is None:
        return
    hand, superior = superior_results(result, entry.override)
    roller, own = entry.draft.side(hand), own_verdict(result, hand)
    for use in system.superior_uses:
        count = entry.picks.count(use.id)
        if superior and own is not None and count and use.next_value and roller.character:
            value = count * use.next_value * (1 if own.success else -1)
            yield LeftBehind(
                _chip(entry, use.id, value, f"{use.name}: {roller.what}"), roller.character, use.noticed_by
            )
    for critical_hand, success in criticals(result, entry.override) if system.criticals.next_value else ():
        side = entry.draft.side(critical_hand)
        value = system.criticals.next_value * (1 if success else -1)
        if side.character:
            yield LeftBehind(
                _chip(entry, f"{CRITICAL} {critical_hand}", value, f"Critical: {side.what}"), side.character
            )


def _chip(entry: Entry, what: str, value: int, label: str) -> Chip:
    return Chip(f"left {entry.id} {what}", value, label, Origin.LEFT)
