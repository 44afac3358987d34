"""A roster saved over its file: values in, a value out, so that it can be done in any thread."""

from pathlib import Path

from msgspec import Struct

from gm_desk.core.characters.roster import Roster
from gm_desk.store.disk.errors import UnreadableFileError, UnwritableFileError
from gm_desk.store.disk.files import GONE, refuse_lost_folder, write_atomically
from gm_desk.store.rosters.backups import BackupMade, BackupWork, make_backup, put_aside, write_aside
from gm_desk.store.rosters.files import encode_proved
from gm_desk.store.rosters.sharing import Known, content_of, home_of, knowing

OURS, THEIRS = "GM Desk", "changed outside"


class RosterSave(Struct, frozen=True):
    """A roster to be saved, and what must be known for that.

    `known` is what its file held last, and `was_there` whether it was there at all: its folder is then not made anew,
    since it may come back with the old file. `ours` is the file of our version while another program's is at the path,
    `elsewhere` the folder for such a file where it cannot be put beside. `backup` is made before the file is written
    over; one that is damaged is put aside, by the mark of its damage.
    """

    path: Path
    roster: Roster
    known: Known
    elsewhere: Path
    backup: BackupWork
    damage: str = ""
    ours: Path | None = None
    was_there: bool = False


class RosterSaved(Struct, frozen=True):
    """What came of a save: `error` where it failed.

    `known` is what the file may hold by now, `made_again` whether it was gone; None is as before. `ours` is the file
    into which our version went, as another program has changed the other. `backup` is what came of the backup, where
    one was tried.
    """

    path: Path
    known: Known | None = None
    ours: Path | None = None
    made_again: bool = False
    backup: BackupMade | None = None
    error: UnwritableFileError | None = None


def save_roster(save: RosterSave) -> RosterSaved:
    """Write a roster over what is known of its file, else into a file of its own; what comes of it is returned.

    A file that is gone is made again, unless its folder is gone, too, or another is in its place, as where a drive was
    unplugged.
    """
    path, known, backup = save.path, None, None
    try:
        content = encode_proved(save.roster, save.ours or path)
        if save.ours is not None:
            _refuse_away(save, save.ours)
            write_atomically(save.ours, content)
            return RosterSaved(path)
        there = _read(path)
        if there is not None and not save.known.knows(there):
            return RosterSaved(path, ours=write_aside(path, content, OURS, save.elsewhere))
        gone = there is None and not save.known.knows(None)
        _refuse_lost(save, gone=gone)
        backup = _keep_copy(save)
        known = save.known.expecting(content)
        write_atomically(path, content)
    except UnwritableFileError as error:
        return RosterSaved(path, known, backup=backup, error=error)
    return RosterSaved(path, knowing(content, home_of(path)), made_again=gone, backup=backup)


def _refuse_away(save: RosterSave, ours: Path) -> None:
    """Raise UnwritableFileError where the folder in which our version lies was unplugged with the file."""
    if ours.parent == save.path.parent and save.known.is_away(save.path):
        raise UnwritableFileError(ours, GONE)


def _refuse_lost(save: RosterSave, *, gone: bool) -> None:
    """Raise UnwritableFileError where the folder of a file that was there is gone, or another is in its place."""
    if gone and save.known.is_away(save.path):
        raise UnwritableFileError(save.path, GONE)
    if save.was_there:
        refuse_lost_folder(save.path)


def _read(path: Path) -> bytes | None:
    """Read what is about to be written over; raises UnwritableFileError where that cannot be told."""
    try:
        return content_of(path)
    except OSError as error:
        raise UnwritableFileError(path, (error.strerror or "it cannot be read any more").lower()) from error


def _keep_copy(save: RosterSave) -> BackupMade:
    """Keep a copy of what is about to be written over.

    A damaged file that cannot be put aside must not be lost: that raises UnwritableFileError.
    """
    work = save.backup
    try:
        if save.damage and put_aside(work.folder, save.path, save.damage, work.now):
            return BackupMade(work)
    except UnreadableFileError as error:
        problem = f"the damaged file could not be put aside: {error.problem}"
        raise UnwritableFileError(error.path, problem) from error
    return make_backup(work)


class TheirsKept(Struct, frozen=True):
    """What another program's version was, now known, and the file in which it is kept; None where there was nothing."""

    known: Known
    kept: Path | None


def put_theirs_aside(path: Path, known: Known, elsewhere: Path) -> TheirsKept:
    """Keep what a file holds in a file of its own, so that ours may be written over it.

    Raises UnwritableFileError, and OSError where it cannot be read.
    """
    theirs = content_of(path)
    if theirs is None and known.is_away(path):
        raise UnwritableFileError(path, GONE)
    kept = write_aside(path, theirs, THEIRS, elsewhere) if theirs else None
    return TheirsKept(knowing(theirs, known.home), kept)
