import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QIcon, QImage, QPainter
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

import gm_desk.ui
from gm_desk.store.shipped import resource
from gm_desk.ui.theme.appearance import Appearance
from gm_desk.ui.theme.theme import PROGRAM, PROGRAM_SIZES, icon, paint_icon, picture, program_icon
from themes import DARK, LIGHT

pytestmark = pytest.mark.usefixtures("appearance")

FILES = sorted(resource("icons").glob("*.svg"))
NAMES = [path.stem for path in FILES if path.stem != PROGRAM]


def inks(image: QImage) -> set[str]:
    """Name the colours that are painted whole."""
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {colour.name() for colour in pixels if colour.alpha() == 255}


@pytest.mark.parametrize("name", NAMES)
def test_every_icon_is_of_one_weight_on_one_grid_and_takes_its_colour_from_the_theme(name: str) -> None:
    root = ET.fromstring(resource(f"icons/{name}.svg").read_text(encoding="utf-8"))  # noqa: S314 - our own file
    drawn = {key: root.get(key) for key in ("viewBox", "stroke", "stroke-width", "stroke-linecap", "fill")}
    assert drawn == {
        "viewBox": "0 0 24 24",
        "stroke": "currentColor",
        "stroke-width": "1.75",
        "stroke-linecap": "round",
        "fill": "none",
    }
    assert {part.get("stroke") for part in root} == {None}
    assert {part.get("stroke-width") for part in root} == {None}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("pixels", [16, 24, 32, 48, 96])
def test_every_icon_is_drawn_within_its_square_at_every_size(name: str, pixels: int) -> None:
    image = picture(name, "#ff0000", pixels).toImage()
    alpha = [[image.pixelColor(x, y).alpha() for x in range(pixels)] for y in range(pixels)]
    assert any(any(row) for row in alpha)
    edge = [*alpha[0], *alpha[-1], *(row[0] for row in alpha), *(row[-1] for row in alpha)]
    assert max(edge) < 128, "nothing is cut off at the edge"


def test_an_icon_is_drawn_as_sharp_as_the_screen_is() -> None:
    shown = icon("print")
    assert shown.pixmap(QSize(16, 16), 1.0).width() == 16
    assert shown.pixmap(QSize(16, 16), 2.0).width() == 32
    assert shown.pixmap(QSize(48, 48), 2.0).width() == 96


def test_an_icon_follows_the_theme(appearance: Appearance) -> None:
    shown = icon("pin", "accent")
    assert inks(shown.pixmap(QSize(48, 48)).toImage()) == {DARK.accent}
    appearance.choose("light")
    assert inks(shown.pixmap(QSize(48, 48)).toImage()) == {LIGHT.accent}
    assert inks(shown.pixmap(QSize(48, 48), QIcon.Mode.Disabled).toImage()) == {LIGHT.disabled}


def test_a_button_shows_an_icon(qtbot: QtBot) -> None:
    button = QPushButton()
    qtbot.addWidget(button)
    button.setIcon(icon("close", "minus"))
    assert DARK.minus in inks(button.grab().toImage())


def test_an_icon_is_painted_into_the_middle_of_a_box() -> None:
    image = QImage(60, 20, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    paint_icon(painter, "more", QRectF(0, 0, 60, 20), "#ff0000")
    painter.end()
    reached = [x for x in range(60) for y in range(20) if image.pixelColor(x, y) != QColor(0, 0, 0, 0)]
    assert min(reached) in range(22, 25)
    assert max(reached) in range(35, 38)


def test_the_program_has_an_icon_for_task_bars_and_title_bars() -> None:
    shown = program_icon()
    assert sorted(size.width() for size in shown.availableSizes()) == list(PROGRAM_SIZES)
    assert len(inks(shown.pixmap(16, 16).toImage())) > 2


def test_every_icon_that_the_program_names_is_there() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in Path(gm_desk.ui.__path__[0]).rglob("*.py"))
    named = set(re.findall(r'\b(?:icon\(|paint_icon\([a-z_.]+, )"([a-z-]+)"', sources))
    assert "new-character" in named
    assert named <= set(NAMES)
