"""What the Help menu does."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QMainWindow

from gm_desk.model.document import RosterDocument
from gm_desk.store.systems import load_system
from gm_desk.ui.help_topics import FIRST, topic_of


class HelpCommands(QObject):
    """Explain a window; the dialogs are imported when they are asked for."""

    def __init__(self, window: QMainWindow, document: RosterDocument) -> None:
        """Explain a window, and the rules of the roster that it shows."""
        super().__init__(window)
        self._window = window
        self._document = document

    def here(self) -> None:
        """Explain what has the focus."""
        self._open(topic_of(QApplication.focusWidget()))

    def first(self) -> None:
        """Explain how to begin."""
        self._open(FIRST)

    def rules(self) -> None:
        """Show the rules of the roster's system."""
        self._open("rules/test")

    def about(self) -> None:
        """Say what this program is."""
        from gm_desk.ui.help_dialogs import about

        about(self._window).open()

    def _open(self, topic: str) -> None:
        """Open the help at a topic, in the window where it is open already."""
        from gm_desk.store.help import load_help
        from gm_desk.ui.help_window import HelpWindow

        for old in self._window.findChildren(HelpWindow):
            old.close()
        system = load_system(self._document.system.id)  # the book's pairs, without what the roster remembers
        HelpWindow(load_help(system), system.name, self._window).open_at(topic)
