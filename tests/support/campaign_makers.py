"""Campaigns for tests: a data directory with a roster, rolls and portraits, and zips that are no valid campaigns."""

import hashlib
import json
import zipfile
from pathlib import Path
from typing import Any

from gm_desk.core.characters.roster import Roster
from gm_desk.store.disk.places import Places
from gm_desk.store.portraits import keep_portrait
from gm_desk.store.rosters.files import write_roster
from makers import a_character, a_journal, a_roster, some_entries

FACE = b"\x89PNG\r\n\x1a\n a face"


def a_campaign(places: Places, *, rolls: int = 3, name: str = "Mars") -> Roster:
    """Create a roster, its log and a portrait in a data directory, and return the roster."""
    face = keep_portrait(places.portraits, FACE)
    roster = a_roster(name=name, characters=(a_character(portrait=face),))
    write_roster(places.roster(roster.name, roster.id), roster)
    if rolls:
        with a_journal(places.journal(roster.id), some_entries(rolls)):
            pass
    return roster


def files_of(places: Places) -> dict[str, bytes]:
    """Return all files of a data directory with their bytes, but for what SQLite makes while a log is read."""
    found = {path: path.read_bytes() for path in sorted(places.root.rglob("*")) if path.is_file()}
    return {
        str(path.relative_to(places.root)): content for path, content in found.items() if not _of_readers(path, content)
    }


def _of_readers(path: Path, content: bytes) -> bool:
    """Return whether a file holds no rolls: the memory that readers share, or a write-ahead log without pages."""
    return path.name.endswith("-shm") or (path.name.endswith("-wal") and not content)


def members(path: Path) -> dict[str, bytes]:
    """Return the files in a zip with their bytes."""
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def repacked(path: Path, inside: dict[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> Path:
    """Write a zip with these files, in this order."""
    with zipfile.ZipFile(path, "w", how) as packed:
        for name, content in inside.items():
            packed.writestr(name, content)
    return path


def with_manifest(inside: dict[str, bytes], **changes: Any) -> dict[str, bytes]:
    """Return files with a manifest that fits them, as an attacker would write it."""
    files = [
        {"name": name, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in inside.items()
        if name != "manifest.json"
    ]
    manifest = {"format": 1, "version": "0", "id": "r1", "name": "Mars", "system": "ep2", "files": files, **changes}
    rest = {name: content for name, content in inside.items() if name != "manifest.json"}
    return {"manifest.json": json.dumps(manifest).encode(), **rest}
