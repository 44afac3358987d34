"""The odds of the draft, and the strip with the chances to win an opposed test."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct
from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.drafts.draft import Mode
from gm_desk.core.notation.numbers import minus, signed
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.rules.outcomes import CheckOdds, Grade, KaiserOdds, Odds, OwnOdds
from gm_desk.core.rules.requests import KaiserCheck
from gm_desk.core.wording.phrases import percent, without_symbols
from gm_desk.model.roll.composing import Drafting
from gm_desk.ui.roll.odds_bar import OddsBar, TotalCurve, grades_in_signs, grades_in_words, spoken_odds
from gm_desk.ui.theme.painting import LEFT, scaled, width_of, write
from gm_desk.ui.theme.theme import COMPACT, FIGURE, GAP, SMALL, TARGET, TIGHT, WIDE, current_theme
from gm_desk.ui.widgets.labels import ElidedLabel, PaintedLabel, dim_label, label

Shares = Sequence[tuple[str, Fraction]]
HUES = (Grade.SUCCESS, None, Grade.CRITICAL_FAILURE)
STRIP = 6.0
PART_GAP = 12


class OddsStrip(PaintedLabel):
    """A strip of the chances to win, to tie and to lose, with labels below it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._shares: Shares | None = None
        self.setObjectName("contestOdds")

    def show_shares(self, shares: Shares) -> None:
        """Show shares; without shares the strip is empty."""
        if shares == self._shares:
            return
        self._shares = shares
        self.setAccessibleName("Odds: " + (", ".join(_words(*share) for share in shares) or "not known yet"))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(160, int(STRIP + 4 + self.fontMetrics().height()))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(100, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        font, shares = scaled(self.font(), SMALL), self._shares or ()
        x, words = 0.0, QRectF(self.rect()).adjusted(0, STRIP + 3, 0, 0)
        exact = [_words(*share) for share in shares]
        digits = 1 if sum(width_of(font, text) + PART_GAP for text in exact) <= self.width() + PART_GAP else 0
        for (name, share), grade in zip(shares, HUES, strict=False):
            theme = current_theme()
            hue = theme.shades[grade].fill if grade else theme.line
            width = float(share) * self.width()
            painter.fillRect(QRectF(x, 0, width, STRIP), QColor(hue))
            x += width
            text = _words(name, share, digits)
            write(painter, words, text, theme.dim if grade is None else theme.text, LEFT, font)
            words.setLeft(words.left() + width_of(font, text) + PART_GAP)


def _words(name: str, share: Fraction, digits: int = 1) -> str:
    """Return the label of a share with its chance."""
    return f"{name} {percent(share, digits)}"


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
        self._curve = TotalCurve()
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
            self._curve.show_odds(view.odds, view.difficulty)
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
        self._curve.setVisible(curve and not self._without_curve)
        self._curve.setObjectName(NAME if curve else "")
        self._bar.setObjectName("" if curve else NAME)
        self._show_bar()

    def _lay_out(self) -> None:
        column, row, right = QVBoxLayout(self), QHBoxLayout(), self._chances
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
        column.addWidget(self._curve)
        column.addWidget(self._legend)


def in_chances(odds: CheckOdds) -> str:
    """Return the chances of a fumble and of an open roll as text, without those that are zero."""
    named_chances = (("✖ fumble", odds.fumble), ("★ open roll", odds.open))
    space = "\N{NO-BREAK SPACE}"
    return "   ".join(
        f"{what} {percent(chance)}".replace(" ", space) for what, chance in named_chances if chance != Fraction(0)
    )
