"""Backups: dated copies of a roster's file, thinned out as they grow old."""

import contextlib
import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.store.disk.files import MOST_ROSTER_BYTES, UnreadableFileError, UnwritableFileError, write_atomically
from gm_desk.store.disk.places import STAMP, Places
from gm_desk.store.rosters.backups import (
    MOST_AT_ONCE,
    ORIGIN,
    Backup,
    backups_in,
    backups_of,
    copy_of_damaged,
    folders_for,
    keep,
    keep_before_saving,
    mark_of,
    mark_of_file,
    newest_good,
    put_aside,
    stand_ins,
    thinned,
)
from gm_desk.store.rosters.files import encode_roster, write_roster
from makers import a_roster

NOW = datetime(2026, 3, 12, 20, 15, tzinfo=timezone(timedelta(hours=1)))
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Save a roster as a file of the user's."""
    path = tmp_path / "mine" / "mars.json"
    write_roster(path, a_roster())
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Places(tmp_path).backups_of("mars")


def contents(folder: Path) -> list[bytes]:
    """Return what the backups hold, the newest first."""
    return [one.path.read_bytes() for one in backups_in(folder)]


# --- Keeping ---------------------------------------------------------------------------------------------------------


def test_a_backup_is_named_by_its_moment_and_holds_the_bytes_of_the_file(path: Path, folder: Path) -> None:
    keep(folder, path, NOW)
    (backup,) = backups_in(folder)
    assert backup.path.name == "20260312T191500000000Z.json"
    assert (backup.time, backup.size) == (NOW, path.stat().st_size)
    assert backup.path.read_bytes() == path.read_bytes()


def test_there_is_one_before_the_first_save_of_each_day(path: Path, folder: Path) -> None:
    for hours in (0, 1, 3, 4, 5, 30):
        keep_before_saving(folder, path, NOW + hours * HOUR)
        path.write_text(f"saved after {hours} hours")
    assert contents(folder) == [b"saved after 5 hours", b"saved after 3 hours", encode_roster(a_roster())]


def test_what_did_not_change_is_not_kept_twice(path: Path, folder: Path) -> None:
    for days in range(5):
        keep_before_saving(folder, path, NOW + days * DAY)
    assert len(backups_in(folder)) == 1


def test_two_in_one_moment_are_both_kept(path: Path, folder: Path) -> None:
    for text in "abc":
        path.write_text(text)
        keep(folder, path, NOW)
    assert contents(folder) == [b"c", b"b", b"a"]


def test_a_roster_without_a_file_has_nothing_to_keep(tmp_path: Path, folder: Path) -> None:
    keep_before_saving(folder, tmp_path / "none.json", NOW)
    put_aside(folder, tmp_path / "none.json", mark_of(b""), NOW)
    assert not folder.exists()


def test_old_ones_go_and_other_files_stay(path: Path, folder: Path) -> None:
    strange = ["notes.txt", "20260312.json", "20250312T191500000000Z.json.bak", "20259912T191500000000Z.json"]
    old = (NOW - 400 * DAY).strftime(STAMP)
    weeks = [(NOW - (15 + 7 * week) * DAY).strftime(STAMP) for week in range(70)]
    folder.mkdir(parents=True)
    for name in (*strange, *(f"{week}.json" for week in weeks), f"{old}-damaged-0123abcd.json"):
        (folder / name).write_text("x")
    for _ in range(10):
        keep(folder, path, NOW)
    left = {one.name for one in folder.iterdir()}
    kept = {f"{week}.json" for week in weeks[: 13 + 51]}
    assert left == {*strange, *kept, f"{old}-damaged-0123abcd.json", "20260312T191500000000Z.json", ORIGIN}


def test_few_go_at_once_and_the_one_just_made_never(path: Path, folder: Path) -> None:
    folder.mkdir(parents=True)
    for day in range(100):
        (folder / f"{(NOW + day * DAY).strftime(STAMP)}.json").write_text("x")
    keep(folder, path, NOW - 9_000 * DAY)
    assert len(backups_in(folder)) == 101 - MOST_AT_ONCE
    assert backups_in(folder)[-1].path.read_bytes() == path.read_bytes()


