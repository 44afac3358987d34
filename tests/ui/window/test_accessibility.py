"""Walk what assistive tools see, from window and dialogs down to every cell: all of it has a name and a role."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QLabel,
    QPlainTextEdit,
    QScrollArea,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from dialog_makers import MENUS, OPENING, open_dialog
from gm_desk.core.characters.roster import Roster
from makers import CHECKOUT
from ui_makers import GM, LAO, a_roster, sit_down

SAMPLES = CHECKOUT / "resources" / "samples"
ROSTERS: dict[str, Roster | Path | None] = {
    "empty": None,
    "triad": a_roster(),
    **{name: SAMPLES / f"{name}.json" for name in ("ep1", "ep2", "kaiser")},
}
Role = QAccessible.Role
CELLS = {Role.Cell, Role.ListItem, Role.TreeItem, Role.ColumnHeader, Role.RowHeader}
BOXES = {Role.NoRole, Role.Client, Role.Pane, Role.LayeredPane, Role.Border}
CHOICES = {Role.CheckBox, Role.RadioButton}


def seen(widget: QWidget) -> Iterator[QAccessibleInterface]:
    """Return all that is to be seen in a widget, from the outside in."""
    waiting = [QAccessible.queryAccessibleInterface(widget)]
    while waiting:
        one = waiting.pop()
        if not one.state().invisible:
            yield one
            waiting += children(one)


def children(one: QAccessibleInterface) -> list[QAccessibleInterface]:
    found = (one.child(place) for place in range(one.childCount()))
    return [child for child in found if child is not None and child.isValid()]


def name(one: QAccessibleInterface) -> str:
    return one.text(QAccessible.Text.Name).strip()


def described(one: QAccessibleInterface) -> str:
    return f"{one.role().name} {type(one.object()).__name__} “{name(one)}”"


def in_order(one: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Yield what is to be seen in a widget in the order in which it is read."""
    if not one.state().invisible:
        yield one
        for child in children(one):
            yield from in_order(child)


def speaks(one: QAccessibleInterface) -> bool:
    return bool(one.state().focusable) or one.role() in CELLS


def nameless(widget: QWidget) -> list[str]:
    return [described(one) for one in seen(widget) if speaks(one) and not name(one)]


def doubtful(widget: QWidget) -> list[str]:
    """List what stands beside another of its kind with the same name; two cells may say the same."""
    found = []
    for outer in seen(widget):
        beside = [one for one in children(outer) if not one.state().invisible and speaks(one)]
        counted = Counter((one.role(), name(one)) for one in beside if one.role() is not Role.Cell)
        found += [f"{described(outer)}: {twice}" for (_, twice), count in counted.items() if count > 1]
    return found


def wrong_state(widget: QWidget) -> list[str]:
    """List the buttons that tell another state than they show."""
    found = []
    for one in seen(widget):
        button = one.object()
        if isinstance(button, QAbstractButton) and button.isCheckable():
            told = (one.role() in CHOICES | {Role.Button, Role.ButtonMenu}, bool(one.state().checked))
            found += [described(one)] * (told != (True, button.isChecked()))
    return found


def unlabelled(widget: QWidget) -> list[str]:
    """List what is called by its value, as choices are on some desktops, and has no word for what it is about."""
    labels = QAccessible.RelationFlag.Label
    return [
        described(one)
        for one in seen(widget)
        if one.role() is Role.ComboBox
        and not [other for other, relation in one.relations(labels) if name(other) and relation & labels]
        and not one.text(QAccessible.Text.Description)
    ]


def roleless(widget: QWidget) -> list[str]:
    """List what can have the focus and is told as a mere box, which only a scroll area is."""
    focusable = [one for one in seen(widget) if one.state().focusable and not isinstance(one.object(), QScrollArea)]
    return [described(one) for one in focusable if one.role() in BOXES]


def wrong(widget: QWidget) -> list[str]:
    return nameless(widget) + doubtful(widget) + wrong_state(widget) + unlabelled(widget) + roleless(widget)


@pytest.fixture(params=list(ROSTERS))
def table(request: pytest.FixtureRequest, qtbot: QtBot, tmp_path: Path) -> GM:
    return sit_down(qtbot, tmp_path, ROSTERS[request.param], dice=[4, 44, 99, 3, 5, 6, 7, 2] * 20)


@pytest.fixture
def gm(whole: GM) -> GM:
    """Open a window of its own: what assistive tools read of another roster's cells is kept where none is there."""
    return whole


@pytest.fixture
def rolled(gm: GM) -> GM:
    """A GM who rolled Guns."""
    gm.keys("Return")
    return gm


def rolls(gm: GM) -> None:
    """Roll the first skill there is."""
    skills = gm.window.stat.skills.view
    skills.setFocus()
    skills.setCurrentIndex(skills.model().index(0, 0))
    gm.keys("Return")
    gm.program.rolling.finish()


