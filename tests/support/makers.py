"""Builders, strategies and failing disks for the tests of core and store; nothing here needs Qt."""

import itertools
import json
import string
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from msgspec import structs

import gm_desk
from gm_desk.core.characters.roster import Character, Group, NewId, Roster, Skill
from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Origin
from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import SuccessTest
from gm_desk.core.scenes.conditions import ActiveCondition, Duration, OwnCondition
from gm_desk.core.scenes.scene import Clock, Cost, Fighter, Marker, Moment, Rank, Scene, TurnThrows
from gm_desk.core.systems.combat import ConditionEffect
from gm_desk.store.journal.entries import Entry, Search
from gm_desk.store.journal.journal import Journal
from gm_desk.store.rosters.files import encode_roster

CHECKOUT = Path(gm_desk.__file__).parents[1]
PAST = CHECKOUT / "tests" / "past"
"""Files that released versions wrote."""


# --- Builders --------------------------------------------------------------------------------------------------------


def numbered_ids(prefix: str = "new") -> NewId:
    numbers = itertools.count(1)
    return lambda: f"{prefix}-{next(numbers)}"


def a_skill(name: str = "Guns", rating: int = 65, **changes: Any) -> Skill:
    skill = Skill(id=f"skill-{name.casefold()}", name=name, rating=rating, aptitude="REF", category="Combat")
    return structs.replace(skill, **changes)


def a_character(**changes: Any) -> Character:
    """Return Eva, with two skills and three of the six aptitudes."""
    eva = Character(
        id="eva",
        name="Eva",
        stats={"COG": 15, "REF": 20, "SOM": 10},
        skills=(a_skill(), a_skill("Know: Triads", 60, aptitude="COG", category="Know")),
    )
    return structs.replace(eva, **changes)


def a_roster(**changes: Any) -> Roster:
    """Return a roster of two groups, the second one empty: Eva in the first, and another character in none."""
    roster = Roster(
        id="mars",
        name="Mars",
        groups=(Group(id="players", name="Players", colour="#4d7396"), Group(id="triad", name="Triad")),
        characters=(a_character(group="players"), Character(id="stranger", name="Stranger")),
    )
    return structs.replace(roster, **changes)


def a_moment(turn: int = 1, **changes: Any) -> Moment:
    """Return a moment in which Eva acts, and a removed character has paid, waits and is interrupted."""
    moment = Moment(
        turn=turn,
        began=("eva",),
        acting=("eva",),
        acted=("stranger",),
        waiting=("gone",),
        suspended=("gone",),
        paid={"gone": (1,)},
        bought=("eva", "eva"),
        later=("eva",),
        by_hand=True,
        throws={"eva": 4, "stranger": 2, "gone": 6},
        ranks={"eva": Rank(12, 20, 1)},
        costs=(Cost("eva", "damage", 2),),
    )
    return structs.replace(moment, **changes)


def a_scene(**changes: Any) -> Scene:
    """Return a scene with everything in it: Eva, one who hides, one who is gone, and a fight under way."""
    scene = Scene(
        id="lock",
        name="Lock 9",
        notes="The reactor is armed.",
        fighters=(
            Fighter(id="eva", name="Eva", team="players", health=True),
            Fighter(id="stranger", name="Stranger", hidden=True, alias="Masked gunman", surprise="surprised"),
            Fighter(id="gone", name="Old Tom", withdrawn=True),
        ),
        markers=(Marker(id="blows", text="The reactor blows", turn=5, count=9, hidden=False),),
        clocks=(
            Clock(id="alarm", name="Alarm", size=6, filled=2, shown=True),
            Clock(id="repair", name="Repair the drive", minutes=480, spent=240, lost=120, roll="roll-1", pace=75),
            Clock(id="hack", name="Open the lock", minutes=20, spent=15, done=True),
        ),
        pinned=(Chip("smoke", -20, "Smoke", pinned=True),),
        now=a_moment(2),
        past=(a_moment(),),
        ahead=(a_moment(2, after_all=True),),
        health=False,
        picture="ab" * 32,
        caption="The lock",
    )
    return structs.replace(scene, **changes)


def a_fought_roster(**changes: Any) -> Roster:
    """Return a roster with two scenes, one of them on stage, a condition of its own, and Eva stunned and impaired."""
    stunned = ActiveCondition(id="s1", kind="stunned", name="Stunned", span=Duration("eva", 1, count=3), scene="lock")
    impaired = ActiveCondition(id="i1", kind="impaired", name="Impaired", level=20)
    eva = a_character(group="players", conditions=(stunned, impaired))
    own = OwnCondition(id="webbed", name="Webbed", effects=(ConditionEffect(value=-20, tests="physical"),), acts=False)
    roster = a_roster(
        characters=(eva, Character(id="stranger", name="Stranger")),
        conditions=(own,),
        scenes=(a_scene(), Scene(id="later", name="Later")),
        stage="lock",
    )
    return structs.replace(roster, **changes)