def test_of_too_many_the_oldest_go_first(path: Path, folder: Path) -> None:
    folder.mkdir(parents=True)
    for day in range(1, 201):
        (folder / f"{(NOW - day * DAY).strftime(STAMP)}.json").write_text("x")
    before = [one.path for one in backups_in(folder)]
    gone = [one.path for one in thinned(backups_in(folder), NOW)]
    assert len(gone) > MOST_AT_ONCE
    keep(folder, path, NOW)
    left = [one.path for one in backups_in(folder)]
    assert [one for one in before if one not in left] == gone[-MOST_AT_ONCE:]


@pytest.mark.parametrize("wrong", [-9_000, -400, -1, 1, 8, 400, 9_000])
def test_one_start_with_a_wrong_clock_costs_no_more_than_one_backup(path: Path, folder: Path, wrong: int) -> None:
    for day in range(30):
        path.write_text(f"day {day}")
        keep(folder, path, NOW + day * DAY)
    before = contents(folder)
    path.write_text("wrong")
    keep(folder, path, NOW + (30 + wrong) * DAY)
    left = contents(folder)
    assert "wrong" in [one.decode() for one in left]
    assert len(set(before) - set(left)) <= 1


def test_a_folder_that_cannot_be_written_to_is_said_to_be_so(path: Path, folder: Path) -> None:
    folder.parent.write_text("no folder")
    with pytest.raises(UnwritableFileError):
        keep(folder, path, NOW)
    with pytest.raises(UnwritableFileError):
        put_aside(folder, path, mark_of(b"x"), NOW)
    assert backups_in(folder) == []


# --- Damaged files ---------------------------------------------------------------------------------------------------


def test_a_damaged_file_is_put_aside_once_for_its_damage(path: Path, folder: Path) -> None:
    for days, mark in enumerate([b"a", b"a", b"b", b"a"]):
        path.write_text(f"day {days}")
        put_aside(folder, path, mark_of(mark), NOW + days * DAY)
    assert contents(folder) == [b"day 2", b"day 0"]
    assert [one.damage for one in backups_in(folder)] == [mark_of(b"b"), mark_of(b"a")]


@pytest.mark.parametrize("kth", [1, 2, 3])
def test_a_damaged_file_is_whole_somewhere_whatever_fails(
    path: Path, folder: Path, kth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(b"damaged")
    asked = 0

    def failing(target: Path, data: bytes, *, swept: bool = False) -> None:
        nonlocal asked
        asked += 1
        if asked == kth:
            raise UnwritableFileError(target, "no space left on device")
        write_atomically(target, data, swept=swept)

    def failing_copy(source: Path, copy: Path) -> None:
        failing(copy, source.read_bytes())

    monkeypatch.setattr("gm_desk.store.rosters.backups.write_atomically", failing)
    monkeypatch.setattr("gm_desk.store.rosters.backups.copy_atomically", failing_copy)
    for _ in range(2):
        with contextlib.suppress(UnwritableFileError):
            put_aside(folder, path, mark_of(b"damaged"), NOW)
            path.write_bytes(b"mended")
        assert b"damaged" in (path.read_bytes(), *contents(folder))
    assert (path.read_bytes(), contents(folder)) == (b"mended", [b"damaged"])


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="an administrator may read everything")
def test_a_file_in_a_folder_that_is_closed_is_said_to_be_unreadable(path: Path, folder: Path) -> None:
    path.parent.chmod(0)
    try:
        with pytest.raises(UnreadableFileError):
            keep(folder, path, NOW)
    finally:
        path.parent.chmod(0o700)


def test_a_copy_of_a_damaged_file_is_no_backup_of_the_day(path: Path, folder: Path) -> None:
    put_aside(folder, path, mark_of(b""), NOW)
    keep_before_saving(folder, path, NOW)
    assert [bool(one.damage) for one in backups_in(folder)] == [False, True]


def test_the_newest_good_backup_is_found(path: Path, folder: Path) -> None:
    assert newest_good(backups_in(folder)) is None
    keep(folder, path, NOW)
    path.write_text("{")
    keep(folder, path, NOW + DAY)
    found = newest_good(backups_in(folder))
    assert found is not None
    assert (found[0].time, found[1]) == (NOW, a_roster())


