"""The start of GM Desk, of a bare window with an empty table, or of its twin, up to the first painted frame.

All do the same to find that moment, as whole processes: `python first_frame.py desk`, `bare` and `twin`. The twin is a
window with as many widgets as GM Desk shows and hides, of the same kinds, without a line of GM Desk: what of a start Qt
and PySide take for that. `python first_frame.py log` ends when the log is read and painted. Each prints how many
kilobytes it took at most, and how many modules of GM Desk were imported and how many widgets made by then.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
WANTED = sys.argv[1]
if WANTED not in {"bare", "twin"}:
    import gc

    gc.set_threshold(0)  # as the command does before it imports anything
    from gm_desk.start_imports import import_qt

    import_qt()  # as the command does, before anything else imports Qt

from PySide6.QtCore import QEvent, QObject, QTimer  # noqa: E402 - what the bare window does not need comes before
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMainWindow, QTableWidget  # noqa: E402

SIZE = (1366, 768)
run_events = QApplication.exec


class Leaver(QObject):
    """A filter that ends the process when the current frame has been painted."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # type: ignore[explicit-override]  # noqa: ARG002, N802 - the bare window imports no `override`
        if event.type() == QEvent.Type.Paint:
            QTimer.singleShot(0, self._leave)
        return False

    def _leave(self) -> None:
        modules = sum(name.partition(".")[0] == "gm_desk" for name in sys.modules)
        from benchmarks.memory import peak

        print(peak(), modules, len(QApplication.allWidgets()), flush=True)
        os._exit(0)


def until_painted(_application: QApplication) -> int:
    """Run the program until its window is painted."""
    leaver = Leaver()
    for window in QApplication.topLevelWidgets():
        window.installEventFilter(leaver)
    return run_events()


def bare() -> int:
    """Show an empty table."""
    application = QApplication(sys.argv[:1])
    window = QMainWindow()
    window.setCentralWidget(QTableWidget())
    window.resize(*SIZE)
    window.show()
    return until_painted(application)


def twin() -> int:
    """Show plain widgets of the kinds of GM Desk with the sample open, as many visible and as many hidden."""
    from benchmarks.twin import Twin

    application = QApplication(sys.argv[:1])
    window = Twin()
    window.resize(*SIZE)
    window.show()
    return until_painted(application)


def desk() -> int:
    """Start GM Desk as its command does."""
    from gm_desk.cli import main

    QApplication.exec = until_painted  # type: ignore[method-assign, assignment]
    return main([])


class Reader(Leaver):
    """A log that ends the process when it has been read and painted."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__()
        self._view = view
        self._view.model().rowsInserted.connect(self._wait)

    def _wait(self) -> None:
        QTimer.singleShot(0, self._leave)

    def _leave(self) -> None:  # type: ignore[explicit-override]
        self._view.window().repaint()
        super()._leave()


def log() -> int:
    """Start GM Desk, and read its log."""
    from gm_desk.cli import main
    from gm_desk.ui.window.main_window import MainWindow

    def until_read(_application: QApplication) -> int:
        [view] = [one.log.view for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow)]
        reader = Reader(view)
        code = run_events()
        del reader
        return code

    QApplication.exec = until_read  # type: ignore[method-assign, assignment]
    return main([])


sys.exit({"bare": bare, "twin": twin, "desk": desk, "log": log}[WANTED]())
