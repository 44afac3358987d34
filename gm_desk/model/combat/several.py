"""One roll of the test being composed against several targets: rolling, judging, dealing the damage, and the log."""

from collections.abc import Sequence

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.combat import several
from gm_desk.core.combat.several import RollAgainstSeveral, TargetRow, several_of
from gm_desk.core.combat.targets import PointSpent, Target, TargetsRecord
from gm_desk.core.drafts.attack_damage import DAMAGE, AttackContext, Choices
from gm_desk.core.drafts.attacks import Strike, attack_of, skilled, strike
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.drafts.spending import picked
from gm_desk.core.errors import UnclearLineError
from gm_desk.core.notation.attack_values import is_dice
from gm_desk.core.notation.numbers import minus
from gm_desk.core.rules.damage import read_dice, sides_of, sum_of
from gm_desk.core.rules.dice import Needs, Thrown, parse_faces
from gm_desk.core.rules.requests import SuccessTest, Summed
from gm_desk.core.scenes.effects import targets_in_conditions
from gm_desk.core.scenes.staging import with_points_left
from gm_desk.core.scenes.surprise import NOT_ALERT
from gm_desk.core.systems.registry import RULES
from gm_desk.model.combat import several_results
from gm_desk.model.combat.acting_side import ActingSide
from gm_desk.model.combat.several_results import judged_in_words, undo_in_words, wins_in_words
from gm_desk.model.log.entries import Roll
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roll.undo import LogStep
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry, Override


