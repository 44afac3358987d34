"""Marks of a roll: the words it is found by, and signs for who rolled, what came of it and whether it is secret.

A search asks for marks and for nothing else, so that one index answers every search.
"""

import re

from gm_desk.store.entries import Entry, Search, characters_of, tokens, words_of

SECRET, OPEN, NO_MARK = ".secret", ".open", ".none"
PREFIX = "*"

Alternatives = tuple[str, ...]
"""Marks of which one will do; those that end with a star are beginnings."""


def marks_of(entry: Entry) -> str:
    """Give the marks of a roll, in order, with a space before and behind each."""
    marks = {*tokens(words_of(entry)), SECRET if entry.secret else OPEN}
    marks |= {_of_character(one) for one in characters_of(entry.draft) if one}
    if entry.grade is not None:
        marks.add(_of_grade(entry.grade))
    return f" {' '.join(sorted(marks))} "


def asked_for(search: Search) -> list[Alternatives]:
    """Spell a search, but for the session, as marks that a roll must have; words of signs alone are had by none."""
    asked: list[Alternatives] = [(word + PREFIX,) for word in tokens(search.words)]
    if search.words.strip() and not asked:
        asked.append((NO_MARK,))
    if search.character:
        asked.append((_of_character(search.character),))
    if search.grades:
        asked.append(tuple(sorted(map(_of_grade, search.grades))))
    if search.secret is not None:
        asked.append((SECRET if search.secret else OPEN,))
    return list(dict.fromkeys(asked))


def has(marks: str, asked: list[Alternatives]) -> bool:
    """Tell whether a roll has the marks that are asked for."""
    return all(any(_pattern(one) in marks for one in alternatives) for alternatives in asked)


def as_match(asked: list[Alternatives]) -> str:
    """Spell what is asked for in the words of FTS5."""
    return " AND ".join(f"({' OR '.join(map(_quoted, alternatives))})" for alternatives in asked)


def as_like(asked: list[Alternatives]) -> tuple[list[str], list[str]]:
    """Spell what is asked for as conditions with LIKE, and their values."""
    wheres = [" OR ".join(["line.marks LIKE ?"] * len(alternatives)) for alternatives in asked]
    return [f"({where})" for where in wheres], [f"%{_pattern(one)}%" for alternatives in asked for one in alternatives]


def _of_character(character: str) -> str:
    """Give the sign of a character; ids that are not plain are spelled in plain letters."""
    plain = re.fullmatch(r"[0-9a-z]+", character)
    return f".c{character}" if plain else f".x{character.encode(errors='surrogatepass').hex()}"


def _of_grade(grade: str) -> str:
    return f".g{grade.replace('_', '')}"


def _pattern(mark: str) -> str:
    """Give what stands among the marks of a roll that has this one."""
    return f" {mark.removesuffix(PREFIX)}" if mark.endswith(PREFIX) else f" {mark} "


def _quoted(mark: str) -> str:
    return f'"{mark.removesuffix(PREFIX)}"{PREFIX * mark.endswith(PREFIX)}'
