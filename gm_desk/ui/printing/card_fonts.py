"""The fonts of printed cards: sizes, text widths and line breaks."""

from enum import StrEnum
from functools import lru_cache

from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextOption

from gm_desk.ui.printing.paper import POINT

TABULAR = QFont.Tag("tnum")
ROUNDING = 1.0
"""The tolerance when a line breaks, in tenths of a point."""


class Style(StrEnum):
    """What a text is used for."""

    TITLE = "title"
    FIGURE = "figure"
    NUMBER = "number"
    LABEL = "label"
    PROSE = "prose"
    STRONG = "strong"
    SKILL = "skill"
    RATING = "rating"


SIZES: dict[int, dict[Style, float]] = {
    1: {Style.TITLE: 21, Style.FIGURE: 19, Style.SKILL: 13.5, Style.PROSE: 10.5},
    2: {Style.TITLE: 17, Style.FIGURE: 16, Style.SKILL: 12, Style.PROSE: 9},
    4: {Style.TITLE: 14, Style.FIGURE: 14, Style.SKILL: 11, Style.PROSE: 8.5},
    8: {Style.TITLE: 11, Style.FIGURE: 11.5, Style.SKILL: 9.5, Style.PROSE: 7},
}
"""Sizes in points, by the number of cards on a page; skills must be readable at arm's length."""
BOLD = {Style.TITLE, Style.FIGURE, Style.NUMBER, Style.STRONG, Style.RATING}
TALL = {Style.PROSE: 1.06, Style.STRONG: 1.06}
SMALL = 0.84


class CardFonts:
    """The fonts for cards of one size, and the measures of text in them."""

    def __init__(self, per_page: int, scale: float = 1.0) -> None:
        """Create the fonts, at a scale."""
        sizes = SIZES[per_page]
        own = {
            **sizes,
            Style.NUMBER: sizes[Style.SKILL],
            Style.LABEL: sizes[Style.PROSE] * SMALL,
            Style.STRONG: sizes[Style.PROSE],
            Style.RATING: sizes[Style.SKILL],
        }
        self.fonts = {style: _font(size * scale, bold=style in BOLD) for style, size in own.items()}
        self._metrics = {style: QFontMetricsF(font) for style, font in self.fonts.items()}
        self.em = sizes[Style.PROSE] * scale * POINT

    def width(self, text: str, style: Style) -> float:
        """Return the width of a text on one line."""
        return self._metrics[style].horizontalAdvance(text)

    def height(self, style: Style) -> float:
        """Return the height of a line."""
        metrics = self._metrics[style]
        return (metrics.ascent() + metrics.descent()) * TALL.get(style, 1.0)

    def ascent(self, style: Style) -> float:
        """Return the distance from the top of a line to its baseline."""
        return self._metrics[style].ascent()

    def elided(self, text: str, style: Style, width: float) -> str:
        """Return a text elided to a width."""
        from PySide6.QtCore import Qt

        return self._metrics[style].elidedText(text, Qt.TextElideMode.ElideRight, width)

    def lines(self, text: str, style: Style, width: float, first: float = 0.0) -> list[str]:
        """Return a paragraph broken into lines, between words where possible; the first is shorter by `first`."""
        if not first and self.width(text, style) <= width:
            return [text]
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout = QTextLayout(text, self.fonts[style])
        layout.setTextOption(option)
        layout.beginLayout()
        found, room = list[str](), width - first
        letters = text.encode("utf-16-le", "surrogatepass")  # Qt counts UTF-16 code units
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(1.0, room - ROUNDING))
            start, length = 2 * line.textStart(), 2 * line.textLength()
            found.append(letters[start : start + length].decode("utf-16-le", "replace").strip())
            room = width
        layout.endLayout()
        return found


@lru_cache(maxsize=32)
def lettering(per_page: int, scale: float = 1.0) -> CardFonts:
    """Return the fonts for cards of a size; they are cached."""
    return CardFonts(per_page, scale)


def _font(points: float, *, bold: bool) -> QFont:
    font = QFont()
    font.setPixelSize(round(points * POINT))
    font.setBold(bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setFeature(TABULAR, 1)
    return font
