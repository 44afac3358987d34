"""The turn sheet: everything that a fight on paper needs."""

import pytest
from msgspec import structs

from gm_desk.core.characters.stat_block import Armor, Attack
from gm_desk.core.errors import TurnError
from gm_desk.model.scene import scene_edits
from gm_desk.model.scene.turn_sheet import TURNS, turn_sheet
from makers import a_skill
from scene_makers import ANN, BOB, Fight, a_fight, under_way

pytestmark = pytest.mark.usefixtures("qapp")


def armed(fight: Fight) -> None:
    attack = Attack(id="p", name="Pistol | *quiet*", skill="Guns", damage="2d10")
    ann = structs.replace(
        fight.document.existing(ANN), attacks=(attack,), armor=(Armor(values={"energy": 4, "kinetic": 7}),)
    )
    fight.document.change_character(ann, "arm")


def table(sheet: str) -> list[list[str]]:
    rows = [line for line in sheet.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows[:1] + rows[2:]]


def test_the_order_has_a_box_for_each_turn_from_this_one_on() -> None:
    fight = under_way(3, 3, 3, 3)
    for _ in range(3):
        fight.steps.next()
    head, *rows = table(turn_sheet(fight.stage))
    assert head == ["Count", "Who", "Now", *map(str, range(2, 2 + TURNS))]
    assert [(row[0], row[1]) for row in rows] == [("11", "**Ann**"), ("9", "Bob"), ("7", "Cid 1"), ("7", "Cid 2")]
    assert {len(row) for row in rows} == {3 + TURNS}


def test_it_has_notes_health_armor_attacks_markers_and_clocks() -> None:
    fight = under_way(3, 3, 3, 3)
    armed(fight)
    fight.harm(ANN, damage=9, wounds=1)
    scene_edits.set_scene_notes(fight.document, fight.scene.id, "The <b>reactor</b> is armed")
    for line in ("turn 4: lights return", "Alarm 3", "Repair 8 h"):
        scene_edits.add_typed(fight.document, line)
    scene_edits.set_hidden(fight.document, [BOB], hidden=True)
    sheet = turn_sheet(fight.stage)
    person = next(line for line in sheet.splitlines() if line.startswith("- **Ann**"))
    for part in ("9 / 30", "1 wound,", "WT 6", "7", "Pistol \\| \\*quiet\\*", "2d10"):
        assert part in person
    assert "The \\<b\\>reactor" in sheet
    assert "- Turn 4: lights return" in sheet
    assert "- Alarm, 0 of 3: 1 2 3" in sheet
    assert "- Repair, 0 min of 1 day" in sheet
    assert "**Bob** (hidden)" in sheet


def test_each_attack_has_the_rating_that_it_is_rolled_against() -> None:
    fight = under_way(3, 3, 3, 3)
    skilled = structs.replace(fight.document.existing(ANN), skills=(a_skill("Guns", 45),))
    fight.document.change_character(skilled, "train")
    armed(fight)
    assert "Guns 45, 2d10" in turn_sheet(fight.stage)


def test_a_marker_is_either_in_the_order_or_coming_up() -> None:
    fight = under_way(3, 3, 3, 3)
    for line in ("turn 1: alarm", "turn 4: lights return"):
        scene_edits.add_typed(fight.document, line)
    sheet = turn_sheet(fight.stage)
    assert [row[1] for row in table(sheet)][-1] == "*alarm*"
    assert (sheet.count("alarm"), sheet.count("lights return")) == (1, 1)
    for _ in range(4):
        fight.steps.next()
    assert "alarm" not in turn_sheet(fight.stage)


def test_filled_segments_are_crossed_out() -> None:
    fight = under_way(3, 3, 3, 3)
    scene_edits.add_typed(fight.document, "Alarm 3")
    clock = structs.replace(fight.scene.clocks[0], filled=2)
    scene_edits.put_clock(fight.document, clock, "fill")
    assert "- Alarm, 2 of 3: ~~1~~ ~~2~~ 3" in turn_sheet(fight.stage)


def test_in_ep1_a_box_names_the_phases_in_which_one_acts() -> None:
    fight = under_way(3, 3, 3, 3, system="ep1")
    assert table(turn_sheet(fight.stage))[1][3:] == ["1 2"] * TURNS


def test_before_the_fight_everybody_is_listed_without_a_count() -> None:
    fight = Fight(a_fight())
    scene_edits.add_scene(fight.document, [ANN, BOB], "Dock")
    assert [row[:2] for row in table(turn_sheet(fight.stage))[1:]] == [["", "Ann"], ["", "Bob"]]


def test_without_a_scene_there_is_no_sheet() -> None:
    with pytest.raises(TurnError):
        turn_sheet(Fight(a_fight()).stage)
