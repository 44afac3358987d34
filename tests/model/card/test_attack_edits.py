"""Changes to attacks, each one undo step with a name, and the words of the card."""

from collections.abc import Callable

import pytest
from msgspec import structs
from PySide6.QtCore import Qt

from gm_desk.core.characters.roster import Skill
from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.core.errors import BadAttackError, RulesError
from gm_desk.model.card import attack_edits
from gm_desk.model.card.stat_models import MOST_SHOWN, AttackModel, attack_in_words
from gm_desk.model.item_models import Role
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.shipped import load_system
from model_makers import EP2, LAO, MOOK, a_document, column, heard, the

pytestmark = pytest.mark.usefixtures("qapp")

LINE = "Heavy pistol, guns, 2d10, SA/BF, 9/12"


def with_pistol() -> tuple[RosterDocument, str]:
    document = a_document()
    return document, attack_edits.add_attack(document, LAO, LINE)


def test_an_attack_is_added_from_a_line_and_its_skill_spelled_as_the_system_does() -> None:
    document, made = with_pistol()
    pistol = Attack(
        id=made, name="Heavy pistol", skill="Guns", damage="2d10", modes="SA/BF", ammo=Points(now=9, max=12)
    )
    assert the(document, LAO).attacks == (pistol,)
    assert document.stack.undoText() == "add Heavy pistol to Lao Qing"


def test_an_attack_is_changed_by_its_line() -> None:
    document, made = with_pistol()
    attack_edits.set_attack(document, LAO, made, "Club, Kung fu 60, 1d6; heavy")
    assert the(document, LAO).attacks == (
        Attack(id=made, name="Club", skill="Kung fu", rating=60, damage="1d6", notes="heavy"),
    )
    assert document.stack.undoText() == "set Club of Lao Qing"


def test_an_attack_is_removed_and_comes_back() -> None:
    document, made = with_pistol()
    before = document.roster
    attack_edits.remove_attack(document, LAO, made)
    assert not the(document, LAO).attacks
    assert document.stack.undoText() == "remove Heavy pistol of Lao Qing"
    document.stack.undo()
    assert document.roster == before


def test_a_magazine_is_filled_again() -> None:
    document, made = with_pistol()
    attack_edits.reload(document, LAO, made)
    assert the(document, LAO).attacks[0].ammo == Points(now=12, max=12)
    assert document.stack.undoText() == "reload Heavy pistol of Lao Qing"
    attack_edits.reload(document, LAO, made)
    assert document.stack.count() == 2
    club = attack_edits.add_attack(document, LAO, "Club")
    attack_edits.reload(document, LAO, club)
    assert document.stack.count() == 3


@pytest.mark.parametrize(
    "does",
    [
        lambda document: attack_edits.add_attack(document, LAO, "Gun, Guns, 2d0"),
        lambda document: attack_edits.add_attack(document, "nobody", LINE),
        lambda document: attack_edits.set_attack(document, LAO, "gone", LINE),
        lambda document: attack_edits.remove_attack(document, MOOK, "gone"),
    ],
)
def test_what_cannot_be_done_changes_nothing(does: Callable[[RosterDocument], object]) -> None:
    document, _ = with_pistol()
    before = document.roster
    with pytest.raises(RulesError):
        does(document)
    assert document.roster is before
    assert document.stack.count() == 1


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (LINE, "Guns 65 · DV 2d10 · SA/BF · ammo 9/12"),
        ("Bow, Guns 70, 1d10, range 30, AP; slow", "Guns 70 · DV 1d10 · range 30 · AP · slow"),
        ("Knife, Melee, 1d10", "Melee 25 · DV 1d10"),
        ("Spell, Sorcery", "Sorcery"),
        ("Fists", ""),
    ],
)
def test_an_attack_is_told_in_the_words_of_the_card(line: str, says: str) -> None:
    document = a_document()
    attack_edits.add_attack(document, LAO, line)
    lao = the(document, LAO)
    assert attack_in_words(lao.attacks[0], lao, EP2) == says


