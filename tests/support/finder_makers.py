"""The finder of a window, as somebody types in it and reads its list."""

from PySide6.QtCore import Qt

from gm_desk.ui.finder.rows import ODDS
from ui_makers import GM


def finds(gm: GM, line: str) -> list[tuple[str, str, bool]]:
    """Type a line; return each row's text, what stands beside it, and whether it can be chosen."""
    gm.keys("Ctrl+K")
    gm.window.header.finder.clear()
    gm.types(line)
    rows = gm.window.header.finder.list
    items = [rows.item(row) for row in range(rows.count())]
    return [(one.text(), one.data(ODDS), bool(one.flags() & Qt.ItemFlag.ItemIsEnabled)) for one in items]
