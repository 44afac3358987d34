"""Everybody of a roster and what they can roll, indexed by the words they are found with."""

from collections.abc import Callable, Iterator, Sequence
from heapq import nsmallest
from itertools import combinations
from typing import TypeVar

from msgspec import Struct

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.drafts.abilities import PLUS, TIMES, ability_of, with_fields
from gm_desk.core.drafts.draft import Ability, AbilityKind
from gm_desk.core.finder.lexicon import MOST_REMEMBERED, PREFIX, Lexicon
from gm_desk.core.systems.definition import Stat, System
from gm_desk.core.systems.protocol import Rules

UNTRAINED = 4


class Rollable(Struct, frozen=True):
    """Hold one thing to roll: `text` is what it is found by, and `cost` makes the unlikely come later."""

    text: str
    kind: AbilityKind
    key: str
    cost: int = 0


def numbers(system: System) -> list[Rollable]:
    """List the checks and resistances of a system, whoever has the numbers for them."""
    return [
        Rollable(_stat_text(stat, AbilityKind(section.rolled), system), AbilityKind(section.rolled), stat.key)
        for section in system.sections
        if section.rolled
        for stat in section.stats
    ]


def known(character: Character, of_system: Sequence[Rollable]) -> Iterator[Rollable]:
    """Walk over what a character has a number for: skills, checks, resistances and rep."""
    for skill in character.skills:
        yield Rollable(skill.name, AbilityKind.SKILL, skill.id)
    for number in of_system:
        if number.key in character.stats:
            yield number
    for network in character.rep:
        yield Rollable(f"{network}-rep rep", AbilityKind.REP, network)


def everything(character: Character, system: System, of_system: Sequence[Rollable]) -> list[Rollable]:
    """List all that a character can roll, with what is only defaulted and what is rarely asked for."""
    found = list(known(character, of_system))
    found += _multiples(character, system)
    stems = {skill.name.casefold().partition(":")[0] for skill in character.skills}
    for kind in system.skills:
        if kind.name.casefold() not in stems and system.defaultable(kind.name) and kind.aptitude in character.stats:
            found.append(Rollable(kind.name, AbilityKind.UNTRAINED, kind.name, UNTRAINED))
    return found


def _stat_text(stat: Stat, kind: AbilityKind, system: System) -> str:
    """Give the words of an aptitude's check: "COG Cognition check ×3"; of a resistance: "PhR resistance"."""
    if kind is AbilityKind.RESISTANCE:
        return f"{stat.key} {stat.name} resistance"
    return " ".join((f"{stat.key} {stat.name} check", *_times(stat.key, system.check)))


def _multiples(character: Character, system: System) -> Iterator[Rollable]:
    """Walk over the other aptitude tests of a system: other multiples, and sums of two."""
    owned = [aptitude for aptitude in system.aptitudes if aptitude in character.stats]
    for aptitude in owned:
        for factor in system.multiples:
            if factor != system.check:
                words = " ".join((aptitude, *_times(aptitude, factor)))
                yield Rollable(words, AbilityKind.CHECK, f"{aptitude}{TIMES}{factor}", UNTRAINED)
    for first, second in combinations(owned, 2) if system.sums else ():
        yield Rollable(f"{first}+{second} {second}+{first}", AbilityKind.CHECK, f"{first}{PLUS}{second}", UNTRAINED)


def _times(key: str, factor: int) -> tuple[str, ...]:
    """List the ways to write a multiple."""
    if factor < 1:
        return ()
    signs = ("×", "x", "*")
    return (*(f"{sign}{factor}" for sign in signs), *(f"{key}{sign}{factor}" for sign in signs))


MOST_PEOPLE, MOST_ROLLS = 12, 60
FIELD, MORE = -1, 3
"""What it costs to mean a field that the character lacks, and each word of it, beside what of theirs may be meant."""

Asked = tuple[str, ...]
_Answer = TypeVar("_Answer")


class RollableIndex:
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
