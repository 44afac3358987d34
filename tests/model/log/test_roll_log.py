"""The roll log: entries are on disk before they are shown, and are kept and retried if writing fails."""

import sqlite3
from collections.abc import Collection, Iterable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import structs
from typing_extensions import override

from gm_desk.core.drafts.draft import Ability, AbilityKind, Mode, Side
from gm_desk.core.rules.outcomes import Grade
from gm_desk.model.log.entries import LogEntry
from gm_desk.model.log.roll_log import RollLog
from gm_desk.store.disk.files import HeldFileError, UnreadableFileError, UnwritableFileError
from gm_desk.store.journal.entries import Entry, Naming, Override, Revision, Search, StoredEntry
from gm_desk.store.journal.entries import Evening as Night
from gm_desk.store.journal.journal import EVERYTHING, Journal
from gm_desk.store.journal.rows import ENTRY, encoded_row
from model_makers import HOUR, MINUTE, Clock, FakeJournal, a_draft, a_roll, an_entry, counted, heard, ring, running

pytestmark = pytest.mark.usefixtures("qapp")


class Evening:
    """A roll log on journals in memory, one for each roster."""

    def __init__(self, *entries: Entry) -> None:
        self.happened: list[str] = []
        self.journals = {name: FakeJournal(happened=self.happened) for name in ("mars", "venus")}
        self.journals["mars"].lines += map(StoredEntry, entries)
        self.clock = Clock()
        self.log = RollLog(self._open, counted("roll"), self.clock)
        self.log.open("mars", "ep2")

    @property
    def journal(self) -> FakeJournal:
        return self.journals["mars"]

    def roll(self, what: str = "Guns") -> None:
        self.log.add([a_roll(a_draft(what=what))])

    def _open(self, roster_id: str) -> Journal:
        self.happened.append(f"opened {roster_id}")
        return self.journals[roster_id]


def test_a_roll_is_in_the_journal_before_it_is_told_of() -> None:
    evening = Evening()
    evening.log.added.connect(lambda logged: evening.happened.append(f"told {logged.entry.id} {logged.saved}"))
    evening.roll()
    evening.roll()
    told = ["opened mars", "written roll-1", "told roll-1 True", "written roll-2", "told roll-2 True"]
    assert evening.happened == told


def test_a_roll_is_written_with_its_time_and_as_a_batch_of_its_own() -> None:
    evening = Evening()
    evening.roll()
    (entry,) = evening.journal.entries
    assert (entry.id, entry.batch, entry.time, entry.system) == ("roll-1", "roll-1", evening.clock.now, "ep2")


def test_a_roll_that_cannot_be_written_is_told_as_unsaved_and_the_trouble_with_it() -> None:
    evening = Evening()
    evening.journal.full = True
    added, saved, trouble = (
        heard(evening.log.added),
        heard(evening.log.writer.saved),
        heard(evening.log.trouble_changed),
    )
    evening.roll()
    evening.roll()
    assert [logged.saved for (logged,) in added] == [False, False]
    assert (evening.log.writer.unsaved, evening.log.writer.flush(), saved, evening.journal.entries) == (
        2,
        False,
        [],
        [],
    )
    assert trouble[:2] == [
        ("log", "1 roll is not saved: no space left on device. GM Desk keeps trying."),
        ("log", "2 rolls are not saved: no space left on device. GM Desk keeps trying."),
    ]


def test_what_could_not_be_written_is_tried_again_until_it_is() -> None:
    evening = Evening()
    evening.journal.full = True
    evening.roll()
    evening.roll()
    ring(evening.log)
    assert evening.log.writer.unsaved == 2
    saved, trouble = heard(evening.log.writer.saved), heard(evening.log.trouble_changed)
    evening.journal.full = False
    ring(evening.log)
    assert [entry.id for entry in evening.journal.entries] == ["roll-1", "roll-2"]
    assert (evening.log.writer.unsaved, saved, trouble, running(evening.log)) == (0, [()], [("log", "")], [])


def test_the_next_roll_that_can_be_written_takes_the_waiting_ones_along() -> None:
    evening = Evening()
    evening.journal.full = True
    evening.roll()
    evening.journal.full = False
    added, saved = heard(evening.log.added), heard(evening.log.writer.saved)
    evening.roll()
    assert [entry.id for entry in evening.journal.entries] == ["roll-1", "roll-2"]
    assert ([logged.saved for (logged,) in added], saved) == ([True], [()])


