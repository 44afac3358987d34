"""Exporting characters: as a roster, as text, or for Foundry."""

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
    """The formats in which characters can be exported."""

    ROSTER = "json"
    MARKDOWN = "md"
    PLAIN = "txt"
    CSV = "csv"
    EP2E = "ep2e"
    ECLIPSEPHASE = "eclipsephase"
    OLDER_ECLIPSEPHASE = "eclipsephase-old"

    @property
    def is_foundry(self) -> bool:
        """Whether it is a format of Foundry, whose JSON files have one actor each."""
        return self in {ExportFormat.EP2E, ExportFormat.ECLIPSEPHASE, ExportFormat.OLDER_ECLIPSEPHASE}

    @property
    def suffix(self) -> str:
        """The suffix of its files."""
        return ".json" if self.is_foundry else f".{self}"


def formats_of(system: System) -> list[ExportFormat]:
    """Return the formats for characters of a system."""
    return [shape for shape in ExportFormat if system.id == EP2 or not shape.is_foundry]


def spelt(characters: Sequence[Character], system: System, shape: ExportFormat) -> bytes:
    """Return the bytes of a file of characters; several for Foundry become a pack with one on each line."""
    match shape:
        case ExportFormat.ROSTER:
            return _roster(characters, system)
        case ExportFormat.MARKDOWN:
            from gm_desk.core.stat_blocks.write_markdown import markdown_of

            return "\n".join(markdown_of(one, system).rstrip("\n") + "\n" for one in characters).encode()
        case ExportFormat.PLAIN:
            from gm_desk.core.stat_blocks.write_plain import plain_of

            return "\n".join(plain_of(one, system).rstrip("\n") + "\n" for one in characters).encode()
        case ExportFormat.CSV:
            from gm_desk.core.tables.writing import characters_as_csv

            return characters_as_csv(characters, system).encode(
                "utf-8-sig"
            )  # without the mark, Excel takes it for Windows-1252
        case ExportFormat.EP2E:
            from gm_desk.store.exchange.foundry.ep2e.writing import ep2e_of

            return _json([ep2e_of(one) for one in characters])
        case ExportFormat.ECLIPSEPHASE:
            from gm_desk.store.exchange.foundry.eclipsephase.writing import eclipsephase_of

            return _json([eclipsephase_of(one) for one in characters])
        case ExportFormat.OLDER_ECLIPSEPHASE:
            from gm_desk.store.exchange.foundry.eclipsephase.older_writing import older_eclipsephase_of

            return _json([older_eclipsephase_of(one) for one in characters])


def _roster(characters: Sequence[Character], system: System) -> bytes:
    """Return a roster without groups, named after its characters; the same characters always give the same bytes."""
    alone = tuple(msgspec.structs.replace(one, group="") for one in characters)
    name = characters[0].name if len(characters) == 1 else f"{len(characters)} characters"
    digest = hashlib.sha256(msgspec.json.encode(alone)).hexdigest()
    return encode_roster(Roster(id=digest[:16], name=name, system=system.id, characters=alone))


def _json(actors: Sequence[dict[str, object]]) -> bytes:
    """Return one actor as indented JSON, several as lines."""
    if len(actors) == 1:
        return msgspec.json.format(msgspec.json.encode(actors[0]), indent=2) + b"\n"
    return b"".join(msgspec.json.encode(one) + b"\n" for one in actors)


def why_not_onto(path: Path, places: Places, rosters: Iterable[Path] = ()) -> str:
    """Return the reason why an export must not be written to a path as a clause, or nothing if it may.

    `rosters` are files outside the data directory. Links are followed. Exports may be written to the folder of
    backups, but must not replace a backup.
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
    """Yield the files of the data directory that a path may refer to; exports in the folder of backups do not count."""
    if not target.is_file():
        return
    for folder, _, names in os.walk(places.root):
        for name in names:
            if not (name.endswith(SUFFIX) and _is_in(Path(folder), places.backups)):
                yield Path(folder, name)


def _is_in(path: Path, folder: Path) -> bool:
    """Return whether a path is a folder or in it, however the two are spelled."""
    return any(_same(one, folder) for one in (path, *path.parents))


def _same(one: Path, other: Path) -> bool:
    """Return whether two paths lead to the same file or folder, even if it does not exist."""
    try:
        return one.samefile(other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)
