from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QUrl
from PySide6.QtGui import QFileOpenEvent
from pytestqt.qtbot import QtBot

from gm_desk.ui.files.actions import OpenedFiles
from ui_makers import EVA, GM, a_roster, saved


def test_a_roster_that_the_system_asks_for_is_opened(gm: GM, tmp_path: Path) -> None:
    venus = saved(tmp_path / "elsewhere", a_roster(EVA, roster_id="venus", name="Venus"))
    application = QCoreApplication.instance()
    assert application is not None
    opened = OpenedFiles(application, gm.window, gm.program.session)
    QCoreApplication.sendEvent(application, QFileOpenEvent(QUrl.fromLocalFile(str(venus))))
    application.removeEventFilter(opened)
    assert gm.roster.name == "Venus"


def test_a_campaign_is_offered_to_the_window(gm: GM, qtbot: QtBot, tmp_path: Path) -> None:
    application = QCoreApplication.instance()
    assert application is not None
    opened = OpenedFiles(application, gm.window, gm.program.session)
    application.removeEventFilter(opened)
    with qtbot.waitSignal(gm.window.campaign_offered, timeout=1000) as offered:
        opened.open(tmp_path / "mars.GMDESK")
    assert offered.args == [tmp_path / "mars.GMDESK"]
    assert not opened.eventFilter(gm.window, QEvent(QEvent.Type.Timer))
