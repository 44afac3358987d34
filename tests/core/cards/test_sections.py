from collections.abc import Iterator

import pytest
from hypothesis import given
from msgspec import structs

from card_makers import printed, words_of
from gm_desk.core.cards.cards import Block, Card, CardRow, CardTable, Figure, Figures, HarmLine, Words
from gm_desk.core.cards.sections import card_of
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Armor, Attack, Movement, Points, Specialisation
from gm_desk.core.rules.health import Health
from gm_desk.core.systems.registry import SYSTEMS
from gm_desk.store.shipped import load_system
from makers import a_character, a_skill

DOG = a_character(
    name="Guard Dog",
    concept="Trained to bite",
    morph="Hound",
    stats={"INIT": 5, "DUR": 30, "WT": 6, "DR": 45, "LUC": 20, "SOM": 20},
    armor=(Armor(values={"energy": 4, "kinetic": 6}, name="Dog coat"),),
    movement=(Movement(name="Walker", base=8, full=32),),
    attacks=(Attack(id="bite", name="Bite", skill="Melee", rating=60, damage="2d6", notes="holds on"),),
    skills=(
        a_skill("Melee", 60, aptitude="SOM", specialisations=(Specialisation(name="Bites", rating=70),)),
        a_skill("Perceive", 55, aptitude="INT", note="70 by nose"),
    ),
    points={"flex": Points(now=1, max=2)},
    traits=("Loyal", "Loud"),
    notes="Sleeps at the gate.\nHates drones.",
)


def ep2(character: Character) -> Card:
    return card_of(character, load_system("ep2"))


def of(kind: type[Block], character: Character) -> Iterator[Block]:
    return (block for block in ep2(character).blocks if isinstance(block, kind))


def figures(character: Character) -> list[Figure]:
    return [cell for block in of(Figures, character) if isinstance(block, Figures) for cell in block.cells]


def said(character: Character) -> dict[str, str]:
    return {block.label: block.text for block in of(Words, character) if isinstance(block, Words)}


def test_the_numbers_of_a_fight_stand_above_the_others() -> None:
    first, *_ = of(Figures, DOG)
    assert isinstance(first, Figures)
    assert [(cell.name, cell.value) for cell in first.cells] == [
        ("INIT", "5"),
        ("DUR", "30"),
        ("WT", "6"),
        ("DR", "45"),
        ("Armor E/K", "4/6"),
        ("Walker", "8/32"),
    ]
    assert first.cells[4].detail == "Dog coat"


def test_wounds_have_as_many_boxes_as_the_body_bears() -> None:
    damage, stress = of(HarmLine, DOG)
    assert damage == HarmLine("Damage", most="of 30", injury="Wounds", boxes=5)
    assert stress == HarmLine("Stress", most="of 20", injury="Traumas", boxes=5, essential=False)


def test_what_is_only_derived_stands_in_brackets() -> None:
    denied = structs.replace(DOG, stats={"DUR": 30, "WIL": 15}, body="biomorph")
    derived = [(cell.name, cell.value) for cell in figures(denied) if cell.derived]
    assert derived == [("WT", "(6)"), ("DR", "(45)"), ("LUC", "(30)"), ("TT", "(6)"), ("IR", "(60)")]
    assert [block.most for block in of(HarmLine, denied) if isinstance(block, HarmLine)] == ["of 30", "of (30)"]
    assert not [cell for cell in figures(DOG) if cell.derived and cell.name in DOG.stats]


def test_what_was_suffered_is_on_the_card() -> None:
    damage, *_ = of(HarmLine, structs.replace(DOG, health=Health(damage=12, wounds=2, ignored_wounds=1)))
    assert damage == HarmLine("Damage", "12", "of 30", "Wounds, 1 ignored", 5, 2)


def test_each_of_several_alike_has_a_line_of_its_own() -> None:
    pack = ep2(structs.replace(DOG, number=3))
    assert pack.title == "Guard Dog\u00a0×\u00a03"
    names = [block.name for block in pack.blocks if isinstance(block, HarmLine)]
    assert names == ["Damage 1", "Damage 2", "Damage 3", "Stress"]


def test_skills_and_attacks_say_all_there_is_to_them_in_their_order() -> None:
    attacks, skills = of(CardTable, DOG)
    assert isinstance(attacks, CardTable)
    assert isinstance(skills, CardTable)
    assert attacks.rows == (CardRow("Bite", "60", "DV 2d6", "Melee · holds on"),)
    assert skills.rows == (
        CardRow("Melee", "60", "SOM", "(Bites 70)"),
        CardRow("Perceive", "55", "INT", "(70 by nose)"),
    )


def test_no_line_ends_between_a_word_and_its_number() -> None:
    bite = structs.replace(DOG.attacks[0], ammo=Points(now=16, max=16), range="10/25/40/60")
    (attacks, _) = of(CardTable, structs.replace(DOG, attacks=(bite,)))
    assert isinstance(attacks, CardTable)
    assert attacks.rows[0].detail.split(" ") == [
        "Melee",
        "·",
        "range\u00a010/25/40/60",
        "·",
        "ammo\u00a016/16",
        "·",
        "holds",
        "on",
    ]


