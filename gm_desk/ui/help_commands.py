"""What the Help menu does."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow


class HelpCommands(QObject):
    """Explain a window; the dialogs are imported when they are asked for."""

    def __init__(self, window: QMainWindow) -> None:
        """Explain a window."""
        super().__init__(window)
        self._window = window

    def keys(self) -> None:
        """Show every shortcut."""
        from gm_desk.ui.help_dialogs import KeySheet

        KeySheet(self._window).open()

    def about(self) -> None:
        """Say what this program is."""
        from gm_desk.ui.help_dialogs import about_box

        about_box(self._window).open()
