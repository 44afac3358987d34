"""An attack as a person types it: `Heavy pistol, Guns 65, 2d10, SA/BF, AP −5, 9/12; loud`."""

import re
from typing import Any

from msgspec import Struct, structs

from gm_desk.core.characters.roster import clean, valid_name
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Attack, Points
from gm_desk.core.drafts.attack_damage import armor_words, base_of, expression_of
from gm_desk.core.errors import BadAttackError, RulesError
from gm_desk.core.notation.parts import split_at_number
from gm_desk.core.notation.skill import parse_number

ATTACK_HINT = "name, skill, damage like 2d10, modes like SA/BF, AP or AP −5, ammo like 9/12; notes"
"""What can be typed, for a tool tip."""

LABELS = {"dv": "damage", "damage": "damage", "range": "range", "modes": "modes"}
PIECE = re.compile(
    r"""\s*(?:(dv|damage|range|modes)\s+(?=["\d]))?     # what it is, where it does not show
    (?:"((?:[^"]|"")*)"\s*([^,;"]*)|([^,;]*))    # in quotes with what follows, or bare
    (?:([,;])|$)""",
    re.VERBOSE | re.IGNORECASE,
)
DICE = re.compile(r"[0-9]*d[0-9]|(?:dv|damage)\s", re.IGNORECASE)
AMMO = re.compile(r"(?:ammo\s+)?([0-9]+)(?:\s*/\s*([0-9]+))?", re.IGNORECASE)
MODES = re.compile(r"(?:SS|SA|BF|FA)(?:/(?:SS|SA|BF|FA))*")
PIERCING = re.compile(r"AP(?:\s*:?\s*[-–−]?\s*([0-9]{1,4}))?")
"""Armor-piercing, with its number or without: "AP", "AP −5", "AP 5"."""
BASE = re.compile(r"[0-9]{1,4}(?:\s+[^\W\d_][^0-9]*)?")
"""Damage that is a number, with its kind or without: "6", "6 cut"."""
BONUS = re.compile(r"\+\s*DB", re.IGNORECASE)
"""The mark of an attack to which the damage bonus is added."""
FEWEST = 3
"""Pieces of another attack on the same line: what has fewer are notes."""
SEMICOLON = re.compile(r""";(?=(?:[^"]*"[^"]*")*[^"]*$)""")
"""A semicolon that does not stand in quotes."""


class Piece(Struct, frozen=True):
    """Hold what stands between two commas: a label, what stood in quotes, and what stood bare."""

    label: str
    quoted: str | None
    bare: str


def attack_line(attack: Attack) -> str:
    """Write an attack as one line, which `parse_attack_line` reads back; spaces are single ones then."""
    rating = "" if attack.rating is None else f" {attack.rating}"
    skill = _quoted(attack.skill, free=_reads_as_skill(attack.skill, rating))
    parts = [
        _quoted(attack.name, free=not _has_label(attack.name)),
        f"{skill}{rating}" if attack.skill or rating else "",
        _damage_words(attack.damage),
        _labelled("modes", attack.modes, plain=bool(MODES.fullmatch(attack.modes))),
        f"range {_quoted(attack.range, free=attack.range[:1].isdigit())}" if attack.range else "",
        f"{attack.ammo.now}/{attack.ammo.max}" if attack.ammo else "",
        *armor_words(attack),
    ]
    notes = f"; {_single(attack.notes)}" if attack.notes.strip() else ""
    return ", ".join(part for part in parts if part) + notes


def split_attacks(text: str) -> list[str]:
    """Split a text into lines of one attack each: "Knife, Melee, 1d10; Pistol, Guns, 2d10".

    What follows a semicolon is another attack where it has at least a name, a skill and dice, else notes.
    """
    lines: list[str] = []
    for row in filter(str.strip, text.splitlines() or [text]):
        begun = len(lines)
        for part in SEMICOLON.split(row):
            pieces = [one.strip() for one in part.split(",")]
            another = len(pieces) >= FEWEST and any(map(_is_dice, pieces[1:]))
            if another or len(lines) == begun:
                lines.append(part.strip())
            else:
                lines[-1] += f";{part}"
    return lines or [text]


def parse_attack_line(text: str, old: Attack, *, base_damage: bool = False) -> Attack:
    """Read an attack from one line, in place of another one: its id, and what a line cannot say, stay.

    The name is first; what is neither dice, modes nor a number is the skill, and what follows a semicolon the notes. A
    number alone is ammunition, or the damage where `base_damage` says that it may be a number (Kaiser).
    What is meant otherwise stands in quotes. Raises BadAttackError, EmptyNameError or BadRatingError with the reason.
    """
    pieces, notes = _split(clean(text))
    first = pieces[0]
    name = valid_name(first.bare if first.quoted is None else f"{first.quoted} {first.bare}")
    found: dict[str, Any] = {}
    for piece in pieces[1:]:
        for field, value in _meant(piece, old, base_damage=base_damage).items():
            if field in found:
                raise BadAttackError("attack", _twice(field, piece))
            found[field] = value
    fresh = Attack(id=old.id, name=name, notes=notes, extra=old.extra)
    return structs.replace(fresh, **found)


