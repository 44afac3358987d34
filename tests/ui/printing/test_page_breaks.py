from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument

from gm_desk.ui.printing.page_breaks import FEW_LINES, MOST_WHOLE, paginate
from gm_desk.ui.printing.sheets import LETTERS, RecapSheets
from page_lines import lines_on_last
from thorough import tries

HEIGHT, WIDTH = 700.0, 500.0
headings = st.just("## Turn 2")
paragraphs = st.integers(1, 200).map(lambda count: "Lao " * count)
lists = st.integers(1, 30).map(lambda count: "\n".join(["- rolled"] * count))
tables = st.integers(1, 12).map(lambda count: "| Who | Rolls |\n|---|---|\n" + "\n".join(["| Lao | 3 |"] * count))
texts = st.lists(st.one_of(headings, paragraphs, lists, tables), min_size=1, max_size=25).map("\n\n".join)


def laid_out(text: str) -> tuple[QTextDocument, float]:
    """Return a text on pages, and their height."""
    document = QTextDocument()
    document.setDocumentMargin(0)
    document.setMarkdown(text)
    height = paginate(document, WIDTH, HEIGHT)
    size = document.pageSize()
    size.setWidth(WIDTH)
    size.setHeight(height)
    document.setPageSize(size)
    return document, height


def pages_of(document: QTextDocument, block: QTextBlock, height: float) -> list[int]:
    """Return the page of each line of a block."""
    top, lines = document.documentLayout().blockBoundingRect(block).top(), block.layout()
    return [int((top + lines.lineAt(number).y() + 1) // height) for number in range(lines.lineCount())]


def blocks_of(document: QTextDocument) -> list[QTextBlock]:
    found, block = list[QTextBlock](), document.begin()
    while block.isValid():
        found.append(block)
        block = block.next()
    return found


@pytest.mark.usefixtures("qapp")
@settings(max_examples=tries(80))
@given(text=texts)
def test_no_heading_and_no_line_of_a_paragraph_stands_alone_at_the_end_of_a_page(text: str) -> None:
    document, height = laid_out(text)
    blocks = blocks_of(document)
    for block, follows in pairwise(blocks):
        own, next_ones = pages_of(document, block, height), pages_of(document, follows, height)
        if block.blockFormat().headingLevel():
            assert own[-1] == next_ones[0]
    for block in blocks:
        on = Counter(pages_of(document, block, height))
        if len(on) > 1:
            *before, last = [on[page] for page in sorted(on)]
            assert before[0] > 1
            assert last > 1 or on.total() > MOST_WHOLE


@pytest.mark.usefixtures("qapp")
@settings(max_examples=tries(80))
@given(text=texts)
def test_a_table_that_fits_on_a_page_is_not_parted(text: str) -> None:
    document, height = laid_out(text)
    parted = Counter[int]()
    for block in blocks_of(document):
        table = QTextCursor(block).currentTable()
        if table is not None:
            parted[table.firstPosition()] |= 1 << pages_of(document, block, height)[0]
    assert all(pages & (pages - 1) == 0 for pages in parted.values())


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("turns", range(2, 40, 3))
def test_the_last_page_has_more_than_a_few_lines(turns: int) -> None:
    turn = "### Lock 9: turn\n\n" + "Jaqui (11), Eva (11), " * 9 + "\n\n" + "- rolled\n" * 4
    sheets = RecapSheets("# Mars\n\n" + "\n\n".join([turn] * turns), "a4")
    assert sheets.count == 1 or lines_on_last(sheets.document) > FEW_LINES


@pytest.mark.usefixtures("qapp")
def test_smaller_letters_save_a_page_that_would_have_a_few_lines() -> None:
    sizes = set[int]()
    for lines in range(30, 80):
        sheets = RecapSheets("# Mars\n\n" + "- rolled\n" * lines, "a4")
        if sheets.count == 1:
            sizes.add(sheets.document.defaultFont().pixelSize())
    assert len(sizes) == len(LETTERS)


@pytest.mark.usefixtures("qapp")
def test_a_table_to_write_on_is_as_wide_as_the_page_and_its_heads_stay_on_one_line() -> None:
    blank = "\N{NO-BREAK SPACE}" * 4
    boxes = " | ".join([blank, *["1 2 3 4"] * 6])
    text = f"| Count | Who | Now | {' | '.join(map(str, range(6, 12)))} |\n|{'---|' * 9}\n| 11 | Jaqui | {boxes} |\n"
    document = RecapSheets(text, "a4").document
    frame = document.documentLayout().frameBoundingRect(document.rootFrame().childFrames()[0])
    assert frame.width() > document.pageSize().width() * 0.97
    assert {block.layout().lineCount() for block in blocks_of(document)} == {1}
