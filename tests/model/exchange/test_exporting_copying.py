"""Characters are copied into the file of another roster, or nothing happens and the reason is said."""

from pathlib import Path

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Group, Roster
from gm_desk.core.errors import RulesError
from gm_desk.model.exchange.exporting import copy_characters
from gm_desk.store.disk.files import UnreadableFileError, UnwritableFileError
from gm_desk.store.rosters.files import read_roster, write_roster
from model_makers import JAQUI, LAO, a_character, a_document


def other(folder: Path, system: str = "ep2") -> Path:
    path = folder / "venus.json"
    groups = (Group(id="theirs", name="DOCK TRIAD"), Group(id="more", name="More"))
    characters = (a_character("there", "Lao Qing"),)
    write_roster(path, Roster(id="venus", name="Venus", system=system, groups=groups, characters=characters))
    return path


def test_within_a_system_a_character_arrives_whole_under_a_new_id(tmp_path: Path) -> None:
    document, path = a_document(), other(tmp_path)
    assert copy_characters(document, [JAQUI], path) == "Jaqui copied to “Venus”."
    _, jaqui = read_roster(path).characters
    original = document.character(JAQUI)
    assert original is not None
    assert jaqui.id != JAQUI
    assert (jaqui.name, jaqui.stats, jaqui.kind) == ("Jaqui", original.stats, "pc")
    assert [skill.rating for skill in jaqui.skills] == [70, 55]
    assert jaqui.group == "", "no group there has that name"


def test_a_group_of_the_same_name_takes_the_copy_and_a_name_that_is_taken_is_numbered(tmp_path: Path) -> None:
    path = other(tmp_path)
    copy_characters(a_document(), [LAO], path)
    lao = read_roster(path).characters[-1]
    assert (lao.name, lao.group) == ("Lao Qing 2", "theirs")


def test_what_does_not_carry_over_is_kept_in_the_notes_and_said(tmp_path: Path) -> None:
    path = other(tmp_path, "kaiser")
    said = copy_characters(a_document(), [LAO, JAQUI], path)
    assert said == (
        "2 characters copied to “Venus”. Values without a field in Kaiser are in the notes there: numbers, skills."
    )
    lao = read_roster(path).characters[1]
    assert "Skills: Guns 65, Fray 60" in lao.notes


def test_the_open_roster_is_not_written_behind_its_back(tmp_path: Path) -> None:
    document, path = a_document(), tmp_path / "mars.json"
    write_roster(path, document.roster)
    before = path.read_bytes()
    with pytest.raises(RulesError, match="is the roster that is open"):
        copy_characters(document, [LAO], path)
    assert path.read_bytes() == before


def test_a_file_that_cannot_be_read_or_written_stays_as_it_is(tmp_path: Path) -> None:
    document = a_document()
    with pytest.raises(UnreadableFileError):
        copy_characters(document, [LAO], tmp_path / "gone.json")
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    with pytest.raises(UnreadableFileError):
        copy_characters(document, [LAO], broken)
    path = other(tmp_path)
    path.chmod(0o444)
    before = path.read_bytes()
    with pytest.raises(UnwritableFileError):
        copy_characters(document, [LAO], path)
    assert path.read_bytes() == before


def test_the_open_roster_does_not_change(tmp_path: Path) -> None:
    document = a_document()
    before = structs.replace(document.roster)
    copy_characters(document, [LAO], other(tmp_path))
    assert (document.roster, document.stack.count()) == (before, 0)
