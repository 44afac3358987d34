"""The state of the program: settings, recent rosters, window geometry, and the tests being composed.

It cannot be undone, and losing it loses no work: unreadable parts are reset. Unknown keys are written back, and a file
of a newer format is read as far as possible, but not written.
"""

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, structs

from gm_desk.core.characters.roster import Extra, clean
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.drafts.scene_record import SceneRecord
from gm_desk.store.disk.files import (
    MOST_STATE_BYTES,
    UnreadableFileError,
    UnwritableFileError,
    bounded_bytes,
    holds,
    refuse_lost_folder,
    write_atomically,
)
from gm_desk.store.rosters.checks import OURS, spread_extra, with_extra

FORMAT = 2
Theme = Literal["system", "dark", "light", "contrast"]
PlayersTheme = Literal["", "dark", "light", "contrast"]
PerPage = Literal[1, 2, 4, 8]
PaperName = Literal["", "a4", "letter"]
MOST_RECENT = 9
SMALLEST_TEXT, LARGEST_TEXT = 80, 200
EXTRA = b'"extra"'
MOST_LINES, LONGEST_LINE = 50, 200

Line = Annotated[str, Meta(max_length=LONGEST_LINE)]


class Recent(Struct, frozen=True, omit_defaults=True):
    """A recently opened roster."""

    path: str
    name: str
    system: str = ""
    extra: Extra = {}


class View(Struct, frozen=True, omit_defaults=True):
    """The view of one roster: the selected character, the draft, and the record of the current scene.

    `records` are those of the other scenes, by their ids, and of the tests outside any scene, by "".
    `folded` are the ids of folded groups; "" is the group of those without one. `secret` is set if it differs from
    the default. `folded_evenings` are the ids of folded evenings in the log.
    """

    selected: str = ""
    draft: Draft = Draft()
    scene: SceneRecord = SceneRecord()
    records: dict[str, SceneRecord] = {}
    folded: tuple[str, ...] = ()
    secret: bool | None = None
    folded_evenings: tuple[str, ...] = ()
    extra: Extra = {}


class Window(Struct, frozen=True, omit_defaults=True):
    """The window: Qt's geometry in base64, the sizes of each splitter, hidden panes, and the tab in front."""

    geometry: str = ""
    panes: dict[str, list[Annotated[int, Meta(ge=0, le=100_000)]]] = {}
    hidden: tuple[str, ...] = ()
    front: str = ""
    extra: Extra = {}


class Printing(Struct, frozen=True, omit_defaults=True):
    """The last print settings for cards: the number on a page, and the paper; "" is the usual one of the country."""

    per_page: PerPage = 4
    paper: PaperName = ""
    extra: Extra = {}


class PlayersPlace(Struct, frozen=True, omit_defaults=True):
    """The position of the players' window: its screen, whether it filled it, and otherwise Qt's geometry in base64.

    `theme` is its own theme, "" for that of the program; `full` is None until it has been chosen.
    """

    screen: str = ""
    full: bool | None = None
    geometry: str = ""
    theme: PlayersTheme = ""
    extra: Extra = {}


class State(Struct, frozen=True, omit_defaults=True):
    """Everything the program remembers, in the `format` of its file.

    `secret` is whether rolls are secret by default; `history` are lines of the finder, newest last. `conflicts`
    are files changed by other programs, each with the file of our version, until the GM has chosen. `keys` are the
    shortcuts set by the GM, "Ctrl+Z Ctrl+Y", by action. `text_size` is in per cent. `folders` are the folders chosen
    last, by kind of file.
    """

    theme: Theme = "system"
    window: Window = Window()
    recent: tuple[Recent, ...] = ()
    views: dict[str, View] = {}
    veiled: bool = False
    secret: bool = False
    animation: bool = True
    conflicts: dict[str, str] = {}
    keys: dict[str, str] = {}
    text_size: Annotated[int, Meta(ge=SMALLEST_TEXT, le=LARGEST_TEXT)] = 100
    history: Annotated[tuple[Line, ...], Meta(max_length=MOST_LINES)] = ()
    printing: Printing = Printing()
    players: PlayersPlace = PlayersPlace()
    folders: dict[str, str] = {}
    format: Annotated[int, Meta(ge=1)] = FORMAT
    extra: Extra = {}

    def with_recent(self, path: Path, name: str, system: str = "") -> "State":
        """Return the state with a roster as the most recent one, unless its path cannot be encoded as text."""
        latest = Recent(str(path), name, system)
        if clean(latest.path) != latest.path:
            return self
        others = tuple(recent for recent in self.recent if recent.path != latest.path)
        return structs.replace(self, recent=(latest, *others)[:MOST_RECENT])

    def with_conflict(self, path: Path, ours: Path | None) -> "State":
        """Return the state with the file of our version of a file that others changed; None ends the conflict."""
        others = {key: value for key, value in self.conflicts.items() if key != str(path)}
        if ours is not None and clean(f"{path}{ours}") == f"{path}{ours}":
            others[str(path)] = str(ours)
        return structs.replace(self, conflicts=others)

    def with_folder(self, kind: str, folder: str) -> "State":
        """Return the state with the folder chosen last for a kind of file, unless it cannot be encoded as text."""
        return self if clean(folder) != folder else structs.replace(self, folders={**self.folders, kind: folder})

    def with_view(self, roster_id: str, view: View) -> "State":
        """Return the state with the view of a roster."""
        return structs.replace(self, views={**self.views, roster_id: view})

    def with_line(self, line: str) -> "State":
        """Return the state with a line as the newest of the finder, without duplicates; long lines are not added."""
        line = " ".join(clean(line).split())
        if not line or len(line) > LONGEST_LINE:
            return self
        others = tuple(old for old in self.history if old != line)
        return structs.replace(self, history=(*others, line)[-MOST_LINES:])


