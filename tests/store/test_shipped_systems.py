"""The built-in systems contain what the rules help lists."""

import pytest

from gm_desk.core.notation.skill import read_rated_name
from gm_desk.core.systems.definition import System
from gm_desk.store.shipped import load_system

SYSTEMS = ("ep1", "ep2", "kaiser")


def values(system: System) -> list[int]:
    return [difficulty.value for difficulty in system.difficulties]


@pytest.mark.parametrize("system_id", SYSTEMS)
def test_every_system_holds_together(system_id: str) -> None:
    system = load_system(system_id)
    names = [kind.name for kind in system.skills]
    links = {kind.aptitude for kind in system.skills if not (kind.fields and not kind.aptitude)}
    assert system.id == system_id
    assert len(set(names)) == len(names)
    assert links <= set(system.aptitudes)
    assert {link for kind in system.points for link in kind.aptitudes} <= set(system.aptitudes)
    assert len({section.id for section in system.sections}) == len(system.sections)
    assert [stat.key for stat in system.sections[0].stats] == list(system.aptitudes)


def test_a_system_is_loaded_once() -> None:
    assert load_system("ep2") is load_system("ep2")


@pytest.mark.parametrize("system_id", SYSTEMS)
def test_every_preset_pair_names_skills_of_its_system(system_id: str) -> None:
    system = load_system(system_id)
    for pairing in system.pairings:
        for skill in (pairing.ours, *pairing.theirs):
            assert skill == "Firewall" or skill.endswith((" check", " × 2", " + SAV")) or system.skill_kind(skill), (
                skill
            )
        assert set(pairing.halved) <= set(pairing.theirs)


@pytest.mark.parametrize(("system_id", "skills"), [("ep1", 49), ("ep2", 22), ("kaiser", 44)])
def test_every_skill_is_listed(system_id: str, skills: int) -> None:
    assert len(load_system(system_id).skills) == skills


def test_eclipse_phase_knows_seven_difficulties_in_either_edition() -> None:
    for system_id in ("ep1", "ep2"):
        assert values(load_system(system_id)) == [30, 20, 10, 0, -10, -20, -30]


def test_kaisers_ladder_of_difficulties_has_twelve_rungs() -> None:
    assert values(load_system("kaiser")) == [2, 4, 8, 12, 16, 20, 24, 28, 32, 44, 60, 80]


def test_ep1_has_six_skills_that_cannot_be_defaulted() -> None:
    undefaultable = {kind.name for kind in load_system("ep1").skills if not kind.default}
    assert undefaultable == {"Control", "Demolitions", "Infosec", "Programming", "Psi Assault", "Sense"}
    assert all(kind.default for kind in load_system("ep2").skills)


def test_fray_and_perceiving_start_at_their_aptitude_in_ep1_and_at_twice_in_ep2() -> None:
    stats = {"REF": 20, "INT": 15}
    assert load_system("ep1").starts(stats) == {"Fray": 20, "Perception": 15}
    assert load_system("ep2").starts(stats) == {"Fray": 40, "Perceive": 30}


def test_pools_go_with_their_aptitudes_and_flex_and_threat_with_anything() -> None:
    ep2 = load_system("ep2")
    pools = {aptitude: [kind.id for kind in ep2.points_for(aptitude)] for aptitude in ep2.aptitudes}
    assert pools["COG"] == pools["INT"] == ["insight", "flex", "threat"]
    assert pools["SAV"] == pools["WIL"] == ["moxie", "flex", "threat"]
    assert pools["REF"] == pools["SOM"] == ["vigor", "flex", "threat"]
    assert [kind.id for kind in ep2.points_for("", rep=True)] == ["moxie", "flex", "threat"]
    assert [kind.id for kind in ep2.points if kind.shared] == ["threat"]


def test_helpers_need_forty_in_know_technical_and_vehicle_skills_in_ep2_alone() -> None:
    ep1, ep2 = load_system("ep1"), load_system("ep2")
    for skill in ("Know: Triads", "Infosec", "Pilot: Ground"):
        assert not ep2.may_help(skill, 39)
        assert ep2.may_help(skill, 40)
        assert ep1.may_help(skill, None)
    assert ep2.may_help("Athletics", None)


def test_routine_begins_at_forty_in_ep2_and_thirty_in_ep1() -> None:
    assert [load_system(system_id).routine for system_id in SYSTEMS] == [30, 40, None]


def test_defaulting_to_a_related_skill_costs_thirty_in_ep1_and_ten_to_thirty_in_ep2() -> None:
    assert [load_system(system_id).related for system_id in SYSTEMS] == [(-30,), (-10, -20, -30), ()]


def test_guns_are_dodged_at_half_fray_and_melee_at_full() -> None:
    pairings = {pairing.ours: pairing for pairing in load_system("ep2").pairings}
    assert pairings["Guns"].halved == ("Fray",)
    assert pairings["Melee"].halved == ()
    assert pairings["Melee"].theirs == ("Fray", "Melee")
    assert pairings["Deceive"].theirs == ("Kinesics",)


def test_superior_results_have_six_uses() -> None:
    uses = [use.id for use in load_system("ep2").superior_uses]
    assert uses == ["quality", "quantity", "detail", "time", "covertness", "damage"]


def test_threat_levels_rise_from_yellow_to_ultraviolet() -> None:
    levels = {level.name: level for level in load_system("ep2").threat_levels}
    assert list(levels) == ["Yellow", "Orange", "Red", "Ultraviolet"]
    assert (levels["Red"].skills, levels["Red"].durability, levels["Red"].pool) == ((40, 80), (50, 100), (3, 6))


@pytest.mark.parametrize(
    ("system", "key", "bounds"),
    [
        ("kaiser", "STR", (1, 30)),
        ("kaiser", "MR", (0, 200)),
        ("ep1", "COO", (0, 60)),
        ("ep2", "COG", (0, 60)),
        ("ep2", "a key of nobody", (0, 60)),
    ],
)
def test_the_numbers_of_a_card_have_bounds(system: str, key: str, bounds: tuple[int, int]) -> None:
    assert load_system(system).bounds(key) == bounds


@pytest.mark.parametrize("system", ["ep1", "ep2", "kaiser"])
def test_the_aptitudes_are_the_numbers_that_are_rolled_as_checks(system: str) -> None:
    made = load_system(system)
    assert tuple(stat.key for stat in made.rolled_stats("check")) == made.aptitudes


def test_resistances_are_kaisers_alone() -> None:
    rolled = {name: [stat.key for stat in load_system(name).rolled_stats("resistance")] for name in ("ep1", "ep2")}
    assert rolled == {"ep1": [], "ep2": []}
    assert [stat.key for stat in load_system("kaiser").rolled_stats("resistance")] == ["PrR", "PhR", "IR", "SR", "MR"]


def test_levels_are_known_by_what_is_rolled() -> None:
    kaiser = load_system("kaiser")
    assert [kaiser.levels_of(kind) for kind in ("skill", "resistance", "check")] == [
        ("advantage", "fumble", "degrees"),
        ("advantage", "degrees"),
        (),
    ]
    assert load_system("ep2").levels_of("skill") == ()


@pytest.mark.parametrize(
    ("system", "example", "least"), [("ep1", "Beam Weapons 60", 0), ("ep2", "Fray 60", 0), ("kaiser", "Strike 6", -100)]
)
def test_an_example_names_a_skill_that_may_be_typed(system: str, example: str, least: int) -> None:
    made = load_system(system)
    assert (made.example, made.least_rating) == (example, least)
    assert read_rated_name(made.example, made.least_rating)
