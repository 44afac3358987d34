"""On which screen the players' window is: the one that it was on, else one on which the GM's window is not."""

from collections.abc import Sequence

from PySide6.QtGui import QGuiApplication, QScreen


def screens_by_name() -> dict[str, QScreen]:
    """Return all screens by what tells them apart, also when one is plugged in again; equal ones are numbered."""
    found: dict[str, QScreen] = {}
    for screen in QGuiApplication.screens():
        said = screen.name(), screen.manufacturer(), screen.model(), screen.serialNumber()
        name = " ".join(part for part in said if part)
        equal = sum(known.partition(" #")[0] == name for known in found)
        found[f"{name} #{equal + 1}" if equal else name] = screen
    return found


def name_of(screen: QScreen) -> str:
    """Return the name of a screen, "" where it is gone."""
    return next((name for name, one in screens_by_name().items() if one is screen), "")


def chosen(names: Sequence[str], gm: str, before: str) -> str:
    """Return the screen of the players' window: the one it was on `before` if it is there, else not the `gm`'s.

    Where there is only one, it is that one.
    """
    if before in names:
        return before
    return next((name for name in names if name != gm), gm)
