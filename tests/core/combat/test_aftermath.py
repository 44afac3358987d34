"""The consequences of a hit: checks for wounds and traumas, bleeding, Kaiser's critical, and the counter-attack."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters import harm
from gm_desk.core.characters.harm import TrackKind
from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Armor, Attack
from gm_desk.core.combat.aftermath import (
    AskedCheck,
    asked_checks,
    check_against,
    counter_of,
    counters_of,
    critical_bonus,
    critical_penalty,
    special_effect,
)
from gm_desk.core.combat.several_damage import TargetRow
from gm_desk.core.combat.targets import Target
from gm_desk.core.drafts.attacks import draft_of
from gm_desk.core.drafts.draft import Mode
from gm_desk.core.notation.condition import read_condition
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import KaiserOdds, KaiserOutcome
from gm_desk.core.rules.requests import KaiserContest
from gm_desk.core.scenes.conditions import ActiveCondition
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system

EP1, EP2, KAISER = (load_system(system) for system in ("ep1", "ep2", "kaiser"))
STATS = {"SOM": 20, "WIL": 15, "DUR": 30, "WT": 6, "DR": 45, "LUC": 30, "TT": 6, "IR": 60}
MOOK = Character(id="mook", name="Mook", stats=STATS, health=Health(wounds=1))
SWORD = Attack(id="sword", name="Sword", skill="Strike", damage="6")
KNIGHT = Character(
    id="knight",
    name="Knight",
    stats={"LP": 80, "PhR": 9},
    skills=(Skill(id="strike", name="Strike", rating=9), Skill(id="block", name="Block", rating=7)),
    attacks=(Attack(id="spit", name="Spit"), SWORD),
)
RAIDER = structs.replace(KNIGHT, id="raider", name="Raider")


def a_roster_of(*characters: Character) -> Roster:
    return Roster(id="r", name="Bridge", system="kaiser", characters=characters)


def asked(amount: int, system: System, kind: TrackKind = "damage", victim: Character = MOOK) -> list[AskedCheck]:
    rules = RULES[system.id]
    return asked_checks(harm.suffer(victim, amount, kind, rules, House()), victim, system, rules, House())


@pytest.mark.parametrize(
    ("system", "kind", "amount", "expected"),
    [
        (EP2, "damage", 6, ("SOM check", 60, "prone", "", "prone")),
        (EP2, "damage", 13, ("SOM check", 60, "unconscious", "prone", "unconscious")),
        (EP2, "damage", 20, ("SOM check", 60, "unconscious", "prone", "unconscious")),
        (EP2, "stress", 6, ("WIL check", 45, "", "", "a complex action lost")),
        (EP2, "stress", 12, ("WIL check", 45, "", "", "acute stress")),
        (EP1, "damage", 6, ("SOM × 3", 60, "knocked-down", "", "knocked down")),
        (EP1, "damage", 12, ("SOM × 3", 60, "unconscious", "", "unconscious")),
        (EP1, "stress", 6, ("WIL × 3", 45, "", "", "a complex action lost")),
        (EP1, "stress", 12, ("WIL × 3", 45, "", "", "acute stress")),
    ],
)
def test_wounds_and_traumas_ask_for_a_check(
    system: System, kind: TrackKind, amount: int, expected: tuple[Any, ...]
) -> None:
    (found,) = asked(amount, system, kind)
    assert found.draft is not None
    assert found.draft.character == "mook"
    assert (found.draft.what, found.draft.base, found.failed, found.at_once, found.says) == expected


def test_the_wounds_just_taken_count_in_the_check() -> None:
    (found,) = asked(13, EP2)
    assert found.draft is not None
    assert [(chip.label, chip.value) for chip in found.draft.chips] == [("Wounds", -30)]


def test_less_than_a_wound_and_healing_ask_for_nothing() -> None:
    assert asked(5, EP2) == asked(5, EP1, "stress") == asked(20, EP2, "fatigue") == []
    healed = harm.Suffered(MOOK, "damage", "heal", 9, injuries=2)
    assert asked_checks(healed, MOOK, EP2, RULES["ep2"], House()) == []


def test_a_victim_without_the_aptitude_is_still_told() -> None:
    (found,) = asked(6, EP2, victim=structs.replace(MOOK, stats={"WT": 6}))
    assert (found.draft, found.failed) == (None, "prone")


@pytest.mark.parametrize(
    ("system", "before", "amount", "changes", "bleeds"),
    [
        (EP2, 25, 5, {}, True),
        (EP2, 25, 5, {"body": "synthmorph"}, False),
        (EP2, 25, 5, {"wounds": 0}, False),
        (EP2, 25, 4, {}, False),
        (EP2, 31, 5, {}, False),
        (EP2, 25, 25, {}, False),
        (EP1, 25, 5, {}, False),
        (EP1, 25, 6, {}, True),
        (EP1, 30, 1, {"wounds": 0}, True),
    ],
)
def test_who_goes_down_wounded_bleeds(
    system: System, before: int, amount: int, changes: dict[str, Any], *, bleeds: bool
) -> None:
    health = Health(damage=before, wounds=changes.get("wounds", 1))
    victim = structs.replace(MOOK, health=health, body=changes.get("body", "biomorph"))
    assert any(one.at_once == "bleeding" for one in asked(amount, system, victim=victim)) is bleeds


def test_every_condition_that_follows_is_one_of_the_system() -> None:
    for system in (EP1, EP2, KAISER):
        known = {"", *(kind.id for kind in system.conditions)}
        combat = system.combat
        named = [name for one in combat.injuries for name in (one.failed, one.at_once)]
        assert {
            *named,
            "bleeding" if combat.bleeding else "",
            combat.critical.failed if combat.critical else "",
        } <= known


@pytest.mark.parametrize(("damage", "bonus"), [(9, 0), (10, 1), (20, 2), (39, 3), (60, 6), (100, 10), (240, 24)])
def test_a_tenth_of_the_damage_raises_the_level_of_a_critical(damage: int, bonus: int) -> None:
    assert critical_bonus(damage, KAISER) == bonus
    assert critical_bonus(damage, EP2) == 0


@pytest.mark.parametrize(
    ("damage", "dice", "level"),
    [(100, (4, 6), 20), (100, (5, 6), 20), (100, (6, 6), 21), (150, (6, 6), 23), (240, (1, 1), 23), (240, (3, 4), 25)],
)
def test_the_part_of_the_level_above_twenty_counts_half(damage: int, dice: tuple[int, int], level: int) -> None:
    giant = structs.replace(KNIGHT, stats={**KNIGHT.stats, "LP": 250})
    (found,) = asked(damage, KAISER, victim=structs.replace(giant, health=Health(damage=250 - damage)))
    assert found.draft is not None
    request = RULES["kaiser"].ask(found.draft)
    assert isinstance(request, KaiserContest)
    result = RULES["kaiser"].resolve(request, {"a.dice": (1, 1), "b.dice": dice}, House())
    assert isinstance(result, KaiserOutcome)
    assert result.b.total == level
    both = product(product(range(1, 7), repeat=2), repeat=2)
    outcomes = [RULES["kaiser"].resolve(request, {"a.dice": a, "b.dice": b}, House()) for a, b in both]
    wins = sum(isinstance(one, KaiserOutcome) and one.a.total > one.b.total for one in outcomes)
    odds = RULES["kaiser"].odds(request, House())
    assert isinstance(odds, KaiserOdds)
    assert odds.a == Fraction(wins, len(outcomes)), "the chances halve it, too"


@pytest.mark.parametrize(
    ("before", "amount", "critical"),
    [(0, 40, True), (0, 39, False), (40, 20, True), (40, 19, False), (80, 40, False), (79, 0, False), (79, 1, True)],
)
def test_a_blow_of_half_of_what_is_left_is_critical(before: int, amount: int, *, critical: bool) -> None:
    victim = structs.replace(KNIGHT, health=Health(damage=before))
    assert bool(asked(amount, KAISER, victim=victim)) is critical


def test_a_critical_is_a_resistance_that_must_be_higher_than_the_level() -> None:
    (found,) = asked(40, KAISER, victim=KNIGHT)
    assert found.draft is not None
    assert (found.failed, found.draft.mode, found.draft.base, found.draft.side("b").base) == (
        "pain",
        Mode.OPPOSED,
        9,
        4,
    )
    request = RULES["kaiser"].ask(found.draft)
    assert request is not None
    results = [
        RULES["kaiser"].resolve(request, {"a.dice": (1, 1), "b.dice": dice}, House(tie="roll_off"))
        for dice in ((1, 5), (1, 6), (5, 6))
    ]
    penalties = [critical_penalty(one) for one in results if isinstance(one, KaiserOutcome)]
    assert penalties == [0, 1, 4], "11 beats 10, does not beat 11, and falls 4 short of 15"


def test_who_defends_better_may_strike_back_at_the_attacker() -> None:
    rules = RULES["kaiser"]
    draft = draft_of(SWORD, RAIDER, KAISER, rules, target=KNIGHT)
    request = rules.ask(draft)
    assert request is not None
    won, lost = (
        rules.resolve(request, {"a.dice": a, "b.dice": b}, House()) for a, b in (((1, 2), (6, 5)), ((6, 5), (1, 2)))
    )
    assert isinstance(won, KaiserOutcome) and isinstance(lost, KaiserOutcome)  # noqa: PT018 - narrows the types
    roster = a_roster_of(KNIGHT, RAIDER)
    counter = counter_of(draft, won, roster, KAISER, rules, House())
    assert counter is not None
    assert (counter.who, counter.attack) == (KNIGHT.name, SWORD.name)
    assert counter.draft == draft_of(SWORD, KNIGHT, KAISER, rules, target=RAIDER)
    assert counter_of(draft, lost, roster, KAISER, rules, House()) is None
    assert counter_of(structs.replace(draft, mode=Mode.OPPOSED), won, roster, KAISER, rules, House()) is None
    unarmed = a_roster_of(structs.replace(KNIGHT, attacks=()), RAIDER)
    assert counter_of(draft, won, unarmed, KAISER, rules, House()) is None


DOWN: dict[str, dict[str, Any]] = {
    "out": {"health": Health(damage=9999)},
    "unconscious": {"conditions": (ActiveCondition(id="down", kind="unconscious", name="Unconscious"),)},
}


@pytest.mark.parametrize("way", DOWN)
def test_nobody_who_is_down_strikes_back_at_one_attacker_or_among_several(way: str) -> None:
    rules, down = RULES["kaiser"], structs.replace(KNIGHT, **DOWN[way])
    draft = draft_of(SWORD, RAIDER, KAISER, rules, target=KNIGHT)
    request = rules.ask(draft)
    assert request is not None
    won = rules.resolve(request, {"a.dice": (1, 2), "b.dice": (6, 5)}, House())
    assert isinstance(won, KaiserOutcome)
    target = Target(draft.side("b"))
    rows = (TargetRow(target, won),)
    assert [one.who for one in counters_of(rows, draft, a_roster_of(KNIGHT, RAIDER), KAISER, rules, House())] == [
        KNIGHT.name
    ]
    roster = a_roster_of(down, RAIDER)
    assert counter_of(draft, won, roster, KAISER, rules, House()) is None
    assert counters_of(rows, draft, roster, KAISER, rules, House()) == []


def test_the_check_against_a_shock_is_what_is_left_of_dur_with_energy_armor() -> None:
    shock = next(one for one in EP1.combat.specials if "shock" in one.words)
    body = {"stats": {"DUR": 40}, "body": "biomorph"}
    mook = structs.replace(MOOK, **body, armor=(Armor(values={"energy": 6, "kinetic": 9}),), health=Health(damage=12))
    found = check_against(shock, mook, EP1, RULES["ep1"])
    assert found is not None
    assert found.draft is not None
    assert (found.draft.what, found.draft.base) == ("DUR + energy armor", 34)
    worn_out = check_against(shock, structs.replace(mook, health=Health(damage=90)), EP1, RULES["ep1"])
    assert worn_out is not None
    assert worn_out.draft is not None
    assert worn_out.draft.base == 0
    assert check_against(shock, structs.replace(mook, body="synthmorph"), EP1, RULES["ep1"]) is None
    assert check_against(shock, structs.replace(mook, stats={}), EP1, RULES["ep1"]) is None
    knock = next(one for one in EP1.combat.specials if "knock" in one.words)
    assert check_against(knock, mook, EP1, RULES["ep1"]) is None


@given(margin=st.integers(0, 200))
def test_a_shock_lasts_a_turn_for_each_ten_of_the_margin_but_at_least_three(margin: int) -> None:
    check = EP1.combat.special_check("DUR + energy armor")
    assert check is not None
    failed = read_condition(special_effect(check, margin, success=False), EP1.conditions, (), "ep1")
    assert (failed.kind.id, failed.end.unit) == ("shock", "turn")
    assert failed.end.count == (3 if margin < 40 else int(str(margin)[:-1]))
    passed = read_condition(special_effect(check, margin, success=True), EP1.conditions, (), "ep1")
    assert passed.kind.id == "shock-resisted"
