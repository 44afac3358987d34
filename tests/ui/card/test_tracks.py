"""The tracks of the card: typed on, healed, told, and followed by roster and test."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from card_window import AtCard, show_card
from gm_desk.app import SETTLING
from gm_desk.core.characters.harm import TrackKind
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Armor
from gm_desk.core.rules.health import Health
from gm_desk.model.item_models import Role
from gm_desk.ui.card.tracks import TrackRow, TracksSection
from other_rosters import KAISER
from ui_makers import EVA, GM, LAO, MOOK, a_roster, index_of, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

BODY = {"DUR": 45, "WT": 9, "DR": 68}
VEST = Armor(values={"energy": 6, "kinetic": 12}, name="mesh armor")


def hurt(health: Health | None = None) -> Character:
    return structs.replace(LAO, stats={**LAO.stats, **BODY}, armor=(VEST,), health=health or Health())


@pytest.fixture
def whole(qtbot: QtBot, tmp_path: Path) -> GM:
    """Open a whole window on the same Lao Qing."""
    made = sit_down(qtbot, tmp_path, a_roster(hurt(), EVA, MOOK))
    made.selects("Lao Qing")
    made.click_on(made.window.stat.skills.view, "Guns")
    return made


@pytest.fixture
def lao(qtbot: QtBot, tmp_path: Path) -> AtCard:
    """Lao Qing, unhurt, prepares Guns 65."""
    made = show_card(qtbot, tmp_path, a_roster(hurt(), EVA, MOOK))
    made.selects("Lao Qing")
    made.click_on(made.window.stat.skills.view, "Guns")
    return made


def section(gm: AtCard) -> TracksSection:
    return gm.window.stat.tracks


def row(gm: AtCard, kind: TrackKind = "damage") -> TrackRow:
    return section(gm).rows[kind]


def suffers(gm: AtCard, line: str, kind: TrackKind = "damage") -> None:
    """Click a track, and type a line on it."""
    gm.click(row(gm, kind).bar)
    gm.types(line)
    gm.keys("Return")


def opened(gm: AtCard) -> list[str]:
    """List what the menu offers that is open, and close it."""
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    texts = [action.text() + " ✓" * action.isChecked() for action in menu.actions()]
    menu.close()
    gm.settles()
    return texts


def heals(gm: AtCard, text: str) -> None:
    gm.click(row(gm).heal)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(action for action in menu.actions() if action.text() == text).trigger()
    menu.close()
    gm.settles()


def roster_row(gm: AtCard, role: Role) -> object:
    return index_of(gm.window.roster.view.model(), "Lao Qing").data(role)


def test_a_hit_goes_from_the_track_to_the_test_and_comes_back(whole: GM) -> None:
    suffers(whole, "18")
    assert whole.lao.health == Health(damage=18, wounds=2)
    assert row(whole).count.text() == "18 / 45"
    assert row(whole).hurt.text() == "−20 ●●"
    assert row(whole).notice.text() == "18 damage, 2 wounds"
    assert [chip.label for chip in whole.session.drafting.side.chips] == ["Wounds"]
    assert (whole.net(), whole.reads("targetNumber")) == (-20, "45")
    assert (roster_row(whole, Role.MARKS), roster_row(whole, Role.LEFT)) == ("●● −20", Fraction(3, 5))
    assert whole.session.document.stack.undoText() == "18 damage, 2 wounds of Lao Qing"
    whole.keys("Ctrl+Z")
    assert (whole.lao.health, whole.net(), whole.reads("targetNumber")) == (Health(), 0, "65")
    assert (row(whole).notice.isVisible(), roster_row(whole, Role.MARKS)) == (False, "")


def test_armor_is_considered_where_it_is_named(lao: AtCard) -> None:
    suffers(lao, "12 kinetic")
    assert lao.lao.health == Health()
    assert row(lao).notice.text() == "0 damage, armor stops 12"
    suffers(lao, "12 en")
    assert lao.lao.health == Health(damage=6)


def test_the_thresholds_are_shown_whole_wherever_they_are_shown(lao: AtCard) -> None:
    suffers(lao, "28")
    lao.selects("Eva")
    lao.selects("Lao Qing")
    one, shown = row(lao), []
    for width in range(300, 1000, 20):
        one.setFixedWidth(width)
        QApplication.processEvents()
        if one.effects.isVisible():
            shown.append(width)
            assert one.effects.width() >= one.effects.sizeHint().width(), width
            assert one.hurt.width() >= one.hurt.sizeHint().width(), width
    assert shown


def test_the_thresholds_are_said_before_and_when_they_are_reached(lao: AtCard) -> None:
    assert row(lao).effects.text() == "out at 45, dead at 68"
    suffers(lao, "=45")
    assert row(lao).notice.text() == "damage set to 45, out"
    assert (row(lao).hurt.text(), row(lao).effects.text()) == ("out", "dead at 68")
    assert roster_row(lao, Role.DETAIL) == "Out · Triad enforcer"
    assert roster_row(lao, Role.OUT) is True


@pytest.mark.parametrize("key", ["Return", "F2"])
def test_the_keyboard_opens_the_track_and_esc_leaves_it(lao: AtCard, key: str) -> None:
    bar = row(lao).bar
    bar.setFocus()
    lao.keys(key)
    assert row(lao).edit.hasFocus()
    lao.types("7")
    lao.keys("Esc")
    assert lao.focused() is bar
    assert lao.lao.health == Health()


@pytest.mark.parametrize(("line", "damage"), [("7", 27), ("-7", 27), ("+7", 13), ("=12", 12)])
def test_what_begins_a_line_opens_the_track_and_is_typed_on_it(
    qtbot: QtBot, tmp_path: Path, line: str, damage: int
) -> None:
    gm = show_card(qtbot, tmp_path, a_roster(hurt(Health(damage=20))))
    gm.selects("Lao Qing")
    row(gm).bar.setFocus()
    for sign in line:
        gm.types(sign)
    gm.keys("Return")
    assert gm.lao.health.damage == damage
    assert gm.net() == 0, "+ and − move no net meanwhile"
    assert gm.focused() is row(gm).bar


def test_what_is_no_harm_is_refused_where_it_is_typed(lao: AtCard) -> None:
    suffers(lao, "7 plasma")
    assert "no armor called “plasma”" in lao.refused()
    assert row(lao).edit.hasFocus()
    lao.keys("Esc")
    suffers(lao, "")
    assert lao.lao.health == Health()


def test_a_line_that_is_left_is_not_applied(lao: AtCard) -> None:
    lao.click(row(lao).bar)
    lao.types("7")
    lao.keys("Tab")
    assert not row(lao).edit.isVisible()
    assert lao.lao.health == Health()
    lao.click(row(lao).bar)
    lao.types("7")
    lao.selects("Eva")
    assert not any(one.edit.isVisible() for one in section(lao).rows.values())
    assert lao.character("eva").health == lao.lao.health == Health()


def test_a_line_half_typed_is_gone_when_another_character_is_shown_under_it(lao: AtCard) -> None:
    lao.session.document.change_character(structs.replace(EVA, stats={**EVA.stats, **BODY}), "measure Eva")
    lao.selects("Lao Qing")
    lao.click(row(lao).bar)
    lao.types("7")
    field = row(lao)
    section(lao).show_character("eva")
    assert row(lao) is field, "the same row shows the other one"
    assert (field.edit.isVisible(), field.edit.text(), field.bar.isVisible()) == (False, "", True)
    assert lao.character("eva").health == lao.lao.health == Health()


def test_what_was_said_goes_with_the_next_change_or_character(lao: AtCard) -> None:
    suffers(lao, "7")
    suffers(lao, "3", "stress")
    assert (row(lao).notice.text(), row(lao, "stress").notice.text()) == ("", "3 stress")
    lao.selects("Triad mook 1")
    lao.selects("Lao Qing")
    assert row(lao, "stress").notice.text() == ""


def test_the_menu_heals_and_lets_wounds_be_ignored(lao: AtCard) -> None:
    suffers(lao, "20")
    heals(lao, "Ignore 1 wound")
    assert lao.net() == -10
    lao.click(row(lao).heal)
    assert opened(lao) == [
        "Heal all damage",
        "Heal a wound",
        "Ignore no wounds",
        "Ignore 1 wound ✓",
        "Ignore 2 wounds",
        "Ignore 3 wounds",
    ]
    heals(lao, "Heal a wound")
    assert lao.lao.health == Health(damage=20, wounds=1, ignored_wounds=1)
    heals(lao, "Heal all damage")
    assert lao.lao.health == Health(ignored_wounds=1)


def test_heal_heals_who_is_selected(lao: AtCard) -> None:
    suffers(lao, "20")
    lao.does("card.heal")
    assert lao.lao.health == Health()
    assert lao.session.document.stack.undoText() == "heal Lao Qing"


def test_whoever_has_no_track_can_be_given_one(lao: AtCard) -> None:
    lao.selects("Triad mook 1")
    assert (section(lao).rows, section(lao).add.text()) == ({}, "Add damage and stress")
    lao.click(section(lao).add)
    assert lao.focused() is row(lao).bar
    suffers(lao, "7")
    lao.selects("Lao Qing")
    lao.selects("Triad mook 1")
    assert row(lao).count.text() == "7"
    assert not section(lao).add.isVisible()


@pytest.mark.usefixtures("painted")
def test_kaiser_has_life_and_stamina(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_card(qtbot, tmp_path, KAISER)
    gm.selects("Yrsa")
    assert [one.count.text() for one in section(gm).rows.values()] == ["0 / 90", "0 / 15"]
    suffers(gm, "12", "fatigue")
    assert row(gm, "fatigue").hurt.text() == "−2"
    assert gm.net() == -2
    gm.click(row(gm, "fatigue").heal)
    assert opened(gm) == ["Heal all fatigue"]


def test_the_number_of_a_track_can_be_clicked_like_its_bar(lao: AtCard) -> None:
    gm = lao
    gm.click(row(gm).count)
    gm.types("7")
    gm.keys("Return")
    assert gm.character("lao").health.damage == 7


def test_armor_is_only_suggested_where_it_counts(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_card(qtbot, tmp_path, KAISER)
    gm.selects("Yrsa")
    damage, fatigue = (row(gm, kind) for kind in ("damage", "fatigue"))
    assert "cut" in damage.edit.placeholderText()
    assert "cut" not in fatigue.edit.placeholderText()
    for said in (fatigue.edit.toolTip(), fatigue.bar.toolTip(), fatigue.bar.accessibleDescription()):
        assert "+7 heals" in said
        assert "armor" not in said


def test_the_tracks_can_be_heard(lao: AtCard) -> None:
    suffers(lao, "20")
    bar = row(lao).bar
    assert bar.accessibleName() == "Damage 20 of 45, 2 wounds, −20, out at 45, dead at 68"
    assert "+7 heals" in bar.accessibleDescription()
    assert row(lao).heal.accessibleName() == "Heal damage"
    assert "a wound for every 9 of one hit" in bar.toolTip()


def test_a_key_types_damage_from_anywhere_and_escape_leads_home(gm: GM) -> None:
    gm.selects("Triad mook 1")
    gm.keys("Shift+F4")
    gm.types("7")
    gm.keys("Return", "Esc")
    assert gm.character("mook").health.damage == 7
    assert gm.focused() is gm.window.roster.view


def test_what_wounds_cost_is_never_cut(whole: GM) -> None:
    suffers(whole, "18")
    for size, percent in product([(1024, 640), (1366, 768)], [100, 150, 200]):
        whole.window.resize(*size)
        whole.program.text.choose(percent)
        whole.window.panes.reveal(whole.window.stat)
        for _ in range(SETTLING):
            whole.settles()
        hurt = row(whole).hurt
        assert hurt.width() >= hurt.fontMetrics().horizontalAdvance("−20 ●●"), (size, percent)
        assert row(whole).rect().contains(hurt.geometry()), (size, percent)
        others = (row(whole).heal, row(whole).bar, row(whole).count)
        assert not any(hurt.geometry().intersects(one.geometry()) for one in others), (size, percent)
