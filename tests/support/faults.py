"""A short session with a failing disk, a killed program, or a power cut.

Run as `python faults.py FOLDER FAULT EVERY`: the session is run once without a fault, and then with the fault at each
EVERY-th operation of the disk, each time in its own folder and process. All that was acknowledged is in the file
`said` of each folder, line by line.
"""

import errno
import io
import os
import shutil
import signal
import sqlite3
import stat
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Self

from PySide6.QtCore import QCoreApplication
from typing_extensions import override

from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft
from gm_desk.model.roster import edits
from model_makers import a_table

FAIL, KILL, POWER = "fail", "kill", "power"
NEVER = 0
SAID, DATA, AFTER = "said", "data", "after"
ROLLS = (7, 44, 81)
OPERATIONS = ((os, "fsync"), (os, "replace"), (os, "unlink"), (os, "mkdir"), (os, "chmod"), (os, "open"))
Names = dict[str, int]


class Disk:
    """A disk on which the k-th operation fails.

    For a power cut it records what was synced: the content of files, and the names in folders.
    """

    def __init__(self, root: Path, fault: str, kth: int) -> None:
        self.asked = 0
        self._root = root
        self._fault = fault
        self._kth = kth
        self._contents: dict[int, bytes] = {}
        self._names: dict[int, Names] = {root.stat().st_ino: {}}
        self._held: list[int] = []

    def install(self) -> None:
        for module, name in OPERATIONS:
            setattr(module, name, partial(self._do, getattr(module, name)))
        fsync, fdopen = os.fsync, os.fdopen
        os.fsync = partial(self._sync, fsync)
        os.fdopen = lambda handle, mode="r", *rest, **more: File(fdopen(handle, mode, *rest, **more), self)  # type: ignore[assignment]
        sqlite3.connect = partial(sqlite3.connect, factory=connection_to(self))  # type: ignore[assignment]

    def ask(self, *, fails: bool = True) -> None:
        self.asked += 1
        if self.asked != self._kth:
            return
        if self._fault == KILL:
            os.kill(os.getpid(), signal.SIGKILL)
        if self._fault == POWER:
            self._leave(self._root, self._root.with_name(AFTER))
            os._exit(0)
        if fails:
            raise OSError(errno.EIO, "Input/output error")

    def _do(self, operation: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        self.ask()
        return operation(*arguments, **options)

    def _sync(self, fsync: Callable[[int], None], handle: int) -> None:
        fsync(handle)
        found = os.fstat(handle)
        path = Path(f"/proc/self/fd/{handle}").readlink()
        self._held.append(os.dup(handle))  # so that nothing else gets its number
        if stat.S_ISDIR(found.st_mode):
            self._names[found.st_ino] = {one.name: one.stat().st_ino for one in path.iterdir()}
        else:
            self._contents[found.st_ino] = path.read_bytes()

    def _leave(self, folder: Path, after: Path) -> None:
        """Restore what was synced of a folder; SQLite syncs its own files."""
        after.mkdir()
        names = self._names.get(folder.stat().st_ino, {})
        for name, number in names.items():
            path = folder / name
            if path.is_dir() and path.stat().st_ino == number:
                self._leave(path, after / name)
            elif number in self._contents:
                (after / name).write_bytes(self._contents[number])
        for log in folder.glob("*.sqlite*"):
            shutil.copyfile(log, after / log.name)


class File:
    """A file on such a disk: a failing write leaves a part of its data."""

    def __init__(self, file: Any, disk: Disk) -> None:
        self._file = file
        self._disk = disk

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, data: bytes) -> int:
        part = self._file.write(data[: len(data) // 2])
        self._file.flush()
        self._disk.ask()
        return int(part + self._file.write(data[part:]))


def connection_to(disk: Disk) -> type[sqlite3.Connection]:
    """Return a connection class that reports to the disk before each commit, and may be killed after it."""

    class Connection(sqlite3.Connection):
        @override
        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            if not sql.startswith("COMMIT"):
                return super().execute(sql, *values)
            try:
                disk.ask()
            except OSError as error:
                raise sqlite3.OperationalError("disk I/O error") from error
            done = super().execute(sql, *values)
            disk.ask(fails=False)
            return done

    return Connection


def session(folder: Path, say: Callable[[str], None]) -> None:
    """Create a roster, change it, roll, and quit; call `say` with what is on the disk."""
    sys.excepthook = lambda kind, error, _: say(f"error {kind.__name__}: {error}")
    application = QCoreApplication([])
    table = a_table(folder)
    table.session.start()
    table.session.new_roster("Mars")
    table.drafting.take(Draft(ability=Ability(AbilityKind.BARE, "", "45", 45)))
    for number, face in enumerate(ROLLS):
        edits.rename_roster(table.document, f"Mars {number}")
        if table.session.save():
            say(f"saved {number}")
        table.rolling.roll({"roll": (face,)})
        if not table.log.writer.unsaved:
            say(f"rolled {number}")
    table.session.backups.back_up_all()
    if table.session.save():
        say("ended")
    table.log.journal.close()
    application.shutdown()


def run(folder: Path, fault: str, kth: int) -> None:
    """Run the session in a process of its own."""
    data = folder / DATA
    data.mkdir(parents=True)
    process = os.fork()
    if process:
        os.waitpid(process, 0)
        return
    said = os.open(folder / SAID, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    disk = Disk(data, fault, kth)
    try:
        disk.install()
        session(data, partial(write, said))
        write(said, f"asked {disk.asked}")
    except BaseException as error:  # noqa: BLE001 - the test reads of it
        write(said, f"error {type(error).__name__}: {error}")
    os._exit(0)


def write(said: int, line: str) -> None:
    """Append a line to a file without using the failing disk."""
    os.write(said, f"{line}\n".encode())


def main(root: Path, fault: str, every: int) -> None:
    """Run the session without a fault, then with the fault at every n-th operation."""
    run(root / "0", fault, NEVER)
    asked = int((root / "0" / SAID).read_text().rpartition("asked ")[2])
    for kth in range(1 + asked % every, asked + 1, every):
        run(root / str(kth), fault, kth)


if __name__ == "__main__":
    sys.stderr = io.TextIOWrapper(io.FileIO(os.open(os.devnull, os.O_WRONLY), "w"))
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
