"""Rolls are exported in slices, and imported again without duplicates."""

from typing import Any

import pytest
from msgspec import structs

from gm_desk.core.drafts.draft import Ability, AbilityKind, Mode, Side
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.rules.requests import OpposedTest, SuccessTest
from gm_desk.model.log.entry_text import log_row_of
from gm_desk.model.log.export import SLICE, Exporting, ExportRequest, LogFormat, RosterLog
from gm_desk.model.log.roll_log import RollLog
from gm_desk.store.disk.files import UnwritableFileError
from gm_desk.store.exchange.log_jsonl import LogRead, json_line_of, read_lines
from gm_desk.store.journal.entries import Entry, Override, Search, StoredEntry
from model_makers import Clock, FakeJournal, a_draft, an_entry, counted, heard, ring, running

pytestmark = pytest.mark.usefixtures("qapp")


def a_log(*entries: Entry) -> tuple[RollLog, FakeJournal]:
    journal = FakeJournal(entries)
    log = RollLog(lambda _: journal, counted("roll"), Clock())
    log.open("mars", "ep2")
    return log, journal


def exported(log: RollLog, form: LogFormat = LogFormat.TEXT, **more: Any) -> str:
    """Run an export to its end."""
    job = Exporting(RosterLog(log), ExportRequest(form, "Mars", **more))
    done = heard(job.finished)
    job.start()
    while running(job):
        ring(job)
    ((content, rolls),) = done
    told = content.decode("utf-8-sig")
    assert rolls == (len(told.splitlines()) if form in {LogFormat.TEXT, LogFormat.LINES} else rolls)
    return str(told)


def test_rolls_are_told_oldest_first() -> None:
    log, _ = a_log(an_entry("1", draft=a_draft(what="Fray")), an_entry("2"))
    assert [line.split(", ")[0][-4:] for line in exported(log).splitlines()] == ["Fray", "Guns"]


def test_many_rolls_are_gathered_in_slices_and_counted() -> None:
    log, _ = a_log(*(an_entry(f"{number}") for number in range(2 * SLICE + 5)))
    job = Exporting(RosterLog(log), ExportRequest(LogFormat.TEXT, "Mars"))
    told, done = heard(job.progressed), heard(job.finished)
    job.start()
    ring(job)
    assert (told, done) == ([(SLICE,)], [])
    while running(job):
        ring(job)
    assert done[0][1] == told[-1][0] == 2 * SLICE + 5


def test_one_that_is_stopped_tells_nothing() -> None:
    log, _ = a_log(an_entry())
    job = Exporting(RosterLog(log), ExportRequest(LogFormat.TEXT, "Mars"))
    done = heard(job.finished)
    job.start()
    job.stop()
    assert (running(job), done) == ([], [])


def test_secret_rolls_are_left_out_unless_they_are_asked_for() -> None:
    log, _ = a_log(an_entry("1"), an_entry("2", draft=a_draft(what="Deceive"), secret=True))
    assert "Deceive" not in exported(log)
    assert "Deceive" not in exported(log, ids=("1", "2"))
    assert "Deceive" in exported(log, secrets=True)
    assert "Deceive" in exported(log, ids=("1", "2"), secrets=True)


def test_what_the_filter_shows_and_what_is_selected_can_be_exported() -> None:
    log, _ = a_log(an_entry("1"), an_entry("2", draft=a_draft(what="Fray")), an_entry("3"))
    assert len(exported(log, search=Search("gun")).splitlines()) == 2
    assert len(exported(log, ids=("2", "nobody's")).splitlines()) == 1


@pytest.mark.parametrize("form", LogFormat)
def test_a_preview_shows_the_newest_rolls_and_nothing_where_there_are_none(form: LogFormat) -> None:
    log, _ = a_log(an_entry("1", draft=a_draft(what="Fray")), an_entry("2"))
    preview = Exporting(RosterLog(log), ExportRequest(form, "Mars")).preview(1)
    assert "Guns" in preview
    assert "Fray" not in preview
    assert Exporting(RosterLog(log), ExportRequest(form, "Mars", Search("nobody"))).preview(1) == ""