def an_entry(entry_id: str = "roll-1", *, name: str = "Eva", what: str = "Guns", **changes: Any) -> Entry:
    ability = Ability(AbilityKind.SKILL, "skill-guns", what, 65, "REF", 20)
    entry = Entry(
        id=entry_id,
        batch=entry_id,
        session="evening",
        time=1_700_000_000_000,
        system="ep2",
        draft=Draft("eva", name, ability),
        request=SuccessTest(65),
        house=House(),
        dice={"roll": (53,)},
    )
    return structs.replace(entry, **changes)


def rolls_in(journal: Journal, limit: int, before: str = "", words: str = "", **search: Any) -> list[Entry]:
    """Return the entries of a page of a journal, without their earlier verdicts."""
    return [kept.entry for kept in journal.page(limit, before, Search(words, **search))]


def some_entries(count: int, first: int = 1) -> list[Entry]:
    return [an_entry(f"roll-{number}") for number in range(first, first + count)]


def numbers(page: list[Entry]) -> list[int]:
    """Return the numbers at the end of the entries' ids."""
    return [int(entry.id.removeprefix("roll-")) for entry in page]


@contextmanager
def a_journal(path: Path, kept: Iterable[Entry] = (), *, read_only: bool = False) -> Iterator[Journal]:
    with closing(Journal(path, read_only=read_only)) as journal:
        if kept:
            journal.add(kept)
        yield journal


# --- A roster as plain data ------------------------------------------------------------------------------------------


Place = tuple[str | int, ...]


def raw_roster() -> Any:
    """Return the plain data of the file of `a_roster`."""
    return json.loads(encode_roster(a_roster()))


def at(raw: Any, place: Place) -> Any:
    """Return the value at a path in plain data."""
    for step in place:
        raw = raw[step]
    return raw


def changed(place: Place, value: Any) -> Any:
    """Return the plain data of the roster with another value at one path."""
    raw = raw_roster()
    at(raw, place[:-1])[place[-1]] = value
    return raw


def without(place: Place) -> Any:
    """Return the plain data of the roster without one path."""
    raw = raw_roster()
    del at(raw, place[:-1])[place[-1]]
    return raw


# --- Strategies ------------------------------------------------------------------------------------------------------

texts = st.text(st.characters(codec="utf-8"), max_size=12)
names = texts.filter(str.strip)
ids = st.text(string.ascii_letters + string.digits + "-", min_size=1, max_size=64)
plain_values = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts
json_values = st.recursive(
    plain_values, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3)
)
STRUCTS = (Roster, Group, Character, Skill, Scene, Fighter, Marker, Clock, Moment, ActiveCondition, OwnCondition)
KNOWN = {name for kind in STRUCTS for name in kind.__struct_fields__}
unknown_keys = st.dictionaries(texts.filter(lambda key: key not in KNOWN), json_values, max_size=2)

