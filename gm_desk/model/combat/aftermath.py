"""The consequences of damage and failed checks: checks to prepare, notes, conditions, and the counter-attack."""

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import islice

from msgspec import structs
from PySide6.QtCore import QObject, Signal
from typing_extensions import override

from gm_desk.core.drafts.chips import with_pinned_of
from gm_desk.model.combat.consequences import (
    DamageRequirements,
    PreparedCheck,
    RollConsequences,
    after_consequence,
    only_victim,
)
from gm_desk.model.combat.damage import DamageRoll
from gm_desk.model.combat.recent_attacks import (
    RecentAttacks,
    cause_of,
    checks_after_attacks,
    damage_and_checks,
    identity_of,
    is_harm,
    last_damage,
    last_roll,
)
from gm_desk.model.log.entries import LogEntry
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.choices_after_roll import (
    AfterRollChoice,
    Consequence,
    Dismissal,
    Preparation,
    with_name,
)
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry

MOST_LOOKED_AT, MOST_WAITING = 100, 4
"""The number of entries of the last turns looked at for what they still ask, and the most of it that is offered."""
MOST_EARLIER = 200
"""The number of entries of earlier turns of a fight looked at for what they still ask."""
STILL_OPEN, MOST_NAMED = "still open", 12


class Aftermath(QObject):
    """The choices offered after the last roll; nothing happens unless the GM chooses it."""

    changed = Signal()

    def __init__(
        self, document: RosterDocument, damage_roll: DamageRoll, rolling: Rolling, parent: QObject | None = None
    ) -> None:
        """Observe the last roll and its damage."""
        super().__init__(parent)
        self._document = document
        self._rolling = rolling
        self._drafting: Drafting = rolling.drafting
        self._damage_roll, self._attacks = damage_roll, damage_roll.attacks
        self._effects = RollConsequences(document, rolling.drafting, damage_roll.attacks)
        self._asked = DamageRequirements(document, rolling, self._effects)
        self._before_typed = ""
        self._earlier = EarlierChoices(document, rolling.drafting, self._attacks, self._asked)
        self._past: Entry | None = None
        self._typed: Entry | None = None
        self._follow_damage_in(rolling.log)
        damage_roll.changed.connect(self._follow)
        self._drafting.draft_changed.connect(self._follow)
        rolling.log.opened.connect(self._forget)

    @property
    def choices(self) -> list[AfterRollChoice]:
        """The checks after the damage just dealt, the consequences of a failed one, or a counter-attack.

        Beside the test of another character, only open ones are listed, with the name of the character they are about,
        and no counter-attack. What earlier damage still asks for comes last, in a list if there is enough to do.
        """
        if self._rolling.pending is not None:
            return []
        last, gone = self._rolling.recent.last, self._attacks.is_of_another_fight
        entry, newest = last or self._past, self._typed
        entry = None if entry is not None and gone(entry) else entry
        newest = newest if (last.id if last else "") == self._before_typed else None  # until something else is rolled
        newest = None if newest is not None and gone(newest) else newest
        blows = [] if newest is None else [one for one in self._asked.dealt.values() if one.batch == newest.batch]
        typed = [one for blow in reversed(blows) for one in self._asked.of_damage(blow, named=True)]
        rolls = [one for one in self._rolling.recent.newest if not gone(one)]
        if entry is None:
            return [*typed, *self._effects.of_defences(rolls), *self._waiting({blow.batch for blow in blows})]
        dealt, shown = self._asked.dealt.get(entry.id), self._drafting.draft
        groups = (
            *([] if dealt is None else [(only_victim(dealt, self._document), self._asked.of_damage(dealt))]),
            (entry.draft.name, self._asked.of_failure(entry)),
            (entry.draft.side("b").name, self._asked.of_hit(entry)),
            ("", self._effects.of_critical(entry)),
            (entry.draft.name, self._effects.of_turn_check(entry)),
        )
        turned_to = self._asked.prepared is None and shown.character not in {"", entry.draft.character}
        named = shown.name if turned_to or entry is self._past else None
        made = [
            one if named in {None, name} else with_name(name, one)
            for name, own in groups
            for one in own
            if not turned_to or isinstance(one, Preparation) or not one.on
        ]
        made += self._effects.of_defences(rolls if entry in rolls else [entry])
        known = {self._asked.batch_of(entry), *(blow.batch for blow in blows)}
        now = [*typed, *made, *self._asked.still_open(entry)]
        return [*now, *self._waiting(known, now)]

    def look_back(self) -> None:
        """Offer what the newest roll in the log leaves, or the checks after the newest damage, until the next roll."""
        blows, log = last_damage(self._rolling.log), self._rolling.log
        kept = log.kept(cause_of(blows[0])) if blows else None
        if kept is not None and kept.entry.id == blows[0].id:
            self._typed, self._before_typed = blows[0], ""
        self._past = last_roll(log) if kept is None or self._typed is not None else kept.entry
        self._asked.dealt |= {cause_of(one): one for one in damage_and_checks(log) if is_harm(one)}
        for check, blow in self._recognise(damage_and_checks(log)):
            if blow in blows:
                self._past, self._typed = check, None
        self._recognise_against_effects(last_roll(log))
        self._asked.past = self._past.id if self._past is not None else ""
        rolled = self._asked.rolled.get(self._asked.past)
        composed = None if rolled is None else rolled.test
        for asked in (one for dealt in self._asked.dealt.values() for one in self._asked.unanswered(dealt)):
            if isinstance(asked, Preparation) and asked.on and identity_of(asked.draft) != composed:
                self._await(asked)
        self.changed.emit()

    def _recognise(self, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Entry]]:
        """Yield the checks that damage asked for among damage and checks, the oldest first, each with the damage."""
        blows, asked = list[Entry](), dict[str, list[Preparation]]()
        for entry in entries:
            test = identity_of(entry.draft)
            required = ((one, blow) for blow in blows for one in asked[blow.id])
            for one, blow in () if is_harm(entry) else required:
                known = any(each.dealt.id == blow.id and each.test == test for each in self._asked.rolled.values())
                if one.asked is not None and not known and identity_of(one.draft) == test:
                    self._asked.rolled[entry.id] = PreparedCheck(one.asked, test, "", blow)
                    yield entry, blow
                    break
            if is_harm(entry):
                blows.insert(0, entry)
                found = self._asked.of_damage(entry, everything=True)
                asked[entry.id] = [one for one in found if isinstance(one, Preparation)]

    def _recognise_against_effects(self, last: Entry | None) -> None:
        """Recognise the checks against the side effects of hits; if the last roll is one, it is what was left."""
        for check, attack in checks_after_attacks(self._rolling.log):
            test = identity_of(check.draft)
            required = (one.asked for one in self._asked.of_hit(attack) if isinstance(one, Preparation) and one.draft)
            against = next((one for one in required if one and one.draft and identity_of(one.draft) == test), None)
            if against is not None:
                self._asked.rolled[check.id] = PreparedCheck(against, test, "", attack)
                if last is not None and check.id == last.id:
                    self._past, self._typed = last, None

    def make(self, choice: AfterRollChoice) -> None:
        """Prepare the test of a choice, or write its consequence into the log."""
        if isinstance(choice, Consequence):
            self._bring_about(choice)
            return
        if isinstance(choice, Dismissal):
            self._earlier.dismissed.update(choice.causes)
            self.changed.emit()
            return
        if not isinstance(choice, Preparation):
            self._rolling.recent.revise(choice.entry, choice.step)
            return
        self._rolling.drop()
        self._drafting.turn_to("a")
        self._drafting.renew(with_pinned_of(choice.draft, self._drafting.draft))
        self._await(choice)
        self.changed.emit()

    def _waiting(self, known: Container[str], now: Sequence[AfterRollChoice] = ()) -> list[AfterRollChoice]:
        """Return what earlier rolls and damage still ask for beside the choices `now`.

        What those of the batches `known` ask for has been listed already. Nothing is offered while a hit is open: its
        damage comes first.
        """
        if (hit := self._damage_roll.hit) is not None and hit.open_yet:
            return []
        return self._earlier.beside(now, known)

    def _bring_about(self, choice: Consequence) -> None:
        """Note a consequence and apply it, or revert both, as one undo step."""
        document, victim = self._document, self._document.character(choice.victim)
        after = None if victim is None else after_consequence(choice, victim, document)
        roster = document.roster if after is None else document.roster.with_character(after)
        if not document.allows(roster):
            return
        with document.stack.macro(choice.step):
            self._rolling.recent.revise(choice.entry, choice.step)
            document.change(roster, choice.step)
            if choice.actions:
                self._rolling.action_changed.emit(choice.victim, -choice.actions if choice.on else choice.actions)
            if choice.points:
                self._rolling.points_spent.emit(choice.victim, -choice.points if choice.on else choice.points)

    def _follow(self) -> None:
        """Recognise the roll of a prepared check; forget the check when another test is composed."""
        prepared, last = self._asked.prepared, self._rolling.recent.last
        self._past = None if last is not None or self._rolling.group.results else self._past
        if prepared is not None and last is not None and last.id != prepared.before:
            if identity_of(last.draft) == prepared.test:
                self._asked.rolled[last.id] = prepared
            self._asked.prepared = None
        elif prepared is not None and identity_of(self._drafting.draft) != prepared.test:
            self._asked.prepared, draft = None, self._drafting.draft
            if prepared.asked.draft is not None and draft.ruling == prepared.asked.draft.ruling:
                self._drafting.take(structs.replace(draft, ruling=None))
        self.changed.emit()

    def _follow_damage_in(self, log: RollLog) -> None:
        """Follow the damage of rolls in a log, and whether it counts; earlier damage is read at once."""
        self._asked.dealt |= {cause_of(one): one for one in damage_and_checks(log) if is_harm(one)}
        log.added.connect(self._note_damage)
        log.revised.connect(self._note_damage)
        log.revised.connect(self._follow_revision)

    def _note_damage(self, logged: LogEntry) -> None:
        entry = logged.entry
        if entry.harmed is None or not is_harm(entry):
            return
        cause, typed = cause_of(entry), self._typed
        if entry.struck:
            if cause in self._asked.dealt and self._asked.dealt[cause].id == entry.id:
                del self._asked.dealt[cause]
            self._typed = typed if typed is not None and typed.id != entry.id else None
        else:
            if cause == entry.id and (cause not in self._asked.dealt or (typed is not None and typed.id == cause)):
                last = self._rolling.recent.last
                self._typed, self._before_typed = entry, last.id if last else ""
            self._asked.dealt[cause] = entry
            for one in self._asked.of_damage(entry):
                if isinstance(one, Preparation) and one.on:  # composed already, for an earlier hit
                    self._await(one)
        self.changed.emit()

    def _follow_revision(self, logged: LogEntry) -> None:
        """Follow a roll made before the start, and await the composed check once more when its roll is struck out."""
        self._earlier.forget()
        if self._past is not None and self._past.id == logged.entry.id:
            self._past = None if logged.entry.struck else logged.entry
            self.changed.emit()
        check, last = self._asked.rolled.get(logged.entry.id), self._rolling.recent.last
        if check is not None and logged.entry.struck and check.test == identity_of(self._drafting.draft):
            self._asked.prepared = structs.replace(check, before=last.id if last else "")
            self.changed.emit()

    def _await(self, choice: Preparation) -> None:
        """Await the roll of the composed test as the check of a choice, if that is one that a hit requires."""
        if choice.asked is not None:
            last, test = self._rolling.recent.last, identity_of(self._drafting.draft)
            self._asked.prepared = PreparedCheck(choice.asked, test, last.id if last else "", choice.entry)

    def _forget(self) -> None:
        self._asked.prepared = self._past = self._typed = None
        self._asked.past = ""
        self._asked.rolled.clear()
        self._earlier.clear()
        self._asked.dealt.clear()
        self.changed.emit()


