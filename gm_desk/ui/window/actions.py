"""The actions of the window: undo and redo, search and filter, and appearance."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction

from gm_desk.model.files.session import Session
from gm_desk.model.roster.document import History
from gm_desk.store.state import Theme
from gm_desk.ui.theme.appearance import NORMAL, STEPS, Appearance, TextSize
from gm_desk.ui.widgets.action_rows import ActionRow, RowAction
from gm_desk.ui.widgets.labels import announce
from gm_desk.ui.window.header import VEIL_KEY
from gm_desk.ui.window.main_window import MainWindow
from gm_desk.ui.window.panes import Panes
from gm_desk.ui.window.veil import VeilStack

PANE = "ViewCommands.toggle"
THEME = "ViewCommands.theme"
ACTIONS = (
    ActionRow("window.quit", "&Quit", "MainWindow.close", "Ctrl+Q", blind=True, role=QAction.MenuRole.QuitRole),
    ActionRow("window.undo", "&Undo", "EditCommands.undo", "Ctrl+Z", icon="undo", when="EditCommands.why_no_undo"),
    ActionRow(
        "window.redo", "&Redo", "EditCommands.redo", "Ctrl+Shift+Z Ctrl+Y", icon="redo", when="EditCommands.why_no_redo"
    ),
    ActionRow("window.toggle_roster_pane", "Roster &pane", PANE, "F5", data="roster", checkable=True),
    ActionRow("window.toggle_card_pane", "&Card pane", PANE, "F6", data="card", checkable=True),
    ActionRow("window.toggle_log_pane", "L&og pane", PANE, "F9", data="log", checkable=True),
    ActionRow(
        "window.enlarge_text",
        "Lar&ger text",
        "TextSize.enlarge",
        "Ctrl++ Ctrl+=",
        blind=True,
        when="ViewCommands.why_no_larger",
        also="font size bigger zoom",
    ),
    ActionRow(
        "window.reduce_text",
        "&Smaller text",
        "TextSize.reduce",
        "Ctrl+-",
        blind=True,
        when="ViewCommands.why_no_smaller",
        also="font size zoom",
    ),
    ActionRow(
        "window.reset_text",
        "&Normal text",
        "TextSize.reset",
        "Alt+0",
        blind=True,
        when="ViewCommands.why_normal",
        also="font size zoom",
    ),
    ActionRow("window.toggle_veil", "&Veil", "ViewCommands.veil", VEIL_KEY, checkable=True, blind=True),
    ActionRow(
        "window.toggle_full_screen", "F&ull screen", "ViewCommands.full_screen", "F11", checkable=True, blind=True
    ),
    ActionRow("window.use_system_theme", "Follow &system", THEME, "Shift+F9", data="system", checkable=True),
    ActionRow("window.use_dark_theme", "&Dark", THEME, "Shift+F5", data="dark", checkable=True, also="mode"),
    ActionRow("window.use_light_theme", "&Light", THEME, "Shift+F6", data="light", checkable=True, also="mode"),
    ActionRow("window.use_contrast_theme", "&High contrast", THEME, "Shift+F7", data="contrast", checkable=True),
    ActionRow("window.show_messages", "&Messages", "MessageCommands.read_again", "Ctrl+Shift+J"),
    ActionRow("window.toggle_animation", "&Animation", "ViewCommands.animation", "Shift+F8", checkable=True),
)


class MessageCommands(QObject):
    """The command that shows the messages again."""

    def __init__(self, window: MainWindow) -> None:
        """Create the command for a window."""
        super().__init__(window)
        self._window = window

    def read_again(self) -> None:
        """Open the messages of the open roster."""
        from gm_desk.ui.widgets.dialogs import TextDialog

        TextDialog("Messages", "Messages since the start, newest first", self._window.toast.kept(), self._window).open()


class EditCommands(QObject):
    """The undo and redo actions, which name the step they affect unless the window is veiled."""

    def __init__(self, stack: History, veil_stack: VeilStack) -> None:
        """Create the commands for an undo stack."""
        super().__init__(veil_stack)
        self._stack = stack
        self._veil_stack = veil_stack
        self._actions: tuple[RowAction, ...] = ()

    def follow(self, undo: RowAction, redo: RowAction) -> None:
        """Keep the text and enabled state of the two actions in sync with the undo stack."""
        self._actions = (undo, redo)
        stack = self._stack
        for changed in (stack.undoTextChanged, stack.redoTextChanged, stack.canUndoChanged, stack.canRedoChanged):
            changed.connect(self._update)
        self._veil_stack.veiled_changed.connect(self._update)
        self._update()

    def undo(self) -> None:
        """Undo the last step."""
        text = self._stack.undoText()
        self._stack.undo()
        announce(self._veil_stack.stage, f"Undone: {text}")

    def redo(self) -> None:
        """Redo the step that was last undone."""
        text = self._stack.redoText()
        self._stack.redo()
        announce(self._veil_stack.stage, f"Redone: {text}")

    def why_no_undo(self) -> str:
        """Return the reason why undo is unavailable, or ""."""
        return "" if self._stack.canUndo() else "Nothing to undo"

    def why_no_redo(self) -> str:
        """Return the reason why redo is unavailable, or ""."""
        return "" if self._stack.canRedo() else "Nothing to redo"

    def _update(self) -> None:
        if self._stack.in_macro:
            return
        steps = ("", "") if self._veil_stack.veiled else (self._stack.undoText(), self._stack.redoText())
        for action, step in zip(self._actions, steps, strict=True):
            action.setText(f"{action.row.text} {step}".rstrip())
            action.refresh()


class PaneMarks(QObject):
    """The check marks of the actions that show and hide panes."""

    def __init__(self, panes: Panes, actions: Sequence[RowAction], parent: QObject) -> None:
        """Keep the marks of the actions in sync with the panes."""
        super().__init__(parent)
        self._panes = panes
        self._actions = actions
        panes.shown_changed.connect(self._update)
        self._update()

    def _update(self) -> None:
        for action in self._actions:
            action.setChecked(self._panes.shows(str(action.row.data)))


SHORTCUT = Qt.FocusReason.ShortcutFocusReason
OF_THE_TEST = {"roll", "combat"}
"""The rooms whose actions are about the test being prepared."""


class ViewCommands(QObject):
    """The commands that focus the finder and the filters and change how the window looks."""

    def __init__(self, session: Session, appearance: Appearance, text: TextSize, window: MainWindow) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._session = session
        self._window = window
        self._appearance = appearance
        self._text = text
        text.changed.connect(session.settings.set_text_size)

    def why_no_larger(self) -> str:
        """Return why the text cannot become larger, or ""."""
        return "" if self._text.percent < STEPS[-1] else f"The text is already at its largest, {STEPS[-1]}%"

    def why_no_smaller(self) -> str:
        """Return why the text cannot become smaller, or ""."""
        return "" if self._text.percent > STEPS[0] else f"The text is already at its smallest, {STEPS[0]}%"

    def why_normal(self) -> str:
        """Return why the size of the text cannot be reset, or ""."""
        return "" if self._text.percent != NORMAL else "The text is already at its normal size"

    def find(self) -> None:
        """Focus the finder."""
        self._window.header.finder.setFocus(SHORTCUT)
        self._window.header.finder.selectAll()

    def leave_finder(self, action_id: str) -> None:
        """Focus what an action chosen in the finder was about, if it has left the focus in the finder."""
        window, room = self._window, action_id.partition(".")[0]
        if not window.header.finder.hasFocus():
            return
        if room in OF_THE_TEST and window.test.isVisible():
            window.test.row.button.setFocus(SHORTCUT)
        elif room == "log":
            window.panes.reveal(window.log)
            window.log.view.setFocus(SHORTCUT)
        else:
            window.home()

    def filter_roster(self) -> None:
        """Focus the roster's filter."""
        self._window.show_everyone()
        self._window.roster.filter.setFocus(SHORTCUT)
        self._window.roster.filter.selectAll()

    def filter_log(self) -> None:
        """Focus the log's filter."""
        self._window.panes.reveal(self._window.log)
        self._window.log.filter.setFocus(SHORTCUT)
        self._window.log.filter.selectAll()

    def toggle(self, pane: str) -> None:
        """Toggle a pane between hidden and shown, or bring its tab to the front."""
        self._window.panes.toggle(pane)

    def veil(self, on: bool) -> None:
        """Turn the veil on or off."""
        self._window.veil_stack.set_veiled(on)

    def full_screen(self, on: bool) -> None:
        """Enter or leave full screen."""
        if on:
            self._window.showFullScreen()
        else:
            self._window.showNormal()

    def animation(self, on: bool) -> None:
        """Turn animations on or off, and save the choice."""
        self._appearance.animate(on)
        self._session.settings.set_animation(on)

    def theme(self, name: Theme) -> None:
        """Switch to a theme, and save the choice."""
        self._appearance.choose(name)
        self._session.settings.set_theme(name)
