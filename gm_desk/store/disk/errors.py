"""The errors of the store: file, place in it, and problem."""

from pathlib import Path


class StoreError(Exception):
    """A file cannot be read or written.

    `path` is the file, `place` the place in it as text ("" for the whole file), `problem` a clause without a full stop.
    """

    def __init__(self, path: Path, problem: str, place: str = "") -> None:
        """Store the parts separately, so that ui can write the message."""
        super().__init__(f"{path}: {place}{': ' if place else ''}{problem}")
        self.path = path
        self.place = place
        self.problem = problem


class UnreadableFileError(StoreError):
    """A file cannot be read as the expected kind; it is not changed."""


class UnwritableFileError(StoreError):
    """A file could not be written; its old content is unchanged."""


class UnfitRollError(UnwritableFileError):
    """A roll has values that cannot be stored; the others can be written."""


class HeldFileError(UnreadableFileError):
    """A file cannot be read now because another program has locked it."""
