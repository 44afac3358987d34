"""One side of a typed test: who rolls what, as far as the words tell, best reading first."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from gm_desk.core.characters.roster import Character
from gm_desk.core.drafts.abilities import first_of, same_for
from gm_desk.core.drafts.draft import Ability, AbilityKind
from gm_desk.core.finder.index import RollableIndex
from gm_desk.core.finder.lexicon import MISSPELT
from gm_desk.core.finder.words import Wording, is_number
from gm_desk.core.rules.requests import LARGEST_BASE

TARGET = "Target"
LAST, SOMEBODY_ELSE, UNSAID, USUAL, NUMBER, GOING = 2, 12, 30, 4, -8, -4
OWN_FIELD, NEW_FIELD, FAR_FETCHED = -6, 4, 26
"""What it costs to name the character last, to mean one who was not named, to leave unsaid what is rolled, and to
roll a field that they lack without naming them; a pick that costs so much more than the best one is not listed."""


class Pick(Struct, frozen=True):
    """Hold who rolls what; a bare number has no character, and `ability` is None where a character stands alone.

    `who` and `what` are the words that were taken for each.
    """

    cost: int
    wording: Wording
    character: Character | None = None
    ability: Ability | None = None
    who: tuple[str, ...] = ()
    what: tuple[str, ...] = ()

    @property
    def sharp(self) -> bool:
        """Tell whether nothing had to be taken for a misspelling."""
        return self.cost < MISSPELT

    @property
    def identity(self) -> object:
        """Give what makes two picks the same."""
        ability = self.ability and self.ability.identity
        wording = self.wording
        return self.character and self.character.id, ability, wording.modifiers, wording.difficulty, wording.levels


class AtHand(Struct, frozen=True):
    """Say what a side is read against: who is meant where nobody is named, what is rolled where nothing is.

    `alone` says that nothing stands behind "vs", and `against` who the first side is where this is the other one.
    """

    home: str = ""
    ability: Ability | None = None
    alone: bool = False
    other: bool = False
    against: str = ""


def picks(book: RollableIndex, wordings: Sequence[Wording], meant: AtHand) -> list[Pick]:
    """List what the wordings of a side may mean, best first; misspellings only where nothing else is found."""
    found: dict[object, Pick] = {}
    for wording in wordings:
        for pick in _picks(book, wording, meant):
            if pick.character is None or pick.character.id != meant.against:
                best = found.get(pick.identity)
                found[pick.identity] = pick if best is None or pick.cost < best.cost else best
    listed = sorted(found.values(), key=lambda pick: pick.cost)
    return [pick for pick in listed if pick.cost < listed[0].cost + FAR_FETCHED]


def ambiguous(found: Sequence[Pick]) -> list[Pick]:
    """List the tests that are as likely as the first one."""
    return [pick for pick in found if pick.cost == found[0].cost and pick.ability is not None]


def _picks(book: RollableIndex, wording: Wording, meant: AtHand) -> Iterator[Pick]:
    """Read one wording: as a bare number, or with the name before or behind what is rolled, or left out."""
    words = wording.words
    if len(words) == 1 and is_number(words[0]) and int(words[0][:9]) <= LARGEST_BASE:
        yield Pick(NUMBER + wording.cost, wording, None, bare(int(words[0][:9])), what=words)
    if not words:
        yield from _unsaid(book, wording, meant)
        return
    for cut in range(len(words) + 1):
        yield from _split(book, wording, words[:cut], words[cut:], meant)
        if 0 < cut < len(words):
            yield from _split(book, wording, words[cut:], words[:cut], meant, LAST)


def _split(
    book: RollableIndex, wording: Wording, who: tuple[str, ...], what: tuple[str, ...], meant: AtHand, extra: int = 0
) -> Iterator[Pick]:
    """Read some words as a name, and the others as what is rolled."""
    cost = wording.cost + extra
    if not what:
        for named, character in book.people(who, meant.home):
            yield from _alone(book, named + cost, wording, character, who, meant)
        return
    for named, character in book.people(who, meant.home) if who else _unnamed(book, what, meant):
        for rolled, ability in book.rolls(character, what):
            field = not who and ability.kind is AbilityKind.UNTRAINED and ":" in ability.key
            far = _field(book, wording, what) if field else 0
            yield Pick(named + rolled + far + cost, wording, character, ability, who, what)


def _field(book: RollableIndex, wording: Wording, what: Sequence[str]) -> int:
    """Return what it costs to roll a field untrained where nobody is named, and its words may be a name or a label."""
    doubtful = (wording.modifiers and not wording.colon) or any(map(book.names.holds, what[1:]))
    return NEW_FIELD if doubtful else OWN_FIELD


def _unnamed(book: RollableIndex, what: Sequence[str], meant: AtHand) -> Iterator[tuple[int, Character]]:
    """Walk over those who may be meant where nobody is named: who is at hand, then whoever has it."""
    home = book.character(meant.home)
    if home is not None:
        yield -1, home
    for one in book.owners(what):
        if home is None or one.id != home.id:
            yield SOMEBODY_ELSE, one


def _alone(
    book: RollableIndex, cost: int, wording: Wording, character: Character, who: tuple[str, ...], meant: AtHand
) -> Iterator[Pick]:
    """Read a name without anything to roll: the character, or the test at hand where there is more to the line."""
    if meant.alone and wording.bare:
        yield Pick(cost + GOING, wording, character, None, who)
        return
    if wording.labels and not (meant.other and wording.labels == "behind"):
        return
    ability = (meant.ability and same_for(meant.ability, character, book.system)) or first_of(character, book.system)
    if ability is not None:
        yield Pick(cost + (USUAL if meant.other else UNSAID), wording, character, ability, who)


def _unsaid(book: RollableIndex, wording: Wording, meant: AtHand) -> Iterator[Pick]:
    """Read modifiers without any words as those of the test at hand."""
    home = book.character(meant.home)
    if home is not None and meant.ability is not None and not wording.bare:
        yield from _alone(book, wording.cost, wording, home, (), meant)


def bare(number: int) -> Ability:
    """Make the ability that is a number alone."""
    return Ability(AbilityKind.BARE, "", TARGET, number)
