"""Where the files of a user live."""

import hashlib
import os
import re
import unicodedata
from pathlib import Path

from msgspec import Struct

VARIABLE = "GM_DESK_DATA"
SUFFIX = ".gmdesk"
"""Of a campaign's file."""
REPLACING = ".replacing"


class Places(Struct, frozen=True):
    """Name the folders and files below one data directory."""

    root: Path

    @property
    def rosters(self) -> Path:
        """Give the folder of rosters."""
        return self.root / "rosters"

    @property
    def templates(self) -> Path:
        """Give the folder of the user's own templates."""
        return self.root / "templates"

    @property
    def reports(self) -> Path:
        """Give the folder of reports of errors."""
        return self.root / "reports"

    @property
    def state(self) -> Path:
        """Give the file of settings and window state."""
        return self.root / "state.json"

    @property
    def portraits(self) -> Path:
        """Give the folder of portraits."""
        return self.root / "portraits"

    def roster(self, name: str, roster_id: str) -> Path:
        """Give the file of a new roster: a short readable slug and its id, made safe to be a file name."""
        return self.rosters / f"{slug(name)}-{safe(roster_id)}.json"

    def template(self, name: str, template_id: str) -> Path:
        """Give the file of a new template, named like a roster's."""
        return self.templates / f"{slug(name)}-{safe(template_id)}.json"

    def short(self, path: Path) -> Path:
        """Shorten a path inside the data directory to the way from there, so that the directory can be moved."""
        return path.relative_to(self.root) if path.is_relative_to(self.root) else path

    def whole(self, short: str) -> Path:
        """Give the path that was shortened."""
        return self.root / short

    @property
    def journals(self) -> Path:
        """Return the folder of logs."""
        return self.root / "journals"

    def replacing(self, roster_id: str) -> Path:
        """Return the mark that stands beside a roster's log while a campaign takes the place of both."""
        log = self.journal(roster_id)
        return log.with_name(f"{log.name}{REPLACING}")

    def journal(self, roster_id: str) -> Path:
        """Give the log of a roster; the id is made safe to be a file name."""
        return self.journals / f"{safe(roster_id)}.sqlite"

    @property
    def backups(self) -> Path:
        """Give the folder that holds a folder of backups for each roster."""
        return self.root / "backups"

    def backups_of(self, roster_id: str) -> Path:
        """Give the folder of a roster's backups; the id is made safe to be a folder's name."""
        return self.backups / safe(roster_id)

    def lock(self, roster_id: str) -> Path:
        """Give the lock of a roster, which is here even where the roster is in a synced folder."""
        return self.root / "locks" / f"{safe(roster_id)}.lock"


class NoDataDirectoryError(Exception):
    """No data directory could be chosen: `asked` needs a home directory that does not exist, or nothing was asked."""

    def __init__(self, asked: str) -> None:
        """Keep what was asked for, "" for the user's own directory."""
        super().__init__(asked)
        self.asked = asked


def data_directory(chosen: str | None = None) -> Path:
    """Return the data directory: the one asked for, else GM_DESK_DATA, else the user's.

    Raises NoDataDirectoryError.
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
    """Return a part of a file name for an id that a foreign file may have chosen; no two ids have the same one.

    An id of letters, digits, "-" and "_" stays as it is; others end in "~" and their hash, which no id does as it is.
    """
    plain = re.sub(r"[^A-Za-z0-9_-]", "_", some_id)
    if plain == some_id:
        return plain
    return f"{plain}~{hashlib.sha256(some_id.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def slug(name: str) -> str:
    """Shorten a name to what every file system takes: lower-case ASCII letters, digits and dashes."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "roster"
