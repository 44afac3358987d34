"""What the actions of a window know of it: a module of its own, so that they need not import the window itself."""

from PySide6.QtWidgets import QMainWindow

from gm_desk.model.roster.history import History


class HistoryWindow(QMainWindow):
    """A window with an undo stack, which takes what is being typed before an action does anything."""

    def __init__(self, history: History) -> None:
        """Show an undo stack."""
        super().__init__()
        self.history = history
