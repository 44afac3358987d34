"""Measure how quick cards are laid out and drawn; being slow fails nothing."""

import time

import pytest
from PySide6.QtGui import QImage, QPainter

from benchmarks.figures import Figure, sized
from benchmarks.test_speed import in_milliseconds
from gm_desk.core.cards.sections import card_of
from gm_desk.store.rosters.files import read_sample
from gm_desk.store.shipped import load_system
from gm_desk.ui.printing.page_view import GRIDS, size_of
from gm_desk.ui.printing.sheets import CardSheets

TIMES, EIGHT_AIM, MANY_AIM = sized(9, 1), 200, 1000


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(("count", "aim"), [(8, EIGHT_AIM), (sized(200, 9), MANY_AIM)])
def test_cards_to_the_preview_of_their_first_page(count: int, aim: int, figures: list[Figure]) -> None:
    """Lay out the cards of the sample, as often as it takes, and draw a page of them."""
    system, sample = load_system("ep2"), read_sample("ep2").characters
    characters = [sample[number % len(sample)] for number in range(count)]
    taken = []
    for per_page in [*GRIDS] * TIMES:
        began = time.perf_counter()
        sheets = CardSheets([card_of(one, system) for one in characters], per_page, "a4")
        page = QImage((size_of("a4") / 10).toSize(), QImage.Format.Format_RGB32)
        painter = QPainter(page)
        painter.scale(0.1, 0.1)
        sheets.draw(painter, 0)
        painter.end()
        taken.append(1000 * (time.perf_counter() - began))
    figures.append(in_milliseconds(f"{count} cards, to the preview of a page", taken, aim))
