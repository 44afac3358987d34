"""An attack as a line, typed or in our Markdown: `Heavy pistol, Guns 65, 2d10, kinetic, SA/BF, AP −5, 9/12; loud`.

The notation of the books is prose and has its own grammar in `book_attack`. The values that both notations share are in
`attack_values`.
"""

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct, structs

from gm_desk.core.characters.roster import NewId, clean, valid_name
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Attack, Points, of_all, write_marks
from gm_desk.core.errors import BadAttackError, RulesError
from gm_desk.core.notation.attack_values import (
    BASE,
    LABELS,
    PIERCES,
    TEXTS,
    TRAIT,
    base_of,
    dice_of,
    is_dice,
    is_modes,
    known_trait,
    label,
    lacks_commas,
    merged,
    read_mark,
    repeated,
    with_commas,
)
from gm_desk.core.notation.numbers import MARKDOWN_NUMBER, NONE, read_markdown_number, read_number, split_at_number
from gm_desk.core.notation.points import read_markdown_points
from gm_desk.core.notation.skill import spelled
from gm_desk.core.notation.text import bare, lazy_pattern, parts, reads_as, spell, unlike
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import minus

PIECE = lazy_pattern(
    rf"""\s*(?:({"|".join(LABELS)})\s+(?=["\d]))?     # what it is, where it does not show
    (?:"((?:[^"]|"")*)"\s*([^,;"]*)|([^,;]*))    # in quotes with what follows, or bare
    (?:([,;])|$)""",
    re.VERBOSE | re.IGNORECASE,
)
DICE = lazy_pattern(r"[0-9]*d[0-9]|(?:dv|damage)\s", re.IGNORECASE)
AMMO = lazy_pattern(r"(?:ammo\s+)?([0-9]+)(?:\s*/\s*([0-9]+))?", re.IGNORECASE)
INTEGER = lazy_pattern(r"[-+−]?[0-9]+")
DAMAGE_LABELS = tuple(name for name, field in LABELS.items() if field == "damage")
CALLED = {
    "against": "kind of armor",
    "armor_piercing": "mark of armor-piercing",
    "damage_bonus": "damage bonus",
    "modes": "list of firing modes; join them like SA/BF",
}
"""The names of fields in error messages if the key is not a word."""
FEWEST = 3
"""Minimum number of pieces of another attack on the same line; fewer are notes."""
SEMICOLON = lazy_pattern(r""";(?=(?:[^"]*"[^"]*")*[^"]*$)""")  # outside quotes


class Piece(Struct, frozen=True):
    """A part between two commas: its label, its quoted text, and its unquoted text."""

    label: str
    quoted: str | None
    bare: str


def write_attack(attack: Attack) -> str:
    """Return an attack as one line, which `read_attack` reads back; runs of spaces become single ones."""
    rating = "" if attack.rating is None else f" {minus(attack.rating)}"
    skill = _quoted(attack.skill, free=_reads_as_skill(attack.skill, rating))
    written = [
        _quoted(attack.name, free=not (_has_label(attack.name) or lacks_commas(attack.name))),
        f"{skill}{rating}" if attack.skill or rating else "",
        _damage_in_words(attack.damage),
        *(_text(field, getattr(attack, field)) for field in TEXTS),
        of_all(attack.ammo) if attack.ammo else "",
        *write_marks(attack),
        *(one if known_trait(one) == one else label(TRAIT, _quoted(one, free=False)) for one in attack.traits),
    ]
    notes = f"; {_single(attack.notes)}" if attack.notes.strip() else ""
    return ", ".join(filter(None, written)) + notes


def split_attacks(text: str) -> list[str]:
    """Split a text into lines of one attack each: "Knife, Melee, 1d10; Pistol, Guns, 2d10".

    The text after a semicolon is another attack if it has at least a name, a skill and dice; otherwise it is notes.
    """
    lines: list[str] = []
    for row in filter(str.strip, text.splitlines() or [text]):
        begun = len(lines)
        for part in SEMICOLON.split(row):
            pieces = [one.strip() for one in part.split(",")]
            another = len(pieces) >= FEWEST and any(map(is_dice, pieces[1:]))
            if another or len(lines) == begun:
                lines.append(part.strip())
            else:
                lines[-1] += f";{part}"
    return lines or [text]


