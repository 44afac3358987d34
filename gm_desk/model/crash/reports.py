"""Crash reports, with breadcrumbs: the last actions, named as in the menus."""

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

from gm_desk.store.disk.files import UnwritableFileError
from gm_desk.store.reports import write_report

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

MOST = 30
LONGEST_ACTION = 80


class Breadcrumbs(QObject):
    """The names of the last actions and undo steps, and the times at which they were done."""

    def __init__(self, now: Callable[[], int], parent: QObject | None = None) -> None:
        """Begin empty; `now` returns milliseconds since 1970 (UTC)."""
        super().__init__(parent)
        self._now = now
        self._index = 0
        self._stack: QUndoStack | None = None
        self.steps: deque[tuple[int, str]] = deque(maxlen=MOST)

    def follow(self, stack: QUndoStack) -> None:
        """Record every step that is done or undone on a stack."""
        self._stack = stack
        stack.indexChanged.connect(self._step)

    def note(self, text: str) -> None:
        """Record an action."""
        self.steps.append((self._now(), text[:LONGEST_ACTION]))

    def _step(self, index: int) -> None:
        """Record the step that was done or undone.

        There is no text for a stack that was cleared, or for a step whose typing was taken back.
        """
        before, self._index = self._index, index
        if undone := self._text(index) if index < before else "":
            self.note(f"undone: {undone}")
        elif index > before:
            self.note(f"done: {self._text(index - 1)}")

    def _text(self, index: int) -> str:
        """Return the text of a step, or "" while the stack is being deleted."""
        try:
            return self._stack.text(index) if self._stack is not None else ""
        except RuntimeError:
            return ""


QUIET = 60_000
"""Milliseconds during which a repeated error is only counted."""
LONGEST = 200
INTRODUCTION = """\
An error of GM Desk, {stamp}

This report stays on this computer: nothing is sent anywhere. If you report the error to the developers
of GM Desk, please read this report first and send it along.
"""
ACTIONS = "The last actions, oldest first, with the names of characters but not their notes:\n"
ENDED = (
    "GM Desk stopped unexpectedly when it last ran; everything saved by then is here, and there is a report in {path}."
)


class CaughtError(Struct, frozen=True):
    """An error: its place, which identifies repetitions, its message and its traceback."""

    place: str
    what: str
    trace: str


