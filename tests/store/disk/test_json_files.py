"""The errors of JSON decoders as readable messages."""

from typing import Any

import msgspec
import pytest
from hypothesis import given

from gm_desk.core.characters.roster import Roster
from gm_desk.store.disk.json_files import decoder_problem, place_in_words
from makers import Place, changed, texts, without


def said(raw: Any) -> str:
    """Return what the decoder itself says about data that are no roster."""
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.convert(raw, Roster)
    return str(raised.value)


def worded(raw: Any) -> tuple[str, str]:
    return place_in_words(said(raw), raw), decoder_problem(said(raw))


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (("name",), 5, "text is expected here"),
        (("name",), "", "it is empty"),
        (("id",), "", "it is empty"),
        (("id",), "x" * 65, "it is longer than 64 letters"),
        (("format",), None, "a whole number is expected here"),
        (("format",), 0, "the number is below 1"),
        (("characters", 0, "skills", 0, "rating"), 151, "the number is above 150"),
        (("characters", 0, "skills"), "Guns", "a list is expected here"),
        (("characters", 0, "stats"), [], "this is not in the shape of a list of names with values"),
        (("characters", 0), [], "this is not in the shape of a character"),
        (("groups", 0), 5, "this is not in the shape of a group"),
        (("characters", 0, "kind"), "it's a pc", "“it's a pc” is not known here"),
        (("characters", 0, "kind"), "x" * 100, f"“{'x' * 60}…” is not known here"),
    ],
)
def test_a_problem_is_worded_for_people(place: Place, value: Any, words: str) -> None:
    assert decoder_problem(said(changed(place, value))) == words


def test_a_problem_that_nobody_foresaw_is_told_as_it_is() -> None:
    assert decoder_problem("Something New - at `$.name`") == "something New"


def test_a_place_counts_from_one_and_quotes_names() -> None:
    raw = changed(("characters", 0, "skills", 1, "rating"), 151)
    assert place_in_words(said(raw), raw) == "character 1 “Eva”, skill 2 “Know: Triads”, rating"


def test_what_has_no_name_is_counted_only() -> None:
    raw = without(("characters", 1, "name"))
    assert worded(raw) == ("character 2", "“name” is missing")
    assert place_in_words(said(changed(("groups", 1), [])), changed(("groups", 1), [])) == "group 2"


def test_a_long_name_is_cut() -> None:
    raw = without(("characters", 1, "id"))
    raw["characters"][1]["name"] = "x" * 100
    assert worded(raw) == (f"character 2 “{'x' * 60}”", "“id” is missing")


def test_the_whole_file_has_no_place() -> None:
    assert worded([]) == ("", "this is not in the shape of a roster")


@given(texts.filter(lambda kind: kind not in {"pc", "npc"}))
def test_any_word_may_stand_where_it_does_not_belong(kind: str) -> None:
    raw = changed(("characters", 0, "kind"), kind)
    place, problem = worded(raw)
    assert place == "character 1 “Eva”, kind"
    assert problem.startswith("“")
    assert problem.endswith("” is not known here")


@pytest.mark.parametrize("kind", [" - at `$", "x - at `$[0]`", "' - at `$.groups[7]", "`", "'"])
def test_a_word_cannot_pass_itself_off_as_a_place(kind: str) -> None:
    raw = changed(("characters", 0, "kind"), kind)
    assert worded(raw) == ("character 1 “Eva”, kind", f"“{kind}” is not known here")
