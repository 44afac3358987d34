"""A pasted text, cleaned of what formats it; each letter knows where it stood."""

import html
import re
import unicodedata
from collections.abc import Sequence

from msgspec import Struct

from gm_desk.core.blocks.found import Span

TAGS = (
    "a|abbr|article|b|big|blockquote|body|br|caption|center|code|col|dd|del|details|div|dl|dt|em|figcaption|figure|font"
    "|footer|h[1-6]|head|header|hr|html|i|img|ins|kbd|li|main|mark|nobr|ol|p|pre|q|s|section|small|span|strike|strong"
    "|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|wbr"
)
"""HTML that only formats; what else stands between "<" and ">" are somebody's words."""
FORMATTING = re.compile(
    rf"""(?P<sup><sup>\s{{0,9}}(?P<raised>[^<>]{{0,20}}?)\s{{0,9}}</sup>)    # a check above the line
    |(?P<link>\[(?P<said>[^\[\]]*)\]\([^()\s]*\))             # a link, of which the words stay
    |(?P<soft>\u00ad\s*|(?<=[a-z])-\r?\n[ \t]*(?=[a-z]))      # a word parted at the end of a line
    |(?P<end>\r\n?|(?i:<br)\s*/?>|[\u2028\u2029\x0b\x0c])
    |(?P<nothing><!--|-->|</?(?i:{TAGS})\b[^<>]{{0,2000}}>|\*\*|__|`+|[\u200b\u2060\ufeff])
    |(?P<sign>&\#?\w{{1,20}};)
    |(?P<space>[\t\u00a0\u2000-\u200a\u202f\u205f\u3000])
    |(?P<letters>[\ufb00-\ufb06\u2010\u2011\u2044\u2215])    # letters set as one, and kinds of "-" and "/"
    |(?P<digits>[⁰¹²³⁴⁵⁶⁷⁸⁹]+)""",
    re.VERBOSE | re.DOTALL,
)
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
WRITTEN = {"\u2010": "-", "\u2011": "-", "\u2044": "/", "\u2215": "/"}
CHECK = "^"
"""What stands before a number that was above the line: "45^90"."""


class Source(Struct, frozen=True):
    """Hold a text as it reads; `places` says for each letter, and for the end, where it stood in what was pasted."""

    text: str
    places: Sequence[int]

    def span(self, start: int, end: int) -> Span:
        """Give the stretch of the pasted text that a stretch of this one came from."""
        return Span(self.places[start], self.places[end - 1] + 1 if end > start else self.places[start])


def cleaned(pasted: str) -> Source:
    """Take markdown, HTML, hyphens at the ends of lines, and spaces of all kinds out of a text.

    Dashes and signs stay as they were written. A number above the line stands behind "^".
    """
    text: list[str] = []
    places: list[int] = []
    last = 0
    for found in FORMATTING.finditer(pasted):
        text.append(pasted[last : found.start()])
        places += range(last, found.start())
        stays, first = _stays(found)
        text.append(stays)
        places += range(first, first + len(stays)) if found["link"] else [found.start()] * len(stays)
        last = found.end()
    text.append(pasted[last:])
    places += range(last, len(pasted) + 1)
    return Source("".join(text), places)


def _stays(found: re.Match[str]) -> tuple[str, int]:
    """Say what stays of a stretch that formats, and where it begins."""
    match found.lastgroup:
        case "sup" | "raised":
            return f"{CHECK}{found['raised']}", found.start()
        case "link" | "said":
            return found["said"], found.start("said")
        case "end":
            return "\n", found.start()
        case "sign":
            return html.unescape(found[0]).replace("\u00a0", " "), found.start()
        case "space":
            return " ", found.start()
        case "letters":
            return WRITTEN.get(found[0]) or unicodedata.normalize("NFKC", found[0]), found.start()
        case "digits":
            return f"{CHECK}{found['digits'].translate(RAISED)}", found.start()
    return "", found.start()
