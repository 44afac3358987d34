"""Verdicts as pills, with what was overruled, in words that fit."""

import re
from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetrics, QPainter

from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.wording.phrases import GLYPHS
from gm_desk.ui.theme.painting import CENTRE, rounded, scaled, width_of, write
from gm_desk.ui.theme.theme import COMPACT, TINY, current_theme

ENDS, SMALL_ENDS = 1.3, 0.8
"""The padding of a pill, in heights of the font."""
ELIDED_FROM = 6.0
"""In heights of the font: the width below which a pill shows its glyph with one word or none."""

DEGREES = r",? (\d+) degrees?$"
"""The degrees at the end of a verdict."""

MARGIN = r"(?P<short>(?P<glyph>\S+) \w+)(?: success| failure)?, (?P<margin>Mo[SF] \d+)"
"""A verdict with its margin, and the words that suffice beside its glyph (EP1)."""

FUMBLE = r"(?P<head>\S+ \w+), level (?P<level>\d+)(?P<then>: .+)?"
"""A fumble with its level and consequence (Kaiser)."""


def fitting_degrees(font: QFont, text: str, room: float) -> str:
    """Return a verdict in words that fit, never with its degrees cut: "✓ Success by 30" or "✓ by 30"."""
    found = re.search(DEGREES, text)
    if width_of(font, text) <= room:
        return text
    margin = re.fullmatch(MARGIN, text)
    if margin is not None:
        shorter = (f"{margin['short']}, {margin['margin']}", f"{margin['glyph']} {margin['margin']}")
        return next((form for form in shorter if width_of(font, form) <= room), text)
    if found is None:
        return _fitting_level(font, text, room)
    by, words = f"by {found[1]}", text[: found.start()]
    glyph, _, short = words.partition(" ")
    head = short.split(":")[0]
    levels = (f"{glyph} {head}, {by}", f"{glyph} {head.replace(', level', '')}, {by}") if ", " in head else ()
    forms = (f"{words} {by}", *levels, f"{glyph} {head.split(',')[0]} {by}", f"{glyph} {by}")
    return next((form for form in forms if width_of(font, form) <= room), text)


def _fitting_level(font: QFont, text: str, room: float) -> str:
    """Return a fumble in words that fit, never with its level cut: "✖ Fumble 12: disaster" or "✖ Fumble 12"."""
    found = re.fullmatch(FUMBLE, text)
    short = f"{found['head']} {found['level']}" if found is not None else text
    forms = () if found is None else (f"{short}{found['then'] or ''}", short)
    return next((form for form in forms if width_of(font, form) <= room), text)


def paint_pill(
    painter: QPainter,
    box: QRectF,
    grade: Grade | None,
    text: str,
    *,
    struck: bool = False,
    line: str | None = None,
) -> float:
    """Paint a verdict as a pill, shortened or elided if necessary; return the width used.

    Without a grade, or if struck, it has no colour; `line` outlines it on a background of the same colour.
    """
    theme, font = current_theme(), scaled(painter.font(), COMPACT, bold=True)
    font.setStrikeOut(struck)
    shade = None if grade is None or struck else theme.shades[grade]
    em = painter.fontMetrics().height()
    text = fitting_degrees(font, text, box.width() - em * SMALL_ENDS)
    if grade is not None and width_of(font, text) + em * SMALL_ENDS > box.width() and box.width() < em * ELIDED_FROM:
        text = _first_word(font, text, box.width() - em * SMALL_ENDS) or GLYPHS[grade]
    width = min(width_of(font, text) + em * ENDS, box.width())
    pill = QRectF(box.x(), box.y(), width, min(box.height(), em * 1.4))
    pill.moveTop(int(box.y() + (box.height() - pill.height()) / 2 + 0.5))  # alike in even and odd rows
    rounded(painter, pill, shade.pill if shade else theme.raised, line, pill.height() / 2)
    ink = shade.on_pill if shade else theme.dim if struck else theme.text
    write(painter, pill.adjusted(4, 0, -4, 0), text, ink, CENTRE, font)
    return width


def _first_word(font: QFont, text: str, room: float) -> str:
    """Return the glyph and first word of a verdict, or "" if they do not fit."""
    short = " ".join(text.split(" ")[:2]).rstrip(",")
    return short if width_of(font, short) <= room else ""


def verdict_width(font: QFont, text: str) -> float:
    """Return the width of a verdict's pill."""
    return width_of(scaled(font, COMPACT, bold=True), text) + QFontMetrics(font).height() * ENDS


def paint_past(painter: QPainter, box: QRectF, verdicts: Sequence[str]) -> float:
    """Paint superseded verdicts small and struck out, as many of the latest as fit; return the width used."""
    font, em = scaled(painter.font(), TINY), painter.fontMetrics().height()
    shown, room = [], box.width()
    for verdict in reversed(verdicts):
        text, width = verdict, _past_width(painter.font(), verdict)
        if width > room:
            text = verdict.split(" ")[0]
            width = _past_width(painter.font(), text)
        if width > room:
            break
        shown.append((text, width))
        room -= width
    font.setStrikeOut(True)
    theme = current_theme()
    left, height = box.x(), em * 1.15
    for text, width in reversed(shown):
        pill = QRectF(left, box.center().y() - height / 2, width - 4, height)
        rounded(painter, pill, None, theme.line, height / 2)
        write(painter, pill, text, theme.dim, CENTRE, font)
        left += width
    return left - box.x()


def past_width(font: QFont, verdicts: Sequence[str]) -> float:
    """Return the least width of superseded verdicts: their glyphs alone."""
    return sum(_past_width(font, verdict.split(" ")[0]) for verdict in verdicts)


def _past_width(font: QFont, text: str) -> float:
    return width_of(scaled(font, TINY), text) + QFontMetrics(font).height() * SMALL_ENDS + 4
