"""A scene as a value: its fighters, pinned modifiers and clocks, and the current moment of its fight."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, Self

from msgspec import Meta, Struct, structs

from gm_desk.core.drafts.draft import Chip
from gm_desk.core.rules.requests import MOST_MODIFIERS

NOT_BEGUN = "the fight has not begun"
PHASES = 4
"""The number of action phases in a turn (EP1)."""
MOST_FIGHTERS = 200
MOST_MARKERS = 100
MOST_CLOCKS = 50
MOST_SEGMENTS = 99
MOST_TURNS = 9999
MOST_PAST = 250
"""Maximum number of steps of a fight that can be taken back."""

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Segments = Annotated[int, Meta(ge=0, le=MOST_SEGMENTS)]
Surprise = Literal["", "reacting", "surprised"]
Turn = Annotated[int, Meta(ge=1, le=MOST_TURNS)]
Shown = Annotated[int, Meta(ge=-100, le=200)]
Phase = Annotated[int, Meta(ge=1, le=4)]
Spent = Annotated[int, Meta(ge=0, le=999)]
MOST_MINUTES = 5_256_000
"""Ten years in minutes."""
Minutes = Annotated[int, Meta(ge=0, le=MOST_MINUTES)]


class Fighter(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A character in a scene; `name` is its last known name, in case it is deleted.

    `withdrawn` ones are out of the fight though they could act, `hidden` ones are not shown to the players, who see the
    `alias` if there is one. `health` is whether they are shown its health; None follows the scene. All of one `team`
    act together on one initiative roll.
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


class Marker(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An event in a turn ("the reactor blows"), at a count or, without one, at the end of the turn."""

    id: Id
    text: str
    turn: Turn
    count: int | None = None
    hidden: bool = True
    extra: Mapping[str, Any] = {}


