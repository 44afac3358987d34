"""Attacks of a stat block: "Heavy Pistol: 65, DV 2d10, SA/BF, Ammo 12, Range 30, armor-piercing; loud"."""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct, structs

from gm_desk.core.characters.roster import MOST_RATING, Skill
from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.core.notation.attack_values import (
    AP_NUMBER,
    ARMOR_KINDS,
    ARMOR_PIERCING,
    IN_PROSE,
    MODE,
    is_dice,
    merged,
    read_mark,
    repeated,
)
from gm_desk.core.notation.text import TextSpan, has_words
from gm_desk.core.systems.definition import System

RATING = re.compile(
    r"\s*(?P<skill>[^\W\d_][^0-9,;()]{0,40}[\s:])?(?P<rating>[0-9]{1,4})%?(?![0-9/]|\s*d[0-9]|\s*[-+–]\s*[0-9]|\s?(?:k?m|rounds?|shots?|rnds?|rds|cut|thrust|blow|each)\b)",
    re.IGNORECASE,
)
DICE = (
    r"[0-9]{0,3}d[0-9]{1,3}(?:(?!(?<=[-+−][0-9])\s[-−]\s[0-9]{2})\s*[-+−]\s*(?:[0-9]{0,3}d[0-9]{1,3}|[0-9]{1,4})"
    r"|\s*[–]\s*[0-9]{1,4}(?![0-9d]))*"
)
"""Dice; a dash with spaces before two digits is no minus after a bonus: "1d10+2 - 45"."""
DAMAGE = re.compile(rf"\bDV\b:?\s*(?:\+\s*)?(?P<dice>(?>{DICE}))(?![0-9a-z]|\s*/\s*[0-9])", re.IGNORECASE)
BARE_DAMAGE = re.compile(rf"\s*(?:damage:?\s*)?(?P<dice>(?>{DICE}))(?![0-9a-z]|\s*/\s*[0-9])(?: ?DV\b)?", re.IGNORECASE)
MODES = re.compile(rf"(?:\bmodes?:?\s*)?\b({MODE}(?:(?:\s*/\s*|\s+){MODE})*)\b")
LOWER_MODES = re.compile(rf"\s*(?i:{MODE}(?:\s*/\s*{MODE})*)\s*")
METRES = r"(?:m|meters|metres)\b"
RANGE = re.compile(rf"\bRange:?\s*([0-9]+(?:\s*[/–-]\s*[0-9]+)*)(?![0-9]|\s*km)\s*(?:{METRES})?", re.IGNORECASE)
BARE_RANGE = re.compile(rf"\s*([0-9]{{1,5}}(?:\s*[/–-]\s*[0-9]{{1,5}})*)\s*{METRES}(?:\s*range)?\.?\s*$", re.IGNORECASE)
ROUNDS = re.compile(r"\s*([0-9]{1,4})(?:\s*/\s*([0-9]{1,4}))?\s*(?:rounds?|shots?|rnds?|rds)\s*$", re.IGNORECASE)
AMMO = re.compile(r"\bAmmo:?\s*([0-9]{1,4})(?:\s*/\s*([0-9]{1,4}))?(?![0-9])", re.IGNORECASE)
AGAINST = re.compile(rf"\s*({ARMOR_KINDS.pattern})(?:\s(?:armor|armour|damage))?\s*\.?\s*$", re.IGNORECASE)
PERCENT = re.compile(r"\s*([0-9]{1,3})\s?%\s*$")
PIERCING = re.compile(rf"\b{ARMOR_PIERCING}\b|^\s*AP\s*$")
LOADED = re.compile(r"\s*([0-9]{1,4})(?:\s*/\s*([0-9]{1,4}))?\s*\.?\s*$")
"""A number without a label, which is the ammunition after firing modes."""
SPACED = (
    rf"(?:DV\s)?{DICE}|{MODE}(?:/{MODE})*|(?i:ammo\s[0-9]{{1,4}}(?:/[0-9]{{1,4}})?|range\s[0-9]{{1,5}}(?:\s?m)?"
    r"|[0-9]{1,4}\s(?:rounds?|shots?|rnds?|rds))"
)
IN_A_ROW = re.compile(rf"\s*(?:{SPACED})(?:\s+(?:{SPACED}))+\s*\.?\s*")
"""Values with nothing but spaces between them: "SA/BF ammo 16 range 40"."""
IN_BRACKETS = re.compile(r"(?:^|(?<=[0-9,])[ ]?)\(([^()]{1,60})\)")
SAID = re.compile(r"(?:dv|range|ammo|damage|modes?|the|an?|up to|may|can|does)\b", re.IGNORECASE)
SENTENCE = re.compile(r";|(?<!vs)(?<=[a-z0-9)])\.(?=\s+[A-Z])")


