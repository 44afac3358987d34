"""The settings: each does what its entry in the menus does, at once."""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QIcon
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QMenu,
    QMenuBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gm_desk.core.wording.one_line import tip_of
from gm_desk.model.files.session import Session
from gm_desk.model.files.settings import Settings
from gm_desk.ui.settings.shortcuts import Shortcuts
from gm_desk.ui.theme.theme import EDGE, GAP
from gm_desk.ui.widgets.labels import ElidedLabel, dim_label, label, wrapped
from gm_desk.ui.widgets.menus import SEPARATOR, Item, add_items, show_keys, without_mnemonic
from gm_desk.ui.window.main_window import MainWindow

THEMES = "View/Theme/"
SIZES = (("A−", "View/Smaller text"), ("A", "View/Normal text"), ("A+", "View/Larger text"))
WIDTH = 30
"""In heights of the font."""


class SettingsDialog(QDialog):
    """Show the settings as they are; what is changed is changed, and Esc closes."""

    def __init__(self, data: Path, window: QWidget) -> None:
        """Do what the actions of a window do; `data` is the folder that all files are in."""
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Settings")
        self._data = data
        self._actions = {one.objectName(): one for one in window.findChildren(QAction) if one.objectName()}
        self.theme = self._choice(THEMES)
        self.sizes = [self._button(text, command) for text, command in SIZES if command in self._actions]
        self.animation = self._switch("Menus and tool tips fade in and out", "View/Animation")
        self.secret = self._switch("Rolls are secret unless told otherwise", "Roll/Secret by default")
        self.keys = self._button("Keys…", "Help/Keys…")
        self.where = ElidedLabel(dim=True)
        self.where.setText(str(data))
        self.where.setToolTip(tip_of(str(data)))
        self.folder = QPushButton("Open folder")
        self.folder.setAutoDefault(False)
        self.folder.clicked.connect(self._open_folder)
        self._lay_out()
        self.resize(self.fontMetrics().height() * WIDTH, self.sizeHint().height())
        self.theme.setFocus()

    def _lay_out(self) -> None:
        rows = QFormLayout()
        rows.setHorizontalSpacing(EDGE)
        rows.setVerticalSpacing(GAP)
        rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        theme = label("Theme")
        theme.setBuddy(self.theme)
        rows.addRow(theme, _beside(self.theme))
        if self.sizes:
            rows.addRow("Text size", _beside(*self.sizes))
        rows.addRow("Animation", self.animation)
        rows.addRow("Secrecy", self.secret)
        rows.addRow("Keys", _beside(self.keys))
        place = QHBoxLayout()
        place.addWidget(self.where, 1)
        place.addWidget(self.folder)
        rows.addRow("Your data", place)
        rows.addRow("", wrapped(dim_label("Rosters, rolls, portraits and backups are all in this folder.")))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close = buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setIcon(QIcon())  # the style's own is of another hand
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(EDGE)
        column.addLayout(rows)
        column.addStretch(1)
        column.addWidget(buttons)

    def _choice(self, menu: str) -> QComboBox:
        """Make a choice of what a menu has to choose from."""
        made = QComboBox()
        made.setAccessibleName("Theme")
        for name, action in self._actions.items():
            if name.startswith(menu):
                made.addItem(without_mnemonic(action.text()), name)
                if action.isChecked():
                    made.setCurrentIndex(made.count() - 1)
        made.currentIndexChanged.connect(self._choose)
        return made

    def _choose(self, place: int) -> None:
        self._actions[self.theme.itemData(place)].trigger()

    def _switch(self, text: str, command: str) -> QCheckBox:
        """Make a box that is on while an action is."""
        action, made = self._actions[command], QCheckBox(text)
        made.setChecked(action.isChecked())
        made.clicked.connect(action.trigger)
        return made

    def _button(self, text: str, command: str) -> QPushButton:
        """Make a button that does what an action does."""
        action, made = self._actions[command], QPushButton(text)
        made.setAutoDefault(False)
        made.setAccessibleName(without_mnemonic(action.text()).rstrip("…"))
        made.setToolTip(tip_of(made.accessibleName()))
        made.clicked.connect(action.trigger)
        return made

    def _open_folder(self) -> None:
        """Show the folder in the system's own file manager."""
        self._data.mkdir(parents=True, exist_ok=True)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._data)))


def _beside(*widgets: QWidget) -> QHBoxLayout:
    """Put widgets beside each other, as wide as they are."""
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row


def add_settings(menu: QMenu, window: MainWindow, desk: Session) -> list[QAction]:
    """Add the settings to a menu, and let an empty roster do what actions do."""
    does = SettingsCommands(window, desk)
    window.roster.command_requested.connect(does.do)
    role = QAction.MenuRole.PreferencesRole
    return add_items(menu, [SEPARATOR, Item("Settin&gs…", does.show, "Ctrl+,", role=role)], window)


class SettingsCommands(QObject):
    """Show the settings, and do actions by their names."""

    def __init__(self, window: MainWindow, desk: Session) -> None:
        """Work on a window."""
        super().__init__(window)
        self._window = window
        self._desk = desk

    def show(self) -> None:
        """Show the settings."""
        SettingsDialog(self._desk.places.root, self._window).open()

    def do(self, command: str) -> None:
        """Do an action by its name, "Roster/New character"; without one, open the sample of the system in use."""
        name = command or f"File/Try a sample roster/{self._desk.document.system.name} sample"
        action = self._window.findChild(QAction, name, Qt.FindChildOption.FindDirectChildrenOnly)
        if isinstance(action, QAction):
            action.trigger()


class KeyCommands(QObject):
    """Hold the keys of a window's actions, and remember those that the GM sets."""

    def __init__(self, window: MainWindow, memory: Settings) -> None:
        """Know no action yet: `begin` is called once the menus are there."""
        super().__init__(window)
        self._window = window
        self._memory = memory
        self.shortcuts = Shortcuts([], {}, self)

    def begin(self) -> None:
        """Give every action its keys, and every tool tip those of its action."""
        self.shortcuts = Shortcuts([*_actions(self._window.menuBar())], self._memory.state.keys, self)
        self.shortcuts.changed.connect(self._follow)
        self._tell()

    def show(self) -> None:
        """Show every action with its keys."""
        from gm_desk.ui.settings.keys import KeyDialog

        KeyDialog(self.shortcuts, self._window).open()

    def _follow(self) -> None:
        self._memory.set_keys(self.shortcuts.chosen())
        self._tell()

    def _tell(self) -> None:
        show_keys(self._window.findChildren(QWidget))


def _actions(menu: QMenuBar | QMenu) -> Iterator[QAction]:
    """List the actions of menus and of the menus in them."""
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from _actions(inner)
        elif not action.isSeparator():
            yield action
