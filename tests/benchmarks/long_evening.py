"""Play a long evening offscreen, and print the memory in use, in kilobytes, after its beginning and at its end."""

import gc
import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from benchmarks.memory import in_use
from gm_desk.app import Program, build, collect, free
from gm_desk.store.disk.places import Places

SHARE = 10
"""Rolls for each time that somebody else is selected."""


def play(program: Program, rolls: int) -> None:
    """Roll, and select the next character after each few rolls."""
    window, people = program.window, [one.id for one in program.session.document.roster.characters]
    for number in range(rolls):
        if number % SHARE == 0:
            window.roster.select(people[number // SHARE % len(people)])
        window.test.row.roll()
        QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)  # as a running event loop does


def settled() -> int:
    """Return the memory in use once what is over is gone."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    return in_use()


def main(begun: int, rolls: int) -> None:
    """Play, and measure twice."""
    application = QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        program = build(application, Places(Path(folder)))
        program.session.start()
        program.session.try_sample()
        program.window.resize(1366, 768)
        program.window.show()
        collect()
        play(program, begun)
        before = settled()
        play(program, rolls - begun)
        print(before, settled())
        program.window.close()
        program.session.log.journal.close()
        free(program.window)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