TextMark = tuple[TextSpan, bool]
"""A span, and whether it goes to the notes."""


class Clause(Struct, frozen=True):
    """The fields that a clause of an attack sets, and its spans; `whole` is the full clause."""

    found: dict[str, Any]
    marks: tuple[TextMark, ...]
    whole: TextSpan

    @property
    def plain(self) -> bool:
        """Whether nothing of it goes to the notes."""
        return not any(stays for _, stays in self.marks)


def read_book_attack(name: str, part: TextSpan, attack_id: str) -> Attack:
    """Read the text after an attack's name; anything without a field goes to the notes, word for word.

    A number at the beginning is the rating. The first damage counts, with its modes and the like; if it is in a clause
    of its own ("torch mode: DV 2d10, SS"), it is kept in the notes as well, since it may apply only in some cases.
    """
    rating, rest = _rated(part.unwrapped())
    rest = rest.unwrapped() if _is_wrapped(rest) else rest
    found, marks = dict(rating), list[TextMark]()
    for place, clause in enumerate(map(_clause, _clauses(rest))):
        new = {key: value for key, value in clause.found.items() if not repeated(found, {key: value})}
        complete = len(new) == len(clause.found) and (not place or clause.plain)
        if place and not complete:
            new = {key: new[key] for key in new.keys() - {"traits"}} if "damage" in new else {}
        found = merged(found, new)
        marks += clause.marks if complete else [(clause.whole, True)]
    return structs.replace(Attack(id=attack_id, name=name), **found, notes=_notes(rest, marks))


def _notes(part: TextSpan, marks: list[TextMark]) -> str:
    """Return the remaining text as it was written, with commas in place of the values that were removed."""
    notes = list[str]()
    for stays, group in itertools.groupby(marks, key=lambda one: one[1]):
        parts = [span for span, _ in group]
        if stays:
            notes.append(_closed(part, parts[0].start - part.start, parts[-1].end - part.start).words)
    return ", ".join(notes)


def _closed(part: TextSpan, start: int, end: int) -> TextSpan:
    """Return a span, extended by an unmatched bracket at either end."""
    words = part.text[start:end]
    opened, closed = words.count("("), words.count(")")
    end += opened > closed and part.text[end : end + 1] == ")"
    start -= closed > opened and start > 0 and part.text[start - 1] == "("
    return part.cut(start, end)


def _rated(part: TextSpan) -> tuple[dict[str, Any], TextSpan]:
    """Split off the rating at the beginning, with the skill it may belong to ("Guns 65")."""
    found = RATING.match(part.text)
    if found is None or int(found["rating"]) > MOST_RATING or _is_said(found, part.text):
        return {}, part
    taken: dict[str, Any] = {"rating": int(found["rating"])}
    if found["skill"]:
        taken["skill"] = found["skill"].strip(" :\n")
    return taken, part.cut(found.end()).trimmed(" \n,;:•·|.")


def _is_said(found: re.Match[str], text: str) -> bool:
    """Return whether the words before a number are a property or an effect of the attack rather than a skill."""
    behind = text[found.end() :].lstrip()[:1]
    return found["skill"] is not None and (behind not in {"", ",", ";", "("} or SAID.match(found["skill"]) is not None)


