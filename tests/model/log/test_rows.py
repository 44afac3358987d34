"""Evenings in the log: headings, folding, one roll that is open, and a search, beside a plain list of them all."""

from collections.abc import Callable
from itertools import groupby

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from msgspec import structs
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from gm_desk.model.log.log_model import LogModel
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.log.rows import DAY, ENTRY_ID, FOLDED, KIND, OPEN, SESSION, TAIL, RowKind
from gm_desk.store.journal.entries import Entry, Evening, Search
from model_makers import HOUR, MINUTE, Clock, FakeJournal, a_draft, a_roll, an_entry, column, counted, heard, ring
from thorough import tries

pytestmark = pytest.mark.usefixtures("qapp")
NOTHING = QModelIndex()
FRIDAY = 1795200000000  # 20 November 2026, 19:20 in London
DAY_LONG = 24 * HOUR


class Book:
    """A log of some evenings, a day apart, each with so many rolls, and its model."""

    def __init__(self, *rolls: int, page: int = 100) -> None:
        entries = []
        for evening, count in enumerate(rolls):
            began = FRIDAY - (len(rolls) - 1 - evening) * DAY_LONG
            for number in range(count):
                made = an_entry(f"{evening}-{number}", session=f"evening-{evening}", time=began + number * MINUTE)
                entries.append(made)
        self.journal = FakeJournal(entries)
        self.clock = Clock(FRIDAY + HOUR)
        self.log = RollLog(lambda _: self.journal, counted("roll"), self.clock)
        self.log.open("mars", "ep2")
        self.model = LogModel(self.log, page=page)
        self.model.load()

    def roll(self, what: str = "Guns") -> Entry:
        return self.log.add([a_roll(a_draft(what=what))])[0]

    def rows(self) -> list[str]:
        """List the rows: headings by their sessions, rolls by their ids, and the details."""
        return rows_of(self.model)


def rows_of(model: LogModel) -> list[str]:
    named: dict[int, Callable[[int], str]] = {
        RowKind.HEADING: lambda row: f"# {model.index(row, 0).data(SESSION)}",
        RowKind.ROLL: lambda row: str(model.index(row, 0).data(ENTRY_ID)),
        RowKind.DETAILS: lambda _row: "details",
    }
    return [named[model.index(row, 0).data(KIND)](row) for row in range(model.rowCount())]


def test_a_first_evening_needs_no_heading() -> None:
    assert Book(2).rows() == ["0-1", "0-0"]


def test_a_heading_does_not_count_what_was_struck_out() -> None:
    book = Book(1, 3)
    entry = next(one for one in book.journal.entries if one.id == "1-1")
    book.log.revise(entry, structs.replace(entry, struck=True))
    assert str(book.model.index(0, 0).data(TAIL)).startswith("2 rolls · ")
    assert book.model.evenings.headline().endswith("· 2 rolls")
    book.log.revise(structs.replace(entry, struck=True), entry)
    assert book.model.evenings.headline().endswith("· 3 rolls")


def test_evenings_stand_under_their_headings_the_latest_first() -> None:
    assert Book(1, 2).rows() == ["# evening-1", "1-1", "1-0", "# evening-0", "0-0"]


def test_a_heading_says_the_day_the_count_and_the_times() -> None:
    book = Book(1, 3)
    top, older = book.model.index(0, 0), book.model.index(4, 0)
    assert (top.data(), older.data()) == ("Friday 20 November", "Thursday 19 November")
    assert str(top.data(TAIL)).startswith("3 rolls · ")
    assert "–" in top.data(TAIL)
    assert str(older.data(TAIL)).startswith("1 roll · ")
    assert "–" not in older.data(TAIL)
    spoken = top.data(Qt.ItemDataRole.AccessibleTextRole)
    assert str(spoken).startswith("Evening, Friday 20 November, 3 rolls")
    roles = (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole)
    others = [book.model.index(0, column) for column in range(1, book.model.columnCount())]
    assert {one.data(role) for one in others for role in roles} == {""}, "the heading spans its row"
    assert book.model.index(0, 3).data() == ""
    assert top.data(Qt.ItemDataRole.DecorationRole) is None


