"""Attacks in free text: name, skill, rating and damage in any order, with brackets or without."""

import re

from msgspec import Struct, structs

from gm_desk.core.characters.roster import MOST_RATING
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.free_text.lexicon import BlockWords
from gm_desk.core.notation.attack_values import IN_PROSE, is_dice
from gm_desk.core.notation.book_attack import read_book_attack
from gm_desk.core.notation.spans import TextSpan

DICE = (
    r"(?:[0-9]{1,3}d[0-9]{1,3}|d[0-9]{1,3})"
    r"(?:[ ]*[-+−–][ ]*(?:[0-9]{0,3}d[0-9]{1,3}|[0-9]{1,4}(?![0-9d])))*(?![0-9a-z])"
)
DAMAGE = re.compile(
    rf"(?P<label>\b(?:DV|damage|dmg)\b[ ]*[:=]?[ ]*)?(?P<bonus>\+[ ]*)?(?<![\w/])(?P<dice>{DICE})(?![ ]*/[ ]*[0-9])"
    r"(?:[ ]*(?:DV|damage|dmg)\b)?",
    re.IGNORECASE,
)
PLAIN_DAMAGE = re.compile(
    r"\b(?:base[ ]+)?(?:damage|dmg|dam|DV)\b\.?[ ]*[:=]?[ ]*(?P<number>[0-9]{1,4})(?![0-9d])"
    r"(?:[ ]+(?P<kind>cut|thrust|blow)\b)?",
    re.IGNORECASE,
)
PERCENT = re.compile(r"(?<![\w+.])(?P<rating>[0-9]{1,3})[ ]*%")
LEADING = re.compile(
    r"""^[ :,=(\[–—-]*(?P<rating>[0-9]{1,3})(?![0-9d/]|[ ]*d[0-9]|[ ]*[+][ ]*[0-9]|[ ]*(?:m\b|rounds?|shots?))
    [ ]*[)\]]?(?=[ ]*(?:$|[,;(\[:–—]|DV|dmg|damage|[0-9]*d[0-9]))""",
    re.IGNORECASE | re.VERBOSE,
)
NAME = re.compile(
    r"""(?P<name>[“"']?[^\W\d_][^,;:()\[\]|•=\n]{0,80}?)
    (?=[ ]*(?:$|[,;:()\[\]|•=\n]|[–—-][ ]|\+?[ ]?[0-9]+[ ]*(?:%|d[0-9])|\+?[ ]?d[0-9]|[0-9]{1,3}(?:$|[ ,;(])
    |\bDV\b|\bdamage\b|\bdmg\b))""",
    re.IGNORECASE | re.VERBOSE,
)


class NamedAttack(Struct, frozen=True):
    """An attack that was read: its name within the span, and the attack."""

    name: TextSpan
    attack: Attack


def read_free_attack(
    part: TextSpan, lexicon: BlockWords, attack_id: str, *, plain_damage: bool = False
) -> NamedAttack | None:
    """Read an attack from a span that begins with its name, or with its damage ("2d10 pistol"); None if it has none."""
    whole = part.trimmed(" \n,;•·|.")
    name, rest = _named(whole, lexicon)
    text = _spaced(rest.text)
    fields: list[str] = []
    rating, text = _rating(text, lexicon)
    damage, text = _damage(text, plain_damage=plain_damage)
    if not any(map(str.isalpha, name.text)):
        if damage is None or not any(map(str.isalpha, text)):
            return None
        name, text = _name_behind(whole, text)
    fields += [rating] if rating else []
    rolled = damage is not None and is_dice(damage)
    fields += [f"DV {damage}"] if rolled else []
    said = ", ".join([*fields, _tidy(text)]) if _tidy(text) else ", ".join(fields)
    attack = read_book_attack(name.words.strip(" “”\"'*_"), TextSpan(said), attack_id)
    if damage is not None and not rolled:
        attack = structs.replace(attack, damage=damage)
    return NamedAttack(name, attack)


