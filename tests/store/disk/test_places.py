"""The paths and names of files.

File names that nothing has yet, and new files that replace nothing.
"""

import os
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import platformdirs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.store.disk import places
from gm_desk.store.disk.files import UnwritableFileError
from gm_desk.store.disk.places import (
    STAMP,
    Places,
    data_directory,
    first_free,
    numbered_paths,
    slug,
    stamped,
    time_of,
    write_new,
)


def test_the_option_goes_before_the_variable_and_that_before_the_users_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GM_DESK_DATA", str(tmp_path / "variable"))
    assert data_directory(str(tmp_path / "option")) == tmp_path / "option"
    assert data_directory() == tmp_path / "variable"
    monkeypatch.delenv("GM_DESK_DATA")
    assert data_directory() == platformdirs.user_data_path("gm-desk", appauthor=False)


@pytest.mark.parametrize("nothing", ["", None])
def test_an_empty_option_or_variable_chooses_nothing(nothing: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GM_DESK_DATA", "")
    assert data_directory(nothing) == platformdirs.user_data_path("gm-desk", appauthor=False)


def test_a_relative_folder_stays_the_same_when_the_program_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert data_directory("data") == tmp_path / "data"


def test_a_tilde_is_the_home_folder() -> None:
    assert data_directory("~/gm") == Path.home() / "gm"


def test_choosing_a_folder_makes_none(tmp_path: Path) -> None:
    places = Places(data_directory(str(tmp_path / "data")))
    assert (places.rosters, places.state) == (tmp_path / "data" / "rosters", tmp_path / "data" / "state.json")
    assert list(tmp_path.iterdir()) == []


def test_files_are_named_by_id_and_a_readable_slug() -> None:
    places = Places(Path("/data"))
    assert places.roster("Mars: Noctis Blackout", "0a1b") == Path("/data/rosters/mars-noctis-blackout-0a1b.json")
    assert places.template("Dock thug", "0a1b") == Path("/data/templates/dock-thug-0a1b.json")
    assert places.journal("0a1b") == Path("/data/journals/0a1b.sqlite")
    assert places.lock("0a1b") == Path("/data/locks/0a1b.lock")


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Mars", "mars"),
        ("  Élan vital!  ", "elan-vital"),
        ("Öffentliche Straße", "offentliche-strae"),
        ("火星", "roster"),
        ("../../etc/passwd", "etc-passwd"),
        ("a:b\\c|d?", "a-b-c-d"),
        ("...", "roster"),
        ("", "roster"),
        ("x" * 100, "x" * 40),
        ("x" * 39 + " y", "x" * 39),
    ],
)
def test_a_slug_is_short_and_plain(name: str, short: str) -> None:
    assert slug(name) == short


@given(st.text(max_size=80))
def test_a_slug_is_what_every_file_system_takes(name: str) -> None:
    assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", slug(name))
    assert len(slug(name)) <= 40


def test_a_path_inside_the_data_directory_is_remembered_from_there(tmp_path: Path) -> None:
    mars = Path("rosters") / "mars-0a1b.json"
    before, after = Places(tmp_path / "before"), Places(tmp_path / "after")
    assert before.short(before.root / mars) == mars
    assert after.whole(str(mars)) == after.root / mars


def test_a_path_outside_the_data_directory_stays_as_it_is(tmp_path: Path) -> None:
    places, outside = Places(tmp_path / "data"), tmp_path / "synced" / "mars.json"
    assert places.short(outside) == outside
    assert places.whole(str(outside)) == outside


def test_an_id_is_made_safe_to_be_a_file_name() -> None:
    assert Places(Path("/data")).journal("../a b.c") == Path("/data/journals/___a_b_c~93c5c711ccca2ff9.sqlite")
    assert Places(Path("/data")).lock("../a b.c") == Path("/data/locks/___a_b_c~93c5c711ccca2ff9.lock")


@given(st.text(min_size=1, max_size=64))
def test_a_journal_stays_in_its_folder_whatever_a_foreign_file_calls_itself(roster_id: str) -> None:
    path = Places(Path("/data")).journal(roster_id)
    assert path.parent == Path("/data/journals")
    assert re.fullmatch(r"[A-Za-z0-9_-]+(~[0-9a-f]{16})?\.sqlite", path.name)


@pytest.mark.parametrize("roster_id", ["mars", "../../etc", "a/b", "", "C:x"])
def test_backups_of_a_roster_stay_in_their_folder(roster_id: str, tmp_path: Path) -> None:
    folder = Places(tmp_path).backups_of(roster_id)
    assert folder.resolve().is_relative_to(tmp_path / "backups")
    assert ".." not in folder.parts


@pytest.mark.parametrize("roster_id", ["../../x", "/etc/x", "a:b", "\0", "CON"])
def test_an_id_of_a_foreign_roster_stays_a_name_in_its_folder(roster_id: str) -> None:
    places = Places(Path("/data"))
    assert places.roster("Mars", roster_id).parent == places.rosters
    assert places.template("Mars", roster_id).parent == places.templates
    assert places.roster("Mars", roster_id).name.isprintable()


