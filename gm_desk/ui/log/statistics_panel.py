"""The luck of the current evening in the header of the log, and the panel of statistics."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter, QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from gm_desk.core.luck.statistics import DiceKind, kinds
from gm_desk.core.luck.tally import Tally
from gm_desk.core.wording.phrases import tip_of
from gm_desk.model.files.session import Session
from gm_desk.model.log.log_model import LogModel
from gm_desk.model.log.statistics import Count, LuckStatistics, kind_in_words
from gm_desk.model.roll.roll_text import rolls_in_words
from gm_desk.store.disk.files import StoreError, write_atomically
from gm_desk.store.disk.places import slug
from gm_desk.ui.log.export import FILTERED, Scope
from gm_desk.ui.log.statistics_sheet import EVERYBODY, NOBODY, LuckSheet, Shown, picture_of
from gm_desk.ui.theme.painting import CENTRE, framed, scaled, width_of, write
from gm_desk.ui.theme.theme import EDGE, GAP, SMALL, current_theme
from gm_desk.ui.widgets.dialogs import ask_where_to_save
from gm_desk.ui.widgets.labels import dim_label
from gm_desk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from gm_desk.model.log.statistics import LuckStatistics

FEWEST = 5
"""The number of rolls from which luck is shown."""


class LuckButton(QPushButton):
    """The button that shows the table's luck and opens the statistics; hidden while there are few rolls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        self._rolls = 0
        self.setObjectName("luck")
        self.setFont(scaled(self.font(), SMALL))
        self.hide()

    def show_luck(self, words: str, unusual: str, rolls: int) -> None:
        """Show the luck of the evening, and how unusual it is for that number of rolls."""
        self._rolls = rolls
        self.setText(words)
        self.setToolTip(tip_of(f"Tonight, {rolls:,} rolls: {unusual}. Click for the statistics."))
        luck = words if words.endswith(unusual) else f"{words}, {unusual}"
        self.setAccessibleName(f"{luck}: show the statistics")
        self.setVisible(True)

    @override
    def setVisible(self, visible: bool) -> None:
        super().setVisible(visible and self._rolls >= FEWEST)

    @override
    def sizeHint(self) -> QSize:
        return QSize(int(width_of(self.font(), self.text())) + 2 * GAP, super().sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, lit = current_theme(), self.underMouse() or self.isDown()
        if lit or self.hasFocus():
            framed(painter, QRectF(self.rect()), theme, theme.raised, focus=self.hasFocus())
        write(painter, self.rect(), self.text(), theme.text if lit else theme.dim, CENTRE, self.font())


WIDTH, HEIGHT = 56, 42
"""In heights of the font; reduced if the window is smaller."""
ROOM = 40
TONIGHT = "Tonight"
MARGIN = EDGE


class StatisticsDialog(QDialog):
    """The dialog of statistics, with a choice of rolls, character and dice; it is not modal."""

    save_requested = Signal(QImage)

    def __init__(
        self, luck: LuckStatistics, log: LogModel, scopes: Sequence[Scope], window: QWidget, system: str
    ) -> None:
        """List tonight and the other scopes; verdicts have the words of the system."""
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Statistics")
        self._luck, self._log, self._system = luck, log, system
        self._scopes = [Scope(TONIGHT), *scopes]
        self.scope, self.who, self.dice = QComboBox(), QComboBox(), QComboBox()
        self.says = dim_label()
        self.sheet = LuckSheet()
        self.secrets = QCheckBox("Picture with &secret rolls")
        self.copy, self.save = QPushButton("&Copy as picture"), QPushButton("Save &picture…")
        self.leave = QPushButton("Close")
        self._lay_out()
        self._name_parts()
        for chosen, slot in ((self.scope, self._choose), (self.who, self._show), (self.dice, self._show)):
            chosen.currentIndexChanged.connect(slot)
        self._connect()
        self._list_scopes()
        em = self.fontMetrics().height()
        self.resize(min(em * WIDTH, window.width() - ROOM), min(em * HEIGHT, window.height() - ROOM))
        self._choose()

    @property
    def count(self) -> Count:
        """The count that is shown: tonight's, or that of the chosen scope."""
        return self._luck.tonight if self.scope.currentIndex() == 0 else self._luck.chosen

    def picture(self) -> QImage:
        """Return the statistics as a picture, without secret rolls unless they are included explicitly."""
        who, kind = self.who.currentData(), self.dice.currentData()
        scope = self.scope.currentText().split(" (")[0]  # without the number of rolls
        return picture_of(Shown(self._for_picture, self._system, who, kind), f"Statistics: {scope}")

    def follow_filter(self) -> None:
        """Count again if the filter of the log has changed and its scope is chosen."""
        for place, scope in enumerate(self._scopes):
            if scope.name == FILTERED and scope.search != self._log.search:
                self._scopes[place] = Scope(FILTERED, self._log.search)
                if place == self.scope.currentIndex():
                    self._choose()

    def stop(self) -> None:
        """Stop counting the chosen scope."""
        self._luck.chosen.choose(None)

    @property
    def _for_picture(self) -> Tally:
        return self.count.tally if self.secrets.isChecked() else self.count.shown

    def _connect(self) -> None:
        self._luck.tonight.changed.connect(self._follow)
        self._luck.chosen.changed.connect(self._follow)
        self._luck.log.opened.connect(self.reject)
        self._log.renewed.connect(self.follow_filter)
        self.secrets.toggled.connect(self._enable_buttons)
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(self._save)
        self.leave.clicked.connect(self.reject)
        self.finished.connect(self.stop)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self, self._copy)

    def _list_scopes(self) -> None:
        """List the scopes; if there are no rolls tonight, select the latest evening."""
        self.scope.blockSignals(True)
        self.scope.addItems([scope.name for scope in self._scopes])
        if not self._luck.log.tonight:
            evenings = [place for place, scope in enumerate(self._scopes) if scope.search.session]
            self.scope.setCurrentIndex(evenings[0] if evenings else 0)
        self.scope.blockSignals(False)

    def _choose(self) -> None:
        """Count the chosen scope; tonight's rolls are counted already."""
        place = self.scope.currentIndex()
        scope = self._scopes[place]
        self._luck.chosen.choose(scope.search if place else None, scope.ids)
        self._follow()

    def _follow(self) -> None:
        """Update the characters from the count, and show it."""
        tally = self.count.tally
        names = {None: EVERYBODY} | {who: name or NOBODY for who, name in tally.characters.items()}
        _set_items(self.who, list(names.items()))
        self._show()

    def _show(self) -> None:
        """Show the rolls of the chosen character."""
        count, who = self.count, self.who.currentData()
        shown = Shown(count.tally, self._system, who, self.dice.currentData())
        _set_items(self.dice, [(kind, kind_in_words(kind)) for kind in kinds(shown.counted)])
        self.dice.setEnabled(self.dice.count() > 1)
        self.sheet.show_tally(Shown(count.tally, self._system, who, self.dice.currentData()))
        words = rolls_in_words(shown.rolls, secret=Shown(count.secret, self._system, who).rolls)
        self.says.setText(words if count.complete else f"Counting: {rolls_in_words(count.counted)} so far…")
        self._enable_buttons()

    def _enable_buttons(self) -> None:
        """Enable the picture buttons if there are rolls to show."""
        for button in (self.copy, self.save):
            button.setEnabled(bool(self._for_picture.rolls))

    def _copy(self) -> None:
        """Copy the picture to the clipboard, and confirm it."""
        if self.copy.isEnabled():
            QGuiApplication.clipboard().setImage(self.picture())
            secret = "with" if self.secrets.isChecked() else "without"
            self.says.setText(f"Copied as a picture, {secret} secret rolls.")

    def _save(self) -> None:
        self.save_requested.emit(self.picture())

    def _name_parts(self) -> None:
        """Set the names and tool tips of the parts."""
        named = ((self.scope, "Which rolls"), (self.who, "Whose rolls"), (self.dice, "Which dice"))
        for part, name in named:
            part.setAccessibleName(name)
            part.setToolTip(tip_of(name))
            part.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.copy.setToolTip("Copy as a picture (Ctrl+C)")
        self.secrets.setToolTip("Players may see the picture: secret rolls are left out of it unless this is on")

    def _lay_out(self) -> None:
        top, bottom, scroll, column = QHBoxLayout(), QHBoxLayout(), QScrollArea(), QVBoxLayout(self)
        column.addLayout(top)
        for part, letters in ((self.scope, 8), (self.who, 10), (self.dice, 6)):
            part.setMinimumContentsLength(letters)
            top.addWidget(part)
        top.addWidget(self.says, 1)
        scroll.setWidgetResizable(True)
        scroll.setAccessibleName("Statistics")
        scroll.setWidget(self.sheet)
        column.addWidget(scroll, 1)
        column.addLayout(bottom)
        bottom.addWidget(self.secrets)
        bottom.addStretch(1)
        for button in (self.copy, self.save, self.leave):
            button.setAutoDefault(False)
            bottom.addWidget(button)