def test_nothing_is_said_twice() -> None:
    dog = structs.replace(
        DOG,
        name="Hound",
        morph="Hound",
        attacks=(structs.replace(DOG.attacks[0], name="Melee", skill="Melee"),),
        notes="Notes: sleeps at the gate.",
        gear=("gear: a bone",),
    )
    (attacks, _) = of(CardTable, dog)
    assert isinstance(attacks, CardTable)
    assert [row.detail for row in attacks.rows] == ["holds on"]
    assert said(dog)[""] == "Trained to bite"
    assert said(dog)["Notes"] == "sleeps at the gate."
    assert said(dog)["Gear"] == "a bone"


def test_a_heading_is_not_repeated_in_the_singular_either() -> None:
    assert said(structs.replace(DOG, notes="Note: sleeps at the gate."))["Notes"] == "sleeps at the gate."
    assert said(structs.replace(DOG, notes="Noted: a thief."))["Notes"] == "Noted: a thief."


@pytest.mark.parametrize(("most", "stat"), [(4, []), (5, ["4"])])
def test_a_number_that_its_points_already_say_is_not_printed_twice(most: int, stat: list[str]) -> None:
    mirela = a_character(stats={"MOX": 4, "DUR": 30}, points={"moxie": Points(now=4, max=most)})
    cells = [
        cell
        for block in card_of(mirela, load_system("ep1")).blocks
        if isinstance(block, Figures)
        for cell in block.cells
    ]
    assert [cell.value for cell in cells if cell.name == "MOX"] == stat
    assert [cell.boxes for cell in cells if cell.name == "Moxie"] == [most]


def test_aptitudes_come_with_their_checks() -> None:
    odd = structs.replace(DOG, checks={"SOM": 95, "WIL": 30})
    assert [cell for cell in figures(odd) if cell.name in {"SOM", "WIL"}] == [
        Figure("SOM", "20", "check 95"),
        Figure("WIL", "–", "check 30"),
    ]


def test_points_that_were_spent_are_ticked_off() -> None:
    assert Figure("Flex", "1/2", boxes=2, ticked=1) in figures(DOG)


def test_text_stands_behind_its_label_and_paragraphs_stay() -> None:
    words = said(DOG)
    assert words[""] == "Trained to bite · Hound"
    assert words["Traits"] == "Loyal, Loud"
    assert words["Notes"] == "Sleeps at the gate.\nHates drones."


def test_markdown_is_printed_as_it_is_read() -> None:
    attack = structs.replace(DOG.attacks[0], notes="see [grappling](../a.md)")
    noted = structs.replace(DOG, notes="**Thick *Hide*:** [bites](../b.md#c) fail\n\n- one", gear=("`Bone`",))
    dog = structs.replace(noted, attacks=(attack,))
    assert (said(dog)["Notes"], said(dog)["Gear"]) == ("Thick Hide: bites fail\n\n• one", "Bone")
    assert "Melee · see grappling" in words_of(ep2(dog))


def test_armor_and_movement_that_need_words_are_told_in_words() -> None:
    coat = Armor(values={"energy": 1, "kinetic": 2}, name="a coat of woven steel")
    words = said(structs.replace(DOG, armor=(coat,), movement=(Movement(name="Thruster", speed="Fast"),)))
    assert words["Armor"] == "a coat of woven steel"
    assert words["Movement"] == "Thruster (Fast)"


def test_armor_with_a_long_name_among_others_says_which_it_is() -> None:
    coat = Armor(values={"energy": 1, "kinetic": 2}, name="a coat of woven steel")
    assert said(structs.replace(DOG, armor=(*DOG.armor, coat)))["Armor"] == "1/2 (a coat of woven steel)"


def test_the_essentials_come_first_and_nothing_is_missing_then() -> None:
    card = ep2(DOG)
    kinds = [block.essential for block in card.essentials_first]
    assert kinds == sorted(kinds, reverse=True)
    assert sorted(map(repr, card.essentials_first)) == sorted(map(repr, card.blocks))


def test_a_name_without_end_is_shortened_above_and_stands_in_full_below() -> None:
    card = ep2(structs.replace(DOG, name="W\u202e\n" * 400))
    assert len(card.title) == 120
    assert card.blocks[-1] == Words("Full name", " ".join("W" * 400))


def test_an_empty_character_has_a_card_to_be_filled_in() -> None:
    card = ep2(Character(id="x", name="X"))
    assert [type(block) for block in card.blocks] == [HarmLine]


@pytest.mark.parametrize("system", SYSTEMS)
@given(character=printed)
def test_every_skill_and_stat_is_on_the_card_of_every_system(system: str, character: Character) -> None:
    card = card_of(character, load_system(system))
    rows = [row for block in card.blocks if isinstance(block, CardTable) and block.columns for row in block.rows]
    assert [row.value.replace("\N{MINUS SIGN}", "-") for row in rows] == [str(one.rating) for one in character.skills]
    cells = [(cell.name, cell.value) for block in card.blocks if isinstance(block, Figures) for cell in block.cells]
    assert {(key, str(number)) for key, number in character.stats.items()} <= set(cells)


def test_an_attack_with_a_rating_of_its_own_says_that_one() -> None:
    bites = [structs.replace(attack, rating=rating) for attack in DOG.attacks for rating in (None, 70, 85)]
    table, *_ = of(CardTable, structs.replace(DOG, attacks=tuple(bites)))
    assert isinstance(table, CardTable)
    assert [row.value for row in table.rows] == ["60", "70", "85"]
