"""The test pane shows and hides the same details in the same case, whatever was shown before."""

import itertools
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QSize
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.draft import AbilityKind, Mode
from gm_desk.store.rosters.files import read_sample
from gm_desk.ui.roll.chip_button import ChipButton
from gm_desk.ui.roll.pane_layout import PaneColumn
from gm_desk.ui.widgets.scrolling import Squeeze
from pane_makers import show_test_pane
from ui_makers import GM, LAO, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

SIZES = [(1366, 738), (1024, 640), (1280, 900)]
STEPS, SETTLING = 30, 12
SMG = Attack(id="smg", name="SMG", skill="Guns", damage="2d10", modes="SA/BF/FA", range="50")
SHOOTER = structs.replace(LAO, id="shooter", name="Shooter with a very long name indeed", attacks=(SMG,))
OTHERS = [structs.replace(LAO, id=f"other-{n}", name=f"Other {n}") for n in range(3)]


def shown_in(pane: QWidget) -> dict[str, QRect]:
    """Return where each visible part of a pane is."""
    counter = itertools.count()
    parts = [one for one in pane.findChildren(QWidget) if one.isVisibleTo(pane)]
    return {
        f"{next(counter)} {type(one).__name__} {one.objectName()}": QRect(one.mapTo(pane, QPoint()), one.size())
        for one in parts
    }


def settled(gm: GM) -> dict[str, QRect]:
    for _ in range(SETTLING):
        gm.settles()
    return shown_in(gm.window.test)


@pytest.mark.parametrize("seed", range(3))
def test_the_details_of_a_test_depend_on_nothing_shown_before(qtbot: QtBot, tmp_path: Path, seed: int) -> None:
    roster = Roster(id="r", name="R", characters=(SHOOTER, *OTHERS))
    gm = sit_down(qtbot, tmp_path, roster, dice=itertools.repeat(5))
    drafting, chance = gm.session.drafting, random.Random(seed)

    def attack() -> None:
        gm.selects(SHOOTER.name)
        drafting.oppose("other-0")
        gm.attacks("SMG")

    def skill() -> None:
        gm.selects("Other 1")
        gm.prepares("Guns")

    def opposed() -> None:
        skill()
        drafting.oppose("other-2")
        drafting.set_mode(Mode.OPPOSED)

    def group() -> None:
        gm.window.roster.select_several([one.id for one in OTHERS])

    changes = (attack, skill, opposed, group, lambda: gm.resizes(*chance.choice(SIZES)), gm.window.test.row.roll)
    with gm.unpainted():
        for _ in range(STEPS):
            chance.choice(changes)()
            before = settled(gm)
            QCoreApplication.sendEvent(gm.window.test, QEvent(QEvent.Type.FontChange))  # measures everything again
            assert settled(gm) == before


def test_a_part_that_is_placed_late_is_measured_with_the_others_from_then_on(qtbot: QtBot, tmp_path: Path) -> None:
    pane = show_test_pane(qtbot, tmp_path, Roster(id="r", name="R", characters=(SHOOTER, *OTHERS))).window.test
    column = pane.findChild(PaneColumn)
    assert column is not None
    before, late = column.least_height(pane.width(), column.placed()), QWidget()
    rows, row = QVBoxLayout(late), QHBoxLayout()
    rows.addLayout(row)
    row.addWidget(tall := QWidget())
    column.place_levels(late)
    late.show()
    placed = {part: layouts for _, parts in column.placed() for part, layouts in parts}
    assert placed[late] == [rows], "the row within it is done with it"
    tall.setFixedHeight(500)
    assert column.least_height(pane.width(), column.placed()) >= before + 500


