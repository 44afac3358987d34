"""Skills with specialisations, and many of them in one line."""

import pytest
from msgspec import structs
from PySide6.QtCore import Qt

from gm_desk.core.characters.stat_block import Specialisation
from gm_desk.core.errors import RulesError
from gm_desk.core.notation.skill import write_skill
from gm_desk.model.card.stat_models import SkillModel
from gm_desk.model.item_models import Role
from gm_desk.model.roster import edits
from gm_desk.model.roster.document import RosterDocument
from model_makers import LAO, a_document, column, the

GUNS = f"{LAO}-0"


def lines(document: RosterDocument) -> list[str]:
    return [write_skill(one.name, one.rating, one.specialisations) for one in the(document, LAO).skills]


def test_a_line_adds_all_its_skills_as_one_step() -> None:
    document = a_document()
    before = document.roster
    edits.add_skill(document, LAO, "guns 60 (Pistols 70), Melee 50, know: Triads 60")
    assert lines(document) == ["Guns 60 (Pistols 70)", "Fray 60", "Melee 50", "Know: Triads 60"]
    assert [one.aptitude for one in the(document, LAO).skills] == ["REF", "REF", "SOM", "COG"]
    assert (document.stack.count(), document.stack.undoText()) == (1, "add 3 skills to Lao Qing")
    document.stack.undo()
    assert document.roster == before


def test_a_line_of_skills_that_are_all_there_sets_them() -> None:
    document = a_document()
    edits.add_skill(document, LAO, "Guns 60, Fray 50")
    assert (lines(document), document.stack.undoText()) == (["Guns 60", "Fray 50"], "set 2 skills of Lao Qing")


def test_one_bad_part_refuses_the_whole_line() -> None:
    document = a_document()
    with pytest.raises(
        RulesError, match=r"“Fray”: the rating is missing.*; “Psi 200”: 200 is outside the range 0 to 150"
    ):
        edits.add_skill(document, LAO, "Melee 50, Fray, Psi 200")
    assert document.stack.count() == 0


def test_adding_a_skill_again_keeps_its_specialisations_unless_others_are_typed() -> None:
    document = a_document()
    for line, after in (
        ("Guns 60 (Pistols 70)", "Guns 60 (Pistols 70)"),
        ("Guns 65", "Guns 65 (Pistols 70)"),
        ("Guns 65 (Rifles)", "Guns 65 (Rifles)"),
        ("Guns 65 ()", "Guns 65"),
    ):
        edits.add_skill(document, LAO, line)
        assert lines(document)[0] == after


def test_a_line_edited_in_place_is_the_whole_truth() -> None:
    document = a_document()
    edits.set_skill(document, LAO, GUNS, "Guns 60 (Pistols 70, Rifles)")
    assert document.stack.undoText() == "set Guns of Lao Qing"
    edits.set_skill(document, LAO, GUNS, "Guns 65 (Pistols 75)")
    assert lines(document)[0] == "Guns 65 (Pistols 75)"
    edits.set_skill(document, LAO, GUNS, "Guns 65")
    assert lines(document)[0] == "Guns 65"


def test_what_else_a_file_says_of_a_specialisation_stays() -> None:
    document = a_document()
    lao = the(document, LAO)
    special = Specialisation(name="Pistols", rating=70, extra={"source": "a later version"})
    guns = structs.replace(lao.skills[0], specialisations=(special,))
    document.change_character(lao.with_skill(guns), "from a file")
    edits.set_skill(document, LAO, GUNS, "Guns 60 (pistols 75)")
    assert the(document, LAO).skills[0].specialisations == (structs.replace(special, name="pistols", rating=75),)


def test_the_model_shows_specialisations_behind_the_name_and_edits_the_whole_line() -> None:
    document = a_document()
    edits.set_skill(document, LAO, GUNS, "Guns 60 (Pistols 70, Rifles)")
    model = SkillModel(document)
    model.show(LAO)
    index = model.index(0)
    roles = (Role.NAME, Role.TAIL, Role.NUMBER)
    assert [index.data(role) for role in roles] == ["Guns", "(Pistols 70, Rifles)", "60"]
    assert model.setData(index, "Guns 60 (Rifles)")
    assert column(model, Role.TAIL) == ["(Rifles)", ""]


def note(document: RosterDocument, skill_id: str = GUNS) -> str:
    skill = the(document, LAO).skill(skill_id)
    assert skill is not None
    return skill.note


def with_note(said: str) -> RosterDocument:
    document = a_document()
    skill = the(document, LAO).skill(GUNS)
    assert skill is not None
    document.change_character(the(document, LAO).with_skill(structs.replace(skill, note=said)), "note")
    return document


@pytest.mark.parametrize("said", ["50/70", "60", "echo only", "60, when 2 – or 3 (Mooks 60)", "only - 60"])
def test_a_note_is_shown_and_stays_while_the_rating_is_edited(said: str) -> None:
    document = with_note(said)
    model = SkillModel(document)
    model.show(LAO)
    first = model.index(0)
    assert first.data(Role.TAIL) == f"({said})"
    line = first.data(Qt.ItemDataRole.EditRole)
    assert model.setData(first, line)
    assert note(document) == said
    model.setData(first, "Guns 61" + line.removeprefix("Guns 65"))
    assert (note(document), lines(document)[0]) == (said, "Guns 61")


def test_a_note_is_edited_and_taken_away() -> None:
    document = with_note("50/70")
    edits.set_skill(document, LAO, GUNS, "Guns 65 (55/75)")
    assert note(document) == "55/75"
    edits.set_skill(document, LAO, GUNS, "Guns 65 (Pistols 70) – not at night")
    assert (note(document), lines(document)[0]) == ("not at night", "Guns 65 (Pistols 70)")
    edits.add_skill(document, LAO, "Guns 70")
    assert note(document) == "not at night"
    edits.set_skill(document, LAO, GUNS, "Guns 70")
    assert note(document) == ""
