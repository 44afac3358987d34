"""Skills as users and books write them: "Guns 65", "Know: Triads 60", "Guns 60 (Pistols 70), Fray 50"."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct, structs

from gm_desk.core.characters.roster import LEAST_RATING, MOST_RATING, NewId, Skill, valid_name
from gm_desk.core.characters.stat_block import Specialisation
from gm_desk.core.errors import BadRatingError, BadSkillsError, EmptyNameError, RulesError
from gm_desk.core.notation.lists import (
    CLOSING,
    MARKS,
    OPENING,
    parts_of,
    read_book_specialisation,
    read_markdown_specialisation,
    read_specialisation,
    split_last_bracket,
    write_markdown_specialisation,
    write_specialisations,
)
from gm_desk.core.notation.numbers import MARKDOWN_NUMBER, read_markdown_number, read_number, split_at_number
from gm_desk.core.notation.text import TextSpan, bare, has_words, lazy_pattern, parts, reads_as, spell, with_words
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import minus

LONGEST_SAID = 40
NUMBERS = lazy_pattern(r"[0-9][0-9 /+–−-]*")
"""A note that cannot be a specialisation: "50/70"."""
DASH = " – "


class TypedSkill(Struct, frozen=True):
    """A typed skill; `specialisations` or `note` are None if the text has none, so that existing ones are kept."""

    name: str
    rating: int
    specialisations: tuple[Specialisation, ...] | None = None
    note: str | None = None


def read_rated_name(text: str, least: int = 0) -> tuple[str, int]:
    """Read a skill's name and its rating, from `least` to 150, from one line.

    Raise EmptyNameError or BadRatingError with the reason.
    """
    found = split_at_number(text)
    name = valid_name(found[0] if found else text)
    if found is None:
        raise BadRatingError("rating", "the rating is missing: type a number after the name")
    return name, read_number("rating", found[1], MOST_RATING, least)


def read_skill(text: str, least: int = 0) -> TypedSkill:
    """Read one skill with its specialisations in brackets, each with or without a rating, and its note.

    Raise EmptyNameError or BadRatingError with the reason.
    """
    line, note = _without_note(text.strip())
    return structs.replace(_read_plain(line, least), note=note)


def _read_plain(line: str, least: int) -> TypedSkill:
    """Read a skill without a note."""
    if line.count(OPENING) > line.count(CLOSING):
        raise BadRatingError("rating", "a bracket is not closed: add “)” after the specialisation")
    found = split_last_bracket(line)
    if found is None:
        return TypedSkill(*read_rated_name(line, least))
    before, inside = found
    special = tuple(map(read_specialisation, parts_of(inside)))
    return TypedSkill(*read_rated_name(before, least), special)


def read_skills(text: str, least: int = 0) -> list[TypedSkill]:
    """Read skills separated by commas, semicolons or line ends; a name may occur only once.

    Raise the errors of `read_skill` for a single skill, otherwise BadSkillsError, which names every part refused.
    """
    pieces = parts_of(text)
    if len(pieces) <= 1:
        return [read_skill(text, least)]
    skills: list[TypedSkill] = []
    refused: list[str] = []
    for piece in pieces:
        try:
            skills.append(_unrepeated(read_skill(piece, least), skills))
        except RulesError as error:
            refused.append(f"“{_shortened(piece)}”: {error.problem}")
    if refused:
        raise BadSkillsError("skills", "; ".join(refused))
    return skills


def write_skill(name: str, rating: int, specialisations: Iterable[Specialisation], note: str = "") -> str:
    """Return a skill in typed notation: "Infiltrate 40 (50/70)", "Guns 60 (Pistols 70)"."""
    inside = write_specialisations(specialisations)
    return f"{name} {minus(rating)}" + (f" ({inside})" if inside else "") + write_note(note)


def usual_links(name: str, system: System) -> tuple[str, str]:
    """Return the aptitude and the category of a skill in a system."""
    kind = system.skill_kind(name)
    return (kind.aptitude, kind.category) if kind else ("", "")


def write_note(note: str) -> str:
    """Return the note of a skill, formatted to follow it; nothing for an empty one."""
    if NUMBERS.fullmatch(note):
        return f" ({note})"
    return f"{DASH}{note}" if note else ""


def _without_note(line: str) -> tuple[str, str | None]:
    """Split off a note: numbers in the last bracket, or the text after a dash that follows a complete skill."""
    found = split_last_bracket(line)
    if found is not None and NUMBERS.fullmatch(found[1].strip()):
        return found[0], found[1].strip()
    if split_at_number(line) is None:
        for dash in re.finditer(r"\s+[–—-]\s+", line):
            before = line[: dash.start()]
            if split_at_number(before) or split_last_bracket(before):
                return before, line[dash.end() :]
    return line, None


def _unrepeated(skill: TypedSkill, skills: Iterable[TypedSkill]) -> TypedSkill:
    """Return a skill, or raise BadSkillsError if the line has one of the same name before it."""
    if any(skill.name.casefold() == other.name.casefold() for other in skills):
        raise BadSkillsError("name", f"{_shortened(skill.name)} is named twice")
    return skill


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_SAID else f"{text[:LONGEST_SAID].rstrip()}…"


OTHER_NAMES = {
    "deception": "Deceive",
    "free-fall": "Free Fall",
    "freefall": "Free Fall",
    "infiltration": "Infiltrate",
    "interfacing": "Interface",
    "knowledge": "Know",
    "perception": "Perceive",
    "persuasion": "Persuade",
    "programming": "Program",
}
"""Names of skills in other systems, and their names in ours."""

COUNTED_FIELDS = r"\b[0-9] (?=[a-z][^0-9,;()]* [0-9]{2,3}\b)[^0-9]*"
"""A number within a name: "Know: Any 3 fields 40"."""
ITEM = lazy_pattern(
    rf"(?P<name>[^\W\d_][^0-9]*(?:{COUNTED_FIELDS})?)(?<![-−+/.])"
    r"(?P<rating>[0-9]+)%?(?![0-9]|\s*\+|d[0-9]|[-/.][0-9])"
)
LEADING = lazy_pattern(r"(?:and|plus|or|&|[–—-])\s+", re.IGNORECASE)
BRACKET = lazy_pattern(r"\s*[(\[]((?:[^()\[\]]|\([^()]*\))*)[)\]]")
FIELD = lazy_pattern(r"(.*\S)\s*[(\[]([^()\[\]]+)[)\]]")
OTHER_VALUE = lazy_pattern(r"\s*[A-Z][a-z]+ [A-Z][a-z]+ [0-9]{1,3}\s*")
"""A value of another thing after a comma: "Psi 60, Infection Rating 25"."""
HALF = lazy_pattern(r"(?:half|halved|ranged|vs\.? ranged)[ :=]*[0-9]{1,3}|[0-9]{1,3} (?:vs\.? )?ranged", re.IGNORECASE)
"""Half of a rating, with which it resists ranged attacks: "half 15"."""
LONGEST_NAME = 60
NO_SKILL = lazy_pattern(
    r"\s*(?:ammo|ap|armou?r|damage|dv|radius|range|rounds|shots|stress|traumas?|wounds?)(?:\s(?:taken|left))?\s*",
    re.IGNORECASE,
)
"""A value of an attack or of health, which is never a skill."""


class Ratings(Struct, frozen=True):
    """The ratings and other values after the name of a skill."""

    rating: int
    specialisations: tuple[Specialisation, ...] = ()
    note: str = ""


class Skills(Struct, frozen=True):
    """The skills that were read, with their spans; the other spans; and the doubts."""

    skills: tuple[Skill, ...] = ()
    parts: tuple[TextSpan, ...] = ()
    left: tuple[TextSpan, ...] = ()
    doubts: tuple[str, ...] = ()


def read_book_skills(part: TextSpan, system: System, new_id: NewId) -> Skills:
    """Read a list of skills, separated by commas and the like or by nothing, wrapped or not."""
    skills, parts, left, doubts = dict[str, Skill](), dict[str, TextSpan](), list[TextSpan](), list[str]()
    for item in _items(part, system):
        skill, doubt = _skill(item, system, new_id)
        if skill is not None and _joined(skills, skill):
            parts.setdefault(skill.name.casefold(), item)
            continue
        left += with_words(item)
        doubts += [doubt] if doubt else [f"{skill.name} is listed twice"] if skill else []
    return Skills(tuple(skills.values()), tuple(parts.values()), tuple(left), tuple(doubts))


def read_book_ratings(part: TextSpan) -> Ratings | None:
    """Read the text after the name of a skill: "60, 70 vision", "20, echo only"; None if it is not a rating."""
    part = part.trimmed(" \n,;•·|:")
    found = re.match(r"([0-9]{1,4})%?(?![0-9]|d[0-9])", part.text)
    if found is None or int(found[1]) > MOST_RATING:
        return None
    special, notes = list[Specialisation](), list[str]()
    for piece in _pieces(part.cut(found.end())):
        other = HALF.fullmatch(piece.text) or ("(" not in part.text and OTHER_VALUE.fullmatch(piece.text))
        one = None if other else read_book_specialisation(piece.words)
        if one is not None and NO_SKILL.fullmatch(one.name) is None:
            special.append(one)
        elif has_words(piece):
            notes.append(piece.words)
    return Ratings(int(found[1]), tuple(special), ", ".join(notes))


def skill_named(name: str, ratings: Ratings, system: System, new_id: NewId) -> Skill:
    """Return a skill with the system's spelling, aptitude and category if the system lists it."""
    name, special = spelled(name, system)
    note = ratings.note
    if special and note.isdecimal() and int(note) <= MOST_RATING:  # "Melee [Blades] 45 (55)"
        special, note = (structs.replace(special[0], rating=int(note)),), ""
    aptitude, category = usual_links(name, system)
    return Skill(
        id=new_id(),
        name=name,
        rating=ratings.rating,
        aptitude=aptitude,
        category=category,
        specialisations=(*special, *ratings.specialisations),
        note=note,
    )


