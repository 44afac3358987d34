"""Damaged, newer and older files on a real disk: nothing in them is lost, and a backup is offered."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from gm_desk.model.files.backups import BACKUP_AFTER
from gm_desk.model.files.session import FIRST_NAME
from gm_desk.model.roster import edits
from gm_desk.store.disk.files import MOST_ROSTER_BYTES
from gm_desk.store.disk.places import Places
from gm_desk.store.journal.copies import copies_in, read_copy
from gm_desk.store.rosters.backups import backups_in
from gm_desk.store.rosters.files import encode_roster, read_in_part, read_roster, write_roster
from gm_desk.store.rosters.migrations import Migration
from model_makers import HOUR, LAO, MOOK, Clock, Table, a_roll, a_roster, a_table, heard, ring, running

pytestmark = pytest.mark.usefixtures("qapp")

DAY = 24 * HOUR


class Sitting:
    """A table around a data directory, a clock, and a roster's file of the user's."""

    def __init__(self, root: Path) -> None:
        self.path = root / "mine" / "mars.json"
        self.clock = Clock()
        self.places = Places(root / "data")
        self.tables: list[Table] = []
        write_roster(self.path, a_roster())

    def open(self, *, writes: bool = True) -> Table:
        """Start the program anew with the file; gives the table, and `troubles` are those told from then on."""
        for before in self.tables:
            before.session.sharing.leave()
        table = a_table(self.places.root, prefix=f"sitting-{len(self.tables)}", clock=self.clock, writes=writes)
        self.tables.append(table)
        self.troubles: dict[str, str] = {}
        table.session.trouble_changed.connect(self.troubles.__setitem__)
        table.session.start(self.path)
        return table

    def damage(self, **changes: Any) -> bytes:
        """Change keys of the file's first character; gives its bytes."""
        raw = json.loads(self.path.read_bytes())
        raw["characters"][0] |= changes
        self.path.write_text(json.dumps(raw))
        return self.path.read_bytes()

    def backups(self) -> list[bytes]:
        """Return what the backups hold, the newest first."""
        return [one.path.read_bytes() for one in backups_in(self.places.backups_of("mars"))]

    def put_aside(self) -> list[bytes]:
        """Return what the copies of damaged files hold, the newest first."""
        found = backups_in(self.places.backups_of("mars"))
        return [one.path.read_bytes() for one in found if one.damage]


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    sitting = Sitting(tmp_path)
    yield sitting
    for table in sitting.tables:
        table.log.journal.close()


def rename(table: Table, name: str) -> None:
    edits.rename_roster(table.document, name)
    assert table.session.save()


# --- Backups ---------------------------------------------------------------------------------------------------------


def test_the_first_save_of_a_day_is_preceded_by_a_backup(sitting: Sitting) -> None:
    before = sitting.path.read_bytes()
    table = sitting.open()
    rename(table, "Luna")
    rename(table, "Venus")
    assert sitting.backups() == [before]
    sitting.clock.now += DAY
    evening = sitting.path.read_bytes()
    edits.rename_roster(table.document, "Io")
    edits.rename_roster(table.document, "Europa")
    assert table.session.save()
    assert sitting.backups() == [sitting.path.read_bytes(), evening, before]


def test_a_backup_is_made_at_each_start_if_anything_changed_since_the_last(sitting: Sitting) -> None:
    before = sitting.path.read_bytes()
    rename(sitting.open(), "Luna")
    assert sitting.backups() == [before]
    sitting.clock.now += HOUR
    sitting.open()
    assert sitting.backups() == [sitting.path.read_bytes(), before]
    sitting.clock.now += HOUR
    sitting.open()
    assert len(sitting.backups()) == 2


def test_a_backup_is_made_when_the_session_ends_or_another_roster_is_opened(sitting: Sitting) -> None:
    before = sitting.path.read_bytes()
    table = sitting.open()
    table.session.backups.back_up_all()
    assert sitting.backups() == [before]
    rename(table, "Luna")
    table.session.backups.back_up_all()
    luna = sitting.path.read_bytes()
    assert sitting.backups() == [luna, before]
    table.session.backups.back_up_all()
    rename(table, "Venus")
    assert table.session.new_roster("Io")
    assert sitting.backups() == [sitting.path.read_bytes(), luna, before]


def test_a_backup_is_made_after_a_quarter_of_an_hour_of_work(sitting: Sitting) -> None:
    before = sitting.path.read_bytes()
    table = sitting.open()
    rename(table, "Luna")
    sitting.clock.now += BACKUP_AFTER - 1
    rename(table, "Venus")
    assert sitting.backups() == [before]
    sitting.clock.now += 1
    rename(table, "Io")
    io = sitting.path.read_bytes()
    assert sitting.backups() == [io, before]
    rename(table, "Europa")
    sitting.clock.now += BACKUP_AFTER - 1
    rename(table, "Ceres")
    assert sitting.backups() == [io, before]


