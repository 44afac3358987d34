"""The base class of the main window that actions depend on, kept apart to avoid an import cycle."""

from PySide6.QtWidgets import QMainWindow

from gm_desk.model.roster.history import History


class HistoryWindow(QMainWindow):
    """A main window with an undo stack, which commits pending input before an action runs."""

    def __init__(self, history: History) -> None:
        """Create the window for an undo stack."""
        super().__init__()
        self.history = history
