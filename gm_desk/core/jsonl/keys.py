"""The keys that all requests share; those of each check are in `eclipse_keys` and `kaiser_keys`.

A shape has exactly the keys of one check of one system, besides id, system, check and house; all others are refused.
The shapes of `order` requests are here, too: they take combatants, and answer with counts and the turn order.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, Protocol, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, structs
from typing_extensions import override

from gm_desk.core.errors import BadRequestError
from gm_desk.core.rules.dice import MOST_DICE, Thrown
from gm_desk.core.rules.house import House, Printing
from gm_desk.core.rules.requests import DiceSum, Request, Summed
from gm_desk.core.scenes.order import TURNS, Combatant, counts, phase_order
from gm_desk.core.scenes.scene import PHASES

Faces = Annotated[tuple[int, ...], Meta(max_length=MOST_DICE)]
Amount = Annotated[int, Meta(ge=0, le=999)]
Value = TypeVar("Value")
MOST_LEVELS = 6
"""Maximum number of levels of advantage or disadvantage in a line (Kaiser)."""


class HasDice(Protocol):
    """A shape with dice."""

    def given_dice(self) -> Thrown:
        """Return the dice by their names in the request; an empty mapping asks for the odds."""
        ...


class RequestKeys(HasDice, Protocol):
    """A shape of a whole request."""

    def to_request(self) -> Request:
        """Return the request."""
        ...


class StrictKeys(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A shape that refuses unknown keys."""


class OrderKeys(StrictKeys, frozen=True, kw_only=True):
    """A request for a turn order, which brings its dice and is answered at once."""

    turn: Annotated[int, Meta(ge=1, le=999)] = 1

    def answered(self) -> dict[str, Any]:
        """Return the keys of the answer; raise BadRequestError for invalid combatants."""
        raise NotImplementedError


AnyKeys = RequestKeys | OrderKeys


class Sum(StrictKeys, frozen=True, kw_only=True):
    """A sum of dice."""

    expression: str
    rolls: Faces

    def to_request(self) -> Summed:
        """Return the request."""
        return DiceSum(self.expression)

    def given_dice(self) -> Thrown:
        """Return the dice."""
        return {"rolls": self.rolls}


def given(value: Value | UnsetType) -> Value | None:
    """Return a value that may be absent, but not null."""
    return None if value is UNSET else value


def of_sides(a: HasDice, b: HasDice) -> Thrown:
    """Return the dice of both sides, with the side in their names ("a.roll")."""
    sides = {"a": a.given_dice(), "b": b.given_dice()}
    return {f"{side}.{name}": faces for side, dice in sides.items() for name, faces in dice.items()}


Init = Annotated[int, Meta(ge=0, le=200)]
Harm = Annotated[int, Meta(ge=0, le=20)]
Phase = Annotated[int, Meta(ge=1, le=PHASES)]
Answer = dict[str, Any]

CROWD = Meta(min_length=1, max_length=200)
ROLLS = {"late": range(1, 11), "first": range(100)}
"""The faces that initiative dice can show in each printing of EP1."""


class KaiserFighter(StrictKeys, frozen=True, kw_only=True):
    """A combatant of Kaiser."""

    id: str
    init: Init
    roll: Annotated[int, Meta(ge=-100, le=200)]

    def combatant(self) -> Combatant:
        """Return the combatant."""
        return Combatant(self.id, self.init, self.roll)


class EclipseFighter(StrictKeys, frozen=True, kw_only=True):
    """The keys of a combatant in both editions of Eclipse Phase."""

    id: str
    init: Init
    surprise: Literal["reacting", "surprised"] | UnsetType = UNSET
    wounds: Harm = 0
    traumas: Harm = 0
    ignored: Annotated[int, Meta(ge=0, le=6)] = 0

    def slowed(self, one: Combatant) -> Combatant:
        """Return a combatant with the surprise, wounds and traumas given here."""
        harm = {"wounds": self.wounds, "traumas": self.traumas, "ignored": self.ignored}
        return structs.replace(one, surprise=given(self.surprise) or "", **harm)


class Ep2Fighter(EclipseFighter, frozen=True, kw_only=True):
    """A combatant of EP2."""

    roll: Annotated[int, Meta(ge=1, le=6)]
    ref: Annotated[int, Meta(ge=0, le=60)] = 0
    first: bool = False

    def combatant(self) -> Combatant:
        """Return the combatant."""
        return self.slowed(Combatant(self.id, self.init, self.roll, self.ref, first=(1,) if self.first else ()))


class Ep1Fighter(EclipseFighter, frozen=True, kw_only=True):
    """A combatant of EP1; what its dice can show depends on the printing."""

    roll: Annotated[int, Meta(ge=0, le=99)]
    speed: Annotated[int, Meta(ge=1, le=PHASES)] = 1
    first: Annotated[tuple[Phase, ...], Meta(max_length=PHASES)] = ()

    def combatant(self) -> Combatant:
        """Return the combatant."""
        return self.slowed(Combatant(self.id, self.init, self.roll, speed=self.speed, first=self.first))


class Ep2Order(OrderKeys, frozen=True, kw_only=True):
    """A turn of EP2."""

    combatants: Annotated[tuple[Ep2Fighter, ...], CROWD]

    @override
    def answered(self) -> Answer:
        everyone = list(_distinct(one.combatant() for one in self.combatants))
        return _answer(everyone, "ep2", self.turn)


class Ep1Order(OrderKeys, frozen=True, kw_only=True):
    """A turn of EP1."""

    combatants: Annotated[tuple[Ep1Fighter, ...], CROWD]
    printing: Printing = "late"

    @override
    def answered(self) -> Answer:
        everyone = list(_distinct(one.combatant() for one in self.combatants))
        for place, one in enumerate(everyone):
            if one.roll not in ROLLS[self.printing]:
                raise BadRequestError(
                    f"combatants[{place}].roll", "is outside the range of this printing’s initiative dice"
                )
            if len(set(one.first)) < len(one.first):
                raise BadRequestError(f"combatants[{place}].first", "names a phase twice")
        house, rules, turn = House(printing=self.printing), TURNS["ep1"], self.turn
        phases = [phase_order(everyone, rules, house, turn, phase) for phase in range(1, PHASES + 1)]
        return {"counts": counts(everyone, rules, house, turn), "phases": phases}


class KaiserOrder(OrderKeys, frozen=True, kw_only=True):
    """A round of Kaiser."""

    combatants: Annotated[tuple[KaiserFighter, ...], CROWD]

    @override
    def answered(self) -> Answer:
        everyone = list(_distinct(one.combatant() for one in self.combatants))
        return _answer(everyone, "kaiser", self.turn)


def _answer(everyone: list[Combatant], system: str, turn: int) -> Answer:
    """Return the answer of a system without phases in its turns."""
    rules, house = TURNS[system], House()
    order = phase_order(everyone, rules, house, turn)
    return {"counts": counts(everyone, rules, house, turn), "order": order}


def _distinct(combatants: Iterable[Combatant]) -> Iterator[Combatant]:
    """Yield the combatants; raise BadRequestError for a repeated id."""
    known: set[str] = set()
    for place, one in enumerate(combatants):
        if one.id in known:
            raise BadRequestError(f"combatants[{place}].id", "is the id of another combatant")
        known.add(one.id)
        yield one
