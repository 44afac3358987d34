"""The last attacks in the log, their damage, and the checks after it, with which to go on after a restart."""

import contextlib
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import dropwhile, groupby, islice

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters.harm import without_changes
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.several import from_record
from gm_desk.core.combat.several_damage import TargetRow, rows_of
from gm_desk.core.drafts.abilities import attack_of
from gm_desk.core.drafts.attack_damage import AttackContext
from gm_desk.core.drafts.choices_after_roll import criticals
from gm_desk.core.drafts.draft import AbilityKind, Draft
from gm_desk.core.errors import RulesError
from gm_desk.core.systems.registry import RULES
from gm_desk.model.combat.several_text import judged_in_words, wins_in_words
from gm_desk.model.log.entries import LogEntry
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import FIGHT_IS_OVER, FIRST_TURNS, TURN, Entry, Override

LOOKED_BACK = 120
"""The number of entries searched for the last damage and the checks after it."""
ATTACKS_BACK = 120
"""The number of entries searched for the last attacks: a roll of fifty and the damage of each."""
MOST_KEPT = 500
"""The most entries kept in memory."""


class RecentAttacks(QObject):
    """The newest entries of a log, kept up to date, with the attacks whose damage may still be waiting.

    `changed` is emitted when there is a new entry, or a known one is revised.
    """

    changed = Signal()

    def __init__(
        self, document: RosterDocument, log: RollLog, rolls: Iterable[Entry] = (), parent: QObject | None = None
    ) -> None:
        """Follow a log, and the current scene of a document; `rolls` are its newest entries, the oldest first."""
        super().__init__(parent)
        self._document, self._log = document, log
        self._entries = {entry.id: entry for entry in rolls}
        self._waiting: tuple[Entry, ...] | None = None
        self._dealt: dict[str, Entry] | None = None
        self._of_fight: tuple[tuple[Entry, ...], tuple[Entry, ...]] | None = None
        self._looked_in = ""
        log.added.connect(self._add)
        log.all_added.connect(self.changed)
        log.revised.connect(self._revise)
        log.opened.connect(self._forget)

    @property
    def waiting(self) -> tuple[Entry, ...]:
        """The attacks that are waiting for damage as far as it is known, newest first, without those that have done it.

        These are the last attack, or else the last rolls of groups or against several in this turn of the fight.
        """
        self._follow_stage()
        if self._waiting is None:
            attacks = _last_attacks(self._newest())
            self._waiting = tuple(one for one in attacks if self.damage_of(one.id) is None)
        return self._waiting

    def damage_of(self, roll: str) -> Entry | None:
        """Return the damage that a roll has done, unless that is undone."""
        if self._dealt is None:
            counting = (entry for entry in self._entries.values() if not entry.struck)
            self._dealt = {one.harmed.roll: one for one in counting if one.harmed is not None and _deals(one)}
        return self._dealt.get(roll)

    def is_of_scene(self, entry: Entry) -> bool:
        """Return whether an entry was made in the current scene, or without one."""
        return self._document.roster.stage in {"", entry.scene} or not entry.scene

    def is_of_this_fight(self, entry: Entry) -> bool:
        """Return whether an entry was made since the last fight began or ended, as far as that is known."""
        for one in self._newest():
            if one.id == entry.id:
                return True
            if _begins_fight(one) or _turn_of(one) == FIGHT_IS_OVER:
                return False
        return self.is_of_scene(entry)

    def is_of_another_fight(self, entry: Entry) -> bool:
        """Return whether an entry was made in another scene, or in or before an earlier fight of this one.

        One that was made just before the first fight, as in an ambush, belongs to that.
        """
        begun = found = False
        for one in self._newest():
            turn = _turn_of(one)
            if found and turn:
                return turn != FIGHT_IS_OVER
            if begun and turn:
                return True
            found |= one.id == entry.id
            begun |= turn in FIRST_TURNS
            if found and not begun:
                return False
        return not self.is_of_scene(entry)

    @property
    def of_last_turns(self) -> tuple[Entry, ...]:
        """What still has consequences from this turn of the fight and the one before, as far as known, newest first."""
        return self._leading_on[0]

    @property
    def of_earlier_turns(self) -> tuple[Entry, ...]:
        """What still has consequences from the turns of the fight before those, as far as known, newest first."""
        return self._leading_on[1]

    @property
    def _leading_on(self) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
        self._follow_stage()
        if self._of_fight is None:
            self._of_fight = _of_fight(self._newest())
        return self._of_fight

    def look_back(self) -> None:
        """Read the newest entries of the log."""
        newest = {logged.entry.id: logged.entry for logged in reversed(self._log.page(ATTACKS_BACK))}
        self._set(newest | self._entries)
        self.changed.emit()

    def _add(self, logged: LogEntry) -> None:
        self._set({**self._entries, logged.entry.id: logged.entry})

    def _revise(self, logged: LogEntry) -> None:
        entry = logged.entry
        if entry.id in self._entries:
            self._set({**self._entries, entry.id: entry})
            is_turn = entry.event is not None and entry.event.kind == TURN
            if entry.draft.attack or entry.harmed is not None or is_turn:
                self.changed.emit()

    def _set(self, entries: dict[str, Entry]) -> None:
        self._entries = dict(islice(entries.items(), max(0, len(entries) - MOST_KEPT), None))
        self._waiting = self._dealt = self._of_fight = None

    def _follow_stage(self) -> None:
        """Look through the entries again if another scene is the current one; a step of its fight alters nothing."""
        if self._looked_in != self._document.roster.stage:
            self._looked_in = self._document.roster.stage
            self._waiting = self._of_fight = None

    def _forget(self) -> None:
        self._set({})
        self.changed.emit()

    def _newest(self) -> Iterator[Entry]:
        """Yield the known entries of the current scene, or without one, newest first."""
        return filter(self.is_of_scene, reversed(self._entries.values()))


