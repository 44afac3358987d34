"""What the players see, changed in undo steps."""

import pytest

from gm_desk.core.errors import TurnError
from gm_desk.core.scenes.scene import Fighter
from gm_desk.model.players import players_edits
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.scene_edits import add_clock, add_scene
from model_makers import JAQUI, LAO, MOOK, a_document


@pytest.fixture
def document() -> RosterDocument:
    made = a_document()
    add_scene(made, [JAQUI, LAO])
    return made


def fighter(document: RosterDocument, character_id: str) -> Fighter:
    scene = document.roster.on_stage
    found = None if scene is None else scene.fighter(character_id)
    assert found is not None
    return found


def test_an_alias_is_set_and_removed_in_named_steps(document: RosterDocument) -> None:
    players_edits.set_alias(document, [LAO], "  Masked \n gunman ")
    assert (fighter(document, LAO).alias, document.stack.undoText()) == ("Masked gunman", "call Lao Qing Masked gunman")
    players_edits.set_alias(document, [LAO, JAQUI], " ")
    assert (fighter(document, LAO).alias, document.stack.undoText()) == ("", "call 2 characters by name")
    document.stack.undo()
    assert fighter(document, LAO).alias == "Masked gunman"


def test_health_is_told_for_all_or_for_each(document: RosterDocument) -> None:
    players_edits.set_health_told(document, [LAO], told=False)
    players_edits.set_scene_health(document, told=False)
    players_edits.set_health_told(document, [JAQUI], told=True)
    scene = document.roster.on_stage
    assert scene is not None
    assert (fighter(document, LAO).health, fighter(document, JAQUI).health, scene.health) == (False, True, False)
    players_edits.set_health_told(document, [LAO], told=None)
    assert fighter(document, LAO).health is None


def test_a_clock_is_shown_and_hidden(document: RosterDocument) -> None:
    clock = add_clock(document, "Security arrives", 5)
    players_edits.show_clock(document, clock, shown=True)
    scene = document.roster.on_stage
    assert scene is not None
    assert scene.clocks[0].shown
    document.stack.undo()
    assert document.roster.on_stage is not None
    assert not document.roster.on_stage.clocks[0].shown


def test_only_those_in_the_scene_can_have_an_alias(document: RosterDocument) -> None:
    with pytest.raises(TurnError):
        players_edits.set_alias(document, [MOOK], "Nobody")
