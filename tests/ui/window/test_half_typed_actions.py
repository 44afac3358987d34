"""Whatever is chosen while something is half typed: nothing is lost, and everything can be undone."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from field_makers import FIELDS, ONE_OF_EACH_SORT, half_type, sit_before_lao
from gm_desk.core.characters.roster import Roster
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.widgets.action_rows import RowAction
from thorough import LONG
from ui_makers import GM

LEFT_ALONE = {"window.quit", "window.toggle_full_screen"}


@pytest.fixture
def full(qtbot: QtBot, tmp_path: Path) -> GM:
    return sit_before_lao(qtbot, tmp_path)


@contextmanager
def whatever_opens_is_closed() -> Iterator[None]:
    """Close menus and file dialogs that wait until they are over."""

    def close() -> None:
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()

    timer = QTimer(interval=1)
    timer.timeout.connect(close)
    timer.start()
    yield
    timer.stop()


def every_action(gm: GM) -> list[RowAction]:
    """List all that can be chosen, but what Qt's own fields bring along."""
    named = [one for one in gm.window.findChildren(QAction) if isinstance(one, RowAction)]
    return [one for one in named if one.row.id not in LEFT_ALONE]


@contextmanager
def quiet(document: RosterDocument, steps: int) -> Iterator[None]:
    """Let no pane follow meanwhile if the only step is what was typed: this is undone once more, with all of them."""
    before = document.blockSignals(steps <= 1)
    try:
        yield
    finally:
        document.blockSignals(before)


def come_back(gm: GM, path: Path, first: Roster) -> None:
    """Close what an action has opened, and have the first roster before us again."""
    QApplication.processEvents()
    for dialog in gm.window.findChildren(QDialog):
        dialog.reject()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gm.window.veil_stack.set_veiled(False)
    gm.program.appearance.animate(on=True)  # a style without animations takes longer
    if gm.program.session.path != path:
        gm.program.session.open_roster(path)
    gm.program.session.document.stack.setIndex(0)
    if gm.roster != first:
        gm.program.session.document.change(first, "begin again")
        gm.program.session.document.stack.clear()
    gm.window.panes.reveal(gm.window.stat)
    gm.window.roster.filter.clear()
    gm.window.roster.reveal("lao")
    gm.window.activateWindow()


@pytest.mark.parametrize("kind", FIELDS if LONG else ONE_OF_EACH_SORT)
def test_no_action_loses_what_is_half_typed_or_breaks_the_undo_stack(full: GM, kind: str) -> None:
    field, document, path, first = FIELDS[kind], full.program.session.document, full.program.session.path, full.roster
    seen: list[bool] = []
    document.roster_changed.connect(lambda: seen.append(field.is_in(document.roster)))
    with whatever_opens_is_closed(), full.unpainted():
        for action in every_action(full):
            seen.clear()
            half_type(full, field)
            if not action.isEnabled():
                document.stack.settle()
            action.trigger()
            assert any(seen), f"{action.objectName()} loses it"
            document.stack.settle()
            last, at = document.roster, document.stack.index()
            with quiet(document, at):
                document.stack.setIndex(0)
                assert document.roster == first or full.program.session.path != path, action.objectName()
                document.stack.setIndex(at)
            assert document.roster == last, action.objectName()
            assert "Something went wrong" not in full.trouble()
            come_back(full, path, first)