def spelled(name: str, system: System) -> tuple[str, tuple[Specialisation, ...]]:
    """Return a skill as the system spells it ("Pilot (Ground)"), and specialisations in its name ("Guns (Pistols)")."""
    name = " ".join(name.split()).strip(" :=–—…")
    stem, colon, field = name.partition(":")
    other = OTHER_NAMES.get(stem.strip().casefold(), "")
    if other and system.skill_kind(name) is None and system.skill_kind(f"{other}{colon}{field}"):
        name = f"{other}{colon}{field}"
    bracket = FIELD.fullmatch(name)
    kind = system.skill_kind(bracket[1]) if bracket and not colon else None
    if bracket is None or kind is None:
        return system.spelled(name), ()
    if kind.fields:
        return f"{kind.name}: {bracket[2].strip()}", ()
    if bracket[2].strip() in system.aptitudes:  # "Guns (REF)"
        return kind.name, ()
    return kind.name, (Specialisation(name=bracket[2].strip()),)


def _items(part: TextSpan, system: System) -> Iterator[TextSpan]:
    """Split a list into skills, each with its ratings and brackets."""
    whole: TextSpan | None = None
    for piece in part.split():
        if whole is not None and piece.text[0].isdigit():  # "Perceive 50, 60 vision"
            whole = part.cut(whole.start - part.start, piece.end - part.start)
            continue
        if whole is not None:
            yield from _run_together(whole, system)
        whole = piece
    if whole is not None:
        yield from _run_together(whole, system)


