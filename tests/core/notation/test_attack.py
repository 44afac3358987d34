"""Attacks typed as one line: what is understood, what is refused and why, and the way back."""

from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from msgspec import structs

from block_makers import attacks as hostile_attacks
from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.core.errors import BadAttackError, BadRatingError, EmptyNameError, RulesError
from gm_desk.core.notation.attack import (
    read_attack,
    read_markdown_attack,
    split_attacks,
    write_attack,
    write_markdown_attack,
)
from gm_desk.core.notation.text import shielded
from gm_desk.core.systems.definition import System
from gm_desk.store.shipped import load_system

GRENADE = Attack(
    id="a", name="Frag grenade", skill="Throwing Weapons", damage="3d10+6", area="blast", against="kinetic"
)
EMPTY = Attack(id="a", name="")
PISTOL = Attack(id="a", name="Heavy pistol", skill="Guns", damage="2d10", modes="SA/BF", ammo=Points(now=12, max=12))
SPACED = Attack(id="a", name="Kinetic pistol", damage="2d10+2", penetration=2)


def read(line: str, old: Attack = EMPTY) -> Attack:
    return read_attack(line, old)


def single(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("line", "attack"),
    [
        ("Heavy pistol, Guns, 2d10, SA/BF, 12", PISTOL),
        ("  Heavy  pistol ,Guns,2d10,SA/BF,12/12", PISTOL),
        ("Heavy pistol, 2d10, ammo 12, SA/BF, Guns", PISTOL),
        ("Heavy pistol, Guns, DV 2d10, SA/BF, 12,", PISTOL),
        ("Fists", structs.replace(EMPTY, name="Fists")),
        ("Fists, 1d10", structs.replace(EMPTY, name="Fists", damage="1d10")),
        ("Fists, Melee −2", structs.replace(EMPTY, name="Fists", skill="Melee", rating=-2)),
        ("Axe, Know: Axes 60, 3d6+3", Attack(id="a", name="Axe", skill="Know: Axes", rating=60, damage="3d6+3")),
        ("Laser, 2d10 energy, AP", Attack(id="a", name="Laser", damage="2d10 energy", armor_piercing=True)),
        ("Laser, 2d10, AP −5", Attack(id="a", name="Laser", damage="2d10", penetration=5)),
        ("Laser, 2d10, AP -5", Attack(id="a", name="Laser", damage="2d10", penetration=5)),
        ("Laser, 2d10, AP 5, AP", Attack(id="a", name="Laser", damage="2d10", penetration=5, armor_piercing=True)),
        ("Laser, 2d10, armor-piercing", Attack(id="a", name="Laser", damage="2d10", armor_piercing=True)),
        ("Sabre, Blades, 1d10, +DB", Attack(id="a", name="Sabre", skill="Blades", damage="1d10", damage_bonus=True)),
        ("Sabre, Blades, damage 1d10", Attack(id="a", name="Sabre", skill="Blades", damage="1d10")),
        ("Damage, Blades, 1d10", Attack(id="a", name="Damage", skill="Blades", damage="1d10")),
        ("Bow, range 80 m; slow, quiet", Attack(id="a", name="Bow", range="80 m", notes="slow, quiet")),
        ("Range finder, 1d6", Attack(id="a", name="Range finder", damage="1d6")),
        ("Range 9 gun, 1d6", Attack(id="a", name="Range 9 gun", damage="1d6")),
        ("Bow, Range weapons, 1d6", Attack(id="a", name="Bow", skill="Range weapons", damage="1d6")),
        ('"Bang, you", "SA" 5', Attack(id="a", name="Bang, you", skill="SA", rating=5)),
        ("Heavy pistol, Guns, 2d10, SA/BF, 12, range 50", structs.replace(PISTOL, range="50")),
        ("Frag grenade, Throwing Weapons, 3d10+6, blast, kinetic", GRENADE),
        ("Frag grenade, Throwing Weapons, 3d10+6, kinetic, Blast 10 m", structs.replace(GRENADE, radius=10)),
        ("Frag grenade, Throwing Weapons, 3d10+6, kinetic, blast, radius 10", structs.replace(GRENADE, radius=10)),
        ("Gas, 1d6, uniform", Attack(id="a", name="Gas", damage="1d6", area="uniform")),
        ("Gas, 1d6, uniform blast (5 m)", Attack(id="a", name="Gas", damage="1d6", area="uniform", radius=5)),
        ("Gas, 1d6, radius 5 metres", Attack(id="a", name="Gas", damage="1d6", radius=5)),
        ("Torch, 2d10, cone effect", Attack(id="a", name="Torch", damage="2d10", area="cone")),
        ("Staff, 1d6, Two Handed, reach", Attack(id="a", name="Staff", damage="1d6", traits=("two-handed", "reach"))),
        ('Staff, 1d6, trait "glows, a bit"', Attack(id="a", name="Staff", damage="1d6", traits=("glows, a bit",))),
        ('Sabre, 1d6, against "cut"', Attack(id="a", name="Sabre", damage="1d6", against="cut")),
        ('5" gun, Guns', Attack(id="a", name='5" gun', skill="Guns")),
        ("Kinetic pistol 2d10+2 AP -2 SA ammo 12", structs.replace(SPACED, modes="SA", ammo=Points(now=12, max=12))),
        ("Kinetic pistol SA/BF 2d10+2 kinetic AP −2", structs.replace(SPACED, modes="SA/BF", against="kinetic")),
        ("Kinetic pistol 2d10+2 AP 2, Guns 65; loud", structs.replace(SPACED, skill="Guns", rating=65, notes="loud")),
        ("Claws 1d10+3", Attack(id="a", name="Claws", damage="1d10+3")),
        ('"Dice 2d10 gun", 1d6', Attack(id="a", name="Dice 2d10 gun", damage="1d6")),
        ("Claws (2d10), 1d6", Attack(id="a", name="Claws (2d10)", damage="1d6")),
    ],
)
def test_a_line_is_read_by_what_its_parts_look_like(line: str, attack: Attack) -> None:
    assert read(line) == attack


