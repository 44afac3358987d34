import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from installers.debian import debian_version, described, is_elf, shared_files
from installers.project import ROOT


@pytest.mark.parametrize(
    ("python", "debian"),
    [("1.0.0", "1.0.0-1"), ("1.0.0rc1", "1.0.0~rc1-1"), ("1.0b2", "1.0~b2-1"), ("2.0.dev3", "2.0~dev3-1")],
)
def test_a_version_is_written_so_that_debian_sorts_it_right(python: str, debian: str) -> None:
    assert debian_version(python) == debian


def test_a_description_is_indented_and_not_too_wide() -> None:
    lines = described("word " * 60).splitlines()
    assert all(line.startswith(" w") and len(line) < 80 for line in lines)


def test_the_files_of_the_desktop_are_those_of_the_wheel() -> None:
    places = shared_files()
    assert all(source.is_file() for source in places)
    assert {place.parts[1] for place in places.values()} == {"applications", "icons", "metainfo", "mime"}


def test_programs_and_libraries_are_known_by_their_first_bytes(tmp_path: Path) -> None:
    (tmp_path / "program").write_bytes(b"\x7fELF\2")
    (tmp_path / "text").write_bytes(b"#!/bin/sh")
    assert is_elf(tmp_path / "program")
    assert not is_elf(tmp_path / "text")
    assert not is_elf(tmp_path)


PACKED = shutil.which("dpkg-deb") and shutil.which("dpkg-shlibdeps") and sys.platform == "linux"
BUILD = """
import json, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from installers import debian
debian.BUILD = debian.DIST = Path(sys.argv[2])
print(debian.write_deb(Path(sys.argv[3])))
"""


def said_by(*command: str) -> str:
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Make a one-folder program of one that every Linux has, with a library of the system beside it."""
    made = tmp_path / "gm-desk"
    inside = made / "_internal"
    (inside / "gm_desk").mkdir(parents=True)
    (inside / "licences").mkdir()
    (inside / "libz.so.1").write_bytes(b"a library of the system")
    shutil.copyfile(Path("/bin/true").resolve(), made / "gm-desk")
    (made / "gm-desk").chmod(0o755)
    (inside / "gm_desk" / "installation").write_text("archive\n")
    work = tmp_path / "out" / "freeze"
    (work / "licences").mkdir(parents=True)
    (work / "parts.json").write_text(json.dumps({"system": {"libz.so.1": "/lib/libz.so.1"}}))
    for name in ("README.txt", "GM Desk.txt", "LGPL-3.0.txt"):
        (work / "licences" / name).write_text(f"the whole text of {name}\n")
    return made


@pytest.mark.skipif(not PACKED, reason="only Debian and its relatives pack for Debian")
def test_a_package_has_its_files_in_their_places_and_names_what_it_needs(program: Path, tmp_path: Path) -> None:
    said = said_by(sys.executable, "-c", BUILD, str(ROOT / "packaging"), str(tmp_path / "out"), str(program))
    package = Path(said.strip())
    tree = tmp_path / "tree"
    said_by("dpkg-deb", "--extract", str(package), str(tree))
    control = said_by("dpkg-deb", "--field", str(package))
    assert "Package: gm-desk\n" in control
    assert "Depends: libc6" in control
    assert (tree / "usr/bin/gm-desk").readlink() == Path("../lib/gm-desk/gm-desk")
    assert (tree / "usr/lib/gm-desk/_internal/gm_desk/installation").read_text() == "deb\n"
    assert not (tree / "usr/lib/gm-desk/_internal/libz.so.1").exists()
    assert [place for place in shared_files().values() if not (tree / "usr" / place).is_file()] == []
    copyright_file = (tree / "usr/share/doc/gm-desk/copyright").read_text()
    assert "the whole text of GM Desk.txt" in copyright_file
    assert "/usr/share/common-licenses/LGPL-3" in copyright_file
