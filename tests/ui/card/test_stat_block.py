from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from card_window import AtCard, show_card
from gm_desk.core.characters.roster import Skill
from gm_desk.model.item_models import Role
from gm_desk.ui.widgets.fields import CellEdit
from gm_desk.ui.widgets.text_input import edit_at
from ui_makers import GM, LAO, a_roster, index_of, names

pytestmark = pytest.mark.usefixtures("unpainted")


def aptitudes(gm: AtCard) -> QAbstractItemView:
    return gm.window.stat.aptitudes


def skill_view(gm: AtCard) -> QAbstractItemView:
    return gm.window.stat.skills.view


def editor(gm: AtCard) -> QLineEdit:
    made = gm.focused()
    assert isinstance(made, QLineEdit)
    return made


def guns(gm: AtCard) -> Skill:
    found = gm.lao.skill("lao-guns")
    assert found is not None
    return found


def add_skill(gm: AtCard, line: str) -> None:
    gm.keys("Ctrl+T")
    gm.types(line)
    gm.keys("Return")


def test_the_card_shows_aptitudes_with_their_checks(gm: AtCard) -> None:
    model = aptitudes(gm).model()
    shown = [
        tuple(model.index(row, 0).data(role) for role in (Role.NAME, Role.NUMBER, Role.DETAIL))
        for row in range(model.rowCount())
    ]
    assert shown[0] == ("COG", "15", "check 45")
    assert shown[2] == ("REF", "20", "check 60")
    assert [name for name, _, _ in shown] == ["COG", "INT", "REF", "SAV", "SOM", "WIL"]


def test_a_click_on_an_aptitude_prepares_its_check(gm: AtCard) -> None:
    gm.click_on(aptitudes(gm), "SOM")
    assert gm.test() == "SOM check 60 Lao Qing"
    assert gm.log() == []


def test_a_double_click_on_an_aptitude_rolls_its_check(gm: AtCard) -> None:
    gm.click_on(aptitudes(gm), "SOM", double=True)
    assert [line[1:5] for line in gm.log()] == [["Lao Qing", "SOM check", "net 0", "TN 60"]]


def test_a_click_on_a_skill_prepares_it(gm: AtCard) -> None:
    gm.click_on(skill_view(gm), "Fray")
    assert gm.test() == "Fray 60 Lao Qing"
    assert gm.log() == []


def test_a_double_click_on_a_skill_rolls_it_with_the_modifiers_that_stand(whole: GM) -> None:
    whole.keys("Ctrl+6")
    whole.click_on(skill_view(whole), "Fray", double=True)
    assert [line[1:5] for line in whole.log()] == [["Lao Qing", "Fray", "net −20", "TN 40"]]


def test_enter_on_a_skill_or_an_aptitude_rolls_it(gm: AtCard) -> None:
    gm.click_on(skill_view(gm), "Melee")
    gm.keys("Return")
    gm.click_on(aptitudes(gm), "REF")
    gm.keys("Return")
    assert [line[2] for line in gm.log()] == ["REF check", "Melee"]


def test_the_arrows_prepare_what_they_reach(gm: AtCard) -> None:
    gm.click_on(skill_view(gm), "Guns")
    gm.keys("Down")
    assert gm.test() == "Infiltrate 50 Lao Qing"
    gm.click_on(aptitudes(gm), "COG")
    gm.keys("Right")
    assert gm.test() == "INT check 45 Lao Qing"


def test_what_is_prepared_is_marked_in_one_list_only(gm: AtCard) -> None:
    gm.click_on(skill_view(gm), "Fray")
    assert [index.data() for index in skill_view(gm).selectedIndexes()] == ["Fray"]
    assert aptitudes(gm).selectedIndexes() == []
    gm.click_on(aptitudes(gm), "SOM")
    assert skill_view(gm).selectedIndexes() == []
    assert [index.data() for index in aptitudes(gm).selectedIndexes()] == ["SOM"]


