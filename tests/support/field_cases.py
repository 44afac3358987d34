"""Texts with the values that a person reads in them, and how what was read compares with those, field by field.

A case is a text and, below a line `>>>`, a paragraph for each character: `@ name xN system`, then a line for each kind
of field. `notes` are words that have to be in the notes, one a part between bars; a number that is in the notes though
it was expected in a field counts as *in the notes*.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack

RIGHT, NOTES, WRONG, LOST = "right", "in the notes", "wrong", "lost"
HEAD = re.compile(r"@ (?P<name>.*?)(?: x(?P<number>[0-9]+))? (?P<system>ep1|ep2|kaiser)$")
SKILL = re.compile(r"(?P<name>.+?) (?P<rating>-?[0-9]+)(?: \[(?P<special>[^\]]*)\])?(?: \{(?P<note>[^}]*)\})?$")
ARMOR = re.compile(r"(?P<values>[0-9/]+)(?: \((?P<name>.*)\))?$")
MOVE = re.compile(r"(?P<name>.*?) ?(?P<base>[0-9]+|-)/(?P<full>[0-9]+|-)$")
PAIR = re.compile(r"(?P<key>.+?) (?P<value>[0-9]+)$")
LISTS = ("ware", "gear", "traits", "motivations")
WORDS = {"morph": "morph", "concept": "concept", "level": "threat_level", "body": "body", "stress": "stress_test"}

Fields = dict[str, str]


class Case(NamedTuple):
    """A text, the fields of its characters, and what has to be in the notes of each."""

    name: str
    text: str
    expected: tuple[Fields, ...]
    noted: tuple[tuple[str, ...], ...]


class Verdict(NamedTuple):
    """What became of one field: the expected value and the one that was read."""

    result: str
    field: str
    expected: str
    read: str


def cases_in(path: Path) -> Iterator[Case]:
    """Yield the cases of a file."""
    for case in re.split(r"^=== ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        name, _, rest = case.partition("\n")
        text, _, said = rest.partition("\n>>>\n")
        written = text.replace("\\t", "\t").replace("\\nbsp", "\u00a0").replace("\\shy", "\u00ad")
        blocks = [part for part in re.split(r"(?m)^(?=@ )", said.strip()) if part.strip()]
        read = [expected_fields(block) for block in blocks]
        yield Case(f"{path.stem}: {name}", written, tuple(one[0] for one in read), tuple(one[1] for one in read))


def expected_fields(block: str) -> tuple[Fields, tuple[str, ...]]:
    """Return the fields that a paragraph lists, and the words of the notes."""
    lines = block.strip().split("\n")
    head = HEAD.fullmatch(lines[0])
    assert head is not None, lines[0]
    fields = {"name": head["name"], "system": head["system"], "number": head["number"] or "1"}
    notes: tuple[str, ...] = ()
    for line in lines[1:]:
        key, _, value = line.partition(" ")
        if key == "notes":
            notes += tuple(one.strip() for one in value.split(" | "))
        else:
            fields |= _expected(key, value)
    return fields, notes


def _expected(key: str, value: str) -> Fields:
    """Return the fields of one line of a paragraph."""
    pieces = [one.strip() for one in value.split(";" if ";" in value or key in LISTS else ",")]
    if key in LISTS:
        return {f"{key} {one.casefold()}": "listed" for one in pieces}
    if key in WORDS:
        return {key: value}
    match key:
        case "none":
            return {f"none {one}": "none" for one in pieces}
        case "skills":
            return {name: rating for one in pieces for name, rating in _skill(one)}
        case "attack":
            return _attack_said(value)
        case "armor":
            found = [ARMOR.fullmatch(one) for one in pieces]
            return {
                f"armor {place} {what}": said
                for place, one in enumerate(found)
                for what, said in (("", one["values"]), ("name", (one["name"] or "").casefold()))  # type: ignore[index]
                if said
            }
        case "moves":
            return {
                f"move {place} {part}": one[part].casefold()  # type: ignore[index]
                for place, one in enumerate(map(MOVE.fullmatch, pieces))
                for part in ("name", "base", "full")
                if one is None or one[part]
            }
        case "stats" | "pools" | "rep" | "checks":
            pairs = [PAIR.fullmatch(one) for one in pieces]
            return {f"{key} {one['key']}": one["value"] for one in pairs}  # type: ignore[index]
    raise AssertionError(key)


def _skill(said: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of a skill with its specialisations."""
    found = SKILL.fullmatch(said)
    assert found is not None, said
    yield f"skill {found['name'].casefold()}", found["rating"]
    for one in (found["special"] or "").split(" + "):
        pair = PAIR.fullmatch(one)
        if one:
            name, rating = (pair["key"], pair["value"]) if pair else (one, "")
            yield f"skill {found['name'].casefold()} [{name.casefold()}]", rating


def _attack_said(value: str) -> Fields:
    """Return the fields of "pistol = damage 2d10; AP 4"."""
    name, _, said = value.partition(" = ")
    fields = {f"attack {name.casefold()}": "there"}
    for one in filter(None, said.split("; ")):
        key, _, worth = one.partition(" ")
        key, worth = (one, "yes") if key == "trait" else (key, worth)
        fields[f"attack {name.casefold()} {key}"] = worth
    return fields


