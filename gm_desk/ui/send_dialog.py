"""The dialog that takes characters along: as what, with a look at it before."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPlainTextEdit, QPushButton, QWidget

from gm_desk.core.roster import Character
from gm_desk.core.systems.system import System
from gm_desk.model.sending import Form, forms_for
from gm_desk.model.ways import Ways
from gm_desk.ui.dialogs import AskingDialog
from gm_desk.ui.labels import dim_label, label, wrapped

WIDTH, HEIGHT, ROOM = 46, 30, 40
MOST = 20_000
"""Letters of the preview."""


class SendDialog(AskingDialog):
    """Choose a shape and look at it; the wish to save or to copy is then told."""

    save_requested = Signal(object, list)
    copy_requested = Signal(object, list)

    def __init__(self, characters: Sequence[Character], system: System, ways: Ways, window: QWidget) -> None:
        """Offer the shapes that fit a system."""
        super().__init__("Export characters", window)
        self._characters = list(characters)
        self._system = system
        self._ways = ways
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
    def chosen(self) -> Form:
        """Give the shape that is chosen."""
        return self._forms[self.form.currentIndex()]

    def _lay_out(self, window: QWidget) -> None:
        em, top, before = self.fontMetrics().height(), QHBoxLayout(), label("As &what")
        before.setBuddy(self.form)
        self.form.setAccessibleName("As what")
        self.form.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        top.addWidget(before)
        top.addWidget(self.form, 1)
        self.preview.setTabChangesFocus(True)
        self.preview.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPointSizeF(self.font().pointSizeF())
        self.preview.setFont(fixed)
        self.preview.setAccessibleName("Preview of the export")
        self.column.addLayout(top)
        self.column.addWidget(self.preview, 1)
        self.column.addWidget(self.says)
        buttons = self.finish("&Save…", self._save)
        self.copy.setAutoDefault(False)
        self.copy.clicked.connect(self._copy)
        buttons.addButton(self.copy, buttons.ButtonRole.ActionRole)
        self.resize(min(em * WIDTH, window.width() - ROOM), min(em * HEIGHT, window.height() - ROOM))

    def _show(self) -> None:
        """Preview what is chosen: of many files the first one."""
        form, many = self.chosen, len(self._characters)
        several = form.each and many > 1
        shown = self._characters[:1] if several else self._characters
        self.preview.setPlainText(self._ways.spell(shown, self._system, form.shape).decode("utf-8-sig")[:MOST])
        who = "1 character" if many == 1 else f"{many:,} characters"
        files = f"{many:,} files in a folder of your choice; this is the first one." if several else "one file."
        self.says.setText(f"{who}, in {files}")
        self.copy.setEnabled(not several)

    def _save(self) -> None:
        self.accept()
        self.save_requested.emit(self.chosen, self._characters)

    def _copy(self) -> None:
        self.accept()
        self.copy_requested.emit(self.chosen, self._characters)
