"""The ways in and out that the program has; each is imported when it is first gone."""

from collections.abc import Sequence
from pathlib import Path

from gm_desk.core.blocks.found import Pasted
from gm_desk.core.roster import Character, NewId
from gm_desk.core.systems.system import System
from gm_desk.model.ways import Stream, Ways


def real_ways() -> Ways:
    """Give the ways of the program."""
    return Ways(_read, _looks_like, _bring, _spell)


def _read(text: str, systems: Sequence[System], new_id: NewId, system: str = "") -> Pasted:
    from gm_desk.core.blocks.reading import read_blocks

    return read_blocks(text, systems, new_id, system)


def _looks_like(text: str) -> bool:
    from gm_desk.core.blocks.reading import looks_like_blocks

    return looks_like_blocks(text)


def _bring(path: Path, systems: Sequence[System], new_id: NewId) -> Stream:
    from gm_desk.store.bringing import bring

    return bring(path, systems, new_id)


def _spell(characters: Sequence[Character], system: System, shape: str) -> bytes:
    from gm_desk.store.sending import Shape, spelt

    return spelt(characters, system, Shape(shape))
