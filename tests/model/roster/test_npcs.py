"""NPCs from templates are independent and added in one step; the prep check finds nothing in correct characters."""

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.errors import EmptyNameError, RulesError
from gm_desk.core.systems.registry import SYSTEMS
from gm_desk.model.roster import npcs
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.rosters.files import read_sample
from gm_desk.store.rosters.templates import read_shipped
from gm_desk.store.shipped import load_names, load_system
from model_makers import LAO, TRIAD, ScriptedDice, a_character, a_document, a_roster, the

THUG = next(one for one in read_shipped("ep2") if one.name == "Dock thug")
CLERK = next(one for one in read_shipped("ep2") if one.name == "Habitat clerk")
RIGHT = {"COG": 15, "INT": 15, "REF": 15, "SAV": 15, "SOM": 15, "WIL": 15}


def somebody(character_id: str, name: str, *, rating: int = 40, **more: object) -> Character:
    skills = {"Fray": 30, "Perceive": 30, "Guns": rating}
    return a_character(character_id, name, skills=skills, **{"stats": RIGHT, **more})


def a_street(*characters: Character) -> RosterDocument:
    return a_document(a_roster(characters=characters, groups=()))


def words(document: RosterDocument, character_id: str) -> list[str]:
    return [finding.words for finding in npcs.checked(document, character_id).standing]


# --- NPCs of templates -----------------------------------------------------------------------------------------------


def test_a_template_is_told_in_a_line() -> None:
    assert npcs.template_summary(THUG) == "Yellow · Athletics 40, Melee 40, Provoke 40 · Cargo hook 1d10+3"
    assert npcs.template_summary(Character(id="one", name="One", concept="Nobody")) == "Nobody"


def test_five_thugs_are_one_step_each_independent_and_in_the_group_behind_whom_is_selected() -> None:
    document = a_document()
    before = document.roster
    made = npcs.make_npcs(document, THUG, "Dock thug", 5, group=TRIAD, after=LAO)
    members = document.roster.members(TRIAD)
    assert [one.name for one in members][:6] == ["Lao Qing", *(f"Dock thug {number}" for number in range(1, 6))]
    assert [one.id for one in members][1:6] == made
    ids = [*made, *(skill.id for one in members[1:6] for skill in one.skills)]
    ids += [attack.id for one in members[1:6] for attack in one.attacks]
    assert len(set(ids)) == len(ids) == 5 * (1 + len(THUG.skills) + len(THUG.attacks))
    assert document.stack.undoText() == "add 5 NPCs, Dock thug 1 to Dock thug 5"
    document.stack.undo()
    assert document.roster == before


def test_the_first_of_them_is_shown() -> None:
    document = a_document()
    shown: list[str] = []
    document.touched.connect(shown.append)
    made = npcs.make_npcs(document, THUG, "Dock thug", 2)
    assert shown == made[:1]


def test_one_keeps_the_name_it_is_given() -> None:
    document = a_document()
    (made,) = npcs.make_npcs(document, THUG, "  Big   Bo ")
    assert the(document, made).name == "Big Bo"
    assert document.stack.undoText() == "add Big Bo"


def test_nobody_is_made_without_a_name() -> None:
    document = a_document()
    with pytest.raises(EmptyNameError):
        npcs.make_npcs(document, THUG, " ")
    assert document.stack.count() == 0


def test_people_get_a_name_of_their_own_and_several_share_that_of_the_template() -> None:
    document, names = a_document(), load_names("ep2")
    assert npcs.proposal(document, CLERK, names, 1, ScriptedDice(1, 1)) == names[0].names()[0]
    assert npcs.proposal(document, THUG, names, 1, ScriptedDice()) == "Dock thug"
    assert npcs.proposal(document, CLERK, names, 3, ScriptedDice()) == "Habitat clerk"


def test_another_name_is_a_persons_and_not_the_one_before() -> None:
    document, names = a_document(), load_names("ep2")
    first = names[0].names()[0]
    assert npcs.another(document, names, "Dock thug", ScriptedDice(1, 1)) == first
    assert npcs.another(document, names, first, ScriptedDice(1, 1)) != first


