"""The fields for typing about a character: how each is found and edited, and how the result is read from a roster."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct, structs
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from card_window import AtCard, CardHands, show_card
from gm_desk.core.characters.roster import Roster
from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.ui.card.points import PointsBox
from gm_desk.ui.widgets.text_input import edit_at
from gm_desk.ui.window.header import Header
from ui_makers import GM, LAO, a_roster, index_of, left_at, sit_down

WORD = "Marked"
FULL = structs.replace(
    LAO,
    morph="Case",
    number=3,
    motivations=("+Money",),
    tags=("boss",),
    ware=("Stack",),
    gear=("Rope",),
    traits=("Fast",),
    rep={"g": 60},
    points={"vigor": Points(now=2, max=2)},
    stats={**LAO.stats, "WT": 7},
    attacks=(Attack(id="knife", name="Knife", skill="Melee", damage="1d10"),),
)


class Field(Struct, frozen=True):
    """How a field is found, what is typed in it, and how the result is read from a roster."""

    go: Callable[[AtCard], object]
    words: str
    is_in: Callable[[Roster], bool]


def of_lao(name: str, wanted: object) -> Callable[[Roster], bool]:
    return lambda roster: getattr(roster.character("lao"), name, None) == wanted


def focus(widget: QWidget) -> None:
    widget.setFocus(Qt.FocusReason.OtherFocusReason)
    if isinstance(widget, QLineEdit | QPlainTextEdit):
        widget.selectAll()


def cell(view: QAbstractItemView, name: str) -> None:
    index = index_of(view.model(), name)
    view.setFocus()
    view.setCurrentIndex(index)
    edit_at(view, index)
    focus(view.indexWidget(index))


def row(gm: AtCard, row_id: str) -> None:
    view = gm.window.roster.view
    view.setFocus()
    view.setCurrentIndex(gm.window.roster.model.index_of(row_id))
    edit_at(view, view.currentIndex())


def add_attack(gm: AtCard) -> None:
    gm.window.stat.attacks.begin()


def points(gm: AtCard) -> None:
    boxes = gm.window.stat.points.findChildren(PointsBox)
    focus(next(box.edit for box in boxes if box.isVisible()))


def notes(gm: AtCard) -> None:
    gm.window.stat.notes.begin()
    gm.window.stat.notes.edit.selectAll()


FIELDS = {
    "name": Field(lambda gm: focus(gm.window.stat.head.name), WORD, of_lao("name", WORD)),
    "concept": Field(lambda gm: focus(gm.window.stat.head.concept), WORD, of_lao("concept", WORD)),
    "morph": Field(lambda gm: focus(gm.window.stat.head.morph.edit), WORD, of_lao("morph", WORD)),
    "number": Field(lambda gm: focus(gm.window.stat.head.number.edit), "5", of_lao("number", 5)),
    "motivations": Field(lambda gm: focus(gm.window.stat.head.motivations.edit), WORD, of_lao("motivations", (WORD,))),
    "tags": Field(lambda gm: focus(gm.window.stat.head.tags.edit), WORD, of_lao("tags", (WORD,))),
    "ware": Field(lambda gm: focus(gm.window.stat.lists["ware"].edit), WORD, of_lao("ware", (WORD,))),
    "gear": Field(lambda gm: focus(gm.window.stat.lists["gear"].edit), WORD, of_lao("gear", (WORD,))),
    "traits": Field(lambda gm: focus(gm.window.stat.lists["traits"].edit), WORD, of_lao("traits", (WORD,))),
    "notes": Field(notes, WORD, of_lao("notes", WORD)),
    "value": Field(
        lambda gm: focus(gm.window.stat.values.box("WT").edit), "9", of_lao("stats", {**FULL.stats, "WT": 9})
    ),
    "points": Field(
        points,
        "1/4",
        of_lao("points", {"vigor": Points(now=1, max=4)}),
    ),
    "aptitude": Field(
        lambda gm: cell(gm.window.stat.aptitudes, "REF"), "25", of_lao("stats", {**FULL.stats, "REF": 25})
    ),
    "skill": Field(
        lambda gm: cell(gm.window.stat.skills.view, "Fray"),
        "Fray 33",
        lambda roster: [one.rating for one in members(roster, "skills") if one.name == "Fray"] == [33],
    ),
    "rep": Field(lambda gm: cell(gm.window.stat.rep.view, "g"), "33", of_lao("rep", {"g": 33})),
    "attack": Field(
        lambda gm: cell(gm.window.stat.attacks.view, "Knife"),
        f"{WORD}, Melee, 1d10",
        lambda roster: [one.name for one in members(roster, "attacks")] == [WORD],
    ),
    "new skill": Field(
        lambda gm: focus(gm.window.stat.skills.add),
        f"{WORD} 33",
        lambda roster: WORD in [one.name for one in members(roster, "skills")],
    ),
    "new attack": Field(
        add_attack,
        f"{WORD}, Melee, 1d10",
        lambda roster: WORD in [one.name for one in members(roster, "attacks")],
    ),
    "roster": Field(lambda gm: focus(gm.find(Header, "header").name), WORD, lambda roster: roster.name == WORD),
    "row": Field(lambda gm: row(gm, "lao"), WORD, of_lao("name", WORD)),
    "group": Field(lambda gm: row(gm, "triad"), WORD, lambda roster: WORD in [one.name for one in roster.groups]),
}


def members(roster: Roster, of: str) -> tuple[Any, ...]:
    found: tuple[Any, ...] = getattr(roster.character("lao"), of, ())
    return found


ONE_OF_EACH_SORT = ("name", "gear", "notes", "skill", "new skill", "group")


def sit_before_lao(qtbot: QtBot, folder: Path) -> GM:
    """Open a window with Lao Qing selected, who has values in every field."""
    eva, _, mook = a_roster().characters
    gm = sit_down(qtbot, left_at(folder, "lao"), a_roster(eva, FULL, mook), dice=(n % 98 for n in range(1, 10_000)))
    gm.selects("Lao Qing")
    return gm


def show_before_lao(qtbot: QtBot, folder: Path) -> CardHands:
    """Show the card of Lao Qing alone, who has values in every field."""
    eva, _, mook = a_roster().characters
    gm = show_card(qtbot, left_at(folder, "lao"), a_roster(eva, FULL, mook))
    gm.selects("Lao Qing")
    return gm


def half_type(gm: AtCard, field: Field) -> None:
    field.go(gm)
    gm.types(field.words)
