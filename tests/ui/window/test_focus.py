"""The focus is always to be seen, Esc leads home from everywhere, and no field keeps it."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QScrollArea, QWidget

from dialog_makers import OPENING, open_dialog
from shared_window import Seat
from ui_makers import GM, a_roster, with_guns

AROUND = 4


def reached(gm: GM) -> list[QWidget]:
    """List what Tab reaches, once round."""
    gm.window.header.name.setFocus()
    found: list[QWidget] = []
    while gm.focused() not in found:
        found.append(gm.focused())
        gm.keys("Tab")
        assert len(found) < 150
    return found


def picture(gm: GM, widget: QWidget) -> QImage:
    """Paint a widget and a little around it as it looks in the window."""
    QApplication.processEvents()
    corner = widget.mapTo(gm.window, QPoint(0, 0))
    box = widget.rect().translated(corner).adjusted(-AROUND, -AROUND, AROUND, AROUND)
    return gm.window.grab(box).toImage()


def scroll_to(widget: QWidget) -> None:
    """Bring a widget into view, as Tab does."""
    area = widget.parentWidget()
    while area is not None and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    if area is not None:
        area.ensureWidgetVisible(widget)


def described(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.objectName()} {widget.accessibleName()}"


def prepared(gm: GM) -> GM:
    """Have a chip, a roll that can be spent points on, and a trouble as well."""
    gm.keys("Ctrl+M")
    gm.types("Smoke -10")
    gm.keys("Return", "Esc", "Return")
    gm.window.trouble.show_trouble("edit", "Something went wrong.")
    gm.settles()
    return gm


def test_the_focus_is_to_be_seen_wherever_it_is(gm: GM) -> None:
    found = reached(prepared(gm))
    assert len(found) > 25
    unseen = []
    for widget in found:
        scroll_to(widget)
        widget.setFocus()
        gm.settles()
        lit = picture(gm, widget)
        widget.clearFocus()
        plain = picture(gm, widget)
        assert plain == picture(gm, widget)
        if lit == plain:
            unseen.append(described(widget))
    assert unseen == []


def test_escape_leads_home_from_everywhere(gm: GM) -> None:
    for widget in reached(prepared(gm)):
        widget.setFocus()
        gm.keys("Esc")
        assert gm.focused() is gm.window.roster.view, described(widget)


def test_shift_tab_goes_back_the_same_way(gm: GM) -> None:
    found = reached(gm)
    for widget in found[:0:-1]:
        widget.setFocus()
        gm.keys("Shift+Tab")
        assert gm.focused() is not widget, described(widget)


def stops(dialog: QDialog) -> list[QWidget]:
    """List what Tab reaches in a dialog, once round."""
    found: list[QWidget] = []
    focus = dialog.focusWidget()
    while focus is not None and focus not in found:
        found.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        focus = dialog.focusWidget()
    return found


def buttons_of(dialog: QDialog) -> set[QWidget]:
    """List the buttons at the foot, whose order is the desktop's."""
    return {button for box in dialog.findChildren(QDialogButtonBox) for button in box.buttons()}


def box_in(dialog: QDialog, widget: QWidget) -> QRect:
    return widget.rect().translated(widget.mapTo(dialog, QPoint(0, 0)))


def is_above(one: QRect, other: QRect) -> bool:
    return one.bottom() < other.top() and one.left() <= other.right() and other.left() <= one.right()


def is_left(one: QRect, other: QRect) -> bool:
    return one.right() < other.left() and one.top() <= other.bottom() and other.top() <= one.bottom()


def looks(dialog: QDialog, *, at: QWidget) -> QImage:
    QApplication.processEvents()
    box = box_in(dialog, at).adjusted(-AROUND, -AROUND, AROUND, AROUND)
    return dialog.grab(box).toImage()


def test_tab_goes_down_every_dialog_as_it_is_read(gm: GM) -> None:
    """What lies below something, or right of it in the same line, comes after it; the buttons at the foot come last."""
    gm.keys("Return")
    for which in OPENING:
        with open_dialog(gm, which) as dialog:
            dialog.activateWindow()
            gm.settles()
            found = stops(dialog)
            foot = [one in buttons_of(dialog) for one in found]
            start = next((n for n, is_foot in enumerate(foot) if foot[n - 1] and not is_foot), 0)
            foot, found = foot[start:] + foot[:start], found[start:] + found[:start]
            boxes = [(one, box_in(dialog, one)) for one, is_foot in zip(found, foot, strict=True) if not is_foot]
            wrong = [
                f"{described(first)} before {described(second)}"
                for place, (first, here) in enumerate(boxes)
                for second, there in boxes[place + 1 :]
                if is_above(there, here) or is_left(there, here)
            ]
            assert wrong == [], which
            assert foot == sorted(foot), which


def test_the_focus_is_to_be_seen_wherever_it_is_in_a_dialog(gm: GM) -> None:
    gm.keys("Return")
    unseen = []
    for which in OPENING:
        with open_dialog(gm, which) as dialog:
            dialog.activateWindow()
            gm.settles()
            found = stops(dialog)
            assert found, which
            for widget in found:
                widget.setFocus(Qt.FocusReason.TabFocusReason)
                lit = looks(dialog, at=widget)
                widget.clearFocus()
                if lit == looks(dialog, at=widget):
                    unseen.append(f"{which}: {described(widget)}")
    assert unseen == []


def test_escape_closes_a_dialog_wherever_its_focus_is(seat: Seat) -> None:
    gm = with_guns(seat(a_roster(), dice=[61] * 60))  # the names of NPCs are rolled, too
    with gm.unpainted():
        gm.keys("Return")
        for which in OPENING:
            places, place = 1, 0
            while place < places:
                with open_dialog(gm, which) as dialog:
                    dialog.activateWindow()
                    gm.settles()
                    found = stops(dialog)
                    places = len(found)
                    assert places <= 20, f"there are more than twenty stops in {which}"
                    found[place].setFocus()
                    before = dialog.isVisible()
                    QTest.keyClick(found[place], Qt.Key.Key_Escape)
                    assert (before, dialog.isVisible()) == (True, False), (which, described(found[place]))
                place += 1


def test_arrows_home_end_and_pages_walk_each_list(gm: GM) -> None:
    gm.keys("Return", "Return", "Return")
    for view in (gm.window.stat.skills.view, gm.window.log.view, gm.window.roster.view):
        name = view.objectName()
        view.setFocus()
        gm.keys("End")
        last = view.currentIndex().row()
        gm.keys("Home")
        first = view.currentIndex().row()
        assert first < last == view.model().rowCount() - 1, name
        gm.keys("Down")
        assert view.currentIndex().row() > first, name
        gm.keys("Up")
        assert view.currentIndex().row() == first, name
        gm.keys("PgDown")
        assert view.currentIndex().row() > first, name
        gm.keys("PgUp")
        assert view.currentIndex().row() == first, name
        assert gm.focused() is view, name
