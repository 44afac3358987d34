"""Two windows save their state in one file: neither erases what the other changed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.drafts.draft import Draft
from gm_desk.store.disk.files import UnwritableFileError
from gm_desk.store.disk.locks import locked
from gm_desk.store.state import (
    FORMAT,
    MOST_LINES,
    MOST_RECENT,
    State,
    StateSave,
    View,
    Window,
    data_of,
    merge_state,
    merged,
    read_state,
    save_state,
    write_state,
)
from thorough import tries

DRAFT = Draft("lao", "Lao Qing")


class Writer:
    """A window: it knows what it wrote last, and saves its state when it is told."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.base = self.state = read_state(path)

    def change(self, **parts: Any) -> None:
        self.state = structs.replace(self.state, **parts)

    def save(self) -> None:
        merge_state(self._path, self.base, self.state)
        self.base = self.state


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state.json"


@pytest.fixture
def two(path: Path) -> tuple[Writer, Writer]:
    write_state(path, State())
    return Writer(path), Writer(path)


def test_the_last_writer_leaves_all_that_the_other_changed(two: tuple[Writer, Writer], path: Path) -> None:
    one, other = two
    mars, venus = View("lao", DRAFT), View("eva", folded=("triad",))
    one.change(theme="dark", keys={"Undo": "F5"}, views={"mars": mars}, conflicts={"mars.json": "ours.json"})
    other.change(text_size=120, keys={"Redo": "F6"}, views={"venus": venus}, conflicts={"v.json": "o.json"})
    one.save()
    other.save()
    found = read_state(path)
    assert (found.theme, found.text_size) == ("dark", 120)
    assert found.keys == {"Undo": "F5", "Redo": "F6"}
    assert found.views == {"mars": mars, "venus": venus}
    assert found.conflicts == {"mars.json": "ours.json", "v.json": "o.json"}


def test_of_one_roster_each_keeps_what_it_changed_of_the_view(two: tuple[Writer, Writer], path: Path) -> None:
    one, other = two
    one.change(views={"mars": View(draft=DRAFT)})
    other.change(views={"mars": View(folded=("triad",))})
    one.save()
    other.save()
    assert read_state(path).views == {"mars": View(draft=DRAFT, folded=("triad",))}


