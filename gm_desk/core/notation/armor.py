"""Armor as users and books write it: "6/12 (vest)", "Cut 5, Heat 2 (scale coat)"."""

import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from gm_desk.core.characters.stat_block import MOST_AMOUNT, Armor
from gm_desk.core.errors import BadArmorError
from gm_desk.core.notation.lists import one_piece, read_pieces, write_pieces
from gm_desk.core.notation.numbers import NONE, read_amount, read_markdown_number
from gm_desk.core.notation.text import TextSpan, bare, is_nothing, lazy_pattern, parts, spell, with_words
from gm_desk.core.systems.definition import System

SLASHED = "[0-9]+(?: ?/ ?[0-9]+)*"
"""Values in the order of the system's kinds: "6/12"."""


def kinds_of(system: System) -> tuple[str, ...]:
    """Return the kinds of damage that a system's armor distinguishes, in the order of "6/12"."""
    return tuple(stat.key for section in system.sections if section.kind == "armor" for stat in section.stats)


def slashed(armor: Armor, kinds: Sequence[str]) -> str:
    """Return the values of armor in the order of the kinds ("6/12"), or nothing if it has other kinds."""
    usual = bool(armor.values) and set(armor.values) == set(kinds)
    return "/".join(str(armor.values[kind]) for kind in kinds) if usual else ""


def armor_in_words(armor: Armor) -> str:
    """Return armor as text that names its kinds: "energy 6, kinetic 12 (vest)"."""
    return _joined(_pairs(armor, str), armor.name)


def _pairs(armor: Armor, spelled: Callable[[str], str]) -> str:
    """Return the values, each preceded by its kind."""
    return ", ".join(f"{spelled(kind)} {value}" for kind, value in armor.values.items())


def _joined(values: str, name: str) -> str:
    """Return the values of armor, followed by its name."""
    return " ".join(filter(None, [values, f"({name})" if name else ""]))


def _in_order(numbers: Sequence[int], kinds: Sequence[str]) -> Mapping[str, int] | None:
    """Return values by kind, or None if their number does not fit; a single number applies to all kinds."""
    several = list(numbers) * (len(kinds) if len(numbers) == 1 else 1)
    return dict(zip(kinds, several, strict=True)) if kinds and len(several) == len(kinds) else None


LINE = lazy_pattern(rf"({SLASHED})(?: (.+)| ?(\(.*\)))?", re.ASCII)
NAMED = lazy_pattern(r"((?:[^\W\d][^\d(),/]*? ?:? ?[0-9]+ ?,? ?)+)(\(.*\))?")
PAIR = lazy_pattern(r"([^\W\d][^\d(),/]*?) ?:? ?([0-9]+)")


def write_armor(armor: Sequence[Armor], kinds: Sequence[str]) -> str:
    """Return all armor of a character on one line; `kinds` are the usual ones, in the order of "6/12"."""
    return write_pieces(_written(one, kinds) for one in armor)


def read_armor(text: str, kinds: Sequence[str], old: Sequence[Armor] = ()) -> tuple[Armor, ...]:
    """Return the armor of a typed line; a piece typed exactly as an `old` one is written is that one.

    Raise BadArmorError with the reason.
    """
    return read_pieces(text, old, lambda one: _written(one, kinds), lambda piece: _read(piece, kinds))


def armor_hint(kinds: Sequence[str]) -> str:
    """Return the hint on how to type armor."""
    example = "/".join(str(6 + 2 * place) for place in range(len(kinds)))
    by_name = f", or name them: {kinds[0]} 6" if kinds else ""
    return f"{example} (vest) is {', '.join(kinds)}{by_name}"


def _written(armor: Armor, kinds: Sequence[str]) -> str:
    """Return one piece of armor as typed; without values it is only the name."""
    return _joined(slashed(armor, kinds) or _pairs(armor, one_piece), one_piece(armor.name))


def _read(piece: str, kinds: Sequence[str]) -> Armor:
    """Read one piece of armor; raise BadArmorError."""
    found, pairs = LINE.fullmatch(piece), NAMED.fullmatch(piece)
    if found:
        numbers = found[1].split("/")
        if len(numbers) != len(kinds):
            raise BadArmorError("armor", f"“{piece}” needs {len(kinds)} values: {armor_hint(kinds)}")
        return Armor(values=dict(zip(kinds, map(_value, numbers), strict=True)), name=_bare(found[2] or found[3] or ""))
    if pairs:
        values = {_kind(word, kinds): _value(number) for word, number in PAIR.findall(pairs[1])}
        return Armor(values=values, name=_bare(pairs[2] or ""))
    if piece.startswith("(") and piece.endswith(")"):
        return Armor(name=_bare(piece))
    raise BadArmorError("armor", f"“{piece}” is not armor: {armor_hint(kinds)}")


def _value(digits: str) -> int:
    """Read the value of armor; raise BadArmorError if it is too large."""
    return read_amount(digits, "armor", BadArmorError)


def _kind(word: str, kinds: Sequence[str]) -> str:
    """Return a kind as the system spells it, given the whole word or its beginning; others are returned as typed."""
    return next((kind for kind in kinds if kind.casefold().startswith(word.casefold())), word)


def _bare(name: str) -> str:
    """Return a name without its brackets."""
    return name[1:-1].strip() if name.startswith("(") and name.endswith(")") else name


