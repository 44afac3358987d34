"""Counts of many rolls: faces, successes against chances, and verdicts.

A tally is a value: `plus` adds another one, `minus` subtracts it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Protocol, Self, TypeVar

from msgspec import Struct, field

from gm_desk.core.drafts.draft import Draft
from gm_desk.core.drafts.evaluation import Chances
from gm_desk.core.drafts.verdict import Ruled, Verdict, verdict_of
from gm_desk.core.rules.damage import dice_of
from gm_desk.core.rules.dice import D100_SIDES, ROLLS, summed_face
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Grade, Hand
from gm_desk.core.rules.requests import ROLL, KaiserCheck, KaiserContest, OpposedTest, SuccessTest, Summed
from gm_desk.core.systems.eclipse import succeeds
from gm_desk.core.systems.kaiser import ROLL_OFF
from gm_desk.core.systems.kaiser_dice import SIDES as D6
from gm_desk.core.systems.protocol import Result
from gm_desk.core.systems.registry import RULES

Key = TypeVar("Key")


class RolledDice(Protocol):
    """The fields of a logged roll that a tally counts."""

    @property
    def system(self) -> str:
        """The id of the system by whose rules it was rolled."""
        ...

    @property
    def draft(self) -> Draft:
        """The draft that was rolled."""
        ...

    @property
    def request(self) -> object:
        """The request that was rolled."""
        ...

    @property
    def house(self) -> House:
        """The house rules that applied."""
        ...

    @property
    def dice(self) -> Mapping[str, tuple[int, ...]]:
        """The faces by the names of the dice in the request."""
        ...

    @property
    def by_hand(self) -> bool:
        """Whether the dice were typed."""
        ...

    @property
    def struck(self) -> bool:
        """Whether the roll is struck out."""
        ...

    @property
    def override(self) -> Ruled | None:
        """The GM's own verdict, or None."""
        ...

    @property
    def result(self) -> Result | None:
        """The outcome of the dice, or None if it is unknown."""
        ...


class Face(Struct, frozen=True):
    """A face: a d100 shows 0 to 99, every other die 1 to its sides."""

    character: str
    by_hand: bool
    sides: int
    shown: int


class ExpectedRoll(Struct, frozen=True):
    """A side's chance to succeed, and whether it did.

    A `twin` is the other side of a contest that has one winner; for the whole table it is the same event.
    """

    character: str
    chance: Fraction
    success: bool
    twin: bool = False


class Tally(Struct, frozen=True):
    """Counts of rolls: `faces` of dice, `bets`, and by character id `sides`, `verdicts` and `names`.

    A bet is a chance and whether it came true. The id of unknown characters is "". A side is the first or second one of
    a roll.
    """

    faces: Counter[Face] = field(default_factory=Counter)
    bets: Counter[ExpectedRoll] = field(default_factory=Counter)
    sides: Counter[tuple[str, Hand]] = field(default_factory=Counter)
    verdicts: Counter[tuple[str, Grade]] = field(default_factory=Counter)
    names: Counter[tuple[str, str]] = field(default_factory=Counter)

    def plus(self, other: Self) -> Self:
        """Return the sum of this tally and another one."""
        return type(self)(
            _more(self.faces, other.faces),
            _more(self.bets, other.bets),
            _more(self.sides, other.sides),
            _more(self.verdicts, other.verdicts),
            _more(self.names, other.names),
        )

    def minus(self, other: Self) -> Self:
        """Subtract another tally."""
        return type(self)(
            _less(self.faces, other.faces),
            _less(self.bets, other.bets),
            _less(self.sides, other.sides),
            _less(self.verdicts, other.verdicts),
            _less(self.names, other.names),
        )

    def of_character(self, character: str) -> Self:
        """Return only the rolls of one character."""
        return type(self)(
            Counter({face: count for face, count in self.faces.items() if face.character == character}),
            Counter({bet: count for bet, count in self.bets.items() if bet.character == character}),
            Counter({key: count for key, count in self.sides.items() if key[0] == character}),
            Counter({key: count for key, count in self.verdicts.items() if key[0] == character}),
            Counter({key: count for key, count in self.names.items() if key[0] == character}),
        )

    @property
    def characters(self) -> dict[str, str]:
        """The names of those who rolled, most rolls first; of several names, the most frequent one."""
        often = sorted(self.names.items(), key=lambda item: (-item[1], item[0]))
        names: dict[str, str] = {}
        for (character, name), _ in often:
            names.setdefault(character, name)
        return dict(sorted(names.items(), key=lambda item: (-self.rolls_of(item[0]), item[1], item[0])))

    @property
    def rolls(self) -> int:
        """The number of rolls; one with two sides counts once."""
        return sum(count for (_, hand), count in self.sides.items() if hand == "a")

    def rolls_of(self, character: str) -> int:
        """Return the number of rolls in which a character was a side."""
        return self.sides[character, "a"] + self.sides[character, "b"]


