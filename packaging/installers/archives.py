"""Reproducible archives, and the checksums of a release."""

import gzip
import hashlib
import os
import tarfile
from collections.abc import Iterable
from pathlib import Path

EXECUTABLE, PLAIN = 0o755, 0o644


def write_tar(target: Path, folder: Path, name: str, time: int) -> None:
    """Write a folder, under another name, to a .tar.gz file."""
    with (
        target.open("wb") as file,
        gzip.GzipFile("", "wb", compresslevel=9, fileobj=file, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for path in [folder, *sorted(folder.rglob("*"))]:
            place = Path(name, path.relative_to(folder)).as_posix()
            entry = archive.gettarinfo(path, place)
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = time, 0, 0, "", ""
            entry.mode = mode_of(path)
            if entry.isreg() or entry.islnk():
                entry.type, entry.linkname, entry.size = tarfile.REGTYPE, "", path.stat().st_size
                with path.open("rb") as content:
                    archive.addfile(entry, content)
            else:
                archive.addfile(entry)


def mode_of(path: Path) -> int:
    """Return the permissions of a file or folder in a release, independent of the umask during the build."""
    runs = path.is_dir() or (os.access(path, os.X_OK) and ".so" not in path.suffixes)
    return EXECUTABLE if runs else PLAIN


def size_of(folder: Path) -> int:
    """Return the sum of the sizes of the files in a folder, in bytes."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_symlink() or path.is_file())


def checksums(files: Iterable[Path]) -> str:
    """Return the SHA-256 sums of files, as `sha256sum --check` reads them."""
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(files))
