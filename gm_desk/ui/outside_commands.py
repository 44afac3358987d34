"""What can be done when another window or program has to do with the open roster."""

from PySide6.QtCore import QObject

from gm_desk.model.desk import Desk
from gm_desk.model.holding import HELD, SEEMS_HELD
from gm_desk.model.outside import CONFLICT, GONE
from gm_desk.ui.main_window import MainWindow


class OutsideCommands(QObject):
    """Offer it in the trouble bar, and keep what is being typed before anything is loaded."""

    def __init__(self, window: MainWindow, desk: Desk) -> None:
        """Serve a window."""
        super().__init__(window)
        self._window = window
        self._desk = desk
        outside, holding, bar = desk.sharing.outside, desk.sharing.holding, window.trouble
        bar.offer(HELD, "Try again", holding.look)
        bar.offer(SEEMS_HELD, "Open anyway", holding.open_anyway)
        bar.offer(CONFLICT, "What differs…", self.compare)
        bar.offer(CONFLICT, "Keep mine", outside.keep_ours)
        bar.offer(CONFLICT, "Take the other", outside.take_theirs)
        bar.offer(GONE, "Save it there again", outside.save_again)
        outside.settling.connect(desk.document.settle)
        desk.sharing.noticed.connect(bar.show_notice)
        holding.freed.connect(self._forget_refusals)

    def compare(self) -> None:
        """Show what differs between the two versions of a conflict."""
        from gm_desk.ui.versions_dialog import VersionsDialog

        self._desk.document.settle()
        theirs = self._desk.sharing.outside.theirs()
        if theirs is None:
            return
        dialog = VersionsDialog(self._desk.document.roster, theirs[1].roster, self._window)
        dialog.ours_wanted.connect(self._desk.sharing.outside.keep_ours)
        dialog.theirs_wanted.connect(self._desk.sharing.outside.take_theirs)
        dialog.open()

    def _forget_refusals(self) -> None:
        """Take back what was said when somebody tried to change a roster that could only be read."""
        self._window.trouble.show_trouble("edit", "")
