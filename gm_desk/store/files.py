"""Write a file whole or not at all."""

import contextlib
import os
import stat
import tempfile
from pathlib import Path

from gm_desk.store.errors import UnwritableFileError


def write_atomically(path: Path, data: bytes) -> None:
    """Put `data` in the place of a file, so that at every moment the old or the new content is there, whole.

    The bytes are on the disk when this returns. Links and permissions are kept.
    Raises UnwritableFileError with the reason; the old content is then untouched and nothing is left behind.
    """
    target = Path(os.path.realpath(path))
    try:
        _refuse_read_only(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = _written_beside(target, data)
        try:
            os.replace(temporary, target)  # noqa: PTH105 - so that a test can let it fail
        except BaseException:
            _forget(temporary)
            raise
        _sync_folder(target.parent)
    except OSError as error:
        raise UnwritableFileError(path, error.strerror or str(error)) from error


def _written_beside(target: Path, data: bytes) -> Path:
    """Write and sync a new file in the folder of the target, with the target's permissions."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".new", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
    except BaseException:
        _forget(temporary)
        raise
    return temporary


def _forget(temporary: Path) -> None:
    """Remove a half-made file, as far as the disk lets us."""
    with contextlib.suppress(OSError):
        temporary.unlink(missing_ok=True)


def _refuse_read_only(target: Path) -> None:
    """Refuse a file that was made read-only, which a rename would replace all the same."""
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(13, "the file is read-only", str(target))


def _sync_folder(folder: Path) -> None:
    """Make the rename last through a power cut, where the system can sync folders."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
