"""The odds of the draft, with a bar of grades."""

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QToolTip, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.drafts.draft import Mode
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.rules.outcomes import CheckOdds, Grade, KaiserOdds, Odds, OwnOdds
from gm_desk.core.rules.requests import KaiserCheck
from gm_desk.core.wording.phrases import GLYPHS, WORDS, minus, percent, percent_of, signed, tip_of, without_symbols
from gm_desk.model.roll.composing import Drafting
from gm_desk.ui.theme.painting import CENTRE, RADIUS, filled, scaled, write_whole
from gm_desk.ui.theme.theme import COMPACT, FIGURE, GAP, SMALL, TARGET, TIGHT, WIDE, current_theme
from gm_desk.ui.widgets.labels import ElidedLabel, PaintedLabel, dim_label, label
from gm_desk.ui.widgets.scrolling import LatePart

if TYPE_CHECKING:
    from gm_desk.ui.roll.odds_charts import TotalCurve


class OddsBar(PaintedLabel):
    """A bar that shows how many rolls in a hundred give each grade; its tool tips list the rolls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without odds."""
        super().__init__(parent)
        self._odds: Odds | None = None
        self._counts: dict[Grade, int] = {}
        self._roll: int | None = None
        self.setObjectName("oddsBar")
        self.setAccessibleName("Odds")

    def show_odds(self, odds: Odds | None, roll: int | None = None) -> None:
        """Show odds, or an empty bar for None; `roll` is marked in the bar."""
        self._odds, self._roll = odds, roll
        self._counts = odds.counts if odds else {}
        self.setAccessibleDescription(spoken_odds(odds) if odds else "")
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, int(self.fontMetrics().height() * 1.4))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(100, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), current_theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strip = QPainterPath()
        strip.addRoundedRect(QRectF(self.rect()), RADIUS, RADIUS)
        painter.setClipPath(strip)
        filled(painter, self.rect(), theme.raised)
        font = scaled(self.font(), COMPACT)
        metrics = QFontMetricsF(font)
        for grade, box in self._parts():
            shade, number = theme.shades[grade], str(self._counts[grade])
            filled(painter, box, shade.fill)
            if box.left() > 0:
                filled(painter, QRectF(box.left(), 0, 1, box.height()), theme.seam)
            for words in (f"{GLYPHS[grade]} {number}", number):
                if metrics.horizontalAdvance(words) + 3 <= box.width():
                    write_whole(painter, box, words, shade.on_fill, CENTRE, font)
                    break
            if self._roll is not None:
                self._mark_roll(painter, grade, box, shade.on_fill)

    def _mark_roll(self, painter: QPainter, grade: Grade, box: QRectF, ink: str) -> None:
        """Mark the position of the roll within its grade."""
        rolls = self._odds.rolls[grade] if self._odds else ()
        if self._roll in rolls:
            x = box.left() + (rolls.index(self._roll) + 0.5) * box.width() / len(rolls)
            filled(painter, QRectF(x - 1, 0, 2, box.height() / 3), ink)
            filled(painter, QRectF(x - 1, box.height() * 2 / 3, 2, box.height() / 3), ink)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._odds:
            for grade, box in self._parts():
                if box.contains(event.pos()):
                    from gm_desk.model.roll.roll_text import in_ranges

                    rolls = in_ranges(self._odds.rolls[grade])
                    QToolTip.showText(event.globalPos(), tip_of(f"{GLYPHS[grade]} {WORDS[grade]}: {rolls}"), self)
                    return True
        return super().event(event)

    def _parts(self) -> list[tuple[Grade, QRectF]]:
        """Return the box of each grade, best first from the left."""
        if self._odds is None:
            return []
        edges = list(accumulate(self._counts.values(), initial=0))
        scale, tall = self.width() / edges[-1], self.height()
        return [
            (grade, QRectF(left * scale, 0, (right - left) * scale, tall))
            for grade, (left, right) in zip(self._counts, pairwise(edges), strict=True)
        ]


def grades_in_words(odds: Odds) -> str:
    """Return the odds as text: glyph, short name and chance of each grade."""
    of = odds.of
    parts = [f"{GLYPHS[grade]} {SHORT[grade]} {percent_of(count, of)}" for grade, count in odds.counts.items()]
    return "   ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)


def spoken_odds(odds: Odds) -> str:
    """Return the odds for screen readers: the whole name and the chance of each grade."""
    of = odds.of
    return ", ".join(f"{WORDS[grade]} {percent_of(count, of)}" for grade, count in odds.counts.items())


def grades_in_signs(odds: Odds) -> str:
    """Return the odds as glyphs and numbers, without impossible grades."""
    parts = [f"{GLYPHS[grade]} {count}" for grade, count in odds.counts.items() if count]
    return "   ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)


