"""Skills are read from lists, with what stands behind their ratings."""

import pytest

from gm_desk.core.characters.stat_block import Specialisation
from gm_desk.core.notation.skill import Skills, read_book_ratings, read_book_skills
from gm_desk.core.notation.text import TextSpan
from makers import numbered_ids
from pasting import ep2


def skills(text: str) -> Skills:
    return read_book_skills(TextSpan(text, 7), ep2(), numbered_ids())


def spelt(text: str) -> list[tuple[str, int]]:
    return [(skill.name, skill.rating) for skill in skills(text).skills]


@pytest.mark.parametrize(
    "text",
    [
        "Guns 50, Know: Art 40, Free Fall 30",
        "Guns 50; Know: Art 40; and Free Fall 30",
        "Guns 50 • Know: Art 40 • Free\nFall 30",
        "guns 50 know: Art 40 free fall 30",
        "Guns: 50\n, Know (Art) 40, Freefall 30%",
    ],
)
def test_a_list_is_read_whatever_parts_it(text: str) -> None:
    assert spelt(text) == [("Guns", 50), ("Know: Art", 40), ("Free Fall", 30)]


@pytest.mark.parametrize(
    ("text", "special", "note"),
    [
        ("60", [], ""),
        ("60 (70)", [], "70"),
        ("40 (50/70)", [], "50/70"),
        ("60, 70 vision, 80 infrared", [("vision", 70), ("infrared", 80)], ""),
        ("65 (Buzzsaw 75; Claws 70)", [("Buzzsaw", 75), ("Claws", 70)], ""),
        ("65 (Pistols, Rifles)", [("Pistols", None), ("Rifles", None)], ""),
        ("20, echo only", [], "echo only"),
        ("40 (+10 in water)", [], "+10 in water"),
    ],
)
def test_what_stands_behind_a_rating_is_a_specialisation_or_a_note(
    text: str, special: list[tuple[str, int | None]], note: str
) -> None:
    found = read_book_ratings(TextSpan(text))
    assert found is not None
    assert found.specialisations == tuple(Specialisation(name=name, rating=rating) for name, rating in special)
    assert found.note == note


@pytest.mark.parametrize(
    "text", ["any Technical skill they need at 40+", "Any three skills at 60", "plus others", "Guns −10", "Guns 2d10"]
)
def test_what_is_no_skill_is_left_where_it_stands(text: str) -> None:
    found = skills(f"Guns 50, {text}, Melee 40")
    assert [skill.name for skill in found.skills] == ["Guns", "Melee"]
    assert found.left == (TextSpan(text, 7 + len("Guns 50, ")),)


def test_a_rating_beyond_all_bounds_is_a_doubt() -> None:
    found = skills("Guns 151, Melee 99999999999999999999")
    assert (found.skills, len(found.left), len(found.doubts)) == ((), 2, 2)


def test_a_skill_that_stands_twice_alike_stands_once() -> None:
    assert spelt("Guns 50, Guns 50") == [("Guns", 50)]
    assert skills("Guns 50, Guns 60").doubts == ("Guns is listed twice",)


def test_skills_are_linked_as_the_system_links_them() -> None:
    (skill,) = skills("Medicine: Biotech 80").skills
    assert (skill.aptitude, skill.category) == ("COG", "Technical")
