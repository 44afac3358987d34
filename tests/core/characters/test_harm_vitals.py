"""The state of a character at a glance, and ignored wounds."""

from fractions import Fraction

import pytest

from gm_desk.core.characters.harm import TrackKind
from gm_desk.core.characters.values import Vitals, ignorable, ignored, ignoring, vitals
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.house import House
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import a_character

HOUSE = House()
EP2 = load_system("ep2")


def of(health: Health, **stats: int) -> Vitals:
    return vitals(a_character(stats=stats, health=health), EP2, RULES["ep2"], HOUSE)


def test_the_bar_shows_what_is_left_and_the_marks_what_it_costs() -> None:
    found = of(Health(damage=10, wounds=1, traumas=2), DUR=40)
    assert found == Vitals(Fraction(3, 4), 3, -30, traumas=2)


def test_whoever_has_no_numbers_has_no_bar() -> None:
    assert of(Health()) == Vitals()


@pytest.mark.parametrize(
    ("health", "state", "out"),
    [
        (Health(damage=40), "out", True),
        (Health(damage=60), "dead", True),
        (Health(stress=30), "breakdown", False),
        (Health(stress=60), "lost", True),
    ],
)
def test_a_breakdown_alone_puts_nobody_out_of_action(health: Health, state: str, out: bool) -> None:
    found = of(health, DUR=40, DR=60, WIL=15)
    assert (found.state, found.out) == (state, out)


@pytest.mark.parametrize(
    ("system", "kind", "most"),
    [("ep2", "damage", 3), ("ep2", "stress", 3), ("ep2", "fatigue", 0), ("ep1", "damage", 0), ("kaiser", "damage", 0)],
)
def test_only_some_rules_let_wounds_be_ignored(system: str, kind: TrackKind, most: int) -> None:
    assert ignorable(kind, RULES[system]) == most


@pytest.mark.parametrize("kind", ["damage", "stress"])
def test_what_is_ignored_costs_nothing(kind: TrackKind) -> None:
    hurt = a_character(health=Health(wounds=2, traumas=2))
    after = ignoring(hurt, kind, 2)
    assert ignored(after, kind) == 2
    assert vitals(after, EP2, RULES["ep2"], HOUSE).modifier == -20
    assert ignoring(after, kind, -1) == hurt


def test_fatigue_leaves_nothing_that_could_be_ignored() -> None:
    hurt = a_character(health=Health(fatigue=3))
    assert ignoring(hurt, "fatigue", 2) is hurt
    assert ignored(hurt, "fatigue") == 0
