"""The finder: a character, a skill or a command from a few letters."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QWidget
from typing_extensions import override

from gm_desk.core.roster import Roster
from gm_desk.model.document import RosterDocument
from gm_desk.model.finding import MOST, Found, Index, find, index_of
from gm_desk.ui.menus import without_mnemonic

FOUND = Qt.ItemDataRole.UserRole


class Finder(QLineEdit):
    """Take words, list what they find, and go there on Enter."""

    found = Signal(object)

    def __init__(self, document: RosterDocument, parent: QWidget | None = None) -> None:
        """Search a document; `commands` are added once there are any."""
        super().__init__(parent)
        self._document = document
        self.commands: list[QAction] = []
        self._indexed: Roster | None = None
        self._index: Index = []
        self.setObjectName("finder")
        self.setPlaceholderText("Find a character, skill or command   (Ctrl+K)")
        self.setAccessibleName("Find a character, skill or command")
        self.list = QListWidget(self)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName("Found")
        self.list.setSpacing(2)
        self.list.hide()
        self.textEdited.connect(self._search)
        self.list.itemClicked.connect(self._go)

    def _search(self, typed: str) -> None:
        """List what the words find."""
        self.list.clear()
        for found in find(self._index_now(), typed):
            self._add(found.text, found)
        words = typed.casefold().split()
        for action in self.commands if words else ():
            text = without_mnemonic(action.text())
            if action.isEnabled() and all(word in text.casefold() for word in words) and self.list.count() < MOST:
                self._add(f"{text}   {action.shortcut().toString()}", action)
        if words and not self.list.count():
            self._add("Nothing found", None)
        self.list.setCurrentRow(0)
        self._place()

    def _index_now(self) -> Index:
        """Give all there is to find, listed anew when the roster has changed."""
        if self._indexed is not self._document.roster:
            self._indexed = self._document.roster
            self._index = index_of(self._document.roster, self._document.system)
        return self._index

    def _add(self, text: str, target: Found | QAction | None) -> None:
        item = QListWidgetItem(text)
        item.setData(FOUND, target)
        self.list.addItem(item)

    def _place(self) -> None:
        """Hang the list under the field."""
        if not self.list.count():
            self.list.hide()
            return
        if self.list.parent() is not self.window():
            self.list.setParent(self.window())
        row = self.list.sizeHintForRow(0) + 2 * self.list.spacing()
        self.list.move(self.mapTo(self.window(), QPoint(0, self.height() + 2)))
        self.list.resize(self.width(), row * self.list.count() + 2 * self.list.frameWidth() + 4)
        self.list.show()
        self.list.raise_()

    def _go(self, item: QListWidgetItem | None) -> None:
        target = item.data(FOUND) if item is not None else None
        if target is None:
            return
        self.clear()
        self.list.hide()
        if isinstance(target, QAction):
            target.trigger()
        else:
            self.found.emit(target)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is not None and self.list.count():
            self.list.setCurrentRow((self.list.currentRow() + step) % self.list.count())
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._go(self.list.currentItem())
        else:
            super().keyPressEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.list.hide()
        self.clear()