class SeveralTargets(QObject):
    """A test against several targets: its dice, those of each target, and the damage.

    The acting side's roll is logged as soon as it is rolled, the damage once it is applied.
    """

    changed = Signal()

    def __init__(self, document: RosterDocument, rolling: Rolling, draft: Draft, parent: QObject | None = None) -> None:
        """Begin with a test and no targets."""
        super().__init__(parent)
        self._document = document
        self._rolling = rolling
        self.rules = RULES[document.system.id]
        self.entry: Entry | None = None
        self.by_hand = self.damage_by_hand = False
        self.applied = False
        self.surprises = False
        self.costs_points = True
        self._lost = ""
        self.side = ActingSide(document)
        self.value = RollAgainstSeveral(draft)
        self.choices = Choices()
        self.picks: tuple[str, ...] = ()
        self._rows: list[TargetRow] | None = None
        self.set_test(draft)
        document.roster_changed.connect(self._refresh)

    def set_test(self, draft: Draft) -> None:
        """Set the test of the acting side, before it is rolled; the targets get their defences again."""
        ids = self.ids
        attacker = self._document.character(draft.character)
        attack = attack_of(draft, attacker)
        self.attack = None if attack is None else skilled(attack, attacker, self._document.system)
        self.value = RollAgainstSeveral(self.side.begin(draft))
        self._faced = draft.opponent
        self.choices, self.picks = Choices(), ()
        self.apart = self.attack is not None and not self.attack.area
        self.add([one for one in ids if one != draft.character])

    def restore(self, entry: Entry) -> None:
        """Go on with a roll that is in the log, with its targets, dice and choices as they were last."""
        record = entry.targets or TargetsRecord()
        self.entry, self.picks = entry, entry.picks
        self.by_hand, self.damage_by_hand = entry.by_hand, record.by_hand
        self.value, self.apart = several.from_record(entry.draft, entry.request, entry.dice, record), record.apart
        self.choices, self.costs_points = several_results.choices_from(record, self.struck), record.costs_points
        self.surprises = record.surprises
        self._refresh()

    def resume(self) -> None:
        """Take over what was done about the roll elsewhere: a point spent on it, or other dice."""
        entry = None if self.entry is None else self._rolling.recent.now(self.entry.id)
        own = several.acting_request(self.value, self.rules), several.acting_dice(self.value)
        if entry is not None and (entry.request, entry.dice) != own:
            self.restore(entry)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the targets."""
        return tuple(target.side.character for target in self.value.targets)

    @property
    def rows(self) -> list[TargetRow]:
        """The results for each target so far."""
        if self._rows is None:
            context, find = self.context, self._document.character
            self._rows = several.rows_of(self.value, context, find, self.attack, self.picks, self.choices)
        return self._rows

    @property
    def context(self) -> AttackContext:
        """The attacker and the rules."""
        attacker = self._document.character(self.value.draft.character)
        return AttackContext(attacker, None, self._document.system, self.rules, self._document.house)

    @property
    def struck(self) -> Strike:
        """The meaning of the acting side's dice for an attack; a miss until they are rolled."""
        found = several.acting_result(self.value, self.rules, self._document.house)
        return Strike(hit=False) if found is None or isinstance(found, Needs) else strike(found)

    @property
    def request(self) -> Summed | None:
        """The damage request whose dice the targets share, or None."""
        return None if self.apart else several.shared_request(self.rows)

    @property
    def expression(self) -> str:
        """The damage dice that are still to be rolled, or ""."""
        waiting = [row.request for row in self.rows if row.request is not None and row.needs is not None]
        return sum_of(max(waiting, key=lambda one: len(sides_of(one)))) if waiting else ""

    @property
    def rolls_damage(self) -> bool:
        """Whether the attack has damage dice; damage by degrees has none (Kaiser)."""
        return self.attack is not None and is_dice(self.attack.damage)

    @property
    def mode(self) -> str:
        """The firing mode with its shots as text, and how many targets it reaches if not all, or ""."""
        return self.side.mode(self.value.draft, len(self.value.targets))

    @property
    def target(self) -> str:
        """The number that the acting side rolls against as text, or "" if totals are compared (Kaiser)."""
        request = several.acting_request(self.value, self.rules)
        if self._compared or not isinstance(request, SuccessTest):
            return ""
        return minus(request.base + self.rules.net_of(request, self.value.draft.house(self._document.house)).net)

    @property
    def hurts(self) -> bool:
        """Whether there is damage to apply."""
        return any(row.outcome is not None for row in self.rows)

    @property
    def losing(self) -> list[str]:
        """The ids of those hit who have an action point to lose (Kaiser)."""
        document = self._document
        hits = [row.target.side.character for row in self.rows if row.hit == "hit"]
        return with_points_left(document.roster, hits, document.system, document.house)

    @property
    def unfinished(self) -> bool:
        """Whether the roll is logged, and there is damage that has not been applied."""
        entry = None if self.entry is None else self._rolling.recent.now(self.entry.id)
        stands = entry is not None and not entry.struck and not self.applied
        return stands and any(row.request is not None for row in self.rows)

    def why_not(self) -> str:
        """Return the reason why nothing can be rolled, or ""."""
        draft = self.value.draft
        if draft.ability is None:
            return "Choose who rolls"
        return "" if self.value.targets else "Add targets"

    def add(self, ids: Sequence[str]) -> None:
        """Add targets; raise TooManyTargetsError for more than fifty in all, UnclearLineError for the acting one."""
        draft, document = self.value.draft, self._document
        known = self.ids
        new = [one for one in dict.fromkeys(ids) if one not in known]
        if draft.character in new:
            raise UnclearLineError("targets", f"{draft.name} acts, and cannot be a target")
        if not new:
            self._refresh()
            return
        everybody = document.all_existing([*known, *new])
        made = several_of(draft, everybody, self.attack, document.system, self.rules, self._faced)
        made = targets_in_conditions(made, document.roster, document.system)
        if self.surprises:
            unaware = (structs.replace(one, side=one.side.with_chip(NOT_ALERT)) for one in made.targets)
            made = structs.replace(made, targets=tuple(unaware))
        self.aim_at((*self.value.targets, *made.targets[len(known) :]))

    def aim_at(self, targets: tuple[Target, ...]) -> None:
        """Replace the targets; the test of the acting side follows their number."""
        self._set(structs.replace(self.value, draft=self.side.against(len(targets)), targets=targets))

    def remove(self, place: int) -> None:
        """Remove a target."""
        targets = self.value.targets
        self.aim_at((*targets[:place], *targets[place + 1 :]))

    def set_target(self, place: int, target: Target) -> None:
        """Change a target, which loses its own damage dice if a cone adds or takes one."""
        other = target.cone != self.value.targets[place].cone
        self._set(self.value.with_target(place, structs.replace(target, rolls={}) if other else target))

    def points(self, place: int | None = None) -> list[tuple[str, PointSpent]]:
        """Return the points that a target, or with None the acting side, could spend after the roll, as text."""
        document = self._document
        if self.entry is None or self.applied:
            return []
        return several_results.points_in_words(
            several.points_for(self.value, place, document.roster, document.house, document.system)
        )

    def spend_point(self, point: PointSpent | None) -> None:
        """Spend a point of the acting side; it is paid when everything is applied."""
        self._set(structs.replace(self.value, point=point))

    def answering(self, place: int) -> Needs | None:
        """Return the first dice of a target, or None if it has nothing to roll."""
        return several.needs_of(self.value.targets[place], self.value, self.rules, self._document.house)

    def read_own(self, text: str) -> Needs | None:
        """Return the dice that a text is typed for; raise BadRollError with the reason if it is not valid for them."""
        bare = structs.replace(self.value, dice={})
        needs = several.acting_result(bare, self.rules, self._document.house)
        if isinstance(needs, Needs) and text.strip():
            parse_faces(text, needs)
        return needs if isinstance(needs, Needs) else None

    def type_own(self, text: str) -> None:
        """Set the acting side's first dice; an empty text removes them. Raise BadRollError with the reason.

        Once it is rolled, changed dice (after a flip-flop) revise its entry in the log.
        """
        needs = self.read_own(text)
        if needs is None or self.applied or (self.entry is not None and not text.strip()):
            return
        typed = {needs.name: parse_faces(text, needs)} if text.strip() else {}
        self.by_hand = bool(typed)
        self._set(structs.replace(self.value, dice=typed, point=None))
        if self.entry is not None:
            self._set(several.rolled(self.value, self._rolling.dice, self.rules, self._document.house))
            self._revise(f"other dice for {self._name}")

    def take_dice(self, thrown: Thrown) -> None:
        """Take dice of the first target that were typed before there were several."""
        needs = self.answering(0) if self.value.targets else None
        if needs is not None and needs.name in thrown:
            self.set_target(0, structs.replace(self.value.targets[0], dice={needs.name: thrown[needs.name]}))

    def roll(self) -> bool:
        """Roll the missing dice and log the acting side's roll; return whether that was done."""
        if self.why_not():
            return False
        before = self.value
        self._set(several.rolled(before, self._rolling.dice, self.rules, self._document.house))
        if self.entry is None and not self._log_roll():
            self._set(before)
            return False
        self.decide(structs.replace(self.choices, ignore_armor=self.struck.ignores_armor))
        return True

    def read_damage(self, text: str) -> None:
        """Raise BadRollError if a text is neither valid for the shared damage dice nor for their sum."""
        if text.strip():
            read_dice(text, self.request, self.rules.HUNDRED)

    def type_damage(self, text: str) -> None:
        """Set the shared damage dice, or their sum; raise BadRollError with the reason."""
        if text.strip() and self.request is not None:
            self.damage_by_hand = True
            self._set(several_results.with_typed_damage(self.value, text, self.request, self.rules))

    def roll_damage(self) -> None:
        """Roll the missing damage dice."""
        house, dice = self._document.house, self._rolling.dice
        self._set(several.damage_rolled(self.value, self.rows, dice, self.rules, house, apart=self.apart))

    def roll_apart(self, *, apart: bool) -> None:
        """Set whether each target has its own damage dice; dice already rolled are dropped."""
        self.apart = apart
        targets = tuple(structs.replace(target, rolls={}) for target in self.value.targets)
        self._set(structs.replace(self.value, rolls={}, summed=None, targets=targets))

    def spend(self) -> None:
        """Spend one more superior result on damage, or none if all are spent on it."""
        self.picks = picked(self.picks, DAMAGE, self.struck.superior)
        self._set(self.value)

    def decide(self, choices: Choices) -> None:
        """Set the choices for the damage."""
        self.choices = choices
        self._set(self.value)

    def cost_points(self, *, costs: bool) -> None:
        """Set whether each hit costs the defender an action point (Kaiser)."""
        self.costs_points = costs
        self._set(self.value)

    def apply(self) -> bool:
        """Deal the damage to all, and log it with the roll, as one undo step; return whether that was done.

        A test that surprises sets who is surprised instead.
        """
        entry, document = self.entry, self._document
        if entry is None or self.applied:
            return False
        losing = self.losing if self.costs_points else []
        roster = several_results.after_roll(document, self.rows, losing, surprises=self.surprises)
        if not document.allows(roster):
            return False
        self._lost = ", ".join(one.name for one in map(document.existing, losing))
        befores = [one for one in document.all_existing(self.ids) if roster.character(one.id) != one]
        roster = several.with_points_paid(roster, self.value, document.system)
        text = f"surprise by {self.value.draft.name}" if self.surprises else undo_in_words(befores, self._name)
        stack, self.applied = document.stack, True
        self.value = several.after_payment(self.value)
        with stack.macro(text):
            if self.hurts:
                line = several_results.damage_line(
                    entry, self.value, self.rows, document, roster, by_hand=self.damage_by_hand
                )
                lines = self._rolling.log.add([line], entry.batch)
                stack.push(LogStep(self._rolling.log, lines, text))
            document.change(roster, text)
            self._revise(text)
        return True

    def _revise(self, text: str) -> None:
        """Revise the entry of the roll if its dice or its results have changed."""
        entry, revised = self.entry, self.judged
        if entry is not None and revised is not None and revised != entry:
            self._rolling.recent.revise(revised, text)
            self.entry = self._rolling.recent.now(entry.id)

    @property
    def judged(self) -> Entry | None:
        """The entry of the roll with its dice, including a point spent by the acting side; None before the roll."""
        entry = self.entry
        if entry is None:
            return None
        judged = Override(wins_in_words(self.rows)) if self._compared else None
        dice = dict(several.acting_dice(self.value))
        request = several.acting_request(self.value, self.rules) or entry.request
        found = structs.replace(entry, request=request, dice=dice, note=self._note, picks=self.picks, override=judged)
        return structs.replace(found, targets=self._record)

    @property
    def _name(self) -> str:
        return self.attack.name if self.attack else self.value.draft.what

    @property
    def _compared(self) -> bool:
        """Whether a roll has no result by itself, because totals are compared (Kaiser)."""
        return self._document.system.reach is not None

    @property
    def _note(self) -> str:
        lost = f"{self._lost} lost an action point" if self._lost else ""
        return "; ".join(filter(None, (judged_in_words(self.rows), lost)))

    def _log_roll(self) -> bool:
        """Log the acting side's roll; return whether that was done."""
        draft = several.acting(self.value)
        request = self.rules.ask(draft)
        if request is None:
            return False
        house = draft.house(self._document.house)
        judged = Override(wins_in_words(self.rows)) if self._compared else None
        dice = several.acting_dice(self.value)
        roll = Roll(draft, request, house, dice, self.by_hand, note=self._note, override=judged, targets=self._record)
        self.entry = self._rolling.log_roll(roll, success=self._compared or self.struck.hit)
        return self.entry is not None

    @property
    def _record(self) -> TargetsRecord:
        record = several.record_of(self.value, apart=self.apart, by_hand=self.damage_by_hand)
        record = several_results.with_choices(record, self.choices, self.struck)
        return structs.replace(record, costs_points=self.costs_points, surprises=self.surprises)

    def _set(self, value: RollAgainstSeveral) -> None:
        self.value = value
        self._refresh()

    def _refresh(self) -> None:
        self._rows = None
        self.picks = self.picks[: self.struck.superior]
        self._keep()
        self.changed.emit()

    def _keep(self) -> None:
        """Keep the targets in the log as they are now, so that the damage can be dealt after a restart."""
        entry = None if self.entry is None else self._rolling.recent.now(self.entry.id)
        if entry is None or entry.struck or self.applied:
            return
        kept = structs.replace(entry, picks=self.picks, targets=self._record)
        if kept != entry:
            self._rolling.log.revise(entry, kept)
        self.entry = self._rolling.recent.now(entry.id)
