"""The numbers of one character: aptitudes typed or not, skills, edited in place."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import structs
from PySide6.QtCore import QModelIndex, Qt

from gm_desk.core.characters.roster import Roster
from gm_desk.core.systems.kaiser import modifier_of
from gm_desk.core.wording.phrases import signed
from gm_desk.model.card.stat_models import AptitudeModel, AttackModel, CharacterModel, RepModel, SkillModel
from gm_desk.model.item_models import Role
from gm_desk.model.roster import edits
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.shipped import load_system, resource
from model_makers import EP2, LAO, MOOK, OKORO, a_document, a_roster, column, counted, heard, the
from other_rosters import KAISER

pytestmark = pytest.mark.usefixtures("qapp")

EDIT, SPOKEN = Qt.ItemDataRole.EditRole, Qt.ItemDataRole.AccessibleTextRole


def showing(kind: type[CharacterModel], character_id: str = LAO) -> tuple[RosterDocument, CharacterModel]:
    document = a_document()
    model = kind(document)
    model.show(character_id)
    return document, model


def test_every_aptitude_of_the_system_is_shown_with_its_check() -> None:
    _, model = showing(AptitudeModel)
    assert column(model) == ["COG", "INT", "REF", "SAV", "SOM", "WIL"]
    assert column(model, Role.NUMBER) == ["10", "15", "20", "15", "25", "–"]
    assert column(model, Role.DETAIL) == ["check 30", "check 45", "check 60", "check 45", "check 75", ""]
    assert column(model, EDIT) == ["10", "15", "20", "15", "25", ""]
    assert column(model, SPOKEN)[4:] == ["SOM 25, check 75", "WIL not typed yet"]


def test_an_aptitude_of_ep1_is_shown_with_its_multiple_and_not_with_a_check() -> None:
    roster = structs.replace(a_roster(), system="ep1")
    model = AptitudeModel(document := RosterDocument(roster, load_system("ep1"), counted()))
    assert document.system.id == "ep1"
    model.show(LAO)
    assert column(model, Role.DETAIL)[0] == "× 3: 30"
    assert column(model, SPOKEN)[0] == "COG 10, × 3: 30"


def test_skills_are_shown_with_rating_and_linked_aptitude() -> None:
    document, model = showing(SkillModel)
    edits.add_skill(document, LAO, "Juggling 0")
    assert column(model) == ["Guns", "Fray", "Juggling"]
    assert column(model, Role.NUMBER) == ["65", "60", "0"]
    assert column(model, Role.DETAIL) == ["REF", "REF", ""]
    assert column(model, EDIT) == ["Guns 65", "Fray 60", "Juggling 0"]
    assert column(model, SPOKEN) == ["Guns 65, REF", "Fray 60, REF", "Juggling 0"]


@pytest.mark.parametrize("kind", [AptitudeModel, SkillModel])
def test_nobody_has_no_numbers(kind: type[CharacterModel]) -> None:
    _, model = showing(kind, "")
    assert column(model) == []
    model.show(LAO)
    model.show("nobody")
    assert column(model) == []


def test_a_row_is_found_by_its_id() -> None:
    _, skills = showing(SkillModel)
    _, aptitudes = showing(AptitudeModel)
    assert [skills.index_of(key).row() for key in (f"{LAO}-1", "gone", "")] == [1, -1, -1]
    assert aptitudes.index_of("WIL").row() == 5
    assert aptitudes.rowCount(aptitudes.index(0)) == 0


def test_an_aptitude_is_edited_in_place() -> None:
    document, model = showing(AptitudeModel)
    assert model.setData(model.index_of("WIL"), "10")
    assert model.setData(model.index_of("COG"), "")
    assert the(document, LAO).stats == {"INT": 15, "REF": 20, "SAV": 15, "SOM": 25, "WIL": 10}
    assert column(model, Role.NUMBER) == ["–", "15", "20", "15", "25", "10"]


def test_a_skill_is_edited_in_place() -> None:
    document, model = showing(SkillModel)
    assert model.setData(model.index(1), "Fray 75")
    assert column(model, EDIT) == ["Guns 65", "Fray 75"]
    assert document.stack.undoText() == "set Fray of Lao Qing"


@pytest.mark.parametrize(
    ("kind", "typed", "reason"),
    [
        (AptitudeModel, "61", "61 is outside the range 0 to 60"),
        (AptitudeModel, "x", "“x” is not a whole number from 0 to 60"),
        (SkillModel, "Guns 151", "151 is outside the range 0 to 150"),
        (SkillModel, "Guns", "the rating is missing: type a number after the name"),
        (SkillModel, " 65", "a name cannot be empty"),
        (SkillModel, "Fray 65", "Lao Qing has Fray already"),
    ],
)
def test_what_is_refused_says_why_and_changes_nothing(kind: type[CharacterModel], typed: str, reason: str) -> None:
    document, model = showing(kind)
    refused = heard(model.refused)
    assert not model.setData(model.index(0), typed)
    assert refused == [(reason,)]
    assert document.roster == a_roster()


@pytest.mark.parametrize("kind", [AptitudeModel, SkillModel])
def test_only_what_is_edited_is_taken(kind: type[CharacterModel]) -> None:
    document, model = showing(kind)
    assert not model.setData(QModelIndex(), "10")
    assert not model.setData(model.index(0), "10", Qt.ItemDataRole.DisplayRole)
    assert document.stack.count() == 0
    assert Qt.ItemFlag.ItemIsEditable in model.flags(model.index(0))
    assert model.flags(QModelIndex()) == Qt.ItemFlag.NoItemFlags


def test_a_new_number_repaints_and_does_not_reset() -> None:
    document, model = showing(SkillModel)
    reset, changed = heard(model.modelReset), heard(model.dataChanged)
    edits.set_skill(document, LAO, f"{LAO}-1", "Fray 10")
    edits.set_notes(document, MOOK, "not shown here")
    assert [(first.row(), last.row()) for first, last, _roles in changed] == [(0, 1)]
    assert reset == []
    removed, shown = heard(model.rowsRemoved), model.rowCount()
    edits.remove_skill(document, LAO, f"{LAO}-1")
    assert [(first, last) for _, first, last in removed] == [(1, 1)]
    assert (model.rowCount(), reset) == (shown - 1, [])


@pytest.mark.parametrize("kind", [AptitudeModel, SkillModel])
def test_a_character_who_is_removed_is_shown_no_longer_until_that_is_undone(kind: type[CharacterModel]) -> None:
    document, model = showing(kind)
    rows = column(model, EDIT)
    edits.remove_characters(document, [LAO])
    assert column(model) == []
    document.stack.undo()
    assert column(model, EDIT) == rows


def test_the_same_id_in_another_roster_is_somebody_else() -> None:
    document, model = showing(SkillModel)
    document.open(a_roster(characters=()), EP2)
    assert column(model) == []


@pytest.mark.parametrize(
    "do",
    [
        lambda document, _: edits.set_aptitude(document, LAO, "WIL", "10"),
        lambda document, _: edits.set_skill(document, LAO, f"{LAO}-0", "Guns 10"),
        lambda document, _: edits.add_skill(document, LAO, "Melee 50"),
        lambda document, _: edits.remove_characters(document, [LAO]),
        lambda document, _: document.open(a_roster(characters=()), EP2),
        lambda _, model: model.show(OKORO),
        lambda _, model: model.show(""),
    ],
)
@pytest.mark.parametrize("kind", [AptitudeModel, SkillModel])
def test_the_models_keep_qts_rules_through_every_change(
    qtmodeltester: Any, kind: type[CharacterModel], do: Callable[[RosterDocument, CharacterModel], Any]
) -> None:
    document, model = showing(kind)
    qtmodeltester.check(model)
    do(document, model)
    document.stack.undo()
    document.stack.redo()


def kaiser_document() -> RosterDocument:
    return RosterDocument(KAISER, load_system("kaiser"), counted())


def test_characteristics_show_their_modifier_and_resistances_nothing() -> None:
    document = kaiser_document()
    model = AptitudeModel(document)
    model.show("yrsa")
    assert column(model, Role.DETAIL) == [
        f"mod {signed(modifier_of(value) or 0)}" for value in (6, 7, 12, 9, 5, 4, 6, 8)
    ]
    assert column(model, Qt.ItemDataRole.ToolTipRole)[:2] == ["Strength", "Constitution"]
    resistances = AptitudeModel(document, rolled="resistance")
    resistances.show("yrsa")
    assert column(resistances) == ["PrR", "PhR", "IR", "SR", "MR"]
    assert column(resistances, Role.NUMBER) == ["4", "5", "5", "6", "7"]
    assert column(resistances, SPOKEN)[0] == "PrR 4"
    resistances.show("bram")
    assert column(resistances, Role.NUMBER) == ["–", "6", "–", "–", "–"]


def test_a_characteristic_beyond_the_table_shows_no_modifier() -> None:
    document = kaiser_document()
    model = AptitudeModel(document)
    model.show("yrsa")
    document.change_character(the(document, "yrsa").with_stat("STR", 40), "from a file")
    assert column(model, Role.DETAIL)[0] == ""


def test_other_systems_have_no_resistances() -> None:
    model = AptitudeModel(a_document(), rolled="resistance")
    model.show(LAO)
    assert column(model) == []


def test_a_rating_below_zero_is_shown_with_a_true_minus_and_edited_back() -> None:
    document = kaiser_document()
    model = SkillModel(document)
    model.show("yrsa")
    assert (column(model, Role.NUMBER)[2], column(model, EDIT)[2]) == ("−2", "Occult −2")
    assert model.setData(model.index(2), column(model, EDIT)[2].replace("2", "7"))
    assert the(document, "yrsa").skills[2].rating == -7


@pytest.mark.parametrize(("line", "problem"), [("Guns -5", "“-5” is not a whole number from 0 to 150")])
def test_ratings_below_zero_are_refused_elsewhere(line: str, problem: str) -> None:
    _, model = showing(SkillModel)
    said = heard(model.refused)
    assert not model.setData(model.index(0), line)
    assert said == [(problem,)]


def test_a_check_of_its_own_is_typed_behind_the_aptitude_and_goes_with_it() -> None:
    document, model = showing(AptitudeModel)
    row = model.index_of("SOM")
    assert model.setData(row, "25/95")
    assert the(document, LAO).checks == {"SOM": 95}
    assert [row.data(Role.NUMBER), row.data(Role.DETAIL), row.data(EDIT)] == ["25", "check 95", "25/95"]
    assert row.data(SPOKEN) == "SOM 25, check 95"
    assert model.setData(row, "25/75")
    assert the(document, LAO).checks == {}
    assert model.setData(row, "20/70")
    assert model.setData(row, "20")
    assert the(document, LAO).checks == {}


def test_a_check_that_cannot_be_is_refused() -> None:
    document, model = showing(AptitudeModel)
    refused = heard(model.refused)
    assert not model.setData(model.index_of("SOM"), "25/950")
    assert not model.setData(model.index_of("SOM"), "25/")
    assert the(document, LAO).checks == {}
    assert len(refused) == 2


class Mirror:
    """The cells of a model as a view knows them that reads only what it is told of."""

    def __init__(self, model: CharacterModel) -> None:
        self._model = model
        self.cells = [self._read(row) for row in range(model.rowCount())]
        self.read = 0
        model.dataChanged.connect(self._change)
        model.rowsInserted.connect(self._insert)
        model.rowsRemoved.connect(self._remove)

    def _read(self, row: int) -> tuple[str, ...]:
        index = self._model.index(row)
        return tuple(str(index.data(role)) for role in (Role.ID, Role.NAME, Role.NUMBER, Role.DETAIL, Role.TAIL, EDIT))

    def _change(self, first: QModelIndex, last: QModelIndex) -> None:
        for row in range(first.row(), last.row() + 1):
            self.cells[row] = self._read(row)
            self.read += 1

    def _insert(self, _parent: QModelIndex, first: int, last: int) -> None:
        self.cells[first:first] = [self._read(row) for row in range(first, last + 1)]

    def _remove(self, _parent: QModelIndex, first: int, last: int) -> None:
        del self.cells[first : last + 1]


@pytest.mark.parametrize("kind", [AptitudeModel, SkillModel, AttackModel, RepModel])
def test_views_are_told_of_all_that_differs_between_two_characters(kind: type[CharacterModel]) -> None:
    document = a_document(msgspec.json.decode(resource("samples/ep2.json").read_bytes(), type=Roster))
    model, chance = kind(document), random.Random(1)
    mirror = Mirror(model)
    for one in chance.choices(document.roster.characters, k=100):
        fresh = kind(document)
        fresh.show(one.id)
        model.show(one.id)
        assert mirror.cells == Mirror(fresh).cells


def test_views_repaint_nothing_for_somebody_who_is_alike() -> None:
    twin = structs.replace(the(a_document(), LAO), id="twin", name="Twin")
    document = a_document(a_roster(characters=(the(a_document(), LAO), twin)))
    model = SkillModel(document)
    model.show(LAO)
    mirror, left = Mirror(model), heard(model.left)
    model.show("twin")
    assert (mirror.read, len(left)) == (0, 1)
    assert model.setData(model.index(0), "Guns 10")
    assert [one.skills[0].rating for one in document.roster.characters] == [65, 10]
