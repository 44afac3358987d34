"""Restoring backups of the open roster and copies of its log, with previews; deleting a roster after copying both."""

import contextlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from msgspec import Struct, structs

from gm_desk.core.characters.differences import differences, differences_in_words
from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.wording.phrases import minus, plural
from gm_desk.model.files.backups import BackupOffer, size_in_words, when_in_words
from gm_desk.model.files.roster_lock import locked_roster
from gm_desk.model.files.session import Session
from gm_desk.store.campaign.importing import (
    ExistingCampaign,
    check_campaign,
    existing_campaign,
    import_campaign,
    put_aside,
)
from gm_desk.store.campaign.replacing import LOGS
from gm_desk.store.campaign.verification import read_manifest
from gm_desk.store.disk.files import StoreError, UnreadableFileError, UnwritableFileError, error_in_words, sync_folder
from gm_desk.store.disk.places import SUFFIX, Places
from gm_desk.store.journal.copies import copies_in, is_log, read_copy
from gm_desk.store.journal.entries import Entry, Revision, rolls_in
from gm_desk.store.rosters.backups import Backup, backups_in
from gm_desk.store.rosters.files import NEWER, read_in_part

MOST_DIFFERENCES = 40
RESTORED = "The backup is restored. Undo brings back what you had."
COPY_STAMP = "%Y-%m-%d-%H%M%S"
UNSAVED = "the open roster could not be saved first"
BEST = 3
COUNTS = ("damage", "wounds", "stress", "traumas", "fatigue")


def backups_and_copies(session: Session) -> list[Backup]:
    """Return the backups of the open roster and of its log, including other files with its id, newest first."""
    folder = session.places.backups_of(session.document.roster.id)
    return sorted([*backups_in(folder), *copies_in(folder)], key=lambda one: one.time, reverse=True)


def in_a_line(backup: Backup, session: Session) -> str:
    """Return the time and the size of a backup as text."""
    when = when_in_words(backup.time, session.backups.now)
    damaged = ", damaged" if backup.damage else ", log" if is_log(backup) else ""
    other = "" if backup.is_of(session.path) else f", of “{backup.file}”"
    return f"{when[:1].upper()}{when[1:]} – {size_in_words(backup.size)}{damaged}{other}"


def look_into(backup: Backup, session: Session) -> str:
    """Return the changes since a backup and its contents as text; raise UnreadableFileError."""
    if is_log(backup):
        return _look_into_log(backup, session)
    then, now = _read(backup, session), session.document.roster
    changed = differences_in_words(differences(then, now), MOST_DIFFERENCES) or [
        "Nothing: it is the same as the roster now."
    ]
    held = roster_summary(then) or ["Empty: no characters"]
    return "\n".join(["Changed since then", *(f"    {line}" for line in changed), "", "Contents", *held])


def restore(backup: Backup, session: Session) -> str | None:
    """Replace the open roster with a backup as an undoable step, after backing up the file on disk.

    From a copy of a log, add the missing rolls. Return a message on what was done, or None if the roster refused it.
    Raise UnreadableFileError or UnwritableFileError; nothing is changed then.
    """
    if is_log(backup):
        back = session.log.bring_back(read_copy(backup.path))
        return f"{plural(back, 'roll')} restored to the log." if back else "The log already has all of its rolls."
    roster = _read(backup, session)
    if not session.document.allows(roster):
        return None
    session.save()
    session.backups.back_up_file()
    done = session.document.change(roster, f"restore the backup of {when_in_words(backup.time, session.backups.now)}")
    return RESTORED if done else None


def can_restore(backup: Backup, session: Session) -> bool:
    """Return whether a backup can be restored now: a read-only roster can still have its log completed."""
    return is_log(backup) or not session.document.read_only


def _look_into_log(backup: Backup, session: Session) -> str:
    """Return a description of the rolls in a copy of the log, and the number in the log now."""
    entries: dict[str, Entry] = {}
    for one in read_copy(backup.path):
        if isinstance(one, Entry):
            entries[one.id] = one
        elif isinstance(one, Revision) and one.entry in entries:
            entries[one.entry] = entries[one.entry].revised(one)
    times = sorted(one.time for one in entries.values() if rolls_in(one))
    lines = [f"A copy of the log, with {plural(len(times), 'roll')}."]
    if times:
        first, last = (datetime.fromtimestamp(at / 1000, session.backups.now.tzinfo) for at in (times[0], times[-1]))
        lines.append(f"They are from {first:%Y-%m-%d %H:%M} to {last:%Y-%m-%d %H:%M}.")
    return "\n".join([*lines, f"The log has {plural(session.log.rolls, 'roll')} now."])


