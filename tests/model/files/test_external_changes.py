"""Changes to the open roster's file by other programs: loaded, kept beside ours, and never overwritten unseen.

Transient troubles are reported once if they persist, and cleared when they are over.

Doubts are told when they last, once, and taken back when they are over.
"""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from msgspec import structs
from pytestqt.qtbot import QtBot
from typing_extensions import override

from gm_desk.core.characters.roster import Roster
from gm_desk.model.files.external_changes import (
    AWAY,
    CONFLICT,
    GONE,
    KEPT,
    LOADED,
    PATIENCE,
    REPLACED,
    UNDO,
    UNREADABLE,
    ExternalChanges,
    TransientTroubles,
)
from gm_desk.model.files.workers import Done, Task
from gm_desk.model.roster import edits
from gm_desk.store.disk.files import UnwritableFileError
from gm_desk.store.disk.places import write_new
from gm_desk.store.rosters.backups import backups_in
from gm_desk.store.rosters.files import encode_roster, read_roster, write_roster
from model_makers import LAO, OKORO, AtOnce, Table, a_roster, a_table, heard, ring, running, the

pytestmark = pytest.mark.usefixtures("qapp")


def some_doubts() -> tuple[TransientTroubles, list[tuple[str, str]]]:
    told: list[tuple[str, str]] = []

    def tell(source: str, words: str) -> None:
        told.append((source, words))

    return TransientTroubles({"gone": 2, "torn": 3}, tell), told


def test_a_doubt_is_told_once_when_it_lasts() -> None:
    doubts, told = some_doubts()
    for _ in range(5):
        doubts.record("gone", "It is gone.")
    assert told == [("gone", "It is gone.")]


def test_a_doubt_that_does_not_last_is_not_told_and_not_taken_back() -> None:
    doubts, told = some_doubts()
    doubts.record("gone", "It is gone.")
    doubts.end()
    doubts.record("gone", "It is gone.")
    assert told == []


def test_a_doubt_that_was_told_is_taken_back_once() -> None:
    doubts, told = some_doubts()
    for _ in range(2):
        doubts.record("gone", "It is gone.")
    doubts.end()
    doubts.end()
    assert told == [("gone", "It is gone."), ("gone", "")]


def test_another_doubt_ends_the_first_and_has_its_own_time() -> None:
    doubts, told = some_doubts()
    for _ in range(2):
        doubts.record("gone", "It is gone.")
    for _ in range(3):
        doubts.record("torn", "It is torn.")
    assert told == [("gone", "It is gone."), ("gone", ""), ("torn", "It is torn.")]


V = TypeVar("V")
R = TypeVar("R")

THEIRS = structs.replace(a_roster(), characters=a_roster().characters[:3], name="Mars, theirs")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "synced" / "mars.json"
    write_roster(path, a_roster())
    return path


@pytest.fixture
def table(tmp_path: Path, saved: Path) -> Iterator[Table]:
    made = a_table(tmp_path / "data")
    made.session.start(saved)
    yield made
    made.session.sharing.leave()
    made.log.journal.close()
    made.document.stack.clear()  # the collector may take the commands after the stack that owns them


@pytest.fixture
def told(table: Table) -> dict[str, str]:
    """Keep the last trouble of each source."""
    last: dict[str, str] = {}
    table.session.trouble_changed.connect(last.__setitem__)
    return last


@pytest.fixture
def noticed(table: Table) -> list[tuple[str, ...]]:
    return heard(table.session.sharing.noticed)


def outside(table: Table) -> ExternalChanges:
    return table.session.sharing.external_changes


def others_in(saved: Path) -> list[Path]:
    return sorted(path for path in saved.parent.iterdir() if path != saved)


def no_room(path: Path, *_: object, gap: str = "") -> Path:
    raise UnwritableFileError(path, f"no space left on device{gap.strip()}")


def a_conflict(table: Table, saved: Path) -> tuple[Roster, Path]:
    """Change the roster here and there at once; gives ours, and the file it is kept in."""
    edits.rename_character(table.document, LAO, "Ours")
    write_roster(saved, THEIRS)
    assert table.session.save()
    (kept,) = others_in(saved)
    return table.document.roster, kept


def test_our_own_saves_are_nobody_elses_change(
    table: Table, saved: Path, told: dict[str, str], noticed: list[tuple[str, ...]]
) -> None:
    for name in ("Lao", "Qing"):
        edits.rename_character(table.document, LAO, name)
        assert table.session.save()
        outside(table).look()
    assert (told.get(CONFLICT), noticed, others_in(saved)) == (None, [], [])
    assert table.document.stack.count() == 2


# loaded again


