"""Portraits: small pictures kept by the hash of their bytes, so that each is there once and none is changed."""

import re
from pathlib import Path

from gm_desk.store.disk.errors import UnreadableFileError
from gm_desk.store.disk.files import bounded_bytes, write_atomically

MOST_BYTES = 10 * 1024 * 1024
"""Of a picture that is chosen, before it is made small."""
MOST_KEPT_BYTES = 1024 * 1024
"""Of a portrait: 256 × 256 pixels without any compression are a quarter of this."""


def is_hash(text: str) -> bool:
    """Tell whether a text is the SHA-256 of a portrait, in hex; nothing else is ever looked for on the disk."""
    return re.fullmatch(r"[0-9a-f]{64}", text) is not None


def hash_of(content: bytes) -> str:
    """Give the name under which bytes are kept."""
    import hashlib

    return hashlib.sha256(content).hexdigest()


def portrait_path(folder: Path, portrait: str) -> Path | None:
    """Give the file of a portrait; None for what is no hash."""
    return folder / f"{portrait}.png" if is_hash(portrait) else None


def keep_portrait(folder: Path, content: bytes) -> str:
    """Keep the bytes of a small PNG, unless they are kept already, and give their hash; raises UnwritableFileError."""
    portrait = hash_of(content)
    if read_portrait(folder, portrait) is None:
        write_atomically(folder / f"{portrait}.png", content)
    return portrait


def read_portrait(folder: Path, portrait: str) -> bytes | None:
    """Read a portrait; None where there is none, or where its bytes are not those that its name promises."""
    path = portrait_path(folder, portrait)
    if path is None:
        return None
    try:
        content = bounded_bytes(path, MOST_KEPT_BYTES)
    except UnreadableFileError:
        return None
    return content if hash_of(content) == portrait else None


def read_picture(path: Path) -> bytes:
    """Read a picture's file to make a portrait of; raises UnreadableFileError for what is no file, or too large."""
    if "\0" in str(path):
        raise UnreadableFileError(path, "it is not a file")
    return bounded_bytes(path, MOST_BYTES)
