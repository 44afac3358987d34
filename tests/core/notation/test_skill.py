"""A skill as a person types it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from block_makers import skills as hostile_skills
from gm_desk.core.characters.roster import MOST_RATING, Skill
from gm_desk.core.characters.stat_block import Specialisation
from gm_desk.core.errors import BadRatingError, BadSkillsError, EmptyNameError, RulesError
from gm_desk.core.notation.numbers import read_number
from gm_desk.core.notation.skill import (
    TypedSkill,
    read_book_skills,
    read_markdown_skill,
    read_rated_name,
    read_skill,
    read_skills,
    write_markdown_skill,
    write_skill,
)
from gm_desk.core.notation.text import TextSpan, parts, shielded
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import numbered_ids
from pasting import ep2


@pytest.mark.parametrize(
    ("line", "skill"),
    [
        ("Guns 65", ("Guns", 65)),
        ("  guns   65  ", ("guns", 65)),
        ("Guns65", ("Guns", 65)),
        ("Know: Triads 60", ("Know: Triads", 60)),
        ("Pilot:  Ground\t40", ("Pilot: Ground", 40)),
        ("Model 2 30", ("Model 2", 30)),
        ("Guns 0", ("Guns", 0)),
        ("Guns 150", ("Guns", 150)),
        ("Guns 0065", ("Guns", 65)),
        ("火器 65", ("火器", 65)),
        ("half \ud800 65", ("half \ufffd", 65)),
    ],
)
def test_a_line_is_a_name_and_a_rating(line: str, skill: tuple[str, int]) -> None:
    assert read_rated_name(line) == skill


@pytest.mark.parametrize("line", ["", "  ", "65", " 65 ", "\u200b 65"])
def test_a_line_without_a_name_is_refused(line: str) -> None:
    with pytest.raises(EmptyNameError, match="a name cannot be empty") as raised:
        read_rated_name(line)
    assert raised.value.key == "name"


@pytest.mark.parametrize("line", ["Guns", "Guns sixty", "Guns 65%", "65 Guns", "Guns ६५", "Guns ²"])
def test_a_line_without_a_rating_says_how_to_type_it(line: str) -> None:
    with pytest.raises(BadRatingError, match="the rating is missing: type a number after the name") as raised:
        read_rated_name(line)
    assert raised.value.key == "rating"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Guns 151", "151 is outside the range 0 to 150"),
        ("Guns 1000", "1000 is outside the range 0 to 150"),
        ("Guns -5", "“-5” is not a whole number from 0 to 150"),
        ("Guns −5", "“−5” is not a whole number from 0 to 150"),
        ("Guns - 5", "“- 5” is not a whole number from 0 to 150"),
        ("Guns +5", "“+5” is not a whole number from 0 to 150"),
        ("Guns 6.5", "“6.5” is not a whole number from 0 to 150"),
        ("Guns 6,5", "“6,5” is not a whole number from 0 to 150"),
        ("Guns 60-65", "“60-65” is not a whole number from 0 to 150"),
    ],
)
def test_a_rating_that_is_none_is_refused_with_the_reason(line: str, problem: str) -> None:
    with pytest.raises(BadRatingError) as raised:
        read_rated_name(line)
    assert (raised.value.key, raised.value.problem) == ("rating", problem)
    assert str(raised.value) == f"rating: {problem}"


@given(st.text(max_size=20) | st.from_regex(r"\w{0,3} ?[-+−.,]?[0-9]{0,5}", fullmatch=True))
def test_whatever_is_typed_is_a_skill_or_refused(line: str) -> None:
    try:
        name, rating = read_rated_name(line)
    except RulesError:
        return
    assert name == " ".join(name.split())
    assert name
    assert 0 <= rating <= MOST_RATING


@pytest.mark.parametrize("line", [" " * 30_000 + "x", "1" * 30_000 + "x", "-" * 30_000 + "x", "1-" * 15_000 + "x"])
def test_a_pasted_page_is_refused_at_once(line: str) -> None:
    with pytest.raises(BadRatingError, match="missing"):
        read_rated_name(line)


@pytest.mark.parametrize(("text", "number"), [("0", 0), (" 60 ", 60), ("007", 7), ("0" * 5000 + "7", 7)])
def test_a_number_is_read(text: str, number: int) -> None:
    assert read_number("REF", text, 60) == number


@pytest.mark.parametrize("text", ["61", "100", "9" * 5000, "-1", "+1", "", " ", "x", "1.0", "1e1", "६", "0x10", "1 0"])
def test_any_other_number_is_refused_under_its_key(text: str) -> None:
    with pytest.raises(BadRatingError, match=r"0 to 60$") as raised:
        read_number("REF", text, 60)
    assert raised.value.key == "REF"


@pytest.mark.parametrize("line", ["Strike -3", "Strike −3", "Strike - 3", "Strike -03"])
def test_a_rating_below_zero_is_read_where_it_is_allowed(line: str) -> None:
    assert read_rated_name(line, -100) == ("Strike", -3)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Strike -101", "-101 is outside the range −100 to 150"),
        ("Strike 151", "151 is outside the range −100 to 150"),
        ("Strike --3", "“--3” is not a whole number from −100 to 150"),
        (f"Strike -{'9' * 5000}", f"-{'9' * 5000} is outside the range −100 to 150"),
    ],
)
def test_a_rating_below_the_least_is_refused(line: str, problem: str) -> None:
    with pytest.raises(BadRatingError) as caught:
        read_rated_name(line, -100)
    assert caught.value.problem == problem


@pytest.mark.parametrize(("text", "number"), [("1", 1), ("030", 30)])
def test_a_number_may_have_a_least_above_zero(text: str, number: int) -> None:
    assert read_number("STR", text, 30, 1) == number
    for beyond in ("0", "31"):
        with pytest.raises(BadRatingError, match="outside the range 1 to 30"):
            read_number("STR", beyond, 30, 1)


def special(name: str, rating: int | None = None) -> Specialisation:
    return Specialisation(name=name, rating=rating)


@pytest.mark.parametrize(
    ("line", "skill"),
    [
        ("Guns 60", TypedSkill("Guns", 60)),
        ("Guns 60 (Pistols 70)", TypedSkill("Guns", 60, (special("Pistols", 70),))),
        ("Guns 60(Pistols70)", TypedSkill("Guns", 60, (special("Pistols", 70),))),
        ("Guns 60 (Pistols)", TypedSkill("Guns", 60, (special("Pistols"),))),
        (
            "Guns 60 (Pistols 70, Rifles; Bows 65,)",
            TypedSkill("Guns", 60, (special("Pistols", 70), special("Rifles"), special("Bows", 65))),
        ),
        ("Guns 60 ( )", TypedSkill("Guns", 60, ())),
        ("Guns 60 (Pistols (light) 70)", TypedSkill("Guns", 60, (special("Pistols (light)", 70),))),
        ("Know: Triads 60 (Mars)", TypedSkill("Know: Triads", 60, (special("Mars"),))),
        ("Guns (old) 60", TypedSkill("Guns (old)", 60)),
        ("Guns (old) 60 (Pistols)", TypedSkill("Guns (old)", 60, (special("Pistols"),))),
    ],
)
def test_specialisations_stand_in_brackets_behind_the_rating(line: str, skill: TypedSkill) -> None:
    assert read_skill(line) == skill


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Guns 60 (Pistols 151)", "151 is outside the range 0 to 150"),
        ("Guns 60 (Pistols -5)", "“-5” is not a whole number from 0 to 150"),
        ("Guns 60 (Pistols 70, 80)", "a name cannot be empty"),
        ("Guns 60 (Pistols 70", "a bracket is not closed"),
        ("Guns (Pistols)", "the rating is missing"),
        ("Guns 60 Pistols)", "the rating is missing"),
        ("(Pistols 70)", "a name cannot be empty"),
    ],
)
def test_brackets_that_will_not_do_are_refused_with_the_reason(line: str, problem: str) -> None:
    with pytest.raises(RulesError, match=re.escape(problem)):
        read_skill(line)


@pytest.mark.parametrize(
    "line",
    [
        "Guns 60 (Pistols 70, Rifles), Fray 50, Know: Triads 60",
        "Guns 60 (Pistols 70, Rifles)\nFray 50\nKnow: Triads 60",
        "\r\n Guns 60 (Pistols 70,\r\nRifles);;Fray 50,\r\n\r\nKnow: Triads 60,\n",
    ],
)
def test_a_line_may_hold_many_skills(line: str) -> None:
    guns = TypedSkill("Guns", 60, (special("Pistols", 70), special("Rifles")))
    assert read_skills(line) == [guns, TypedSkill("Fray", 50), TypedSkill("Know: Triads", 60)]


def test_every_part_that_is_refused_is_named() -> None:
    with pytest.raises(BadSkillsError) as caught:
        read_skills("Guns 60, Fray, Psi 200, GUNS 50, " + "x" * 60)
    named = caught.value.problem.split("; ")
    assert [part.partition("”")[0] for part in named] == ["“Fray", "“Psi 200", "“GUNS 50", "“" + "x" * 40 + "…"]
    assert named[1:3] == ["“Psi 200”: 200 is outside the range 0 to 150", "“GUNS 50”: GUNS is named twice"]


@pytest.mark.parametrize(("line", "problem"), [("", "a name cannot be empty"), ("Guns,", "the rating is missing")])
def test_a_lone_part_is_refused_as_a_lone_skill(line: str, problem: str) -> None:
    with pytest.raises(RulesError, match=problem) as caught:
        read_skills(line)
    assert not isinstance(caught.value, BadSkillsError)


words = st.from_regex(r"[A-Za-zäé火]{1,6}( [a-z]{1,5})?(: [A-Z][a-z]{0,5})?( \([a-z,]{0,5}[a-z]\))?", fullmatch=True)
specialisations = st.builds(Specialisation, name=words, rating=st.none() | st.integers(0, 150))
typed_skills = st.builds(
    TypedSkill,
    words,
    st.integers(-100, 150),
    st.none() | st.lists(specialisations, min_size=1, max_size=3).map(tuple),
)


@given(st.lists(typed_skills, min_size=1, max_size=4, unique_by=lambda skill: skill.name.casefold()))
def test_skills_that_were_written_are_read_again(skills: list[TypedSkill]) -> None:
    lines = [write_skill(skill.name, skill.rating, skill.specialisations or ()) for skill in skills]
    for line in (", ".join(lines), "\n".join(lines)):
        assert read_skills(line, -100) == skills


@given(st.text("Guns60 (),;\n-", max_size=30) | st.text(max_size=30))
def test_whatever_is_typed_is_skills_or_refused(line: str) -> None:
    try:
        skills = read_skills(line)
    except RulesError:
        return
    again = ", ".join(write_skill(one.name, one.rating, one.specialisations or ()) for one in skills)
    assert [(one.name, one.rating, one.specialisations or ()) for one in read_skills(again)] == [
        (one.name, one.rating, one.specialisations or ()) for one in skills
    ]


@pytest.mark.parametrize("line", ["(" * 30_000, ")" * 30_000, "Guns 60 " + "()" * 15_000, "," * 30_000])
def test_a_page_of_brackets_is_refused_at_once(line: str) -> None:
    with pytest.raises(RulesError):
        read_skills(line)


@pytest.mark.parametrize(
    ("typed", "special", "note"),
    [
        ("Infiltrate 40 (50/70)", None, "50/70"),
        ("Athletics 50 (60)", None, "60"),
        ("Guns 60 (Pistols 70) (80)", ("Pistols",), "80"),
        ("Perceive 20 – echo only", None, "echo only"),
        ("Perceive 20 - sonar, and only that", None, "sonar, and only that"),
        ("Perceive 20 (Visual) – not at night", ("Visual",), "not at night"),
    ],
)
def test_what_is_no_specialisation_is_a_note(typed: str, special: tuple[str, ...] | None, note: str) -> None:
    found = read_skill(typed)
    names = None if found.specialisations is None else tuple(one.name for one in found.specialisations)
    assert (names, found.note) == (special, note)
    assert read_skill(write_skill(found.name, found.rating, found.specialisations or (), note)) == found


@pytest.mark.parametrize("typed", ["Know: Dock – Gangs 60", "Guns 60 (Pistols - light 70)", "Know: Area 5 – Slums 40"])
def test_a_dash_in_a_name_begins_no_note(typed: str) -> None:
    found = read_skill(typed)
    assert found.note is None
    assert write_skill(found.name, found.rating, found.specialisations or ()).split() == typed.split()


@given(words, st.integers(-100, 150), st.sampled_from(["", "50/70", "60", "echo only", "sonar, and only that"]))
def test_a_note_that_is_written_is_typed_again(name: str, rating: int, note: str) -> None:
    found = read_skill(write_skill(name, rating, (), note), -100)
    assert (found.name, found.rating, found.note) == (name, rating, note or None)


@pytest.mark.parametrize("system_id", RULES)
@given(skills=st.lists(hostile_skills, max_size=3))
def test_skills_that_were_written_in_markdown_are_read_from_it(system_id: str, skills: list[Skill]) -> None:
    system = load_system(system_id)
    line = shielded(", ".join(write_markdown_skill(skill, system) for skill in skills))
    read = [read_markdown_skill(part.text, system, lambda: "skill") for part in parts(line, ",")]
    assert read == skills


def in_ep2(name: str, rating: int, special: tuple[Specialisation, ...], note: str) -> Skill:
    kind = ep2().skill_kind(name)
    assert kind is not None
    plain = Skill(id="", name=name, rating=rating, specialisations=special, note=note)
    return structs.replace(plain, aptitude=kind.aptitude, category=kind.category)


capital = st.from_regex("[A-Z][a-z]{2,8}", fullmatch=True)
behind = st.tuples(
    st.lists(st.builds(Specialisation, name=capital, rating=st.none() | st.integers(0, 150)), max_size=2).map(tuple),
    st.just(""),
) | st.tuples(st.just(()), st.sampled_from(["", "50/70"]))
known = st.builds(
    lambda name, rating, more: in_ep2(name, rating, *more),
    st.sampled_from(["Guns", "Fray", "Free Fall", "Know: Triads", "Pilot: Ground"]),
    st.integers(0, 150),
    behind,
)


@given(st.lists(known, max_size=4, unique_by=lambda skill: skill.name))
def test_skills_that_were_written_are_read_as_a_book_prints_them(skills: list[Skill]) -> None:
    system = ep2()
    typed = ", ".join(write_skill(one.name, one.rating, one.specialisations, one.note) for one in skills)
    for line in (typed, ", ".join(write_markdown_skill(one, system) for one in skills)):
        read = read_book_skills(TextSpan(line), system, numbered_ids())
        assert [structs.replace(one, id="") for one in read.skills] == skills
        assert (read.left, read.doubts) == ((), ())
