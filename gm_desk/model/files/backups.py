"""Damaged files, files of other versions, backups and interrupted imports, and the messages about them."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.core.characters.roster import Roster, Unread
from gm_desk.core.wording.phrases import joined
from gm_desk.model.files.workers import Now, Runner, Task
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.disk.files import UnreadableFileError, UnwritableFileError, is_there
from gm_desk.store.disk.places import Places
from gm_desk.store.rosters.files import RosterReading, encode_roster

if TYPE_CHECKING:
    from gm_desk.store.campaign.replacing import ReplacementResult
    from gm_desk.store.rosters.backups import Backup, BackupMade, BackupWork

KILOBYTE = 1000
KINDS = {
    "characters": "character",
    "groups": "group",
    "scenes": "scene",
    "conditions": "condition",
    "house": "house rule",
}
"""What one element of a list of a roster is called."""
WHOLES = {
    "name": "the name",
    "answers": "the chosen defences",
    "modifiers": "the modifiers of the roster",
    "stage": "the current scene",
    "picture": "the picture for the players",
    "caption": "the caption of the picture",
}
"""What a part of a roster that is no list is called."""
NEWER_SETTINGS = (
    "The settings were written by a newer GM Desk, and are left as they are:"
    " what you set here lasts until you close the window."
)


def when_in_words(time: datetime, now: datetime) -> str:
    """Return a time as text: "today, 20:15", "Fri 20 Nov 2026, 20:15"."""
    there = time.astimezone(now.tzinfo)
    near = {0: "today", 1: "yesterday"}.get((now.date() - there.date()).days)
    return f"{near or f'{there:%a} {there.day} {there:%b %Y}'}, {there:%H:%M}"


def size_in_words(size: int) -> str:
    """Return the size of a file, given in bytes: "13 kB"."""
    return f"{size / KILOBYTE**2:.1f} MB" if size >= KILOBYTE**2 else f"{max(1, round(size / KILOBYTE))} kB"


def newer_in_words(path: Path) -> str:
    """Return the message that a file was written by a newer version."""
    can = "it can be read here, but only the newer version can change it"
    return f"“{path.name}” was written by a newer GM Desk: {can}. ({path})"


def unread_in_words(path: Path, reading: RosterReading) -> str:
    """Return the message about the unreadable parts of a file, with the first problem."""
    kinds = Counter(_kind(one) for one in reading.roster.unread)
    counted = [_counted(kind, count) for kind, count in kinds.items()]
    listed = joined(counted, "and")
    first, several = reading.problems[0], len(reading.problems) > 1
    named = f"{'The first is in' if several else 'The problem is in'} {first.place}: {first.problem}."
    kept = f"{'They stay' if several else 'It stays'} in the file as {'they are' if several else 'it is'}."
    return f"{listed[:1].upper()}{listed[1:]} of “{path.name}” could not be read. {named} {kept} ({path})"


def problem_in_words(error: UnreadableFileError) -> str:
    """Return a problem with its place: "Character 4 “Lao Qing”, name: it is empty."."""
    return f"{error.place[:1].upper()}{error.place[1:]}: {error.problem}."


def refusal_in_words(error: UnreadableFileError, backup: str = "") -> str:
    """Return the message that a file could not be opened, with the place of the problem and the backup on offer."""
    place = f", {error.place}" if error.place else ""
    kept = " The file was left as it is." if is_there(error.path) else ""
    offered = f" There is a backup of it: {backup}." if backup else ""
    return f"“{error.path.name}” could not be opened{place}: {error.problem}.{kept}{offered} ({error.path})"


def _kind(unread: Unread) -> str:
    """Return the name of an unreadable part: a character, a part of one, or the list of all characters."""
    key = str(unread.place[0])
    kind = KINDS.get(key, key)
    match len(unread.place):
        case 1:
            return WHOLES.get(key) or f"the list of {kind}s"
        case 2:
            return kind
        case _:
            return f"part of a {kind}"


def _counted(kind: str, count: int) -> str:
    """Return a kind with its number: "2 scenes", "part of a scene", "2 parts of scenes", "the name"."""
    if kind.startswith("part of a "):
        return kind if count == 1 else f"{count} parts{kind.removeprefix('part').replace(' a ', ' ')}s"
    return kind if kind.startswith("the ") else f"{count} {kind}{'s' * (count > 1)}"


def _mark_of(raws: list[object]) -> str:
    """Return the mark of the parts of a file that could not be read."""
    from gm_desk.store.rosters.backups import mark_of

    return mark_of(msgspec.json.encode(raws))


MOST_LISTED = 1000
RETRY_AFTER = 3_000
BACKUP_AFTER = 15 * 60_000
"""Milliseconds of unsaved work after which a backup is made."""


AskedBackup = tuple[Path, Path, datetime, Roster | None]
"""The folder of a backup, the file, the time, and the roster if it is to be kept as it is here."""


def backup_made(asked: AskedBackup) -> "BackupMade":
    """Make a backup, in any thread."""
    from gm_desk.store.rosters.backups import BackupWork, make_backup

    return make_backup(BackupWork(*asked))


REFUSED = "Until then its log is not written to. GM Desk tries again when the roster is opened."


def settled_in_words(settled: "Iterable[ReplacementResult]") -> str:
    """Return the message about the completion of interrupted imports."""
    return " ".join(map(_settled_in_words, settled))


def _settled_in_words(settled: "ReplacementResult") -> str:
    before = f"GM Desk ended while a campaign was being imported as “{settled.roster.name}”."
    if settled.problem:
        return f"{before} The import can be neither completed nor undone: {settled.problem}. {REFUSED}"
    if settled.complete:
        return f"{before} The import is complete now."
    return f"{before} The import was undone: roster and log are as they were before. Import the campaign again."


class BackupOffer(Struct, frozen=True):
    """The offer to open a backup in place of an unreadable file, whose content has the hash `damage`."""

    path: Path
    damage: str
    backup: "Backup"
    roster: Roster


class OpenedFile(QObject):
    """The file of the open roster: what of it could not be read, and the backup on offer if that is all of it.

    Troubles are emitted with their source, and cleared with an empty text: "file", repeated as "damaged" if a backup
    is offered or as "unread" if there are further problems to list. `damage` is the hash of what could not be read.
    """

    trouble_changed = Signal(str, str)

    def __init__(self, places: Places, now: Now, parent: QObject | None = None) -> None:
        """Begin without a file; `now` returns milliseconds since 1970 (UTC)."""
        super().__init__(parent)
        self._places = places
        self._now = now
        self._reported: dict[str, str] = {}
        self.path = Path()
        self.damage = ""
        self.older = False
        self.offer: BackupOffer | None = None
        self.unread: list[str] = []

    def reset(self, damage: str = "", *, older: bool = False) -> None:
        """Begin with another roster, whose file is damaged or of an older format, if so; clear all troubles."""
        self.damage, self.older, self.offer = damage, older, None
        for source in ("file", "unread", "damaged"):
            self._report(source, "")

    def report_opened(self, reading: RosterReading, path: Path) -> None:
        """Begin with a roster that was opened, and report its unreadable parts."""
        raws = [one.raw for one in reading.roster.unread]
        self.reset(_mark_of(raws) if raws else "", older=reading.older)
        messages = [newer_in_words(path)] if reading.newer else []
        messages += [unread_in_words(path, reading)] if reading.problems else []
        self.unread = [problem_in_words(problem) for problem in reading.problems[:MOST_LISTED]]
        self._report("file", " ".join(messages))
        self._report("unread", " ".join(messages) if len(reading.problems) > 1 else "")

    def offer_instead_of(self, error: UnreadableFileError) -> None:
        """Report why a file was not opened, and offer its newest readable backup."""
        from gm_desk.store.rosters.backups import mark_of_file, newest_good, stand_ins

        found = newest_good(stand_ins(self._places, error.path))
        self.offer = BackupOffer(error.path, mark_of_file(error.path), *found) if found else None
        message = refusal_in_words(error, self._backup_in_words(found[0], error.path) if found else "")
        self._report("file", message)
        self._report("unread", "")
        self._report("damaged", message if found else "")

    def copy_of(self, offer: BackupOffer) -> Path | None:
        """Return the path at which the damaged file of an offer was kept, or None."""
        from gm_desk.store.rosters.backups import copy_of_damaged

        return copy_of_damaged(self._places.backups_of(offer.roster.id), offer.path, offer.damage)

    def _backup_in_words(self, backup: "Backup", path: Path) -> str:
        """Return the time of a backup as text, and the name of its file if that is another one."""
        when = when_in_words(backup.time, _local(self._now()))
        return when if backup.is_of(path) else f"{when}, of “{backup.file}”"

    def _report(self, source: str, text: str) -> None:
        """Emit a trouble, or its end once."""
        if text or self._reported.get(source):
            self._reported[source] = text
            self.trouble_changed.emit(source, text)


class Backups(QObject):
    """The backups of the open roster and its log, made before the file is overwritten and when work ends.

    The trouble "backup" is cleared with an empty text; those of the `opened_file` are emitted, too. A backup is made of
    each quarter of an hour's work.
    """

    trouble_changed = Signal(str, str)

    def __init__(
        self,
        places: Places,
        document: RosterDocument,
        log: RollLog,
        runner: Runner,
        *,
        now: Now,
        writes: bool = True,
        parent: QObject | None = None,
    ) -> None:
        """Begin without a roster; if `writes` is False, only `rescue` makes a backup."""
        super().__init__(parent)
        self._places = places
        self._document = document
        self._log = log
        self.opened_file = OpenedFile(places, now, self)
        self._runner = runner
        self._now = now
        self._writes = writes
        self.opened_file.trouble_changed.connect(self.trouble_changed)
        self._reported = False
        self._failed: BackupWork | None = None
        self._retry = QTimer(self, singleShot=True, interval=RETRY_AFTER)
        self._retry.timeout.connect(self.retry)
        self._changed_at: int | None = None
        self._due = QTimer(self, singleShot=True, interval=BACKUP_AFTER)
        self._due.timeout.connect(self.back_up_soon)

    @property
    def now(self) -> datetime:
        """The current local time."""
        return _local(self._now())

    @property
    def _folder(self) -> Path:
        return self._places.backups_of(self._document.roster.id)

    def before_saving(self) -> "BackupWork":
        """Return the backup that must be made before the file is overwritten."""
        from gm_desk.store.rosters.backups import BackupWork

        return BackupWork(self._folder, self.opened_file.path, self.now, daily=not self.opened_file.older)

    def note_backup(self, made: "BackupMade") -> None:
        """Report the result of a backup; a failed one is retried, since the next save may be hours away."""
        if made.error is not None:
            self._failed, self._reported = made.work, True
            problem = f"No backup could be made: {made.error.path} – {made.error.problem}. GM Desk keeps trying."
            self.trouble_changed.emit("backup", problem)
            self._retry.start()
            return
        self._failed = None
        if self._reported:
            self._reported = False
            self.trouble_changed.emit("backup", "")

    def note_saved(self) -> None:
        """Note that the roster was saved."""
        if self._changed_at is None:
            self._changed_at = self._now()
            self._due.start()
        elif self._now() - self._changed_at >= BACKUP_AFTER:
            self.back_up_soon()

    def back_up_soon(self, *, saved: bool = True) -> None:
        """Make a backup in a worker, of the roster as it was last `saved` or of its file as it was opened."""
        if self._writes and not self._document.read_only and not self.opened_file.damage:
            self._runner.run(backup_made, self._asked(saved=saved), self._note)

    def _note(self, task: "Task[BackupMade]") -> None:
        self.note_backup(task.result)

    def _asked(self, *, saved: bool) -> AskedBackup:
        """Return the backup to make of a roster's file as it was opened, or of the roster as it was `saved`."""
        self._changed_at = None
        self._due.stop()
        return self._folder, self.opened_file.path, self.now, self._document.roster if saved else None

    def back_up_all(self) -> None:
        """Back up what was changed since the last backup, because the program ends or another roster is opened."""
        if self._writes and self._log.roster:
            if self._changed_at is not None:
                self.note_backup(backup_made(self._asked(saved=True)))
            self._log.journal.back_up(self._folder, self.now)

    def back_up_log(self) -> None:
        """Copy the log once a day, while nothing else uses it."""
        from gm_desk.store.journal.copies import is_due

        if self._writes and is_due(self._folder, self.now):
            self._log.journal.back_up(self._folder, self.now)

    def back_up_file(self) -> None:
        """Make a backup of the file as it is; raise UnreadableFileError or UnwritableFileError."""
        from gm_desk.store.rosters.backups import keep

        keep(self._folder, self.opened_file.path, self.now)

    def rescue(self) -> Path | None:
        """Back up unsaved changes before the program must end; return the folder, or None if that fails."""
        try:
            back_up_version(self._places, self._now, self.opened_file.path, self._document.roster)
        except UnwritableFileError:
            return None
        return self._folder

    def retry(self) -> None:
        """Retry the backup that failed, with the file as it is now."""
        from gm_desk.store.rosters.backups import make_backup

        owed, self._failed = self._failed, None
        if owed is not None:
            self.note_backup(make_backup(owed))


def back_up_version(places: Places, now: Now, path: Path, roster: Roster) -> None:
    """Make a backup of `roster` itself, regardless of its file; raise UnwritableFileError."""
    from gm_desk.store.rosters.backups import keep_content

    keep_content(places.backups_of(roster.id), path, encode_roster(roster), _local(now()))


def _local(milliseconds: int) -> datetime:
    """Return a number of milliseconds since 1970 (UTC) as a local time."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone()