def test_who_then_does_nothing_has_a_backup_after_a_quarter_of_an_hour_too(sitting: Sitting) -> None:
    table = sitting.open()
    assert [one.interval() for one in running(table.session.backups)] == []
    rename(table, "Luna")
    assert [one.interval() for one in running(table.session.backups)] == [BACKUP_AFTER]
    ring(table.session.backups)
    assert sitting.backups()[0] == sitting.path.read_bytes()
    assert running(table.session.backups) == []


def test_a_damaged_file_is_no_backup_of_the_start(sitting: Sitting) -> None:
    sitting.damage(number=0)
    sitting.open()
    assert sitting.backups() == []


def test_who_only_reads_makes_no_backups(sitting: Sitting) -> None:
    first = sitting.open()
    rename(first, "Luna")
    second = a_table(sitting.places.root, prefix="second", clock=sitting.clock)
    second.session.start(sitting.path)
    assert second.document.read_only
    assert len(sitting.backups()) == 1
    second.log.journal.close()


def test_a_backup_that_cannot_be_made_is_told_and_does_not_keep_the_roster_from_being_saved(sitting: Sitting) -> None:
    sitting.places.root.mkdir(exist_ok=True)
    sitting.places.backups.write_text("no folder")
    table = sitting.open()
    rename(table, "Luna")
    assert read_roster(sitting.path).name == "Luna"
    assert "No backup could be made" in sitting.troubles["backup"]
    sitting.places.backups.unlink()
    rename(table, "Venus")
    assert sitting.troubles["backup"] == ""
    assert len(sitting.backups()) == 1


def test_a_backup_that_could_not_be_made_is_made_when_there_is_room_though_nothing_changes(sitting: Sitting) -> None:
    sitting.places.root.mkdir(exist_ok=True)
    sitting.places.backups.write_text("no folder")
    table = sitting.open()
    rename(table, "Luna")
    table.session.backups.retry()
    assert "GM Desk keeps trying" in sitting.troubles["backup"]
    sitting.places.backups.unlink()
    table.session.backups.retry()
    assert sitting.troubles["backup"] == ""
    assert sitting.backups() == [sitting.path.read_bytes()]


def test_a_desk_that_does_not_keep_makes_no_backup(sitting: Sitting) -> None:
    table = sitting.open(writes=False)
    rename(table, "Luna")
    assert sitting.backups() == []


def test_the_log_is_copied_at_the_end_of_a_session_and_once_a_day_while_nobody_needs_it(sitting: Sitting) -> None:
    table = sitting.open()
    folder = sitting.places.backups_of("mars")
    table.log.add([a_roll()])
    table.session.backups.back_up_log()
    assert len(copies_in(folder)) == 1
    sitting.clock.now += HOUR
    table.log.add([a_roll()])
    table.session.backups.back_up_log()
    assert len(copies_in(folder)) == 1
    table.session.backups.back_up_all()
    assert len(copies_in(folder)) == 2
    table.session.backups.back_up_all()
    assert len(copies_in(folder)) == 2
    sitting.clock.now += DAY
    table.log.add([a_roll()])
    table.session.backups.back_up_log()
    assert [len(read_copy(one.path)) for one in copies_in(folder)] == [3, 2, 1]


def test_a_copy_of_the_log_that_cannot_be_made_is_told(sitting: Sitting) -> None:
    table = sitting.open()
    table.log.add([a_roll()])
    folder = sitting.places.backups_of("mars")
    folder.rename(folder.with_name("away"))
    folder.write_text("no folder")
    table.session.backups.back_up_log()
    assert "The log could not be copied" in sitting.troubles["log copy"]
    folder.unlink()
    table.session.backups.back_up_log()
    assert sitting.troubles["log copy"] == ""


# --- Opened in part --------------------------------------------------------------------------------------------------


def test_one_bad_character_is_told_of_and_the_others_open(sitting: Sitting) -> None:
    damaged = sitting.damage(number=0)
    table = sitting.open()
    assert len(table.document.roster.characters) == 3
    assert table.document.roster.name == "Mars"
    for words in ("1 character of “mars.json”", "“Lao Qing”, number: the number is below 1", "stays in the file"):
        assert words in sitting.troubles["file"]
    assert "unread" not in sitting.troubles
    table.session.save()
    assert sitting.path.read_bytes() == damaged


