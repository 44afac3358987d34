"""A number that a stat block denies is none: it is not derived, and it is not lost when it is written and read."""

import pytest

from block_makers import read_back
from gm_desk.core.characters import harm, values
from gm_desk.core.characters.conversion import convert
from gm_desk.core.characters.roster import Character
from gm_desk.core.rules.house import House
from gm_desk.core.stat_blocks.reading import read_blocks
from gm_desk.core.stat_blocks.write_markdown import markdown_of
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import a_character, numbered_ids

ALL = [load_system(system_id) for system_id in RULES]
EP1, EP2 = load_system("ep1"), load_system("ep2")


def a_swarm(said: str = "WT —") -> Character:
    text = f"Swarm\nDUR 30, {said}, DR 60\nWIL 15, Fray 60, Guns 20\n"
    (block,) = read_blocks(text, ALL, numbered_ids(), "ep2").blocks
    return block.character


@pytest.mark.parametrize("said", ["WT —", "WT: –", "WT - n/a", "WT none", "WT n/a", "WT: -"])
def test_a_dash_or_a_word_for_none_denies_a_number(said: str) -> None:
    swarm = a_swarm(said)
    assert (swarm.none, swarm.stats.get("WT"), swarm.stats["DR"]) == (("WT",), None, 60)


def test_what_is_denied_is_not_derived() -> None:
    swarm = a_swarm("WT —, LUC —, TT —, IR —")
    assert set(swarm.none) == {"WT", "LUC", "TT", "IR"}
    assert not {"WT", "LUC", "TT", "IR"} & harm.numbers(swarm, RULES["ep2"], House()).keys()
    shown = {one.key: one for one in values.values(swarm, EP2, RULES["ep2"], House())}
    assert all(shown[key].empty for key in swarm.none)
    assert harm.numbers(a_swarm("AV 0/0"), RULES["ep2"], House())["WT"] == 6


def test_damage_beyond_any_threshold_causes_no_wounds_where_it_is_denied() -> None:
    assert harm.numbers(a_swarm(), RULES["ep2"], House()).get("WT") is None


@pytest.mark.parametrize("said", ["LUC/TT/IR —/—/—", "LUC/TT/IR —", "LUC/TT/IR: none"])
def test_several_labels_may_be_denied_together(said: str) -> None:
    assert set(a_swarm(said).none) == {"LUC", "TT", "IR"}


def test_a_number_that_is_set_is_no_longer_denied() -> None:
    assert a_swarm().with_stat("WT", 5).none == ()


def test_it_is_written_as_a_dash_and_read_back() -> None:
    swarm = a_swarm()
    text = markdown_of(swarm, EP2)
    assert "**WT:** –" in text
    assert read_back(text, EP2).character.none == ("WT",)


def test_another_edition_gets_only_what_it_has() -> None:
    denied = a_character(none=("WT", "MOX"))
    assert convert(denied, EP1, EP2, numbered_ids())[0].none == ("WT",)
