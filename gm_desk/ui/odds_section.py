"""The target, the chance to succeed, and the odds of every verdict."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.rules.outcomes import Odds
from gm_desk.model.drafting import Drafting
from gm_desk.model.verdicts import minus
from gm_desk.ui.labels import dim_label, label
from gm_desk.ui.look import Look
from gm_desk.ui.odds_bar import OddsBar, in_words

NONE = "\N{EN DASH}"


class OddsSection(QWidget):
    """Show what the draft is worth."""

    def __init__(self, drafting: Drafting, look: Look, parent: QWidget | None = None) -> None:
        """Follow a draft."""
        super().__init__(parent)
        self._drafting = drafting
        self._target = label(size=3.0, bold=True)
        self._target.setObjectName("targetNumber")
        self._sum = dim_label("", size=0.95)
        self._chance = label(size=1.4, bold=True)
        self._chance.setObjectName("chance")
        self._bar = OddsBar(look)
        self._legend = dim_label(size=0.84)
        self._legend.setWordWrap(True)
        self._lay_out()
        drafting.draft_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the odds as they are now."""
        found = self._drafting.reading.odds
        odds = found if isinstance(found, Odds) else None
        self._target.setText(minus(odds.target) if odds else NONE)
        self._target.setAccessibleName(f"Target number {odds.target}" if odds else "No target number")
        sign = "+" if odds and odds.net >= 0 else TRUE_MINUS
        self._sum.setText(f"target number\n{odds.base} {sign} {abs(odds.net)}" if odds else "target number\n")
        self._chance.setText(f"{float(odds.chance * 100):.0f}%" if odds else NONE)
        self._bar.show_odds(odds)
        self._legend.setText(in_words(odds) if odds else "")
        self._legend.setVisible(not self._drafting.draft.opposed)

    def _lay_out(self) -> None:
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self._chance, alignment=Qt.AlignmentFlag.AlignRight)
        right.addWidget(dim_label("to succeed", size=0.95), alignment=Qt.AlignmentFlag.AlignRight)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self._target)
        row.addWidget(self._sum, 1, Qt.AlignmentFlag.AlignBottom)
        row.addLayout(right)
        row.setAlignment(right, Qt.AlignmentFlag.AlignBottom)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self._bar)
        column.addWidget(self._legend)
