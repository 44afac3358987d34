"""Proof that a roster's file can be read again: its bytes are read back and compared before they are written.

Between two saves mostly one character changes, and one moment of a fight is added. Reading all others again would keep
Python from everything else for several milliseconds, and a save runs beside the window. So what has been proved of a
character or a moment is kept as a `Proof`, which proves as much for the next file:

- The bytes of the whole file are read back, not those of its parts: as JSON, with everything of a roster decoded and
  compared but the texts of its parts, which are cut out as they are.
- The text of a part is decoded and compared, unless it has exactly the bytes that were decoded before and were equal to
  this very object. The same bytes are decoded to the same value wherever they are in a file.
- The object must still be encoded as it was then, so that one that was changed in place is proved again.

A file with unknown or unread parts is always read back as a whole.
"""

from collections.abc import Iterator, Mapping
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw, Struct, structs

from gm_desk.core.characters.roster import FORMAT, Character, Roster
from gm_desk.core.scenes.scene import MOST_PAST, Moment, Scene
from gm_desk.store.disk.files import MOST_MARKS, UnreadableFileError, is_deep, marks_in
from gm_desk.store.rosters.checks import refuse_bad_character, refuse_bad_roster
from gm_desk.store.rosters.files import EXTRA, UNPROVED, encode_plain, encode_proved

GAP = b"4611686018427387905"
"""The number that stands for a part while the rest is encoded; a roster that has it itself is read as a whole."""
MOST_KEPT = 4_000
"""The most parts of which texts are kept, about 15 MB; the proof of more would take much memory."""

Part = Character | Moment


class PartText(Struct, frozen=True, gc=False):
    """A part of a roster and its text in a file, with the part as JSON in one line and the number of marks."""

    part: Part
    encoded: bytes
    text: bytes
    marks: int


class Proof(Struct, frozen=True, gc=False):
    """The parts in a roster of a system whose texts were decoded and are equal to them, by the identity of the part."""

    system: str
    parts: Mapping[int, PartText]


class ProvedContent(Struct, frozen=True, gc=False):
    """The bytes of a roster's file, which were read back, and the proof for the next file."""

    content: bytes
    proof: Proof | None = None


class _SceneInParts(Scene, frozen=True, kw_only=True, omit_defaults=True):
    """A scene in a file, with its moments as text."""

    past: Annotated[tuple[Raw, ...], Meta(max_length=MOST_PAST)] = ()  # type: ignore[assignment]  # instead of moments
    ahead: Annotated[tuple[Raw, ...], Meta(max_length=MOST_PAST)] = ()  # type: ignore[assignment]  # instead of moments


class _RosterInParts(Roster, frozen=True, kw_only=True):
    """A roster in a file, with the texts of its parts."""

    characters: tuple[Raw, ...] = ()  # type: ignore[assignment]  # instead of characters
    scenes: tuple[_SceneInParts, ...] = ()


def prove(roster: Roster, path: Path, proof: Proof | None = None) -> ProvedContent:
    """Return the bytes of a roster's file, after reading them back and comparing; `proof` is that of an earlier file.

    Raise UnwritableFileError, which names `path`, if they differ.
    """
    return _proved_in_parts(roster, path, proof) or ProvedContent(encode_proved(roster, path))


def proof_of(roster: Roster, path: Path) -> Proof | None:
    """Return the proof of a roster for its first save; None if all of it will be read back in any case."""
    proved = _proved_in_parts(roster, path, None)
    return None if proved is None else proved.proof


def _proved_in_parts(roster: Roster, path: Path, proof: Proof | None) -> ProvedContent | None:
    """Return the bytes of a roster, of which only what is not proved is decoded; None if all of it has to be."""
    parts: list[Part] = [*roster.characters, *chain.from_iterable((*one.past, *one.ahead) for one in roster.scenes)]
    if roster.unread or roster.extra or len(parts) > MOST_KEPT:
        return None
    known = {} if proof is None or proof.system != roster.system else proof.parts
    try:
        texts = [_text_of(one, known.get(id(one))) for one in parts]
        content = _file_of(roster, texts)
        if content is None or not _reads_back(content, roster, texts, known, path):
            return None
    except (ValueError, RecursionError, UnreadableFileError):
        return None
    return ProvedContent(content, Proof(roster.system, {id(one.part): one for one in texts}))


