"""The last attacks in the log, their damage, and the checks after it, with which to go on after a restart."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import dropwhile

from gm_desk.core.characters.harm import without_changes
from gm_desk.core.characters.roster import Character
from gm_desk.core.drafts.draft import AbilityKind, Draft
from gm_desk.model.log.roll_log import RollLog
from gm_desk.store.journal.entries import Entry

LOOKED_BACK = 60
"""The number of entries searched for the last attacks."""


def attacks_without_damage(log: RollLog) -> tuple[str, ...]:
    """Return the ids of the last attacks of a log that hit, one or those of a group, and have not done damage yet."""
    entries = list(_counting(log))
    done = {entry.harmed.roll for entry in entries if entry.harmed is not None}
    last = next((entry for entry in entries if entry.draft.attack), None)
    if last is None or last.draft.against:
        return ()
    alike = (entry for entry in entries if entry.batch == last.batch and entry.draft.attack)
    return tuple(entry.id for entry in alike if entry.id not in done and entry.verdict.success)


def last_damage(log: RollLog) -> Entry | None:
    """Return the newest entry of a log that counts, if it is the damage of a roll, apart from checks after it."""
    newest = next((entry for entry in _counting(log) if not _is_check(entry)), None)
    return newest if newest is not None and is_damage(newest) else None


def checks_since(dealt: Entry, log: RollLog) -> list[Entry]:
    """Return the checks rolled after damage was dealt, the first one first."""
    found = list[Entry]()
    for entry in _counting(log):
        if entry.id == dealt.id:
            return found[::-1]
        found.append(entry)
    return []


def is_damage(entry: Entry) -> bool:
    """Return whether an entry is damage of a roll, and not its reversal."""
    return is_harm(entry) and entry.harmed is not None and bool(entry.harmed.roll)


def is_harm(entry: Entry) -> bool:
    """Return whether an entry is damage or stress, of a roll or typed, and not its reversal."""
    harmed = entry.harmed
    return harmed is not None and any(change > 0 for one in harmed.everybody for change in one.changes.values())


def cause_of(entry: Entry) -> str:
    """Return the id of the roll that did the damage of an entry; what was typed is its own cause."""
    return (entry.harmed.roll if entry.harmed is not None else "") or entry.id


def identity_of(draft: Draft) -> object:
    """Return a key that identifies a test: who rolls what, and against whom."""
    ability, other = draft.ability and draft.ability.identity, draft.side("b")
    return draft.character, ability, draft.attack, other.character, other.name


def before_later(victim: Character, dealt: Entry, blows: Iterable[Entry]) -> Character:
    """Return a victim as damage has left it, without what the blows after it have done."""
    later = [*dropwhile(lambda blow: blow.id != dealt.id, blows)][1:]
    changes = Counter[str]()
    for one in (harmed for blow in later if blow.harmed is not None for harmed in blow.harmed.everybody):
        if one.character == victim.id:
            changes.update(one.changes)
    return without_changes(victim, changes)


def _counting(log: RollLog) -> Iterator[Entry]:
    """Yield the newest entries that are not struck out, the newest first."""
    return (one.entry for one in log.page(LOOKED_BACK) if not one.entry.struck)


def _is_check(entry: Entry) -> bool:
    """Return whether an entry is a check, such as wounds require."""
    ability = entry.draft.ability
    return ability is not None and ability.kind in {AbilityKind.CHECK, AbilityKind.RESISTANCE}
