"""What was done last, in the words of the menus: for the report of an error."""

import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QUndoStack

from gm_desk.store.disk.errors import UnwritableFileError
from gm_desk.store.reports import write_report

MOST = 30
LONGEST_ACTION = 80


class Breadcrumbs(QObject):
    """Remember the names of the last actions and undo steps, and when they were done."""

    def __init__(self, now: Callable[[], int], parent: QObject | None = None) -> None:
        """Remember nothing yet; `now` gives milliseconds since 1970 (UTC)."""
        super().__init__(parent)
        self._now = now
        self._index = 0
        self._stack: QUndoStack | None = None
        self.steps: deque[tuple[int, str]] = deque(maxlen=MOST)

    def follow(self, stack: QUndoStack) -> None:
        """Remember what is done with a stack."""
        self._stack = stack
        stack.indexChanged.connect(self._step)

    def note(self, words: str) -> None:
        """Remember that something was done."""
        self.steps.append((self._now(), words[:LONGEST_ACTION]))

    def _step(self, index: int) -> None:
        """Name the step that was done or undone; a stack that was cleared has none, nor has what was typed back."""
        before, self._index = self._index, index
        if undone := self._text(index) if index < before else "":
            self.note(f"undone: {undone}")
        elif index > before:
            self.note(f"done: {self._text(index - 1)}")

    def _text(self, index: int) -> str:
        """Return the text of a step; a stack that is being deleted says that it is empty, and has none."""
        try:
            return self._stack.text(index) if self._stack is not None else ""
        except RuntimeError:
            return ""


if TYPE_CHECKING:
    from sys import UnraisableHookArgs

QUIET = 60_000
"""Milliseconds for which the same error is only counted."""
LONGEST = 200
INTRODUCTION = """\
An error of GM Desk, {stamp}

This report stays on this computer: nothing is sent anywhere. If you tell the makers of GM Desk of the error, please
read the report through and send it along.
"""
ACTIONS = "The last actions, with the names of characters but nothing of their notes; the latest is at the end:\n"
ENDED = (
    "GM Desk came to a sudden end when it last ran; whatever was saved by then is here again, "
    "and there is a report in {path}."
)


class Mishap(Struct, frozen=True):
    """Hold what is known of an error: its place, which makes two errors the same, and its words."""

    place: str
    what: str
    trace: str