class EarlierChoices:
    """What the earlier rolls and damage of a fight still ask for; `dismissed` are those that ask for nothing more."""

    def __init__(
        self, document: RosterDocument, drafting: Drafting, attacks: RecentAttacks, asked: DamageRequirements
    ) -> None:
        """Look among the attacks of a fight, for what their damage asks beside the test being composed."""
        self._document = document
        self._drafting = drafting
        self._attacks = attacks
        self._asked = asked
        self._left: dict[str, tuple[object, list[AfterRollChoice]]] = {}
        self.dismissed = set[str]()

    def forget(self) -> None:
        """Work out anew what each entry asks for, since one was revised."""
        self._left.clear()

    def clear(self) -> None:
        """Forget what was dismissed as well."""
        self.forget()
        self.dismissed.clear()

    def beside(self, now: Sequence[AfterRollChoice], known: Container[str]) -> list[AfterRollChoice]:
        """Return what this turn and the last still ask for, newest first, a list of all the rest, and their dismissal.

        Beside few choices `now` some of it is shown by itself, beside many it is all in the list. What those of the
        batches `known` ask for is left out.
        """
        causes, listed = list[str](), {one.text for one in now}
        recent = self._left_by(islice(self._attacks.of_last_turns, MOST_LOOKED_AT), known, causes)
        earlier = self._left_by(islice(self._attacks.of_earlier_turns, MOST_EARLIER), known, causes)
        earlier = {text: one for text, one in earlier.items() if _lasts(one)}
        room = 0 if len(now) >= MOST_WAITING else MOST_WAITING
        shown = list(recent.values())[:room]
        listed |= {one.text for one in shown}
        rest = [one for text, one in {**earlier, **recent}.items() if text not in listed]
        made = [*shown, *(rest if len(rest) <= 1 else [_list_of(rest)])]
        says = "Dismiss what earlier rolls and damage still require"
        text = "Dismiss all" if len(rest) > 1 else "Dismiss"
        gone = (Dismissal(text, one.entry, "dismiss", says, quiet=True, causes=(*causes,)) for one in made[:1])
        return [*made, *gone]

    def _left_by(
        self, entries: Iterable[Entry], known: Container[str], causes: list[str]
    ) -> dict[str, AfterRollChoice]:
        """Return what entries still ask for by its text, and add those that ask for something to `causes`."""
        found = dict[str, AfterRollChoice]()
        for entry in entries:
            if entry.struck or entry.id in self.dismissed or self._asked.batch_of(entry) in known:
                continue
            left = self._left_by_one(entry)
            causes += [entry.id] if left else []
            found |= {one.text: one for one in left if one.text not in found}
        return found

    def _left_by_one(self, entry: Entry) -> list[AfterRollChoice]:
        """Return what an entry still asks for, worked out again only if what that depends on has changed."""
        harmed = () if entry.harmed is None else entry.harmed.everybody
        several = () if entry.targets is None else entry.targets.targets
        ids = [entry.draft.character, entry.draft.side("b").character, *(one.character for one in harmed)]
        ids += [one.side.character for one in several]
        scene, draft = self._document.roster.on_stage, self._drafting.draft
        turn = None if scene is None or scene.now is None else scene.now.turn
        test = identity_of(draft) if draft.character in ids else None
        people = [self._document.character(one) for one in ids]
        check = None if self._asked.prepared is None else self._asked.prepared.dealt.id
        counts = len(self._asked.rolled), len(self._asked.dealt), turn, test, check, self._document.house
        key = _Same((entry, *people)), counts
        known = self._left.get(entry.id)
        if known is not None and known[0] == key:
            return known[1]
        found = (one for one in self._asked.left_by(entry) if isinstance(one, Preparation | Consequence))
        left: list[AfterRollChoice] = [one for one in found if not one.on]
        self._left[entry.id] = key, left
        return left


def _lasts(choice: AfterRollChoice) -> bool:
    """Return whether a choice still makes sense turns later: a check or a condition, but no action of that turn."""
    return isinstance(choice, Preparation) or (isinstance(choice, Consequence) and bool(choice.typed))


class _Same:
    """Objects that equal others only if they are the same ones, which is quick for large values."""

    def __init__(self, objects: Sequence[object]) -> None:
        """Keep the objects."""
        self._objects = objects

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and all(a is b for a, b in zip(self._objects, other._objects, strict=False))

    __hash__ = None  # type: ignore[assignment]


def _list_of(rest: Sequence[AfterRollChoice]) -> AfterRollChoice:
    """Return the choice that only lists others, by those they are about."""
    others = tuple(sorted(rest, key=lambda one: one.text.partition(":")[0].casefold()))
    words = "\n".join(one.text for one in others[:MOST_NAMED]) + ("\n…" if len(others) > MOST_NAMED else "")
    return AfterRollChoice(f"{len(others)} {STILL_OPEN}", others[0].entry, "", words, others=others, quiet=True)
