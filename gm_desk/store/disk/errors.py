"""The errors of the store: a file, the place in it, and what is wrong there."""

from pathlib import Path


class StoreError(Exception):
    """Say what is wrong with a file, and where in it.

    `path` is the file, `place` words the place inside it (empty when it is the whole file), `problem` is a clause
    without a full stop.
    """

    def __init__(self, path: Path, problem: str, place: str = "") -> None:
        """Keep the three apart, for whoever words the message."""
        super().__init__(f"{path}: {place}{': ' if place else ''}{problem}")
        self.path = path
        self.place = place
        self.problem = problem


class UnreadableFileError(StoreError):
    """A file cannot be read as what it should be; it is left as it is."""


class UnwritableFileError(StoreError):
    """A file could not be written; what it held before is still there."""


class UnfitRollError(UnwritableFileError):
    """A roll holds something that no log can hold; the others can be written."""


class HeldFileError(UnreadableFileError):
    """A file cannot be read now, because another program holds it."""