def read_state(path: Path) -> State:
    """Read the state; if it is missing or a part cannot be read, that part is reset."""
    try:
        raw = msgspec.json.decode(bounded_bytes(path, MOST_STATE_BYTES))
    except (UnreadableFileError, ValueError, RecursionError):
        return State()
    if not isinstance(raw, dict):
        return State()
    data = raw if raw.get("format") == FORMAT else _migrated(raw)
    good: dict[str, Any] = {}
    for key, value in data.items():
        with contextlib.suppress(msgspec.ValidationError, RecursionError):
            if key not in OURS:
                msgspec.convert({key: value}, State)
            good[key] = value
    return state_of(good)


def _migrated(raw: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a state in the current format, or in that of a newer version."""
    from gm_desk.store.rosters.migrations import OF_STATES, migrated

    return migrated(raw, OF_STATES, oldest=0)


def sound_state(path: Path) -> State | None:
    """Read the state, or return None if it is missing or damaged anywhere."""
    try:
        msgspec.json.decode(bounded_bytes(path, MOST_STATE_BYTES), type=State)
    except (UnreadableFileError, ValueError, RecursionError):
        return None
    return read_state(path)


def data_of(state: State) -> dict[str, Any]:
    """Return a state as the data of its file."""
    data = _data_with_extra(state)
    spread_extra(state, data)
    return data


def _data_with_extra(state: State) -> dict[str, Any]:
    """Return a state as data in which the unknown keys are not in their places yet."""
    return {"format": state.format, **msgspec.to_builtins(state)}


def write_state(path: Path, state: State) -> bytes:
    """Write the state, and return what was written: nothing if its format is a newer one; raise UnwritableFileError.

    A damaged file is copied first, named after the time of its last change.
    """
    if state.format > FORMAT:
        return b""
    _put_aside_damaged(path)
    content = _encoded(state)
    write_atomically(path, content)
    return content


def _encoded(state: State) -> bytes:
    """Return a state as the content of its file."""
    encoded = msgspec.json.encode(_data_with_extra(state))
    if EXTRA in encoded:  # which is seldom, and looking through all parts takes long
        encoded = msgspec.json.encode(data_of(state))
    return msgspec.json.format(encoded, indent=1)


def _put_aside_damaged(path: Path) -> None:
    """Keep a copy of a file that is about to be replaced, if it is damaged."""
    try:
        found = path.stat()
        when = datetime.fromtimestamp(found.st_mtime, UTC).strftime("%Y%m%dT%H%M%SZ")
        aside = path.with_name(f"{path.stem}-damaged-{when}{path.suffix}")
        if found.st_size > MOST_STATE_BYTES:
            path.replace(aside)
            return
        content = path.read_bytes()
    except OSError:
        return
    try:
        msgspec.json.decode(content, type=State)
    except (ValueError, RecursionError):
        write_atomically(aside, content)


def state_of(data: dict[str, Any]) -> State:
    """Return the state of data, with unknown keys."""
    state: State = with_extra(msgspec.convert({key: data[key] for key in data if key not in OURS}, State), data)
    return structs.replace(state, recent=state.recent[:MOST_RECENT])


Data = Mapping[str, Any]
WAIT = 5.0
"""Seconds to wait for another window that is writing."""
IN_PARTS = {"views": 2, "keys": 1, "conflicts": 1, "printing": 1, "players": 1, "folders": 1}
"""The keys whose values are merged by key, and to what depth: each roster's view has its own fields."""
MISSING = object()


def merge_state(path: Path, base: State, ours: State, known: bytes = b"") -> tuple[State, bytes]:
    """Merge the changes from `base` to `ours` into the file, and return its new content, read and as it is written.

    A file that is damaged or missing is replaced with ours, and so is one that still has the content `known`, which is
    that of `base`: nobody else has changed it. Raise UnwritableFileError.
    """
    from gm_desk.store.disk.locks import BusyError, locked

    try:
        with locked(path.parent / "locks" / f"{path.name}.lock", WAIT):
            if known and holds(path, known):
                content = _encoded(ours)
                write_atomically(path, content, swept=True)
                return ours, content
            theirs = sound_state(path)
            if theirs is not None and theirs.format > max(FORMAT, ours.format):
                raise UnwritableFileError(path, "a newer GM Desk has written it meanwhile")
            whole = ours if theirs is None else merged(base, ours, theirs)
            return whole, write_state(path, whole)
    except BusyError as error:
        raise UnwritableFileError(path, "another GM Desk window is writing it") from error


class StateSave(Struct, frozen=True):
    """A state to be saved, and the state as last written, from which the changes are found.

    If the file `was_there`, its folder is not created again. `known` is its content if that is `base` and no more.
    """

    path: Path
    base: State
    ours: State
    was_there: bool = False
    known: bytes = b""


class StateSaved(Struct, frozen=True):
    """The result of a save: the state that was saved, and the new content of the file; `error` if it failed.

    `written` is that content in bytes if it is the state that was saved and no more.
    """

    ours: State
    whole: State
    error: UnwritableFileError | None = None
    written: bytes = b""


def save_state(save: StateSave) -> StateSaved:
    """Write the changes of a state, in any thread."""
    try:
        if save.was_there:
            refuse_lost_folder(save.path)
        whole, written = merge_state(save.path, save.base, save.ours, save.known)
        return StateSaved(save.ours, whole, written=written if whole is save.ours or whole == save.ours else b"")
    except UnwritableFileError as error:
        return StateSaved(save.ours, save.ours, error)


def merged(base: State, ours: State, theirs: State) -> State:
    """Return `theirs` with the changes from `base` to `ours`."""
    before, mine, others = data_of(base), data_of(ours), data_of(theirs)
    whole = _merged(before, mine, others, IN_PARTS)
    recent = [one.get("recent", []) for one in (before, mine, others)]
    whole["recent"] = _merged_list(recent, _path)[:MOST_RECENT]
    history = [one.get("history", [])[::-1] for one in (before, mine, others)]  # the newest line is last in this list
    whole["history"] = _merged_list(history, str)[:MOST_LINES][::-1]
    return state_of(whole)


def _merged(before: Data, mine: Data, others: Data, depths: Mapping[str, int]) -> dict[str, Any]:
    """Merge objects by key, down to the given depths."""
    whole: dict[str, Any] = {}
    for key in dict.fromkeys([*others, *mine]):
        was, my_value, their_value = (one.get(key, MISSING) for one in (before, mine, others))
        depth = depths.get(key, 0)
        if my_value == was:
            value = their_value
        elif depth and isinstance(my_value, dict) and isinstance(their_value, dict):
            inner = was if isinstance(was, dict) else {}
            value = _merged(inner, my_value, their_value, dict.fromkeys([*my_value, *their_value], depth - 1))
        else:
            value = my_value
        if value is not MISSING:
            whole[key] = value
    return whole


def _merged_list(three: Sequence[list[Any]], name: Callable[[Any], str]) -> list[Any]:
    """Merge lists with the newest item first: ours with items added by others, without those removed by either.

    `three` are the list before, ours, and theirs.
    """
    before, mine, others = three
    if mine == before:
        return others
    old, ours, theirs = (_names(one, name) for one in (before, mine, others))
    kept = [one for one in mine if name(one) in theirs or name(one) not in old or one not in before]
    return [*kept, *(one for one in others if name(one) not in ours and name(one) not in old)]


def _names(items: Iterable[Any], name: Callable[[Any], str]) -> set[str]:
    return {name(one) for one in items}


def _path(recent: Data) -> str:
    return str(recent["path"])
