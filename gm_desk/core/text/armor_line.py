"""Armor as a person types it: "6/12 (vest)", "Cut 5, Heat 2 (scale coat)", several with semicolons between them."""

import re
from collections.abc import Sequence

from gm_desk.core.errors import BadArmorError
from gm_desk.core.stat_block import MOST_AMOUNT, Armor
from gm_desk.core.text.pieces import one_piece, read_pieces, write_pieces

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