def places_of_roll(gm: GM, roller: Character, other: Character) -> dict[str, QRect]:
    """Return where *Roll* is in each kind of test, and after a roll."""
    drafting, button, places = gm.session.drafting, gm.window.test.row.button, dict[str, QRect]()

    def notes(kind: str) -> None:
        settled(gm)
        places[kind] = QRect(button.mapTo(gm.window, QPoint()), QSize(0, button.height()))

    gm.selects(roller.name)
    gm.prepares(roller.skills[0].name)
    notes("skill")
    gm.does("roll.toggle_opposed")
    notes("contest without an opponent")
    drafting.oppose(other.id)
    notes("contest")
    drafting.attack(roller, roller.attacks[0])
    notes("attack")
    gm.does("roll.roll")
    notes("after the attack")
    for kind, key in ((AbilityKind.CHECK, "STR"), (AbilityKind.RESISTANCE, "PhR"), (AbilityKind.CHECK, "SOM")):
        drafting.choose(roller.id, kind, key)
        notes(key)
    gm.window.roster.select_several([one.id for one in gm.roster.characters[:3]])
    notes("group")
    return places


@pytest.mark.parametrize("system", ["ep1", "ep2", "kaiser"])
def test_the_roll_button_stays_where_it_is_whatever_is_rolled(qtbot: QtBot, tmp_path: Path, system: str) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample(system), dice=itertools.repeat(5))
    roller = next(one for one in gm.roster.characters if one.attacks)
    other = next(one for one in gm.roster.characters if one is not roller)
    with gm.unpainted():
        for size, percent in itertools.product([(1366, 738), (1024, 640), (1920, 1050)], [100, 125, 200]):
            gm.resizes(*size)
            gm.program.text.choose(percent)
            places = places_of_roll(gm, roller, other)
            assert len(set(map(QRect.getRect, places.values()))) == 1, (size, percent, places)


def test_the_roll_button_stays_where_it_is_after_a_restart_with_an_attack(qtbot: QtBot, tmp_path: Path) -> None:
    roster = Roster(id="r", name="R", characters=(SHOOTER, *OTHERS))
    gm = sit_down(qtbot, tmp_path, roster, size=(1024, 640))
    gm.selects(SHOOTER.name)
    gm.session.drafting.oppose("other-0")
    gm.attacks("SMG")
    settled(gm)
    before = gm.window.test.row.button.mapTo(gm.window, QPoint())
    gm.window.close()
    again = sit_down(qtbot, tmp_path, size=(1024, 640))
    settled(again)
    assert again.session.drafting.draft.attack
    assert again.window.test.row.button.mapTo(again.window, QPoint()) == before


@pytest.mark.parametrize(("system", "dice"), [("ep1", [22, 99, 5, 5]), ("kaiser", [5])])
def test_nothing_is_wider_than_the_pane_when_two_sides_roll(
    qtbot: QtBot, tmp_path: Path, system: str, dice: list[int], subtests: pytest.Subtests
) -> None:
    sample = read_sample(system)
    gm = sit_down(qtbot, tmp_path, sample, dice=itertools.cycle(dice))
    for size in ((1366, 738), (1024, 640)):
        with subtests.test(size=size):
            gm.program.text.choose(100)
            gm.resizes(*size)
            gm.opens(structs.replace(sample, id=f"sample-{size[0]}"))
            nothing_is_wider(gm)


def nothing_is_wider(gm: GM) -> None:
    pane = gm.window.test
    roller = next(one for one in gm.roster.characters if one.attacks)
    other = next(one for one in gm.roster.characters if one is not roller)
    gm.selects(roller.name)
    with gm.unpainted():
        gm.session.drafting.attack(roller, roller.attacks[0])
        gm.session.drafting.oppose(other.id)
        gm.does("roll.roll")
        if pane.damage.apply.isHidden():
            pane.damage.go_on()
        for percent in (100, 125, 150):
            gm.program.text.choose(percent)
            settled(gm)
            assert pane.row.other.isVisible()
            assert pane.damage.apply.isVisible()
            boxes = [(one.geometry(), one.parentWidget()) for one in pane.findChildren(QWidget) if one.isVisible()]
            assert [
                box for box, around in boxes if around and not 0 <= box.left() <= box.right() < around.width()
            ] == []


