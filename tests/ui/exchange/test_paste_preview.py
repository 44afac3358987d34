"""Stat blocks are pasted anywhere in the window, looked at, and added as one step."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QWidget

from drop_makers import drop, files
from exchange_makers import DOCKER, DOG, NOT_READ, PAIR
from exchange_window import AtExchange
from gm_desk.store.disk.files import MOST_TEXT_CHARACTERS
from gm_desk.ui.exchange.paste_preview import PastePreview
from gm_desk.ui.widgets.dialogs import TextDialog
from model_makers import ByHand
from ui_makers import GM

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture(autouse=True)
def clipboard() -> Iterator[None]:
    yield
    QGuiApplication.clipboard().clear()


def copies(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def pastes(gm: AtExchange, text: str) -> PastePreview:
    copies(text)
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+V")
    return gm.dialog(PastePreview)


def presses(widget: QWidget, key: Qt.Key) -> None:
    QTest.keyClick(widget, key)


def added(gm: AtExchange) -> list[str]:
    return [one.name for one in gm.roster.characters if one.id not in {"eva", "lao", "mook"}]


def previews(gm: AtExchange) -> list[QDialog]:
    return [one for one in gm.window.findChildren(PastePreview) if one.isVisible()]


def test_a_block_is_shown_as_the_card_it_will_become_and_enter_adds_it(gm: AtExchange) -> None:
    dialog = pastes(gm, DOCKER)
    card = dialog.card.toPlainText()
    assert card.startswith("Dockside Enforcer\n")
    assert "Guns 65, Infiltrate 40, Fray 60" in card
    assert "One passage was not recognised" in card
    assert dialog.does.text() == "&Add Dockside Enforcer"
    assert added(gm) == []
    presses(dialog.card, Qt.Key.Key_Return)
    gm.settles()
    assert added(gm) == ["Dockside Enforcer"]
    made = gm.roster.characters[2]
    assert (made.name, made.group) == ("Dockside Enforcer", "triad"), "behind Lao Qing, in the group that is selected"
    assert made.source.startswith("### Dockside Enforcer\n\n- **SOM:** 20")
    assert gm.window.roster.selected_ids() == [made.id]
    assert gm.undo_of("add Dockside Enforcer")
    gm.keys("Ctrl+Z")
    assert added(gm) == []


def test_npcs_do_not_go_among_the_players_because_one_is_on_the_card(gm: AtExchange) -> None:
    gm.selects("Eva")
    dialog = pastes(gm, DOCKER)
    dialog.does.click()
    gm.settles()
    [made] = [one for one in gm.roster.characters if one.name == "Dockside Enforcer"]
    assert (gm.character("eva").kind, gm.character("eva").group, made.group) == ("pc", "players", "triad")


def test_only_what_is_there_is_explained_and_several_passages_are_them(gm: AtExchange) -> None:
    plain = "2x Thug: Guns 40, Fray 30, DUR 30, WT 6"
    dialog = pastes(gm, plain)
    assert not dialog.says.text()
    dialog.source.setPlainText(f"A dark night.\n\n{plain}")
    gm.settles()
    assert dialog.keep.text() == "Add it to the &notes"
    dialog.source.setPlainText(f"A dark night.\n\n{plain}\n\nA cold day follows it.")
    gm.settles()
    assert dialog.left_out.text() == "2 passages are not part of a stat block; skipped (grey)."
    assert dialog.keep.text() == "Add them to the &notes"
    assert "2 of them" in dialog.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_esc_changes_nothing(gm: AtExchange) -> None:
    before = gm.roster
    dialog = pastes(gm, PAIR)
    presses(dialog.list, Qt.Key.Key_Escape)
    gm.settles()
    assert gm.roster is before
    assert not previews(gm)


def test_several_blocks_are_stepped_through_and_one_is_left_out(gm: AtExchange) -> None:
    dialog = pastes(gm, PAIR + DOG)
    assert dialog.count.text() == "3 stat blocks"
    assert dialog.does.text() == "&Add 3 characters"
    presses(dialog.list, Qt.Key.Key_Down)
    assert dialog.card.toPlainText().startswith("Dock Dog\n")
    presses(dialog.list, Qt.Key.Key_Up)
    presses(dialog.list, Qt.Key.Key_Space)
    assert dialog.does.text() == "&Add 2 characters"
    presses(dialog.list, Qt.Key.Key_Return)
    gm.settles()
    assert added(gm) == ["Dock Dog", "Dock Dog 2"]
    assert gm.window.roster.selected_ids() == [one.id for one in gm.roster.characters if one.name in added(gm)]
    assert gm.session.document.stack.undoText() == "add 2 characters"


def test_what_was_not_understood_is_underlined_and_what_lies_beside_is_grey(gm: AtExchange) -> None:
    dialog = pastes(gm, DOCKER)
    marks = dialog.source.extraSelections()
    marked = [(one.cursor.selectedText().strip(), one.format.fontUnderline()) for one in marks]
    assert marked == [("Seen at the docks.", False), (NOT_READ[0], True)]


def test_marks_stay_in_place_behind_line_ends_and_signs_of_two_units(gm: AtExchange) -> None:
    dialog = pastes(gm, PAIR.replace("\n", "\r\n"))
    assert [one.cursor.selectedText().strip() for one in dialog.source.extraSelections()] == [
        "Seen at the docks.",
        *NOT_READ,
    ]


def test_another_system_is_told_and_what_has_no_place_goes_to_the_notes(gm: AtExchange) -> None:
    skills = "- **Skills:** Scrounging 40, Fray 50"
    dialog = pastes(gm, f"### Old Hand\n\n- **COO:** 15 • **SOM:** 10 • **MOX:** 2\n{skills}\n")
    assert dialog.system.currentText() == "As recognised: Eclipse Phase 1e"
    said = dialog.card.toPlainText()
    assert "This block is for Eclipse Phase 1e, but the roster is for Eclipse Phase 2e." in said
    assert "Values without a field in Eclipse Phase 2e go to the notes: numbers" in said
    dialog.system.setCurrentIndex(dialog.system.findData("ep2"))
    assert "This block is for" not in dialog.card.toPlainText()
    assert "Scrounging 40" in dialog.card.toPlainText()


def test_a_line_that_is_typed_keeps_one_line_and_gives_several_to_the_preview(gm: AtExchange) -> None:
    add = gm.window.stat.skills.add
    add.setFocus()
    copies("Kinesics 40")
    gm.keys("Ctrl+V")
    assert add.text() == "Kinesics 40"
    copies(DOCKER)
    gm.keys("Ctrl+V")
    assert gm.dialog(PastePreview)
    assert [skill.name for skill in gm.lao.skills][-1] == "Kinesics", "what was typed before is kept"


def test_notes_take_a_block_as_words(gm: AtExchange) -> None:
    gm.window.stat.notes.begin()
    copies(DOCKER)
    gm.keys("Ctrl+V")
    assert "### Dockside Enforcer" in gm.window.stat.notes.edit.toPlainText()
    assert not previews(gm)


def test_the_focus_may_be_anywhere(whole: GM) -> None:
    copies(DOCKER)
    for name in ("skillView", "logView", "netScale"):
        found = whole.window.findChild(QWidget, name) or whole.window.log.view
        found.setFocus()
        whole.keys("Ctrl+V")
        whole.dialog(PastePreview).reject()
        whole.settles()


def test_what_is_no_block_is_told_with_what_can_be_done(gm: AtExchange) -> None:
    gm.window.roster.view.setFocus()
    for text, says in (
        ("We meet on Friday.\nBring dice.", "“We meet on Friday. Bring dice.” does not look like a stat block."),
        ("x" * (MOST_TEXT_CHARACTERS + 1), "The copied text is too long (1,000,001 characters)"),
        ("", "There is no text to paste"),
    ):
        copies(text)
        gm.keys("Ctrl+V")
        assert gm.trouble().startswith(says)
        assert not previews(gm)


def test_the_menu_opens_a_field_to_type_into_which_is_read_while_it_is_typed(gm: AtExchange) -> None:
    gm.keys("Ctrl+Shift+V")
    dialog = gm.dialog(PastePreview)
    assert not dialog.does.isEnabled()
    dialog.source.insertPlainText("### Typed\n\n- **SOM:** 20 • **WIL:** 15\n- **Skills:** Guns 50")
    gm.settles()
    words = dialog.system.fontMetrics().horizontalAdvance(dialog.system.currentText())
    assert dialog.system.width() > words + dialog.system.fontMetrics().height(), "the recognised system is not cut"
    gm.settles()
    assert dialog.does.text() == "&Add Typed"
    presses(dialog.source, Qt.Key.Key_Return)
    assert dialog.isVisible()
    QTest.keyClick(dialog.source, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    gm.settles()
    assert added(gm) == ["Typed"]


def test_the_menu_takes_what_does_not_look_like_a_block_to_be_mended(gm: AtExchange) -> None:
    copies("just words")
    gm.keys("Ctrl+Shift+V")
    dialog = gm.dialog(PastePreview)
    assert dialog.source.toPlainText() == "just words"
    assert dialog.says.text().startswith("Nothing was recognised here.")


def test_a_text_file_is_dropped(gm: AtExchange, tmp_path: Path) -> None:
    path = tmp_path / "docker.md"
    path.write_text(DOCKER, encoding="utf-16")
    assert drop(gm.window.roster.view.viewport(), files(path))
    assert gm.dialog(PastePreview).card.toPlainText().startswith("Dockside Enforcer")


def test_a_dropped_file_that_is_no_text_is_told(gm: AtExchange, tmp_path: Path) -> None:
    path = tmp_path / "picture.txt"
    path.write_bytes(b"\x89PNG\0\0")
    assert drop(gm.window, files(path))
    assert gm.trouble() == "“picture.txt” was not read: it is neither text nor JSON. Nothing was changed."


def test_a_roster_that_cannot_be_changed_stays_as_it_is(gm: AtExchange) -> None:
    gm.session.document.set_read_only("it is open elsewhere")
    dialog = pastes(gm, DOCKER)
    presses(dialog.card, Qt.Key.Key_Return)
    gm.settles()
    assert added(gm) == []
    assert "t is open elsewhere" in gm.trouble()


def test_nothing_is_pasted_under_the_veil(whole: GM) -> None:
    copies(DOCKER)
    whole.keys("F8")
    whole.keys("Ctrl+V")
    assert not previews(whole)


def test_the_source_stays_with_the_character_and_can_be_read(gm: AtExchange) -> None:
    gm.does("exchange.show_source")
    assert gm.trouble() == "“Lao Qing” was not read from a text."
    dialog = pastes(gm, DOCKER)
    presses(dialog.card, Qt.Key.Key_Return)
    gm.settles()
    gm.does("exchange.show_source")
    assert gm.dialog(TextDialog).text.toPlainText().startswith("### Dockside Enforcer")


def test_a_long_text_is_shown_at_once_and_its_blocks_when_they_are_read(gm: AtExchange) -> None:
    runner = ByHand()
    gm.session.runner = runner
    dialog = pastes(gm, PAIR.partition("\n")[2] * 200)
    assert dialog.count.text() == "Reading…"
    assert not dialog.does.isEnabled()
    presses(dialog.card, Qt.Key.Key_Return)
    assert dialog.isVisible()
    runner.go_on()
    assert dialog.count.text() == "300 stat blocks"
    assert dialog.does.text() == "&Add 300 characters"
    assert dialog.focusWidget() is dialog.list
    gm.settles()
    rows = dialog.list.viewport().height() // dialog.list.sizeHintForRow(0)
    assert rows >= 5


def test_esc_gives_up_a_long_text(gm: AtExchange) -> None:
    runner = ByHand()
    gm.session.runner = runner
    dialog = pastes(gm, PAIR.partition("\n")[2] * 200)
    presses(dialog.card, Qt.Key.Key_Escape)
    gm.settles()
    runner.go_on()
    assert not previews(gm)
    assert added(gm) == []


def test_what_belongs_to_no_block_is_counted_and_goes_to_the_notes_where_that_is_wanted(gm: AtExchange) -> None:
    dialog = pastes(gm, DOCKER)
    assert dialog.left_out.text() == "1 passage is not part of a stat block; skipped (grey)."
    assert dialog.keep.isVisible()
    QTest.mouseClick(dialog.keep, Qt.MouseButton.LeftButton)
    assert "left out" not in dialog.left_out.text()
    assert "Seen at the docks." in dialog.card.toPlainText()
    presses(dialog.card, Qt.Key.Key_Return)
    gm.settles()
    assert gm.roster.characters[2].notes == f"{NOT_READ[0]}\n\nSeen at the docks."


def test_what_was_put_into_the_notes_can_be_left_out_again(gm: AtExchange) -> None:
    dialog = pastes(gm, DOCKER)
    for _ in range(2):
        QTest.mouseClick(dialog.keep, Qt.MouseButton.LeftButton)
    assert "Seen at the docks." not in dialog.card.toPlainText()
    assert "1 passage is not part of a stat block" in dialog.left_out.text()


def test_where_nothing_is_left_out_there_is_no_button_for_it(gm: AtExchange) -> None:
    dialog = pastes(gm, DOCKER.partition("\n")[2])
    assert not dialog.keep.isVisible()
    assert not dialog.left_out.isVisible()


FIVE = "5x Thug (muscle)\nGuns 50, Fray 40\nDUR 30, WT 6\n"


def thugs(gm: AtExchange) -> list[tuple[str, int, str]]:
    return [(one.name, one.number, one.group) for one in gm.roster.characters if one.name.startswith("Thug")]


def test_five_of_a_kind_are_five_characters_unless_one_row_is_chosen(gm: AtExchange) -> None:
    gm.selects("Eva")
    dialog = pastes(gm, FIVE)
    place = dialog.place
    assert place.rows.currentText() == "5 characters: Thug 1 to Thug 5"
    assert (place.group.currentText(), dialog.does.text()) == ("Dockside Triad", "&Add 5 characters")
    assert place.group.width() > place.group.fontMetrics().horizontalAdvance("Dockside Triad")
    dialog.does.click()
    gm.settles()
    assert thugs(gm) == [(f"Thug {number}", 1, "triad") for number in range(1, 6)]
    gm.keys("Ctrl+Z")
    assert thugs(gm) == []
    dialog = pastes(gm, FIVE)
    dialog.place.rows.setCurrentIndex(1)
    dialog.place.group.setCurrentText("Muscle")
    dialog.source.setPlainText(FIVE.replace("5x", "4x"))
    gm.settles()
    assert (dialog.place.rows.currentIndex(), dialog.place.group.currentText()) == (1, "Muscle"), (
        "what was chosen stays"
    )
    dialog.does.click()
    gm.settles()
    ((name, number, group),) = thugs(gm)
    made = gm.roster.group(group)
    assert made is not None
    assert (name, number, made.name) == ("Thug", 4, "Muscle")
    gm.keys("Ctrl+Z")
    assert (thugs(gm), gm.roster.group(group)) == ([], None)


def test_one_of_a_kind_has_nothing_to_choose_but_its_group(gm: AtExchange) -> None:
    dialog = pastes(gm, DOCKER)
    assert (dialog.place.rows.isVisible(), dialog.place.group.isVisible()) == (False, True)
    dialog.place.group.setCurrentText("")
    dialog.does.click()
    gm.settles()
    [made] = [one for one in gm.roster.characters if one.name == "Dockside Enforcer"]
    assert made.group == ""


def test_a_place_is_chosen_only_for_somebody(gm: AtExchange) -> None:
    gm.keys("Ctrl+Shift+V")
    assert not gm.dialog(PastePreview).place.isVisible()
