"""The evenings of the log: which there are, what they are called, and which are folded."""

from collections.abc import Collection

from msgspec import structs
from PySide6.QtCore import QDateTime, QLocale

from gm_desk.model.log_line import clock
from gm_desk.model.roll_log import RollLog
from gm_desk.store.entries import Entry, Evening, rolls_in

TONIGHT = "Tonight"


class Evenings:
    """Know the evenings of a log, the latest first; they are read once, and then followed."""

    def __init__(self, log: RollLog) -> None:
        """Know none, until `load`."""
        self._log = log
        self.known: list[Evening] = []
        self.folded: set[str] = set()

    def load(self) -> None:
        """Read them anew."""
        self.known = self._log.evenings()

    def clear(self) -> None:
        """Know none."""
        self.known = []
        self.folded = set()

    @property
    def order(self) -> list[str]:
        """List those that have a heading, the latest first: none where there is but one evening."""
        return [evening.id for evening in self.known] if len(self.known) > 1 else []

    def count(self, entry: Entry) -> bool:
        """Count a new roll; tells whether it is one of the latest evening."""
        if self.known and self.known[0].id == entry.session:
            latest = self.known[0]
            self.known[0] = structs.replace(latest, ended=entry.time, rolls=latest.rolls + rolls_in(entry))
            return True
        if any(evening.id == entry.session for evening in self.known):
            return False
        self.known.insert(0, Evening(entry.session, "", entry.time, entry.time, rolls_in(entry)))
        return True

    def evening(self, session: str) -> Evening:
        """Give an evening; one that is not known has no rolls."""
        return next((one for one in self.known if one.id == session), Evening(session, "", 0, 0, 0))

    def title(self, session: str) -> str:
        """Give the name of an evening, or its day in words; the year as well where it is not the latest's."""
        evening = self.evening(session)
        return evening.name or self.day(session)

    def day(self, session: str) -> str:
        """Give the day on which an evening began in words."""
        began = QDateTime.fromMSecsSinceEpoch(self.evening(session).began)
        latest = QDateTime.fromMSecsSinceEpoch(self.known[0].began) if self.known else began
        same = began.date().year() == latest.date().year()
        return QLocale.c().toString(began, "dddd d MMMM" if same else "dddd d MMMM yyyy")

    def detail(self, session: str) -> str:
        """Say how many rolls an evening has, and from when to when."""
        evening = self.evening(session)
        first, last = clock(evening.began), clock(evening.ended)
        span = first if first == last else f"{first}–{last}"
        return f"{counted(evening.rolls)} · {span}"

    def headline(self) -> str:
        """Say what the latest evening is, and how many rolls it has."""
        if not self.known:
            return ""
        latest = self.known[0]
        title = TONIGHT if latest.id == self._log.tonight else self.day(latest.id)
        return f"{latest.name or title} · {counted(latest.rolls)}"

    def fold(self, sessions: Collection[str], *, folded: bool) -> bool:
        """Fold or unfold evenings; tells whether that changes anything."""
        before = set(self.folded)
        self.folded = self.folded | set(sessions) if folded else self.folded - set(sessions)
        return self.folded != before


def counted(rolls: int) -> str:
    """Count rolls."""
    return "1 roll" if rolls == 1 else f"{rolls} rolls"