def _set_items(box: QComboBox, items: Sequence[tuple[str | DiceKind | None, str]]) -> None:
    """Replace the items of a box, keeping the selection if it is still among them."""
    if [(box.itemData(place), box.itemText(place)) for place in range(box.count())] == list(items):
        return
    chosen = box.currentData()
    box.blockSignals(True)
    box.clear()
    for data, text in items:
        box.addItem(text, data)
    box.setCurrentIndex(next((place for place, (data, _) in enumerate(items) if data == chosen), 0 if items else -1))
    box.blockSignals(False)


SETTLING = 300
"""Milliseconds to wait before counting, so that the window is shown first."""


class LuckCommands(QObject):
    """The command that opens the statistics, and the button with tonight's luck."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        """Observe the log of the open roster."""
        super().__init__(window)
        self._window = window
        self._session = session
        self._image = QImage()
        self.button = LuckButton()
        self.button.clicked.connect(self.show)
        window.log.add_to_header(self.button)
        self._start_timer = QTimer(self, interval=SETTLING, singleShot=True)
        self._start_timer.timeout.connect(self._begin)
        self._start_timer.start()

    @cached_property
    def luck(self) -> "LuckStatistics":
        """The statistics, created on first use."""
        from gm_desk.model.log.statistics import LuckStatistics

        made = LuckStatistics(self._session.log, self)
        made.tonight.changed.connect(self._update_button)
        return made

    def _begin(self) -> None:
        """Start to count tonight's rolls."""
        self.luck.resume()

    def show(self) -> None:
        """Open the panel, or raise it if it is open."""
        from gm_desk.ui.log.export import scopes_of

        panel = next((one for one in self._window.findChildren(StatisticsDialog) if one.isVisible()), None)
        if panel is None:
            scopes = scopes_of(self._window, self._session)
            system = self._session.document.system.id
            panel = StatisticsDialog(self.luck, self._window.log.model, scopes, self._window, system)
            panel.save_requested.connect(self._ask_where)
            panel.show()
        panel.raise_()
        panel.activateWindow()

    def _update_button(self) -> None:
        """Update the button with tonight's luck."""
        from gm_desk.core.luck.statistics import everybody
        from gm_desk.model.log.statistics import how_unusual, luck_in_a_line

        luck = everybody(self.luck.tonight.tally)
        self.button.show_luck(luck_in_a_line(luck), how_unusual(luck), luck.rolls)
        self._window.log.fit_header()

    def _ask_where(self, image: QImage) -> None:
        """Ask for a file, then save the picture to it."""
        self._image = image
        name = f"{slug(self._session.document.roster.name)}-statistics.png"
        ask_where_to_save(self._window, "Save picture", "Pictures (*.png)", name, "pictures", self.save)

    def save(self, path: str) -> None:
        """Save the latest picture to a file."""
        from pathlib import Path

        bar = self._window.trouble
        try:
            write_atomically(Path(path), _as_png(self._image), private=False)
        except StoreError as error:
            bar.show_trouble("picture", f"The picture could not be saved to {path}: {error.problem}.")
            return
        bar.show_trouble("picture", "")
        bar.show_notice(f"Picture saved to {path}.")


def _as_png(image: QImage) -> bytes:
    """Return a picture encoded as PNG."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, b"PNG").write(image)
    return bytes(content.data())