@pytest.mark.parametrize(
    ("line", "kind", "says"),
    [
        ("", EmptyNameError, "cannot be empty"),
        (", Guns, 2d10", EmptyNameError, "cannot be empty"),
        ("Gun, Guns, 2d", BadAttackError, "“2d” was not recognised"),
        ("Gun, Guns, 2d0", BadAttackError, "“2d0” is not damage: a die has"),
        ("Gun, Guns, dv d", BadAttackError, "“d” is not damage"),
        ("Gun, Guns, 999d10", BadAttackError, "“999d10” is not damage: it has more than"),
        ("Gun, Guns, loud", BadAttackError, "“loud” was not recognised; put notes after a semicolon: “…; loud”"),
        ("Gun, Guns, 2d10, 3d10", BadAttackError, "“3d10” is a second damage"),
        ("Gun, blast, cone", BadAttackError, "“cone” is a second area"),
        ("Gun, radius 5, cone 6", BadAttackError, "“cone 6” is a second radius"),
        ("Gun, energy, kinetic", BadAttackError, "“kinetic” is a second kind of armor"),
        ("Gun, 12, 13", BadAttackError, "“13” is a second ammo"),
        ("Gun, SA, BF", BadAttackError, "“BF” is a second list of firing modes; join them like SA/BF"),
        ("Gun, Guns, 2x10+3", BadAttackError, "“2x10+3” was not recognised; put notes after a semicolon: “…; 2x10+3”"),
        ("Gun, Guns, 10000", BadRatingError, "outside the range 0 to 9999"),
        ("Kinetic pistol Guns 65 2d10", BadAttackError, "put commas between its values, as in"),
        ("Kinetic pistol 2d10 loud SA", BadAttackError, "put commas between its values, as in"),
        ("Gun, Guns 10000", BadRatingError, "outside the range −9999 to 9999"),
    ],
)
def test_what_is_no_attack_is_refused_with_the_reason(line: str, kind: type[RulesError], says: str) -> None:
    with pytest.raises(kind) as refused:
        read(line)
    assert says in refused.value.problem


def test_of_two_skills_the_one_that_nobody_has_is_not_understood() -> None:
    for line, blamed in (("Frag, loud, Athletics, 3d10", "loud"), ("Frag, Athletics, loud, 3d10", "loud")):
        with pytest.raises(BadAttackError) as refused:
            read_attack(line, EMPTY, is_skill="Athletics".__eq__)
        assert refused.value.problem.startswith(f"“{blamed}” was not recognised")


@pytest.mark.parametrize("typed", ["sa/bf", "SA/bf", "Sa/Bf"])
def test_firing_modes_may_be_typed_in_small_letters(typed: str) -> None:
    assert read(f"Gun, Guns, 2d10, {typed}").modes == "SA/BF"


