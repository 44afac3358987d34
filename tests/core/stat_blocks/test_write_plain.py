"""A character as plain text says how it is now, and comes back whole."""

import re
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from block_makers import characters, read_back, without_ids
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Armor, Attack, Movement, Points, Specialisation
from gm_desk.core.drafts.abilities import rating_of
from gm_desk.core.rules.health import Health
from gm_desk.core.stat_blocks.own_markdown import is_ours, own_system
from gm_desk.core.stat_blocks.reading import read_blocks
from gm_desk.core.stat_blocks.write_plain import plain_of
from gm_desk.core.systems.registry import RULES
from gm_desk.store.exchange.exporting import ExportFormat, spelt
from gm_desk.store.shipped import load_system
from makers import a_character, a_skill, numbered_ids
from test_samples import sample
from thorough import tries

EP2 = load_system("ep2")
KAISER = load_system("kaiser")
EVA = a_character(
    kind="pc",
    concept="Courier",
    stats={"COG": 15, "SOM": 25, "DUR": 45, "WT": 9, "LUC": 30},
    checks={"SOM": 95},
    health=Health(damage=12, wounds=1, stress=5),
    points={"insight": Points(now=1, max=3), "flex": Points(now=1, max=1)},
    armor=(Armor(values={"energy": 6, "kinetic": 12}, name="vest"),),
    movement=(Movement(name="Walker", speed="Medium", base=4, full=20),),
    attacks=(
        Attack(id="pistol", name="Pistol", skill="Guns", damage="2d10", ammo=Points(now=9, max=12), notes="loud"),
    ),
    skills=(a_skill(specialisations=(Specialisation(name="Pistols", rating=75),), note="50/70"),),
    rep={"c": 20},
    gear=("Rope (20 m, thin)", "Lamp"),
    notes="Owes the Triad.\nHides it.",
)
SAID = """\
Eva
PC · Eclipse Phase 2e
Damage: 12 of 45 (−10) • Wounds: 1 • Stress: 5 of 30
Concept: Courier
COG: 15 (45) • SOM: 25/95
LUC: 30 • DUR: 45 • WT: 9
Points: Insight 1/3, Flex 1
Armor: 6/12 (vest)
Movement: Walker (Medium) 4/20
Skills: Guns 65 (Pistols 75, 50/70)
Rep: c-rep 20
Gear: Rope (20 m, thin), Lamp
Attack: Pistol: Guns (65), DV 2d10, ammo 9/12; loud
Notes:
Owes the Triad.
Hides it.
"""


def test_a_character_is_said_line_by_line() -> None:
    assert plain_of(EVA, EP2) == SAID


@pytest.mark.parametrize(
    ("health", "line"),
    [
        (Health(), "Damage: 0 of 45 • Stress: 0 of 30"),
        (Health(damage=20, wounds=2), "Damage: 20 of 45 (−20) • Wounds: 2 • Stress: 0 of 30"),
        (
            Health(damage=20, wounds=2, ignored_wounds=1),
            "Damage: 20 of 45 (−10) • Wounds: 2 • Wounds ignored: 1 • Stress: 0 of 30",
        ),
        (Health(damage=50), "Damage: 50 of 45 (out) • Stress: 0 of 30"),
        (Health(stress=7, traumas=1), "Damage: 0 of 45 • Stress: 7 of 30 (−10) • Traumas: 1"),
    ],
)
def test_damage_and_stress_are_told_as_they_are_now(health: Health, line: str) -> None:
    character = a_character(stats={"DUR": 45, "LUC": 30}, health=health)
    assert plain_of(character, EP2).splitlines()[2] == line
    assert read_back(plain_of(character, EP2), EP2).character.health == health


def test_a_rating_below_nothing_has_a_true_minus() -> None:
    occult = a_skill("Occult", -2)
    assert "Skills: Occult −2 (" in plain_of(a_character(skills=(occult,)), KAISER)