class CrashReporter(QObject):
    """Save the work, write a report and tell in a sentence; the same error is reported once in a while."""

    told = Signal(str)
    _raised = Signal(object)

    def __init__(
        self,
        folder: Path,
        save: Callable[[], bool],
        trail: Breadcrumbs,
        versions: Callable[[], Mapping[str, str]],
        now: Callable[[], int],
    ) -> None:
        """Write reports into a folder; `save` tells whether the work is saved, `now` is in milliseconds (UTC)."""
        super().__init__()
        self._folder = folder
        self._save = save
        self._trail = trail
        self._versions = versions
        self._now = now
        self._busy = False
        self._home = threading.get_ident()
        self._last: dict[str, int] = {}
        self._counts: dict[str, int] = {}
        self._hooks = (sys.excepthook, threading.excepthook, sys.unraisablehook)
        self._raised.connect(self._handle, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Hear of every error that nobody catches."""
        self._hooks = (sys.excepthook, threading.excepthook, sys.unraisablehook)
        sys.excepthook = self.caught
        threading.excepthook = self._caught_in_thread
        sys.unraisablehook = self._caught_in_passing

    def remove(self) -> None:
        """Hear of nothing any more."""
        sys.excepthook, threading.excepthook, sys.unraisablehook = self._hooks

    def caught(self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        """Hear of an error: at once in the GUI thread, as soon as may be from any other."""
        if issubclass(kind, (KeyboardInterrupt, SystemExit)) and error is not None:
            sys.__excepthook__(kind, error, trace)
            return
        mishap = self._first(kind, error, trace)
        if mishap is None:
            return
        if threading.get_ident() == self._home:
            self._handle(mishap)
        else:
            self._raised.emit(mishap)

    def take_ends(self, ends: Mapping[str, str]) -> str:
        """Report what earlier runs said when they came to a sudden end, by the stamps of their beginnings.

        Gives the sentence to tell, if there is any.
        """
        told = ""
        for stamp, dump in ends.items():
            try:
                path = write_report(self._folder, stamp, self._report(stamp, dump, trail=False))
            except UnwritableFileError:
                continue
            told = ENDED.format(path=path)
        return told

    def _caught_in_thread(self, found: threading.ExceptHookArgs) -> None:
        self.caught(found.exc_type, found.exc_value, found.exc_traceback)

    def _caught_in_passing(self, found: "UnraisableHookArgs") -> None:
        """Hear of an error where none can be raised: while something is destroyed, so it is handled afterwards."""
        if not sys.is_finalizing():
            mishap = self._first(found.exc_type, found.exc_value, found.exc_traceback)
            if mishap is not None:
                self._raised.emit(mishap)

    def _first(
        self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
    ) -> Mishap | None:
        """Describe an error; one that comes again and again is only counted, which costs next to nothing."""
        place, now = f"{kind.__name__} {_place(trace)}", self._now()
        if self._busy or 0 <= now - self._last.get(place, now - QUIET) < QUIET:
            self._counts[place] = self._counts.get(place, 0) + 1
            return None
        import traceback

        self._last[place] = now
        words = " ".join(f"{kind.__name__}: {error}".split())[:LONGEST]
        text = "".join(traceback.format_exception(kind, error, trace))
        _print(text)
        return Mishap(place, words, text)

    def _handle(self, mishap: Mishap) -> None:
        """Save, report and tell; an error in doing so is only counted."""
        self._busy = True
        try:
            saved, trouble = self._saved()
            again = self._counts.pop(mishap.place, 0)
            often = f"\nIt came {again} more times since the last report.\n" if again else ""
            written = self._written(mishap.trace + often + trouble)
        finally:
            self._busy = False
        work = "your work is saved" if saved else "not all of your work could be saved, but it is kept in this window"
        self.told.emit(f"Something went wrong ({mishap.what}): {work} and you can go on; {written}.")

    def _saved(self) -> tuple[bool, str]:
        """Save the work; tells whether it is, and the error that came of trying."""
        try:
            return self._save(), ""
        except Exception:  # noqa: BLE001 - the first error is the one to be told
            import traceback

            return False, f"\nSaving the work failed too:\n{traceback.format_exc()}"

    def _written(self, trace: str) -> str:
        """Write a report; says where it is, or why there is none."""
        stamp = stamp_of(self._now())
        try:
            path = write_report(self._folder, stamp, self._report(stamp, trace))
        except UnwritableFileError as error:
            return f"there is no report, since {error.problem}"
        return f"there is a report in {path}"

    def _report(self, stamp: str, trace: str, *, trail: bool = True) -> str:
        """Compose a report."""
        parts = [INTRODUCTION.format(stamp=stamp)]
        parts.append("".join(f"{name:<10}{version}\n" for name, version in self._versions().items()))
        if trail:
            steps = [f"{stamp_of(time)[-6:]}  {words}\n" for time, words in self._trail.steps]
            parts.append(ACTIONS + ("".join(steps) or "none\n"))
        return "\n".join([*parts, trace])


def stamp_of(milliseconds: int) -> str:
    """Spell a time as the local date and time, "2026-11-20-201500"."""
    import time

    return time.strftime("%Y-%m-%d-%H%M%S", time.localtime(milliseconds / 1000))


def _place(trace: TracebackType | None) -> str:
    """Name the line where an error was raised."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace is not None else ""


def _print(text: str) -> None:
    """Say it on standard error, where there is one."""
    if sys.stderr is not None:
        try:
            print(text, end="", file=sys.stderr)  # noqa: T201 - for whoever started the program in a terminal
        except (OSError, ValueError):
            return
