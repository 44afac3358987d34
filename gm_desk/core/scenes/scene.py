"""A scene as a value: who is in it, what is pinned, its clocks, and the moment of the fight it stands at."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Self

from msgspec import Meta, Struct, structs

from gm_desk.core.drafts.draft import Chip
from gm_desk.core.rules.requests import MOST_MODIFIERS
from gm_desk.core.scenes.order import Surprise

MOST_FIGHTERS = 200
MOST_TURNS = 9999
MOST_PAST = 500
"""Steps of a fight that can be taken back."""

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Turn = Annotated[int, Meta(ge=1, le=MOST_TURNS)]
Shown = Annotated[int, Meta(ge=-100, le=200)]
Phase = Annotated[int, Meta(ge=1, le=4)]


class Fighter(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A character in a scene; `name` is what it was called last, for when it is gone.

    `withdrawn` ones are out of the fight though they could act,
    `hidden` ones are not shown to the players, who read `alias` where there is one.
    """

    id: Id
    name: str = ""
    surprise: Surprise = ""
    withdrawn: bool = False
    hidden: bool = False
    alias: str = ""
    extra: Mapping[str, Any] = {}


class Marker(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that happens in a turn ("the reactor blows"), at a count or, without one, at the end of the turn."""

    id: Id
    text: str
    turn: Turn
    count: int | None = None
    hidden: bool = True


class Rank(Struct, frozen=True):
    """A chosen place in the order: a count before wounds, and what parts equals."""

    count: int
    tie: int = 0
    nudge: int = 0


class Cost(Struct, frozen=True):
    """What a condition cost somebody in a moment: points on a track of harm."""

    character: Id
    track: str
    amount: int


class Moment(Struct, frozen=True, omit_defaults=True):
    """A moment of a fight: the turn, the phase (EP1), who is acting and who has acted in this phase.

    `began` is who was acting when the moment began, `waiting` who delays, `suspended` whose action another one
    interrupts. `paid` are the phases for which somebody has paid to go first, `extra` those who have bought an action
    after everybody, and `later` those of them who have not taken it yet; both name somebody once for each action.
    One that the GM made by an action out of turn is `by_hand`. `throws` are the initiative dice that count now,
    `ranks` places in the order that were chosen, and `costs` what conditions cost in this moment.
    """

    turn: Turn = 1
    phase: Phase = 1
    began: tuple[Id, ...] = ()
    acting: tuple[Id, ...] = ()
    acted: tuple[Id, ...] = ()
    waiting: tuple[Id, ...] = ()
    suspended: tuple[Id, ...] = ()
    paid: Mapping[Id, tuple[Phase, ...]] = {}
    extra: tuple[Id, ...] = ()
    later: tuple[Id, ...] = ()
    after_all: bool = False
    by_hand: bool = False
    throws: Mapping[Id, Shown] = {}
    ranks: Mapping[Id, Rank] = {}
    costs: tuple[Cost, ...] = ()


class Scene(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A scene, prepared or under way: `now` is the moment of its fight, None before it begins.

    `past` are the moments that can be returned to, the latest last, and `ahead` those that were returned from, the
    next one last. `pinned` are modifiers of every test in the scene.
    """

    id: Id
    name: str = ""
    notes: str = ""
    fighters: Annotated[tuple[Fighter, ...], Meta(max_length=MOST_FIGHTERS)] = ()
    markers: tuple[Marker, ...] = ()
    pinned: Annotated[tuple[Chip, ...], Meta(max_length=MOST_MODIFIERS)] = ()
    now: Moment | None = None
    past: tuple[Moment, ...] = ()
    ahead: tuple[Moment, ...] = ()
    extra: Mapping[str, Any] = {}

    def fighter(self, fighter_id: str) -> Fighter | None:
        """Return a fighter by its id."""
        return next((one for one in self.fighters if one.id == fighter_id), None)

    def with_fighter(self, fighter: Fighter) -> Self:
        """Return the scene with a fighter in the place of the one with its id, or at the end."""
        if self.fighter(fighter.id) is None:
            return structs.replace(self, fighters=(*self.fighters, fighter))
        return structs.replace(self, fighters=tuple(fighter if one.id == fighter.id else one for one in self.fighters))

    def with_fighters(self, fighters: Iterable[Fighter]) -> Self:
        """Return the scene with several fighters, each as `with_fighter` does."""
        scene = self
        for one in fighters:
            scene = scene.with_fighter(one)
        return scene

    def without_fighter(self, fighter_id: str) -> Self:
        """Return the scene without a fighter; moments that name it go on without it."""
        return structs.replace(self, fighters=tuple(one for one in self.fighters if one.id != fighter_id))
