"""The words of a card, changed as a GM changes them."""

from collections.abc import Callable

import pytest

from gm_desk.core.characters.roster import Character
from gm_desk.core.errors import BadRatingError
from gm_desk.model.card import card_edits
from gm_desk.model.roster.document import RosterDocument
from model_makers import LAO, a_document, the

Edit = Callable[[RosterDocument], None]


@pytest.mark.parametrize(
    ("edit", "name"),
    [
        (lambda document: card_edits.set_morph(document, LAO, "Ghost"), "set morph of Lao Qing"),
        (lambda document: card_edits.set_body(document, LAO, "synthmorph"), "set body of Lao Qing"),
        (lambda document: card_edits.set_threat_level(document, LAO, "Red"), "set threat level of Lao Qing"),
        (lambda document: card_edits.set_colour(document, LAO, "#733939"), "set colour of Lao Qing"),
        (lambda document: card_edits.set_number(document, LAO, "4"), "set number of Lao Qing"),
        (lambda document: card_edits.set_items(document, LAO, "ware", "Implants", "a, b"), "set implants of Lao Qing"),
        (lambda document: card_edits.set_rep(document, LAO, "g", "60"), "set g-rep of Lao Qing"),
    ],
)
def test_every_edit_is_one_step_with_a_name_that_can_be_undone(edit: Edit, name: str) -> None:
    document = a_document()
    before = document.roster
    edit(document)
    assert (document.stack.count(), document.stack.undoText()) == (1, name)
    edit(document)
    assert document.stack.count() == 1
    document.stack.undo()
    assert document.roster == before


@pytest.mark.parametrize(
    ("typed", "morph", "body"),
    [
        ("Ghost", "Ghost", ""),
        (" Ghost  morph ", "Ghost", ""),
        ("Case Synthmorph", "Case", "synthmorph"),
        ("biomorph", "", "biomorph"),
        ("Morphling", "Morphling", ""),
        ("", "", ""),
    ],
)
def test_a_morph_may_be_typed_with_its_kind_of_body(typed: str, morph: str, body: str) -> None:
    document = a_document()
    card_edits.set_morph(document, LAO, typed)
    assert (the(document, LAO).morph, the(document, LAO).body) == (morph, body)


def test_a_morph_without_a_kind_keeps_the_one_that_was_said() -> None:
    document = a_document()
    card_edits.set_morph(document, LAO, "Case synthmorph")
    card_edits.set_morph(document, LAO, "Synth morph")
    assert (the(document, LAO).morph, the(document, LAO).body) == ("Synth", "synthmorph")


@pytest.mark.parametrize(("typed", "number"), [("4", 4), ("×4", 4), (" × 12 ", 12), ("", 1), ("9999", 9999)])
def test_a_number_is_how_many_there_are(typed: str, number: int) -> None:
    assert card_edits.read_count(typed) == number


@pytest.mark.parametrize("typed", ["0", "-1", "10000", "four", "××4"])
def test_a_number_that_is_none_is_refused(typed: str) -> None:
    document = a_document()
    with pytest.raises(BadRatingError, match="1 to 9999"):
        card_edits.set_number(document, LAO, typed)
    assert document.stack.count() == 0


def test_rep_is_set_and_taken_away() -> None:
    document = a_document()
    for network, text in (("g", "60"), ("@", "0"), ("g", "65"), ("x", "")):
        card_edits.set_rep(document, LAO, network, text)
    assert the(document, LAO).rep == {"g": 65, "@": 0}
    card_edits.set_rep(document, LAO, "g", " ")
    assert the(document, LAO).rep == {"@": 0}


@pytest.mark.parametrize("text", ["151", "-1", "x"])
def test_rep_beyond_the_scale_is_refused(text: str) -> None:
    with pytest.raises(BadRatingError, match="0 to 150"):
        card_edits.set_rep(a_document(), LAO, "g", text)


@pytest.mark.parametrize(
    "edit",
    [
        lambda document: card_edits.set_morph(document, "nobody", "Ghost"),
        lambda document: card_edits.set_rep(document, "nobody", "g", "60"),
    ],
)
def test_nobody_is_changed_where_nobody_is(edit: Edit) -> None:
    document = a_document()
    edit(document)
    assert document.stack.count() == 0


def test_a_list_is_written_from_lines() -> None:
    document = a_document()
    card_edits.set_items(document, LAO, "gear", "Gear", "Rope\nKnife (old, blunt), Ecto")
    lao: Character = the(document, LAO)
    assert lao.gear == ("Rope", "Knife (old, blunt)", "Ecto")


def test_rep_in_several_networks_is_set_by_a_line_as_one_step() -> None:
    document = a_document()
    card_edits.set_rep(document, LAO, "@", "c-rep 40, g-rep 60")
    assert (the(document, LAO).rep, document.stack.undoText()) == ({"c": 40, "g": 60}, "set rep of Lao Qing")
    card_edits.set_rep(document, LAO, "c", "")
    card_edits.set_rep(document, LAO, "c", "g 50")
    assert (the(document, LAO).rep, document.stack.undoText()) == ({"g": 50}, "set g-rep of Lao Qing")


@pytest.mark.parametrize("text", ["c-rep 400", "zz-rep 40", "c-rep 40, many"])
def test_a_line_of_rep_with_a_part_that_will_not_do_changes_nothing(text: str) -> None:
    document = a_document()
    with pytest.raises(BadRatingError):
        card_edits.set_rep(document, LAO, "c", text)
    assert document.stack.count() == 0