def _text_of(part: Part, known: PartText | None) -> PartText:
    """Return the text of a part: the known one if it is that of this very object, which has not changed.

    Raise ValueError if it has unknown keys.
    """
    encoded = msgspec.json.encode(part)
    if known is not None and known.part is part and known.encoded == encoded:
        return known
    if EXTRA in encoded:
        raise ValueError(UNPROVED)
    indent = b"\n" + b" " * _depth(part)
    text = msgspec.json.format(encoded, indent=1).replace(b"\n", indent)
    return PartText(part, encoded, text, marks_in(text))


def _depth(part: Part) -> int:
    """Return the number of objects and lists around a part in a file."""
    return 2 if isinstance(part, Character) else 4


def _file_of(roster: Roster, texts: list[PartText]) -> bytes | None:
    """Return the bytes of a file with these parts, or None if the rest has unknown keys, or it has too many values."""
    scenes = tuple(structs.replace(one, past=_gaps(one.past), ahead=_gaps(one.ahead)) for one in roster.scenes)
    bare = encode_plain(structs.replace(roster, scenes=scenes), _gaps(roster.characters))
    rest = msgspec.json.format(bare, indent=1) + b"\n"
    between = rest.split(GAP)
    if len(between) != len(texts) + 1 or EXTRA in rest:
        return None
    if marks_in(rest) + sum(one.marks for one in texts) > MOST_MARKS:
        return None
    return b"".join(chain.from_iterable(zip_longest(between, (one.text for one in texts), fillvalue=b"")))


def _gaps(parts: tuple[Part, ...]) -> tuple[Raw, ...]:
    return (Raw(GAP),) * len(parts)


def _reads_back(
    content: bytes, roster: Roster, texts: list[PartText], known: Mapping[int, PartText], path: Path
) -> bool:
    """Return whether bytes are those of a roster; raise UnreadableFileError for values that are refused together."""
    read = msgspec.json.decode(content, type=_RosterInParts)
    raws = chain(read.characters, *((*one.past, *one.ahead) for one in read.scenes))
    parts = (_read_part(raw, one, known) for raw, one in zip(raws, texts, strict=True))
    characters = tuple(islice(parts, len(read.characters)))
    scenes = tuple(_with_moments(one, parts) for one in read.scenes)
    whole = Roster(**{**_values(read, Roster), "characters": characters, "scenes": scenes})
    if whole.format != FORMAT or is_deep({"house": whole.house}):
        return False
    refuse_bad_roster(whole, path)
    for number, one in enumerate(whole.characters, 1):
        if id(one) not in known:
            refuse_bad_character(one, number, roster.system, path)
    return whole == roster


def _read_part(raw: Raw, written: PartText, known: Mapping[int, PartText]) -> Part:
    """Return a part as it is read from a file; raise ValueError if it has another text there than the one written."""
    if bytes(raw) != written.text:
        raise ValueError(UNPROVED)
    part = written.part
    return part if known.get(id(part)) is written else msgspec.json.decode(written.text, type=type(part))


def _with_moments(read: _SceneInParts, parts: Iterator[Part]) -> Scene:
    """Return a scene with the next parts as its moments."""
    past, ahead = (tuple(islice(parts, len(texts))) for texts in (read.past, read.ahead))
    return Scene(**{**_values(read, Scene), "past": past, "ahead": ahead})


def _values(read: Struct, kind: type[Struct]) -> dict[str, Any]:
    """Return the fields of a type with their values in a structure of a derived type."""
    return {name: getattr(read, name) for name in kind.__struct_fields__}
