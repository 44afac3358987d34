"""The dialog that takes rolls along: which, as what, with or without the secret ones."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QPlainTextEdit, QPushButton, QWidget

from gm_desk.model.bound_log import BoundLog
from gm_desk.model.exporting import Exporting, Format, Wanted
from gm_desk.store.entries import Search
from gm_desk.store.errors import UnreadableFileError
from gm_desk.ui.dialogs import AskingDialog
from gm_desk.ui.labels import dim_label, label

FORMATS = {
    Format.RECAP: "Recap of the evening (Markdown)",
    Format.TEXT: "Plain text, a line for each roll",
    Format.CSV: "Table for a spreadsheet (CSV)",
    Format.LINES: "JSON lines: can be imported again, and answered by gm-desk rules",
}
PREVIEWED = 20
ROOM = 40
WIDTH, HEIGHT = 46, 14
"""Of the preview, in heights of the font."""


class Scope(Struct, frozen=True):
    """Offer a choice of rolls: its name, and what is looked for or the ids of the rolls."""

    name: str
    search: Search = Search()
    ids: tuple[str, ...] = ()


class ExportDialog(AskingDialog):
    """Choose and preview; the wish to save or to copy is then told."""

    save_requested = Signal(object)
    copy_requested = Signal(object)

    def __init__(self, log: BoundLog, title: str, scopes: Sequence[Scope], window: QWidget) -> None:
        """Offer choices of rolls, the first one chosen."""
        super().__init__("Export rolls", window)
        self._log = log
        self._title = title
        self._scopes = scopes
        self.form = QComboBox()
        self.form.addItems(list(FORMATS.values()))
        self.scope = QComboBox()
        self.scope.addItems([scope.name for scope in scopes])
        self.secrets = QCheckBox("With &secret rolls")
        self.preview = QPlainTextEdit()
        self.preview.setReadOnly(True)
        self.preview.setTabChangesFocus(True)
        self.preview.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.preview.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.preview.setAccessibleName("Preview of the export")
        self.says = dim_label()
        self._lay_out(window.size())
        for changed in (self.form.currentIndexChanged, self.scope.currentIndexChanged, self.secrets.toggled):
            changed.connect(self._show)
        self._show()

    @property
    def wanted(self) -> Wanted:
        """Give what is chosen."""
        scope = self._scopes[self.scope.currentIndex()]
        form = list(FORMATS)[self.form.currentIndex()]
        return Wanted(form, self._title, scope.search, scope.ids, secrets=self.secrets.isChecked())

    def _lay_out(self, room: QSize) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setColumnStretch(1, 1)
        for row, (name, box) in enumerate((("&Rolls", self.scope), ("As &what", self.form))):
            text = label(name)
            text.setBuddy(box)
            box.setAccessibleName(name.replace("&", ""))
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            grid.addWidget(text, row, 0)
            grid.addWidget(box, row, 1)
        grid.addWidget(self.secrets, 2, 1)
        self.column.addLayout(grid)
        self.column.addSpacing(4)
        self.column.addWidget(self.preview, 1)
        self.column.addWidget(self.says)
        em = self.fontMetrics().height()
        self.preview.setMinimumSize(em * 24, em * 6)
        self.resize(min(em * WIDTH, room.width() - ROOM), min(em * (HEIGHT + 9), room.height() - ROOM))
        buttons = self.finish("&Save…", self._save)
        self.copy = QPushButton("&Copy")
        self.copy.setAutoDefault(False)
        self.copy.setToolTip("Copy the rolls as text")
        self.copy.clicked.connect(self._copy)
        buttons.addButton(self.copy, buttons.ButtonRole.ActionRole)

    def _show(self) -> None:
        """Preview what is chosen."""
        try:
            text = Exporting(self._log, self.wanted).preview(PREVIEWED)
        except UnreadableFileError as error:
            text, unread = "", f"The log could not be read: {error.problem}."
        else:
            unread = ""
        self.preview.setPlainText(text)
        for button in (self.does, self.copy):
            button.setEnabled(bool(text))
        left_out = "" if self.secrets.isChecked() else " Secret rolls are left out."
        said = f"The newest rolls.{left_out}" if text else unread or f"There are no such rolls.{left_out}"
        self.says.setText(said)

    def _save(self) -> None:
        self.save_requested.emit(self.wanted)
        self.accept()

    def _copy(self) -> None:
        self.copy_requested.emit(self.wanted)
        self.accept()
