"""The dialogs of the window, opened by the user's means, each with some content."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QFileDialog

from gm_desk.ui.exchange.importing import ImportReport
from gm_desk.ui.printing.dialogs import RecapDialog
from ui_makers import GM

BLOCKS = """Dock Hand
COG 10, INT 10, REF 15, SAV 10, SOM 20, WIL 10
Skills: Guns 45, Fray 40, Athletics 55
Gear: Crowbar, Radio

Harbour Guard
COG 15, INT 15, REF 20, SAV 10, SOM 15, WIL 15
Skills: Guns 60, Fray 50, Perceive 45
"""


def pasted(gm: GM) -> None:
    QGuiApplication.clipboard().setText(BLOCKS)
    gm.does("exchange.paste_stat_block")
    QGuiApplication.clipboard().clear()


def imported(gm: GM) -> None:
    path = Path(gm.program.session.path).parent / "blocks.txt"
    path.write_text(BLOCKS)
    gm.does("exchange.import_characters")
    chooser = gm.dialog(QFileDialog)
    chooser.filesSelected.emit([str(path)])
    chooser.reject()
    report = gm.dialog(ImportReport)
    gm.qtbot.waitUntil(lambda: not report.progress.isVisible())


def recapped(gm: GM) -> None:
    gm.does("printing.print_recap")
    dialog = gm.dialog(RecapDialog)
    gm.qtbot.waitUntil(lambda: dialog.sheets is not None)


def tagged(gm: GM) -> None:
    gm.chooses("roster.tag", "New tag…")


MENUS = (
    "files.new_roster",
    "settings.set_house_rules",
    "settings.edit_modifiers",
    "files.show_backups",
    "settings.show_settings",
    "roster.duplicate_times",
    "printing.print_cards",
    "exchange.export_characters",
    "roster.new_npc",
    "log.show_statistics",
    "log.export_rolls",
    "help.explain_focus",
    "help.show_rules",
    "settings.set_keys",
    "help.show_about",
)
OPENING: dict[str, Callable[[GM], None]] = {
    **{action_id: partial(GM.does, action_id=action_id) for action_id in MENUS},
    "paste": pasted,
    "import": imported,
    "recap": recapped,
    "tag": tagged,
}


@contextmanager
def open_dialog(gm: GM, which: str) -> Iterator[QDialog]:
    """Open a dialog for the duration of a `with` block."""
    OPENING[which](gm)
    gm.settles()
    (dialog,) = [one for one in gm.window.findChildren(QDialog) if one.isVisible()]
    yield dialog
    dialog.close()
    gm.settles()
