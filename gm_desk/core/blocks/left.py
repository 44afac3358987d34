"""What has no field in a character: kept for its notes, word for word, with the stretch of the pasted text it is."""

import re
from collections.abc import Iterable

from msgspec import Struct

from gm_desk.core.blocks.found import Span
from gm_desk.core.blocks.parts import Part
from gm_desk.core.blocks.source import Source

OPENED = re.compile(r"(?:\*\*|__|`+|\[|<[a-zA-Z]+>)*\Z")
CLOSED = re.compile(r"(?:\*\*|__|`+|\]\([^()\s]*\)|</[a-zA-Z]+>)*")


class Left(Struct, frozen=True):
    """Hold a stretch without a field; `label` says where it stood, unless the stretch says so itself."""

    part: Part
    label: str = ""


def verbatim(source: Source, pasted: str, part: Part) -> Span:
    """Give the stretch of the pasted text that a part is, with the format that belongs to it."""
    span = source.span(part.start, part.end)
    if part.text and pasted[span.end - 1 : span.end] != part.text[-1]:
        # what is written otherwise: "&amp;", "<sup>45</sup>"
        end = part.end
        while source.places[end] == span.end - 1 and end < len(source.text):
            end += 1
        span = Span(span.start, source.places[end])
    before = source.places[part.start - 1] + 1 if part.start else 0
    opened = OPENED.search(pasted[before : span.start])
    closed = CLOSED.match(pasted[span.end : source.places[part.end]])
    start = span.start - (len(opened[0]) if opened else 0)
    return Span(start, span.end + (len(closed[0]) if closed else 0))


def kept(source: Source, pasted: str, left: Iterable[Left]) -> tuple[tuple[Span, ...], str]:
    """Return the stretches without a field, in order and each once, and the notes that they make."""
    spans, lines = list[Span](), list[str]()
    for one in sorted(left, key=lambda one: (one.part.start, -one.part.end)):
        span = verbatim(source, pasted, one.part)
        last = spans[-1].end if spans else 0
        if span.end <= last:
            continue
        span = Span(max(span.start, last), span.end)
        words = pasted[span.start : span.end]
        spans.append(span)
        lines.append(f"{one.label}: {words}" if one.label else words)
    return tuple(spans), "\n".join(lines)
