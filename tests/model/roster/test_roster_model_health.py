"""Health in the rows of the roster: it follows every change, and undo."""

from fractions import Fraction

import pytest
from msgspec import structs
from PySide6.QtCore import Qt

from gm_desk.core.rules.health import Health
from gm_desk.model.item_models import Role
from gm_desk.model.roster import edits
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.roster_model import RosterModel
from model_makers import LAO, OKORO, PLAYERS, a_document, a_roster, harming, heard

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def document() -> RosterDocument:
    """Lao Qing has DUR 40 and WT 8."""
    roster = a_roster()
    lao = next(one for one in roster.characters if one.id == LAO)
    return a_document(roster.with_character(structs.replace(lao, stats={**lao.stats, "DUR": 40, "WT": 8})))


def reads(model: RosterModel, role: int, character_id: str = LAO) -> object:
    return model.index_of(character_id).data(role)


def test_a_hit_shows_in_the_row_and_goes_with_undo(document: RosterDocument) -> None:
    model = RosterModel(document)
    changed = heard(model.dataChanged)
    assert [reads(model, role) for role in (Role.LEFT, Role.MARKS, Role.OUT)] == [1, "", False]
    harming(document).suffer([LAO], "damage", "10")
    assert [reads(model, role) for role in (Role.LEFT, Role.MARKS, Role.OUT)] == [Fraction(3, 4), "● −10", False]
    assert changed
    document.stack.undo()
    assert [reads(model, role) for role in (Role.LEFT, Role.MARKS)] == [1, ""]


def test_whoever_is_out_of_action_is_told_so_and_still_found_by_concept(document: RosterDocument) -> None:
    model = RosterModel(document)
    harming(document).suffer([LAO], "damage", "=40")
    assert (reads(model, Role.OUT), reads(model, Role.DETAIL)) == (True, "Out · Enforcer")
    assert reads(model, Qt.ItemDataRole.AccessibleTextRole) == "Lao Qing, Enforcer, 0% left, out"
    model.set_filter("enforcer")
    assert model.characters() == [LAO]


def test_a_typed_length_lengthens_the_bar(document: RosterDocument) -> None:
    model = RosterModel(document)
    harming(document).suffer([LAO], "damage", "=20")
    edits.set_aptitude(document, LAO, "DUR", "80")
    assert reads(model, Role.LEFT) == Fraction(3, 4)


def test_headings_and_whoever_has_no_numbers_have_no_bar(document: RosterDocument) -> None:
    model = RosterModel(document)
    for row in (PLAYERS, OKORO):
        assert [reads(model, role, row) for role in (Role.LEFT, Role.MARKS, Role.OUT)] == [None, "", False]


def test_wounds_without_a_bar_are_marked_too(document: RosterDocument) -> None:
    okoro = document.character(OKORO)
    assert okoro is not None
    document.change_character(structs.replace(okoro, health=Health(wounds=1, traumas=1)), "hurt")
    model = RosterModel(document)
    assert (reads(model, Role.LEFT, OKORO), reads(model, Role.MARKS, OKORO)) == (None, "●● −20")