def _is_wrapped(part: TextSpan) -> bool:
    """Return whether the whole description of an attack is in one pair of brackets."""
    inner = part.unwrapped()
    return inner.text != part.trimmed().text and bool(
        DAMAGE.search(inner.text) or MODES.match(inner.text) or BARE_DAMAGE.fullmatch(inner.text)
    )


def _clauses(part: TextSpan) -> list[TextSpan]:
    """Split at semicolons and the ends of sentences, but not within brackets."""
    clauses, start = list[TextSpan](), 0
    for found in SENTENCE.finditer(part.text):
        before = part.text[start : found.start()]
        if before.count("(") <= before.count(")"):
            clauses.append(part.cut(start, found.start()))
            start = found.end()
    clauses.append(part.cut(start))
    return [clause.trimmed(" \n,;") for clause in clauses if has_words(clause)]


def _clause(part: TextSpan) -> Clause:
    """Read the text between two semicolons."""
    found: dict[str, Any] = {}
    marks: list[TextMark] = []
    loaded = False
    for piece in _values(_opened(part)):
        new, words = _piece(piece)
        if loaded and not new and (rounds := LOADED.match(piece.text)):
            new, words = _ammo(rounds), (piece, False)
        loaded = ("modes" in new or loaded) and not words[1]
        if new.keys() == {"modes"} and "modes" in found and not words[1]:  # "SA, BF, FA"
            new = {"modes": f"{found.pop('modes')}/{new['modes']}"}
        if repeated(found, new):
            new, words = {}, (piece, True)
        found = merged(found, new)
        marks.append(words)
    return Clause(found, tuple(marks), part)


def _opened(part: TextSpan) -> TextSpan:
    """Return a span with commas in place of the brackets around nothing but values: "2d10 (SA, 8 shots)"."""
    text = part.text
    for found in IN_BRACKETS.finditer(text):
        inner = _clause(part.cut(*found.span(1)))
        if inner.plain and "damage" not in inner.found:
            text = f"{text[: found.start(1) - 1]},{found[1]},{text[found.end() :]}"
    return TextSpan(text, part.start)


def _values(part: TextSpan) -> Iterator[TextSpan]:
    """Yield the pieces between commas, and each value of a piece that is only values with spaces between them."""
    for piece in part.split(",•·|"):
        if IN_A_ROW.fullmatch(piece.text) is None:
            yield piece
            continue
        for value in re.finditer(SPACED, piece.text):
            yield piece.cut(value.start(), value.end())


def _piece(part: TextSpan) -> tuple[dict[str, Any], TextMark]:
    """Read the text between two commas; return its fields, and the spans without one."""
    for pattern, meaning in (
        (DAMAGE, _damage),
        (BARE_DAMAGE, _damage),
        (AMMO, _ammo),
        (ROUNDS, _ammo),
        (RANGE, _range),
        (BARE_RANGE, _range),
        (MODES, _modes),
        (AGAINST, _against),
        (PERCENT, _percent),
    ):
        found = pattern.search(part.text) if pattern is DAMAGE else pattern.match(part.text)
        if found is None or (meaning is _damage and IN_PROSE.search(part.text, 0, found.start())):
            continue
        kind = AGAINST.match(part.cut(found.end()).unwrapped().text) if meaning is _damage else None
        if (new := meaning(found)) and kind is not None and not has_words(part.cut(0, found.start())):
            return new | _against(kind) | _piercing(part), (part, False)  # "2d10 energy"
        if new:
            return new | _piercing(part), _unsaid(part, found)
    if LOWER_MODES.fullmatch(part.text):
        return {"modes": part.words.upper()}, (part, False)
    new = _piercing(part)
    return new, (part, not (new and _says_no_more(part)))


def _unsaid(part: TextSpan, found: re.Match[str]) -> TextMark:
    """Return the part of a piece not covered by its match: the text in brackets after it, or the whole piece."""
    behind = part.cut(found.end()).trimmed(" \n.")
    if has_words(part.cut(0, found.start())):
        return part, True
    if not has_words(behind) or _says_no_more(behind):
        return part, False
    inner = behind.unwrapped()
    return (part if inner.text == behind.text else inner), True


