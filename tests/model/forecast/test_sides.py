import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Character, Group, Roster
from gm_desk.core.drafts.draft import Chip
from gm_desk.core.rules.house import House
from gm_desk.model.forecast import sides
from gm_desk.model.forecast.sides import MOST_PAIRS, ChosenSide, ForecastChoice, choices_for, setup_of, why_no_fight
from gm_desk.model.roster import edits
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.rosters.files import read_sample
from gm_desk.store.shipped import load_system
from makers import numbered_ids

PLAYERS, TRIAD, SECURITY = "Players", "Dockside Triad", "Habitat Security"


def pairs(choices: list[ForecastChoice]) -> list[tuple[str, str]]:
    return [choice.names for choice in choices]


def members(group: str) -> tuple[str, ...]:
    return tuple(one.id for one in read_sample("ep2").members(group))


def a_document(roster: Roster | None = None) -> RosterDocument:
    roster = roster or read_sample("ep2")
    return RosterDocument(roster, load_system(roster.system), numbered_ids())


def test_every_two_groups_can_fight_with_the_players_first() -> None:
    found = choices_for(read_sample("ep2"), [])
    assert pairs(found) == [(PLAYERS, TRIAD), (PLAYERS, SECURITY), (TRIAD, SECURITY)]
    assert found[0].a.ids == members("sample-players")


def test_the_group_that_is_asked_about_comes_first() -> None:
    assert pairs(choices_for(read_sample("ep2"), [], "sample-security"))[:2] == [(PLAYERS, SECURITY), (SECURITY, TRIAD)]


def test_selected_characters_of_two_groups_fight_each_other() -> None:
    chosen = ["sample-jaqui", "sample-triad-mook-1", "sample-triad-mook-2"]
    first = choices_for(read_sample("ep2"), chosen)[0]
    assert first.names == ("Jaqui", "Dockside Triad (2 selected)")
    assert (first.a.ids, first.b.ids) == (("sample-jaqui",), ("sample-triad-mook-1", "sample-triad-mook-2"))


def test_selected_characters_of_one_group_fight_the_others() -> None:
    found = choices_for(read_sample("ep2"), ["sample-triad-mook-1", "sample-triad-mook-2"])
    part = "Dockside Triad (2 selected)"
    assert pairs(found)[:2] == [(PLAYERS, part), (part, SECURITY)]
    whole = choices_for(read_sample("ep2"), list(members("sample-triad")))
    assert pairs(whole)[0] == (PLAYERS, TRIAD)
    assert len(whole) == len(set(pairs(whole))) == 3


def test_empty_groups_do_not_fight_and_there_may_be_none() -> None:
    roster = read_sample("ep2").with_group(Group(id="empty", name="Empty"))
    assert "Empty" not in str(pairs(choices_for(roster, [])))
    assert choices_for(Roster(id="none", name="None"), []) == []


def test_of_many_groups_only_so_many_pairs_are_listed() -> None:
    groups = tuple(Group(id=f"{number}", name=f"Group {number}") for number in range(40))
    everybody = tuple(Character(id=f"c{group.id}", name=group.name, group=group.id) for group in groups)
    roster = Roster(id="many", name="Many", groups=groups, characters=everybody)
    assert len(choices_for(roster, [], "7")) == MOST_PAIRS
    assert "Group 7" in choices_for(roster, [], "7")[0].names


def test_no_more_pairs_are_looked_at_than_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    groups = tuple(Group(id=str(number), name=f"Group {number}") for number in range(60))
    people = tuple(Character(id=group.id, name=group.name, group=group.id) for group in groups)
    asked, turn = list[ForecastChoice](), sides._players_first  # noqa: SLF001 - what is done for each pair

    def count(choice: ForecastChoice, roster: Roster) -> ForecastChoice:
        asked.append(choice)
        return turn(choice, roster)

    monkeypatch.setattr(sides, "_players_first", count)
    choices_for(Roster(id="many", name="Many", groups=groups, characters=people), [])
    assert len(asked) == MOST_PAIRS


def test_a_choice_becomes_a_fight_with_what_is_changed() -> None:
    document = a_document(structs.replace(read_sample("ep2"), house={"cap": 30}))
    pinned = [Chip("dark", -10, "Dark")]
    choice = choices_for(document.roster, [])[0]
    choice = structs.replace(choice, focus=True, b=structs.replace(choice.b, number=2, armor=3, cover=-10, modifier=20))
    setup = setup_of(choice, document, pinned)
    assert [one.name for one in setup.b.characters] == ["Lao Qing", "Triad mook 1"]
    assert (setup.b.armor, setup.b.cover, setup.b.modifier, setup.focus) == (3, -10, 20, True)
    assert (setup.house, setup.pinned) == (House(cap=30), tuple(pinned))


def test_who_is_gone_from_the_roster_is_left_out() -> None:
    document = a_document()
    choice = choices_for(document.roster, [])[0]
    without = document.roster.without_character("sample-jaqui")
    document.open(without, document.system)
    assert [one.name for one in setup_of(choice, document).a.characters] == ["Tyska", "Eva"]


def test_a_side_on_which_nobody_can_fight_is_named() -> None:
    document = a_document()
    choice = choices_for(document.roster, [])[0]
    assert why_no_fight(setup_of(choice, document)) == ""
    nobody = structs.replace(choice, b=ChosenSide("Ghosts", ("gone",)))
    unarmed = "Nobody in Ghosts can fight: an attack that does damage is needed."
    assert why_no_fight(setup_of(nobody, document)) == unarmed


def test_it_is_said_that_those_with_attacks_have_no_durability_or_are_out() -> None:
    document = a_document()
    choice = choices_for(document.roster, [])[0]
    assert choice.a.name == PLAYERS
    for one in members("sample-players"):
        edits.set_aptitude(document, one, "DUR", "")
    reason = f"Nobody in {PLAYERS} can fight: whoever has an attack that does damage lacks DUR or is out of action."
    assert why_no_fight(setup_of(choice, document)) == reason
