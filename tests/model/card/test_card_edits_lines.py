"""Armor and movement: typed as a line, one undo step each."""

import pytest

from gm_desk.core.characters.stat_block import Armor, Movement
from gm_desk.core.errors import BadArmorError
from gm_desk.model.card import card_edits
from model_makers import LAO, a_document, the

pytestmark = pytest.mark.usefixtures("qapp")


def test_armor_is_typed_shown_and_taken_away() -> None:
    document = a_document()
    card_edits.set_line(document, LAO, "armor", "6/12 vest")
    assert the(document, LAO).armor == (Armor(values={"energy": 6, "kinetic": 12}, name="vest"),)
    assert card_edits.line_of(document, "armor", the(document, LAO)) == "6/12 (vest)"
    assert document.stack.undoText() == "set armor of Lao Qing"
    card_edits.set_line(document, LAO, "armor", "")
    assert the(document, LAO).armor == ()


def test_movement_is_typed_and_shown() -> None:
    document = a_document()
    card_edits.set_line(document, LAO, "movement", "Walker 4/20")
    assert the(document, LAO).movement == (Movement(name="Walker", base=4, full=20),)
    assert card_edits.line_of(document, "movement", the(document, LAO)) == "Walker 4/20"
    assert document.stack.undoText() == "set movement of Lao Qing"


def test_what_is_no_armor_is_refused_before_anything_changes() -> None:
    document = a_document()
    with pytest.raises(BadArmorError):
        card_edits.set_line(document, LAO, "armor", "thick")
    card_edits.set_line(document, "nobody", "armor", "6/12")
    assert document.stack.count() == 0


def test_each_line_says_how_it_is_typed() -> None:
    document = a_document()
    assert card_edits.hint_of(document, "armor").startswith("6/8 (vest) is energy, kinetic")
    assert card_edits.hint_of(document, "movement").startswith("4/20")
