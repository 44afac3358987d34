"""Characters and rosters as values: every change returns a new one and keeps everything else."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import (
    Character,
    Group,
    Roster,
    beside_gangs,
    clean,
    numbered,
    place_in_gang,
    valid_name,
)
from gm_desk.core.errors import EmptyNameError
from makers import a_character, a_roster, a_skill, characters, numbered_ids, rosters, texts


def names(roster: Roster) -> list[str]:
    return [one.name for one in roster.characters]


def someone(name: str, group: str = "") -> Character:
    return Character(id=name.casefold(), name=name, group=group)


def abcd() -> Roster:
    """A and C are players, B is in the triad, D in no group."""
    return a_roster(characters=(someone("A", "players"), someone("B", "triad"), someone("C", "players"), someone("D")))


# --- Characters ------------------------------------------------------------------------------------------------------


def test_values_cannot_be_changed_in_place() -> None:
    for value, field in [
        (a_character(), "name"),
        (a_skill(), "rating"),
        (a_roster(), "name"),
        (Group(id="g", name="G"), "name"),
    ]:
        with pytest.raises(AttributeError):
            setattr(value, field, "x")


def test_a_new_character_is_an_npc_without_anything() -> None:
    one = someone("Eva")
    assert (one.kind, one.group, one.concept, one.stats, one.skills, one.notes) == ("npc", "", "", {}, (), "")


def test_a_skill_is_found_by_its_id() -> None:
    assert a_character().skill("skill-guns") == a_skill()
    assert a_character().skill("Guns") is None


@pytest.mark.parametrize("name", ["Guns", "guns", "GUNS"])
def test_a_skill_is_found_by_its_name_whatever_its_case(name: str) -> None:
    assert a_character().skill_named(name) == a_skill()
    assert a_character().skill_named("Gun") is None


def test_a_skill_takes_the_place_of_the_one_with_its_id() -> None:
    better = a_skill("Guns", 80)
    assert a_character().with_skill(better).skills == (better, a_character().skills[1])


def test_a_new_skill_comes_last() -> None:
    melee = a_skill("Melee", 40)
    assert a_character().with_skill(melee).skills == (*a_character().skills, melee)


def test_a_skill_is_left_out_by_its_id() -> None:
    assert a_character().without_skill("skill-guns").skills == a_character().skills[1:]
    assert a_character().without_skill("nothing") == a_character()


def test_a_stat_is_set_where_it_stood_or_last() -> None:
    assert list(a_character().with_stat("REF", 5).stats.items()) == [("COG", 15), ("REF", 5), ("SOM", 10)]
    assert list(a_character().with_stat("WIL", 0).stats) == ["COG", "REF", "SOM", "WIL"]


def test_a_stat_is_taken_away_with_none_which_is_not_zero() -> None:
    assert a_character().with_stat("REF", None).stats == {"COG": 15, "SOM": 10}
    assert a_character().with_stat("REF", 0).stats["REF"] == 0
    assert a_character().with_stat("WIL", None) == a_character()


def test_a_change_leaves_the_original_as_it_was() -> None:
    eva = a_character()
    eva.with_stat("REF", 5).with_skill(a_skill("Guns", 5)).without_skill("skill-know: triads")
    assert eva == a_character()


@given(characters)
def test_a_copy_is_the_same_but_for_its_name_and_its_ids(character: Character) -> None:
    copied = character.copied("Copy", numbered_ids())
    ids = [copied.id, *(skill.id for skill in copied.skills)]
    assert ids == [f"new-{number}" for number in (len(ids), *range(1, len(ids)))]
    back = tuple(structs.replace(new, id=old.id) for new, old in zip(copied.skills, character.skills, strict=True))
    same = structs.replace(copied, id=character.id, name=character.name, skills=back)
    assert same == structs.replace(character, conditions=())


def test_a_copy_and_its_original_go_their_own_ways() -> None:
    eva = a_character()
    copied = eva.copied("Eva 2", numbered_ids())
    both = a_roster(characters=(eva, copied))
    changed = copied.with_stat("REF", 1).with_skill(structs.replace(copied.skills[0], rating=1))
    assert both.with_character(changed).character("eva") == eva
    assert both.with_character(eva.with_stat("REF", 2)).character(copied.id) == copied


# --- Names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "taken", "next_name"),
    [
        ("Eva", {"Eva"}, "Eva 2"),
        ("Eva", set(), "Eva 2"),
        ("Triad mook 2", {"Triad mook 2"}, "Triad mook 3"),
        ("Triad mook 2", {"Triad mook 2", "Triad mook 3"}, "Triad mook 4"),
        ("Triad mook", {"Triad mook", "Triad mook 7"}, "Triad mook 8"),
        ("Triad mook 2", {"Triad mook 2", "Triad mook 9", "Mook 20"}, "Triad mook 10"),
        ("Eva", {"Eva", "Evan 5", "Eva B 9", "Eva9"}, "Eva 2"),
        ("Agent 007", {"Agent 007"}, "Agent 8"),
        ("7", {"7"}, "7 2"),
        ("Eva  2", {"Eva  2", "Eva 3"}, "Eva 4"),
        ("Model 1234567890", {"Model 1234567890"}, "Model 1234567890 2"),
        ("Two\nlines 2", {"Two\nlines 2"}, "Two\nlines 3"),
    ],
)
def test_a_copy_is_numbered(name: str, taken: set[str], next_name: str) -> None:
    assert numbered(name, taken) == next_name


stems = st.text("ab 12\n", min_size=1, max_size=6).filter(str.strip)


@given(stems, st.sets(stems, max_size=6))
def test_a_numbered_name_is_free(name: str, taken: set[str]) -> None:
    assert numbered(name, taken) not in taken | {name}


def test_copies_of_copies_count_on() -> None:
    taken = {"Eva"}
    for _ in range(3):
        taken.add(numbered("Eva", taken))
    assert taken == {"Eva", "Eva 2", "Eva 3", "Eva 4"}


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Eva", "Eva"),
        ("  Lao \t Qing\n", "Lao Qing"),
        ("\u3000火星\xa0", "火星"),
        ("half \ud800 pair", "half \ufffd pair"),
        ("🎲 Dicey", "🎲 Dicey"),
    ],
)
def test_a_typed_name_is_trimmed(typed: str, name: str) -> None:
    assert valid_name(typed) == name


@pytest.mark.parametrize("typed", ["", " ", "\t\n", "\xa0\u3000", "\u200b", " \u200b \u2060 ", "\x00"])
def test_a_name_that_nobody_can_see_is_refused(typed: str) -> None:
    with pytest.raises(EmptyNameError, match="a name cannot be empty"):
        valid_name(typed)


@given(st.text())
def test_cleaned_text_can_be_written(text: str) -> None:
    assert clean(text).encode().decode() == clean(text)


@given(texts)
def test_clean_text_stays_as_it_is(text: str) -> None:
    assert clean(text) == text


# --- The roster ------------------------------------------------------------------------------------------------------


def test_characters_and_groups_are_found_by_their_id() -> None:
    roster = a_roster()
    assert roster.character("eva") == roster.characters[0]
    assert roster.group("triad") == roster.groups[1]
    assert (roster.character("nobody"), roster.group("nothing")) == (None, None)


def test_members_are_in_the_order_of_the_file() -> None:
    assert [one.name for one in abcd().members("players")] == ["A", "C"]
    assert [one.name for one in abcd().members("triad")] == ["B"]


def test_whose_group_is_gone_belongs_to_none() -> None:
    lost = abcd().with_character(someone("E", "a group that is gone"))
    assert [one.name for one in lost.members("")] == ["D", "E"]
    assert lost.members("a group that is gone") == []


@given(rosters)
def test_everyone_is_a_member_once(roster: Roster) -> None:
    members = [one.id for group in ("", *(group.id for group in roster.groups)) for one in roster.members(group)]
    assert sorted(members) == sorted(one.id for one in roster.characters)


def test_a_character_takes_the_place_of_the_one_with_its_id() -> None:
    roster = abcd().with_character(structs.replace(someone("B"), name="Bea"), after="d")
    assert names(roster) == ["A", "Bea", "C", "D"]


@pytest.mark.parametrize(("after", "order"), [("a", "AXBCD"), ("d", "ABCDX"), ("", "ABCDX"), ("nobody", "ABCDX")])
def test_a_new_character_comes_behind_another_or_last(after: str, order: str) -> None:
    assert names(abcd().with_character(someone("X"), after=after)) == list(order)


def test_a_character_is_left_out_by_its_id() -> None:
    assert names(abcd().without_character("b")) == ["A", "C", "D"]
    assert abcd().without_character("nobody") == abcd()


def test_a_group_takes_the_place_of_the_one_with_its_id_or_comes_last() -> None:
    roster = a_roster().with_group(Group(id="players", name="Heroes")).with_group(Group(id="new", name="New"))
    assert [group.name for group in roster.groups] == ["Heroes", "Triad", "New"]


def test_the_members_of_a_group_that_is_left_out_stay_without_one() -> None:
    roster = abcd().without_group("players")
    assert [group.id for group in roster.groups] == ["triad"]
    assert [(one.name, one.group) for one in roster.characters] == [("A", ""), ("B", "triad"), ("C", ""), ("D", "")]


@pytest.mark.parametrize(
    ("who", "group", "before", "order"),
    [
        ("d", "players", "c", "ABDC"),
        ("d", "players", "", "ABCD"),
        ("a", "triad", "", "BCDA"),
        ("a", "players", "d", "BCAD"),
        ("a", "triad", "nobody", "BCDA"),
    ],
)
def test_a_character_moves_into_a_group_before_another_or_to_the_end(
    who: str, group: str, before: str, order: str
) -> None:
    roster = abcd().moved(who, group, before)
    assert names(roster) == list(order)
    assert [one.group for one in roster.characters if one.id == who] == [group]


@pytest.mark.parametrize(("who", "before"), [("nobody", "a"), ("a", "a")])
def test_there_are_moves_that_change_nothing(who: str, before: str) -> None:
    assert abcd().moved(who, "triad", before) == abcd()


ONE_ID = st.sampled_from(["a", "b", "c", "d", "nobody"])
CHANGES: list[Any] = [
    lambda roster, one, other: roster.with_character(someone(one), after=other),
    lambda roster, one, other: roster.moved(one, "triad", other),
    lambda roster, one, _: roster.without_character(one),
    lambda roster, one, _: roster.without_group(one),
    lambda roster, one, _: roster.with_group(Group(id=one, name=one)),
]


@given(st.lists(st.tuples(st.sampled_from(CHANGES), ONE_ID, ONE_ID), max_size=8))
def test_no_change_makes_twins_or_loses_what_it_does_not_know(changes: list[tuple[Any, str, str]]) -> None:
    before = structs.replace(abcd(), extra={"weather": "dust"}, house={"cap": 40})
    roster = before
    for change, one, other in changes:
        roster = change(roster, one, other)
    ids = [one.id for one in roster.characters]
    assert len(set(ids)) == len(ids)
    assert (roster.extra, roster.house, roster.id) == (before.extra, before.house, before.id)
    assert before == structs.replace(abcd(), extra={"weather": "dust"}, house={"cap": 40})


@given(
    st.lists(st.tuples(st.sampled_from(["Thug", "Thug 2", "Thug 3", "Thug 10", "Eva"]), st.sampled_from(["", "a"]))),
    st.sets(st.integers(0, 8)),
)
def test_who_is_put_beside_a_gang_follows_the_next_lower_number(people: list[tuple[str, str]], moved: set[int]) -> None:
    everybody = [Character(id=str(at), name=name, group=group) for at, (name, group) in enumerate(people)]
    ids = {str(at) for at in moved}
    together = beside_gangs(Roster(id="mars", name="Mars", characters=tuple(everybody)), ids).characters
    assert sorted(one.id for one in together) == sorted(one.id for one in everybody)
    assert [one for one in together if one.id not in ids] == [one for one in everybody if one.id not in ids]
    for mover in (one for one in everybody if one.id in ids):
        there = [one for one in everybody if one.id not in ids or int(one.id) < int(mover.id)]
        leader = place_in_gang(mover.name, there, mover.group)
        known = [one.id for one in together if one in there or one is mover]
        assert not leader or known.index(leader) < known.index(mover.id)
