"""Reports: one file for each, the latest kept; what hard crashes leave is taken once."""

from pathlib import Path

import pytest

from gm_desk.store.disk.files import UnwritableFileError
from gm_desk.store.reports import DUMP, MOST_REPORTS, close_dump, open_dump, take_dumps, write_report

STAMP = "2026-11-20-201500"


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_report_is_a_text_file_with_the_time_as_its_name(tmp_path: Path) -> None:
    path = write_report(tmp_path / "reports", STAMP, "What happened – “so”.")
    assert path == tmp_path / "reports" / f"{STAMP}.txt"
    assert path.read_text("utf-8") == "What happened – “so”."


def test_two_reports_of_one_second_are_two_files(tmp_path: Path) -> None:
    for text in ("one", "two", "three"):
        write_report(tmp_path, STAMP, text)
    assert names_in(tmp_path) == [f"{STAMP}-2.txt", f"{STAMP}-3.txt", f"{STAMP}.txt"]


def test_what_is_no_text_can_be_reported_too(tmp_path: Path) -> None:
    assert write_report(tmp_path, STAMP, "name \ud800").read_text("utf-8") == "name ?"


def test_only_the_latest_reports_are_kept_and_nothing_else_is_removed(tmp_path: Path) -> None:
    others = ["2019.txt", "2019-01-01-000000-crash.txt", "2019-01-01-000000.txt.bak", "notes.txt"]
    for name in others:
        (tmp_path / name).write_text("mine")
    for day in range(1, MOST_REPORTS + 4):
        write_report(tmp_path, f"2026-11-{day:02}-201500", "x")
    kept = [f"2026-11-{day:02}-201500.txt" for day in range(4, MOST_REPORTS + 4)]
    assert names_in(tmp_path) == sorted([*others, *kept])


def test_a_report_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    (tmp_path / "reports").write_text("a file")
    with pytest.raises(UnwritableFileError, match="a file is where its folder should be"):
        write_report(tmp_path / "reports", STAMP, "x")


def test_a_run_that_ended_well_leaves_nothing(tmp_path: Path) -> None:
    close_dump(open_dump(tmp_path / "reports", STAMP))
    assert names_in(tmp_path / "reports") == []
    assert take_dumps(tmp_path / "reports") == {}


def test_what_a_crash_said_is_taken_once_and_what_said_nothing_goes(tmp_path: Path) -> None:
    said, silent = open_dump(tmp_path, STAMP), open_dump(tmp_path, "2026-11-20-201600")
    said.write(b"Fatal Python error \xff")
    for dump in (said, silent):
        dump.close()
    write_report(tmp_path, STAMP, "a report")
    assert take_dumps(tmp_path) == {STAMP: "Fatal Python error \ufffd"}
    assert names_in(tmp_path) == [f"{STAMP}.txt"]
    assert take_dumps(tmp_path) == {}


def test_a_dump_with_words_in_it_outlives_its_run(tmp_path: Path) -> None:
    dump = open_dump(tmp_path, STAMP)
    dump.write(b"Aborted")
    close_dump(dump)
    assert take_dumps(tmp_path) == {STAMP: "Aborted"}


def test_a_dump_that_cannot_be_read_does_not_keep_back_the_others(tmp_path: Path) -> None:
    (tmp_path / f"{STAMP}{DUMP}").mkdir()
    (tmp_path / f"2026-11-20-201600{DUMP}").write_bytes(b"Aborted")
    assert take_dumps(tmp_path) == {"2026-11-20-201600": "Aborted"}


def test_without_a_folder_there_are_none(tmp_path: Path) -> None:
    assert take_dumps(tmp_path / "none") == {}


def test_a_folder_that_cannot_be_listed_does_not_keep_the_program_from_starting(tmp_path: Path) -> None:
    assert take_dumps(tmp_path / ("too long " * 40)) == {}