def test_an_evening_of_another_year_says_which() -> None:
    book = Book(1)
    book.journal.lines = [*FakeJournal([an_entry("old", session="old", time=FRIDAY - 400 * DAY_LONG)]).lines]
    book.log.open("venus", "ep2")
    book.model.load()
    book.roll()
    assert column(book.model)[2] == "Thursday 16 October 2025"


def test_the_headline_tells_of_tonight_or_of_the_last_evening() -> None:
    book = Book(1, 2)
    assert book.model.evenings.headline() == "Tonight · 2 rolls"
    book.roll()
    assert book.model.evenings.headline() == "Tonight · 3 rolls"
    book.log.name_session("evening-1", "The blackout")
    assert book.model.evenings.headline() == "The blackout · 3 rolls"
    book.log.name_session("evening-1", "")
    book.clock.now += DAY_LONG
    assert book.model.evenings.headline() == "Friday 20 November · 3 rolls"
    assert Book().model.evenings.headline() == ""


def test_the_first_roll_of_a_second_evening_brings_both_headings() -> None:
    book = Book(2)
    arrived = heard(book.model.arrived)
    book.clock.now += DAY_LONG
    book.roll()
    assert book.rows() == ["# roll-1", "roll-1", "# evening-0", "0-1", "0-0"]
    book.roll()
    assert book.rows()[:3] == ["# roll-1", "roll-2", "roll-1"]
    assert arrived == [(3, 1), (1, 1)]
    assert str(book.model.index(0, 0).data(TAIL)).startswith("2 rolls")


def test_a_folded_evening_shows_its_heading_alone_and_is_not_asked_for() -> None:
    book = Book(2, 3, 1, page=2)
    changed = heard(book.model.folded_changed)
    book.model.fold(["evening-1"], folded=True)
    assert book.rows() == ["# evening-2", "2-0", "# evening-1", "# evening-0", "0-1", "0-0"]
    assert [book.model.index(row, 0).data(FOLDED) for row in (0, 2)] == [False, True]
    book.model.fold(["evening-1"], folded=False)
    while book.model.canFetchMore(NOTHING):
        book.model.fetchMore(NOTHING)
    assert book.rows()[3:6] == ["1-2", "1-1", "1-0"]
    assert changed == [(["evening-1"],), ([],)]
    book.model.fold(["evening-1"], folded=False)
    assert len(changed) == 2


def test_all_evenings_may_be_folded() -> None:
    book = Book(2, 3)
    book.model.set_folded(["evening-0", "evening-1"])
    assert book.rows() == ["# evening-1", "# evening-0"]


def test_what_was_folded_before_the_log_is_read_is_folded_then() -> None:
    book = Book(2, 3)
    book.model.clear()
    book.model.set_folded(["evening-0"])
    assert book.rows() == []
    book.model.load()
    assert book.rows()[-1] == "# evening-0"


def test_a_single_evening_cannot_be_folded_but_is_when_another_begins() -> None:
    book = Book(2)
    book.model.fold(["evening-0"], folded=True)
    assert book.rows() == ["0-1", "0-0"]
    book.model.set_folded(["evening-0"])
    assert book.rows() == ["0-1", "0-0"]
    book.clock.now += DAY_LONG
    book.roll()
    assert book.rows() == ["# roll-1", "roll-1", "# evening-0"]


def test_a_roll_unfolds_its_evening() -> None:
    book = Book(1, 1)
    book.model.fold(["evening-1"], folded=True)
    book.roll()
    assert book.rows() == ["# evening-1", "roll-1", "1-0", "# evening-0", "0-0"]


def test_a_search_looks_into_folded_evenings_and_leaves_out_the_headings_of_others() -> None:
    book = Book(1, 1, 1)
    book.roll("Fray")
    book.model.fold(["evening-0", "evening-2"], folded=True)
    book.model.set_search(Search(words="guns"))
    assert book.rows() == ["# evening-2", "2-0", "# evening-1", "1-0", "# evening-0", "0-0"]
    assert book.model.index(0, 0).data(TAIL) == ""
    assert book.model.index(0, 0).data(FOLDED) is False
    book.model.fold(["evening-1"], folded=True)
    book.model.set_search(Search(words="fray"))
    assert book.rows() == ["# evening-2", "roll-1"]
    book.model.set_search(Search())
    assert book.rows() == ["# evening-2", "# evening-1", "1-0", "# evening-0"]


