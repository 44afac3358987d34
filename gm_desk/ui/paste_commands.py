"""What the Edit menu, Ctrl+V and dropped texts do with stat blocks, and where the text of a character is to be read."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, QTimer
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu

from gm_desk.model.pasting import refusal_of, text_in
from gm_desk.store.errors import UnreadableFileError
from gm_desk.ui.arriving import Arriving
from gm_desk.ui.menus import SEPARATOR, Item, add_items
from gm_desk.ui.paste_key import PasteKey

IDLE = 3_000
"""Milliseconds after which the window is long there, and what a paste needs can be fetched."""


def add_pasting(menu: QMenu, arriving: Arriving) -> list[QAction]:
    """Add to a menu what pastes stat blocks, and let Ctrl+V do it anywhere in the window."""
    does = PasteCommands(arriving)
    arriving.text_dropped.connect(does.open_file)
    PasteKey(arriving.window, does.looks_like, does.paste)
    return add_items(menu, [SEPARATOR, Item("&Paste stat block…", does.ask, "Ctrl+Shift+V")], arriving.window)


def add_source(menu: QMenu, arriving: Arriving) -> list[QAction]:
    """Add to a menu what shows the text that a character was read from."""
    does = SourceCommands(arriving)
    return add_items(menu, [Item("Sho&w the source text", does.show, "Ctrl+Alt+O")], arriving.window)


class PasteCommands(QObject):
    """Read what was copied or dropped, and ask before it is added."""

    def __init__(self, arriving: Arriving) -> None:
        """Add to the roster that is open."""
        super().__init__(arriving.window)
        self._arriving = arriving
        warm = QTimer(self, singleShot=True, interval=IDLE)
        warm.timeout.connect(self._warm)
        warm.start()

    def looks_like(self, lines: int) -> bool:
        """Tell whether what was copied looks like stat blocks of so many lines or more."""
        return len(_copied().splitlines()) >= lines and not refusal_of(_copied(), self._arriving.ways.looks_like)

    def paste(self) -> None:
        """Open what was copied, or say why it is nothing to paste."""
        self.open(_copied())

    def ask(self) -> None:
        """Open what was copied to be edited and read; where it is no text at all, an empty field for one."""
        text = _copied()
        self._show("" if refusal_of(text, bool) else text, editable=True)

    def open(self, text: str) -> None:
        """Show what a text holds, or say why that is nothing."""
        refusal = refusal_of(text, self._arriving.ways.looks_like)
        if refusal:
            self._arriving.say(refusal)
        else:
            self._show(text)

    def open_file(self, path: Path) -> None:
        """Show what a file of text holds."""
        try:
            text = text_in(path)
        except UnreadableFileError as error:
            self._arriving.complain(f"“{path.name}” was not read: {error.problem}. Nothing was changed.")
        else:
            self.open(text)

    def _show(self, text: str, *, editable: bool = False) -> None:
        from gm_desk.ui.paste_preview import PastePreview

        arriving = self._arriving
        dialog = PastePreview(
            arriving.window,
            arriving.desk.document,
            arriving.look,
            arriving.ways,
            arriving.systems,
            text,
            runner=arriving.desk.runner,
            editable=editable,
        )
        dialog.wanted.connect(arriving.begun(dialog).add)
        dialog.open()

    def _warm(self) -> None:
        """Fetch what the first paste would wait for."""
        from gm_desk.ui import paste_preview  # noqa: F401

        arriving = self._arriving
        arriving.ways.read("", list(arriving.systems.values()), arriving.desk.document.new_id)


class SourceCommands(QObject):
    """Show the text that the character on the card was read from."""

    def __init__(self, arriving: Arriving) -> None:
        """Follow the card of a window."""
        super().__init__(arriving.window)
        self._arriving = arriving

    def show(self) -> None:
        """Show it, or say that there is none."""
        character = self._arriving.desk.document.character(self._arriving.desk.selected)
        if character is None:
            self._arriving.say("Nobody is on the card.")
        elif not character.source:
            self._arriving.say(f"“{character.name}” was not read from a text.")
        else:
            from gm_desk.ui.text_dialog import TextDialog

            TextDialog("Source text", character.name, character.source, self._arriving.window).open()


def _copied() -> str:
    """Give the text that was copied; nothing where a picture, files or nothing were."""
    data: QMimeData | None = QGuiApplication.clipboard().mimeData()
    return data.text() if data is not None and data.hasText() and not data.hasUrls() else ""
