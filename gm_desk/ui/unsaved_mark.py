"""A mark that says as long as it is so that not everything is saved, also when the trouble was put away."""

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from gm_desk.ui.labels import Painted
from gm_desk.ui.look import CENTRE, Look, rounded, width_of, write

NOT_SAVED = "Not saved"
OF_WORK = {"roster", "log", "state"}
"""The sources of trouble that leave work unsaved."""


class UnsavedMark(Painted):
    """Follow the troubles of a desk."""

    changed = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        """Say nothing yet."""
        super().__init__(parent)
        self._look = look
        self._sources: set[str] = set()
        self.setAccessibleName(NOT_SAVED)
        self.setToolTip("Not everything is on the disk yet; GM Desk keeps trying.")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    @property
    def on(self) -> bool:
        """Tell whether anything is not saved."""
        return bool(self._sources)

    def follow(self, source: str, trouble: str) -> None:
        """Hear that a source has trouble, or that it is over."""
        before = self.on
        if trouble and source in OF_WORK:
            self._sources.add(source)
        else:
            self._sources.discard(source)
        if self.on != before:
            self.setVisible(self.on)
            self.changed.emit()

    @override
    def sizeHint(self) -> QSize:
        return QSize(int(width_of(self.font(), NOT_SAVED)) + 16, int(self.fontMetrics().height() * 1.35))

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, box = QPainter(self), self._look.theme, QRectF(self.rect())
        rounded(painter, box, theme.trouble, None, 4)
        write(painter, box, NOT_SAVED, theme.on_trouble, CENTRE, self.font())
