"""Measure how quick the finder reads a line, with ordinary names and with the worst there are; slow fails nothing."""

import itertools
import time
from functools import partial
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from benchmarks.figures import Figure, sized
from benchmarks.test_speed import in_milliseconds, until_painted
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.finder.index import RollableIndex
from gm_desk.core.finder.lexicon import warm_up
from gm_desk.core.finder.line import read_line
from gm_desk.core.systems.registry import RULES
from gm_desk.store.rosters.files import read_sample
from gm_desk.store.shipped import load_system
from ui_makers import a_roster, sit_down

FIND_AIM, KEY_AIM = 50, 16
REPEATED = " ".join(["aaaaaaaaaa"] * 18)
NAMES = {
    "Ordinary names": ([f"Guard {number}" for number in range(sized(1000, 10))], "guard 77 guns -20 vs guard 7 fray"),
    "A name of 18 repeated words": ([REPEATED], f"{'a' * 30}b"),
    "Names of 18 repeated words": ([f"{REPEATED} {number}" for number in range(sized(1000, 10))], REPEATED),
    "Names of 40 repeated letters": (["a " * 40 + str(number) for number in range(sized(1000, 10))], "a " * 22 + "x"),
    "One name of a megabyte": (["漢字 " * sized(350_000, 1000)], "漢字 漢字漢 guns"),
    "Attacks and their choices": (
        [f"Guard {number}" for number in range(sized(1000, 10))],
        "guard 7 heavy pistol vs guard 3, burst, minor cover, called shot",
    ),
    "Factors over and over": (["Eva"], "minor +10 " * 19),
}
TYPED = (
    "guard 7 heavy pistol vs guard 3, burst, minor cover, called shot",
    "assault rifle vs guard 77, full, smoke",
    "guard 512 knife vs guard 513 +20",
    "heavy pistol guard 999 vs guard 12, burst, aim",
    "guard 40 damage 12",
)


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("system", ["ep2", "ep1", "kaiser"])
def test_a_line_typed_letter_by_letter(system: str, names: str, figures: list[Figure]) -> None:
    """Type a line, and read it after each letter, as the finder does."""
    warm_up()
    sample, (called, line) = read_sample(system), NAMES[names]
    people = sample.characters
    characters = tuple(
        structs.replace(_armed(people[place % len(people)]), id=f"c{place}", name=name)
        for place, name in enumerate(called)
    )
    book = RollableIndex(structs.replace(sample, characters=characters), load_system(system), RULES[system])
    taken = []
    for letters in range(1, min(len(line), sized(200, 20)) + 1):
        began = time.perf_counter()
        read_line(line[:letters], book, Draft())
        taken.append(1000 * (time.perf_counter() - began))
    figures.append(in_milliseconds(f"{names}, a line read in the finder, {system}", taken, FIND_AIM))


@pytest.mark.parametrize("system", ["ep2", "ep1", "kaiser"])
def test_a_key_until_the_rows_are_painted(system: str, qtbot: QtBot, tmp_path: Path, figures: list[Figure]) -> None:
    """Type lines in the window of a roster of a thousand with their attacks."""
    sample = read_sample(system)
    people = [_armed(sample.characters[place % len(sample.characters)]) for place in range(sized(1000, 10))]
    characters = [structs.replace(one, id=f"c{place}", name=f"Guard {place}") for place, one in enumerate(people)]
    gm = sit_down(qtbot, tmp_path, structs.replace(a_roster(*characters), system=system))
    gm.keys("Ctrl+K")
    finder = gm.window.header.finder
    letters = [*itertools.chain.from_iterable([*line, ""] for line in TYPED)][: sized(200, 20)]
    taken = []
    for letter in letters:
        if letter:
            taken.append(until_painted(partial(QTest.keyClicks, finder, letter), [finder, finder.list.viewport()]))
        else:
            finder.clear()
    figures.append(in_milliseconds(f"A key in the finder among 1,000 with their attacks, {system}", taken, KEY_AIM))


def _armed(character: Character) -> Character:
    """Return a character with attacks, made with their first skill."""
    skill = character.skills[0].name if character.skills else ""
    names = ("Heavy pistol", "Assault rifle", "Knife")
    attacks = (Attack(id=name, name=name, skill=skill, damage="2d10", modes="SA/BF/FA", range="50") for name in names)
    return structs.replace(character, attacks=tuple(attacks))
