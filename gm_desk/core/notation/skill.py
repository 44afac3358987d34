"""Skills as people and books write them: "Guns 65", "Know: Triads 60", "Guns 60 (Pistols 70), Fray 50"."""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct, structs

from gm_desk.core.characters.roster import MOST_RATING, NewId, Skill, valid_name
from gm_desk.core.characters.stat_block import Specialisation
from gm_desk.core.errors import BadRatingError, BadSkillsError, RulesError
from gm_desk.core.notation.parts import CLOSING, OPENING, parts_of, split_at_number, split_last_bracket
from gm_desk.core.notation.spans import TextSpan, has_words, with_words
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.systems.definition import System

LONGEST_SAID = 40
NUMBERS = re.compile(r"[0-9][0-9 /+–−-]*")
"""A note that cannot be meant as a specialisation: "50/70"."""
DASH = " – "


class TypedSkill(Struct, frozen=True):
    """Hold a skill as it was typed; without brackets, nothing was said about `specialisations`, nor `note`."""

    name: str
    rating: int
    specialisations: tuple[Specialisation, ...] | None = None
    note: str | None = None


def parse_skill_line(text: str, least: int = 0) -> tuple[str, int]:
    """Read a skill's name and its rating, from `least` to 150, from one line.

    Raises EmptyNameError or BadRatingError with the reason.
    """
    found = split_at_number(text)
    name = valid_name(found[0] if found else text)
    if found is None:
        raise BadRatingError("rating", "the rating is missing: type a name and a number, like “Guns 65”")
    return name, parse_number("rating", found[1], MOST_RATING, least)


def parse_skill(text: str, least: int = 0) -> TypedSkill:
    """Read one skill with what stands behind it: specialisations in brackets, each with a rating or without; a note.

    Raises EmptyNameError or BadRatingError with the reason.
    """
    line, note = _without_note(text.strip())
    return structs.replace(_parse_plain(line, least), note=note)


def _parse_plain(line: str, least: int) -> TypedSkill:
    """Read a skill without a note."""
    if line.count(OPENING) > line.count(CLOSING):
        raise BadRatingError("rating", "a bracket is left open: close it, like “Guns 60 (Pistols 70)”")
    found = split_last_bracket(line)
    if found is None:
        return TypedSkill(*parse_skill_line(line, least))
    before, inside = found
    special = tuple(_specialisation(part) for part in parts_of(inside))
    return TypedSkill(*parse_skill_line(before, least), special)


def parse_skills(text: str, least: int = 0) -> list[TypedSkill]:
    """Read skills parted by commas, semicolons or line ends; none may be named twice.

    Raises what `parse_skill` raises for a lone skill, else BadSkillsError, which names every part that is refused.
    """
    parts = parts_of(text)
    if len(parts) <= 1:
        return [parse_skill(text, least)]
    skills: list[TypedSkill] = []
    refused: list[str] = []
    for part in parts:
        try:
            skills.append(_unheard(parse_skill(part, least), skills))
        except RulesError as error:
            refused.append(f"“{_shortened(part)}”: {error.problem}")
    if refused:
        raise BadSkillsError("skills", "; ".join(refused))
    return skills


def write_skill(name: str, rating: str, specialisations: Iterable[Specialisation], note: str = "") -> str:
    """Write a skill as one line, as it would be typed."""
    inside = write_specialisations(specialisations)
    return (f"{name} {rating} ({inside})" if inside else f"{name} {rating}") + write_note(note)


def write_note(note: str) -> str:
    """Write what stands behind a skill and is no specialisation; nothing for none."""
    if NUMBERS.fullmatch(note):
        return f" ({note})"
    return f"{DASH}{note}" if note else ""


def write_specialisations(specialisations: Iterable[Specialisation]) -> str:
    """Write what a skill is better at ("Pistols 70, Rifles")."""
    return ", ".join(one.name if one.rating is None else f"{one.name} {one.rating}" for one in specialisations)


def parse_number(key: str, text: str, largest: int, least: int = 0) -> int:
    """Read a whole number from `least` to `largest`; raises BadRatingError with the reason."""
    typed = text.strip()
    plain = typed.replace(TRUE_MINUS, "-").replace("- ", "-") if least < 0 else typed
    digits = plain.removeprefix("-") if least < 0 else plain
    span = f"{least} to {largest}".replace("-", TRUE_MINUS)
    if not (digits.isascii() and digits.isdigit()):
        raise BadRatingError(key, f"“{typed}” is not a whole number from {span}")
    number = digits.lstrip("0") or "0"  # what is longer is larger, and may be longer than Python reads
    if len(number) <= len(str(largest)):
        value = -int(number) if digits != plain else int(number)
        if least <= value <= largest:
            return value
    raise BadRatingError(key, f"{typed} is beyond {span}")


