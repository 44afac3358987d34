"""Rows that run on in lines: "Athletics 40 · Guns 45 (Pistols 55)", with the numbers in bold."""

from collections.abc import Iterator

from gm_desk.core.cards import Row, Run
from gm_desk.ui.printing.lettering import Lettering, Style
from gm_desk.ui.printing.marks import Mark, Said, Strip

Piece = tuple[str, Style, float]
"""A text, its letters, and the room before it within a line."""


def run_in(run: Run, letters: Lettering, width: float) -> list[Strip]:
    """Set rows behind each other in as many lines as they take; a row is parted only where it is wider than a line."""
    lines, used = [list[Mark]()], 0.0
    for pieces in [[(run.label, Style.STRONG, 0.0)], *(_pieces(row, letters) for row in run.rows)]:
        taken = sum(before + letters.width(text, style) for text, style, before in pieces)
        if used and used + taken > width:
            lines.append([])
            used = 0.0
        for text, style, before in pieces:
            used = _put(lines, text, style, used + before if used else 0.0, letters, width)
        used += letters.em * (0.6 if pieces[0][1] is Style.STRONG else 1.0)
    return [Strip(letters.height(Style.SKILL) * 1.04, tuple(marks)) for marks in lines if marks]


def _pieces(row: Row, letters: Lettering) -> list[Piece]:
    """Give what is said of a row: its name, its number, and the rest in smaller letters."""
    gap = letters.em * 0.4
    pieces = [(row.name, Style.SKILL, 0.0), (row.value, Style.RATING, gap), (row.detail, Style.PROSE, gap)]
    return [piece for piece in pieces if piece[0]]


def _put(lines: list[list[Mark]], text: str, style: Style, x: float, letters: Lettering, width: float) -> float:
    """Put a text at a place in the last line, or below where it does not fit; gives where it ends."""
    for line, start in _broken(text, style, x, letters, width):
        if start < x or (not start and lines[-1]):
            lines.append([])
        taken = letters.width(line, style)
        lines[-1].append(Said(line, style, start, letters.ascent(Style.SKILL), min(taken + 1, width - start)))
        x = start + taken
    return x


def _broken(text: str, style: Style, x: float, letters: Lettering, width: float) -> Iterator[tuple[str, float]]:
    """Break a text where it is wider than what is left of its line."""
    if x + letters.width(text, style) + 1 <= width:
        yield text, x
        return
    for line in letters.lines(text, style, width):
        yield line, 0.0