def test_backups_are_found_by_the_id_in_a_damaged_file_and_by_its_path(path: Path, folder: Path) -> None:
    places = Places(folder.parents[1])
    assert list(folders_for(places, path.with_name("none.json"))) == []
    keep(folder, path, NOW)
    path.write_bytes(path.read_bytes()[:60])
    assert list(folders_for(places, path)) == [folder, folder]
    moved = path.rename(path.with_name("luna.json"))
    assert list(folders_for(places, moved)) == [folder]
    path.write_bytes(b"")
    assert list(folders_for(places, path)) == [folder]
    path.unlink()
    assert list(folders_for(places, path)) == [folder]


def test_a_damaged_file_of_any_size_is_put_aside(path: Path, folder: Path) -> None:
    os.truncate(path, MOST_ROSTER_BYTES + 1)
    mark = mark_of_file(path)
    assert put_aside(folder, path, mark, NOW)
    copy = copy_of_damaged(folder, path, mark)
    assert copy is not None
    assert (copy.stat().st_size, mark_of_file(copy)) == (MOST_ROSTER_BYTES + 1, mark)
    with path.open("ab") as file:
        file.write(b"x")
    assert put_aside(folder, path, mark_of_file(path), NOW), "other damage of that size is put aside, too"


def test_what_is_no_file_cannot_be_put_aside(path: Path, folder: Path) -> None:
    path.unlink()
    assert mark_of_file(path) == ""
    path.mkdir()
    with pytest.raises(UnreadableFileError, match="it is not a file"):
        put_aside(folder, path, mark_of_file(path), NOW)
    assert backups_in(folder) == []


# --- Files that share an id ------------------------------------------------------------------------------------------


@pytest.fixture
def twin(path: Path) -> Path:
    """Copy the roster's file, so that two have one id."""
    return Path(shutil.copy(path, path.with_name("luna.json")))


def test_each_of_two_files_with_one_id_has_its_own_backups(path: Path, twin: Path, folder: Path) -> None:
    for hours in (0, 1):
        for one in (path, twin):
            keep_before_saving(folder, one, NOW + hours * HOUR)
            one.write_text(f"{one.name} {hours}")
    assert len(backups_in(folder)) == 2
    assert [one.file for one in backups_of(folder, path)] == [path]
    assert [one.file for one in backups_of(folder, twin)] == [twin]
    assert put_aside(folder, path, mark_of(b"x"), NOW)
    assert put_aside(folder, twin, mark_of(b"x"), NOW)


def test_the_backup_of_a_twin_stands_in_only_once_that_is_gone(path: Path, twin: Path, folder: Path) -> None:
    places = Places(folder.parents[1])
    keep(folder, path, NOW)
    assert stand_ins(places, twin) == []
    keep(folder, twin, NOW - DAY)
    path.unlink()
    assert [one.file for one in stand_ins(places, twin)] == [twin, path]