def _piercing(part: TextSpan) -> dict[str, Any]:
    """Return the fields for armor-piercing and the damage bonus."""
    number = AP_NUMBER.search(part.text)
    pierces = {"armor_piercing": True} if PIERCING.search(part.text) else {}
    return pierces | read_mark(part.trimmed(" .").text) | ({"penetration": int(number[1])} if number else {})


def _says_no_more(part: TextSpan) -> bool:
    """Return whether a span is only about armor-piercing or the damage bonus."""
    return bool(read_mark(part.unwrapped().trimmed(" .\n").text))


def _damage(found: re.Match[str]) -> dict[str, Any]:
    """Return the damage, if it is dice that can be rolled."""
    dice = "".join(found["dice"].split()).replace("–", "−")
    return {"damage": dice} if is_dice(dice) else {}


def _ammo(found: re.Match[str]) -> dict[str, Any]:
    """Return the rounds left and the size of the magazine."""
    now = int(found[1])
    return {"ammo": Points(now=now, max=int(found[2]) if found[2] else now)}


def _range(found: re.Match[str]) -> dict[str, Any]:
    return {"range": "".join(found[1].split())}


def _against(found: re.Match[str]) -> dict[str, Any]:
    return {"against": found[1].casefold()}


def _percent(found: re.Match[str]) -> dict[str, Any]:
    """Return a rating with a percent sign after other values."""
    return {"rating": int(found[1])} if int(found[1]) <= MOST_RATING else {}


def _modes(found: re.Match[str]) -> dict[str, Any]:
    return {"modes": "/".join(found[1].replace("/", " ").split())}


KINDS = {
    "Infosec": r"hack|mesh|brainware|virus",
    "Guns": r"pistol|rifle|laser|cannon|launcher|gun|seeker|railgun|shredder|agonizer|plasma|torch|beam|particle"
    r"|sprayer|shotgun|stunner|microwave|bolter|bow|missile|smg|firearm",
    "Melee": r"melee|grapp|claw|bite|fang|teeth|baton|blade|knife|sword|whip|tentacle|stomp|sting|spur|buzzsaw|behead"
    r"|saw|drill|punch|kick|fist|unarmed|stab|slash|horn|tail|tusk|pincer|mandible|spike|axe|club|hammer|spear|eelware"
    r"|talon|jaws|snare|crush|slam|cutter",
}


def with_skills(attacks: Iterable[Attack], skills: Sequence[Skill], system: System) -> tuple[Attack, ...]:
    """Set the skill of each attack that clearly has one: by its text, its name, or the kind of weapon.

    A skill with another rating than the attack counts only if the attack names it, or one of its specialisations has
    that rating.
    """
    return tuple(_with_skill(attack, skills, system) for attack in attacks)


def _with_skill(attack: Attack, skills: Sequence[Skill], system: System) -> Attack:
    """Set the skill of one attack."""
    if attack.rating is None:
        return attack
    skill_name = system.spelled(attack.skill).casefold() if attack.skill else ""
    if skill_name and system.skill_kind(skill_name) is None:
        skill_name = ""
    fitting = [skill for skill in skills if attack.rating in _ratings(skill)]
    named = [skill for skill in fitting if _is_named(skill, attack.name)]
    kind = skill_name or _kind(attack).casefold()
    of_kind = [skill for skill in fitting if skill.name.casefold() == kind]
    spelled = [skill for skill in skills if skill.name.casefold() == skill_name]
    found = next(iter([*of_kind, *spelled] if skill_name else [*named, *of_kind]), None)
    notes = attack.notes if not attack.skill or skill_name else f"{attack.skill} {attack.notes}".strip()
    return structs.replace(
        attack, skill=found.name if found else "", notes=_said(attack, notes, lost=bool(skill_name and not found))
    )


