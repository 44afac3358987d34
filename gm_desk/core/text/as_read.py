"""Markdown as it is read: its words without the signs of format and without the targets of links."""

import re
from html import unescape

RULE = re.compile(r"\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$")
"""A line across the page."""
HEADING = re.compile(r"^\s*#{1,6}\s+(?=\S)")
ITEM = re.compile(r"^(\s*)[-*+]\s+(?=\S)")
QUOTE = re.compile(r"^\s*>\s+(?=\S)")
BULLET = "• "
LINK = re.compile(r"!?\[([^\[\]\n]*[^\[\]\s][^\[\]\n]*)\]\([^()\s]*(?: +\"[^\"\n]*\")?\)")
ENTITY = re.compile(r"&(?:[a-zA-Z]{2,8}|#[0-9]{1,6}|#x[0-9a-fA-F]{1,6});")
TAG = re.compile(r"</?(?:b|i|u|em|strong|sup|sub|small)>|<br ?/?>")
CODE = re.compile(r"`([^`\n]+)`")
SIGNS = (
    re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])"),
    re.compile(r"\*\*(?=[^\s*])([^*\n]*[^\s*])\*\*"),
    re.compile(r"(?<![\w_])_(?=[^\s_])([^_\n]*[^\s_])_(?![\w_])"),
    re.compile(r"(?<![\w_])__(?=[^\s_])([^_\n]*[^\s_])__(?![\w_])"),
)
"""Of words in bold and italics; the inner ones first."""


def as_read(text: str) -> str:
    """Give what is read of Markdown, line by line; what only looks like it stays."""
    return "\n".join(_line(line) for line in text.split("\n") if not RULE.match(line))


def _line(line: str) -> str:
    """Give what is read of a line."""
    line = HEADING.sub("", QUOTE.sub("", line, 1), 1)
    line = ITEM.sub(rf"\1{BULLET}", line, 1) if ITEM.match(line) else line
    return words_as_read(line)


def words_as_read(text: str) -> str:
    """Give what is read of words within a line."""
    if not any(sign in text for sign in "*_[`<&"):
        return text
    text = LINK.sub(r"\1", text)
    for sign in SIGNS:
        text = sign.sub(r"\1", text)
    return ENTITY.sub(lambda found: unescape(found[0]), TAG.sub(" ", CODE.sub(r"\1", text)))
