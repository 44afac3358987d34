"""The state of the program: kept from one start to the next, and never in the way."""

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.drafts.draft import Chip, Draft
from gm_desk.store.disk.files import UnwritableFileError
from gm_desk.store.rosters.migrations import OF_STATES, migrated
from gm_desk.store.state import (
    FORMAT,
    MOST_LINES,
    MOST_RECENT,
    Printing,
    Recent,
    State,
    View,
    Window,
    read_state,
    write_state,
)
from makers import PAST, an_entry, drafts, ids, texts

sizes = st.lists(st.integers(0, 100_000), max_size=4)
folds = st.lists(texts, max_size=2).map(tuple)
states = st.builds(
    State,
    theme=st.sampled_from(["system", "dark", "light"]),
    window=st.builds(Window, geometry=texts, panes=st.dictionaries(texts, sizes, max_size=3)),
    recent=st.lists(st.builds(Recent, path=texts, name=texts), max_size=3).map(tuple),
    views=st.dictionaries(
        ids,
        st.builds(View, selected=texts, draft=drafts, folded=folds, folded_evenings=folds),
        max_size=2,
    ),
    veiled=st.booleans(),
    secret=st.booleans(),
    history=st.lists(texts, max_size=3).map(tuple),
    folders=st.dictionaries(texts, texts, max_size=2),
    printing=st.builds(Printing, per_page=st.sampled_from([1, 2, 4, 8]), paper=st.sampled_from(["", "a4", "letter"])),
)


def a_state() -> State:
    draft = an_entry().draft.with_chip(Chip("smoke", -30, "Smoke", pinned=True))
    window = Window("geometry", {"left": [300, 900]})
    return State("dark", window).with_recent(Path("mars.json"), "Mars").with_view("mars", View("eva", draft))


@given(states)
def test_what_is_written_is_read_again(state: State) -> None:
    with pytest.MonkeyPatch.context() as patch:
        kept = [b"{}"]
        patch.setattr("gm_desk.store.state.write_atomically", lambda _, content: kept.append(content))
        patch.setattr("gm_desk.store.state.bounded_bytes", lambda *_: kept[-1])
        write_state(Path("state.json"), state)
        assert read_state(Path("state.json")) == structs.replace(state, recent=state.recent[:MOST_RECENT])


def test_it_is_there_at_the_next_start(tmp_path: Path) -> None:
    write_state(tmp_path / "data" / "state.json", a_state())
    assert read_state(tmp_path / "data" / "state.json") == a_state()


def test_without_a_file_it_starts_afresh(tmp_path: Path) -> None:
    assert read_state(tmp_path / "state.json") == State()
    assert read_state(tmp_path) == State()


