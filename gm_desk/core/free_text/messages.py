"""The marks of chats in a text: when a message was sent, by whom, and names of symbols; each is replaced by spaces."""

import re
from collections import Counter

TIME = r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:[ ]?[AaPp]\.?[Mm]\.?)?"
DATE = r"(?:[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4}|today|yesterday)"
WHEN = rf"(?:{DATE},?[ ](?:at[ ])?)?{TIME}"
HEADER = re.compile(
    rf"^(?:[^\n,\[\]]{{1,40}},[ ]\[{WHEN}\]|[^\n]{{1,40}}?[ ]+[—–-][ ]+{WHEN})[ \t\r]*$", re.MULTILINE | re.IGNORECASE
)
"""A line above a message: "Ott, [12.03.2026 20:14]", "ott — Today at 20:14"."""
STAMP = re.compile(
    rf"^(?P<stamp>[>* \t]{{0,4}}(?:\[{WHEN}\]|\({WHEN}\)|{DATE},?[ ]{TIME}|{TIME}(?=[ ]+<))(?:[ ]-)?[ ]+)"
    r"(?:(?P<speaker>(?:[^\W_]|[_.@+-]){1,30}(?:[ ][^\W\d_]{1,20})?)(?P<colon>[ ]?:[ ]+)"
    r"|(?P<nick><[@+~&%]?[\w.-]{1,32}>[ ]+))?",
    re.MULTILINE | re.IGNORECASE,
)
"""The beginning of a message on one line: "[20:14] ott: ", "12.03.26, 20:14 - Ott: "."""
NICK = re.compile(r"^<(?P<nick>[@+~&%]?[\w.-]{1,32})>[ ]+", re.MULTILINE)
SMALL = re.compile(r"^-#[ ]", re.MULTILINE)
SYMBOL = re.compile(r"(?<![\w:]):[a-z][a-z0-9_+-]{1,30}:(?![\w:])")
"""The name of a symbol: ":shield:"."""
LETTER_BULLET = re.compile(r"^(?P<gap>[ \t]+)o(?=[ \t]+[^\W_])", re.MULTILINE)
"""The bullet of an inner list that a word processor copies as a letter."""
SEVERAL = 2
"""The fewest lines on which a name is that of somebody who writes messages."""


def without_messages(text: str) -> str:
    """Return a text of the same length without the marks of chats, and with bullets for the letters in their place."""
    text = LETTER_BULLET.sub(r"\g<gap>•", text)
    if HEADER.search(text) or STAMP.search(text):
        text = HEADER.sub(_spaces, text)
        speakers = Counter(found["speaker"] for found in STAMP.finditer(text) if found["speaker"])
        text = STAMP.sub(lambda found: _without_stamp(found, speakers), text)
    if "<" in text:
        nicks = Counter(found["nick"] for found in NICK.finditer(text))
        text = NICK.sub(lambda found: _spaces(found) if nicks[found["nick"]] >= SEVERAL else found[0], text)
    return SYMBOL.sub(_spaces, SMALL.sub(_spaces, text))


def _spaces(found: re.Match[str]) -> str:
    """Return as many spaces as a match is long."""
    return " " * len(found[0])


def _without_stamp(found: re.Match[str], speakers: Counter[str]) -> str:
    """Return the beginning of a message without its time, and without who sent it if that is not a stat block."""
    speaker = found["speaker"]
    if not speaker:
        return _spaces(found)
    line = found.string[found.end() : found.end() + 200].partition("\n")[0]
    said = speakers[speaker] >= SEVERAL or not any(map(str.isdigit, line))
    return _spaces(found) if said else f"{' ' * len(found['stamp'])}{speaker}{found['colon']}"
