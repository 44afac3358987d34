"""What the Edit menu does."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction

from gm_desk.model.files.session import Session
from gm_desk.model.roster.history import History
from gm_desk.ui.theme.appearance import Appearance
from gm_desk.ui.theme.text_size import TextSize
from gm_desk.ui.window.announcer import announce
from gm_desk.ui.window.main_window import MainWindow
from gm_desk.ui.window.veil import Stage


class EditCommands(QObject):
    """Undo and redo, and name what they do unless the window is veiled."""

    def __init__(self, stack: History, stage: Stage, undo: QAction, redo: QAction) -> None:
        """Follow a stack."""
        super().__init__(stage)
        self._stack = stack
        self._stage = stage
        self._undo = undo
        self._redo = redo
        undo.triggered.connect(self._go_back)
        redo.triggered.connect(self._go_on)
        for changed in (stack.undoTextChanged, stack.redoTextChanged, stack.canUndoChanged, stack.canRedoChanged):
            changed.connect(self._follow)
        stage.veiled_changed.connect(self._follow)
        self._follow()

    def _go_back(self) -> None:
        text = self._stack.undoText()
        self._stack.undo()
        announce(self._stage, f"Undone: {text}")

    def _go_on(self) -> None:
        text = self._stack.redoText()
        self._stack.redo()
        announce(self._stage, f"Redone: {text}")

    def _follow(self) -> None:
        """Say what would be undone and redone."""
        undone, redone = ("", "") if self._stage.veiled else (self._stack.undoText(), self._stack.redoText())
        self._undo.setText(f"&Undo {undone}".rstrip())
        self._redo.setText(f"&Redo {redone}".rstrip())
        self._undo.setEnabled(self._stack.canUndo())
        self._redo.setEnabled(self._stack.canRedo())


SHORTCUT = Qt.FocusReason.ShortcutFocusReason


class ViewCommands(QObject):
    """Find, filter, and choose how the window looks."""

    def __init__(self, desk: Session, appearance: Appearance, text: TextSize, window: MainWindow) -> None:
        """Work on a window."""
        super().__init__(window)
        self._desk = desk
        self._window = window
        self._appearance = appearance
        text.changed.connect(desk.memory.set_text_size)

    def find(self) -> None:
        """Put the cursor into the finder."""
        self._window.header.finder.setFocus(SHORTCUT)
        self._window.header.finder.selectAll()

    def filter_roster(self) -> None:
        """Put the cursor into the roster's filter."""
        self._window.panes.reveal(self._window.roster)
        self._window.roster.filter.setFocus(SHORTCUT)
        self._window.roster.filter.selectAll()

    def filter_log(self) -> None:
        """Put the cursor into the log's filter."""
        self._window.panes.reveal(self._window.log)
        self._window.log.filter.setFocus(SHORTCUT)
        self._window.log.filter.selectAll()

    def toggle(self) -> None:
        """Hide the pane of a menu entry, or show it again; as a tab it comes to the front."""
        action = self.sender()
        if isinstance(action, QAction):
            self._window.panes.toggle(action.data())

    def veil(self, on: bool) -> None:
        """Hide names, targets and verdicts, or show them again."""
        self._window.stage.set_veiled(on)

    def full_screen(self, on: bool) -> None:
        """Fill the screen, or give it back."""
        if on:
            self._window.showFullScreen()
        else:
            self._window.showNormal()

    def animation(self, on: bool) -> None:
        """Let things move, or nothing, and remember it."""
        self._appearance.animate(on)
        self._desk.memory.set_animation(on)

    def theme(self, action: QAction) -> None:
        """Show a theme, and remember it."""
        self._appearance.choose(action.data())
        self._desk.memory.set_theme(action.data())
