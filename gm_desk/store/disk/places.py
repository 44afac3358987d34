"""The paths of the user's files."""

import os
import re
import unicodedata
from pathlib import Path

from msgspec import Struct

VARIABLE = "GM_DESK_DATA"
SUFFIX = ".gmdesk"
"""The suffix of campaign files."""
REPLACING = ".replacing"


class Places(Struct, frozen=True):
    """The folders and files of a data directory."""

    root: Path

    @property
    def rosters(self) -> Path:
        """Return the folder of rosters."""
        return self.root / "rosters"

    @property
    def templates(self) -> Path:
        """Return the folder of the user's own templates."""
        return self.root / "templates"

    @property
    def reports(self) -> Path:
        """Return the folder of crash reports."""
        return self.root / "reports"

    @property
    def state(self) -> Path:
        """Return the file of settings and window state."""
        return self.root / "state.json"

    @property
    def portraits(self) -> Path:
        """Return the folder of portraits."""
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
        """Return the folder of logs."""
        return self.root / "journals"

    def replacing(self, roster_id: str) -> Path:
        """Return the marker file beside a roster's log while a campaign replaces both."""
        log = self.journal(roster_id)
        return log.with_name(f"{log.name}{REPLACING}")

    def journal(self, roster_id: str) -> Path:
        """Return the log of a roster; the id is made safe for file names."""
        return self.journals / f"{safe(roster_id)}.sqlite"

    @property
    def backups(self) -> Path:
        """Return the folder that has a folder of backups for each roster."""
        return self.root / "backups"

    def backups_of(self, roster_id: str) -> Path:
        """Return the folder of a roster's backups; the id is made safe for folder names."""
        return self.backups / safe(roster_id)

    def lock(self, roster_id: str) -> Path:
        """Return the lock of a roster, which is here even if the roster is in a synced folder."""
        return self.root / "locks" / f"{safe(roster_id)}.lock"


class NoDataDirectoryError(Exception):
    """No data directory is available: `asked` needs a home directory that does not exist, or is ""."""

    def __init__(self, asked: str) -> None:
        """Store what was asked for, "" for the user's default directory."""
        super().__init__(asked)
        self.asked = asked


def data_directory(chosen: str | None = None) -> Path:
    """Return the data directory: the one asked for, else GM_DESK_DATA, else the user's default.

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
    import hashlib

    plain = re.sub(r"[^A-Za-z0-9_-]", "_", some_id)
    if plain == some_id:
        return plain
    return f"{plain}~{hashlib.sha256(some_id.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def slug(name: str) -> str:
    """Return a short form of a name that every file system accepts: lower-case ASCII letters, digits and dashes."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "roster"
