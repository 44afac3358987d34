from gm_desk.core.characters.roster import Group
from gm_desk.model.roster.roster_rows import RosterSearch, passes
from makers import a_character, a_roster

MOOK = a_character(id="mook", name="Triad mook", group="triad", concept="Bruiser")
STRAY = a_character(id="stray", name="Stray", group="gone")
ROSTER = a_roster(
    groups=(Group(id="triad", name="Dockside"), Group(id="none", name="Nobody")), characters=(STRAY, MOOK)
)


def shown(search: RosterSearch, *words: str) -> list[tuple[str, int, list[str]]]:
    found = search.find(ROSTER, list(words))
    return [(one.group.id if one.group else "", one.members, [entry.id for entry in one.shown]) for one in found]


def test_groups_come_in_their_order_and_who_has_none_comes_last() -> None:
    assert shown(RosterSearch()) == [("triad", 1, ["mook"]), ("none", 0, []), ("", 1, ["stray"])]


def test_all_words_must_be_in_name_concept_or_group() -> None:
    search = RosterSearch()
    assert shown(search, "bruiser", "dock") == [("triad", 1, ["mook"]), ("none", 0, []), ("", 1, [])]
    assert shown(search, "bruiser", "stray") == [("triad", 1, []), ("none", 0, []), ("", 1, [])]


def test_another_value_of_the_roster_is_searched_anew() -> None:
    search = RosterSearch()
    assert [len(one.shown) for one in search.find(ROSTER, ["eve"])] == [0, 0, 0]
    renamed = ROSTER.with_character(a_character(id="mook", name="Eve", group="triad"))
    assert [len(one.shown) for one in search.find(renamed, ["eve"])] == [1, 0, 0]


def test_one_character_is_judged_as_all_are() -> None:
    assert passes(MOOK, ROSTER.groups[0], ["dock", "mook"])
    assert not passes(MOOK, None, ["dock"])