def test_a_partly_read_file_is_put_aside_before_it_is_first_saved_over(sitting: Sitting) -> None:
    damaged = sitting.damage(number=0)
    table = sitting.open()
    rename(table, "Luna")
    assert sitting.put_aside() == [damaged]
    rename(table, "Venus")
    saved = json.loads(sitting.path.read_bytes())
    assert (saved["name"], saved["characters"][0]) == ("Venus", json.loads(damaged)["characters"][0])
    sitting.open()
    rename(sitting.tables[-1], "Io")
    assert sitting.put_aside() == [damaged], "the same damage is put aside once"


def test_what_is_undone_leaves_the_same_roster_with_its_unread_parts(sitting: Sitting) -> None:
    sitting.damage(number=0)
    table = sitting.open()
    rename(table, "Luna")
    table.document.stack.undo()
    table.session.save()
    content = sitting.path.read_bytes()
    assert content == encode_roster(read_in_part(sitting.path).roster)
    assert [one.raw["number"] for one in read_in_part(sitting.path).roster.unread] == [0]


def test_a_damaged_file_that_cannot_be_put_aside_is_not_saved_over(sitting: Sitting) -> None:
    damaged = sitting.damage(number=0)
    table = sitting.open()
    sitting.places.root.mkdir(exist_ok=True)
    sitting.places.backups.write_text("no folder")
    edits.rename_roster(table.document, "Luna")
    assert not table.session.save()
    assert sitting.path.read_bytes() == damaged
    assert "Not saved" in sitting.troubles["roster"]
    sitting.places.backups.unlink()
    assert table.session.save()
    assert sitting.put_aside() == [damaged]


def test_several_bad_parts_can_be_listed(sitting: Sitting) -> None:
    sitting.damage(number=0, id="okoro")
    raw = json.loads(sitting.path.read_bytes())
    raw["groups"][0] = 5
    sitting.path.write_text(json.dumps(raw))
    table = sitting.open()
    assert sitting.troubles["unread"] == sitting.troubles["file"]
    assert table.session.backups.opened_file.unread == [
        "Group 1: this is not in the shape of a group.",
        "Character 1 “Lao Qing”, number: the number is below 1.",
    ]


def test_the_trouble_is_over_when_another_roster_is_open(sitting: Sitting) -> None:
    sitting.damage(number=0)
    table = sitting.open()
    assert table.session.new_roster("Venus")
    assert sitting.troubles["file"] == ""
    rename(table, "Io")
    assert sitting.put_aside() == []


# --- Newer files -----------------------------------------------------------------------------------------------------


def test_a_newer_file_opens_to_be_read_and_is_never_written(sitting: Sitting) -> None:
    raw = json.loads(sitting.path.read_bytes()) | {"format": 2, "weather": {"now": "rain"}}
    raw["characters"][3]["kind"] = "spirit"
    sitting.path.write_text(json.dumps(raw))
    content = sitting.path.read_bytes()
    table = sitting.open()
    assert [one.id for one in table.document.roster.characters] == [LAO, "okoro", "jaqui"]
    for words in ("newer GM Desk", "1 character of “mars.json”", "“spirit” is not known"):
        assert words in sitting.troubles["file"]
    refused = heard(table.document.refused)
    edits.rename_roster(table.document, "Luna")
    assert ("newer GM Desk" in refused[0][0], table.document.roster.name) == (True, "Mars")
    assert table.session.save()
    assert sitting.path.read_bytes() == content
    assert sitting.backups() == []


