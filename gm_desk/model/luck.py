"""Tallies of the log kept up to date: tonight's, and one of any selection, counted in idle slices."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.core.chances import Chances
from gm_desk.core.tally import Tally, tally_of
from gm_desk.model.roll_log import RollLog
from gm_desk.model.unsaved_rolls import Logged
from gm_desk.store.entries import Entry, Search, rolls_in

SLICE = 50
"""Rolls counted at a time: a few milliseconds' worth."""
SHOWN_EVERY = 20
"""Slices until what is counted so far is shown."""
REMEMBERED = 2_000
"""Counted rolls that are remembered, so that one revised can be taken away again without counting all anew."""
SETTLING = 300
"""Milliseconds after a roster was opened: its window comes first."""


class Count(QObject):
    """Count the rolls that are looked for, the newest first, and go on with each that is made or revised.

    `changed` tells that there is more to show, or that everything is counted.
    """

    changed = Signal()

    def __init__(self, log: RollLog, chances: Chances, parent: QObject | None = None) -> None:
        """Count nothing until it is said what."""
        super().__init__(parent)
        self._log = log
        self._chances = chances
        self.search: Search | None = None
        self._ids: tuple[str, ...] = ()
        self._news: list[tuple[Entry, bool]] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self.go_on)
        log.added.connect(self._add)
        log.revised.connect(self._revise)
        log.merged.connect(self._start_over)
        self._clear()
        self.complete = True

    def choose(self, search: Search | None, ids: Sequence[str] = ()) -> None:
        """Count these rolls from now on, those with the ids alone where there are ids; or none."""
        self.search = search
        self._ids = tuple(ids)
        self._clear()
        if search is None:
            self._timer.stop()
            self.complete = True
        else:
            self._timer.start()
        self.changed.emit()

    @property
    def tally(self) -> Tally:
        """Give what was counted, secret rolls included."""
        return self.shown.plus(self.secret)

    def _clear(self) -> None:
        self.shown, self.secret = Tally(), Tally()
        self.counted = 0
        self.complete = False
        self._oldest = ""
        self._slices = 0
        self._news.clear()
        self._known: dict[str, Entry] = {}
        self._forgot = False

    def _start_over(self) -> None:
        """Count anew, because the log is another."""
        self.choose(self.search, self._ids)

    def _add(self, logged: Logged) -> None:
        """Count a new roll when its line is painted."""
        self._wait_with(logged.entry, new=True)

    def _revise(self, logged: Logged) -> None:
        """Count what became of a roll when its line is painted."""
        self._wait_with(logged.entry, new=False)

    def _wait_with(self, entry: Entry, *, new: bool) -> None:
        if self.search is not None:
            self._news.append((entry, new))
            self._timer.start()

    def go_on(self) -> None:
        """Do a slice: what is new, else what is older."""
        if self._oldest or self.complete:
            news, self._news = self._news, []
            for entry, new in news:
                self._take(entry, new=new)
            if news:
                self.changed.emit()
                return
        if self.complete or self.search is None:
            self._timer.stop()
        else:
            self._count_older(self.search)

    def _count_older(self, search: Search) -> None:
        """Count the next slice; the first one has everything that is new by then."""
        if not self._oldest:
            self._news.clear()
        page = [logged.entry for logged in self._page(search)]
        self._count([entry for entry in page if entry.id not in self._known])
        self.complete = len(page) < SLICE
        self._oldest = page[-1].id if page else self._oldest
        self._slices += 1
        if self.complete or self._slices % SHOWN_EVERY == 0:
            self.changed.emit()

    def _page(self, search: Search) -> list[Logged]:
        """Read the next slice."""
        if not self._ids:
            return self._log.page(SLICE, self._oldest, search)
        start = self._ids.index(self._oldest) + 1 if self._oldest else 0
        read = (self._log.kept(entry_id) for entry_id in self._ids[start : start + SLICE])
        return [logged for logged in read if logged is not None]

    def _take(self, entry: Entry, *, new: bool) -> None:
        """Count a roll that was made or revised, instead of what it was."""
        if self.search is None:
            return
        old = self._known.pop(entry.id, None)
        if old is None and not new and self._forgot:
            self._start_over()  # what it counted for is not known any more
            return
        if old is not None:
            part = tally_of([old], self._chances)
            self.shown, self.secret = (
                (self.shown, self.secret.minus(part)) if old.secret else (self.shown.minus(part), self.secret)
            )
            self.counted -= rolls_in(old)
        if entry.id in self._ids if self._ids else self.search.finds(entry):
            self._count([entry])

    def _count(self, entries: list[Entry]) -> None:
        self.shown = self.shown.plus(tally_of((entry for entry in entries if not entry.secret), self._chances))
        self.secret = self.secret.plus(tally_of((entry for entry in entries if entry.secret), self._chances))
        self.counted += sum(map(rolls_in, entries))
        for entry in entries:
            if len(self._known) < REMEMBERED:
                self._known[entry.id] = entry
            else:
                self._forgot = True


class Luck(QObject):
    """Count tonight's rolls as long as the program runs, and those of a selection while somebody looks."""

    def __init__(self, log: RollLog, parent: QObject | None = None) -> None:
        """Follow a log; an evening that was begun is counted soon after its roster is open."""
        super().__init__(parent)
        self.log = log
        chances = Chances()
        self.tonight = Count(log, chances, self)
        self.chosen = Count(log, chances, self)
        self._settled = QTimer(self, interval=SETTLING, singleShot=True)
        self._settled.timeout.connect(self.resume)
        log.opened.connect(self._open)
        log.added.connect(self._follow)
        self._settled.start()

    def _open(self) -> None:
        """Count nothing of the roster that was open before."""
        self.tonight.choose(None)
        self.chosen.choose(None)
        self._settled.start()

    def resume(self) -> None:
        """Go on with the evening that was begun."""
        self._settled.stop()
        if self.tonight.search is None and (session := self.log.tonight):
            self.tonight.choose(Search(session=session))

    def _follow(self, logged: Logged) -> None:
        """Begin a new count with a new evening."""
        session = logged.entry.session
        if self.tonight.search is None or self.tonight.search.session != session:
            self.tonight.choose(Search(session=session))
