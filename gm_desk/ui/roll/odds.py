"""The odds of the draft, and the strip with the chances to win an opposed test."""

from collections.abc import Sequence
from fractions import Fraction

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.drafts.draft import Mode
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.rules.outcomes import CheckOdds, Grade, KaiserOdds, Odds
from gm_desk.core.rules.requests import KaiserCheck
from gm_desk.core.wording.chances import percent
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.wording import minus, signed
from gm_desk.ui.roll.odds_bar import OddsBar, TotalCurve, in_signs, in_words
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
        self._shares: Shares = ()
        self.setObjectName("contestOdds")

    def show_shares(self, shares: Shares) -> None:
        """Show shares; without shares the strip is empty."""
        self._shares = shares
        self.setAccessibleName("Odds: " + ", ".join(_words(*share) for share in shares))
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
        font = scaled(self.font(), SMALL)
        x, words = 0.0, QRectF(self.rect()).adjusted(0, STRIP + 3, 0, 0)
        exact = [_words(*share) for share in self._shares]
        digits = 1 if sum(width_of(font, text) + PART_GAP for text in exact) <= self.width() + PART_GAP else 0
        for (name, share), grade in zip(self._shares, HUES, strict=False):
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


class OddsSection(QWidget):
    """The odds of the draft: a bar of grades, or a curve of totals."""

    def __init__(self, drafting: Drafting, parent: QWidget | None = None) -> None:
        """Observe a draft."""
        super().__init__(parent)
        self._drafting = drafting
        self._with_words = self._with_bar = self._has_bar = True
        self._small = self._without_curve = False
        self._made = self._words = ""
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
        drafting.draft_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Update from the draft."""
        odds = self._drafting.reading.odds
        self._show_curve(isinstance(odds, CheckOdds))
        match odds:
            case Odds() if self._drafting.draft.mode is Mode.SIMPLE:
                self._show_simple(odds)
            case Odds():
                self._show_test(odds)
            case CheckOdds():
                self._show_check(odds)
            case None:
                self._show_nothing()

    def _show_nothing(self) -> None:
        self._show_number(NONE, "No target number", "target number\n")
        self._has_bar = True
        self._show_chance(NONE, "to succeed", "")
        self._bar.show_odds(None)
        self._show_bar()

    def _show_test(self, odds: Odds) -> None:
        """Show a d100 test: the target number and the bar of grades."""
        self._show_target(odds)
        self._show_chance(percent(odds.chance), "to succeed", in_words(odds))
        self._bar.show_odds(odds)

    def _show_simple(self, odds: Odds) -> None:
        """Show a test that cannot fail, with the chance of a strong success."""
        self._show_target(odds)
        weak = 1 - odds.chance
        text = f"Always succeeds: strong {percent(odds.chance)}, weak {percent(weak)}"
        self._has_bar = False
        self._show_chance(percent(odds.chance), "strong success", text)
        self._show_bar()

    def _show_check(self, odds: CheckOdds) -> None:
        """Show a check against a difficulty, or the value that one side of a contest adds to its dice."""
        side, draft, both = self._drafting.side, self._drafting.draft, self._drafting.reading.both
        net = self._drafting.reading.net.net
        sign = "+" if net >= 0 else TRUE_MINUS
        made = f"{minus(side.base)} {sign} {abs(net)}"
        request = self._drafting.reading.request
        if draft.opposed:
            self._show_number(signed(side.base + net), f"{signed(side.base + net)} bonus", f"bonus\n{made}")
            won = None
            if isinstance(both, KaiserOdds):
                won = both.a if self._drafting.hand == "a" else both.b
            self._show_chance(NONE if won is None else percent(won), "to win", in_chances(odds))
            self._curve.show_odds(odds, None)
        elif isinstance(request, KaiserCheck):
            number = minus(request.difficulty)
            self._show_number(number, f"Difficulty {number}", f"difficulty\nbase {made}")
            self._show_chance(percent(odds.success), "to succeed", in_chances(odds))
            self._curve.show_odds(odds, request.difficulty)

    def _show_target(self, odds: Odds) -> None:
        sign = "+" if odds.net >= 0 else TRUE_MINUS
        made = f"target number\n{odds.base} {sign} {abs(odds.net)}"
        self._has_bar = True
        self._show_number(minus(odds.target), f"Target number {odds.target}", made)
        self._show_bar()

    def _show_number(self, number: str, spoken: str, made: str) -> None:
        """Show the large number and its parts."""
        self._target.setText(number)
        self._target.setAccessibleName(spoken)
        self._made = made
        self._show_sum()
        self._update_brief()

    def _show_chance(self, chance: str, outcome: str, legend: str) -> None:
        """Show the chance, its outcome, and the other odds as text."""
        self._chance.setText(chance)
        self._outcome.setText(outcome)
        self._words = legend
        self._update_brief()
        self._show_legend()

    def _update_brief(self) -> None:
        """Update the single line that replaces the odds if there is little room."""
        what = self._made.partition("\n")[0]
        self.brief.setText(f"{self._target.text()} {what} · {self._chance.text()} {self._outcome.text()}")

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
        self._show_curve(isinstance(self._drafting.reading.odds, CheckOdds))

    def spare_size(self, spare: bool) -> None:
        """Show the target number small, in one line with its parts, or large."""
        if spare == self._small:
            return
        self._small = spare
        ratio = FIGURE / TARGET
        font = self._target.font()
        font.setPointSizeF(font.pointSizeF() * (ratio if spare else 1 / ratio))
        self._target.setFont(font)
        way = QBoxLayout.Direction.LeftToRight if spare else QBoxLayout.Direction.TopToBottom
        self._chances.setDirection(way)
        self._chances.setSpacing(TIGHT if spare else 0)
        self._show_sum()

    def _show_bar(self) -> None:
        self._bar.setVisible(self._has_bar and self._with_bar)

    def _show_sum(self) -> None:
        """Show the parts of the number, in two lines or in one."""
        what, _, made = self._made.partition("\n")
        self._sum.setText(made.removeprefix("base ") or what if self._small else self._made)

    def _show_legend(self) -> None:
        """Show the odds as text with the usual height of the grades of a test; as glyphs if they need more."""
        has_legend = bool(self._words) and not self._drafting.draft.opposed
        metrics = self._legend.fontMetrics()
        lines = 2 if self._has_bar else 1
        room = QRect(0, 0, max(1, self.width()), lines * metrics.lineSpacing())
        fits = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, self._words).height() <= room.height()
        odds = self._drafting.reading.odds
        self._legend.setText(self._words if fits or not isinstance(odds, Odds) else in_signs(odds))
        self._legend.setFixedHeight(room.height())
        self._legend.setVisible(has_legend and (self._with_words or not self._has_bar))

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

    def _show_curve(self, curve: bool) -> None:
        """Show the curve or the bar; the one shown has the object name."""
        self._curve.setVisible(curve and not self._without_curve)
        self._curve.setObjectName(NAME if curve else "")
        self._bar.setObjectName("" if curve else NAME)
        if curve:
            self._has_bar = False
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
