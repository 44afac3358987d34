"""Portraits and pictures for the players, named by the hash of their bytes: each is stored once and never changed."""

import re
from pathlib import Path

from gm_desk.store.disk.files import UnreadableFileError, bounded_bytes, write_atomically

MOST_BYTES = 10 * 1024 * 1024
"""In bytes, of a chosen picture before it is reduced."""
MOST_KEPT_BYTES = 1024 * 1024
"""In bytes, of a portrait: 256 × 256 pixels without compression are a quarter of this."""
MOST_PICTURE_BYTES = 20 * 1024 * 1024
"""In bytes, of a picture for the players: 2048 × 2048 pixels without compression are 16 MiB."""


def is_hash(text: str) -> bool:
    """Return whether a text is the SHA-256 of a portrait, in hex; no other path is ever opened."""
    return re.fullmatch(r"[0-9a-f]{64}", text) is not None


def hash_of(content: bytes) -> str:
    """Return the name of a portrait with these bytes."""
    import hashlib

    return hashlib.sha256(content).hexdigest()


def portrait_path(folder: Path, portrait: str) -> Path | None:
    """Return the file of a portrait, or None for an invalid hash."""
    return folder / f"{portrait}.png" if is_hash(portrait) else None


def keep_portrait(folder: Path, content: bytes) -> str:
    """Store the bytes of a PNG, if they are not stored yet, and return their hash; raise UnwritableFileError."""
    portrait = hash_of(content)
    if read_portrait(folder, portrait, MOST_PICTURE_BYTES) is None:
        write_atomically(folder / f"{portrait}.png", content)
    return portrait


def read_portrait(folder: Path, portrait: str, most: int = MOST_KEPT_BYTES) -> bytes | None:
    """Return the bytes of a portrait, or None if it is missing, too large or does not match its hash."""
    path = portrait_path(folder, portrait)
    if path is None:
        return None
    try:
        content = bounded_bytes(path, most)
    except UnreadableFileError:
        return None
    return content if hash_of(content) == portrait else None


def read_picture(path: Path) -> bytes:
    """Return the bytes of a chosen picture; raise UnreadableFileError if it is not a file, or too large."""
    if "\0" in str(path):
        raise UnreadableFileError(path, "it is not a file")
    return bounded_bytes(path, MOST_BYTES)
