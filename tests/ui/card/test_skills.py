"""Skills on the card: specialisations, whole lines, and ratings edited in place."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from card_window import AtCard, CardHands, show_card
from gm_desk.core.characters.roster import Roster, Skill
from gm_desk.core.characters.stat_block import Specialisation
from gm_desk.core.notation.skill import write_skill
from gm_desk.model.item_models import Role
from ui_makers import LAO, a_roster, index_of, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

PISTOLS = Specialisation(name="Pistols", rating=75)


def with_pistols() -> Roster:
    """Return Lao Qing, who is better with pistols."""
    skills = tuple(
        structs.replace(one, specialisations=(PISTOLS,)) if one.name == "Guns" else one for one in LAO.skills
    )
    return a_roster(structs.replace(LAO, skills=skills))


@pytest.fixture
def shooter(qtbot: QtBot, tmp_path: Path) -> CardHands:
    """Sit before Lao Qing with Guns prepared."""
    gm = show_card(qtbot, tmp_path, with_pistols())
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    return gm


def line(gm: AtCard, name: str) -> str:
    skill = gm.lao.skill_named(name)
    assert skill is not None
    return write_skill(skill.name, skill.rating, skill.specialisations)


def editor(gm: AtCard) -> QLineEdit:
    made = gm.focused()
    assert isinstance(made, QLineEdit)
    return made


def test_specialisations_stand_in_the_line(shooter: AtCard) -> None:
    index = index_of(shooter.window.stat.skills.view.model(), "Guns")
    assert (index.data(Role.TAIL), index.data(Role.NUMBER)) == ("(Pistols 75)", "65")


def test_f2_begins_with_the_rating_selected_so_that_specialisations_stay(shooter: AtCard) -> None:
    shooter.keys("F2")
    assert (editor(shooter).text(), editor(shooter).selectedText()) == ("Guns 65 (Pistols 75)", "65")
    shooter.types("70")
    shooter.keys("Return")
    assert line(shooter, "Guns") == "Guns 70 (Pistols 75)"
    assert shooter.log() == []


def test_digits_typed_on_a_skill_are_dice_and_leave_its_rating_alone(qtbot: QtBot, tmp_path: Path) -> None:
    shooter = sit_down(qtbot, tmp_path, with_pistols())
    shooter.selects("Lao Qing")
    shooter.click_on(shooter.window.stat.skills.view, "Guns")
    shooter.types("5")
    shooter.types("5")
    assert shooter.window.test.row.dice.text() == "55"
    assert line(shooter, "Guns") == "Guns 65 (Pistols 75)"
    shooter.keys("Return")
    assert len(shooter.log()) == 1
    assert line(shooter, "Guns") == "Guns 65 (Pistols 75)"
    assert shooter.focused() is shooter.window.stat.skills.view


def test_a_digit_typed_while_a_skill_is_edited_changes_its_rating_alone(shooter: AtCard) -> None:
    shooter.keys("F2")
    shooter.types("5")
    shooter.types("5")
    shooter.keys("Return")
    assert line(shooter, "Guns") == "Guns 55 (Pistols 75)"
    shooter.undo_of("set Guns of Lao Qing").trigger()
    assert line(shooter, "Guns") == "Guns 65 (Pistols 75)"


def test_tab_walks_from_rating_to_rating(shooter: AtCard) -> None:
    shooter.keys("F2")
    for rating in ("61", "51"):
        shooter.types(rating)
        shooter.keys("Tab")
    shooter.keys("Esc")
    assert [line(shooter, name) for name in ("Guns", "Infiltrate")] == ["Guns 61 (Pistols 75)", "Infiltrate 51"]


def test_a_pasted_stat_block_line_adds_all_its_skills_as_one_step(shooter: AtCard) -> None:
    before = shooter.roster
    QGuiApplication.clipboard().setText("Psi 30 (Mind), Fray 50\nKnow: Gangs 60,")
    shooter.keys("Ctrl+T", "Ctrl+V", "Return")
    assert [line(shooter, name) for name in ("Psi", "Fray", "Know: Gangs")] == [
        "Psi 30 (Mind)",
        "Fray 50",
        "Know: Gangs 60",
    ]
    assert shooter.window.stat.skills.add.text() == ""
    shooter.undo_of("add 3 skills to Lao Qing").trigger()
    assert shooter.roster == before


def test_every_refused_part_is_named_and_nothing_is_added(shooter: AtCard) -> None:
    before = shooter.roster
    shooter.keys("Ctrl+T")
    shooter.types("Psi 30, Melee, Fray 200")
    shooter.keys("Return")
    assert "“Melee”: the rating is missing" in shooter.refused()
    assert "“Fray 200”: 200 is outside the range 0 to 150" in shooter.refused()
    assert shooter.roster is before
    assert shooter.window.stat.skills.add.text() == "Psi 30, Melee, Fray 200"


@pytest.mark.parametrize(
    ("typed", "completion"),
    [("gun", "Guns "), ("Fray 50, kno", "Fray 50, Know: "), ("Fray 50 (x),inf", "Fray 50 (x),Infiltrate ")],
)
def test_the_part_that_is_being_typed_is_completed(shooter: AtCard, typed: str, completion: str) -> None:
    add = shooter.window.stat.skills.add
    add.setFocus()
    shooter.types(typed)
    assert add.completer().currentCompletion() == completion
    popup = add.completer().popup()
    assert popup is not None
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(popup, key)
    assert add.text() == completion


def test_a_hundred_skills_are_shown_in_whole_lines(qtbot: QtBot, tmp_path: Path) -> None:
    skills = tuple(Skill(id=f"skill-{n}", name=f"Know: Field {n}", rating=n) for n in range(100))
    gm = show_card(qtbot, tmp_path, a_roster(structs.replace(LAO, skills=skills)))
    gm.selects("Lao Qing")
    view = gm.window.stat.skills.view
    rects = [view.visualRect(view.model().index(row, 0)) for row in range(100)]
    assert all(view.viewport().rect().contains(rect) for rect in rects)
    assert len({(rect.x(), rect.y()) for rect in rects}) == 100
