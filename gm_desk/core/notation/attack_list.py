"""Lists of attacks in stat blocks: where each begins, its name, and the skill with which it is rolled."""

import re
from collections.abc import Iterator

from msgspec import structs

from gm_desk.core.characters.roster import NewId
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.notation.attack import listed_attack
from gm_desk.core.notation.attack_title import read_attack_title
from gm_desk.core.notation.book_attack import KINDS
from gm_desk.core.notation.skill import NO_SKILL
from gm_desk.core.notation.text import TextSpan
from gm_desk.core.systems.definition import System

RATED_SKILL = re.compile(
    r"""\s*(?P<opens>[(\[])?\s*(?P<skill>[^\W\d_][^0-9,;()\[\]]{0,40}?)[\s:]*(?P<inner>[(\[])?\s*
    (?P<rating>[0-9]{1,3})(?![0-9d])\s*%?\s*(?P<closes>[)\]])?(?![^\W_])""",
    re.VERBOSE,
)
BEFORE_SKILL = re.compile(r"(?P<name>[^\W\d_][^0-9,;:()\[\]]{0,60}?)(?:\s+[-–—]\s+|\s*(?=[(\[]))")
"""The name of an attack before its skill: "Pistol (Guns 45)", "Pistol - Guns 45"."""
DICED = re.compile(
    r"(?P<name>[^\W\d_][^0-9,;:()]{1,60}?(?:[ ](?:[x×][0-9]{1,2}|\([x×]?[0-9]\)))?)"
    r"(?=[ ]*\(?(?:DV[ ]?)?[0-9]{1,2}d[0-9])"
)
"""The name of an attack before its damage: "Shock gloves 1d10+4"."""
STRIKES = re.compile(r"\s*[0-9]{1,3}%?\s*(?:[,;(].*\bDV\b|[,;]\s*DV\b|\(DV\b)", re.DOTALL)
STRUCK = re.compile(
    r"\s*\(?DV\s*[0-9]{1,2}d[0-9]{1,2}(?:\s*[+–−-]\s*[0-9]{1,3})?"
    r"(?:[,;]\s*(?:AP\s?[–−-]?\s?[0-9]+|armor-piercing|(?:SS|SA|BF|FA)(?:/(?:SS|SA|BF|FA))*))*\)?\.?"
)
"""Damage with nothing after it but what attacks have, below the skills."""
NAMED_DICE = re.compile(
    r"[^\W\d_][^0-9:;]{1,60}(?:[ ][0-9]{1,3}%?(?=:))?(?::[ *_]*\(?|[ ]\()(?:DV[ ]?)?[0-9]{1,2}d[0-9]"
)
"""The name of an attack before a colon and its damage: "Shotgun: 2d10"."""
BARE = re.compile(
    r"(?P<name>[A-Z][^0-9:,;.()]{1,60}?)\s+(?=[0-9]{1,3}%?\s*(?:[,;(]|$)|DV\b|\((?:[0-9]{1,3}%?,\s*)?DV\b)"
)
NO_ATTACK = re.compile(
    r"(?:psi|sleights?|(?:mental )?disorders?|background|faction|ego|gender|age|sex"
    r"|notes?|special|apps?|muse|programs?|niche|async|exsurgent|infection|variants?|languages?|tactics"
    r"|name|aliases|loot|credits|cash|money|possessions|appearance|personality|description|secrets?|hooks?|contacts|allies|quirks?"
    r"|reward|traumas?|cargo|crew|passengers|handling|size)\b"
    r"|.*\bvariant$",
    re.IGNORECASE,
)
RATED = re.compile(r"\s*(?:[0-9]{1,3}%?\s*(?:[,;(]|$)|DV\b)")
NO_STRIKE = re.compile(r"\s*(?:1?[0-9]|[0-9]{1,3}(?:\s*/\s*[0-9]{1,3})+)\s*")
"""A number too small for a rating, or armor, and nothing else."""
DAMAGED = re.compile(r"\s*(?:DV )?[0-9]{0,2}d[0-9]")
RATING_ALONE = re.compile(r"\s*[0-9]{1,3}%?\s*")
ANOTHER = re.compile(rf",\s*(?={DICED.pattern.replace('?P<name>', '?:')})(?!DV\b)")


