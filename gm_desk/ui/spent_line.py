"""What the last roll took off the table, and a button that brings it back."""

from msgspec import structs
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from gm_desk.core.draft import EYEBALLED, Draft
from gm_desk.model.drafting import Drafting
from gm_desk.model.rolling import Rolling
from gm_desk.model.verdicts import signed
from gm_desk.ui.labels import SMALL, ElidedLabel


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
        self.back.setToolTip("Put the modifiers of the last roll back (Ctrl+B)")
        self.back.setObjectName("bringBack")
        self._says.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
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
            self._drafting.take(structs.replace(draft, chips=before.chips, eyeballed=before.eyeballed))

    def _show(self, before: Draft | None) -> None:
        self._before, self._after = before, self._drafting.draft
        self.setVisible(before is not None)
        if before is not None:
            gone = [f"{chip.label or 'Modifier'} {signed(chip.value)}" for chip in before.chips if not chip.pinned]
            if before.eyeballed is not None:
                gone = [f"{EYEBALLED} {signed(before.eyeballed)}"]
            self._says.setText(f"Spent: {', '.join(gone)}")

    def _hide_when_changed(self) -> None:
        if self._before is not None and self._drafting.draft.chips != self._after.chips:
            self._before = None
            self.hide()
