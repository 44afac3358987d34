"""A card in words says all that the card shows."""

from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.characters.stat_block import Armor, Attack, Movement, Points, Specialisation
from gm_desk.core.rules.health import Health
from gm_desk.model.card.card_text import card_lines, head_of
from gm_desk.store.shipped import load_system

EP2 = load_system("ep2")
FULL = Character(
    id="a",
    name="Ann",
    concept="Smuggler",
    morph="Ruster",
    body="biomorph",
    threat_level="Threat",
    number=3,
    motivations=("+Freedom",),
    tags=("dock",),
    stats={"COG": 15, "SOM": 25, "DUR": 30},
    checks={"SOM": 95, "WIL": 40},
    health=Health(damage=5, ignored_wounds=1, ignored_traumas=2),
    points={"flex": Points(now=1, max=2), "threat": Points(now=3, max=3)},
    armor=(Armor(values={"energy": 6, "kinetic": 8}, name="vest"),),
    movement=(Movement(name="Walker", base=4, full=20),),
    attacks=(
        Attack(id="1", name="Knife", damage="1d10"),
        Attack(id="2", name="Spitter", rating=55, damage="1d6", modes="SA"),
    ),
    skills=(
        Skill(id="3", name="Guns", rating=60, specialisations=(Specialisation(name="Pistols", rating=70),)),
        Skill(id="4", name="Infiltrate", rating=40, note="50/70"),
    ),
    rep={"c-rep": 30},
    ware=("Mnemonics",),
    gear=("Rope",),
    traits=("Hardy",),
    stress_test="SV 1d6",
    notes="Hides.\nFlees.",
)


def test_every_section_has_its_line() -> None:
    said = {line.name: line.says for line in card_lines(FULL, EP2)}
    assert said == {
        "Tags": "dock",
        "Motivations": "+Freedom",
        "Aptitudes": "COG 15, SOM 25 (check 95), WIL – (check 40)",
        "Derived values": "DUR 30",
        "Damage and stress": "damage 5, ignores 1 wound, ignores 2 traumas",
        "Pools": "Flex 1 of 2, Threat 3",
        "Armor": "6/8 (vest)",
        "Movement": "Walker 4/20",
        "Attacks": "Knife · DV 1d10\nSpitter · Spitter 55 · DV 1d6 · SA",
        "Skills": "Guns 60 (Pistols 70), Infiltrate 40 (50/70)",
        "Rep": "c-rep 30",
        "Ware": "Mnemonics",
        "Gear": "Rope",
        "Traits": "Hardy",
        "Stress test": "SV 1d6",
        "Notes": "Hides.\nFlees.",
    }
    assert head_of(FULL) == "Threat · Smuggler · Ruster · biomorph · × 3"


def test_what_is_empty_is_left_out() -> None:
    nobody = Character(id="n", name="Nobody", kind="pc")
    assert card_lines(nobody, EP2) == []
    assert head_of(nobody) == "player character"