def fields_of(character: Character, system: str) -> Fields:
    """Return the fields of a character that was read, in the words of a case."""
    one = character
    fields = {"name": one.name, "system": system, "number": str(one.number)}
    fields |= {f"stats {key}": str(value) for key, value in one.stats.items()}
    fields |= {f"checks {key}": str(value) for key, value in one.checks.items() if value != one.stats.get(key, 0) * 3}
    fields |= {f"pools {key}": str(points.max) for key, points in one.points.items()}
    fields |= {f"rep {key}": str(value) for key, value in one.rep.items()}
    fields |= {f"none {key}": "none" for key in one.none}
    for place, armor in enumerate(one.armor):
        fields[f"armor {place} "] = "/".join(map(str, armor.values.values()))
        fields |= {f"armor {place} name": armor.name.casefold()} if armor.name else {}
    for place, way in enumerate(one.movement):
        values = {"name": way.name.casefold(), "base": way.base, "full": way.full}
        fields |= {f"move {place} {part}": str(said) for part, said in values.items() if said not in {None, ""}}
    for skill in one.skills:
        fields[f"skill {skill.name.casefold()}"] = str(skill.rating)
        for special in skill.specialisations:
            rating = "" if special.rating is None else str(special.rating)
            fields[f"skill {skill.name.casefold()} [{special.name.casefold()}]"] = rating
    for attack in one.attacks:
        fields |= {f"attack {attack.name.casefold()} {key}".rstrip(): said for key, said in _attack_read(attack)}
    fields |= {f"{key} {item.casefold()}": "listed" for key in LISTS for item in getattr(one, key)}
    return fields | {key: str(getattr(one, name)) for key, name in WORDS.items() if getattr(one, name)}


def _attack_read(attack: Attack) -> Iterator[tuple[str, str]]:
    """Yield what is known of an attack."""
    yield "", "there"
    said = {
        "skill": attack.skill,
        "rating": "" if attack.rating is None else str(attack.rating),
        "damage": attack.damage,
        "against": attack.against,
        "modes": attack.modes,
        "range": attack.range,
        "ammo": str(attack.ammo.max) if attack.ammo else "",
        "AP": str(attack.penetration) if attack.penetration else "",
        "piercing": "yes" if attack.armor_piercing else "",
        "DB": "yes" if attack.damage_bonus else "",
        "area": attack.area,
        "radius": str(attack.radius or ""),
    }
    yield from ((key, value) for key, value in said.items() if value)
    yield from ((f"trait {one.casefold()}", "yes") for one in attack.traits)


def compared(case: Case, read: Sequence[tuple[Character, str]], beside: str = "") -> list[Verdict]:
    """Return what became of each expected field, and what was read that nobody wrote."""
    names = [fields["name"] for fields in case.expected]
    if [one.name for one, _ in read] != names:
        return [Verdict(LOST, "characters", str(names), str([one.name for one, _ in read]))]
    verdicts: list[Verdict] = []
    for (character, system), fields, noted in zip(read, case.expected, case.noted, strict=True):
        verdicts += _of_character(character, fields_of(character, system), fields, noted, beside)
    return verdicts


def _of_character(
    character: Character, read: Fields, expected: Mapping[str, str], noted: Sequence[str], beside: str
) -> Iterator[Verdict]:
    """Yield what became of each field of a character."""
    notes = "\n".join([character.notes, beside, *(f"{one.name} {one.notes}" for one in character.attacks)])
    notes += "\n".join(skill.note for skill in character.skills)
    plain = " ".join(notes.split()).casefold()
    for field, value in expected.items():
        said = read.get(field, "")
        last = re.split(r"[ \[]", field.rstrip("]"))[-1]
        wanted = value if any(map(str.isdigit, value)) else last
        kept = re.search(rf"(?<![0-9]){re.escape(wanted.casefold())}(?![0-9])", plain) is not None
        result = RIGHT if said == value else WRONG if said else NOTES if kept else LOST
        yield Verdict(result, field, value, said)
    for words in noted:
        found = " ".join(words.split()).casefold() in plain
        yield Verdict(RIGHT if found else LOST, "notes", words, character.notes)
    for field in read.keys() - expected.keys():
        if not _is_inferred(field, read, expected):
            yield Verdict(WRONG, field, "", read[field])


def _is_inferred(field: str, read: Mapping[str, str], expected: Mapping[str, str]) -> bool:
    """Return whether a field follows from others: an attack's skill and rating, from the skill of the character."""
    if field == "pools moxie":
        return read[field] == expected.get("stats MOX")
    if not field.startswith("attack ") or not field.endswith((" skill", " rating")):
        return False
    name = field.rpartition(" ")[0]
    skill, rating = read.get(f"{name} skill", ""), read.get(f"{name} rating", "")
    known = {value for key, value in expected.items() if key.startswith(f"skill {skill.casefold()}")}
    return bool(skill) and (not rating or rating in known)


def tally(verdicts: Sequence[Verdict]) -> Counter[str]:
    """Return how many fields came to what."""
    return Counter(one.result for one in verdicts)
