"""One roll against several: rolling it, the acting side's dice typed, and dealing its damage in one step.

The acting side's roll is logged as soon as it is rolled, the damage once it is applied.
"""

from collections.abc import Sequence

from msgspec import structs
from PySide6.QtCore import QObject

from gm_desk.core.characters.roster import Roster
from gm_desk.core.combat import several
from gm_desk.core.combat.several_damage import applied
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.rules.dice import Needs, Thrown, parse_faces
from gm_desk.core.scenes.staging import after_hits
from gm_desk.core.scenes.surprise import surprised_by_test
from gm_desk.model.combat.several import SeveralTargets
from gm_desk.model.combat.several_damage import SeveralDamage
from gm_desk.model.combat.several_log import SeveralLog
from gm_desk.model.combat.several_text import undo_in_words
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roll.undo import LogStep
from gm_desk.model.roster.document import RosterDocument


class SeveralRoll(QObject):
    """One roll against several `targets`, its `damage`, and what the `log` has of it."""

    def __init__(self, document: RosterDocument, rolling: Rolling, draft: Draft, parent: QObject | None = None) -> None:
        """Begin with a test and no targets."""
        super().__init__(parent)
        self._document = document
        self._rolling = rolling
        self.targets = SeveralTargets(document, draft, self)
        self.log = SeveralLog(document, rolling, self.targets)
        self.damage = SeveralDamage(document, self.targets, rolling.dice)

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
        self.log.by_hand = bool(typed)
        targets.become(structs.replace(targets.value, dice=typed, point=None))
        if targets.entry is not None:
            self._roll_missing()
            self.log.revise(f"other dice for {self._name}")

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
        if self.targets.entry is None and not self.log.write():
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
        self.log.lost = ", ".join(one.name for one in map(document.existing, losing))
        befores = [one for one in document.all_existing(targets.ids) if roster.character(one.id) != one]
        text = f"surprise by {value.draft.name}" if value.surprises else undo_in_words(befores, self._name)
        roster = several.with_points_paid(roster, value, document.system)
        lines = [self.log.damage_line(entry, roster)] if self.damage.hurts else []
        targets.applied, targets.value = True, several.after_payment(value)
        with document.stack.macro(text):
            if lines:
                document.stack.push(LogStep(self._rolling.log, self._rolling.log.add(lines, entry.batch), text))
            document.change(roster, text)
            self.log.revise(text)
        return True

    @property
    def _name(self) -> str:
        return self.targets.attack.name if self.targets.attack else self.targets.value.draft.what

    def _roll_missing(self) -> None:
        targets, house = self.targets, self._document.house
        targets.become(several.rolled(targets.value, self._rolling.dice, targets.rules, house))

    def _after(self, losing: Sequence[str]) -> Roster:
        """Return the roster with damage dealt to all, or with who is surprised; those `losing` lose a point."""
        document, targets = self._document, self.targets
        roster = applied(document.roster, targets.rows, targets.rules, document.house)
        if targets.value.surprises:
            beaten = {one.target.side.character: one.result.winner == "a" for one in targets.rows if one.result}
            roster = surprised_by_test(roster, beaten)
        return after_hits(roster, losing, document.system, document.house)
