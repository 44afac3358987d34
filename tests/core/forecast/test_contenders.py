from typing import Any

import pytest
from msgspec import structs

from forecast_makers import a_fighter, a_setup, setup_of
from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.characters.stat_block import Armor, Attack, Points
from gm_desk.core.drafts.draft import Chip
from gm_desk.core.forecast.contenders import FightRating, ForecastMember, armored, can_fight, contenders_of, left_out
from gm_desk.core.forecast.standing import armor_of
from gm_desk.core.rules.health import Health
from gm_desk.store.rosters.files import read_sample
from gm_desk.store.shipped import load_system


def an_attack(skill: str = "Guns", damage: str = "2d10", **changes: Any) -> Attack:
    attack = Attack(id=f"{skill}-{damage}", name="Any", skill=skill, damage=damage)
    return structs.replace(attack, **changes)


def one_of(character: Character, system: str = "ep2") -> ForecastMember:
    return contenders_of(a_setup([character], [], system))[0]


def test_only_who_has_an_attack_with_damage_and_something_left_fights() -> None:
    able = a_fighter("able")
    others = [
        a_fighter("unarmed", attacks=()),
        a_fighter("harmless", attacks=(an_attack(damage="stuns"), an_attack(damage=""))),
        a_fighter("numbered", attacks=(an_attack(damage="6"),)),
        a_fighter("out", health=Health(damage=30)),
        structs.replace(able, id="unknown", stats={"REF": 15}),
    ]
    setup = a_setup([able, *others], [a_fighter("nearly", health=Health(damage=29))])
    assert [one.character.id for one in contenders_of(setup)] == ["able", "nearly"]
    assert [one.id for one in left_out(setup)] == [one.id for one in others]


def test_kaiser_asks_for_base_damage_and_life_points() -> None:
    stats = {"LP": 50, "DUR": 0}
    dice, base = an_attack("Strike", "2d10"), an_attack("Strike", "6 cut")
    known = a_fighter("a", stats=stats, attacks=(dice,)), a_fighter("b", stats=stats, attacks=(dice, base))
    setup = a_setup(known, [], "kaiser")
    assert [can_fight(one, setup) for one in known] == [False, True]
    derived = structs.replace(known[1], stats={"CON": 5})
    assert contenders_of(a_setup([derived], [], "kaiser"))[0].life == 70


@pytest.mark.parametrize(
    ("attacks", "best"),
    [
        ((an_attack("Guns", "2d10"), an_attack("Melee", "1d10+5")), "Guns-2d10"),
        ((an_attack("Guns", "2d10"), an_attack("Melee", "1d10+7")), "Melee-1d10+7"),
        ((an_attack("Guns", "1d10"), an_attack("Guns", "1d10", id="second")), "Guns-1d10"),
        ((an_attack("Guns", "1d6"), an_attack("Guns", "1d6", rating=51)), "Guns-1d6"),
        ((an_attack("Guns", "1d6"), an_attack("Guns", "1d6", id="own", rating=61)), "own"),
    ],
)
def test_the_attack_with_the_largest_product_is_made_and_of_equals_the_first(
    attacks: tuple[Attack, ...], best: str
) -> None:
    one = a_fighter("one", skills={"Guns": 60, "Melee": 60}, attacks=attacks)
    assert one_of(one).attack.id == best


def test_in_kaiser_seven_is_added_to_the_rating() -> None:
    one = a_fighter(
        "one", stats={"LP": 50}, attacks=(an_attack("Strike", "4", rating=4), an_attack("Strike", "6", rating=0))
    )
    assert one_of(one, "kaiser").attack.damage == "4"


def test_a_marked_damage_bonus_belongs_to_the_mean_damage() -> None:
    first, second = an_attack("Clubs", "1d10+2", rating=50), an_attack("Blades", "1d10", rating=50, damage_bonus=True)
    strong = a_fighter("one", stats={"SOM": 30}, attacks=(first, second))
    assert one_of(strong, "ep1").attack == second
    assert one_of(structs.replace(strong, stats={**strong.stats, "SOM": 15}), "ep1").attack == first


def test_a_skill_that_is_lacking_counts_as_its_aptitude_and_an_own_rating_as_it_stands() -> None:
    one = a_fighter("one", stats={"REF": 15, "SOM": 20})
    assert (one_of(one).strikes, one_of(one).answers) == (
        FightRating(15, default=True),
        (FightRating(8, default=True), FightRating(20, default=True)),
    )
    rated = structs.replace(one, attacks=(an_attack("Guns", "1d10", rating=70),))
    assert one_of(rated).strikes == FightRating(70)
    strange = structs.replace(one, attacks=(an_attack("Yo-yo", "1d10"),))
    assert (one_of(strange).strikes.base, one_of(strange).melee) == (0, False)


def test_a_weapon_whose_line_does_not_say_its_skill_has_that_of_such_weapons() -> None:
    claws = Attack(id="claws", name="Claws", damage="2d10")
    beast = structs.replace(a_fighter("a", skills={"Melee": 50}), attacks=(claws,))
    assert (one_of(beast).melee, one_of(beast).strikes.base) == (True, 50)


