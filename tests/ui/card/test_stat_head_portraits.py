"""Portraits: chosen, dropped, pasted and taken away, each one undo step, and shown instead of initials."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from card_window import AtCard, CardHands, show_card
from drop_makers import drop, files
from gm_desk.store.portraits import is_hash
from gm_desk.ui.card.stat_head import AvatarButton
from gm_desk.ui.roster.avatar import LargePortrait
from picture_makers import a_picture, an_image
from ui_makers import GM, LAO, a_roster, colours, left_at

RED, BLUE = "#cc4422", "#2244cc"


@pytest.fixture
def gm(qtbot: QtBot, tmp_path: Path) -> CardHands:
    """Show the roster and the card alone, with a portrait as large as in the smallest whole window."""
    made = show_card(qtbot, left_at(tmp_path, "lao"), a_roster())
    made.selects("Lao Qing")
    return made


@pytest.fixture
def face(tmp_path: Path) -> Path:
    path = tmp_path / "face.png"
    path.write_bytes(a_picture(300, 400, colour=RED))
    return path


@pytest.fixture
def clipboard() -> Iterator[None]:
    yield
    QGuiApplication.clipboard().clear()


def shown(gm: CardHands) -> set[str]:
    return colours(gm.window.stat.head.avatar) & {RED, BLUE}


def chooses_file(gm: AtCard, path: Path) -> None:
    gm.does("roster.choose_portrait")
    dialog = gm.dialog(QFileDialog)
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    gm.settles()


def test_a_chosen_picture_is_shown_on_the_card_and_in_the_roster(gm: CardHands, face: Path) -> None:
    chooses_file(gm, face)
    assert is_hash(gm.lao.portrait)
    assert shown(gm) == {RED}
    assert RED in colours(gm.window.roster.view.viewport())


def test_it_is_one_step_that_can_be_undone_and_redone(gm: CardHands, face: Path) -> None:
    chooses_file(gm, face)
    gm.keys("Ctrl+Z")
    assert (gm.lao.portrait, shown(gm)) == ("", set())
    gm.keys("Ctrl+Y")
    assert shown(gm) == {RED}


def test_where_nothing_may_change_no_picture_is_kept_and_the_reason_is_said(gm: CardHands, face: Path) -> None:
    gm.session.document.set_read_only("another window has it open")
    chooses_file(gm, face)
    kept = gm.session.places.portraits
    assert not kept.exists() or not list(kept.iterdir())
    assert (gm.lao.portrait, gm.trouble()) == ("", "Another window has it open.")


def test_the_portrait_is_taken_away_and_comes_back(gm: CardHands, face: Path) -> None:
    chooses_file(gm, face)
    gm.does("roster.remove_portrait")
    assert (gm.lao.portrait, shown(gm)) == ("", set())
    gm.keys("Ctrl+Z")
    assert shown(gm) == {RED}


def test_a_picture_is_dropped_on_the_avatar_or_anywhere_on_the_card(gm: CardHands, face: Path) -> None:
    head = gm.window.stat.head
    for widget in (head.avatar, head.name, gm.window.stat.notes.edit, gm.window.stat.widget()):
        taker: QWidget | None = widget
        while taker is not None and not taker.acceptDrops():
            taker = taker.parentWidget()
        assert taker is not None
        assert drop(taker, files(face))
        assert shown(gm) == {RED}
        gm.does("roster.remove_portrait")
    assert head.name.text() == "Lao Qing"


def test_what_is_no_picture_is_not_taken(gm: CardHands, tmp_path: Path) -> None:
    text = tmp_path / "notes.doc"
    text.write_text("no picture")
    assert not drop(gm.window.stat, files(text))
    assert not drop(gm.window.stat, files(text, text))


def test_a_picture_is_pasted_while_the_card_has_the_focus(gm: CardHands, clipboard: None) -> None:
    assert clipboard is None
    QGuiApplication.clipboard().setImage(an_image(90, 90, BLUE))
    gm.window.stat.skills.view.setFocus()
    gm.keys("Ctrl+V")
    assert shown(gm) == {BLUE}


def test_a_copied_file_is_pasted_too(gm: CardHands, face: Path, clipboard: None) -> None:
    assert clipboard is None
    QGuiApplication.clipboard().setMimeData(files(face))
    gm.window.stat.head.avatar.setFocus()
    gm.keys("Ctrl+V")
    assert shown(gm) == {RED}


def test_words_are_pasted_as_words_and_are_no_portrait(gm: CardHands, clipboard: None) -> None:
    assert clipboard is None
    QGuiApplication.clipboard().setText("Boss")
    gm.click(gm.window.stat.head.concept)
    gm.keys("Ctrl+A", "Ctrl+V", "Return")
    assert gm.lao.concept == "Boss"
    gm.window.stat.skills.view.setFocus()
    gm.keys("Ctrl+V")
    assert gm.lao.portrait == ""
    assert gm.trouble() == "There is no picture on the clipboard to use as a portrait."


def test_pasting_nothing_says_so(gm: CardHands) -> None:
    QGuiApplication.clipboard().clear()
    gm.window.stat.skills.view.setFocus()
    gm.keys("Ctrl+V")
    assert gm.trouble() == "There is no picture on the clipboard to use as a portrait."


def test_the_avatar_offers_all_of_it(gm: CardHands) -> None:
    gm.click(gm.window.stat.head.avatar)
    menu = next(menu for menu in gm.window.stat.head.avatar.findChildren(QMenu) if menu.isVisible())
    offered = [action.text().replace("&", "") for action in menu.actions()]
    assert offered[:3] == ["Portrait…", "Paste the portrait", "Remove the portrait"]
    menu.close()


def test_a_picture_that_is_refused_says_why_and_changes_nothing(gm: CardHands, tmp_path: Path) -> None:
    path = tmp_path / "<b>face.png"
    path.write_bytes(b"<svg/>")
    chooses_file(gm, path)
    assert gm.trouble().startswith("The portrait was not set: it is not a supported picture")
    assert drop(gm.window.stat, files(path))
    assert gm.lao.portrait == ""
    assert not gm.session.portraits.pixmap(gm.lao.portrait, 9, 1.0)


def test_a_trouble_ends_with_the_next_picture(gm: CardHands, tmp_path: Path, face: Path) -> None:
    chooses_file(gm, tmp_path / "gone.png")
    assert gm.trouble() == "The portrait was not set: no such file or directory."
    chooses_file(gm, face)
    assert gm.trouble() == ""


def test_nobody_gets_no_portrait(qtbot: QtBot, tmp_path: Path, face: Path) -> None:
    empty = show_card(qtbot, tmp_path, structs.replace(a_roster(), characters=()))
    empty.does("roster.choose_portrait")
    assert not empty.window.findChildren(QFileDialog)
    drop(empty.window.stat, files(face))
    empty.does("roster.remove_portrait")
    assert not (tmp_path / "portraits").exists()


@pytest.mark.parametrize("portrait", ["../../etc/passwd", "a" * 64, "<img src=x>", "\0", "a" * 100_000])
def test_a_portrait_that_is_none_shows_initials(qtbot: QtBot, tmp_path: Path, portrait: str) -> None:
    gm = show_card(qtbot, tmp_path, a_roster(structs.replace(LAO, portrait=portrait)))
    gm.window.grab()
    assert gm.trouble() == ""
    assert gm.lao.portrait == portrait


def test_only_portraits_in_sight_are_read(qtbot: QtBot, tmp_path: Path) -> None:
    crowd = [structs.replace(LAO, id=f"c{number}", portrait=f"{number:064x}") for number in range(500)]
    gm = show_card(qtbot, tmp_path, a_roster(*crowd))
    gm.window.grab()
    read = {portrait for portrait, _ in gm.session.portraits._pixmaps}  # noqa: SLF001 - what was read is seen nowhere else
    assert 0 < len(read) < 50


def large() -> list[LargePortrait]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, LargePortrait) and one.isVisible()]


def test_a_click_shows_the_portrait_large_and_whole(gm: CardHands, face: Path) -> None:
    chooses_file(gm, face)
    gm.click(gm.window.stat.head.avatar)
    (shown_large,) = large()
    assert (shown_large.height(), shown_large.width()) == (371, 278), "0.8 of the window, not cropped to a square"
    assert colours(shown_large) == {RED}
    assert shown_large.accessibleName() == "Portrait of Lao Qing"
    assert not gm.window.stat.head.avatar.findChildren(QMenu)
    QTest.mouseClick(shown_large, Qt.MouseButton.LeftButton)
    assert not large()


def test_a_portrait_that_is_kept_small_says_so_and_how_to_keep_it_larger(
    gm: CardHands, tmp_path: Path, face: Path
) -> None:
    small = tmp_path / "small.png"
    small.write_bytes(a_picture(200, 150, colour=BLUE))
    chooses_file(gm, small)
    gm.click(gm.window.stat.head.avatar)
    (shown_large,) = large()
    assert "choose it again" in shown_large.hint
    assert shown_large.accessibleDescription() == shown_large.hint
    assert shown_large.height() > shown_large.width() * 150 // 200 + shown_large.fontMetrics().height()
    assert {BLUE} < colours(shown_large), "the words stand below the picture"
    QTest.mouseClick(shown_large, Qt.MouseButton.LeftButton)
    chooses_file(gm, face)
    gm.click(gm.window.stat.head.avatar)
    assert [one.hint for one in large()] == [""]


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_the_keyboard_shows_the_portrait_large_and_ends_it(gm: CardHands, face: Path, key: Qt.Key) -> None:
    chooses_file(gm, face)
    gm.window.stat.head.avatar.setFocus()
    gm.keys("Space")
    (shown_large,) = large()
    QTest.keyClick(shown_large, key)
    assert not large()


def test_the_veil_hides_a_large_portrait(whole: GM, face: Path) -> None:
    chooses_file(whole, face)
    whole.click(whole.window.stat.head.avatar)
    whole.does("window.toggle_veil")
    assert not large()


def test_a_right_click_still_offers_all_of_it(gm: CardHands, face: Path) -> None:
    chooses_file(gm, face)
    avatar = gm.window.stat.head.avatar
    assert "right click" in avatar.toolTip()
    assert gm.context_menu(avatar).actions()


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_a_portrait_has_as_many_pixels_as_the_screen(
    gm: CardHands, face: Path, ratio: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    chooses_file(gm, face)
    painted: list[float] = []

    def recorded(_painter: object, box: QRectF, _theme: object, portrait: QPixmap) -> None:
        painted.append(portrait.width() / box.width())

    monkeypatch.setattr(AvatarButton, "devicePixelRatioF", lambda _: ratio)
    monkeypatch.setattr("gm_desk.ui.card.stat_head.paint_portrait", recorded)
    gm.window.stat.head.avatar.grab()
    assert painted == [pytest.approx(ratio, rel=0.02)]
