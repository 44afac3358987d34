from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from forecast_makers import a_fighter, a_setup, setup_of
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.draft import Chip
from gm_desk.core.forecast.setup import FightSetup
from gm_desk.core.forecast.tally import ForecastResult, ForecastRun, Quantiles, forecast, spread_of
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.house import House
from gm_desk.store.rosters.files import read_sample


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
