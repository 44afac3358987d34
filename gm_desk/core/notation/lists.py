"""Lists as users and books write them, with brackets, and specialisations of skills ("Pistols 70", "Rifles")."""

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from gm_desk.core.characters.roster import MOST_RATING, clean, valid_name
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Specialisation
from gm_desk.core.errors import RulesError
from gm_desk.core.notation.numbers import MARKDOWN_NUMBER, read_markdown_number, read_number, split_at_number
from gm_desk.core.notation.text import SPACE, TextSpan, bare, has_words, is_nothing, lazy_pattern, parts, spell, unlike

PARTING = ",;\n"
OPENING, CLOSING = "(", ")"
BETWEEN = ";"
"""The separator of pieces that may contain commas: "6/12 (vest); 2/2 (helmet)"."""

Thing = TypeVar("Thing")


def parts_of(text: str) -> list[str]:
    """Split a text into its parts, trimmed, without empty ones; an unclosed bracket extends to the end."""
    found, depth = [""], 0
    for letter in "\n".join(text.splitlines()):
        depth = max(0, depth + (letter == OPENING) - (letter == CLOSING))
        if letter in PARTING and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [part for part in map(str.strip, found) if part]


def split_last_bracket(text: str) -> tuple[str, str] | None:
    """Split a text that ends in a bracket into the text before and in it, or return None for any other text.

    Brackets may contain brackets ("Pistols (light)"); an unmatched closing bracket does not count as one.
    """
    line, depth = text.strip(), 0
    for place in range(len(line) - 1, -1, -1):
        depth += (line[place] == CLOSING) - (line[place] == OPENING)
        if not depth:
            return (line[:place].strip(), line[place + 1 : -1]) if line[place] == OPENING else None
    return None


def read_pieces(
    text: str, old: Iterable[Thing], write: Callable[[Thing], str], read: Callable[[str], Thing]
) -> tuple[Thing, ...]:
    """Read the pieces of a line; a piece equal to what `write` returns for an old value is that value, unchanged.

    Old values for which `write` returns nothing are kept, at the end.
    """
    left = [(" ".join(write(one).split()), one) for one in old]
    found = []
    for piece in filter(None, (" ".join(clean(part).split()) for part in text.split(BETWEEN))):
        place = next((place for place, (written, _) in enumerate(left) if written == piece), None)
        found.append(read(piece) if place is None else left.pop(place)[1])
    return (*found, *(one for written, one in left if not written))


def write_pieces(pieces: Iterable[str]) -> str:
    """Return the pieces on one line."""
    return f"{BETWEEN} ".join(filter(None, pieces))


def one_piece(text: str) -> str:
    """Return a name on one line, without characters that would split it into pieces."""
    return " ".join(clean(text).replace(BETWEEN, ",").split())


def read_list(text: str) -> tuple[str, ...]:
    """Read a typed list, separated by commas, semicolons or line ends; invisible items are dropped."""
    items = (" ".join(part.split()) for part in parts_of(clean(text)))
    return tuple(item for item in items if any(letter.isprintable() for letter in item if letter != " "))


def write_list(items: Iterable[str]) -> str:
    """Return a list as one line."""
    return ", ".join(items)


BOOK_BETWEEN = ",;•·|"
MOTIVATION = lazy_pattern(r"\s+(?=[+−–-][^\W\d_])")


def read_book_list(part: TextSpan) -> tuple[str, ...]:
    """Read a list of a stat block, each item as written; a dash is an empty list."""
    if is_nothing(part):
        return ()
    items = part.trimmed(f" \n{BOOK_BETWEEN}.").split(BOOK_BETWEEN)
    return tuple(item.words for item in items if has_words(item))


def read_book_motivations(part: TextSpan) -> tuple[str, ...]:
    """Read motivations, which may be separated only by their signs ("+Wealth –Police")."""
    return tuple(word for item in read_book_list(part) for word in MOTIVATION.split(item))


def write_markdown_list(items: tuple[str, ...]) -> str:
    """Return a list separated by commas, or by semicolons if an item contains commas."""
    commas = any(spell(item) != spell(item, ",") for item in items)
    written = ("; " if commas else ", ").join(spell(item, ";" if commas else ",;") for item in items)
    return f"{written};" if commas and len(items) == 1 else written


def read_markdown_list(text: str) -> tuple[str, ...]:
    """Read a list written by `write_markdown_list`."""
    found = parts(text, ";")
    semicolons = bool(found) and found[0].text != text.strip(SPACE)
    return tuple(bare(part.text) for part in (found if semicolons else parts(text, ",")))


RATED = lazy_pattern(r"(?P<name>[^\W\d_].*?)[\s:]+(?P<rating>[0-9]{1,3})%?")
RATED_FIRST = lazy_pattern(
    r"(?P<rating>[0-9]{1,3})(?!d[0-9])%?\s*(?:[-–—:]\s*)?\(?(?P<name>[^\W\d_][^()]*(?:\([^()]*\))?)\)?"
)
LONGEST = 100
MARKDOWN_RATED = lazy_pattern(rf"(.*?) ?({MARKDOWN_NUMBER})", re.DOTALL)
MARKS = ",;"
"""The separator of specialisations in our Markdown."""


def write_specialisation(one: Specialisation) -> str:
    """Return one specialisation in typed notation."""
    return _with_rating(one.name, one)


def write_specialisations(several: Iterable[Specialisation]) -> str:
    """Return specialisations in typed notation ("Pistols 70, Rifles")."""
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


NO_NAME = lazy_pattern(r"^\s*(?:COG|COO|INT|REF|SAV|SOM|WIL)\s*$|[0-9]d[0-9]|^(?:rounds?|shots?|rds)\b")
"""An aptitude or an attack beside a rating: "Guns 60 (REF 20)", "Guns 60 (SMG 2d6, AP 4)"."""


SPECIAL = lazy_pattern(r"spec(?:s|iali[sz]ations?|ialty|ialties)?(?:\.|:|(?=\s))[ :]*", re.IGNORECASE)
"""The word before a specialisation: "spec. Unarmed 78"."""
WITH_BONUS = lazy_pattern(r"(?P<name>[^\W\d_][^0-9+:;,]{1,40}?)[ :]*\+10")
"""A specialisation with its usual bonus: "blades +10"."""


def read_book_specialisation(text: str) -> Specialisation | None:
    """Read one specialisation of a stat block: "Pistols 70", "70 vision", "Pistols"; None for any other text."""
    text = SPECIAL.sub("", text, 1)
    if len(text) > LONGEST:
        return None
    if bonus := WITH_BONUS.fullmatch(text):
        return Specialisation(name=bonus["name"])
    found = RATED.fullmatch(text) or RATED_FIRST.fullmatch(text)
    lettered = found is not None and any(map(str.isalpha, found["name"])) and not NO_NAME.search(found["name"])
    if found is not None and lettered and int(found["rating"]) <= MOST_RATING:
        return Specialisation(name=found["name"].strip(), rating=int(found["rating"]))
    if text[:1].isupper() and not any(letter.isdigit() for letter in text):
        return Specialisation(name=text)
    return None


def write_markdown_specialisation(one: Specialisation, *, clear: bool = True) -> str:
    """Return one specialisation in our Markdown; unless it is `clear`, it is escaped where it might be misread."""
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
