"""Names found by a few letters of their words: begun, contained, run together or misspelt."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

COMPLETE, EXACT, PREFIX, INSIDE, RUN_TOGETHER, MISSPELT = -2, 0, 2, 6, 8, 100
"""What a word costs by how it was found; a name found with all its words costs less than nothing."""

ALIKE, NEAR, NEAR_IF_SHORT = 0.65, 0.5, 0.39
"""How alike words must be to be taken for each other, and to be offered instead; short ones need not be as much."""

SHORTEST_MISSPELT, LONGEST_SHORT = 3, 4
MOST_REMEMBERED = 400
BREAKS = str.maketrans(dict.fromkeys(":·,;", " "))

Costs = Mapping[int, int]


def words_of(text: str) -> list[str]:
    """Split a name, or what was typed, into the words it is compared by."""
    return text.casefold().translate(BREAKS).split()


def warm_up() -> None:
    """Load what compares words, before it is needed in a hurry."""
    from rapidfuzz import process  # noqa: F401 - loaded, not used
    from rapidfuzz.distance import OSA  # noqa: F401


class Lexicon:
    """Find names by their places in a list; equal words of many names are compared once."""

    def __init__(self, names: Iterable[str]) -> None:
        """Take the names in their order."""
        self.words = [words_of(name) for name in names]
        self._places: dict[str, list[int]] = defaultdict(list)
        for place, words in enumerate(self.words):
            for word in words:
                self._places[word].append(place)
        self._remembered: dict[str, Costs] = {}

    def match(self, words: Sequence[str]) -> dict[int, int]:
        """Give the names in which every word is found, each with what that costs."""
        if not words:
            return {}
        first, *others = sorted((self._of_word(word) for word in words), key=len)
        found = dict(first)
        for costs in others:
            found = {place: cost + costs[place] for place, cost in found.items() if place in costs}
        whole = sorted(words)
        return {
            place: COMPLETE if cost == EXACT and sorted(self.words[place]) == whole else cost
            for place, cost in found.items()
        }

    def holds(self, word: str) -> bool:
        """Tell whether a word stands in a name as it is, or begins one."""
        return any(part.startswith(word) for part in self._places)

    def nearest(self, words: Sequence[str], most: int = 3) -> list[int]:
        """List the names that are most like the words, however little."""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        likeness: dict[int, float] = {}
        for word in words:
            least = NEAR_IF_SHORT if len(word) <= LONGEST_SHORT else NEAR
            for part, score, _ in process.extract(
                word, list(self._places), scorer=OSA.normalized_similarity, score_cutoff=least, limit=most
            ):
                for place in self._places[part]:
                    likeness[place] = max(score, likeness.get(place, 0))
        return sorted(likeness, key=lambda place: (-likeness[place], place))[:most]

    def _of_word(self, word: str) -> Costs:
        """Find one word, and remember what was found while more is typed."""
        if word not in self._remembered:
            if len(self._remembered) > MOST_REMEMBERED:
                self._remembered.clear()
            self._remembered[word] = self._literal(word) or self._run_together(word) or self._misspelt(word)
        return self._remembered[word]

    def _literal(self, word: str) -> Costs:
        """Find the names in which a word stands, begins one, or is part of one."""
        costs: dict[int, int] = {}
        for part, places in self._places.items():
            cost = EXACT if part == word else PREFIX if part.startswith(word) else INSIDE
            if cost == INSIDE and (word not in part or not (len(word) > 1 or word.isdigit())):
                continue
            for place in places:
                costs[place] = min(cost, costs.get(place, cost))
        return costs

    def _run_together(self, word: str) -> Costs:
        """Find the names whose words begin as the word goes on: "trimo" for "Triad mook", "lq" for "Lao Qing"."""
        if len(word) < 2:  # noqa: PLR2004 - one letter is no two words
            return {}
        return {place: RUN_TOGETHER for place, parts in enumerate(self.words) if _runs(word, parts)}

    def _misspelt(self, word: str) -> Costs:
        """Find the names with a word that is nearly the same."""
        if len(word) < SHORTEST_MISSPELT:
            return {}
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        costs: dict[int, int] = {}
        for part, score, _ in process.extract(
            word, list(self._places), scorer=OSA.normalized_similarity, score_cutoff=ALIKE, limit=None
        ):
            if len(word) == SHORTEST_MISSPELT and part[0] != word[0]:
                continue
            for place in self._places[part]:
                costs[place] = min(MISSPELT + int(20 * (1 - score)), costs.get(place, 2 * MISSPELT))
        return costs


def _runs(word: str, parts: Sequence[str]) -> bool:
    """Tell whether a word is made of the first letters of two or more words that follow each other."""
    return any(_goes_on(word, parts[start:], 0) for start in range(len(parts) - 1) if parts[start][0] == word[0])


def _goes_on(word: str, parts: Sequence[str], used: int) -> bool:
    if not word:
        return used > 1
    if not parts:
        return False
    longest = min(len(word), len(parts[0]))
    return any(
        parts[0].startswith(word[:size]) and _goes_on(word[size:], parts[1:], used + 1)
        for size in range(longest, 0, -1)
    )
