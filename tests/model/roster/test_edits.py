"""The edits: each one undo step with a name, and bad input refused before anything has changed."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from gm_desk.core.errors import BadRatingError, EmptyNameError, RulesError
from gm_desk.model.roster import edits
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.shipped import load_system
from model_makers import (
    JAQUI,
    LAO,
    MOOK,
    OKORO,
    PLAYERS,
    SECURITY,
    TRIAD,
    a_document,
    a_roster,
    a_skill,
    counted,
    heard,
    the,
)

pytestmark = pytest.mark.usefixtures("qapp")

GUNS, FRAY = f"{LAO}-0", f"{LAO}-1"

Edit = Callable[[RosterDocument], Any]


def names(document: RosterDocument) -> list[str]:
    return [one.name for one in document.roster.characters]


def skill_line(document: RosterDocument, character_id: str, skill_id: str) -> tuple[str, int, str, str]:
    skill = the(document, character_id).skill(skill_id)
    assert skill is not None
    return skill.name, skill.rating, skill.aptitude, skill.category


@pytest.mark.parametrize(
    ("edit", "text"),
    [
        (lambda document: edits.rename_roster(document, "Venus"), "rename roster to Venus"),
        (lambda document: edits.add_character(document, TRIAD), "new character"),
        (lambda document: edits.duplicate_characters(document, [LAO]), "duplicate Lao Qing"),
        (lambda document: edits.remove_characters(document, [LAO]), "remove Lao Qing"),
        (lambda document: edits.rename_character(document, LAO, "Lao"), "rename Lao Qing"),
        (lambda document: edits.set_concept(document, LAO, "Boss"), "set concept of Lao Qing"),
        (lambda document: edits.set_notes(document, LAO, "Owes Eva"), "edit notes of Lao Qing"),
        (lambda document: edits.set_kind(document, LAO, "pc"), "make Lao Qing a player character"),
        (lambda document: edits.set_kind(document, JAQUI, "npc"), "make Jaqui an NPC"),
        (lambda document: edits.set_aptitude(document, LAO, "WIL", "15"), "set WIL of Lao Qing"),
        (lambda document: edits.set_points(document, LAO, "vigor", "2/3"), "set Vigor of Lao Qing"),
        (lambda document: edits.set_points(document, LAO, "karma", "1"), "set karma of Lao Qing"),
        (lambda document: edits.set_threat(document, TRIAD, 1, 2), "set Threat of Dock triad"),
        (lambda document: edits.add_skill(document, LAO, "Melee 40"), "add Melee to Lao Qing"),
        (lambda document: edits.add_skill(document, LAO, "fray 40"), "set Fray of Lao Qing"),
        (lambda document: edits.set_skill(document, LAO, FRAY, "Fray 65"), "set Fray of Lao Qing"),
        (lambda document: edits.remove_skill(document, LAO, FRAY), "remove Fray of Lao Qing"),
        (edits.add_group, "new group"),
        (lambda document: edits.rename_group(document, TRIAD, "Yakuza"), "rename Dock triad"),
        (lambda document: edits.remove_group(document, TRIAD), "remove group Dock triad"),
        (lambda document: edits.move_characters(document, [LAO], PLAYERS), "move Lao Qing"),
    ],
)
def test_an_edit_is_one_step_with_a_name_and_can_be_undone(edit: Edit, text: str) -> None:
    document = a_document()
    edit(document)
    assert document.roster != a_roster()
    assert (document.stack.count(), document.stack.undoText()) == (1, text)
    document.stack.undo()
    assert document.roster == a_roster()


NO_NAMES = ["", " ", "\t\n", "\u2003"]
NO_RATINGS = ["-1", "−1", "151", "99999999999999999999", "1.5", "٣", "ten"]
NO_APTITUDES = ["-1", "61", "150", "1.5", "many", "1 2"]


@pytest.mark.parametrize("text", NO_NAMES)
@pytest.mark.parametrize(
    "rename",
    [
        edits.rename_roster,
        lambda document, text: edits.rename_character(document, LAO, text),
        lambda document, text: edits.rename_group(document, TRIAD, text),
        lambda document, text: edits.set_skill(document, LAO, FRAY, f"{text} 60"),
        lambda document, text: edits.add_skill(document, LAO, f"{text} 60"),
    ],
)
def test_an_empty_name_is_refused(rename: Callable[[RosterDocument, str], Any], text: str) -> None:
    refused(lambda document: rename(document, text), EmptyNameError)


@pytest.mark.parametrize("text", NO_RATINGS)
def test_a_rating_outside_0_to_150_is_refused(text: str) -> None:
    refused(lambda document: edits.set_skill(document, LAO, FRAY, f"Fray {text}"), BadRatingError)
    refused(lambda document: edits.add_skill(document, LAO, f"Melee {text}"), BadRatingError)


@pytest.mark.parametrize("text", NO_APTITUDES)
def test_an_aptitude_outside_0_to_60_is_refused(text: str) -> None:
    refused(lambda document: edits.set_aptitude(document, LAO, "REF", text), BadRatingError)


@pytest.mark.parametrize("text", ["3/2", "-1", "many", "1/2/3", "2/"])
def test_what_are_no_points_is_refused(text: str) -> None:
    refused(lambda document: edits.set_points(document, LAO, "vigor", text), BadRatingError)


@pytest.mark.parametrize("line", ["Fray", "Fray sixty"])
def test_a_skill_without_a_rating_is_refused(line: str) -> None:
    refused(lambda document: edits.set_skill(document, LAO, FRAY, line), BadRatingError)


@pytest.mark.parametrize(
    "edit",
    [
        lambda document: edits.duplicate_characters(document, ["nobody"]),
        lambda document: edits.remove_characters(document, ["nobody"]),
        lambda document: edits.rename_character(document, "nobody", "Eva"),
        lambda document: edits.set_concept(document, "nobody", "Boss"),
        lambda document: edits.set_notes(document, "nobody", "Boss"),
        lambda document: edits.set_kind(document, "nobody", "pc"),
        lambda document: edits.set_aptitude(document, "nobody", "REF", "10"),
        lambda document: edits.set_points(document, "nobody", "vigor", "1"),
        lambda document: edits.add_skill(document, "nobody", "Guns 40"),
        lambda document: edits.set_skill(document, "nobody", FRAY, "Fray 40"),
        lambda document: edits.remove_skill(document, "nobody", FRAY),
        lambda document: edits.move_characters(document, ["nobody"], TRIAD),
    ],
)
def test_a_character_who_is_gone_cannot_be_changed(edit: Edit) -> None:
    refused(edit, RulesError)


def test_a_skill_that_is_gone_cannot_be_changed() -> None:
    refused(lambda document: edits.set_skill(document, LAO, "gone", "Fray 40"), RulesError)


def test_a_skill_cannot_take_the_name_of_another() -> None:
    refused(lambda document: edits.set_skill(document, LAO, FRAY, "guns 60"), RulesError)


def refused(edit: Edit, error: type[RulesError]) -> None:
    """Show that an edit is refused, with a reason, and changes nothing."""
    document = a_document()
    before, changed = document.roster, heard(document.roster_changed)
    with pytest.raises(error) as caught:
        edit(document)
    assert caught.value.problem
    assert document.roster is before
    assert (document.stack.count(), changed) == (0, [])


@pytest.mark.parametrize(
    "edit",
    [
        lambda document: edits.remove_skill(document, LAO, "gone"),
        lambda document: edits.rename_group(document, "gone", "Yakuza"),
        lambda document: edits.remove_group(document, "gone"),
    ],
)
def test_what_is_gone_already_changes_nothing(edit: Edit) -> None:
    document = a_document()
    edit(document)
    assert document.stack.count() == 0


@pytest.mark.parametrize(("line", "rating"), [("Fray 0", 0), ("Fray 150", 150), ("  Fray   007 ", 7)])
def test_a_rating_from_0_to_150_is_taken(line: str, rating: int) -> None:
    document = a_document()
    edits.set_skill(document, LAO, FRAY, line)
    assert skill_line(document, LAO, FRAY) == ("Fray", rating, "REF", "Combat")


@pytest.mark.parametrize("rating", [0, 60])
def test_an_aptitude_from_0_to_60_is_taken(rating: int) -> None:
    document = a_document()
    edits.set_aptitude(document, LAO, "WIL", f" {rating} ")
    assert the(document, LAO).stats["WIL"] == rating


def test_an_aptitude_that_is_cleared_is_absent_and_not_zero() -> None:
    document = a_document()
    edits.set_aptitude(document, LAO, "REF", " ")
    assert "REF" not in the(document, LAO).stats
    edits.set_aptitude(document, LAO, "WIL", "")
    assert document.stack.count() == 1


def test_a_name_is_trimmed_and_kept_as_it_was_typed() -> None:
    document = a_document()
    edits.rename_character(document, LAO, "  <b>Lao</b>   Qing ")
    assert the(document, LAO).name == "<b>Lao</b> Qing"


def test_half_a_letter_is_replaced_before_it_can_stop_a_save() -> None:
    document = a_document()
    for edit in (edits.rename_character, edits.set_concept, edits.set_notes):
        edit(document, LAO, "so \ud800 it is")
    lao = the(document, LAO)
    assert {lao.name, lao.concept, lao.notes} == {"so \N{REPLACEMENT CHARACTER} it is"}


def test_new_characters_are_numbered_and_stand_behind_the_one_named() -> None:
    document = a_document()
    first = edits.add_character(document, TRIAD, after=LAO)
    second = edits.add_character(document, TRIAD, after=first)
    assert names(document)[:3] == ["Lao Qing", "New character", "New character 2"]
    assert (the(document, second).group, the(document, second).stats) == (TRIAD, {})


def test_new_groups_are_numbered() -> None:
    document = a_document()
    made = [edits.add_group(document), edits.add_group(document)]
    assert [(group.id, group.name) for group in document.roster.groups[3:]] == [
        (made[0], "New group"),
        (made[1], "New group 2"),
    ]


def test_a_copy_takes_the_next_free_number_and_stands_behind_its_original_and_their_gang() -> None:
    document = a_document()
    second = edits.duplicate_characters(document, [MOOK])[0]
    assert the(document, edits.duplicate_characters(document, [MOOK])[0]).name == "Triad mook 3"
    assert the(document, edits.duplicate_characters(document, [second])[0]).name == "Triad mook 4"
    assert the(document, edits.duplicate_characters(document, [LAO])[0]).name == "Lao Qing 2"
    assert names(document) == [
        "Lao Qing",
        "Lao Qing 2",
        "Sergeant Okoro",
        "Jaqui",
        "Triad mook 1",
        "Triad mook 2",
        "Triad mook 3",
        "Triad mook 4",
    ]


def test_whoever_is_renamed_stands_with_the_gang_of_that_name() -> None:
    document = a_document()
    edits.duplicate_characters(document, [MOOK])
    edits.move_characters(document, [LAO], the(document, MOOK).group)
    before = names(document)
    edits.rename_character(document, LAO, "Triad mook 3")
    assert names(document)[-3:] == ["Triad mook 1", "Triad mook 2", "Triad mook 3"]
    edits.rename_character(document, MOOK, "Triad mook 9")
    assert names(document)[-3:] == ["Triad mook 2", "Triad mook 3", "Triad mook 9"]
    edits.rename_character(document, MOOK, "Boss")
    assert names(document)[-3:] == ["Triad mook 2", "Triad mook 3", "Boss"]
    for _ in range(3):
        document.stack.undo()
    assert names(document) == before


def test_a_copy_is_independent_of_its_original() -> None:
    document = a_document()
    copy_id = edits.duplicate_characters(document, [LAO])[0]
    copy, lao = the(document, copy_id), the(document, LAO)
    same = structs.replace(copy, id=lao.id, name=lao.name, skills=lao.skills)
    assert same == lao
    assert [(skill.name, skill.rating) for skill in copy.skills] == [("Guns", 65), ("Fray", 60)]
    assert not {skill.id for skill in copy.skills} & {skill.id for skill in lao.skills}
    edits.set_skill(document, copy_id, copy.skills[0].id, "Guns 10")
    edits.set_aptitude(document, copy_id, "REF", "5")
    assert the(document, LAO) == lao
    edits.remove_characters(document, [LAO])
    assert the(document, copy_id).stats["REF"] == 5


def test_a_copy_and_an_edit_carry_what_a_newer_file_says() -> None:
    roster = a_roster()
    lao = structs.replace(roster.characters[0], extra={"morph": {"name": "fury"}})
    document = a_document(structs.replace(roster, characters=(lao,)))
    copy_id = edits.duplicate_characters(document, [LAO])[0]
    edits.rename_character(document, copy_id, "Twin")
    assert the(document, copy_id).extra == {"morph": {"name": "fury"}}


@pytest.mark.parametrize(
    ("line", "linked"),
    [
        ("Melee 40", ("Melee", 40, "SOM", "Combat")),
        ("know: triads 60", ("Know: triads", 60, "COG", "Know")),
        ("Juggling 30", ("Juggling", 30, "", "")),
    ],
)
def test_a_new_skill_is_linked_as_the_system_says(line: str, linked: tuple[str, int, str, str]) -> None:
    document = a_document()
    assert skill_line(document, LAO, edits.add_skill(document, LAO, line)) == linked


def test_adding_a_skill_that_is_there_sets_its_rating() -> None:
    document = a_document()
    assert edits.add_skill(document, LAO, "FRAY 75") == FRAY
    assert skill_line(document, LAO, FRAY) == ("Fray", 75, "REF", "Combat")
    assert len(the(document, LAO).skills) == 2


def test_a_skill_under_another_name_is_linked_anew() -> None:
    document = a_document()
    edits.set_skill(document, LAO, FRAY, "Infosec 60")
    assert skill_line(document, LAO, FRAY) == ("Infosec", 60, "COG", "Technical")
    edits.set_skill(document, LAO, FRAY, "Juggling 60")
    assert skill_line(document, LAO, FRAY) == ("Juggling", 60, "", "")


def test_another_rating_leaves_links_as_the_gm_has_them() -> None:
    roster = a_roster()
    own = structs.replace(roster.characters[0], skills=(a_skill("own", "Fray", 60, aptitude="INT"),))
    document = a_document(structs.replace(roster, characters=(own,)))
    edits.set_skill(document, LAO, "own", "FRAY 70")
    assert skill_line(document, LAO, "own") == ("FRAY", 70, "INT", "Combat")


def test_removing_a_group_keeps_its_characters_without_one() -> None:
    document = a_document()
    edits.remove_group(document, TRIAD)
    assert [group.id for group in document.roster.groups] == [PLAYERS, SECURITY]
    assert [one.id for one in document.roster.members("")] == [LAO, OKORO, MOOK]


def test_a_character_moves_before_another_or_to_the_end_of_a_group() -> None:
    document = a_document()
    edits.move_characters(document, [OKORO], TRIAD, MOOK)
    assert [one.id for one in document.roster.members(TRIAD)] == [LAO, OKORO, MOOK]
    edits.move_characters(document, [LAO], TRIAD)
    assert [one.id for one in document.roster.members(TRIAD)] == [OKORO, MOOK, LAO]


def test_points_are_set_typed_over_and_taken_away() -> None:
    document = a_document()
    for text, points in (("2/3", (2, 3)), ("1", (1, 3)), ("5", (5, 5)), ("0/5", (0, 5))):
        edits.set_points(document, LAO, "vigor", text)
        vigor = the(document, LAO).points["vigor"]
        assert (vigor.now, vigor.max) == points
    edits.set_points(document, LAO, "vigor", " ")
    assert the(document, LAO).points == {}


@pytest.mark.parametrize(
    ("now", "most", "threat"), [(1, 2, (1, 2)), (3, 2, (2, 2)), (-1, 2, (0, 2)), (0, 0, None), (1, -1, None)]
)
def test_what_a_group_shares_stays_between_none_and_all(now: int, most: int, threat: tuple[int, int] | None) -> None:
    document = a_document()
    edits.set_threat(document, TRIAD, 1, 1)
    edits.set_threat(document, TRIAD, now, most)
    group = document.roster.group(TRIAD)
    assert group is not None
    assert (group.threat and (group.threat.now, group.threat.max)) == threat


def test_several_characters_move_together_in_their_order() -> None:
    document = a_document()
    edits.move_characters(document, [JAQUI, OKORO], TRIAD, MOOK)
    assert [one.id for one in document.roster.members(TRIAD)] == [LAO, JAQUI, OKORO, MOOK]
    assert document.stack.undoText() == "move 2 characters"
    document.stack.undo()
    assert document.roster == a_roster()


def test_several_that_are_dropped_on_one_of_themselves_go_before_the_next_of_the_group() -> None:
    document = a_document()
    edits.move_characters(document, [JAQUI], TRIAD)
    edits.move_characters(document, [OKORO, LAO], TRIAD, LAO)
    assert [one.id for one in document.roster.members(TRIAD)] == [OKORO, LAO, MOOK, JAQUI]
    edits.move_characters(document, [MOOK, JAQUI], TRIAD, MOOK)
    assert [one.id for one in document.roster.members(TRIAD)] == [OKORO, LAO, MOOK, JAQUI]


def test_a_character_dropped_on_itself_stays_where_it_is() -> None:
    document = a_document()
    edits.move_characters(document, [LAO], TRIAD, LAO)
    assert document.roster == a_roster()
    assert not document.stack.canUndo()


def test_several_characters_are_copied_together_each_behind_its_original() -> None:
    document = a_document()
    copies = edits.duplicate_characters(document, [LAO, MOOK])
    assert [the(document, one).name for one in copies] == ["Lao Qing 2", "Triad mook 2"]
    assert [one.id for one in document.roster.members(TRIAD)] == [LAO, copies[0], MOOK, copies[1]]
    document.stack.undo()
    assert document.roster == a_roster()


def test_copies_of_the_same_name_get_numbers_of_their_own() -> None:
    document = a_document()
    second = edits.duplicate_characters(document, [MOOK])[0]
    copies = edits.duplicate_characters(document, [MOOK, second])
    assert [the(document, one).name for one in copies] == ["Triad mook 3", "Triad mook 4"]


def test_several_characters_are_removed_together() -> None:
    document = a_document()
    edits.remove_characters(document, [LAO, OKORO, MOOK])
    assert [one.id for one in document.roster.characters] == [JAQUI]
    assert document.stack.undoText() == "remove 3 characters"
    document.stack.undo()
    assert document.roster == a_roster()


def test_a_change_to_several_is_refused_before_anything_has_changed() -> None:
    document = a_document()
    for change in (edits.duplicate_characters, edits.remove_characters):
        with pytest.raises(RulesError, match="no longer"):
            change(document, [LAO, "nobody"])
    with pytest.raises(RulesError, match="no longer"):
        edits.move_characters(document, [LAO, "nobody"], PLAYERS)
    assert document.roster == a_roster()


def test_several_kinds_of_points_are_set_by_a_line_as_one_step() -> None:
    document = a_document()
    edits.set_points(document, LAO, "flex", "Insight 2/3, vigor 1")
    held = {key: (points.now, points.max) for key, points in the(document, LAO).points.items()}
    assert (held, document.stack.undoText()) == ({"insight": (2, 3), "vigor": (1, 1)}, "set points of Lao Qing")
    for text in ("Insight 2/3, Karma 1", "Threat 2", "Insight 3/2"):
        with pytest.raises(BadRatingError):
            edits.set_points(document, LAO, "flex", text)
    assert document.stack.count() == 1


def moxie(document: RosterDocument) -> tuple[int | None, tuple[int, int] | None]:
    """Return the number on the card, and how many points are left and of how many."""
    lao = the(document, LAO)
    points = lao.points.get("moxie")
    return lao.stats.get("MOX"), None if points is None else (points.now, points.max)


def test_moxie_typed_as_a_value_is_the_pool_and_the_pool_is_the_value() -> None:
    document = RosterDocument(a_roster(system="ep1"), load_system("ep1"), counted())
    edits.set_aptitude(document, LAO, "MOX", "3")
    assert moxie(document) == (3, (3, 3))
    edits.set_points(document, LAO, "moxie", "1")
    assert moxie(document) == (3, (1, 3))
    edits.set_aptitude(document, LAO, "MOX", "5")
    assert moxie(document) == (5, (3, 5)), "what is spent stays spent"
    edits.set_aptitude(document, LAO, "MOX", "1")
    assert moxie(document) == (1, (0, 1))
    edits.set_points(document, LAO, "moxie", "2/4")
    assert moxie(document) == (4, (2, 4))
    with pytest.raises(BadRatingError):
        edits.set_aptitude(document, LAO, "MOX", "11")
    edits.set_aptitude(document, LAO, "MOX", "")
    assert moxie(document) == (None, None)
    document.stack.undo()
    edits.set_points(document, LAO, "moxie", "")
    assert moxie(document) == (None, None)


def test_moxie_is_no_value_of_the_other_systems() -> None:
    document = a_document()
    edits.set_points(document, LAO, "moxie", "2")
    assert moxie(document) == (None, (2, 2))


def test_a_scene_shows_the_name_of_somebody_who_is_gone_as_it_was_last() -> None:
    from gm_desk.model.scene.scene_edits import add_scene

    document = a_document()
    add_scene(document, [LAO, JAQUI], "Dock")
    edits.rename_character(document, LAO, "Old Lao")
    edits.set_kind(document, JAQUI, "npc")
    edits.remove_characters(document, [LAO])
    scene = document.roster.on_stage
    assert scene is not None
    assert [one.name for one in scene.fighters] == ["Old Lao", "Jaqui"]


def test_edits_around_a_scene_are_undone_to_the_same_bytes() -> None:
    from gm_desk.model.scene.scene_edits import add_scene, add_typed, set_hidden
    from gm_desk.store.rosters.files import encode_roster

    document = a_document()
    before = encode_roster(document.roster)
    add_scene(document, [LAO, JAQUI], "Dock")
    for line in ("Alarm 5", "turn 3: lights return", "Repair 8 h"):
        add_typed(document, line)
    set_hidden(document, [LAO], hidden=True)
    edits.rename_character(document, LAO, "Old Lao")
    edits.remove_characters(document, [LAO])
    after = encode_roster(document.roster)
    while document.stack.canUndo():
        document.stack.undo()
    assert encode_roster(document.roster) == before
    while document.stack.canRedo():
        document.stack.redo()
    assert encode_roster(document.roster) == after