def test_one_roll_at_a_time_is_open() -> None:
    book = Book(3)
    assert book.model.open("0-1")
    assert book.rows() == ["0-2", "0-1", "details", "0-0"]
    assert [index.data(OPEN) for index in (book.model.index(0, 0), book.model.index(1, 0))] == [False, True]
    details = book.model.index(2, 0)
    assert details.data() is None
    assert details.data(Qt.ItemDataRole.AccessibleTextRole) == "Details of the roll above"
    assert book.model.flags(details) == Qt.ItemFlag.NoItemFlags
    assert book.model.open("0-2")
    assert book.rows() == ["0-2", "details", "0-1", "0-0"]
    book.model.close()
    assert book.rows() == ["0-2", "0-1", "0-0"]
    assert not book.model.open("nobody's")


def test_an_open_roll_stays_open_when_the_log_is_read_anew_or_rolled_into() -> None:
    book = Book(2)
    book.model.open("0-1")
    book.roll()
    assert book.rows() == ["roll-1", "0-1", "details", "0-0"]
    book.model.load()
    assert book.rows() == ["roll-1", "0-1", "details", "0-0"]
    book.model.set_search(Search(words="nothing like it"))
    assert (book.rows(), book.model.opened) == ([], "")


def test_folding_its_evening_closes_a_roll() -> None:
    book = Book(1, 1)
    book.model.open("0-0")
    book.model.fold(["evening-0"], folded=True)
    assert (book.rows(), book.model.opened) == (["# evening-1", "1-0", "# evening-0"], "")


def test_a_roll_that_no_longer_fits_the_search_goes_with_its_heading_but_not_while_it_is_open() -> None:
    book = Book(1, 1)
    noted = structs.replace(book.journal.entries[0], note="vent")
    book.log.revise(book.journal.entries[0], noted)
    book.model.set_search(Search(words="vent"))
    assert book.rows() == ["# evening-0", "0-0"]
    book.model.open("0-0")
    book.log.revise(noted, structs.replace(noted, note=""))
    assert book.rows() == ["# evening-0", "0-0", "details"]
    book.model.close()
    assert book.rows() == []
    book.log.revise(structs.replace(noted, note=""), noted)
    assert book.rows() == ["# evening-0", "0-0"]
    book.log.revise(noted, structs.replace(noted, note=""))
    assert book.rows() == []


def test_an_evening_is_named_by_its_heading() -> None:
    book = Book(1, 1)
    wanted, changed = heard(book.model.naming_requested), heard(book.model.dataChanged)
    heading = book.model.index(2, 0)
    assert book.model.setData(heading, "The docks")
    assert wanted == [("evening-0", "The docks")]
    assert not book.model.setData(heading, "The docks", Qt.ItemDataRole.DisplayRole)
    assert not book.model.setData(book.model.index(1, 0), "no heading")
    book.log.name_session("evening-0", "The docks")
    assert (heading.data(), heading.data(Qt.ItemDataRole.EditRole)) == ("The docks", "The docks")
    assert heading.data(DAY) == "Thursday 19 November"
    assert [first.row() for first, *_ in changed] == [2]


def test_rolls_far_from_sight_are_let_go_and_read_again() -> None:
    book = Book(1200)
    while book.model.canFetchMore(NOTHING):
        book.model.fetchMore(NOTHING)
    assert column(book.model, at=1) == ["Lao Qing"] * 1200


