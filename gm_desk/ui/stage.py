"""The stage: everything below the menu bar, and the veil that can come down over it."""

import shiboken6
from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QDialog, QStackedLayout, QToolTip, QWidget

from gm_desk.ui.tips import NATIVE
from gm_desk.ui.veil import Veil

VEIL = "veilShortcut"


class Stage(QWidget):
    """Show the content, or the veil in its place: what is covered is hidden, so that nothing can look under it.

    `focus_lost` tells that what had the focus before the veil came down is gone.
    """

    veiled_changed = Signal(bool)
    focus_lost = Signal()

    def __init__(self, content: QWidget, veil: Veil) -> None:
        """Show the content."""
        super().__init__()
        self._content = content
        self._focus: QWidget | None = None
        self.veil = veil
        self.veiled = False
        self._layers = QStackedLayout(self)
        for layer in (content, veil):
            self._layers.addWidget(layer)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._give_key)

    def set_veiled(self, veiled: bool) -> None:
        """Bring the veil down, or lift it and go on where the GM was."""
        if veiled == self.veiled:
            return
        self.veiled = veiled
        if veiled:
            self._focus = self.window().focusWidget()
            self._layers.setCurrentWidget(self.veil)
            self.veil.begin()
            self.veil.setFocus()
            self._close_what_is_open()
        else:
            self._layers.setCurrentWidget(self._content)
        self.veiled_changed.emit(veiled)
        if not veiled:
            self._bring_focus_back()

    def _bring_focus_back(self) -> None:
        if self._focus is not None and shiboken6.isValid(self._focus) and self._focus.isVisible():
            self._focus.setFocus()
        else:
            self.focus_lost.emit()

    def _close_what_is_open(self) -> None:
        """Close menus, lists, tool tips and dialogs that would lie over the veil."""
        QToolTip.hideText()
        while (popup := QApplication.activePopupWidget()) is not None and popup.close():
            pass
        open_ones = [one for one in self.window().findChildren(QDialog) if one.isVisible()]
        for other in open_ones:
            other.reject()
        if open_ones:
            self.window().activateWindow()  # not every desktop gives the keys back, and then none would lift the veil

    def _give_key(self, _old: QWidget | None, now: QWidget | None) -> None:
        """Let the veil's key work in a dialog that blocks the shortcuts of the window."""
        dialog = None if now is None else now.window()
        if isinstance(dialog, QDialog) and dialog.isModal() and dialog.findChild(QShortcut, VEIL) is None:
            shortcut = QShortcut(QKeySequence(self.veil.key, NATIVE), dialog, self._veil_now)
            shortcut.setObjectName(VEIL)

    def _veil_now(self) -> None:
        self.set_veiled(True)
