"""What the last roll took off the table, and a button that brings it back."""

from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from gm_desk.core.choosing import AnySide
from gm_desk.core.draft import DIFFICULTY, EYEBALLED, Chip, Draft, Origin, Side
from gm_desk.core.text.one_line import tip_of
from gm_desk.model.drafting import Drafting
from gm_desk.model.rolling import Rolling
from gm_desk.model.verdicts import minus, signed
from gm_desk.ui.labels import ElidedLabel
from gm_desk.ui.look import scaled
from gm_desk.ui.sizes import SMALL
from gm_desk.ui.tips import set_tip


class SpentLine(QWidget):
    """Say which one-shot modifiers went with the last roll."""

    def __init__(self, drafting: Drafting, rolling: Rolling, parent: QWidget | None = None) -> None:
        """Follow a draft."""
        super().__init__(parent)
        self._drafting = drafting
        self._before: Draft | None = None
        self._after = Draft()
        self._says = ElidedLabel(size=SMALL, dim=True)
        self.back = QPushButton("Bring back")
        set_tip(self.back, "Put the modifiers of the last roll back", "Roll/Bring back the last modifiers")
        self.back.setObjectName("bringBack")
        self._says.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        self.back.setFont(scaled(self.back.font(), SMALL))
        self.back.setFixedHeight(int(self.fontMetrics().height() * 1.25))
        self._says.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._says, 1)
        row.addWidget(self.back)
        self.back.clicked.connect(self.bring_back)
        rolling.spent.connect(self._show)
        drafting.draft_changed.connect(self._hide_when_changed)
        self.hide()

    def bring_back(self) -> None:
        """Put the modifiers of the last roll back on the test as it is now."""
        if self._before is not None:
            before, draft = self._before, self._drafting.draft
            opponent = draft.opponent
            if before.opponent and opponent:
                opponent = _with_spent(opponent, before.opponent)
            self._drafting.take(structs.replace(_with_spent(draft, before), opponent=opponent, adjust=before.adjust))

    def _show(self, before: Draft | None) -> None:
        self._before, self._after = before, self._drafting.draft
        gone = before and [
            *_gone(before, self._after),
            *_gone(before.side("b"), self._after.side("b")),
            *[f"degrees {signed(before.adjust)}"] * (before.adjust != self._after.adjust),
        ]
        self.setVisible(bool(gone))
        if gone:
            text = f"Spent: {', '.join(gone)}"
            self._says.setText(text)
            self._says.setToolTip(tip_of(text))

    def _hide_when_changed(self) -> None:
        now, after = self._drafting.draft, self._after
        if self._before is not None and (now.chips, now.side("b").chips) != (after.chips, after.side("b").chips):
            self._before = None
            self.hide()


def _gone(before: Side, after: Side) -> list[str]:
    """Name what went from a side with the roll."""
    levels = {
        f"advantage {before.advantage}": before.advantage != after.advantage,
        f"disadvantage {before.disadvantage}": before.disadvantage != after.disadvantage,
        f"fumble degree {signed(before.fumble_degree)}": before.fumble_degree != after.fumble_degree,
    }
    went = [words for words, gone in levels.items() if gone]
    if before.eyeballed is not None:
        return [f"{EYEBALLED} {signed(before.eyeballed)}", *went]
    left = {chip.id for chip in after.chips}
    return [_named(chip) for chip in before.chips if chip.id not in left] + went


def _named(chip: Chip) -> str:
    """Name a chip with its value; a difficulty is known by its name."""
    if chip.origin is Origin.DIFFICULTY:
        return chip.label if chip.label != DIFFICULTY else f"{DIFFICULTY} {minus(chip.value)}"
    return f"{chip.label or 'Modifier'} {signed(chip.value)}"


def _with_spent(side: AnySide, before: Side) -> AnySide:
    """Give a side back what it had before the roll."""
    return structs.replace(
        side,
        chips=before.chips,
        eyeballed=before.eyeballed,
        advantage=before.advantage,
        disadvantage=before.disadvantage,
        fumble_degree=before.fumble_degree,
    )
