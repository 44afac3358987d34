"""Typing sessions: typed text is stored soon, and before anything else happens."""

from functools import cached_property

from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.model.roster.document import RosterDocument

PAUSE = 500
"""Milliseconds after which typed text is stored in the roster, also during continuous typing."""


class TypingSession(QObject):
    """A session of typing in a field, which requests the text after a pause, at intervals, and before any other step.

    `store_requested` asks for the current text; the field calls `refuse` if it is invalid. `ended` is emitted when the
    session has ended. Everything stored in one session is one undo step; with `pauses_end`, a pause ends the session.

    Timers and connections are created at the first keystroke, since a card has dozens of fields.
    """

    store_requested = Signal()
    ended = Signal()

    def __init__(self, document: RosterDocument, field: QObject, *, pauses_end: bool = False) -> None:
        """Create a closed session for a field."""
        super().__init__(field)
        self._document = document
        self._pauses_end = pauses_end
        self._run = document.new_run()
        self._changed = False
        self._refused = False
        self._follows = False
        self.open = False

    @cached_property
    def _pause(self) -> QTimer:
        """The timer that fires when nothing has been typed for a while."""
        made = QTimer(self, singleShot=True, interval=PAUSE)
        made.timeout.connect(self._on_pause)
        return made

    @cached_property
    def _interval(self) -> QTimer:
        """The timer of continuous typing."""
        made = QTimer(self, interval=PAUSE)
        made.timeout.connect(self.take)
        return made

    @property
    def read_only(self) -> bool:
        """Whether the roster is read-only."""
        return bool(self._document.read_only)

    def touch(self) -> None:
        """Record that something was typed, opening the session if necessary."""
        self._follow()
        self.open = self._changed = True
        self._pause.start()
        if not self._interval.isActive():
            self._interval.start()

    def _follow(self) -> None:
        """End the session from now on when anything else happens to the document."""
        if not self._follows:
            self._follows = True
            self._document.stack.settle_requested.connect(self.settle)
            self._document.opened.connect(self.drop)

    def take(self) -> None:
        """Request the current text if it has changed."""
        if self._changed:
            self._changed = self._refused = False
            with self._document.typing(self._run):
                self.store_requested.emit()

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
            self.ended.emit()

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