def test_f2_edits_a_skill_in_place_as_one_line(whole: GM) -> None:
    whole.click_on(skill_view(whole), "Guns")
    whole.keys("F2")
    assert editor(whole).text() == "Guns 65"
    whole.types_over("Guns 70")
    whole.keys("Return")
    assert guns(whole).rating == 70
    assert whole.reads("targetNumber") == "70"
    assert not whole.log()


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("Guns 200", "200 is outside the range 0 to 150."),
        ("Guns -5", "is not a whole number"),
        ("Guns", "The rating is missing"),
        ("60", "A name cannot be empty."),
        ("Fray 60", "Lao Qing has Fray already"),
    ],
)
def test_a_skill_that_will_not_do_is_refused_and_the_editor_stays_open(gm: AtCard, typed: str, reason: str) -> None:
    before = gm.roster
    gm.click_on(skill_view(gm), "Guns")
    gm.keys("F2")
    gm.types_over(typed)
    gm.keys("Return")
    assert reason in gm.refused()
    assert (editor(gm).isVisible(), editor(gm).text()) == (True, typed)
    assert gm.roster is before


def test_escape_closes_the_editor_and_changes_nothing(gm: AtCard) -> None:
    before = gm.roster
    gm.click_on(skill_view(gm), "Guns")
    gm.keys("F2")
    gm.types_over("Guns 99")
    gm.keys("Esc")
    assert not isinstance(gm.focused(), QLineEdit)
    assert gm.roster is before


def test_f2_edits_an_aptitude_and_nothing_takes_it_away(whole: GM) -> None:
    whole.click_on(aptitudes(whole), "REF")
    whole.keys("F2")
    whole.types_over("25")
    whole.keys("Return")
    assert (whole.lao.stats["REF"], whole.reads("targetNumber")) == (25, "75")
    whole.keys("F2", "Ctrl+A", "Backspace", "Return")
    assert "REF" not in whole.lao.stats
    assert whole.test() == "Athletics 55 Lao Qing"


@pytest.mark.parametrize("typed", ["61", "x", "-1"])
def test_an_aptitude_that_will_not_do_is_refused_and_the_editor_stays_open(gm: AtCard, typed: str) -> None:
    before = gm.roster
    gm.click_on(aptitudes(gm), "REF")
    gm.keys("F2")
    gm.types_over(typed)
    gm.keys("Return")
    assert "0 to 60" in gm.refused()
    assert editor(gm).text() == typed
    assert gm.roster is before


def test_a_refused_rating_is_kept_while_another_window_is_used(gm: AtCard) -> None:
    gm.click_on(aptitudes(gm), "REF")
    gm.keys("F2")
    gm.types_over("61")
    typed, left = editor(gm), QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason)
    gm.window.clearFocus()
    QApplication.sendEvent(typed, left)
    gm.settles()
    assert (editor(gm) is typed, typed.text()) == (True, "61")


def test_a_typed_line_adds_a_skill_with_the_systems_link(gm: AtCard) -> None:
    add_skill(gm, "Psi 30")
    assert (gm.lao.skills[-1].name, gm.lao.skills[-1].rating, gm.lao.skills[-1].aptitude) == ("Psi", 30, "WIL")
    assert names(skill_view(gm))[-1] == "Psi"
    assert (gm.window.stat.skills.add.text(), gm.window.stat.skills.add.hasFocus()) == ("", True)


@pytest.mark.parametrize(
    ("typed", "reason"), [("Psi 200", "200 is outside the range 0 to 150."), ("Psi", "rating is missing")]
)
def test_a_new_skill_that_will_not_do_is_refused_and_stays_to_be_corrected(gm: AtCard, typed: str, reason: str) -> None:
    before = gm.roster
    add_skill(gm, typed)
    assert reason in gm.refused()
    assert gm.window.stat.skills.add.text() == typed
    assert gm.roster is before


def test_the_line_completes_the_systems_skills_whatever_the_case(gm: AtCard) -> None:
    completer = gm.window.stat.skills.add.completer()
    completer.setCompletionPrefix("infos")
    assert completer.currentCompletion() == "Infosec "
    completer.setCompletionPrefix("kno")
    assert completer.currentCompletion() == "Know: "


