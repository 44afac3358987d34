"""The sizes of letters and of the room between things, each with a name: what is laid out takes them from here."""

from PySide6.QtGui import QFont

TINY, SMALL, COMPACT, BODY = 0.82, 0.86, 0.94, 1.0
LEAD, TITLE, FIGURE, NAME, BANNER, TARGET = 1.05, 1.2, 1.4, 1.55, 2.2, 3.0
"""The scale of letters, as factors of the window's font: they grow and shrink with it."""

HALF, TIGHT, GAP, WIDE, EDGE, PANE = 2, 4, 8, 12, 16, 20
"""Room in pixels, on a grid of four; the half is for what belongs together like two lines of one thing."""

FIGURES = "tnum"


def with_figures_of_one_width(font: QFont) -> QFont:
    """Give a font in which numbers stand under each other, where it has such figures."""
    made = QFont(font)
    made.setFeature(QFont.Tag(FIGURES), 1)
    return made
