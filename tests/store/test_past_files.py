"""The roster, the state and the campaign that the first numbered formats wrote are opened, and keep everything."""

import hashlib
from pathlib import Path

import msgspec

from gm_desk.core.characters.roster import FORMAT
from gm_desk.store.campaign.importing import import_campaign
from gm_desk.store.disk.places import Places
from gm_desk.store.rosters.files import encode_roster, read_roster
from gm_desk.store.state import read_state, write_state
from makers import PAST, a_fought_roster, a_journal, rolls_in
from past_makers import kept_entries

ROSTER = PAST / "roster-1-everything.json"
CAMPAIGN = PAST / "campaign-1.gmdesk"
FIGHT = PAST / "roster-1-scenes.json"
STATE = PAST / "state-1.json"


def test_a_roster_with_everything_in_it_is_saved_as_it_was() -> None:
    roster = read_roster(ROSTER)
    eva = roster.characters[0]
    empty = {name for name in eva.__struct_fields__ if not getattr(eva, name)}
    assert (roster.format, empty) == (FORMAT, {"body", "conditions", "none"})
    assert encode_roster(roster) == ROSTER.read_bytes()


def test_a_fight_with_everything_in_it_is_saved_as_it_was() -> None:
    """The file is that of `a_fought_roster`, as the first version with scenes wrote it."""
    roster = read_roster(FIGHT)
    scene, now = roster.scenes[0], roster.scenes[0].now
    assert now is not None
    assert {name for name in scene.__struct_fields__ if not getattr(scene, name)} == {"health", "thrown", "extra"}
    assert {name for name in now.__struct_fields__ if not getattr(now, name)} == {
        "after_all",
        "due",
        "extra",
        "fallen",
        "held",
        "lines",
        "skips",
        "spent",
        "told",
    }
    assert {name for name in roster.__struct_fields__ if not getattr(roster, name)} == {
        *("house", "answers", "picture", "caption", "unread", "extra"),
    }
    assert roster == a_fought_roster()
    assert encode_roster(roster) == FIGHT.read_bytes()


def test_a_state_with_everything_in_it_is_saved_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_bytes(STATE.read_bytes())
    state = read_state(path)
    assert (state.views["mars"].draft.name, state.views["mars"].draft.chips[0].value) == ("Eva", -30)
    write_state(path, state)
    before = msgspec.json.decode(STATE.read_bytes())
    by_ids = {"format": 2, "keys": {"roll.roll": before["keys"]["Roll/Roll"]}}
    assert msgspec.json.decode(path.read_bytes()) == {**before, **by_ids}


def test_a_campaign_brings_its_roster_its_log_and_its_portraits(tmp_path: Path) -> None:
    places = Places(tmp_path)
    path = import_campaign(CAMPAIGN, places)
    assert path.read_bytes() == ROSTER.read_bytes()
    with a_journal(places.journal("mars")) as journal:
        assert rolls_in(journal, 10) == kept_entries()
    [portrait] = places.portraits.iterdir()
    assert (
        portrait.stem == hashlib.sha256(portrait.read_bytes()).hexdigest() == read_roster(path).characters[0].portrait
    )
