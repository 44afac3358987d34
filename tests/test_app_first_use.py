"""What waits for the first frame works as well if it is the first thing that is used, before anything else is built."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QSpinBox, QWidget

from gm_desk.app import SETTLING, Program, assemble, free
from gm_desk.core.drafts.draft import Mode
from gm_desk.store.disk.places import Places
from gm_desk.store.rosters.files import read_sample, write_roster
from gm_desk.store.state import read_state
from gm_desk.ui.combat.common_modifiers import CommonModifiersPopup
from gm_desk.ui.roll.chip_button import ChipButton
from gm_desk.ui.roll.odds_charts import TotalCurve
from gm_desk.ui.theme.appearance import TextSize
from gm_desk.ui.widgets.popup_list import ChoiceList
from model_makers import AtOnce
from picture_makers import a_picture
from ui_makers import dressed, no_collection

Start = Callable[[str], Program]


pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Return a function that starts with the sample roster of a system, as far as the first frame needs it."""
    started: list[Program] = []

    def start(system: str) -> Program:
        places = Places(tmp_path)
        path = places.roster("Sample", "sample")
        write_roster(path, read_sample(system))
        with no_collection():
            state = read_state(places.state)
            program = assemble(
                places, state, dressed("dark", 10), TextSize(100), dice=None, runner=AtOnce(), complete=False
            )
        started.append(program)
        program.session.start(path)
        program.window.resize(1366, 768)
        program.window.show()
        return program

    yield start
    for program in started:
        program.complete()
        program.window.close()
        program.close_log()
        free(program.window)


def backups_in(folder: Path) -> list[Path]:
    """Return the backups of all rosters."""
    return sorted((folder / "backups").rglob("*.json"))


def popup() -> QWidget | None:
    """Return the list that is open, which is then closed."""
    found = QApplication.activePopupWidget()
    if found is not None:
        found.close()
    return found


@pytest.mark.parametrize("height", [744, 700, 640])
@pytest.mark.parametrize("system", ["ep1", "ep2", "kaiser"])
def test_nothing_in_the_test_pane_moves_as_the_rest_is_built(start: Start, system: str, height: int) -> None:
    program = start(system)
    program.window.resize(1366, height)
    test = program.window.test

    def places() -> dict[str, tuple[object, object]]:
        for _ in range(SETTLING):
            QApplication.processEvents()
        parts = (test.ability, test.difficulty, test.chips, test.net, test.odds, test.row)
        return {part.objectName(): (part.geometry(), part.minimumSizeHint()) for part in parts if part.isVisible()}

    before = places()
    program.complete()
    assert places() == before


def test_a_line_is_found(start: Start) -> None:
    finder = start("ep2").window.header.finder
    QTest.keyClicks(finder, "Lao Qing")
    assert finder.list.item(0).text().startswith("Lao Qing")
    QTest.keyClick(finder, Qt.Key.Key_Down)
    assert finder.list.isVisible()


def test_a_typed_modifier_becomes_a_chip(start: Start) -> None:
    chips = start("ep2").window.test.chips
    QTest.keyClicks(chips.add, "Smoke -30")
    QTest.keyClick(chips.add, Qt.Key.Key_Return)
    assert [one.accessibleName() for one in chips.findChildren(ChipButton)] == ["Smoke, −30"]


def test_the_lists_that_add_to_a_test_open(start: Start) -> None:
    window = start("ep2").window
    window.test.chips.common.click()
    assert isinstance(popup(), CommonModifiersPopup)
    window.stat.skills.untrained.click()
    assert isinstance(popup(), ChoiceList)
    menu = window.test.chips.presets.menu()
    menu.aboutToShow.emit()
    assert "Teamwork" in [one.text() for one in menu.actions()]


def test_a_test_becomes_opposed(start: Start) -> None:
    drafting = start("ep2").session.drafting
    drafting.set_mode(Mode.OPPOSED)
    drafting.oppose(drafting.context.roster.characters[3].id)
    assert drafting.draft.opponent is not None
    assert drafting.draft.opponent.name == drafting.context.roster.characters[3].name


def test_the_card_is_edited(start: Start) -> None:
    program = start("ep2")
    shown = program.session.view.selected
    track = program.window.stat.tracks.rows["damage"]
    track.open("3")
    QTest.keyClick(track.edit, Qt.Key.Key_Return)
    program.window.stat.head.morph.edit.committed.emit("Case synthmorph")
    character = program.session.document.existing(shown)
    assert (character.health.damage, character.morph, character.body) == (3, "Case", "synthmorph")


