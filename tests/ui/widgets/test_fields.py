import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gm_desk.core.characters.roster import valid_name
from gm_desk.core.rules.modifiers import parse_modifier
from gm_desk.core.wording.phrases import sentence
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.labels import FieldMessage
from model_makers import a_document


class ExportForm(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.field = CheckedEdit(parse_modifier)
        self.other = QLineEdit()
        self.told: list[str] = []
        self.field.committed.connect(self.told.append)
        column = QVBoxLayout(self)
        column.addWidget(self.field)
        column.addWidget(self.other)

    def refused(self) -> list[str]:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        return [bubble.text() for bubble in self.findChildren(FieldMessage) if bubble.isVisible()]

    def types(self, text: str, key: Qt.Key | None = None) -> None:
        QTest.keyClicks(self.field, text)
        if key is not None:
            QTest.keyClick(self.field, key)


@pytest.fixture
def form(qtbot: QtBot) -> ExportForm:
    made = ExportForm()
    qtbot.addWidget(made)
    made.field.store("10")
    made.show()
    made.field.setFocus()
    made.field.selectAll()
    return made


def test_what_was_typed_is_told_once_on_enter(form: ExportForm) -> None:
    form.types("20", Qt.Key.Key_Return)
    form.other.setFocus()
    assert form.told == ["20"]


def test_what_was_typed_is_told_when_the_focus_goes(form: ExportForm) -> None:
    form.types("20")
    form.other.setFocus()
    assert form.told == ["20"]


def test_what_is_stored_is_not_checked_until_it_is_changed(qtbot: QtBot) -> None:
    checked: list[str] = []

    def check(text: str) -> None:
        checked.append(text)
        parse_modifier(text)

    field = CheckedEdit(check)
    qtbot.addWidget(field)
    field.store("15")
    assert (checked, field.hasAcceptableInput()) == ([], True)
    QTest.keyClicks(field, "5")
    assert (checked[-1], field.hasAcceptableInput()) == ("515", False)


def test_what_was_not_changed_is_not_told(form: ExportForm) -> None:
    form.types("10", Qt.Key.Key_Return)
    assert form.told == []


def test_bad_input_is_refused_on_enter_with_the_reason_and_kept(form: ExportForm) -> None:
    form.types("15", Qt.Key.Key_Return)
    assert form.refused() == ["15 is not a multiple of ten."]
    assert (form.field.text(), form.field.hasFocus(), form.told) == ("15", True, [])


def test_the_reason_goes_when_the_text_changes(form: ExportForm) -> None:
    form.types("15", Qt.Key.Key_Return)
    form.types("0")
    assert form.refused() == []


def test_bad_input_that_is_left_gives_way_to_what_stood_there(form: ExportForm) -> None:
    form.types("15")
    form.other.setFocus()
    assert (form.field.text(), form.told) == ("10", [])


def test_bad_input_is_kept_while_another_window_is_used(form: ExportForm) -> None:
    form.types("15")
    QApplication.sendEvent(form.field, QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason))
    assert (form.field.text(), form.told) == ("15", [])


@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Backtab])
def test_tab_keeps_bad_input_and_says_why_instead_of_dropping_it(form: ExportForm, key: Qt.Key) -> None:
    form.types("15", key)
    assert form.refused() == ["15 is not a multiple of ten."]
    assert (form.field.text(), form.field.hasFocus(), form.told) == ("15", True, [])
    form.types("", Qt.Key.Key_Escape)
    form.types("", key)
    assert (form.field.text(), form.other.hasFocus()) == ("10", True)


def test_escape_brings_back_what_stood_there(form: ExportForm) -> None:
    form.types("15", Qt.Key.Key_Return)
    form.types("", Qt.Key.Key_Escape)
    assert (form.field.text(), form.refused(), form.told) == ("10", [], [])


def test_what_the_document_says_does_not_overwrite_what_is_being_typed(form: ExportForm) -> None:
    form.types("20")
    form.field.store("30")
    assert form.field.text() == "20"
    form.types("", Qt.Key.Key_Escape)
    assert form.field.text() == "30"


def test_what_the_document_says_is_shown_otherwise(form: ExportForm) -> None:
    form.field.store("30")
    assert form.field.text() == "30"


def test_a_bubble_takes_markup_for_text(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    bubble = FieldMessage(window)
    assert bubble.textFormat() == Qt.TextFormat.PlainText


@pytest.mark.parametrize("y", [0, 270])
def test_a_bubble_stays_inside_the_window_beside_the_field(qtbot: QtBot, y: int) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(300, 300)
    field = CheckedEdit(valid_name, window)
    field.setGeometry(250, y, 50, 30)
    window.show()
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Return)
    bubble = window.findChild(FieldMessage)
    assert bubble is not None
    assert bubble.text() == "A name cannot be empty."
    assert window.rect().contains(bubble.geometry())
    assert not bubble.geometry().intersects(field.geometry())


def test_a_clause_becomes_a_sentence() -> None:
    assert sentence("a name cannot be empty") == "A name cannot be empty."


def test_a_field_of_a_document_has_timers_once_something_is_typed(qtbot: QtBot) -> None:
    field = CheckedEdit(valid_name, document=a_document())
    qtbot.addWidget(field)
    assert field.findChildren(QTimer) == []
    QTest.keyClicks(field, "L")
    assert [timer.isActive() for timer in field.findChildren(QTimer)] == [True, True]
