"""Luck and the fairness of dice: counting rolls, and describing deviations as text."""

from collections.abc import Sequence
from fractions import Fraction

from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.core.drafts.evaluation import Chances
from gm_desk.core.luck.statistics import DiceKind, Fairness, Luck
from gm_desk.core.luck.tally import Tally, tally_of
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.wording.phrases import plural
from gm_desk.model.log.entries import LogEntry
from gm_desk.model.log.roll_log import RollLog
from gm_desk.store.journal.entries import Entry, Search, rolls_in

FEWEST = 5
"""Minimum number of rolls with a chance of success for which luck is judged."""
USUAL, NOTABLE, RARE = 1, 2, 3
"""The standard deviations from which luck is usual, notable and rare."""
EVEN, UNEVEN, SUSPICIOUS, TOO_EVEN = 0.05, 0.01, 0.001, 0.999
SURE = 0.99
TENTHS = 10


def tenths(number: Fraction, *, always: bool = False) -> str:
    """Return a non-negative number rounded to a tenth; a whole one has no decimals, unless `always`."""
    whole, rest = divmod(round(number * TENTHS), TENTHS)
    return f"{whole:,}.{rest}" if rest or always else f"{whole:,}"


def difference(number: Fraction, *, always: bool = False) -> str:
    """Return a difference rounded to a tenth, with its sign and a typographic minus; zero has no sign."""
    shown = tenths(abs(number), always=always)
    if shown.strip("0.") == "":
        return shown
    return f"+{shown}" if number > 0 else f"{TRUE_MINUS}{shown}"


def luck_in_a_line(luck: Luck) -> str:
    """Return the number of successes above or below the expected number as text."""
    shown = difference(luck.difference)
    if shown == "0":
        return "Luck: successes as expected"
    noun = "success" if shown[1:] == "1" else "successes"
    if luck.difference > 0:
        return f"Luck {shown} {noun} over expected"
    return f"Luck {shown[1:]} {noun} under expected"


def how_unusual(luck: Luck) -> str:
    """Return how unusual the luck is as text, by its standard deviations."""
    size = abs(luck.deviations)
    if luck.rolls < FEWEST:
        return "too few rolls to tell"
    if size < USUAL:
        return "as expected"
    kind = "lucky" if luck.deviations > 0 else "unlucky"
    if size < NOTABLE:
        return f"a little {kind}"
    return f"{'very ' if size < RARE else 'incredibly '}{kind} ({size:.1f} SD)"


def once_in(chance: float) -> str:
    """Return the frequency of a rare event: "once in 200"."""
    if chance <= 1e-6:  # noqa: PLR2004 - smaller chances make no difference
        return "less than once in a million"
    often = 1 / chance
    digits = len(str(int(often))) - 2
    return f"once in {round(often, -digits if digits > 0 else 0):,.0f}"


def fairness_in_words(fairness: Fairness) -> str:
    """Return whether dice are fair as text, as far as their number allows a judgement."""
    if fairness.p is None:
        if not fairness.missing:
            return "Nothing to test."
        dice = "1 more die" if fairness.missing == 1 else f"{fairness.missing} more dice"
        return f"Needs {dice} for a fairness test."
    so_far, p = f"{fairness.dice:,} dice", p_value(fairness.p)
    if fairness.p > TOO_EVEN:
        return f"More even than chance usually is over {so_far}, {p}."
    if fairness.p >= EVEN:
        return f"Fair as far as {so_far} can tell, {p}."
    rarely = f"fair dice fall this unevenly {once_in(fairness.p)}"
    if fairness.p >= UNEVEN:
        return f"A little uneven over {so_far}, {p}: {rarely}."
    return f"{'Suspicious' if fairness.p >= SUSPICIOUS else 'Very suspicious'} over {so_far}, {p}: {rarely}."


def p_value(p: float) -> str:
    """Return a p-value with two or three decimals, never as 0 or 1."""
    if p < SUSPICIOUS:
        return "p < 0.001"
    if p > SURE:
        return "p > 0.99"
    return f"p = {p:.2f}" if p >= 1 / TENTHS else f"p = {p:.3f}"


def statistic_in_words(fairness: Fairness) -> str:
    """Return the numbers behind a judgement on dice."""
    degrees = plural(fairness.freedom, "degree")
    return f"χ² {float(fairness.statistic):.1f}, {degrees} of freedom"


