"""Open each dialog of the window as a GM would, with something in it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QDialog, QFileDialog

from gm_desk.ui.exchange.importing import ImportReport
from gm_desk.ui.printing.recap_dialog import RecapDialog
from ui_makers import GM

BLOCKS = """Dock Hand
COG 10, INT 10, REF 15, SAV 10, SOM 20, WIL 10
Skills: Guns 45, Fray 40, Athletics 55
Gear: Crowbar, Radio

Harbour Guard
COG 15, INT 15, REF 20, SAV 10, SOM 15, WIL 15
Skills: Guns 60, Fray 50, Perceive 45
"""


def chosen(path: str, gm: GM) -> None:
    """Choose an action by its object name."""
    action = gm.window.findChild(QAction, path)
    assert isinstance(action, QAction), path
    assert action.isEnabled(), path
    action.trigger()


def pasted(gm: GM) -> None:
    QGuiApplication.clipboard().setText(BLOCKS)
    chosen("Edit/Paste stat block…", gm)
    QGuiApplication.clipboard().clear()


def imported(gm: GM) -> None:
    path = Path(gm.program.desk.path).parent / "blocks.txt"
    path.write_text(BLOCKS)
    chosen("File/Import characters…", gm)
    chooser = gm.dialog(QFileDialog)
    chooser.filesSelected.emit([str(path)])
    chooser.reject()
    report = gm.dialog(ImportReport)
    gm.qtbot.waitUntil(lambda: not report.progress.isVisible())


def recapped(gm: GM) -> None:
    chosen("Log/Print the recap…", gm)
    dialog = gm.dialog(RecapDialog)
    gm.qtbot.waitUntil(lambda: dialog.sheets is not None)


def tagged(gm: GM) -> None:
    gm.chooses("Tags", "New tag…")


MENUS = (
    "File/New roster…",
    "File/House rules…",
    "File/Backups…",
    "File/Export campaign…",
    "File/Settings…",
    "Roster/Duplicate several times…",
    "Roster/Export and print/Print cards…",
    "Roster/Export and print/Export characters…",
    "Roster/New NPC from a template…",
    "Log/Statistics",
    "Log/Export rolls…",
    "Help/What is this?",
    "Help/Rules",
    "Help/Keys…",
    "Help/About GM Desk",
)
OPENING: dict[str, Callable[[GM], None]] = {
    **{path: partial(chosen, path) for path in MENUS},
    "paste": pasted,
    "import": imported,
    "recap": recapped,
    "tag": tagged,
}


@contextmanager
def open_dialog(gm: GM, which: str) -> Iterator[QDialog]:
    """Open a dialog for as long as it is looked at."""
    OPENING[which](gm)
    gm.settles()
    (dialog,) = [one for one in gm.window.findChildren(QDialog) if one.isVisible()]
    yield dialog
    dialog.close()
    gm.settles()