def test_a_change_outside_is_loaded_and_said_quietly(
    table: Table, saved: Path, told: dict[str, str], noticed: list[tuple[str, ...]]
) -> None:
    write_roster(saved, THEIRS)
    outside(table).look()
    assert table.document.roster == THEIRS
    assert noticed == [(LOADED + UNDO,)]
    assert not any(told.values())


def test_the_system_tells_of_a_change_outside(qtbot: QtBot, table: Table, saved: Path) -> None:
    with qtbot.waitSignal(table.document.roster_changed):
        write_roster(saved, THEIRS)
    assert table.document.roster == THEIRS


def test_where_the_system_tells_nothing_the_change_is_found_by_looking(table: Table, saved: Path) -> None:
    write_roster(saved, THEIRS)
    ring(table.session.sharing)
    assert table.document.roster == THEIRS


def test_whoever_was_selected_stays_selected(table: Table, saved: Path) -> None:
    table.session.view.select(OKORO)
    write_roster(saved, THEIRS)
    outside(table).look()
    assert table.session.view.selected == table.drafting.draft.character == OKORO


def test_what_was_loaded_is_not_written_back(table: Table, saved: Path) -> None:
    content = encode_roster(THEIRS).replace(b"\n", b"\n\n")
    saved.write_bytes(content)
    outside(table).look()
    assert table.session.save()
    assert saved.read_bytes() == content


def test_loading_can_be_undone_and_redone_and_each_is_saved(table: Table, saved: Path) -> None:
    write_roster(saved, THEIRS)
    outside(table).look()
    assert table.document.stack.undoText() == "load the changed file"
    table.document.stack.undo()
    assert table.session.save()
    assert read_roster(saved) == table.document.roster == a_roster()
    table.document.stack.redo()
    assert table.session.save()
    assert read_roster(saved) == table.document.roster == THEIRS
    assert others_in(saved) == []


def test_what_was_done_before_can_be_undone_beyond_the_loading(table: Table, saved: Path) -> None:
    edits.rename_character(table.document, LAO, "Lao")
    assert table.session.save()
    write_roster(saved, THEIRS)
    outside(table).look()
    table.document.stack.setIndex(0)
    assert table.document.roster == a_roster()


def test_a_change_after_the_loading_is_saved_over_it(table: Table, saved: Path) -> None:
    write_roster(saved, THEIRS)
    outside(table).look()
    edits.rename_character(table.document, LAO, "Lao")
    assert table.session.save()
    assert read_roster(saved) == table.document.roster
    assert table.document.roster.name == THEIRS.name
    assert others_in(saved) == []


def test_a_file_that_only_looks_different_changes_nothing_here(
    table: Table, saved: Path, noticed: list[tuple[str, ...]]
) -> None:
    saved.write_bytes(encode_roster(a_roster()).replace(b"\n", b"\r\n"))
    outside(table).look()
    edits.rename_character(table.document, LAO, "Lao")
    assert table.session.save()
    assert read_roster(saved) == table.document.roster
    assert (noticed, others_in(saved)) == ([], [])


def test_a_time_that_changes_changes_nothing(table: Table, saved: Path, noticed: list[tuple[str, ...]]) -> None:
    saved.touch()
    outside(table).look()
    assert (noticed, table.document.stack.count()) == ([], 0)


def test_what_is_being_typed_counts_as_a_change_of_ours(table: Table, saved: Path, told: dict[str, str]) -> None:
    outside(table).settle_requested.connect(lambda: edits.rename_character(table.document, LAO, "Typed"))
    write_roster(saved, THEIRS)
    outside(table).look()
    assert the(table.document, LAO).name == "Typed"
    assert told[CONFLICT]
    assert read_roster(saved) == THEIRS


@pytest.mark.parametrize("other", [{"id": "venus"}, {"system": "ep1"}])
def test_another_roster_in_the_same_file_is_opened_with_its_own_log(
    table: Table, saved: Path, noticed: list[tuple[str, ...]], other: dict[str, str]
) -> None:
    venus = structs.replace(a_roster(name="Venus", characters=()), **other)
    write_roster(saved, venus)
    outside(table).look()
    assert (table.document.roster, table.document.system.id) == (venus, venus.system)
    assert noticed == [(REPLACED,)]
    edits.add_character(table.document, "")
    assert table.session.save()
    assert read_roster(saved) == table.document.roster


# what was saved here before


def backups(table: Table) -> list[Roster]:
    return [read_roster(one.path) for one in backups_in(table.places.backups_of("mars"))]