skills = st.builds(
    Skill, id=ids, name=names, rating=st.integers(0, 150), aptitude=texts, category=texts, extra=unknown_keys
)
groups = st.builds(Group, id=ids, name=names, colour=texts, extra=unknown_keys)
few_ids = st.lists(ids, max_size=2).map(tuple)
spans = st.builds(
    Duration,
    whose=ids,
    first=st.integers(1, 9999),
    at=st.sampled_from(["start", "end"]),
    unit=st.sampled_from(["turn", "phase"]),
    phase=st.integers(1, 4),
    count=st.none() | st.integers(1, 9999),
)
conditions = st.builds(
    ActiveCondition,
    id=ids,
    kind=texts,
    name=texts,
    level=st.integers(0, 999),
    span=st.none() | spans,
    scene=texts,
    extra=unknown_keys,
)
characters = st.builds(
    Character,
    id=ids,
    name=names,
    kind=st.sampled_from(["pc", "npc"]),
    group=texts,
    concept=texts,
    stats=st.dictionaries(texts, st.integers(0, 999), max_size=3),
    skills=st.lists(skills, max_size=2, unique_by=lambda one: one.id).map(tuple),
    notes=texts,
    conditions=st.lists(conditions, max_size=2, unique_by=lambda one: one.id).map(tuple),
    extra=unknown_keys,
)
values = st.integers(-30, 30).map(lambda tens: tens * 10)
chips = st.builds(
    Chip, id=ids, value=values, label=texts, origin=st.sampled_from(Origin), struck=st.booleans(), pinned=st.booleans()
)
own_conditions = st.builds(
    OwnCondition,
    id=ids,
    name=texts,
    effects=st.lists(st.builds(ConditionEffect, value=values, against=st.booleans()), max_size=2).map(tuple),
    fades=st.integers(0, 20),
    acts=st.booleans(),
    damage=texts,
    hint=texts,
    extra=unknown_keys,
)
fighters = st.builds(
    Fighter,
    id=ids,
    name=texts,
    surprise=st.sampled_from(["", "reacting", "surprised"]),
    withdrawn=st.booleans(),
    hidden=st.booleans(),
    alias=texts,
    team=texts,
    extra=unknown_keys,
)
moments = st.builds(
    Moment,
    turn=st.integers(1, 9999),
    phase=st.integers(1, 4),
    began=few_ids,
    acting=few_ids,
    acted=few_ids,
    waiting=few_ids,
    held=few_ids,
    suspended=few_ids,
    paid=st.dictionaries(ids, st.lists(st.integers(1, 4), max_size=2).map(tuple), max_size=2),
    bought=few_ids,
    later=few_ids,
    after_all=st.booleans(),
    by_hand=st.booleans(),
    throws=st.dictionaries(ids, st.integers(-100, 200), max_size=2),
    ranks=st.dictionaries(ids, st.builds(Rank, st.integers(-99, 99), st.integers(-9, 9)), max_size=2),
    costs=st.lists(st.builds(Cost, ids, st.sampled_from(["damage", "wounds"]), st.integers(0, 9)), max_size=2).map(
        tuple
    ),
    extra=unknown_keys,
)
markers = st.builds(
    Marker,
    id=ids,
    text=texts,
    turn=st.integers(1, 9999),
    count=st.none() | st.integers(-99, 99),
    hidden=st.booleans(),
    extra=unknown_keys,
)
clocks = st.builds(
    Clock,
    id=ids,
    name=texts,
    size=st.integers(1, 99),
    filled=st.integers(0, 99),
    shown=st.booleans(),
    minutes=st.integers(0, 9999),
    spent=st.integers(0, 9999),
    lost=st.integers(0, 9999),
    done=st.booleans(),
    roll=texts,
    pace=st.integers(1, 999),
    extra=unknown_keys,
)
thrown = st.builds(
    TurnThrows,
    turn=st.integers(1, 9999),
    throws=st.dictionaries(ids, st.integers(-100, 200), max_size=2),
    extra=unknown_keys,
)
scenes = st.builds(
    Scene,
    id=ids,
    name=texts,
    notes=texts,
    fighters=st.lists(fighters, max_size=2, unique_by=lambda one: one.id).map(tuple),
    markers=st.lists(markers, max_size=1).map(tuple),
    clocks=st.lists(clocks, max_size=1).map(tuple),
    pinned=st.lists(chips, max_size=1).map(tuple),
    now=st.none() | moments,
    past=st.lists(moments, max_size=1).map(tuple),
    ahead=st.lists(moments, max_size=1).map(tuple),
    thrown=st.lists(thrown, max_size=2).map(tuple),
    extra=unknown_keys,
)
rosters = st.builds(
    Roster,
    format=st.just(1),
    id=ids,
    name=names,
    system=st.just("ep2"),
    house=st.sampled_from([{}, {"cap": None}, {"cap": 40, "default_criticals": "count"}, {"of a later time": [1]}]),
    groups=st.lists(groups, max_size=2, unique_by=lambda one: one.id).map(tuple),
    characters=st.lists(characters, max_size=2, unique_by=lambda one: one.id).map(tuple),
    conditions=st.lists(own_conditions, max_size=1).map(tuple),
    scenes=st.lists(scenes, max_size=2, unique_by=lambda one: one.id).map(tuple),
    stage=texts,
    extra=unknown_keys,
)

abilities = st.builds(
    Ability,
    kind=st.sampled_from(AbilityKind),
    key=texts,
    label=texts,
    rating=st.integers(0, 3000),
    linked=texts,
    linked_rating=st.none() | st.integers(0, 999),
)
drafts = st.builds(
    Draft,
    character=ids,
    name=texts,
    ability=abilities,
    default=st.booleans(),
    chips=st.lists(chips, max_size=4, unique_by=lambda chip: chip.id).map(tuple),
    eyeballed=st.none() | values,
)


# --- Disks and processes that fail -----------------------------------------------------------------------------------


@contextmanager
def a_disk_with_room_for(size: int) -> Iterator[None]:
    """Limit the size of files: a larger write is cut off, and the next one fails (POSIX)."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def killed_after(lines: int, program: str, *arguments: str) -> list[str]:
    """Run a program, kill it after it has printed a number of lines, and return all lines that it printed.

    A program that fails where nobody sees it prints nothing; it is killed after a minute.
    """
    command = [sys.executable, "-c", program, *arguments]
    with subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        limit = threading.Timer(60, process.kill)
        limit.start()
        said = [process.stdout.readline().strip() for _ in range(lines)]
        limit.cancel()
        process.kill()
        said += [line.strip() for line in process.stdout if line.endswith("\n")]
    assert "" not in said, "the program ended by itself"
    return said
