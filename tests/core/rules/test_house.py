"""House rules, as a roster or a request writes them."""

from typing import Any

import pytest

from gm_desk.core.errors import BadHouseError
from gm_desk.core.rules.house import SETTINGS, House, parse_house, parse_known_house


def test_the_book_is_the_default() -> None:
    for system in SETTINGS:
        assert parse_house(system, {}) == House()
    assert House() == House(60, True, "ignored", "deadlock", "late", False, 1, "defender")


@pytest.mark.parametrize(
    ("system", "settings", "house"),
    [
        ("ep2", {"cap": None, "pool_in_cap": False}, House(cap=None, pool_in_cap=False)),
        ("ep2", {"cap": 0, "default_criticals": "count"}, House(cap=0, default_criticals="count")),
        ("ep2", {"ruling": "higher_skill"}, House(ruling="higher_skill")),
        ("ep1", {"printing": "first", "most_severe": True}, House(printing="first", most_severe=True)),
        ("kaiser", {"characteristic_dice": 2, "ruling": "roll_off"}, House(characteristic_dice=2, tie="roll_off")),
    ],
)
def test_each_system_reads_its_own_settings(system: str, settings: dict[str, Any], house: House) -> None:
    assert parse_house(system, settings) == house


@pytest.mark.parametrize(
    ("system", "settings", "key"),
    [
        ("ep2", {"colour": 1}, "house.colour"),
        ("ep2", {"most_severe": True}, "house.most_severe"),
        ("ep1", {"pool_in_cap": True}, "house.pool_in_cap"),
        ("ep1", {"ruling": "deadlock"}, "house.ruling"),
        ("kaiser", {"cap": 60}, "house.cap"),
        ("kaiser", {"tie": "defender"}, "house.tie"),
        ("kaiser", {"ruling": "gm"}, "house.ruling"),
        ("kaiser", {"characteristic_dice": 3}, "house.characteristic_dice"),
        ("kaiser", {"characteristic_dice": True}, "house.characteristic_dice"),
        ("ep2", {"cap": "none"}, "house.cap"),
        ("ep2", {"cap": -10}, "house.cap"),
        ("ep2", {"cap": 60.0}, "house.cap"),
        ("ep2", {"cap": True}, "house.cap"),
        ("ep2", {"cap": 10**400}, "house.cap"),
        ("ep2", {"pool_in_cap": 1}, "house.pool_in_cap"),
        ("ep2", {"pool_in_cap": None}, "house.pool_in_cap"),
    ],
)
def test_a_bad_setting_is_refused_by_its_name(system: str, settings: dict[str, Any], key: str) -> None:
    with pytest.raises(BadHouseError) as caught:
        parse_house(system, settings)
    assert caught.value.key == key


def test_a_bad_setting_is_refused_saying_why() -> None:
    with pytest.raises(BadHouseError) as caught:
        parse_house("ep1", {"colour": 1})
    assert caught.value.problem == "no such house rule; there are cap, printing, most_severe"
    with pytest.raises(BadHouseError, match="got `str`"):
        parse_house("ep1", {"cap": "none"})


def test_a_cap_has_a_bound_beyond_all_modifiers() -> None:
    assert parse_house("ep2", {"cap": 20_000}).cap == 20_000
    with pytest.raises(BadHouseError):
        parse_house("ep2", {"cap": 20_001})


def test_that_initiative_is_rolled_once_is_a_setting_of_rosters_and_no_key_of_a_request() -> None:
    assert parse_known_house("ep1", {"initiative_once": True}) == House(initiative_once=True)
    assert parse_known_house("ep2", {"initiative_once": True}) == House()
    with pytest.raises(BadHouseError, match="initiative_once"):
        parse_house("ep1", {"initiative_once": True})
