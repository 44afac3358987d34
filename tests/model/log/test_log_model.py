"""The log as a table: newest first, page by page, each line ready to be read."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, Qt

from gm_desk.core.drafts.draft import Draft
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Grade
from gm_desk.model.log.cells import LogColumn, LogLine
from gm_desk.model.log.log_model import PAGE, LogModel
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.log.rows import GRADE, of_line
from gm_desk.store.journal.entries import Entry
from model_makers import HOUR, MINUTE, Clock, FakeJournal, a_draft, a_roll, an_entry, column, counted, heard, ring

pytestmark = pytest.mark.usefixtures("qapp")


class Book:
    """A log of given entries, and its model."""

    def __init__(self, *entries: Entry) -> None:
        self.journal = FakeJournal(entries)
        self.log = RollLog(lambda _: self.journal, counted("roll"), Clock(HOUR + MINUTE))
        self.log.open("mars", "ep2")
        self.model = LogModel(self.log)
        self.model.load()

    def roll(self, what: str = "Guns", *, by_hand: bool = False, secret: bool = False) -> None:
        self.log.add([a_roll(a_draft(what=what), by_hand=by_hand, secret=secret)])

    def cells(self, at: LogColumn) -> list[str]:
        return column(self.model, at=at)


def line(draft: Draft, roll: int, **more: Any) -> list[str]:
    """Return the cells of one entry, without its time."""
    model = Book(an_entry(roll=roll, draft=draft, **more)).model
    return [model.index(0, at).data() for at in LogColumn][1:]


def many(count: int) -> list[Entry]:
    return [an_entry(f"entry-{number}", draft=a_draft(name=f"Mook {number}")) for number in range(count)]


def test_nothing_is_read_until_it_is_asked_for() -> None:
    log = RollLog(lambda _: FakeJournal(many(1)), counted(), Clock())
    log.open("mars", "ep2")
    model = LogModel(log)
    assert (model.rowCount(), model.canFetchMore(QModelIndex())) == (0, False)


def test_the_columns_have_headings() -> None:
    model = Book(an_entry()).model
    headings = [model.headerData(at, Qt.Orientation.Horizontal) for at in LogColumn]
    assert headings == ["Time", "Who", "What", "Net", "Target", "Dice", "Verdict", "Note"]
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    assert model.headerData(99, Qt.Orientation.Horizontal) is None
    assert (model.columnCount(), model.columnCount(model.index(0, 0))) == (len(LogColumn), 0)


@pytest.mark.parametrize(
    ("draft", "roll", "cells"),
    [
        (a_draft(), 53, ["Lao Qing", "Guns", "net 0", "TN 65", "53", "▲ Superior success", ""]),
        (a_draft(10), 5, ["Lao Qing", "Guns", "net +10", "TN 75", "05", "✓ Success", ""]),
        (a_draft(-50, -20), 0, ["Lao Qing", "Guns", "net −60 of −70", "TN 5", "00", "★ Critical success", ""]),
        (a_draft(60, 30), 99, ["Lao Qing", "Guns", "net +60 of +90", "TN 125", "99", "✖ Critical failure", ""]),
        (a_draft(-60, rating=45), 20, ["Lao Qing", "Guns", "net −60", "TN −15", "20", "▼▼ Superior failure ×2", ""]),
        (a_draft(default=True), 50, ["Lao Qing", "Guns (default)", "net 0", "TN 20", "50", "▼ Superior failure", ""]),
        (a_draft(eyeballed=-20), 80, ["Lao Qing", "Guns", "net −20", "TN 45", "80", "✗ Failure", ""]),
    ],
)
def test_a_line_says_what_was_rolled_and_what_came_of_it(draft: Draft, roll: int, cells: list[str]) -> None:
    assert line(draft, roll) == cells


def test_a_line_keeps_the_house_rules_it_was_rolled_under() -> None:
    assert line(a_draft(-50, -20), 0, house=House(cap=None))[2] == "net −70"


def test_a_line_keeps_the_name_that_the_character_had() -> None:
    assert line(a_draft(name="Lao, before he was Qing"), 0)[0] == "Lao, before he was Qing"


def test_a_line_shows_the_time_of_the_clock_on_the_wall() -> None:
    time = 500_000 * HOUR
    book = Book(an_entry(time=time))
    assert book.cells(LogColumn.TIME) == [datetime.fromtimestamp(time / 1000).astimezone().strftime("%H:%M")]


@pytest.mark.parametrize(
    ("flags", "marks"),
    [
        ({}, ("Lao Qing", "")),
        ({"by_hand": True}, ("Lao Qing", "Dice typed by hand")),
        ({"secret": True}, ("Lao Qing secret", "")),
        ({"by_hand": True, "secret": True}, ("Lao Qing secret", "Dice typed by hand")),
    ],
)
def test_typed_dice_and_secret_rolls_are_marked(flags: dict[str, bool], marks: tuple[str, str]) -> None:
    cells = line(a_draft(), 53, **flags)
    assert (cells[0], cells[-1]) == marks


def test_a_cell_is_read_out_with_its_heading_and_a_row_knows_its_grade() -> None:
    model = Book(an_entry(roll=99)).model
    spoken = [model.index(0, at).data(Qt.ItemDataRole.AccessibleTextRole) for at in (LogColumn.WHO, LogColumn.VERDICT)]
    assert spoken == ["Who Lao Qing", "Verdict Critical failure"]
    assert model.index(0, LogColumn.NOTE).data(GRADE) == Grade.CRITICAL_FAILURE
    assert model.index(0, 0).data(Qt.ItemDataRole.DecorationRole) is None
    assert model.data(QModelIndex()) is None


def test_the_dice_of_a_sum_are_read_out_one_by_one_and_those_of_a_percentile_as_one_number() -> None:
    line = LogLine(("",) * len(LogColumn), {}, None, ("8", "8", "2", "5"), (), struck=False, by_hand=False)
    role = Qt.ItemDataRole.AccessibleTextRole
    assert of_line(line, LogColumn.DICE, role) == "Dice 8, 8, 2, 5"
    model = Book(an_entry(roll=33)).model
    assert model.index(0, LogColumn.DICE).data(role) == "Dice 33"


def test_pages_come_newest_first_as_far_as_there_are_any() -> None:
    book = Book(*many(2 * PAGE + 50))
    fetched = []
    for _ in range(4):
        fetched.append((book.model.rowCount(), book.model.canFetchMore(QModelIndex())))
        book.model.fetchMore(QModelIndex())
    whole = 2 * PAGE + 50
    assert fetched == [(PAGE, True), (2 * PAGE, True), (whole, False), (whole, False)]
    assert book.cells(LogColumn.WHO) == [f"Mook {number}" for number in reversed(range(2 * PAGE + 50))]


def test_a_last_page_that_is_full_is_followed_by_an_empty_one() -> None:
    book = Book(*many(PAGE))
    inserted = heard(book.model.rowsInserted)
    assert book.model.canFetchMore(QModelIndex())
    book.model.fetchMore(QModelIndex())
    assert (book.model.canFetchMore(QModelIndex()), inserted) == (False, [])


def test_a_roll_between_two_pages_shows_no_line_twice() -> None:
    book = Book(*many(PAGE + 10))
    book.roll()
    book.model.fetchMore(QModelIndex())
    who = book.cells(LogColumn.WHO)
    assert who[0] == "Lao Qing"
    assert who[1:] == [f"Mook {number}" for number in reversed(range(PAGE + 10))]


def test_a_new_roll_is_one_new_row_at_the_top() -> None:
    book = Book(an_entry("old", draft=a_draft(what="Fray")))
    inserted, reset = heard(book.model.rowsInserted), heard(book.model.modelReset)
    book.roll()
    assert [(first, last) for _parent, first, last in inserted] == [(0, 0)]
    assert (book.cells(LogColumn.WHAT), reset) == (["Guns", "Fray"], [])


def test_the_filter_wants_the_beginnings_of_all_words_and_can_be_lifted() -> None:
    book = Book(*many(30), an_entry("fray", draft=a_draft(what="Fray")))
    book.model.set_words("MOOK 2")
    assert book.cells(LogColumn.WHO) == [f"Mook {number}" for number in (*range(29, 19, -1), 2)]
    book.model.set_words("lao fray")
    assert book.cells(LogColumn.WHAT) == ["Fray"]
    book.model.set_words("")
    assert book.model.rowCount() == 31


def test_the_filter_holds_for_more_pages_and_for_new_rolls() -> None:
    frays = [an_entry(f"fray-{number}", draft=a_draft(what="Fray")) for number in range(PAGE + 1)]
    book = Book(*many(3), *frays)
    book.model.set_words("fray")
    book.model.fetchMore(QModelIndex())
    book.roll("Guns")
    book.roll("Fray")
    assert book.cells(LogColumn.WHAT) == ["Fray"] * (PAGE + 2)


def test_a_roll_that_is_not_on_the_disk_says_so_until_it_is() -> None:
    book = Book(an_entry("old"))
    book.journal.full = True
    book.roll(by_hand=True, secret=True)
    book.roll()
    assert book.cells(LogColumn.NOTE) == ["Not saved", "Not saved, dice typed by hand", ""]
    changed = heard(book.model.dataChanged)
    book.journal.full = False
    ring(book.log)
    assert book.cells(LogColumn.NOTE) == ["", "Dice typed by hand", ""]
    assert [(first.row(), first.column(), last.row(), last.column()) for first, last, _roles in changed] == [
        (0, 0, 0, 7),
        (1, 0, 1, 7),
    ]
    book.roll()
    assert len(changed) == 2


def test_another_roster_clears_the_log_until_it_is_read() -> None:
    book = Book(*many(PAGE))
    book.log.open("venus", "ep2")
    assert (book.model.rowCount(), book.model.canFetchMore(QModelIndex())) == (0, False)
    book.model.load()
    assert book.model.rowCount() == PAGE


@pytest.mark.parametrize(
    "do",
    [
        lambda book: book.roll(),
        lambda book: book.model.fetchMore(QModelIndex()),
        lambda book: book.model.set_words("mook 1"),
        lambda book: book.model.clear(),
        lambda book: book.log.open("venus", "ep2"),
    ],
)
def test_the_model_keeps_qts_rules_through_every_change(qtmodeltester: Any, do: Callable[[Book], Any]) -> None:
    book = Book(*many(PAGE + 3))
    qtmodeltester.check(book.model)
    book.journal.full = True
    book.roll()
    do(book)
    book.journal.full = False
    book.log.writer.flush()


def test_the_rolls_of_a_group_say_their_time_once_on_the_topmost() -> None:
    book = Book()
    book.roll()
    changed = heard(book.model.dataChanged)
    book.log.add([a_roll(a_draft(name=name)) for name in ("Third", "Second", "First")])
    assert book.cells(LogColumn.WHO) == ["First", "Second", "Third", "Lao Qing"]
    assert [bool(time) for time in book.cells(LogColumn.TIME)] == [True, False, False, True]
    assert [top.row() for top, *_ in changed] == [1, 1]
    told = book.model.index(1, LogColumn.TIME).data(Qt.ItemDataRole.AccessibleTextRole)
    assert told.removeprefix("Time ") == book.cells(LogColumn.TIME)[0]


def test_a_note_that_a_roll_is_made_with_is_shown() -> None:
    book = Book()
    book.log.add([a_roll(note="for 4 characters")])
    assert book.cells(LogColumn.NOTE) == ["For 4 characters"]