def _without_note(line: str) -> tuple[str, str | None]:
    """Split off a note: numbers in the last bracket, or what stands behind a dash behind a whole skill."""
    found = split_last_bracket(line)
    if found is not None and NUMBERS.fullmatch(found[1].strip()):
        return found[0], found[1].strip()
    if split_at_number(line) is None:
        for dash in re.finditer(r"\s+[–—-]\s+", line):
            before = line[: dash.start()]
            if split_at_number(before) or split_last_bracket(before):
                return before, line[dash.end() :]
    return line, None


def _specialisation(text: str) -> Specialisation:
    """Read one specialisation; a number behind it is its rating."""
    found = split_at_number(text)
    if found is None:
        return Specialisation(name=valid_name(text))
    name, number = found
    return Specialisation(name=valid_name(name), rating=parse_number("rating", number, MOST_RATING))


def _unheard(skill: TypedSkill, skills: Iterable[TypedSkill]) -> TypedSkill:
    """Refuse a skill that stands in the line already."""
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
"""What skills of one system are called in another one, where that does not know them by that name."""

COUNTED_FIELDS = r"\b[0-9] (?=[a-z][^0-9,;()]* [0-9]{2,3}\b)[^0-9]*"
"""A number within a name: "Know: Any 3 fields 40"."""
ITEM = re.compile(
    rf"(?P<name>[^\W\d_][^0-9]*(?:{COUNTED_FIELDS})?)(?<![-−+/.])"
    r"(?P<rating>[0-9]+)%?(?![0-9]|\s*\+|d[0-9]|[-/.][0-9])"
)
LEADING = re.compile(r"(?:and|plus|or|&)\s+", re.IGNORECASE)
BRACKET = re.compile(r"\s*[(\[]((?:[^()\[\]]|\([^()]*\))*)[)\]]")
FIELD = re.compile(r"(.*\S)\s*\(([^()]+)\)")
RATED = re.compile(r"(?P<name>[^\W\d_].*?)[\s:]+(?P<rating>[0-9]{1,3})%?")
RATED_FIRST = re.compile(r"(?P<rating>[0-9]{1,3})%?\s*(?:[-–—:]\s*)?\(?(?P<name>[^\W\d_][^()]*(?:\([^()]*\))?)\)?")
LONGEST_NAME = 60
LONGEST_SPECIAL = 100


class Ratings(Struct, frozen=True):
    """Hold what stands behind the name of a skill."""

    rating: int
    specialisations: tuple[Specialisation, ...] = ()
    note: str = ""


class Skills(Struct, frozen=True):
    """Hold the skills that were read with their stretches, the stretches that are none, and what looks wrong."""

    skills: tuple[Skill, ...] = ()
    parts: tuple[TextSpan, ...] = ()
    left: tuple[TextSpan, ...] = ()
    doubts: tuple[str, ...] = ()


def read_skills(part: TextSpan, system: System, new_id: NewId) -> Skills:
    """Read a list of skills, parted by commas and their like or by nothing, wrapped or not."""
    skills, parts, left, doubts = dict[str, Skill](), dict[str, TextSpan](), list[TextSpan](), list[str]()
    for item in _items(part, system):
        skill, doubt = _skill(item, system, new_id)
        if skill is not None and _joined(skills, skill):
            parts.setdefault(skill.name.casefold(), item)
            continue
        left += with_words(item)
        doubts += [doubt] if doubt else [f"{skill.name} stands twice in the list of skills"] if skill else []
    return Skills(tuple(skills.values()), tuple(parts.values()), tuple(left), tuple(doubts))


def read_ratings(part: TextSpan) -> Ratings | None:
    """Read what stands behind the name of a skill: "60, 70 vision", "20, echo only"; None where it is no rating."""
    part = part.trimmed(" \n,;•·|:")
    found = re.match(r"([0-9]{1,4})%?(?![0-9]|d[0-9])", part.text)
    if found is None or int(found[1]) > MOST_RATING:
        return None
    special, notes = list[Specialisation](), list[str]()
    for piece in _pieces(part.cut(found.end())):
        one = _special(piece.words)
        if one is not None:
            special.append(one)
        elif has_words(piece):
            notes.append(piece.words)
    return Ratings(int(found[1]), tuple(special), ", ".join(notes))


