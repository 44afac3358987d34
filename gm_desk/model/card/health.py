"""The health of a character as text, seen and read aloud."""

from gm_desk.core.characters.harm import INJURIES, Track
from gm_desk.core.characters.values import Vitals
from gm_desk.core.notation.numbers import signed
from gm_desk.core.wording.phrases import plural

DOT = "●"
MOST_DOTS = 4


def marks(injuries: int, modifier: int) -> str:
    """Return wounds as dots, or as a number if there are many, and their modifier: "●● −20"."""
    dots = DOT * injuries if injuries <= MOST_DOTS else f"{injuries}{DOT}"
    return " ".join(part for part in (dots, signed(modifier) if modifier else "") if part)


def standing(health: Vitals) -> list[str]:
    """Return the state of a character’s health as texts: percentage left, wounds, traumas, modifier, condition."""
    injuries = ((health.injuries - health.traumas, "wound"), (health.traumas, "trauma"))
    hurt = [plural(number, name) for number, name in injuries if number]
    costs = [signed(health.modifier)] if health.modifier else []
    left = [] if health.left is None else [f"{round(health.left * 100)}% left"]
    return [*left, *hurt, *costs, *([health.state] if health.state else [])]


def suffers(track: Track) -> list[str]:
    """Return the effects of a track, its modifier first: "−20 ●●", "out"."""
    hurt = " ".join(reversed(marks(track.injuries, track.modifier).split(" ")))
    return [part for part in (hurt, track.state) if part]


def coming(track: Track) -> list[str]:
    """Return the thresholds that are not reached yet: "out at 45"."""
    return [f"{one.state} at {one.at}" for one in track.thresholds if track.now < one.at]


def track_count(track: Track) -> str:
    """Return the damage, and the maximum if there is one: "28 / 45"."""
    return str(track.now) if track.most is None else f"{track.now} / {track.most}"


def spoken_track(track: Track) -> str:
    """Return a track as a screen reader should read it."""
    injury = INJURIES.get(track.kind)
    hurt = plural(track.injuries, injury.name) if injury and track.injuries else ""
    costs = signed(track.modifier) if track.modifier else ""
    parts = (f"{track.name} {track_count(track).replace('/', 'of')}", hurt, costs, track.state, *coming(track))
    return ", ".join(part for part in parts if part)


def thresholds(track: Track) -> str:
    """Return the thresholds of a track and the effect of a single hit as text."""
    injury = INJURIES.get(track.kind)
    leaves = [f"a {injury.name} for every {track.threshold} of one hit"] if injury and track.threshold else []
    return ", ".join([*(f"{one.state} at {one.at}" for one in track.thresholds), *leaves])
