"""Screen readers say what came of a roll as it lands, what was refused and what went wrong; the veil holds for ears."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6 import QtGui
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.ui.window import announcer as announcing
from makers import CHECKOUT
from shared_window import Seat
from ui_makers import GM, LAO, a_roster, sit_down

AT_ONCE = QAccessible.AnnouncementPoliteness.Assertive


class Ear:
    """Hear what is sent to a screen reader, and let Qt have it as well."""

    AnnouncementPoliteness = QAccessible.AnnouncementPoliteness

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.at_once: list[str] = []

    def updateAccessibility(self, event: QAccessibleEvent) -> None:  # noqa: N802 - Qt's name
        assert isinstance(event, QAccessibleAnnouncementEvent)
        assert event.type() == QAccessible.Event.Announcement
        assert isinstance(event.object(), QObject)
        self.heard.append(event.message())
        if event.politeness() == AT_ONCE:
            self.at_once.append(event.message())
        QAccessible.updateAccessibility(event)


@pytest.fixture
def ear(monkeypatch: pytest.MonkeyPatch) -> Ear:
    made = Ear()
    monkeypatch.setattr(QtGui, "QAccessible", made)
    return made


def test_a_verdict_is_said_as_the_dice_fall(gm: GM, ear: Ear) -> None:
    gm.keys("Return")
    assert ear.heard == ["Lao Qing, Guns: 61 against 65, superior success"]
    assert ear.at_once == []


def test_what_was_said_of_old_rolls_is_forgotten(gm: GM, ear: Ear, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcing, "MOST_TOLD", 2)
    announcer = gm.window.findChild(announcing.Announcer)
    assert isinstance(announcer, announcing.Announcer)
    for face in (1, 2, 3, 4):
        gm.program.rolling.roll({"roll": (face,)})
    assert len(ear.heard) == 4
    assert len(announcer.announced) == 2


def test_an_opposed_roll_says_who_wins(gm: GM, ear: Ear) -> None:
    gm.does("roll.toggle_opposed")
    gm.settles()
    popup = QApplication.activePopupWidget()
    assert popup is not None
    field = popup.findChild(QLineEdit)
    assert field is not None
    QTest.keyClicks(field, "eva")
    QTest.keyClick(field, Qt.Key.Key_Return)
    gm.does("roll.roll_anywhere")
    said = "Lao Qing, Guns against Eva, Fray ÷ 2: 61 against 65, superior success. Hit: Eva 44 over 5, only success"
    assert ear.heard == ["Choose the opponent, then roll.", said]


def test_a_group_says_how_many_succeed_and_each_of_them(gm: GM, ear: Ear) -> None:
    gm.window.roster.select_all()
    gm.does("roll.roll")
    said = (
        "Guns, 1 of 3 succeed: Lao Qing 44 against 65, critical success; Eva 61 against 30, superior failure; "
        "Triad mook 1 99 against 40, critical failure"
    )
    assert ear.heard == [said]


def test_dice_being_typed_are_not_said_before_they_are_rolled(gm: GM, ear: Ear) -> None:
    gm.keys("Ctrl+E")
    gm.types("81")
    assert ear.heard == []
    gm.keys("Return")
    assert ear.heard == ["Lao Qing, Guns: 81 against 65, failure"]


def test_undo_says_what_is_undone_and_not_an_old_verdict(gm: GM, ear: Ear) -> None:
    gm.keys("Return", "Return")
    ear.heard.clear()
    gm.keys("Ctrl+Z", "Ctrl+Shift+Z")
    assert ear.heard == ["Undone: roll Guns of Lao Qing", "Redone: roll Guns of Lao Qing"]


def test_a_secret_roll_says_that_it_is_one(gm: GM, ear: Ear) -> None:
    gm.does("roll.toggle_secret")
    gm.keys("Return")
    assert ear.heard == ["Secret: Lao Qing, Guns: 61 against 65, superior success"]


def test_under_the_veil_only_the_dice_are_said(gm: GM, ear: Ear) -> None:
    gm.keys("F8", "Ctrl+Shift+S", "Return")
    assert ear.heard == ["Dice 61"]
    gm.keys("F8")
    assert ear.heard == ["Dice 61"]


def test_under_the_veil_a_secret_roll_is_not_said_at_all(gm: GM, ear: Ear) -> None:
    gm.does("roll.toggle_secret")
    gm.keys("F8", "Return", "F8")
    assert len(gm.log()) == 1
    assert ear.heard == []


def test_a_refusal_is_said_at_once(gm: GM, ear: Ear) -> None:
    gm.keys("Ctrl+M")
    gm.types("Smoke 7")
    gm.keys("Return")
    assert ear.at_once == [gm.refused()]


def test_a_trouble_is_said_at_once_and_a_notice_in_its_turn(gm: GM, ear: Ear) -> None:
    bar = gm.window.trouble
    bar.show_trouble("disk", "The disk is full.")
    bar.show_trouble("disk", "The disk is full.")
    bar.show_notice("3 rolls copied.")
    bar.show_trouble("disk", "")
    assert ear.heard == ["The disk is full.", "3 rolls copied."]
    assert ear.at_once == ["The disk is full."]


def test_under_the_veil_a_trouble_is_not_said(gm: GM, ear: Ear) -> None:
    gm.keys("F8")
    gm.window.trouble.show_trouble("edit", "Lao Qing is not here any more.")
    assert ear.heard == []


def test_a_kaiser_roll_says_totals_and_what_it_waits_for(qtbot: QtBot, tmp_path: Path, ear: Ear) -> None:
    sample = CHECKOUT / "resources" / "samples" / "kaiser.json"
    gm = sit_down(qtbot, tmp_path, sample, dice=(10, 9, 3))
    skills = gm.window.stat.skills.view
    skills.setFocus()
    skills.setCurrentIndex(skills.model().index(0, 0))
    gm.keys("Return")
    assert ear.heard == ["6 6: Runa’s open roll: one d6"]
    gm.does("roll.roll")
    assert ear.heard[1:] == ["Runa, Appraisal: 6 6 3: 20 against 8, success, 12 degrees. Open roll"]


def test_damage_is_announced_when_rolled_and_when_applied_and_not_again_when_undone(seat: Seat, ear: Ear) -> None:
    sabre = Attack(id="sabre", name="Sabre", skill="Guns", damage="2d10")
    lao = structs.replace(LAO, attacks=(sabre,))
    eva = Character(id="eva", name="Eva", stats={"DUR": 30, "WT": 6}, skills=(Skill(id="f", name="Fray", rating=10),))
    gm = seat(a_roster(lao, eva), dice=[5, 90, 3, 4])
    gm.session.drafting.oppose("eva")
    gm.attacks("Sabre", rolls=True)
    ear.heard.clear()
    gm.keys("F4")
    assert ear.heard == ["7 damage (3 + 4)"]
    gm.keys("F4")
    (dealt,) = ear.heard[1:]
    assert dealt.startswith("Eva: ")
    assert "✓" not in QAccessible.queryAccessibleInterface(gm.widget("damageSays")).text(QAccessible.Text.Name)
    gm.keys("Ctrl+Z", "Ctrl+Shift+Z")
    assert [one.partition(":")[0] for one in ear.heard[2:]] == ["Undone", "Redone"]


def test_a_message_is_announced_once_although_the_veil_is_lifted_over_it(gm: GM, ear: Ear) -> None:
    gm.window.trouble.show_notice("Done.")
    gm.keys("F8", "F8")
    gm.keys("F8")
    gm.window.trouble.show_notice("Saved.")
    assert ear.heard == ["Done."]
    gm.keys("F8")
    assert ear.heard == ["Done.", "Saved."]