SHORT = {
    Grade.CRITICAL_SUCCESS: "critical",
    Grade.SUPERIOR_SUCCESS_X2: "superior ×2",
    Grade.SUPERIOR_SUCCESS: "superior",
    Grade.EXCELLENT_SUCCESS: "excellent",
    Grade.SUCCESS: "success",
    Grade.FAILURE: "failure",
    Grade.SUPERIOR_FAILURE: "superior",
    Grade.SUPERIOR_FAILURE_X2: "superior ×2",
    Grade.SEVERE_FAILURE: "severe",
    Grade.CRITICAL_FAILURE: "crit failure",
}


NONE = "\N{EN DASH}"
NAME = "oddsBar"
LINE = "\n"


class OddsView(Struct, frozen=True):
    """What the section shows: the number to reach, how it is `made`, its chance of an `outcome`, and the odds.

    `words` are the odds as text, `difficulty` the total that the curve marks. With odds of both sides, the test is
    `opposed`.
    """

    number: str
    spoken: str
    made: str
    chance: str
    outcome: str = "to succeed"
    words: str = ""
    odds: OwnOdds | None = None
    difficulty: int | None = None
    has_bar: bool = True
    opposed: bool = False


def view_of(drafting: Drafting) -> OddsView:
    """Return what is shown for a draft."""
    odds, opposed = drafting.reading.odds, drafting.draft.opposed
    match odds:
        case Odds():
            return _view_of_test(odds, simple=drafting.draft.mode is Mode.SIMPLE, opposed=opposed)
        case CheckOdds():
            return _view_of_check(odds, drafting)
        case None:
            return OddsView(NONE, "No target number", "target number\n", NONE, opposed=opposed)


def _view_of_test(odds: Odds, *, simple: bool, opposed: bool) -> OddsView:
    """Return the target number with the bar of grades, or the chance of a strong success if none can fail."""
    sign = "+" if odds.net >= 0 else TRUE_MINUS
    made, spoken = f"target number\n{odds.base} {sign} {abs(odds.net)}", f"Target number {odds.target}"
    chance, outcome = percent(odds.chance), "to succeed"
    words = grades_in_words(odds)
    if simple:
        outcome = "strong success"
        words = f"Always succeeds: strong {chance}, weak {percent(1 - odds.chance)}"
    number = minus(odds.target)
    return OddsView(number, spoken, made, chance, outcome, words, odds, has_bar=not simple, opposed=opposed)


def _view_of_check(odds: CheckOdds, drafting: Drafting) -> OddsView:
    """Return a difficulty with its curve, or the value that one side of a contest adds to its dice."""
    from gm_desk.ui.roll.odds_charts import in_chances

    side, reading, words = drafting.side, drafting.reading, in_chances(odds)
    net, request = reading.net.net, reading.request
    made = f"{minus(side.base)} {'+' if net >= 0 else TRUE_MINUS} {abs(net)}"
    opposed = drafting.draft.opposed
    if isinstance(request, KaiserCheck) and not opposed:
        number = minus(request.difficulty)
        made, spoken, difficulty = f"difficulty\nbase {made}", f"Difficulty {number}", request.difficulty
        chance = percent(odds.success)
        return OddsView(number, spoken, made, chance, "to succeed", words, odds, difficulty, has_bar=False)
    won = None
    if isinstance(reading.both, KaiserOdds):
        won = reading.both.a if drafting.hand == "a" else reading.both.b
    number, chance = signed(side.base + net), NONE if won is None else percent(won)
    bonus = f"bonus\n{made}"
    return OddsView(number, f"{number} bonus", bonus, chance, "to win", words, odds, has_bar=False, opposed=opposed)


