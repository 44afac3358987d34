"""Skills of a stat block: "Guns 65 (Beam Weapons 75), Know: Triads 60, Infiltrate 40 (50/70)"."""

import re
from collections.abc import Iterator

from msgspec import Struct, structs

from gm_desk.core.blocks.parts import Part, has_words, with_words
from gm_desk.core.roster import MOST_RATING, NewId, Skill
from gm_desk.core.stat_block import Specialisation
from gm_desk.core.systems.system import System

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
    parts: tuple[Part, ...] = ()
    left: tuple[Part, ...] = ()
    doubts: tuple[str, ...] = ()


def read_skills(part: Part, system: System, new_id: NewId) -> Skills:
    """Read a list of skills, parted by commas and their like or by nothing, wrapped or not."""
    skills, parts, left, doubts = dict[str, Skill](), dict[str, Part](), list[Part](), list[str]()
    for item in _items(part, system):
        skill, doubt = _skill(item, system, new_id)
        if skill is not None and _joined(skills, skill):
            parts.setdefault(skill.name.casefold(), item)
            continue
        left += with_words(item)
        doubts += [doubt] if doubt else [f"{skill.name} stands twice in the list of skills"] if skill else []
    return Skills(tuple(skills.values()), tuple(parts.values()), tuple(left), tuple(doubts))


def read_ratings(part: Part) -> Ratings | None:
    """Read what stands behind the name of a skill: "60, 70 vision", "20, sonar only"; None where it is no rating."""
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


def _items(part: Part, system: System) -> Iterator[Part]:
    """Split a list into skills, each with all that stands behind it."""
    whole: Part | None = None
    for piece in part.split():
        if whole is not None and piece.text[0].isdigit():  # "Perceive 50, 60 vision"
            whole = part.cut(whole.start - part.start, piece.end - part.start)
            continue
        if whole is not None:
            yield from _run_together(whole, system)
        whole = piece
    if whole is not None:
        yield from _run_together(whole, system)


def _run_together(part: Part, system: System) -> Iterator[Part]:
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


def _skill(part: Part, system: System, new_id: NewId) -> tuple[Skill | None, str]:
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


def _pieces(part: Part) -> Iterator[Part]:
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
