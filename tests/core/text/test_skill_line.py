"""A skill as a person types it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.errors import BadRatingError, EmptyNameError, RulesError
from gm_desk.core.roster import MOST_RATING
from gm_desk.core.text.skill_line import parse_number, parse_skill_line


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
    assert parse_skill_line(line) == skill


@pytest.mark.parametrize("line", ["", "  ", "65", " 65 ", "\u200b 65"])
def test_a_line_without_a_name_is_refused(line: str) -> None:
    with pytest.raises(EmptyNameError, match="a name cannot be empty") as raised:
        parse_skill_line(line)
    assert raised.value.key == "name"


@pytest.mark.parametrize("line", ["Guns", "Guns sixty", "Guns 65%", "65 Guns", "Guns ६५", "Guns ²"])
def test_a_line_without_a_rating_says_how_to_type_it(line: str) -> None:
    with pytest.raises(BadRatingError, match="the rating is missing: type a name and a number") as raised:
        parse_skill_line(line)
    assert raised.value.key == "rating"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Guns 151", "151 is beyond 0 to 150"),
        ("Guns 1000", "1000 is beyond 0 to 150"),
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
        parse_skill_line(line)
    assert (raised.value.key, raised.value.problem) == ("rating", problem)
    assert str(raised.value) == f"rating: {problem}"


@given(st.text(max_size=20) | st.from_regex(r"\w{0,3} ?[-+−.,]?[0-9]{0,5}", fullmatch=True))
def test_whatever_is_typed_is_a_skill_or_refused(line: str) -> None:
    try:
        name, rating = parse_skill_line(line)
    except RulesError:
        return
    assert name == " ".join(name.split())
    assert name
    assert 0 <= rating <= MOST_RATING


@pytest.mark.parametrize("line", [" " * 30_000 + "x", "1" * 30_000 + "x", "-" * 30_000 + "x", "1-" * 15_000 + "x"])
def test_a_pasted_page_is_refused_at_once(line: str) -> None:
    with pytest.raises(BadRatingError, match="missing"):
        parse_skill_line(line)


@pytest.mark.parametrize(("text", "number"), [("0", 0), (" 60 ", 60), ("007", 7), ("0" * 5000 + "7", 7)])
def test_a_number_is_read(text: str, number: int) -> None:
    assert parse_number("REF", text, 60) == number


@pytest.mark.parametrize("text", ["61", "100", "9" * 5000, "-1", "+1", "", " ", "x", "1.0", "1e1", "६", "0x10", "1 0"])
def test_any_other_number_is_refused_under_its_key(text: str) -> None:
    with pytest.raises(BadRatingError, match=r"0 to 60$") as raised:
        parse_number("REF", text, 60)
    assert raised.value.key == "REF"


@pytest.mark.parametrize("line", ["Strike -3", "Strike −3", "Strike - 3", "Strike -03"])
def test_a_rating_below_zero_is_read_where_it_is_allowed(line: str) -> None:
    assert parse_skill_line(line, -100) == ("Strike", -3)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Strike -101", "-101 is beyond −100 to 150"),
        ("Strike 151", "151 is beyond −100 to 150"),
        ("Strike --3", "“--3” is not a whole number from −100 to 150"),
        (f"Strike -{'9' * 5000}", f"-{'9' * 5000} is beyond −100 to 150"),
    ],
)
def test_a_rating_below_the_least_is_refused(line: str, problem: str) -> None:
    with pytest.raises(BadRatingError) as caught:
        parse_skill_line(line, -100)
    assert caught.value.problem == problem


@pytest.mark.parametrize(("text", "number"), [("1", 1), ("030", 30)])
def test_a_number_may_have_a_least_above_zero(text: str, number: int) -> None:
    assert parse_number("STR", text, 30, 1) == number
    for beyond in ("0", "31"):
        with pytest.raises(BadRatingError, match="beyond 1 to 30"):
            parse_number("STR", beyond, 30, 1)