def test_names_of_evenings_are_told() -> None:
    log, _ = a_log(an_entry())
    log.name_session("evening", "The blackout")
    assert "## The blackout" in exported(log, LogFormat.RECAP)
    assert "The blackout" in exported(log, LogFormat.CSV)


def test_json_lines_come_back_without_doubles() -> None:
    log, _ = a_log(an_entry("1"), an_entry("2", note="Ha"))
    read = read_lines(exported(log, LogFormat.LINES).encode())
    other, journal = a_log(an_entry("2", note="Mine"))
    merged = heard(other.merged)
    assert other.merge(read) == 1
    assert [(entry.id, entry.note) for entry in journal.entries] == [("2", "Mine"), ("1", "")]
    assert other.merge(read) == 0
    assert len(merged) == 2


def test_an_evening_that_has_a_name_keeps_it() -> None:
    read = read_lines(json_line_of(StoredEntry(an_entry("1")), "Theirs"))
    log, journal = a_log()
    log.merge(read)
    assert journal.names == {"evening": "Theirs"}
    log.name_session("evening", "Mine")
    log.merge(structs.replace(read, rolls=(an_entry("2"),)))
    assert journal.names == {"evening": "Mine"}


def test_what_cannot_be_written_is_not_merged() -> None:
    log, journal = a_log()
    journal.full = True
    merged = heard(log.merged)
    with pytest.raises(UnwritableFileError):
        log.merge(LogRead((an_entry(),), (), (), ()))
    assert (merged, log.writer.unsaved) == ([], 0)


def test_what_became_of_a_roll_here_stays_whatever_an_export_says() -> None:
    log, journal = a_log(an_entry("1"))
    entry = journal.entries[0]
    changed = structs.replace(entry, override=Override("It works", Grade.SUCCESS))
    log.revise(entry, changed)
    read = read_lines(exported(log, LogFormat.LINES).encode())
    log.revise(changed, entry, back=True)
    assert log.merge(read) == 0
    assert journal.entries == [entry]


def test_a_roll_of_the_future_is_not_taken_in() -> None:
    read = read_lines(json_line_of(StoredEntry(an_entry("1", time=2**43))))
    log, journal = a_log()
    assert (log.merge(read), journal.entries) == (0, [])


# --- A roll in words -------------------------------------------------------------------------------------------------


def test_a_roll_is_told_with_its_modifiers_sum_net_target_and_dice() -> None:
    row = log_row_of(an_entry(draft=a_draft(-30, -40), roll=61))
    assert (row.sum, row.net, row.target, row.dice, row.verdict, row.glyph) == (
        -70, -60, "TN 5", "61", "Superior failure", "▼",
    )  # fmt: skip
    assert [modifier[-3:] for modifier in row.modifiers] == ["−30", "−40"]
    assert row.success is False


def test_the_gms_verdict_stands_with_those_before_it() -> None:
    entry = an_entry(override=Override("It works", Grade.SUCCESS))
    row = log_row_of(entry, (structs.replace(entry, override=None),))
    assert (row.verdict, row.glyph, row.success, len(row.earlier)) == ("It works", "✓", True, 1)
    open_row = log_row_of(an_entry(override=Override("Almost")))
    assert (open_row.glyph, open_row.success) == ("✎", None)


def test_who_it_was_against_is_told() -> None:
    fray = Ability(AbilityKind.SKILL, "fray", "Fray", 45)
    alone = an_entry(draft=a_draft(opponent=Side("jaqui", "Jaqui", fray, halved="up")))
    assert log_row_of(alone).against == ""
    fight = structs.replace(alone.draft, mode=Mode.ATTACK)
    request = OpposedTest(SuccessTest(65), SuccessTest(28), attack=True)
    row = log_row_of(structs.replace(alone, draft=fight, request=request, dice={"a.roll": (61,), "b.roll": (17,)}))
    assert (row.against, row.dice, row.success) == ("Jaqui Fray ÷ 2", "61", True)
    assert row.more == ("Hit: Jaqui 17 under 28, higher roll",)


def test_a_name_breaks_no_line_and_turns_no_words_of_an_export() -> None:
    entry = an_entry(draft=a_draft(name="line1\nline2\u202e"), note="one\ntwo")
    row = log_row_of(entry)
    assert (row.who, row.note) == ("line1 line2", "one two")
