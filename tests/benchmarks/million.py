"""A journal with a million rolls, filled quickly: as the journal would write them, with a thousand kinds repeated."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from benchmarks.figures import sized
from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft, Mode, Side
from gm_desk.core.rules.house import House
from gm_desk.core.rules.requests import OpposedTest, SuccessTest
from gm_desk.store.journal.entries import Entry, marks_of
from gm_desk.store.journal.index import LineIndex, place_of
from gm_desk.store.journal.journal import Journal
from gm_desk.store.journal.rows import ENTRY, EVENING, LINE, encoded_row

KINDS, IN_AN_EVENING, BEGAN = sized(1000, 50), 300, 1_500_000_000_000
DAY = 24 * 60 * 60 * 1000
PEOPLE = [
    f"{first} {last}"
    for first in ["Eva", "Lao", "Jaqui", "Okoro", "Reyes"]
    for last in ["Qing", "Fray", "Stone", "Vale"]
]
SKILLS = ["Guns", "Fray", "Athletics", "Hardware: Electronics", "Know: Triads", "Perceive", "Persuade", "Infiltrate"]
RETIRED = "retired"
"""Who rolled in the first evening only."""

Kind = tuple[tuple[Any, ...], str]


def fill(path: Path, rolls: int) -> None:
    """Fill a journal with many rolls, in sessions of three hundred."""
    with closing(Journal(path)) as journal:
        journal.add([a_roll(random.Random(0), 0)])
    kinds = list(map(a_kind, range(KINDS)))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        for table in (ENTRY, LINE, EVENING):
            connection.execute(f"DELETE FROM {table.name}")  # noqa: S608 - constants
        entries = (ENTRY.hashed(values) for _, values, _ in rows(kinds, rolls))
        connection.executemany(ENTRY.insert, entries)
        lines = (
            LINE.hashed((place, values[0], evening_of(values[0]), marks)) for place, values, marks in rows(kinds, rolls)
        )
        connection.executemany("INSERT INTO line VALUES (?, ?, ?, ?, ?)", lines)
        connection.executemany(
            "INSERT INTO evening VALUES (?, ?, ?, ?, ?, ?, ?, ?)", map(EVENING.hashed, evenings(rolls))
        )
        connection.execute("UPDATE about SET behind = 1")
        connection.execute("COMMIT")
        LineIndex(connection).catch_up()


def a_kind(number: int) -> Kind:
    """Return the row of a kind of roll, and its marks."""
    entry = a_roll(random.Random(number), number)
    return encoded_row(entry, 1)[:-1], marks_of(entry)


def a_roll(chance: random.Random, number: int) -> Entry:
    """Return a roll of a random character with a random skill, every third one against an opponent."""
    who, other = chance.choice(PEOPLE), chance.choice(PEOPLE)
    what = Ability(AbilityKind.SKILL, "skill", chance.choice(SKILLS), 60, "REF", 20)
    opposed = number % 3 == 0
    draft = Draft(
        who.casefold().replace(" ", ""),
        who,
        what,
        mode=Mode.OPPOSED if opposed else Mode.ALONE,
        opponent=Side(other.casefold().replace(" ", ""), other, what) if opposed else None,
    )
    test = SuccessTest(60)
    faces = (chance.randrange(100),)
    return Entry(
        id="",
        batch="",
        session="",
        time=0,
        system="ep2",
        draft=draft,
        request=OpposedTest(test, test) if opposed else test,
        house=House(),
        dice={"a.roll": faces, "b.roll": (50,)} if opposed else {"roll": faces},
        secret=number % 10 == 0,
        note="The blackout" if number == 7 else "",
    )


def rows(kinds: list[Kind], rolls: int) -> Iterator[tuple[int, tuple[Any, ...], str]]:
    """Yield the number, the values and the marks of each roll."""
    chance = random.Random(1)
    for number in range(1, rolls + 1):
        values, marks = kinds[chance.randrange(KINDS)]
        time, roll_id = time_of(number), f"{number:016x}"
        if number <= IN_AN_EVENING:
            marks = f" .c{RETIRED}{marks}"
        session = session_of(evening_of(number))
        yield place_of(time), (number, roll_id, roll_id, session, time, *values[5:]), marks


def evenings(rolls: int) -> Iterator[tuple[Any, ...]]:
    """Yield the values of each session."""
    for evening in range(1, evening_of(rolls) + 1):
        first, last = (evening - 1) * IN_AN_EVENING + 1, min(rolls, evening * IN_AN_EVENING)
        times = time_of(first), time_of(last)
        yield evening, session_of(evening), *times, *map(place_of, times), last - first + 1


def evening_of(number: int) -> int:
    """Return the number of the session of a roll."""
    return (number - 1) // IN_AN_EVENING + 1


def session_of(evening: int) -> str:
    return f"{evening:016x}"


def time_of(number: int) -> int:
    """Return the time of a roll: twenty seconds after the one before it, and each session on another day."""
    return BEGAN + evening_of(number) * DAY + (number - 1) % IN_AN_EVENING * 20_000