# --- The prep check --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_sample_roster_is_clean(system: str) -> None:
    document = RosterDocument(read_sample(system), load_system(system), str)
    assert npcs.next_to_check(document, "") == ""


@pytest.mark.parametrize("system", SYSTEMS)
def test_npcs_of_all_shipped_templates_are_clean(system: str) -> None:
    ids = iter(range(10_000))
    document = RosterDocument(Roster(id="r", name="R"), load_system(system), lambda: f"id-{next(ids)}")
    document.open(structs.replace(document.roster, system=system), document.system)
    for template in read_shipped(system):
        npcs.make_npcs(document, template, template.name, 2)
    assert npcs.next_to_check(document, "") == ""


def test_a_damage_typed_with_words_is_nothing_to_check() -> None:
    rifle = Attack(id="rifle", name="Rifle", skill="Guns", damage="2d10 energy")
    document = a_street(somebody("one", "One", attacks=(rifle,)))
    assert words(document, "one") == []


def test_a_fix_is_a_step_named_after_what_it_changes() -> None:
    document = a_street(somebody("one", "One", rating=5, stats={**RIGHT, "DUR": 45, "WT": 8}))
    assert words(document, "one") == ["WT is 8; should be 9 (DUR 45)", "Guns is 5; it starts at 15 (REF 15)"]
    npcs.fix(document, "one", "WT")
    assert document.stack.undoText() == "fix WT of One"
    npcs.fix(document, "one", "skill guns below")
    assert document.stack.undoText() == "fix Guns of One"
    assert words(document, "one") == []
    npcs.fix(document, "one", "WT")
    assert document.stack.count() == 2


def test_fix_all_is_one_step() -> None:
    document = a_street(somebody("one", "One", rating=5, stats={**RIGHT, "DUR": 45, "WT": 8}))
    before = document.roster
    npcs.fix_all(document, "one")
    assert words(document, "one") == []
    assert document.stack.undoText() == "fix all of One"
    document.stack.undo()
    assert document.roster == before


def test_a_dismissed_finding_is_counted_and_can_be_brought_back() -> None:
    document = a_street(somebody("one", "One", rating=5))
    npcs.dismiss(document, "one", "skill guns below")
    assert npcs.checked(document, "one") == npcs.Checked((), 1)
    assert document.stack.undoText() == "dismiss a warning for One"
    npcs.recall(document, "one")
    assert words(document, "one") == ["Guns is 5; it starts at 15 (REF 15)"]
    assert document.stack.undoText() == "restore the warnings for One"


def test_a_name_that_stands_twice_in_a_group_is_said_of_both_and_one_fix_settles_it() -> None:
    document = a_street(somebody("one", "Guard"), somebody("two", "guard"))
    assert words(document, "one") == ["The name Guard is used twice in this group"]
    npcs.fix_all(document, "two")
    assert the(document, "two").name == "guard 2"
    assert words(document, "one") == []
    document.stack.undo()
    npcs.fix(document, "one", npcs.TWIN)
    assert document.stack.undoText() == "fix the name of Guard"
    assert words(document, "two") == []


def test_the_walk_goes_group_by_group_and_round_and_round() -> None:
    document = a_street(somebody("one", "One", rating=5), somebody("two", "Two"), somebody("three", "Three", rating=5))
    document.change(structs.replace(document.roster, groups=a_roster().groups), "groups")
    document.change(document.roster.moved("three", TRIAD), "move")
    reached = [npcs.next_to_check(document, after) for after in ("", "three", "one", "two", "gone")]
    assert reached == ["three", "one", "three", "three", "three"]


def test_who_is_gone_has_nothing_to_check_and_cannot_be_fixed() -> None:
    document = a_document()
    assert npcs.checked(document, "nobody") == npcs.Checked()
    with pytest.raises(RulesError):
        npcs.fix_all(document, "nobody")
