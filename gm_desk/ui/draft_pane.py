"""The test pane: what will be rolled, its odds, and the button that rolls it."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from gm_desk.core.rules.outcomes import Outcome
from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import Drafting
from gm_desk.model.rolling import Rolling
from gm_desk.ui.ability_head import AbilityHead
from gm_desk.ui.chips import Chips
from gm_desk.ui.difficulty_bar import DifficultyBar
from gm_desk.ui.look import Look
from gm_desk.ui.net_section import NetSection
from gm_desk.ui.odds_section import OddsSection
from gm_desk.ui.roll_row import RollRow
from gm_desk.ui.scrolling import FittingScroll
from gm_desk.ui.spent_line import SpentLine
from gm_desk.ui.verdict_line import VerdictLine

MARGIN = 16
GAP = 10


class DraftPane(QWidget):
    """Compose a test from top to bottom, and roll it."""

    def __init__(
        self,
        document: RosterDocument,
        drafting: Drafting,
        rolling: Rolling,
        look: Look,
        parent: QWidget | None = None,
    ) -> None:
        """Follow a draft."""
        super().__init__(parent)
        self._drafting = drafting
        self._rolling = rolling
        self._last: tuple[Outcome | None, str] = (None, "")
        self.setObjectName("testPanel")
        self.difficulty = DifficultyBar(document, drafting, look)
        self.chips = Chips(drafting, look)
        self.ability = AbilityHead(drafting)
        self.net = NetSection(drafting, look)
        self.odds = OddsSection(drafting, look)
        self.spent = SpentLine(drafting, rolling)
        self.verdict = VerdictLine(look)
        self.row = RollRow(drafting, rolling, look)
        self._lay_out()
        self.row.roll_requested.connect(self.roll)
        self.row.dice_entered.connect(self.enter)
        self.row.dice_typed.connect(self._preview)
        document.opened.connect(self._forget)

    def roll(self) -> None:
        """Roll the draft."""
        self._roll(None)

    def enter(self, roll: int) -> None:
        """Take dice that were thrown at the table."""
        self._roll(roll)

    def _roll(self, typed: int | None) -> None:
        self.chips.commit()
        about = self._about()
        outcome = self._rolling.roll(typed)
        if outcome is not None:
            self._last = (outcome, about)
            self.verdict.show_outcome(*self._last)

    def _about(self) -> str:
        draft = self._drafting.draft
        return f"{draft.ability.label} · {draft.name}" if draft.ability else ""

    def _preview(self, roll: object) -> None:
        """Show what the dice being typed would mean; while they mean nothing, what the last ones meant."""
        outcome = self._rolling.verdict_of(roll) if isinstance(roll, int) else None
        if outcome is None:
            self.verdict.show_outcome(*self._last)
        else:
            self.verdict.show_outcome(outcome, self._about(), "would be")

    def _forget(self) -> None:
        self._last = (None, "")
        self.verdict.show_outcome(*self._last)

    def _lay_out(self) -> None:
        """Let the modifiers scroll where they are too tall; odds, verdict and roll stay in sight below them."""
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(MARGIN, MARGIN - 4, MARGIN, 0)
        column.setSpacing(GAP)
        for part in (self.ability, self.difficulty, self.chips, self.net):
            column.addWidget(part)
        foot = QVBoxLayout()
        foot.setContentsMargins(MARGIN, GAP, MARGIN, MARGIN - 4)
        foot.setSpacing(6)
        foot.addWidget(self.odds)
        foot.addStretch(1)
        for always in (self.spent, self.verdict, self.row):
            foot.addWidget(always)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(FittingScroll(inner))
        whole.addLayout(foot, 1)
