"""A scene as a value: who is in it, what is pinned, its clocks, and the moment of the fight it stands at."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, Self

from msgspec import Meta, Struct, structs

from gm_desk.core.drafts.draft import Chip
from gm_desk.core.rules.requests import MOST_MODIFIERS
from gm_desk.core.scenes.clocks import MOST_MINUTES

PHASES = 4
"""Action phases of a turn (EP1)."""
MOST_FIGHTERS = 200
MOST_MARKERS = 100
MOST_CLOCKS = 50
MOST_SEGMENTS = 99
MOST_TURNS = 9999
MOST_PAST = 250
"""Steps of a fight that can be taken back."""

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Segments = Annotated[int, Meta(ge=0, le=MOST_SEGMENTS)]
Surprise = Literal["", "reacting", "surprised"]
Turn = Annotated[int, Meta(ge=1, le=MOST_TURNS)]
Shown = Annotated[int, Meta(ge=-100, le=200)]
Phase = Annotated[int, Meta(ge=1, le=4)]
Spent = Annotated[int, Meta(ge=0, le=999)]
Minutes = Annotated[int, Meta(ge=0, le=MOST_MINUTES)]


class Fighter(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A character in a scene; `name` is what it was called last, for when it is gone.

    `withdrawn` ones are out of the fight though they could act, `hidden` ones are not shown to the players, who read
    `alias` where there is one. `health` says whether they are told how hurt it is, None as the scene does. Those of
    one `team`, whatever it is called, act together on one initiative roll.
    """

    id: Id
    name: str = ""
    surprise: Surprise = ""
    withdrawn: bool = False
    hidden: bool = False
    alias: str = ""
    health: bool | None = None
    team: str = ""
    extra: Mapping[str, Any] = {}


class Marker(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that happens in a turn ("the reactor blows"), at a count or, without one, at the end of the turn."""

    id: Id
    text: str
    turn: Turn
    count: int | None = None
    hidden: bool = True
    extra: Mapping[str, Any] = {}


class Clock(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A named clock of `size` segments, of which some are filled; `shown` ones are what the players see, too.

    A timed one is a task: `minutes` is its timeframe, and its segments are even parts of that. Of the time `spent` on
    it, failures have cost what is `lost`. `pace` is the share of the timeframe, in percent, in which it is being done,
    `done` says that a roll for it has succeeded, and `roll` is the id of the one that was counted last.
    """

    id: Id
    name: str
    size: Annotated[int, Meta(ge=1, le=MOST_SEGMENTS)] = 4
    filled: Segments = 0
    shown: bool = False
    minutes: Minutes = 0
    spent: Minutes = 0
    lost: Minutes = 0
    done: bool = False
    roll: str = ""
    pace: Annotated[int, Meta(ge=1, le=999)] = 100
    extra: Mapping[str, Any] = {}

    @property
    def full(self) -> bool:
        """Return whether no segment, or no time, is left."""
        passed, whole = self.progress
        return passed >= whole

    @property
    def progress(self) -> tuple[int, int]:
        """Return how much of it has passed, and how much it has in all: segments, or minutes."""
        if not self.minutes:
            return self.filled, self.size
        return self.spent, self.spent if self.done else self.minutes + self.lost

    def advanced(self, segments: int) -> Self:
        """Return the clock with a number of segments more, or fewer, from empty to full."""
        if self.minutes:
            spent = self.spent + segments * max(1, self.minutes // self.size)
            done = self.done and segments >= 0
            most = self.spent if done else self.minutes + self.lost
            return structs.replace(self, spent=max(0, min(most, spent)), done=done)
        return structs.replace(self, filled=max(0, min(self.size, self.filled + segments)))


class Rank(Struct, frozen=True, omit_defaults=True):
    """A chosen place in the order: a count before wounds, and what parts equals."""

    count: int
    tie: int = 0
    nudge: int = 0
    extra: Mapping[str, Any] = {}


class Cost(Struct, frozen=True, omit_defaults=True):
    """What a condition, by its id, cost somebody in a moment: points on a track of harm."""

    character: Id
    track: str
    amount: int
    condition: str = ""
    extra: Mapping[str, Any] = {}


class Moment(Struct, frozen=True, omit_defaults=True):
    """A moment of a fight: the turn, the phase (EP1), who is acting and who has acted in this phase.

    `began` is who was acting when the moment began, `waiting` who delays, `suspended` whose action another one
    interrupts. `paid` are the phases for which somebody has paid to go first, `bought` those who have an extra
    action after everybody, and `later` those of them who have not taken it yet; both name one once for each action.
    `skips` are those who lose their next action. One that the GM made by an action out of turn is `by_hand`. `throws`
    are the initiative dice that count now, `ranks` places in the order that were chosen, `costs` what conditions
    cost in this moment, and `spent` the action points spent in this round (Kaiser).
    """

    turn: Turn = 1
    phase: Phase = 1
    began: tuple[Id, ...] = ()
    acting: tuple[Id, ...] = ()
    acted: tuple[Id, ...] = ()
    waiting: tuple[Id, ...] = ()
    suspended: tuple[Id, ...] = ()
    paid: Mapping[Id, tuple[Phase, ...]] = {}
    bought: tuple[Id, ...] = ()
    later: tuple[Id, ...] = ()
    skips: tuple[Id, ...] = ()
    after_all: bool = False
    by_hand: bool = False
    throws: Mapping[Id, Shown] = {}
    ranks: Mapping[Id, Rank] = {}
    costs: tuple[Cost, ...] = ()
    spent: Mapping[Id, Spent] = {}
    extra: Mapping[str, Any] = {}


class Scene(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A scene, prepared or under way: `now` is the moment of its fight, None before it begins.

    `past` are the moments that can be returned to, the latest last, and `ahead` those that were returned from, the
    next one last. `pinned` are modifiers of every test in the scene. `health` says whether the players are told how
    hurt everybody is, and `picture` is the hash of what they see beside the order, with its `caption`.
    """

    id: Id
    name: str = ""
    notes: str = ""
    fighters: Annotated[tuple[Fighter, ...], Meta(max_length=MOST_FIGHTERS)] = ()
    markers: Annotated[tuple[Marker, ...], Meta(max_length=MOST_MARKERS)] = ()
    clocks: Annotated[tuple[Clock, ...], Meta(max_length=MOST_CLOCKS)] = ()
    pinned: Annotated[tuple[Chip, ...], Meta(max_length=MOST_MODIFIERS)] = ()
    now: Moment | None = None
    past: Annotated[tuple[Moment, ...], Meta(max_length=MOST_PAST)] = ()
    ahead: Annotated[tuple[Moment, ...], Meta(max_length=MOST_PAST)] = ()
    health: bool = True
    picture: str = ""
    caption: str = ""
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

    def naming(self, fighter_id: str, name: str) -> Self:
        """Return the scene with the name by which a fighter is known when its character is gone."""
        fighter = self.fighter(fighter_id)
        if fighter is None or fighter.name == name:
            return self
        return self.with_fighter(structs.replace(fighter, name=name))

    def without_fighter(self, fighter_id: str) -> Self:
        """Return the scene without a fighter; moments that name it go on without it."""
        return structs.replace(self, fighters=tuple(one for one in self.fighters if one.id != fighter_id))