@given(st.lists(st.text(alphabet="aA_ b/.~\ud800é-", min_size=1, max_size=4), min_size=2, unique=True))
def test_ids_that_differ_share_no_file(ids: list[str]) -> None:
    places = Places(Path("/data"))
    for files in (places.journal, places.backups_of, places.lock):
        assert len({files(one) for one in ids}) == len(ids)
        assert all(re.fullmatch("[A-Za-z0-9_~-]+", files(one).stem) for one in ids)


def test_an_id_that_can_be_a_file_name_is_one_as_it_always_was() -> None:
    assert Places(Path("/data")).journal("a_b-C9") == Path("/data/journals/a_b-C9.sqlite")


NOW = datetime(2026, 11, 20, 20, 15, 0, 999_999, tzinfo=UTC)


@pytest.mark.parametrize(
    ("name", "gap", "names"),
    [
        ("mars.json", "-", ["mars.json", "mars-2.json", "mars-3.json"]),
        ("mars (GM Desk, 16.42).json", " ", ["mars (GM Desk, 16.42).json", "mars (GM Desk, 16.42) 2.json"]),
        ("1.damaged-7.sqlite", "-", ["1.damaged-7.sqlite", "1.damaged-7-2.sqlite"]),
        ("bare", "-", ["bare", "bare-2"]),
    ],
)
def test_the_number_stands_before_the_ending(name: str, gap: str, names: list[str]) -> None:
    assert [path.name for path in islice(numbered_paths(Path(name), gap), len(names))] == names


@given(st.sets(st.integers(1, 12)))
def test_the_lowest_number_that_is_free_is_taken(numbers: set[int]) -> None:
    names = {number: "a.md" if number == 1 else f"a-{number}.md" for number in range(1, 14)}
    taken = {names[number] for number in numbers}
    found = first_free(numbered_paths(Path("a.md")), lambda path: path.name in taken)
    assert found.name == names[min(set(names) - numbers)]


def test_whatever_has_the_name_on_the_disk_takes_it(tmp_path: Path) -> None:
    (tmp_path / "a.md").touch()
    (tmp_path / "a-2.md").mkdir()
    (tmp_path / "a-3.md").symlink_to(tmp_path / "nowhere")
    assert first_free(numbered_paths(tmp_path / "a.md")) == tmp_path / "a-4.md"


def test_a_moment_that_is_taken_is_followed_by_the_next(tmp_path: Path) -> None:
    first, second = islice(stamped(tmp_path, NOW, "-of-1.json"), 2)
    assert [first.name, second.name] == ["20261120T201500999999Z-of-1.json", "20261120T201501000000Z-of-1.json"]
    first.touch()
    assert first_free(stamped(tmp_path, NOW, "-of-1.json")) == second


@given(st.datetimes(min_value=datetime(1970, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001 - hypothesis adds the zone
def test_a_stamp_is_of_its_time(time: datetime) -> None:
    stamp = next(stamped(Path(), time, "")).name
    assert time_of(stamp) == time
    assert time_of(stamp) == datetime.strptime(stamp, STAMP).replace(tzinfo=UTC)


@pytest.mark.parametrize("stamp", ["20261320T194200000000Z", "20260230T194200000000Z", "20261120T254200000000Z"])
def test_a_stamp_of_no_time_is_refused(stamp: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        time_of(stamp)


def test_a_new_file_never_replaces_another(tmp_path: Path) -> None:
    made = [write_new(tmp_path / "new" / "a.md", b"%d" % number) for number in range(3)]
    assert [path.name for path in made] == ["a.md", "a-2.md", "a-3.md"]
    assert [path.read_bytes() for path in made] == [b"0", b"1", b"2"]
    assert sorted((tmp_path / "new").iterdir()) == sorted(made)


def test_many_at_once_each_have_a_file_of_their_own(tmp_path: Path) -> None:
    contents = [b"%d" % number for number in range(24)]
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda content: write_new(tmp_path / "a.md", content), contents))
    assert len(set(made)) == len(contents)
    assert [path.read_bytes() for path in made] == contents


def test_a_name_that_is_taken_after_it_was_looked_at_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def a_moment_later(path: Path, gap: str) -> list[Path]:
        names = list(islice(numbered_paths(path, gap), 2))
        names[0].write_bytes(b"theirs")
        return names

    monkeypatch.setattr(places, "numbered_paths", a_moment_later)
    assert write_new(tmp_path / "a.md", b"ours") == tmp_path / "a-2.md"
    assert (tmp_path / "a.md").read_bytes() == b"theirs"


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, _data: bytes, **_more: object) -> None:
        raise UnwritableFileError(path, "the disk is full")

    monkeypatch.setattr(places, "write_atomically", full)
    with pytest.raises(UnwritableFileError, match="the disk is full"):
        write_new(tmp_path / "a.md", b"ours")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "drive").touch()
    with pytest.raises(UnwritableFileError, match="a file is where its folder should be"):
        write_new(tmp_path / "drive" / "a.md", b"ours")


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
@pytest.mark.parametrize(("private", "mode"), [(True, 0o600), (False, 0o644)])
def test_a_new_file_is_the_users_alone_unless_it_is_not_private(tmp_path: Path, *, private: bool, mode: int) -> None:
    old = os.umask(0o022)
    try:
        assert write_new(tmp_path / "a.md", b"ours", private=private).stat().st_mode & 0o777 == mode
    finally:
        os.umask(old)
