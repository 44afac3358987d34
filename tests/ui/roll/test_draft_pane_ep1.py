"""The window with a roster of the first edition: other checks of an aptitude, and tests that cannot fail."""

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from gm_desk.core.drafts.draft import Mode
from gm_desk.core.wording.phrases import percent
from gm_desk.ui.theme.painting import width_of
from gm_desk.ui.theme.theme import GAP
from gm_desk.ui.widgets.buttons import CHEVRON
from other_rosters import EP1, KAISER, MIRA
from ui_makers import GM, saved, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def ep1_gm(qtbot: QtBot, tmp_path: Path) -> GM:
    made = sit_down(qtbot, tmp_path, EP1, dice=(40,))
    made.click_on(made.window.stat.aptitudes, "SOM")
    return made


def checks(gm: GM) -> list[tuple[str, bool]]:
    menu = gm.window.test.ability.check.menu()
    menu.aboutToShow.emit()
    return [(one.text(), one.isChecked()) for one in menu.actions()]


def test_a_check_may_multiply_otherwise_or_add_another_aptitude(ep1_gm: GM) -> None:
    assert checks(ep1_gm)[:4] == [
        ("SOM × 3\t75", True),
        ("SOM × 2\t50", False),
        ("SOM × 1\t25", False),
        ("SOM + COG\t40", False),
    ]
    assert len(checks(ep1_gm)) == 3 + 6
    menu = ep1_gm.window.test.ability.check.menu()
    menu.actions()[3].trigger()
    assert (ep1_gm.test(), ep1_gm.reads("targetNumber")) == ("SOM + COG 40 Mira", "40")
    assert ep1_gm.window.test.ability.check.text() == "+ COG"
    assert [one.data() for one in ep1_gm.window.stat.aptitudes.selectedIndexes()] == ["SOM"]
    checks(ep1_gm)
    menu.actions()[0].trigger()
    assert ep1_gm.test() == "SOM × 3 75 Mira"


def test_the_arrow_of_other_checks_has_room_beside_their_text(ep1_gm: GM) -> None:
    check = ep1_gm.window.test.ability.check
    assert check.width() >= width_of(check.font(), check.text()) + 2 * GAP + check.fontMetrics().height() * CHEVRON


def test_a_sum_needs_both_aptitudes(qtbot: QtBot, tmp_path: Path) -> None:
    weak = structs.replace(MIRA, stats={"COG": 15, "SOM": 25})
    gm = sit_down(qtbot, tmp_path, structs.replace(EP1, characters=(weak,)))
    gm.click_on(gm.window.stat.aptitudes, "COG")
    assert [text for text, _ in checks(gm)][3:] == ["COG + SOM\t40"]


def test_other_checks_are_offered_for_checks_alone(ep1_gm: GM) -> None:
    assert ep1_gm.window.test.ability.check.isVisible()
    ep1_gm.click_on(ep1_gm.window.stat.skills.view, "Protocol")
    assert not ep1_gm.window.test.ability.check.isVisible()


def test_a_system_with_one_kind_of_check_offers_no_other(gm: GM) -> None:
    gm.click_on(gm.window.stat.aptitudes, "SOM")
    assert not gm.window.test.ability.check.isVisible()


@pytest.mark.parametrize(("net", "strong"), [(0, 76), (3, 99), (-6, 16)])
def test_a_test_that_cannot_fail_tells_how_likely_it_is_strong(ep1_gm: GM, net: int, strong: int) -> None:
    drafting = ep1_gm.program.session.drafting
    drafting.set_mode(Mode.SIMPLE)
    drafting.modifiers.eyeball(net * 10)
    assert (ep1_gm.reads("chance"), ep1_gm.reads("chanceOf")) == (f"{strong}%", "strong success")
    words = f"Always succeeds: strong {strong}%, weak {percent(1 - Fraction(strong, 100))}"
    assert ep1_gm.reads("oddsInWords") == words


def test_many_ways_to_roll_stand_below_what_is_rolled(ep1_gm: GM, tmp_path: Path) -> None:
    pane = ep1_gm.window.test
    name = ep1_gm.find(QLabel, "abilityName")
    assert not pane.ability.isAncestorOf(pane.modes)
    assert pane.modes.y() > pane.ability.y()
    assert name.width() >= name.sizeHint().width()
    ep1_gm.program.session.open_roster(saved(tmp_path, KAISER))
    ep1_gm.settles()
    assert pane.ability.isAncestorOf(pane.modes)
