"""The list of imported characters: who is ticked, listed and refused."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import Character
from gm_desk.model.exchange.arrivals import Arrival, ArrivalModel
from gm_desk.model.item_models import Role
from gm_desk.store.exchange.accounts import ImportedCharacter, Refused

TICK = Qt.ItemDataRole.CheckStateRole


def arrival(name: str) -> Arrival:
    return Arrival(ImportedCharacter(Character(id=name, name=name), "ep2", "actor"), "pack.db")


BAD = Arrival(Refused("line 2", "it is half a line"), "pack.db")


def names(model: ArrivalModel) -> list[str]:
    return [model.index(row, 0).data(Role.NAME) for row in range(model.rowCount())]


def ticked(model: ArrivalModel) -> list[str]:
    return [one.character.name for one in model.ticked()]


def test_it_is_a_model_as_qt_wants_it(qtbot: QtBot) -> None:
    assert qtbot
    model = ArrivalModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show([arrival("Ann"), BAD])
    model.add([arrival("Bob")])
    model.filter("bob")
    model.add([arrival("Bobby"), arrival("Carl")])
    assert names(model) == ["Bob", "Bobby"]
    assert tester.model() is model


def test_whoever_is_not_ticked_stays_out_also_while_others_are_looked_for() -> None:
    model = ArrivalModel()
    model.show([arrival("Ann"), BAD, arrival("Bob")])
    assert model.setData(model.index(0, 0), Qt.CheckState.Unchecked, TICK)
    model.filter("bob")
    assert ticked(model) == ["Bob"]
    assert model.setData(model.index(0, 0), Qt.CheckState.Unchecked, TICK)
    model.filter("")
    assert ticked(model) == []
    assert model.setData(model.index(0, 0), Qt.CheckState.Checked, TICK)
    assert ticked(model) == ["Ann"]
    assert not model.setData(model.index(0, 0), "Ann", Qt.ItemDataRole.EditRole)


def test_what_was_refused_has_no_tick() -> None:
    model = ArrivalModel()
    model.show([BAD])
    index = model.index(0, 0)
    assert index.data(TICK) is None
    assert not model.flags(index) & Qt.ItemFlag.ItemIsUserCheckable
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "pack.db, line 2, not read: it is half a line"


def test_reading_again_keeps_who_was_left_out_where_there_are_as_many() -> None:
    model = ArrivalModel()
    model.show([arrival("Ann"), arrival("Bob")])
    model.setData(model.index(1, 0), Qt.CheckState.Unchecked, TICK)
    model.show([arrival("Anna"), arrival("Bob")])
    assert ticked(model) == ["Anna"]
    model.show([arrival("Anna"), arrival("Bob"), arrival("Carl")])
    assert ticked(model) == ["Anna", "Bob", "Carl"]
