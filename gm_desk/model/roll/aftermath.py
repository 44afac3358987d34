"""What follows from damage and failed checks: checks to prepare, consequences to note, and the counter-attack."""

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.combat.aftermath import AskedCheck, counter_draft, critical_penalty
from gm_desk.core.drafts.attacks import attack_of
from gm_desk.core.drafts.draft import OF_THE_SIDE, OF_THE_SKILL, Draft, Mode
from gm_desk.core.rules.outcomes import KaiserOutcome
from gm_desk.core.systems.registry import RULES
from gm_desk.model.roll.choices_after_roll import AfterRollChoice
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.damage import DamageRoll
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roll.wording import minus
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry

BETWEEN = "; "


class PreparedCheck(Struct, frozen=True):
    """A check that was prepared for a blow, and the roll that was the last one at the time."""

    asked: AskedCheck
    test: object
    before: str


class Preparation(AfterRollChoice, frozen=True):
    """A choice that prepares a test and changes no entry; `asked` is the check that a blow asks for."""

    draft: Draft = Draft()
    asked: AskedCheck | None = None


class Aftermath(QObject):
    """What is offered after the last roll; nothing happens unless the GM chooses it."""

    changed = Signal()

    def __init__(
        self, document: RosterDocument, fighting: DamageRoll, rolling: Rolling, parent: QObject | None = None
    ) -> None:
        """Observe the last roll and its damage."""
        super().__init__(parent)
        self._document = document
        self._fighting = fighting
        self._rolling = rolling
        self._drafting: Drafting = rolling.drafting
        self._prepared: PreparedCheck | None = None
        self._rolled: dict[str, AskedCheck] = {}
        fighting.changed.connect(self._follow)
        self._drafting.draft_changed.connect(self._follow)
        rolling.log.opened.connect(self._forget)

    @property
    def choices(self) -> list[AfterRollChoice]:
        """The checks of the damage just dealt, the consequences of a failed one, or a counter-attack."""
        entry = self._rolling.record.last
        if entry is None or self._rolling.pending is not None:
            return []
        return [*self._of_damage(), *self._of_failure(entry), *self._of_defence(entry)]

    def make(self, choice: AfterRollChoice) -> None:
        """Prepare the test of a choice, or write its consequence into the log."""
        if not isinstance(choice, Preparation):
            self._rolling.record.revise(choice.entry, choice.step)
            return
        self._rolling.drop()
        self._drafting.turn_to("a")
        self._drafting.renew(self._with_pinned(choice.draft))
        if choice.asked is not None:
            before = self._rolling.record.last
            test = _test_of(self._drafting.draft)
            self._prepared = PreparedCheck(choice.asked, test, before.id if before else "")
        self.changed.emit()

    def _of_damage(self) -> list[AfterRollChoice]:
        """Return what the damage of the last roll asks for."""
        hit = self._fighting.hit
        dealt = hit.choices.dealt if hit is not None else None
        if hit is None or dealt is None:
            return []
        name, made = dealt.note.partition(":")[0], list[AfterRollChoice]()
        for asked in hit.choices.asked:
            if asked.at_once:
                made.append(_noted(dealt, self._condition(asked.at_once), name))
            if asked.draft is not None:
                made.append(self._check(dealt, asked, asked.draft))
            elif not asked.at_once:
                made.append(_noted(dealt, asked.says, name))
        return made

    def _check(self, dealt: Entry, asked: AskedCheck, draft: Draft) -> Preparation:
        """Return the choice that prepares a check of the victim."""
        if draft.opposed:
            other = draft.side("b")
            bonus = f" + {other.base}" if other.base else ""
            text = f"{draft.what} against level 2d6{bonus}"
            tip = f"Prepare it for {draft.name}: if it is not higher, {asked.says}"
        else:
            text = f"{draft.what} or {asked.says}"
            tip = f"Prepare the check of {draft.name}, with the wounds just taken"
        on = _test_of(self._drafting.draft) == _test_of(draft)
        return Preparation(text, dealt, text, tip, on=on, draft=draft, asked=asked)

    def _of_failure(self, entry: Entry) -> list[AfterRollChoice]:
        """Return what follows from a failed check that a blow asked for."""
        asked, result = self._rolled.get(entry.id), entry.result
        if asked is None or result is None or entry.verdict.success is not False:
            return []
        consequence = asked.says
        if isinstance(result, KaiserOutcome):
            consequence = f"{minus(-critical_penalty(result))} to all actions"
        return [_noted(entry, consequence, entry.draft.name)]

    def _of_defence(self, entry: Entry) -> list[AfterRollChoice]:
        """Return the counter-attack of a defender who may strike back (Kaiser)."""
        result, system, find = entry.result, self._document.system, self._document.character
        if not isinstance(result, KaiserOutcome) or entry.override is not None or entry.draft.mode is not Mode.ATTACK:
            return []
        draft = counter_draft(entry.draft, result, find, system, RULES[system.id])
        attack = None if draft is None else attack_of(draft, find(draft.character))
        if draft is None or attack is None:
            return []
        text = f"Counter: {draft.name}, {attack.name}"
        on = _test_of(self._drafting.draft) == _test_of(draft)
        return [Preparation(text, entry, text, f"Prepare {attack.name} against {entry.draft.name}", on=on, draft=draft)]

    def _condition(self, condition_id: str) -> str:
        """Return the name of a condition in the middle of a sentence."""
        named = (kind.name for kind in self._document.system.conditions if kind.id == condition_id)
        return next(named, condition_id).casefold()

    def _with_pinned(self, draft: Draft) -> Draft:
        """Return a draft with the pinned modifiers, which apply to everybody."""
        for chip in self._drafting.draft.chips:
            if chip.pinned and chip.origin not in OF_THE_SIDE | OF_THE_SKILL:
                draft = draft.with_chip(chip)
        return draft

    def _follow(self) -> None:
        """Recognize the roll of a check that was prepared; forget the check when another test is composed."""
        prepared, last = self._prepared, self._rolling.record.last
        if prepared is not None and last is not None and last.id != prepared.before:
            if _test_of(last.draft) == prepared.test:
                self._rolled[last.id] = prepared.asked
            self._prepared = None
        elif prepared is not None and _test_of(self._drafting.draft) != prepared.test:
            self._prepared, draft = None, self._drafting.draft
            if prepared.asked.draft is not None and draft.ruling == prepared.asked.draft.ruling:
                self._drafting.take(structs.replace(draft, ruling=None))
        self.changed.emit()

    def _forget(self) -> None:
        self._prepared = None
        self._rolled.clear()
        self.changed.emit()


def _test_of(draft: Draft) -> object:
    """Return what identifies a test: who rolls what, and against whom."""
    ability, other = draft.ability and draft.ability.identity, draft.side("b")
    return draft.character, ability, draft.attack, other.character, other.name


def _noted(entry: Entry, consequence: str, name: str) -> AfterRollChoice:
    """Return the choice that notes a consequence with an entry, or removes it again."""
    notes = [one for one in entry.note.split(BETWEEN) if one]
    on = consequence in notes
    others = [one for one in notes if one != consequence]
    changed = structs.replace(entry, note=BETWEEN.join(others if on else [*notes, consequence]))
    text = consequence[:1].upper() + consequence[1:]
    tip = f"Note it for {name} in the log" if not on else f"Remove it from the note of {name}"
    return AfterRollChoice(text, changed, f"note: {consequence}", tip, on=on)
