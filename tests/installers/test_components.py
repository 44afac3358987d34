import json
import sys
from pathlib import Path

import pytest

from installers import components
from installers.components import Component, bill, of_python, write_licences
from installers.project import PACKAGING, ROOT


@pytest.fixture
def found() -> list[Component]:
    return of_python(sys.path)


def test_every_library_that_the_program_needs_is_a_component(found: list[Component]) -> None:
    names = {one.name.lower().replace("_", "-") for one in found}
    assert {"pyside6-essentials", "shiboken6", "filelock", "msgspec", "platformdirs", "rapidfuzz", "python"} <= names
    assert not {"gm-desk", "pytest", "ruff", "build"} & names


def test_every_component_has_a_version_a_licence_and_a_text(found: list[Component]) -> None:
    assert [one.name for one in found if not (one.version and one.licence and one.texts)] == []


def test_qt_comes_with_the_texts_of_its_licence(found: list[Component]) -> None:
    [qt] = [one for one in found if one.name.lower().startswith("pyside6")]
    assert {"Qt.txt", "LGPL-3.0.txt", "GPL-3.0.txt"} <= {path.name for path in qt.texts}
    assert "LESSER GENERAL PUBLIC LICENSE" in (PACKAGING / "licences" / "LGPL-3.0.txt").read_text("utf-8")


def test_a_package_of_its_own_name_alone_has_no_loader_without_pyinstaller(tmp_path: Path) -> None:
    assert components.loader([str(tmp_path)]) == []
    data = tmp_path / "pyinstaller-6.0.dist-info" / "METADATA"
    data.parent.mkdir()
    data.write_text("Metadata-Version: 2.1\nName: pyinstaller\nVersion: 6.0\n")
    [loader] = components.loader([str(tmp_path)])
    assert (loader.name, loader.version) == ("pyinstaller", "6.0")


def test_licences_are_written_with_a_list_of_all(found: list[Component], tmp_path: Path) -> None:
    write_licences(tmp_path / "licences", found)
    listed = (tmp_path / "licences" / "README.txt").read_text("utf-8")
    assert (tmp_path / "licences" / "GM Desk.txt").read_text("utf-8") == (ROOT / "LICENSE").read_text("utf-8")
    for one in found:
        assert f"{one.name} {one.version}: {one.licence}" in listed
    assert {path.name for path in (tmp_path / "licences").iterdir()} > {"msgspec.txt", "Python.txt", "Qt.txt"}
    assert "no text" not in listed


@pytest.mark.skipif(not Path("/usr/share/common-licenses/LGPL-2.1").is_file(), reason="only Debian has these texts")
def test_texts_that_a_licence_refers_to_are_written_too(tmp_path: Path) -> None:
    text = tmp_path / "copyright"
    text.write_text("See /usr/share/common-licenses/LGPL-2.1. Or `/usr/share/common-licenses/GPL-2'.\n")
    write_licences(tmp_path / "out", [Component("glib", "1", "see its text", (text,), "pkg:deb/debian/glib@1")])
    common = tmp_path / "out" / "common-licenses"
    assert {path.name for path in common.iterdir()} == {"LGPL-2.1", "GPL-2"}
    assert "LESSER GENERAL PUBLIC LICENSE" in (common / "LGPL-2.1").read_text("utf-8")


def test_several_texts_of_one_component_are_all_written(tmp_path: Path) -> None:
    data = tmp_path / "thing-1.0.dist-info"
    (data / "licenses" / "parts").mkdir(parents=True)
    (data / "METADATA").write_text("Metadata-Version: 2.4\nName: thing\nVersion: 1.0\nLicense-Expression: MIT\n")
    (data / "licenses" / "MIT.txt").write_text("ours")
    (data / "licenses" / "parts" / "other.txt").write_text("of another")
    names = ("METADATA", "licenses/MIT.txt", "licenses/parts/other.txt")
    (data / "RECORD").write_text("".join(f"{data.name}/{name},,\n" for name in names))
    user = tmp_path / "user-1.0.dist-info" / "METADATA"
    user.parent.mkdir()
    user.write_text("Metadata-Version: 2.4\nName: user\nVersion: 1.0\nRequires-Dist: thing\n")
    [thing] = [components.of_package(one) for one in components.packages("user", [str(tmp_path)])]
    write_licences(tmp_path / "out", [thing])
    assert (tmp_path / "out" / "thing-MIT.txt").read_text("utf-8") == "ours"
    assert (tmp_path / "out" / "thing-other.txt").read_text("utf-8") == "of another"


def test_licences_of_a_build_before_are_gone(tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_text("old")
    write_licences(tmp_path, [])
    assert {path.name for path in tmp_path.iterdir()} == {"README.txt", "GM Desk.txt"}


def test_the_bill_of_materials_lists_every_component_once(found: list[Component]) -> None:
    document = json.loads(bill(found))
    assert (document["bomFormat"], document["specVersion"]) == ("CycloneDX", "1.5")
    assert [one["purl"] for one in document["components"]] == [one.purl for one in found]
    assert document["dependencies"][0]["dependsOn"] == [one.purl for one in found]
    licences = {one["name"]: one["licenses"][0] for one in document["components"]}
    assert licences["msgspec"] == {"expression": "BSD-3-Clause"}


def test_a_licence_in_words_is_a_name_in_the_bill() -> None:
    document = json.loads(bill([Component("libc", "1", "see its text", (), "pkg:deb/debian/libc@1")]))
    assert document["components"][0]["licenses"] == [{"license": {"name": "see its text"}}]


def test_the_bill_is_the_same_each_time(found: list[Component], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert bill(found) == bill(found)
    assert '"timestamp": "2023-11-14T22:13:20Z"' in bill(found)
