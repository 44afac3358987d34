"""Reading campaign files from untrusted sources: everything is checked before anything is kept."""

import hashlib
import os
import re
import sqlite3
import stat
import struct
import zipfile
import zlib
from contextlib import closing
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

from gm_desk.core.characters.roster import Roster
from gm_desk.store.campaign.exporting import (
    FORMAT,
    JOURNAL,
    MANIFEST,
    MOST_FILES,
    MOST_JOURNAL,
    PORTRAITS,
    ROSTER,
    Manifest,
    ManifestPart,
    most_unpacked,
)
from gm_desk.store.disk.files import MOST_ROSTER_BYTES, UnreadableFileError
from gm_desk.store.journal.schema import APPLICATION_ID, STEPS, VERSION, NewerLogError, version_of
from gm_desk.store.portraits import MOST_PICTURE_BYTES
from gm_desk.store.rosters.files import NEWER, decode_in_part

MOST_PACKED = 1024 * 1024 * 1024
MOST_MANIFEST = 8 * 1024 * 1024
CHUNK = 1024 * 1024
END = struct.Struct("<4s4H2LH")
"""The end record of a zip: signature, two disks, two counts, size and offset of the directory, comment length."""
END_MARK, END_MARK_64 = b"PK\x05\x06", b"PK\x06\x07"
LISTED = 512
"""Maximum number of bytes of a file's entry in the directory; our names are short."""
NO_ZIP = "it is not a GM Desk campaign, or it is damaged"
DAMAGED = "it is damaged"
WORDS = "found"
"""The log's full-text index, and the prefix of its tables."""


class Unpacked(Struct, frozen=True):
    """The checked contents of a campaign file: a log if there is one, and portraits by hash."""

    roster: Roster
    content: bytes
    journal: Path | None
    portraits: dict[str, Path]


class NewerManifest(Struct):
    """The keys that manifests of all formats have."""

    format: int
    version: str = ""


def unpack_campaign(path: Path, folder: Path) -> Unpacked:
    """Unpack a campaign file to an empty folder and check all of it; raise UnreadableFileError."""
    try:
        if not path.is_file():
            raise UnreadableFileError(path, "file not found")
        with path.open("rb") as file:
            _refuse_what_is_no_zip(path, file)
            with zipfile.ZipFile(file) as packed:
                manifest = _manifest(path, packed)
                for part in manifest.files:
                    _unpack(path, packed, part, folder)
    except OSError as error:
        raise UnreadableFileError(path, (error.strerror or str(error)).lower()) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, RuntimeError) as error:
        raise UnreadableFileError(path, NO_ZIP) from error
    return _checked(path, manifest, folder)


def read_manifest(path: Path) -> Manifest:
    """Return the manifest of a campaign file; nothing else is checked. Raise UnreadableFileError."""
    try:
        with path.open("rb") as file:
            _refuse_what_is_no_zip(path, file)
            with zipfile.ZipFile(file) as packed:
                return _manifest(path, packed)
    except OSError as error:
        raise UnreadableFileError(path, (error.strerror or str(error)).lower()) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, RuntimeError) as error:
        raise UnreadableFileError(path, NO_ZIP) from error


def _refuse_what_is_no_zip(path: Path, file: IO[bytes]) -> None:
    """Refuse files that are not plain zips, or have too many entries, before the directory is read."""
    size = file.seek(0, os.SEEK_END)
    if size < END.size:
        raise UnreadableFileError(path, NO_ZIP)
    if size > MOST_PACKED:
        raise UnreadableFileError(path, f"it is larger than {MOST_PACKED // 1024 // 1024 // 1024} GB")
    file.seek(max(0, size - END.size - 20))
    tail = file.read()
    mark, _, _, _, count, listed, _, note = END.unpack(tail[-END.size :])
    if mark != END_MARK or note or tail.startswith(END_MARK_64):
        raise UnreadableFileError(path, NO_ZIP)
    if count > MOST_FILES or listed > LISTED * (count + 1):
        raise UnreadableFileError(path, f"it contains more than {MOST_FILES:,} files")


def _manifest(path: Path, packed: zipfile.ZipFile) -> Manifest:
    """Return the manifest, after checking that the zip has exactly its files, by name and size."""
    infos = packed.infolist()
    by_name = {info.filename: info for info in infos}
    for info in infos:
        _refuse_odd(path, info)
    if len(by_name) != len(infos):
        raise UnreadableFileError(path, "it contains two files with the same name")
    if MANIFEST not in by_name or ROSTER not in by_name:
        raise UnreadableFileError(path, NO_ZIP)
    if sum(info.file_size for info in infos) > most_unpacked(path.stat().st_size):
        raise UnreadableFileError(path, "it would unpack to far more than a campaign can contain")
    manifest = _decoded(path, _read(packed, by_name[MANIFEST]))
    sizes = {part.name: part.size for part in manifest.files}
    held = {info.filename: info.file_size for info in infos if info.filename != MANIFEST}
    if sizes != held or len(sizes) != len(manifest.files):
        raise UnreadableFileError(path, "it does not contain the files that its manifest lists", MANIFEST)
    return manifest


