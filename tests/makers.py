"""Builders, strategies and failing disks for the tests of core and store; nothing here needs Qt."""

import itertools
import json
import string
import subprocess
import sys
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
KNOWN = {name for kind in (Roster, Group, Character, Skill) for name in kind.__struct_fields__}
unknown_keys = st.dictionaries(texts.filter(lambda key: key not in KNOWN), json_values, max_size=2)

skills = st.builds(
    Skill, id=ids, name=names, rating=st.integers(0, 150), aptitude=texts, category=texts, extra=unknown_keys
)
groups = st.builds(Group, id=ids, name=names, colour=texts, extra=unknown_keys)
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
    extra=unknown_keys,
)

values = st.integers(-30, 30).map(lambda tens: tens * 10)
chips = st.builds(
    Chip, id=ids, value=values, label=texts, origin=st.sampled_from(Origin), struck=st.booleans(), pinned=st.booleans()
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
    """Run a program, kill it after it has printed a number of lines, and return all lines that it printed."""
    command = [sys.executable, "-c", program, *arguments]
    with subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = [process.stdout.readline().strip() for _ in range(lines)]
        process.kill()
        said += [line.strip() for line in process.stdout if line.endswith("\n")]
    assert "" not in said, "the program ended by itself"
    return said
