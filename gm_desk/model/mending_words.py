"""Damaged files, files of another version and backups, in words for people."""

from collections import Counter
from datetime import datetime
from pathlib import Path

from gm_desk.core.roster import Unread
from gm_desk.store.errors import UnreadableFileError
from gm_desk.store.reading import is_there
from gm_desk.store.rosters import Reading

KILOBYTE = 1000
KINDS = {"characters": "character", "groups": "group", "house": "house rule", "name": "name"}
NEWER_SETTINGS = (
    "The settings were written by a newer GM Desk, and are left as they are:"
    " what you set here lasts until you close the window."
)
READ_ONLY = "this roster was written by a newer GM Desk, and can only be read here"


def when_in_words(time: datetime, now: datetime) -> str:
    """Say when something was made: "today, 20:15", "Fri 20 Nov 2026, 20:15"."""
    there = time.astimezone(now.tzinfo)
    near = {0: "today", 1: "yesterday"}.get((now.date() - there.date()).days)
    return f"{near or f'{there:%a} {there.day} {there:%b %Y}'}, {there:%H:%M}"


def size_in_words(size: int) -> str:
    """Say how large a file is: "13 kB"."""
    return f"{size / KILOBYTE**2:.1f} MB" if size >= KILOBYTE**2 else f"{max(1, round(size / KILOBYTE))} kB"


def newer_in_words(path: Path) -> str:
    """Say that a file is of a later version."""
    return (
        f"“{path.name}” was written by a newer GM Desk: it can be read here, and changed only with that one. ({path})"
    )


def unread_in_words(path: Path, reading: Reading) -> str:
    """Say how much of a file could not be read, what the first thing is, and that all of it is kept."""
    kinds = Counter(_kind(one) for one in reading.roster.unread)
    counted = [
        kind if kind.startswith("the ") else f"{count} {kind}{'s' * (count > 1)}" for kind, count in kinds.items()
    ]
    listed = _listed(counted)
    first, several = reading.problems[0], len(reading.problems) > 1
    named = f"{'The first is in' if several else 'The problem is in'} {first.place}: {first.problem}."
    kept = f"{'They stay' if several else 'It stays'} in the file as {'they are' if several else 'it is'}."
    return f"{listed[:1].upper()}{listed[1:]} of “{path.name}” could not be read. {named} {kept} ({path})"


def problem_in_words(error: UnreadableFileError) -> str:
    """Say where a problem is, and which: "Character 4 “Lao Qing”, name: it is empty."."""
    return f"{error.place[:1].upper()}{error.place[1:]}: {error.problem}."


def refusal_in_words(error: UnreadableFileError, backup: str = "") -> str:
    """Say that a file could not be opened, where in it the problem is, and when the backup on offer was made."""
    place = f", {error.place}" if error.place else ""
    kept = " The file was left as it is." if is_there(error.path) else ""
    offered = f" There is a backup of it: {backup}." if backup else ""
    return f"“{error.path.name}” could not be opened{place}: {error.problem}.{kept}{offered} ({error.path})"


def _kind(unread: Unread) -> str:
    """Name what could not be read: a character, or the whole list of them, of which there is but one."""
    kind = KINDS[str(unread.place[0])]
    if len(unread.place) > 1:
        return kind
    return "the name" if kind == "name" else f"the list of {kind}s"


def _listed(words: list[str]) -> str:
    """Join words as a sentence does."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
