"""A group's colour and place are changed in steps that can be undone."""

import pytest

from gm_desk.core.errors import RulesError
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.selection_edits import COLOURS, move_group, place_of_group, set_group_colour, shift_group
from model_makers import PLAYERS, SECURITY, TRIAD, a_document
from themes import CONTRAST, DARK, LIGHT, contrast


def order(document: RosterDocument) -> list[str]:
    return [group.id for group in document.roster.groups]


def test_a_colour_is_given_and_taken_away_undoably() -> None:
    document = a_document()
    set_group_colour(document, TRIAD, "#c25a66")
    assert document.stack.undoText() == "set colour of Dock triad"
    set_group_colour(document, TRIAD, "")
    assert [group.colour for group in document.roster.groups] == ["", "", ""]
    document.stack.undo()
    assert [group.colour for group in document.roster.groups] == ["", "#c25a66", ""]


@pytest.mark.parametrize("colour", ["red", "#fff", "#12345g", "#1234567"])
def test_what_is_no_colour_is_refused(colour: str) -> None:
    document = a_document()
    with pytest.raises(RulesError, match="is not a colour"):
        set_group_colour(document, TRIAD, colour)
    assert document.stack.count() == 0


@pytest.mark.parametrize(
    ("mover", "before", "expected"),
    [
        (SECURITY, PLAYERS, [SECURITY, PLAYERS, TRIAD]),
        (PLAYERS, "", [TRIAD, SECURITY, PLAYERS]),
        (PLAYERS, SECURITY, [TRIAD, PLAYERS, SECURITY]),
        (PLAYERS, "gone", [TRIAD, SECURITY, PLAYERS]),
    ],
)
def test_a_group_moves_before_another_or_behind_all(mover: str, before: str, expected: list[str]) -> None:
    document = a_document()
    move_group(document, mover, before)
    assert order(document) == expected
    document.stack.undo()
    assert order(document) == [PLAYERS, TRIAD, SECURITY]


def test_a_group_stays_where_it_is_without_a_step() -> None:
    document = a_document()
    move_group(document, TRIAD, TRIAD)
    move_group(document, TRIAD, SECURITY)
    shift_group(document, PLAYERS, -1)
    shift_group(document, SECURITY, 1)
    assert document.stack.count() == 0


def test_a_group_moves_step_by_step() -> None:
    document = a_document()
    shift_group(document, PLAYERS, 1)
    assert (order(document), place_of_group(document, PLAYERS)) == ([TRIAD, PLAYERS, SECURITY], 1)
    shift_group(document, PLAYERS, 1)
    shift_group(document, PLAYERS, -1)
    assert order(document) == [TRIAD, PLAYERS, SECURITY]
    assert document.stack.undoText() == "move group Players"


def test_a_group_that_is_gone_is_refused() -> None:
    with pytest.raises(RulesError, match="no longer"):
        shift_group(a_document(), "gone", 1)


@pytest.mark.parametrize("name", COLOURS)
def test_every_colour_stands_out_in_every_theme(name: str) -> None:
    for theme in (DARK, LIGHT, CONTRAST):
        assert contrast(COLOURS[name], theme.panel) >= 3
