"""Which files are GM Desk's own, so that nothing is ever exported over them."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from gm_desk.store.places import SUFFIX, Places


def why_not_onto(path: Path, places: Places, rosters: Iterable[Path] = ()) -> str:
    """Say as a clause why nothing may be exported onto a path, or nothing where it may be.

    `rosters` are files outside the data directory. Links lead to what they are links of. Among the backups there is
    room for exports, though not in the place of a backup.
    """
    target = Path(os.path.realpath(path))
    if any(_same(target, roster) for roster in rosters) or _is_in(target, places.rosters):
        return "that is a place for rosters"
    if _is_in(target, places.root) and not _is_in(target, places.backups):
        return "that is a place for GM Desk’s own files"
    if any(_same(target, own) for own in _own_files(target, places)):
        return "that is a file of GM Desk’s own"
    return ""


def _own_files(target: Path, places: Places) -> Iterator[Path]:
    """List the files of the data directory that a file may be, by any name; exports among the backups are none."""
    if not target.is_file():
        return
    for folder, _, names in os.walk(places.root):
        for name in names:
            if not (name.endswith(SUFFIX) and _is_in(Path(folder), places.backups)):
                yield Path(folder, name)


def _is_in(path: Path, folder: Path) -> bool:
    """Tell whether a path is a folder or in it, however the two are spelled."""
    return any(_same(one, folder) for one in (path, *path.parents))


def _same(one: Path, other: Path) -> bool:
    """Tell whether two paths lead to the same file or folder, which need not be there."""
    try:
        return one.samefile(other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)
