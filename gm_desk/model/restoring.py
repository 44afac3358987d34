"""Backups of the open roster: what they hold, what has changed since, and how to go back to one."""

from msgspec import structs

from gm_desk.core.differences import differences, in_words
from gm_desk.core.roster import Roster
from gm_desk.core.text.summary import summary
from gm_desk.model.desk import Desk
from gm_desk.model.mending import Offer
from gm_desk.model.mending_words import size_in_words, when_in_words
from gm_desk.store.backups import Backup, backups_in
from gm_desk.store.errors import UnreadableFileError
from gm_desk.store.rosters import NEWER, read_in_part

MOST_DIFFERENCES = 40


def backups_of(desk: Desk) -> list[Backup]:
    """List the backups of the open roster, those of other files with its id among them, the newest first."""
    return backups_in(desk.places.backups_of(desk.document.roster.id))


def in_a_line(backup: Backup, desk: Desk) -> str:
    """Name a backup by when it was made and its size."""
    when = when_in_words(backup.time, desk.mending.now)
    damaged = ", damaged" if backup.damage else ""
    other = "" if backup.is_of(desk.path) else f", of “{backup.file}”"
    return f"{when[:1].upper()}{when[1:]} – {size_in_words(backup.size)}{damaged}{other}"


def look_into(backup: Backup, desk: Desk) -> str:
    """Say what has changed since a backup was made, and what it holds; raises UnreadableFileError."""
    then, now = _read(backup, desk), desk.document.roster
    changed = in_words(differences(then, now), MOST_DIFFERENCES) or ["Nothing: it is as the roster is now."]
    held = summary(then) or ["Nobody."]
    return "\n".join(["Changed since then", *(f"    {line}" for line in changed), "", "What it holds", *held])


def restore(backup: Backup, desk: Desk) -> bool:
    """Make the open roster what a backup holds, undoably; what is on the disk until then is backed up before.

    Return whether that happened. Raises UnreadableFileError, or UnwritableFileError, and then nothing is changed.
    """
    roster = _read(backup, desk)
    if not desk.document.allows(roster):
        return False
    desk.save()
    desk.mending.keep_now(desk.path, desk.document.roster.id)
    return desk.document.change(roster, f"restore the backup of {when_in_words(backup.time, desk.mending.now)}")


def what_became(offer: Offer, desk: Desk) -> str:
    """Say what became of the file in whose place a backup was opened; of one that was not there nothing."""
    if not offer.damage:
        return ""
    kept = desk.mending.copy_of(offer)
    if kept is None:
        return "What is there could not be put aside, so nothing is saved over it yet."
    return f"What was there is kept in {kept}."


def _read(backup: Backup, desk: Desk) -> Roster:
    """Read a backup as the roster that is open."""
    reading = read_in_part(backup.path)
    if reading.newer:
        raise UnreadableFileError(backup.path, NEWER)
    if reading.roster.system != desk.document.roster.system:
        raise UnreadableFileError(backup.path, "it is of another system")
    return structs.replace(reading.roster, id=desk.document.roster.id)
