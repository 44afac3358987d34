"""Watching a file: notices of the operating system, and regular checks without them."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QFileSystemWatcher
from pytestqt.qtbot import QtBot

from gm_desk.model.files.file_watcher import FileWatcher
from model_makers import heard, ring, running

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "synced" / "mars.json"
    path.parent.mkdir()
    path.write_text("before")
    return path


@pytest.fixture
def watching(path: Path) -> Iterator[FileWatcher]:
    made = FileWatcher()
    made.follow(path)
    yield made
    made.stop()


def watched(watching: FileWatcher) -> list[str]:
    watcher = watching.findChild(QFileSystemWatcher)
    assert isinstance(watcher, QFileSystemWatcher)
    return sorted([*watcher.files(), *watcher.directories()])


def test_a_write_in_place_is_noticed(qtbot: QtBot, watching: FileWatcher, path: Path) -> None:
    with qtbot.waitSignal(watching.stirred):
        path.write_text("after")


def test_every_atomic_replacement_is_noticed(qtbot: QtBot, watching: FileWatcher, path: Path) -> None:
    for number in range(3):
        with qtbot.waitSignal(watching.stirred):
            fresh = path.with_suffix(".new")
            fresh.write_text(f"{number}")
            fresh.replace(path)
        assert str(path) in watched(watching)


def test_a_deletion_and_a_coming_back_are_noticed(qtbot: QtBot, watching: FileWatcher, path: Path) -> None:
    with qtbot.waitSignal(watching.stirred):
        path.unlink()
    with qtbot.waitSignal(watching.stirred):
        path.write_text("back")
    assert str(path) in watched(watching)


def test_a_change_where_a_link_leads_is_noticed(
    qtbot: QtBot, watching: FileWatcher, path: Path, tmp_path: Path
) -> None:
    real = tmp_path / "real" / "mars.json"
    real.parent.mkdir()
    path.rename(real)
    path.symlink_to(real)
    watching.follow(path)
    with qtbot.waitSignal(watching.stirred):
        fresh = real.with_suffix(".new")
        fresh.write_text("after")
        fresh.replace(real)


def test_where_the_system_says_nothing_the_file_is_looked_at_now_and_then(watching: FileWatcher) -> None:
    stirred = heard(watching.stirred)
    assert [timer.isSingleShot() for timer in running(watching)] == [False]
    ring(watching)
    ring(watching)
    assert len(stirred) == 2


def test_many_changes_are_one_look(watching: FileWatcher, path: Path) -> None:
    watcher = watching.findChild(QFileSystemWatcher)
    assert isinstance(watcher, QFileSystemWatcher)
    for _ in range(9):
        watcher.fileChanged.emit(str(path))
    (settling,) = (timer for timer in running(watching) if timer.isSingleShot())
    stirred = heard(watching.stirred)
    settling.timeout.emit()
    assert len(stirred) == 1


def test_a_file_that_is_not_there_yet_is_waited_for(qtbot: QtBot, watching: FileWatcher, path: Path) -> None:
    later = path.with_name("later.json")
    watching.follow(later)
    with qtbot.waitSignal(watching.stirred):
        later.write_text("here")


def test_a_folder_that_is_not_there_is_no_trouble(watching: FileWatcher, tmp_path: Path) -> None:
    watching.follow(tmp_path / "none" / "mars.json")
    assert watched(watching) == []
    (tmp_path / "none").mkdir()
    ring(watching)
    assert watched(watching) == [str(tmp_path / "none")]


@pytest.mark.skipif(os.name != "posix", reason="a link that leads nowhere but to itself")
def test_a_folder_that_cannot_be_entered_is_no_trouble(watching: FileWatcher, path: Path) -> None:
    away = path.parent.rename(path.parent.with_name("away"))
    path.parent.symlink_to(path.parent)
    stirred = heard(watching.stirred)
    ring(watching)
    assert len(stirred) == 1
    path.parent.unlink()
    away.rename(path.parent)
    ring(watching)
    assert str(path) in watched(watching)


def test_what_may_not_be_read_is_not_watched(
    watching: FileWatcher, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    watching.follow(path)
    assert watched(watching) == []


def test_of_two_files_only_the_last_is_watched(watching: FileWatcher, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("other")
    watching.follow(other)
    assert watched(watching) == [str(tmp_path), str(other)]


def test_what_is_not_followed_any_more_stirs_nothing(watching: FileWatcher) -> None:
    watching.stop()
    assert (watched(watching), running(watching)) == ([], [])
