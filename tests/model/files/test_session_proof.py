"""What was read from a roster's file is proved beside the window, so that the first save proves only what changed."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from gm_desk.core.characters.roster import Character
from gm_desk.model.files.session import proof_ahead
from gm_desk.model.roster import edits
from gm_desk.store.rosters.files import read_roster, write_roster
from model_makers import LAO, ByHand, Table, a_roster, a_table

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def disk() -> ByHand:
    return ByHand()


@pytest.fixture
def table(tmp_path: Path, disk: ByHand) -> Table:
    """Open a roster from its file, of which nothing has been proved yet."""
    path = tmp_path / "mine" / "mars.json"
    write_roster(path, a_roster())
    made = a_table(tmp_path, runner=disk)
    made.session.start(path)
    return made


def decoded_in_a_save(table: Table, name: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the characters that are decoded as Lao is renamed and the roster saved."""
    found: list[str] = []
    decode = msgspec.json.decode

    def counting(content: bytes, *, type: Any = Any) -> Any:  # noqa: A002 - as msgspec calls it
        value = decode(content, type=type)
        found.extend([value.name] if type is Character else [])
        return value

    edits.rename_character(table.document, LAO, name)
    with monkeypatch.context() as patch:
        patch.setattr(msgspec.json, "decode", counting)
        assert table.session.save()
    assert read_roster(table.session.path) == table.document.roster
    return found


def work_off(disk: ByHand) -> None:
    while disk.waiting:
        disk.go_on()


def test_the_first_save_proves_only_what_was_changed(
    table: Table, disk: ByHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    work_off(disk)
    assert decoded_in_a_save(table, "Lao", monkeypatch) == ["Lao"]


def test_a_save_that_comes_first_proves_everything_and_its_proof_is_kept(
    table: Table, disk: ByHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    proving = [task for task in disk.waiting if task[1] is proof_ahead]
    assert len(proving) == 1
    disk.waiting.remove(proving[0])
    assert len(decoded_in_a_save(table, "Lao", monkeypatch)) == len(a_roster().characters)
    disk.waiting.append(proving[0])
    work_off(disk)
    assert decoded_in_a_save(table, "Old Lao", monkeypatch) == ["Old Lao"]


def test_the_proof_of_a_roster_is_none_of_the_one_opened_after_it(
    table: Table, disk: ByHand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proving = next(task for task in disk.waiting if task[1] is proof_ahead)
    disk.waiting.remove(proving)
    other = tmp_path / "mine" / "venus.json"
    write_roster(other, a_roster())
    assert table.session.open_roster(other)
    disk.waiting = [task for task in disk.waiting if task[1] is not proof_ahead]
    disk.waiting.append(proving)
    work_off(disk)
    assert len(decoded_in_a_save(table, "Lao", monkeypatch)) == len(a_roster().characters)


def test_nothing_is_proved_where_nothing_is_written(tmp_path: Path, disk: ByHand) -> None:
    path = tmp_path / "mine" / "mars.json"
    write_roster(path, a_roster())
    a_table(tmp_path, runner=disk, writes=False).session.start(path)
    assert [task for task in disk.waiting if task[1] is proof_ahead] == []
