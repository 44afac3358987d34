"""Walking through the card: Tab from field to field, a click on a label, a click into a value."""

import re
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from card_window import AtCard, show_card
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.rules.house import House
from gm_desk.core.systems.registry import RULES
from gm_desk.store.rosters.files import read_sample
from gm_desk.store.shipped import load_system
from gm_desk.ui.card.points import PointsBox
from gm_desk.ui.card.values import Hint, ValueBox
from gm_desk.ui.widgets.labels import FieldLabel
from ui_makers import LAO, a_roster, saved

pytestmark = pytest.mark.usefixtures("unpainted")

ENOUGH = 90


@pytest.fixture(params=["ep2", "ep1", "kaiser"])
def gm(request: pytest.FixtureRequest, qtbot: QtBot, tmp_path: Path) -> AtCard:
    """Sit before the first character of a sample, for whom nothing stands typed that can be derived."""
    roster = read_sample(request.param)
    first, system = roster.characters[0], load_system(request.param)
    derived = RULES[system.id].derived(first.stats, House(), first.body)
    left = structs.replace(first, stats={key: one for key, one in first.stats.items() if key not in derived})
    return show_card(qtbot, tmp_path, saved(tmp_path, roster.with_character(left)))


def boxes(gm: AtCard) -> list[ValueBox]:
    return [box for box in gm.window.stat.values.findChildren(ValueBox) if box.isVisible()]


def walk(gm: AtCard, typed: str = "") -> list[str]:
    """Go with Tab from the name to the end of the card, and type something in each number; give where it led."""
    gm.window.stat.head.name.setFocus()
    stops: list[str] = []
    while gm.window.stat.isAncestorOf(gm.focused()):
        focus = gm.focused()
        stops.append(name_of(focus))
        assert len(stops) < ENOUGH, f"Tab goes round and round: {stops[-6:]}"
        number = isinstance(focus, QLineEdit) and focus.text().replace(" ", "").replace("/", "").isdigit()
        if typed and (number or isinstance(focus, Hint)):
            gm.types_over(typed) if number else gm.types(typed)
        elif typed and isinstance(focus, QPlainTextEdit):
            gm.types("x")
        gm.keys("Tab")
    return list(dict.fromkeys(stops))


def name_of(widget: QWidget) -> str:
    """Name a stop; what is derived is where it would be typed."""
    box = widget.parentWidget()
    if isinstance(widget, Hint) and isinstance(box, ValueBox):
        return box.edit.accessibleName()
    return widget.accessibleName()


@pytest.mark.parametrize("typed", ["", "7"])
def test_tab_goes_on_from_every_field_typed_or_not(gm: AtCard, typed: str) -> None:
    names = [box.edit.accessibleName() for box in boxes(gm)]
    assert names
    stops = walk(gm, typed)
    assert [name for name in stops if name in names] == names
    assert stops.index("Skills") > stops.index(names[-1])


ORDERS = {
    "ep2": """Name, Concept, Morph, biomorph, Aptitudes, Durability, Armor, Movement, Initiative, Lucidity,
        Trauma Threshold, Insanity Rating, Wound Threshold, Death Rating, Damage, Heal damage, Stress, Heal stress,
        Add attack, Attacks, Skills, Add a skill, Untrained, Notes, Add to the card""",
    "ep1": """Name, Concept, Morph, biomorph, Aptitudes, Moxie, Speed, Durability, Armor, Movement, Initiative,
        Lucidity, Trauma Threshold, Insanity Rating, Wound Threshold, Death Rating, Damage Bonus, Damage, Heal damage,
        Stress, Heal stress, Moxie, One Moxie less, Add attack, Attacks, Skills, Add a skill, Untrained, Rep,
        Gear, Notes, Add to the card""",
    "kaiser": """Name, Concept, Characteristics, Resistances, Level, Life multiples bought, Innate Life Points,
        Absorption, Armor, Presence, Initiative, Action Points, Life Points, Stamina, Damage, Heal damage, Fatigue,
        Heal fatigue, Add attack, Attacks, Skills, Add a skill, Gear, Notes, Add to the card""",
}


@pytest.mark.parametrize(("system", "name"), [("ep2", "Lao Qing"), ("ep1", "Captain Draganov"), ("kaiser", "Gerlach")])
def test_tab_walks_what_is_typed_without_buttons_between(qtbot: QtBot, tmp_path: Path, system: str, name: str) -> None:
    gm = show_card(qtbot, tmp_path, saved(tmp_path, read_sample(system)))
    gm.selects(name)
    wanted = [" ".join(stop.split()) for stop in ORDERS[system].split(",")]
    morph = ("Morph", "biomorph")
    order = [stop for stop in wanted if gm.window.stat.head.morph.isVisible() or stop not in morph]
    found = [re.split(r", |: | \d", stop)[0] for stop in walk(gm)]
    assert found == order


