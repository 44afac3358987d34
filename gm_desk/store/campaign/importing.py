"""Importing a campaign: alongside existing data, or in place of it after copying it to the backups."""

import contextlib
import re
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct, structs

from gm_desk.core.characters.roster import Roster
from gm_desk.store.campaign.exporting import export_campaign
from gm_desk.store.campaign.replacing import LOGS, replacing
from gm_desk.store.campaign.verification import Unpacked, unpack_campaign
from gm_desk.store.disk.files import (
    MOST_ROSTER_BYTES,
    UnreadableFileError,
    UnwritableFileError,
    bounded_bytes,
    error_in_words,
    write_atomically,
)
from gm_desk.store.disk.places import SUFFIX, Places, first_free, numbered_paths, safe, slug
from gm_desk.store.journal.recovery import finish
from gm_desk.store.portraits import keep_portrait
from gm_desk.store.rosters.files import encode_roster, read_in_part

MOST_PUT_ASIDE = 5
PUT_ASIDE = re.compile(rf"(.+-(\d{{4}}-\d\d-\d\d-\d{{6}})(?:-(\d+))?)(?:{SUFFIX}|\.sqlite(?:-wal|-shm)?)", re.ASCII)
"""The names of copies: roster, time, and a number if there are several."""


class RosterHead(Struct):
    """The keys that every roster file has."""

    id: str


class ExistingCampaign(Struct, frozen=True):
    """The existing data of a campaign: the file of its roster, if there is one, and whether there is a log."""

    roster: Path | None
    log: bool

    def __bool__(self) -> bool:
        """Return whether anything exists."""
        return self.log or self.roster is not None


def check_campaign(path: Path) -> Roster:
    """Check a campaign file and return its roster; raise UnreadableFileError."""
    with TemporaryDirectory(prefix="gm-desk-") as folder:
        return unpack_campaign(path, Path(folder)).roster


def existing_campaign(roster_id: str, places: Places, others: Iterable[Path] = ()) -> ExistingCampaign:
    """Return the roster with an id in the data directory or among `others`, and whether it has a log."""
    with contextlib.suppress(OSError):
        others = [*others, *sorted(places.rosters.glob("*.json"))]
    found = next((path for path in others if _is_of(path, roster_id)), None)
    return ExistingCampaign(found, places.journal(roster_id).exists())


def import_campaign(
    path: Path, places: Places, *, over: Path | None = None, as_roster: tuple[str, str] = ("", "")
) -> Path:
    """Import a campaign and return its roster's file: a new one, or `over` an existing one.

    `as_roster` is another id and name for it, which its log then gets as well. Nothing is written until everything
    is checked. Existing data under its id is replaced: copy it and take its lock first. If a part cannot be
    written, roster and log are left as before. Raise UnreadableFileError and UnwritableFileError.
    """
    try:
        with TemporaryDirectory(prefix="gm-desk-") as folder:
            unpacked = unpack_campaign(path, Path(folder))
            if as_roster[0]:
                roster = structs.replace(unpacked.roster, id=as_roster[0], name=as_roster[1])
                unpacked = structs.replace(unpacked, roster=roster, content=encode_roster(roster))
            return _put(unpacked, places, over)
    except OSError as error:
        raise UnwritableFileError(path, f"it could not be unpacked: {error_in_words(error)}") from error


def put_aside(here: ExistingCampaign, roster_id: str, places: Places, stamp: str) -> Path:
    """Copy the existing data of a campaign to the backups and return the copy; raise UnwritableFileError.

    The copy is a campaign file, named after the time; a log that cannot be read is copied beside it.
    """
    roster, content = _read(here, roster_id)
    target = first_free(numbered_paths(places.backups_of(roster_id) / f"{slug(roster.name)}-{stamp}{SUFFIX}"))
    copies = _copy_log(places.journal(roster_id), target)
    if not export_campaign(roster, content, places, target):
        for copy in copies:
            with contextlib.suppress(OSError):
                copy.unlink()
    return target


def thin_out_put_aside(newest: Path, spared: Path) -> None:
    """Remove the oldest copies, as far as possible; other files are not touched.

    The `spared` one stays as well, because the user has just requested it.
    """
    with contextlib.suppress(OSError):
        found = {path: time for path in newest.parent.iterdir() if (time := _time_of(path))}
        others = set(found.values()) - {found.get(newest), found.get(newest.parent / spared.name)}
        gone = sorted(others, reverse=True)[MOST_PUT_ASIDE - 1 :]
        for path in [path for path, time in found.items() if time in gone]:
            path.unlink()


def _time_of(path: Path) -> tuple[str, int, str] | None:
    """Return the sort key of a copy by its time, or None for any other file."""
    found = PUT_ASIDE.fullmatch(path.name)
    return (found[2], int(found[3] or 1), found[1]) if found else None


def _copy_log(journal: Path, target: Path) -> list[Path]:
    """Copy a log before SQLite opens it, which may delete the files beside a damaged one."""
    try:
        finish(journal)
    except OSError as error:
        raise UnwritableFileError(journal, error_in_words(error)) from error
    copies: list[Path] = []
    for tail in LOGS:
        source = Path(f"{journal}{tail}")
        if source.exists():
            copies.append(target.with_suffix(f".sqlite{tail}"))
            write_atomically(copies[-1], _bytes(source))
    return copies


def _put(unpacked: Unpacked, places: Places, over: Path | None) -> Path:
    """Move all files to their places, the roster last, and return its file."""
    roster = unpacked.roster
    target = over or first_free(numbered_paths(places.roster(roster.name, roster.id)))
    journal = places.journal(roster.id)
    for portrait in unpacked.portraits.values():
        keep_portrait(places.portraits, portrait.read_bytes())
    with replacing(journal, target, unpacked.content, unpacked.journal):
        _put_journal(unpacked, journal)
        write_atomically(target, unpacked.content)
    return target


def _put_journal(unpacked: Unpacked, target: Path) -> None:
    """Move a log to its place, and remove SQLite's files of the previous one, which would be applied to it."""
    for tail in LOGS[1:]:
        Path(f"{target}{tail}").unlink(missing_ok=True)
    if unpacked.journal is None:
        target.unlink(missing_ok=True)
    else:
        write_atomically(target, unpacked.journal.read_bytes())


def _read(here: ExistingCampaign, roster_id: str) -> tuple[Roster, bytes]:
    """Return the existing roster with its bytes; of one that cannot be read, only the bytes."""
    if here.roster is None:
        empty = Roster(id=roster_id, name="log")
        return empty, encode_roster(empty)
    content = _bytes(here.roster)
    try:
        return read_in_part(here.roster).roster, content
    except UnreadableFileError:
        return Roster(id=roster_id, name=here.roster.stem), content


def _bytes(path: Path) -> bytes:
    """Return the bytes of a file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnwritableFileError(path, f"it could not be copied: {error.strerror or error}") from error


def _is_of(path: Path, roster_id: str) -> bool:
    """Return whether a file is the roster with an id; an unreadable one is identified by its name."""
    named_so = path.stem.endswith(f"-{safe(roster_id)}")
    try:
        return msgspec.json.decode(bounded_bytes(path, MOST_ROSTER_BYTES), type=RosterHead).id == roster_id
    except (UnreadableFileError, ValueError, RecursionError):
        return named_so and path.is_file()
