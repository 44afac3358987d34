"""One side of a typed test: the possible readings of who rolls what, best first."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.abilities import first_of, same_for
from gm_desk.core.drafts.draft import Ability, AbilityKind
from gm_desk.core.drafts.opponents import bare_number
from gm_desk.core.finder.index import RollableIndex
from gm_desk.core.finder.lexicon import MISSPELT
from gm_desk.core.finder.meanings import SideSplit, is_number
from gm_desk.core.rules.requests import LARGEST_BASE

LAST, SOMEBODY_ELSE, UNSAID, USUAL, NUMBER, GOING = 2, 12, 30, 4, -8, -4
OWN_FIELD, NEW_FIELD, FAR_FETCHED = -6, 4, 26
"""The costs of naming the character last, of a character who is not named, of an ability that is not named, and of a
field that an unnamed character lacks; picks that cost `FAR_FETCHED` more than the best one are not listed."""


class Pick(Struct, frozen=True):
    """One reading of a side: who rolls what; a bare number has no character, `ability` is None for a character alone.

    `who` and `what` are the words read as the character and as the ability.
    """

    cost: int
    split: SideSplit
    character: Character | None = None
    ability: Ability | None = None
    who: tuple[str, ...] = ()
    what: tuple[str, ...] = ()
    attack: Attack | None = None

    @property
    def called(self) -> str:
        """The name of the attack, or else of the ability."""
        return self.attack.name if self.attack else self.ability.label if self.ability else ""

    @property
    def sharp(self) -> bool:
        """Whether nothing was read as a misspelling."""
        return self.cost < MISSPELT

    @property
    def identity(self) -> object:
        """A key that is equal for equal picks."""
        ability = self.ability and self.ability.identity
        split = self.split
        who = self.character and self.character.id, self.attack and self.attack.id
        return *who, ability, split.modifiers, split.difficulty, split.levels


class SideContext(Struct, frozen=True):
    """The context of a side: the character meant if none is named, and the ability rolled if none is named.

    `alone` is set if the line has no "vs"; `against` is the character of the first side when this is the second.
    """

    home: str = ""
    ability: Ability | None = None
    alone: bool = False
    other: bool = False
    against: str = ""


def picks(book: RollableIndex, splits: Sequence[SideSplit], meant: SideContext) -> list[Pick]:
    """Return the possible meanings of a side, best first; misspellings are tried only if nothing else matches."""
    found: dict[object, Pick] = {}
    for split in splits:
        for pick in _picks(book, split, meant):
            if pick.character is None or pick.character.id != meant.against:
                best = found.get(pick.identity)
                found[pick.identity] = pick if best is None or pick.cost < best.cost else best
    listed = sorted(found.values(), key=lambda pick: pick.cost)
    return [pick for pick in listed if pick.cost < listed[0].cost + FAR_FETCHED]


def ambiguous(found: Sequence[Pick]) -> list[Pick]:
    """Return the tests that are as likely as the first one."""
    return [pick for pick in found if pick.cost == found[0].cost and pick.ability is not None]


def _picks(book: RollableIndex, split: SideSplit, meant: SideContext) -> Iterator[Pick]:
    """Read one split: as a bare number, or with a name before or after the ability, or without a name."""
    words = split.words
    if len(words) == 1 and is_number(words[0]) and int(words[0][:9]) <= LARGEST_BASE:
        yield Pick(NUMBER + split.cost, split, None, bare_number(int(words[0][:9]), book.system), what=words)
    if not words:
        yield from _modifiers_alone(book, split, meant)
        return
    for cut in range(len(words) + 1):
        yield from _split(book, split, words[:cut], words[cut:], meant)
        if 0 < cut < len(words):
            yield from _split(book, split, words[cut:], words[:cut], meant, LAST)


def _split(
    book: RollableIndex,
    split: SideSplit,
    who: tuple[str, ...],
    what: tuple[str, ...],
    meant: SideContext,
    extra: int = 0,
) -> Iterator[Pick]:
    """Read some words as a name, and the others as the ability."""
    cost = split.cost + extra
    if not what:
        for named, character in book.people(who, meant.home):
            yield from _alone(book, named + cost, split, character, who, meant)
        return
    for named, character in book.people(who, meant.home) if who else _unnamed(book, what, meant):
        for rolled in book.rolls(character, what):
            ability = rolled.ability
            field = not who and ability.kind is AbilityKind.UNTRAINED and ":" in ability.key
            far = _field(book, split, what) if field else 0
            yield Pick(named + rolled.cost + far + cost, split, character, ability, who, what, rolled.attack)


def _field(book: RollableIndex, split: SideSplit, what: Sequence[str]) -> int:
    """Return the cost of rolling a field untrained if no character is named and its words may be a name or a label."""
    doubtful = (split.modifiers and not split.colon) or any(map(book.names.holds, what[1:]))
    return NEW_FIELD if doubtful else OWN_FIELD


def _unnamed(book: RollableIndex, what: Sequence[str], meant: SideContext) -> Iterator[tuple[int, Character]]:
    """Yield the characters who may be meant if none is named: the current one, then those who have the ability."""
    home = book.character(meant.home)
    if home is not None:
        yield -1, home
    for one in book.owners(what):
        if home is None or one.id != home.id:
            yield SOMEBODY_ELSE, one


def _alone(
    book: RollableIndex, cost: int, split: SideSplit, character: Character, who: tuple[str, ...], meant: SideContext
) -> Iterator[Pick]:
    """Read a name without an ability: as the character, or as their current test if the line has more to it."""
    if meant.alone and split.bare:
        yield Pick(cost + GOING, split, character, None, who)
        return
    if split.labels and not (meant.other and split.labels == "behind"):
        return
    ability = (meant.ability and same_for(meant.ability, character, book.system)) or first_of(character, book.system)
    if ability is not None:
        yield Pick(cost + (USUAL if meant.other else UNSAID), split, character, ability, who)


def _modifiers_alone(book: RollableIndex, split: SideSplit, meant: SideContext) -> Iterator[Pick]:
    """Read modifiers without any words as modifiers of the current test."""
    home = book.character(meant.home)
    if home is not None and meant.ability is not None and not split.bare:
        yield from _alone(book, split.cost, split, home, (), meant)
