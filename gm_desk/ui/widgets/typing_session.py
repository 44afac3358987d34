"""What is being typed in a field reaches the roster soon, and before anything else is done."""

from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.model.roster.document import RosterDocument

PAUSE = 500
"""Milliseconds after which what was typed is in the roster, also while somebody types on, and so soon on the disk."""


class TypingSession(QObject):
    """Ask a field for what is typed in it: after a pause, now and then while somebody types on, and before any step.

    `due` asks for the text as it is so far; a field whose text will not do answers with `refuse`. `over` follows where
    the session has come to its end. What is taken in one session is one undo step; where `pauses_end`, a pause is an
    end.
    """

    due = Signal()
    over = Signal()

    def __init__(self, document: RosterDocument, field: QObject, *, pauses_end: bool = False) -> None:
        """Wait for a field to be typed in."""
        super().__init__(field)
        self._document = document
        self._pauses_end = pauses_end
        self._run = document.new_run()
        self._news = False
        self._refused = False
        self.open = False
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._clock = QTimer(self, interval=PAUSE)
        self._pause.timeout.connect(self._rest)
        self._clock.timeout.connect(self.take)
        document.stack.settling.connect(self.settle)
        document.opened.connect(self.drop)

    @property
    def read_only(self) -> bool:
        """Return whether the roster refuses whatever is typed."""
        return bool(self._document.read_only)

    def touch(self) -> None:
        """Note that something was typed."""
        self.open = self._news = True
        self._pause.start()
        if not self._clock.isActive():
            self._clock.start()

    def take(self) -> None:
        """Ask for what is typed so far, where that is news."""
        if self._news:
            self._news = self._refused = False
            with self._document.typing(self._run):
                self.due.emit()

    def refuse(self) -> None:
        """Say that what is typed will not do as it is."""
        self._refused = True

    def settle(self) -> None:
        """Ask for what is typed, and end the session; where that will not do, what stood there before stands again."""
        if self.open:
            self.take()
            if self._refused:
                self._document.take_back(self._run)
            self.drop()
            self.over.emit()

    def revert(self) -> None:
        """Take back what was taken in this session, and end it."""
        if self.open:
            self._document.take_back(self._run)
            self.drop()

    def drop(self) -> None:
        """End the session without asking: the next one is undone for itself."""
        self.open = self._news = self._refused = False
        self._run = self._document.new_run()
        for timer in (self._pause, self._clock):
            timer.stop()

    def _rest(self) -> None:
        """Take what is typed once there is a pause."""
        self._clock.stop()
        if self._pauses_end:
            self.settle()
        else:
            self.take()
