"""One roll against several: rolling it, its dice typed, its line in the log, and dealing its damage in one step.

The acting side's roll is logged as soon as it is rolled, the damage once it is applied.
"""

from collections.abc import Sequence

from msgspec import structs
from PySide6.QtCore import QObject

from gm_desk.core.characters import harm
from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.combat import several
from gm_desk.core.combat.several_damage import applied, shared_request, summed_for
from gm_desk.core.combat.targets import TargetsRecord
from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft
from gm_desk.core.rules.damage import as_one_die, dice_in_words, without_armor
from gm_desk.core.rules.dice import ROLLS, Needs, Thrown, parse_faces
from gm_desk.core.scenes.staging import after_hits
from gm_desk.core.scenes.surprise import surprised_by_test
from gm_desk.model.combat.several import SeveralTargets
from gm_desk.model.combat.several_damage import SeveralDamage
from gm_desk.model.combat.several_text import (
    dealt_in_words,
    judged_in_words,
    strike_in_words,
    undo_in_words,
    wins_in_words,
)
from gm_desk.model.log.entries import Roll
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roll.undo import LogStep
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry, Event, Harmed, Override


class SeveralRoll(QObject):
    """One roll against several `targets`, and its `damage`."""

    def __init__(self, document: RosterDocument, rolling: Rolling, draft: Draft, parent: QObject | None = None) -> None:
        """Begin with a test and no targets."""
        super().__init__(parent)
        self._document = document
        self._rolling = rolling
        self._by_hand = False
        self._lost = ""
        self.targets = SeveralTargets(document, draft, self)
        self.damage = SeveralDamage(document, self.targets, rolling.dice)
        self.targets.changed.connect(self._keep)

    def restore(self, entry: Entry) -> None:
        """Go on with a roll that is in the log, with its targets, dice and choices as they were last."""
        record = entry.targets or TargetsRecord()
        self.targets.entry, self._by_hand = entry, entry.by_hand
        self.targets.become(several.from_record(entry.draft, entry.request, entry.dice, record, entry.picks))

    def resume(self) -> None:
        """Take over what was done about the roll elsewhere: a point spent on it, or other dice."""
        targets = self.targets
        entry = None if targets.entry is None else self._rolling.recent.now(targets.entry.id)
        own = several.acting_request(targets.value, targets.rules), several.acting_dice(targets.value)
        if entry is not None and (entry.request, entry.dice) != own:
            self.restore(entry)

    @property
    def unfinished(self) -> bool:
        """Whether the roll is logged, and there is damage that has not been applied."""
        targets = self.targets
        entry = None if targets.entry is None else self._rolling.recent.now(targets.entry.id)
        stands = entry is not None and not entry.struck and not targets.applied
        return stands and any(row.request is not None for row in targets.rows)

    def why_not(self) -> str:
        """Return the reason why nothing can be rolled, or ""."""
        if self.targets.value.draft.ability is None:
            return "Choose who rolls"
        return "" if self.targets.value.targets else "Add targets"

    def read_own(self, text: str) -> Needs | None:
        """Return the dice that a text is typed for; raise BadRollError with the reason if it is not valid for them."""
        bare = structs.replace(self.targets.value, dice={})
        needs = several.acting_result(bare, self.targets.rules, self._document.house)
        if isinstance(needs, Needs) and text.strip():
            parse_faces(text, needs)
        return needs if isinstance(needs, Needs) else None

    def type_own(self, text: str) -> None:
        """Set the acting side's first dice; an empty text removes them. Raise BadRollError with the reason.

        Once it is rolled, changed dice (after a flip-flop) revise its entry in the log.
        """
        needs, targets = self.read_own(text), self.targets
        if needs is None or targets.applied or (targets.entry is not None and not text.strip()):
            return
        typed = {needs.name: parse_faces(text, needs)} if text.strip() else {}
        self._by_hand = bool(typed)
        targets.become(structs.replace(targets.value, dice=typed, point=None))
        if targets.entry is not None:
            self._roll_missing()
            self._revise(f"other dice for {self._name}")

    def take_dice(self, thrown: Thrown) -> None:
        """Take dice of the first target that were typed before there were several."""
        value = self.targets.value
        for first in value.targets[:1]:
            needs = several.needs_of(first, value, self.targets.rules, self._document.house)
            if needs is not None and needs.name in thrown:
                self.targets.set_target(0, structs.replace(first, dice={needs.name: thrown[needs.name]}))

    def roll(self) -> bool:
        """Roll the missing dice and log the acting side's roll; return whether that was done."""
        if self.why_not():
            return False
        before = self.targets.value
        self._roll_missing()
        if self.targets.entry is None and not self._log():
            self.targets.become(before)
            return False
        self.targets.refresh()
        return True

    def apply(self) -> bool:
        """Deal the damage to all, and log it with the roll, as one undo step; return whether that was done.

        A test that surprises sets who is surprised instead.
        """
        targets, document = self.targets, self._document
        entry, value = targets.entry, targets.value
        if entry is None or targets.applied:
            return False
        losing = self.damage.losing if value.costs_points else []
        roster = self._after(losing)
        if not document.allows(roster):
            return False
        self._lost = ", ".join(one.name for one in map(document.existing, losing))
        befores = [one for one in document.all_existing(targets.ids) if roster.character(one.id) != one]
        text = f"surprise by {value.draft.name}" if value.surprises else undo_in_words(befores, self._name)
        roster = several.with_points_paid(roster, value, document.system)
        lines = [self._damage_line(entry, roster)] if self.damage.hurts else []
        targets.applied, targets.value = True, several.after_payment(value)
        with document.stack.macro(text):
            if lines:
                document.stack.push(LogStep(self._rolling.log, self._rolling.log.add(lines, entry.batch), text))
            document.change(roster, text)
            self._revise(text)
        return True

    @property
    def judged(self) -> Entry | None:
        """The entry of the roll with its dice, including a point spent by the acting side; None before the roll."""
        entry, value = self.targets.entry, self.targets.value
        if entry is None:
            return None
        lost = f"{self._lost} lost an action point" if self._lost else ""
        return structs.replace(
            entry,
            request=several.acting_request(value, self.targets.rules) or entry.request,
            dice=dict(several.acting_dice(value)),
            note="; ".join(filter(None, (judged_in_words(self.targets.rows), lost))),
            picks=value.picks,
            override=self._override,
            targets=several.record_of(value),
        )

    @property
    def _name(self) -> str:
        return self.targets.attack.name if self.targets.attack else self.targets.value.draft.what

    @property
    def _override(self) -> Override | None:
        """The verdict on a roll that has none by itself, because totals are compared (Kaiser)."""
        return Override(wins_in_words(self.targets.rows)) if self._document.system.reach is not None else None

    def _roll_missing(self) -> None:
        targets, house = self.targets, self._document.house
        targets.become(several.rolled(targets.value, self._rolling.dice, targets.rules, house))

    def _log(self) -> bool:
        """Log the acting side's roll; return whether that was done."""
        targets = self.targets
        value, draft = targets.value, several.acting(targets.value)
        request = targets.rules.ask(draft)
        if request is None:
            return False
        roll = Roll(
            draft,
            request,
            draft.house(self._document.house),
            several.acting_dice(value),
            self._by_hand,
            note=judged_in_words(targets.rows),
            override=self._override,
            targets=several.record_of(value),
        )
        targets.entry = self._rolling.log_roll(roll, success=self._override is not None or targets.struck.hit)
        return targets.entry is not None

    def _revise(self, text: str) -> None:
        """Revise the entry of the roll if its dice or its results have changed."""
        entry, revised = self.targets.entry, self.judged
        if entry is not None and revised is not None and revised != entry:
            self._rolling.recent.revise(revised, text)
            self.targets.entry = self._rolling.recent.now(entry.id)

    def _keep(self) -> None:
        """Keep the targets in the log as they are now, so that the damage can be dealt after a restart."""
        targets = self.targets
        entry = None if targets.entry is None else self._rolling.recent.now(targets.entry.id)
        if entry is None or entry.struck or targets.applied:
            return
        kept = structs.replace(entry, picks=targets.value.picks, targets=several.record_of(targets.value))
        if kept != entry:
            self._rolling.log.revise(entry, kept)
        targets.entry = self._rolling.recent.now(entry.id)

    def _after(self, losing: Sequence[str]) -> Roster:
        """Return the roster with damage dealt to all, or with who is surprised; those `losing` lose a point."""
        document, targets = self._document, self.targets
        roster = applied(document.roster, targets.rows, targets.rules, document.house)
        if targets.value.surprises:
            beaten = {one.target.side.character: one.result.winner == "a" for one in targets.rows if one.result}
            roster = surprised_by_test(roster, beaten)
        return after_hits(roster, losing, document.system, document.house)

    def _damage_line(self, entry: Entry, roster: Roster) -> Roll:
        """Return the log entry of damage that leaves a roster, with its dice if all targets share them."""
        value, rows, attack = self.targets.value, self.targets.rows, self.targets.attack
        if attack is None:
            raise TypeError("only an attack does damage")
        existing = self._document.all_existing(self.targets.ids)
        harmed = _harmed([one for one in existing if roster.character(one.id) is not None], roster, entry.id)
        label = strike_in_words(attack, rows)
        draft = Draft(entry.draft.character, entry.draft.name, Ability(AbilityKind.BARE, "", label, 0))
        note, request = dealt_in_words(rows), without_armor(shared_request(rows))
        if request is None or any(row.target.rolls for row in rows):
            event = Event("damage", (label, note))
            return Roll(draft, event, entry.house, {}, value.by_hand, entry.secret, "", harmed)
        dice, total = value.rolls, summed_for(request, value)
        if total is not None:
            note = f"{note}; {total} typed as the sum of {dice_in_words(request)}"
            request, dice = as_one_die(request), {ROLLS: (total,)}
        return Roll(draft, request, entry.house, dice, value.by_hand, entry.secret, note, harmed)


def _harmed(befores: Sequence[Character], roster: Roster, roll: str) -> Harmed:
    """Return a record for each character whose health changed."""
    each = []
    for before in befores:
        after = roster.character(before.id)
        changes = {} if after is None else harm.changes_between(before, after)
        if changes:
            each.append(Harmed(before.id, changes, roll))
    return structs.replace(each[0], others=tuple(each[1:])) if each else Harmed("", {}, roll)
