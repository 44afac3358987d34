"""The focus is always to be seen, Esc leads home from everywhere, and no field keeps it."""

from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from ui_makers import GM

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
