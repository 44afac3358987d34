"""The patterns of values and separators in free text."""

import re

from gm_desk.core.free_text.lexicon import JOINS, NONE_SAID
from gm_desk.core.notation.attack_values import IN_PROSE, MODE
from gm_desk.core.notation.movement import WAY
from gm_desk.core.notation.spans import CLOSING, OPENING
from gm_desk.core.stat_blocks.names import PARTS as PART_NAMES

SKIPPED = re.compile(r"(?:[\s,;:•·|/.&()\[\]]|(?:and|plus|with)\b|[-–—+*](?=\s))+", re.IGNORECASE)
BRACKETS = r"(?:\([^()\n]{0,80}\)|\[[^\[\]\n]{0,80}\])"
TOTAL = r"(?:[0-9]{1,3}[ ]*)?\+[ ]*[0-9]{1,3}[ ]*[(=][ ]*(?P<total>[0-9]{1,3})[ ]*\)?"
"""A bonus with the total after it: "+5 (20)", "15 +5 (20)"."""
IGNORES = r"(?:,?[ ]*\(?ignores?\s+[^,;()\n]{0,30}?wounds?(?:\s+(?:effect|modifier)s?)?\)?)?"
NUMBER = re.compile(
    rf"""{JOINS}?(?P<value>{TOTAL}
    |[(\[]?[ ]*[0-9]{{1,9}}(?![0-9]|[ ]*d[0-9]|[.][0-9])[ ]*%?[ ]*[)\]]?
     (?:[ ]*[|][ ]*[0-9]{{1,3}}(?=[ ]*(?:$|\n))|[ ]*\^[ ]*[0-9]{{1,3}}
     |[ ]*/[ ]*[0-9]{{1,3}}(?![0-9/])|[ ]*{BRACKETS}){{0,2}}{IGNORES}
    |{NONE_SAID})""",
    re.VERBOSE | re.IGNORECASE,
)
RATING = re.compile(
    rf"""{JOINS}?(?P<value>{TOTAL}
    |[(\[]?[ ]*(?P<sign>[-–−](?=[0-9]))?(?P<rating>[0-9]{{1,4}})(?![0-9]|[ ]*d[0-9]|[.][0-9]|/[0-9]+/)[ ]*%?[ ]*[)\]]?
     (?:[ ]*/[ ]*[0-9]{{1,3}}%?(?![0-9])|[ ]*{BRACKETS}){{0,2}})""",
    re.VERBOSE | re.IGNORECASE,
)
SIGNED_RATING = re.compile(
    r"(?:[ ]*[:=|][ ]*|[ ]+[-–—−]+[ ]+|[ ]+)(?P<value>[-–−](?=[0-9])[0-9]{1,3}(?![0-9d]))(?P<total>(?!))?", re.VERBOSE
)
"""A rating below 0, as Kaiser has them."""
NUMBER_FIRST = re.compile(r"(?P<value>[0-9]{1,4}%?)[ ]+(?=[^\W\d_])")
SEVERAL = re.compile(r"[ ]*/[ ]*")
SLASHED = re.compile(rf"{JOINS}?(?P<values>(?:[0-9]{{1,4}}|[—–-]|n/a)(?:[ ]*/[ ]*(?:[0-9]{{1,4}}|[—–-]))+)(?![0-9/])")
ARMOR = re.compile(
    rf"""(?P<before>[ ]+[^\W\d][^0-9,;:()\n/]{{0,30}}?)?{JOINS}?[(\[]?[ ]*
    (?P<values>[0-9]{{1,4}}(?:[ ]*/[ ]*[0-9]{{1,4}}){{0,2}})(?![0-9/]|[ ]*d[0-9])[ ]*[)\]]?
    (?P<behind>[ ]*{BRACKETS})?""",
    re.VERBOSE,
)
DENIED = re.compile(rf"{JOINS}{NONE_SAID}", re.IGNORECASE)
COUNT = re.compile(rf"{JOINS}[x×]?(?P<value>[0-9]{{1,4}})(?![0-9])")
STRIKES = re.compile(r"[ ]*,[ ]*(?:DV[ ]*)?[0-9]*d[0-9]", re.IGNORECASE)
"""Damage behind a comma."""
PIECE_END = re.compile(r"[ ]*(?:[,;•|\n./]|$)")
KIND_NAMES = re.compile(r"cut|thrust|blow|energy|kinetic", re.IGNORECASE)
KIND = r"(?:energy|kinetic|cut|thrust|blow|e|k)"
KINDS = re.compile(
    rf"""{JOINS}?[(\[]?(?P<values>(?:{KIND}[ ]*:?[ ]*[0-9]{{1,4}}|[0-9]{{1,4}}[ ]*{KIND})
    (?:[ ,;/]+(?:and[ ])?(?:{KIND}[ ]*:?[ ]*[0-9]{{1,4}}|[0-9]{{1,4}}[ ]*{KIND})){{0,4}})(?!\w)[)\]]?
    (?P<behind>[ ]*{BRACKETS})?""",
    re.VERBOSE | re.IGNORECASE,
)
RATES = r"[0-9]{1,4}[ ]*/[ ]*[0-9]{1,4}"
MOVES = re.compile(
    rf"(?:{WAY.pattern})[^\n,;:0-9()]{{0,20}}[ ]*:?[ ]*\(?[^()\n0-9,;]{{0,20}}{RATES}[ ]*\)?", re.IGNORECASE
)
REP = re.compile(r"(?:@|[cefgirx])[-–— ]?rep[ :=]*[0-9]{1,3}(?![0-9])", re.IGNORECASE)
UNKNOWN = re.compile(
    r"[\"“'\N{LEFT SINGLE QUOTATION MARK}]?[^\W_][^:;,.()\[\]\n•|]{0,45}(?:\([^()\n]{0,30}\))?[\"”'’]?[ ]*:(?=[ \n]|$)"
)
BARE_SKILL = re.compile(
    r"(?P<name>[A-Z][^\W\d_]*(?:[ '’/:-]{1,2}[^\W\d_]+){0,5}(?:[ ]*\([^()\n0-9]{1,40}\))?)(?=[^\w]*[0-9])"
)
DICE = re.compile(r"(?<![\w+])\+?[ ]?[0-9]{0,3}d[0-9]{1,3}\b|\bDV\b", re.IGNORECASE)
PLAIN = r"(?:base )?(?:damage|dmg|dam)\.?[ :=]*[0-9]"
PARTS = {
    *PART_NAMES,
    "derived",
    "characteristics",
    "resistances",
    "resistance",
    "main",
    "other",
    "primary",
    "secondary",
}
"""The last words of titles of parts of a block."""
STRONG = ";•|\n"
SENTENCE_END = re.compile(r"\.[ ]+(?=[A-Z][a-z]|$)")
SLASH = re.compile(rf"[ ]/[ ]+(?!{MODE}\b)(?=[^\W\d_])")
NAMELESS = re.compile(r"(?:DV|damage|dmg|dam|base damage)\b", re.IGNORECASE)
NAMED = re.compile(r"[^\W\d_][^0-9:()\[\]]{1,40}")
ANOTHER = re.compile(
    r"(?!(?:DV|damage|dmg|plus|or|\+)\b)(?:[^\W\d_][^,(]*?[ (]+(?:DV[ ]*)?[0-9]*d[0-9].*"
    r"|[0-9]*d[0-9]+[^,a-z]*[ ]+(?!DV|dmg|damage|energy|kinetic|AP\b)[A-Za-z]{3,}.*)",
    re.IGNORECASE | re.DOTALL,
)
"""A piece that is another attack: "knife 1d10", "1d10 knife"."""
CONTINUES = re.compile(
    rf"""(?:DV\b|[0-9]*d[0-9]|{MODE}\b|modes?\b|AP\b|armou?r[- ]?piercing|range\b|ammo\b|[0-9]{{1,3}}[ ]*%
    |[0-9]{{1,4}}[ ]*(?:m\b|rounds?\b|shots?\b)|energy\b|kinetic\b|reach\b|blast\b|uniform\b|cone\b|area\b|radius\b
    |knockdown\b|shock\b|stun\b|touch\b|two-handed\b|smartlink\b|steady\b|thrown\b|pain\b|concealable\b|single-use\b
    |damage\b|dmg\b|\+[ ]*DB\b|no[ ]close\b|fixed\b|long\b|blinding\b|entangling\b)""",
    re.VERBOSE | re.IGNORECASE,
)
"""The beginning of a piece that is about the attack before it."""


def is_prose(piece: str) -> bool:
    """Return whether damage is part of a sentence."""
    found = DICE.search(piece)
    return found is not None and IN_PROSE.search(piece, 0, found.start()) is not None


def piece_end(text: str, start: int) -> int:
    """Return the position of the next separator outside brackets."""
    depth = 0
    for place in range(start, len(text)):
        letter = text[place]
        depth = max(0, depth + (letter in OPENING) - (letter in CLOSING))
        if letter in STRONG or (not depth and (letter == "," or ends_sentence(text, place) or _slashes(text, place))):
            return place
    return len(text)


def ends_sentence(text: str, place: int) -> bool:
    """Return whether a full stop ends a sentence: "50. Rusty pistol"."""
    return text[place] == "." and SENTENCE_END.match(text, place) is not None and text[place - 1 : place].isalnum()


def _slashes(text: str, place: int) -> bool:
    """Return whether a slash between two spaces stands between two items."""
    return text[place] == "/" and SLASH.match(text, place - 1) is not None


def line_end(text: str, start: int) -> int:
    """Return the position of the next line end or strong separator."""
    return min((place for mark in STRONG if (place := text.find(mark, start)) >= 0), default=len(text))
