from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from gm_desk.model.exchange.importing import PdfReader, PdfReading
from model_makers import ByHand, ring
from pdf_makers import column, write_pdf

MONK = "Ash Monk\nDUR 25 WT 5 DR 38\nSkills: Fray 40, Guns 50, Perceive 45"


Told = list[tuple[object, ...]]


def a_reading(path: Path, parent: QObject) -> tuple[PdfReading, ByHand, Told]:
    """Start to read a file; return its reading, its runner and what it tells."""
    runner, told = ByHand(), Told()
    reading = PdfReading(path, runner, parent)
    reading.progressed.connect(lambda *said: told.append(said))
    reading.finished.connect(lambda *said: told.append(said))
    reading.failed.connect(lambda *said: told.append(said))
    reading.start()
    return reading, runner, told


@pytest.fixture
def parent(qapp: QApplication) -> Iterator[QObject]:
    """A parent, destroyed after the test in this thread with what it has."""
    made = QObject()
    yield made
    shiboken6.delete(made)
    assert qapp


def a_book(tmp_path: Path) -> Path:
    return write_pdf(tmp_path / "book.pdf", [(60.0, 100.0, "A quiet page.")], column(60, 100, MONK), [])


def test_pages_come_with_the_first_that_has_a_stat_block(parent: QObject, tmp_path: Path) -> None:
    _, runner, told = a_reading(a_book(tmp_path), parent)
    runner.go_on()
    [(pages, first)] = told
    assert isinstance(pages, tuple)
    assert (len(pages), first) == (3, 1)


def test_how_far_the_reading_is_can_be_watched(parent: QObject, tmp_path: Path) -> None:
    reading, _, told = a_reading(a_book(tmp_path), parent)
    ring(reading)
    assert told == [(0, 0)]
    reader = PdfReader(a_book(tmp_path))
    reader.read()
    assert (len(reader.pages), reader.page_count) == (3, 3)


def test_a_reading_that_was_stopped_tells_nothing_and_reads_no_further(parent: QObject, tmp_path: Path) -> None:
    reading, runner, told = a_reading(a_book(tmp_path), parent)
    reading.stop()
    runner.go_on()
    assert told == []
    reader = PdfReader(a_book(tmp_path))
    reader.stopped = True
    reader.read()
    assert len(reader.pages) == 1


def test_a_file_that_cannot_be_read_says_why(parent: QObject, tmp_path: Path) -> None:
    path = tmp_path / "bad.pdf"
    path.write_bytes(b"%PDF-1.7 rubbish")
    _, runner, told = a_reading(path, parent)
    runner.go_on()
    assert told == [("it is damaged, or not a PDF",)]