class CrashReporter(QObject):
    """A handler for uncaught errors: it saves the work, writes a report and emits a message."""

    reported = Signal(str)
    _raised = Signal(object)

    def __init__(
        self,
        folder: Path,
        save: Callable[[], bool],
        breadcrumbs: Breadcrumbs,
        versions: Callable[[], Mapping[str, str]],
        now: Callable[[], int],
    ) -> None:
        """Write to `folder`; `save` returns whether the work was saved, `now` returns milliseconds since 1970 (UTC)."""
        super().__init__()
        self._folder = folder
        self._save = save
        self._breadcrumbs = breadcrumbs
        self._versions = versions
        self._now = now
        self._busy = False
        self._gui_thread = threading.get_ident()
        self._last: dict[str, int] = {}
        self._counts: dict[str, int] = {}
        self._hooks = (sys.excepthook, threading.excepthook, sys.unraisablehook)
        self._raised.connect(self._handle, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Handle every uncaught error from now on."""
        self._hooks = (sys.excepthook, threading.excepthook, sys.unraisablehook)
        sys.excepthook = self.caught
        threading.excepthook = self._caught_in_thread
        sys.unraisablehook = self._unraisable

    def remove(self) -> None:
        """Restore the hooks that were in place before."""
        sys.excepthook, threading.excepthook, sys.unraisablehook = self._hooks

    def caught(self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        """Handle an error: at once in the GUI thread, from any other thread through the event loop."""
        if issubclass(kind, (KeyboardInterrupt, SystemExit)) and error is not None:
            sys.__excepthook__(kind, error, trace)
            return
        caught = self._new_error(kind, error, trace)
        if caught is None:
            return
        if threading.get_ident() == self._gui_thread:
            self._handle(caught)
        else:
            self._raised.emit(caught)

    def take_ends(self, ends: Mapping[str, str]) -> str:
        """Write reports for earlier runs that ended in a crash, given their dumps by the stamps of their starts.

        Return the message for the user, or "".
        """
        text = ""
        for stamp, dump in ends.items():
            try:
                path = write_report(self._folder, stamp, self._report(stamp, dump, breadcrumbs=False))
            except UnwritableFileError:
                continue
            text = ENDED.format(path=path)
        return text

    def _caught_in_thread(self, found: threading.ExceptHookArgs) -> None:
        self.caught(found.exc_type, found.exc_value, found.exc_traceback)

    def _unraisable(self, found: "UnraisableHookArgs") -> None:
        """Handle an error that cannot be raised, for instance during finalization, later in the event loop."""
        if not sys.is_finalizing():
            caught = self._new_error(found.exc_type, found.exc_value, found.exc_traceback)
            if caught is not None:
                self._raised.emit(caught)

    def _new_error(
        self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
    ) -> CaughtError | None:
        """Return a new error, or None for a repeated one, which is only counted."""
        place, now = f"{kind.__name__} {_place(trace)}", self._now()
        if self._busy or 0 <= now - self._last.get(place, now - QUIET) < QUIET:
            self._counts[place] = self._counts.get(place, 0) + 1
            return None
        import traceback

        self._last[place] = now
        words = " ".join(f"{kind.__name__}: {error}".split())[:LONGEST]
        text = "".join(traceback.format_exception(kind, error, trace))
        _print(text)
        return CaughtError(place, words, text)

    def _handle(self, caught: CaughtError) -> None:
        """Save, write the report and emit the message; an error in doing so is only counted."""
        self._busy = True
        try:
            saved, trouble = self._try_save()
            again = self._counts.pop(caught.place, 0)
            often = f"\nIt occurred {again} more times since the last report.\n" if again else ""
            written = self._write_report(caught.trace + often + trouble)
        finally:
            self._busy = False
        work = "your work is saved" if saved else "not all of your work could be saved, but it is kept in this window"
        self.reported.emit(f"Something went wrong ({caught.what}): {work} and you can go on; {written}.")

    def _try_save(self) -> tuple[bool, str]:
        """Save the work; return whether that succeeded, and the traceback if it failed."""
        try:
            return self._save(), ""
        except Exception:  # noqa: BLE001 - the first error is the one to report
            import traceback

            return False, f"\nSaving the work failed too:\n{traceback.format_exc()}"

    def _write_report(self, trace: str) -> str:
        """Write a report; return a clause with its path, or with the reason why there is none."""
        stamp = stamp_of(self._now())
        try:
            path = write_report(self._folder, stamp, self._report(stamp, trace))
        except UnwritableFileError as error:
            return f"there is no report, since {error.problem}"
        return f"there is a report in {path}"

    def _report(self, stamp: str, trace: str, *, breadcrumbs: bool = True) -> str:
        """Return the text of a report."""
        parts = [INTRODUCTION.format(stamp=stamp)]
        parts.append("".join(f"{name:<10}{version}\n" for name, version in self._versions().items()))
        if breadcrumbs:
            steps = [f"{stamp_of(time)[-6:]}  {words}\n" for time, words in self._breadcrumbs.steps]
            parts.append(ACTIONS + ("".join(steps) or "none\n"))
        return "\n".join([*parts, trace])


def stamp_of(milliseconds: int) -> str:
    """Return a time, in milliseconds since 1970 (UTC), as local date and time: "2026-11-20-201500"."""
    import time

    return time.strftime("%Y-%m-%d-%H%M%S", time.localtime(milliseconds / 1000))


def _place(trace: TracebackType | None) -> str:
    """Return the file and line where an error was raised."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace is not None else ""


def _print(text: str) -> None:
    """Print to standard error, if there is one."""
    if sys.stderr is not None:
        try:
            print(text, end="", file=sys.stderr)  # noqa: T201 - for whoever started the program in a terminal
        except (OSError, ValueError):
            return
