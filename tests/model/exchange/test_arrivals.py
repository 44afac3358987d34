"""Characters from outside, added as one step, under free names, for the roster's system."""

from collections.abc import Mapping

from msgspec import structs

from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.systems.definition import System
from gm_desk.model.exchange.arrivals import Destination, add_all, fitted
from gm_desk.model.exchange.paste import all_systems
from gm_desk.store.exchange.accounts import ImportedCharacter
from model_makers import LAO, MOOK, a_document, the

SYSTEMS: Mapping[str, System] = all_systems()


def imported(*names: str, system: str = "ep2") -> list[ImportedCharacter]:
    return [
        ImportedCharacter(Character(id=f"new-{number}", name=name), system, "") for number, name in enumerate(names)
    ]


def test_they_stand_behind_whoever_is_selected_in_that_group() -> None:
    document = a_document()
    lao = the(document, LAO)
    made = add_all(document, imported("Ann", "Bob"), SYSTEMS, Destination(lao.group, LAO))
    order = [one.id for one in document.roster.characters]
    assert order[order.index(LAO) + 1 :][:2] == made == ["new-0", "new-1"]
    assert {the(document, one).group for one in made} == {lao.group}
    assert document.stack.undoText() == "add 2 characters"


def test_a_numbered_one_stands_with_the_rest_of_its_gang() -> None:
    document = a_document()
    group = the(document, MOOK).group
    made = add_all(document, imported("Triad mook 3", "Ann", "Triad mook 2"), SYSTEMS, Destination(group, LAO))
    order = [one.id for one in document.roster.characters]
    assert order[order.index(LAO) + 1] == made[1]
    assert order[order.index(MOOK) :][:3] == [MOOK, made[2], made[0]]


def test_a_name_that_is_taken_gets_a_number_and_the_step_is_called_so() -> None:
    document = a_document()
    name = the(document, LAO).name
    (made,) = add_all(document, imported(name), SYSTEMS, Destination())
    assert the(document, made).name == f"{name} 2"
    assert document.stack.undoText() == f"add {name} 2"
    document.stack.undo()
    assert document.character(made) is None


def test_a_group_that_is_gone_is_none() -> None:
    document = a_document()
    (made,) = add_all(document, imported("Ann"), SYSTEMS, Destination("gone", "gone"))
    assert the(document, made).group == ""
    assert document.roster.characters[-1].id == made


def test_nobody_adds_nothing_and_a_roster_that_is_read_only_stays() -> None:
    document = a_document()
    assert add_all(document, [], SYSTEMS, Destination()) == []
    before = document.roster
    document.set_read_only("it is open elsewhere")
    assert add_all(document, imported("Ann"), SYSTEMS, Destination()) == []
    assert document.roster is before


def test_what_another_system_has_no_place_for_is_named_and_stands_in_the_notes() -> None:
    skill = Skill(id="s", name="Scrounging", rating=40)
    old = Character(id="old", name="Old Hand", skills=(skill,), source="the text")
    fit = fitted(old, "ep1", SYSTEMS["ep2"], SYSTEMS, lambda: "id")
    assert fit.left == "skills"
    assert (fit.character.skills, fit.character.source) == ((), "the text")
    assert "Scrounging 40" in fit.character.notes
    assert fitted(old, "ep2", SYSTEMS["ep2"], SYSTEMS, lambda: "id").character is old
    assert fitted(old, "unheard of", SYSTEMS["ep2"], SYSTEMS, lambda: "id").character is old


def test_they_are_carried_over_when_they_are_added() -> None:
    document = a_document()
    one = imported("Old Hand", system="ep1")[0]
    with_skill = structs.replace(one.character, skills=(Skill(id="s", name="Scrounging", rating=40),))
    (made,) = add_all(document, [structs.replace(one, character=with_skill)], SYSTEMS, Destination())
    assert "Scrounging 40" in the(document, made).notes
