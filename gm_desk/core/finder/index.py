"""An index of a roster: its characters and what they can roll, by the words of their names."""

from collections.abc import Callable, Container, Iterator, Sequence
from heapq import nsmallest
from itertools import combinations
from typing import Any, TypeVar

from msgspec import Struct

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.abilities import PLUS, TIMES, ability_for, ability_of, with_fields
from gm_desk.core.drafts.draft import Ability, AbilityKind
from gm_desk.core.finder.lexicon import MOST_REMEMBERED, PREFIX, Lexicon
from gm_desk.core.finder.meanings import LineMeanings
from gm_desk.core.systems.definition import Stat, System
from gm_desk.core.systems.protocol import Rules

UNTRAINED, ATTACK = 4, 1
"""The costs of what is rolled rarely, and of an attack compared with a skill that matches as well."""


class Rollable(Struct, frozen=True):
    """Something that can be rolled: `text` is searched, and a higher `cost` ranks it lower.

    `attack` is set if the key is the id of an attack.
    """

    text: str
    kind: AbilityKind
    key: str
    cost: int = 0
    attack: bool = False


class FoundRoll(Struct, frozen=True):
    """An ability that words may name, with its cost, and the attack that is made with it, if any."""

    cost: int
    ability: Ability
    attack: Attack | None = None


def checks_and_resistances(system: System) -> list[Rollable]:
    """Return the checks and resistances of a system, whether or not any character has values for them."""
    return [
        Rollable(_stat_text(stat, AbilityKind(section.rolled), system), AbilityKind(section.rolled), stat.key)
        for section in system.sections
        if section.rolled
        for stat in section.stats
    ]


def abilities_with_values(character: Character, of_system: Sequence[Rollable]) -> Iterator[Rollable]:
    """Yield what a character has a value for: attacks, skills, checks, resistances and rep."""
    for attack in character.attacks:
        yield Rollable(attack.name, AbilityKind.BARE, attack.id, ATTACK, attack=True)
    for skill in character.skills:
        yield Rollable(skill.name, AbilityKind.SKILL, skill.id)
    for number in of_system:
        if number.key in character.stats:
            yield number
    for network in character.rep:
        yield Rollable(f"{network}-rep rep", AbilityKind.REP, network)


def rarely(owned: Container[str], stems: Container[str], system: System) -> list[Rollable]:
    """Return what those with some stats can roll besides what they know: rarely used checks, and defaulted skills.

    `stems` are the skills they have, in lower case and without their fields.
    """
    untrained = [
        Rollable(kind.name, AbilityKind.UNTRAINED, kind.name, UNTRAINED)
        for kind in system.skills
        if kind.name.casefold() not in stems and system.defaultable(kind.name) and kind.aptitude in owned
    ]
    return [*_multiples(owned, system), *untrained]


def _stat_text(stat: Stat, kind: AbilityKind, system: System) -> str:
    """Return the text of a check or resistance: "COG Cognition check ×3", "PhR resistance"."""
    if kind is AbilityKind.RESISTANCE:
        return f"{stat.key} {stat.name} resistance"
    return " ".join((f"{stat.key} {stat.name} check", *_times(stat.key, system.check)))


def _multiples(stats: Container[str], system: System) -> Iterator[Rollable]:
    """Yield the other aptitude tests of a system: other multiples, and sums of two aptitudes."""
    owned = [aptitude for aptitude in system.aptitudes if aptitude in stats]
    for aptitude in owned:
        for factor in system.multiples:
            if factor != system.check:
                words = " ".join((aptitude, *_times(aptitude, factor)))
                yield Rollable(words, AbilityKind.CHECK, f"{aptitude}{TIMES}{factor}", UNTRAINED)
    for first, second in combinations(owned, 2) if system.sums else ():
        yield Rollable(f"{first}+{second} {second}+{first}", AbilityKind.CHECK, f"{first}{PLUS}{second}", UNTRAINED)


def _times(key: str, factor: int) -> tuple[str, ...]:
    """Return the spellings of a multiple."""
    if factor < 1:
        return ()
    signs = ("×", "x", "*")
    return (*(f"{sign}{factor}" for sign in signs), *(f"{key}{sign}{factor}" for sign in signs))


MOST_PEOPLE, MOST_ROLLS = 12, 60
FIELD, MORE = -1, 3
"""The cost of a field that the character lacks, and of each word of it, compared with what they have."""

Asked = tuple[str, ...]
_Answer = TypeVar("_Answer")
_Asked = TypeVar("_Asked", bound=tuple[object, ...])


