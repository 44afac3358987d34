"""What is written as CSV is read back, and no cell is computed by a spreadsheet."""

import csv
import io

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Armor, Attack, Points
from gm_desk.core.stat_blocks.reading import read_blocks
from gm_desk.core.systems.registry import RULES
from gm_desk.core.tables.writing import characters_as_csv
from gm_desk.store.rosters.files import read_sample
from gm_desk.store.shipped import load_system
from makers import numbered_ids

ALL = [load_system(system) for system in RULES]


@pytest.mark.parametrize("system", RULES)
def test_the_samples_come_back_from_a_table_as_they_were(system: str) -> None:
    characters = read_sample(system).characters
    found = read_blocks(characters_as_csv(characters, load_system(system)), ALL, numbered_ids())
    assert [one.system for one in found.blocks] == [system] * len(characters)
    for block, before in zip(found.blocks, characters, strict=True):
        assert plain(block.character) == plain(before)
        assert block.doubts == ()


def plain(one: Character) -> Character:
    """Return a character without ids, source and group, with its skills and stats by name."""
    skills = sorted((structs.replace(skill, id="0") for skill in one.skills), key=lambda skill: skill.name)
    attacks = tuple(structs.replace(attack, id="0") for attack in one.attacks)
    return structs.replace(
        one,
        id="0",
        group="",
        source="",
        skills=tuple(skills),
        attacks=attacks,
        stats=dict(sorted(one.stats.items())),
        points=dict(sorted(one.points.items())),
        rep=dict(sorted(one.rep.items())),
        extra={},
        portrait="",
        colour="",
        dismissed=(),
    )


def test_columns_that_nobody_needs_are_left_out() -> None:
    rows = list(
        csv.reader(
            io.StringIO(characters_as_csv([Character(id="1", name="A, B", stats={"DUR": 30})], load_system("ep2")))
        )
    )
    assert rows == [["Name", "Type", "DUR"], ["A, B", "NPC", "30"]]


def test_a_cell_is_never_a_formula() -> None:
    one = Character(id="1", name="=1+1", stats={"DUR": 30, "WT": 6}, motivations=("+Wealth", "–Police"), notes="@here")
    rows = list(csv.reader(io.StringIO(characters_as_csv([one], load_system("ep2")))))
    assert rows[1] == ["'=1+1", "NPC", "30", "6", "'+Wealth; –Police", "'@here"]
    (block,) = read_blocks(characters_as_csv([one], load_system("ep2")), ALL, numbered_ids()).blocks
    assert (block.character.name, block.character.notes) == ("=1+1", "@here")
    assert block.character.motivations == ("+Wealth", "–Police")


def test_spent_points_are_written_with_their_whole() -> None:
    one = Character(id="1", name="Ash", stats={"DUR": 30, "WT": 6}, points={"flex": Points(now=1, max=3)})
    (block,) = read_blocks(characters_as_csv([one], load_system("ep2")), ALL, numbered_ids()).blocks
    assert block.character.points == {"flex": Points(now=1, max=3)}


def test_attacks_with_notes_and_several_pieces_of_armor_come_back_whole() -> None:
    strikes = (
        Attack(id="1", name="Jaws", skill="Unarmed Combat", damage="1d10+5", notes="A hit holds; 1d10 each turn after"),
        Attack(id="2", name="Net gun", skill="Spray Weapons", damage="1d6", notes="Binds: SOM × 3; ignores armor"),
    )
    worn = (
        Armor(values={"energy": 6, "kinetic": 8}, name="vest"),
        Armor(values={"energy": 1, "kinetic": 2}, name="cap"),
    )
    hound = Character(id="1", name="Hound", stats={"DUR": 30, "SPD": 1}, attacks=strikes, armor=worn)
    (block,) = read_blocks(characters_as_csv([hound], load_system("ep1")), ALL, numbered_ids(), "ep1").blocks
    assert plain(block.character) == plain(hound)


def test_several_attacks_in_a_cell_stay_several() -> None:
    table = 'Name,DUR,WT,Attacks\nThug,30,6,"Pistol, Guns, 2d10; Knife 1d10+2"\n'
    (block,) = read_blocks(table, ALL, numbered_ids()).blocks
    assert [(one.name, one.damage) for one in block.character.attacks] == [("Pistol", "2d10"), ("Knife", "1d10+2")]
