"""What is painted, measured and said again when a modifier changes or a roll is made: only what shows it."""

from collections.abc import Callable

import pytest
from msgspec import structs
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QAction, QFont, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.draft import AbilityKind, Mode
from gm_desk.core.rules.outcomes import Hand
from gm_desk.model.combat.attack_choices import prepare
from gm_desk.ui.log.log_view import LogView
from gm_desk.ui.roll.chip_button import ChipButton
from gm_desk.ui.roll.verdict import ChoicePills
from gm_desk.ui.theme.painting import width_of
from gm_desk.ui.widgets.pill import Pill
from model_makers import heard
from ui_makers import GM

HANDS: tuple[Hand, ...] = ("b", "a")


class Events(QObject):
    """The widgets that got events of one kind, in order."""

    def __init__(self, kind: QEvent.Type) -> None:
        super().__init__()
        self.widgets: list[QWidget] = []
        self._kind = kind

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == self._kind and isinstance(watched, QWidget):
            self.widgets.append(watched)
        return False


def got(gm: GM, kind: QEvent.Type, change: Callable[[], object]) -> list[QWidget]:
    """Return the widgets that get events of a kind by a change."""
    for _ in range(5):
        gm.settles()
    application, events = QApplication.instance(), Events(kind)
    assert application is not None
    application.installEventFilter(events)
    change()
    for _ in range(5):
        gm.settles()
    application.removeEventFilter(events)
    return events.widgets


def painted(gm: GM, change: Callable[[], object]) -> list[QWidget]:
    return got(gm, QEvent.Type.Paint, change)


MODIFIERS: list[Callable[[GM], object]] = [
    lambda gm: gm.program.session.drafting.modifiers.add("Smoke −30"),
    lambda gm: gm.program.session.drafting.modifiers.nudge(1),
    lambda gm: gm.program.session.drafting.modifiers.set_difficulty(-30),
]


@pytest.mark.parametrize("change", MODIFIERS)
def test_a_modifier_paints_no_other_pane_and_what_shows_it_once(gm: GM, change: Callable[[GM], object]) -> None:
    test = gm.window.test
    seen = painted(gm, lambda: change(gm))
    panes = (gm.window.roster, gm.window.stat, gm.window.log)
    assert [one for one in seen for pane in panes if pane.isAncestorOf(one)] == []
    assert seen.count(test.net.scale) == 1
    assert seen.count(gm.widget("oddsBar")) == 1
    assert gm.widget("secretToggle") not in seen
    assert gm.widget("rollButton") not in seen


class Areas(QObject):
    """How many pixels of a widget are painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.painted = 0
        self.whole = widget.width() * widget.height()
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.painted += event.rect().width() * event.rect().height()
        return False


def test_the_number_of_chips_out_of_sight_is_not_painted_again_if_it_stays(gm: GM) -> None:
    drafting, rows = gm.program.session.drafting, gm.window.test.chips.rows
    assert rows is not None
    for number in range(20):
        drafting.modifiers.add(f"Number {number} −10")
    gm.settles()
    assert rows.more.isVisible()
    last = drafting.side.chips[-1]
    seen = painted(gm, lambda: drafting.put(drafting.side.with_chip(structs.replace(last, struck=True))))
    assert ChipButton in map(type, seen)
    assert rows.more not in seen


def test_turning_to_the_other_side_paints_a_cell_of_the_card_and_not_the_list(gm: GM) -> None:
    drafting = gm.program.session.drafting
    drafting.oppose("eva")
    drafting.set_mode(Mode.OPPOSED)
    assert drafting.draft.opposed
    gm.window.test.row.button.setFocus()
    areas = Areas(gm.window.stat.skills.view.viewport())
    for hand in HANDS:
        for _ in range(5):
            gm.settles()
        areas.painted = 0
        drafting.turn_to(hand)
        gm.settles()
        assert 0 < areas.painted < areas.whole / 2


def test_a_modifier_changes_no_tool_tip_that_says_the_same_as_before(gm: GM) -> None:
    gm.program.session.drafting.modifiers.add("Smoke −30")
    changed = got(gm, QEvent.Type.ToolTipChange, lambda: gm.program.session.drafting.modifiers.add("Aimed +10"))
    assert gm.widget("secretToggle") not in changed
    assert [one for one in changed if one.objectName().endswith("Pin")] == []


def test_a_roll_paints_its_line_and_its_verdict_once(gm: GM) -> None:
    gm.window.test.row.roll()
    log = gm.window.findChild(LogView)
    assert log is not None
    shown = (log.viewport(), gm.widget("verdict"), gm.window.test.net.scale, gm.widget("oddsBar"))
    times: list[list[int]] = []
    for _ in range(2):  # while one of these is painted, the luck in the heading may come and move all lines
        gm.program.session.drafting.modifiers.add("Smoke −30")
        seen = painted(gm, gm.window.test.row.roll)
        times.append([seen.count(one) for one in shown])
    assert [1, 1, 1, 1] in times


def test_a_roll_names_the_step_to_undo_once(gm: GM) -> None:
    gm.window.test.row.roll()
    gm.settles()
    undo = gm.window.findChild(QAction, "window.undo")
    assert undo is not None
    stack = gm.program.session.document.stack
    texts = heard(stack.undoTextChanged)
    named = heard(undo.changed)
    gm.window.test.row.roll()
    assert texts
    assert named == []


def test_the_size_of_a_pill_is_measured_once_until_it_says_something_else(
    gm: GM, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured: list[str] = []

    def noted(font: QFont, text: str) -> float:
        measured.append(text)
        return width_of(font, text)

    monkeypatch.setattr("gm_desk.ui.widgets.pill.width_of", noted)
    made = Pill(gm.window)
    made.show_words("Spend a pool")
    sizes = [made.sizeHint() for _ in range(3)]
    assert sizes[0] == sizes[1] == sizes[2]
    assert measured == ["Spend a pool"]
    font = made.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    made.setFont(font)
    assert made.sizeHint().width() > sizes[0].width()
    made.show_words("Spend")
    assert made.sizeHint().width() < sizes[0].width() * 2
    assert measured == ["Spend a pool", "Spend a pool", "Spend"]


def test_choices_that_are_the_same_are_laid_out_once(gm: GM) -> None:
    gm.window.test.row.roll()
    gm.settles()
    flow = gm.window.test.after.flow
    assert isinstance(flow, ChoicePills)
    assert got(gm, QEvent.Type.LayoutRequest, gm.window.test.after.refresh) == []


def test_the_choices_of_an_attack_come_in_their_final_size(gm: GM) -> None:
    document, drafting, choices = gm.session.document, gm.session.drafting, gm.window.test.attack
    lao = document.existing("lao")
    smg = Attack(id="smg", name="SMG", skill="Guns", damage="2d10", modes="SA/BF/FA", range="50")
    document.change_character(structs.replace(lao, attacks=(smg,)), "arm")

    def turn_to_attack() -> None:
        prepare(document, drafting, "lao", "smg")

    turn_to_attack()
    gm.settles()
    drafting.choose("lao", AbilityKind.SKILL, lao.skills[0].id)
    resized = [one for one in got(gm, QEvent.Type.Resize, turn_to_attack) if choices.isAncestorOf(one)]
    assert resized == [], "no scroll bar makes them narrower in between"
    assert choices.isVisible()
