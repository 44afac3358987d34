"""`gm-desk forecast`: simulate a fight between two groups of a roster many times, without a window or Qt."""

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from gm_desk.command_line import ALL_GOOD, SOME_BAD, UNUSABLE, say
from gm_desk.core.characters.roster import Group, Roster
from gm_desk.core.forecast.contenders import (
    MOST_FIGHTS,
    USUAL_FIGHTS,
    FightSetup,
    ForecastSide,
    left_out,
    why_nobody_fights,
)
from gm_desk.core.forecast.fights import ForecastResult, forecast
from gm_desk.core.forecast.report import report_of
from gm_desk.core.rules.house import parse_known_house
from gm_desk.core.rules.outcomes import HANDS
from gm_desk.core.systems.registry import RULES
from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.rosters.files import RosterReading, read_in_part
from gm_desk.store.shipped import load_system

USUAL_SEED = 1
SIDES = 2
EPILOG = """\
ROSTER is a roster file of GM Desk, and GROUP the name or the id of one of its groups. The first side is "a", the second
"b". The same seed gives the same answer.

Everybody with an attack that does damage who is not out of action fights as they are now, with their best attack, in
single or semi-automatic fire. Movement, range, tactics, psi and hacking are not simulated.

With --json: {"fights": …, "wins": {"a": …, "b": …, "undecided": …}, "turns": {"median": …, "p10": …, "p90": …},
"characters": [{"id": …, "name": …, "side": "a", "out": …, "dead": …, "taken": …, "dealt": …}]}; shares are from 0 to 1,
damage as means.

The exit code is 0, or 1 if parts of the roster could not be read, or 2 if there was no fight to simulate.

  gm-desk forecast mars.json --side Players --side "Dockside Triad"
  gm-desk forecast mars.json --side Players --side "Dockside Triad" --fights 10000 --seed 7 --focus --json
"""


class NoForecastError(Exception):
    """The fight cannot be simulated; the message says why."""


def main(arguments: list[str]) -> int:
    """Simulate the fights, print the statistics, and return the exit code."""
    asked = _parser().parse_args(arguments)
    try:
        reading = _read(asked.roster)
        setup = _setup(reading.roster, asked)
    except NoForecastError as failure:
        return say(str(failure), UNUSABLE)
    except UnreadableFileError as error:
        return say(f"{error.path} was not read: {error.problem}.", UNUSABLE)
    for problem in reading.problems:
        say(f"{problem.place or problem.path} was not read: {problem.problem}.")
    for one in left_out(setup):
        say(f"{one.name} does not fight: without an attack that does damage, or out of action already.")
    result = forecast(setup, asked.fights, asked.seed)
    text = _json_of(result) if asked.json else report_of(result, (setup.a.name, setup.b.name))
    sys.stdout.buffer.write(text.encode())
    return SOME_BAD if reading.problems else ALL_GOOD


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gm-desk forecast",
        description="Simulate a fight between two groups of a roster thousands of times, and report how it ends.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("roster", metavar="ROSTER", type=Path, help="the roster file")
    parser.add_argument("--side", metavar="GROUP", action="append", default=[], help="a group; given twice")
    parser.add_argument("--fights", type=_fights, default=USUAL_FIGHTS, help=f"how many fights ({USUAL_FIGHTS})")
    parser.add_argument("--seed", type=int, default=USUAL_SEED, help=f"a whole number ({USUAL_SEED})")
    parser.add_argument("--focus", action="store_true", help="everybody attacks the enemy with the least left")
    parser.add_argument("--players-spend", action="store_true", help="players flip what flipping wins")
    parser.add_argument("--wound-checks", action="store_true", help="wounds call for their checks")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    return parser


def _read(path: Path) -> RosterReading:
    """Return the roster of a file; raise UnreadableFileError or, for a later format, NoForecastError."""
    reading = read_in_part(path)
    if reading.newer:
        raise NoForecastError(f"{path} was written by a newer GM Desk.")
    return reading


def _fights(text: str) -> int:
    """Return a number of fights; raise ArgumentTypeError for an invalid one."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST_FIGHTS))):
        raise argparse.ArgumentTypeError(f"“{text}” is not a number of fights")
    if not 1 <= int(text) <= MOST_FIGHTS:
        raise argparse.ArgumentTypeError(f"it is 1 to {MOST_FIGHTS:,}, not {text}")
    return int(text)


def _setup(roster: Roster, options: argparse.Namespace) -> FightSetup:
    """Return the setup of the fight; raise NoForecastError with the reason."""
    if len(options.side) != SIDES:
        raise NoForecastError("A fight has two sides: give --side twice, each with a group.")
    groups = [_group(name, roster) for name in options.side]
    if groups[0].id == groups[1].id:
        raise NoForecastError(f"{groups[0].name} cannot fight against itself.")
    a, b = (ForecastSide(group.name, tuple(roster.members(group.id))) for group in groups)
    scene = roster.on_stage
    setup = FightSetup(
        pinned=tuple(chip for chip in scene.pinned if not chip.struck) if scene else (),
        a=a,
        b=b,
        system=load_system(roster.system),
        rules=RULES[roster.system],
        house=parse_known_house(roster.system, roster.house),
        focus=options.focus,
        players_spend=options.players_spend,
        wound_checks=options.wound_checks,
    )
    for side in map(setup.side, HANDS):
        if reason := why_nobody_fights(side, setup):
            raise NoForecastError(reason)
    return setup


def _group(name: str, roster: Roster) -> Group:
    """Return a group by its id or its name, ignoring case; raise NoForecastError with the reason."""
    named = [group for group in roster.groups if group.name.casefold() == name.strip().casefold()]
    found = roster.group(name) or (named[0] if len(named) == 1 else None)
    if found is not None:
        return found
    if named:
        ids = ", ".join(group.id for group in named)
        raise NoForecastError(f"{len(named)} groups are called {named[0].name}: give the id of one of them ({ids}).")
    known = ", ".join(group.name for group in roster.groups) or "no groups"
    raise NoForecastError(f"{roster.name} has no group “{name}”; it has {known}.")


def _json_of(result: ForecastResult) -> str:
    """Return the statistics as one line of JSON."""
    data: dict[str, Any] = {
        "fights": result.fights,
        "wins": msgspec.to_builtins(result.wins),
        "turns": msgspec.to_builtins(result.turns),
        "characters": [
            {
                "id": one.id,
                "name": one.name,
                "side": one.side,
                "out": one.out,
                "dead": one.dead,
                "taken": one.taken,
                "dealt": one.dealt,
            }
            for one in result.characters
        ],
    }
    return msgspec.json.encode(data).decode() + "\n"
