"""The commands that read copied or dropped stat blocks, and show the source text of a character."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QEvent, QMimeData, QObject, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget
from typing_extensions import override

from gm_desk.core.characters.roster import Character, numbered
from gm_desk.model.exchange.arrivals import Destination
from gm_desk.model.exchange.paste import PastedReading, all_systems, read_pasted, refusal_of, unreadable
from gm_desk.model.files.workers import Task
from gm_desk.model.roster import edits
from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.exchange.accounts import ImportedCharacter
from gm_desk.store.exchange.importing import read_text
from gm_desk.ui.exchange.arrivals import CharacterAdder
from gm_desk.ui.widgets.growing_edit import GrowingEdit
from gm_desk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from gm_desk.model.exchange.importing import PdfReading

KEYS = {QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress}


class PasteKey(QObject):
    """An event filter on the focused widget that turns Paste into an import of stat blocks."""

    def __init__(self, window: MainWindow, looks_like: Callable[[int], bool], paste: Callable[[], object]) -> None:
        """Call `paste` if `looks_like` returns true for the least number of lines that the focused widget requires."""
        super().__init__(window)
        self._window = window
        self._looks_like = looks_like
        self._paste = paste
        self._watched: QWidget | None = None
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow)
            self._follow(None, application.focusWidget())  # the window has long been shown

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in KEYS or not isinstance(event, QKeyEvent) or not event.matches(_PASTE):
            return False
        if not isinstance(watched, QWidget) or not self._is_for_roster(watched):
            return False
        event.accept()  # otherwise the window's shortcuts would get the key
        if event.type() == QEvent.Type.KeyPress:
            self._paste()
        return True

    def _is_for_roster(self, focus: QWidget) -> bool:
        """Return whether a paste is for the roster: never in notes, and in a line edit only if it has several lines."""
        if self._window.veil_stack.veiled or _keeps_lines(focus):
            return False
        if self._looks_like(2 if isinstance(focus, QLineEdit) else 1):
            return True
        writes = isinstance(focus, (QLineEdit, QAbstractSpinBox, QPlainTextEdit, QTextEdit))
        return not writes and not self._window.stat.isAncestorOf(focus)

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Filter the events of the focused widget."""
        if self._watched is not None and shiboken6.isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = now if now is not None and now.window() is self._window else None
        if self._watched is not None:
            self._watched.installEventFilter(self)


_PASTE = QKeySequence.StandardKey.Paste


def _keeps_lines(focus: QWidget) -> bool:
    """Return whether a field accepts several lines, so that any paste belongs in it."""
    one_line = isinstance(focus, GrowingEdit) and focus.enter_ends
    return isinstance(focus, (QPlainTextEdit, QTextEdit)) and not one_line


PDF = ".pdf"
IDLE = 500
"""Milliseconds after the window is complete until a worker loads the modules for a paste, which takes 0.2 s or more."""


