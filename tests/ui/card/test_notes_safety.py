"""Notes load nothing, open nothing, hide nothing, and hang nothing, whatever is written in them."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextDocument, QTextFormat
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gm_desk.ui.card.notes import OfflineDocument, RenderedNotes
from gm_desk.ui.widgets.growing_edit import GrowingEdit

WIDTH = 480


@pytest.fixture
def notes(qtbot: QtBot) -> RenderedNotes:
    made = RenderedNotes()
    made.resize(WIDTH, 100)
    qtbot.addWidget(made)
    return made


def shown(notes: RenderedNotes, source: str) -> str:
    notes.show_source(source)
    notes.grab()
    return notes.document.toPlainText()


def formats(document: QTextDocument) -> list[QTextFormat]:
    return document.allFormats()


@pytest.mark.parametrize(
    "source",
    [
        "<img src='/dev/zero'>",
        "<table><tr><td>" * 20,
        "<script>alert(1)</script>",
        "<b>bold</b> and <a href='file:///etc/passwd'>a file</a>",
        "![picture](/dev/zero)",
        "![picture](file:///etc/passwd) and ![other][ref]",
    ],
)
def test_markup_and_pictures_are_the_text_that_was_typed(notes: RenderedNotes, source: str) -> None:
    assert shown(notes, source) == source
    assert not any(one.isImageFormat() or one.isTableFormat() for one in formats(notes.document))


def test_the_document_loads_nothing_even_where_a_picture_got_in(notes: RenderedNotes) -> None:
    sealed = OfflineDocument()
    for kind in QTextDocument.ResourceType:
        assert sealed.resource(kind.value, QUrl.fromLocalFile(__file__)) is None
    assert isinstance(notes.document, OfflineDocument)


@pytest.mark.parametrize("source", ["[his boss](file:///etc/passwd)", "<http://example.org>", "https://example.org"])
def test_links_are_words_that_open_nothing(
    notes: RenderedNotes, source: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    assert shown(notes, source)
    notes.show()
    assert not any(notes.document.documentLayout().anchorAt(QPointF(x, 8)) for x in range(0, WIDTH, 5))
    with qtbot.waitSignal(notes.edit_requested, timeout=1000):
        QTest.mouseClick(notes, Qt.MouseButton.LeftButton)
    assert opened == []


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("Wants: a\nTactic: b", "Wants: a\nTactic: b"),
        ("# Head\n- one\n- two", "Head\none\ntwo"),
        ("**bold** `code`", "bold code"),
        ("---\nsecret: x\n---\nText", "secret: x"),
        ("[Lao]: the-docks", "[Lao]: the-docks"),
        ("```", "```"),
        ("> said", "said"),
        ("", ""),
    ],
)
def test_markdown_reads_as_it_is_meant_and_hides_nothing(notes: RenderedNotes, source: str, text: str) -> None:
    assert text in shown(notes, source)


@pytest.mark.parametrize(
    "source",
    [
        ">" * 5000 + " deep",
        "- " * 300 + "deep",
        "[" * 20_000,
        "*a " * 10_000,
        "`" * 20_000,
        "|" + "a|" * 300 + "\n|" + "-|" * 300 + "\n|" + "b|" * 300,
        "x" * 50_000,
        "\n".join(f"{number}. line" for number in range(200)),
        "\0\x07\u202e\ud83d",
    ],
)
def test_a_page_of_anything_is_shown_at_once(notes: RenderedNotes, source: str) -> None:
    shown(notes, source)
    assert notes.height() >= notes.document.size().height() > 0
    assert notes.width() == WIDTH


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.text("ab#*_>-`|[]()!<>\\&:\n \t", max_size=60))
def test_whatever_is_typed_something_of_it_is_seen_and_nothing_is_loaded(notes: RenderedNotes, source: str) -> None:
    text = shown(notes, source)
    assert bool(text.strip()) or not any(letter in "ab" for letter in source)
    assert not any(one.isImageFormat() for one in formats(notes.document))


def test_two_hundred_lines_take_the_height_they_need(notes: RenderedNotes) -> None:
    shown(notes, "\n".join(f"Line {number}" for number in range(200)))
    assert notes.height() >= 200 * notes.fontMetrics().height()


def test_notes_can_be_heard(notes: RenderedNotes) -> None:
    shown(notes, "**Wants** the docks")
    assert (notes.accessibleName(), notes.accessibleDescription()) == ("Notes", "Wants the docks")


@pytest.mark.parametrize("source", ["x" * 1_000_000, "a\n" * 500_000, "*a_ " * 250_000, "漢" * 300_000])
def test_of_a_megabyte_of_notes_the_beginning_is_shown_and_it_says_so(notes: RenderedNotes, source: str) -> None:
    text = shown(notes, source)
    assert len(text) < 21_000
    assert text.endswith("Click to see all of them.")


def test_notes_of_an_evening_are_shown_whole(notes: RenderedNotes) -> None:
    source = "\n".join(f"{number} {'word ' * 3}" for number in range(900))
    assert shown(notes, source).count("word") == 2700


@pytest.mark.parametrize("text", ["x" * 1_000_000, "a\n" * 100_000])
def test_a_megabyte_scrolls_in_its_field_and_stays_what_it_is(qtbot: QtBot, text: str) -> None:
    field = GrowingEdit()
    qtbot.addWidget(field)
    field.resize(WIDTH, 100)
    field.store(text)
    assert field.height() < 1000
    assert (field.taken(), field.changed) == (text, False)
    field.store("short")
    assert field.height() < 100


@pytest.mark.parametrize("text", ["a\r\nb", "a\u2028b", "a\u00a0b", "a\rb\0c"])
def test_what_a_field_shows_in_its_own_way_is_not_a_change(qtbot: QtBot, text: str) -> None:
    field = GrowingEdit()
    qtbot.addWidget(field)
    field.store(text)
    assert not field.changed
    field.insertPlainText("x")
    assert field.changed
