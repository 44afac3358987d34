"""The panel of statistics, which stays open beside the table and follows every roll."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QImage, QKeySequence, QShortcut
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from gm_desk.core.statistics import Kind, kinds
from gm_desk.core.tally import Tally
from gm_desk.core.text.one_line import tip_of
from gm_desk.model.log_model import LogModel
from gm_desk.model.luck import Count, Luck
from gm_desk.model.luck_words import kind_in_words
from gm_desk.model.telling import rolls_in_words
from gm_desk.ui.export_dialog import Scope
from gm_desk.ui.labels import dim_label
from gm_desk.ui.log_scopes import FILTERED
from gm_desk.ui.look import Look
from gm_desk.ui.luck_sheet import EVERYBODY, NOBODY, LuckSheet, Shown, picture_of
from gm_desk.ui.sizes import EDGE

WIDTH, HEIGHT = 56, 42
"""In heights of the font, as far as there is room."""
ROOM = 40
TONIGHT = "Tonight"
MARGIN = EDGE


class LuckPanel(QDialog):
    """Choose which rolls, whose and which dice; nothing waits for it, and Esc closes it."""

    save_requested = Signal(QImage)

    def __init__(self, luck: Luck, log: LogModel, look: Look, scopes: Sequence[Scope], window: QWidget) -> None:
        """Offer tonight, and other choices of rolls."""
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Statistics")
        self._luck, self._log, self._look = luck, log, look
        self._scopes = [Scope(TONIGHT), *scopes]
        self.scope, self.who, self.dice = QComboBox(), QComboBox(), QComboBox()
        self.says = dim_label()
        self.sheet = LuckSheet(look)
        self.secrets = QCheckBox("Picture with &secret rolls")
        self.copy, self.save = QPushButton("&Copy as picture"), QPushButton("Save &picture…")
        self.leave = QPushButton("Close")
        self._lay_out()
        self._name_parts()
        for chosen, slot in ((self.scope, self._choose), (self.who, self._show), (self.dice, self._show)):
            chosen.currentIndexChanged.connect(slot)
        self._connect()
        self._offer()
        em = self.fontMetrics().height()
        self.resize(min(em * WIDTH, window.width() - ROOM), min(em * HEIGHT, window.height() - ROOM))
        self._choose()

    @property
    def count(self) -> Count:
        """Give what is counted here."""
        return self._luck.tonight if self.scope.currentIndex() == 0 else self._luck.chosen

    def picture(self) -> QImage:
        """Draw what is shown, without secret rolls unless they are asked for."""
        who, kind = self.who.currentData(), self.dice.currentData()
        return picture_of(Shown(self._for_picture, who, kind), f"Statistics: {self._scope_name}", self._look)

    def follow_filter(self) -> None:
        """Count what the filter of the log shows now, where that is chosen."""
        for place, scope in enumerate(self._scopes):
            if scope.name == FILTERED and scope.search != self._log.search:
                self._scopes[place] = Scope(FILTERED, self._log.search)
                if place == self.scope.currentIndex():
                    self._choose()

    def stop(self) -> None:
        """Count no longer what nobody looks at."""
        self._luck.chosen.choose(None)

    @property
    def _for_picture(self) -> Tally:
        return self.count.tally if self.secrets.isChecked() else self.count.shown

    @property
    def _scope_name(self) -> str:
        """Name the choice of rolls, whose number a picture says anew."""
        return self.scope.currentText().split(" (")[0]

    def _connect(self) -> None:
        self._luck.tonight.changed.connect(self._follow)
        self._luck.chosen.changed.connect(self._follow)
        self._luck.log.opened.connect(self.reject)
        self._log.modelReset.connect(self.follow_filter)
        self._look.changed.connect(self.sheet.update)
        self.secrets.toggled.connect(self._allow)
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(self._save)
        self.leave.clicked.connect(self.reject)
        self.finished.connect(self.stop)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self, self._copy)

    def _offer(self) -> None:
        """Offer the scopes; where nothing is rolled tonight, the latest evening comes first."""
        self.scope.blockSignals(True)
        self.scope.addItems([scope.name for scope in self._scopes])
        if not self._luck.log.tonight:
            evenings = [place for place, scope in enumerate(self._scopes) if scope.search.session]
            self.scope.setCurrentIndex(evenings[0] if evenings else 0)
        self.scope.blockSignals(False)

    def _choose(self) -> None:
        """Count what is chosen; tonight is counted already."""
        place = self.scope.currentIndex()
        scope = self._scopes[place]
        self._luck.chosen.choose(scope.search if place else None, scope.ids)
        self._follow()

    def _follow(self) -> None:
        """Show what is counted by now."""
        tally = self.count.tally
        names = {None: EVERYBODY} | {who: name or NOBODY for who, name in tally.characters.items()}
        _fill(self.who, list(names.items()))
        self._show()

    def _show(self) -> None:
        """Show the rolls of whoever is chosen."""
        count, who = self.count, self.who.currentData()
        shown = Shown(count.tally, who, self.dice.currentData())
        _fill(self.dice, [(kind, kind_in_words(kind)) for kind in kinds(shown.counted)])
        self.dice.setEnabled(self.dice.count() > 1)
        self.sheet.show_tally(Shown(count.tally, who, self.dice.currentData()))
        words = rolls_in_words(shown.rolls, secret=Shown(count.secret, who).rolls)
        self.says.setText(words if count.complete else f"Counting: {rolls_in_words(count.counted)} so far…")
        self._allow()

    def _allow(self) -> None:
        """Let a picture be made where there is something to see."""
        for button in (self.copy, self.save):
            button.setEnabled(bool(self._for_picture.rolls))

    def _copy(self) -> None:
        """Put the picture on the clipboard, and say so."""
        if self.copy.isEnabled():
            QGuiApplication.clipboard().setImage(self.picture())
            secret = "with" if self.secrets.isChecked() else "without"
            self.says.setText(f"Copied as a picture, {secret} secret rolls.")

    def _save(self) -> None:
        self.save_requested.emit(self.picture())

    def _name_parts(self) -> None:
        """Say what each part is for."""
        named = ((self.scope, "Which rolls"), (self.who, "Whose rolls"), (self.dice, "Which dice"))
        for part, name in named:
            part.setAccessibleName(name)
            part.setToolTip(tip_of(name))
            part.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.copy.setToolTip("Copy as a picture (Ctrl+C)")
        self.secrets.setToolTip("Players may see the picture: secret rolls are left out of it unless this is on")

    def _lay_out(self) -> None:
        top, bottom = QHBoxLayout(), QHBoxLayout()
        for part in (self.scope, self.who, self.dice):
            part.setMinimumContentsLength(6)
            top.addWidget(part)
        top.addWidget(self.says, 1)
        bottom.addWidget(self.secrets)
        bottom.addStretch(1)
        for button in (self.copy, self.save, self.leave):
            button.setAutoDefault(False)
            bottom.addWidget(button)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setAccessibleName("Statistics")
        scroll.setWidget(self.sheet)
        column = QVBoxLayout(self)
        column.addLayout(top)
        column.addWidget(scroll, 1)
        column.addLayout(bottom)


def _fill(box: QComboBox, items: Sequence[tuple[str | Kind | None, str]]) -> None:
    """Offer other items, with the same one chosen as far as it is among them."""
    if [(box.itemData(place), box.itemText(place)) for place in range(box.count())] == list(items):
        return
    chosen = box.currentData()
    box.blockSignals(True)
    box.clear()
    for data, text in items:
        box.addItem(text, data)
    box.setCurrentIndex(next((place for place, (data, _) in enumerate(items) if data == chosen), 0 if items else -1))
    box.blockSignals(False)