def test_a_file_as_we_left_it_is_not_read_again_and_what_another_wrote_since_is_merged(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = save_state(StateSave(path, State(), State(theme="dark")))
    assert first.written == path.read_bytes()
    with monkeypatch.context() as patch:
        patch.delattr("gm_desk.store.state.sound_state")
        second = save_state(StateSave(path, first.ours, State(theme="light"), known=first.written))
    assert read_state(path) == State(theme="light")
    write_state(path, State(theme="light", veiled=True))
    third = save_state(StateSave(path, second.ours, State(theme="contrast"), known=second.written))
    assert read_state(path) == third.whole == State(theme="contrast", veiled=True)
    assert third.written == b"", "the file holds more than this window saved"


@pytest.mark.parametrize("now", [b"", b"{", None], ids=["empty", "damaged", "gone"])
def test_a_file_that_was_known_and_is_damaged_or_gone_is_written_anew(now: bytes | None, path: Path) -> None:
    first = save_state(StateSave(path, State(), State(theme="dark")))
    path.unlink()
    if now is not None:
        path.write_bytes(now)
    save_state(StateSave(path, first.ours, State(theme="light"), known=first.written))
    assert read_state(path) == State(theme="light")


def test_what_both_changed_is_as_the_last_one_left_it(two: tuple[Writer, Writer], path: Path) -> None:
    one, other = two
    one.change(theme="dark", window=Window("one", {"left": [1]}))
    other.change(theme="light", window=Window("other"))
    one.save()
    other.save()
    assert (read_state(path).theme, read_state(path).window) == ("light", Window("other"))


def test_what_one_took_away_does_not_come_back_with_the_other(two: tuple[Writer, Writer], path: Path) -> None:
    one, other = two
    one.change(keys={"Undo": "F5", "Redo": "F6"}, conflicts={"m": "o"}, theme="dark")
    one.save()
    other.change(animation=False)
    other.save()
    one.change(keys={"Redo": "F6"}, conflicts={}, theme="system")
    one.save()
    other.change(veiled=True)
    other.save()
    found = read_state(path)
    assert (found.keys, found.conflicts, found.theme) == ({"Redo": "F6"}, {}, "system")
    assert (found.animation, found.veiled) == (False, True)


def test_rosters_and_lines_of_both_are_listed(two: tuple[Writer, Writer], path: Path) -> None:
    one, other = two
    for writer, name in ((one, "mars"), (other, "venus"), (one, "luna")):
        writer.state = writer.state.with_recent(Path(f"{name}.json"), name).with_line(name)
        writer.save()
    found = read_state(path)
    assert [recent.name for recent in found.recent] == ["luna", "mars", "venus"]
    assert sorted(found.history) == ["luna", "mars", "venus"]
    assert found.history[-1] == "luna"


def test_a_roster_that_one_forgot_stays_forgotten_and_what_the_other_opened_stays(
    two: tuple[Writer, Writer], path: Path
) -> None:
    one, other = two
    for name in ("mars", "venus"):
        one.state = one.state.with_recent(Path(f"{name}.json"), name)
    one.save()
    other.base = other.state = read_state(path)
    one.change(recent=one.state.recent[:1])
    one.save()
    other.state = other.state.with_recent(Path("luna.json"), "luna")
    other.save()
    assert [recent.name for recent in read_state(path).recent] == ["luna", "venus"]


def test_lists_stay_short() -> None:
    mine, others = State(), State()
    for number in range(MOST_RECENT):
        mine = mine.with_recent(Path(f"m{number}"), "m").with_line(f"m{number}")
        others = others.with_recent(Path(f"o{number}"), "o")
    for number in range(MOST_LINES):
        others = others.with_line(f"o{number}")
    whole = merged(State(), mine, others)
    assert [recent.path for recent in whole.recent] == [f"m{number}" for number in reversed(range(MOST_RECENT))]
    assert len(whole.history) == MOST_LINES
    assert whole.history[-1] == f"m{MOST_RECENT - 1}"


def test_what_a_newer_program_keeps_there_stays(path: Path) -> None:
    path.write_bytes(b'{"format": 2, "zoom": 2, "views": {"mars": {"camera": 3}}}')
    one = Writer(path)
    path.write_bytes(b'{"format": 2, "zoom": 4, "views": {"mars": {"camera": 5, "selected": "eva"}}, "sound": true}')
    one.change(theme="dark")
    one.save()
    assert data_of(read_state(path)) == {
        "format": 2,
        "theme": "dark",
        "zoom": 4,
        "sound": True,
        "views": {"mars": {"camera": 5, "selected": "eva"}},
    }


@pytest.mark.parametrize("left", [None, b"{", b"[]", b'{"theme": 3, "secret": true}'])
def test_where_the_file_is_gone_or_damaged_all_is_written(
    two: tuple[Writer, Writer], path: Path, left: bytes | None
) -> None:
    one, _ = two
    one.change(theme="dark", keys={"Undo": "F5"})
    one.save()
    path.unlink()
    if left is not None:
        path.write_bytes(left)
    one.change(animation=False)
    one.save()
    assert read_state(path) == one.state
    assert len(list(path.parent.glob("state-damaged-*"))) == (left is not None)


def test_what_a_newer_program_wrote_meanwhile_is_not_written_over(two: tuple[Writer, Writer], path: Path) -> None:
    one, _ = two
    newer = b'{"format": %d}' % (FORMAT + 1)
    path.write_bytes(newer)
    one.change(theme="dark")
    with pytest.raises(UnwritableFileError, match="a newer GM Desk has written it meanwhile"):
        one.save()
    assert path.read_bytes() == newer


def test_while_another_window_writes_it_is_waited_for(
    two: tuple[Writer, Writer], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gm_desk.store.state.WAIT", 0)
    one, _ = two
    one.change(theme="dark")
    held, busy = locked(path.parent / "locks" / "state.json.lock", 0), "another GM Desk window is writing it"
    with held, pytest.raises(UnwritableFileError, match=busy):
        one.save()
    one.save()
    assert read_state(path).theme == "dark"


def test_where_no_lock_can_be_made_it_is_written_all_the_same(two: tuple[Writer, Writer], path: Path) -> None:
    one, _ = two
    (path.parent / "locks").write_text("no folder")
    one.change(theme="dark")
    one.save()
    assert read_state(path).theme == "dark"


# --- Whatever two windows do -----------------------------------------------------------------------------------------

names = st.sampled_from(["a", "b", "c"])
Change = tuple[str, str, str]
changes = st.tuples(st.sampled_from(["keys", "conflicts", "selected", "folded", "theme", "geometry"]), names, names)
steps = st.lists(st.tuples(st.sampled_from([0, 1]), st.none() | changes), max_size=25)
THEMES = {"a": "dark", "b": "light", "c": "contrast"}


def made(state: State, change: Change) -> State:
    """Change a part of a state."""
    kind, key, value = change
    view = state.views.get(key, View())
    parts: dict[str, Callable[[], dict[str, Any]]] = {
        "keys": lambda: {"keys": {**state.keys, key: value}},
        "conflicts": lambda: {"conflicts": {**state.conflicts, key: value}},
        "selected": lambda: {"views": {**state.views, key: structs.replace(view, selected=value)}},
        "folded": lambda: {"views": {**state.views, key: structs.replace(view, folded=(value,))}},
        "theme": lambda: {"theme": THEMES[value]},
        "geometry": lambda: {"window": Window(value)},
    }
    return structs.replace(state, **parts[kind]())


def flat(state: State) -> dict[tuple[str, str], object]:
    """List the parts of a state that differ from those of a fresh one, each by its name."""
    views = {(f"{name} of {key}"): value for key, view in state.views.items() for name, value in _fields(view).items()}
    flat_parts: dict[str, dict[str, object]] = {
        "keys": dict(state.keys),
        "conflicts": dict(state.conflicts),
        "views": views,
        "": {"theme": state.theme, "geometry": state.window.geometry},
    }
    return {(kind, key): value for kind, parts in flat_parts.items() for key, value in parts.items()}


def _fields(view: View) -> dict[str, object]:
    return {name: getattr(view, name) for name in ("selected", "folded") if getattr(view, name)}


@settings(max_examples=tries(60), deadline=None)
@given(steps)
def test_each_part_is_as_whoever_changed_and_saved_it_last_left_it(
    tmp_path_factory: pytest.TempPathFactory, done: list[tuple[int, Change | None]]
) -> None:
    path = tmp_path_factory.mktemp("state") / "state.json"
    write_state(path, State())
    writers, expected = [Writer(path), Writer(path)], flat(State())
    for who, change in [*done, (0, None), (1, None)]:
        writer = writers[who]
        if change is not None:
            writer.state = made(writer.state, change)
            continue
        before = flat(writer.base)
        expected |= {part: value for part, value in flat(writer.state).items() if before.get(part) != value}
        writer.save()
        assert flat(read_state(path)) == expected
