"""The veil: a cover that hides everything from players who see the screen, except the dice of public rolls."""

import shiboken6
from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QApplication, QDialog, QStackedLayout, QToolTip, QWidget
from typing_extensions import override

from gm_desk.model.roll.rolling import Rolling
from gm_desk.ui.theme.painting import CENTRE, rounded, scaled, write
from gm_desk.ui.theme.theme import BANNER, current_theme
from gm_desk.ui.widgets.action_rows import NATIVE, set_tip
from gm_desk.ui.window.header import VEIL_KEY

TITLE = "Veiled"
SHORTCUT_NAME = "veilShortcut"
"""The object name of the shortcut for that key in a modal dialog."""
SECRET, PUBLIC = "The next roll is secret", "The next roll is public"
ONE_MORE = "Enter rolls another"
DIE_SIZE = 4.0
"""In heights of the font."""

STEP, SIDE_GAP = 1.15, 0.6
"""In dice sizes: the distance from one die to the next, and the gap between the two sides."""


class Veil(QWidget):
    """The cover, which shows the dice of the last public roll made while it is on."""

    def __init__(self, rolling: Rolling, parent: QWidget | None = None) -> None:
        """Create the veil, and connect to the signals of `rolling`."""
        super().__init__(parent)
        self._rolling = rolling
        self._earlier_roll = ""
        self.hands: tuple[tuple[str, ...], ...] = ()
        self.key = VEIL_KEY
        self.says = self._hint
        self.setObjectName("veil")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        set_tip(self, "", "window.toggle_veil")
        rolling.changed.connect(self._show_dice)
        rolling.secrecy.changed.connect(self._update_hint)

    def show_key(self, key: str) -> None:
        """Set the name of the key that lifts the veil."""
        self.key = key
        self._show(self.hands)

    @property
    def _hint(self) -> str:
        lifts = f"{self.key} lifts it" if self.key else "View ▸ Veil lifts it"
        return f"{SECRET if self._rolling.secrecy.secret else PUBLIC} · {lifts}"

    def begin(self) -> None:
        """Clear the dice, so that no earlier roll is shown."""
        self._earlier_roll = self._rolling.last.id if self._rolling.last else ""
        self._show(())

    def _show_dice(self) -> None:
        """Show the dice rolled so far, unless they are secret."""
        pending, last = self._rolling.pending, self._rolling.last
        if not self.isVisible():
            return
        from gm_desk.model.roll.roll_text import faces_of

        if pending is not None:
            self._show(() if self._rolling.secrecy.secret else faces_of(pending.thrown), ONE_MORE)
        elif last is None or last.id == self._earlier_roll or last.secret:
            self._show(())
        else:
            self._show(faces_of(last.dice))

    def _update_hint(self) -> None:
        """Update the hint about whether the next roll is secret, unless the veil is off: `begin` does it then."""
        if not self.isVisible():
            return
        if self._rolling.pending is not None:
            self._show_dice()
        else:
            self._show(self.hands)

    def _show(self, hands: tuple[tuple[str, ...], ...], more: str = "") -> None:
        self.hands, self.says = hands, " · ".join(part for part in (more, self._hint) if part)
        dice = " against ".join(" ".join(faces) for faces in hands)
        self.setAccessibleName(". ".join(part for part in (TITLE, f"Dice {dice}" if dice else "", self.says) if part))
        self.update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.accept()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, em = current_theme(), self.fontMetrics().height()
        painter.fillRect(self.rect(), QColor(theme.panel))
        row = QRectF(0, self.height() * 0.36, self.width(), em * 3)
        write(painter, row, TITLE, theme.text, CENTRE, scaled(self.font(), BANNER))
        row.moveTop(row.bottom())
        write(painter, QRectF(row.x(), row.y(), row.width(), em * 1.4), self.says, theme.dim, CENTRE, self.font())
        self._paint_dice(painter, row.y() + em * 3)

    def _paint_dice(self, painter: QPainter, top: float) -> None:
        """Paint the dice large and centred, those of two sides apart."""
        count = sum(map(len, self.hands))
        if not count:
            return
        theme = current_theme()
        em, places = self.fontMetrics().height(), count + SIDE_GAP * (len(self.hands) - 1)
        side = min(em * DIE_SIZE, self.width() / (places + 1) / STEP)
        step, font = side * STEP, scaled(self.font(), side / em / 2, bold=True)
        left = (self.width() - places * step) / 2 + (step - side) / 2
        for faces in self.hands:
            for face in faces:
                tile = QRectF(left, top, side, side)
                rounded(painter, tile, theme.raised, theme.line)
                write(painter, tile, face, theme.text, CENTRE, font)
                left += step
            left += SIDE_GAP * step


class VeilStack(QObject):
    """The content of a window and the veil over it; the covered content is hidden, also from assistive tools.

    `focus_lost` is emitted if the widget that had the focus before the veil is gone when the veil is lifted.
    """

    veiled_changed = Signal(bool)
    focus_lost = Signal()

    def __init__(self, stage: QWidget, stack: QStackedLayout, veil: Veil) -> None:
        """Put the veil behind the content, which is alone in the stack of the `stage`."""
        super().__init__(stage)
        self.stage = stage
        self._stack = stack
        self._focus_before: QWidget | None = None
        self.veil = veil
        self.veiled = False
        stack.addWidget(veil)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._add_shortcut)

    def set_veiled(self, veiled: bool) -> None:
        """Turn the veil on, or lift it and restore the focus."""
        if veiled == self.veiled:
            return
        self.veiled = veiled
        if veiled:
            self._focus_before = self.stage.window().focusWidget()
            self._stack.setCurrentWidget(self.veil)
            self.veil.begin()
            self.veil.setFocus()
            self._close_what_is_open()
        else:
            self._stack.setCurrentIndex(0)
        self.veiled_changed.emit(veiled)
        if not veiled:
            self._restore_focus()

    def _restore_focus(self) -> None:
        if self._focus_before is not None and shiboken6.isValid(self._focus_before) and self._focus_before.isVisible():
            self._focus_before.setFocus()
        else:
            self.focus_lost.emit()

    def _close_what_is_open(self) -> None:
        """Close menus, lists, tool tips and dialogs that would cover the veil."""
        QToolTip.hideText()
        while (popup := QApplication.activePopupWidget()) is not None and popup.close():
            pass
        window = self.stage.window()
        dialogs = [one for one in window.findChildren(QDialog) if one.isVisible()]
        for other in dialogs:
            other.reject()
        if dialogs:
            window.activateWindow()  # some desktops do not return the focus, and no key would lift the veil

    def _add_shortcut(self, _old: QWidget | None, now: QWidget | None) -> None:
        """Add the veil's shortcut to a modal dialog, which blocks the shortcuts of the window."""
        dialog = None if now is None else now.window()
        if isinstance(dialog, QDialog) and dialog.isModal() and dialog.findChild(QShortcut, SHORTCUT_NAME) is None:
            shortcut = QShortcut(QKeySequence(self.veil.key, NATIVE), dialog, self._veil_now)
            shortcut.setObjectName(SHORTCUT_NAME)

    def _veil_now(self) -> None:
        self.set_veiled(True)