def test_a_file_cut_off_anywhere_starts_afresh(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    write_state(path, a_state())
    whole = path.read_bytes()
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        assert read_state(path) == State()


@pytest.mark.parametrize(
    "damaged",
    [
        b"[]",
        b"null",
        b"\xff",
        b"[" * 100_000,
        b'{"theme": "pink"}',
        b'{"theme": "\xff"}',
        b'{"recent": [5]}',
        b'{"window": {"panes": {"left": [-1]}}}',
        b'{"history": "lao"}',
        b'{"history": ["%s"]}' % (b"x" * 201),
        b'{"history": [%s]}' % b",".join([b'"x"'] * 51),
        b'{"window": {"panes": {"left": [100001]}}}',
        b'{"views": {"mars": {"draft": {"chips": [{"id": "x", "value": 310}]}}}}',
        b'{"views": {"mars": {"draft": {"eyeballed": 310}}}}',
        b'{"views": {"mars": {"draft": {"chips": [%s]}}}}' % b",".join([b'{"id": "x", "value": 10}'] * 51),
    ],
)
def test_a_damaged_file_starts_afresh(damaged: bytes, tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_bytes(damaged)
    assert read_state(path) == State()


def test_what_a_newer_version_remembers_is_no_damage(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_bytes(b'{"theme": "light", "zoom": 2}')
    assert read_state(tmp_path / "state.json").theme == "light"


def test_a_folder_that_cannot_be_written_to_is_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    with pytest.raises(UnwritableFileError):
        write_state(tmp_path / "data" / "state.json", State())


def test_the_last_roster_is_the_first_in_the_list_and_each_is_there_once() -> None:
    state = State().with_recent(Path("mars.json"), "Mars").with_recent(Path("luna.json"), "Luna")
    state = state.with_recent(Path("mars.json"), "Mars, renamed")
    assert state.recent == (Recent("mars.json", "Mars, renamed"), Recent("luna.json", "Luna"))


def test_the_list_of_rosters_is_short() -> None:
    state = State()
    for number in range(20):
        state = state.with_recent(Path(f"{number}.json"), "Mars")
    assert [recent.path for recent in state.recent] == [f"{19 - back}.json" for back in range(MOST_RECENT)]


@pytest.mark.skipif(os.name != "posix", reason="such a path is possible on POSIX only")
def test_a_path_that_is_no_text_does_not_keep_the_rest_from_being_saved(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    state = State().with_recent(Path("mars.json"), "Mars").with_recent(Path(os.fsdecode(b"/data/\xff.json")), "Luna")
    write_state(path, state)
    assert [recent.name for recent in read_state(path).recent] == ["Mars"]


def test_each_roster_has_a_view_of_its_own() -> None:
    state = State().with_view("mars", View("eva")).with_view("luna", View("lao"))
    state = state.with_view("mars", View("jaqui", Draft("jaqui")))
    assert state.views == {"mars": View("jaqui", Draft("jaqui")), "luna": View("lao")}


def test_the_lines_of_the_finder_are_short_clean_and_each_is_there_once() -> None:
    state = State()
    for line in ("lao", " 45  +20 ", "lao", "", "  ", "x" * 201, "eva \ud800"):
        state = state.with_line(line)
    assert state.history == ("45 +20", "lao", "eva \N{REPLACEMENT CHARACTER}")


def test_only_the_newest_lines_are_kept() -> None:
    state = State()
    for number in range(MOST_LINES + 10):
        state = state.with_line(f"line {number}")
    assert state.history == tuple(f"line {number}" for number in range(10, MOST_LINES + 10))


def test_nothing_to_remember_is_a_short_file(tmp_path: Path) -> None:
    write_state(tmp_path / "state.json", State())
    assert msgspec.json.decode((tmp_path / "state.json").read_bytes()) == {"format": FORMAT}


# --- Formats ---------------------------------------------------------------------------------------------------------

OLD = PAST / "state-0.json"
"""What the program wrote before its states had a number."""


def test_a_state_of_the_past_is_still_known(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_bytes(OLD.read_bytes())
    state = read_state(path)
    assert (state.theme, state.recent[0].name, state.format) == ("light", "Mars: Noctis Blackout", FORMAT)
    draft = state.views["5b99d53f20f33e74"].draft
    assert (draft.name, draft.base, [chip.value for chip in draft.chips]) == ("Lao Qing", 65, [-20, -30])
    write_state(path, state)
    assert msgspec.json.decode(path.read_bytes()) == {"format": FORMAT, **msgspec.json.decode(OLD.read_bytes())}


def test_keys_that_were_set_under_labels_are_those_of_the_same_actions_by_id(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_bytes((PAST / "state-1-keys.json").read_bytes())
    state = read_state(path)
    assert (state.format, state.views["f08d4907ce0c30f6"].draft.name) == (FORMAT, "Runa")
    assert state.keys == {
        "files.try_kaiser_sample": "",
        "window.redo": "Ctrl+Y Ctrl+Alt+Z",
        "roster.duplicate": "Ctrl+Alt+F",
        "exchange.export_characters": "Ctrl+Alt+J",
        "roll.set_difficulty_3": "Alt+F6",
        "log.strike": "Ctrl+Alt+G",
        "window.use_contrast_theme": "Ctrl+Alt+Y",
    }
    write_state(path, state)
    assert read_state(path) == state


def test_a_key_of_an_action_that_is_not_known_here_stays_under_its_name() -> None:
    old = {"format": 1, "keys": {"Roster/Polymorph": "F10", "Roster/Heal": "F7"}}
    assert migrated(old, OF_STATES, oldest=0)["keys"] == {"Roster/Polymorph": "F10", "card.heal": "F7"}


def test_keys_of_another_version_survive_load_change_and_save(tmp_path: Path) -> None:
    path, later = tmp_path / "state.json", {"zoom": 2, "extra": [1], "unread": {"x": None}}
    raw: Any = {
        "format": FORMAT,
        "theme": "light",
        "window": {"geometry": "g", **later},
        "recent": [{"path": "mars.json", "name": "Mars", **later}],
        "views": {"mars": {"selected": "eva", **later}},
        **later,
    }
    del raw["window"]["extra"], raw["recent"][0]["extra"], raw["views"]["mars"]["extra"]
    path.write_bytes(msgspec.json.encode(raw))
    write_state(path, read_state(path).with_line("lao").with_view("luna", View("jo")))
    raw["views"]["luna"] = {"selected": "jo"}
    assert msgspec.json.decode(path.read_bytes()) == {**raw, "history": ["lao"]}


def test_a_state_of_a_later_format_is_read_as_far_as_it_goes_and_never_written(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    later = b'{"format": 99, "theme": "light", "window": "tiled", "zoom": 2}'
    path.write_bytes(later)
    state = read_state(path)
    assert (state.theme, state.window, state.format) == ("light", Window(), 99)
    write_state(path, state.with_line("lao"))
    assert path.read_bytes() == later


def test_what_cannot_be_read_costs_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_bytes(b'{"format": 1, "theme": "dark", "views": {"mars": 5}, "history": ["lao"]}')
    assert read_state(path) == State(theme="dark", history=("lao",))


@pytest.mark.parametrize("damaged", [b"", b"{", b"[]", b'{"theme": "pink"}', b'{"theme": "\xff"}', b"[" * 100_000])
def test_a_damaged_file_is_put_aside_before_it_is_written_over(damaged: bytes, tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_bytes(damaged)
    os.utime(path, (1_700_000_000, 1_700_000_000))
    write_state(path, read_state(path))
    write_state(path, State(theme="dark"))
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir() if one != path} == {
        "state-damaged-20231114T221320Z.json": damaged
    }
    assert read_state(path) == State(theme="dark")


@pytest.mark.parametrize("number", [b"0", b'"2"', b"true", b"null", b"1.5", b"-3"])
def test_a_format_that_is_none_costs_nothing(number: bytes, tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_bytes(b'{"theme": "dark", "format": ' + number + b"}")
    assert read_state(path) == State(theme="dark")


def test_which_file_holds_our_version_of_another_is_remembered_until_that_is_over(tmp_path: Path) -> None:
    mars, venus = Path("mars.json"), Path("venus.json")
    state = (
        State()
        .with_conflict(mars, Path("ours.json"))
        .with_conflict(venus, Path("mine.json"))
        .with_conflict(mars, Path("later.json"))
    )
    write_state(tmp_path / "state.json", state)
    assert read_state(tmp_path / "state.json").conflicts == {"mars.json": "later.json", "venus.json": "mine.json"}
    assert state.with_conflict(mars, None).conflicts == {"venus.json": "mine.json"}


def test_a_path_that_is_no_text_is_not_remembered() -> None:
    assert State().with_conflict(Path("mars.json"), Path("\udcff")).conflicts == {}