BOOK_VALUES = lazy_pattern(r"\s*([0-9]+(?:(?:\s*/\s*|\|)[0-9]+)*)(?![\w/])")
WORN = lazy_pattern(r"\s*(?P<name>[^\W\d_][^0-9()/,;:]{1,40}?)[\s:]*[(\[]?(?P<values>[0-9]+(?:/[0-9]+)+)[)\]]?\s*")
"""Armor with its name before its values: "Hardsuit 10/14"."""
WORN_ALONE = lazy_pattern(
    r"[^\W\d_][^0-9()/,;:\n]{0,40}?(?<![^\W_])"
    r"(?:(?:body|crash|smart|battle|hard|vac)?(?:armou?r|suit)|vest|shell|clothing|exoskeleton|hide|plating|skin)"
    r"[ :]{0,3}[(\[]?[0-9]{1,2}(?:[ ]?/[ ]?[0-9]{1,2}){1,2}[)\]]?(?![0-9/])",
    re.IGNORECASE,
)
"""Armor without a label, of which the name says what it is: "Light combat armor 8/6"."""
ADDED_UP = lazy_pattern(r"\s*(?P<name>[0-9][^=+\n]*\+[^=\n]*?)\s*=\s*(?P<values>[0-9]{1,4}(?:[ ]?/[ ]?[0-9]{1,4})*)\s*")
"""Pieces of armor with their sum: "6/6 (vest) + 2/2 (helmet) = 8/8"."""
LONGEST = len(str(MOST_AMOUNT))


class Protection(Struct, frozen=True):
    """The armor that was read, the spans that are not armor, and the doubts about it."""

    armor: tuple[Armor, ...] = ()
    left: tuple[TextSpan, ...] = ()
    doubts: tuple[str, ...] = ()


def read_book_armor(part: TextSpan, system: System) -> Protection:
    """Read the armor of a stat block; a single number applies to every kind of damage that the system has.

    The text after the first values is taken as the name, since it may limit the armor to a part of the body or to a
    condition.
    """
    kinds = kinds_of(system)
    by_name = _named_in_book(part, kinds)
    if by_name is not None:
        return by_name
    worn = WORN.fullmatch(part.text) or ADDED_UP.fullmatch(part.text)
    if worn is not None and max(map(len, worn["values"].split("/"))) <= LONGEST:
        values = _in_order(list(map(int, worn["values"].split("/"))), kinds)
        return (
            Protection((Armor(values=values, name=" ".join(worn["name"].split())),))
            if values
            else Protection(left=(part,))
        )
    found = BOOK_VALUES.match(part.text)
    numbers = [number.strip() for number in found[1].replace("|", "/").split("/")] if found else []
    if any(len(number) > LONGEST for number in numbers):
        return Protection(left=with_words(part), doubts=(f"Armor beyond {MOST_AMOUNT} is left in the notes",))
    values = _in_order(list(map(int, numbers)), kinds)
    if found is None or values is None:
        return Protection(left=() if is_nothing(part) else with_words(part))
    return Protection((Armor(values=values, name=part.cut(found.end()).unwrapped().words),))


def _named_in_book(part: TextSpan, kinds: Sequence[str]) -> Protection | None:
    """Read armor with a kind for each value, in any order: "Energy 6, Kinetic 12", "6E/12K", "6 (E) 12 (K)"."""
    kind = "|".join(f"{one}|{one[0]}" for one in kinds)
    before, behind = (
        rf"(?:{kind})\s*:?\s*[0-9]{{1,{LONGEST}}}",
        rf"[0-9]{{1,{LONGEST}}}\s*(?:\((?:{kind})\)|(?:{kind}))",
    )
    one = rf"(?:{before}|{behind})(?!\w)"
    found = re.match(rf"\s*{one}(?:[\s,;/]+{one})*(?!/)", part.text, re.IGNORECASE) if kinds else None
    pairs = re.findall(r"[0-9]+|[^\W\d_]+", found[0]) if found else []
    turned = pairs[1::2] if pairs[:1] and pairs[0].isdigit() else pairs[::2]
    numbers = [int(one) for one in pairs if one.isdigit()]
    values = {_kind(word, kinds): number for word, number in zip(turned, numbers, strict=True)}
    if found is None or len(numbers) != len(values) or not set(values) <= set(kinds):
        return None
    in_order = {one: values[one] for one in kinds if one in values}
    return Protection((Armor(values=in_order, name=part.cut(found.end()).unwrapped().words),))


MARKDOWN_ARMOR = lazy_pattern(r"([^()]*?)(?: ?\((.*)\))?", re.DOTALL)


def write_markdown_armor(armor: Armor, kinds: Sequence[str]) -> str:
    """Return one piece of armor in our Markdown: "6/12 (vest)", "Cut 5, Heat 2 (coat)"."""
    from gm_desk.core.notation.points import write_markdown_amount  # which reads damage as well

    known = {kind: kind for kind in kinds}
    values = slashed(armor, kinds) or ", ".join(
        write_markdown_amount(key, known, str(value)) for key, value in armor.values.items()
    )
    return _joined(values, spell(armor.name, ";") if armor.name else "") or NONE


def read_markdown_armor(text: str, kinds: Sequence[str]) -> Armor:
    """Read one piece of armor of our Markdown; a single number applies to every kind."""
    from gm_desk.core.notation.points import read_markdown_amount

    found = MARKDOWN_ARMOR.fullmatch(text)
    if found is None:
        raise BadArmorError("armor", f"“{bare(text)}” is not armor")
    name = bare(found[2] or "")
    if found[1] in {"", NONE}:
        return Armor(name=name)
    if not re.fullmatch(SLASHED, found[1]):
        known = {kind: kind for kind in kinds}
        pairs = (read_markdown_amount(part.text, known) for part in parts(found[1], ","))
        return Armor(values={key: read_markdown_number(value, MOST_AMOUNT) for key, value in pairs}, name=name)
    values = _in_order([_value(number) for number in found[1].split("/")], kinds)
    if values is None:
        raise BadArmorError("armor", f"“{bare(text)}” needs {len(kinds)} values")
    return Armor(values=values, name=name)
