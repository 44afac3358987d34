"""The undo stack: what is typed is settled before any step, and no step is made inside another."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs
from pytestqt.exceptions import capture_exceptions

import gm_desk
from gm_desk.core.characters.roster import Roster
from gm_desk.model.roster import edits
from gm_desk.model.roster.document import NestedStepError, RosterDocument
from model_makers import LAO, MOOK, a_document, a_roster, heard, the


class Typist:
    """Type the notes of Lao, and hand them in when asked."""

    def __init__(self, document: RosterDocument) -> None:
        self.document = document
        self.words: list[str] = []
        document.stack.settle_requested.connect(self.hand_in)

    def hand_in(self) -> None:
        while self.words:
            edits.set_notes(self.document, LAO, self.words.pop(0))


def test_what_is_typed_is_a_step_of_its_own_before_the_change_and_neither_is_lost() -> None:
    document = a_document()
    typist = Typist(document)
    typist.words.append("typed")
    edits.rename_character(document, LAO, "Lao")
    assert (the(document, LAO).name, the(document, LAO).notes) == ("Lao", "typed")
    assert [document.stack.text(at) for at in range(2)] == ["edit notes of Lao Qing", "rename Lao Qing"]
    document.stack.undo()
    assert (the(document, LAO).name, the(document, LAO).notes) == ("Lao Qing", "typed")


STEPS: dict[str, Callable[[RosterDocument], object]] = {
    "undo": lambda document: document.stack.undo(),
    "setIndex": lambda document: document.stack.setIndex(0),
    "beginMacro": lambda document: (document.stack.beginMacro("several"), document.stack.endMacro()),
    "settle": lambda document: document.stack.settle(),
}


@pytest.mark.parametrize("step", STEPS)
def test_nothing_is_half_typed_when_a_step_is_made(step: str) -> None:
    document = a_document()
    edits.rename_character(document, LAO, "Lao")
    typist = Typist(document)
    typist.words.append("typed")
    said = heard(document.touched)
    STEPS[step](document)
    assert said[0] == (LAO,)
    assert "edit notes of Lao" in [document.stack.text(at) for at in range(document.stack.count())]


def test_a_redo_after_something_was_typed_does_nothing_but_keep_it() -> None:
    document = a_document()
    edits.rename_character(document, LAO, "Lao")
    document.stack.undo()
    typist = Typist(document)
    typist.words.append("typed")
    document.stack.redo()
    assert (the(document, LAO).name, the(document, LAO).notes) == ("Lao Qing", "typed")
    assert not document.stack.canRedo()


@pytest.mark.parametrize("does", ["undo", "redo", "push", "setIndex", "clear", "beginMacro"])
def test_a_step_inside_another_is_refused_loudly_and_harms_nothing(does: str) -> None:
    document = a_document()
    edits.rename_character(document, MOOK, "Mook")
    nested: dict[str, Callable[[], object]] = {
        "undo": document.stack.undo,
        "redo": document.stack.redo,
        "push": lambda: edits.set_notes(document, LAO, "nested"),
        "setIndex": lambda: document.stack.setIndex(0),
        "clear": document.stack.clear,
        "beginMacro": lambda: document.stack.beginMacro("nested"),
    }
    document.touched.connect(lambda _: nested[does]())
    with capture_exceptions() as caught:
        edits.rename_character(document, LAO, "Lao")
    assert [kind for kind, *_ in caught] == [NestedStepError]
    assert (document.stack.count(), document.stack.index()) == (2, 2)
    assert (the(document, LAO).name, the(document, LAO).notes, the(document, MOOK).name) == ("Lao", "", "Mook")


def typed(document: RosterDocument, run: int, line: str) -> None:
    skill = the(document, LAO).skills[0].id
    with document.runs.typing(run):
        edits.set_skill(document, LAO, skill, line)


def test_what_is_taken_on_the_way_is_one_step_and_is_read_as_if_typed_at_once() -> None:
    document, run = a_document(), 7
    first = document.roster
    for line in ("Gun 6", "Guns 6", "Guns 66 (Pis 7)", "Guns 66 (Pistols 76)"):
        typed(document, run, line)
    skill = the(document, LAO).skills[0]
    assert (skill.name, skill.rating, skill.aptitude) == ("Guns", 66, "REF")
    assert (document.stack.count(), document.stack.undoText()) == (1, "set Guns of Lao Qing")
    document.stack.undo()
    assert document.roster is first


def test_what_is_typed_back_to_what_stood_there_leaves_no_step() -> None:
    document = a_document()
    before = the(document, LAO).skills[0]
    typed(document, 7, "Guns 6")
    typed(document, 7, f"{before.name} {before.rating}")
    assert (document.stack.count(), document.roster) == (0, a_roster())


def test_a_run_that_is_taken_back_leaves_no_step_and_takes_nothing_else_with_it() -> None:
    document = a_document()
    edits.rename_character(document, LAO, "Lao")
    typed(document, 7, "Guns 6")
    document.runs.take_back(7)
    assert (document.stack.undoText(), document.stack.count()) == ("rename Lao Qing", 1)
    typed(document, 8, "Guns 6")
    edits.rename_character(document, MOOK, "Mook")
    document.runs.take_back(8)
    assert (the(document, LAO).skills[0].rating, document.stack.count()) == (6, 3)


def test_a_run_that_was_undone_and_redone_goes_on_as_the_same_step() -> None:
    document = a_document()
    first = document.roster
    typed(document, 7, "Guns 6")
    document.stack.undo()
    document.stack.redo()
    typed(document, 7, "Guns 66")
    assert (the(document, LAO).skills[0].rating, document.stack.count()) == (66, 1)
    document.stack.undo()
    assert document.roster is first


def test_a_change_tells_whether_the_roster_is_as_wanted() -> None:
    document = a_document()

    def renamed(name: str) -> Roster:
        return structs.replace(document.roster, name=name)

    assert document.change(renamed("Venus"), "rename")
    assert document.change(renamed("Venus"), "rename again")
    document.set_read_only("it is held")
    assert not document.change(renamed("Mars"), "rename")
    assert document.roster.name == "Venus"


def test_every_macro_ends_with_its_block() -> None:
    using = {
        path.name for path in Path(gm_desk.__file__).parent.rglob("*.py") if "beginMacro" in path.read_text("utf-8")
    }
    assert using == {"document.py"}


def test_a_macro_ends_with_its_block_even_after_an_error_and_is_one_step() -> None:
    document = a_document()

    def rename_and_fail() -> None:
        with document.stack.macro("rename & fail"):
            edits.rename_character(document, LAO, "Lao")
            edits.set_notes(document, LAO, "noted")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        rename_and_fail()
    assert not document.stack.in_macro
    assert (document.stack.count(), document.stack.text(0)) == (1, "rename && fail")
    document.stack.undo()
    assert (the(document, LAO).name, the(document, LAO).notes) == ("Lao Qing", "")
    edits.rename_character(document, LAO, "Lao")
    document.stack.undo()
    assert the(document, LAO).name == "Lao Qing"