class LogMachine(RuleBasedStateMachine):
    """Roll, revise, fold, search, open and fetch in any order, beside a plain list."""

    @initialize(rolls=st.lists(st.integers(1, 4), max_size=4))
    def begin(self, rolls: list[int]) -> None:
        self.book = Book(*rolls, page=3)
        mode = QAbstractItemModelTester.FailureReportingMode.Warning
        self.tester = QAbstractItemModelTester(self.book.model, mode)

    @property
    def entries(self) -> list[Entry]:
        """List all rolls, newest first, as they stand."""
        return [logged.entry for logged in self.book.log.page(1000)]

    def pick(self, number: int) -> Entry | None:
        return self.entries[number % len(self.entries)] if self.entries else None

    @rule(what=st.sampled_from(["Guns", "Fray"]), later=st.sampled_from([0, MINUTE, 7 * HOUR]))
    def roll(self, what: str, later: int) -> None:
        self.book.clock.now += later
        self.book.roll(what)

    @rule()
    def roll_as_a_group(self) -> None:
        self.book.log.add([a_roll(a_draft(name=name)) for name in ("Eva", "Tyska")])

    @rule(number=st.integers(0, 30), note=st.sampled_from(["", "vent"]), struck=st.booleans(), secret=st.booleans())
    def revise(self, number: int, note: str, struck: bool, secret: bool) -> None:
        entry = self.pick(number)
        if entry and not self.book.journal.full:  # what is not on the disk yet is not found by it either
            self.book.log.revise(entry, structs.replace(entry, note=note, struck=struck, secret=secret))

    @rule(number=st.integers(0, 30), folded=st.booleans())
    def fold(self, number: int, folded: bool) -> None:
        if entry := self.pick(number):
            self.book.model.fold([entry.session], folded=folded)

    @rule(words=st.sampled_from(["", "guns", "fray vent", "ev"]), secret=st.sampled_from([None, True, False]))
    def search(self, words: str, secret: bool | None) -> None:
        self.book.model.set_search(Search(words=words, secret=secret))

    @rule(number=st.integers(0, 30))
    def open(self, number: int) -> None:
        if entry := self.pick(number):
            self.book.model.open(entry.id)

    @rule()
    def close(self) -> None:
        self.book.model.close()

    @rule()
    def fetch(self) -> None:
        self.book.model.fetchMore(NOTHING)

    @rule(number=st.integers(0, 30), name=st.sampled_from(["", "The docks"]))
    def name(self, number: int, name: str) -> None:
        if entry := self.pick(number):
            self.book.log.name_session(entry.session, name)

    @rule()
    def fill_the_disk(self) -> None:
        self.book.journal.full = True

    @rule()
    def empty_the_disk(self) -> None:
        self.book.journal.full = False
        self.book.log.writer.flush()

    def expected(self) -> list[str]:
        """Return what would be shown if everything were fetched."""
        model, entries = self.book.model, self.entries
        searching = model.search != Search()
        headed = len({entry.session for entry in entries}) > 1
        rows: list[str] = []
        for session, rolls in groupby(entries, key=lambda entry: entry.session):
            shown = [one for one in rolls if model.search.finds(one) or one.id == model.opened]
            folded = headed and not searching and session in model.evenings.folded
            rows += [f"# {session}"] * (headed and (bool(shown) or not searching))
            for entry in [] if folded else shown:
                rows += [entry.id] + ["details"] * (entry.id == model.opened)
        return rows

    @invariant()
    def the_rows_are_those_of_a_plain_list(self) -> None:
        if not hasattr(self, "book"):
            return
        shown, expected = self.book.rows(), self.expected()
        assert shown == expected[: len(shown)]
        if not self.book.model.canFetchMore(NOTHING):
            assert shown == expected

    @invariant()
    def the_evenings_are_counted_right(self) -> None:
        if hasattr(self, "book"):
            known = {one.id: one for one in self.book.model.evenings.known}
            told: dict[str, Evening] = {one.id: one for one in self.book.log.evenings()}
            assert known == told


def test_any_order_of_rolls_and_searches_shows_what_a_plain_list_would(qtbot: object) -> None:
    assert qtbot
    run_state_machine_as_test(
        LogMachine, settings=settings(max_examples=tries(60), stateful_step_count=40, deadline=None)
    )


def test_retrying_saves_and_marks_rolls_that_came_before_an_older_page() -> None:
    book = Book(4, page=3)
    book.journal.full = True
    for _ in range(4):
        book.roll()
    book.model.load()
    book.journal.full = False
    ring(book.log)
    book.model.fetchMore(NOTHING)
    assert book.rows() == ["roll-4", "roll-3", "roll-2", "roll-1", "0-3", "0-2", "0-1", "0-0"]
