"""The layout of the test pane, whose parts are not moved by rolls, modifiers or points."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QLayout, QSizePolicy, QVBoxLayout, QWidget

from gm_desk.model.roll.composing import Drafting
from gm_desk.ui.roll.ability_head import AbilityHead, ModeBar, RoutineLine
from gm_desk.ui.roll.chips import Chips
from gm_desk.ui.roll.difficulty import DifficultyBar
from gm_desk.ui.roll.net import NetSection
from gm_desk.ui.roll.odds import OddsSection
from gm_desk.ui.roll.roll_row import RollRow
from gm_desk.ui.roll.verdict import ResultArea, VerdictLine
from gm_desk.ui.theme.theme import EDGE, GAP, HALF, TIGHT
from gm_desk.ui.widgets.flow import SteadyBox, layouts_in, settle_layouts, widgets_in
from gm_desk.ui.widgets.scrolling import FittingScroll, FixedScroll, Squeeze, height_in

if TYPE_CHECKING:
    from gm_desk.ui.combat.attack_choices import AttackChoices
    from gm_desk.ui.roll.group_section import GroupSection
    from gm_desk.ui.roll.opponent_box import OpponentBox

MARGIN = EDGE
LEAST, ENOUGH = 2.65, 11.8
"""The least room below *Roll*, and what an attack needs, in heights of the font like the other heights here."""
SHARE, LITTLE = 0.43, 10.6
"""The share of the room below *Roll* in what a pane is higher than a little."""
LEAST_ABOVE, LEVELS, MOST_ABOVE = 18.3, 3.8, 43.0
"""The height of a test up to *Roll* without details, what levels add to it, and the height with all details."""
LOW, TWO_SIDES, WITH_DAMAGE = 24.0, 6.6, 12.9
"""The height of a pane whose *Roll* is low, and the room that a verdict of two sides needs for more than one line,
without and with damage below it."""
CHECKS = 3
"""The most checks whether the same details fit, since nested parts are laid out in several passes."""


def room_below(height: float, *, levels: bool) -> float:
    """Return the room below *Roll* in a pane of a height, in a system that has levels or not.

    *Roll* stays where it is, whatever is rolled, as this depends on nothing else.
    """
    share, above = SHARE * (height - LITTLE), LEAST_ABOVE + LEVELS * levels
    return max(LEAST, height - MOST_ABOVE, min(ENOUGH, share, height - above))


class PaneParts(NamedTuple):
    """The parts that every test has."""

    ability: AbilityHead
    modes: ModeBar
    difficulty: DifficultyBar
    chips: Chips
    net: NetSection
    odds: OddsSection
    routine: RoutineLine
    row: RollRow


class PaneColumn(QVBoxLayout):
    """The column of a test from the ability to *Roll*.

    If it is too high, the choices, the difficulty and the modifiers scroll, but never what is above and below them.
    """

    def __init__(self, pane: QWidget, parts: PaneParts) -> None:
        """Place the parts that every test has in a pane, whose `whole` layout has room for more below them."""
        super().__init__()
        self.whole = QVBoxLayout(pane)
        self.whole.setContentsMargins(0, 0, 0, 0)
        self.whole.setSpacing(0)
        self.whole.addLayout(self, 1)  # layouts first, then their parts, which then belong to the pane
        self.parts = parts
        self.alone = SteadyBox()
        self.opponent: OpponentBox | None = None
        self.attack: AttackChoices | None = None
        self.choices: FixedScroll | None = None
        self.levels: QWidget | None = None
        self.group: GroupSection | None = None
        inner = QWidget()
        self._scroll = FittingScroll(inner)
        self._scroll.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._head, self._top, self._foot = (QVBoxLayout() for _ in range(3))
        self._middle = QVBoxLayout(inner)
        beside_odds = QVBoxLayout(self.alone.inner)
        beside_odds.setContentsMargins(0, 0, 0, 0)
        beside_odds.setSpacing(GAP)
        self.setSpacing(0)
        self.addLayout(self._top)
        self._top.addLayout(self._head)
        self.addWidget(self._scroll, 1)
        self.addLayout(self._foot)
        columns: tuple[tuple[QVBoxLayout, tuple[QWidget, ...]], ...] = (
            (self._head, (parts.ability,)),
            (self._middle, (parts.difficulty, parts.chips)),
            (beside_odds, (parts.odds, parts.routine)),
            (self._foot, (parts.net, self.alone, parts.odds.brief, parts.row)),
        )
        for column, widgets in columns:
            for widget in widgets:
                column.addWidget(widget)
        parts.ability.stackUnder(self._scroll)  # assistive tools read in the order of the stack, from the bottom

    def place_modes(self, *, below: bool) -> None:
        """Place the mode buttons at the end of the heading, or below it if there are many."""
        if below:
            self._head.addWidget(self.parts.modes)
        else:
            self.parts.ability.end_with(self.parts.modes)

    def place_attack(self, attack: "AttackChoices") -> None:
        """Place the choices of an attack above the difficulty, and their notice beside its name."""
        self.attack, self.choices = attack, FixedScroll(attack)
        self._middle.insertWidget(0, self.choices)
        self.parts.difficulty.say_beside(attack.notice)

    def place_levels(self, levels: QWidget) -> None:
        """Place the levels of a side below its modifiers."""
        self.levels = levels
        self._middle.addWidget(levels)

    def place_opponent(self, opponent: "OpponentBox") -> None:
        """Place the other side below the ability, and the chances to win below the odds."""
        self.opponent = opponent
        self._top.addWidget(opponent)
        opponent.stackUnder(self._scroll)
        self._foot.insertWidget(self._foot.indexOf(self.parts.row), opponent.strip)
        opponent.strip.stackUnder(self.parts.row)

    def place_group(self, group: "GroupSection") -> None:
        """Place the group that rolls in the place of the odds of a single character."""
        self.group = group
        self._foot.insertWidget(1, group)
        group.stackUnder(self.alone)

    def set_gap(self, gap: int) -> None:
        """Set the space between the parts."""
        for column in (self._top, self._middle, self._foot):
            column.setSpacing(gap)
            column.setContentsMargins(MARGIN, gap, MARGIN, 0)
        self._top.setContentsMargins(MARGIN, min(MARGIN - 4, gap), MARGIN, 0)
        self._foot.setContentsMargins(MARGIN, gap, MARGIN, TIGHT)

    def placed(self) -> "Placed":
        """Return what is placed in each column now, for measuring it many times."""
        columns = (self._head, self._top, self._middle, self._foot)
        return [(column, [(part, layouts_in(part)) for part in widgets_in(column)]) for column in columns]

    def least_height(self, width: int, placed: "Placed") -> int:
        """Return the height at which nothing has to scroll; `placed` is what is placed in each column."""
        height = 0
        for column, parts in placed:
            for part, layouts in parts:
                if not part.isHidden():
                    settle_layouts(part, layouts)
            column.invalidate()
            if column is not self._head:
                least = column.minimumHeightForWidth(width)
                height += least if column.hasHeightForWidth() else column.minimumSize().height()
        return height

    def settle(self, *, fits: bool) -> None:
        """Lay out the column at once within the whole pane, with a scroll bar unless it `fits`."""
        self._scroll.set_whole(fits)
        if self.group is not None:
            self.group.view.set_low(not fits)  # what scrolls has the room that is left
        self._middle.invalidate()
        self._scroll.updateGeometry()
        self.whole.invalidate()
        self.whole.activate()
        self._middle.activate()  # after its height has changed: else a part could have a scroll bar in between
        self._scroll.settle_bar()


Placed = list[tuple[QVBoxLayout, list[tuple[QWidget, list[QLayout]]]]]
"""The parts in each column, each with its layouts."""


class PaneDetails:
    """The details of a test, which are hidden in turn if there is too little height, the least important first."""

    def __init__(self, column: PaneColumn, drafting: Drafting) -> None:
        """List the details of a column, in their order."""
        self._column, self._parts, self._drafting = column, column.parts, drafting
        self._gaps, self._rows = frozenset[int](), frozenset[int]()
        self._without_caption = self._in_line = False
        """Whether the difficulty has no caption, and whether the net has no scale."""
        net, odds = self._parts.net, self._parts.odds
        self.steps = (
            self._spare_routine,
            self._parts.ability.set_brief,
            odds.spare_words,
            net.set_brief,
            partial(self._limit_gap, TIGHT),
            partial(self._limit_rows, 2),
            partial(self._limit_rows, 1),
            self._spare_heading,
            self._spare_caption,
            odds.spare_size,
            net.set_in_line,
            self._spare_opponent,
            self._spare_choices,
            self._spare_group,
            odds.spare_bar,
            self._spare_odds,
            partial(self._limit_gap, HALF),
            odds.spare_curve,
            self._spare_scale,
        )

    def place_notice(self) -> None:
        """Place the notice of an attack beside the net, which keeps room for it, if its usual place is hidden."""
        attack, difficulty = self._column.attack, self._parts.difficulty
        if attack is None:
            return
        beside_net = self._in_line or difficulty.isHidden()  # a contest has no difficulty in Kaiser
        notice, where = attack.notice, self._parts.net if beside_net else difficulty
        if not where.isAncestorOf(notice):
            policy = notice.sizePolicy()
            policy.setRetainSizeWhenHidden(self._in_line)
            notice.setSizePolicy(policy)
            where.say_beside(notice)

    def _spare_routine(self, spare: bool) -> None:
        """Reserve a line for the note that no roll is needed, or none; contests have no such note."""
        policy = self._parts.routine.sizePolicy()
        policy.setRetainSizeWhenHidden(not spare and not self._drafting.draft.opposed)
        self._parts.routine.setSizePolicy(policy)
        self._parts.routine.set_spared(spare)

    def _limit_rows(self, rows: int, spare: bool) -> None:
        """Keep room for no more than some rows of chips, or for more again; they use what is left as well.

        A contest keeps one more, since it has neither the words nor the note of another test.
        """
        self._rows = self._rows | {rows} if spare else self._rows - {rows}
        self._parts.chips.reserve(min(self._rows | {2 + self._drafting.draft.opposed}))

    def _spare_heading(self, spare: bool) -> None:
        """Hide or show the heading of the chips; the net then counts them."""
        self._parts.chips.spare_heading(spare)
        self._parts.net.count_modifiers(spare)

    def _limit_gap(self, gap: int, spare: bool) -> None:
        """Place the parts no further from each other than by a gap, or further again."""
        self._gaps = self._gaps | {gap} if spare else self._gaps - {gap}
        self._column.set_gap(min(self._gaps | {GAP}))

    def _spare_caption(self, spare: bool) -> None:
        """Hide or show the caption of the difficulty, beside which an attack has its notice."""
        self._without_caption = spare and not self._drafting.draft.attack
        self._show_caption()

    def _spare_choices(self, spare: bool) -> None:
        """Show the choices of an attack in one line, each with a list, or all their options in rows."""
        attack, choices = self._column.attack, self._column.choices
        if attack is not None and choices is not None:
            attack.set_in_line(spare)
            settle_layouts(attack)  # its rows are as high as their lines, once they have their width
            choices.set_height(attack.line_height if spare else choices.natural_height)

    def _spare_scale(self, spare: bool) -> None:
        """Show the net of an attack as a number that is raised and lowered, and its difficulty without a caption.

        The notice of the attack is then beside the net.
        """
        self._in_line = spare and self._column.attack is not None and bool(self._drafting.draft.attack)
        self._parts.net.spare_scale(self._in_line)
        self._show_caption()

    def _show_caption(self) -> None:
        self._parts.difficulty.spare_caption(self._in_line or self._without_caption)

    def _spare_opponent(self, spare: bool) -> None:
        """Show the other side in one row, or in two."""
        if self._column.opponent is not None:
            self._column.opponent.set_brief(spare)

    def _spare_group(self, spare: bool) -> None:
        """Keep room for a few members of the group that rolls, or for half a dozen."""
        if self._column.group is not None:
            self._column.group.spare_rows(spare)

    def _spare_odds(self, spare: bool) -> None:
        """Show the odds of a side in one line, or in full; the chances to win stay."""
        brief = spare and self._drafting.draft.opposed
        self._parts.odds.setHidden(brief)
        self._parts.odds.brief.setVisible(brief and not self._column.alone.isHidden())


class PaneLayout(QObject):
    """Hides details of a test if there is too little height; which ones depends only on the size and on the kind."""

    def __init__(self, pane: QWidget, drafting: Drafting, column: PaneColumn, verdict: VerdictLine) -> None:
        """Lay out a pane: the column of the test, and below it what follows a roll."""
        super().__init__(pane)
        self._pane, self._drafting, self._column, self._verdict = pane, drafting, column, verdict
        self.result = ResultArea(verdict)
        self._details = PaneDetails(column, drafting)
        self._squeeze = Squeeze(*self._details.steps)
        self._asked = self._fitted = tuple[object, ...]()
        self._known: dict[tuple[object, ...], frozenset[int]] = {}
        self._refit = QTimer(self, interval=0, singleShot=True)
        self._refit.timeout.connect(self._fit_anew)
        self._measured = QTimer(self, interval=0, singleShot=True)
        self._measured.timeout.connect(self._check)  # again, after changed parts have been laid out
        self._checks = self._height = 0
        self._placed: Placed = []
        column.whole.addWidget(self.result)

    def refit(self) -> None:
        """Measure everything again, once all parts have changed their fonts."""
        self._refit.start()

    def _fit_anew(self) -> None:
        self._fitted = ()
        self._known.clear()
        self.fit()

    def fit(self) -> None:
        """Hide details if there is too little room, as before in the same case, once all parts show the draft.

        A pane that has not been shown in its present size is laid out when it is.
        """
        if self._drafting.changing or self._pane.testAttribute(Qt.WidgetAttribute.WA_PendingResizeEvent):
            return
        if self._column.choices is not None and self._column.attack is not None:
            self._column.choices.setHidden(self._column.attack.isHidden())
        case = self._case()
        if case == self._fitted:
            return
        self._set_room()
        spared = self._known.get(case)
        with self._measuring():
            self._squeeze.fit(self._fits, spared)
            self._settle()
        self._asked, self._fitted = case, self._case()  # the heading is lower if its details are hidden
        if spared is None:
            self._checks = CHECKS
            self._measured.start()

    def _set_room(self) -> None:
        """Set the height of what is below *Roll*, and that of *Roll*."""
        em = self._pane.fontMetrics().height()
        height = self._pane.height() / em
        room = room_below(height, levels=bool(self._drafting.context.system.levels))
        self.result.setFixedHeight(int(em * room))
        self._verdict.set_short(room < (WITH_DAMAGE if self._drafting.draft.attack else TWO_SIDES))
        self._column.parts.row.set_low(height < LOW)

    def _case(self) -> tuple[object, ...]:
        """Return everything on which it depends what is hidden."""
        column, draft = self._column, self._drafting.draft
        choices = 0 if column.choices is None or column.choices.isHidden() else column.choices.natural_height
        late = [part for part in (column.levels, column.group) if part is not None]
        shown = tuple((part.isHidden(), part.minimumSizeHint().height()) for part in late)
        opposed = column.opponent is not None and not column.opponent.isHidden()
        hidden = column.parts.difficulty.isHidden(), column.alone.isHidden(), column.parts.odds.parts
        head = height_in(column.parts.ability, max(1, self._pane.width() - 2 * MARGIN))
        return self._pane.size().toTuple(), draft.mode, bool(draft.attack), opposed, shown, choices, head, hidden

    def _check(self) -> None:
        """Choose the details again if parts have another height after their layout."""
        with self._measuring():
            if self._checks and self._least_height() != self._height:
                self._checks -= 1
                self._squeeze.fit(self._fits)
                self._measured.start()
            else:
                self._known[self._asked] = self._squeeze.spared
            self._settle()

    @contextmanager
    def _measuring(self) -> Iterator[None]:
        """Keep what is placed in each column meanwhile, but no longer: PySide's wrappers would outlive the layouts."""
        self._placed = self._column.placed()
        try:
            yield
        finally:
            self._placed = []

    def _settle(self) -> None:
        self._details.place_notice()
        self._height = self._least_height()
        self._column.settle(fits=self._fits())

    def _least_height(self) -> int:
        return self._column.least_height(self._pane.width(), self._placed)

    def _fits(self) -> bool:
        """Return whether all parts fit without scrolling."""
        return self._least_height() + self.result.minimumHeight() <= self._pane.height()