class OddsSection(QWidget):
    """The odds of the draft: a bar of grades, or a curve of totals."""

    def __init__(self, drafting: Drafting, parent: QWidget | None = None) -> None:
        """Observe a draft."""
        super().__init__(parent)
        self._drafting = drafting
        self._with_words = self._with_bar = True
        self._small = self._without_curve = False
        self._target = label(size=TARGET, bold=True)
        self._target.setObjectName("targetNumber")
        self._sum = dim_label("", size=COMPACT)
        self._sum.setObjectName("targetSum")
        self._chance = label(size=FIGURE, bold=True)
        self._chance.setObjectName("chance")
        self._outcome = dim_label("to succeed", size=COMPACT)
        self._outcome.setObjectName("chanceOf")
        self.brief = ElidedLabel(bold=True)
        self.brief.setObjectName("targetAndChance")
        self.brief.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._bar = OddsBar()
        self._chances = QVBoxLayout()
        self._legend = dim_label(size=SMALL)
        self._legend.setObjectName("oddsInWords")
        self._legend.setWordWrap(True)
        self._legend.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._lay_out()
        self._view = view_of(drafting)
        self._show(self._view)
        drafting.draft_changed.connect(self.refresh)

    @property
    def parts(self) -> tuple[bool, ...]:
        """Which parts there are for the test, whether or not there is room for them: bar, curve and legend."""
        view = self._view
        return view.has_bar, isinstance(view.odds, CheckOdds), bool(view.words) and not view.opposed

    def refresh(self) -> None:
        """Update from the draft."""
        view, parts = view_of(self._drafting), self.parts
        if view != self._view:
            self._view = view
            self._show(view)
            if self.parts != parts:
                self.updateGeometry()  # at once, since the pane is fitted before its inner layouts are done

    def _show(self, view: OddsView) -> None:
        """Show a number with its odds, as a bar, as a curve, or only in words."""
        self._target.setText(view.number)
        self._target.setAccessibleName(view.spoken)
        self._chance.setText(view.chance)
        self._outcome.setText(view.outcome)
        self._show_sum()
        self.brief.setText(f"{view.number} {view.made.partition(LINE)[0]} · {view.chance} {view.outcome}")
        self._show_curve()
        if isinstance(view.odds, CheckOdds):
            self.curve.show_odds(view.odds, view.difficulty)
        elif view.has_bar:
            self._bar.show_odds(view.odds)
        self._show_legend()

    def spare_words(self, spare: bool) -> None:
        """Hide or show the odds as text below the bar."""
        self._with_words = not spare
        self._show_legend()

    def spare_bar(self, spare: bool) -> None:
        """Hide or show the bar, but not the curve, which has no replacement."""
        self._with_bar = not spare
        self._show_bar()

    def spare_curve(self, spare: bool) -> None:
        """Hide or show the curve if even the fields above it lack room; the chances as text stay."""
        self._without_curve = spare
        self._show_curve()

    def spare_size(self, spare: bool) -> None:
        """Show the target number small, in one line with its parts, or large."""
        self._target.setFont(scaled(self.font(), FIGURE if spare else TARGET, bold=True))  # whatever the text size was
        if spare == self._small:
            return
        self._small = spare
        way = QBoxLayout.Direction.LeftToRight if spare else QBoxLayout.Direction.TopToBottom
        self._chances.setDirection(way)
        self._chances.setSpacing(TIGHT if spare else 0)
        self._show_sum()

    def _show_bar(self) -> None:
        self._bar.setVisible(self._view.has_bar and self._with_bar)

    def _show_sum(self) -> None:
        """Show the parts of the number, in two lines or in one."""
        what, _, made = self._view.made.partition(LINE)
        self._sum.setText(made.removeprefix("base ") or what if self._small else self._view.made)

    def _show_legend(self) -> None:
        """Show the odds as text with the usual height of the grades of a test; as glyphs if they need more."""
        view = self._view
        shown = bool(view.words) and not view.opposed and (self._with_words or not view.has_bar)
        if shown:
            metrics = self._legend.fontMetrics()
            room = QRect(0, 0, max(1, self.width()), (2 if view.has_bar else 1) * metrics.lineSpacing())
            fits = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, view.words).height() <= room.height()
            self._legend.setText(view.words if fits or not isinstance(view.odds, Odds) else grades_in_signs(view.odds))
            self._legend.setFixedHeight(room.height())
        elif not view.words:
            self._legend.clear()
        words = ", ".join(view.words.split("   "))
        self._legend.setAccessibleName(
            spoken_odds(view.odds) if isinstance(view.odds, Odds) else without_symbols(words)
        )
        self._legend.setVisible(shown)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._show_legend()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._show_legend()

    def _show_curve(self) -> None:
        """Show the curve or the bar; the one shown has the object name."""
        curve = isinstance(self._view.odds, CheckOdds)
        if curve or OddsSection.curve.built(self) is not None:
            self.curve.setVisible(curve and not self._without_curve)
            self.curve.setObjectName(NAME if curve else "")
        self._bar.setObjectName("" if curve else NAME)
        self._show_bar()

    @LatePart
    def curve(self) -> "TotalCurve":
        """The curve, which is built for the first test whose dice are added up."""
        from gm_desk.ui.roll.odds_charts import TotalCurve

        made = TotalCurve()
        self._column.insertWidget(self._column.indexOf(self._bar) + 1, made)
        return made

    def _lay_out(self) -> None:
        column, row, right = QVBoxLayout(self), QHBoxLayout(), self._chances
        self._column = column
        column.addLayout(row)  # layouts first, then their parts, which then belong to the widget
        right.setSpacing(0)
        row.setSpacing(WIDE)
        row.addWidget(self._target)
        row.addWidget(self._sum, 1, Qt.AlignmentFlag.AlignBottom)
        row.addLayout(right)
        row.setAlignment(right, Qt.AlignmentFlag.AlignBottom)
        right.addWidget(self._chance, alignment=Qt.AlignmentFlag.AlignRight)
        right.addWidget(self._outcome, alignment=Qt.AlignmentFlag.AlignRight)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(self._bar)
        column.addWidget(self._legend)
