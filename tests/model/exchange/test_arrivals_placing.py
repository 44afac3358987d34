"""Where imported characters go, and as how many rows."""

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Character, Group, Roster
from gm_desk.core.rules.health import Health
from gm_desk.model.exchange.arrivals import MOST_APART, Destination, add_all, apart_in_words, names_apart, suiting
from gm_desk.model.exchange.paste import all_systems
from gm_desk.store.exchange.accounts import ImportedCharacter
from model_makers import LAO, PLAYERS, SECURITY, TRIAD, a_document, the

SYSTEMS = all_systems()
THUG = Character(id="new", name="Thug", number=5, notes="big")


def adds(character: Character, place: Destination) -> tuple[list[Character], str]:
    document = a_document()
    made = add_all(document, [ImportedCharacter(character, "ep2", "")], SYSTEMS, place)
    there, text = [the(document, one) for one in made], document.stack.undoText()
    document.stack.undo()
    assert [one.id for one in document.roster.characters if one.id in made] == [], "one step of undo"
    return there, text


def test_a_row_of_five_becomes_five_with_their_own_damage() -> None:
    there, text = adds(THUG, Destination(TRIAD, LAO, apart=True))
    assert [one.name for one in there] == ["Thug 1", "Thug 2", "Thug 3", "Thug 4", "Thug 5"]
    assert {(one.number, one.group, one.notes) for one in there} == {(1, TRIAD, "big")}
    assert [one.health for one in there] == [Health()] * 5
    assert len({one.id for one in there}) == 5
    assert text == "add 5 characters"


def test_a_row_of_five_stays_one_row_when_that_is_chosen() -> None:
    there, text = adds(THUG, Destination(TRIAD))
    assert [(one.name, one.number) for one in there] == [("Thug", 5)]
    assert text == "add Thug"


def test_five_more_take_the_next_numbers() -> None:
    document = a_document()
    place = Destination(TRIAD, apart=True)
    for number in (5, 2):
        one = structs.replace(THUG, id=document.new_id(), number=number)
        made = add_all(document, [ImportedCharacter(one, "ep2", "")], SYSTEMS, place)
    assert [the(document, one).name for one in made] == ["Thug 6", "Thug 7"]


def test_a_crowd_stays_one_row() -> None:
    there, _ = adds(structs.replace(THUG, number=MOST_APART + 1), Destination(apart=True))
    assert [(one.name, one.number) for one in there] == [("Thug", MOST_APART + 1)]


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("Thugs", "Thug 1"),
        ("Dock guards", "Dock guard 1"),
        ("Marines", "Marine 1"),
        ("Boss", "Boss 1"),
        ("Wolves", "Wolves 1"),
        ("Witches", "Witches 1"),
        ("Iris", "Iris 1"),
        ("Squad 7", "Squad 7"),
    ],
)
def test_each_of_several_is_one_of_them(name: str, first: str) -> None:
    assert names_apart(structs.replace(THUG, name=name))[0] == first


def test_what_the_rows_become_is_said() -> None:
    assert apart_in_words([structs.replace(THUG, number=1)]) == ""
    assert apart_in_words([THUG]) == "5 characters: Thug 1 to Thug 5"
    assert apart_in_words([THUG, structs.replace(THUG, number=2)]) == "7 separate characters"


def test_a_new_group_is_added_in_the_same_step() -> None:
    document = a_document()
    before = document.roster
    (made,) = add_all(document, [ImportedCharacter(THUG, "ep2", "")], SYSTEMS, Destination(named="Gang"))
    group = document.roster.group(the(document, made).group)
    assert group is not None
    assert group.name == "Gang"
    document.stack.undo()
    assert document.roster == before


PC = Character(id="eva", name="Eva", kind="pc", group=PLAYERS)
NPCS = (
    Character(id="a", name="Ash", group=TRIAD),
    Character(id="b", name="Bo", group=TRIAD),
    Character(id="c", name="Thug 2", group=SECURITY),
)
GROUPS = (Group(id=PLAYERS, name="Players"), Group(id=TRIAD, name="Triad"), Group(id=SECURITY, name="Guards"))
ROSTER = Roster(id="r", name="r", system="ep2", groups=GROUPS, characters=(PC, *NPCS))


@pytest.mark.parametrize(
    ("name", "group", "after", "expected"),
    [
        ("Cy", PLAYERS, "eva", Destination(TRIAD)),
        ("Cy", PLAYERS, "", Destination(TRIAD)),
        ("Thug", PLAYERS, "eva", Destination(SECURITY)),
        ("Cy", SECURITY, "c", Destination(SECURITY, "c")),
        ("Cy", SECURITY, "", Destination(SECURITY)),
        ("Cy", "", "", Destination(TRIAD)),
    ],
)
def test_npcs_go_where_npcs_are(name: str, group: str, after: str, expected: Destination) -> None:
    assert suiting(ROSTER, [structs.replace(THUG, name=name)], group, after) == expected


def test_a_player_character_goes_where_one_is_selected() -> None:
    assert suiting(ROSTER, [PC], PLAYERS, "eva") == Destination(PLAYERS, "eva")


def test_without_a_group_of_npcs_they_have_none() -> None:
    alone = structs.replace(ROSTER, characters=(PC,))
    assert suiting(alone, [THUG], PLAYERS, "eva") == Destination()
    assert suiting(alone, [THUG], TRIAD) == Destination(TRIAD), "an empty group that is selected"