def test_delete_removes_the_skill_that_has_the_focus_and_undo_brings_it_back(gm: AtCard) -> None:
    before = gm.roster
    gm.click_on(skill_view(gm), "Guns")
    gm.keys("Delete")
    assert "Guns" not in names(skill_view(gm))
    assert gm.test() == "Athletics 55 Lao Qing"
    gm.undo_of("remove Guns of Lao Qing").trigger()
    assert gm.roster == before


def test_untrained_lists_what_the_character_lacks_with_its_aptitude(gm: AtCard) -> None:
    listed = gm.opens_untrained()
    assert "Infosec   COG 15" in listed
    assert "Hardware: any field   COG 15" in listed
    assert "Know: any field   COG 15" in listed, "another field than the trained one"
    assert not [text for text in listed if text.startswith(("Guns", "Exotic Skill"))]


def test_untrained_is_searched_by_typing_and_takes_any_field(gm: AtCard) -> None:
    gm.opens_untrained()
    assert gm.narrows("infos") == ["Infosec   COG 15"]
    assert gm.narrows("hardware") == ["Hardware: any field   COG 15"]
    assert gm.narrows("hardware: robotics") == ["Hardware: Robotics   COG 15"]
    gm.takes()
    assert gm.test() == "Hardware: Robotics 15 Lao Qing"
    assert gm.session.drafting.reading.odds is not None


@pytest.mark.parametrize(
    ("typed", "rolls"),
    [
        ("Medicine", "Medicine 15 Lao Qing"),
        ("pilot: air", "Pilot: Air 20 Lao Qing"),
        ("know the belt", "Know: The Belt 15 Lao Qing"),
    ],
)
def test_a_skill_with_a_field_is_rolled_untrained_by_its_name(whole: GM, typed: str, rolls: str) -> None:
    whole.picks_untrained(typed)
    assert whole.test() == rolls
    whole.does("roll.roll")
    assert whole.log()[0][1] == "Lao Qing"


def test_a_field_that_is_trained_is_not_offered_untrained(gm: AtCard) -> None:
    gm.opens_untrained()
    assert gm.narrows("know: triads") == []


def test_without_aptitudes_untrained_says_what_is_missing_and_does_nothing(gm: AtCard) -> None:
    gm.keys("Ctrl+N", "Esc")
    before = gm.test()
    assert gm.opens_untrained() == ["Type the aptitudes first"]
    gm.takes()
    assert gm.test() == before


def test_name_and_concept_are_edited_where_they_stand(whole: GM) -> None:
    whole.window.stat.head.name.setFocus()
    whole.types_over("Lao Wei")
    whole.keys("Return")
    whole.window.stat.head.concept.setFocus()
    whole.types_over("Boss")
    whole.keys("Return")
    assert (whole.lao.name, whole.lao.concept) == ("Lao Wei", "Boss")
    assert whole.reads("abilityOwner") == "65 · Lao Wei"


def test_an_empty_name_is_refused_on_the_card(gm: AtCard) -> None:
    before = gm.roster
    gm.window.stat.head.name.setFocus()
    gm.types_over(" ")
    gm.keys("Return")
    assert gm.refused() == "A name cannot be empty."
    assert gm.window.stat.head.name.text() == " "
    assert gm.roster is before


def test_a_button_makes_a_player_character_of_an_npc_and_back(gm: AtCard) -> None:
    kind = gm.window.stat.head.kind
    assert kind.text() == "NPC"
    gm.click(kind)
    assert (gm.lao.kind, kind.text()) == ("pc", "Player character")
    gm.click(kind)
    assert gm.lao.kind == "npc"


def test_notes_are_kept_when_the_focus_goes(gm: AtCard) -> None:
    gm.window.stat.notes.begin()
    gm.keys("Ctrl+End")
    gm.types(" Owes Jaqui.")
    gm.window.roster.view.setFocus()
    assert gm.lao.notes == "Wants the docks. Owes Jaqui."


