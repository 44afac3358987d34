"""The commands on what the players see, as a GM uses them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from drop_makers import drop
from gm_desk.core.players.players_view import shown_picture
from gm_desk.core.scenes.scene import Fighter, Scene
from gm_desk.model.players.players_display import Pictures
from gm_desk.model.scene.scene_edits import add_clock, add_marker, add_scene
from gm_desk.ui.players.reveal_commands import WordsDialog
from gm_desk.ui.players.window_commands import PlayersPreview
from picture_makers import a_picture, an_image
from players_makers import spoken_in
from ui_makers import GM, entries, reads


@pytest.fixture
def on_stage(gm: GM) -> GM:
    """A scene of Eva and Lao Qing, who is selected."""
    add_scene(gm.program.session.document, ["eva", "lao"], "Lock 9")
    gm.settles()
    return gm


@pytest.fixture
def preview(on_stage: GM) -> Iterator[PlayersPreview]:
    on_stage.does("players.preview")
    found = on_stage.dialog(PlayersPreview)
    yield found
    found.close()


def scene(gm: GM) -> Scene:
    found = gm.roster.on_stage
    assert found is not None
    return found


def fighter(gm: GM, character_id: str = "lao") -> Fighter:
    found = scene(gm).fighter(character_id)
    assert found is not None
    return found


def heard(gm: GM, preview: PlayersPreview) -> str:
    gm.settles()
    return " | ".join(text for text in spoken_in(preview) if text)


def test_those_selected_are_hidden_and_revealed(on_stage: GM, preview: PlayersPreview) -> None:
    assert "Lao Qing" in heard(on_stage, preview)
    on_stage.does("players.hide")
    assert fighter(on_stage).hidden
    assert "Lao Qing" not in heard(on_stage, preview)
    on_stage.window.roster.select_all()
    on_stage.does("players.hide")
    assert fighter(on_stage).hidden
    assert fighter(on_stage, "eva").hidden
    on_stage.does("players.hide")
    assert not fighter(on_stage).hidden
    on_stage.undo_of("reveal 2 characters").trigger()
    assert fighter(on_stage).hidden


def test_a_name_for_the_players_is_asked_for(on_stage: GM, preview: PlayersPreview) -> None:
    on_stage.does("players.set_alias")
    asked = on_stage.dialog(WordsDialog)
    assert "Lao Qing" in " ".join(spoken_in(asked))
    asked.words.setText("Masked gunman")
    asked.does.click()
    assert fighter(on_stage).alias == "Masked gunman"
    assert "Masked gunman" in heard(on_stage, preview)
    assert "Lao" not in heard(on_stage, preview)
    on_stage.does("players.set_alias")
    again = on_stage.dialog(WordsDialog)
    assert again.words.text() == "Masked gunman"
    again.words.clear()
    again.does.click()
    assert fighter(on_stage).alias == ""


def test_how_hurt_they_are_is_told_or_not(on_stage: GM, preview: PlayersPreview) -> None:
    assert "Lao Qing, unhurt" in heard(on_stage, preview)
    on_stage.chooses("players.tell_health", "Not shown")
    assert "Lao Qing, unhurt" not in heard(on_stage, preview)
    assert "Eva, unhurt" in heard(on_stage, preview)
    on_stage.does("players.tell_all_health")
    assert "unhurt" not in heard(on_stage, preview)
    on_stage.chooses("players.tell_health", "In words")
    assert "Lao Qing, unhurt" in heard(on_stage, preview)
    on_stage.does("players.tell_all_health")
    on_stage.chooses("players.tell_health", "As in the rest of the scene")
    assert (fighter(on_stage).health, scene(on_stage).health) == (None, True)


def test_clocks_and_events_are_shown_one_by_one(on_stage: GM, preview: PlayersPreview) -> None:
    document = on_stage.program.session.document
    add_clock(document, "Security arrives", 5)
    add_marker(document, "The reactor blows", 1)
    assert "Security" not in heard(on_stage, preview)
    on_stage.chooses("players.show_clocks", "Security arrives")
    assert "Security arrives, 0 of 5" in heard(on_stage, preview)
    on_stage.chooses("players.show_clocks", "Turn 1: The reactor blows")
    on_stage.does("scene.begin")
    assert "The reactor blows" in heard(on_stage, preview)
    on_stage.chooses("players.show_clocks", "Turn 1: The reactor blows")
    on_stage.chooses("players.show_clocks", "Security arrives")
    assert "reactor" not in heard(on_stage, preview)
    assert "Security" not in heard(on_stage, preview)


def test_without_a_scene_it_is_said_why_nobody_can_be_hidden(gm: GM) -> None:
    for action in ("players.set_alias", "players.tell_all_health"):
        gm.does(action)
        assert "No scene is on stage" in gm.trouble()
    gm.does("players.hide")
    assert "cannot" not in gm.trouble()


def test_the_menu_of_a_row_has_them(on_stage: GM) -> None:
    listed = [reads(one) for one in entries(on_stage.submenu("players.row_menu"))]
    assert listed[:2] == ["Hide from the players, or reveal", "Name for the players…"]


def picture_of(gm: GM) -> str:
    return shown_picture(gm.roster)[0]


def test_a_picture_is_pasted_captioned_and_removed(on_stage: GM, preview: PlayersPreview) -> None:
    QGuiApplication.clipboard().setImage(an_image(800, 400))
    on_stage.does("players.paste_picture")
    pictures = Pictures(on_stage.program.session.places.portraits)
    assert pictures.size(picture_of(on_stage)).toTuple() == (800, 400)
    assert "Picture" in heard(on_stage, preview)
    on_stage.does("players.set_caption")
    asked = on_stage.dialog(WordsDialog)
    asked.words.setText("Lock 9, Noctis")
    asked.does.click()
    assert "Picture: Lock 9, Noctis" in heard(on_stage, preview)
    on_stage.does("players.remove_picture")
    assert picture_of(on_stage) == ""
    on_stage.undo_of("remove the picture").trigger()
    assert "Picture: Lock 9, Noctis" in heard(on_stage, preview)


def test_without_a_copied_picture_that_is_said(on_stage: GM) -> None:
    QGuiApplication.clipboard().setText("no picture")
    on_stage.does("players.paste_picture")
    assert "There is no picture on the clipboard" in on_stage.trouble()


def test_the_portrait_of_the_character_is_shown_and_the_name_is_not(on_stage: GM, preview: PlayersPreview) -> None:
    QGuiApplication.clipboard().setImage(an_image(300, 300))
    on_stage.does("roster.paste_portrait")
    on_stage.does("players.show_portrait")
    on_stage.does("players.hide")
    assert picture_of(on_stage) == on_stage.lao.portrait != ""
    assert "Picture" in heard(on_stage, preview)
    assert "Lao" not in heard(on_stage, preview)


def test_a_picture_is_dropped_on_what_the_players_see(on_stage: GM, preview: PlayersPreview, tmp_path: Path) -> None:
    (tmp_path / "map.png").write_bytes(a_picture(3000, 1500))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "map.png"))])
    assert drop(preview, data)
    assert Pictures(on_stage.program.session.places.portraits).size(picture_of(on_stage)).toTuple() == (2048, 1024)


def test_what_is_no_picture_is_refused_with_the_reason(on_stage: GM, preview: PlayersPreview, tmp_path: Path) -> None:
    (tmp_path / "map.png").write_bytes(b"no picture")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "map.png"))])
    assert drop(preview, data)
    assert on_stage.trouble().startswith("The picture is not shown: it is not a supported picture")
    assert picture_of(on_stage) == ""


def test_a_picture_is_chosen_from_a_file(on_stage: GM, tmp_path: Path) -> None:
    (tmp_path / "map.jpg").write_bytes(a_picture(300, 200, "jpeg"))
    on_stage.does("players.choose_picture")
    dialog = on_stage.dialog(QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "map.jpg"))
    dialog.reject()
    assert Pictures(on_stage.program.session.places.portraits).size(picture_of(on_stage)).toTuple() == (300, 200)
    on_stage.does("players.choose_picture")
    again = on_stage.dialog(QFileDialog)
    again.fileSelected.emit(str(tmp_path / "gone.jpg"))
    again.reject()
    assert "The picture is not shown" in on_stage.trouble()


def test_in_a_roster_that_cannot_be_changed_no_picture_is_kept(on_stage: GM) -> None:
    on_stage.program.session.document.set_read_only("it is open elsewhere")
    QGuiApplication.clipboard().setImage(an_image(80, 40))
    on_stage.does("players.paste_picture")
    assert picture_of(on_stage) == ""
    assert not on_stage.program.session.places.portraits.exists()