def read_attack(
    text: str, old: Attack, *, base_damage: bool = False, is_skill: Callable[[str], bool] | None = None
) -> Attack:
    """Read an attack from one line; its id and everything without a notation are taken from `old`.

    The name comes first. A piece that is neither dice nor modes nor a number is the skill; of two, the one that
    `is_skill` does not know is refused. Text after a semicolon is the notes. A single number is the ammunition, or, if
    `base_damage` is set, the damage unless that came before (Kaiser). Text in quotes is read as it is. Raise
    BadAttackError, EmptyNameError or BadRatingError with the reason.
    """
    pieces, notes = _split(with_commas(clean(text)))
    first = pieces[0]
    name = valid_name(first.bare if first.quoted is None else f"{first.quoted} {first.bare}")
    found: dict[str, Any] = {}
    for piece in pieces[1:]:
        shots = "damage" in found and AMMO.fullmatch(piece.bare)
        new = _meant(piece, old, base_damage=base_damage and not shots)
        field = repeated(found, new)
        if field == "skill" and is_skill and is_skill(new["skill"]) and not is_skill(found["skill"]):
            raise BadAttackError("attack", _unknown(found["skill"]))
        if field:
            raise BadAttackError("attack", _twice(field, piece))
        found = merged(found, new)
    fresh = Attack(id=old.id, name=name, notes=notes, extra=old.extra)
    return structs.replace(fresh, **found)


def typed_attack(text: str, system: System, new_id: NewId) -> Attack | None:
    """Read an attack in typed notation, if its skill is one of the system's; None for any other text."""
    if "," not in text:
        return None
    blank = Attack(id=new_id(), name="?")
    try:
        found = read_attack(text, blank, base_damage=system.base_damage)
    except RulesError:
        return None
    known = not found.skill or system.skill_kind(spelled(found.skill, system)[0]) is not None
    return found if known and not re.search(r"[\d(:]", found.name) else None


def listed_attack(text: str, system: System, new_id: NewId) -> Attack | None:
    """Read an attack of a stat block in typed notation, with a skill of the system and damage; None for other text."""
    found = typed_attack(text, system, new_id)
    return found if found is not None and found.skill and found.damage else None


def _split(text: str) -> tuple[list[Piece], str]:
    """Split a line into its pieces and its notes; empty pieces are dropped, except the first."""
    pieces: list[Piece] = []
    for found in PIECE.finditer(text):
        named, quoted, rest, free, mark = found.groups()
        if named and not pieces:  # a name may begin like a label
            named, quoted, free = "", None, found[0].rstrip(",;")
        inner = None if quoted is None else _single(quoted.replace('""', '"'))
        piece = Piece((named or "").casefold(), inner, _single(free if inner is None else rest))
        if piece != Piece("", None, "") or not pieces:
            pieces.append(piece)
        if mark != ",":
            return pieces, _single(text[found.end() :])
    return pieces, ""


def _meant(piece: Piece, old: Attack, *, base_damage: bool) -> dict[str, Any]:
    """Return the fields set by a piece: damage, modes, range, ammunition, marks, traits, or else the skill."""
    text = piece.bare if piece.quoted is None else piece.quoted
    if piece.label:
        return _labelled(piece.label, _damage(text, base_damage=base_damage) if piece.label in DAMAGE_LABELS else text)
    if piece.quoted is not None:
        return _skill(piece.quoted, piece.bare)
    if DICE.match(text) or (base_damage and BASE.fullmatch(text)):
        return {"damage": _damage(text, base_damage=base_damage)}
    mark = read_mark(text)
    if mark:
        return mark
    ammo = AMMO.fullmatch(text)
    if ammo is not None:
        return {"ammo": _ammo(ammo[1], ammo[2], old)}
    shown = _shown(text)
    if shown:
        return {shown: text}
    if is_modes(text):
        return {"modes": text.upper()}
    if is_dice(text):
        return {"damage": text}
    split = split_at_number(text)
    if split and text[:1].isdigit() and not INTEGER.fullmatch(split[1]):
        raise BadAttackError("attack", _unknown(text))
    return _skill(*split) if split and split[0] else _skill(text, "")