class WaitingTargets:
    """The last roll against several that hit somebody and whose damage has not been dealt."""

    def __init__(self, document: RosterDocument, attacks: RecentAttacks) -> None:
        """Look among the attacks that are waiting for damage."""
        self._document = document
        self._attacks = attacks
        self._judged: tuple[Entry, Attack, bool] | None = None

    @property
    def entry(self) -> Entry | None:
        """The roll, or None."""
        return next((entry for entry in self._attacks.waiting if entry.draft.against and self._hurts(entry)), None)

    def _hurts(self, entry: Entry) -> bool:
        """Return whether a roll does damage to somebody; the last answer is kept."""
        attacker = self._document.character(entry.draft.character)
        attack = attack_of(entry.draft, attacker)
        if attack is None or entry.targets is None:
            return False
        known = self._judged
        if known is None or known[0] is not entry or known[1] is not attack:
            rows = logged_rows(entry, self._document, attack)
            self._judged = known = entry, attack, any(row.request is not None for row in rows)
        return known[2]


def logged_rows(entry: Entry, document: RosterDocument, attack: Attack | None) -> list[TargetRow]:
    """Return the results of a roll against several in the log, for each target; none if they are not understood."""
    attacker, record = document.character(entry.draft.character), entry.targets
    context = AttackContext(attacker, None, document.system, RULES[document.system.id], document.house)
    with contextlib.suppress(RulesError):
        several = None if record is None else from_record(entry.draft, entry.request, entry.dice, record, entry.picks)
        return [] if several is None else rows_of(several, context, document.character, attack)
    return []


def with_results(before: Entry, after: Entry, document: RosterDocument) -> Entry:
    """Return a revised roll against several with the results that its dice have now, where it had those from before."""
    attack = attack_of(after.draft, document.character(after.draft.character))
    old, new = (logged_rows(one, document, attack) for one in (before, after))
    if not old or not new:
        return after
    note = after.note.replace(judged_in_words(old), judged_in_words(new), 1)
    follows = after.override == Override(wins_in_words(old))
    return structs.replace(after, note=note, override=Override(wins_in_words(new)) if follows else after.override)


def _last_attacks(newest: Iterable[Entry]) -> list[Entry]:
    """Return the last attack or, if that is one of a group or against several, all such ones since somebody else's.

    Those before the turn of the last one, or before the fight, do not count.
    """
    found: list[Entry] = []
    for _, made_at_once in groupby(newest, key=lambda entry: entry.batch):
        entries = list(made_at_once)
        attacks = [entry for entry in entries if entry.draft.attack]
        counting = [entry for entry in attacks if not entry.struck]
        alone = bool(counting) and len(attacks) == 1 and not attacks[0].draft.against
        turns = [turn for entry in entries if entry.event is not None and (turn := _turn_of(entry))]
        if (turns and not FIRST_TURNS.isdisjoint(turns)) or (found and (alone or turns)):
            break
        found += counting
        if alone:
            break
    return found


