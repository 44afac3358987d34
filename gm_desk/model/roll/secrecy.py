"""The choice whether the next roll of a roster is secret, stored like the rest of the test being composed."""

from msgspec import structs
from PySide6.QtCore import QObject

from gm_desk.model.files.session import Session
from gm_desk.model.roll.rolling import Rolling


class Secrecy(QObject):
    """The secrecy chosen for the next roll, stored per roster and restored when the roster is opened."""

    def __init__(self, session: Session, rolling: Rolling) -> None:
        """Follow the session and the rolling."""
        super().__init__(session)
        self._session = session
        self._rolling = rolling
        rolling.secrecy_changed.connect(self._remember)
        session.roster_opened.connect(self._restore)

    def _remember(self) -> None:
        """Store the choice where it differs from the default."""
        settings, roster_id = self._session.settings, self._session.document.roster.id
        secret = None if self._rolling.secret == self._rolling.usually_secret else self._rolling.secret
        settings.set_view(roster_id, structs.replace(settings.view(roster_id), secret=secret))

    def _restore(self) -> None:
        secret = self._session.settings.view(self._session.document.roster.id).secret
        usual = self._rolling.usually_secret
        self._rolling.set_secret(usual if secret is None or self._rolling.veiled else secret)