def _run_together(part: TextSpan, system: System) -> Iterator[TextSpan]:
    """Split skills that nothing separates: "Athletics 55 Deceive 40"."""
    found = ITEM.match(part.text)
    while found is not None:
        bracket = BRACKET.match(part.text, found.end())
        end = bracket.end() if bracket else found.end()
        after = ITEM.match(part.text, end + len(part.text[end:]) - len(part.text[end:].lstrip()))
        between = part.text[end : after.start()] if after is not None else ""
        below = "\n" in between and after is not None and after["name"][:1].isupper()
        if after is None or (not below and system.skill_kind(spelled(after["name"], system)[0]) is None):
            break
        yield part.cut(0, after.start()).trimmed()
        part, found = part.cut(after.start()), ITEM.match(part.text[after.start() :])
    yield part


def _skill(part: TextSpan, system: System, new_id: NewId) -> tuple[Skill | None, str]:
    """Read one skill; return None for other text, with a doubt if its number cannot be a rating."""
    start = LEADING.match(part.text)
    text = part.cut(start.end()) if start else part
    found = ITEM.match(text.text)
    if found is None or not _is_name(found["name"], system):
        return None, ""
    if re.match(r"\s*(?:[a-z]+ )?at\b", text.text[found.end() :]):  # "Know: any 3 at 60"
        return None, ""
    ratings = read_book_ratings(text.cut(found.start("rating")))
    if ratings is None:
        return None, f"{found['name'].strip(' :')} {found['rating'][:9]} is outside the range 0 to {MOST_RATING}"
    return skill_named(found["name"], ratings, system, new_id), ""


