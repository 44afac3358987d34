"""Several named amounts on one line."""

import pytest

from gm_desk.core.errors import BadRatingError
from gm_desk.core.notation.points import is_amounts_line, read_amounts

NAMES = {"c": "c", "c-rep": "c", "g": "g", "g-rep": "g", "@": "@", "@-rep": "@", "insight": "insight"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("c-rep 40, g-rep 60", {"c": "40", "g": "60"}),
        ("@ 30; C-Rep: 40\nG=5", {"@": "30", "c": "40", "g": "5"}),
        ("Insight 2/3, @-rep30", {"insight": "2/3", "@": "30"}),
        ("insight 2 / 3,", {"insight": "2 / 3"}),
    ],
)
def test_a_line_names_what_its_amounts_are_of(text: str, found: dict[str, str]) -> None:
    assert is_amounts_line(text)
    assert read_amounts(text, NAMES) == found


@pytest.mark.parametrize("text", ["", " ", "40", "2/3", " 2 / 3 ", "/", "many", "-", "4 0"])
def test_what_names_nothing_is_no_such_line(text: str) -> None:
    assert not is_amounts_line(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("c-rep 40, many", "“many” is not a name with a number"),
        ("c-rep 40, h-rep 20", "“h-rep” is not known here: c, g, @, insight"),
        ("c-rep 40, c 20", "c is named twice"),
    ],
)
def test_what_is_not_understood_is_refused_by_name(text: str, problem: str) -> None:
    with pytest.raises(BadRatingError) as refused:
        read_amounts(text, NAMES)
    assert refused.value.problem == problem