def test_each_system_names_damage_as_its_book_does() -> None:
    lao = the(a_document(), LAO)
    assert attack_in_words(Attack(id="a", name="Axe", damage="2d6"), lao, load_system("kaiser")) == "damage 2d6"


def test_the_model_shows_attacks_and_takes_their_lines() -> None:
    document, _ = with_pistol()
    model = AttackModel(document)
    refused = heard(model.refused)
    model.show(LAO)
    assert column(model, Role.DETAIL) == ["Guns 65 · DV 2d10 · SA/BF · ammo 9/12"]
    assert column(model, Qt.ItemDataRole.AccessibleTextRole) == ["Heavy pistol, Guns 65, DV 2d10, SA/BF, ammo 9/12"]
    assert column(model, Qt.ItemDataRole.EditRole) == ["Heavy pistol, Guns, 2d10, SA/BF, 9/12"]
    assert model.setData(model.index(0), "Fists")
    assert column(model, Qt.ItemDataRole.AccessibleTextRole) == ["Fists"]
    assert not model.setData(model.index(0), "Fists, x, y")
    assert refused


def test_damage_that_cannot_be_rolled_is_flagged() -> None:
    document, made = with_pistol()
    lao = the(document, LAO)
    odd = structs.replace(lao.attacks[0], damage="special")
    document.change_character(structs.replace(lao, attacks=(odd,)), "odd")
    model = AttackModel(document)
    model.show(LAO)
    [tip] = column(model, Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith("The damage cannot be rolled: “special” is not dice")
    with pytest.raises(BadAttackError):
        attack_edits.set_attack(document, LAO, made, column(model, Qt.ItemDataRole.EditRole)[0])


def test_several_attacks_are_added_as_one_step() -> None:
    document = a_document()
    attack_edits.add_attack(document, LAO, "Knife, Melee, 1d10; Bite, Melee, 2d6; poison")
    assert [(one.name, one.notes) for one in the(document, LAO).attacks] == [("Knife", ""), ("Bite", "poison")]
    assert (document.stack.count(), document.stack.undoText()) == (1, "add 2 attacks to Lao Qing")


def test_of_thousands_of_attacks_so_many_are_shown_and_the_rest_is_counted() -> None:
    document, _ = with_pistol()
    lao = the(document, LAO)
    many = tuple(structs.replace(lao.attacks[0], id=f"a{number}") for number in range(5000))
    document.change_character(structs.replace(lao, attacks=many), "many")
    model = AttackModel(document)
    refused = heard(model.refused)
    model.show(LAO)
    assert model.rowCount() == MOST_SHOWN + 1
    assert model.index(MOST_SHOWN).data() == "4,900 more attacks are not shown"
    assert not model.setData(model.index(MOST_SHOWN), "Fists")
    assert refused
    assert the(document, LAO).attacks == many


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Pistol, Gnus, 2d10", "“Gnus” is not a skill: Guns? For your own, add its rating"),
        ("Frag grenade, loud, Athletics, 3d10", "“loud” was not recognised; put notes after a semicolon: “…; loud”"),
    ],
)
def test_the_piece_that_is_not_understood_is_named(line: str, says: str) -> None:
    document = a_document()
    with pytest.raises(BadAttackError) as refused:
        attack_edits.add_attack(document, LAO, line)
    assert (refused.value.problem, the(document, LAO).attacks) == (says, ())


def test_a_skill_like_a_listed_one_is_taken_with_its_rating_or_if_somebody_has_it() -> None:
    document = a_document()
    attack_edits.add_attack(document, LAO, "Pistol, Gnus 60, 2d10")
    mook = the(document, MOOK)
    document.change_character(mook.with_skill(Skill(id="gnus", name="Gnus", rating=40)), "learn Gnus")
    attack_edits.add_attack(document, MOOK, "Pistol, Gnus, 2d10")
    assert [the(document, one).attacks[0].skill for one in (LAO, MOOK)] == ["Gnus", "Gnus"]
