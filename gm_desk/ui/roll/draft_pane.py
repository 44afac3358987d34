"""The test pane: the test being composed, its odds, and the button that rolls it."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.rules.dice import Thrown
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roll.wording import about, tell, telling_of, waits_for
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.roll.ability_head import AbilityHead, ModeBar, RoutineLine
from gm_desk.ui.roll.chips import Chips
from gm_desk.ui.roll.difficulty import DifficultyBar, LevelsSection, levels_of
from gm_desk.ui.roll.net import NetSection
from gm_desk.ui.roll.odds import OddsSection
from gm_desk.ui.roll.points import PointsRow, SpentLine
from gm_desk.ui.roll.roll_row import RollRow
from gm_desk.ui.roll.verdict import VerdictLine
from gm_desk.ui.theme.theme import EDGE, GAP
from gm_desk.ui.widgets.scrolling import FittingScroll, RestScroll, join

if TYPE_CHECKING:
    from gm_desk.core.systems.definition import Recharge
    from gm_desk.ui.combat.attack_choices import AttackChoices
    from gm_desk.ui.roll.damage_row import DamageRow
    from gm_desk.ui.roll.group_section import GroupSection
    from gm_desk.ui.roll.opponent_box import OpponentBox
    from gm_desk.ui.roll.verdict import AfterRoll

MARGIN = EDGE
SHORT, TALL = 26, 38
"""In heights of the font: a pane lower than this has little room for two sides and for the odds in words, or for many
modifiers."""
RESULT = 4.4
"""In heights of the font: the least height of what follows a roll, which is that of a verdict on two sides."""
LATE = ("attack", "levels", "group", "opponent", "after", "damage")
"""The parts that are hidden at first."""
BESIDE = 2
"""How many modes fit beside the ability."""


class DraftPane(QWidget):
    """The pane that composes a test from top to bottom and rolls it."""

    several_requested = Signal(object, object, bool)
    revealed = Signal(str)

    def __init__(
        self,
        document: RosterDocument,
        drafting: Drafting,
        rolling: Rolling,
        parent: QWidget | None = None,
    ) -> None:
        """Observe a draft."""
        super().__init__(parent)
        self._drafting = drafting
        self._rolling = rolling
        self._document = document
        self._recharged = False
        self._rolled_test: object = None
        self._gone = False
        self.setObjectName("testPanel")
        self.ability = AbilityHead(document, drafting)
        self.modes = ModeBar(document, drafting)
        self.difficulty = DifficultyBar(drafting, self)
        self.chips = Chips(drafting)
        self.spent = SpentLine(drafting, rolling)
        self.chips.say_beside(self.spent)
        self.points = PointsRow(drafting)
        self.chips.end_with(self.points)
        self.net = NetSection(document, drafting)
        self.odds = OddsSection(drafting)
        self._alone = QWidget()
        self.routine = RoutineLine(document, drafting)
        self.verdict = VerdictLine()
        self.row = RollRow(drafting, rolling)
        self._lay_out()
        self._fit_head()
        self._connect(document)
        self._build_shown()

    @cached_property
    def attack(self) -> "AttackChoices":
        """The choices of an attack, above the difficulty."""
        from gm_desk.model.roll.attack_setup import AttackPreparation
        from gm_desk.ui.combat.attack_choices import AttackChoices

        preparation = AttackPreparation(self._document, self._drafting, self._rolling, self)
        made = AttackChoices(self._drafting, preparation, self)
        self._column.insertWidget(self._column.indexOf(self.difficulty), made)
        join(made, self.modes, self.ability)
        return made

    @cached_property
    def levels(self) -> LevelsSection:
        """The levels of a side, below its modifiers."""
        made = LevelsSection(self._drafting, self)
        self._column.insertWidget(self._column.indexOf(self.chips) + 1, made)
        join(made, self.chips)
        return made

    @cached_property
    def group(self) -> "GroupSection":
        """The group that rolls, above the odds."""
        from gm_desk.ui.roll.group_section import GroupSection

        made = GroupSection(self._document, self._rolling)
        self._foot.insertWidget(0, made)
        join(made, self.net, self.chips)
        made.covers.connect(self._alone.setHidden)
        made.together.connect(self.ability.show_group)
        made.model.rows_changed.connect(self._show_last)  # the rows follow the group later than the pane does
        made.refresh()
        return made

    @cached_property
    def opponent(self) -> "OpponentBox":
        """The other side, below the odds."""
        from gm_desk.ui.roll.opponent_box import OpponentBox

        made = OpponentBox(self._document, self._drafting)
        made.several_requested.connect(self.several_requested)
        self._foot.insertWidget(self._foot.indexOf(self.odds.brief), made)
        join(made, self._alone, self._built("group"), self.net, self.chips)
        return made

    @cached_property
    def after(self) -> "AfterRoll":
        """What changes the last roll, below its verdict."""
        from gm_desk.ui.roll.verdict import AfterRoll

        made = AfterRoll(self._document, self._rolling)
        made.set_past(self._test_identity() != self._rolled_test)
        made.focus_lost.connect(self.row.button.setFocus)
        above = self._built("damage") or self.verdict
        self._result.insertWidget(self._result.indexOf(above) + 1, made)
        join(made, above if above is not self.verdict else self.row)
        return made

    @cached_property
    def damage(self) -> "DamageRow":
        """The damage of an attack, above what changes the last roll."""
        from gm_desk.model.roll.aftermath import Aftermath
        from gm_desk.model.roll.damage import DamageRoll
        from gm_desk.ui.roll.damage_row import DamageRow

        damage = DamageRoll(self._document, self._rolling, self)
        made = DamageRow(self._document, damage, Aftermath(self._document, damage, self._rolling, self))
        made.revealed.connect(self.revealed)
        made.focus_left.connect(self.row.button.setFocus)
        self._result.insertWidget(self._result.indexOf(self.verdict) + 1, made)
        join(
            made,
            self.row,
            self._built("opponent"),
            self._alone,
            self._built("group"),
            self.net,
            self.chips,
        )
        return made

    def complete(self) -> None:
        """Build every part."""
        for part in LATE:
            getattr(self, part)

    def look_back(self) -> None:
        """Offer what the newest damage in the log asks for, where nothing was rolled since the roster was opened."""
        from gm_desk.model.roll.aftermath import last_damage

        if self._rolling.record.last is None and last_damage(self._rolling.log) is not None:
            self.damage.aftermath.look_back()

    def _build_shown(self) -> None:
        """Build the parts that are to be shown now, and were not before."""
        if vars(self).keys() >= set(LATE):
            return
        draft, rolled = self._drafting.draft, self._rolling.record.last is not None
        sides = (draft, draft.side("b")) if draft.opposed else (draft,)
        wanted = {
            "attack": bool(draft.attack),
            "levels": any(levels_of(side, self._document.system) for side in sides),
            "opponent": draft.opposed,
            "group": self._rolling.group.active,
            "after": rolled,
            "damage": rolled,
        }
        for part, now in wanted.items():
            if now:
                getattr(self, part)

    def _built(self, name: str) -> Any:
        """Return a part, if it is there yet."""
        return vars(self).get(name)

    def _connect(self, document: RosterDocument) -> None:
        document.opened.connect(self._fit_head)
        for changed in (self._rolling.changed, self._rolling.group.changed, self._drafting.draft_changed):
            changed.connect(self._build_shown)
        self.modes.opposed.connect(self.ask_for_opponent, Qt.ConnectionType.QueuedConnection)
        self.row.roll_requested.connect(self._roll)
        self.row.dice_typed.connect(self._preview)
        self._rolling.changed.connect(self._store_test)
        for changed in (self._rolling.changed, self._rolling.group.changed):
            changed.connect(self._show_last)
        for changed in (self._rolling.changed, self._rolling.group.changed, self._drafting.draft_changed):
            changed.connect(self._mark_past)
        document.roster_changed.connect(self._clear_recharge)
        self._drafting.draft_changed.connect(self._adapt_to_height)

    def ask_for_opponent(self) -> None:
        """Ask for the opponent or their skill if it is missing."""
        self.opponent.ask()

    def recharge(self, characters: Sequence[str], rest: "Recharge") -> None:
        """Recharge characters and show how many points they regained."""
        rested = self._rolling.recharge(characters, rest)
        if rested is None:
            return
        self.verdict.show_waiting(rested.faces, rested.says)
        self.after.hide()
        self._recharged = True

    def _clear_recharge(self) -> None:
        """Show the last roll again once points have changed in another way."""
        if self._recharged:
            self._recharged = False
            self._show_last()

    def _roll(self, typed: Thrown) -> None:
        self.chips.commit()
        if self._rolling.pending is None and self._drafting.draft.lacks and self.opponent.ask():
            return
        group = self._rolling.group
        if group.each and self._rolling.pending is None:
            self._rolling.roll_group(group.able)
        else:
            self._rolling.roll(typed)

    def _test_identity(self) -> object:
        """Return what identifies the test: the roller, the ability and the group."""
        side, group = self._drafting.draft.side("a"), self._rolling.group
        return side.character, side.what, tuple(group.ids) if group.active else ()

    def _store_test(self) -> None:
        self._rolled_test = self._test_identity()

    def _mark_past(self) -> None:
        """Reduce the verdict to one line while another test is being composed."""
        past = self._test_identity() != self._rolled_test
        self.verdict.set_past(past)
        if self._is_about_another() != self._gone:
            self._show_last()
        if (after := self._built("after")) is not None:
            after.set_past(past)

    def _is_about_another(self) -> bool:
        """Return whether the last roll was that of another character than the one whose test is composed."""
        last = self._rolling.record.last
        if last is None or self._rolling.group.active:
            return False
        roller = last.draft.side("a").character
        return bool(roller) and roller != self._drafting.draft.side("a").character

    def _show_last(self) -> None:
        """Show the result of the last roll, or the dice that a pending roll waits for."""
        waiting, last = self._rolling.pending, self._rolling.record.last
        self._gone = self._is_about_another()
        if waiting is not None:
            faces = [str(face) for dice in waiting.thrown.values() for face in dice]
            self.verdict.show_waiting(faces, waits_for(waiting.draft, waiting.needs))
        elif last is None and self._built("group") and self.group.model.summary:
            self.verdict.show_waiting([], self.group.model.summary)
        elif last is None or self._gone:
            self.verdict.show_telling(None)
        else:
            self.verdict.show_telling(telling_of(last), about(last.draft))

    def _preview(self, typed: Thrown) -> None:
        """Show what the typed dice would mean; if they are incomplete, show the last roll."""
        waiting = self._rolling.pending or self._rolling.waiting()
        result = self._rolling.result_of(typed) if typed else None
        if result is None or waiting is None:
            self._show_last()
            self._mark_past()
            self.after.refresh()
        else:
            self.verdict.set_past(False)
            told = tell(waiting.draft, waiting.request, {**waiting.thrown, **typed}, result)
            self.verdict.show_telling(told, about(waiting.draft), "would be")
            self.after.hide()

    def _fit_head(self) -> None:
        """Place the mode buttons at the end of the heading, or below it if there are many."""
        many = sum(not button.isHidden() for button in self.modes.buttons.values()) > BESIDE
        if many:
            self._head.addWidget(self.modes)
        else:
            self.ability.end_with(self.modes)
        for before, after in pairwise((self.ability.check, *self.modes.buttons.values())):
            QWidget.setTabOrder(before, after)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._adapt_to_height()

    @override
    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.FontChange}:
            self._adapt_to_height()
        return done

    def _adapt_to_height(self) -> None:
        """Place the parts for the height: with little room, a side's own odds scroll; who wins stays visible."""
        ems = self.height() / self.fontMetrics().height()
        self.odds.set_wordy(ems >= SHORT)
        self._hide_details()
        short = self._drafting.draft.opposed and ems < SHORT
        self.odds.brief.setVisible(short and not self._alone.isHidden())
        self._set_in_column(self._alone, 1 if self._built("group") else 0, scrolls=short)
        self._keep_places(ems)

    def _keep_places(self, ems: float) -> None:
        """Reserve room for what comes and goes, as far as there is room, so that nothing else moves."""
        opposed = self._drafting.draft.opposed
        self.chips.reserve(1 if ems < SHORT else 2 if opposed or ems < TALL else 3)
        policy = self.routine.sizePolicy()
        policy.setRetainSizeWhenHidden(ems >= TALL and not opposed)
        self.routine.setSizePolicy(policy)
        em = self.fontMetrics().height()
        self._after.set_least(int(em * RESULT) if ems >= SHORT else self.verdict.sizeHint().height())

    def _set_in_column(self, part: QWidget, place: int, *, scrolls: bool) -> None:
        """Move a part into the scrolling column, or back to its place in the footer."""
        if scrolls and self._column.indexOf(part) < 0:
            self._column.addWidget(part)
        elif not scrolls and self._foot.indexOf(part) < 0:
            self._foot.insertWidget(place, part)

    def _hide_details(self) -> None:
        """Hide the least important details if there is too little room: the opponent's, then the scale's numbers."""
        self._column.activate()
        lacking = self._scroll.sizeHint().height() + self._foot.totalMinimumSize().height() - self.height()
        parts = [part for part in (self._built("opponent"), self.net) if part is not None]
        lacking += sum(part.spared for part in parts if part.brief)
        before = [part.brief for part in parts]
        for part in parts:
            part.set_brief(lacking > 0)
            lacking -= part.spared
        if before != [part.brief for part in parts]:
            self._scroll.updateGeometry()
            self._whole.activate()
            self._column.activate()

    def _lay_out(self) -> None:
        """Place the modifiers in a scrolling column, odds and roll button below it, and last what follows a roll."""
        inner = QWidget()
        column = self._column = QVBoxLayout(inner)
        column.setContentsMargins(MARGIN, MARGIN - 4, MARGIN, 0)
        column.setSpacing(GAP)
        self._head = QVBoxLayout()
        self._head.addWidget(self.ability)
        column.addLayout(self._head)
        for part in (self.difficulty, self.chips, self.net):
            column.addWidget(part)
        foot = self._foot = QVBoxLayout()
        foot.setContentsMargins(MARGIN, GAP, MARGIN, GAP)
        foot.setSpacing(GAP)
        alone = QVBoxLayout(self._alone)
        alone.setContentsMargins(0, 0, 0, 0)
        alone.setSpacing(GAP)
        for one in (self.odds, self.routine):
            alone.addWidget(one)
        for always in (self._alone, self.odds.brief, self.row):
            foot.addWidget(always)
        result = QWidget()
        self._result = QVBoxLayout(result)
        self._result.setContentsMargins(MARGIN, 0, MARGIN, MARGIN - 4)
        self._result.setSpacing(GAP)
        self._result.addWidget(self.verdict)
        self._result.addStretch(1)
        self._after = RestScroll(result)
        whole = self._whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        self._scroll = FittingScroll(inner)
        whole.addWidget(self._scroll)
        whole.addLayout(foot)
        whole.addWidget(self._after, 1)
