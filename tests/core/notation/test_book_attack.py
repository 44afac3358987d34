"""Attacks are read with all that an attack has a field for; the rest stands in their notes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.core.notation.attack import write_markdown_attack
from gm_desk.core.notation.attack_values import TRAITS, is_dice
from gm_desk.core.notation.book_attack import read_book_attack
from gm_desk.core.notation.text import TextSpan
from gm_desk.store.shipped import load_system

PIECES = [
    "60",
    "DV 2d10 + 2",
    "SA/BF",
    "Range 30",
    "Ammo 9/12",
    "armor-piercing",
    "AP −5",
    "+DB",
    "(",
    ")",
    ";",
    ",",
    ". ",
    "shock",
    "uniform blast (radius 5 m)",
    "energy",
    "7",
]


def attack(text: str) -> Attack:
    return read_book_attack("Hook", TextSpan(text), "hook")


def test_everything_in_an_attack_has_its_place() -> None:
    assert attack("65, DV 2d10 − 1, SA/BF, Ammo 9/12, Range 30, armorpiercing, loud") == Attack(
        id="hook",
        name="Hook",
        rating=65,
        damage="2d10−1",
        modes="SA/BF",
        ammo=Points(now=9, max=12),
        range="30",
        armor_piercing=True,
        notes="loud",
    )


@pytest.mark.parametrize(
    ("text", "ammo", "notes"),
    [
        ("60, 2d10, SA/BF, 12, Range 30", Points(now=12, max=12), ""),
        ("60, 2d10, SA/BF, 9/12, Range 30", Points(now=9, max=12), ""),
        ("60, 2d10, SA/BF, Range 30, 12", Points(now=12, max=12), ""),
        ("60, 2d10, SA/BF ammo 9/12 range 30 m", Points(now=9, max=12), ""),
        ("60, 2d10 SA/BF, range 30 ammo 12", Points(now=12, max=12), ""),
        ("60, 2d10, SA/BF, Range 30, Ammo 12, 7", Points(now=12, max=12), "7"),
        ("60, 2d10, SA/BF, Range 30, doses, 7", None, "doses, 7"),
        ("60, 2d10, 7, SA/BF, Range 30", None, "7"),
    ],
)
def test_a_bare_number_is_ammunition_only_behind_modes(text: str, ammo: Points | None, notes: str) -> None:
    found = attack(text)
    assert (found.damage, found.modes, found.range) == ("2d10", "SA/BF", "30")
    assert (found.ammo, found.notes) == (ammo, notes)


@pytest.mark.parametrize(
    "text", ["55, DV 1d10 + 3, SA, Range 9", "55; DV 1d10+3; SA; Range: 9", "55 (DV 1d10+3, SA, Range 9 meters)"]
)
def test_commas_semicolons_and_brackets_are_alike(text: str) -> None:
    found = attack(text)
    assert (found.rating, found.damage, found.modes, found.range, found.notes) == (55, "1d10+3", "SA", "9", "")


@pytest.mark.parametrize(
    ("text", "damage", "piercing"),
    [
        ("60, SA, dull; hot mode: DV 2d10, SS, armor-piercing", "2d10", True),
        ("60, DV 4d10, quick. It may burst with DV 8d10, armor-piercing.", "4d10", False),
        ("DV 1d6 a turn to whoever stands by; no armor helps", "1d6", False),
        ("60, DV 1d10/2 or so", "", False),
        ("60, DV 2d6 + 3/DV 1d6", "2d6+3", False),
        ("60, DV as the weapon", "", False),
    ],
)
def test_damage_under_a_condition_stays_in_the_notes_too(text: str, damage: str, *, piercing: bool) -> None:
    found = attack(text)
    assert (found.damage, found.armor_piercing) == (damage, piercing)
    assert text.removeprefix("60, ").split(";")[-1].split(".")[0].strip().removeprefix("DV 4d10, ") in found.notes


@pytest.mark.parametrize(
    ("text", "number", "notes"),
    [
        ("65, DV 2d10+3, AP −5, SA", 5, ""),
        ("65, DV 2d10+3, AP: -5, SA", 5, ""),
        ("65, DV 2d10+3 (AP –2), loud", 2, "loud"),
        ("65, DV 2d10+3 AP 12; loud", 12, "loud"),
        ("65, DV 2d10+3, AP –", 0, "AP –"),
        ("60, DV 2d10+3, quick. It may burst with DV 3d10, AP −9.", 0, "quick. It may burst with DV 3d10, AP −9"),
    ],
)
def test_an_ap_number_has_its_place(text: str, number: int, notes: str) -> None:
    found = attack(text)
    assert (found.damage, found.penetration, found.armor_piercing) == ("2d10+3", number, False)
    assert found.notes == notes


def test_the_mark_of_the_damage_bonus_is_read() -> None:
    assert attack("65, DV 1d10, +DB; loud") == Attack(
        id="hook", name="Hook", rating=65, damage="1d10", damage_bonus=True, notes="loud"
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("65, DV 3d10+6, uniform blast (radius 10 m)", {"area": "uniform", "radius": 10}),
        ("65, DV 3d10+6, Blast, kinetic, loud", {"area": "blast", "against": "kinetic", "notes": "loud"}),
        ("65, DV 3d10+6; cone effect; energy damage", {"area": "cone", "against": "energy"}),
        ("65, DV 3d10+6, Two-Handed, reach", {"traits": ("two-handed", "reach")}),
        ("65, DV 3d10+6; reach; no close", {"traits": ("reach", "no close")}),
        ("65, DV 3d10+6; reach, may blast doors", {"notes": "reach, may blast doors"}),
        ("65, DV 3d10+6, the blast deafens", {"notes": "the blast deafens"}),
    ],
)
def test_areas_kinds_of_armor_and_traits_have_their_places(text: str, found: dict[str, Any]) -> None:
    assert attack(text) == structs.replace(attack("65, DV 3d10+6"), **found)


def test_a_rating_may_name_its_skill() -> None:
    assert (attack("Guns 65, DV 2d10").skill, attack("Guns 65, DV 2d10").rating) == ("Guns", 65)
    assert attack("deals 60 damage to doors").rating is None


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=15).map(" ".join))
def test_damage_can_always_be_rolled(text: str) -> None:
    found = attack(text)
    assert not found.damage or is_dice(found.damage)


printed = st.builds(
    Attack,
    id=st.just("a"),
    name=st.just("Laser"),
    skill=st.sampled_from(["Guns", "Exotic Skill: Whips"]),
    rating=st.integers(0, 150),
    damage=st.sampled_from(["", "2d10", "1d6+3", "3d10−2"]),
    modes=st.sampled_from(["", "SA", "SA/BF/FA"]),
    range=st.sampled_from(["", "30", "10/40/90"]),
    ammo=st.none() | st.builds(Points, now=st.integers(0, 9999), max=st.integers(0, 9999)),
    armor_piercing=st.booleans(),
    penetration=st.integers(0, 30),
    damage_bonus=st.booleans(),
    against=st.sampled_from(["", "energy", "kinetic"]),
    area=st.sampled_from(["", "blast", "uniform", "cone"]),
    radius=st.none() | st.integers(0, 9999),
    traits=st.lists(st.sampled_from(TRAITS), max_size=2).map(tuple),
    notes=st.sampled_from(["", "loud", "torch mode, and very hot"]),
)


@given(printed)
def test_what_is_written_is_read_as_a_book_prints_it(attack: Attack) -> None:
    line = write_markdown_attack(attack, load_system("ep1"))
    assert read_book_attack("Laser", TextSpan(line), "a") == attack


@pytest.mark.parametrize(
    ("said", "damage"),
    [
        ("50, injects venom that deals DV 1d10 per hour", ""),
        ("50, victims suffer DV 2d6 each turn", ""),
        ("50, DV 1d10, injects venom (DV 2d6 per turn)", "1d10"),
        ("50, venomous, DV 1d10", "1d10"),
    ],
)
def test_damage_in_prose_is_not_the_weapons(said: str, damage: str) -> None:
    attack = read_book_attack("Sting", TextSpan(said), "id")
    assert (attack.rating, attack.damage) == (50, damage)
    dice = "2d6" if "2d6" in said else "1d10"
    assert dice in f"{attack.damage} {attack.notes}"