def test_everything_has_a_name_of_its_own(table: GM) -> None:
    assert wrong(table.window) == []
    if table.roster.characters:
        rolls(table)
        assert wrong(table.window) == []
        table.window.log.view.setFocus()
        table.window.log.view.selectRow(1)
        table.keys("Ctrl+I")
        assert table.program.log.opened
        assert wrong(table.window) == []


def test_everything_has_a_name_while_two_sides_or_a_group_roll(table: GM) -> None:
    if table.roster.characters:
        rolls(table)
        table.does("roll.toggle_opposed")
        table.settles()
        popup = QApplication.activePopupWidget()
        if popup is not None:
            assert wrong(popup) == []
            popup.close()
        assert wrong(table.window) == []
        table.window.roster.select_all()
        table.settles()
        assert wrong(table.window) == []


def test_everything_in_every_dialog_has_a_name(rolled: GM) -> None:
    for which in OPENING:
        with open_dialog(rolled, which) as dialog:
            assert wrong(dialog) == [], which


def test_everything_in_every_dialog_of_an_empty_start_has_a_name(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, dice=[1] * 4)
    for which in MENUS:
        if gm.find(QAction, which).isEnabled():
            OPENING[which](gm)
            gm.settles()
            for dialog in gm.window.findChildren(QDialog):
                assert wrong(dialog) == [], which
                dialog.reject()
            gm.settles()


def test_values_and_roles_are_told_as_they_are(gm: GM) -> None:
    gm.keys("Esc", "-", "-")
    scale = QAccessible.queryAccessibleInterface(gm.widget("netModifier"))
    values = scale.valueInterface()
    assert (scale.role(), name(scale), scale.text(QAccessible.Text.Value)) == (Role.Slider, "Net modifier", "-20")
    assert (values.minimumValue(), values.currentValue(), values.maximumValue()) == (-60, -20, 60)
    gm.keys("Return")
    for painted in ("verdict", "oddsBar"):
        assert QAccessible.queryAccessibleInterface(gm.widget(painted)).role() is Role.StaticText
    told = [described(one) for one in seen(gm.window)]
    for expected in (
        "RadioButton Segment “Success”",
        "RadioButton Segment “Average 0”",
        "StaticText VerdictLine “61: Superior failure, TN 45 · Guns · Lao Qing”",
        "StaticText Badge “System: Eclipse Phase 2e”",
        "Button TrackBar “Damage 0”",
        "Cell NoneType “Dockside Triad, group of 2 characters”",
        "ListItem NoneType “Guns 65, REF”",
        "Cell NoneType “Verdict Superior failure”",
        "Cell NoneType “No note”",
    ):
        assert expected in told
    states = {name(one): one.text(QAccessible.Text.Description) for one in seen(gm.window)}
    assert states["Dockside Triad, group of 2 characters"] == "expanded, level 1"


def test_tab_leaves_notes_while_they_are_written(gm: GM) -> None:
    gm.window.stat.notes.shown.setFocus()
    gm.keys("Return")
    written = gm.focused()
    assert isinstance(written, QTextEdit | QPlainTextEdit)
    gm.types("A line")
    gm.keys("Tab")
    assert gm.focused() is not written


@pytest.mark.parametrize("call", ["\N{WAVING HAND SIGN}\N{EMOJI MODIFIER FITZPATRICK TYPE-4} Zoë", "שרה כהן", "ليلى"])
def test_names_are_read_as_they_are(qtbot: QtBot, tmp_path: Path, call: str) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(structs.replace(LAO, name=call)))
    assert call in {name(one).partition(",")[0] for one in seen(gm.window)}


def test_no_label_hides_its_text_and_none_speaks_in_glyphs(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, SAMPLES / "ep2.json", dice=[33, 90, 8, 8, 2, 5])
    gm.window.trouble.show_notice("Done.")
    gm.window.trouble.show_trouble("file", "Torn.")
    gm.keys("Ctrl+Return")
    for label in gm.window.findChildren(QLabel):
        if not label.isVisible():
            continue
        interface = QAccessible.queryAccessibleInterface(label)
        spoken = f"{name(interface)} {interface.text(QAccessible.Text.Description)}"
        assert not set("★▲▼✓✗✖✎◆◇") & set(spoken), spoken
        words = [word for word in label.text().split() if word.isalpha() and len(word) > 4]
        assert [word for word in words if word.casefold() not in spoken.casefold()] == []


@pytest.mark.parametrize("size", [(1366, 768), (1024, 640)])
def test_the_panes_are_read_in_the_order_in_which_they_lie(gm: GM, size: tuple[int, int]) -> None:
    gm.resizes(*size)
    window = gm.window
    panes = [window.roster, window.stat, window.log, window.test]
    read = [one.object() for one in in_order(QAccessible.queryAccessibleInterface(window))]
    assert [one for one in read if one in panes] == panes
