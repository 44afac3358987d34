"""A system as data, and its lookups."""

import pytest

from gm_desk.core.systems.definition import Difficulty, PointKind, SkillKind, System, Teamwork

SYSTEM = System(
    id="x",
    name="X",
    aptitudes=("COG", "REF"),
    check=3,
    difficulties=(Difficulty("Hard", -20),),
    skills=(
        SkillKind("Fray", "REF", "Combat", start=2),
        SkillKind("Know", "COG", "Know", fields=True),
        SkillKind("Infosec", "COG", "Technical", default=False),
    ),
    points=(
        PointKind("vigor", "Vigor", aptitudes=("REF",)),
        PointKind("moxie", "Moxie", rep=True),
        PointKind("flex", "Flex", anything=True),
    ),
    routine=40,
    teamwork=Teamwork(40, ("Know", "Technical")),
)


def test_a_difficulty_is_named_by_its_value() -> None:
    assert SYSTEM.difficulty_name(-20) == "Hard"
    assert SYSTEM.difficulty_name(5) == ""


@pytest.mark.parametrize(
    ("name", "found"),
    [("fray", "Fray"), ("Know: Triads", "Know"), ("know", "Know"), ("Fray: Axe", None), ("Luck", None)],
)
def test_a_skill_is_found_whatever_its_case_and_field(name: str, found: str | None) -> None:
    kind = SYSTEM.skill_kind(name)
    assert (kind and kind.name) == found


def test_some_skills_cannot_be_defaulted() -> None:
    assert [SYSTEM.defaultable(name) for name in ("Fray", "Infosec", "Luck")] == [True, False, True]


def test_a_routine_test_needs_no_roll_while_nothing_is_against_it() -> None:
    assert [SYSTEM.needs_no_roll(rating) for rating in (39, 40)] == [False, True]
    assert [SYSTEM.needs_no_roll(40, net) for net in (-10, 0, 10)] == [False, True, True]
    assert not System("y", "Y", (), 0, (), ()).needs_no_roll(99)


def test_a_helper_needs_the_skill_where_it_takes_knowledge() -> None:
    assert [SYSTEM.may_help("Infosec", rating) for rating in (None, 39, 40)] == [False, False, True]
    assert SYSTEM.may_help("Know: Triads", 40)
    assert not SYSTEM.may_help("Know: Triads", 30)
    assert SYSTEM.may_help("Fray", None)
    assert SYSTEM.may_help("Luck", None)
    assert not System("y", "Y", (), 0, (), ()).may_help("Fray", 99)


def test_a_test_spends_the_points_of_its_aptitude_of_rep_or_of_anything() -> None:
    assert [kind.id for kind in SYSTEM.points_for("REF")] == ["vigor", "flex"]
    assert [kind.id for kind in SYSTEM.points_for("COG")] == ["flex"]
    assert [kind.id for kind in SYSTEM.points_for("", rep=True)] == ["moxie", "flex"]


def test_skills_start_at_a_multiple_of_their_aptitude() -> None:
    assert SYSTEM.starts({"REF": 20, "COG": 15}) == {"Fray": 40}
    assert SYSTEM.starts({}) == {}
