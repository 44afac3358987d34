from collections.abc import Iterator
from itertools import cycle, product
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QCheckBox, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.app import SETTLING
from gm_desk.core.characters.roster import Roster
from gm_desk.store.rosters.files import read_sample
from gm_desk.store.shipped import resource
from gm_desk.ui.roll.verdict import IDLE
from gm_desk.ui.widgets.scrolling import FittingScroll, RestScroll
from ui_makers import GM, a_roster, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

SMALL, LAPTOP = (1024, 640), (1366, 768)
SIZES, PERCENTS = (SMALL, LAPTOP), (100, 150, 200)
A_HIT = (2, 99, 5, 5)
"""The dice of a hit and of its damage."""


@pytest.fixture
def opposed(qtbot: QtBot, tmp_path: Path) -> GM:
    """Sit down after an opposed roll."""
    gm = sit_down(qtbot, tmp_path, a_roster(), dice=(37, 90))
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.skills.view, "Guns")
    gm.does("roll.toggle_opposed")
    gm.window.test.opponent.who.picked.emit("eva")
    gm.window.test.row.roll()
    return gm


def shows(gm: GM, size: tuple[int, int], percent: int) -> None:
    gm.window.resize(*size)
    gm.program.text.choose(percent)
    for _ in range(SETTLING):
        gm.settles()


def in_sight(gm: GM, name: str) -> bool:
    widget = gm.widget(name)
    holder: QWidget | None = widget
    while widget.isVisible() and holder is not None and holder is not gm.window:
        holder = holder.parentWidget()
        if holder is not None and not holder.rect().contains(QRect(widget.mapTo(holder, QPoint()), widget.size())):
            return False
    return widget.isVisible()


def test_target_and_chance_stay_in_sight_after_an_opposed_roll(opposed: GM) -> None:
    for size, percent in product(SIZES, PERCENTS):
        shows(opposed, size, percent)
        assert opposed.window.size().toTuple() == size
        whole = in_sight(opposed, "targetNumber") and in_sight(opposed, "chance")
        assert whole or in_sight(opposed, "targetAndChance"), (size, percent)
        assert opposed.reads("targetAndChance") == "65 target number · 66% to succeed"


def test_the_line_of_target_and_chance_goes_where_there_is_room_for_the_odds(opposed: GM) -> None:
    shows(opposed, SMALL, 200)
    assert opposed.widget("targetAndChance").isVisible()
    shows(opposed, (1920, 1080), 100)
    assert not opposed.widget("targetAndChance").isVisible()


def test_the_verdict_gives_its_room_to_the_test_that_is_prepared_after_it(opposed: GM) -> None:
    verdict, after = opposed.window.test.verdict, opposed.window.test.after
    tall, said = verdict.sizeHint().height(), verdict.accessibleName()
    assert after.isVisible()
    opposed.click_on(opposed.window.stat.skills.view, "Fray")
    assert not after.isVisible()
    assert verdict.sizeHint().height() < tall
    assert verdict.accessibleName() == said
    opposed.click_on(opposed.window.stat.skills.view, "Guns")
    assert (after.isVisible(), verdict.sizeHint().height()) == (True, tall)


FIXED = (
    "abilityName",
    "opponent",
    "difficulty",
    "modifierChips",
    "netModifier",
    "targetNumber",
    "targetAndChance",
    "oddsBar",
    "contestOdds",
    "rollButton",
    "verdict",
)
WIDE, NARROW = 100, 75
"""How far the font is stretched: as it is, which may be DejaVu, one of the widest there are, and narrower."""


@pytest.fixture
def font_again(qapp: QApplication) -> Iterator[None]:
    """Put the font back."""
    font = qapp.font()
    yield
    qapp.setFont(font)


def places(gm: GM) -> dict[str, tuple[int, int]]:
    shown = {name: gm.window.findChild(QWidget, name) for name in FIXED}
    return {name: one.mapTo(gm.window, QPoint()).toTuple() for name, one in shown.items() if one and one.isVisible()}


