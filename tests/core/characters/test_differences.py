"""What differs between two states of a roster, in words."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, structs

from gm_desk.core.characters.differences import MOST_LINES, MOST_PARTS, differences, differences_in_words
from gm_desk.core.characters.roster import Character, Group, Roster, Unread
from gm_desk.core.characters.stat_block import Armor, Attack, Movement, Points
from gm_desk.core.rules.health import Health
from makers import a_roster, a_skill, rosters


def told(before: Roster, after: Roster) -> list[str]:
    return differences_in_words(differences(before, after))


def of_eva(**changes: Any) -> list[str]:
    """Return what differs when something of Eva is changed."""
    return told(a_roster(), a_roster().with_character(structs.replace(a_roster().characters[0], **changes)))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"skills": (a_skill(rating=70), a_roster().characters[0].skills[1])}, "Guns 65 → 70"),
        ({"skills": a_roster().characters[0].skills[1:]}, "Guns removed"),
        ({"skills": (*a_roster().characters[0].skills, a_skill("Fray", -5))}, "Fray −5 added"),
        ({"skills": a_roster().characters[0].skills[::-1]}, "the order of the skills"),
        ({"skills": (a_skill(note="x"), a_roster().characters[0].skills[1])}, "details of Guns"),
        (
            {"skills": (a_skill(name="Rifles", id="skill-guns"), a_roster().characters[0].skills[1])},
            "Guns 65 → Rifles 65",
        ),
        ({"health": Health(damage=12)}, "damage 0 → 12"),
        ({"health": Health(extra={"x": 1})}, "other parts of the file"),
        ({"stats": {"COG": 20, "REF": 20, "SOM": 10}}, "COG 15 → 20"),
        ({"stats": {"REF": 20, "SOM": 10, "WIL": 5}}, "COG 15 → –, WIL – → 5"),
        ({"points": {"flex": Points(now=1, max=2)}}, "flex – → 1 of 2"),
        ({"rep": {"g": 40}}, "g – → 40"),
        ({"name": "Eve"}, "name “Eva” → “Eve”"),
        ({"concept": "A long story\nin two lines"}, "concept"),
        ({"notes": "x" * 100}, "notes"),
        ({"number": 3}, "number 1 → 3"),
        ({"kind": "pc"}, "kind “npc” → “pc”"),
        ({"group": "triad"}, "group"),
        ({"threat_level": "boss"}, "threat level “” → “boss”"),
        ({"armor": (Armor(name="vest"),)}, "armor"),
        ({"movement": (Movement(name="walk"),)}, "movement"),
        ({"attacks": (Attack(id="a", name="Fist"),)}, "attacks"),
        ({"gear": ("rope",)}, "gear"),
        ({"extra": {"later": 1}}, "other parts of the file"),
        ({"health": Health(damage=12), "notes": "hurt"}, "damage 0 → 12, notes"),
    ],
)
def test_what_changed_of_a_character_is_told(changes: dict[str, Any], words: str) -> None:
    assert of_eva(**changes) == [f"Eva: {words}"]


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (a_roster(name="Luna"), ["Roster: name “Mars” → “Luna”"]),
        (a_roster(house={"cap": 40, "later": {}}), ["Roster: house rule cap – → 40, house rule later – → …"]),
        (a_roster(house={"cap": None}), ["Roster: house rule cap – → none"]),
        (a_roster(extra={"x": 1}), ["Roster: other parts of the file"]),
        (a_roster(unread=(Unread(("groups", 1), 5),)), ["Roster: parts that could not be read"]),
        (a_roster(characters=a_roster().characters[::-1]), ["Roster: the order of the characters"]),
        (a_roster(groups=a_roster().groups[::-1]), ["Roster: the order of the groups"]),
        (a_roster().without_group("triad"), ["Group Triad removed"]),
        (a_roster().with_group(Group(id="new", name="New")), ["Group New added"]),
        (
            a_roster().with_group(Group(id="triad", name="Triad", threat=Points(now=1, max=3))),
            ["Group Triad: threat"],
        ),
        (a_roster().without_character("eva"), ["Eva removed"]),
        (a_roster().with_character(Character(id="jo", name="Jo")), ["Jo added"]),
    ],
)
def test_what_changed_of_a_roster_is_told(after: Roster, words: list[str]) -> None:
    assert told(a_roster(), after) == words


def test_points_of_a_group_are_told_with_both_numbers() -> None:
    before, after = (a_roster().with_group(Group(id="triad", name="T", threat=Points(now=n, max=3))) for n in (3, 1))
    assert told(before, after) == ["Group T: threat 3 of 3 → 1 of 3"]


@given(rosters)
def test_equal_rosters_differ_in_nothing(roster: Roster) -> None:
    assert differences(roster, structs.replace(roster)) == []


@given(rosters, rosters)
def test_rosters_that_differ_are_told_to(one: Roster, other: Roster) -> None:
    other = structs.replace(other, id=one.id)
    assert bool(differences(one, other)) == (one != other)


OTHERS: list[Any] = ["x", 7, ("x",), {"x": 5}, {"x": Points(now=1)}, Health(damage=3), Points(now=3), "pc", None, ()]


@given(rosters, st.data())
def test_every_change_of_a_single_field_is_told(roster: Roster, data: st.DataObject) -> None:
    things: list[Struct] = [roster, *roster.groups, *roster.characters]
    place = data.draw(st.integers(0, len(things) - 1))
    thing = things[place]
    field = data.draw(
        st.sampled_from([name for name in thing.__struct_fields__ if name not in {"id", "groups", "characters"}])
    )
    old = getattr(thing, field)
    others = [one for one in OTHERS if one != old and (isinstance(one, type(old)) or field == "threat")]
    if field in {"skills", "armor", "movement", "attacks", "unread"} or not others:
        return
    changed = structs.replace(thing, **{field: data.draw(st.sampled_from(others))})
    after = changed if isinstance(changed, Roster) else roster
    after = after.with_group(changed) if isinstance(changed, Group) else after
    after = after.with_character(changed) if isinstance(changed, Character) else after
    assert len(differences(roster, after)) == 1
    assert told(roster, after) != []


def test_many_differences_are_cut_short_and_counted() -> None:
    people = tuple(Character(id=f"c{number}", name=f"C{number}") for number in range(30))
    words = told(a_roster(characters=()), a_roster(characters=people))
    assert len(words) == MOST_LINES
    assert words[-1] == f"and {30 - MOST_LINES + 1} more"


def test_many_parts_of_a_character_are_cut_short_and_counted() -> None:
    (words,) = of_eva(stats={f"S{number}": 1 for number in range(20)}, skills=a_roster().characters[0].skills)
    assert words.count(", ") == MOST_PARTS - 1
    assert words.endswith("more")


def test_long_names_are_cut() -> None:
    (words,) = of_eva(name="x" * 500)
    assert len(words) < 100
    (words,) = told(a_roster(name="x\ny" * 500), a_roster())
    assert len(words) < 100
    (words,) = told(a_roster(), a_roster().with_character(Character(id="long", name="x" * 500)))
    assert len(words) < 100
