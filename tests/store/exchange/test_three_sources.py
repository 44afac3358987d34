"""Creatures that stand in three samples come out alike, but for the cells in which the samples themselves differ."""

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

EP2 = load_system("ep2")
OTHER_NAMES = {"Pollinator Swarm": "Gardener Swarm", "Gardener Swarm (Creature)": "Gardener Swarm"}
SWARM = "Gardener Swarm"
"""The one creature that one of the samples has under another name, with other aptitudes."""

SKILL_CELLS = {
    ("Clown Sprite", "Athletics"),
    ("Clown Sprite", "Fray"),
    ("Clown Sprite", "Infiltrate"),
    ("Clown Sprite", "Melee"),
    ("Clown Sprite", "Perceive"),
    ("Dino Pet", "Perceive"),
    ("Fur Coat", "Fray"),
    ("Fur Coat", "Perceive"),
    ("Guard Dog", "Provoke"),
    ("Smart Hawk", "Athletics"),
    ("Smart Hawk", "Melee"),
    ("Smart Monkey", "Exotic Skill: Sleight of Hand"),
    ("Smart Monkey", "Infiltrate"),
    ("Smart Monkey", "Sleight of Hand"),
    ("Squidling", "Free Fall"),
    ("Swarm Cat", "Free Fall"),
}
OTHER_CELLS = {("Clown Sprite", "armor"), ("Clown Sprite", "movement"), ("Hexanewt", "armor")}


def read_all(read: Callable[..., Any], raws: list[Any]) -> dict[str, Character]:
    found = [read(raw, EP2, numbered_ids()).character for raw in raws]
    return {OTHER_NAMES.get(one.name, one.name): one for one in found}


@pytest.fixture(scope="module")
def sources() -> list[dict[str, Character]]:
    return [
        read_all(from_eclipsephase, pack("eclipsephase-animals.db")),
        read_all(from_ep2e, pack("ep2e-creatures.db")),
        read_all(from_ep2_data, creatures()),
    ]


def differing(sources: list[dict[str, Character]], of: Callable[[Character], Any]) -> set[str]:
    """Name the creatures of which the samples do not say the same."""
    return {name for name in set(sources[0]) - {SWARM} if len({repr(of(source[name])) for source in sources}) > 1}


def stat(key: str) -> Callable[[Character], int]:
    return lambda one: one.stats[key]


def ways(character: Character) -> list[tuple[str, int | None, int | None]]:
    return sorted((way.name, way.base, way.full) for way in character.movement)


def test_fourteen_creatures_have_one_name_in_all_three(
    sources: list[dict[str, Character]],
) -> None:
    assert len(set(sources[0]) - {SWARM}) == 14
    assert set(sources[0]) == set(sources[1]) == set(sources[2])


def test_their_aptitudes_initiative_and_durability_are_alike(sources: list[dict[str, Character]]) -> None:
    for key in (*EP2.aptitudes, "INIT", "DUR"):
        assert differing(sources, stat(key)) == set()


def test_their_armor_and_movement_are_alike_but_for_three(sources: list[dict[str, Character]]) -> None:
    armor = differing(sources, lambda one: [sorted(worn.values.items()) for worn in one.armor])
    movement = differing(sources, ways)
    assert {(name, "armor") for name in armor} | {(name, "movement") for name in movement} == OTHER_CELLS


def test_their_skills_are_alike_but_for_sixteen(sources: list[dict[str, Character]]) -> None:
    cells = set()
    for name in set(sources[0]) - {SWARM}:
        for skill in {skill.name for source in sources for skill in source[name].skills}:
            ratings = {found and found.rating for found in (source[name].skill_named(skill) for source in sources)}
            cells |= {(name, skill)} if len(ratings) > 1 else set()
    assert cells == SKILL_CELLS
    assert len(SKILL_CELLS) == 16


def test_their_links_are_alike(sources: list[dict[str, Character]]) -> None:
    for name in sources[0]:
        links = {(skill.name, skill.aptitude, skill.category) for source in sources for skill in source[name].skills}
        known = [skill for skill, *_ in links if EP2.skill_kind(skill) and not skill.startswith("Exotic")]
        assert len(known) == len(set(known)), name
