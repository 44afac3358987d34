"""Changes to several characters at once are one undo step each."""

from collections.abc import Callable

import pytest
from msgspec import structs

from gm_desk.core.errors import RulesError
from gm_desk.core.rules.health import Health
from gm_desk.model.roster import selection_edits
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.selection_edits import MOST_COPIES
from model_makers import JAQUI, LAO, MOOK, TRIAD, a_document, a_roster, harming, the

Edit = Callable[[RosterDocument], object]


def hurt() -> RosterDocument:
    roster = a_roster()
    harm = Health(damage=12, wounds=2, stress=3, traumas=1, ignored_wounds=1)
    return a_document(
        structs.replace(
            roster,
            characters=tuple(
                structs.replace(one, health=harm, tags=("boss",) if one.id == LAO else ()) for one in roster.characters
            ),
        )
    )


EDITS: dict[str, Edit] = {
    "duplicate 2 characters 3 times": lambda document: selection_edits.duplicate_times(document, [LAO, MOOK], 3),
    "duplicate Lao Qing 1 time": lambda document: selection_edits.duplicate_times(document, [LAO], 1),
    "tag 2 characters “scared”": lambda document: selection_edits.add_tag(document, [LAO, MOOK], " scared "),
    "take the tag “boss” from Lao Qing": lambda document: selection_edits.remove_tag(document, [LAO], "boss"),
    "make 2 characters player characters": lambda document: selection_edits.set_kinds(document, [LAO, MOOK], "pc"),
    "make Jaqui an NPC": lambda document: selection_edits.set_kinds(document, [JAQUI], "npc"),
    "heal 2 characters": lambda document: harming(document).heal([LAO, MOOK]),
}


@pytest.mark.parametrize("text", EDITS)
def test_each_is_one_step_with_a_name_and_can_be_undone(text: str) -> None:
    document = hurt()
    before = document.roster
    EDITS[text](document)
    assert (document.stack.count(), document.stack.undoText()) == (1, text)
    assert document.roster != before
    document.stack.undo()
    assert document.roster == before


def test_copies_are_numbered_independent_and_stand_behind_their_original() -> None:
    document = a_document()
    made = selection_edits.duplicate_times(document, [MOOK], 3)
    triad = document.roster.members(TRIAD)
    assert [one.name for one in triad] == ["Lao Qing", "Triad mook 1", "Triad mook 2", "Triad mook 3", "Triad mook 4"]
    assert [one.id for one in triad[2:]] == made
    ids = [skill.id for one in document.roster.characters for skill in one.skills]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize(("times", "numbers"), [(4, [1] * 5), (1, [5, 5])])
def test_as_many_copies_as_a_character_stands_for_make_single_ones(times: int, numbers: list[int]) -> None:
    document = a_document()
    document.change_character(structs.replace(document.existing(MOOK), number=5), "count")
    made = selection_edits.duplicate_times(document, [MOOK], times)
    assert [document.existing(one).number for one in (MOOK, *made)] == numbers
    document.stack.undo()
    assert document.existing(MOOK).number == 5


def test_copies_of_several_take_no_name_twice() -> None:
    document = a_document()
    first = selection_edits.duplicate_times(document, [MOOK], 1)
    selection_edits.duplicate_times(document, [MOOK, *first], 2)
    names = [one.name for one in document.roster.characters]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("times", [-1, 0, MOST_COPIES + 1])
def test_a_number_of_copies_out_of_range_is_refused(times: int) -> None:
    document = a_document()
    with pytest.raises(RulesError, match="1 to 50"):
        selection_edits.duplicate_times(document, [LAO], times)
    assert document.stack.count() == 0


def test_a_tag_is_there_once_whatever_its_case() -> None:
    document = hurt()
    selection_edits.add_tag(document, [LAO, MOOK], "BOSS")
    assert (the(document, LAO).tags, the(document, MOOK).tags) == (("boss",), ("BOSS",))
    selection_edits.add_tag(document, [LAO, MOOK], "boss")
    assert document.stack.count() == 1, "nothing changed, so it is no step"


def test_an_empty_tag_and_somebody_gone_are_refused() -> None:
    document = hurt()
    with pytest.raises(RulesError, match="empty"):
        selection_edits.add_tag(document, [LAO], " ")
    for nobody in (["nobody"], []):
        with pytest.raises(RulesError, match="no longer"):
            harming(document).heal(nobody)
    assert document.stack.count() == 0


def test_healing_leaves_what_can_be_ignored_and_whoever_is_not_meant() -> None:
    document = hurt()
    harming(document).heal([LAO])
    assert the(document, LAO).health == Health(ignored_wounds=1)
    assert the(document, MOOK).health.damage == 12


def test_whoever_is_not_changed_is_not_told_of() -> None:
    document = hurt()
    changed: list[str] = []
    document.character_changed.connect(changed.append)
    selection_edits.set_kinds(document, [LAO, JAQUI], "pc")
    assert changed == [LAO]
