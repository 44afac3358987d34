"""The list of common modifiers is edited in steps that can be undone, and its table follows."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs
from PySide6.QtCore import Qt

from gm_desk.core.characters.roster import OwnModifier, OwnModifiers
from gm_desk.core.combat.modifiers import modifiers_of
from gm_desk.core.errors import BadExpressionError, BadModifierError, EmptyNameError, RulesError
from gm_desk.core.systems.combat import CommonModifier
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.own_tables import ModifierColumn, ModifierTable
from gm_desk.store.shipped import load_system
from model_makers import EP2, a_document, a_roster, counted, heard

IDS = [one.id for one in modifiers_of(EP2)]


def a_table() -> tuple[RosterDocument, ModifierTable]:
    document = a_document()
    return document, ModifierTable(document)


def listed(table: ModifierTable) -> list[str]:
    found = [table.at(row) for row in range(table.rowCount())]
    return [one.id for one in found if one is not None]


def the(table: ModifierTable, modifier_id: str) -> CommonModifier:
    found = table.at(table.row_of(modifier_id))
    assert found is not None
    return found


def cells(table: ModifierTable, modifier_id: str) -> list[str]:
    return [str(table.index(table.row_of(modifier_id), column).data()) for column in ModifierColumn]


def test_the_table_says_what_each_modifier_is_and_what_it_is_for() -> None:
    _, table = a_table()
    assert listed(table) == IDS
    assert cells(table, "charging") == ["Charging", "−10 +1d6", "melee attacks", ""]
    spoken = table.index(0, ModifierColumn.STATE).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "as listed"
    assert cells(table, "cover minor") == ["Minor cover", "−10", "ranged attacks without a line", ""]
    assert cells(table, "full-defense") == ["Full defense", "+30", "whoever defends: Fray, Athletics", ""]


def test_a_new_one_stands_last_and_is_undone_as_one_step() -> None:
    document, table = a_table()
    added = [table.add(), table.add()]
    assert listed(table) == [*IDS, *added]
    assert cells(table, added[1]) == ["New modifier 2", "−10", "any test", "own"]
    table.rename(the(table, added[0]), " Red  fog ")
    table.set_value(the(table, added[0]), "-20")
    assert cells(table, added[0])[:2] == ["Red fog", "−20"]
    for steps in ("−10", "New modifier"):
        document.stack.undo()
        assert steps in cells(table, added[0])
    document.stack.undo()
    document.stack.undo()
    assert document.roster.modifiers == OwnModifiers()


def test_one_that_is_added_to_a_reordered_list_stands_last_too() -> None:
    _, table = a_table()
    table.move(the(table, IDS[-1]), -1)
    added = table.add()
    assert listed(table)[-1] == added


def test_one_of_the_system_is_changed_and_restored() -> None:
    document, table = a_table()
    table.set_value(the(table, "reach"), "+20")
    table.set_use(the(table, "reach"), "both", theirs=False)
    table.set_steps(the(table, "reach"), steps=True)
    table.set_damage(the(table, "reach"), "1d6")
    assert cells(table, "reach") == ["Reach", "+20 +1d6", "all attacks", "changed"]
    assert the(table, "reach").steps
    steps = document.stack.count()
    table.set_value(the(table, "reach"), "20")
    assert document.stack.count() == steps == 4
    table.restore(the(table, "reach"))
    assert cells(table, "reach") == ["Reach", "+10", "melee attacks", ""]
    assert listed(table) == IDS


def test_one_is_hidden_and_shown_again_and_ones_own_is_removed() -> None:
    document, table = a_table()
    table.hide(the(table, "reach"), hidden=True)
    assert cells(table, "reach")[-1] == "hidden"
    table.hide(the(table, "reach"), hidden=False)
    table.restore(the(table, table.add()))
    assert document.roster.modifiers == OwnModifiers()
    assert document.stack.count() == 4


def test_the_whole_list_is_restored_as_one_step() -> None:
    document, table = a_table()
    assert table.is_as_listed
    table.add()
    table.move(the(table, "reach"), -1)
    table.hide(the(table, "indirect"), hidden=True)
    changed = document.roster
    table.restore_all()
    assert (listed(table), table.is_as_listed, document.roster.modifiers) == (IDS, True, OwnModifiers())
    document.stack.undo()
    assert document.roster == changed


def test_moving_passes_one_row_and_stops_at_the_ends() -> None:
    document, table = a_table()
    moves = heard(table.rowsMoved)
    table.move(the(table, IDS[2]), -1)
    table.move(the(table, IDS[2]), -1)
    table.move(the(table, IDS[2]), -1)
    assert listed(table) == [IDS[2], IDS[0], IDS[1], *IDS[3:]]
    table.move(the(table, IDS[2]), 1)
    assert listed(table) == [IDS[0], IDS[2], IDS[1], *IDS[3:]]
    assert (len(moves), document.stack.count()) == (3, 3)
    table.move(the(table, IDS[-2]), 1)
    assert listed(table)[-2:] == [IDS[-1], IDS[-2]]


@pytest.mark.parametrize(
    ("do", "kind"),
    [
        (lambda table, one: table.rename(one, " "), EmptyNameError),
        (lambda table, one: table.rename(one, "called SHOT"), BadModifierError),
        (lambda table, one: table.set_value(one, "15"), BadModifierError),
        (lambda table, one: table.set_value(one, "lots"), BadModifierError),
        (lambda table, one: table.set_damage(one, "odd"), BadExpressionError),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(
    do: Callable[[ModifierTable, CommonModifier], None], kind: type[RulesError]
) -> None:
    document, table = a_table()
    with pytest.raises(kind):
        do(table, the(table, "reach"))
    assert document.stack.count() == 0


def test_kaisers_list_is_empty_at_first_and_takes_any_number() -> None:
    document = RosterDocument(a_roster(system="kaiser"), load_system("kaiser"), counted())
    table = ModifierTable(document)
    assert (table.rowCount(), table.at(0)) == (0, None)
    added = table.add()
    table.set_value(the(table, added), "-3")
    assert cells(table, added) == ["New modifier", "−3", "any test", "own"]


def two_at_once(document: RosterDocument, _table: ModifierTable) -> None:
    own = OwnModifiers(own=(OwnModifier("fog", "Fog", -10), OwnModifier("mud", "Mud", -10)), order=tuple(reversed(IDS)))
    document.change(structs.replace(document.roster, modifiers=own), "change")


@pytest.mark.parametrize(
    "do",
    [
        lambda _, table: table.add(),
        lambda _, table: table.move(the(table, IDS[5]), -1),
        lambda _, table: table.move(the(table, IDS[5]), 1),
        lambda _, table: table.hide(the(table, IDS[5]), hidden=True),
        lambda document, table: (table.restore(the(table, table.add())), document.stack.undo()),
        lambda document, _: document.open(a_roster(system="kaiser"), load_system("kaiser")),
        two_at_once,
    ],
)
def test_the_table_keeps_qts_rules_through_every_change(
    qtmodeltester: Any, do: Callable[[RosterDocument, ModifierTable], Any]
) -> None:
    document, table = a_table()
    qtmodeltester.check(table)
    do(document, table)
    assert listed(table) == listed(ModifierTable(document))
