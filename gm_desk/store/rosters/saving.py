"""Saving a roster over its file; values in, values out, so that it can run in any thread."""

from pathlib import Path

from msgspec import Struct

from gm_desk.core.characters.roster import Roster
from gm_desk.store.disk.files import (
    GONE,
    UnreadableFileError,
    UnwritableFileError,
    refuse_lost_folder,
    write_atomically,
)
from gm_desk.store.rosters.backups import BackupMade, BackupWork, make_backup, put_aside, write_aside
from gm_desk.store.rosters.files import Known, content_of, home_of, knowing
from gm_desk.store.rosters.proof import Proof, prove

OURS, THEIRS = "GM Desk", "changed outside"


class RosterSave(Struct, frozen=True):
    """A roster to be saved, and the known state of its file.

    `known` is the last known content, and `was_there` whether the file existed: its folder is then not created again,
    since it may come back with the old file. `ours` is the file with our version while another program's version is at
    the path; `elsewhere` is the folder for such a file if it cannot be beside the roster. `backup` is made before the
    file is overwritten; a damaged file is put aside, under the mark of its damage. `proof` is that of the last save.
    """

    path: Path
    roster: Roster
    known: Known
    elsewhere: Path
    backup: BackupWork
    damage: str = ""
    ours: Path | None = None
    was_there: bool = False
    proof: Proof | None = None


class RosterSaved(Struct, frozen=True):
    """The result of a save: `error` if it failed.

    `known` is the current content of the file, `made_again` whether it had been deleted; None means no change. `ours`
    is the file to which our version was written because another program had changed the roster's file. `backup` is the
    result of the backup, if one was made. `proof` is for the next save.
    """

    path: Path
    known: Known | None = None
    ours: Path | None = None
    made_again: bool = False
    backup: BackupMade | None = None
    error: UnwritableFileError | None = None
    proof: Proof | None = None


def save_roster(save: RosterSave) -> RosterSaved:
    """Write a roster over its file if the content is known, otherwise to a file of its own; return the result.

    A deleted file is written again, unless its folder is gone, too, or another is in its place, for instance after a
    drive was unplugged.
    """
    path, known, backup = save.path, None, None
    try:
        proved = prove(save.roster, save.ours or path, save.proof)
        content = proved.content
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
    return RosterSaved(path, knowing(content, home_of(path)), made_again=gone, backup=backup, proof=proved.proof)


def _refuse_away(save: RosterSave, ours: Path) -> None:
    """Raise UnwritableFileError if the folder of our version disappeared together with the file."""
    if ours.parent == save.path.parent and save.known.is_away(save.path):
        raise UnwritableFileError(ours, GONE)


def _refuse_lost(save: RosterSave, *, gone: bool) -> None:
    """Raise UnwritableFileError if the folder of a file that existed is gone, or another is in its place."""
    if gone and save.known.is_away(save.path):
        raise UnwritableFileError(save.path, GONE)
    if save.was_there:
        refuse_lost_folder(save.path)


def _read(path: Path) -> bytes | None:
    """Return the content that is about to be overwritten; raise UnwritableFileError if it cannot be read."""
    try:
        return content_of(path)
    except OSError as error:
        raise UnwritableFileError(path, (error.strerror or "it cannot be read any more").lower()) from error


def _keep_copy(save: RosterSave) -> BackupMade:
    """Back up the content that is about to be overwritten.

    Raise UnwritableFileError if a damaged file cannot be put aside, because it must not be lost.
    """
    work = save.backup
    try:
        if save.damage and put_aside(work.folder, save.path, save.damage, work.now):
            return BackupMade(work)
    except UnreadableFileError as error:
        problem = f"the damaged file could not be set aside: {error.problem}"
        raise UnwritableFileError(error.path, problem) from error
    return make_backup(work)


class TheirsKept(Struct, frozen=True):
    """The content of another program's version, now known, and the file in which it is kept; None if there was none."""

    known: Known
    kept: Path | None


def put_theirs_aside(path: Path, known: Known, elsewhere: Path) -> TheirsKept:
    """Copy another program's version to a file of its own, so that ours may overwrite it.

    Raise UnwritableFileError, or OSError if it cannot be read.
    """
    theirs = content_of(path)
    if theirs is None and known.is_away(path):
        raise UnwritableFileError(path, GONE)
    kept = write_aside(path, theirs, THEIRS, elsewhere) if theirs else None
    return TheirsKept(knowing(theirs, known.home), kept)
