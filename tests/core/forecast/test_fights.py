"""Single fights with dice thrown beforehand: each is what the rules make of its dice."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from forecast_makers import ThrownDice, a_fighter, a_setup, setup_of
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Armor, Attack, Points
from gm_desk.core.drafts.draft import Chip
from gm_desk.core.forecast.contenders import MOST_TURNS, FightSetup
from gm_desk.core.forecast.fights import (
    Fate,
    FightRecord,
    ForecastResult,
    ForecastRun,
    PreparedFight,
    Quantiles,
    fight,
    forecast,
    spread_of,
)
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.house import House
from gm_desk.store.rosters.files import read_sample

GUNS, FRAY = 60, 40
LOTS = [0, 0]
"""The lots of two combatants."""


def armed(name: str, **changes: Any) -> Character:
    return a_fighter(name, skills={"Guns": GUNS, "Fray": FRAY}, **changes)


def fought(setup: FightSetup, *faces: int) -> FightRecord:
    """Return the fight of these dice, all of which it needs."""
    dice = ThrownDice(faces)
    record = fight(PreparedFight(setup), dice)
    assert dice.faces == []
    return record


def test_a_hit_that_takes_all_ends_it_in_the_first_turn() -> None:
    setup = a_setup([armed("a")], [armed("b", health=Health(damage=20))])
    record = fought(setup, *LOTS, 6, 1, 0, 10, 95, 5, 5)  # initiative, target, 10 against 95, 5 + 5
    assert record == FightRecord("a", 1, (Fate(0, 10, out=False, dead=False), Fate(10, 0, out=True, dead=False)))


def test_superior_results_go_to_damage_and_armor_holds_some() -> None:
    setup = a_setup([armed("a")], [armed("b", stats={"DUR": 20}, armor=(Armor(values={"kinetic": 5}),))])
    record = fought(setup, *LOTS, 6, 1, 0, 54, 95, 10, 10, 5)
    assert record.fates[1].taken == 20


def test_a_critical_success_doubles_the_dice_and_can_kill() -> None:
    setup = a_setup([armed("a")], [armed("b", body="biomorph")])
    record = fought(setup, *LOTS, 6, 1, 0, 33, 95, 10, 10, 10, 10)
    assert record.fates[1].taken == 40
    assert not record.fates[1].dead
    weak = a_setup([armed("a")], [armed("b", stats={"DUR": 20}, body="biomorph")])
    assert fought(weak, *LOTS, 6, 1, 0, 33, 95, 10, 10, 10, 10).fates[1].dead


def test_wounds_change_the_order_at_once() -> None:
    slower = armed("c", stats={"INIT": 4})
    setup = a_setup([armed("a", stats={"INIT": 9})], [armed("b", stats={"DUR": 60, "INIT": 5}), slower])
    # a wounds b twice, so that c, at 4 + 3, comes before b, at 5 + 3 − 2; c then takes a out
    record = fought(setup, 0, 0, 0, 3, 3, 3, 0, 10, 95, 6, 6, 0, 11, 95, 10, 10, 10, 10)
    assert record == FightRecord(
        "b",
        1,
        (Fate(40, 12, out=True, dead=False), Fate(12, 0, out=False, dead=False), Fate(0, 40, out=False, dead=False)),
    )


def test_wounds_count_in_the_next_test() -> None:
    setup = a_setup([armed("a", health=Health(damage=29, wounds=3, traumas=1))], [armed("b", health=Health(damage=29))])
    # with −40 a 21 misses and a 20 hits
    missed = [0, 21, 95, 0, 70, 95]
    assert fought(setup, *LOTS, 6, 1, *missed, 0, 20, 95, 1, 1).winner == "a"


def test_equal_counts_go_to_the_higher_reflexes_and_then_by_lot() -> None:
    dying = Health(damage=29)
    quick = a_setup([armed("a", health=dying, stats={"REF": 10})], [armed("b", health=dying, stats={"REF": 20})])
    hit = [0, 10, 95, 1, 1]
    assert fought(quick, *LOTS, 3, 3, *hit).winner == "b"
    even = a_setup([armed("a", health=dying)], [armed("b", health=dying)])
    assert [fought(even, *lots, 3, 3, *hit).winner for lots in ((5, 4), (4, 5))] == ["a", "b"]


def test_an_even_fight_is_undecided_after_twenty_turns() -> None:
    record = fought(a_setup([armed("a")], [armed("b")]), *LOTS, 3, 3, *[0, 99, 99] * 2 * MOST_TURNS)
    assert record == FightRecord(None, MOST_TURNS, (Fate(0, 0, out=False, dead=False),) * 2)


def test_focus_takes_the_one_with_the_least_left_and_the_first_of_equals() -> None:
    low, lowest = Health(damage=28), Health(damage=29)
    thugs = [armed("b", health=low), armed("c", health=lowest), armed("d", health=lowest)]
    setup = a_setup([armed("a", stats={"INIT": 30, "DUR": 1})], thugs, focus=True)
    record = fought(setup, 0, 0, 0, 0, 1, 3, 3, 3, 10, 95, 1, 1, 10, 95, 1, 1)
    assert [one.out for one in record.fates] == [True, False, True, False]


def test_phases_belong_to_speed_in_the_first_edition_and_initiative_is_rolled_each_turn() -> None:
    def gunner(name: str, **stats: int) -> Character:
        pistol = Attack(id="1", name="Pistol", skill="Kinetic Weapons", rating=GUNS, damage="2d10")
        return a_fighter(name, attacks=(pistol,), stats={"REF": 15, "DUR": 30, "WT": 50, **stats})

    setup = a_setup([gunner("a", SPD=2)], [gunner("b")], "ep1")
    miss = [0, 99, 99]
    record = fought(setup, *LOTS, 10, 1, *miss * 3, 1, 10, *miss, 0, 22, 95, 10, 10, 0, 40, 95, 5, 5)
    # b, then a with a critical success in phase 1 of turn 2, then a again in phase 2: 40 is a margin of 30, five more
    assert record == FightRecord("a", 2, (Fate(0, 35, out=False, dead=False), Fate(35, 0, out=True, dead=False)))


def test_initiative_is_rolled_once_where_the_house_says_so() -> None:
    pistol = Attack(id="1", name="Pistol", skill="Kinetic Weapons", rating=GUNS, damage="2d10")
    one, other = (a_fighter(name, attacks=(pistol,), health=Health(damage=29)) for name in "ab")
    setup = a_setup([one], [other], "ep1", house=House(initiative_once=True))
    assert fought(setup, *LOTS, 10, 1, *[0, 99, 99] * 2, 0, 10, 95, 5, 5).turns == 2


def test_kaiser_multiplies_the_degrees_after_absorption_and_armor() -> None:
    axe = Attack(id="1", name="Axe", skill="Strike", rating=5, damage="6 cut")
    worn = (Armor(values={"Cut": 2, "Blow": 9}),)
    stats = {"LP": 30, "INIT": 10, "ABS": 1}
    one = a_fighter("a", stats={**stats, "INIT": 14}, attacks=(axe,))
    other = a_fighter("b", stats=stats, attacks=(axe,), armor=worn, skills={"Block": 1, "Dodge": 3})
    setup = a_setup([one], [other], "kaiser")
    # initiative of two dice each; 5 + 12 + 6 + 2 = 25 against 3 + 3: 19 degrees, 3 held back, × 6
    record = fought(setup, *LOTS, 1, 1, 1, 1, 0, 6, 6, 6, 2, 1, 2)
    assert record.fates[0].dealt == 16 * 6


def test_a_tie_and_a_fumble_do_not_hit_in_kaiser() -> None:
    axe = Attack(id="1", name="Axe", skill="Strike", rating=5, damage="6")
    one, other = (
        a_fighter(name, stats={"LP": 6, "INIT": init}, attacks=(axe,), skills={"Dodge": 5})
        for name, init in (("a", 30), ("b", 1))
    )
    setup = a_setup([one], [other], "kaiser")
    tie, fumble = [0, 3, 4, 4, 3], [0, 1, 1, 6, 6, 1, 2]
    last = [0, 6, 5, 1, 2]
    assert fought(setup, *LOTS, 1, 1, 1, 1, *tie, *fumble, 1, 1, 1, 1, *last).fates[0].dealt == 48


# --- Players spend, and wounds ask for checks ------------------------------------------------------------------------


def player(name: str, flex: int = 1, **changes: Any) -> Character:
    return armed(name, kind="pc", points={"flex": Points(now=flex, max=3)}, **changes)


def test_a_player_flips_a_failed_attack_that_flipping_wins_while_the_pool_lasts() -> None:
    setup = a_setup([player("a")], [armed("b")], players_spend=True)
    hit_by_flip, miss = [0, 81, 95], [0, 99, 99]
    first = [*hit_by_flip, 1, 2]
    # the second 81 stays, as the only point is gone
    record = fought(setup, *LOTS, 6, 1, *first, *miss, *hit_by_flip, *miss * (2 * MOST_TURNS - 3))
    assert record.fates[0].dealt == 3
    off = structs.replace(setup, players_spend=False)
    assert fought(off, *LOTS, 6, 1, *hit_by_flip, *miss * (2 * MOST_TURNS - 1)).fates[0].dealt == 0


def test_a_player_flips_a_failed_defence_but_spends_nothing_on_what_flipping_does_not_win() -> None:
    setup = a_setup([armed("b")], [player("a")], players_spend=True)
    useless, saved = [0, 10, 95, 1, 1], [0, 10, 61]
    miss = [0, 99, 99]
    record = fought(setup, *LOTS, 6, 1, *useless, *miss, *saved, *miss * (2 * MOST_TURNS - 3))
    assert record.fates[1].taken == 2


def test_a_wound_asks_for_its_check_only_where_that_is_wanted() -> None:
    setup = a_setup([armed("a", stats={"DUR": 1})], [armed("b", stats={"DUR": 60, "SOM": 15})], wound_checks=True)
    # 12 damage are two wounds: prone, and 3 × 15 − 20 = 25 is missed by 26: unconscious, which ends it
    record = fought(setup, *LOTS, 6, 1, 0, 10, 95, 6, 6, 26)
    assert (record.winner, record.fates[1]) == ("a", Fate(12, 0, out=True, dead=False))
    # one wound and a success: b answers
    assert fought(setup, *LOTS, 6, 1, 0, 10, 95, 3, 3, 25, 0, 11, 95, 1, 1, 1, 1).winner == "b"


def test_the_prone_are_easier_to_hit_in_melee_until_they_rise() -> None:
    knife = Attack(id="1", name="Knife", skill="Melee", rating=40, damage="2d10")
    stats = {"REF": 15, "SOM": 15, "DUR": 60, "INIT": 30}
    ones = [a_fighter(name, stats=stats, attacks=(knife,)) for name in ("a", "b")]
    setup = a_setup(ones, [armed("c", stats={"DUR": 12, "SOM": 15})], wound_checks=True)
    # a wounds c, whose check (35) fails, and then b hits with 58, which needs 60
    record = fought(setup, 2, 1, 0, 6, 6, 1, 0, 10, 95, 3, 3, 40, 0, 58, 95, 3, 3, 1)
    assert (record.winner, record.fates[2].taken) == ("a", 13)


def test_rising_takes_the_action_in_the_first_edition() -> None:
    pistol = Attack(id="1", name="Pistol", skill="Kinetic Weapons", rating=GUNS, damage="2d10")
    one, other = (a_fighter(name, attacks=(pistol,), stats={"REF": 15, "SOM": 10}) for name in "ab")
    setup = a_setup([one], [other], "ep1", wound_checks=True, house=House(initiative_once=True))
    # b is down after 6 damage, whose check needs 20, and rises instead of acting; the check of three wounds shows 00
    record = fought(setup, *LOTS, 10, 1, 0, 10, 95, 3, 3, 21, 0, 22, 95, 10, 10, 0, 0, 99, 99, 0, 22, 95, 10, 10)
    assert record.turns == 3


def a_sample(system: str = "ep2") -> FightSetup:
    roster = read_sample(system)
    return setup_of(roster, roster.groups[1].id, roster.groups[2].id)


def test_the_same_seed_gives_the_same_figures_and_another_one_others() -> None:
    for system in ("ep1", "ep2", "kaiser"):
        first, again, other = (forecast(a_sample(system), 150, seed) for seed in (7, 7, 8))
        assert first == again
        assert first != other


def test_fights_in_slices_give_the_figures_of_fights_at_once() -> None:
    run = ForecastRun(a_sample(), 3)
    assert run.result.fights == 0
    for count in (1, 9, 40):
        run.advance(count)
    assert run.result == forecast(a_sample(), 50, 3)


def test_a_seed_throws_the_same_dice_on_every_machine() -> None:
    found = forecast(a_sample(), 40, 1)
    assert (found.wins.a, found.turns) == (EP2_WINS, EP2_TURNS)


EP2_WINS, EP2_TURNS = 0.7, Quantiles(16, 9, 20)
"""What these forty fights were when they were first fought."""


def test_shares_add_up_and_what_is_dealt_is_taken() -> None:
    for system in ("ep1", "ep2", "kaiser"):
        found = forecast(a_sample(system), 200, 5)
        assert abs(found.wins.a + found.wins.b + found.wins.undecided - 1) < 1e-9
        assert sum(found.spans.values()) == found.fights == 200
        taken = {side: sum(one.taken for one in found.characters if one.side == side) for side in "ab"}
        dealt = {side: sum(one.dealt for one in found.characters if one.side == side) for side in "ab"}
        assert abs(taken["a"] - dealt["b"]) < 1e-6 > abs(taken["b"] - dealt["a"])
        assert all(0 <= one.dead <= one.out <= 1 for one in found.characters)
        assert all(one.takes.p10 <= one.takes.median <= one.takes.p90 for one in found.characters)


def test_only_who_has_dr_can_be_dead() -> None:
    found = forecast(a_setup([a_fighter("a", body="biomorph")], [a_fighter("b")]), 20, 1)
    assert [one.mortal for one in found.characters] == [True, False]
    assert found.characters[1].dead == 0


def test_a_side_is_left_standing_where_somebody_of_it_is_not_out() -> None:
    one, two = a_fighter("a", skills={"Guns": 90}), a_fighter("b", health=Health(damage=29))
    found = forecast(a_setup([one], [two]), 300, 1)
    assert found.wins.b + found.wins.undecided == 1 - found.characters[1].out
    assert found.wins.a == found.characters[1].out


@given(st.dictionaries(st.integers(0, 50), st.integers(1, 9), min_size=1))
def test_a_spread_is_the_nearest_rank(numbers: dict[int, int]) -> None:
    line = sorted(number for number, times in numbers.items() for _ in range(times))
    found = spread_of(numbers)
    ranks = [-(-len(line) * tenths // 10) - 1 for tenths in (5, 1, 9)]
    assert found == Quantiles(*(line[rank] for rank in ranks))


def test_nothing_counted_has_no_spread() -> None:
    assert spread_of({}) == Quantiles(0, 0, 0)


# --- What must follow from a change ----------------------------------------------------------------------------------


def wins(setup: FightSetup) -> float:
    return forecast(setup, 1500, 11).wins.a


def even(**changes: Any) -> FightSetup:
    fighters = [a_fighter(name, skills={"Guns": 60, "Fray": 40}) for name in ("a", "b", "c", "d")]
    return a_setup(fighters[:2], fighters[2:], **changes)


def test_even_sides_win_equally_often() -> None:
    found: ForecastResult = forecast(even(), 4000, 2)
    assert abs(found.wins.a - found.wins.b) < 0.06


def test_each_advantage_of_a_side_helps_it() -> None:
    plain = even()
    changes: list[dict[str, int]] = [{"modifier": 20}, {"cover": -20}, {"armor": 6}]
    for change in changes:
        better = plain.with_side("a", structs.replace(plain.a, **change))
        worse = plain.with_side("b", structs.replace(plain.b, **change))
        assert wins(better) > wins(plain) + 0.1
        assert wins(worse) < wins(plain) - 0.1


def test_cover_is_nothing_against_blades() -> None:
    knife = Attack(id="1", name="Knife", skill="Melee", rating=60, damage="2d10")
    one, two = (a_fighter(name, attacks=(knife,)) for name in "ab")
    plain = a_setup([one], [two])
    assert wins(plain.with_side("a", structs.replace(plain.a, cover=-30))) == wins(plain)


def test_house_rules_of_the_roster_count() -> None:
    dark = (Chip("dark", -30, "Dark"),)
    plain = even(pinned=dark)
    assert forecast(plain, 200, 1).wins != forecast(even(pinned=dark, house=House(cap=10)), 200, 1).wins
    assert forecast(even(house=House(static_damage=True)), 200, 1) != forecast(even(), 200, 1)
