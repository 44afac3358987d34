"""Saving the state of the program beside other windows that do the same: each writes what it changed itself.

A window knows what it wrote last. What differs from that now is its own change, and is put into what the file holds by
then; all else stays as the others left it. It is done under a lock.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gm_desk.store.errors import UnwritableFileError
from gm_desk.store.locks import BusyError, locked
from gm_desk.store.state import FORMAT, MOST_LINES, MOST_RECENT, State, data_of, sound_state, state_of, write_state

Data = Mapping[str, Any]
WAIT = 5.0
"""Seconds to wait for another window that is writing."""
IN_PARTS = {"views": 2, "keys": 1, "conflicts": 1, "printing": 1}
"""Which keys hold parts of their own, and how deep: each roster's view has fields of its own."""
MISSING = object()


def merge_state(path: Path, base: State, ours: State) -> State:
    """Put what changed from `base` to `ours` into a state's file, and return all that it holds then.

    A file that is damaged, or is not there, takes ours whole. Raises UnwritableFileError.
    """
    try:
        with locked(path.parent / "locks" / f"{path.name}.lock", WAIT):
            theirs = sound_state(path)
            if theirs is not None and theirs.format > max(FORMAT, ours.format):
                raise UnwritableFileError(path, "a newer GM Desk has written it meanwhile")
            whole = ours if theirs is None else merged(base, ours, theirs)
            write_state(path, whole)
    except BusyError as error:
        raise UnwritableFileError(path, "another GM Desk window is writing it") from error
    return whole


def merged(base: State, ours: State, theirs: State) -> State:
    """Return `theirs` with what changed from `base` to `ours`."""
    before, mine, others = data_of(base), data_of(ours), data_of(theirs)
    whole = _merged(before, mine, others, IN_PARTS)
    recent = [one.get("recent", []) for one in (before, mine, others)]
    whole["recent"] = _merged_list(recent, _path)[:MOST_RECENT]
    history = [one.get("history", [])[::-1] for one in (before, mine, others)]  # here the newest comes last
    whole["history"] = _merged_list(history, str)[:MOST_LINES][::-1]
    return state_of(whole)


def _merged(before: Data, mine: Data, others: Data, depths: Mapping[str, int]) -> dict[str, Any]:
    """Merge objects key by key, and those whose keys are parts of their own in the same way."""
    whole: dict[str, Any] = {}
    for key in dict.fromkeys([*others, *mine]):
        was, is_mine, is_theirs = (one.get(key, MISSING) for one in (before, mine, others))
        depth = depths.get(key, 0)
        if is_mine == was:
            value = is_theirs
        elif depth and isinstance(is_mine, dict) and isinstance(is_theirs, dict):
            inner = was if isinstance(was, dict) else {}
            value = _merged(inner, is_mine, is_theirs, dict.fromkeys([*is_mine, *is_theirs], depth - 1))
        else:
            value = is_mine
        if value is not MISSING:
            whole[key] = value
    return whole


def _merged_list(three: Sequence[list[Any]], name: Callable[[Any], str]) -> list[Any]:
    """Merge lists whose newest item comes first: ours with what others added, without what either took away.

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
