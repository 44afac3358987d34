"""Creatures that stand in three samples come out alike, whichever program they come from."""

from collections.abc import Callable
from typing import Any

import pytest

from eclipsephase_makers import creatures, pack
from gm_desk.core.characters.roster import Character
from gm_desk.store.exchange.ep2_data import from_ep2_data
from gm_desk.store.exchange.foundry.eclipsephase.reading import from_eclipsephase
from gm_desk.store.exchange.foundry.ep2e.reading import from_ep2e
from gm_desk.store.shipped import load_system
from makers import numbered_ids
from samples import OURS

EP2 = load_system("ep2")


def read_all(read: Callable[..., Any], raws: list[Any]) -> dict[str, Character]:
    found = [read(raw, EP2, numbered_ids()).character for raw in raws]
    return {one.name: one for one in found}


@pytest.fixture(scope="module")
def sources() -> list[dict[str, Character]]:
    return [
        read_all(from_eclipsephase, pack("eclipsephase-animals.db", OURS)),
        read_all(from_ep2e, pack("ep2e-creatures.db", OURS)),
        read_all(from_ep2_data, creatures(OURS)),
    ]


def differing(sources: list[dict[str, Character]], of: Callable[[Character], Any]) -> set[str]:
    """Name the creatures of which the samples do not say the same."""
    return {name for name in set(sources[0]) if len({repr(of(source[name])) for source in sources}) > 1}


def stat(key: str) -> Callable[[Character], int]:
    return lambda one: one.stats[key]


def ways(character: Character) -> list[tuple[str, int | None, int | None]]:
    return sorted((way.name, way.base, way.full) for way in character.movement)


def test_three_creatures_have_one_name_in_all_three(sources: list[dict[str, Character]]) -> None:
    assert len(sources[0]) == 3
    assert set(sources[0]) == set(sources[1]) == set(sources[2])


def test_their_aptitudes_initiative_and_durability_are_alike(sources: list[dict[str, Character]]) -> None:
    for key in (*EP2.aptitudes, "INIT", "DUR"):
        assert differing(sources, stat(key)) == set()


def test_their_armor_ways_to_move_and_ware_are_alike(sources: list[dict[str, Character]]) -> None:
    assert differing(sources, lambda one: [sorted(worn.values.items()) for worn in one.armor]) == set()
    assert differing(sources, ways) == set()
    assert differing(sources, lambda one: one.ware[:1]) == set()


def test_their_skills_are_alike(sources: list[dict[str, Character]]) -> None:
    assert differing(sources, lambda one: sorted((skill.name, skill.rating) for skill in one.skills)) == set()
    assert {len(one.skills) for one in sources[0].values()} == {4, 5}


def test_their_links_are_alike(sources: list[dict[str, Character]]) -> None:
    for name in sources[0]:
        links = {(skill.name, skill.aptitude, skill.category) for source in sources for skill in source[name].skills}
        known = [skill for skill, *_ in links if EP2.skill_kind(skill) and not skill.startswith("Exotic")]
        assert len(known) == len(set(known)), name