def _split(text: str) -> tuple[list[Piece], str]:
    """Split a line into its pieces and its notes; empty pieces are none, save the first one."""
    pieces: list[Piece] = []
    for found in PIECE.finditer(text):
        label, quoted, rest, bare, mark = found.groups()
        if label and not pieces:  # a name may begin like one
            label, quoted, bare = "", None, found[0].rstrip(",;")
        inner = None if quoted is None else _single(quoted.replace('""', '"'))
        piece = Piece((label or "").casefold(), inner, _single(bare if inner is None else rest))
        if piece != Piece("", None, "") or not pieces:
            pieces.append(piece)
        if mark != ",":
            return pieces, _single(text[found.end() :])
    return pieces, ""


def _meant(piece: Piece, old: Attack, *, base_damage: bool) -> dict[str, Any]:
    """Say what a piece sets: damage, modes, range, ammunition, or else the skill."""
    text = piece.bare if piece.quoted is None else piece.quoted
    if piece.label:
        field = LABELS[piece.label]
        return {field: _damage(text, base_damage=base_damage) if field == "damage" else text}
    if piece.quoted is not None:
        return _skill(piece.quoted, piece.bare)
    if DICE.match(text) or (base_damage and BASE.fullmatch(text)):
        return {"damage": _damage(text, base_damage=base_damage)}
    marked = _marked(text)
    if marked:
        return marked
    ammo = AMMO.fullmatch(text)
    if ammo is not None:
        return {"ammo": _ammo(ammo[1], ammo[2], old)}
    if MODES.fullmatch(text):
        return {"modes": text}
    if _is_dice(text):
        return {"damage": text}
    split = split_at_number(text)
    return _skill(*split) if split and split[0] else _skill(text, "")


def _marked(text: str) -> dict[str, Any]:
    """Return what lowers armor or adds to the damage: "AP", "AP −5", "+DB"; nothing where it is something else."""
    found = PIERCING.fullmatch(text)
    if found is None:
        return {"damage_bonus": True} if BONUS.fullmatch(text) else {}
    return {"penetration": int(found[1])} if found[1] else {"armor_piercing": True}


def _skill(name: str, number: str) -> dict[str, Any]:
    """Name the skill, and the rating where the attack has its own."""
    if not number:
        return {"skill": name}
    return {"skill": name, "rating": parse_number("rating", number, MOST_AMOUNT, -MOST_AMOUNT)}


def _ammo(now: str, most: str | None, old: Attack) -> Points:
    """Count what is loaded, of how much; one number alone is a full magazine."""
    left = parse_number("ammo", now, MOST_AMOUNT)
    whole = left if most is None else parse_number("ammo", most, MOST_AMOUNT)
    return structs.replace(old.ammo or Points(), now=left, max=whole)


def _damage_words(damage: str) -> str:
    """Write damage so that it is not taken for something else."""
    plain = bool(DICE.match(damage) and _is_dice(damage))
    if BASE.fullmatch(damage) and not re.search("[,;]", damage):
        return f"damage {_single(damage)}"
    return _labelled("DV", damage, plain=plain)


def _damage(text: str, *, base_damage: bool) -> str:
    """Check what can be rolled for damage, or is its base."""
    plain = re.sub(r"^(?:dv|damage)\s+", "", text, flags=re.IGNORECASE)
    if base_damage and base_of(Attack(id="", name="", damage=plain)) is not None:
        return plain
    try:
        expression_of(Attack(id="", name="", damage=plain))
    except RulesError as error:
        raise BadAttackError("damage", f"“{plain}” is no damage: {error.problem}") from error
    return plain


def _is_dice(text: str) -> bool:
    """Tell whether a text can be rolled."""
    try:
        return expression_of(Attack(id="", name="", damage=text)) is not None
    except RulesError:
        return False


def _reads_as_skill(skill: str, rating: str) -> bool:
    """Tell whether a skill reads as one where it stands bare before its rating, if it has one."""
    if not skill or split_at_number(skill) or _has_label(skill):
        return False
    return not any(map(_is_special, {skill, f"{skill}{rating}"}))


def _is_special(text: str) -> bool:
    """Tell whether a text means something else than a skill."""
    matches = (AMMO.fullmatch(text), BASE.fullmatch(text), MODES.fullmatch(text), DICE.match(text))
    return any(matches) or bool(_marked(text)) or _is_dice(text)


def _has_label(text: str) -> bool:
    """Tell whether a text begins as what a label names."""
    return any(found[1] for found in PIECE.finditer(text))


def _labelled(label: str, text: str, *, plain: bool) -> str:
    """Write a text bare where it is clear what it is, else with its label and in quotes."""
    if not text:
        return ""
    written = _quoted(text, free=plain)
    return written if plain and written == _single(text) else f"{label} {_quoted(text, free=False)}"


def _quoted(text: str, *, free: bool) -> str:
    """Put a text in quotes, unless it may stand free and nothing in it would be misread."""
    plain = _single(text)
    if free and not re.search('[,;]|^"', plain):
        return plain
    return '"' + plain.replace('"', '""') + '"'


def _single(text: str) -> str:
    return " ".join(text.split())


def _twice(field: str, piece: Piece) -> str:
    """Say that something is there twice, which most often is something that was not understood."""
    text = piece.bare if piece.quoted is None else piece.quoted
    if field == "skill":
        return f"“{text}” is not clear: {ATTACK_HINT}"
    return f"“{text}” is a second {field.replace('_', ' ')}"
