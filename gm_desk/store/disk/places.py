"""The paths of the user's files, and free file names: new files never replace another."""

import contextlib
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from msgspec import Struct

from gm_desk.store.disk.files import (
    ANYBODY,
    OWNER_ALONE,
    UnwritableFileError,
    error_in_words,
    make_folder,
    write_atomically,
)

VARIABLE = "GM_DESK_DATA"
SUFFIX = ".gmdesk"
"""The suffix of campaign files."""
REPLACING = ".replacing"


class Places(Struct, frozen=True):
    """The folders and files of a data directory."""

    root: Path

    @property
    def rosters(self) -> Path:
        """The folder of rosters."""
        return self.root / "rosters"

    @property
    def templates(self) -> Path:
        """The folder of the user's own templates."""
        return self.root / "templates"

    @property
    def reports(self) -> Path:
        """The folder of crash reports."""
        return self.root / "reports"

    @property
    def state(self) -> Path:
        """The file of settings and window state."""
        return self.root / "state.json"

    @property
    def portraits(self) -> Path:
        """The folder of portraits."""
        return self.root / "portraits"

    def roster(self, name: str, roster_id: str) -> Path:
        """Return the path of a new roster: a readable slug and the id, made safe for file names."""
        return self.rosters / f"{slug(name)}-{safe(roster_id)}.json"

    def template(self, name: str, template_id: str) -> Path:
        """Return the path of a new template, named like a roster's."""
        return self.templates / f"{slug(name)}-{safe(template_id)}.json"

    def short(self, path: Path) -> Path:
        """Return a path relative to the data directory if it is inside, so that the directory can be moved."""
        return path.relative_to(self.root) if path.is_relative_to(self.root) else path

    def whole(self, short: str) -> Path:
        """Return the absolute path of a shortened one."""
        return self.root / short

    @property
    def journals(self) -> Path:
        """The folder of logs."""
        return self.root / "journals"

    def replacing(self, roster_id: str) -> Path:
        """Return the marker file of a roster (see `marker_of`)."""
        return marker_of(self.journal(roster_id))

    def journal(self, roster_id: str) -> Path:
        """Return the log of a roster; the id is made safe for file names."""
        return self.journals / f"{safe(roster_id)}.sqlite"

    @property
    def backups(self) -> Path:
        """The folder that has a folder of backups for each roster."""
        return self.root / "backups"

    def backups_of(self, roster_id: str) -> Path:
        """Return the folder of a roster's backups; the id is made safe for folder names."""
        return self.backups / safe(roster_id)

    def lock(self, roster_id: str) -> Path:
        """Return the lock of a roster, which is in the data directory even if the roster is in a synced folder."""
        return self.root / "locks" / f"{safe(roster_id)}.lock"


class NoDataDirectoryError(Exception):
    """No data directory is available: the path `asked` for needs a missing home directory, or is ""."""

    def __init__(self, asked: str) -> None:
        """Store the path asked for, "" for the user's default directory."""
        super().__init__(asked)
        self.asked = asked


def data_directory(chosen: str | None = None) -> Path:
    """Return the data directory: the chosen one, else GM_DESK_DATA, else the user's default.

    Raise NoDataDirectoryError.
    """
    asked = chosen or os.environ.get(VARIABLE)
    try:
        if asked:
            return Path(asked).expanduser().absolute()
        from platformdirs import user_data_path

        return user_data_path("gm-desk", appauthor=False).absolute()
    except (RuntimeError, OSError) as error:  # no home directory, or the current directory is gone
        raise NoDataDirectoryError(asked or "") from error


def safe(some_id: str) -> str:
    """Return a file name part for an id that a foreign file may have chosen; it is unique for each id.

    An id of letters, digits, "-" and "_" is unchanged; others end in "~" and their hash, which unchanged ids never
    contain.
    """
    plain = re.sub(r"[^A-Za-z0-9_-]", "_", some_id)
    if plain == some_id:
        return plain
    import hashlib

    return f"{plain}~{hashlib.sha256(some_id.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def slug(name: str) -> str:
    """Return a short form of a name that every file system accepts: lower-case ASCII letters, digits and dashes."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "roster"


STAMP = "%Y%m%dT%H%M%S%fZ"
"""The format of the time in the name of a copy (UTC)."""
UP_TO_SECONDS = len("20261120T194200")
"""The length of a stamp up to its microseconds."""


def marker_of(log: Path) -> Path:
    """Return the marker file beside a log that is there while a campaign replaces the log and its roster."""
    return log.with_name(f"{log.name}{REPLACING}")


def first_free(paths: Iterable[Path], taken: Callable[[Path], bool] = os.path.lexists) -> Path:
    """Return the first path that is not taken; by default a path is taken if anything is there, even a broken link."""
    return next(path for path in paths if not taken(path))


def numbered_paths(path: Path, gap: str = "-") -> Iterator[Path]:
    """Yield a path, and then the same one with a number in its name: "mars.json", "mars-2.json", "mars-3.json"."""
    yield path
    for number in count(2):
        yield path.with_name(f"{path.stem}{gap}{number}{path.suffix}")


def stamped(folder: Path, now: datetime, ending: str) -> Iterator[Path]:
    """Yield a path named after a time, then paths for each microsecond after it."""
    for later in count():
        yield folder / f"{now.astimezone(UTC) + timedelta(microseconds=later):{STAMP}}{ending}"


def time_of(stamp: str) -> datetime:
    """Return the time (UTC) of a stamp; raise ValueError if there is no such time.

    `strptime` would load the calendars and languages of the world first.
    """
    return datetime.fromisoformat(f"{stamp[:UP_TO_SECONDS]}.{stamp[UP_TO_SECONDS:]}")


def write_new(path: Path, data: bytes, *, gap: str = "-", private: bool = True) -> Path:
    """Write a new file under the first free name, and return its path.

    No file is overwritten, even if two programs use the same name at once. The bytes are on disk when this
    returns; `private` is explained at `write_atomically`. Raise UnwritableFileError.
    """
    try:
        make_folder(path.parent)
        made = next(one for one in numbered_paths(path, gap) if _claimed(one, OWNER_ALONE if private else ANYBODY))
    except OSError as error:
        raise UnwritableFileError(path, error_in_words(error)) from error
    try:
        write_atomically(made, data, private=private)
    except BaseException:
        _give_up(made)
        raise
    return made


def _claimed(path: Path, mode: int) -> bool:
    """Create an empty file; return False if the name was taken."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
    except FileExistsError:
        return False
    return True


def _give_up(path: Path) -> None:
    """Remove a file that was created but could not be written, if possible."""
    with contextlib.suppress(OSError):
        if not path.stat().st_size:
            path.unlink()
