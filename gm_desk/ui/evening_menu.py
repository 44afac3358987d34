"""What can be done with an evening of the log: the menu of its heading."""

from msgspec import structs
from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QMenu, QTableView

from gm_desk.model.log_model import LogModel
from gm_desk.model.log_roles import FOLDED, SESSION
from gm_desk.model.roles import Index
from gm_desk.store.entries import Search


class EveningMenu(QMenu):
    """Name an evening, fold it or all others, show it alone; it goes when it is closed."""

    name_wanted = Signal()

    def __init__(self, lines: LogModel, view: QTableView, index: Index) -> None:
        """Take the heading that it was asked for on."""
        super().__init__(view)
        self._lines = lines
        self._view = view
        self._session, self._folded = index.data(SESSION), index.data(FOLDED)
        self._row = index.row()
        self.addAction("&Name the evening\tF2", self._name)
        searching = lines.search != Search()
        if not searching:
            self.addAction("Un&fold\tRight" if self._folded else "&Fold\tLeft", self._fold)
            self.addAction("Fold all &others", self._fold_others)
            self.addAction("&Unfold all", self._unfold_all)
        self.addAction("&Only this evening", self._only)
        self.aboutToHide.connect(self.deleteLater)

    def open_at(self, at: QPoint) -> None:
        """Show it at a place of the screen."""
        self.popup(at)

    def _name(self) -> None:
        """Let it be named once the menu has given the focus back."""
        self._view.setCurrentIndex(self._lines.index(self._row, 0))
        self.name_wanted.emit()

    def _fold(self) -> None:
        self._lines.fold([self._session], folded=not self._folded)

    def _fold_others(self) -> None:
        self._lines.fold([one for one in self._lines.evenings.order if one != self._session], folded=True)

    def _unfold_all(self) -> None:
        self._lines.fold(self._lines.evenings.order, folded=False)

    def _only(self) -> None:
        self._lines.set_search(structs.replace(self._lines.search, session=self._session))
