"""Skills as a person types them: "Guns 65", "Know: Triads 60", "Guns 60 (Pistols 70), Fray 50".

What is no specialisation stands behind as a note: numbers in a bracket, words behind a dash ("Perceive 20 – sonar").
"""

import re
from collections.abc import Iterable

from msgspec import Struct, structs

from gm_desk.core.errors import BadRatingError, BadSkillsError, RulesError
from gm_desk.core.roster import MOST_RATING, valid_name
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.stat_block import Specialisation
from gm_desk.core.text.brackets import CLOSING, OPENING, parts_of, split_last_bracket
from gm_desk.core.text.number_at_end import split_at_number

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