def out_of_sight(gm: GM) -> list[str]:
    return [name for name in places(gm) if not in_sight(gm, name)]


def settled(gm: GM) -> None:
    for _ in range(SETTLING):
        gm.settles()


def adds(gm: GM, line: str) -> None:
    gm.window.test.chips.add.committed.emit(line)
    settled(gm)


@pytest.mark.usefixtures("font_again")
@pytest.mark.parametrize("stretch", [WIDE, NARROW])
@pytest.mark.parametrize("percent", PERCENTS)
def test_nothing_moves_when_chips_a_roll_a_point_and_damage_come(
    percent: int, stretch: int, qtbot: QtBot, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    font = QApplication.font()
    font.setStretch(stretch)
    QApplication.setFont(font)
    gm = sit_down(qtbot, tmp_path, read_sample("ep2"), dice=cycle([32, 71, 5]))
    for size in SIZES:
        with subtests.test(size=size):
            gm.opens(another_sample(size, percent))
            nothing_moves(gm, size, percent)


def another_sample(size: tuple[int, int], percent: int) -> Roster:
    """Return the sample, with an id for what is tried with it."""
    return structs.replace(read_sample("ep2"), id=f"sample-{size[0]}-{percent}")


def nothing_moves(gm: GM, size: tuple[int, int], percent: int) -> None:
    gm.selects("Jaqui")
    shows(gm, size, percent)
    with gm.unpainted():
        for name, opposed in (("alone", False), ("opposed", True)):
            if opposed:
                gm.does("roll.toggle_opposed")
                gm.window.test.opponent.who.picked.emit(gm.roster.characters[-1].id)
                settled(gm)
            before = places(gm)
            assert {"difficulty", "modifierChips", "netModifier", "rollButton", "verdict"} <= before.keys()
            assert {"targetNumber", "targetAndChance"} & before.keys()
            assert out_of_sight(gm) == [], name
            for line in ("Smoke -30", "Wounds -20", "Help 10", "A rather long reason -10"):
                adds(gm, line)
                assert places(gm) == before, f"{name}: {line}"
            gm.window.test.row.roll()
            settled(gm)
            assert places(gm) == before, f"{name}: the roll"
            assert out_of_sight(gm) == [], f"{name}: the roll"
            adds(gm, "Smoke -30")
            gm.window.test.net.scale.eyeballed.emit(-10)
            settled(gm)
            assert places(gm) == before, f"{name}: a net set by hand"
            gm.program.session.drafting.modifiers.eyeball(None)
            way = gm.window.test.points.ways()[0]
            drafting = gm.program.session.drafting
            drafting.put(structs.replace(drafting.side, point=way.spend))
            settled(gm)
            assert places(gm) == before, f"{name}: a point"


def test_nothing_moves_when_an_attack_hits_and_its_damage_is_applied(
    qtbot: QtBot, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample("ep2"), dice=cycle(A_HIT))
    for size, percent in product(SIZES, (100, 150)):
        with subtests.test(size=size, percent=percent):
            gm.opens(another_sample(size, percent))
            nothing_moves_by_damage(gm, size, percent)


def nothing_moves_by_damage(gm: GM, size: tuple[int, int], percent: int) -> None:
    gm.selects("Lao Qing")
    shows(gm, size, percent)
    gm.click_on(gm.window.stat.attacks.view, "Heavy pistol")
    gm.window.test.opponent.who.picked.emit(gm.roster.characters[0].id)
    settled(gm)
    before = places(gm)
    assert gm.widget("attackChoices").isVisible()
    assert out_of_sight(gm) == []
    gm.window.test.row.roll()
    settled(gm)
    assert gm.window.test.damage.isVisibleTo(gm.window)
    assert places(gm) == before
    for _ in range(2):
        gm.window.test.damage.go_on()
        settled(gm)
        assert places(gm) == before


def test_what_follows_a_hit_is_seen_below_its_verdict(qtbot: QtBot, tmp_path: Path, subtests: pytest.Subtests) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample("ep2"), dice=cycle(A_HIT))
    for size, percent in product(SIZES, PERCENTS):
        with subtests.test(size=size, percent=percent):
            gm.opens(another_sample(size, percent))
            damage_is_seen(gm, size, percent)


