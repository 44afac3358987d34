"""Health in words: wounds with what they cost, thresholds, and what is read out."""

from gm_desk.core.harm import INJURIES, Track
from gm_desk.core.vitals import Vitals
from gm_desk.model.harm_edits import counted
from gm_desk.model.verdicts import signed

DOT = "●"
MOST_DOTS = 4


def marks(injuries: int, modifier: int) -> str:
    """Show wounds as dots, many as a number, and what they cost: "●● −20"."""
    dots = DOT * injuries if injuries <= MOST_DOTS else f"{injuries}{DOT}"
    return " ".join(part for part in (dots, signed(modifier) if modifier else "") if part)


def standing(health: Vitals) -> list[str]:
    """Say how somebody is, part by part: "3 of 10 left" is told by the bar alone."""
    hurt = [counted(health.injuries, "wound")] if health.injuries else []
    costs = [signed(health.modifier)] if health.modifier else []
    left = [] if health.left is None else [f"{round(health.left * 100)}% left"]
    return [*left, *hurt, *costs, *([health.state] if health.state else [])]


def suffers(track: Track) -> list[str]:
    """Say what a track has come to, first what it costs: "−20 ●●", "out"."""
    hurt = " ".join(reversed(marks(track.injuries, track.modifier).split(" ")))
    return [part for part in (hurt, track.state) if part]


def coming(track: Track) -> list[str]:
    """List the thresholds that are not reached yet: "out at 45"."""
    return [f"{one.state} at {one.at}" for one in track.thresholds if track.now < one.at]


def count(track: Track) -> str:
    """Show what was suffered, and of how much: "28 / 45"."""
    return str(track.now) if track.most is None else f"{track.now} / {track.most}"


def spoken(track: Track) -> str:
    """Read a track out."""
    injury = INJURIES.get(track.kind)
    hurt = counted(track.injuries, injury.name) if injury and track.injuries else ""
    costs = signed(track.modifier) if track.modifier else ""
    parts = (f"{track.name} {count(track).replace('/', 'of')}", hurt, costs, track.state, *coming(track))
    return ", ".join(part for part in parts if part)


def thresholds(track: Track) -> str:
    """Say what a track is for: where it leads, and what one hit leaves."""
    injury = INJURIES.get(track.kind)
    leaves = [f"a {injury.name} for every {track.threshold} of one hit"] if injury and track.threshold else []
    return ", ".join([*(f"{one.state} at {one.at}" for one in track.thresholds), *leaves])
