"""The stats that are not rolled, and the state of a character's health, as values and as text."""

from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from gm_desk.core.characters import harm
from gm_desk.core.characters.harm import INJURIES, Track, TrackKind
from gm_desk.core.characters.roster import Character
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.house import House
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import plural, signed

if TYPE_CHECKING:
    from gm_desk.core.systems.protocol import Rules


class StatValue(Struct, frozen=True, gc=False):
    """A stat: its `typed` value, if any, and the derived `hint`, which is None if it equals the typed one."""

    key: str
    name: str
    typed: int | None = None
    hint: int | None = None

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show."""
        return self.typed is None and self.hint is None


def values(character: Character, system: System, rules: "Rules", house: House) -> list[StatValue]:
    """Return the stats that are not rolled, in the order of the stat block; a hint never replaces a typed value."""
    derived = rules.derived(character.stats, house, character.body)
    stats = (stat for part in system.sections if part.kind == "numbers" and not part.rolled for stat in part.stats)
    found = []
    for stat in stats:
        typed, least, most = character.stats.get(stat.key), *system.bounds(stat.key)
        hint = derived.get(stat.key)
        is_hinted = hint is not None and stat.key not in character.none and hint != typed and least <= hint <= most
        found.append(StatValue(stat.key, stat.name, typed, hint if is_hinted else None))
    return found


def derivable(system: System, rules: "Rules", house: House) -> frozenset[str]:
    """Return the keys of the stats that can be derived from others."""
    parts = (part for part in system.sections if part.kind == "numbers")
    known = {stat.key: max(1, part.least) for part in parts for stat in part.stats}
    return frozenset(key for body in system.bodies or ("",) for key in rules.derived(known, house, body))


MANY = 9
"""More wounds than any character can ignore."""


class Vitals(Struct, frozen=True, gc=False):
    """The state of a character: `left` is the part of the first track, or None if its length is unknown.

    `injuries` are wounds and traumas together, `traumas` those of them that are traumas, `modifier` applies to every
    test, `state` is text, and `out` says whether the character can no longer act.
    """

    left: Fraction | None = None
    injuries: int = 0
    modifier: int = 0
    state: str = ""
    out: bool = False
    traumas: int = 0


def vitals(character: Character, system: System, rules: "Rules", house: House) -> Vitals:
    """Return the state of a character."""
    found, health = harm.health_effects(character, rules, house), character.health
    return Vitals(
        harm.bar(character, system, rules, house),
        health.wounds + health.traumas,
        found.modifier,
        found.body or found.mind,
        harm.out_of_action(character, rules, house),
        health.traumas,
    )


def ignored(character: Character, kind: TrackKind) -> int:
    """Return how many wounds, or traumas of stress, a character ignores."""
    injury = INJURIES.get(kind)
    return int(getattr(character.health, f"ignored_{injury.count}")) if injury else 0


def ignorable(kind: TrackKind, rules: "Rules") -> int:
    """Return how many wounds, or traumas of stress, anybody can ignore (EP2: three of each)."""
    injury = INJURIES.get(kind)
    if injury is None:
        return 0
    hurt = structs.replace(Health(), **{injury.count: MANY})
    costs = [
        rules.health_effects({}, structs.replace(hurt, **{f"ignored_{injury.count}": count})).modifier
        for count in range(MANY + 1)
    ]
    return costs.index(max(costs))


def ignoring(character: Character, kind: TrackKind, count: int) -> Character:
    """Return the character who ignores a number of wounds, or of traumas of stress."""
    injury = INJURIES.get(kind)
    if injury is None:
        return character
    health = structs.replace(character.health, **{f"ignored_{injury.count}": max(0, count)})
    return structs.replace(character, health=health)


DOT = "●"
MOST_DOTS = 4


def injury_marks(injuries: int, modifier: int) -> str:
    """Return wounds as dots, or as a number if there are many, and their modifier: "●● −20"."""
    dots = DOT * injuries if injuries <= MOST_DOTS else f"{injuries}{DOT}"
    return " ".join(part for part in (dots, signed(modifier) if modifier else "") if part)


def vitals_in_words(health: Vitals) -> list[str]:
    """Return the state of a character's health as texts: percentage left, wounds, traumas, modifier, state."""
    injuries = ((health.injuries - health.traumas, "wound"), (health.traumas, "trauma"))
    hurt = [plural(number, name) for number, name in injuries if number]
    costs = [signed(health.modifier)] if health.modifier else []
    left = [] if health.left is None else [f"{round(health.left * 100)}% left"]
    return [*left, *hurt, *costs, *([health.state] if health.state else [])]


def effects_in_words(track: Track) -> list[str]:
    """Return the effects of a track, its modifier first: "−20 ●●", "out"."""
    hurt = " ".join(reversed(injury_marks(track.injuries, track.modifier).split(" ")))
    return [part for part in (hurt, track.state) if part]


def thresholds_ahead(track: Track) -> list[str]:
    """Return the thresholds that are not reached yet: "out at 45"."""
    return [f"{one.state} at {one.at}" for one in track.thresholds if track.now < one.at]


def track_in_words(track: Track) -> str:
    """Return the damage, and the maximum if there is one: "28 / 45"."""
    return str(track.now) if track.most is None else f"{track.now} / {track.most}"


def spoken_track(track: Track) -> str:
    """Return a track as a screen reader should read it."""
    injury = INJURIES.get(track.kind)
    hurt = plural(track.injuries, injury.name) if injury and track.injuries else ""
    costs = signed(track.modifier) if track.modifier else ""
    parts = (
        f"{track.name} {track_in_words(track).replace('/', 'of')}",
        hurt,
        costs,
        track.state,
        *thresholds_ahead(track),
    )
    return ", ".join(part for part in parts if part)


def thresholds_in_words(track: Track) -> str:
    """Return the thresholds of a track and the effect of a single hit as text."""
    injury = INJURIES.get(track.kind)
    leaves = [f"a {injury.name} for every {track.threshold} of one hit"] if injury and track.threshold else []
    return ", ".join([*(f"{one.state} at {one.at}" for one in track.thresholds), *leaves])
