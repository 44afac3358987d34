"""A campaign as one file: roster, log and portraits in a zip, with a manifest of its contents.

    manifest.json          format, version of GM Desk, id, name and system of the roster; name, size and SHA-256 of each
    roster.json            the roster's file, byte for byte
    journal.sqlite         a consistent state of the log; missing if nothing was ever rolled
    portraits/<hash>.png   the portraits of the roster's characters, and the pictures for the players

It is for the GM: secret rolls and notes are included.
"""

import hashlib
import shutil
import sqlite3
import zipfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from gm_desk import __version__
from gm_desk.core.characters.roster import Roster
from gm_desk.store.disk.files import UnwritableFileError, write_atomically
from gm_desk.store.disk.places import Places
from gm_desk.store.portraits import MOST_PICTURE_BYTES, portrait_path, read_portrait

FORMAT = 1
MANIFEST, ROSTER, JOURNAL, PORTRAITS = "manifest.json", "roster.json", "journal.sqlite", "portraits/"
MOST_FILES = 20_000
MOST_JOURNAL = 512 * 1024 * 1024
"""Enough for two million rolls."""
ALWAYS_FINE, MOST_RATIO = 64 * 1024 * 1024, 100
"""A file of any size may unpack to `ALWAYS_FINE` bytes; a larger one to at most `MOST_RATIO` times its size."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the zip, so that the same campaign gives the same bytes."""


class ManifestPart(Struct, frozen=True):
    """A file in the manifest: its name in the zip, its size in bytes, its SHA-256 in hex."""

    name: str
    size: int
    sha256: str


class Manifest(Struct, frozen=True, kw_only=True):
    """The manifest of a campaign file: its contents, and the version that wrote it."""

    format: int = FORMAT
    version: str = __version__
    id: str
    name: str
    system: str
    files: tuple[ManifestPart, ...] = ()


def export_campaign(roster: Roster, content: bytes, places: Places, path: Path) -> tuple[str, ...]:
    """Write the campaign of a roster, whose file has the bytes `content`, to one file atomically.

    Return a clause for each missing part. The log may be open meanwhile. Raise UnwritableFileError.
    """
    with TemporaryDirectory(prefix="gm-desk-") as made:
        folder = Path(made)
        try:
            (folder / ROSTER).write_bytes(content)
            left_out = [*_copy_journal(places.journal(roster.id), folder / JOURNAL)]
            left_out += _copy_portraits(roster, places.portraits, folder / PORTRAITS)
            _pack(folder, roster, folder / "packed")
            packed = (folder / "packed").read_bytes()
        except OSError as error:
            raise UnwritableFileError(path, error.strerror or str(error)) from error
        write_atomically(path, packed)
    return tuple(left_out)


def most_unpacked(size: int) -> int:
    """Return how many bytes a file of a size may unpack to."""
    return ALWAYS_FINE + MOST_RATIO * size


def _copy_journal(source: Path, target: Path) -> list[str]:
    """Copy a consistent state of a log, even while it is being written; return a clause if it fails."""
    if not source.exists():
        return []
    try:
        with closing(sqlite3.connect(target)) as new:
            _backup(source, new)
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        return [f"the log, which could not be read ({error})"]
    if target.stat().st_size > MOST_JOURNAL:
        target.unlink()
        return [f"the log, which is larger than {MOST_JOURNAL // 1024 // 1024} MB"]
    return []


def _backup(source: Path, new: sqlite3.Connection) -> None:
    """Copy a database page by page; the copy contains a concurrent write completely or not at all.

    It is opened for writing, because only then does SQLite remove its own files beside it.
    """
    with closing(sqlite3.connect(f"{source.as_uri()}?mode=rw", uri=True, timeout=2)) as old:
        old.backup(new)


def _copy_portraits(roster: Roster, source: Path, target: Path) -> list[str]:
    """Copy the portraits and pictures of a roster; return a clause if some are missing."""
    target.mkdir()
    missing = 0
    pictures = {roster.picture, *(scene.picture for scene in roster.scenes)}
    for portrait in {*(one.portrait for one in roster.characters), *pictures} - {""}:
        content, path = read_portrait(source, portrait, MOST_PICTURE_BYTES), portrait_path(target, portrait)
        if content is None or path is None:
            missing += 1
        else:
            path.write_bytes(content)
    return [f"{missing} portrait{'s' if missing > 1 else ''} whose file is missing or damaged"] if missing else []


def _pack(folder: Path, roster: Roster, path: Path) -> None:
    """Write a zip that can be read again: without compression if it would exceed the limit for unpacking."""
    names = [name for name in (ROSTER, JOURNAL) if (folder / name).exists()]
    names += [f"{PORTRAITS}{portrait.name}" for portrait in sorted((folder / PORTRAITS).iterdir())]
    parts = tuple(_part(folder, name) for name in names)
    manifest = Manifest(id=roster.id, name=roster.name, system=roster.system, files=parts)
    (folder / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=1))
    _zip(folder, [MANIFEST, *names], path, zipfile.ZIP_DEFLATED)
    if sum(part.size for part in parts) > most_unpacked(path.stat().st_size):
        _zip(folder, [MANIFEST, *names], path, zipfile.ZIP_STORED)


def _part(folder: Path, name: str) -> ManifestPart:
    """Return the manifest's entry for a file."""
    with (folder / name).open("rb") as file:
        return ManifestPart(name, (folder / name).stat().st_size, hashlib.file_digest(file, "sha256").hexdigest())


def _zip(folder: Path, names: Sequence[str], path: Path, compression: int) -> None:
    """Write files to a zip."""
    with zipfile.ZipFile(path, "w") as packed:
        for name in names:
            info = zipfile.ZipInfo(name, LONG_AGO)
            info.compress_type = compression
            info.external_attr = 0o600 << 16
            info.file_size = (folder / name).stat().st_size
            with (folder / name).open("rb") as file, packed.open(info, "w") as member:
                shutil.copyfileobj(file, member)
