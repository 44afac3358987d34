"""The settings dialog, in which each control triggers the corresponding action at once."""

from collections.abc import Iterator, Sequence
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
    QLabel,
    QMenu,
    QMenuBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gm_desk.core.wording.phrases import tip_of
from gm_desk.model.files.session import Session
from gm_desk.model.files.settings import Settings
from gm_desk.ui.settings.keys_dialog import Shortcuts
from gm_desk.ui.theme.theme import EDGE, GAP
from gm_desk.ui.widgets.action_rows import RowAction, find_action, show_keys, without_mnemonic
from gm_desk.ui.widgets.labels import ElidedLabel, dim_label, label, wrapped
from gm_desk.ui.window.main_window import MainWindow

THEMES = ("window.use_system_theme", "window.use_dark_theme", "window.use_light_theme", "window.use_contrast_theme")
SIZES = (("A−", "window.reduce_text"), ("A", "window.reset_text"), ("A+", "window.enlarge_text"))
WIDTH = 30
"""In heights of the font."""


class SettingsDialog(QDialog):
    """The settings dialog; changes apply at once, and Esc closes it."""

    def __init__(self, data: Path, window: QWidget) -> None:
        """Create the dialog for a window's actions; `data` is the data folder."""
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Settings")
        self._data = data
        self._actions = {one.objectName(): one for one in window.findChildren(QAction) if one.objectName()}
        self.theme = self._choice(THEMES)
        self.sizes = [self._button(text, action_id) for text, action_id in SIZES]
        self.animation = self._check_box("Menus and tool tips fade in and out", "window.toggle_animation")
        self.secret = self._check_box("Roll in secret by default", "roll.toggle_secret_by_default")
        self.keys = self._button("Keyboard shortcuts…", "settings.set_keys")
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
        rows, column = QFormLayout(), QVBoxLayout(self)
        column.addLayout(rows)
        rows.setHorizontalSpacing(EDGE)
        rows.setVerticalSpacing(GAP)
        rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        theme = label("Theme")
        theme.setBuddy(self.theme)
        _add_row(rows, theme, self.theme)
        _add_row(rows, label("Text size"), *self.sizes)
        rows.addRow("Animation", self.animation)
        rows.addRow("Secrecy", self.secret)
        _add_row(rows, label("Keyboard"), self.keys)
        place = QHBoxLayout()
        rows.addRow("Your data", place)
        place.addWidget(self.where, 1)
        place.addWidget(self.folder)
        rows.addRow("", wrapped(dim_label("Rosters, rolls, portraits and backups are all in this folder.")))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close = buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setIcon(QIcon())  # the style's icon does not match ours
        buttons.rejected.connect(self.reject)
        column.setSpacing(EDGE)
        column.addStretch(1)
        column.addWidget(buttons)

    def _choice(self, action_ids: Sequence[str]) -> QComboBox:
        """Return a choice between exclusive actions."""
        made = QComboBox()
        made.setAccessibleName("Theme")
        for action_id in action_ids:
            action = self._actions[action_id]
            made.addItem(without_mnemonic(action.text()), action_id)
            if action.isChecked():
                made.setCurrentIndex(made.count() - 1)
        made.currentIndexChanged.connect(self._choose)
        return made

    def _choose(self, place: int) -> None:
        self._actions[self.theme.itemData(place)].trigger()

    def _check_box(self, text: str, action_id: str) -> QCheckBox:
        """Return a check box for a checkable action."""
        action, made = self._actions[action_id], QCheckBox(text)
        made.setChecked(action.isChecked())
        made.clicked.connect(action.trigger)
        return made

    def _button(self, text: str, action_id: str) -> QPushButton:
        """Return a button that triggers an action."""
        action, made = self._actions[action_id], QPushButton(text)
        made.setAutoDefault(False)
        made.setAccessibleName(without_mnemonic(action.text()).rstrip("…"))
        made.setToolTip(tip_of(made.accessibleName()))
        made.clicked.connect(action.trigger)
        return made

    def _open_folder(self) -> None:
        """Open the data folder in the system's file manager."""
        self._data.mkdir(parents=True, exist_ok=True)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._data)))


def _add_row(rows: QFormLayout, name: QLabel, *widgets: QWidget) -> None:
    """Add a left-aligned row of widgets, first the row, so that they then belong to the dialog."""
    row = QHBoxLayout()
    rows.addRow(name, row)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)


class SettingsCommands(QObject):
    """The command that shows the settings, and the handler of the empty roster's buttons."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._window = window
        self._session = session
        window.roster.action_requested.connect(self.do)

    def show(self) -> None:
        """Open the settings dialog."""
        SettingsDialog(self._session.places.root, self._window).open()

    def do(self, action_id: str) -> None:
        """Trigger an action, or without an id the action that opens the sample of the current system."""
        action = find_action(self._window, action_id or f"files.try_{self._session.document.system.id}_sample")
        if action is not None:
            action.trigger()


class KeyCommands(QObject):
    """The shortcuts of a window's actions, and the command that edits them."""

    def __init__(self, window: MainWindow, settings: Settings) -> None:
        """Create it without shortcuts; call `begin` once the menus exist."""
        super().__init__(window)
        self._window = window
        self._settings = settings
        self.shortcuts = Shortcuts([], {}, self)

    def begin(self) -> None:
        """Apply the saved keys to all actions, and show the keys in tool tips."""
        self.shortcuts = Shortcuts([*_actions(self._window.menuBar())], self._settings.state.keys, self)
        self.shortcuts.changed.connect(self._follow)
        self._update_keys_shown()

    def show(self) -> None:
        """Open the dialog with the keys of all actions."""
        from gm_desk.ui.settings.keys_dialog import KeyDialog

        KeyDialog(self.shortcuts, self._window).open()

    def _follow(self) -> None:
        self._settings.set_keys(self.shortcuts.chosen())
        self._update_keys_shown()

    def _update_keys_shown(self) -> None:
        show_keys(self._window.findChildren(QWidget))


def _actions(menu: QMenuBar | QMenu) -> Iterator[RowAction]:
    """Yield the actions of a menu and its submenus."""
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from _actions(inner)
        elif isinstance(action, RowAction):
            yield action
