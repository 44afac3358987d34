"""The targets of one roll and its acting side, before and after it is rolled: who they are, and what they come to."""

from collections.abc import Sequence

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.several import (
    RollAgainstSeveral,
    acting_request,
    acting_result,
    points_for,
    several_of,
    targets_in_conditions,
)
from gm_desk.core.combat.several_damage import TargetRow, rows_of
from gm_desk.core.combat.targets import PointSpent, Target
from gm_desk.core.drafts.abilities import attack_of
from gm_desk.core.drafts.attack_damage import AttackContext
from gm_desk.core.drafts.attacks import Strike, skilled, strike
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.errors import UnclearLineError
from gm_desk.core.rules.dice import Needs
from gm_desk.core.rules.requests import SuccessTest
from gm_desk.core.scenes.surprise import NOT_ALERT
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import minus
from gm_desk.model.combat.acting_side import ActingSide
from gm_desk.model.combat.several_text import points_in_words
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry


class SeveralTargets(QObject):
    """A test against several targets: its `value`, which is replaced by each change, and the results for each target.

    `entry` is the roll in the log, None before it is rolled. Once its damage is dealt it is `applied`.
    """

    changed = Signal()

    def __init__(self, document: RosterDocument, draft: Draft, parent: QObject | None = None) -> None:
        """Begin with a test and no targets."""
        super().__init__(parent)
        self._document = document
        self._rows: list[TargetRow] | None = None
        self._faced = draft.opponent
        self.rules = RULES[document.system.id]
        self.side = ActingSide(document)
        self.value = RollAgainstSeveral(draft)
        self.entry: Entry | None = None
        self.applied = False
        self.set_test(draft)
        document.roster_changed.connect(self.refresh)

    def set_test(self, draft: Draft) -> None:
        """Set the test of the acting side, before it is rolled; the targets get their defences again."""
        ids, surprises = self.ids, self.value.surprises
        self.value = RollAgainstSeveral(self.side.begin(draft), surprises=surprises)
        self.value = structs.replace(self.value, apart=self.attack is not None and not self.attack.area)
        self._faced = draft.opponent
        self.add([one for one in ids if one != draft.character])

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the targets."""
        return tuple(target.side.character for target in self.value.targets)

    @property
    def attack(self) -> Attack | None:
        """The attack, None for another test."""
        attacker = self._document.character(self.value.draft.character)
        found = attack_of(self.value.draft, attacker)
        return None if found is None else skilled(found, attacker, self._document.system)

    @property
    def rows(self) -> list[TargetRow]:
        """The results for each target so far."""
        if self._rows is None:
            self._rows = rows_of(self.value, self.context, self._document.character, self.attack)
        return self._rows

    @property
    def context(self) -> AttackContext:
        """The attacker and the rules."""
        attacker = self._document.character(self.value.draft.character)
        return AttackContext(attacker, None, self._document.system, self.rules, self._document.house)

    @property
    def struck(self) -> Strike:
        """The meaning of the acting side's dice for an attack; a miss until they are rolled."""
        found = acting_result(self.value, self.rules, self._document.house)
        return Strike(hit=False) if found is None or isinstance(found, Needs) else strike(found)

    @property
    def number(self) -> str:
        """The number that the acting side rolls against as text, or "" if totals are compared (Kaiser)."""
        request = acting_request(self.value, self.rules)
        if self._document.system.reach is not None or not isinstance(request, SuccessTest):
            return ""
        return minus(request.base + self.rules.net_of(request, self.value.draft.house(self._document.house)).net)

    def points(self, place: int | None = None) -> list[tuple[str, PointSpent]]:
        """Return the points that a target, or with None the acting side, could spend after the roll, as text."""
        document = self._document
        if self.entry is None or self.applied:
            return []
        return points_in_words(points_for(self.value, place, document.roster, document.house, document.system))

    def add(self, ids: Sequence[str]) -> None:
        """Add targets; raise TooManyTargetsError for more than fifty in all, UnclearLineError for the acting one."""
        draft, document, known = self.value.draft, self._document, self.ids
        new = [one for one in dict.fromkeys(ids) if one not in known]
        if draft.character in new:
            raise UnclearLineError("targets", f"{draft.name} acts, and cannot be a target")
        if not new:
            self.refresh()
            return
        everybody = document.all_existing([*known, *new])
        made = several_of(draft, everybody, self.attack, document.system, self.rules, self._faced)
        made = targets_in_conditions(made, document.roster, document.system, self.rules, document.house)
        if self.value.surprises:
            unaware = (structs.replace(one, side=one.side.with_chip(NOT_ALERT)) for one in made.targets)
            made = structs.replace(made, targets=tuple(unaware))
        self.aim_at((*self.value.targets, *made.targets[len(known) :]))

    def aim_at(self, targets: tuple[Target, ...]) -> None:
        """Replace the targets; the test of the acting side follows their number."""
        self.become(structs.replace(self.value, draft=self.side.against(len(targets)), targets=targets))

    def remove(self, place: int) -> None:
        """Remove a target."""
        targets = self.value.targets
        self.aim_at((*targets[:place], *targets[place + 1 :]))

    def set_target(self, place: int, target: Target) -> None:
        """Change a target, which loses its own damage dice if a cone adds or takes one."""
        other = target.cone != self.value.targets[place].cone
        self.become(self.value.with_target(place, structs.replace(target, rolls={}) if other else target))

    def become(self, value: RollAgainstSeveral) -> None:
        """Replace the value."""
        self.value = value
        self.refresh()

    def refresh(self) -> None:
        """Follow a change; superior results that a roll no longer has are spent on nothing."""
        self._rows = None
        self.value = structs.replace(self.value, picks=self.value.picks[: self.struck.superior])
        self.changed.emit()
