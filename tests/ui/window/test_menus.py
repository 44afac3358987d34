"""The tables of actions: ids that are unique and name their room, slots that are there, and a menu for each."""

import importlib
import pkgutil
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

import gm_desk.ui
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from gm_desk.ui.widgets.action_rows import ActionRow
from gm_desk.ui.window.menus import MENUS, OF_A_CHARACTER, OF_A_GROUP, ON_A_FIGHTER, ON_A_ROLL, ROWS, Menu

ROOMS = [room.name for room in pkgutil.iter_modules(gm_desk.ui.__path__)]
CLASSES = {
    name: member
    for module in pkgutil.walk_packages(gm_desk.ui.__path__, "gm_desk.ui.")
    for name, member in vars(importlib.import_module(module.name)).items()
    if isinstance(member, type)
}


def in_menus(menu: Menu) -> Iterator[str]:
    for entry in menu.entries:
        if isinstance(entry, Menu):
            yield from in_menus(entry)
        elif entry:
            yield entry


def test_each_id_is_there_once_and_names_a_room_and_what_is_done() -> None:
    ids = [row.id for row in ROWS]
    assert sorted(ids) == sorted(set(ids))
    assert [one for one in ids if not re.fullmatch(r"[a-z]+\.[a-z]+(_[a-z0-9]+)*", one)] == []


def test_no_two_actions_have_one_label() -> None:
    labels = [row.text.replace("&", "").casefold() for row in ROWS]
    assert [label for label in labels if labels.count(label) > 1] == []


def test_the_actions_of_a_room_stand_in_its_own_table() -> None:
    for room in ROOMS:
        try:
            table = importlib.import_module(f"gm_desk.ui.{room}.actions").ACTIONS
        except ModuleNotFoundError:
            continue
        assert [row.id for row in table if not row.id.startswith(f"{room}.")] == []
    assert {row.id.partition(".")[0] for row in ROWS} <= set(ROOMS)


@pytest.mark.parametrize("row", ROWS, ids=[row.id for row in ROWS])
def test_what_a_row_names_is_a_method(row: ActionRow) -> None:
    for name in filter(None, (row.slot, row.when, row.choices, row.number)):
        owner, _, method = name.partition(".")
        assert callable(getattr(CLASSES[owner], method, None)), name


def test_every_action_stands_in_one_menu_of_the_menu_bar() -> None:
    assert Counter(entry for menu in MENUS for entry in in_menus(menu)) == Counter(row.id for row in ROWS)


def submenus(menu: Menu) -> Iterator[Menu]:
    yield menu
    for entry in menu.entries:
        if isinstance(entry, Menu):
            yield from submenus(entry)


ALL_MENUS = {menu.text: menu.entries for one in MENUS for menu in submenus(one)}
CONTEXT_MENUS = {"character": OF_A_CHARACTER, "group": OF_A_GROUP, "fighter": ON_A_FIGHTER, "roll": ON_A_ROLL}


def test_the_context_menus_repeat_entries_of_the_menu_bar() -> None:
    ids = {row.id for row in ROWS} | {menu.id for one in MENUS for menu in submenus(one)}
    assert {entry for menu in CONTEXT_MENUS.values() for entry in menu} - {""} <= ids


@pytest.mark.parametrize("menu", [*ALL_MENUS, *CONTEXT_MENUS])
def test_a_menu_has_at_most_15_entries(menu: str) -> None:
    entries = (ALL_MENUS | CONTEXT_MENUS)[menu]
    assert 1 < len([entry for entry in entries if entry]) <= 15


@pytest.mark.parametrize("menu", ALL_MENUS)
def test_separators_stand_between_entries(menu: str) -> None:
    entries = ALL_MENUS[menu]
    assert entries[0]
    assert entries[-1]
    assert not [pair for pair in pairwise(entries) if not any(pair)]


@pytest.mark.parametrize("system", RULES)
def test_a_sample_is_called_as_its_system(system: str) -> None:
    (row,) = [row for row in ROWS if row.id == f"files.try_{system}_sample"]
    assert row.text == f"{load_system(system).name} sample"