def test_a_roll_is_on_the_disk(start: Start, tmp_path: Path) -> None:
    program = start("ep2")
    program.window.test.row.roll()
    assert program.session.log.rolls == 1
    assert list((tmp_path / "journals").iterdir()) != []


def test_several_who_are_selected_roll_as_a_group(start: Start) -> None:
    program = start("ep2")
    view = program.window.roster.view
    view.selectAll()
    assert program.rolling.several is not None
    program.window.test.row.roll()
    able = len(program.rolling.group.able)
    assert able > 1
    assert program.session.log.rolls == len(program.rolling.group.results) == able


def test_a_roll_is_the_last_one_and_can_be_undone(start: Start) -> None:
    program = start("ep2")
    assert program.rolling.last is None
    program.window.test.row.roll()
    assert program.rolling.last is not None
    program.session.document.stack.undo()
    assert program.rolling.last is None


def test_another_roster_begins_without_the_rolls_of_the_one_before(start: Start) -> None:
    program = start("ep2")
    program.window.test.row.roll()
    assert program.session.try_sample("kaiser")
    assert (program.rolling.last, program.session.log.rolls) == (None, 0)


def test_dice_that_are_typed_show_what_they_would_come_to(start: Start) -> None:
    test = start("ep2").window.test
    QTest.keyClicks(test.row.dice, "44")
    assert "would be" in test.verdict.accessibleName()
    QTest.keyClick(test.row.dice, Qt.Key.Key_Return)
    assert "44" in test.verdict.accessibleName()


def test_what_a_critical_has_left_is_suggested_once_the_log_is_there(start: Start) -> None:
    before = start("ep2")
    before.rolling.roll({"roll": (44,)})
    before.session.save()
    program = start("ep2")
    assert program.session.drafting.modifiers.suggested == []
    program.complete()
    program.load_log()
    assert [chip.label for chip in program.session.drafting.modifiers.suggested] == ["Critical: Athletics"]


def test_the_file_that_was_opened_is_backed_up_once_everything_is_built(start: Start, tmp_path: Path) -> None:
    program = start("ep2")
    assert backups_in(tmp_path) == []
    program.complete()
    assert [one.read_bytes() for one in backups_in(tmp_path)] == [program.session.path.read_bytes()]


def test_a_file_is_backed_up_before_it_is_overwritten(start: Start, tmp_path: Path) -> None:
    program = start("ep2")
    before, document = program.session.path.read_bytes(), program.session.document
    document.change_character(structs.replace(document.roster.characters[0], name="Someone"), "rename")
    program.session.save()
    assert program.session.path.read_bytes() != before
    assert [one.read_bytes() for one in backups_in(tmp_path)] == [before]


def test_another_roster_is_opened_and_what_is_unreadable_of_it_reported(start: Start, tmp_path: Path) -> None:
    program, damaged = start("ep2"), tmp_path / "damaged.json"
    damaged.write_text("{", encoding="utf-8")
    assert not program.session.open_roster(damaged)
    assert "“damaged.json” could not be opened" in program.window.trouble.says.text()
    assert program.session.try_sample("kaiser")
    assert program.session.document.system.id == "kaiser"


def test_the_portrait_of_a_character_is_chosen_and_its_colour(start: Start) -> None:
    program = start("ep2")
    avatar, document = program.window.stat.head.avatar, program.session.document
    avatar.click()
    menu = popup()
    assert isinstance(menu, QMenu)
    assert "Violet" in [one.text() for one in menu.actions()]
    shown = document.existing(program.session.view.selected)
    portrait = program.session.portraits.keep(a_picture(64, 64, colour="#00ff00"))
    document.change_character(structs.replace(shown, portrait=portrait), "portrait")
    assert avatar.grab().toImage().pixelColor(avatar.rect().center()).name() == "#00ff00"


def test_the_window_is_veiled_and_rolls_are_secret_until_it_is_lifted(start: Start) -> None:
    window = start("ep2").window
    title = window.windowTitle()
    window.veil_stack.set_veiled(True)
    assert (window.windowTitle(), window.stat.isVisible()) == ("GM Desk[*]", False)
    window.test.row.roll()
    assert window.veil_stack.veil.hands == ()
    window.veil_stack.set_veiled(False)
    assert (window.windowTitle(), window.stat.isVisible()) == (title, True)


def test_in_kaiser_there_is_a_field_for_the_difficulty_and_a_curve(start: Start) -> None:
    test = start("kaiser").window.test
    field = test.findChild(QSpinBox, "difficultyNumber")
    assert isinstance(field, QSpinBox)
    assert field.isVisible()
    [curve] = [one for one in test.odds.findChildren(TotalCurve) if one.isVisible()]
    assert curve.accessibleDescription()