def _labelled(name: str, text: str) -> dict[str, Any]:
    """Return the value after a label, by field."""
    field = LABELS[name]
    return {field: (text,) if name == TRAIT else text}


def _shown(text: str) -> str:
    """Return the field of a value that is recognised without a label ("modes" for "SA/BF"), or ""."""
    return next((field for field, shows in TEXTS.items() if shows and shows.fullmatch(text)), "")


def _skill(name: str, number: str) -> dict[str, Any]:
    """Return the skill as a field, with the rating if the attack has its own."""
    if not number:
        return {"skill": name}
    return {"skill": name, "rating": read_number("rating", number, MOST_AMOUNT, -MOST_AMOUNT)}


def _ammo(now: str, most: str | None, old: Attack) -> Points:
    """Return the rounds left and the size of the magazine; a single number is a full magazine."""
    left = read_number("ammo", now, MOST_AMOUNT)
    whole = left if most is None else read_number("ammo", most, MOST_AMOUNT)
    return structs.replace(old.ammo or Points(), now=left, max=whole)


def _damage_in_words(damage: str) -> str:
    """Return damage as text, spelled so that it is not read as another value."""
    if not damage:
        return ""
    plain, quoted = _single(damage), _quoted(damage, free=False)
    if re.search("[,;]", plain):
        return label("DV", quoted)
    if BASE.fullmatch(damage):
        return label("damage", plain)
    return plain if DICE.match(damage) and is_dice(damage) else label("DV", quoted)


def _damage(text: str, *, base_damage: bool) -> str:
    """Return damage if it is dice, or a base number if allowed; raise BadAttackError."""
    plain = re.sub(r"^(?:dv|damage)\s+", "", text, flags=re.IGNORECASE)
    if base_damage and base_of(plain) is not None:
        return plain
    try:
        dice_of(plain)
    except RulesError as error:
        raise BadAttackError("damage", f"“{plain}” is not damage: {error.problem}") from error
    return plain


def _reads_as_skill(skill: str, rating: str) -> bool:
    """Return whether a skill without quotes is read back as a skill before its rating, if it has one."""
    if not skill or split_at_number(skill) or _has_label(skill):
        return False
    return not any(map(_is_special, {skill, f"{skill}{rating}"}))


def _is_special(text: str) -> bool:
    """Return whether a text is recognised as something other than a skill."""
    matches = (AMMO.fullmatch(text), BASE.fullmatch(text), DICE.match(text))
    return any(matches) or bool(_shown(text)) or is_modes(text) or bool(read_mark(text)) or is_dice(text)


def _has_label(text: str) -> bool:
    """Return whether a text begins like a labelled value."""
    return any(found[1] for found in PIECE.finditer(text))


def _text(field: str, text: str) -> str:
    """Return a text value: bare if it is recognisable, otherwise with its label, and in quotes if necessary."""
    shows = TEXTS[field]
    if shows and shows.fullmatch(text):
        return text
    return label(field, _quoted(text, free=text[:1].isdigit())) if text else ""


def _quoted(text: str, *, free: bool) -> str:
    """Return a text in quotes, unless it may be `free` and would be read back unchanged."""
    plain = _single(text)
    if free and not re.search('[,;]|^"', plain):
        return plain
    return '"' + plain.replace('"', '""') + '"'


def _single(text: str) -> str:
    return " ".join(text.split())


def _twice(field: str, piece: Piece) -> str:
    """Return the message for a value given twice, usually because one was misread."""
    text = piece.bare if piece.quoted is None else piece.quoted
    return _unknown(text) if field == "skill" else f"“{text}” is a second {CALLED.get(field, field)}"


def _unknown(text: str) -> str:
    return f"“{text}” was not recognised; put notes after a semicolon: “…; {text}”"


MARKS = ",;"
"""The separators of an attack's values in our Markdown."""
RATED = lazy_pattern(rf"(.*?) ?({MARKDOWN_NUMBER})", re.DOTALL)
FOLLOWED = lazy_pattern(rf"(.*?) ?\(({MARKDOWN_NUMBER})\)", re.DOTALL)
FOLLOWS = "follows"
"""A rating that is only quoted from the attack's skill."""
LABELLED = lazy_pattern(f"({'|'.join([*LABELS, 'ammo'])}) (.*)", re.DOTALL | re.IGNORECASE)


