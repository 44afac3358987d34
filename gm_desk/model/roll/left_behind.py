"""What superior results and criticals leave for later tests."""

from collections.abc import Iterable, Iterator, Sequence
from operator import is_

from msgspec import Struct

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.combat.attack_choices import targets_of
from gm_desk.core.combat.modifiers import modifier_chip, modifiers_for
from gm_desk.core.drafts.abilities import attack_of
from gm_desk.core.drafts.choices_after_roll import criticals, own_verdict, superior_results
from gm_desk.core.drafts.draft import Chip, Draft, Origin, Side
from gm_desk.core.rules.requests import Summed
from gm_desk.core.systems.definition import System
from gm_desk.store.journal.entries import Entry, Event
from gm_desk.store.shipped import load_system

CRITICAL = "critical"


class LeftBehind(Struct, frozen=True):
    """A chip for a later test.

    That is the next test of `character` or, with `skills`, the next test with one of them by anybody else.
    """

    chip: Chip
    character: str
    skills: tuple[str, ...] = ()

    def concerns(self, side: Side) -> bool:
        """Return whether it is for the test of a side."""
        if not self.skills:
            return bool(side.character) and side.character == self.character
        return side.character != self.character and side.ability is not None and side.ability.label in self.skills


class LeftBehindChips:
    """The chips that rolls have left for later tests.

    Each roll is judged once: a revision replaces its entry by another one, and what an entry says never changes.
    """

    def __init__(self) -> None:
        """Begin without rolls."""
        self._judged: dict[str, tuple[Entry, tuple[LeftBehind, ...]]] = {}
        self._system: System | None = None
        self._entries: tuple[Entry, ...] = ()
        self._standing: list[LeftBehind] = []

    def for_side(self, entries: Sequence[Entry], side: Side, system: System) -> list[Chip]:
        """Return the chips for the test of a side that were left by earlier rolls, which are given oldest first."""
        if system is not self._system:
            self._system, self._entries, self._standing = system, (), []
            self._judged.clear()
        if len(entries) != len(self._entries) or not all(map(is_, entries, self._entries)):
            self._entries = tuple(entries)
            self._standing = self._count(entries, system)
        return [one.chip for one in self._standing if one.concerns(side)]

    def _count(self, entries: Sequence[Entry], system: System) -> list[LeftBehind]:
        """Return what still stands after rolls; other entries are dropped."""
        standing: list[LeftBehind] = []
        judged, self._judged = self._judged, {}
        for entry in entries:
            known = judged.get(entry.id)
            if known is None or known[0] is not entry:
                known = entry, tuple(left_by(entry, system))
            self._judged[entry.id] = known
            if standing and not _is_no_test(entry):
                standing = _not_met(standing, entry)
            standing += known[1]
        return standing


def left_by(entry: Entry, system: System) -> Iterator[LeftBehind]:
    """Yield the chips that one roll leaves behind."""
    result = None if _is_no_test(entry) else entry.result
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


def for_another_target(draft: Draft, shots: Sequence[Draft], attacker: Character | None, roster: Roster) -> list[Chip]:
    """Return the chips for a shot at another target than the first one in the same action; `shots` are those before.

    Only shots at one target each count (EP1, "Mode, range, cover, aim and ammunition").
    """
    system, first = load_system(roster.system), shots[0].side("b").character if shots else ""
    attack, target = attack_of(draft, attacker), draft.side("b").character
    if attack is None or not first or target in {"", first} or targets_of(attack, draft.setup, system) > 1:
        return []
    fitting = modifiers_for(draft, "a", attacker, system, roster.modifiers)
    return [modifier_chip(one) for one in fitting if one.id in system.combat.another_target]


def _is_no_test(entry: Entry) -> bool:
    """Return whether an entry is struck out, or no test that leaves anything or that anything is left for."""
    return entry.struck or isinstance(entry.request, Summed | Event)


def _not_met(standing: Iterable[LeftBehind], entry: Entry) -> list[LeftBehind]:
    """Return what a roll leaves standing: that which concerns neither of its sides."""
    other = entry.draft.opponent if entry.draft.opposed else None
    sides = [entry.draft] if other is None else [entry.draft, other]
    return [one for one in standing if not any(map(one.concerns, sides))]


def _chip(entry: Entry, what: str, value: int, label: str) -> Chip:
    return Chip(f"left {entry.id} {what}", value, label, Origin.LEFT)