def test_nothing_waits_while_everything_is_saved() -> None:
    evening = Evening()
    evening.roll()
    assert evening.log.writer.flush()
    assert running(evening.log) == []


def test_what_is_given_up_is_neither_kept_nor_tried_again() -> None:
    evening = Evening()
    evening.journal.full = True
    evening.roll()
    trouble = heard(evening.log.trouble_changed)
    evening.log.writer.forget()
    assert (evening.log.writer.unsaved, trouble, running(evening.log)) == (0, [("log", "")], [])


def test_a_page_is_newest_first_with_the_unsaved_before_all() -> None:
    evening = Evening(an_entry("old"), an_entry("newer"))
    evening.journal.full = True
    evening.roll()
    evening.roll()
    page = evening.log.page(1)
    assert [(logged.entry.id, logged.saved) for logged in page] == [
        ("roll-2", False),
        ("roll-1", False),
        ("newer", True),
    ]
    assert [logged.entry.id for logged in evening.log.page(5, before="newer")] == ["old"]


def test_a_filter_holds_for_unsaved_rolls_too() -> None:
    evening = Evening(an_entry("old", draft=a_draft(what="Fray")), an_entry("newer"))
    evening.journal.full = True
    evening.roll("Fray")
    evening.roll("Guns")
    assert [logged.entry.id for logged in evening.log.page(9, search=Search("lao FRAY"))] == ["roll-1", "old"]


@pytest.mark.parametrize(
    ("words", "fits"), [("", True), ("qing gun", True), ("LAO", True), ("fray", False), ("lao x", False)]
)
def test_an_entry_matches_where_all_words_are_in_who_or_what(words: str, *, fits: bool) -> None:
    assert Search(words).finds(an_entry()) == fits


def test_rolls_of_one_evening_share_a_session() -> None:
    evening = Evening()
    for wait in (0, 0, MINUTE, 6 * HOUR - 1):
        evening.clock.now += wait
        evening.roll()
    assert [entry.session for entry in evening.journal.entries] == ["roll-1"] * 4


@pytest.mark.parametrize("wait", [6 * HOUR, 24 * HOUR, -6 * HOUR, -900 * HOUR])
def test_six_hours_later_or_with_the_clock_set_far_back_another_evening_begins(wait: int) -> None:
    evening = Evening()
    evening.roll()
    evening.clock.now += wait
    evening.roll()
    assert [entry.session for entry in evening.journal.entries] == ["roll-1", "roll-2"]


def test_an_evening_goes_on_after_the_program_was_closed() -> None:
    now = Clock().now
    evening = Evening(an_entry("before", time=now - HOUR, session="tonight"))
    evening.roll()
    assert evening.journal.entries[-1].session == "tonight"
    later = Evening(an_entry("before", time=now - 6 * HOUR, session="yesterday"))
    later.roll()
    assert later.journal.entries[-1].session == "roll-1"


def test_each_roster_has_its_own_journal_and_evening() -> None:
    evening = Evening()
    evening.roll()
    opened = heard(evening.log.opened)
    evening.log.open("venus", "ep2")
    assert (opened, evening.log.page(9)) == ([()], [])
    evening.roll()
    assert evening.happened == ["opened mars", "written roll-1", "closed", "opened venus", "written roll-2"]
    assert evening.journals["venus"].entries[0].session == "roll-2"


def test_a_trouble_of_one_journal_is_over_with_the_next() -> None:
    evening = Evening()
    evening.journal.full = True
    evening.roll()
    trouble = heard(evening.log.trouble_changed)
    evening.log.open("venus", "ep2")
    assert (trouble, running(evening.log)) == ([("log", "")], [])


def test_a_journal_that_is_closed_opens_again_when_it_is_needed() -> None:
    evening = Evening()
    evening.roll()
    evening.log.journal.close()
    evening.log.journal.close()
    assert [logged.entry.id for logged in evening.log.page(9)] == ["roll-1"]
    assert evening.happened == ["opened mars", "written roll-1", "closed", "opened mars"]


class DamagedJournal(FakeJournal):
    """A journal that cannot be read."""

    @override
    def page(
        self, limit: int, before: str = "", search: Search = EVERYTHING, without: Collection[str] = ()
    ) -> list[StoredEntry]:
        raise UnreadableFileError(self.path, "database disk image is malformed")