def may_strike(name: str, value: str) -> bool:
    """Return whether a title and the text after it are an attack among attacks, even without damage."""
    if NO_STRIKE.fullmatch(value) or NO_SKILL.fullmatch(name):
        return False
    return strikes(name, value) or NO_ATTACK.match(name) is None or RATED.match(value) is not None


def several_attacks(part: TextSpan, *, among: bool) -> list[TextSpan]:
    """Return the attacks of a line with semicolons, if each has a name and damage, and a rating unless `among` others.

    Any other line is none.
    """
    pieces = part.split(";•·|")
    named = len(pieces) > 1 and all(NAMED_DICE.match(one.text) for one in pieces)
    several = named and (among or all(strikes(*one.text.partition(":")[::2]) for one in pieces))
    return pieces if several else []


def may_be_rated(name: str, value: str) -> bool:
    """Return whether a name with a rating is an attack if there is nothing else: it is called like a weapon."""
    weapon = any(re.search(words, name, re.IGNORECASE) for words in KINDS.values())
    return weapon or RATING_ALONE.fullmatch(value) is None


def strikes(name: str, value: str) -> bool:
    """Return whether a title and the text after it are an attack anywhere: both have a rating and damage."""
    rated = read_attack_title(name).rating is not None and DAMAGED.match(value) is not None
    struck = rated or STRIKES.match(value) is not None or STRUCK.fullmatch(value) is not None
    return struck and NO_ATTACK.match(name) is None


def listed_attacks(part: TextSpan, system: System, new_id: NewId) -> list[tuple[TextSpan, Attack]]:
    """Read attacks in typed notation, separated by semicolons, each with its span; empty if the first is none.

    The text after a semicolon that is no attack is notes of the one before it.
    """
    found: list[tuple[TextSpan, Attack]] = []
    for piece in part.split(";"):
        attack = listed_attack(piece.text, system, new_id)
        if attack is not None:
            found.append((piece, attack))
        elif found:
            whole, last = found[-1]
            whole = part.cut(whole.start - part.start, piece.end - part.start)
            found[-1] = (whole, structs.replace(last, notes="; ".join(filter(None, [last.notes, piece.words]))))
        else:
            return []
    return found


def with_plain_skill(part: TextSpan, system: System) -> TextSpan | None:
    """Return the text of an attack that begins with a skill of the system and a rating, without their brackets.

    "Guns (45), 2d10" and "(Guns 45), 2d10" are "Guns 45, 2d10"; None if it begins with anything else.
    """
    found = RATED_SKILL.match(part.text)
    if found is None or system.skill_kind(system.spelled(found["skill"].strip(" :"))) is None:
        return None
    text, start, end = part.text, part.text.find(found["opens"] or found["inner"] or "\0"), found.end()
    if start < 0:
        return part
    closes = end - 1 if found["closes"] else text.find({"(": ")", "[": "]"}[text[start]], end)
    if closes < 0 or text[end:closes].count(text[start]) or (found["opens"] and found["inner"]):
        return part
    sign = " " if found["closes"] else ","
    return TextSpan(f"{text[:start]} {text[start + 1 : closes]}{sign}{text[closes + 1 :]}", part.start)


def named_before_skill(part: TextSpan, system: System) -> tuple[TextSpan, TextSpan] | None:
    """Return the name of an attack and the text after it: a rated skill in brackets or after a dash, and more."""
    found = BEFORE_SKILL.match(part.text)
    behind = with_plain_skill(part.cut(found.end()), system) if found else None
    return (part.cut(0, found.end("name")), behind) if found is not None and behind is not None else None


def parted_attacks(part: TextSpan, system: System) -> Iterator[TextSpan]:
    """Split a list of attacks before each name with damage or a skill: "gloves 1d10+4, knife (Melee 50, 1d10)"."""
    start = 0
    places = [found.span() for found in ANOTHER.finditer(part.text) if DICED.match(part.text, found.end())]
    named = (piece.start - part.start for piece in part.split(",")[1:] if named_before_skill(piece, system))
    places += [(place - 1, place) for place in named]
    for end, behind in sorted(places):
        before = part.text[start:end]
        if before.count("(") <= before.count(")") and (
            DICED.match(before) or named_before_skill(TextSpan(before), system)
        ):
            yield part.cut(start, end)
            start = behind
    yield part.cut(start)