class Clock(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A named clock of `size` segments, of which some are filled; the players see `shown` ones, too.

    A timed one is a task: `minutes` is its timeframe, and its segments are equal parts of that. `spent` is the time
    spent on it, `lost` the part of it lost by failures. `pace` is the time allowed, in percent of the timeframe, `done`
    is whether a roll for it has succeeded, and `roll` is the id of the last roll counted.
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
        """Whether no segment, or no time, is left."""
        passed, whole = self.progress
        return passed >= whole

    @property
    def progress(self) -> tuple[int, int]:
        """The elapsed part and the total, in segments or minutes."""
        if not self.minutes:
            return self.filled, self.size
        return self.spent, self.spent if self.done else self.minutes + self.lost

    def advanced(self, segments: int) -> Self:
        """Return the clock with segments filled or, if negative, cleared, within its size."""
        if self.minutes:
            spent = self.spent + segments * max(1, self.minutes // self.size)
            done = self.done and segments >= 0
            most = self.spent if done else self.minutes + self.lost
            return structs.replace(self, spent=max(0, min(most, spent)), done=done)
        return structs.replace(self, filled=max(0, min(self.size, self.filled + segments)))


class Rank(Struct, frozen=True, omit_defaults=True, gc=False):
    """A chosen place in the order: a count before wounds, and a tie-breaker."""

    count: int
    tie: int = 0
    nudge: int = 0
    extra: Mapping[str, Any] = {}


class Cost(Struct, frozen=True, omit_defaults=True, gc=False):
    """The cost of a condition to a character in a moment: points on a track."""

    character: Id
    track: str
    amount: int
    condition: str = ""
    extra: Mapping[str, Any] = {}


class TurnCost(Struct, frozen=True, omit_defaults=True, gc=False):
    """The cost of a condition at the end of a turn: points on a track, or the dice to be rolled for them.

    `times` is how often it is due: more than once if it was not applied in earlier turns.
    """

    character: Id
    name: str
    condition: str
    track: str
    amount: int = 0
    dice: str = ""
    times: int = 1
    extra: Mapping[str, Any] = {}


class Moment(Struct, frozen=True, omit_defaults=True, gc=False):
    """A moment of a fight: the turn, the phase (EP1), who is acting and who has acted in this phase.

    `began` is who was acting when the moment began, `waiting` who delays, `held` those of them whose
    action of an earlier phase is lost once that of this one comes, `suspended` whose action is interrupted.
    `paid` are the phases for which somebody has paid to go first, `bought` those with an extra action after all others,
    and `later` those of them who have not taken it yet; both have one entry for each action. `skips` are those who lose
    their next action, and have not acted before its place in the order is reached. `by_hand` marks a moment created by
    an action out of turn. `throws` are the current initiative dice, `ranks` the chosen places in the order, `costs` the
    costs of conditions in this moment, and `spent` the action points spent in this round (Kaiser). `lines` are the ids
    of the log entries about what happened in this moment, which count as long as it does. `due` are the costs of
    conditions at the end of the last turn, dealt or not, and those of earlier turns that were not dealt. `fallen` are
    those of `began` who were out when the fight went back from this moment. `told` are the counts of the markers
    of this turn that have happened, by their ids, so that none happens twice.
    """

    turn: Turn = 1
    phase: Phase = 1
    began: tuple[Id, ...] = ()
    acting: tuple[Id, ...] = ()
    acted: tuple[Id, ...] = ()
    waiting: tuple[Id, ...] = ()
    held: tuple[Id, ...] = ()
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
    lines: tuple[str, ...] = ()
    due: tuple[TurnCost, ...] = ()
    fallen: tuple[Id, ...] = ()
    told: Mapping[Id, int] = {}
    extra: Mapping[str, Any] = {}


class TurnThrows(Struct, frozen=True, omit_defaults=True, gc=False):
    """The initiative dice of a turn that was taken back, which are not rolled anew when it begins again."""

    turn: Turn
    throws: Mapping[Id, Shown]
    extra: Mapping[str, Any] = {}


class Scene(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A scene, prepared or under way: `now` is the moment of its fight, None before it begins.

    `past` are the moments that can be returned to, the latest last, and `ahead` those that were returned from, the next
    one last; `thrown` are the dice of later turns from moments that were dropped. `pinned` are modifiers of every test
    in the scene. `health` is whether the players are shown everybody's health, and `picture` is the hash of the picture
    shown beside the order, with its `caption`.
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
    thrown: Annotated[tuple[TurnThrows, ...], Meta(max_length=MOST_PAST)] = ()
    health: bool = True
    picture: str = ""
    caption: str = ""
    extra: Mapping[str, Any] = {}

    @property
    def whose_turn(self) -> tuple[object, ...]:
        """What identifies the chance to act that has come: the turn, the phase and who acts; () if none has."""
        now = self.now
        return () if now is None else (self.id, now.turn, now.phase, now.after_all, now.acting)

    def hidden_among(self, ids: Iterable[str]) -> frozenset[str]:
        """Return those who are hidden from the players."""
        hidden = frozenset(one.id for one in self.fighters if one.hidden)
        return hidden.intersection(ids) if hidden else hidden

    def fighter(self, fighter_id: str) -> Fighter | None:
        """Return a fighter by its id."""
        return next((one for one in self.fighters if one.id == fighter_id), None)

    def with_fighter(self, fighter: Fighter) -> Self:
        """Return the scene with the fighter of the same id replaced, or a new one appended."""
        if self.fighter(fighter.id) is None:
            return structs.replace(self, fighters=(*self.fighters, fighter))
        return structs.replace(self, fighters=tuple(fighter if one.id == fighter.id else one for one in self.fighters))

    def with_fighters(self, fighters: Iterable[Fighter]) -> Self:
        """Return the scene with several fighters replaced or appended."""
        scene = self
        for one in fighters:
            scene = scene.with_fighter(one)
        return scene

    def naming(self, fighter_id: str, name: str) -> Self:
        """Return the scene with the last known name of a fighter changed."""
        fighter = self.fighter(fighter_id)
        if fighter is None or fighter.name == name:
            return self
        return self.with_fighter(structs.replace(fighter, name=name))

    def without_ahead(self) -> Self:
        """Return the scene without the moments that were returned from; the dice of their later turns are kept."""
        if not self.ahead or self.now is None:
            return structs.replace(self, ahead=())
        turn = self.now.turn
        kept = {one.turn: one for one in self.thrown if one.turn > turn}
        kept |= {one.turn: TurnThrows(one.turn, one.throws) for one in reversed(self.ahead) if one.turn > turn}
        return structs.replace(self, ahead=(), thrown=tuple(kept[turn] for turn in sorted(kept)))

    def throws_of(self, turn: int) -> Mapping[str, int]:
        """Return the dice that were rolled for a later turn before it was taken back."""
        return next((one.throws for one in self.thrown if one.turn == turn), {})

    def without_fighter(self, fighter_id: str) -> Self:
        """Return the scene without a fighter, which is removed from its moments, too."""
        return structs.replace(self, fighters=tuple(one for one in self.fighters if one.id != fighter_id))