def damage_is_seen(gm: GM, size: tuple[int, int], percent: int) -> None:
    gm.selects("Lao Qing")
    shows(gm, size, percent)
    gm.click_on(gm.window.stat.attacks.view, "Heavy pistol")
    gm.window.test.opponent.who.picked.emit(gm.roster.characters[0].id)
    gm.window.test.row.roll()
    settled(gm)
    damage = gm.window.test.damage
    for step in (damage.roll, damage.apply):
        assert step.visibleRegion().boundingRect().height() >= step.fontMetrics().height()
        assert in_sight(gm, "verdict")
        damage.go_on()
        settled(gm)


def test_what_the_box_says_is_shortened_before_anything_has_to_scroll(opposed: GM) -> None:
    box = opposed.find(QCheckBox, "defaulting")
    shows(opposed, SMALL, 200)
    assert (box.text(), box.accessibleName()) == ("Untrained (20)", "Roll untrained (REF 20)")
    shows(opposed, (1920, 1080), 100)
    assert box.text() == "Roll untrained (REF 20)"


def test_the_column_of_an_opposed_test_does_not_scroll(opposed: GM) -> None:
    with opposed.unpainted():
        for size, percent in product((SMALL, (1280, 720), LAPTOP), (100, 125, 150)):
            shows(opposed, size, percent)
            column = next(area for area in opposed.window.test.findChildren(FittingScroll) if area.isVisible())
            bar = column.verticalScrollBar()
            assert (bar.isVisible(), bar.maximum()) == (False, 0), (size, percent)


def test_names_of_opponent_and_skill_are_not_cut_short(opposed: GM) -> None:
    box = opposed.window.test.opponent
    with opposed.unpainted():
        for size, percent in product(SIZES, PERCENTS):
            shows(opposed, size, percent)
            for picker, name in ((box.who, "Eva"), (box.what, "Guns 30")):
                assert picker.text().startswith(name) or len(picker.text()) > len("Sergeant"), (size, percent)


def test_a_verdict_goes_with_the_character_it_was_about(opposed: GM) -> None:
    verdict = opposed.window.test.verdict
    said = verdict.accessibleName()
    assert said != IDLE
    opposed.selects("Triad mook 1")
    assert verdict.accessibleName() == IDLE
    opposed.selects("Lao Qing")
    assert verdict.accessibleName() == said


def test_a_modifier_is_no_other_test(opposed: GM) -> None:
    opposed.keys("Ctrl+6")
    assert opposed.window.test.after.isVisible()


def test_what_follows_a_new_roll_begins_at_its_top(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "ep1.json"
    path.write_bytes(resource("samples/ep1.json").read_bytes())
    gm = sit_down(qtbot, tmp_path, path, dice=[22, 99, 9, 9, 9, 2, 99])
    gm.selects("Dock guard")
    shows(gm, SMALL, 150)
    gm.click_on(gm.window.stat.attacks.view, "Rail carbine")
    gm.window.test.opponent.who.picked.emit(gm.roster.characters[0].id)
    gm.window.test.row.roll()
    for _ in range(2):
        gm.window.test.damage.go_on()
    settled(gm)
    [rest] = gm.window.test.findChildren(RestScroll)
    bar = rest.verticalScrollBar()
    assert bar.maximum() > 0
    bar.setValue(bar.maximum())
    gm.window.test.row.roll()
    assert bar.value() == 0