@pytest.mark.parametrize(
    ("line", "damage", "ammo"),
    [
        ("Sword, Strike 8, 6", "6", None),
        ("Sword, Strike 8, 6 cut", "6 cut", None),
        ("Sword, Strike 8, 6 (cut)", "6 (cut)", None),
        ("Sword, Strike 8, damage 6 cut", "6 cut", None),
        ("Bow, Strike 8, 7 thrust, 9/12", "7 thrust", Points(now=9, max=12)),
        ("Bow, Strike 8, 7 thrust, ammo 12", "7 thrust", Points(now=12, max=12)),
        ("Bow, Strike 8, 7 thrust, 12", "7 thrust", Points(now=12, max=12)),
        ("Club, Strike 8, 2d6+3, 12", "2d6+3", Points(now=12, max=12)),
        ("Club, Strike 8, 2d6+3", "2d6+3", None),
    ],
)
def test_damage_is_a_number_where_degrees_multiply_it(line: str, damage: str, ammo: Points | None) -> None:
    found = read_attack(line, EMPTY, base_damage=True)
    assert (found.skill, found.rating, found.damage, found.ammo) == ("Strike", 8, damage, ammo)
    assert read_attack(write_attack(found), EMPTY, base_damage=True) == found


def test_a_number_is_no_damage_where_it_is_rolled() -> None:
    with pytest.raises(BadAttackError, match="names no dice"):
        read("Pistol, Guns, DV 6")
    assert read("Pistol, Guns, 2d10, 6").ammo == Points(now=6, max=6)


def test_an_ap_number_is_named_once() -> None:
    with pytest.raises(BadAttackError, match="second penetration"):
        read("Laser, 2d10, AP 5, AP −3")


def test_what_a_line_cannot_say_stays() -> None:
    old = structs.replace(PISTOL, extra={"heat": 3}, ammo=Points(now=1, max=2, extra={"kind": "hollow"}))
    after = read("Pistol, Guns, 9/12", old)
    assert after == Attack(
        id="a", name="Pistol", skill="Guns", extra={"heat": 3}, ammo=Points(now=9, max=12, extra={"kind": "hollow"})
    )


def test_the_line_says_all_there_is() -> None:
    marks = {"armor_piercing": True, "penetration": 5, "damage_bonus": True}
    whole = structs.replace(PISTOL, rating=65, range="30", notes="loud; very", **marks)
    assert write_attack(whole) == "Heavy pistol, Guns 65, 2d10, SA/BF, range 30, 12/12, AP, AP −5, +DB; loud; very"
    assert write_attack(Attack(id="a", name="a, b", skill="Mark 2", modes="x", range="touch", damage="odd")) == (
        '"a, b", "Mark 2", DV "odd", modes "x", range "touch"'
    )


WORDS = st.one_of(
    st.text("ab1,;\" 'd/", max_size=8),
    st.sampled_from(
        [
            "SA",
            "AP",
            "2d10",
            "range 3",
            'dv "',
            "ammo 3",
            "9/12",
            "modes 3",
            "12",
            "3+2d6",
            'range "x"',
            "AP −5",
            "+DB",
            "damage 6",
            "uniform blast",
            "cone 5 m",
            "radius 5",
            "kinetic",
            "Two-handed",
            "reach",
            'trait "x"',
        ]
    ),
).map(single)
NUMBERS = st.sampled_from(["6", "6 cut", "12 energy", "0"])
DAMAGE = st.sampled_from(["", "2d10", "d6", "3+2d6", "2d10+3 energy", "1d6 (kinetic)", "1d10, hot", "2d6−1", "1d6;x"])
AMMO = st.none() | st.builds(Points, now=st.integers(0, 9999), max=st.integers(0, 9999))


ATTACKS = st.builds(
    Attack,
    id=st.just("a"),
    name=WORDS,
    skill=WORDS,
    rating=st.none() | st.integers(-9999, 9999),
    damage=DAMAGE,
    against=WORDS | st.sampled_from(["energy", "kinetic"]),
    modes=WORDS,
    range=WORDS,
    ammo=AMMO,
    armor_piercing=st.booleans(),
    penetration=st.integers(0, 30),
    damage_bonus=st.booleans(),
    area=st.sampled_from(["", "blast", "uniform", "cone"]),
    radius=st.none() | st.integers(0, 9999),
    traits=st.lists(WORDS.filter(bool), max_size=2).map(tuple),
    notes=WORDS,
)


