"""Looking into backups, and going back to one as a step that can be undone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs

from gm_desk.model.files.restoring import backups_and_copies, in_a_line, look_into, restore
from gm_desk.model.roster import edits
from gm_desk.store.disk.files import UnreadableFileError, UnwritableFileError
from gm_desk.store.rosters.backups import Backup
from gm_desk.store.rosters.files import encode_roster, read_roster, write_roster
from model_makers import HOUR, LAO, MOOK, Clock, Table, a_roster, a_table

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Open a roster, and change it, so that it has a backup."""
    path, clock = tmp_path / "mine" / "mars.json", Clock()
    write_roster(path, a_roster())
    table = a_table(tmp_path / "data", clock=clock)
    table.session.start(path)
    edits.remove_characters(table.document, [MOOK])
    edits.rename_character(table.document, LAO, "Lao")
    table.session.save()
    clock.now += HOUR
    yield table
    table.log.journal.close()


def the_backup(table: Table) -> Backup:
    (backup,) = backups_and_copies(table.session)
    return backup


def test_a_backup_is_named_by_its_time_and_size(table: Table) -> None:
    words = in_a_line(the_backup(table), table.session)
    assert words.endswith(" – 2 kB")
    assert words[:1].isupper()
    damaged = structs.replace(the_backup(table), damage="0123abcd")
    assert in_a_line(damaged, table.session) == f"{words}, damaged"
    other = structs.replace(the_backup(table), file=Path("/other/mars.json"))
    assert in_a_line(other, table.session) == f"{words}, of “{Path('/other/mars.json')}”"


def test_a_backup_says_what_changed_since_and_what_it_holds(table: Table) -> None:
    lines = look_into(the_backup(table), table.session).splitlines()
    assert lines[:4] == ["Changed since then", "    Triad mook 1 removed", "    Lao Qing: name “Lao Qing” → “Lao”", ""]
    assert "    Lao Qing, Enforcer: Guns 65, Fray 60" in lines
    table.document.stack.setIndex(0)
    assert "Nothing: it is the same as the roster now." in look_into(the_backup(table), table.session)


def test_a_backup_is_restored_as_one_step(table: Table) -> None:
    before, steps = table.document.roster, table.document.stack.count()
    restore(the_backup(table), table.session)
    assert (table.document.roster, table.document.stack.count()) == (a_roster(), steps + 1)
    assert table.session.save()
    assert read_roster(table.session.path) == a_roster()
    assert table.document.stack.undoText().startswith("restore the backup of ")
    table.document.stack.undo()
    assert table.document.roster == before


def test_what_was_there_is_backed_up_before(table: Table) -> None:
    edits.rename_character(table.document, LAO, "Qing")
    there = table.document.roster
    restore(the_backup(table), table.session)
    assert backups_and_copies(table.session)[0].path.read_bytes() == encode_roster(there)
    assert len(backups_and_copies(table.session)) == 2


def test_where_it_cannot_be_backed_up_nothing_is_restored(table: Table) -> None:
    backup, folder = the_backup(table), table.places.backups_of("mars")
    moved = Path(folder.rename(folder.with_name("moved")))
    folder.write_text("no folder")
    there = table.document.roster
    with pytest.raises(UnwritableFileError):
        restore(structs.replace(backup, path=moved / backup.path.name), table.session)
    assert table.document.roster == there


@pytest.mark.parametrize(
    "content",
    [b"{", encode_roster(a_roster(format=2)), encode_roster(a_roster(system="kaiser"))],
    ids=["torn", "newer", "of another system"],
)
def test_what_cannot_be_read_is_not_restored(table: Table, content: bytes) -> None:
    backup, there = the_backup(table), table.document.roster
    backup.path.write_bytes(content)
    for act in (look_into, restore):
        with pytest.raises(UnreadableFileError):
            act(backup, table.session)
    assert table.document.roster == there


def test_the_roster_keeps_its_id_and_its_file(table: Table) -> None:
    backup, path = the_backup(table), table.session.path
    backup.path.write_bytes(encode_roster(a_roster(id="another")))
    restore(backup, table.session)
    assert (table.document.roster.id, table.session.path) == ("mars", path)
