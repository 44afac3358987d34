"""Characters on their way out: as a roster of ours, as text, or for a web tabletop."""

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path

import msgspec

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.systems.definition import System
from gm_desk.store.disk.places import SUFFIX, Places
from gm_desk.store.rosters.files import encode_roster

EP2 = "ep2"


class ExportFormat(StrEnum):
    """Name what characters can be sent out as."""

    ROSTER = "json"
    MARKDOWN = "md"
    PLAIN = "txt"
    EP2E = "ep2e"
    ECLIPSEPHASE = "eclipsephase"

    @property
    def is_foundry(self) -> bool:
        """Tell whether it is an actor of Foundry, one a file."""
        return self in {ExportFormat.EP2E, ExportFormat.ECLIPSEPHASE}

    @property
    def suffix(self) -> str:
        """Give how the names of its files end."""
        return ".json" if self.is_foundry else f".{self}"


def shapes_of(system: System) -> list[ExportFormat]:
    """List what characters of a system can be sent out as."""
    return [shape for shape in ExportFormat if system.id == EP2 or not shape.is_foundry]


def spelt(characters: Sequence[Character], system: System, shape: ExportFormat) -> bytes:
    """Give the bytes of a file of characters; of Foundry's, several are a pack with one a line."""
    match shape:
        case ExportFormat.ROSTER:
            return _roster(characters, system)
        case ExportFormat.MARKDOWN:
            from gm_desk.core.stat_blocks.markdown import markdown_of

            return "\n".join(markdown_of(one, system).rstrip("\n") + "\n" for one in characters).encode()
        case ExportFormat.PLAIN:
            from gm_desk.core.stat_blocks.plain import plain_of

            return "\n".join(plain_of(one, system).rstrip("\n") + "\n" for one in characters).encode()
        case ExportFormat.EP2E:
            from gm_desk.store.exchange.foundry.ep2e.writing import ep2e_of

            return _json([ep2e_of(one) for one in characters])
        case ExportFormat.ECLIPSEPHASE:
            from gm_desk.store.exchange.foundry.eclipsephase.writing import eclipsephase_of

            return _json([eclipsephase_of(one) for one in characters])


def _roster(characters: Sequence[Character], system: System) -> bytes:
    """Give a roster without groups, named after who is in it; the same characters always give the same."""
    alone = tuple(msgspec.structs.replace(one, group="") for one in characters)
    name = characters[0].name if len(characters) == 1 else f"{len(characters)} characters"
    digest = hashlib.sha256(msgspec.json.encode(alone)).hexdigest()
    return encode_roster(Roster(id=digest[:16], name=name, system=system.id, characters=alone))


def _json(actors: Sequence[dict[str, object]]) -> bytes:
    """Give one actor as JSON to be read, several as lines."""
    if len(actors) == 1:
        return msgspec.json.format(msgspec.json.encode(actors[0]), indent=2) + b"\n"
    return b"".join(msgspec.json.encode(one) + b"\n" for one in actors)


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
