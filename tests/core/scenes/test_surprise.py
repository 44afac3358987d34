"""What a surprise does to a test, and to whom."""

from typing import Any

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.drafts.abilities import ability_of, chosen
from gm_desk.core.drafts.draft import AbilityKind, Draft, Mode
from gm_desk.core.drafts.opponents import opposed
from gm_desk.core.scenes.conditions import ActiveCondition, Duration
from gm_desk.core.scenes.effects import with_conditions
from gm_desk.core.scenes.scene import Fighter, Moment, Rank, Scene, Surprise
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system

EP1, EP2, KAISER = (load_system(system) for system in ("ep1", "ep2", "kaiser"))
ATTACK = {"ep1": "Kinetic Weapons", "ep2": "Guns", "kaiser": "Strike"}
DEFENCE = {"ep1": "Fray", "ep2": "Fray", "kaiser": "Block"}


def being(who: str, system: System, init: int = 10, **changes: Any) -> Character:
    skills = (ATTACK[system.id], DEFENCE[system.id])
    owned = tuple(Skill(id=f"{who}-{name}", name=name, rating=10) for name in skills)
    fields: dict[str, Any] = {"id": who, "name": who.title(), "skills": owned, "stats": {"INIT": init, "WP": 6}}
    return Character(**fields | changes)


def chips_of_defence(
    system: System, now: Moment | None, *, surprise: Surprise = "", inits: tuple[int, int] = (30, 10), **victim: Any
) -> list[tuple[str, int]]:
    """Return the chips with which Isa's victim defends, with initiatives of both."""
    isa, gerlach = being("isa", system, inits[0]), being("gerlach", system, inits[1], **victim)
    scene = Scene(id="s", fighters=(Fighter(id="isa"), Fighter(id="gerlach", surprise=surprise)), now=now)
    roster = Roster(id="r", name="R", system=system.id, characters=(isa, gerlach), scenes=(scene,), stage="s")
    ability = ability_of(isa, system, AbilityKind.SKILL, f"isa-{ATTACK[system.id]}")
    assert ability is not None
    rules = RULES[system.id]
    draft = opposed(chosen(Draft(mode=Mode.ATTACK), isa, ability, system, rules), gerlach, system, rules)
    side = with_conditions(structs.replace(draft, mode=Mode.ATTACK), roster, system).side("b")
    return [(chip.label, chip.value) for chip in side.chips if chip.id.startswith("condition ")]


ROUND = Moment(acting=("isa",), throws={"isa": 7, "gerlach": 7})


def test_twenty_or_more_behind_is_surprised_by_that_one() -> None:
    assert chips_of_defence(KAISER, ROUND) == [("Surprised by Isa", -9)]
    assert chips_of_defence(KAISER, ROUND, inits=(29, 10)) == []


@pytest.mark.parametrize("changes", [{"acted": ("gerlach",)}, {"acting": ("gerlach",)}, {"suspended": ("gerlach",)}])
def test_whose_turn_has_come_is_no_longer_surprised(changes: dict[str, Any]) -> None:
    assert chips_of_defence(KAISER, structs.replace(ROUND, **changes)) == []


def test_a_place_in_the_order_that_was_chosen_counts() -> None:
    moved = structs.replace(ROUND, ranks={"gerlach": Rank(30)})
    assert chips_of_defence(KAISER, moved) == []


def test_nobody_is_surprised_before_the_fight_or_without_a_roll() -> None:
    assert chips_of_defence(KAISER, None) == []
    assert chips_of_defence(KAISER, structs.replace(ROUND, throws={"isa": 7})) == []


def test_who_is_surprised_by_hand_is_not_surprised_twice() -> None:
    by_hand = ActiveCondition(id="c", kind="surprised", name="Surprised")
    assert chips_of_defence(KAISER, ROUND, conditions=(by_hand,)) == [("Surprised", -9)]


def test_a_surprise_by_hand_that_is_over_does_not_prevent_another_one() -> None:
    span = Duration("gerlach", first=1, at="start", count=1)
    over = ActiveCondition(id="c", kind="surprised", name="Surprised", span=span, scene="s")
    assert chips_of_defence(KAISER, structs.replace(ROUND, turn=2), conditions=(over,)) == [("Surprised by Isa", -9)]


def test_the_surprised_cannot_defend_in_the_first_turn_of_the_second_edition() -> None:
    helpless = [("Surprised: cannot defend", 0)]
    assert chips_of_defence(EP2, ROUND, surprise="surprised") == helpless
    assert chips_of_defence(EP2, structs.replace(ROUND, turn=2), surprise="surprised") == []
    assert chips_of_defence(EP2, ROUND, surprise="reacting") == []
    assert chips_of_defence(EP1, ROUND, surprise="surprised") == []