def test_several_of_a_kind_are_counted() -> None:
    assert plain_of(a_character(name="Mook", number=3), EP2).startswith("Mook\nNPC × 3 · Eclipse Phase 2e\n")


@settings(max_examples=tries(60))
@given(character=characters)
def test_what_is_written_is_read_back_whole(character: Character) -> None:
    systems = [load_system(one) for one in RULES]
    for system in systems:  # each has the same examples
        text = plain_of(character, system)
        block = read_back(text, system)
        assert is_ours(text)
        assert own_system(text, systems) == system.id
        assert (block.left, block.doubts) == ((), ())
        assert without_ids(block.character) == without_ids(character)
        assert without_ids(read_back(text.replace("\n", "\r\n"), system).character) == without_ids(character)


@settings(max_examples=30)
@example(several=[Character(id="blank", name="Nox", notes="\xa0")])
@given(several=st.lists(characters, min_size=1, max_size=3))
def test_several_that_are_copied_together_come_back_as_they_were(several: list[Character]) -> None:
    systems = [load_system(one) for one in RULES]
    for system, shape in product(systems, (ExportFormat.PLAIN, ExportFormat.MARKDOWN)):  # each has the same examples
        pasted = read_blocks(spelt(several, system, shape).decode(), systems, numbered_ids())
        assert [without_ids(one.character) for one in pasted.blocks] == [without_ids(one) for one in several]
        assert pasted.beside == ()


@pytest.mark.parametrize("system_id", RULES)
def test_every_sample_comes_back_as_it_was_and_needs_no_escapes(system_id: str) -> None:
    system = load_system(system_id)
    for character in sample(system_id).characters:
        text = plain_of(character, system)
        assert not re.search(r"\\|&#|\*", text)
        assert without_ids(read_back(text, system).character) == without_ids(character)


def test_an_attack_is_told_with_the_rating_that_the_card_shows() -> None:
    own = Attack(id="own", name="Claw", skill="Guns", rating=65)
    skills = Attack(id="skill", name="Pistol", skill="guns")
    untrained = Attack(id="none", name="Kick", skill="Melee")
    eva = a_character(stats={"SOM": 25}, skills=(a_skill(),), attacks=(own, skills, untrained))
    text = plain_of(eva, EP2)
    assert re.findall("Attack: (.*)", text) == ["Claw: Guns 65", "Pistol: guns (65)", "Kick: Melee (25)"]
    assert [rating_of(one, eva, EP2) for one in eva.attacks] == [65, 65, 25]
    assert [one.rating for one in read_back(text, EP2).character.attacks] == [65, None, None]
    changed = read_back(text.replace("guns (65)", "guns (70)"), EP2).character
    assert changed.attacks[1].rating == 70, "what somebody typed is the attack's own"


def test_a_line_that_somebody_wrote_into_it_is_kept() -> None:
    block = read_back(plain_of(EVA, EP2).replace("Points:", "Damage: 3 (on fire)\nOwes a favour.\nPoints:"), EP2)
    assert block.character.notes.endswith("Hides it.\nDamage: 3 (on fire)\nOwes a favour.")
    assert block.character.health == EVA.health


@pytest.mark.parametrize("ids", ["ab", "aa"])
@pytest.mark.parametrize("shape", [ExportFormat.PLAIN, ExportFormat.MARKDOWN])
@pytest.mark.parametrize("names", [("Guns", "Guns"), ("Know: Luna", "Guns"), ("guns", "Guns")])
def test_an_attack_without_skill_and_rating_gets_no_rating_of_its_own(
    names: tuple[str, str], shape: ExportFormat, ids: str
) -> None:
    skills = tuple(
        a_skill(id=one, name=name, rating=place) for place, (one, name) in enumerate(zip(ids, names, strict=True))
    )
    eva = a_character(skills=skills, attacks=(Attack(id="nameless", name="", modes="SA/BF"),))
    (block,) = read_blocks(spelt([eva], EP2, shape).decode(), [EP2], numbered_ids()).blocks
    assert without_ids(block.character) == without_ids(eva)
