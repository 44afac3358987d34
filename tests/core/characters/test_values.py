"""The numbers that are not rolled: typed values, and the hints beside them."""

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.values import StatValue, values
from gm_desk.core.rules.house import House
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import a_character


def of(system: str = "ep2", body: str = "", **stats: int) -> dict[str, StatValue]:
    made: Character = a_character(stats=stats, body=body)
    return {one.key: one for one in values(made, load_system(system), RULES[system], House())}


def test_what_is_rolled_is_not_among_them() -> None:
    assert list(of()) == ["INIT", "LUC", "TT", "IR", "DUR", "WT", "DR"]
    assert "PhR" not in of("kaiser")
    assert all(one.empty for one in of().values())


def test_a_number_that_is_missing_is_hinted_at() -> None:
    found = of(REF=20, INT=15)
    assert found["INIT"] == StatValue("INIT", "Initiative", None, 7)
    assert found["WT"].empty


def test_a_number_that_differs_is_hinted_at_and_kept() -> None:
    found = of(DUR=45, WT=8, body="biomorph")
    assert (found["WT"].typed, found["WT"].hint) == (8, 9)
    assert (found["DR"].typed, found["DR"].hint) == (None, 68)


def test_a_number_that_agrees_needs_no_hint() -> None:
    assert of(DUR=45, WT=9)["WT"].hint is None


def test_a_hint_that_could_not_be_typed_is_not_given() -> None:
    assert of(DUR=999, body="synthmorph")["DR"].empty
    assert of("kaiser", CON=30, LPM=50)["LP"].empty


def test_life_points_beyond_the_aptitudes_can_be_typed() -> None:
    assert load_system("kaiser").bounds("LP") == (0, 999)
    assert of("kaiser", CON=8)["LP"].hint == 100