def _named(part: TextSpan, lexicon: BlockWords) -> tuple[TextSpan, TextSpan]:
    """Split off the name; "Pistol Guns 65" ends before the skill."""
    found = NAME.match(part.text)
    if found is None or DAMAGE.match(part.text):
        return part.cut(0, 0), part
    end = found.end("name")
    words = list(re.finditer(r"[^\W\d_]+", found["name"]))
    for word in words[1:]:
        skill = lexicon.skill(part.text, word.start())
        if skill is not None and skill.end >= end:
            end = word.start()
            break
    return part.cut(0, end).trimmed(" \n:,–—-"), part.cut(end)


def _name_behind(whole: TextSpan, text: str) -> tuple[TextSpan, str]:
    """Return the words after the damage as the name, and the text after them."""
    words = text.strip(" ,;()")
    found = NAME.match(words)
    name = found["name"].strip() if found else words
    place = whole.text.find(name)
    return whole.cut(place, place + len(name)) if place >= 0 else TextSpan(name, whole.start), words[len(name) :]


def _spaced(text: str) -> str:
    """Return a text on one line, without brackets around all of it."""
    plain = " ".join(text.split()).strip(" :=–—-")
    span = TextSpan(plain)
    return span.unwrapped().text if plain.startswith(("(", "[")) else plain


def _rating(text: str, lexicon: BlockWords) -> tuple[str, str]:
    """Split off the skill and the rating with which it is rolled."""
    for found in re.finditer(r"(?<![^\s(,;\[:])[^\W\d_]", text[:200]):
        skill = lexicon.skill(text, found.start())
        rated = (
            re.compile(r"[ ]*[:=(]?[ ]*(?P<rating>[0-9]{1,3})(?![0-9d])[ ]*%?[)\]]?").match(text, skill.end)
            if skill
            else None
        )
        if skill is not None and rated is not None and int(rated["rating"]) <= MOST_RATING:
            before = text[: found.start()].rstrip()
            closed = rated[0].rstrip()[-1:] in (")", "]") and before[-1:] in ("(", "[")
            before = before[:-1] if closed else text[: found.start()]
            return f"{skill.key} {rated['rating']}", f"{before} {text[rated.end() :]}"
    for pattern in (LEADING, PERCENT):
        rated = pattern.search(text)
        if rated is not None and int(rated["rating"]) <= MOST_RATING:
            return rated["rating"], f"{text[: rated.start()]} {text[rated.end() :]}"
    return "", text


def _damage(text: str, *, plain_damage: bool) -> tuple[str | None, str]:
    """Split off the damage; one that is part of a sentence stays in the text."""
    for found in DAMAGE.finditer(text):
        dice = "".join(found["dice"].split()).replace("–", "−")
        if is_dice(dice) and not IN_PROSE.search(text, 0, found.start()):
            return dice, f"{text[: found.start()]} {text[found.end() :]}"
    plain = PLAIN_DAMAGE.search(text) if plain_damage else None
    if plain is not None:
        damage = " ".join(filter(None, [plain["number"], (plain["kind"] or "").lower()]))
        return damage, f"{text[: plain.start()]} {text[plain.end() :]}"
    return None, text


def _tidy(text: str) -> str:
    """Return what is left of a text, without empty brackets and repeated separators."""
    plain = re.sub(r"[(\[][\s,;]*[)\]]", " ", text)
    plain = re.sub(r"([(\[])[\s,;]+", r"\1", plain)
    plain = re.sub(r"[\s,;]+([)\]])", r"\1", plain)
    plain = re.sub(r"\s*([,;])(?:\s*[,;])+", r"\1", plain)
    plain = " ".join(plain.split()).strip(" ,;:–—-")
    return TextSpan(plain).unwrapped().text if plain.startswith(("(", "[")) else plain