def test_what_was_saved_here_is_kept_as_a_backup_before_an_older_file_is_loaded(
    table: Table, saved: Path, noticed: list[tuple[str, ...]]
) -> None:
    older = saved.read_bytes()
    for name in ("Lao", "Ours"):
        edits.rename_character(table.document, LAO, name)
        assert table.session.save()
    ours = table.document.roster
    saved.write_bytes(older)
    outside(table).look()
    assert (table.document.roster, noticed) == (a_roster(), [(LOADED + UNDO + KEPT,)])
    assert backups(table)[0] == ours


def test_what_was_only_read_here_is_kept_nowhere_else(table: Table, saved: Path) -> None:
    for theirs in (THEIRS, structs.replace(THEIRS, name="Mars, later")):
        write_roster(saved, theirs)
        outside(table).look()
    assert (table.document.roster, backups(table)) == (theirs, [a_roster()])


def test_what_was_undone_to_here_is_kept_before_another_is_loaded(table: Table, saved: Path) -> None:
    write_roster(saved, THEIRS)
    outside(table).look()
    table.document.stack.undo()
    assert table.session.save()
    write_roster(saved, structs.replace(THEIRS, name="Mars, later"))
    outside(table).look()
    assert backups(table)[0] == a_roster()


def test_what_was_saved_here_is_kept_before_another_roster_is_opened(
    table: Table, saved: Path, noticed: list[tuple[str, ...]]
) -> None:
    edits.rename_character(table.document, LAO, "Ours")
    assert table.session.save()
    ours = table.document.roster
    write_roster(saved, a_roster(id="venus"))
    outside(table).look()
    assert (backups(table)[0], noticed) == (ours, [(REPLACED + KEPT,)])