def skill_named(name: str, ratings: Ratings, system: System, new_id: NewId) -> Skill:
    """Make a skill, spelt and linked as the system does where it knows it."""
    name, special = spelled(name, system)
    kind = system.skill_kind(name)
    return Skill(
        id=new_id(),
        name=name,
        rating=ratings.rating,
        aptitude=kind.aptitude if kind else "",
        category=kind.category if kind else "",
        specialisations=(*special, *ratings.specialisations),
        note=ratings.note,
    )


def spelled(name: str, system: System) -> tuple[str, tuple[Specialisation, ...]]:
    """Spell a skill as the system does ("Pilot (Ground)"), and say what else its name says ("Guns (Pistols)")."""
    name = " ".join(name.split()).strip(" :–—")
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
    return kind.name, (Specialisation(name=bracket[2].strip()),)


def _items(part: TextSpan, system: System) -> Iterator[TextSpan]:
    """Split a list into skills, each with all that stands behind it."""
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
    """Split skills with nothing between them: "Athletics 55 Deceive 40"."""
    found = ITEM.match(part.text)
    while found is not None:
        bracket = BRACKET.match(part.text, found.end())
        end = bracket.end() if bracket else found.end()
        after = ITEM.match(part.text, end + len(part.text[end:]) - len(part.text[end:].lstrip()))
        if after is None or system.skill_kind(spelled(after["name"], system)[0]) is None:
            break
        yield part.cut(0, after.start()).trimmed()
        part, found = part.cut(after.start()), ITEM.match(part.text[after.start() :])
    yield part


def _skill(part: TextSpan, system: System, new_id: NewId) -> tuple[Skill | None, str]:
    """Read one skill; what is none gives none, and where it has a number that it cannot have, a doubt."""
    start = LEADING.match(part.text)
    text = part.cut(start.end()) if start else part
    found = ITEM.match(text.text)
    if found is None or not _is_name(found["name"], system):
        return None, ""
    if re.match(r"\s*(?:[a-z]+ )?at\b", text.text[found.end() :]):  # "Know: any 3 at 60"
        return None, ""
    ratings = read_ratings(text.cut(found.start("rating")))
    if ratings is None:
        return None, f"{found['name'].strip(' :')} {found['rating'][:9]} is beyond 0 to {MOST_RATING}"
    return skill_named(found["name"], ratings, system, new_id), ""


def _is_name(name: str, system: System) -> bool:
    """Tell whether words can be the name of a skill: "any skill they need at" is not one."""
    known = system.skill_kind(spelled(name, system)[0]) is not None
    bare = name.rstrip(" :–—\n")
    return known or (len(bare) <= LONGEST_NAME and bare[:1].isupper() and not bare.endswith((" at", "−", "-", "+")))


def _joined(skills: dict[str, Skill], skill: Skill) -> bool:
    """Take a skill in, unless one of its name is there with another rating."""
    old = skills.setdefault(skill.name.casefold(), skill)
    if old is skill:
        return True
    same = (old.rating, old.specialisations, old.note) == (skill.rating, skill.specialisations, skill.note)
    if not same and old.rating == skill.rating and not (old.specialisations or old.note):
        skills[skill.name.casefold()] = structs.replace(skill, id=old.id)
        return True
    return same


def _pieces(part: TextSpan) -> Iterator[TextSpan]:
    """List what stands behind a rating: what is in brackets, and between commas."""
    for piece in part.trimmed(" \n,;•·|/").split():
        found = BRACKET.match(piece.text)
        if found is None:
            yield piece
            continue
        yield from piece.cut(found.start(1), found.end(1)).split()
        rest = piece.cut(found.end()).trimmed()
        if has_words(rest):
            yield rest


def _special(text: str) -> Specialisation | None:
    """Read what a skill is better at: "Pistols 70", "70 vision", "Pistols"; None for other words."""
    if len(text) > LONGEST_SPECIAL:
        return None
    found = RATED.fullmatch(text) or RATED_FIRST.fullmatch(text)
    if found is not None and int(found["rating"]) <= MOST_RATING:
        return Specialisation(name=found["name"].strip(), rating=int(found["rating"]))
    if text[:1].isupper() and not any(letter.isdigit() for letter in text):
        return Specialisation(name=text)
    return None
