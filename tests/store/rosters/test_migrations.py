"""Formats of earlier versions, migrated step by step."""

from pathlib import Path
from typing import Any

import pytest

from gm_desk.core.characters.roster import FORMAT, Roster
from gm_desk.store import state
from gm_desk.store.rosters.files import decode_in_part, decode_roster, encode_roster, read_in_part
from gm_desk.store.rosters.migrations import (
    OF_ROSTERS,
    OF_STATES,
    Data,
    Migration,
    migrated,
    migration,
    number_the_state,
)
from makers import PAST


@migration(to=2)
def rename_wounds(data: Data) -> Data:
    return {("damage" if key == "wounds" else key): value for key, value in data.items()}


@migration(to=3)
def double_the_damage(data: Data) -> Data:
    return data | {"damage": data["damage"] * 2}


STEPS = (rename_wounds, double_the_damage)


@pytest.mark.parametrize(
    ("data", "newest"),
    [
        ({"format": 1, "wounds": 4}, {"format": 3, "damage": 8}),
        ({"wounds": 4}, {"format": 3, "damage": 8}),
        ({"format": 2, "damage": 4}, {"format": 3, "damage": 8}),
        ({"format": 3, "damage": 4}, {"format": 3, "damage": 4}),
        ({"format": 9, "wounds": 4}, {"format": 9, "wounds": 4}),
        ({"format": "1", "wounds": 4}, {"format": "1", "wounds": 4}),
        ({"format": None}, {"format": None}),
        ({"format": True}, {"format": True}),
    ],
)
def test_data_go_through_every_step_that_comes_after_their_format(data: Data, newest: Data) -> None:
    before = dict(data)
    assert migrated(data, STEPS, oldest=1) == newest
    assert data == before


def test_data_of_the_newest_format_are_given_back_themselves() -> None:
    data = {"format": 3}
    assert migrated(data, STEPS, oldest=1) is data


@pytest.mark.parametrize(
    ("steps", "oldest", "newest"), [(OF_ROSTERS, 1, FORMAT), (OF_STATES, 0, state.FORMAT)], ids=["rosters", "states"]
)
def test_the_steps_lead_from_the_oldest_format_to_ours_without_a_gap(
    steps: tuple[Migration, ...], oldest: int, newest: int
) -> None:
    assert [one.to for one in steps] == list(range(oldest + 1, newest + 1))


def test_a_state_without_a_number_gets_one_and_stays_as_it_is() -> None:
    old: dict[str, Any] = {"theme": "light", "window": {"panes": {}}}
    assert migrated(old, (number_the_state,), oldest=0) == {**old, "format": 1}


def test_a_roster_of_the_first_version_is_opened_whole_and_written_back_as_it_was() -> None:
    old = PAST / "roster-1.json"
    reading = read_in_part(old)
    assert (reading.problems, reading.older, len(reading.roster.characters)) == ((), False, 11)
    assert encode_roster(reading.roster) == old.read_bytes()


def test_a_roster_of_an_older_format_is_known_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_a_name(data: Data) -> Data:
        return data | {"name": "Mars"}

    monkeypatch.setattr("gm_desk.store.rosters.migrations.OF_ROSTERS", (Migration(1, give_a_name),))
    reading = decode_in_part(b'{"format": 0, "id": "mars"}', Path("mars.json"))
    assert (reading.roster, reading.older) == (Roster(id="mars", name="Mars"), True)
    assert decode_roster(b'{"format": 0, "id": "mars"}', Path("mars.json")) == reading.roster
