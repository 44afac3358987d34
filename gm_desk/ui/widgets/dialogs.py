"""Base classes of dialogs: Enter accepts, Esc cancels."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QStandardPaths, Qt
from PySide6.QtGui import QIcon, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from gm_desk.core.wording.phrases import one_line
from gm_desk.model.files.settings import Settings
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.labels import label

BESIDE_TITLE, WIDEST = 12, 26
"""What a title bar shows beside a title, and the most that a dialog is widened for it, in heights of the font."""


class AskingDialog(QDialog):
    """A dialog that asks for input, and deletes itself when it is closed."""

    def __init__(self, title: str, window: QWidget) -> None:
        """Create the dialog without buttons; `finish` adds them."""
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.column = QVBoxLayout(self)
        QShortcut(Qt.Key.Key_Escape, self, self.reject)  # unless a field handles Esc itself

    def finish(self, text: str, slot: Callable[[], object]) -> QDialogButtonBox:
        """Add the default button, which calls `slot`, and the Cancel button; the dialog is as wide as its title."""
        metrics = self.fontMetrics()
        title = metrics.horizontalAdvance(self.windowTitle()) + metrics.height() * BESIDE_TITLE
        buttons = QDialogButtonBox()
        buttons.setMinimumWidth(min(title, metrics.height() * WIDEST))  # that of the dialog would hide what others need
        does = buttons.addButton(text, QDialogButtonBox.ButtonRole.AcceptRole)
        cancel = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(slot)
        buttons.rejected.connect(self.reject)
        self.column.addWidget(buttons)
        cancel.setIcon(QIcon())  # the style's icon does not match ours
        cancel.setAutoDefault(False)
        does.setDefault(True)
        return buttons

    @property
    def does(self) -> QPushButton:
        """The button that Enter presses."""
        return next(button for button in self.findChildren(QPushButton) if button.isDefault())


def takes_fields(dialog: QWidget) -> bool:
    """Return whether no text in a dialog's checked fields is refused; a refused one gets the focus and says why."""
    for field in dialog.findChildren(CheckedEdit):
        if field.isVisible() and field.isEnabled() and not field.hasAcceptableInput():
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            field.refuse()
            return False
    return True


WIDTH, MOST_LINES = 44, 20
"""In heights of the font."""


class TextDialog(AskingDialog):
    """A dialog that shows plain text under a heading."""

    def __init__(self, title: str, heading: str, text: str, window: QWidget) -> None:
        """Create the dialog, as high as its text requires."""
        super().__init__(title, window)
        self.text = QPlainTextEdit(text, readOnly=True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(heading)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close = buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setIcon(QIcon())
        close.setDefault(True)
        buttons.rejected.connect(self.reject)
        self.column.addWidget(label(one_line(heading, 80), bold=True))
        self.column.addWidget(self.text, 1)
        self.column.addWidget(buttons)
        em = self.fontMetrics().height()
        tall = em * (min(MOST_LINES, text.count("\n") + 3) + 6)
        self.resize(min(em * WIDTH, window.width() - 2 * em), min(tall, window.height() - 2 * em))


if TYPE_CHECKING:
    from PySide6.QtWidgets import QFileDialog

NAME = "folders"
FILES = {"md": "Markdown", "txt": "Plain text", "csv": "Tables", "json": "JSON files", "jsonl": "JSON lines"}


class LastFolders(QObject):
    """The last folder chosen for each kind of file, such as "characters", which is kept in the settings."""

    def __init__(self, window: QObject, settings: Settings | None = None) -> None:
        """Create it for a window; without settings, folders are forgotten with the window."""
        super().__init__(window)
        self.setObjectName(NAME)
        self._settings = settings
        self._last: dict[str, str] = {}

    def begin(self, dialog: "QFileDialog", kind: str, first: str = "") -> None:
        """Open a dialog in the last folder chosen for its kind, and record what is chosen in it.

        The first time it opens in `first` or, without that, in the user's documents.
        """
        known = (self._of(kind), first, _documents(), str(Path.home()))
        dialog.setDirectory(next(folder for folder in known if folder and Path(folder).is_dir()))
        _FolderRecorder(self, kind, dialog)

    def record(self, kind: str, path: str) -> None:
        """Record the folder of a chosen file, or a chosen folder."""
        folder = path if Path(path).is_dir() else str(Path(path).parent)
        self._last[kind] = folder
        if self._settings is not None:
            self._settings.set_folder(kind, folder)

    def _of(self, kind: str) -> str:
        """Return the last folder chosen for a kind of file, in this window or an earlier one, or ""."""
        kept = self._settings.state.folders if self._settings is not None else {}
        return self._last.get(kind, "") or kept.get(kind, "")


class _FolderRecorder(QObject):
    """The recorder of the folder chosen in a file dialog."""

    def __init__(self, folders: LastFolders, kind: str, dialog: "QFileDialog") -> None:
        super().__init__(dialog)
        self._folders = folders
        self._kind = kind
        dialog.fileSelected.connect(self._remember)
        dialog.filesSelected.connect(self._remember_first)

    def _remember(self, path: str) -> None:
        self._folders.record(self._kind, path)

    def _remember_first(self, paths: Sequence[str]) -> None:
        if paths:
            self._remember(paths[0])


def _documents() -> str:
    """Return the folder of the user's documents."""
    return QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)


def filter_of(suffix: str) -> str:
    """Return the filter of a file dialog for files with a suffix: "Markdown (*.md)"."""
    return f"{FILES.get(suffix, 'Files')} (*.{suffix})"


def folders_of(window: QObject) -> LastFolders:
    """Return the last folders of a window, creating the object if necessary."""
    found = window.findChild(LastFolders, NAME)
    return found if isinstance(found, LastFolders) else LastFolders(window)


def ask_where_to_save(
    window: QWidget,
    title: str,
    files: str,
    name: str,
    kind: str,
    chosen: Callable[[str], object],
    *,
    parent: QWidget | None = None,
) -> "QFileDialog":
    """Ask for a file to save to, with a proposed name, in the last folder of its kind; return the open dialog.

    `files` is the filter of the dialog, and `chosen` is called with the path.
    """
    from PySide6.QtWidgets import QFileDialog

    dialog = QFileDialog(parent or window, title, "", files)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(name.rpartition(".")[2])
    dialog.fileSelected.connect(chosen)
    folders_of(window).begin(dialog, kind)
    dialog.selectFile(name)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog
