"""The layout of the test pane, whose parts are not moved by rolls, modifiers or points."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gm_desk.model.roll.composing import Drafting
from gm_desk.ui.roll.ability_head import AbilityHead, ModeBar, RoutineLine
from gm_desk.ui.roll.chips import Chips
from gm_desk.ui.roll.difficulty import DifficultyBar
from gm_desk.ui.roll.net import NetSection
from gm_desk.ui.roll.odds import OddsSection
from gm_desk.ui.roll.roll_row import RollRow
from gm_desk.ui.roll.verdict import MOST, RESULT, VERDICT, VerdictLine, room_below
from gm_desk.ui.theme.theme import EDGE, GAP, HALF, TIGHT
from gm_desk.ui.widgets.flow import SteadyBox
from gm_desk.ui.widgets.scrolling import FittingScroll, FixedScroll, RestScroll, Squeeze, height_in

if TYPE_CHECKING:
    from gm_desk.ui.combat.attack_choices import AttackChoices
    from gm_desk.ui.roll.group_section import GroupSection
    from gm_desk.ui.roll.opponent_box import OpponentBox

MARGIN = EDGE
DAMAGE, ALL, APPLY, HIT, LOW_HIT, TWO_SIDES = 10.5, 11.2, 7.2, 4.6, 3.0, 2.4
"""Least heights, in heights of the font, for what follows an attack: below rows of choices, below choices in one line,
with little room for the button that applies the damage, for two rows or one; and for the verdict of the other side."""
CHECKS = 3
"""The number of checks whether everything fits, since nested parts are laid out in several passes."""


class PaneLayout(QObject):
    """The column of the test from the ability to the odds and *Roll*, followed by the parts after a roll.

    If there is too little height, details are hidden in turn. Which ones depends only on the size and on the kind of
    test. If it is still too high, the choices, the difficulty and the modifiers scroll, but never what is above and
    below them.
    """

    def __init__(self, pane: QWidget, drafting: Drafting, row: RollRow, verdict: VerdictLine) -> None:
        """Create the column in a pane, with the parts that every test has."""
        super().__init__(pane)
        self._pane, self._drafting, self._row, self._verdict = pane, drafting, row, verdict
        self._asked = self._fitted = tuple[object, ...]()
        self._known: dict[tuple[object, ...], tuple[bool, int | None]] = {}
        self._refit = QTimer(self, interval=0, singleShot=True)
        self._refit.timeout.connect(self._fit_anew)
        self._measured = QTimer(self, interval=0, singleShot=True)
        self._measured.timeout.connect(self._check)  # again, after changed parts have been laid out
        self._checks, self._used, self._in_lines, self._begins_in_line = 0, 0, False, False
        self._opponent: OpponentBox | None = None
        self._attack: AttackChoices | None = None
        self._choices: FixedScroll | None = None
        self._levels: QWidget | None = None
        self._group: GroupSection | None = None
        self.alone = SteadyBox()
        self._lay_out()

    def _lay_out(self) -> None:
        inner, result, self._below = QWidget(), QWidget(), QWidget()
        self._column, self._foot = QVBoxLayout(inner), QVBoxLayout()
        self._top, self._head = QVBoxLayout(), QVBoxLayout()
        self._beside_odds = QVBoxLayout(self.alone.inner)
        self._beside_odds.setContentsMargins(0, 0, 0, 0)
        self._beside_odds.setSpacing(GAP)
        self._result = QVBoxLayout(result)
        self._result.setContentsMargins(MARGIN, 0, MARGIN, MARGIN - 4)
        self._result.setSpacing(GAP)
        self._result.addStretch(1)
        verdict = QVBoxLayout()
        verdict.setContentsMargins(MARGIN, 0, MARGIN, 0)
        below = QVBoxLayout(self._below)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(HALF)
        below.addLayout(verdict)
        verdict.addWidget(self._verdict)
        self._rest = RestScroll(result)
        below.addWidget(self._rest, 1)
        self._scroll = FittingScroll(inner)
        whole = self._whole = QVBoxLayout(self._pane)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(self._top)
        self._top.addLayout(self._head)
        whole.addWidget(self._scroll)
        whole.addStretch()
        whole.addLayout(self._foot)
        whole.addWidget(self._below, 1)

    def place_head(self, ability: AbilityHead, modes: ModeBar) -> None:
        """Place the heading, to which the mode buttons are added later."""
        self._ability, self._modes = ability, modes
        self._head.addWidget(ability)

    def place(
        self, difficulty: DifficultyBar, chips: Chips, net: NetSection, odds: OddsSection, routine: RoutineLine
    ) -> None:
        """Place the parts that every test has, below the heading."""
        self._difficulty, self._chips, self._net = difficulty, chips, net
        self._odds, self._routine = odds, routine
        rows: tuple[tuple[QVBoxLayout, tuple[QWidget, ...]], ...] = (
            (self._column, (difficulty, chips)),
            (self._beside_odds, (odds, routine)),
            (self._foot, (net, self.alone, odds.brief, self._row)),
        )
        for column, parts in rows:
            for part in parts:
                column.addWidget(part)
        self._squeeze = Squeeze(
            self._spare_third_row_of_chips,
            self._spare_row_of_chips,
            self._spare_routine,
            self._ability.set_brief,
            odds.spare_words,
            self._spare_following,
            self._spare_result,
            net.set_brief,
            self._spare_heading,
            self._spare_gaps,
            self._spare_caption,
            odds.spare_size,
            net.set_in_line,
            self._spare_opponent,
            self._spare_choices,
            self._spare_group,
            self._spare_damage,
            odds.spare_bar,
            self._spare_odds,
            self._spare_all_gaps,
            odds.spare_curve,
            self._spare_row,
            self._spare_scale,
            self._spare_height,
        )

    def place_modes(self, *, below: bool) -> None:
        """Place the mode buttons at the end of the heading, or below it if there are many."""
        if below:
            self._head.addWidget(self._modes)
        else:
            self._ability.end_with(self._modes)

    def place_attack(self, attack: "AttackChoices") -> None:
        """Place the choices of an attack above the difficulty, and their notice beside its name."""
        self._attack = attack
        self._choices = FixedScroll(attack)
        self._column.insertWidget(self._column.indexOf(self._difficulty), self._choices)
        self._difficulty.say_beside(attack.notice)

    def place_levels(self, levels: QWidget) -> None:
        """Place the levels of a side below its modifiers."""
        self._levels = levels
        self._column.insertWidget(self._column.indexOf(self._chips) + 1, levels)

    def place_opponent(self, opponent: "OpponentBox") -> None:
        """Place the other side below the ability, and the chances to win below the odds."""
        self._opponent = opponent
        self._top.addWidget(opponent)
        self._foot.insertWidget(self._foot.indexOf(self._row), opponent.strip)

    def place_group(self, group: "GroupSection") -> None:
        """Place the group that rolls in the place of the odds of a single character."""
        self._group = group
        self._foot.insertWidget(1, group)

    def place_result(self, part: QWidget, after: QWidget | None = None) -> None:
        """Place a part that follows a roll below its verdict, after another part or first."""
        self._result.insertWidget(0 if after is None else self._result.indexOf(after) + 1, part)

    def begin_result(self) -> None:
        """Scroll what follows a roll to its beginning."""
        self._rest.verticalScrollBar().setValue(0)

    def bring_into_sight(self, part: QWidget) -> None:
        """Scroll to a part that follows a roll."""
        self._rest.ensureWidgetVisible(part, 0, 0)

    def refit(self) -> None:
        """Measure everything again, once all parts have changed their fonts."""
        self._refit.start()

    def _fit_anew(self) -> None:
        self._fitted = ()
        self._known.clear()
        self.fit()

    def fit(self) -> None:
        """Hide details if there is too little room, as before in the same case, once all parts show the draft."""
        if self._drafting.changing:
            return
        if self._choices is not None and self._attack is not None:
            self._choices.setHidden(self._attack.isHidden())
        case = self._case()
        if case == self._fitted:
            return
        self._asked = self._fitted = case
        self._begins_in_line, spared = self._known.get(case, (False, None))
        self._squeeze.fit(self._fits, spared)
        if spared is None and self._attack is not None and self._attack.in_line:
            self._begins_in_line = True  # which leaves room for details that are hidden by now
            self._squeeze.fit(self._fits)
        self._measure()
        self._fitted = self._case()  # the heading is lower if its details are hidden
        self._checks = CHECKS if spared is None else 1
        self._measured.start()

    def _case(self) -> tuple[object, ...]:
        """Return everything on which it depends what is hidden."""
        rows, draft = self._choices, self._drafting.draft
        choices = 0 if rows is None or rows.isHidden() else rows.natural_height
        late = [part for part in (self._levels, self._group) if part is not None]
        shown = tuple((part.isHidden(), part.minimumSizeHint().height()) for part in late)
        opposed = self._opponent is not None and not self._opponent.isHidden()
        hidden = self._difficulty.isHidden(), self.alone.isHidden(), self._odds.parts
        head = height_in(self._ability, self._width), hidden
        return self._pane.size().toTuple(), self._room, draft.mode, bool(draft.attack), opposed, shown, choices, head

    def _check(self) -> None:
        """Hide one more detail if parts turned out higher after their layout."""
        more = not self._fits() and self._squeeze.spare_more()
        self._checks -= not more
        if more or self._checks:
            self._measured.start()
        else:
            self._known[self._asked] = (self._begins_in_line, self._squeeze.spared)
        self._measure()

    def _measure(self) -> None:
        """Update the measurements of all parts and the height of the column."""
        self._scroll.set_whole(self._fits())
        most = MOST if self._drafting.draft.attack else int(self._em * self._room)
        self._below.setMaximumHeight(max(most, self._below.minimumHeight()))  # so that *Roll* keeps its place
        self._chips.fill(self._pane.height() - self._used - self._below.maximumHeight())
        self._place_notice()
        self._column.invalidate()
        self._column.activate()
        self._scroll.updateGeometry()
        self._whole.invalidate()
        self._whole.activate()
        self._scroll.settle_bar()

    @property
    def _width(self) -> int:
        return max(1, self._pane.width() - 2 * MARGIN)

    def _fits(self) -> bool:
        """Return whether all parts fit without scrolling."""
        parts: list[QWidget | None] = [self._ability, self._odds.brief, self.alone, self._row, self._levels]
        parts += [self._difficulty, self._chips, self._net, self._opponent]
        parts += [self._opponent.strip] if self._opponent is not None else []
        heights = [self._modes_height, *(height_in(part, self._width) for part in parts if part is not None)]
        if self._choices is not None and not self._choices.isHidden():
            heights.append(self._choices.sizeHint().height())
        if self._group is not None and not self._group.isHidden():
            heights.append(self._group.minimumSizeHint().height())
        gaps = self._column.spacing() * sum(1 for height in heights if height)
        margins = self._top.contentsMargins().top() + self._foot.contentsMargins().bottom()
        self._used = sum(heights) + gaps + margins
        return self._used + self._below.minimumHeight() <= self._pane.height()

    @property
    def spared_height(self) -> int:
        """The height of all but *Roll* and a verdict, without which the pane is not as high as all its parts."""
        parts = self._top.minimumSize().height() + self._net.minimumSizeHint().height()
        return parts + self._scroll.spared_height + self._below.minimumHeight() - int(self._em * VERDICT)

    @property
    def _room(self) -> float:
        """The room below *Roll* in heights of the font, except after an attack."""
        em, levels = self._em, bool(self._drafting.context.system.levels)
        return room_below(self._pane.height() / em, self._modes_height / em, levels=levels)

    @property
    def _modes_height(self) -> int:
        return height_in(self._modes, self._width) if self._head.count() > 1 else 0

    @property
    def _em(self) -> int:
        return self._pane.fontMetrics().height()

    def _spare_following(self, spare: bool) -> None:
        """Show the verdict of two sides in one line after an attack, of which more follows than of any other test."""
        short = spare and bool(self._drafting.draft.attack)
        self._verdict.set_short(short)
        if short:
            self._reserve_for_damage(0)

    def _spare_result(self, spare: bool) -> None:
        """Reserve space for the verdict of two sides and the parts after it, which are kept longer after an attack."""
        if self._drafting.draft.attack:
            self._reserve_for_damage(0 if spare else TWO_SIDES)
        else:
            self._below.setMinimumHeight(int(self._em * self._room))  # so that *Roll* keeps its place
            self._verdict.set_short(self._room < RESULT)

    def _reserve_for_damage(self, more: float) -> None:
        """Reserve space for the verdict of an attack, its damage and what follows from it."""
        self._below.setMinimumHeight(int(self._em * (more + (ALL if self._begins_in_line else DAMAGE))))

    def _spare_damage(self, spare: bool) -> None:
        """Reserve less after an attack: space for the button that applies the damage."""
        if spare and self._drafting.draft.attack:
            self._below.setMinimumHeight(int(self._em * APPLY))

    def _spare_row(self, spare: bool) -> None:
        """Reserve space for only the verdict, or for two rows after an attack."""
        if spare:
            self._below.setMinimumHeight(int(self._em * (HIT if self._drafting.draft.attack else VERDICT)))

    def _spare_group(self, spare: bool) -> None:
        """Keep room for a few members of the group that rolls, or for half a dozen."""
        if self._group is not None:
            self._group.spare_rows(spare)

    def _spare_routine(self, spare: bool) -> None:
        """Reserve a line for the note that no roll is needed, or none; contests have no such note."""
        policy = self._routine.sizePolicy()
        policy.setRetainSizeWhenHidden(not spare and not self._drafting.draft.opposed)
        self._routine.setSizePolicy(policy)
        self._routine.set_spared(spare)

    def _spare_third_row_of_chips(self, spare: bool) -> None:
        """Keep room for two rows of chips, or for three."""
        self._chips.reserve(2 if spare else 3)

    def _spare_row_of_chips(self, spare: bool) -> None:
        if spare:
            self._chips.reserve(1)

    def _spare_heading(self, spare: bool) -> None:
        """Hide or show the heading of the chips; the net then counts them."""
        self._chips.spare_heading(spare)
        self._net.count_modifiers(spare)

    def _spare_gaps(self, spare: bool) -> None:
        """Place the parts close to each other, or apart."""
        self._set_gap(TIGHT if spare else GAP)

    def _spare_all_gaps(self, spare: bool) -> None:
        if spare:
            self._set_gap(HALF)

    def _set_gap(self, gap: int) -> None:
        self._column.setSpacing(gap)
        self._top.setSpacing(gap)
        self._top.setContentsMargins(MARGIN, min(MARGIN - 4, gap), MARGIN, 0)
        self._column.setContentsMargins(MARGIN, gap, MARGIN, 0)
        self._foot.setSpacing(gap)
        self._foot.setContentsMargins(MARGIN, gap, MARGIN, min(gap, TIGHT) if self._drafting.draft.attack else TIGHT)

    def _spare_caption(self, spare: bool) -> None:
        """Hide or show the caption of the difficulty, beside which an attack has its notice."""
        self._difficulty.spare_caption(spare and not self._drafting.draft.attack)

    def _spare_choices(self, spare: bool) -> None:
        """Show the choices of an attack in one line, each with a list, or all their options in rows."""
        if self._attack is not None and self._choices is not None:
            in_line = spare or self._begins_in_line
            self._attack.set_in_line(in_line)
            self._choices.set_height(self._attack.line_height if in_line else self._choices.natural_height)

    def _spare_scale(self, spare: bool) -> None:
        """Show the net of an attack as a number that is raised and lowered, and its difficulty without a caption.

        The notice of the attack is then beside the net.
        """
        self._in_lines = spare and self._attack is not None and bool(self._drafting.draft.attack)
        self._net.spare_scale(self._in_lines)
        if self._in_lines:
            self._difficulty.spare_caption(spare)

    def _place_notice(self) -> None:
        """Place the notice of an attack beside the net, which keeps room for it, if its usual place is hidden."""
        if self._attack is None:
            return
        beside_net = self._in_lines or self._difficulty.isHidden()  # a contest has no difficulty in Kaiser
        notice, where = self._attack.notice, self._net if beside_net else self._difficulty
        if not where.isAncestorOf(notice):
            policy = notice.sizePolicy()
            policy.setRetainSizeWhenHidden(self._in_lines)
            notice.setSizePolicy(policy)
            where.say_beside(notice)

    def _spare_height(self, spare: bool) -> None:
        """Show *Roll* and what is beside it low, and reserve less for what follows an attack."""
        self._row.set_low(spare or (self._room == VERDICT and not self._drafting.draft.attack))
        if spare and self._drafting.draft.attack:
            self._below.setMinimumHeight(int(self._em * LOW_HIT))

    def _spare_opponent(self, spare: bool) -> None:
        """Show the other side in one row, or in two."""
        if self._opponent is not None:
            self._opponent.set_brief(spare)

    def _spare_odds(self, spare: bool) -> None:
        """Show the odds of a side in one line, or in full; the chances to win stay."""
        brief = spare and self._drafting.draft.opposed
        self._odds.setHidden(brief)
        self._odds.brief.setVisible(brief and not self.alone.isHidden())
