"""Save soon after a change, again where it failed, and say so meanwhile."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.store.errors import UnwritableFileError

SOON = 300
RETRY_AFTER = 3_000


class Saver(QObject):
    """Call `write` within a second of a change; several changes share one call, and failures are tried again.

    Troubles are told with their source, and end with an empty text.
    """

    trouble_changed = Signal(str, str)

    def __init__(self, source: str, write: Callable[[], None], parent: QObject | None = None) -> None:
        """Save nothing yet; `write` raises UnwritableFileError where it fails."""
        super().__init__(parent)
        self._source = source
        self._write = write
        self.unsaved = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.flush)

    def save_soon(self) -> None:
        """Note a change; the clock starts with the first one."""
        self.unsaved = True
        if not self._timer.isActive():
            self._timer.start(SOON)

    def flush(self) -> bool:
        """Save now what is unsaved; tells whether everything is saved."""
        self._timer.stop()
        if not self.unsaved:
            return True
        try:
            self._write()
        except UnwritableFileError as error:
            self._timer.start(RETRY_AFTER)
            self._tell(f"Not saved: {error.path} – {error.problem}. GM Desk keeps trying.")
            return False
        self.unsaved = False
        self._tell("")
        return True

    def forget(self) -> None:
        """Give up what is unsaved."""
        self._timer.stop()
        self.unsaved = False
        self._tell("")

    def _tell(self, trouble: str) -> None:
        self.trouble_changed.emit(self._source, trouble)
