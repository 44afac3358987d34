"""Two windows on one roster: one changes it, the other reads, rolls and waits."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gm_desk.model.files.roster_lock import FREED, HELD, RENEW_AFTER, SEEMS_HELD, RosterLock, locked_roster
from gm_desk.model.roster import edits
from gm_desk.store.disk.locks import RECENT, HeldLock, Holder, take, this_process
from gm_desk.store.disk.places import Places
from gm_desk.store.rosters.files import encode_roster, read_roster, write_roster
from model_makers import LAO, MOOK, OKORO, ByHand, Clock, Table, a_roster, a_table, heard, ring, running, the

pytestmark = pytest.mark.usefixtures("qapp")

now = Clock()

ANOTHER_WINDOW = """
import sys
from pathlib import Path
from gm_desk.store.disk.locks import take, this_process
held = take(Path(sys.argv[1]), this_process(int(sys.argv[2])))
print("held", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "mine" / "mars.json"
    write_roster(path, a_roster())
    return path


@pytest.fixture
def window(tmp_path: Path, saved: Path) -> Iterator[Callable[..., Table]]:
    """Open windows on one data directory, with the roster in each."""
    tables: list[Table] = []

    def opened(*rolls: int, path: Path | None = saved, told: dict[str, str] | None = None, **more: Any) -> Table:
        tables.append(a_table(tmp_path, *rolls, prefix=f"window-{len(tables)}", **more))
        if told is not None:
            tables[-1].session.trouble_changed.connect(told.__setitem__)
        tables[-1].session.start(path)
        return tables[-1]

    yield opened
    for table in tables:
        table.session.sharing.leave()
        table.log.journal.close()
        table.document.stack.clear()  # the collector may take the commands after the stack that owns them


def tells(table: Table) -> dict[str, str]:
    last: dict[str, str] = {}
    table.session.trouble_changed.connect(last.__setitem__)
    return last


def sentence(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}."


def holding(table: Table) -> RosterLock:
    return table.session.sharing.lock


def far_holder(places: Places, *, ago: int = 0) -> None:
    """Let another computer hold the roster."""
    note = places.lock("mars").with_suffix(".json")
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_bytes(msgspec.json.encode(Holder("tower", 815, "GM Desk", now() - ago, now() - ago)))


def test_the_first_window_changes_the_roster_and_the_second_reads_it(window: Callable[..., Table], saved: Path) -> None:
    first, second = window(), window()
    refused = heard(second.document.refused)
    edits.rename_character(second.document, LAO, "Second")
    edits.rename_character(first.document, LAO, "First")
    assert (first.session.save(), second.session.save()) == (True, True)
    assert the(second.document, LAO).name == "Lao Qing"
    assert refused == [(holding(second).why,)]
    assert read_roster(saved) == first.document.roster


def test_the_second_window_says_who_holds_it_since_when_and_what_follows(window: Callable[..., Table]) -> None:
    window()
    table = window()
    assert re.fullmatch(
        rf"this roster is open in another GM Desk window \(process {os.getpid()}\) since \d\d:\d\d, and can only be "
        "read and used for rolls here until that window is closed",
        table.document.read_only,
    )


def test_a_holder_since_another_day_is_told_with_the_day(window: Callable[..., Table], tmp_path: Path) -> None:
    days_ago = datetime.fromtimestamp(now() / 1000).astimezone() - timedelta(days=3)
    held = take(Places(tmp_path).lock("mars"), this_process(int(days_ago.timestamp() * 1000)))
    assert days_ago.strftime(" since %Y-%m-%d %H:%M, ") in window().document.read_only
    assert isinstance(held, HeldLock)
    held.release()


def test_a_holder_whose_note_is_garbled_is_just_another_window(window: Callable[..., Table]) -> None:
    first = window()
    first.places.lock("mars").with_suffix(".json").write_bytes(b"")
    assert window().document.read_only.startswith("this roster is open in another GM Desk window, and can only be")


def test_the_second_window_rolls_and_the_log_has_the_rolls_of_both(window: Callable[..., Table]) -> None:
    first, second = window(33), window(44)
    first.rolling.roll()
    second.rolling.roll()
    assert [logged.entry.dice["roll"] for logged in first.log.page(9)] == [(44,), (33,)]
    assert second.log.writer.unsaved == 0


def test_the_second_window_writes_nothing_of_the_roster_not_even_at_its_end(
    window: Callable[..., Table], saved: Path
) -> None:
    window()
    before = saved.read_bytes(), saved.stat()
    second = window()
    edits.rename_character(second.document, LAO, "Second")
    second.session.view.select(MOOK)
    assert second.session.save()
    second.session.sharing.external_changes.save_again()
    second.session.sharing.leave()
    assert (saved.read_bytes(), saved.stat()) == before
    assert [path.name for path in saved.parent.iterdir()] == [saved.name]


def test_the_second_window_shows_what_the_first_saves(window: Callable[..., Table]) -> None:
    first, second = window(), window()
    second.session.view.select(OKORO)
    edits.rename_character(first.document, LAO, "First")
    first.session.save()
    ring(second.session)
    assert (second.document.roster, second.session.view.selected) == (first.document.roster, OKORO)
    assert not second.document.stack.canUndo()
    assert second.document.read_only


def test_once_the_first_is_closed_the_second_loads_what_it_saved_and_goes_on(
    window: Callable[..., Table], saved: Path
) -> None:
    first, second = window(), window()
    trouble, noticed = tells(second), heard(second.session.sharing.noticed)
    second.session.view.select(OKORO)
    edits.rename_character(first.document, LAO, "First")
    first.session.save()
    first.session.sharing.leave()
    ring(holding(second))
    assert (trouble[HELD], noticed[-1], second.document.read_only) == ("", (FREED,), "")
    assert (second.document.roster, second.session.view.selected) == (first.document.roster, OKORO)
    edits.rename_character(second.document, LAO, "Second")
    assert second.session.save()
    assert read_roster(saved) == second.document.roster


def test_nothing_can_be_changed_before_what_was_saved_last_is_loaded(
    window: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = window(), window()
    edits.rename_character(first.document, LAO, "First")
    first.session.save()
    first.session.sharing.leave()
    drive = ByHand()
    monkeypatch.setattr(second.session.sharing.external_changes, "_runner", drive)
    holding(second).look()
    assert second.document.read_only
    drive.go_on()
    assert (second.document.read_only, second.document.roster) == ("", first.document.roster)


def test_a_window_that_goes_on_holds_the_roster_itself(window: Callable[..., Table]) -> None:
    first, second = window(), window()
    first.session.sharing.leave()
    holding(second).look()
    assert window().document.read_only
    assert [timer.interval() for timer in running(holding(second))] == [RENEW_AFTER]


def test_while_the_first_is_open_trying_again_says_nothing_new(window: Callable[..., Table]) -> None:
    window()
    second = window()
    trouble, freed = tells(second), heard(holding(second).freed)
    holding(second).look()
    ring(holding(second))
    assert (trouble, freed) == ({}, [])


def test_a_third_window_that_was_quicker_is_named_instead(window: Callable[..., Table]) -> None:
    first, second = window(), window()
    first.places.lock("mars").with_suffix(".json").write_bytes(b"")
    trouble = tells(second)
    holding(second).look()
    assert sentence(second.document.read_only)
    assert second.document.read_only == holding(second).why
    assert "process" not in trouble[HELD]


def test_a_real_window_that_is_killed_leaves_the_roster_to_the_next(
    window: Callable[..., Table], tmp_path: Path
) -> None:
    lock = Places(tmp_path).lock("mars")
    command = [sys.executable, "-c", ANOTHER_WINDOW, str(lock), str(now())]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        table = window()
        assert f"(process {other.pid})" in table.document.read_only
        other.kill()
        other.wait()
        ring(holding(table))
    assert table.document.read_only == ""


def test_a_roster_left_behind_by_a_killed_window_opens_without_a_word(
    window: Callable[..., Table], tmp_path: Path
) -> None:
    lock = Places(tmp_path).lock("mars")
    lock.parent.mkdir()
    lock.write_bytes(b"")
    lock.with_suffix(".json").write_bytes(msgspec.json.encode(this_process(now())))
    table = window()
    assert (table.document.read_only, holding(table).why) == ("", "")


@pytest.mark.parametrize(
    "leave",
    [
        lambda table, path: table.session.open_roster(path),
        lambda table, _: table.session.new_roster("Venus"),
        lambda table, _: table.session.try_sample(),
    ],
)
def test_opening_another_roster_lets_the_last_one_go(
    window: Callable[..., Table], tmp_path: Path, leave: Callable[[Table, Path], bool]
) -> None:
    write_roster(tmp_path / "venus.json", a_roster(id="venus", name="Venus"))
    first = window()
    assert leave(first, tmp_path / "venus.json")
    second = window()
    assert second.document.read_only == ""
    assert window(path=first.session.path).document.read_only


def test_turning_from_a_roster_that_is_held_ends_the_waiting(window: Callable[..., Table]) -> None:
    first, second = window(), window()
    trouble = tells(second)
    assert second.session.new_roster("Venus")
    freed = heard(holding(second).freed)
    first.session.sharing.leave()
    holding(second).look()
    assert (trouble[HELD], second.document.read_only, freed) == ("", "", [])
    edits.rename_roster(second.document, "Luna")
    assert second.session.save()
    assert read_roster(second.session.path).name == "Luna"


def test_opening_the_same_roster_again_keeps_it(window: Callable[..., Table], saved: Path) -> None:
    table = window()
    assert table.session.open_roster(saved)
    assert table.document.read_only == ""
    assert window().document.read_only


def test_a_roster_without_a_file_is_held_once_it_has_one(window: Callable[..., Table]) -> None:
    table = window(path=None)
    assert not table.places.lock(table.document.roster.id).exists()
    edits.add_character(table.document, "")
    assert table.session.save()
    assert isinstance(take(table.places.lock(table.document.roster.id), this_process(now())), Holder)


def test_a_program_that_does_not_keep_holds_nothing_and_is_kept_out_of_nothing(
    window: Callable[..., Table], saved: Path
) -> None:
    drawing = window(writes=False)
    first = window()
    assert (first.document.read_only, running(drawing.session.sharing)) == ("", [])
    assert window(writes=False).document.read_only == ""
    assert saved.read_bytes() == encode_roster(a_roster())


def test_where_no_lock_can_be_written_the_roster_opens_all_the_same(
    window: Callable[..., Table], tmp_path: Path
) -> None:
    (tmp_path / "locks").write_text("not a folder")
    table = window()
    trouble = tells(table)
    edits.rename_character(table.document, LAO, "Lao")
    assert table.session.save()
    assert (table.document.read_only, trouble.get(HELD)) == ("", None)


def test_a_roster_open_on_another_computer_is_read_only_and_can_be_opened_anyway(
    window: Callable[..., Table], tmp_path: Path
) -> None:
    trouble: dict[str, str] = {}
    far_holder(Places(tmp_path))
    table = window(told=trouble)
    assert "seems to be open on another computer, “tower” (process 815) since " in trouble[SEEMS_HELD]
    assert (trouble[HELD], sentence(table.document.read_only)) == ("", trouble[SEEMS_HELD])
    holding(table).open_anyway()
    assert (trouble[SEEMS_HELD], table.document.read_only) == ("", "")
    edits.rename_character(table.document, LAO, "Lao")
    assert table.session.save()


def test_a_computer_that_no_longer_renews_its_note_is_waited_for_no_longer(
    window: Callable[..., Table], tmp_path: Path
) -> None:
    far_holder(Places(tmp_path))
    table = window()
    assert table.document.read_only
    far_holder(Places(tmp_path), ago=RECENT)
    ring(holding(table))
    assert table.document.read_only == ""


def test_a_window_renews_its_note(window: Callable[..., Table], tmp_path: Path) -> None:
    table = window()
    far_holder(Places(tmp_path), ago=RECENT)
    ring(holding(table))
    assert b'"host":"tower"' not in Places(tmp_path).lock("mars").with_suffix(".json").read_bytes()


def test_nothing_is_opened_anyway_that_nobody_else_holds(window: Callable[..., Table]) -> None:
    table = window()
    freed = heard(holding(table).freed)
    holding(table).open_anyway()
    assert freed == []


def test_a_roster_is_held_while_something_is_done_with_it_and_free_afterwards(tmp_path: Path) -> None:
    places = Places(tmp_path)
    with locked_roster(places, "mars", now) as who:
        assert who == ""
        assert isinstance(take(places.lock("mars"), this_process(now())), Holder)
    with locked_roster(places, "mars", now) as who:
        assert who == ""


def test_a_roster_that_is_open_on_another_computer_is_not_held_meanwhile(tmp_path: Path) -> None:
    places = Places(tmp_path)
    note = places.lock("mars").with_suffix(".json")
    note.parent.mkdir()
    note.write_bytes(msgspec.json.encode(Holder("tower", 815, "GM Desk", now(), now())))
    with locked_roster(places, "mars", now) as who:
        assert who.startswith("seems to be open on another computer, “tower” (process 815) since ")
    assert note.exists()