def test_a_file_of_an_older_format_is_backed_up_before_it_is_saved_in_ours(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename(sitting.open(), "Luna")
    older = sitting.path.read_bytes().replace(b'"format": 1', b'"format": 0')
    sitting.path.write_bytes(older)
    monkeypatch.setattr("gm_desk.store.rosters.migrations.OF_ROSTERS", (Migration(1, dict),))
    table = sitting.open()
    assert (table.document.roster.name, sitting.path.read_bytes()) == ("Luna", older)
    rename(table, "Venus")
    assert sitting.backups()[0] == older
    assert read_roster(sitting.path).format == 1


def test_newer_settings_are_told_of_and_left_as_they_are(sitting: Sitting) -> None:
    later = b'{"format": 99, "theme": "light", "zoom": {}}'
    sitting.places.root.mkdir()
    sitting.places.state.write_bytes(later)
    table = sitting.open()
    assert "newer GM Desk" in sitting.troubles["settings"]
    table.session.settings.set_theme("dark")
    assert table.session.save()
    assert sitting.places.state.read_bytes() == later


# --- A backup in the place of a file that cannot be read -------------------------------------------------------------


@pytest.fixture
def torn(sitting: Sitting) -> bytes:
    """Save the roster on two days, and then tear its file; gives the bytes that are left."""
    table = sitting.open()
    rename(table, "Luna")
    sitting.clock.now += DAY
    rename(table, "Venus")
    sitting.clock.now += HOUR
    sitting.path.write_bytes(sitting.path.read_bytes()[:300])
    return sitting.path.read_bytes()


def test_the_newest_good_backup_is_offered(sitting: Sitting, torn: bytes) -> None:
    table = sitting.open()
    assert (table.document.roster.name, sitting.path.read_bytes()) == (FIRST_NAME, torn)
    assert "There is a backup of it: " in sitting.troubles["file"]
    assert sitting.troubles["damaged"] == sitting.troubles["file"]
    offer = table.session.backups.opened_file.offer
    assert offer is not None
    assert (offer.roster.name, offer.path) == ("Venus", sitting.path)


def test_a_backup_is_opened_as_the_roster_and_the_torn_file_is_put_aside(sitting: Sitting, torn: bytes) -> None:
    table = sitting.open()
    assert table.session.open_backup()
    assert (table.document.roster.name, table.document.roster.id, table.session.path) == ("Venus", "mars", sitting.path)
    assert read_roster(sitting.path).name == "Venus"
    assert sitting.put_aside() == [torn]
    assert sitting.backups().count(torn) == 1
    assert (sitting.troubles["file"], sitting.troubles["damaged"]) == ("", "")
    again = sitting.open()
    assert (again.document.roster.name, again.session.backups.opened_file.offer) == ("Venus", None)


def test_a_torn_file_stays_until_it_is_put_aside(sitting: Sitting, torn: bytes) -> None:
    table = sitting.open()
    folder = sitting.places.backups_of("mars")
    hidden = folder.rename(folder.with_name("hidden"))
    folder.write_text("no folder")
    assert table.session.open_backup()
    assert sitting.path.read_bytes() == torn
    assert "could not" in sitting.troubles["roster"] or "Not saved" in sitting.troubles["roster"]
    folder.unlink()
    hidden.rename(folder)
    assert table.session.save()
    assert sitting.put_aside() == [torn]


def test_an_emptied_file_and_one_that_is_gone_have_their_backups_too(sitting: Sitting, torn: bytes) -> None:
    assert torn
    sitting.path.write_bytes(b"")
    assert sitting.open().session.backups.opened_file.offer is not None
    sitting.path.unlink()
    table = sitting.open()
    assert table.session.open_backup()
    assert read_roster(sitting.path).name == "Venus"
    assert sitting.put_aside() == []


def test_a_damaged_file_of_any_size_gives_way_to_its_backup(sitting: Sitting, torn: bytes) -> None:
    os.truncate(sitting.path, MOST_ROSTER_BYTES + len(torn))
    table = sitting.open()
    assert table.session.open_backup()
    assert read_roster(sitting.path).name == "Venus"
    assert [len(one) for one in sitting.put_aside()] == [MOST_ROSTER_BYTES + len(torn)]


def test_a_copy_of_a_roster_is_not_offered_the_backup_of_the_other(sitting: Sitting) -> None:
    rename(sitting.open(), "Luna")
    copy, whole = sitting.path.with_name("copy.json"), sitting.path.read_bytes()
    copy.write_bytes(whole[:300])
    table = sitting.open()
    assert not table.session.open_roster(copy)
    assert table.session.backups.opened_file.offer is None
    sitting.path.unlink()
    assert not table.session.open_roster(copy)
    assert f", of “{sitting.path}”" in sitting.troubles["damaged"]


def test_a_backup_that_is_damaged_itself_is_passed_over(sitting: Sitting, torn: bytes) -> None:
    assert torn
    newest = backups_in(sitting.places.backups_of("mars"))[0]
    newest.path.write_bytes(b"{")
    offer = sitting.open().session.backups.opened_file.offer
    assert offer is not None
    assert offer.roster == structs.replace(a_roster(), name="Luna")


def test_where_there_is_no_backup_none_is_offered(sitting: Sitting) -> None:
    sitting.path.write_bytes(b"{")
    table = sitting.open()
    assert "There is a backup" not in sitting.troubles["file"]
    assert "damaged" not in sitting.troubles
    before = table.document.roster
    assert not table.session.open_backup()
    assert table.document.roster is before


def test_the_offer_ends_when_another_roster_is_opened(sitting: Sitting, torn: bytes) -> None:
    table = sitting.open()
    assert table.session.new_roster("Io")
    assert (table.session.backups.opened_file.offer, sitting.troubles["damaged"]) == (None, "")
    assert sitting.path.read_bytes() == torn
    assert MOOK not in [one.id for one in table.document.roster.characters]