def test_notes_are_kept_soon_after_typing_stops(gm: AtCard) -> None:
    gm.window.stat.notes.begin()
    gm.types("x")
    gm.qtbot.waitUntil(lambda: gm.lao.notes == "Wants the docks.x", timeout=3000)


def test_notes_go_to_whom_they_were_typed_for(gm: AtCard) -> None:
    gm.window.stat.notes.begin()
    gm.types("x")
    gm.window.roster.reveal("eva")
    assert (gm.lao.notes, gm.character("eva").notes) == ("Wants the docks.x", "")
    assert gm.window.stat.notes.edit.toPlainText() == ""


def test_notes_are_plain_text_and_as_tall_as_they_are_long(gm: AtCard) -> None:
    edit = gm.window.stat.notes.edit
    low = edit.height()
    edit.setFocus()
    for _ in range(12):
        QTest.keyClick(edit, Qt.Key.Key_Return)
    assert edit.height() > low


def test_tab_leaves_the_notes(gm: AtCard) -> None:
    gm.window.stat.notes.begin()
    gm.keys("Tab")
    assert not gm.window.stat.notes.edit.hasFocus()


def test_selecting_somebody_else_prepares_the_same_skill_for_them(gm: AtCard) -> None:
    gm.selects("Eva")
    assert gm.test() == "Guns 30 Eva"
    assert [index.data() for index in skill_view(gm).selectedIndexes()] == ["Guns"]


def test_a_skill_that_somebody_lacks_is_prepared_as_its_default(gm: AtCard) -> None:
    gm.click_on(skill_view(gm), "Fray")
    gm.selects("Eva")
    assert gm.test() == "Fray 10 Eva"
    assert skill_view(gm).selectedIndexes() == []


def test_a_check_that_is_not_the_usual_one_is_typed_behind_the_aptitude(gm: AtCard) -> None:
    gm.click_on(aptitudes(gm), "SOM")
    gm.keys("F2")
    gm.types_over("25/95")
    gm.keys("Return")
    assert (gm.lao.stats["SOM"], gm.lao.checks) == (25, {"SOM": 95})
    gm.keys("F2")
    gm.types_over("25/9x")
    gm.keys("Return")
    assert gm.refused()
    assert gm.lao.checks == {"SOM": 95}


def test_an_open_editor_closes_and_no_cell_stays_current_when_somebody_alike_is_shown(
    qtbot: QtBot, tmp_path: Path
) -> None:
    gm = show_card(qtbot, tmp_path, a_roster(LAO, structs.replace(LAO, id="twin", name="Twin")))
    gm.selects("Lao Qing")
    skills = skill_view(gm)
    skills.setCurrentIndex(index_of(skills.model(), "Guns"))
    edit_at(skills, skills.currentIndex())
    gm.types("31")
    gm.window.stat.show_character("twin")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not skills.currentIndex().isValid()
    assert skills.state() == QAbstractItemView.State.NoState
    assert skills.findChildren(CellEdit) == []
    guns = [one.skill_named("Guns") for one in gm.session.document.roster.characters]
    assert [skill.rating for skill in guns if skill] == [31, 65]


class Paints(QObject):
    """How often widgets are painted."""

    def __init__(self, *widgets: QWidget) -> None:
        super().__init__()
        self.count = dict.fromkeys(widgets, 0)
        for one in widgets:
            one.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            self.count[watched] += 1
        return False


@pytest.mark.usefixtures("painted")
def test_skills_are_painted_once_for_the_next_character_however_many_there_are(qtbot: QtBot, tmp_path: Path) -> None:
    skills = tuple(Skill(id=f"s-{n}", name=f"Skill {n}", rating=n) for n in range(12))
    gm = show_card(qtbot, tmp_path, a_roster(LAO, structs.replace(LAO, id="learned", name="Learned", skills=skills)))
    card = gm.window.stat
    for character in ("learned", LAO.id) * 2:
        for _ in range(5):
            gm.settles()
        paints = Paints(card.skills.view.viewport())
        card.show_character(character)
        for _ in range(5):
            gm.settles()
        assert list(paints.count.values()) == [1]
