"""What joins luck to the window: the button at the log, the menu entry, and the panel they open."""

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QTimer
from PySide6.QtGui import QAction, QImage, QImageWriter
from PySide6.QtWidgets import QMenu

from gm_desk.model.desk import Desk
from gm_desk.store.errors import StoreError
from gm_desk.store.files import write_atomically
from gm_desk.store.places import slug
from gm_desk.ui.folders import folders_of
from gm_desk.ui.look import Look
from gm_desk.ui.luck_button import LuckButton
from gm_desk.ui.main_window import MainWindow
from gm_desk.ui.menus import Item, add_items

if TYPE_CHECKING:
    from gm_desk.model.luck import Luck

SETTLING = 300
"""Milliseconds until the window is there, which comes first."""


def add_luck(menu: QMenu, window: MainWindow, desk: Desk, look: Look) -> list[QAction]:
    """Add the statistics to a menu, and tonight's luck to the log."""
    does = LuckCommands(window, desk, look)
    return add_items(menu, [Item("&Statistics", does.show, "Ctrl+Shift+G")], window)


class LuckCommands(QObject):
    """Show how the dice fell, and keep tonight's luck in sight."""

    def __init__(self, window: MainWindow, desk: Desk, look: Look) -> None:
        """Follow the log of the roster that is open."""
        super().__init__(window)
        self._window = window
        self._desk = desk
        self._look = look
        self._image = QImage()
        self.button = LuckButton(look)
        self.button.clicked.connect(self.show)
        window.log.add_to_header(self.button)
        self._settled = QTimer(self, interval=SETTLING, singleShot=True)
        self._settled.timeout.connect(self._begin)
        self._settled.start()

    @cached_property
    def luck(self) -> "Luck":
        """Count, from when it is first asked for."""
        from gm_desk.model.luck import Luck

        made = Luck(self._desk.log, self)
        made.tonight.changed.connect(self._tell)
        return made

    def _begin(self) -> None:
        """Count tonight, once the window is there."""
        self.luck.resume()

    def show(self) -> None:
        """Open the panel, or bring the one that is open to the front."""
        from gm_desk.ui.log_scopes import scopes_of
        from gm_desk.ui.luck_panel import LuckPanel

        panel = next((one for one in self._window.findChildren(LuckPanel) if one.isVisible()), None)
        if panel is None:
            scopes = scopes_of(self._window, self._desk)
            panel = LuckPanel(self.luck, self._window.log.model, self._look, scopes, self._window)
            panel.save_requested.connect(self._ask_where)
            panel.show()
        panel.raise_()
        panel.activateWindow()

    def _tell(self) -> None:
        """Say tonight's luck beside the log."""
        from gm_desk.core.statistics import everybody
        from gm_desk.model.luck_words import how_unusual, luck_in_a_line

        luck = everybody(self.luck.tonight.tally)
        self.button.show_luck(luck_in_a_line(luck), how_unusual(luck), luck.rolls)
        self._window.log.fit_header()

    def _ask_where(self, image: QImage) -> None:
        """Ask for a file, and save a picture as it."""
        from PySide6.QtWidgets import QFileDialog

        self._image = image
        name = f"{slug(self._desk.document.roster.name)}-statistics.png"
        dialog = QFileDialog(self._window, "Save picture", name, "Pictures (*.png)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("png")
        dialog.fileSelected.connect(self.save)
        folders_of(self._window).begin(dialog, "pictures")
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def save(self, path: str) -> None:
        """Save the picture that was asked for last."""
        from pathlib import Path

        bar = self._window.trouble
        try:
            write_atomically(Path(path), _as_png(self._image), private=False)
        except StoreError as error:
            bar.show_trouble("picture", f"The picture could not be saved to {path}: {error.problem}.")
            return
        bar.show_trouble("picture", "")
        bar.show_notice(f"Picture saved to {path}.")


def _as_png(image: QImage) -> bytes:
    """Spell a picture as a file."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, b"PNG").write(image)
    return bytes(content.data())
