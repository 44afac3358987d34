"""Backups of the open roster and copies of its log: their content, what has changed since, and restoring them."""

from datetime import datetime

from msgspec import structs

from gm_desk.core.characters.differences import differences, in_words
from gm_desk.core.characters.roster import Roster
from gm_desk.core.wording.summary import summary
from gm_desk.model.files.backups import BackupOffer, size_in_words, when_in_words
from gm_desk.model.files.session import Session
from gm_desk.store.disk.errors import UnreadableFileError
from gm_desk.store.journal.copies import copies_in, is_log, read_copy
from gm_desk.store.journal.entries import Entry
from gm_desk.store.rosters.backups import Backup, backups_in
from gm_desk.store.rosters.files import NEWER, read_in_part

MOST_DIFFERENCES = 40
RESTORED = "The backup is restored. Undo brings back what you had."


def backups_of(session: Session) -> list[Backup]:
    """Return the backups of the open roster and of its log, including other files with its id, newest first."""
    folder = session.places.backups_of(session.document.roster.id)
    return sorted([*backups_in(folder), *copies_in(folder)], key=lambda one: one.time, reverse=True)


def in_a_line(backup: Backup, session: Session) -> str:
    """Return when a backup was made and how large it is."""
    when = when_in_words(backup.time, session.backups.now)
    damaged = ", damaged" if backup.damage else ", log" if is_log(backup) else ""
    other = "" if backup.is_of(session.path) else f", of “{backup.file}”"
    return f"{when[:1].upper()}{when[1:]} – {size_in_words(backup.size)}{damaged}{other}"


def look_into(backup: Backup, session: Session) -> str:
    """Return what has changed since a backup was made, and what it holds; raise UnreadableFileError."""
    if is_log(backup):
        return _look_into_log(backup, session)
    then, now = _read(backup, session), session.document.roster
    changed = in_words(differences(then, now), MOST_DIFFERENCES) or ["Nothing: it is as the roster is now."]
    held = summary(then) or ["Nobody."]
    return "\n".join(["Changed since then", *(f"    {line}" for line in changed), "", "What it holds", *held])


def restore(backup: Backup, session: Session) -> str | None:
    """Replace the open roster by a backup, undoably, after backing up the file on the disk.

    Of a copy of a log, add the rolls that are missing in the log. Return a message on what was done, or None where the
    roster refused it. Raise UnreadableFileError or UnwritableFileError; nothing is changed then.
    """
    if is_log(backup):
        back = session.log.bring_back(read_copy(backup.path))
        return f"{counted(back, 'roll')} came back into the log." if back else "No roll of it was missing in the log."
    roster = _read(backup, session)
    if not session.document.allows(roster):
        return None
    session.save()
    session.backups.keep_now(session.path, session.document.roster.id)
    done = session.document.change(roster, f"restore the backup of {when_in_words(backup.time, session.backups.now)}")
    return RESTORED if done else None


def can_restore(backup: Backup, session: Session) -> bool:
    """Return whether a backup can be restored now: a read-only roster can still have its log completed."""
    return is_log(backup) or not session.document.read_only


def _look_into_log(backup: Backup, session: Session) -> str:
    """Return which rolls a copy of the log holds, and how many the log has now."""
    times = sorted(one.time for one in read_copy(backup.path) if isinstance(one, Entry))
    lines = [f"A copy of the log, with {counted(len(times), 'roll')}."]
    if times:
        first, last = (datetime.fromtimestamp(at / 1000, session.backups.now.tzinfo) for at in (times[0], times[-1]))
        lines.append(f"They were made from {first:%Y-%m-%d %H:%M} to {last:%Y-%m-%d %H:%M}.")
    return "\n".join([*lines, f"The log has {counted(session.log.rolls, 'roll')} now."])


def counted(number: int, what: str) -> str:
    """Return a number of things as text."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def what_became(offer: BackupOffer, session: Session) -> str:
    """Return what became of the file in whose place a backup was opened, "" where there was none."""
    if not offer.damage:
        return ""
    kept = session.backups.copy_of(offer)
    if kept is None:
        return "What is there could not be put aside, so nothing is saved over it yet."
    return f"What was there is kept in {kept}."


def _read(backup: Backup, session: Session) -> Roster:
    """Return a backup as a version of the open roster."""
    reading = read_in_part(backup.path)
    if reading.newer:
        raise UnreadableFileError(backup.path, NEWER)
    if reading.roster.system != session.document.roster.system:
        raise UnreadableFileError(backup.path, "it is of another system")
    return structs.replace(reading.roster, id=session.document.roster.id)