def test_a_damaged_log_is_said_to_be_and_never_stops_a_roll() -> None:
    journal = DamagedJournal()
    log = RollLog(lambda _: journal, counted("roll"), Clock())
    log.open("mars", "ep2")
    trouble, added = heard(log.trouble_changed), heard(log.added)
    assert log.page(9) == []
    assert trouble == [("log", "The log could not be read: database disk image is malformed.")]
    log.add([a_roll(roll=1, by_hand=True, secret=True)])
    assert added == [(LogEntry(journal.entries[0], saved=True),)]


# --- Revisions -------------------------------------------------------------------------------------------------------


def test_a_revision_is_written_with_what_changed_before_it_is_told_of() -> None:
    evening = Evening()
    evening.roll()
    (entry,) = evening.journal.entries
    evening.log.revised.connect(lambda logged: evening.happened.append(f"told {logged.entry.note} {logged.saved}"))
    evening.log.revise(entry, structs.replace(entry, note="Ha", struck=True))
    assert evening.happened[1:] == ["written roll-1", "written roll-2", "told Ha True"]
    assert evening.journal.entries == [structs.replace(entry, note="Ha", struck=True)]


def test_what_did_not_change_is_neither_written_nor_told() -> None:
    evening = Evening()
    evening.roll()
    (entry,) = evening.journal.entries
    told = heard(evening.log.revised)
    evening.log.revise(entry, entry)
    assert (evening.happened, told) == (["opened mars", "written roll-1"], [])


def test_a_revision_of_an_old_roll_that_cannot_be_written_is_shown_all_the_same() -> None:
    old, older = an_entry("old"), an_entry("older")
    evening = Evening(older, old)
    evening.journal.full = True
    trouble, told = heard(evening.log.trouble_changed), heard(evening.log.revised)
    evening.log.revise(old, structs.replace(old, note="Ha"))
    evening.log.revise(structs.replace(old, note="Ha"), structs.replace(old, note="Ha", secret=True))
    assert [logged.saved for (logged,) in told] == [False, False]
    assert evening.log.page(9) == [
        LogEntry(structs.replace(old, note="Ha", secret=True), saved=False),
        LogEntry(older, saved=True),
    ]
    says = "A change to the log is not saved: no space left on device. GM Desk keeps trying."
    assert trouble == [("log", says)] * 2
    evening.journal.full = False
    ring(evening.log)
    assert evening.journal.entries[-1] == structs.replace(old, note="Ha", secret=True)
    assert evening.log.page(1)[0].saved


def test_of_unsaved_rolls_and_revisions_the_rolls_are_counted_in_words() -> None:
    evening = Evening()
    evening.journal.full = True
    trouble = heard(evening.log.trouble_changed)
    evening.roll()
    entry = evening.log.page(1)[0].entry
    evening.log.revise(entry, structs.replace(entry, note="Ha"))
    assert trouble[-1] == ("log", "1 roll is not saved: no space left on device. GM Desk keeps trying.")
    assert evening.log.page(9) == [LogEntry(structs.replace(entry, note="Ha"), saved=False)]


def test_rolls_made_at_once_share_a_batch_and_are_told_one_by_one() -> None:
    evening = Evening()
    added = heard(evening.log.added)
    entries = evening.log.add([a_roll(roll=1), a_roll(roll=2), a_roll(roll=3)])
    assert [(entry.id, entry.batch) for entry in entries] == [(f"roll-{n}", "roll-1") for n in (1, 2, 3)]
    assert [logged.entry for (logged,) in added] == entries == evening.journal.entries


def test_a_roll_that_belongs_to_an_earlier_one_joins_its_batch() -> None:
    evening = Evening()
    [attack] = evening.log.add([a_roll(roll=1)])
    evening.log.add([a_roll(roll=2)])
    [damage] = evening.log.add([a_roll(roll=3)], attack.batch)
    assert (damage.batch, damage.id) == ("roll-1", "roll-3")


def test_a_roll_is_found_by_whom_it_was_against() -> None:
    fray = Ability(AbilityKind.SKILL, "fray", "Fray", 45)
    fight = a_draft(mode=Mode.ATTACK, opponent=Side("jaqui", "Jaqui", fray))
    assert Search("lao jaqui fray").finds(an_entry(draft=fight))
    assert not Search("jaqui").finds(an_entry(draft=structs.replace(fight, mode=Mode.ALONE)))


def test_where_the_clock_is_put_back_a_little_time_stands_still_and_the_evening_goes_on() -> None:
    evening = Evening()
    evening.roll()
    evening.clock.now -= HOUR
    evening.roll()
    first, second = evening.journal.entries
    assert (second.time, second.session) == (first.time, first.session)