def test_melee_is_opposed_by_the_higher_of_fray_and_melee_and_everything_else_by_half_of_fray() -> None:
    quick, strong = {"Fray": 45, "Melee": 40}, {"Fray": 30, "Melee": 60}
    assert [one.base for one in one_of(a_fighter("a", skills=quick)).answers] == [23, 45]
    assert [one.base for one in one_of(a_fighter("a", skills=strong)).answers] == [15, 60]
    first_edition = {"Fray": 45, "Exotic Melee Weapon: Whip": 55, "Clubs": 20}
    assert [one.base for one in one_of(a_fighter("a", skills=first_edition), "ep1").answers] == [22, 55]
    skills = ("Melee", "Guns", "Athletics", "Psi", "")
    melee = [one_of(a_fighter("a", attacks=(an_attack(skill, rating=30),))).melee for skill in skills]
    assert melee == [True, False, False, False, False]


def test_kaiser_defends_with_the_better_of_block_and_dodge_each_of_which_is_a_modifier_where_it_is_lacking() -> None:
    def answer(**skills: int) -> int:
        one = a_fighter("a", skills=skills, stats={"LP": 9, "DEX": 10, "AGI": 4}, attacks=(an_attack("Strike", "6"),))
        return one_of(one, "kaiser").answers[0].base

    assert (answer(Block=2, Dodge=5), answer(Block=6, Dodge=5), answer()) == (5, 6, 3)
    assert (answer(Dodge=-1), answer(Dodge=4), answer(Block=-3)) == (3, 4, -1)
    unknown = a_fighter("b", skills={"Dodge": -1}, stats={"LP": 9}, attacks=(an_attack("Strike", "6"),))
    assert one_of(unknown, "kaiser").answers[0].base == -1


def test_only_players_have_points_to_spend_on_what_their_kind_is_for_the_narrow_ones_first() -> None:
    points = {key: Points(now=1, max=1) for key in ("flex", "insight", "vigor")}
    player = a_fighter("one", skills={"Guns": 50, "Fray": 40}, kind="pc", points=points)
    linked = tuple(structs.replace(skill, aptitude="REF") for skill in player.skills)
    player = structs.replace(player, skills=linked)
    assert one_of(player).strikes.points == one_of(player).answers[0].points == ("vigor", "flex")
    assert one_of(structs.replace(player, kind="npc")).strikes.points == ()


def test_pinned_modifiers_count_for_all_and_those_of_a_side_for_its_own() -> None:
    setup = a_setup([a_fighter("a")], [a_fighter("b")], pinned=(Chip("dark", -20), Chip("gone", 30, struck=True)))
    setup = setup.with_side("b", structs.replace(setup.b, modifier=10))
    assert [one.values for one in contenders_of(setup)] == [(-20,), (-20, 10)]


def armor_against(attack: Attack, system: str, *worn: Armor) -> str:
    life = {"LP": 50}
    striker, target = (a_fighter(name, stats=life, attacks=(attack,), armor=worn) for name in ("a", "b"))
    setup = a_setup([striker], [target], system)
    one, other = contenders_of(setup)
    return armor_of(one, other, setup)


def test_armor_is_that_which_the_attack_names_or_kinetic() -> None:
    coat = Armor(values={"energy": 2, "kinetic": 9})
    assert armor_against(an_attack(), "ep2", coat) == "kinetic"
    assert armor_against(an_attack(against="energy"), "ep2", coat) == "energy"
    assert armor_against(an_attack(damage="2d10 energy"), "ep2") == "energy"


def test_kaiser_armor_is_the_lowest_of_the_summed_values_unless_it_is_named() -> None:
    coat, helmet = Armor(values={"Cut": 1, "Thrust": 2, "Blow": 4}), Armor(values={"Cut": 3})
    assert armor_against(an_attack("Strike", "6"), "kaiser", coat, helmet) == "Thrust"
    assert armor_against(an_attack("Strike", "6 blow"), "kaiser", coat, helmet) == "Blow"
    assert armor_against(an_attack("Strike", "6 cut"), "kaiser", Armor(values={"Thrust": 2})) == "Cut"


def test_kaiser_damage_of_a_kind_that_nothing_protects_from_is_met_by_no_armor_in_a_forecast_too() -> None:
    coat = Armor(values={"Cut": 1, "Thrust": 2, "Blow": 4})
    assert armor_against(an_attack("Strike", "6 burn"), "kaiser", coat) == "burn"


def test_armor_of_a_side_is_added_to_every_kind() -> None:
    system = load_system("kaiser")
    worn = a_fighter("a", armor=(Armor(values={"Cut": 1, "Cold": 2}), Armor(values={"Cut": 3})))
    assert armored(worn, 4, system).armor[0].values == {"Cut": 8, "Thrust": 4, "Blow": 4, "Cold": 6}
    assert armored(worn, -3, system).armor[0].values == {"Cut": 1, "Thrust": 0, "Blow": 0, "Cold": 0}
    assert armored(worn, 0, system) is worn


def test_the_samples_have_somebody_on_every_side() -> None:
    for system in ("ep1", "ep2", "kaiser"):
        roster = read_sample(system)
        first, second, third = (group.id for group in roster.groups)
        assert all(contenders_of(setup_of(roster, *pair)) for pair in ((first, second), (second, third)))


def test_a_skill_with_a_rating_below_its_aptitude_still_counts() -> None:
    guns = Skill(id="guns", name="Guns", rating=5, aptitude="REF")
    assert one_of(a_fighter("one", stats={"REF": 30}, skills={"Guns": 5})).strikes == FightRating(5)
    assert one_of(structs.replace(a_fighter("one", stats={"REF": 30}), skills=(guns,))).strikes == FightRating(5)
