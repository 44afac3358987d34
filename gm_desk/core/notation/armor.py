"""Armor as people and books write it: "6/12 (vest)", "Cut 5, Heat 2 (scale coat)"."""

import re
from collections.abc import Sequence

from msgspec import Struct

from gm_desk.core.characters.stat_block import MOST_AMOUNT, Armor
from gm_desk.core.errors import BadArmorError
from gm_desk.core.notation.parts import one_piece, read_pieces, write_pieces
from gm_desk.core.notation.spans import TextSpan, is_nothing, with_words
from gm_desk.core.systems.definition import System

SLASHED = re.compile(r"([0-9]+(?: ?/ ?[0-9]+)*)(?: (.+)| ?(\(.*\)))?", re.ASCII)
NAMED = re.compile(r"((?:[^\W\d][^\d(),/]*? ?:? ?[0-9]+ ?,? ?)+)(\(.*\))?")
PAIR = re.compile(r"([^\W\d][^\d(),/]*?) ?:? ?([0-9]+)")


def write_armor(armor: Sequence[Armor], kinds: Sequence[str]) -> str:
    """Write all armor of a character on one line; `kinds` are the usual ones, in the order of "6/12"."""
    return write_pieces(_written(one, kinds) for one in armor)


def read_armor(text: str, kinds: Sequence[str], old: Sequence[Armor] = ()) -> tuple[Armor, ...]:
    """Read a line of armor; what it leaves as it was written stays as it was. Raises BadArmorError with the reason."""
    return read_pieces(text, old, lambda one: _written(one, kinds), lambda piece: _read(piece, kinds))


def armor_hint(kinds: Sequence[str]) -> str:
    """Say how armor is typed."""
    example = "/".join(str(6 + 2 * place) for place in range(len(kinds)))
    named = f", or name them: {kinds[0]} 6" if kinds else ""
    return f"{example} (vest) is {', '.join(kinds)}{named}"


def _written(armor: Armor, kinds: Sequence[str]) -> str:
    """Write one piece of armor; one without values is its name alone."""
    if set(armor.values) == set(kinds):
        values = "/".join(str(armor.values[kind]) for kind in kinds)
    else:
        values = ", ".join(f"{one_piece(kind)} {value}" for kind, value in armor.values.items())
    name = one_piece(armor.name)
    return " ".join(part for part in (values, f"({name})" if name else "") if part)


def _read(piece: str, kinds: Sequence[str]) -> Armor:
    """Read one piece of armor."""
    slashed, named = SLASHED.fullmatch(piece), NAMED.fullmatch(piece)
    if slashed:
        numbers = slashed[1].split("/")
        if len(numbers) != len(kinds):
            raise BadArmorError("armor", f"“{piece}” does not say {len(kinds)} values: {armor_hint(kinds)}")
        values = {kind: _value(number) for kind, number in zip(kinds, numbers, strict=True)}
        return Armor(values=values, name=_bare(slashed[2] or slashed[3] or ""))
    if named:
        pairs = [(_kind(word, kinds), _value(number)) for word, number in PAIR.findall(named[1])]
        return Armor(values=dict(pairs), name=_bare(named[2] or ""))
    if piece.startswith("(") and piece.endswith(")"):
        return Armor(name=_bare(piece))
    raise BadArmorError("armor", f"“{piece}” is no armor: {armor_hint(kinds)}")


def _value(number: str) -> int:
    """Read how much is held back; digits without end are refused unread."""
    digits = number.strip().lstrip("0") or "0"
    if len(digits) > len(str(MOST_AMOUNT)):
        raise BadArmorError("armor", f"{digits[:9]} is beyond 0 to {MOST_AMOUNT}")
    return int(digits)


def _kind(word: str, kinds: Sequence[str]) -> str:
    """Spell a kind as the system does, also from how it begins; another one stays as it was typed."""
    return next((kind for kind in kinds if kind.casefold().startswith(word.casefold())), word)


def _bare(name: str) -> str:
    """Take the brackets off a name."""
    return name[1:-1].strip() if name.startswith("(") and name.endswith(")") else name


BOOK_PAIR = re.compile(r"\s*([0-9]+)(?:\s*/\s*([0-9]+))?(?![0-9/])")
LONGEST = len(str(MOST_AMOUNT))


class Protection(Struct, frozen=True):
    """Hold the armor that was read, the stretches that are none, and what looks wrong about it."""

    armor: tuple[Armor, ...] = ()
    left: tuple[TextSpan, ...] = ()
    doubts: tuple[str, ...] = ()


def read_book_armor(part: TextSpan, system: System) -> Protection:
    """Read armor against the kinds of damage that the system knows; one number holds for all of them.

    What stands behind the first values is what the armor is called, whatever it says: it may hold for a part of it, or
    with something else on.
    """
    kinds = kinds_of(system)
    named = _named(part, kinds)
    if named is not None:
        return named
    found = BOOK_PAIR.match(part.text)
    if found is None or not kinds:
        return Protection(left=() if is_nothing(part) else with_words(part))
    if any(len(number) > LONGEST for number in found.groups("")):
        return Protection(left=with_words(part), doubts=(f"Armor beyond {MOST_AMOUNT} is left in the notes",))
    numbers = [int(number) for number in found.groups() if number]
    values = dict(zip(kinds, numbers if len(numbers) > 1 else numbers * len(kinds), strict=False))
    return Protection((Armor(values=values, name=part.cut(found.end()).unwrapped().words),))


def _named(part: TextSpan, kinds: Sequence[str]) -> Protection | None:
    """Read armor that says what each value is against: "Energy 6, Kinetic 12", "6 energy/12 kinetic"."""
    between = r"[\s,;/]+"
    before = between.join(rf"{kind}\s*:?\s*([0-9]{{1,{LONGEST}}})" for kind in kinds)
    behind = between.join(rf"([0-9]{{1,{LONGEST}}})\s*{kind}" for kind in kinds)
    found = re.match(rf"\s*(?:{before}|{behind})(?![\w/])", part.text, re.IGNORECASE) if kinds else None
    if found is None:
        return None
    values = dict(zip(kinds, (int(number) for number in found.groups() if number), strict=True))
    return Protection((Armor(values=values, name=part.cut(found.end()).unwrapped().words),))


def kinds_of(system: System) -> Sequence[str]:
    """List the kinds of damage that armor of a system tells apart, in the order of "6/12"."""
    sections = (section for section in system.sections if section.kind == "armor")
    return [stat.key for section in sections for stat in section.stats]