def kind_in_words(kind: DiceKind) -> str:
    """Return the name of a kind of dice."""
    return f"d{kind.sides}, ones" if kind.ones else f"d{kind.sides}"


def chanceless_in_words(count: int) -> str:
    """Return the number of rolls that do not count as luck as text."""
    if count == 1:
        return "1 roll that cannot fail is not counted."
    return f"{count:,} rolls that cannot fail are not counted."


SLICE = 50
"""The number of rolls counted at a time, which takes a few milliseconds."""
SHOWN_EVERY = 20
"""The number of slices between updates of the view."""
REMEMBERED = 2_000
"""The number of counted rolls kept in memory, so that a revised one can be subtracted without recounting."""
SETTLING = 300
"""Milliseconds to wait after a roster was opened, so that its window is painted first."""


class Count(QObject):
    """A count of the rolls that match a search, newest first, kept up to date with new and revised rolls.

    `changed` is emitted when there is more to show, or everything is counted.
    """

    changed = Signal()

    def __init__(self, log: RollLog, chances: Chances, parent: QObject | None = None) -> None:
        """Begin without a search."""
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
        """Count the rolls that match a search, or only those with the ids if any are given; None counts nothing."""
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
        """Everything that was counted, including secret rolls."""
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
        """Count again from the beginning, because the log has been replaced."""
        self.choose(self.search, self._ids)

    def _add(self, logged: LogEntry) -> None:
        """Count a new roll after its line has been painted."""
        self._queue(logged.entry, new=True)

    def _revise(self, logged: LogEntry) -> None:
        """Count a revised roll after its line has been painted."""
        self._queue(logged.entry, new=False)

    def _queue(self, entry: Entry, *, new: bool) -> None:
        if self.search is not None:
            self._news.append((entry, new))
            self._timer.start()

    def go_on(self) -> None:
        """Count a slice of new rolls, or else of older ones."""
        if self._oldest or self.complete:
            news, self._news = self._news, []
            for entry, new in news:
                self._count_one(entry, new=new)
            if news:
                self.changed.emit()
                return
        if self.complete or self.search is None:
            self._timer.stop()
        else:
            self._count_older(self.search)

    def _count_older(self, search: Search) -> None:
        """Count the next slice; the first one includes all rolls that are new by then."""
        if not self._oldest:
            self._news.clear()
        page = [logged.entry for logged in self._page(search)]
        self._count([entry for entry in page if entry.id not in self._known])
        self.complete = len(page) < SLICE
        self._oldest = page[-1].id if page else self._oldest
        self._slices += 1
        if self.complete or self._slices % SHOWN_EVERY == 0:
            self.changed.emit()

    def _page(self, search: Search) -> list[LogEntry]:
        """Return the next slice."""
        if not self._ids:
            return self._log.page(SLICE, self._oldest, search)
        start = self._ids.index(self._oldest) + 1 if self._oldest else 0
        read = (self._log.kept(entry_id) for entry_id in self._ids[start : start + SLICE])
        return [logged for logged in read if logged is not None]

    def _count_one(self, entry: Entry, *, new: bool) -> None:
        """Count a new or revised roll, in place of its former value."""
        if self.search is None:
            return
        old = self._known.pop(entry.id, None)
        if old is None and not new and self._forgot:
            self._start_over()  # its former value is no longer known
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


class LuckStatistics(QObject):
    """The count of tonight's rolls, for as long as the program runs, and of a selection while it is shown."""

    def __init__(self, log: RollLog, parent: QObject | None = None) -> None:
        """Follow a log; an evening already begun is counted soon after its roster was opened."""
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
        """Stop counting the rolls of the last roster."""
        self.tonight.choose(None)
        self.chosen.choose(None)
        self._settled.start()

    def resume(self) -> None:
        """Count the evening that was already begun."""
        self._settled.stop()
        if self.tonight.search is None and (session := self.log.tonight):
            self.tonight.choose(Search(session=session))

    def _follow(self, logged: LogEntry) -> None:
        """Begin a new count for each new evening."""
        session = logged.entry.session
        if self.tonight.search is None or self.tonight.search.session != session:
            self.tonight.choose(Search(session=session))
