from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QCheckBox, QLabel
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.ui.roll.ability_head import BaseLabel
from pane_makers import AtTest, RollHands, show_test_pane
from ui_makers import GM, a_roster

pytestmark = pytest.mark.usefixtures("unpainted")


def default(gm: AtTest) -> QCheckBox:
    return gm.find(QCheckBox, "defaulting")


def test_it_names_what_is_rolled_by_whom(roller: RollHands) -> None:
    assert (roller.reads("abilityName"), roller.reads("abilityOwner")) == ("Guns", "65 · Lao Qing")


def test_defaulting_rolls_on_the_linked_aptitude(roller: RollHands) -> None:
    assert default(roller).text() == "Roll untrained (REF 20)"
    roller.click(default(roller), QPoint(8, default(roller).height() // 2))
    assert (roller.reads("abilityOwner"), roller.reads("targetNumber")) == ("20 · Lao Qing", "20")
    roller.keys("Ctrl+Shift+D")
    assert roller.reads("targetNumber") == "65"


def test_a_defaulted_roll_says_so_in_the_log(roller: RollHands) -> None:
    roller.keys("Ctrl+Shift+D", "Ctrl+Return")
    assert roller.log()[0][2:5] == ["Guns (default)", "net 0", "TN 20"]


def test_another_skill_is_not_defaulted(roller: RollHands) -> None:
    roller.keys("Ctrl+Shift+D")
    roller.prepares("Fray")
    assert (default(roller).isChecked(), roller.reads("targetNumber")) == (False, "60")


def test_a_check_offers_no_defaulting(gm: GM) -> None:
    gm.window.stat.aptitudes.chosen.emit("REF")
    assert gm.reads("abilityName") == "REF check"
    assert not default(gm).isVisible()


def test_an_untrained_skill_always_defaults(gm: GM) -> None:
    gm.selects("Eva")
    gm.picks_untrained("Infosec")
    assert default(gm).text() == "Untrained (COG 20)"
    assert (default(gm).isChecked(), default(gm).isEnabled(), gm.reads("targetNumber")) == (True, False, "20")


def test_nothing_to_roll_says_what_to_do_and_cannot_be_rolled(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_test_pane(qtbot, tmp_path, a_roster(Character(id="new", name="Nobody yet")))
    assert gm.reads("abilityName") == "Nothing to roll yet"
    assert (gm.reads("targetNumber"), gm.reads("chance")) == ("–", "–")
    assert not gm.widget("rollButton").isEnabled()
    assert not gm.widget("diceEdit").isEnabled()
    gm.keys("Ctrl+Return")
    assert gm.log() == []


def test_an_attack_is_headed_by_its_weapon(roller: RollHands) -> None:
    pistol = Attack(id="pistol", name="Heavy pistol", skill="Guns", damage="2d10")
    roller.session.document.change_character(structs.replace(roller.lao, attacks=(pistol,)), "arm")
    roller.session.drafting.attack(roller.lao, pistol)
    assert (roller.reads("abilityName"), roller.reads("abilityOwner")) == ("Heavy pistol", "Guns 65 · Lao Qing")


def test_the_number_of_a_long_skill_is_never_cut(qtbot: QtBot) -> None:
    label = BaseLabel()
    qtbot.addWidget(label)
    label.show_base("Kinetic Weapons", "55", "Captain Draganov")
    assert label.text() == "Kinetic Weapons 55 · Captain Draganov"
    wide = label.fontMetrics().horizontalAdvance
    assert label.fitting(wide(label.text()) + 2) == label.text()
    shown = [label.fitting(room) for room in range(wide("55") + 1, wide(label.text()), 3)]
    assert all("55" in one for one in shown)
    assert {"55", "Kinetic Weapons 55"} < set(shown)
    label.show_base("", "", "· 2 characters")
    assert label.fitting(500) == "· 2 characters"


def test_an_attack_without_a_skill_says_so_instead_of_nothing(roller: RollHands) -> None:
    gaze = Attack(id="gaze", name="Gaze", damage="1d10")
    roller.session.document.change_character(structs.replace(roller.lao, attacks=(gaze,)), "arm")
    roller.session.drafting.attack(roller.lao, gaze)
    assert roller.reads("abilityName") == "Gaze"
    assert any("“Gaze” has no skill to roll with" in one.text() for one in roller.window.findChildren(QLabel))
