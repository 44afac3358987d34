"""Fuzzy search for names: by prefix, substring, initials of several words, or with misspellings."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from gm_desk.core.wording.phrases import one_line

COMPLETE, EXACT, PREFIX, INSIDE, RUN_TOGETHER, MISSPELT = -2, 0, 2, 6, 8, 100
"""The cost of a word by how it was found; a name that matches completely has a negative cost."""

ALIKE, NEAR, NEAR_IF_SHORT = 0.65, 0.5, 0.39
"""The similarity at which words match, and at which they are suggested; it is lower for short words."""

SHORTEST_MISSPELT, LONGEST_SHORT = 3, 4
SPELT = frozenset({"rep"})
"""Words that are close to others but are spelt as they are meant: "rep" is not REF."""
LONGEST_RUN, MOST_RUN = 32, 12
"""Limits of the search for words run together: characters typed, and words of a name."""
MOST_REMEMBERED = 400
BREAKS = str.maketrans(dict.fromkeys(":·,;", " "))

Costs = Mapping[int, int]


def words_of(text: str) -> list[str]:
    """Split a name or a typed text into the words by which it is compared."""
    return text.casefold().translate(BREAKS).split()


def warm_up() -> None:
    """Import the fuzzy matcher and the odds of contests in advance, so that the first search is not slow."""
    from rapidfuzz import process  # noqa: F401 - loaded, not used
    from rapidfuzz.distance import OSA  # noqa: F401

    from gm_desk.core.systems import contests  # noqa: F401


class Lexicon:
    """An index of names, searched by words; a word that occurs in many names is compared only once."""

    def __init__(self, names: Iterable[str]) -> None:
        """Index names in their order; of a very long name only the beginning is indexed."""
        self.words = [words_of(one_line(name)) for name in names]
        self._places: dict[str, list[int]] = defaultdict(list)
        for place, words in enumerate(self.words):
            for word in words:
                self._places[word].append(place)
        self._remembered: dict[str, Costs] = {}

    def match(self, words: Sequence[str]) -> dict[int, int]:
        """Return the positions of the names that match every word, each with its cost."""
        if not words:
            return {}
        often = Counter(words)
        (first, times), *others = sorted(((self._of_word(word), often[word]) for word in often), key=_size)
        found = {place: times * cost for place, cost in first.items()}
        for costs, times in others:
            found = {place: cost + times * costs[place] for place, cost in found.items() if place in costs}
        return {
            place: COMPLETE if cost == EXACT and self._is_whole(place, words) else cost for place, cost in found.items()
        }

    def holds(self, word: str) -> bool:
        """Return whether a word is a word of some name, or the beginning of one."""
        return any(part.startswith(word) for part in self._places)

    def nearest(self, words: Sequence[str], most: int = 3) -> list[int]:
        """Return the positions of the names most similar to the words, at most `most` of them."""
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

    def _is_whole(self, place: int, words: Sequence[str]) -> bool:
        """Return whether a name consists of nothing but these words."""
        known = self.words[place]
        return len(known) == len(words) and sorted(known) == sorted(words)

    def _of_word(self, word: str) -> Costs:
        """Return the matches of one word; they are cached while the user goes on typing."""
        if word not in self._remembered:
            if len(self._remembered) > MOST_REMEMBERED:
                self._remembered.clear()
            self._remembered[word] = self._literal(word) or self._run_together(word) or self._misspelt(word)
        return self._remembered[word]

    def _literal(self, word: str) -> Costs:
        """Return the names that contain a word: as a word, as the beginning of one, or within one."""
        costs: dict[int, int] = {}
        inside = len(word) > 1 or word.isdigit()
        for part, places in self._places.items():
            if word not in part:
                continue
            cost = EXACT if part == word else PREFIX if part.startswith(word) else INSIDE
            if cost == INSIDE and not inside:
                continue
            for place in places:
                costs[place] = min(cost, costs.get(place, cost))
        return costs

    def _run_together(self, word: str) -> Costs:
        """Return the names whose words begin with parts of a word: "trimo" for "Triad mook", "lq" for "Lao Qing"."""
        if not 2 <= len(word) <= LONGEST_RUN:  # noqa: PLR2004 - one letter is no two words
            return {}
        letters, words = _places_of(word), self.words
        begun = {place for part, places in self._places.items() if part[0] == word[0] for place in places}
        return {
            place: RUN_TOGETHER
            for place in sorted(begun)
            if len(words[place]) > 1 and _runs(word, letters, words[place][:MOST_RUN])
        }

    def _misspelt(self, word: str) -> Costs:
        """Return the names with a word that is similar."""
        if len(word) < SHORTEST_MISSPELT or word in SPELT:
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


def _size(found: tuple[Costs, int]) -> int:
    """Return the number of names that match a word."""
    return len(found[0])


def _places_of(word: str) -> dict[str, int]:
    """Return the positions of each character in a word, as the bits of a number."""
    places: dict[str, int] = {}
    for place, letter in enumerate(word):
        places[letter] = places.get(letter, 0) | 1 << place
    return places


def _runs(word: str, letters: Mapping[str, int], parts: Iterable[str]) -> bool:
    """Return whether a word is made of the beginnings of two or more consecutive words.

    A bit of `one` is a position in the word that can be reached with characters of the current part alone, a bit of
    `more` one that needs earlier parts as well; each character is thus looked at once, however many combinations there
    are.
    """
    end = 1 << len(word)
    one = more = 0
    for part in parts:
        begun, going = 1, one | more
        one = more = 0
        for letter in part:
            here = letters.get(letter, 0)
            begun, going = (begun & here) << 1, (going & here) << 1
            if not begun and not going:
                break
            one |= begun
            more |= going
        if more & end:
            return True
    return False