@pytest.mark.skipif(os.name != "posix", reason="links need rights on Windows")
def test_a_link_leads_to_the_same_backups(path: Path, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to(path)
    keep(folder, path, NOW)
    assert backups_of(folder, tmp_path / "link.json") == backups_in(folder)


@pytest.mark.parametrize("origin", [None, b"", b"a\0b", b"\xff" * 5000])
def test_backups_of_an_unknown_file_are_anyones(path: Path, folder: Path, origin: bytes | None) -> None:
    keep(folder, path, NOW)
    (folder / ORIGIN).unlink()
    if origin is not None:
        (folder / ORIGIN).write_bytes(origin)
    assert stand_ins(Places(folder.parents[1]), path) in (backups_in(folder), backups_in(folder)[:0])
    keep(folder, path, NOW + DAY)


# --- Thinning --------------------------------------------------------------------------------------------------------


def made(hours: float, size: int = 1, damage: str = "") -> Backup:
    """Return a backup so many hours old."""
    return Backup(Path(f"{hours}-{damage}"), (NOW - hours * HOUR).astimezone(UTC), size, damage)


def stays(*hours: float, most: int = 10**9) -> list[float]:
    """Return the ages of the backups that stay, the newest first."""
    backups = [made(one) for one in hours]
    gone = thinned(backups, NOW, most)
    return sorted(hour for hour, one in zip(hours, backups, strict=True) if one not in gone)


TEN = list(range(45, 285, 24))
"""A backup a day, ten of them."""
FORTNIGHT = [24 * day for day in range(14)]


@pytest.mark.parametrize(
    ("hours", "left"),
    [
        ([], []),
        ([0, 1, 2, 20], [0, 1, 2, 20]),  # today, from midnight on
        ([21, 22, 44], [21, 22, 44]),  # yesterday
        ([0, 1, 30, 31, 44, *TEN], [0, 1, 30, 31, 44, *TEN]),  # two days
        ([*TEN, 340, 341, 355], [*TEN, 340]),  # a day before the newest ten: its newest
        ([*TEN, 340, 364, 365, 389], [*TEN, 340, 364, 389]),  # a day each
        ([*FORTNIGHT, 24 * 14, 24 * 17, 24 * 18], [*FORTNIGHT, 24 * 14, 24 * 18]),  # Thursday, Monday; Sunday
        ([*FORTNIGHT, *(24 * days for days in range(14, 32))], [*FORTNIGHT, *(24 * days for days in (14, 18, 25))]),
        ([*FORTNIGHT, *(24 * 7 * week for week in range(2, 60))], [*FORTNIGHT, *(168 * week for week in range(2, 53))]),
        ([*FORTNIGHT, 24 * 5000], [*FORTNIGHT, 24 * 5000]),  # nothing came between
        ([0, 24 * 365], [0, 24 * 365]),
        ([24 * 500], [24 * 500]),
        ([-30, -5, 0], [-30, -5, 0]),
        ([-9600, *FORTNIGHT[:-1]], [-9600, *FORTNIGHT[:-1]]),  # the clock was wrong
        ([-9600, *(24 * day for day in range(13))], [-9600, *(24 * day for day in range(13))]),
    ],
)
def test_backups_are_thinned_by_the_days_and_weeks_that_have_any(hours: list[float], left: list[float]) -> None:
    assert stays(*hours) == left


@pytest.mark.parametrize(
    ("most", "left"), [(0, [0]), (1, [0]), (2, [0, 1]), (3, [0, 1, 2]), (4, [0, 1, 2, 30]), (99, [0, 1, 2, 30])]
)
def test_the_oldest_go_where_there_is_no_room(most: int, left: list[float]) -> None:
    assert stays(0, 1, 2, 30, most=most) == left


def test_one_that_is_too_large_goes_and_smaller_ones_stay() -> None:
    backups = [made(0), made(1, 100), made(2)]
    assert thinned(backups, NOW, 50) == [backups[1]]
    assert thinned([made(0, 100)], NOW, 50) == []


def test_copies_of_damaged_files_are_left_alone() -> None:
    assert thinned([made(0), made(9_000, 10**12, "0123abcd")], NOW) == []


@given(st.lists(st.integers(-50, 12_000), unique=True, max_size=60))
def test_thinning_keeps_the_newest_and_has_nothing_left_to_do(hours: list[int]) -> None:
    left = stays(*hours)
    assert left[:1] == sorted(hours)[:1]
    assert stays(*left) == left


def test_a_year_of_daily_backups_leaves_a_readable_list() -> None:
    kept: list[Backup] = []
    for day in range(400):
        kept.append(Backup(Path(f"{day}"), NOW + day * DAY, 1))
        gone = thinned(kept, NOW + day * DAY)
        kept = [one for one in kept if one not in gone]
    assert 60 <= len(kept) <= 70


FIRST_BACKUP = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from gm_desk.store.rosters.backups import backups_in, keep_before_saving

folder, path = map(Path, sys.argv[1:])
before = {*sys.modules}
keep_before_saving(folder, path, datetime.now(UTC))
assert len(backups_in(folder)) == 1
print(*sorted({*sys.modules} - before))
"""


def test_the_first_backup_of_a_day_loads_nothing_while_the_window_is_used(folder: Path, path: Path) -> None:
    path.write_bytes(b"{}")
    command = [sys.executable, "-c", FIRST_BACKUP, str(folder), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
