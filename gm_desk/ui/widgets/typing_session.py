"""Sessions of typing: what is typed is stored soon, and before anything else happens."""

from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.model.roster.document import RosterDocument

PAUSE = 500
"""Milliseconds after which typed text is stored in the roster, also during continuous typing."""


class TypingSession(QObject):
    """A session of typing in a field, which requests the text after a pause, at intervals, and before any other step.

    `due` requests the current text; the field calls `refuse` if it is invalid. `over` is emitted when the session has
    ended. Everything stored in one session is one undo step; with `pauses_end`, a pause ends the session.
    """

    due = Signal()
    over = Signal()

    def __init__(self, document: RosterDocument, field: QObject, *, pauses_end: bool = False) -> None:
        """Create a closed session for a field."""
        super().__init__(field)
        self._document = document
        self._pauses_end = pauses_end
        self._run = document.new_run()
        self._changed = False
        self._refused = False
        self.open = False
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._interval = QTimer(self, interval=PAUSE)
        self._pause.timeout.connect(self._on_pause)
        self._interval.timeout.connect(self.take)
        document.stack.settling.connect(self.settle)
        document.opened.connect(self.drop)

    @property
    def read_only(self) -> bool:
        """Whether the roster is read-only."""
        return bool(self._document.read_only)

    def touch(self) -> None:
        """Record that something was typed, opening the session if necessary."""
        self.open = self._changed = True
        self._pause.start()
        if not self._interval.isActive():
            self._interval.start()

    def take(self) -> None:
        """Request the current text if it has changed."""
        if self._changed:
            self._changed = self._refused = False
            with self._document.typing(self._run):
                self.due.emit()

    def refuse(self) -> None:
        """Mark the current text as invalid."""
        self._refused = True

    def settle(self) -> None:
        """Request the text and end the session; if the text is invalid, undo what the session stored."""
        if self.open:
            self.take()
            if self._refused:
                self._document.take_back(self._run)
            self.drop()
            self.over.emit()

    def revert(self) -> None:
        """Undo what this session stored, and end it."""
        if self.open:
            self._document.take_back(self._run)
            self.drop()

    def drop(self) -> None:
        """End the session without requesting the text; the next session is an undo step of its own."""
        self.open = self._changed = self._refused = False
        self._run = self._document.new_run()
        for timer in (self._pause, self._interval):
            timer.stop()

    def _on_pause(self) -> None:
        """Store the text after a pause, ending the session if `pauses_end`."""
        self._interval.stop()
        if self._pauses_end:
            self.settle()
        else:
            self.take()
