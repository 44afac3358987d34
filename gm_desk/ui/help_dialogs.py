"""Help: all keys on one sheet, and what this program is."""

import contextlib
import platform
from collections.abc import Iterable, Iterator

from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QMainWindow,
    QMenu,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gm_desk import __version__
from gm_desk.ui.labels import dim_label, heading, label
from gm_desk.ui.menus import without_mnemonic
from gm_desk.ui.text_dialog import TextDialog

HAND = (
    ("Letters", "in the roster: find a skill of the character"),
    ("Double click, Enter", "roll a number of the card"),
    ("F2", "edit what is selected, in place"),
    ("P, Delete", "on a modifier: pin it, remove it"),
    ("Esc", "leave a field as it was; back to the roster"),
)


LIBRARIES = ("PySide6-Essentials", "msgspec", "filelock", "platformdirs", "rapidfuzz", "typing_extensions")
WHAT = """\
The desktop companion of the game master at the table.

GM Desk {version} is free software under the MIT licence. It sends nothing anywhere.
Eclipse Phase is a game by Posthuman Studios, who have no part in this program.

It is made with
Python {python}, Python Software Foundation licence
Qt {qt}, LGPL 3
{libraries}
"""


def about(window: QMainWindow) -> TextDialog:
    """Make the dialog that says what this is, with versions and licences to be copied into a report."""
    text = WHAT.format(
        version=__version__, python=platform.python_version(), qt=qVersion(), libraries="\n".join(_libraries())
    )
    return TextDialog("About GM Desk", f"GM Desk {__version__}", text, window)


def _libraries() -> Iterator[str]:
    """Name the libraries that are installed, each with its version and its licence."""
    from importlib.metadata import PackageNotFoundError, metadata

    for name in LIBRARIES:
        with contextlib.suppress(PackageNotFoundError):
            found = metadata(name)
            licences = [found[key] for key in ("License-Expression", "License") if key in found]
            yield ", ".join([f"{name} {found['Version']}", *licences[:1]])


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
        grid.addWidget(dim_label(does, size=1.0), row, 1)


def _keys(action: QAction) -> str:
    return ", ".join(keys.toString() for keys in action.shortcuts())