def test_a_whole_card_is_typed_with_tab_alone(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_card(qtbot, tmp_path, a_roster(LAO))
    gm.selects("Lao Qing")
    gm.does("roster.new_character")
    gm.types("Dock hand")
    gm.keys("Tab")
    gm.types("Porter")
    gm.keys("Tab")
    for rating in ("10", "15", "20", "5", "25", "30"):
        for digit in rating:  # the first one opens the editor that takes the next
            gm.types(digit)
        gm.keys("Tab")
    for value in ("35", "6/8", "4/20"):
        gm.types(value)
        gm.keys("Tab")
    gm.window.stat.skills.add.setFocus()
    gm.types("Fray 40, Guns 45")
    gm.keys("Return")
    made = gm.roster.characters[-1]
    assert (made.name, made.concept, list(made.stats.values())) == ("Dock hand", "Porter", [10, 15, 20, 5, 25, 30, 35])
    assert made.armor[0].values == {"energy": 6, "kinetic": 8}
    assert made.movement[0].full == 20
    assert [skill.name for skill in made.skills] == ["Fray", "Guns"]


def test_tab_goes_on_from_what_was_taken_as_derived(gm: AtCard) -> None:
    hinted = [box for box in boxes(gm) if box.hint.isVisible()]
    assert hinted
    for at, box in enumerate(boxes(gm)[:-1]):
        if box.hint.isVisible():
            box.hint.setFocus()
            gm.keys("Return")
            assert gm.focused() is box.edit
            gm.keys("Tab")
            assert gm.focused().parentWidget() is boxes(gm)[at + 1]


@pytest.fixture
def lao(qtbot: QtBot, tmp_path: Path) -> AtCard:
    full = structs.replace(
        LAO,
        gear=("Rope",),
        rep={"g": 60},
        points={"vigor": Points(now=2, max=3)},
        stats={**LAO.stats, "WT": 12},
    )
    gm = show_card(qtbot, tmp_path, a_roster(full))
    gm.selects("Lao Qing")
    return gm


def label_of(field: QWidget, text: str) -> FieldLabel:
    box = field.parentWidget()
    assert box is not None
    return next(one for one in box.findChildren(FieldLabel) if one.text() == text)


@pytest.mark.usefixtures("painted")
def test_a_click_on_a_label_goes_to_its_field(lao: AtCard) -> None:
    stat = lao.window.stat
    vigor = stat.points.findChildren(PointsBox)[0]
    for field, text in (
        (stat.values.box("WT").edit, "WT"),
        (vigor.edit, "Vigor"),
        (stat.lists["gear"].edit, "Gear"),
        (stat.rep.view, "Rep"),
        (stat.tracks.rows["damage"].edit, "Damage"),
    ):
        lao.click(label_of(field, text))
        assert lao.focused() is field, text
    luc = stat.values.box("TT")
    assert isinstance(luc, ValueBox)
    assert not luc.edit.isVisible()
    lao.click(label_of(luc.edit, "TT"))
    assert lao.focused() is luc.edit, "what is derived is typed over"


def test_a_click_into_a_value_selects_all_of_it_and_the_next_puts_the_cursor(lao: AtCard) -> None:
    vigor = lao.window.stat.points.findChildren(PointsBox)[0]
    for field in (lao.window.stat.values.box("WT").edit, vigor.edit):
        end = QPoint(field.width() - 3, field.height() // 2)
        lao.click(field, end)
        assert field.selectedText() == field.text() != ""
        QTest.mouseClick(field, Qt.MouseButton.LeftButton, pos=end, delay=600)  # as Qt counts it, not as we wait
        assert field.selectedText() == ""


def test_a_line_of_rep_is_typed_where_the_first_score_is(lao: AtCard) -> None:
    lao.selects("Lao Qing")
    lao.click_on(lao.window.stat.rep.view, "c")
    lao.types("c-rep 40, g-rep 65")
    lao.keys("Return")
    assert lao.lao.rep == {"g": 65, "c": 40}


def test_a_line_of_points_is_typed_where_one_kind_is(lao: AtCard) -> None:
    vigor = lao.window.stat.points.findChildren(PointsBox)[0]
    vigor.go()
    lao.types("Vigor 1/2, Flex 1")
    lao.keys("Return")
    assert {key: (one.now, one.max) for key, one in lao.lao.points.items()} == {"vigor": (1, 2), "flex": (1, 1)}