# --- Finding, judging anew, naming -----------------------------------------------------------------------------------


def test_a_roll_that_is_judged_anew_is_told_with_what_it_was_judged_before() -> None:
    evening = Evening()
    evening.roll()
    (entry,) = evening.journal.entries
    told = heard(evening.log.revised)
    anew = structs.replace(entry, override=Override("It works", Grade.SUCCESS))
    evening.log.revise(entry, anew)
    assert told == [(LogEntry(anew, saved=True, past=(entry,)),)]
    evening.log.revise(anew, entry)
    assert told[1:] == [(LogEntry(entry, saved=True, past=(entry, anew)),)]
    evening.log.revise(entry, anew, back=True)
    assert told[2:] == [(LogEntry(anew, saved=True, past=(entry,)),)], "what was judged since is undone"


def test_of_a_roll_and_its_verdict_that_are_not_saved_both_are_known() -> None:
    evening = Evening()
    evening.journal.full = True
    [entry] = evening.log.add([a_roll()])
    anew = structs.replace(entry, override=Override("It works"))
    evening.log.revise(entry, anew)
    assert evening.log.kept(entry.id) == LogEntry(anew, saved=False, past=(entry,))
    assert evening.log.kept("nobody's") is None


def test_evenings_are_listed_latest_first_with_their_names_and_unsaved_rolls() -> None:
    evening = Evening()
    evening.roll()
    evening.clock.now += 24 * HOUR
    evening.roll()
    named = heard(evening.log.named)
    evening.log.name_session("roll-1", "The blackout")
    begin = 1000 * HOUR
    later = begin + 24 * HOUR
    assert evening.log.evenings() == [
        Night("roll-2", "", later, later, 1),
        Night("roll-1", "The blackout", begin, begin, 1),
    ]
    evening.journal.full = True
    evening.clock.now += MINUTE
    evening.roll()
    evening.log.name_session("roll-2", "Dawn")
    assert evening.log.evenings()[0] == Night("roll-2", "Dawn", later, later + MINUTE, 2)
    assert named == [("roll-1",), ("roll-2",)]


def test_rolls_of_folded_evenings_are_left_out() -> None:
    evening = Evening()
    evening.roll()
    assert evening.log.page(9, without=["roll-1"]) == []


def test_the_evening_of_a_roll_made_now_is_known_before_it() -> None:
    evening = Evening()
    assert evening.log.tonight == ""
    evening.roll()
    assert evening.log.tonight == "roll-1"
    evening.clock.now += 6 * HOUR
    assert evening.log.tonight == ""


# --- A log that cannot be read for a while ---------------------------------------------------------------------------


class HeldJournal(FakeJournal):
    """A journal that another program holds, until it lets go."""

    held = True

    @override
    def add(self, news: Iterable[Entry | Revision | Naming]) -> None:
        if self.held:
            raise UnwritableFileError(self.path, "another program is using it")
        super().add(news)

    @override
    def page(
        self, limit: int, before: str = "", search: Search = EVERYTHING, without: Collection[str] = ()
    ) -> list[StoredEntry]:
        self._reach()
        return super().page(limit, before, search, without)

    @override
    def evenings(self) -> list[Night]:
        self._reach()
        return super().evenings()

    def _reach(self) -> None:
        if self.held:
            raise HeldFileError(self.path, "another program is using it")


def retried(log: RollLog) -> bool:
    """Return whether something is tried again and again."""
    return any(not timer.isSingleShot() for timer in running(log))


class HeldEvening(Evening):
    """A log that another program holds when it is opened; an hour ago there was a roll."""

    def __init__(self, ago: int = HOUR) -> None:
        super().__init__()
        self.held = HeldJournal([an_entry("before", time=self.clock.now - ago, session="tonight")], self.happened)
        self.journals["mars"] = self.held
        self.trouble = heard(self.log.trouble_changed)
        self.merged = heard(self.log.merged)

    def let_go(self) -> None:
        self.held.held = False
        ring(self.log)


def test_a_log_that_another_program_holds_is_read_once_it_lets_go() -> None:
    evening = HeldEvening()
    assert evening.log.page(9) == []
    ring(evening.log)
    assert evening.trouble == [("log", "The log could not be read: another program is using it.")] * 2
    evening.let_go()
    ring(evening.log)
    assert evening.merged == [()]
    assert evening.trouble[2:] == [("log", "")]
    assert ([one.entry.id for one in evening.log.page(9)], retried(evening.log)) == (["before"], False)


