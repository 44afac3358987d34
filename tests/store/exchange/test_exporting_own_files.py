"""Nothing is exported over what is GM Desk’s own, by whatever name."""

import os
from pathlib import Path

import pytest

from campaign_makers import a_campaign
from gm_desk.store.disk.places import Places
from gm_desk.store.exchange.exporting import why_not_onto

OF_ROSTERS = "that is a place for rosters"
OF_OURS = "that is a place for GM Desk’s own files"
A_FILE_OF_OURS = "that is a file of GM Desk’s own"
A_BACKUP = "backups/mars/20261120T180000000000Z.json"


@pytest.fixture
def places(tmp_path: Path) -> Places:
    made = Places(tmp_path / "data")
    a_campaign(made)
    for name in ("state.json", A_BACKUP, "backups/mars/mars.gmdesk"):
        (made.root / name).parent.mkdir(parents=True, exist_ok=True)
        (made.root / name).write_bytes(b"{}")
    return made


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("rosters/new.gmdesk", OF_ROSTERS),
        ("rosters", OF_ROSTERS),
        ("state.json", OF_OURS),
        ("journals/mars.sqlite", OF_OURS),
        ("journals/mars.sqlite-wal", OF_OURS),
        ("portraits/new.gmdesk", OF_OURS),
        ("locks/mars.lock", OF_OURS),
        ("new.gmdesk", OF_OURS),
        (".", OF_OURS),
        ("backups/../state.json", OF_OURS),
        (A_BACKUP, A_FILE_OF_OURS),
        ("backups/mars/mars.gmdesk", ""),
        ("backups/mars/new.gmdesk", ""),
        ("../mars.gmdesk", ""),
        ("../data-too/mars.gmdesk", ""),
    ],
)
def test_only_what_is_not_ours_is_a_place_for_an_export(places: Places, name: str, why: str) -> None:
    assert why_not_onto(places.root / name, places) == why


@pytest.mark.parametrize("own", ["state.json", "journals/mars.sqlite", A_BACKUP])
def test_a_link_to_a_file_of_ours_is_no_place_either(places: Places, tmp_path: Path, own: str) -> None:
    (tmp_path / "soft.gmdesk").symlink_to(places.root / own)
    assert why_not_onto(tmp_path / "soft.gmdesk", places)
    os.link(places.root / own, tmp_path / "hard.gmdesk")
    assert why_not_onto(tmp_path / "hard.gmdesk", places) == A_FILE_OF_OURS


def test_a_folder_by_another_way_is_the_same_folder(places: Places, tmp_path: Path) -> None:
    (tmp_path / "way").symlink_to(places.root)
    assert why_not_onto(tmp_path / "way" / "rosters" / "x.gmdesk", places) == OF_ROSTERS
    assert why_not_onto(places.rosters / "x.gmdesk", Places(tmp_path / "way")) == OF_ROSTERS
    assert why_not_onto(tmp_path / "way" / "new.gmdesk", places) == OF_OURS


def test_a_roster_that_is_elsewhere_is_known_by_all_its_names(places: Places, tmp_path: Path) -> None:
    roster = tmp_path / "synced" / "mars.json"
    assert why_not_onto(roster, places, [roster]) == OF_ROSTERS
    roster.parent.mkdir()
    roster.write_bytes(b"{}")
    (tmp_path / "soft.json").symlink_to(roster)
    os.link(roster, tmp_path / "hard.json")
    for name in ("soft.json", "hard.json"):
        assert why_not_onto(tmp_path / name, places, [roster]) == OF_ROSTERS
    assert why_not_onto(roster.with_name("mars.gmdesk"), places, [roster]) == ""


def test_a_data_directory_that_is_not_there_yet_is_ours_too(tmp_path: Path) -> None:
    assert why_not_onto(tmp_path / "data" / "state.json", Places(tmp_path / "data")) == OF_OURS
    assert why_not_onto(tmp_path / "mars.gmdesk", Places(tmp_path / "data")) == ""