def tally_of(rolls: Iterable[RolledDice], chances: Chances) -> Tally:
    """Return the tally of rolls; those struck out or unreadable do not count."""
    tally = Tally()
    for roll in rolls:
        result = None if roll.struck else roll.result
        if result is not None:
            _count(tally, roll, result, chances)
    return tally


def _count(tally: Tally, roll: RolledDice, result: Result, chances: Chances) -> None:
    """Count one roll for both of its sides."""
    a, b = _sides(roll.draft)
    hands: tuple[Hand, ...] = ("a", "b") if roll.draft.opposed else ("a",)
    for hand in hands:
        side = roll.draft.side(hand)
        tally.sides[side.character, hand] += 1
        tally.names[side.character, side.name if side.character else ""] += 1
    tally.faces.update(_faces(roll))
    tally.bets.update(_bets(roll, result, chances))
    verdict = verdict_of(result, roll.override)
    for who, grade in ((a, verdict.grade), (b, verdict.other)):
        if grade is not None:
            tally.verdicts[who, grade] += 1


def _sides(draft: Draft) -> tuple[str, str]:
    """Return the ids of both sides."""
    return draft.character, draft.side("b").character if draft.opposed else ""


def _faces(roll: RolledDice) -> Iterator[Face]:
    """Yield the faces of the dice."""
    sides = _sides(roll.draft)
    if isinstance(roll.request, Summed):
        dice = [term.sides for term in dice_of(roll.request) for _ in range(term.count)]
        for size, shown in zip(dice, roll.dice.get(ROLLS, ()), strict=False):
            face = summed_face(shown, size, RULES[roll.system].HUNDRED)
            yield Face(sides[0], roll.by_hand, size, face % D100_SIDES if size == D100_SIDES else face)
        return
    for name, faces in roll.dice.items():
        hand, _, kind = name.rpartition(".")
        size, least = (D100_SIDES, 0) if kind == ROLL else (D6, 1)
        for place, shown in enumerate(faces):
            if least <= shown < least + size:
                second = hand == "b" or (kind == ROLL_OFF and place % 2)
                yield Face(sides[bool(second)], roll.by_hand, size, shown)


def _bets(roll: RolledDice, result: Result, chances: Chances) -> Iterator[ExpectedRoll]:
    """Yield the chances of the sides and their success by the dice, before any point or verdict."""
    a, b = _sides(roll.draft)
    match roll.request, verdict_of(result):
        case SuccessTest() as test, _:
            yield _d100(roll, test, a, ROLL, chances)
        case OpposedTest() as test, _:
            yield _d100(roll, test.a, a, f"a.{ROLL}", chances)
            yield _d100(roll, test.b, b, f"b.{ROLL}", chances)
        case KaiserCheck() as check, Verdict(success=bool(success)):
            yield ExpectedRoll(a, chances.of_check(check, roll.house), success)
        case KaiserContest() as contest, Verdict(winner=winner):
            first, second = chances.of_contest(contest, roll.house)
            yield ExpectedRoll(a, first, winner == "a")
            yield ExpectedRoll(b, second, winner == "b", twin=True)


def _d100(roll: RolledDice, test: SuccessTest, character: str, name: str, chances: Chances) -> ExpectedRoll:
    """Return the chance of one d100 against its target, and whether it succeeded."""
    target = test.base + RULES[roll.system].net_of(test, roll.house).net
    return ExpectedRoll(character, chances.under(target), succeeds(roll.dice[name][0], target))


def _more(one: Counter[Key], other: Counter[Key]) -> Counter[Key]:
    """Add counts."""
    total = one.copy()
    total.update(other)
    return total


def _less(one: Counter[Key], other: Counter[Key]) -> Counter[Key]:
    """Subtract counts, and remove those that become 0."""
    rest = one.copy()
    rest.subtract(other)
    for key in other:
        if not rest[key]:
            del rest[key]
    return rest