@given(ATTACKS)
@example(structs.replace(PISTOL, notes="a, b; c", skill="Guns 65", rating=-3))
@example(structs.replace(PISTOL, skill="1/", rating=0))
def test_every_attack_comes_back_from_its_line(attack: Attack) -> None:
    assume(attack.name)
    assert read(write_attack(attack)) == attack


@given(ATTACKS, DAMAGE | NUMBERS)
@example(structs.replace(PISTOL, skill="12", rating=None), "6")
@example(structs.replace(PISTOL, skill="6 cut", rating=None), "6")
def test_every_attack_comes_back_from_its_line_where_damage_may_be_a_number(attack: Attack, damage: str) -> None:
    assume(attack.name)
    attack = structs.replace(attack, damage=damage)
    assert read_attack(write_attack(attack), EMPTY, base_damage=True) == attack


@given(st.text() | st.text('ab,;" 12d/'))
def test_any_line_is_read_or_refused(line: str) -> None:
    try:
        found = read(line)
    except RulesError as error:
        assert error.problem  # noqa: PT017 (a refusal must say why)
    else:
        assert read(write_attack(found)) == found


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Knife, Melee, 1d10", ["Knife, Melee, 1d10"]),
        ("Knife, Melee, 1d10; Pistol, Guns, 2d10; loud", ["Knife, Melee, 1d10", "Pistol, Guns, 2d10; loud"]),
        (
            "Knife, Melee, 1d10; sharp, silent; Bite, Melee, 2d6",
            ["Knife, Melee, 1d10; sharp, silent", "Bite, Melee, 2d6"],
        ),
        ("Knife, 1d10; poison, 2d10", ["Knife, 1d10; poison, 2d10"]),
        ('"A; b, c, 1d10", Melee, 2d6', ['"A; b, c, 1d10", Melee, 2d6']),
        ("Knife, Melee\nBite, 1d10\n", ["Knife, Melee", "Bite, 1d10"]),
        ("", [""]),
    ],
)
def test_several_attacks_stand_on_one_line(text: str, lines: list[str]) -> None:
    assert split_attacks(text) == lines


systems = st.sampled_from([load_system("ep2"), load_system("kaiser")])


@given(hostile_attacks, systems)
def test_every_attack_comes_back_from_markdown(attack: Attack, system: System) -> None:
    line = shielded(write_markdown_attack(attack, system))
    assert read_markdown_attack(attack.name, line, lambda: attack.id) == (attack, False)


@given(hostile_attacks, systems, st.integers(-100, 150))
def test_a_rating_that_follows_the_skill_comes_back_as_one(attack: Attack, system: System, rating: int) -> None:
    attack = structs.replace(attack, rating=None, skill=attack.skill or "Guns")
    line = shielded(write_markdown_attack(attack, system, rating))
    read, follows = read_markdown_attack(attack.name, line, lambda: attack.id)
    assert (read, follows) == (structs.replace(attack, rating=rating), True)


@pytest.mark.parametrize(
    ("mark", "means"),
    [
        ("AP", {"armor_piercing": True}),
        ("armour piercing", {"armor_piercing": True}),
        ("AP: 5", {"penetration": 5}),
        ("AP –5", {"penetration": 5}),
        ("+ db", {"damage_bonus": True}),
    ],
)
def test_a_mark_is_read_alike_where_it_is_typed_and_in_markdown(mark: str, means: dict[str, Any]) -> None:
    meant = Attack(id="a", name="Laser", skill="Guns", damage="2d10", **means)
    assert read(f"Laser, Guns, 2d10, {mark}") == meant
    assert read_markdown_attack("Laser", f"Guns, DV 2d10, {mark}", lambda: "a") == (meant, False)


@pytest.mark.parametrize("damage", ["6 blow", "2d10", "1d6+2 kinetic"])
def test_damage_without_its_label_is_read_in_markdown(damage: str) -> None:
    """A block that was typed by hand would otherwise have attacks that do no damage."""
    meant = Attack(id="a", name="Cudgel", skill="Strike", rating=4, damage=damage)
    assert read_markdown_attack("Cudgel", f"Strike 4, {damage}", lambda: "a") == (meant, False)
