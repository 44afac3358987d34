"""The dialog that exports characters in a format, with a preview, and the export itself."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPlainTextEdit, QPushButton, QWidget

from gm_desk.core.characters.roster import Character, name_or_count
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import plural
from gm_desk.model.exchange.exporting import MARKDOWN, PLAIN, ExportForm, files_of, forms_for, name_of
from gm_desk.store.disk.files import StoreError, write_atomically
from gm_desk.store.disk.places import write_new
from gm_desk.store.exchange.exporting import spelt
from gm_desk.ui.exchange.arrivals import CharacterAdder
from gm_desk.ui.theme.painting import fixed_pitch
from gm_desk.ui.widgets.dialogs import AskingDialog, filter_of, folders_of
from gm_desk.ui.widgets.labels import dim_label, label, wrapped

WIDTH, HEIGHT, ROOM = 46, 30, 40
MOST = 20_000
"""The longest preview, in characters."""


class CharacterExportDialog(AskingDialog):
    """The dialog that chooses a format with a preview.

    `save_requested` and `copy_requested` carry the format and the characters.
    """

    save_requested = Signal(object, list)
    copy_requested = Signal(object, list)

    def __init__(self, characters: Sequence[Character], system: System, window: QWidget) -> None:
        """List the formats that fit a system."""
        super().__init__("Export characters", window)
        self._characters = list(characters)
        self._system = system
        self._forms = forms_for(system)
        self.form = QComboBox()
        self.form.addItems([form.name for form in self._forms])
        self.preview = QPlainTextEdit(readOnly=True)
        self.says = wrapped(dim_label())
        self.copy = QPushButton("&Copy")
        self._lay_out(window)
        self.form.currentIndexChanged.connect(self._show)
        self._show()
        self.form.setFocus()

    @property
    def chosen(self) -> ExportForm:
        """The chosen format."""
        return self._forms[self.form.currentIndex()]

    def _lay_out(self, window: QWidget) -> None:
        em, top, before = self.fontMetrics().height(), QHBoxLayout(), label("&Format")
        before.setBuddy(self.form)
        self.form.setAccessibleName("Format")
        self.form.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.column.addLayout(top)
        top.addWidget(before)
        top.addWidget(self.form, 1)
        self.preview.setTabChangesFocus(True)
        self.preview.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.preview.setFont(fixed_pitch(self.font()))
        self.preview.setAccessibleName("Preview of the export")
        self.column.addWidget(self.preview, 1)
        self.column.addWidget(self.says)
        buttons = self.finish("&Save…", self._save)
        self.copy.setAutoDefault(False)
        self.copy.clicked.connect(self._copy)
        buttons.addButton(self.copy, buttons.ButtonRole.ActionRole)
        self.resize(min(em * WIDTH, window.width() - ROOM), min(em * HEIGHT, window.height() - ROOM))

    def _show(self) -> None:
        """Update the preview; of several files the first is shown."""
        form, many = self.chosen, len(self._characters)
        several = form.each and many > 1
        shown = self._characters[:1] if several else self._characters
        self.preview.setPlainText(spelt(shown, self._system, form.shape).decode("utf-8-sig")[:MOST])
        who = plural(many, "character")
        files = f"{many:,} files in a folder of your choice; this is the first one." if several else "one file."
        self.says.setText(f"{who}, in {files}")
        self.copy.setEnabled(not several)

    def _save(self) -> None:
        self.accept()
        self.save_requested.emit(self.chosen, self._characters)

    def _copy(self) -> None:
        self.accept()
        self.copy_requested.emit(self.chosen, self._characters)


NAMED = 3
"""Maximum number of changed file names that are reported individually."""


class CharacterExportCommands(QObject):
    """The commands that export the selected characters, or the one on the card if none is selected."""

    def __init__(self, adder: CharacterAdder) -> None:
        """Act on the open roster."""
        super().__init__(adder.window)
        self._adder = adder

    def export(self) -> None:
        """Open the export dialog."""
        adder, characters = self._adder, self._selected()
        if characters:
            system = adder.session.document.system
            dialog = CharacterExportDialog(characters, system, adder.window)
            sending = CharacterExport(adder, system, self)
            dialog.save_requested.connect(sending.ask_where)
            dialog.copy_requested.connect(sending.copy)
            dialog.rejected.connect(sending.deleteLater)
            dialog.open()

    def copy_text(self) -> None:
        """Copy the characters as plain text, with their current damage."""
        self._copy(PLAIN)

    def copy_markdown(self) -> None:
        """Copy the characters as Markdown stat blocks."""
        self._copy(MARKDOWN)

    def _copy(self, form: ExportForm) -> None:
        characters = self._selected()
        if characters:
            CharacterExport(self._adder, self._adder.session.document.system, self).copy(form, characters)

    def _selected(self) -> list[Character]:
        session, roster = self._adder.session, self._adder.window.roster
        shown = session.document.character(session.view.selected)
        found = [session.document.character(one) for one in roster.selected_ids()]
        chosen = [one for one in found if one is not None]
        return chosen or ([shown] if shown else [])


class CharacterExport(QObject):
    """One export of characters, independent of later exports and of the open roster."""

    def __init__(self, adder: CharacterAdder, system: System, parent: QObject) -> None:
        """Export characters of a system."""
        super().__init__(parent)
        self._adder = adder
        self._system = system
        self._form = MARKDOWN
        self._characters: Sequence[Character] = ()

    def copy(self, form: ExportForm, characters: Sequence[Character]) -> None:
        """Copy characters to the clipboard and report it."""
        self.deleteLater()
        content = spelt(characters, self._system, form.shape)
        QGuiApplication.clipboard().setText(content.decode("utf-8-sig"))
        self._adder.say(f"{name_or_count(characters)} copied.")

    def save(self, path: str) -> None:
        """Write the characters to one file."""
        ((_, content),) = files_of(self._characters, self._system, self._form).items()
        if made := self._write(Path(path), content):
            self._report(made)

    def save_each(self, folder: str) -> None:
        """Write each character to a separate file in a folder; existing files are kept."""
        place, changed = Path(folder), list[str]()
        files = files_of(self._characters, self._system, self._form)
        for name, content in files.items():
            made = self._write(place / name, content, new=True)
            if made is None:
                return
            changed += [f"“{made.name}”"] * (made.name != name)
        self._report(place, changed)

    def ask_where(self, form: ExportForm, characters: Sequence[Character]) -> None:
        """Ask for a file, or for a folder if each character gets a separate file."""
        from PySide6.QtWidgets import QFileDialog

        self._form, self._characters = form, characters
        dialog = QFileDialog(self._adder.window, "Export characters")
        if form.each and len(characters) > 1:
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.fileSelected.connect(self.save_each)
        else:
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.setNameFilter(filter_of(form.suffix))
            dialog.setDefaultSuffix(form.suffix)
            dialog.fileSelected.connect(self.save)
        folders_of(self._adder.window).begin(dialog, "export")
        if dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave:
            dialog.selectFile(f"{name_of(characters)}.{form.suffix}")
        for goes in (self.deleteLater, dialog.deleteLater):
            dialog.finished.connect(goes)
        dialog.open()

    def _write(self, path: Path, content: bytes, *, new: bool = False) -> Path | None:
        """Write a file, under a free name if `new`, and return its path; report an error and return None."""
        try:
            if new:
                return write_new(path, content, private=False)
            write_atomically(path, content, private=False)
        except StoreError as error:
            self._adder.complain(f"Nothing was exported to {path}: {error.problem}. Choose another place.")
            return None
        return path

    def _report(self, where: Path, changed: Sequence[str] = ()) -> None:
        """Report where the characters were written, and which files were renamed."""
        summary = f"{name_or_count(self._characters)} exported to {where}."
        self._adder.say(" ".join(filter(None, (summary, _renamed_in_words(changed)))))


def _renamed_in_words(changed: Sequence[str]) -> str:
    """Return the changed file names, or their number, as text."""
    if not changed:
        return ""
    if len(changed) > NAMED:
        return f"{len(changed):,} files with these names were in the folder already; the new ones have a number."
    one = len(changed) == 1
    had = "A file of that name was" if one else "Files of those names were"
    return f"{had} in the folder already; the new {'one is' if one else 'ones are'} {', '.join(changed)}."
