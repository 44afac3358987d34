"""The state of the program: kept from one start to the next, and never in the way."""

import os
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.draft import Chip, Draft
from gm_desk.store.errors import UnwritableFileError
from gm_desk.store.state import MOST_LINES, MOST_RECENT, Recent, State, View, Window, read_state, write_state
from makers import an_entry, drafts, ids, texts

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
)


def a_state() -> State:
    draft = an_entry().draft.with_chip(Chip("smoke", -30, "Smoke", pinned=True))
    window = Window("geometry", {"left": [300, 900]})
    return State("dark", window).opened(Path("mars.json"), "Mars").with_view("mars", View("eva", draft))


@given(states)
def test_what_is_written_is_read_again(state: State) -> None:
    with pytest.MonkeyPatch.context() as patch:
        kept: list[bytes] = []
        patch.setattr("gm_desk.store.state.write_atomically", lambda _, content: kept.append(content))
        patch.setattr(Path, "read_bytes", lambda _: kept[-1])
        write_state(Path("state.json"), state)
        assert read_state(Path("state.json")) == state


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
    state = State().opened(Path("mars.json"), "Mars").opened(Path("luna.json"), "Luna")
    state = state.opened(Path("mars.json"), "Mars, renamed")
    assert state.recent == (Recent("mars.json", "Mars, renamed"), Recent("luna.json", "Luna"))


def test_the_list_of_rosters_is_short() -> None:
    state = State()
    for number in range(20):
        state = state.opened(Path(f"{number}.json"), "Mars")
    assert [recent.path for recent in state.recent] == [f"{19 - back}.json" for back in range(MOST_RECENT)]


@pytest.mark.skipif(os.name != "posix", reason="such a path is possible on POSIX only")
def test_a_path_that_is_no_text_does_not_keep_the_rest_from_being_saved(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    state = State().opened(Path("mars.json"), "Mars").opened(Path(os.fsdecode(b"/data/\xff.json")), "Luna")
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
    assert msgspec.json.decode((tmp_path / "state.json").read_bytes()) == {}
