"""The words and patterns by which an attack is recognised in free text: where it begins, and what belongs to it."""

import re

from gm_desk.core.free_text.lexicon import DICE, PLAIN, RATING, SKIPPED, BlockWords
from gm_desk.core.notation.attack_values import IN_PROSE, MODE

STRIKES = re.compile(r"[ ]*,[ ]*(?:DV[ ]*)?[0-9]*d[0-9]", re.IGNORECASE)
"""Damage after a comma."""
BARE_END = re.compile(r"(?=[ ]*,)")
"""The end of a skill without a rating."""
STRUCK = re.compile(rf"[0-9]{{1,3}} (?:cut|thrust|blow)\b|{PLAIN}|{DICE.pattern}", re.IGNORECASE)
"""Damage: dice, or a base damage with its kind (Kaiser)."""
NUMBER_ALONE = re.compile(r"[0-9]{1,3}%?(?=[ ]*,)")
"""A rating without its skill."""
BRACKETED = re.compile(r"[^\W\d_][^0-9,;:()\[\]]{0,60}[(\[][ ]*")
"""The name of an attack up to a bracket."""
ANY_NAME = re.compile(r"[^\W\d_][^0-9:;,()\[\]\n]{1,40}(?=,)")
"""A skill that no system lists."""
NAMELESS = re.compile(r"(?:DV|damage|dmg|dam|base damage|stress|traumas?)\b", re.IGNORECASE)
NAMED = re.compile(r"[^\W\d_][^0-9:()\[\]]{1,40}")
ANOTHER = re.compile(
    r"(?!(?:DV|damage|dmg|plus|or|\+)\b)(?:[^\W\d_][^,(]*?[ (]+(?:AP[^,()]{1,6},[ ]*)?(?:DV[ ]*)?[0-9]*d[0-9].*"
    r"|[0-9]*d[0-9]+[^,a-z]*[ ]+(?!DV|dmg|damage|energy|kinetic|AP\b)[A-Za-z]{3,}.*)",
    re.IGNORECASE | re.DOTALL,
)
"""A piece that is another attack: "knife 1d10", "1d10 knife"."""
TURNED = re.compile(r"[0-9]{0,2}d[0-9]+[^,a-z]*[ ]+(?:DV|dmg|damage)[ ]+[^\W\d_]{3,}[^,0-9]*", re.IGNORECASE)
"""An attack whose damage is before its name: "2d10 DV mandibles"."""
CONTINUES = re.compile(
    rf"""(?:DV\b|[0-9]*d[0-9]|{MODE}\b|modes?\b|AP\b|armou?r[- ]?piercing|range\b|ammo\b|[0-9]{{1,3}}[ ]*%
    |[0-9]{{1,4}}[ ]*(?:m|rounds?|shots?|rnds?)\b|energy\b|kinetic\b|reach\b|blast\b|uniform\b|cone\b|area\b|radius\b
    |[0-9]{{1,3}}[ ](?:cut|thrust|blow)\b
    |knockdown\b|shock\b|stun\b|touch\b|two-handed\b|smartlink\b|steady\b|thrown\b|pain\b|concealable\b|single-use\b
    |damage\b|dmg\b|\+[ ]*DB\b|no[ ]close\b|fixed\b|long\b|blinding\b|entangling\b)""",
    re.VERBOSE | re.IGNORECASE,
)
"""The beginning of a piece that is about the attack before it."""

VALUE_BEHIND = re.compile(
    rf";[ ]*(?:AP[ :]*[-−–]?[ ]?[0-9]|{MODE}(?:/{MODE})*[ ]*(?:$|[,;\n])|(?:range|ammo)[ :]*[0-9])", re.IGNORECASE
)
"""A semicolon before a value of the attack before it: "; AP -4", "; SA"."""
LOADS = re.compile(rf",[ ]*{MODE}(?:/{MODE})*[ ]*$")
"""Firing modes at the end of an attack."""
ROUNDS = re.compile(r"[ ]*[0-9]{1,3}(?:/[0-9]{1,3})?[ ]*\.?")
"""A number without a label."""


def loads(before: str, piece: str) -> re.Match[str] | None:
    """Return the number in a piece of an attack if it is the ammunition: it has no label, and firing modes precede."""
    return ROUNDS.fullmatch(piece) if LOADS.search(before) else None


def is_prose(piece: str) -> bool:
    """Return whether damage is part of a sentence."""
    found = DICE.search(piece)
    return found is not None and IN_PROSE.search(piece, 0, found.start()) is not None


def is_rated(text: str, place: int, lexicon: BlockWords) -> bool:
    """Return whether there is a rating at a position, with or without its skill."""
    gap = re.compile(r"[ ]*").match(text, place)
    skill = lexicon.skill(text, gap.end()) if gap else None
    return re.match(r"[ :]*[0-9]{1,3}%?[ ]*[,;(]|[ ]*[(]", text[skill.end if skill else place :]) is not None


def names_skill(piece: str, lexicon: BlockWords) -> bool:
    """Return whether a piece is the name of an attack with its skill in brackets: "Baton (Melee 45)"."""
    opened = BRACKETED.match(piece)
    skill = lexicon.skill(piece, opened.end()) if opened else None
    return skill is not None and RATING.match(piece, skill.end) is not None


def end_of_skill(text: str, piece: str, end: int, lexicon: BlockWords, *, listed: bool) -> int:
    """Return the end of "rifle, Guns 55" or "rifle, Guns" if damage follows, or 0.

    In a list of attacks a rating alone and a skill of no system do as well.
    """
    if text[end : end + 1] != "," or not NAMED.fullmatch(piece.strip()):
        return 0
    gap = SKIPPED.match(text, end)
    start = gap.end() if gap else end
    skill = lexicon.skill(text, start)
    rated = (RATING.match(text, skill.end) or BARE_END.match(text, skill.end)) if skill else None
    if rated is None and listed:
        rated = NUMBER_ALONE.match(text, start) or ANY_NAME.match(text, start)
    behind = SKIPPED.match(text, rated.end()) if rated is not None else None
    struck = behind is not None and STRUCK.match(text, behind.end()) is not None
    return rated.end() if rated is not None and struck else 0