def what_became(offer: BackupOffer, session: Session) -> str:
    """Return what became of the file replaced by a backup as text, or "" if there was none."""
    if not offer.damage:
        return ""
    kept = session.backups.opened_file.copy_of(offer)
    if kept is None:
        return "The existing file could not be set aside, so nothing has been saved over it yet."
    return f"The previous version is kept in {kept}."


def _read(backup: Backup, session: Session) -> Roster:
    """Return a backup as a version of the open roster."""
    reading = read_in_part(backup.path)
    if reading.newer:
        raise UnreadableFileError(backup.path, NEWER)
    if reading.roster.system != session.document.roster.system:
        raise UnreadableFileError(backup.path, "it is for another system")
    return structs.replace(reading.roster, id=session.document.roster.id)


class Discarded(Struct, frozen=True):
    """A deleted roster: its campaign file among the backups, and when that was written."""

    path: Path
    id: str
    name: str
    time: datetime


def delete_roster(session: Session) -> Path:
    """Delete the open roster and its log, and open another one; return the path of the copy of both.

    Raise StoreError; then nothing or only the roster has been deleted, and the copy is kept in either case.
    """
    roster, path, places = session.document.roster, session.path, session.places
    if session.document.read_only:
        raise UnwritableFileError(path, session.document.read_only)
    if not session.save():
        raise UnwritableFileError(path, UNSAVED)
    if not path.exists():
        raise UnwritableFileError(path, "it has no file yet")
    session.backups.back_up_all()
    session.log.journal.close()
    here = ExistingCampaign(path, places.journal(roster.id).exists())
    copy = put_aside(here, roster.id, places, session.backups.now.strftime(COPY_STAMP))
    check_campaign(copy)
    if not session.open_another():
        raise UnwritableFileError(path, UNSAVED)
    with locked_roster(places, roster.id, session.now) as who:
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
    gone = [one for one in newest.values() if existing_campaign(one.id, places).roster is None]
    return sorted(gone, key=lambda one: one.time, reverse=True)


def bring_back(session: Session, copy: Path) -> bool:
    """Restore a deleted roster with its log, and open it; return whether it is open.

    The copy is kept. Raise StoreError.
    """
    if not session.save():
        raise UnwritableFileError(session.path, UNSAVED)
    session.log.journal.close()
    with locked_roster(session.places, read_manifest(copy).id, session.now) as who:
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
            raise UnwritableFileError(path, error_in_words(error)) from error
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


def roster_summary(roster: Roster) -> list[str]:
    """Return the lines of a roster: the name of each group, then one line for each of its characters."""
    return list(_lines(roster))


def _lines(roster: Roster) -> Iterator[str]:
    for group_id, name in [*((group.id, group.name) for group in roster.groups), ("", "In no group")]:
        members = roster.members(group_id)
        if group_id or members:
            yield _line(name)
        yield from (f"    {_line(_character(one))}" for one in members)
    if roster.unread:
        yield f"{len(roster.unread)} of its parts cannot be read, and are kept as they are."


def _character(character: Character) -> str:
    """Return a character as a line: "Lao Qing, PC, Enforcer: Guns 65, Fray 60; damage 12"."""
    many = f" × {character.number}" if character.number > 1 else ""
    who = ", ".join(filter(None, [character.name + many, "PC" * (character.kind == "pc"), character.concept]))
    best = sorted(character.skills, key=lambda skill: -skill.rating)[:BEST]
    skills = ", ".join(f"{skill.name} {minus(skill.rating)}" for skill in best)
    suffered = ", ".join(f"{name} {count}" for name in COUNTS if (count := getattr(character.health, name)))
    text = "; ".join(filter(None, [skills, suffered]))
    return f"{who}: {text}" if text else who


def _line(text: str) -> str:
    """Return a text as one line."""
    return " ".join(text.split())
