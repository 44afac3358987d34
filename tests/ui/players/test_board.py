"""What the players see, painted: all of it fits, and nothing else is in it."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QAbstractAnimation, QRectF, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QApplication

from gm_desk.core.players.players_order import PlayersLabel, PlayersRow
from gm_desk.core.players.players_view import (
    NOTHING_SHOWN,
    PlayersClock,
    PlayersRoll,
    PlayersRollSide,
    PlayersView,
)
from gm_desk.core.rules.outcomes import Grade
from gm_desk.model.players.players_display import Pictures
from gm_desk.model.roster.portraits import Portraits
from gm_desk.ui.players import board_parts
from gm_desk.ui.players.board import Board
from gm_desk.ui.theme.appearance import Appearance
from gm_desk.ui.theme.painting import width_of, write
from gm_desk.ui.theme.theme import theme_named
from picture_makers import a_picture
from players_makers import spoken_in
from ui_makers import colours

SIZES = [(1024, 640), (1366, 768), (1920, 1080), (2560, 1440), (3840, 2160), (800, 1100), (560, 360)]
ROWS = (
    PlayersRow("Jaqui", hue=210, labels=(PlayersLabel("hurt"),), acted=True),
    PlayersRow("Masked gunman", hue=350, labels=(PlayersLabel("badly hurt", "bad"),), acting=True),
    PlayersRow("Tyska", labels=(PlayersLabel("unhurt"), PlayersLabel("stunned", "warning")), next=True),
    PlayersRow("Triad thugs", 3, labels=(PlayersLabel("one prone"),)),
    PlayersRow("Arms broker", labels=(PlayersLabel("out"),), out=True),
)
ONE = PlayersRoll(
    (PlayersRollSide(("4", "4"), "Jaqui", "Machine pistol", "45", "Critical success", Grade.CRITICAL_SUCCESS),)
)
BOTH = PlayersRoll(
    (*ONE.sides, PlayersRollSide(("7", "1"), "Masked gunman", "", "", "Failure", Grade.FAILURE)), "Jaqui wins"
)
SCENE = PlayersView(
    "Shoot-out at lock 9", "turn 2", ROWS, ("The reactor blows",), (PlayersClock("Security arrives", 5, 3),), BOTH
)

RIGHT = "Masked gunman, dice 7 1, Failure. Jaqui wins"


@pytest.fixture
def board(appearance: Appearance, tmp_path: Path) -> Board:
    assert appearance.animated
    return Board(Portraits(tmp_path), Pictures(tmp_path))


def with_picture(view: PlayersView, folder: Path) -> PlayersView:
    return structs.replace(view, picture=Pictures(folder).keep(a_picture(1600, 900)), caption="Lock 9, Noctis")


def shows(board: Board, view: PlayersView, size: tuple[int, int]) -> None:
    board.resize(*size)
    board.show_view(view)
    board.grab()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("picture", [False, True])
def test_all_of_it_fits_and_nothing_covers_anything(
    board: Board, tmp_path: Path, size: tuple[int, int], *, picture: bool
) -> None:
    shows(board, with_picture(SCENE, tmp_path) if picture else SCENE, size)
    boxes = [part.geometry() for part in board.parts]
    assert len(boxes) == 1 + len(ROWS) + 2 + 1 + picture
    assert all(board.rect().contains(box) for box in boxes)
    assert not any(one.intersects(other) for at, one in enumerate(boxes) for other in boxes[:at])
    assert all(part.height() > 8 for part in board.parts)


@pytest.mark.parametrize("size", SIZES[:5])
def test_no_text_is_shortened_and_it_is_as_large_as_the_screen_allows(
    board: Board, tmp_path: Path, size: tuple[int, int]
) -> None:
    shows(board, with_picture(SCENE, tmp_path), size)
    units = {part.unit for part in board.parts}
    assert len(units) == 1
    assert units.pop() >= size[1] / 40
    assert all(part.natural_width * part.unit <= part.width() + 1 for part in board.parts)


@pytest.mark.parametrize("count", [12, 30, 80, 200])
@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
def test_of_many_those_around_whoever_acts_are_shown(board: Board, count: int, size: tuple[int, int]) -> None:
    rows = tuple(PlayersRow(f"Somebody {number}", acting=number == count - 3) for number in range(count))
    shows(board, structs.replace(SCENE, rows=rows), size)
    board.show()
    shown = [part for part in board.parts if part.isVisible()]
    assert all(board.rect().contains(part.geometry()) for part in shown)
    assert f"Somebody {count - 3}, acts" in [part.accessibleName() for part in shown]
    left = count - sum(part.accessibleName().startswith("Somebody") for part in shown)
    assert (f"and {left} more" in [part.accessibleName() for part in shown]) == bool(left)


@pytest.mark.parametrize("size", [(1024, 640), (800, 1100)])
@pytest.mark.parametrize("roll", [None, ONE, BOTH])
@pytest.mark.parametrize("picture", [False, True])
def test_without_a_scene_the_roll_and_the_picture_fit(
    board: Board, tmp_path: Path, size: tuple[int, int], roll: PlayersRoll | None, *, picture: bool
) -> None:
    view = PlayersView(roll=roll)
    shows(board, with_picture(view, tmp_path) if picture else view, size)
    boxes = [part.geometry() for part in board.parts]
    assert len(boxes) == picture + (roll is not None)
    assert all(board.rect().contains(box) for box in boxes)
    assert len(boxes) < 2 or not boxes[0].intersects(boxes[1])


def test_assistive_tools_hear_the_value_and_nothing_else(board: Board, tmp_path: Path) -> None:
    shows(board, with_picture(SCENE, tmp_path), (1024, 640))
    assert [text for text in spoken_in(board) if text] == [
        "Shoot-out at lock 9, turn 2",
        "Jaqui, has acted, hurt",
        "Masked gunman, acts, badly hurt",
        "Tyska, next, unhurt, stunned",
        "3 Triad thugs, one prone",
        "Arms broker, out",
        "The reactor blows",
        "Security arrives, 3 of 5",
        f"Last roll: Jaqui · Machine pistol · 45, dice 4 4, Critical success. {RIGHT}",
        "Picture: Lock 9, Noctis",
    ]
    board.show_view(NOTHING_SHOWN)
    assert [text for text in spoken_in(board) if text] == []
    assert colours(board) == {theme_named("dark").ground}


def test_a_picture_that_is_gone_leaves_no_empty_box(board: Board) -> None:
    shows(board, structs.replace(SCENE, picture="a" * 64, caption="Gone"), (1024, 640))
    assert "Picture: Gone" not in spoken_in(board)


def ground_of(board: Board) -> str:
    """Return the colour in a corner, where nothing else is painted."""
    return board.grab().toImage().pixelColor(1, 1).name()


def test_it_can_have_a_theme_of_its_own(board: Board, appearance: Appearance) -> None:
    shows(board, SCENE, (560, 360))
    assert ground_of(board) == theme_named("dark").ground
    board.choose_theme("light")
    assert ground_of(board) == theme_named("light").ground
    appearance.choose("contrast")
    assert ground_of(board) == theme_named("light").ground
    board.choose_theme("")
    assert ground_of(board) == theme_named("contrast").ground


@pytest.mark.parametrize("animated", [True, False])
def test_whose_turn_it_is_fades_in_only_where_animations_are_on(
    board: Board, appearance: Appearance, *, animated: bool
) -> None:
    appearance.animate(animated)
    shows(board, SCENE, (560, 360))
    board.show()
    QApplication.processEvents()
    board.show_view(structs.replace(SCENE, turn="turn 3"))
    running = board.findChildren(QAbstractAnimation)
    assert [one.state() == QAbstractAnimation.State.Running for one in running] == [animated]
    assert all(one.duration() <= 150 for one in running)
    appearance.animate(True)


def test_a_portrait_is_painted_instead_of_the_initials(board: Board, tmp_path: Path) -> None:
    portrait = Portraits(tmp_path).keep(a_picture(64, 64, colour="#00ff00"))
    row = PlayersRow("Jaqui", portrait=portrait)
    shows(board, PlayersView("Lock 9", rows=(row,)), (560, 360))
    assert "#00ff00" in colours(board)
    shows(board, PlayersView("Lock 9", rows=(PlayersRow("Jaqui"),)), (560, 360))
    assert "#00ff00" not in colours(board)


@pytest.mark.parametrize("size", SIZES[:5])
def test_conditions_are_written_in_full_where_there_is_room(
    board: Board, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    cut = list[str]()

    def spy(painter: QPainter, box: QRectF, text: str, ink: str, flags: Qt.AlignmentFlag, font: QFont) -> None:
        if width_of(font, text) > box.width():
            cut.append(text)
        write(painter, box, text, ink, flags, font)

    monkeypatch.setattr(board_parts, "write", spy)
    words = tuple(PlayersLabel(text, "warning") for text in ("out", "bleeding", "prone", "stunned"))
    shows(board, structs.replace(SCENE, rows=(PlayersRow("Jaqui", labels=words, out=True), *ROWS)), size)
    assert cut == []
