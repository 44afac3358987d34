"""One roll against several targets: a grenade, a burst, one character sneaking past guards."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Armor, Attack
from gm_desk.core.combat.attack_choices import with_use
from gm_desk.core.combat.several import (
    MOST_TARGETS,
    RollAgainstSeveral,
    acting,
    acting_dice,
    acting_request,
    from_record,
    record_of,
    rolled,
    several_of,
)
from gm_desk.core.combat.several_damage import applied, damage_rolled, lessened, rows_of
from gm_desk.core.combat.targets import PointSpent, SummedDice, Target
from gm_desk.core.drafts.abilities import ability_of, chosen
from gm_desk.core.drafts.attack_damage import AttackContext, Choices
from gm_desk.core.drafts.attacks import draft_of
from gm_desk.core.drafts.draft import AbilityKind, Draft, Mode
from gm_desk.core.errors import TooManyTargetsError
from gm_desk.core.rules.dice import DieReading, Needs
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Contest
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system

EP1, EP2, KAISER = (load_system(system) for system in ("ep1", "ep2", "kaiser"))
GRENADE = Attack(id="frag", name="Frag grenade", skill="Athletics", damage="3d10+6", area="blast", against="kinetic")
OLD_GRENADE = structs.replace(GRENADE, skill="Throwing Weapons")
RIFLE = Attack(id="rifle", name="Rifle", skill="Guns", damage="2d10", modes="SA/BF")
SWORD = Attack(id="sword", name="Sword", skill="Strike", damage="6")


def someone(name: str, **skills: int) -> Character:
    found = tuple(Skill(id=key, name=key.replace("_", " "), rating=rating) for key, rating in skills.items())
    return Character(
        id=name,
        name=name.title(),
        stats={"DUR": 35, "WT": 7, "DR": 53},
        skills=found,
        armor=(Armor(values={"energy": 2, "kinetic": 4}),),
    )


EVA = structs.replace(
    someone("eva", Athletics=60, Throwing_Weapons=60, Guns=60, Infiltrate=60, Strike=9),
    attacks=(GRENADE, RIFLE, SWORD),
)
MOOKS = [someone(f"mook{place}", Fray=50, Perceive=40, Block=4) for place in (1, 2, 3)]
EVERYBODY = {one.id: one for one in (EVA, *MOOKS)}


class Scripted:
    """Dice that fall as they are told."""

    def __init__(self, *faces: int) -> None:
        self._faces = list(faces)

    def d100(self) -> int:
        return self._faces.pop(0)

    def die(self, sides: int) -> int:
        return min(sides, self._faces.pop(0))

    @property
    def left(self) -> int:
        return len(self._faces)


def context_in(system: System) -> AttackContext:
    return AttackContext(EVA, None, system, RULES[system.id], House())


def thrown(system: System = EP2, attack: Attack = GRENADE, **changes: Any) -> RollAgainstSeveral:
    """Throw at all three, 45 of 60, against 20, 60 and 70 of Fray 50 ÷ 2, with 5, 5, 5 on the dice of damage."""
    draft = draft_of(attack, EVA, system, RULES[system.id])
    several = several_of(draft, MOOKS, attack, system, RULES[system.id])
    several = rolled(several, Scripted(45, 20, 60, 70), RULES[system.id], House())
    return structs.replace(several, rolls={"rolls": (5, 5, 5)}, **changes)


def damages(
    several: RollAgainstSeveral, attack: Attack = GRENADE, system: System = EP2
) -> list[tuple[str | None, int, int, int]]:
    rows = rows_of(several, context_in(system), EVERYBODY.get, attack)
    return [
        (row.hit, row.outcome.total, row.outcome.through, row.outcome.wounds or 0)
        if row.outcome
        else (row.hit, 0, 0, 0)
        for row in rows
    ]


def placed(several: RollAgainstSeveral, **changes: Any) -> RollAgainstSeveral:
    return structs.replace(several, targets=tuple(structs.replace(target, **changes) for target in several.targets))


def test_each_target_defends_for_itself_against_the_one_roll() -> None:
    several = thrown()
    rows = rows_of(several, context_in(EP2), EVERYBODY.get, GRENADE)
    assert (several.dice, [target.dice for target in several.targets]) == (
        {"a.roll": (45,)},
        [{"b.roll": (20,)}, {"b.roll": (60,)}, {"b.roll": (70,)}],
    )
    assert all(isinstance(row.result, Contest) and row.result.b.base == 25 for row in rows)
    assert [isinstance(row.result, Contest) and row.result.winner for row in rows] == ["a", "a", "a"]


def test_typed_dice_stay_and_only_the_missing_ones_are_rolled() -> None:
    draft = draft_of(GRENADE, EVA, EP2, RULES["ep2"])
    several = several_of(draft, MOOKS, GRENADE, EP2, RULES["ep2"])
    typed = several.with_target(1, structs.replace(several.targets[1], dice={"b.roll": (7,)}))
    dice = Scripted(45, 20, 70)
    after = rolled(typed, dice, RULES["ep2"], House())
    assert ([target.dice["b.roll"] for target in after.targets], dice.left) == ([(20,), (7,), (70,)], 0)
    assert rows_of(several, context_in(EP2), EVERYBODY.get, GRENADE)[0].needs == Needs("a.roll")


def test_a_blast_does_two_less_for_each_metre_before_armor() -> None:
    several = thrown()
    far = structs.replace(
        several,
        targets=tuple(structs.replace(one, distance=at) for one, at in zip(several.targets, (0, 2, 9), strict=True)),
    )
    assert damages(far) == [("hit", 21, 17, 2), ("hit", 17, 13, 1), ("hit", 3, 0, 0)]


@pytest.mark.parametrize(
    ("area", "radius", "distance", "less"),
    [
        *(("blast", None, 3, 6), ("blast", 10, 3, 6), ("uniform", 10, 3, 0), ("uniform", 10, 12, 4)),
        *(("uniform", None, 3, 6), ("cone", None, 3, 0), ("", None, 3, 0)),
    ],
)
def test_a_uniform_blast_is_lessened_only_outside(area: Any, radius: int | None, distance: int, less: int) -> None:
    attack = structs.replace(GRENADE, area=area, radius=radius)
    assert [lessened(attack, distance, system) for system in (EP1, EP2, KAISER)] == [less, less, 0]


def test_who_defends_against_an_area_takes_half_in_the_second_edition_unless_sheltered() -> None:
    won = thrown().with_target(0, structs.replace(thrown().targets[0], dice={"b.roll": (22,)}))
    assert damages(won)[0] == ("half", 11, 7, 1)
    assert damages(placed(won, sheltered=True))[0] == ("miss", 0, 0, 0)
    assert damages(placed(won, sheltered=True))[1] == ("hit", 21, 17, 2)
    old = thrown(EP1, OLD_GRENADE)
    old = old.with_target(0, structs.replace(old.targets[0], dice={"b.roll": (22,)}))
    assert damages(old, OLD_GRENADE, EP1)[0] == ("miss", 0, 0, 0)


@pytest.mark.parametrize(("defence", "hit"), [(25, "half"), (23, "half"), (10, "hit"), (98, "hit")])
def test_only_a_defence_that_is_not_beaten_halves_an_area(defence: int, hit: str) -> None:
    """The attack rolls 21: a defence of 10 succeeds and is beaten, as it would be by any other attack."""
    several = thrown(dice={"a.roll": (21,)})
    answered = several.with_target(0, structs.replace(several.targets[0], dice={"b.roll": (defence,)}))
    assert damages(answered)[0][0] == hit


def test_a_tie_with_an_attack_that_succeeds_halves_an_area() -> None:
    several = thrown(dice={"a.roll": (21,)})
    tied = several.with_target(0, structs.replace(several.targets[0], dice={"b.roll": (21,)}))
    assert damages(tied)[0][0] == "half"


def test_a_throw_that_fails_hits_nobody() -> None:
    assert [row[0] for row in damages(thrown(dice={"a.roll": (83,)}))] == ["miss", "miss", "miss"]


def test_a_cone_has_a_die_more_up_close_and_one_less_beyond() -> None:
    torch = structs.replace(GRENADE, area="cone")
    several = structs.replace(thrown(attack=torch), rolls={"rolls": (5, 5, 5, 8)})
    near, far = (placed(several, cone=where) for where in ("close", "beyond"))
    assert [damages(one, torch)[0][1] for one in (several, near, far)] == [21, 29, 13]
    short = rows_of(placed(thrown(attack=torch), cone="close"), context_in(EP2), EVERYBODY.get, torch)[0]
    assert (short.outcome, short.needs) == (None, Needs("rolls", 10, 1, DieReading.SUM))


def test_the_gm_changes_what_the_dice_say() -> None:
    several = thrown()
    changed = structs.replace(
        several,
        targets=(
            structs.replace(several.targets[0], hit="miss"),
            structs.replace(several.targets[1], total=40, armor=0),
            structs.replace(several.targets[2], hit="half"),
        ),
    )
    assert damages(changed) == [("miss", 0, 0, 0), ("hit", 40, 40, 5), ("half", 11, 7, 1)]


def test_two_targets_of_a_burst_can_have_dice_of_their_own() -> None:
    draft = with_use(draft_of(RIFLE, EVA, EP2, RULES["ep2"]), RIFLE, "BF-targets", EP2)
    several = several_of(draft, MOOKS[:2], RIFLE, EP2, RULES["ep2"])
    several = rolled(several, Scripted(45, 60, 24), RULES["ep2"], House())
    several = several.with_target(0, structs.replace(several.targets[0], rolls={"rolls": (9, 9)}))
    assert damages(several, RIFLE) == [("hit", 18, 14, 2), ("hit", 0, 0, 0)], "the second one still needs its dice"


def test_a_sneaker_rolls_once_past_three_guards() -> None:
    ability = ability_of(EVA, EP2, AbilityKind.SKILL, "Infiltrate")
    draft = structs.replace(chosen(Draft(), EVA, ability, EP2, RULES["ep2"]), mode=Mode.OPPOSED)
    several = rolled(several_of(draft, MOOKS, None, EP2, RULES["ep2"]), Scripted(35, 12, 38, 90), RULES["ep2"], House())
    rows = rows_of(several, context_in(EP2), EVERYBODY.get)
    assert [isinstance(row.result, Contest) and row.result.winner for row in rows] == ["a", "b", "a"]
    assert {(row.hit, row.outcome) for row in rows} == {(None, None)}


def test_kaisers_blow_at_two_does_damage_by_the_degrees_against_each() -> None:
    draft = draft_of(SWORD, EVA, KAISER, RULES["kaiser"])
    several = several_of(draft, MOOKS[:2], SWORD, KAISER, RULES["kaiser"])
    several = rolled(several, Scripted(3, 4, 1, 2, 6, 5), RULES["kaiser"], House())
    rows = rows_of(several, context_in(KAISER), EVERYBODY.get, SWORD)
    assert [(row.hit, row.outcome and row.outcome.through) for row in rows] == [("hit", (16 - 7 - 4) * 6), ("hit", 0)]


def test_all_suffer_at_once() -> None:
    roster = Roster(id="mars", name="Mars", characters=tuple(MOOKS))
    rows = rows_of(thrown(), context_in(EP2), EVERYBODY.get, GRENADE)
    after = applied(roster, rows, RULES["ep2"], House())
    assert [(one.health.damage, one.health.wounds) for one in after.characters] == [(17, 2)] * 3


def test_more_than_fifty_targets_are_refused() -> None:
    draft = draft_of(GRENADE, EVA, EP2, RULES["ep2"])
    crowd = [structs.replace(MOOKS[0], id=str(place)) for place in range(MOST_TARGETS + 1)]
    with pytest.raises(TooManyTargetsError, match="51 targets are too many"):
        several_of(draft, crowd, GRENADE, EP2, RULES["ep2"])
    assert len(several_of(draft, crowd[:-1], GRENADE, EP2, RULES["ep2"]).targets) == MOST_TARGETS


rolls = st.integers(0, 99)


@given(rolls, st.lists(st.tuples(rolls, st.integers(0, 12)), min_size=1, max_size=3), st.sampled_from([EP1, EP2]))
def test_every_row_is_the_contest_that_it_would_be_alone(
    roll: int, others: list[tuple[int, int]], system: System
) -> None:
    attack = GRENADE if system is EP2 else OLD_GRENADE
    draft = draft_of(attack, EVA, system, RULES[system.id])
    several = several_of(draft, MOOKS[: len(others)], attack, system, RULES[system.id])
    targets = tuple(
        Target(target.side, {"b.roll": (defence,)}, distance)
        for target, (defence, distance) in zip(several.targets, others, strict=True)
    )
    several = structs.replace(several, targets=targets, dice={"a.roll": (roll,)}, rolls={"rolls": (5,) * 6})
    rows, near = (
        rows_of(one, context_in(system), EVERYBODY.get, attack) for one in (several, placed(several, distance=0))
    )
    for row, nearer, (defence, distance) in zip(rows, near, others, strict=True):
        request = RULES[system.id].ask(structs.replace(draft, opponent=row.target.side))
        assert request is not None
        alone = RULES[system.id].resolve(request, {"a.roll": (roll,), "b.roll": (defence,)}, House())
        assert row.result == alone
        if row.outcome is not None and nearer.outcome is not None and row.hit == "hit":
            assert row.outcome.total == max(0, nearer.outcome.total - 2 * distance)


@given(
    st.lists(st.integers(1, 10), min_size=3, max_size=3), st.lists(st.integers(0, 20), min_size=3, max_size=3), rolls
)
def test_the_sum_of_the_dice_does_the_same_damage_as_the_dice(faces: list[int], metres: list[int], roll: int) -> None:
    several = thrown()
    targets = (structs.replace(one, distance=at) for one, at in zip(several.targets, metres, strict=True))
    several = structs.replace(several, dice={"a.roll": (roll,)}, targets=tuple(targets))
    thrown_dice = structs.replace(several, rolls={"rolls": tuple(faces)})
    summed = structs.replace(several, rolls={}, summed=SummedDice(sum(faces), (10, 10, 10)))
    assert damages(summed) == damages(thrown_dice)


@pytest.mark.parametrize(
    "changes",
    [
        {"rolls": {}, "summed": SummedDice(15, (10, 10, 10)), "by_hand": True},
        {"apart": True, "picks": ("damage",), "point": PointSpent("upgrade", "flex")},
        {"choices": Choices(double=False, margin=False, piercing=True, absorption=False, ignore_armor=True)},
        {"choices": Choices(piercing=False, ignore_armor=False), "costs_points": False, "surprises": True},
    ],
)
def test_what_the_log_keeps_of_a_roll_is_all_of_it(changes: dict[str, Any]) -> None:
    several = structs.replace(thrown(), **changes)
    request, dice = acting_request(several, RULES["ep2"]), acting_dice(several)
    assert from_record(acting(several), request, dice, record_of(several), several.picks) == several


def test_a_sum_counts_only_for_the_dice_that_it_is_of() -> None:
    several = structs.replace(thrown(), rolls={}, summed=SummedDice(15, (10, 10, 10)))
    assert damages(several)[0] == ("hit", 21, 17, 2)
    rows = rows_of(structs.replace(several, summed=SummedDice(15, (10, 10))), context_in(EP2), EVERYBODY.get, GRENADE)
    assert all(row.needs is not None for row in rows)


def test_targets_with_other_dice_than_those_summed_get_theirs_rolled() -> None:
    several = structs.replace(thrown(), rolls={}, summed=SummedDice(18, (10, 10, 10, 6)), picks=("damage",))
    several = several.with_target(1, structs.replace(several.targets[1], hit="half"))
    rows = rows_of(several, context_in(EP2), EVERYBODY.get, GRENADE)
    assert [row.outcome is not None for row in rows] == [True, False, True]
    after = damage_rolled(several, rows, Scripted(9, 9, 9), RULES["ep2"], House())
    assert [target.rolls for target in after.targets] == [{}, {"rolls": (9, 9, 9)}, {}]
    assert not after.rolls, "the sum stays"
    rows = rows_of(after, context_in(EP2), EVERYBODY.get, GRENADE)
    assert [row.outcome and row.outcome.total for row in rows] == [24, 17, 24]