def test_where_no_backup_can_be_made_nothing_is_loaded_and_the_gm_chooses(
    table: Table, saved: Path, told: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    edits.rename_character(table.document, LAO, "Ours")
    assert table.session.save()
    write_roster(saved, THEIRS)
    monkeypatch.setattr(outside(table), "_back_up", no_room)
    outside(table).look()
    ours = table.document.roster
    assert (the(table.document, LAO).name, read_roster(saved), bool(told[CONFLICT])) == ("Ours", THEIRS, True)
    assert [read_roster(path) for path in others_in(saved)] == [ours]


# out of reach


def unplug(saved: Path, *, mount_point: bool = True) -> Path:
    """Take the drive away; gives where it is."""
    away = saved.parent.rename(saved.parent.with_name("away"))
    if mount_point:
        saved.parent.mkdir()
    return away


def plug_in(saved: Path, away: Path) -> None:
    """Bring the drive back."""
    if saved.parent.is_symlink():
        saved.parent.unlink()
    elif saved.parent.exists():
        saved.parent.rmdir()
    away.rename(saved.parent)


@pytest.mark.parametrize("mount_point", [True, False])
def test_a_drive_that_is_away_is_told_and_nothing_is_written_in_its_place(
    table: Table, saved: Path, told: dict[str, str], *, mount_point: bool
) -> None:
    away = unplug(saved, mount_point=mount_point)
    for _ in range(PATIENCE[AWAY]):
        outside(table).look()
    assert told[AWAY].startswith("“mars.json” cannot be reached: the folder is gone. Everything is still here")
    assert told.get(GONE) is None
    edits.rename_character(table.document, LAO, "Ours")
    assert not table.session.save()
    assert "the folder is gone" in told["roster"]
    assert (saved.parent.exists(), saved.exists()) == (mount_point, False)
    plug_in(saved, away)
    ring(table.session)
    outside(table).look()
    assert (told[AWAY], told["roster"], read_roster(saved)) == ("", "", table.document.roster)


def test_a_drive_that_comes_back_with_an_older_file_costs_nothing_that_was_saved(table: Table, saved: Path) -> None:
    older = saved.read_bytes()
    edits.rename_character(table.document, LAO, "Ours")
    assert table.session.save()
    ours = table.document.roster
    away = unplug(saved)
    for _ in range(PATIENCE[AWAY]):
        outside(table).look()
    (away / saved.name).write_bytes(older)
    plug_in(saved, away)
    outside(table).look()
    assert (table.document.roster, backups(table)[0]) == (a_roster(), ours)


def test_with_a_conflict_open_nothing_is_written_in_the_place_of_a_drive_either(
    table: Table, saved: Path, told: dict[str, str], noticed: list[tuple[str, ...]]
) -> None:
    a_conflict(table, saved)
    away = unplug(saved)
    outside(table).keep_ours()
    assert noticed[-1] == ("The other version could not be set aside, so nothing was changed: the folder is gone.",)
    edits.rename_character(table.document, OKORO, "Ours, too")
    assert not table.session.save()
    assert list(saved.parent.iterdir()) == []
    plug_in(saved, away)
    assert table.session.save()
    assert (read_roster(saved), bool(told[CONFLICT])) == (THEIRS, True)


@pytest.mark.skipif(os.name != "posix", reason="a link that leads nowhere but to itself")
def test_a_folder_that_cannot_be_entered_is_told_once_until_it_can_be(
    table: Table, saved: Path, told: dict[str, str]
) -> None:
    away = unplug(saved, mount_point=False)
    saved.parent.symlink_to(saved.parent)
    said = heard(table.session.trouble_changed)
    for _ in range(PATIENCE[AWAY] + 3):
        outside(table).look()
    assert [source for source, _ in said] == [AWAY]
    assert "cannot be reached: too many levels" in told[AWAY]
    plug_in(saved, away)
    outside(table).look()
    assert told[AWAY] == ""


# half written, gone


HALF = {
    "cut": encode_roster(THEIRS)[:-200],
    "empty": b"",
    "conflict marks": b"<<<<<<< HEAD\n" + encode_roster(THEIRS),
    "binary": bytes(range(256)),
}


@pytest.mark.parametrize("kind", HALF)
def test_a_file_that_is_half_written_is_left_alone_and_loaded_once_it_is_whole(
    table: Table, saved: Path, told: dict[str, str], kind: str
) -> None:
    saved.write_bytes(HALF[kind])
    for _ in range(PATIENCE[UNREADABLE] - 1):
        outside(table).look()
    assert (told.get(UNREADABLE), table.document.roster, saved.read_bytes()) == (None, a_roster(), HALF[kind])
    write_roster(saved, THEIRS)
    outside(table).look()
    assert (told.get(UNREADABLE), table.document.roster) == (None, THEIRS)


def test_a_file_that_stays_unreadable_is_told_once_until_it_can_be_read(
    table: Table, saved: Path, told: dict[str, str]
) -> None:
    saved.write_bytes(HALF["cut"])
    for _ in range(PATIENCE[UNREADABLE]):
        outside(table).look()
    assert told[UNREADABLE].startswith("“mars.json” was changed by another program and cannot be read: ")
    assert str(saved) in told[UNREADABLE]
    said = heard(table.session.trouble_changed)
    outside(table).look()
    assert said == []
    write_roster(saved, THEIRS)
    outside(table).look()
    assert (told[UNREADABLE], table.document.roster) == ("", THEIRS)


def test_a_change_here_while_the_file_is_half_written_overwrites_nothing(
    table: Table, saved: Path, told: dict[str, str]
) -> None:
    saved.write_bytes(HALF["cut"])
    edits.rename_character(table.document, LAO, "Ours")
    assert table.session.save()
    assert saved.read_bytes() == HALF["cut"]
    assert [read_roster(path) for path in others_in(saved)] == [table.document.roster]
    assert told[CONFLICT]


def test_a_file_that_is_replaced_in_two_steps_is_not_told_to_be_gone(
    table: Table, saved: Path, told: dict[str, str]
) -> None:
    saved.unlink()
    outside(table).look()
    write_roster(saved, THEIRS)
    outside(table).look()
    assert (told.get(GONE), table.document.roster) == (None, THEIRS)


def test_a_file_that_is_gone_is_told_and_everything_stays(table: Table, saved: Path, told: dict[str, str]) -> None:
    saved.unlink()
    for _ in range(PATIENCE[GONE]):
        outside(table).look()
    assert told[GONE].startswith(
        "“mars.json” was deleted, renamed or moved by another program. Everything is still here"
    )
    assert str(saved) in told[GONE]
    assert table.document.roster == a_roster()
    assert table.session.save()
    assert not saved.exists()


def test_a_file_that_is_gone_is_saved_again_with_the_next_change_and_that_is_told(
    table: Table, saved: Path, told: dict[str, str], noticed: list[tuple[str, ...]]
) -> None:
    saved.unlink()
    for _ in range(PATIENCE[GONE]):
        outside(table).look()
    edits.rename_character(table.document, LAO, "Lao")
    assert table.session.save()
    assert read_roster(saved) == table.document.roster
    assert told[GONE] == ""
    assert noticed == [("“mars.json” had disappeared and has been saved again in the same place.",)]


def test_a_file_that_is_gone_before_anybody_looked_is_not_saved_again_silently(
    table: Table, saved: Path, noticed: list[tuple[str, ...]]
) -> None:
    saved.unlink()
    edits.rename_character(table.document, LAO, "Lao")
    assert table.session.save()
    assert "had disappeared" in noticed[-1][0]


def test_a_file_that_is_gone_can_be_saved_again_at_once(table: Table, saved: Path, told: dict[str, str]) -> None:
    saved.unlink()
    for _ in range(PATIENCE[GONE]):
        outside(table).look()
    outside(table).save_again()
    assert (told[GONE], read_roster(saved)) == ("", a_roster())


def test_a_file_that_comes_back_as_it_was_is_no_trouble_any_more(
    table: Table, saved: Path, told: dict[str, str]
) -> None:
    content = saved.read_bytes()
    saved.unlink()
    for _ in range(PATIENCE[GONE]):
        outside(table).look()
    saved.write_bytes(content)
    outside(table).look()
    assert (told[GONE], table.document.stack.count()) == ("", 0)


def test_a_file_that_is_gone_after_being_unreadable_is_given_its_own_time(
    table: Table, saved: Path, told: dict[str, str]
) -> None:
    saved.write_bytes(b"")
    for _ in range(PATIENCE[UNREADABLE]):
        outside(table).look()
    saved.unlink()
    outside(table).look()
    assert (told[UNREADABLE], told.get(GONE)) == ("", None)
    outside(table).look()
    assert told[GONE]


def test_a_folder_in_the_place_of_the_file_is_told_and_left(table: Table, saved: Path, told: dict[str, str]) -> None:
    saved.unlink()
    saved.mkdir()
    for _ in range(PATIENCE[UNREADABLE]):
        outside(table).look()
    assert "it is not a file" in told[UNREADABLE]
    edits.rename_character(table.document, LAO, "Lao")
    assert not table.session.save()
    assert told["roster"].startswith("Not saved: ")


def test_trouble_with_a_file_is_over_when_another_roster_is_open(
    table: Table, saved: Path, told: dict[str, str]
) -> None:
    saved.unlink()
    for _ in range(PATIENCE[GONE]):
        outside(table).look()
    assert table.session.new_roster("Venus")
    assert told[GONE] == ""


# readable in part


def in_part(roster: Roster) -> bytes:
    """Return a file of which one more character cannot be read."""
    data = json.loads(encode_roster(roster))
    data["characters"].append({"id": "worn", "name": 7})
    return json.dumps(data).encode()


def test_a_file_of_which_one_character_cannot_be_read_is_loaded_as_far_as_it_can_be(
    table: Table, saved: Path, told: dict[str, str], noticed: list[tuple[str, ...]]
) -> None:
    saved.write_bytes(in_part(THEIRS))
    outside(table).look()
    assert (table.document.roster.characters, noticed) == (THEIRS.characters, [(LOADED + UNDO,)])
    assert "1 character of “mars.json” could not be read" in told["file"]
    edits.rename_character(table.document, LAO, "Ours")
    assert table.session.save()
    assert json.loads(saved.read_bytes())["characters"][-1] == {"id": "worn", "name": 7}
    write_roster(saved, THEIRS)
    outside(table).look()
    assert (table.document.roster, told["file"]) == (THEIRS, "")


def test_the_other_can_be_taken_where_one_character_of_it_cannot_be_read(
    table: Table, saved: Path, told: dict[str, str]
) -> None:
    ours, kept = a_conflict(table, saved)
    saved.write_bytes(in_part(THEIRS))
    outside(table).take_theirs()
    assert (table.document.roster.characters, read_roster(kept), told[CONFLICT]) == (THEIRS.characters, ours, "")


def test_a_file_of_a_newer_version_is_not_loaded(table: Table, saved: Path, told: dict[str, str]) -> None:
    saved.write_bytes(encode_roster(THEIRS).replace(b'"format": 1', b'"format": 99'))
    for _ in range(PATIENCE[UNREADABLE]):
        outside(table).look()
    assert "newer GM Desk" in told[UNREADABLE]
    assert table.document.roster == a_roster()


# slow drives


class Later(AtOnce):
    """A drive that is slow: reads when it is told to, and tells when it is told to."""

    def __init__(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waiting: list[tuple[Task[Any], Callable[[Any], Any], Any, Done[Any]]] = []
        monkeypatch.setattr(outside(table), "_runner", self)

    @override
    def run(self, work: Callable[[V], R], value: V, done: Done[R]) -> Task[R]:
        task = Task[R]()
        self.waiting.append((task, work, value, done))
        return task

    def read(self) -> None:
        for task, work, value, _ in self.waiting:
            task.do(work, value)

    def tell(self) -> None:
        waiting, self.waiting = self.waiting, []
        for task, _, _, done in waiting:
            done(task)


def test_a_slow_drive_is_asked_once_at_a_time_and_again_when_there_was_a_reason(
    table: Table, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drive = Later(table, monkeypatch)
    outside(table).look()
    drive.read()
    write_roster(saved, THEIRS)
    outside(table).look()
    assert len(drive.waiting) == 1
    drive.tell()
    assert table.document.roster == a_roster()
    drive.read()
    drive.tell()
    assert (table.document.roster, drive.waiting) == (THEIRS, [])


def test_what_a_slow_drive_held_before_our_own_save_is_no_news(
    table: Table, saved: Path, monkeypatch: pytest.MonkeyPatch, noticed: list[tuple[str, ...]]
) -> None:
    drive = Later(table, monkeypatch)
    outside(table).look()
    drive.read()
    edits.rename_character(table.document, LAO, "Ours")
    assert table.session.save()
    drive.tell()
    drive.read()
    drive.tell()
    assert (noticed, read_roster(saved), drive.waiting) == ([], table.document.roster, [])
    assert the(table.document, LAO).name == "Ours"


@pytest.mark.parametrize(
    "leave", [lambda table: table.session.new_roster("Venus"), lambda table: outside(table).stop()]
)
def test_what_comes_late_from_a_slow_drive_is_let_go(
    table: Table, saved: Path, monkeypatch: pytest.MonkeyPatch, leave: Callable[[Table], object]
) -> None:
    drive = Later(table, monkeypatch)
    write_roster(saved, THEIRS)
    outside(table).look()
    leave(table)
    before = table.document.roster
    drive.read()
    drive.tell()
    assert (table.document.roster, drive.waiting) == (before, [])


# both changed


def test_with_changes_here_and_there_nothing_is_overwritten_and_both_are_files(
    table: Table, saved: Path, told: dict[str, str]
) -> None:
    ours, kept = a_conflict(table, saved)
    assert (read_roster(saved), read_roster(kept)) == (THEIRS, ours)
    assert kept.name.startswith("mars (GM Desk, ")
    for part in (
        "“mars.json” was changed by another program",
        f"“{kept.name}”, in {saved.parent}. Which version do you want to continue with?",
    ):
        assert part in told[CONFLICT]


def test_a_change_that_is_noticed_before_ours_is_saved_is_a_conflict_too(
    table: Table, saved: Path, told: dict[str, str]
) -> None:
    edits.rename_character(table.document, LAO, "Ours")
    write_roster(saved, THEIRS)
    outside(table).look()
    assert told[CONFLICT]
    assert read_roster(saved) == THEIRS
    assert [read_roster(path) for path in others_in(saved)] == [table.document.roster]


def test_until_the_gm_has_chosen_ours_goes_on_in_its_own_file(table: Table, saved: Path) -> None:
    _, kept = a_conflict(table, saved)
    edits.rename_character(table.document, OKORO, "Ours, too")
    assert table.session.save()
    outside(table).look()
    assert (read_roster(saved), read_roster(kept)) == (THEIRS, table.document.roster)
    assert others_in(saved) == [kept]


def test_a_question_that_was_put_away_is_asked_again_with_the_next_change(
    table: Table, saved: Path, told: dict[str, str]
) -> None:
    a_conflict(table, saved)
    asked = told.pop(CONFLICT)
    edits.rename_character(table.document, OKORO, "Ours, too")
    assert table.session.save()
    assert told[CONFLICT] == asked


def test_keeping_ours_keeps_theirs_as_a_file(table: Table, saved: Path, told: dict[str, str]) -> None:
    ours, kept = a_conflict(table, saved)
    outside(table).keep_ours()
    (theirs,) = others_in(saved)
    assert theirs.name.startswith("mars (changed outside, ")
    assert (read_roster(saved), read_roster(theirs), told[CONFLICT]) == (ours, THEIRS, "")
    assert not kept.exists()
    outside(table).look()
    edits.rename_character(table.document, OKORO, "Ours, too")
    assert table.session.save()
    assert (read_roster(saved), others_in(saved)) == (table.document.roster, [theirs])


def test_keeping_ours_keeps_every_byte_of_what_cannot_be_read(table: Table, saved: Path) -> None:
    ours, _ = a_conflict(table, saved)
    saved.write_bytes(HALF["binary"])
    outside(table).keep_ours()
    (theirs,) = others_in(saved)
    assert (read_roster(saved), theirs.read_bytes()) == (ours, HALF["binary"])


def test_keeping_ours_needs_no_file_that_is_gone(table: Table, saved: Path, told: dict[str, str]) -> None:
    ours, _ = a_conflict(table, saved)
    saved.unlink()
    outside(table).keep_ours()
    assert (read_roster(saved), others_in(saved), told[CONFLICT]) == (ours, [], "")


def test_taking_the_other_keeps_ours_as_a_file_and_can_be_undone(
    table: Table, saved: Path, told: dict[str, str]
) -> None:
    ours, kept = a_conflict(table, saved)
    outside(table).take_theirs()
    assert (table.document.roster, read_roster(saved), read_roster(kept)) == (THEIRS, THEIRS, ours)
    assert (told[CONFLICT], table.session.save()) == ("", True)
    table.document.stack.undo()
    assert table.session.save()
    assert read_roster(saved) == ours


def test_what_was_typed_last_is_kept_when_the_other_is_taken(table: Table, saved: Path) -> None:
    _, kept = a_conflict(table, saved)
    edits.rename_character(table.document, OKORO, "Typed last")
    typed = table.document.roster
    outside(table).take_theirs()
    assert read_roster(kept) == typed


def test_the_other_that_cannot_be_read_is_not_taken(
    table: Table, saved: Path, noticed: list[tuple[str, ...]], told: dict[str, str]
) -> None:
    ours, _ = a_conflict(table, saved)
    for gone in (lambda: saved.write_bytes(b"{"), saved.unlink, saved.mkdir):
        gone()
        outside(table).take_theirs()
        assert noticed[-1][0].startswith("The other version cannot be read now: ")
        assert (table.document.roster, bool(told[CONFLICT])) == (ours, True)


def test_another_roster_in_a_conflict_is_opened_when_it_is_taken(table: Table, saved: Path) -> None:
    edits.rename_character(table.document, LAO, "Ours")
    ours, venus = table.document.roster, a_roster(id="venus", name="Venus")
    write_roster(saved, venus)
    assert table.session.save()
    (kept,) = others_in(saved)
    outside(table).take_theirs()
    assert (table.document.roster, read_roster(kept), read_roster(saved)) == (venus, ours, venus)


def test_a_second_change_outside_during_a_conflict_is_what_the_gm_chooses_from(table: Table, saved: Path) -> None:
    a_conflict(table, saved)
    later = structs.replace(THEIRS, name="Mars, later")
    write_roster(saved, later)
    outside(table).look()
    outside(table).take_theirs()
    assert table.document.roster == read_roster(saved) == later


def test_a_conflict_is_over_when_the_other_change_is_taken_back(
    table: Table, saved: Path, told: dict[str, str]
) -> None:
    before = saved.read_bytes()
    ours, _ = a_conflict(table, saved)
    saved.write_bytes(before)
    outside(table).look()
    assert (told[CONFLICT], table.session.save()) == ("", True)
    assert read_roster(saved) == ours


def test_a_conflict_is_over_when_the_other_change_is_the_same(table: Table, saved: Path, told: dict[str, str]) -> None:
    ours, _ = a_conflict(table, saved)
    write_roster(saved, ours)
    outside(table).look()
    assert told[CONFLICT] == ""
    edits.rename_character(table.document, OKORO, "Ours, too")
    assert table.session.save()
    assert read_roster(saved) == table.document.roster


def test_ours_goes_into_the_rosters_folder_where_nothing_can_be_put_beside(
    table: Table, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room_here(path: Path, content: bytes, *, gap: str) -> Path:
        if path.parent == saved.parent:
            raise UnwritableFileError(path, "permission denied")
        return write_new(path, content, gap=gap)

    table.places.rosters.mkdir(parents=True)
    monkeypatch.setattr("gm_desk.store.rosters.backups.write_new", no_room_here)
    edits.rename_character(table.document, LAO, "Ours")
    write_roster(saved, THEIRS)
    assert table.session.save()
    (kept,) = table.places.rosters.iterdir()
    assert (read_roster(kept), read_roster(saved)) == (table.document.roster, THEIRS)


def test_where_ours_can_be_put_nowhere_it_is_said_not_to_be_saved_and_tried_again(
    table: Table, saved: Path, monkeypatch: pytest.MonkeyPatch, told: dict[str, str]
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("gm_desk.store.rosters.backups.write_new", no_room)
        edits.rename_character(table.document, LAO, "Ours")
        write_roster(saved, THEIRS)
        assert not table.session.save()
        assert "no space left on device" in told["roster"]
        assert read_roster(saved) == THEIRS
    ring(table.session)
    assert (told["roster"], bool(told[CONFLICT])) == ("", True)
    assert [read_roster(path) for path in others_in(saved)] == [table.document.roster]


def test_theirs_that_cannot_be_put_aside_is_not_overwritten(
    table: Table, saved: Path, monkeypatch: pytest.MonkeyPatch, noticed: list[tuple[str, ...]]
) -> None:
    ours, kept = a_conflict(table, saved)
    monkeypatch.setattr("gm_desk.store.rosters.backups.write_new", no_room)
    outside(table).keep_ours()
    assert noticed[-1] == (
        "The other version could not be set aside, so nothing was changed: no space left on device.",
    )
    assert (read_roster(saved), read_roster(kept)) == (THEIRS, ours)


@pytest.mark.parametrize("choose", [ExternalChanges.keep_ours, ExternalChanges.take_theirs])
def test_where_there_is_nothing_to_choose_choosing_does_nothing(
    table: Table, saved: Path, choose: Callable[[ExternalChanges], None]
) -> None:
    choose(outside(table))
    assert (table.document.roster, read_roster(saved), others_in(saved)) == (a_roster(), a_roster(), [])


def test_another_roster_can_be_opened_before_the_gm_has_chosen(table: Table, saved: Path, told: dict[str, str]) -> None:
    ours, kept = a_conflict(table, saved)
    assert table.session.new_roster("Venus")
    assert told[CONFLICT] == ""
    edits.add_character(table.document, "")
    assert table.session.save()
    assert (read_roster(saved), read_roster(kept)) == (THEIRS, ours)
    assert read_roster(table.session.path) == table.document.roster


# the next start


def the_next_start(table: Table, saved: Path, root: Path) -> tuple[Table, dict[str, str]]:
    """Leave, and start again with the roster that was open last."""
    assert table.session.save()
    table.session.sharing.leave()
    table.log.journal.close()
    made = a_table(root)
    told: dict[str, str] = {}
    made.session.trouble_changed.connect(told.__setitem__)
    made.session.start()
    assert made.session.path == saved
    return made, told


@pytest.fixture
def again(table: Table, saved: Path, tmp_path: Path) -> Iterator[Callable[[], tuple[Table, dict[str, str]]]]:
    """Return what starts again."""
    made: list[Table] = []

    def start() -> tuple[Table, dict[str, str]]:
        now, told = the_next_start(made[-1] if made else table, saved, tmp_path / "data")
        made.append(now)
        return now, told

    yield start
    for one in made:
        one.session.sharing.leave()
        one.log.journal.close()
        one.document.stack.clear()


Again = Callable[[], tuple[Table, dict[str, str]]]


def test_a_choice_that_was_left_open_is_offered_again_at_the_next_start(
    table: Table, saved: Path, again: Again, told: dict[str, str]
) -> None:
    ours, kept = a_conflict(table, saved)
    later, said = again()
    assert (later.document.roster, read_roster(saved), said[CONFLICT]) == (ours, THEIRS, told[CONFLICT])
    edits.rename_character(later.document, OKORO, "Ours, too")
    last, said = again()
    assert read_roster(kept) == last.document.roster
    assert bool(said[CONFLICT])
    outside(last).keep_ours()
    (theirs,) = others_in(saved)
    assert (read_roster(saved), read_roster(theirs), said[CONFLICT]) == (last.document.roster, THEIRS, "")
    assert CONFLICT not in again()[1]


def test_the_other_can_be_taken_at_the_next_start(table: Table, saved: Path, again: Again) -> None:
    ours, kept = a_conflict(table, saved)
    later, said = again()
    outside(later).take_theirs()
    assert (later.document.roster, read_roster(kept), said[CONFLICT]) == (THEIRS, ours, "")
    last, said = again()
    assert (last.document.roster, CONFLICT in said) == (THEIRS, False)


def test_a_choice_that_was_left_open_is_offered_again_when_the_roster_is_opened_again(
    table: Table, saved: Path, told: dict[str, str]
) -> None:
    ours, _ = a_conflict(table, saved)
    assert table.session.new_roster("Venus")
    assert told[CONFLICT] == ""
    assert table.session.open_roster(saved)
    assert (table.document.roster, bool(told[CONFLICT])) == (ours, True)


@pytest.mark.parametrize("settle", [Path.unlink, lambda kept: write_roster(kept, THEIRS)])
def test_where_the_file_of_ours_is_gone_or_the_same_nothing_is_left_to_choose(
    table: Table, saved: Path, again: Again, settle: Callable[[Path], object]
) -> None:
    _, kept = a_conflict(table, saved)
    assert table.session.save()
    settle(kept)
    later, said = again()
    assert (later.document.roster, CONFLICT in said) == (THEIRS, False)


def test_a_program_that_does_not_keep_follows_no_file(tmp_path: Path, saved: Path) -> None:
    table = a_table(tmp_path / "data", writes=False)
    table.session.start(saved)
    write_roster(saved, THEIRS)
    assert running(table.session.sharing) == []
    assert table.document.roster == a_roster()
