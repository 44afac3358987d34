"""Specialisations of skills as users and books write them: "Pistols 70", "70 vision", "Rifles"."""

import re
from collections.abc import Iterable

from gm_desk.core.characters.roster import MOST_RATING, valid_name
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Specialisation
from gm_desk.core.errors import RulesError
from gm_desk.core.notation.lists import parts_of
from gm_desk.core.notation.markdown import bare, spell, unlike
from gm_desk.core.notation.numbers import MARKDOWN_NUMBER, read_markdown_number, read_number, split_at_number

RATED = re.compile(r"(?P<name>[^\W\d_].*?)[\s:]+(?P<rating>[0-9]{1,3})%?")
RATED_FIRST = re.compile(r"(?P<rating>[0-9]{1,3})%?\s*(?:[-–—:]\s*)?\(?(?P<name>[^\W\d_][^()]*(?:\([^()]*\))?)\)?")
LONGEST = 100
MARKDOWN_RATED = re.compile(rf"(.*?) ?({MARKDOWN_NUMBER})", re.DOTALL)
MARKS = ",;"
"""The separator of specialisations in our Markdown."""


def write_specialisation(one: Specialisation) -> str:
    """Return one specialisation as it would be typed."""
    return _with_rating(one.name, one)


def write_specialisations(several: Iterable[Specialisation]) -> str:
    """Return specialisations as they would be typed ("Pistols 70, Rifles")."""
    return ", ".join(map(write_specialisation, several))


def read_specialisation(text: str) -> Specialisation:
    """Read one typed specialisation; a number after it is its rating. Raise EmptyNameError or BadRatingError."""
    found = split_at_number(text)
    if found is None:
        return Specialisation(name=valid_name(text))
    name, number = found
    return Specialisation(name=valid_name(name), rating=read_number("rating", number, MOST_RATING))


def read_foreign_specialisations(text: str) -> tuple[Specialisation, ...]:
    """Read the specialisations from another program; a part that is not valid input becomes a name, unchanged."""
    return tuple(map(_any, parts_of(text)))


def _any(text: str) -> Specialisation:
    """Read one specialisation from any text."""
    try:
        return read_specialisation(text)
    except RulesError:
        return Specialisation(name=text)


def read_book_specialisation(text: str) -> Specialisation | None:
    """Read one specialisation of a stat block: "Pistols 70", "70 vision", "Pistols"; None for any other words."""
    if len(text) > LONGEST:
        return None
    found = RATED.fullmatch(text) or RATED_FIRST.fullmatch(text)
    if found is not None and int(found["rating"]) <= MOST_RATING:
        return Specialisation(name=found["name"].strip(), rating=int(found["rating"]))
    if text[:1].isupper() and not any(letter.isdigit() for letter in text):
        return Specialisation(name=text)
    return None


def write_markdown_specialisation(one: Specialisation, *, clear: bool = True) -> str:
    """Return one specialisation in our Markdown; unless it is `clear`, it is spelt to be read as nothing else."""
    return _with_rating(spell(one.name, MARKS) if clear else unlike(one.name, MARKS), one)


def read_markdown_specialisation(text: str) -> Specialisation:
    """Read one specialisation of our Markdown; raise BadRatingError."""
    found = MARKDOWN_RATED.fullmatch(text)
    if found and found[1]:
        return Specialisation(name=bare(found[1]), rating=read_markdown_number(found[2], MOST_AMOUNT))
    return Specialisation(name=bare(text))


def _with_rating(name: str, one: Specialisation) -> str:
    """Return a name, followed by the rating if there is one."""
    return name if one.rating is None else f"{name} {one.rating}"