def _refuse_odd(path: Path, info: zipfile.ZipInfo) -> None:
    """Refuse a member that GM Desk would not write: with another name, encrypted, a link, or too large."""
    name = info.filename
    if info.orig_filename != name or _most(name) == 0:
        raise UnreadableFileError(
            path, f"it contains a file that is not part of a campaign: “{_shown(info.orig_filename)}”"
        )
    if info.flag_bits & 1:
        raise UnreadableFileError(path, "it is encrypted", name)
    if stat.S_IFMT(info.external_attr >> 16) not in {0, stat.S_IFREG}:
        raise UnreadableFileError(path, "it is a link, not a file", name)
    if info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise UnreadableFileError(path, "its compression method is not supported", name)
    if info.file_size > _most(name):
        raise UnreadableFileError(path, f"it is larger than {_most(name) // 1024 // 1024} MB", name)


def _most(name: str) -> int:
    """Return the largest size of a file of a campaign; 0 for any other file."""
    if re.fullmatch(rf"{PORTRAITS}[0-9a-f]{{64}}\.png", name):
        return MOST_PICTURE_BYTES
    return {MANIFEST: MOST_MANIFEST, ROSTER: MOST_ROSTER_BYTES, JOURNAL: MOST_JOURNAL}.get(name, 0)


def _shown(name: str) -> str:
    """Return a foreign file name for a message."""
    return "".join(letter if letter.isprintable() else "�" for letter in name[:60])


def _decoded(path: Path, content: bytes) -> Manifest:
    """Decode a manifest; one of a newer format is refused with a message."""
    try:
        newer = msgspec.json.decode(content, type=NewerManifest)
        if newer.format > FORMAT:
            by = f", {_shown(newer.version)}" if newer.version else ""
            raise UnreadableFileError(path, f"it was written by a newer GM Desk{by}, and this one cannot read it")
        return msgspec.json.decode(content, type=Manifest)
    except (ValueError, RecursionError) as error:
        raise UnreadableFileError(path, DAMAGED, MANIFEST) from error


def _read(packed: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """Return a small member, reading no more than its stated size."""
    with packed.open(info) as member:
        content = member.read(info.file_size + 1)
    if len(content) != info.file_size:
        raise zipfile.BadZipFile(info.filename)
    return content


def _unpack(path: Path, packed: zipfile.ZipFile, part: ManifestPart, folder: Path) -> None:
    """Write a member to the folder, no more than its stated size, and check its SHA-256."""
    target, left, digest = folder / part.name, part.size, hashlib.sha256()
    target.parent.mkdir(exist_ok=True)
    with packed.open(part.name) as member, target.open("xb") as file:
        while chunk := member.read(min(CHUNK, left + 1)):
            left -= len(chunk)
            if left < 0:
                raise zipfile.BadZipFile(part.name)
            digest.update(chunk)
            file.write(chunk)
    by_name = Path(part.name).stem if part.name.startswith(PORTRAITS) else part.sha256
    if left or not digest.hexdigest() == part.sha256 == by_name:
        raise UnreadableFileError(path, "it was changed after it was exported", part.name)


def _checked(path: Path, manifest: Manifest, folder: Path) -> Unpacked:
    """Check the files: a roster that can be opened at least in part, and a valid log."""
    content = (folder / ROSTER).read_bytes()
    try:
        reading = decode_in_part(content, path)
    except UnreadableFileError as error:
        raise UnreadableFileError(path, error.problem, ", ".join(filter(None, (ROSTER, error.place)))) from error
    roster = reading.roster
    if reading.newer:
        raise UnreadableFileError(path, NEWER, ROSTER)
    if (roster.id, roster.system) != (manifest.id, manifest.system):
        raise UnreadableFileError(path, "it is not the roster that the manifest names", ROSTER)
    journal = folder / JOURNAL if (folder / JOURNAL).exists() else None
    if journal is not None:
        _check_journal(path, journal)
    faces = {Path(part.name).stem: folder / part.name for part in manifest.files if part.name.startswith(PORTRAITS)}
    return Unpacked(roster, content, journal, faces)


def _check_journal(path: Path, journal: Path) -> None:
    """Refuse a file that is not a log, is damaged, or has triggers."""
    try:
        with closing(sqlite3.connect(f"{journal.as_uri()}?immutable=1", uri=True)) as connection:
            connection.execute("PRAGMA trusted_schema = OFF")
            ours = connection.execute("PRAGMA application_id").fetchone()[0]
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version > VERSION:
                raise UnreadableFileError(path, "it was written by a newer GM Desk", JOURNAL)
            if ours != APPLICATION_ID or version < 1 or not _only_ours(connection, version):
                raise UnreadableFileError(path, "it is not a GM Desk log", JOURNAL)
            version_of(connection)
            if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise UnreadableFileError(path, DAMAGED, JOURNAL)
    except NewerLogError as error:
        raise UnreadableFileError(path, str(error), JOURNAL) from error
    except sqlite3.Error as error:
        raise UnreadableFileError(path, DAMAGED, JOURNAL) from error


def _only_ours(connection: sqlite3.Connection, version: int) -> bool:
    """Return whether a database has only the objects of a log of its version, so no triggers."""
    rows = connection.execute("SELECT type, name, coalesce(sql, '') FROM sqlite_schema").fetchall()
    virtual = [(name, sql) for _, name, sql in rows if sql.upper().startswith("CREATE VIRTUAL")]
    if any(name != WORDS or "fts5" not in sql for name, sql in virtual):
        return False
    known = _names_of(version)
    return all((kind, name) in known or (kind == "table" and name.startswith(WORDS)) for kind, name, _ in rows)


def _names_of(version: int) -> set[tuple[str, str]]:
    """Return the tables and indexes of a log of a version."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(" ".join(STEPS[:version]))
        return set(fresh.execute("SELECT type, name FROM sqlite_schema"))
