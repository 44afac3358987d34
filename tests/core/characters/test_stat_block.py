"""A character has every field that a stat block of any of the three systems needs."""

import msgspec
import pytest

from gm_desk.core.characters.roster import Character, Group, Skill
from gm_desk.core.characters.stat_block import Armor, Attack, Movement, Points, Specialisation, values_in_words
from gm_desk.core.rules.health import Health

ENFORCER = Character(
    id="1",
    name="Dock enforcer",
    concept="Muscle",
    morph="Exalt",
    body="biomorph",
    threat_level="Orange",
    number=3,
    motivations=("+Money",),
    tags=("docks",),
    stats={"COG": 15, "REF": 20, "DUR": 45, "WT": 9, "DR": 68, "INIT": 7},
    health=Health(damage=12, wounds=1, ignored_wounds=1, stress=3),
    points={"vigor": Points(now=1, max=3), "flex": Points(now=1, max=1)},
    armor=(Armor(values={"energy": 6, "kinetic": 12}, name="armor vest"),),
    movement=(Movement(name="Walker", speed="Medium", base=4, full=20),),
    attacks=(
        Attack(
            id="a",
            name="Heavy pistol",
            skill="Guns",
            rating=65,
            damage="2d10",
            modes="SA/BF",
            range="30",
            ammo=Points(now=9, max=12),
            armor_piercing=True,
            notes="loud",
        ),
    ),
    skills=(
        Skill(id="s", name="Guns", rating=65, specialisations=(Specialisation(name="Beam Weapons", rating=75),)),
        Skill(id="t", name="Provoke", rating=50, note="60 against debtors"),
    ),
    rep={"c": 20, "g": 60},
    ware=("Bioweave",),
    gear=("Comms",),
    traits=("Ambidextrous",),
    stress_test="SV 1d6",
    notes="Works in pairs.",
)
OFFICER = Character(
    id="2",
    name="Officer",
    body="synthmorph",
    stats={"COO": 15, "MOX": 3, "SPD": 1, "DB": 1, "LUC": 30, "TT": 6, "IR": 60},
    points={"moxie": Points(now=2, max=3)},
)
KNIGHT = Character(
    id="3",
    name="Knight",
    stats={"STR": 8, "CON": 7, "LV": 3, "PRES": 4, "PhR": 5, "LP": 90, "STA": 12, "ABS": 2, "AP": 6},
    health=Health(damage=20, fatigue=3),
    armor=(Armor(values={"cut": 3, "blunt": 2}),),
    skills=(Skill(id="s", name="Occult", rating=-3, aptitude="INT"),),
)


@pytest.mark.parametrize("character", [ENFORCER, OFFICER, KNIGHT], ids=lambda character: character.name)
def test_a_stat_block_of_each_system_is_read_as_it_was_written(character: Character) -> None:
    assert msgspec.json.decode(msgspec.json.encode(character), type=Character) == character


def test_what_was_never_typed_takes_no_space() -> None:
    assert msgspec.to_builtins(Character(id="1", name="Eva")) == {"id": "1", "name": "Eva"}
    assert msgspec.to_builtins(Group(id="1", name="Triad")) == {"id": "1", "name": "Triad"}


def test_a_group_has_one_threat_pool() -> None:
    group = Group(id="1", name="Triad", threat=Points(now=2, max=3))
    assert msgspec.convert(msgspec.to_builtins(group), Group) == group


def test_a_copy_has_new_ids_throughout() -> None:
    ids = iter("wxyz")
    copy = ENFORCER.copied("Dock enforcer 2", lambda: next(ids))
    assert {copy.id, copy.attacks[0].id, *(skill.id for skill in copy.skills)} == set("wxyz")
    assert copy.attacks[0].name == "Heavy pistol"


@pytest.mark.parametrize("rating", [-101, 151])
def test_a_rating_beyond_every_system_is_refused(rating: int) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"id": "1", "name": "Guns", "rating": rating}, Skill)


@pytest.mark.parametrize(("damage", "good"), [(-1, False), (0, True), (9999, True), (10_000, False)])
def test_what_was_suffered_is_a_count(damage: int, *, good: bool) -> None:
    if good:
        assert msgspec.convert({"damage": damage}, Health).damage == damage
    else:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"damage": damage}, Health)


def test_an_attack_in_words_labels_only_what_does_not_show() -> None:
    ammo = Points(now=12, max=12)
    attack = Attack(id="a", name="", modes="SA/BF", range="30", ammo=ammo, penetration=5, armor_piercing=True)
    assert values_in_words(attack) == ("SA/BF", "range 30", "AP", "AP −5", "ammo 12/12")
    assert values_in_words(attack, "armor-piercing")[2] == "armor-piercing"
    assert values_in_words(Attack(id="a", name="")) == ()
    grenade = Attack(id="a", name="", against="kinetic", area="uniform", radius=10, traits=("single-use", "loud"))
    assert values_in_words(grenade) == ("kinetic", "uniform blast", "radius 10", "single-use", "loud")
