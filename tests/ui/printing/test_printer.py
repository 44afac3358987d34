import re
from pathlib import Path

import pytest

from gm_desk.store.disk.files import StoreError, UnreadableFileError
from gm_desk.store.exchange.pdf import each_page
from gm_desk.store.shipped import load_system
from gm_desk.ui.printing.page_breaks import FEW_LINES
from gm_desk.ui.printing.page_view import GRIDS, Paper
from gm_desk.ui.printing.printer import pdf_of, write_cards_pdf
from gm_desk.ui.printing.sheets import RecapSheets
from makers import a_character
from page_lines import lines_on_last

SIZES: dict[Paper, tuple[int, int]] = {"a4": (595, 842), "letter": (612, 792)}


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


def sizes(pdf: bytes) -> set[tuple[int, int]]:
    boxes = re.findall(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]", pdf)
    return {(round(float(wide)), round(float(high))) for wide, high in boxes}


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("paper", list(SIZES))
@pytest.mark.parametrize("per_page", list(GRIDS))
def test_cards_are_written_as_a_pdf_of_so_many_pages(tmp_path: Path, per_page: int, paper: Paper) -> None:
    path = tmp_path / "cards.pdf"
    characters = [a_character(id=str(number)) for number in range(9)]
    count = write_cards_pdf(path, characters, load_system("ep2"), per_page, paper)
    written = path.read_bytes()
    assert written.startswith(b"%PDF-")
    assert pages(written) == count == -(-9 // per_page)
    assert sizes(written) == {SIZES[paper]}


@pytest.mark.usefixtures("qapp")
def test_a_pdf_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError):
        write_cards_pdf(tmp_path / "file" / "x.pdf", [a_character()], load_system("ep2"), 4, "a4")


@pytest.mark.usefixtures("qapp")
def test_a_recap_takes_the_pages_it_needs() -> None:
    short = RecapSheets("# Mars\n\nNo rolls.\n", "letter")
    assert short.count == 1


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("lines", range(30, 140, 7))
def test_the_last_page_of_a_recap_has_more_than_a_few_lines(lines: int) -> None:
    sheets = RecapSheets("# Mars\n\n" + "- rolled\n" * lines, "a4")
    assert sheets.count == 1 or lines_on_last(sheets.document) > FEW_LINES


@pytest.mark.usefixtures("qapp")
def test_a_long_recap_takes_the_pages_it_needs() -> None:
    short, long = RecapSheets("# Mars\n\nNo rolls.\n", "letter"), RecapSheets("# Mars\n\n" + "- rolled\n" * 300, "a4")
    assert long.count > 3
    assert pages(pdf_of(long)) == long.count
    assert sizes(pdf_of(short)) == {SIZES["letter"]}


def test_cards_that_were_printed_are_not_read_as_stat_blocks(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    write_cards_pdf(path, [a_character()], load_system("ep2"), 4, "a4")
    with pytest.raises(UnreadableFileError, match="printed by GM Desk"):
        list(each_page(path))
