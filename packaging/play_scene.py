"""Write a short scene to a data directory, so that pictures of the window show a game in progress.

First `python packaging/play_scene.py DIR`, then `gm-desk --data DIR --screenshot .github/pictures/main-window.png`, and
for each pane `gm-desk --data DIR --size 1366x900 --part card --screenshot .github/pictures/card.png`. With
`play_scene.py DIR fight` the fight of the sample has begun, and `--part roster` shows it.
"""

import sys
from datetime import datetime, timedelta
from pathlib import Path

from msgspec import structs

from gm_desk.core.characters.roster import Roster
from gm_desk.core.drafts.abilities import ability_of, chosen
from gm_desk.core.drafts.draft import AbilityKind, Chip, Draft
from gm_desk.core.drafts.opponents import opposed
from gm_desk.core.rules.house import House
from gm_desk.core.scenes.scene import Clock
from gm_desk.core.scenes.staging import battle_of, rolled_for
from gm_desk.core.scenes.turns import begun, next_moment
from gm_desk.core.systems.eclipse import success_test
from gm_desk.core.systems.registry import RULES
from gm_desk.store.disk.places import Places
from gm_desk.store.journal.entries import Entry
from gm_desk.store.journal.journal import Journal
from gm_desk.store.rosters.files import read_sample, write_roster
from gm_desk.store.shipped import load_system
from gm_desk.store.state import State, View, write_state

EVENING = datetime(2026, 11, 20, 21, 17)  # noqa: DTZ001 - whatever the clock of the table shows
ROLLS = (
    ("Jaqui", "Free Fall", -20, 26, 11, True),
    ("Sergeant Okoro", "Perceive", 0, 99, 3, False),
    ("Eva", "Hardware: Robotics", 20, 68, 6, True),
    ("Tyska", "Infiltrate", -10, 44, 3, False),
    ("Lao Qing", "Guns", -50, 61, 2, False),
)
"""Character, skill, sum of the modifiers, dice, minutes until the next roll, whether the dice were typed."""

STEPS = 2
"""The number of steps taken in the fight."""
NOW = (("Smoke", -30), ("Retry 1", -10), ("Teamwork 1", 10))


def main(folder: Path, *, fight: bool = False) -> None:
    """Write roster, journal and state, with the first prepared scene under way if there is to be a `fight`."""
    places, roster = Places(folder.absolute()), read_sample("ep2")
    if fight:
        roster = fought(roster)
    path = places.roster(roster.name, roster.id)
    write_roster(path, roster)
    journal = Journal(places.journal(roster.id))
    journal.add(entries(roster))
    journal.close()
    who = next(one for one in roster.characters if one.name == "Lao Qing")
    draft = drafted(roster, "Lao Qing", "Guns").with_difficulty(-20, "Hard")
    for label, value in NOW:
        draft = draft.with_chip(Chip(label, value, label))
    jaqui = next(one for one in roster.characters if one.name == "Jaqui")
    draft = opposed(draft, jaqui, load_system(roster.system), RULES[roster.system])
    write_state(places.state, State().with_recent(path, roster.name).with_view(roster.id, View(who.id, draft)))


def fought(roster: Roster) -> Roster:
    """Return the roster some steps into the fight of its first scene, with a clock under way."""
    system, house = load_system(roster.system), House()
    clocks = (Clock(id="alarm", name="Alarm", size=5, filled=2), Clock(id="door", name="Open the door", minutes=20))
    scene = structs.replace(roster.scenes[0], clocks=clocks)
    battle = battle_of(roster, scene, system, house)
    throws = {one: 1 + place * 5 % 6 for place, ids in enumerate(rolled_for(scene, battle)) for one in ids}
    scene = begun(scene, battle, throws)
    for _ in range(STEPS):
        scene = next_moment(scene, battle)
    return structs.replace(roster.with_scene(scene), stage=scene.id)


def drafted(roster: Roster, name: str, skill: str) -> Draft:
    """Return the draft of a test of a character's skill."""
    who = next(one for one in roster.characters if one.name == name)
    trained = who.skill_named(skill)
    ability = trained and ability_of(who, load_system(roster.system), AbilityKind.SKILL, trained.id)
    if not ability:
        sys.exit(f"{name} has no {skill}")
    return chosen(Draft(), who, ability, load_system(roster.system), RULES[roster.system])


def entries(roster: Roster) -> list[Entry]:
    """Return the rolls of the scene, oldest first."""
    made, clock = [], EVENING
    for number, (name, skill, modifier, roll, minutes, by_hand) in enumerate(ROLLS):
        draft = drafted(roster, name, skill)
        if modifier:
            draft = draft.with_chip(Chip("sum", modifier, "All told"))
        request = success_test(draft)
        if request is not None:
            made.append(
                Entry(
                    id=f"scene-{number}",
                    batch=f"scene-{number}",
                    session="scene",
                    time=int(clock.timestamp() * 1000),
                    system=roster.system,
                    draft=draft,
                    request=request,
                    house=House(),
                    dice={"roll": (roll,)},
                    by_hand=by_hand,
                )
            )
        clock += timedelta(minutes=minutes)
    return made


if __name__ == "__main__":
    main(Path(sys.argv[1]), fight="fight" in sys.argv[2:])
