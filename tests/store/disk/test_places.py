"""Where files live, and what they are called."""

import re
from pathlib import Path

import platformdirs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.store.disk.places import Places, data_directory, slug


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