@pytest.mark.parametrize("room", range(0, 45, 4))
def test_as_few_details_as_possible_are_hidden_after_few_tries(room: int) -> None:
    sizes = (3, 1, 2, 6, 1, 4, 2, 9, 1, 3, 5, 2, 1)
    hidden, tries = set[int](), list[set[int]]()

    def set_hidden(place: int, spare: bool) -> None:
        (hidden.add if spare else hidden.discard)(place)

    def fits() -> bool:
        tries.append({*hidden})
        return sum(size for place, size in enumerate(sizes) if place not in hidden) <= room

    squeeze = Squeeze(*(partial(set_hidden, place) for place in range(len(sizes))))
    squeeze.fit(fits)
    fewest = next((count for count in range(len(sizes)) if sum(sizes[count:]) <= room), len(sizes))
    wanted = set(range(fewest))
    for place in sorted(wanted, reverse=True)[1:]:
        if sum(size for at, size in enumerate(sizes) if at not in wanted - {place}) <= room:
            wanted -= {place}
    assert hidden == squeeze.spared == wanted
    assert len(tries) <= 1 + 4 + max(0, fewest - 1)  # all, half of the counts each time, each but the last again
    tries.clear()
    squeeze.fit(fits, frozenset({2, 5}))
    assert (hidden, tries) == ({2, 5}, [])


def test_a_kind_of_test_that_was_shown_before_is_laid_out_once_and_not_tried_out(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm = sit_down(qtbot, tmp_path, Roster(id="r", name="R", characters=(SHOOTER, *OTHERS)))
    drafting, tried, fit = gm.session.drafting, list[frozenset[int] | None](), Squeeze.fit

    def counted(squeeze: Squeeze, fits: Callable[[], bool], spared: frozenset[int] | None = None) -> None:
        tried.append(spared)
        fit(squeeze, fits, spared)

    def attack() -> None:
        with drafting.as_one_change():
            gm.window.roster.reveal(SHOOTER.id)
            drafting.attack(SHOOTER, SMG)
            drafting.oppose("other-0")

    def group() -> None:
        with drafting.as_one_change():
            gm.window.roster.reveal("other-0")
            gm.window.roster.select_several([one.id for one in OTHERS])
            gm.prepares("Guns")

    steps = (attack, group)
    for step in steps * 2:
        step()
        settled(gm)
    monkeypatch.setattr(Squeeze, "fit", counted)
    for step in steps:
        tried.clear()
        step()
        settled(gm)
        assert len(tried) == 1
        assert None not in tried


def test_five_modifiers_of_an_opposed_test_are_all_in_sight_on_a_laptop(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample("ep2"), size=(1366, 768))
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    gm.session.drafting.oppose(next(one.id for one in gm.roster.characters if one.name == "Jaqui"))
    gm.keys("Ctrl+6", "Ctrl+M")
    for line in ("Smoke -30", "Retry 1 -10", "Teamwork 1 +10"):
        gm.types(line)
        gm.keys("Return")
    settled(gm)
    rows = gm.window.test.chips.rows
    assert rows is not None
    assert len(rows.findChildren(ChipButton)) == 4
    assert not rows.more.isVisible()


def test_what_comes_below_the_modifiers_after_a_roll_is_listed_if_it_has_no_room(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample("ep2"), size=(1024, 640), dice=[5, 5] * 9)
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    gm.keys("Ctrl+M")
    for line in ("Smoke -30", "A rather long reason -10"):
        gm.types(line)
        gm.keys("Return")
    gm.does("roll.roll")
    settled(gm)
    rows, spent = gm.window.test.chips.rows, gm.window.test.spent
    assert rows is not None
    assert spent.isVisible()
    seen = spent.visibleRegion().boundingRect().height() == spent.height()
    assert seen or rows.more.isVisible()


def test_the_options_of_an_attack_stand_in_rows_after_a_start_in_a_narrower_pane(qtbot: QtBot, tmp_path: Path) -> None:
    rifle = structs.replace(SMG, modes="SA/BF/FA", name="Rifle")
    shooter = structs.replace(SHOOTER, name="Ana", attacks=(rifle,))
    gm = show_test_pane(qtbot, tmp_path, Roster(id="r", name="R", characters=(shooter, *OTHERS)))
    gm.attacks("Rifle")
    gm.session.drafting.oppose("other-0")
    for size, in_line in (((300, 480), True), ((330, 681), False)):
        gm.window.resize(*size)
        for _ in range(SETTLING):
            gm.settles()
        assert gm.window.test.attack.in_line is in_line, size