def _of_fight(newest: Iterable[Entry]) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Return what still has consequences from this turn of the fight and the one before, and from its earlier turns.

    What was rolled just before the fight belongs to its first turn.
    """
    found, older, before, turns, begun = list[Entry](), list[Entry](), list[Entry](), set[str](), False
    for entry in newest:
        turn = _turn_of(entry)
        turns |= {turn} - {""} if "," not in turn else set()  # "turn 2, phase 3" begins no turn
        if turn == FIGHT_IS_OVER:
            break
        if begun and turn:
            before.clear()
            break
        if _may_lead_on(entry):
            (before if begun else older if len(turns) > 1 else found).append(entry)
        begun |= turn in FIRST_TURNS
    (older if len(turns) > 1 else found).extend(before)
    return tuple(found), tuple(older)


def _may_lead_on(entry: Entry) -> bool:
    """Return whether something may follow from an entry: from damage, attacks, checks, criticals and what was noted."""
    if entry.harmed is not None or entry.event is not None:
        return entry.harmed is not None
    leads = entry.draft.attack or entry.note or _is_check(entry)
    return bool(leads or (entry.result is not None and criticals(entry.result, entry.override)))


def _begins_fight(entry: Entry) -> bool:
    return _turn_of(entry) in FIRST_TURNS


def _turn_of(entry: Entry) -> str:
    """Return the turn that an entry begins, or that the fight is over; "" for another entry or a struck one."""
    event = entry.event
    return event.words[0] if event is not None and event.kind == TURN and event.words and not entry.struck else ""


def _deals(entry: Entry) -> bool:
    """Return whether an entry is damage of a roll, even if armor stopped all of it, and not its reversal."""
    harmed = entry.harmed
    if harmed is None or not harmed.roll:
        return False
    return not any(change < 0 for change in harmed.changes.values())


def last_damage(log: RollLog) -> list[Entry]:
    """Return the damage that the newest entries of a log are, apart from checks after it, the newest first.

    That is what one roll has done, or what was typed for several at once.
    """
    entries = list(_counting(log))
    newest = next((entry for entry in entries if not _is_check(entry)), None)
    if newest is None or not is_harm(newest):
        return []
    typed = newest.harmed is not None and not newest.harmed.roll
    return [one for one in entries if one.batch == newest.batch and is_harm(one)] if typed else [newest]


def damage_and_checks(log: RollLog) -> list[Entry]:
    """Return the damage and the checks among the newest entries of a log that count, the oldest first."""
    return [entry for entry in _counting(log) if is_harm(entry) or _is_check(entry)][::-1]


def last_roll(log: RollLog) -> Entry | None:
    """Return the newest roll of a log that counts, apart from damage; None if it is one of several at once."""
    rolls = [entry for entry in _counting(log) if entry.event is None and entry.harmed is None]
    alone = rolls and all(one.batch != rolls[0].batch for one in rolls[1:])
    return rolls[0] if alone else None


def checks_after_attacks(log: RollLog) -> list[tuple[Entry, Entry]]:
    """Return the checks among the newest entries of a log that count, the oldest first, with what they may be against.

    That is the last attack before each of them on whoever rolled it.
    """
    attacks, found = dict[str, Entry](), list[tuple[Entry, Entry]]()
    for entry in reversed([*_counting(log)]):
        if entry.draft.attack and entry.harmed is None:
            attacks |= dict.fromkeys(_targets_of(entry), entry)
        elif _is_check(entry) and entry.draft.character in attacks:
            found.append((entry, attacks[entry.draft.character]))
    return found


def _targets_of(attack: Entry) -> set[str]:
    """Return the ids of whom an attack is against, one or several."""
    several = () if attack.targets is None else attack.targets.targets
    return {attack.draft.side("b").character, *(one.side.character for one in several)}


def is_harm(entry: Entry) -> bool:
    """Return whether an entry is damage or stress, of a roll or typed, and not its reversal."""
    harmed = entry.harmed
    return harmed is not None and any(change > 0 for one in harmed.everybody for change in one.changes.values())


def cause_of(entry: Entry) -> str:
    """Return the id of the roll that did the damage of an entry; what was typed is its own cause."""
    return (entry.harmed.roll if entry.harmed is not None else "") or entry.id


def identity_of(draft: Draft) -> object:
    """Return a key that identifies a test: who rolls what, and against whom, or against what level."""
    ability, other = draft.ability and draft.ability.identity, draft.side("b")
    level = 0 if other.character else other.base
    return draft.character, ability, draft.attack, other.character, other.name, level


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