class RollableIndex:
    """The names and abilities of a roster, indexed once for each value of the roster."""

    def __init__(self, roster: Roster, system: System, rules: Rules) -> None:
        """Index all characters."""
        self.roster, self.system, self.rules = roster, system, rules
        self.names = Lexicon(one.name for one in roster.characters)
        self._places = {one.id: place for place, one in enumerate(roster.characters)}
        self._owners: dict[str, list[int]] = {}
        self._numbers = checks_and_resistances(system)
        for place, one in enumerate(roster.characters):
            for rollable in abilities_with_values(one, self._numbers):
                self._owners.setdefault(rollable.text, []).append(place)
        self.abilities = Lexicon(self._owners)
        self._named: dict[Asked, list[tuple[int, Character]]] = {}
        self._rolled: dict[Asked, list[FoundRoll]] = {}
        self._rollables: dict[str, tuple[list[Rollable], Lexicon]] = {}
        self._lexicons: dict[Asked, Lexicon] = {}
        self._before_comma: dict[Asked, LineMeanings] = {}
        self._circumstances: tuple[object, ...] = ()
        self._kept: dict[tuple[object, ...], Any] = {}

    def character(self, character_id: str) -> Character | None:
        """Return the character with an id, or None."""
        place = self._places.get(character_id)
        return None if place is None else self.roster.characters[place]

    def people(self, words: Sequence[str], favourite: str) -> list[tuple[int, Character]]:
        """Return the characters whose names contain every word, best first, with its cost; a favourite wins ties."""
        return _cached(self._named, (favourite, *words), lambda: self._people(words, favourite))

    def _people(self, words: Sequence[str], favourite: str) -> list[tuple[int, Character]]:
        found = nsmallest(
            MOST_PEOPLE,
            (
                (2 * cost - (self.roster.characters[place].id == favourite), len(self.names.words[place]), place)
                for place, cost in self.names.match(words).items()
            ),
        )
        return [(cost, self.roster.characters[place]) for cost, _, place in found]

    def kept(self, asked: tuple[object, ...], find: Callable[[], _Answer]) -> _Answer:
        """Return what many tests of a line ask of the same roster and system, and is found once."""
        found: _Answer = _cached(self._kept, asked, find)
        return found

    def before_comma(
        self, words: Asked, circumstances: tuple[object, ...], read: Callable[[], LineMeanings]
    ) -> LineMeanings:
        """Return the meanings of what is typed before a comma, which are read once in the same circumstances."""
        if circumstances != self._circumstances:
            self._circumstances = circumstances
            self._before_comma.clear()
        return _cached(self._before_comma, words, read)

    def owners(self, words: Sequence[str]) -> list[Character]:
        """Return the characters with a value for the ability that the words name, best first, up to a limit."""
        found = sorted((cost, place) for place, cost in self.abilities.match(words).items())
        texts = list(self._owners)
        places: list[int] = []
        for _, ability in found:
            places += self._owners[texts[ability]][: MOST_PEOPLE + 1]
            if len(places) > MOST_PEOPLE:
                break
        return [self.roster.characters[place] for place in dict.fromkeys(places)][:MOST_PEOPLE]

    def rolls(self, character: Character, words: Sequence[str]) -> list[FoundRoll]:
        """Return the abilities of a character that the words may name, best first, each with its cost."""
        return _cached(self._rolled, (character.id, *words), lambda: self._rolls(character, words))

    def _rolls(self, character: Character, words: Sequence[str]) -> list[FoundRoll]:
        rollables, lexicon = self.rollables(character)
        matched = self.kept((id(lexicon), *words), lambda: lexicon.match(words))
        found = ((2 * (cost + rollables[at].cost), at) for at, cost in matched.items())
        made = (self.found(character, rollables[at], cost) for cost, at in nsmallest(MOST_ROLLS, found))
        named = [one for one in made if one is not None]
        least = named[0].cost if named else 0
        fields = with_fields(words, character, self.system)
        far = least + 2 * (FIELD + MORE * len(words))
        return named + [FoundRoll(far if whole else far + 2 * PREFIX, ability) for whole, ability in fields]

    def found(self, character: Character, rollable: Rollable, cost: int = 0) -> FoundRoll | None:
        """Return the ability for an entry of the index and its attack, or None if the character cannot roll it."""
        if not rollable.attack:
            ability = ability_of(character, self.system, rollable.kind, rollable.key)
            return None if ability is None else FoundRoll(cost, ability)
        attack = next((one for one in character.attacks if one.id == rollable.key), None)
        ability = None if attack is None else ability_for(attack, character, self.system)
        return None if ability is None else FoundRoll(cost, ability, attack)

    def rollables(self, character: Character) -> tuple[list[Rollable], Lexicon]:
        """Return what a character can roll, with a lexicon of the texts, which those who roll the same share."""
        if character.id not in self._rollables:
            owned = frozenset(character.stats)
            stems = frozenset(skill.name.casefold().partition(":")[0] for skill in character.skills)
            listed = list(abilities_with_values(character, self._numbers))
            listed += self.kept((rarely, owned, stems), lambda: rarely(owned, stems, self.system))
            texts = tuple(one.text for one in listed)
            if texts not in self._lexicons:
                self._lexicons[texts] = Lexicon(texts)
            self._rollables[character.id] = (listed, self._lexicons[texts])
        return self._rollables[character.id]


def _cached(answers: dict[_Asked, _Answer], asked: _Asked, find: Callable[[], _Answer]) -> _Answer:
    """Return the cached answer to a question, or find it; the readings of a line ask the same questions repeatedly."""
    if asked not in answers:
        if len(answers) > MOST_REMEMBERED:
            answers.clear()
        answers[asked] = find()
    return answers[asked]
