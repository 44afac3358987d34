"""What may be over in a moment is not told at once."""

from collections.abc import Callable, Mapping


class Doubts:
    """Give whoever is changing a file time to finish, and tell what lasts; one doubt at a time."""

    def __init__(self, patience: Mapping[str, int], tell: Callable[[str, str], object]) -> None:
        """Doubt nothing; `patience` is how often each doubt is met before it is told, by its source."""
        self._patience = patience
        self._tell = tell
        self._source = ""
        self._times = 0

    def meet(self, source: str, words: str) -> None:
        """Meet a doubt, once more or for the first time."""
        if source != self._source:
            self.end()
        self._source = source
        self._times += 1
        if self._times == self._patience[source]:
            self._tell(source, words)

    def end(self) -> None:
        """Doubt nothing any more."""
        if self._source and self._times >= self._patience[self._source]:
            self._tell(self._source, "")
        self._source, self._times = "", 0
