"""Health as the roster paints it: a bar in the colour of what is left, marks in red, a name struck through."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from pytestqt.qtbot import QtBot

from card_window import AtCard, CardHands, show_card
from gm_desk.core.characters.roster import Character
from gm_desk.core.rules.health import Health
from gm_desk.core.scenes.conditions import ActiveCondition
from gm_desk.ui.roster import roster_pane
from gm_desk.ui.roster.roster_view import bar_colour, struck
from gm_desk.ui.theme import painting
from themes import DARK
from ui_makers import LAO, a_roster, index_of


def colours_of_row(gm: AtCard) -> set[str]:
    view = gm.window.roster.view
    box = view.visualRect(index_of(view.model(), "Lao Qing"))
    image = view.viewport().grab(box).toImage().convertToFormat(QImage.Format.Format_RGB32)
    return {QColor(image.pixel(x, y)).name() for x in range(image.width()) for y in range(image.height())}


def seated(qtbot: QtBot, folder: Path, lao: Character) -> CardHands:
    return show_card(qtbot, folder, a_roster(lao))


@pytest.mark.parametrize(("damage", "colour"), [(0, DARK.well), (25, DARK.hurt), (35, DARK.bad)])
def test_the_bar_is_painted_in_the_colour_of_what_is_left(
    qtbot: QtBot, tmp_path: Path, damage: int, colour: str
) -> None:
    lao = structs.replace(LAO, stats={**LAO.stats, "DUR": 40}, health=Health(damage=damage))
    painted = colours_of_row(seated(qtbot, tmp_path, lao))
    assert {DARK.well, DARK.hurt, DARK.bad} & painted == {colour}


def test_whoever_has_no_track_has_no_bar(qtbot: QtBot, tmp_path: Path) -> None:
    painted = colours_of_row(seated(qtbot, tmp_path, LAO))
    assert not {DARK.well, DARK.hurt, DARK.bad} & painted


def test_wounds_are_painted_in_red(qtbot: QtBot, tmp_path: Path) -> None:
    hurt = structs.replace(LAO, health=Health(wounds=2))
    assert DARK.minus in colours_of_row(seated(qtbot, tmp_path / "hurt", hurt))
    assert DARK.minus not in colours_of_row(seated(qtbot, tmp_path / "well", LAO))


@pytest.mark.parametrize(
    ("left", "colour"), [(1.0, "well"), (0.51, "well"), (0.5, "hurt"), (0.26, "hurt"), (0.25, "bad"), (0.0, "bad")]
)
def test_half_and_a_quarter_change_the_colour(left: float, colour: str) -> None:
    assert bar_colour(left, DARK) == getattr(DARK, colour)


def test_a_struck_font_leaves_the_other_alone() -> None:
    font = QFont()
    assert struck(font, out=True).strikeOut()
    assert not struck(font, out=False).strikeOut()
    assert not font.strikeOut()


def test_conditions_shrink_to_their_icon_before_a_name_is_cut_to_a_few_letters(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "Bioengineered risk calculator"
    stunned = (ActiveCondition(id="c", name="Stunned"), ActiveCondition(id="d", name="Prone"))
    lao = structs.replace(LAO, name=name, conditions=stunned, health=Health(wounds=3))
    gm = seated(qtbot, tmp_path, lao)
    said, icons = list[str](), list[str]()

    def write(painter: QPainter, box: QRectF, text: str, *more: Any, **named: Any) -> None:
        said.append(text)
        painting.write(painter, box, text, *more, **named)

    monkeypatch.setattr(roster_pane, "write", write)
    monkeypatch.setattr(roster_pane, "paint_icon", lambda _, icon, *__: icons.append(icon))
    gm.window.roster.view.viewport().grab()
    [named] = [text for text in said if text.startswith("Bio")]
    assert len(named) > len(name) / 3
    assert icons == [roster_pane.CONDITION]
