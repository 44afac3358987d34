import hashlib
import os
import sys
import tarfile
from pathlib import Path

import pytest

from installers.archives import checksums, mode_of, size_of, write_tar


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "program"
    (made / "_internal").mkdir(parents=True)
    (made / "gm-desk").write_bytes(b"\x7fELF")
    (made / "gm-desk").chmod(0o700)
    (made / "_internal" / "libz.so.1").write_bytes(b"\x7fELF of a library")
    (made / "_internal" / "libz.so.1").chmod(0o777)
    return made


def test_an_archive_has_the_folder_under_its_name_without_the_user_who_built_it(folder: Path, tmp_path: Path) -> None:
    write_tar(tmp_path / "a.tar.gz", folder, "gm-desk-1.0", 1_700_000_000)
    with tarfile.open(tmp_path / "a.tar.gz") as archive:
        entries = {entry.name: entry for entry in archive}
        library = archive.extractfile("gm-desk-1.0/_internal/libz.so.1")
        assert library is not None
        assert library.read() == b"\x7fELF of a library"
    assert list(entries) == [
        "gm-desk-1.0",
        "gm-desk-1.0/_internal",
        "gm-desk-1.0/_internal/libz.so.1",
        *list(entries)[3:],
    ]
    assert {(one.uid, one.gid, one.uname, one.mtime) for one in entries.values()} == {(0, 0, "", 1_700_000_000)}


def test_an_archive_is_the_same_whatever_the_times_of_its_files_and_its_name(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    write_tar(tmp_path / "a.tar.gz", folder, "x", 1)
    os.utime(folder / "gm-desk", (5, 5))
    write_tar(tmp_path / "other" / "b.tar.gz", folder, "x", 1)
    assert (tmp_path / "a.tar.gz").read_bytes() == (tmp_path / "other" / "b.tar.gz").read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no permission to run a file")
def test_links_stay_links_and_programs_can_be_started(folder: Path, tmp_path: Path) -> None:
    (folder / "link").symlink_to("_internal/libz.so.1")
    write_tar(tmp_path / "a.tar.gz", folder, "x", 1)
    with tarfile.open(tmp_path / "a.tar.gz") as archive:
        assert archive.getmember("x/link").linkname == "_internal/libz.so.1"
        assert archive.getmember("x/gm-desk").mode == 0o755
        assert archive.getmember("x/_internal/libz.so.1").mode == 0o644
    assert mode_of(folder) == 0o755


def test_a_file_with_two_names_is_packed_twice(folder: Path, tmp_path: Path) -> None:
    (folder / "copy").hardlink_to(folder / "gm-desk")
    write_tar(tmp_path / "a.tar.gz", folder, "x", 1)
    with tarfile.open(tmp_path / "a.tar.gz") as archive:
        assert [archive.getmember(f"x/{name}").isreg() for name in ("copy", "gm-desk")] == [True, True]


def test_the_size_of_a_folder_is_that_of_its_files(folder: Path) -> None:
    assert size_of(folder) == len(b"\x7fELF") + len(b"\x7fELF of a library")


def test_checksums_are_lines_that_sha256sum_reads(folder: Path) -> None:
    sum_of_program = hashlib.sha256(b"\x7fELF").hexdigest()
    [line] = checksums([folder / "gm-desk"]).splitlines()
    assert line == f"{sum_of_program}  gm-desk"
