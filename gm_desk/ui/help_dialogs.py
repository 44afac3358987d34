"""Help: all keys on one sheet, and what this program is."""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QMainWindow,
    QMenu,
    QMessageBox,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gm_desk import __version__
from gm_desk.ui.labels import dim_label, heading, label
from gm_desk.ui.menus import without_mnemonic
from gm_desk.ui.sizes import BODY

HAND = (
    ("Letters", "in the roster: find a skill of the character"),
    ("Double click, Enter", "roll a number of the card"),
    ("F2", "edit what is selected, in place"),
    ("P, Delete", "on a modifier: pin it, remove it"),
    ("Esc", "leave a field as it was; back to the roster"),
)


def about_box(window: QMainWindow) -> QMessageBox:
    """Make the box that says what this is."""
    box = QMessageBox(window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle("About GM Desk")
    box.setText(f"GM Desk {__version__}")
    box.setInformativeText(
        "The desktop companion of the game master at the table.\nMIT licence. Made with Qt (LGPL 3)."
    )
    return box


class KeySheet(QDialog):
    """List the shortcuts, menu by menu."""

    def __init__(self, window: QMainWindow) -> None:
        """Read the shortcuts from the menus, so that the sheet is always right."""
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Keys")
        sheet = QWidget()
        grid = QGridLayout(sheet)
        grid.setHorizontalSpacing(24)
        _add_rows(grid, "By hand", HAND)
        for menu in window.menuBar().findChildren(QMenu):
            rows = [(_keys(action), without_mnemonic(action.text())) for action in menu.actions() if action.shortcuts()]
            if rows:
                _add_rows(grid, without_mnemonic(menu.title()), rows)
        scroll = QScrollArea()
        scroll.setWidget(sheet)
        scroll.setWidgetResizable(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(scroll)
        column.addWidget(buttons)
        em = self.fontMetrics().height()
        self.resize(em * 34, min(em * 40, window.height() - 40))


def _add_rows(grid: QGridLayout, title: str, rows: Iterable[tuple[str, str]]) -> None:
    grid.addWidget(heading(title), grid.rowCount(), 0, 1, 2)
    for keys, does in rows:
        row = grid.rowCount()
        grid.addWidget(label(keys), row, 0)
        grid.addWidget(dim_label(does, size=BODY), row, 1)


def _keys(action: QAction) -> str:
    return ", ".join(keys.toString() for keys in action.shortcuts())
