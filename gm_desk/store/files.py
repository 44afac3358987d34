"""Write a file whole or not at all."""

import contextlib
import errno
import os
import stat
import tempfile
from pathlib import Path

from gm_desk.store.errors import UnwritableFileError

ANY_WRITE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def write_atomically(path: Path, data: bytes) -> None:
    """Put `data` in the place of a file, so that at every moment the old or the new content is there, whole.

    The bytes are on the disk when this returns. Links and permissions are kept.
    Raises UnwritableFileError with the reason; the old content then stands (or the new one, where only the last sync
    failed), and nothing is left behind.
    """
    target = Path(os.path.realpath(path))
    try:
        mode = _writable_mode(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = _written_beside(target, data, mode)
        try:
            temporary.replace(target)
        except BaseException:
            _forget(temporary)
            raise
        _sync_folder(target.parent)
    except OSError as error:
        raise UnwritableFileError(path, error.strerror or str(error)) from error


def _written_beside(target: Path, data: bytes, mode: int | None) -> Path:
    """Write and sync a new file in the folder of the target, with the target's permissions."""
    handle, name = tempfile.mkstemp(prefix=".gm-desk-", suffix=".new", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            temporary.chmod(mode)
    except BaseException:
        _forget(temporary)
        raise
    return temporary


def _forget(temporary: Path) -> None:
    """Remove a half-made file, as far as the disk lets us."""
    with contextlib.suppress(OSError):
        temporary.unlink()


def _writable_mode(target: Path) -> int | None:
    """Give the permissions of a file, None where there is none.

    A file that was made read-only is refused: a rename would replace it all the same, and an administrator may
    write to any.
    """
    try:
        mode = stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        return None
    if not mode & ANY_WRITE or not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "the file is read-only", str(target))
    return mode


def _sync_folder(folder: Path) -> None:
    """Make the rename last through a power cut, where system and file system can sync folders."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != errno.EINVAL:  # network shares that cannot
            raise
    finally:
        os.close(handle)