OF_SKILLS = {
    "Seeker Weapons": r"seeker|missile",
    "Spray Weapons": r"shard|shredder|spray|torch",
    "Beam Weapons": r"laser|agonizer|particle|plasma|stunner|microwave|bolter|beam",
    "Kinetic Weapons": r"\w[ -](?:pistol|rifle|gun|carbine)|railgun|shotgun|smg|firearm",
    "Blades": r"blade|knife|knives|sword|\baxe?\b|katana|saber|dagger|cutter",
    "Clubs": r"club|baton|hammer|staff",
    "Unarmed Combat": r"unarmed|punch|kick|fist|claw|bite|grapp|slam|eelware|gloves?\b",
}
"""The words of weapons, by skill; the first that fits counts: a seeker pistol is a seeker weapon."""
THROWN = re.compile(r"grenade|thrown|throwing", re.IGNORECASE)
THROWING = ("Athletics", "Throwing Weapons")
"""The skills with which weapons are thrown."""


def likely_skill(attack: Attack, skills: Sequence[Skill], system: System) -> Skill | None:
    """Return the skill of an attack whose line has neither skill nor rating: pasted as "pistol 2d10", for example.

    It is the one that its notes name, the one of which it clearly is a weapon, the one with a specialisation of its
    name, or the only one of these skills for such a weapon; None if that is not clear.
    """
    pairs = [pair for pair in system.pairings if pair.attack]
    striking = {pair.ours: bool(pair.halved) for pair in pairs}
    several = [skill for skill in skills if system.stem(skill.name) in striking]
    known = {skill.name.casefold(): skill for skill in reversed(several)}  # of two with one name the first counts
    noted = (system.spelled(one.strip(" .:")).casefold() for one in re.split("[,;()]", attack.notes) if one.strip())
    named = next((known[one] for one in noted if one in known), None)
    thrown, kind = THROWN.search(attack.name) is not None, _kind(attack)
    if named is None and not thrown:
        usual = (name for name, words in OF_SKILLS.items() if re.search(words, attack.name, re.IGNORECASE))
        named = known.get(next(usual, "").casefold())
    of_name = [skill for skill in known.values() if _is_named(skill, attack.name)] if named is None else []
    named = of_name[0] if len(of_name) == 1 else named
    if named is not None or not (thrown or kind in {"Guns", "Melee"}):
        return named
    ranged = thrown or kind == "Guns"
    stems = {name for name, halved in striking.items() if halved == ranged and (name in THROWING) == thrown}
    fitting = [skill for skill in known.values() if system.stem(skill.name) in stems]
    return fitting[0] if len(fitting) == 1 else None


def _said(attack: Attack, notes: str, *, lost: bool) -> str:
    """Return the notes, with the skill that the attack names if it was `lost` because the character lacks it."""
    return ", ".join(filter(None, [attack.skill, notes])) if lost else notes


def _ratings(skill: Skill) -> set[int | None]:
    """Return the ratings with which a skill may be rolled."""
    return {skill.rating, *(one.rating for one in skill.specialisations)}


def _is_named(skill: Skill, name: str) -> bool:
    """Return whether an attack is named after a skill, its field, or one of its specialisations ("Tentacles")."""
    field = skill.name.partition(":")[2].strip()
    names = [skill.name, field, *(one.name for one in skill.specialisations)]
    words = name.casefold()
    return any(_stem(one) in words for one in names if one)


def _stem(name: str) -> str:
    """Return a name without its plural ending."""
    return name.casefold().removesuffix("s")


def _kind(attack: Attack) -> str:
    """Return the skill implied by the words of an attack, or nothing."""
    for name, words in KINDS.items():
        if re.search(rf"\b(?:\w*)(?:{words})", attack.name, re.IGNORECASE):
            return name
    if attack.modes or attack.ammo:
        return "Guns"
    text = " ".join((*attack.traits, attack.notes))
    return "Melee" if re.search(r"\b(?:touch|reach|grappl)", text, re.IGNORECASE) else ""
