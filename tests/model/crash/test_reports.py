"""The breadcrumbs: the names of the last actions, and nothing else about them."""

import pytest
from PySide6.QtGui import QUndoStack

from gm_desk.model.crash.reports import LONGEST_ACTION, MOST, Breadcrumbs
from gm_desk.model.roster import edits
from model_makers import LAO, Clock, a_document

pytestmark = pytest.mark.usefixtures("qapp")


def words(trail: Breadcrumbs) -> list[str]:
    return [said for _, said in trail.steps]


def test_steps_are_named_as_they_are_done_and_undone() -> None:
    document, trail = a_document(), Breadcrumbs(Clock())
    trail.follow(document.stack)
    edits.rename_character(document, LAO, "Lao")
    edits.set_notes(document, LAO, "Killed the mayor.")
    document.stack.undo()
    document.stack.undo()
    document.stack.redo()
    assert words(trail) == [
        "done: rename Lao Qing",
        "done: edit notes of Lao",
        "undone: edit notes of Lao",
        "undone: rename Lao Qing",
        "done: rename Lao Qing",
    ]
    assert "mayor" not in str(trail.steps)


def test_a_stack_that_is_cleared_did_nothing() -> None:
    stack, trail = QUndoStack(), Breadcrumbs(Clock())
    trail.follow(stack)
    stack.clear()
    assert words(trail) == []


def test_what_is_noted_has_its_time() -> None:
    trail = Breadcrumbs(Clock(5))
    trail.note("New character")
    assert list(trail.steps) == [(5, "New character")]


def test_only_the_last_ones_are_remembered_and_nothing_long() -> None:
    trail = Breadcrumbs(Clock())
    for number in range(MOST + 5):
        trail.note(f"{number} {'x' * 200}")
    assert len(trail.steps) == MOST
    assert words(trail)[0].startswith("5 ")
    assert max(map(len, words(trail))) == LONGEST_ACTION