def write_markdown_attack(attack: Attack, system: System, follows: int | None = None) -> str:
    """Return the text after an attack's name in our Markdown: "Guns 65, DV 2d10, SA/BF, range 30, ammo 9/12; loud".

    If the attack has no rating of its own, the skill's rating, which it `follows`, is in brackets: "Guns (65)".
    """
    written = [
        _markdown_strike(attack, follows),
        label(system.damage, _spelt(attack.damage)),
        *(_markdown_text(field, getattr(attack, field)) for field in TEXTS),
        label("ammo", of_all(attack.ammo)) if attack.ammo else "",
        *write_marks(attack, PIERCES),
        *(trait if known_trait(trait) == trait else label(TRAIT, _spelt(trait)) for trait in attack.traits),
    ]
    notes = f"; {spell(attack.notes)}" if attack.notes else ""
    return (", ".join(filter(None, written)) or NONE) + notes


def read_markdown_attack(name: str, text: str, new_id: NewId) -> tuple[Attack, bool]:
    """Read an attack of our Markdown from the text after its name; anything that is not a value goes to the notes.

    The second value says whether its rating is only quoted from its skill.
    """
    head, notes = _halves(text)
    fields: dict[str, Any] = {}
    beside = []
    for part in parts(head, ","):
        meant = {} if part.text == NONE else _meant_in_markdown(part.text)
        if repeated(fields, meant):
            beside.append(bare(part.text))
        else:
            fields = merged(fields, meant)
    words = "; ".join(filter(None, [", ".join(beside), bare(notes)]))
    follows = fields.pop(FOLLOWS, False)
    return Attack(id=new_id(), name=name, notes=words, **fields), follows


def _halves(text: str) -> tuple[str, str]:
    """Split a text into values and notes, at the first semicolon outside brackets."""
    end = next((part.end for part in parts(f"-{text}", ";")), 0) - 1
    place = text.find(";", end)
    return (text, "") if place < 0 else (text[:place], text[place + 1 :])


def _markdown_strike(attack: Attack, follows: int | None) -> str:
    """Return the skill and its rating, spelled so that they are not read as other values."""
    rating = "" if attack.rating is None else minus(attack.rating)
    rating = rating if follows is None else f"({minus(follows)})"
    if not attack.skill:
        return rating
    meant: dict[str, Any] = {"skill": attack.skill, "rating": attack.rating if follows is None else follows}
    meant |= {} if follows is None else {FOLLOWS: True}
    plain = f"{_spelt(attack.skill)} {rating}".rstrip(" ")
    clear = plain != NONE and reads_as(plain, _meant_in_markdown, meant)
    return plain if clear else f"{unlike(attack.skill, MARKS)} {rating}".rstrip(" ")


def _markdown_text(field: str, text: str) -> str:
    """Return a text value: bare if it is recognisable, otherwise with its label."""
    shows = TEXTS[field]
    return label(field, _spelt(text), bare=bool(shows and shows.fullmatch(text)))


def _spelt(text: str) -> str:
    """Return a text, spelled so that it is read as a single value; nothing for an empty one."""
    return spell(text, MARKS) if text else ""


def _meant_in_markdown(text: str) -> dict[str, Any]:
    """Return the fields that a piece of an attack sets; without a label it is damage, or else the skill."""
    mark = read_mark(text)
    if mark:
        return mark
    shown = _shown(text)
    if shown:
        return {shown: text}
    found = LABELLED.fullmatch(text)
    if found:
        named = found[1].casefold()
        return _labelled(named, bare(found[2])) if named in LABELS else {"ammo": read_markdown_points(found[2])}
    follows = FOLLOWED.fullmatch(text)
    if follows:
        return {"skill": bare(follows[1]), "rating": _markdown_rating(follows[2]), FOLLOWS: True}
    if is_dice(text) or (base_of(text) is not None and not text.isdecimal()):  # "2d10", "6 blow": typed by hand
        return {"damage": text}
    rated = RATED.fullmatch(text)
    return {"skill": bare(rated[1] if rated else text), "rating": _markdown_rating(rated[2]) if rated else None}


def _markdown_rating(text: str) -> int:
    """Read the rating of an attack."""
    return read_markdown_number(text, MOST_AMOUNT, -MOST_AMOUNT)
