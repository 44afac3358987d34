from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from gm_desk.model.exchange.pdf_reading import PdfReader, PdfReading
from model_makers import ByHand, ring
from pdf_makers import column, write_pdf

pytestmark = pytest.mark.usefixtures("qapp")
MONK = "Ash Monk\nDUR 25 WT 5 DR 38\nSkills: Fray 40, Guns 50, Perceive 45"


class Heard(QObject):
    """What a reading told."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.runner = ByHand()
        self.told: list[tuple[object, ...]] = []
        self.reading = PdfReading(path, self.runner, self)
        self.reading.progressed.connect(lambda *said: self.told.append(said))
        self.reading.finished.connect(lambda *said: self.told.append(said))
        self.reading.failed.connect(lambda *said: self.told.append(said))
        self.reading.start()


def a_book(tmp_path: Path) -> Path:
    return write_pdf(tmp_path / "book.pdf", [(60.0, 100.0, "A quiet page.")], column(60, 100, MONK), [])


def test_pages_come_with_the_first_that_has_a_stat_block(tmp_path: Path) -> None:
    heard = Heard(a_book(tmp_path))
    heard.runner.go_on()
    [(pages, first)] = heard.told
    assert isinstance(pages, tuple)
    assert (len(pages), first) == (3, 1)


def test_how_far_the_reading_is_can_be_watched(tmp_path: Path) -> None:
    heard = Heard(a_book(tmp_path))
    ring(heard.reading)
    assert heard.told == [(0, 0)]
    reader = PdfReader(a_book(tmp_path))
    reader.read()
    assert (len(reader.pages), reader.many) == (3, 3)


def test_a_reading_that_was_stopped_tells_nothing_and_reads_no_further(tmp_path: Path) -> None:
    heard = Heard(a_book(tmp_path))
    heard.reading.stop()
    heard.runner.go_on()
    assert heard.told == []
    reader = PdfReader(a_book(tmp_path))
    reader.stopped = True
    reader.read()
    assert len(reader.pages) == 1


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    path = tmp_path / "bad.pdf"
    path.write_bytes(b"%PDF-1.7 rubbish")
    heard = Heard(path)
    heard.runner.go_on()
    assert heard.told == [("it is damaged, or no PDF",)]
