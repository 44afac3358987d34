"""The panel below a line of the log and the Log menu, used as a GM does."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.app import SETTLING
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.drafts.draft import Mode
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.rules.requests import KaiserCheck
from gm_desk.model.log.rows import ENTRY_ID
from gm_desk.model.roll.other_rolls import roll_dice
from gm_desk.store.journal.entries import Entry
from gm_desk.store.rosters.files import read_sample
from gm_desk.ui.log.line_panel import LinePanel
from gm_desk.ui.roll.chip_button import ChipButton
from gm_desk.ui.widgets.pill import Pill
from log_window import AtLog, LogHands, show_log
from ui_makers import EVA, GM, LAO, a_roster, left_at, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

KEYS = {
    "log.show_details": "Ctrl+I",
    "log.add_modifier": "Ctrl+J",
    "log.write_verdict": "Ctrl+U",
    "log.write_note": "F2",
    "log.strike": "Del",
    "log.reveal": "Ctrl+H",
    "log.try_again": "Alt+Return",
    "log.roll_again": "Ctrl+Shift+Return",
    "log.copy": "Ctrl+C",
}


def newest(gm: AtLog) -> Entry:
    return gm.session.log.page(1)[0].entry


def goes_to_line(gm: AtLog) -> None:
    """Put the focus on the newest roll of the log."""
    view = gm.window.log.view
    if isinstance(gm, GM):
        gm.window.panes.reveal(gm.window.log)
    model = view.model()
    row = next(row for row in range(model.rowCount()) if model.index(row, 1).data(ENTRY_ID))
    view.setFocus()
    view.setCurrentIndex(model.index(row, 1))


def panel(gm: AtLog) -> LinePanel:
    found = gm.window.log.view.panel
    assert isinstance(found, LinePanel)
    return found


@pytest.fixture
def roll(reader: LogHands) -> LogHands:
    """Guns 65 came up 61, and its line is current."""
    reader.keys("Return")
    goes_to_line(reader)
    return reader


@pytest.fixture
def opened(roll: LogHands) -> LogHands:
    """Show the details of the roll."""
    roll.does("log.show_details")
    return roll


def says(widget: QWidget) -> str:
    return " | ".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible() and label.text())


def test_a_forgotten_modifier_makes_a_success_a_failure_and_undo_brings_it_back(roll: LogHands) -> None:
    assert newest(roll).grade is Grade.SUPERIOR_SUCCESS
    roll.keys("Ctrl+J")
    roll.types("Smoke -30")
    would = panel(roll).controls.would
    assert would.text() == "would be ▼ Superior failure"
    assert newest(roll).grade is Grade.SUPERIOR_SUCCESS
    roll.keys("Return")
    assert newest(roll).grade is Grade.SUPERIOR_FAILURE
    assert panel(roll).controls.would.text() == ""
    assert "65 − 30 = 35 · rolled 61, 1 superior" in says(panel(roll).details)
    assert roll.undo_of("change Guns of Lao Qing: with Smoke −30").isEnabled()
    roll.keys("Ctrl+Z")
    assert newest(roll).grade is Grade.SUPERIOR_SUCCESS


def test_a_click_on_a_chip_judges_anew_and_the_test_pane_stays_as_it_is(opened: LogHands) -> None:
    before = opened.session.drafting.draft
    panel(opened).focus_on("modifier")
    opened.types("Smoke -30")
    opened.keys("Return")
    (chip,) = [one for one in panel(opened).findChildren(ChipButton) if one.isVisible()]
    opened.click(chip)
    assert newest(opened).draft.chips[0].struck
    assert newest(opened).grade is Grade.SUPERIOR_SUCCESS
    assert "Smoke −30 (struck)" in says(panel(opened).details)
    assert opened.session.drafting.draft == before


def test_difficulty_and_default_are_a_click(opened: LogHands) -> None:
    controls = panel(opened).controls
    assert controls.default.text() == "Roll untrained (REF 20)"
    opened.click(controls.default)
    assert newest(opened).grade is Grade.SUPERIOR_FAILURE
    controls.difficulty.set_step(0)
    assert newest(opened).draft.difficulty == 30
    assert "20 + 30 = 50" in says(panel(opened).details)


def test_the_gms_verdict_stands_over_the_dice_until_it_is_emptied(roll: LogHands) -> None:
    roll.keys("Ctrl+U")
    roll.types("failure")
    roll.keys("Return")
    override = newest(roll).override
    assert override is not None
    assert (override.words.casefold(), override.grade) == ("failure", Grade.FAILURE)
    assert "rolled 61" in says(panel(roll).details)
    assert not panel(roll).grade.isVisible()
    roll.types_over("")
    roll.keys("Backspace", "Return")
    assert newest(roll).override is None


@pytest.mark.usefixtures("painted")
def test_other_words_get_a_grade_from_a_small_menu(roll: LogHands) -> None:
    roll.keys("Ctrl+U")
    roll.types("It jams")
    roll.keys("Return")
    assert newest(roll).grade is None
    pill = panel(roll).grade
    assert pill.isVisible()
    roll.click(pill)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(action for action in menu.actions() if action.text().endswith(" Failure")).trigger()
    menu.close()
    assert newest(roll).grade is Grade.FAILURE
    assert panel(roll).grade.text() == "✗ Failure"


def test_a_note_is_written_where_the_line_is(roll: LogHands) -> None:
    roll.keys("F2")
    roll.types("for the docks")
    roll.keys("Return")
    assert newest(roll).note == "for the docks"


def test_every_act_has_a_letter_in_the_log(roll: LogHands) -> None:
    keys = {action.objectName(): action.shortcut().toString() for action in roll.window.log.view.actions()}
    assert keys == KEYS


def test_letters_strike_and_hide_a_line_and_let_it_count_again(roll: LogHands) -> None:
    roll.keys("Del")
    assert newest(roll).struck
    assert roll.action("log.strike", "Restore").isEnabled()
    roll.keys("Del", "Ctrl+H")
    assert not newest(roll).struck
    assert newest(roll).secret
    roll.does("log.reveal")
    assert not newest(roll).secret


def test_the_same_test_is_rolled_again_as_a_new_line(roll: LogHands) -> None:
    first = newest(roll)
    roll.keys("Ctrl+Shift+Return")
    assert newest(roll).id != first.id
    assert newest(roll).request == first.request
    assert newest(roll).dice == {"roll": (44,)}


def test_trying_again_waits_at_the_roll_button_with_what_it_costs(gm: GM) -> None:
    gm.keys("Return")
    goes_to_line(gm)
    panel_of_a_failure(gm)
    gm.selects("Eva")
    goes_to_line(gm)
    gm.keys("Alt+Return")
    assert gm.test() == "Guns 65 Lao Qing"
    assert gm.net() == -10
    assert gm.focused() is gm.window.test.row.button
    gm.keys("Return")
    assert newest(gm).draft.chip("retry") is not None


def panel_of_a_failure(gm: AtLog) -> None:
    gm.keys("Ctrl+U")
    gm.types("failure")
    gm.keys("Return", "Esc")


def test_a_line_is_copied_as_one_line_of_text(roll: LogHands) -> None:
    roll.keys("Ctrl+C")
    assert QGuiApplication.clipboard().text() == "Lao Qing: Guns, net 0, TN 65 → 61 ▲ Superior success"


def test_the_buttons_of_the_panel_do_the_same(opened: LogHands) -> None:
    buttons = panel(opened).buttons
    opened.click(buttons["strike"])
    assert newest(opened).struck
    assert panel(opened).buttons["strike"].text() == "Restore"
    opened.click(panel(opened).buttons["reveal"])
    assert newest(opened).secret
    opened.click(panel(opened).buttons["copy"])
    assert QGuiApplication.clipboard().text().startswith("[struck] Lao Qing")
    opened.click(panel(opened).buttons["again"])
    assert newest(opened).dice == {"roll": (44,)}
    assert newest(opened).secret


def test_esc_folds_the_panel_and_gives_the_focus_back_to_the_log(opened: LogHands) -> None:
    panel(opened).focus_on("note")
    opened.types("half a")
    opened.keys("Esc")
    assert panel(opened).note.text() == ""
    opened.keys("Esc")
    assert opened.window.log.view.panel is None
    assert opened.focused() is opened.window.log.view


def test_tab_walks_from_the_modifiers_to_verdict_note_and_buttons(opened: LogHands) -> None:
    panel(opened).focus_on("override")
    walked = []
    for _ in range(3):
        opened.keys("Tab")
        walked.append(opened.focused())
    own = panel(opened)
    assert walked == [own.note, own.buttons["strike"], own.buttons["reveal"]]


def test_nothing_can_be_done_without_a_line(reader: LogHands) -> None:
    assert [action_id for action_id in KEYS if reader.action(action_id).isEnabled()] == []


def test_a_roll_of_somebody_who_is_gone_can_be_judged_but_not_tried_again(opened: LogHands) -> None:
    roster = opened.roster
    opened.session.document.change(structs.replace(roster, characters=(EVA,)), "all others leave")
    opened.settles()
    goes_to_line(opened)
    opened.does("log.show_details")
    assert not panel(opened).buttons["try"].isEnabled()
    panel(opened).focus_on("modifier")
    opened.types("Smoke -30")
    opened.keys("Return")
    assert newest(opened).grade is Grade.SUPERIOR_FAILURE


def test_a_sum_of_dice_says_that_it_has_no_modifiers(reader: LogHands) -> None:
    roll_dice(reader.rolling, "2d6")
    goes_to_line(reader)
    reader.does("log.show_details")
    assert says(panel(reader).details) == "A sum of dice has no modifiers."
    assert not panel(reader).controls.chips.isVisible()
    assert not panel(reader).controls.difficulty.isVisible()
    assert not reader.action("log.add_modifier").isEnabled()


@pytest.mark.usefixtures("painted")
def test_the_other_side_of_a_contest_is_a_click_away(reader: LogHands) -> None:
    reader.session.drafting.oppose("eva")
    reader.session.drafting.set_mode(Mode.OPPOSED)
    reader.keys("Return")
    goes_to_line(reader)
    reader.does("log.show_details")
    controls = panel(reader).controls
    assert [controls.sides.a.text(), controls.sides.b.text()] == ["Lao Qing", "Eva"]
    reader.click(controls.sides.b)
    panel(reader).focus_on("modifier")
    reader.types("Cover 30")
    reader.keys("Return")
    assert [chip.label for chip in newest(reader).draft.side("b").chips] == ["Cover"]
    assert newest(reader).draft.chips == ()


@pytest.mark.usefixtures("painted")
def test_a_point_in_hindsight_is_offered_and_paid_by_a_click(qtbot: QtBot, tmp_path: Path) -> None:
    lao = structs.replace(LAO, kind="pc", group="players", points={"vigor": Points(now=2, max=3)})
    gm = show_log(qtbot, tmp_path, a_roster(EVA, lao), dice=[85])
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    gm.keys("Return")
    goes_to_line(gm)
    gm.does("log.show_details")
    controls = panel(gm).controls
    assert controls.points.offer.isVisible()
    gm.click(controls.points.offer)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(action for action in menu.actions() if "+20" in action.text()).trigger()
    menu.close()
    assert newest(gm).grade is Grade.SUPERIOR_SUCCESS_X2
    assert gm.lao.points["vigor"].now == 2
    (pill,) = [one for one in panel(gm).findChildren(Pill) if one.isVisible() and one.text().startswith("Take a point")]
    gm.click(pill)
    assert gm.lao.points["vigor"].now == 1
    gm.keys("Ctrl+Z", "Ctrl+Z")
    assert gm.lao.points["vigor"].now == 2
    assert newest(gm).grade is not Grade.SUPERIOR_SUCCESS_X2


def test_dice_that_a_roll_by_hand_now_needs_are_typed_or_thrown(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_log(qtbot, tmp_path, structs.replace(a_roster(), system="kaiser"), dice=[2])
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    gm.rolling.roll({"dice": (3, 4)})
    goes_to_line(gm)
    gm.does("log.show_details")
    controls = panel(gm).controls
    controls.levels.boxes["advantage"].stepper.setValue(1)
    assert controls.asking.isVisible()
    assert newest(gm).dice == {"dice": (3, 4)}
    controls.asking.dice.setFocus()
    gm.types("5")
    gm.keys("Return")
    assert newest(gm).dice == {"dice": (3, 4, 5)}
    assert not panel(gm).controls.asking.isVisible()
    panel(gm).controls.levels.boxes["advantage"].stepper.setValue(2)
    QTest.mouseClick(panel(gm).controls.asking.throw, Qt.MouseButton.LeftButton)
    assert newest(gm).dice == {"dice": (3, 4, 5, 2)}


@pytest.mark.parametrize("size", [(1366, 768), (1024, 640)])
def test_the_panel_is_no_wider_than_the_log(opened: LogHands, size: tuple[int, int]) -> None:
    opened.window.show_in(size)
    opened.settles()
    log = opened.window.log
    assert panel(opened).minimumSizeHint().width() <= log.view.viewport().width()


@pytest.mark.parametrize("backwards", [False, True])
def test_the_log_follows_the_focus_through_a_panel_that_is_higher(
    qtbot: QtBot, tmp_path: Path, *, backwards: bool
) -> None:
    gm = sit_down(qtbot, left_at(tmp_path, "lao"), a_roster(), dice=[61])
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.skills.view, "Guns")
    gm.keys("Ctrl+Return")
    goes_to_line(gm)
    view = gm.window.log.view
    view.unfold(newest(gm).id)
    gm.settles()
    place = gm.window.log.parentWidget()
    assert place is not None
    splitter = place.parentWidget()
    assert isinstance(splitter, QSplitter)
    panel(gm).expand()
    splitter.moveSplitter(splitter.height() - 120, 1)
    gm.settles()
    own = panel(gm)
    assert own.height() > view.viewport().height()
    walk = [own.buttons["copy"], own.buttons["strike"], own.note, own.verdict, own.controls.chips.add]
    for widget in walk if backwards else reversed(walk):
        widget.setFocus(Qt.FocusReason.BacktabFocusReason if backwards else Qt.FocusReason.TabFocusReason)
        gm.settles()
        assert widget.visibleRegion().boundingRect() == widget.rect()


@pytest.mark.parametrize("key", ["F2", "Ctrl+U", "Ctrl+J"])
def test_the_field_that_a_key_leads_to_is_in_sight(qtbot: QtBot, tmp_path: Path, key: str) -> None:
    gm = sit_down(qtbot, left_at(tmp_path, "lao"), a_roster(), dice=[61], size=(1024, 480), points=13)
    gm.selects("Lao Qing")
    gm.click_on(gm.window.stat.skills.view, "Guns")
    gm.keys("Ctrl+Return")
    goes_to_line(gm)
    gm.keys(key)
    gm.settles()
    field = gm.focused()
    assert panel(gm).isAncestorOf(field)
    assert field.visibleRegion().boundingRect() == field.rect()


@pytest.mark.parametrize("key", ["Return", "Enter"])
def test_enter_presses_the_button_that_has_the_focus(opened: LogHands, key: str) -> None:
    panel(opened).buttons["strike"].setFocus()
    opened.keys(key)
    assert newest(opened).struck
    panel(opened).controls.default.setFocus()
    opened.keys(key)
    assert newest(opened).draft.side("a").defaults


def test_enter_presses_chips_and_pills(opened: LogHands) -> None:
    panel(opened).focus_on("modifier")
    opened.types("Smoke -30")
    opened.keys("Return")
    (chip,) = [one for one in panel(opened).findChildren(ChipButton) if one.isVisible()]
    chip.setFocus()
    opened.keys("Return")
    assert newest(opened).draft.chips[0].struck


def test_ctrl_enter_rolls_from_a_button_of_the_panel_too(opened: LogHands) -> None:
    first = newest(opened)
    panel(opened).buttons["strike"].setFocus()
    opened.settles()
    opened.keys("Ctrl+Return")
    assert newest(opened).id != first.id
    assert not newest(opened).struck


def test_enter_in_a_field_presses_no_button(opened: LogHands) -> None:
    panel(opened).focus_on("note")
    opened.types("for the docks")
    opened.keys("Return")
    assert newest(opened).note == "for the docks"
    assert not newest(opened).struck


def test_earlier_verdicts_are_listed_in_words_oldest_first(opened: LogHands) -> None:
    assert not panel(opened).details.before.isVisible()
    panel(opened).focus_on("modifier")
    opened.types("Smoke -30")
    opened.keys("Return")
    assert "Before: ▲ Superior success" in says(panel(opened).details)
    panel(opened).focus_on("override")
    opened.types("It jams")
    opened.keys("Return")
    before = panel(opened).details.before
    assert before.text() == "Before: ▲ Superior success, ▼ Superior failure"
    assert before.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_any_difficulty_and_adjusted_degrees_judge_a_past_roll_once_they_are_whole(
    qtbot: QtBot, tmp_path: Path
) -> None:
    gm = show_log(qtbot, tmp_path, structs.replace(a_roster(), system="kaiser"))
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    gm.rolling.roll({"dice": (3, 4)})
    goes_to_line(gm)
    gm.does("log.show_details")
    steps = gm.session.document.stack.count()
    number, adjust = panel(gm).controls.difficulty.number, panel(gm).controls.levels.adjust
    number.setFocus()
    gm.types_over("14")
    assert gm.session.document.stack.count() == steps
    gm.keys("Return")
    request = newest(gm).request
    assert isinstance(request, KaiserCheck)
    assert (request.difficulty, gm.session.document.stack.count()) == (14, steps + 1)
    adjust.setFocus()
    gm.types_over("-12")
    gm.keys("Tab")
    assert newest(gm).request == structs.replace(request, adjust=-12)
    assert gm.session.document.stack.count() == steps + 2
    gm.undo_of("change Guns of Lao Qing: with degrees adjusted −12").trigger()
    assert adjust.value() == 0


def test_on_a_past_roll_no_level_can_be_pinned(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_log(qtbot, tmp_path, structs.replace(a_roster(), system="kaiser"))
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    gm.rolling.roll({"dice": (3, 4)})
    goes_to_line(gm)
    gm.does("log.show_details")
    box = panel(gm).controls.levels.boxes["fumble_degree"]
    box.stepper.setValue(-2)
    assert newest(gm).draft.fumble_degree == -2
    assert not box.pin.isVisible()


def test_digits_are_dice_once_the_panel_asks_for_them(qtbot: QtBot, tmp_path: Path) -> None:
    gm = show_log(qtbot, tmp_path, structs.replace(a_roster(), system="kaiser"))
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    gm.rolling.roll({"dice": (3, 4)})
    goes_to_line(gm)
    gm.does("log.show_details")
    panel(gm).controls.levels.boxes["advantage"].stepper.setFocus()
    gm.keys("Up")
    assert gm.focused() is panel(gm).controls.asking.dice
    gm.types("5")
    gm.keys("Return")
    assert newest(gm).dice == {"dice": (3, 4, 5)}
    assert not newest(gm).struck


@pytest.mark.parametrize("system", ["ep2", "ep1", "kaiser"])
def test_an_opened_roll_is_shown_whole(qtbot: QtBot, tmp_path: Path, system: str) -> None:
    gm = sit_down(qtbot, tmp_path, read_sample(system), dice=[45, 3, 2, 4] * 9)
    step = 10 if system != "kaiser" else 2
    for size, percent in (((1366, 738), 100), ((1024, 640), 100), ((1024, 640), 200)):
        gm.window.resize(*size)
        gm.program.text.choose(percent)
        gm.window.stat.skills.view.setFocus()
        gm.keys("Home", "Return")
        for label in ("Smoke", "A rather long reason", "Noise"):
            gm.program.session.drafting.modifiers.add(f"{label} -{step}")
        gm.click(gm.window.test.row.button)
        goes_to_line(gm)
        gm.does("log.show_details")
        for _ in range(SETTLING):
            gm.settles()
        view = gm.window.log.view
        assert view.row_height + panel(gm).height() <= view.viewport().height(), (size, percent)
        assert panel(gm).details.isVisible(), (size, percent)
        assert panel(gm).note.isVisible(), (size, percent)
    gm.program.text.choose(100)


def test_what_changes_a_roll_is_one_click_away_where_there_is_little_room(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, dice=[45], roster=a_roster(), size=(1024, 640))
    gm.program.text.choose(200)
    gm.keys("Return")
    goes_to_line(gm)
    gm.does("log.show_details")
    for _ in range(SETTLING):
        gm.settles()
    shown = panel(gm)
    assert shown.change.isVisible()
    assert not shown.controls.isVisible()
    gm.click(shown.change)
    gm.settles()
    assert shown.controls.isVisible()
    assert shown.verdict.isVisible()
    assert shown.buttons["strike"].isVisible()
    assert not shown.change.isVisible()
    gm.program.text.choose(100)
