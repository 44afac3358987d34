"""The stat-block numbers of Kaiser."""

import pytest

from gm_desk.core.rules.health import Health, HealthEffects
from gm_desk.core.rules.house import House
from gm_desk.core.systems.kaiser import derived, health_effects, modifier_of, presence, stamina_modifier

MODIFIERS = {
    -3: range(1, 2),
    -2: range(2, 4),
    -1: range(4, 5),
    0: range(5, 6),
    1: range(6, 8),
    2: range(8, 10),
    3: range(10, 13),
    4: range(13, 16),
    5: range(16, 20),
    6: range(20, 21),
    7: range(21, 23),
    8: range(23, 26),
    9: range(26, 30),
    10: range(30, 31),
}


def test_every_value_of_a_characteristic_has_its_modifier() -> None:
    listed = {value: modifier for modifier, values in MODIFIERS.items() for value in values}
    assert {value: modifier_of(value) for value in range(1, 31)} == listed


@pytest.mark.parametrize("value", [0, 31])
def test_a_value_outside_1_to_30_has_no_modifier(value: int) -> None:
    assert modifier_of(value) is None


def test_presence_grows_at_each_odd_level() -> None:
    assert [presence(level) for level in (1, 2, 3, 4, 5, 11)] == [3, 3, 4, 4, 5, 8]


def test_the_stat_block_follows_from_characteristics_and_level() -> None:
    stats = {"STR": 5, "CON": 8, "DEX": 10, "AGI": 4, "PER": 6, "INT": 7, "FC": 2, "WP": 20, "LV": 3}
    assert derived(stats, House()) == {
        "AP": 6,
        "PRES": 4,
        "PrR": 4,
        "PhR": 6,
        "IR": 6,
        "SR": 2,
        "MR": 10,
        "LP": 100,
        "STA": 28,
        "INIT": 12,
    }


def test_multiples_bought_and_innate_life_points_count() -> None:
    assert derived({"CON": 8, "LPM": 2, "LPI": 15}, House())["LP"] == 20 + 8 * 12 + 15


def test_a_typed_presence_is_the_base_of_the_resistances() -> None:
    assert derived({"PRES": 7, "WP": 5, "LV": 1}, House()) == {"AP": 6, "PRES": 3, "PrR": 7, "MR": 7}


def test_what_is_not_known_is_not_derived() -> None:
    assert derived({}, House()) == {"AP": 6}
    assert derived({"CON": 8}, House()) == {"AP": 6, "LP": 100}
    assert derived({"DEX": 8, "WP": 5}, House()) == {"AP": 6}
    assert derived({"AGI": 8, "DEX": 0}, House()) == {"AP": 6}


def test_little_stamina_costs_every_action() -> None:
    assert [stamina_modifier(left) for left in (6, 5, 4, 3, 2, 1, 0, -3)] == [0, 0, -1, -2, -4, -8, -16, -16]


def test_no_life_points_left_is_unconscious() -> None:
    stats = {"LP": 70, "STA": 20}
    assert health_effects(stats, Health(damage=69, fatigue=15)) == HealthEffects(0, "")
    assert health_effects(stats, Health(damage=70, fatigue=16)) == HealthEffects(-1, "unconscious")
    assert health_effects(stats, Health(damage=90)) == HealthEffects(0, "unconscious")
    assert health_effects({}, Health(damage=90, fatigue=90)) == HealthEffects()
