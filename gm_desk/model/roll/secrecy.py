"""Whether the next roll of a roster is secret, kept like the rest of the test that is being composed."""

from msgspec import structs
from PySide6.QtCore import QObject

from gm_desk.model.files.session import Session
from gm_desk.model.roll.rolling import Rolling


class Secrecy(QObject):
    """Remember with each roster what was said about its next roll, and say so again when it is opened."""

    def __init__(self, desk: Session, rolling: Rolling) -> None:
        """Follow both."""
        super().__init__(desk)
        self._desk = desk
        self._rolling = rolling
        rolling.secrecy_changed.connect(self._remember)
        desk.roster_opened.connect(self._restore)

    def _remember(self) -> None:
        """Keep what is other than by default."""
        memory, roster_id = self._desk.memory, self._desk.document.roster.id
        secret = None if self._rolling.secret == self._rolling.usually_secret else self._rolling.secret
        memory.set_view(roster_id, structs.replace(memory.view(roster_id), secret=secret))

    def _restore(self) -> None:
        secret = self._desk.memory.view(self._desk.document.roster.id).secret
        usual = self._rolling.usually_secret
        self._rolling.set_secret(usual if secret is None or self._rolling.veiled else secret)
