"""A check that every word of a record is on the card or in its notes."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from gm_desk.core.characters.roster import Character
from gm_desk.core.notation.skill import OTHER_NAMES
from gm_desk.core.stat_blocks.account import BETWEEN, IGNORING, OF_ATTACKS, PIERCING, words_in
from gm_desk.core.tables.layout import LabelledCell

WITHOUT_WORDS = {"0", "x", "npc", "pc", "player", "players", "character", "bio", "synth", "yes", "no"}
"""Words of cells that no field repeats."""


def words_missing(character: Character, notes: str, cells: Sequence[tuple[LabelledCell, str]]) -> list[LabelledCell]:
    """Return the cells with a word that neither the character nor its notes have; each comes with its words."""
    said = {word for leaf in _leaves(msgspec.to_builtins(character)) for word in words_in(leaf)}
    said |= {word for other, name in OTHER_NAMES.items() if name.casefold() in said for word in words_in(other)}
    said |= {*words_in(notes), *BETWEEN, *OF_ATTACKS, *PIERCING, *IGNORING, *WITHOUT_WORDS}
    said |= {str(character.number), f"x{character.number}", f"{character.number}x"}
    checks = {str(value * 3) for value in character.stats.values()}
    return [one for one, text in cells if _is_missing(one, text, said, checks)]


def _is_missing(one: LabelledCell, text: str, said: set[str], checks: set[str]) -> bool:
    """Return whether a cell has a word that is not said."""
    meaning = one.heading.meaning
    words = set(words_in(text)) - said
    if meaning is not None and meaning.kind in {"aptitude", "group", "check"}:
        words -= checks
        words -= {word for word in words if word.isalpha() and meaning.kind == "group"}
    return bool(words)


def _leaves(value: Any) -> Iterator[str]:
    """Yield every text, number and key within plain data."""
    if isinstance(value, dict):
        inner: Iterable[Any] = (part for key, one in value.items() if key != "id" for part in (str(key), one))
    elif isinstance(value, list | tuple):
        inner = value
    else:
        yield str(value)
        return
    for one in inner:
        yield from _leaves(one)
