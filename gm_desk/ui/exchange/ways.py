"""The ways in and out that the program has; each is imported when it is first gone."""

from collections.abc import Sequence
from pathlib import Path

from gm_desk.core.characters.roster import Character, NewId
from gm_desk.core.stat_blocks.source import Pasted
from gm_desk.core.systems.definition import System
from gm_desk.model.exchange.ways import ExchangeWays, Stream


def real_ways() -> ExchangeWays:
    """Give the ways of the program."""
    return ExchangeWays(_read, _looks_like, _bring, _spell)


def _read(text: str, systems: Sequence[System], new_id: NewId, system: str = "") -> Pasted:
    from gm_desk.core.stat_blocks.reading import read_blocks

    return read_blocks(text, systems, new_id, system)


def _looks_like(text: str) -> bool:
    from gm_desk.core.stat_blocks.reading import looks_like_blocks

    return looks_like_blocks(text)


def _bring(path: Path, systems: Sequence[System], new_id: NewId) -> Stream:
    from gm_desk.store.exchange.importing import bring

    return bring(path, systems, new_id)


def _spell(characters: Sequence[Character], system: System, shape: str) -> bytes:
    from gm_desk.store.exchange.exporting import ExportFormat, spelt

    return spelt(characters, system, ExportFormat(shape))
