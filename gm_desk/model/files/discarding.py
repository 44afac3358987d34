"""Deleting the open roster with its log, once both are copied to the backups, and restoring them from there."""

import contextlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from gm_desk.model.files.roster_lock import locked_roster
from gm_desk.model.files.session import Session
from gm_desk.store.campaign.importing import ExistingCampaign, check_campaign, import_campaign, put_aside, what_is_here
from gm_desk.store.campaign.replacing import LOGS
from gm_desk.store.campaign.verification import read_manifest
from gm_desk.store.disk.errors import StoreError, UnreadableFileError, UnwritableFileError
from gm_desk.store.disk.files import in_words, sync_folder
from gm_desk.store.disk.places import SUFFIX, Places

STAMP = "%Y-%m-%d-%H%M%S"
UNSAVED = "what is open could not be saved first"


class Discarded(Struct, frozen=True):
    """A deleted roster: its campaign file among the backups, and when that was written."""

    path: Path
    id: str
    name: str
    time: datetime


def delete_roster(session: Session) -> Path:
    """Delete the open roster and its log, and open another one; return the path of the copy of both.

    Raise StoreError; then nothing is deleted, or the roster alone, and the copy is kept in either case.
    """
    roster, path, places = session.document.roster, session.path, session.places
    if session.document.read_only:
        raise UnwritableFileError(path, session.document.read_only)
    if not session.save():
        raise UnwritableFileError(path, UNSAVED)
    if not path.exists():
        raise UnwritableFileError(path, "it has no file yet")
    session.end_session()
    session.log.close()
    here = ExistingCampaign(path, places.journal(roster.id).exists())
    copy = put_aside(here, roster.id, places, session.backups.now.strftime(STAMP))
    check_campaign(copy)
    if not session.open_another():
        raise UnwritableFileError(path, UNSAVED)
    with locked_roster(places, roster.id) as who:
        if who:
            raise UnwritableFileError(path, who)
        _remove(path, places.journal(roster.id))
    session.settings.keep_recent([one for one in session.settings.state.recent if places.whole(one.path) != path])
    return copy


def discarded(places: Places) -> list[Discarded]:
    """Return the rosters that exist only among the backups, the latest first.

    Each is represented by its newest copy.
    """
    newest: dict[str, Discarded] = {}
    for one in sorted(_campaigns(places), key=lambda found: found.time):
        newest[one.id] = one
    gone = [one for one in newest.values() if what_is_here(one.id, places).roster is None]
    return sorted(gone, key=lambda one: one.time, reverse=True)


def bring_back(session: Session, copy: Path) -> bool:
    """Restore a deleted roster with its log, and open it; return whether it is open.

    The copy is kept. Raise StoreError.
    """
    if not session.save():
        raise UnwritableFileError(session.path, UNSAVED)
    session.log.close()
    with locked_roster(session.places, read_manifest(copy).id) as who:
        if who:
            raise UnwritableFileError(copy, who)
        path = import_campaign(copy, session.places)
    return session.open_roster(path)


def _remove(roster: Path, log: Path) -> None:
    """Remove the roster first, since a roster without its log would look complete. Raise UnwritableFileError."""
    files = (roster, *(Path(f"{log}{tail}") for tail in LOGS))
    for path in files:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise UnwritableFileError(path, in_words(error)) from error
    for folder in (roster.parent, log.parent):
        with contextlib.suppress(OSError):
            sync_folder(folder)


def _campaigns(places: Places) -> Iterator[Discarded]:
    """Yield the readable campaigns among the backups."""
    for path in places.backups.glob(f"*/*{SUFFIX}"):
        with contextlib.suppress(UnreadableFileError, OSError, StoreError):
            manifest = read_manifest(path)
            time = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
            yield Discarded(path, manifest.id, manifest.name, time)
