"""Changes computed from an older roster are applied to the current one."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.differences import carried_over
from gm_desk.core.characters.roster import Character, Group, Roster, Skill

EVA = Character(id="eva", name="Eva", gear=("Rope",), stats={"REF": 10, "COG": 20})
LAO = Character(id="lao", name="Lao", group="triad", skills=(Skill(id="guns", name="Guns", rating=60),))
ROSTER = Roster(id="mars", name="Mars", groups=(Group(id="triad", name="Triad"),), characters=(EVA, LAO))


def test_what_did_not_change_meanwhile_is_as_the_change_wants_it() -> None:
    after = structs.replace(ROSTER, name="Venus")
    assert carried_over(ROSTER, after, ROSTER) is after


def test_what_the_change_leaves_alone_stays_as_it_is_now() -> None:
    now = ROSTER.with_character(structs.replace(EVA, gear=("Rope", "Knife")))
    assert carried_over(ROSTER, ROSTER, now) is now


def test_two_fields_of_one_character_change_together() -> None:
    now = ROSTER.with_character(structs.replace(EVA, gear=("Rope", "Knife")))
    after = ROSTER.with_character(structs.replace(EVA, name="Evie", stats={"REF": 15}))
    found = carried_over(ROSTER, after, now)
    assert found.characters == (structs.replace(EVA, name="Evie", gear=("Rope", "Knife"), stats={"REF": 15}), LAO)


def test_where_both_change_the_same_field_the_change_counts() -> None:
    now = ROSTER.with_character(structs.replace(EVA, gear=("Rope", "Knife"), stats={"REF": 12, "COG": 20, "SOM": 5}))
    after = ROSTER.with_character(structs.replace(EVA, gear=(), stats={"REF": 15, "COG": 20, "INT": 5}))
    found = carried_over(ROSTER, after, now).character("eva")
    assert found is not None
    assert (found.gear, found.stats) == ((), {"REF": 15, "COG": 20, "SOM": 5, "INT": 5})


def test_who_was_removed_stays_away_and_who_came_is_there_in_the_order_of_the_change() -> None:
    typed = structs.replace(LAO, skills=(structs.replace(LAO.skills[0], rating=65), Skill(id="x", name="X", rating=1)))
    bob, ann = Character(id="bob", name="Bob"), Character(id="ann", name="Ann")
    now = ROSTER.with_character(typed).with_character(ann)
    after = structs.replace(ROSTER, characters=(bob, LAO))
    assert carried_over(ROSTER, after, now).characters == (bob, typed, ann)
    gone = ROSTER.without_character("lao")
    assert carried_over(ROSTER, ROSTER.with_character(structs.replace(LAO, name="L")), gone).characters == (EVA,)


def test_a_new_order_of_things_is_kept() -> None:
    after = ROSTER.moved("eva", "triad")
    now = ROSTER.with_character(structs.replace(LAO, notes="typed"))
    found = carried_over(ROSTER, after, now)
    assert [(one.id, one.group, one.notes) for one in found.characters] == [
        ("lao", "triad", "typed"),
        ("eva", "triad", ""),
    ]


WORDS = st.sampled_from(["", "a", "b"])
ROSTERS = st.builds(
    lambda name, notes, gear, groups: structs.replace(
        ROSTER,
        name=name or "Mars",
        groups=tuple(Group(id=one, name=one) for one in groups),
        characters=(structs.replace(EVA, notes=notes, gear=tuple(gear)), LAO),
    ),
    WORDS,
    WORDS,
    st.lists(WORDS, max_size=2),
    st.lists(st.sampled_from("xyz"), unique=True, max_size=2),
)


@given(before=ROSTERS, after=ROSTERS)
def test_a_change_carried_over_to_where_it_came_from_or_goes_to_is_the_change(before: Roster, after: Roster) -> None:
    assert carried_over(before, after, before) == after
    assert carried_over(before, before, after) == after
    assert carried_over(before, after, after) == after
