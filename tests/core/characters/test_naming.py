"""Names: proposed by chance, fit for the system, and never one that is taken."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.characters.naming import Culture, Names, free_name, name_for, numbered_names, propose
from gm_desk.core.characters.roster import Character, name_or_count
from gm_desk.core.systems.registry import SYSTEMS
from gm_desk.store.shipped import load_names

TOWN = Culture("Town", ("ep2",), ("Ada", "Ben"), ("Weir", "Moor"))
HANDLES = Culture("Handles", ("ep2",), ("Nullset",))


class SeededDice:
    """Throw what a seed says."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def d100(self) -> int:
        return self._chance.randrange(100)

    def die(self, sides: int) -> int:
        return self._chance.randint(1, sides)


class Shows:
    """Let every die show one face, or its highest where it has fewer."""

    def __init__(self, face: int) -> None:
        self._face = face

    def d100(self) -> int:
        return self._face

    def die(self, sides: int) -> int:
        return min(self._face, sides)


def test_the_dice_choose_the_culture_and_then_the_name() -> None:
    assert propose([TOWN, HANDLES], [], Shows(1)) == "Ada Weir"
    assert propose([TOWN, HANDLES], [], Shows(2)) == "Nullset"
    assert propose([TOWN], [], Shows(4)) == "Ben Moor"


def test_a_name_that_shares_a_part_with_a_taken_one_comes_only_where_there_is_no_other() -> None:
    assert propose([TOWN], ["ada WEIR"], Shows(1)) == "Ben Moor"
    assert propose([TOWN], ["Ada Weir", "Ben Moor"], Shows(1)) == "Ada Moor"


def test_where_every_name_is_taken_they_get_numbers() -> None:
    taken = [*TOWN.names(), "ada  weir 2"]
    assert propose([TOWN], taken, Shows(1)) == "Ada Weir 3"
    assert propose([], ["Stranger"], Shows(1)) == "Stranger 2"


@given(
    st.sets(st.sampled_from([*TOWN.names(), "Nullset", "nullset 2", "Ada", "ADA WEIR 2", "Stranger"])), st.integers()
)
def test_a_taken_name_is_never_proposed(taken: set[str], seed: int) -> None:
    proposed = propose([TOWN, HANDLES], taken, SeededDice(seed))
    assert proposed.casefold() not in {name.casefold() for name in taken}


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_evening_of_names_has_no_name_twice(system: str) -> None:
    cultures, dice, taken = load_names(system), SeededDice(7), list[str]()
    for _ in range(60):
        taken.append(propose(cultures, taken, dice))
    assert len({name.casefold() for name in taken}) == 60


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_system_has_eighty_names_of_several_cultures(system: str) -> None:
    cultures = load_names(system)
    parts = [part for culture in cultures for part in (*culture.given, *culture.family)]
    assert len(cultures) >= 5
    assert len(set(parts)) == len(parts) >= 80


def test_eclipse_phase_has_handles_and_kaiser_has_names_of_its_own() -> None:
    lists = {system: {culture.name for culture in load_names(system)} for system in SYSTEMS}
    assert lists["ep1"] == lists["ep2"]
    assert "Handles" in lists["ep2"]
    assert lists["kaiser"].isdisjoint(lists["ep2"])


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_shipped_name_is_short_and_trimmed(system: str) -> None:
    for name in itertools.chain(*(culture.names() for culture in load_names(system))):
        assert name == " ".join(name.split())
        assert 0 < len(name) <= 32


@pytest.mark.parametrize(("tag", "name"), [("mook", "Dock thug 2"), ("drone", "Dock thug 2"), ("boss", "Ada Moor")])
def test_mooks_drones_and_beasts_go_by_what_they_are(tag: str, name: str) -> None:
    thug = Character(id="thug", name="Dock thug", tags=("dock", tag))
    assert name_for(thug, [TOWN], ["Dock Thug", "Ben Weir"], Shows(1)) == name


def test_a_free_name_is_kept_and_a_taken_one_gets_the_next_free_number() -> None:
    assert free_name("Dock thug", ["Boss"]) == "Dock thug"
    assert free_name("Dock thug", ["dock thug", "Dock thug 2", "Dock thug 4"]) == "Dock thug 3"


@pytest.mark.parametrize(
    ("name", "count", "taken", "names"),
    [
        ("Dock thug", 1, ["Dock thug"], ["Dock thug"]),
        ("Dock thug", 3, [], ["Dock thug 1", "Dock thug 2", "Dock thug 3"]),
        ("Dock thug", 3, ["dock THUG 2"], ["Dock thug 1", "Dock thug 3", "Dock thug 4"]),
        ("Dock thug 2", 2, ["Dock thug"], ["Dock thug 2", "Dock thug 3"]),
        ("7", 2, [], ["7", "7 2"]),
    ],
)
def test_one_is_named_as_it_is_and_several_get_the_numbers_that_are_free(
    name: str, count: int, taken: list[str], names: list[str]
) -> None:
    assert numbered_names(name, count, taken) == names


def test_names_are_given_out_once() -> None:
    names = Names(["Dock Thug", "dock thug 3"])
    given = [names.settle(name) for name in ("Dock Thug", "Dock Thug", "Eva", "EVA", "dock  thug", "Dock Thug 2")]
    assert given == ["Dock Thug 2", "Dock Thug 4", "Eva", "EVA 2", "dock  thug 5", "Dock Thug 6"]


def test_one_is_named_and_several_are_counted() -> None:
    lao = Character(id="lao", name="Lao Qing")
    assert [name_or_count([lao] * many) for many in (1, 2, 1200)] == ["Lao Qing", "2 characters", "1,200 characters"]
