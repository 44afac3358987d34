"""Chips that a test suggests, chips that step, and modifiers by name."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QCoreApplication, QEvent, QPoint
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Specialisation
from gm_desk.core.rules.health import Health
from gm_desk.ui.roll.chip_button import ChipButton
from other_rosters import EP1
from pane_makers import RollHands, show_test_pane
from ui_makers import GM, LAO, a_roster, said_of, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")


def chips(roller: GM | RollHands) -> list[str]:
    return [said_of(chip) for chip in buttons(roller)]


def buttons(roller: GM | RollHands) -> list[ChipButton]:
    return [chip for chip in roller.window.test.chips.findChildren(ChipButton) if chip.isVisible()]


def changes(roller: RollHands, change: Callable[[Character], Character]) -> None:
    roller.session.document.change_character(change(roller.lao), "change")


def preset(roller: RollHands, *path: str) -> None:
    """Choose from the menu of presets."""
    menu = roller.window.test.chips.presets.menu()
    menu.aboutToShow.emit()
    for words in path[:-1]:
        found = next(action.menu() for action in menu.actions() if action.text() == words)
        assert isinstance(found, QMenu)
        menu = found
    action = next(action for action in menu.actions() if action.text().startswith(path[-1]))
    assert action.isEnabled(), action.text()
    action.trigger()


@pytest.fixture
def guns(roller: RollHands) -> RollHands:
    roller.selects("Lao Qing")
    roller.prepares("Guns")
    return roller


def test_wounds_and_traumas_count_by_themselves_and_can_be_struck_out(guns: RollHands) -> None:
    changes(guns, lambda lao: structs.replace(lao, health=Health(wounds=2, traumas=1)))
    assert chips(guns) == ["Wounds, −20", "Traumas, −10"]
    assert guns.net() == -30
    guns.click(buttons(guns)[0], QPoint(12, 10))
    assert (chips(guns), guns.net()) == (["Wounds, −20, struck out", "Traumas, −10"], -10)
    guns.keys("Esc", "Return")
    assert chips(guns)[:2] == ["Wounds, −20", "Traumas, −10"]


def test_a_specialisation_is_suggested_and_counts_after_a_click(guns: RollHands) -> None:
    better = tuple(
        structs.replace(skill, specialisations=(Specialisation(name="Pistols"),)) if skill.name == "Guns" else skill
        for skill in LAO.skills
    )
    changes(guns, lambda lao: structs.replace(lao, skills=better))
    assert (chips(guns), guns.net()) == (["Pistols, +10, suggested"], 0)
    guns.click(buttons(guns)[0])
    assert (chips(guns), guns.net()) == (["Pistols, +10"], 10)
    guns.prepares("Fray")
    assert chips(guns) == []


def test_after_a_failure_another_try_is_suggested_and_steps_with_the_next_one(guns: RollHands) -> None:
    for count in (1, 2):
        guns.keys("Ctrl+E")
        guns.types("98")
        guns.keys("Return", "Esc")
        assert chips(guns) == [f"Retry {count}, −{count}0, suggested"]
        assert guns.net() == 0
    guns.keys("Ctrl+E")
    guns.types("42")
    guns.keys("Return", "Esc")
    assert chips(guns) == []


def test_another_test_was_never_tried(guns: RollHands) -> None:
    guns.keys("Ctrl+E")
    guns.types("98")
    guns.keys("Return", "Esc")
    guns.prepares("Fray")
    assert chips(guns) == []
    guns.prepares("Guns")
    assert chips(guns) == ["Retry 1, −10, suggested"]
    guns.keys("Ctrl+Shift+E")
    assert chips(guns) == []


def test_teamwork_steps_with_plus_and_minus_to_thirty_at_most(guns: RollHands) -> None:
    preset(guns, "Teamwork", "Unnamed helper")
    assert chips(guns) == ["Teamwork 1, +10"]
    buttons(guns)[0].setFocus()
    guns.keys("+", "+", "+")
    assert (chips(guns), guns.net()) == (["Teamwork 3, +30"], 30)
    guns.keys("-")
    assert (chips(guns), guns.net()) == (["Teamwork 2, +20"], 20)


def test_a_click_beside_the_value_steps_too(guns: RollHands) -> None:
    preset(guns, "Teamwork", "Unnamed helper")
    guns.settles()  # until then it is not as wide as it is seen
    chip = buttons(guns)[0]
    cross = chip.width() - 10
    guns.click(chip, QPoint(cross - 18, chip.height() // 2))
    assert chips(guns) == ["Teamwork 2, +20"]


def test_helpers_are_named_and_taken_back(guns: RollHands) -> None:
    preset(guns, "Teamwork", "Triad mook 1")
    assert chips(guns) == ["Teamwork 1: Triad mook 1, +10"]
    preset(guns, "Teamwork", "Eva")
    assert guns.net() == 20
    preset(guns, "Teamwork", "Eva")
    assert chips(guns) == ["Teamwork 1: Triad mook 1, +10"]


def test_who_lacks_the_rating_cannot_help_with_knowledge_and_the_menu_says_why(guns: RollHands) -> None:
    guns.prepares("Know: Triads")
    guns.window.test.chips.presets.menu().aboutToShow.emit()
    teamwork = next(a.menu() for a in guns.window.test.chips.presets.menu().actions() if a.text() == "Teamwork")
    assert isinstance(teamwork, QMenu)
    refused = [action.text() for action in teamwork.actions() if not action.isEnabled() and action.text()]
    assert refused == [
        "Triad mook 1: no Know: Triads (40 required)",
        "Eva: no Know: Triads (40 required)",
    ]


def test_factors_of_the_situation_are_chosen_by_name(guns: RollHands) -> None:
    preset(guns, "Major Drawback")
    assert (chips(guns), guns.net()) == (["Major Drawback, −30"], -30)


def test_a_related_skill_stands_in_at_what_it_costs(guns: RollHands) -> None:
    guns.prepares("Melee")
    preset(guns, "Default to a related skill", "Guns 65   −30")
    assert guns.test() == "Guns 65 Lao Qing"
    assert chips(guns) == ["For Melee, −30"]
    buttons(guns)[0].setFocus()
    guns.keys("+")
    assert chips(guns) == ["For Melee, −20"]


def test_any_skill_may_stand_in_with_the_penalty_that_the_gm_chooses(guns: RollHands) -> None:
    preset(guns, "Default to a related skill", "Athletics 55", "Athletics 55   −20")
    assert guns.test() == "Athletics 55 Lao Qing"
    assert (chips(guns), guns.net()) == (["For Guns, −20"], -20)


def test_every_skill_is_offered_once_to_stand_in_for_one_that_is_untrained(gm: GM) -> None:
    gm.picks_untrained("infosec")
    menu = gm.window.test.chips.presets.menu()
    menu.aboutToShow.emit()
    related = next(action.menu() for action in menu.actions() if action.text() == "Default to a related skill")
    assert isinstance(related, QMenu)
    named = {action.text().partition("   ")[0] for action in related.actions() if not action.isSeparator()}
    assert named == {f"{skill.name} {skill.rating}" for skill in LAO.skills}


def test_in_the_first_edition_any_skill_stands_in_at_thirty(qtbot: QtBot, tmp_path: Path) -> None:
    roller = show_test_pane(qtbot, tmp_path, EP1)
    roller.selects("Mira")
    roller.prepares("Freerunning")
    preset(roller, "Default to a related skill", "Protocol 35   −30")
    assert (roller.test(), chips(roller)) == ("Protocol 35 Mira", ["For Freerunning, −30"])


def test_what_is_routine_needs_no_roll_and_the_pane_says_so(guns: RollHands) -> None:
    routine = guns.widget("routine")
    assert routine.isVisible()
    assert guns.reads("routine") == "Skill 40+: routine tasks need no roll."
    guns.keys("Esc", "-")
    assert not routine.isVisible()


def test_the_field_completes_the_words_of_the_system(guns: RollHands) -> None:
    guns.keys("Ctrl+M")
    guns.types("major d")
    completer = guns.window.test.chips.add.completer()
    assert completer.currentCompletion() == "Major Drawback −30"


def test_a_critical_leaves_a_chip_for_the_next_test_that_is_taken_with_a_click(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), dice=(44, 20, 20))
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.skills.view, "Guns")
    gm.keys("Return")
    gm.settles()
    assert chips(gm) == ["Critical: Guns, +20, suggested"]
    gm.click(buttons(gm)[0])
    assert gm.net() == 20
    gm.keys("Return")
    gm.settles()
    assert (chips(gm), gm.net()) == ([], 0)


def test_what_a_critical_has_left_is_there_after_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), dice=[44])
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.skills.view, "Guns")
    gm.keys("Return")
    assert "Critical: Guns, +20, suggested" in chips(gm)
    gm.window.close()
    again = sit_down(qtbot, tmp_path, dice=[12, 13])
    assert "Critical: Guns, +20, suggested" in chips(again)
    again.window.test.row.roll()
    assert "Critical: Guns, +20, suggested" not in chips(again)


def test_the_menu_of_presets_keeps_no_submenus_of_the_times_it_was_open(guns: RollHands) -> None:
    menu = guns.window.test.chips.presets.menu()
    counts = set()
    for _ in range(3):
        menu.aboutToShow.emit()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        counts.add(len(menu.findChildren(QMenu)))
    assert len(counts) == 1
    assert 0 not in counts
