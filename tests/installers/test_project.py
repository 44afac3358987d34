import re
import subprocess
import sys

import pytest

import gm_desk
from gm_desk.store.disk import places
from installers.macos import info
from installers.project import METAINFO, MIME, NAME, PACKAGING, ROOT, SUFFIX, app_id, epoch, metainfo, version

CODE = ("gm_desk", "packaging", "tests", "resources", ".github", "pyproject.toml", "README.md")


def test_the_id_of_the_program_is_written_in_one_place() -> None:
    files = [path for name in CODE for path in [ROOT / name, *(ROOT / name).rglob("*")] if path.is_file()]
    texts = [path for path in files if path.suffix not in {".png", ".pyc"}]
    assert len(texts) > 100
    assert [path for path in texts if app_id().encode() in path.read_bytes()] == [METAINFO]


def test_the_id_is_one_that_flatpak_and_macos_accept() -> None:
    assert re.fullmatch(r"[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*){2,}", app_id())


def test_version_and_suffix_are_those_of_the_program() -> None:
    assert version() == gm_desk.__version__
    assert places.SUFFIX == SUFFIX
    assert metainfo("provides/mediatype") == MIME


def test_the_time_of_a_build_can_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert epoch() == 1_700_000_000


def test_the_application_for_macos_owns_campaigns_and_opens_rosters() -> None:
    told = info()
    [campaign] = told["UTExportedTypeDeclarations"]
    owned, other = told["CFBundleDocumentTypes"]
    assert owned["LSItemContentTypes"] == [campaign["UTTypeIdentifier"]]
    assert (owned["LSHandlerRank"], other["LSHandlerRank"]) == ("Owner", "Alternate")
    assert campaign["UTTypeTagSpecification"]["public.filename-extension"] == [SUFFIX[1:]]


def test_the_installer_for_windows_is_given_every_value_that_it_uses() -> None:
    script = (PACKAGING / "installers" / f"{NAME}.iss").read_text("utf-8")
    values = set(re.findall(r'^        "(\w+)": ', (PACKAGING / "build.py").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"\{#(\w+)\}", script)) == values & {
        "Version",
        "Folder",
        "Target",
        "Id",
        "Suffix",
        "Mime",
        "Icon",
    }
    assert "PrivilegesRequired=lowest" in script


def test_anything_but_a_part_that_can_be_built_is_answered_with_the_usage() -> None:
    command = [sys.executable, str(PACKAGING / "build.py"), "nonsense"]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 1
    assert "python packaging/build.py program" in said.stderr