def _is_name(name: str, system: System) -> bool:
    """Return whether words can be the name of a skill: "any skill they need at" is not one."""
    known = system.skill_kind(spelled(name, system)[0]) is not None
    bare = name.rstrip(" :=–—…\n")
    plain = NO_SKILL.fullmatch(bare) is None
    return known or (
        plain and len(bare) <= LONGEST_NAME and bare[:1].isupper() and not bare.endswith((" at", "−", "-", "+"))
    )


def _joined(skills: dict[str, Skill], skill: Skill) -> bool:
    """Add a skill; return False if one of its name has another rating."""
    old = skills.setdefault(skill.name.casefold(), skill)
    if old is skill:
        return True
    same = (old.rating, old.specialisations, old.note) == (skill.rating, skill.specialisations, skill.note)
    if not same and old.rating == skill.rating and not (old.specialisations or old.note):
        skills[skill.name.casefold()] = structs.replace(skill, id=old.id)
        return True
    return same


def _pieces(part: TextSpan) -> Iterator[TextSpan]:
    """Yield the pieces after a rating: the text in brackets, and the text between commas."""
    for piece in part.trimmed(" \n,;•·|/").split():
        found = BRACKET.match(piece.text)
        if found is None:
            yield piece
            continue
        yield from piece.cut(found.start(1), found.end(1)).split()
        rest = piece.cut(found.end()).trimmed()
        if has_words(rest):
            yield rest


MARKDOWN_SKILL = lazy_pattern(rf"([^()]*?) ({MARKDOWN_NUMBER})(?: ?\((.*)\))?", re.DOTALL)
MARKDOWN_NOTE = lazy_pattern("[0-9]+(?:/[0-9]+)*")
MARKDOWN_FIELDS = {"note": "note", "linked to": "aptitude", "category": "category"}
"""The labels within the brackets of our Markdown, by the field of the skill."""
LABELLED = lazy_pattern(f"({'|'.join(MARKDOWN_FIELDS)}) (.*)", re.DOTALL)


def write_markdown_skill(skill: Skill, system: System) -> str:
    """Return a skill in our Markdown: "Guns 65 (Pistols 75, Rifles, linked to COG)"."""
    usual = dict(zip(("aptitude", "category"), usual_links(skill.name, system), strict=True))
    inside = list(map(_written_inside, skill.specialisations))
    for label, field in MARKDOWN_FIELDS.items():
        text: str = getattr(skill, field)
        if text != usual.get(field, ""):
            alone = field == "note" and MARKDOWN_NOTE.fullmatch(text)
            inside.append(text if alone else f"{label} {spell(text, MARKS)}")
    plain = f"{spell(skill.name, MARKS + OPENING + CLOSING)} {minus(skill.rating)}"
    return f"{plain} ({', '.join(inside)})" if inside else plain


def read_markdown_skill(text: str, system: System, new_id: NewId) -> Skill:
    """Read a skill of our Markdown; aptitude and category are the usual ones unless given."""
    found = MARKDOWN_SKILL.fullmatch(text)
    if found is None:
        raise BadRatingError("rating", f"“{bare(text)}” is not a skill with a rating")
    name = bare(found[1])
    if not name.strip():
        raise EmptyNameError("name", f"“{bare(text)}” has no name")
    fields: dict[str, Any] = dict(zip(("aptitude", "category"), usual_links(name, system), strict=True))
    special: list[Specialisation] = []
    for part in parts(found[3] or "", ","):
        meant = _read_inside(part.text)
        if isinstance(meant, Specialisation):
            special.append(meant)
        else:
            fields |= meant
    rating = read_markdown_number(found[2], MOST_RATING, LEAST_RATING)
    return Skill(id=new_id(), name=name, rating=rating, specialisations=tuple(special), **fields)


def _written_inside(one: Specialisation) -> str:
    """Return a specialisation, spelled so that it is not read as another part of the brackets."""
    plain = write_markdown_specialisation(one)
    clear = reads_as(plain, _read_inside, Specialisation(name=one.name, rating=one.rating))
    return plain if clear else write_markdown_specialisation(one, clear=False)


def _read_inside(text: str) -> Specialisation | dict[str, str]:
    """Read a part of the brackets after a skill: a specialisation, or a field of the skill itself."""
    if MARKDOWN_NOTE.fullmatch(text):
        return {"note": text}
    labelled = LABELLED.fullmatch(text)
    if labelled:
        return {MARKDOWN_FIELDS[labelled[1]]: bare(labelled[2])}
    return read_markdown_specialisation(text)
