from pathlib import Path

import pytest

from gm_desk.installation import NO_UPDATES, NOTED, Installation, installation


@pytest.fixture(autouse=True)
def no_flatpak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FLATPAK_ID", raising=False)


def a_package(folder: Path, noted: bytes | None = None, *, resources: bool = True) -> Path:
    package = folder / "gm_desk"
    package.mkdir()
    if resources:
        (package / "resources").mkdir()
    if noted is not None:
        (package / NOTED).write_bytes(noted)
    return package


def test_a_checkout_has_no_resources_in_its_package(tmp_path: Path) -> None:
    assert installation(a_package(tmp_path, resources=False)) is Installation.CHECKOUT


def test_a_package_of_python_is_in_pipx_where_pipx_has_its_file(tmp_path: Path) -> None:
    package = a_package(tmp_path)
    assert installation(package, str(tmp_path)) is Installation.PIP
    (tmp_path / "pipx_metadata.json").write_text("{}")
    assert installation(package, str(tmp_path)) is Installation.PIPX


@pytest.mark.parametrize("kind", ["archive", "deb", "windows", "macos"])
def test_a_program_that_was_built_has_its_kind_in_a_file(tmp_path: Path, kind: str) -> None:
    package = a_package(tmp_path, f"{kind}\n".encode())
    assert installation(package) is Installation[kind.upper()]


@pytest.mark.parametrize("noted", [b"", b"something newer", b"\xff\xfe"])
def test_a_file_that_names_no_kind_is_passed_over(tmp_path: Path, noted: bytes) -> None:
    assert installation(a_package(tmp_path, noted), str(tmp_path)) is Installation.PIP


def test_in_a_flatpak_it_is_one_whatever_it_is_made_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLATPAK_ID", "org.example.Program")
    assert installation(a_package(tmp_path, b"deb")) is Installation.FLATPAK


def test_each_kind_has_a_name_and_a_way_to_update_of_its_own() -> None:
    assert len({kind.label for kind in Installation}) == len({kind.updates for kind in Installation}) == 8
    assert all(kind.updates.startswith(f"{NO_UPDATES} To update, ") for kind in Installation)