class PasteCommands(QObject):
    """The commands that read copied or dropped text, and ask before adding characters."""

    def __init__(self, adder: CharacterAdder) -> None:
        """Add to the open roster."""
        super().__init__(adder.window)
        self._adder = adder
        self._pdf: PdfReading | None = None
        adder.text_dropped.connect(self.open_file)
        PasteKey(adder.window, self.looks_like, self.paste)
        warm = QTimer(self, singleShot=True, interval=IDLE)
        warm.timeout.connect(self._preload)
        warm.start()

    def looks_like(self, lines: int) -> bool:
        """Return whether the clipboard contains stat blocks of at least that many lines."""
        return len(_copied().splitlines()) >= lines and not refusal_of(_copied())

    def paste(self) -> None:
        """Preview the contents of the clipboard, or report why they cannot be pasted."""
        self.open(_copied())

    def ask(self) -> None:
        """Open the clipboard's text for editing, or an empty field if there is none."""
        text, shown = _copied(), self._bare
        over = shown.id if shown is not None and shown.name.startswith(edits.NEW_CHARACTER) else ""
        self._show("" if unreadable(text) else text, editable=True, over=over)

    def fill_card(self) -> None:
        """Open a copied stat block for editing, or an empty field; the first character goes on the current card."""
        text, shown = _copied(), self._bare
        named = shown is not None and not shown.name.startswith(edits.NEW_CHARACTER)
        begun = f"{shown.name}\n" if shown is not None and named else ""
        self._show(begun if refusal_of(text) else text, editable=True, over=shown.id if shown is not None else "")

    @property
    def _bare(self) -> Character | None:
        """The character on the card if the card is empty."""
        shown = self._adder.session.document.character(self._adder.session.view.selected)
        return shown if shown is not None and shown.bare else None

    def open(self, text: str) -> None:
        """Preview a text, or report why it is not usable."""
        refusal = refusal_of(text)
        if refusal:
            self._adder.say(refusal)
        else:
            self._show(text)

    def open_file(self, path: Path) -> None:
        """Preview a text file."""
        if path.suffix.casefold() == PDF:
            self._read_pages(path)
            return
        try:
            text = read_text(path)
        except UnreadableFileError as error:
            self._adder.complain(_unread(path, error.problem))
        else:
            self.open(text)

    def _read_pages(self, path: Path) -> None:
        """Read a PDF file, and show the progress if it takes a while."""
        from gm_desk.model.exchange.importing import PdfReading
        from gm_desk.ui.exchange.preview_parts import PageProgress

        self._stop_reading()
        reading = PdfReading(path, self._adder.session.runner, self)
        self._pdf = reading
        progress = PageProgress(path.name, self._adder.window)
        progress.rejected.connect(self._stop_reading)
        reading.progressed.connect(progress.show_progress)
        for ended in (reading.finished, reading.failed):
            ended.connect(progress.end)
        reading.finished.connect(self._show_pages)
        reading.failed.connect(self._complain_of_pages)
        reading.start()

    def _stop_reading(self) -> None:
        """Stop reading a PDF file without a preview."""
        if self._pdf is not None:
            self._pdf.stop()
            self._pdf = None

    def _show_pages(self, pages: Sequence[str], first: int) -> None:
        self._pdf = None
        self._show("", pages=pages, first=first)

    def _complain_of_pages(self, problem: str) -> None:
        if self._pdf is not None:
            self._adder.complain(_unread(self._pdf.path, problem))
            self._pdf = None

    def _show(
        self, text: str, *, editable: bool = False, pages: Sequence[str] = (), first: int = 0, over: str = ""
    ) -> None:
        from gm_desk.ui.exchange.paste_preview import PastePreview

        adder = self._adder
        dialog = PastePreview(
            adder.window,
            adder.session.document,
            adder.systems,
            text,
            runner=adder.session.runner,
            editable=editable,
            pages=pages,
            first=first,
        )
        dialog.place_by(partial(adder.place, over=over))
        dialog.new_roster_requested.connect(self._add_to_new)
        dialog.add_requested.connect(adder.bound_to_roster(dialog, over).add)
        dialog.open()

    def _add_to_new(self, imported: Sequence[ImportedCharacter], system: str, chosen: Destination) -> None:
        """Add characters to a new roster of a system, which has no groups."""
        name = self._adder.systems[system].name
        taken = {recent.name for recent in self._adder.session.settings.state.recent}
        if self._adder.session.new_roster(numbered(name, taken) if name in taken else name, system):
            self._adder.add(imported, chosen=Destination(named=chosen.named, apart=chosen.apart))

    def _preload(self) -> None:
        """Let a worker load what the first paste needs, for which the window would stand still too long."""
        self._adder.session.runner.run(_read, "", _load_preview)


class SourceCommands(QObject):
    """The command that shows the text a character was read from."""

    def __init__(self, adder: CharacterAdder) -> None:
        """Act on the card of a window."""
        super().__init__(adder.window)
        self._adder = adder

    def show(self) -> None:
        """Show the source text, or report that there is none."""
        character = self._adder.session.document.character(self._adder.session.view.selected)
        if character is None:
            self._adder.say("No character is on the card.")
        elif not character.source:
            self._adder.say(f"“{character.name}” was not read from a text.")
        else:
            from gm_desk.ui.widgets.dialogs import TextDialog

            TextDialog("Source text", character.name, character.source, self._adder.window).open()


def _read(text: str) -> PastedReading:
    """Return what is read from a text, with all modules and data that this takes."""
    return read_pasted(text, all_systems(), str)


def _load_preview(_task: Task[PastedReading]) -> None:
    """Load the dialog, in the thread of the window, once the rest is there."""
    from gm_desk.ui.exchange import paste_preview  # noqa: F401


def _unread(path: Path, problem: str) -> str:
    """Return the message that a file was not read."""
    return f"“{path.name}” was not read: {problem}. Nothing was changed."


def _copied() -> str:
    """Return the text in the clipboard, or "" for pictures, files and nothing."""
    data: QMimeData | None = QGuiApplication.clipboard().mimeData()
    return data.text() if data is not None and data.hasText() and not data.hasUrls() else ""
