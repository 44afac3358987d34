"""Everybody of a roster and what they can roll, made ready to be found by a few letters."""

from collections.abc import Callable, Sequence
from heapq import nsmallest
from typing import TypeVar

from gm_desk.core.choosing import ability_of
from gm_desk.core.draft import Ability
from gm_desk.core.roster import Character, Roster
from gm_desk.core.systems.face import Rules
from gm_desk.core.systems.system import System
from gm_desk.core.text.lexicon import MOST_REMEMBERED, PREFIX, Lexicon
from gm_desk.core.text.rollables import Rollable, everything, known, numbers
from gm_desk.core.untrained import with_fields

MOST_PEOPLE, MOST_ROLLS = 12, 60
FIELD, MORE = -1, 3
"""What it costs to mean a field that the character lacks, and each word of it, beside what of theirs may be meant."""

Asked = tuple[str, ...]
_Answer = TypeVar("_Answer")


class Book:
    """Hold a roster's names and abilities, listed once for each value of the roster."""

    def __init__(self, roster: Roster, system: System, rules: Rules) -> None:
        """List everybody."""
        self.roster, self.system, self.rules = roster, system, rules
        self.names = Lexicon(one.name for one in roster.characters)
        self._places = {one.id: place for place, one in enumerate(roster.characters)}
        self._owners: dict[str, list[int]] = {}
        self._numbers = numbers(system)
        for place, one in enumerate(roster.characters):
            for rollable in known(one, self._numbers):
                self._owners.setdefault(rollable.text, []).append(place)
        self.abilities = Lexicon(self._owners)
        self._named: dict[Asked, list[tuple[int, Character]]] = {}
        self._rolled: dict[Asked, list[tuple[int, Ability]]] = {}
        self._rollables: dict[str, tuple[list[Rollable], Lexicon]] = {}

    def character(self, character_id: str) -> Character | None:
        """Find a character by its id."""
        place = self._places.get(character_id)
        return None if place is None else self.roster.characters[place]

    def people(self, words: Sequence[str], favourite: str) -> list[tuple[int, Character]]:
        """List the characters whose name has every word, best first, with what it costs; a favourite wins ties."""
        return _remembered(self._named, (favourite, *words), lambda: self._people(words, favourite))

    def _people(self, words: Sequence[str], favourite: str) -> list[tuple[int, Character]]:
        found = nsmallest(
            MOST_PEOPLE,
            (
                (2 * cost - (self.roster.characters[place].id == favourite), len(self.names.words[place]), place)
                for place, cost in self.names.match(words).items()
            ),
        )
        return [(cost, self.roster.characters[place]) for cost, _, place in found]

    def owners(self, words: Sequence[str]) -> list[Character]:
        """List characters who have a number for what the words mean, the best found first, and not too many."""
        found = sorted((cost, place) for place, cost in self.abilities.match(words).items())
        texts = list(self._owners)
        places: list[int] = []
        for _, ability in found:
            places += self._owners[texts[ability]][: MOST_PEOPLE + 1]
            if len(places) > MOST_PEOPLE:
                break
        return [self.roster.characters[place] for place in dict.fromkeys(places)][:MOST_PEOPLE]

    def rolls(self, character: Character, words: Sequence[str]) -> list[tuple[int, Ability]]:
        """List what of a character's abilities the words mean, best first, with what it costs."""
        return _remembered(self._rolled, (character.id, *words), lambda: self._rolls(character, words))

    def _rolls(self, character: Character, words: Sequence[str]) -> list[tuple[int, Ability]]:
        rollables, lexicon = self.rollables(character)
        found = ((2 * (cost + rollables[at].cost), at) for at, cost in lexicon.match(words).items())
        made = ((cost, self.ability(character, rollables[at])) for cost, at in nsmallest(MOST_ROLLS, found))
        known = [(cost, ability) for cost, ability in made if ability is not None]
        least = known[0][0] if known else 0
        fields = with_fields(words, character, self.system)
        far = least + 2 * (FIELD + MORE * len(words))
        return known + [(far if whole else far + 2 * PREFIX, ability) for whole, ability in fields]

    def ability(self, character: Character, rollable: Rollable) -> Ability | None:
        """Make what is rolled."""
        return ability_of(character, self.system, rollable.kind, rollable.key)

    def rollables(self, character: Character) -> tuple[list[Rollable], Lexicon]:
        """List what a character can roll."""
        if character.id not in self._rollables:
            listed = everything(character, self.system, self._numbers)
            self._rollables[character.id] = (listed, Lexicon(one.text for one in listed))
        return self._rollables[character.id]


def _remembered(answers: dict[Asked, _Answer], asked: Asked, find: Callable[[], _Answer]) -> _Answer:
    """Return the answer to what was asked before, since a line asks the same in many ways; else find it."""
    if asked not in answers:
        if len(answers) > MOST_REMEMBERED:
            answers.clear()
        answers[asked] = find()
    return answers[asked]