def test_a_roll_into_a_log_that_could_not_be_read_belongs_to_the_evening_that_goes_on() -> None:
    evening = HeldEvening()
    evening.roll()
    evening.roll()
    evening.log.name_session("roll-1", "The blackout")
    says = "2 rolls are not saved: another program is using it. GM Desk keeps trying."
    assert evening.trouble[-1] == ("log", says)
    ring(evening.log)
    assert evening.trouble[-1] == ("log", says)
    evening.let_go()
    ring(evening.log)
    assert [entry.session for entry in evening.held.entries] == ["tonight"] * 3
    assert [(one.id, one.name, one.rolls) for one in evening.log.evenings()] == [("tonight", "The blackout", 3)]
    assert (evening.trouble[-1], retried(evening.log), evening.merged) == (("log", ""), False, [()])
    assert evening.log.tonight == "tonight"


def test_a_roll_long_after_the_last_one_of_a_log_that_could_not_be_read_begins_an_evening() -> None:
    evening = HeldEvening(ago=7 * HOUR)
    evening.roll()
    evening.clock.now += MINUTE
    evening.roll()
    evening.let_go()
    assert [entry.session for entry in evening.held.entries] == ["tonight", "roll-1", "roll-1"]


def test_a_log_that_is_held_in_the_middle_of_an_evening_leaves_the_evening_whole() -> None:
    evening = HeldEvening()
    evening.held.held = False
    evening.roll()
    evening.held.held = True
    evening.roll()
    evening.log.page(9)
    evening.let_go()
    assert [entry.session for entry in evening.held.entries] == ["tonight"] * 3


def test_of_another_log_nobody_waits_for_the_one_before() -> None:
    evening = HeldEvening()
    evening.roll()
    evening.log.open("venus", "ep2")
    assert (evening.trouble[-1], retried(evening.log)) == (("log", ""), False)
    evening.roll()
    assert evening.journals["venus"].entries[0].session == "roll-2"


# --- What this version cannot read, and what no log can hold ---------------------------------------------------------


def a_log_on_disk(path: Path, clock: Clock) -> RollLog:
    log = RollLog(lambda _: Journal(path), counted("roll"), clock)
    log.open("mars", "ep2")
    return log


def test_rows_of_another_version_are_counted_and_told_until_another_roster_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "mars.sqlite"
    log = a_log_on_disk(path, Clock())
    log.add([a_roll()])
    log.journal.close()
    row = list(encoded_row(an_entry("later"), 2))
    row[ENTRY.columns.index("request")] = '{"request": "of a later time"}'
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(ENTRY.insert, ENTRY.hashed(row[:-1]))
    said = heard(log.trouble_changed)
    assert [logged.entry.id for logged in log.page(10)] == ["roll-1"]
    log.page(10)
    told = [text for source, text in said if source == "rows"]
    (said_once,) = told
    assert said_once.startswith("1 entry of the log was written by another version of GM Desk")
    log.open("venus", "ep2")
    assert [text for source, text in said if source == "rows"][1:] == [""]
    log.journal.close()


def test_a_roll_that_no_log_can_hold_is_told_and_the_rolls_after_it_are_written(tmp_path: Path) -> None:
    path, clock = tmp_path / "mars.sqlite", Clock()
    log = a_log_on_disk(path, clock)
    log.add([a_roll()])
    said, shown = heard(log.trouble_changed), heard(log.added)
    clock.now = 2**70
    log.add([a_roll(a_draft(what="Melee"))])
    assert not shown[-1][0].saved
    assert any(source == "unfit" and text.startswith("1 roll is not in the log") for source, text in said)
    clock.now = HOUR
    log.add([a_roll(a_draft(what="Fray"))])
    assert log.writer.flush()
    assert log.writer.unsaved == 0
    assert next((one.entry.draft.what, one.saved) for one in log.page(10)) == ("Melee", False)
    log.journal.close()
    again = a_log_on_disk(path, clock)
    assert sorted(one.entry.draft.what for one in again.page(10)) == ["Fray", "Guns"]
    log.open("venus", "ep2")
    assert said[-1] == ("unfit", "")
    again.journal.close()
    log.journal.close()


def test_what_is_older_than_an_unsaved_roll_is_all_that_is_on_the_disk() -> None:
    evening = Evening()
    evening.roll()
    evening.journal.full = True
    evening.roll("Fray")
    newest = evening.log.page(5)[0].entry
    assert [logged.entry.id for logged in evening.log.page(5, newest.id)] == ["roll-1"]
