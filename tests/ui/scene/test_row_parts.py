"""Conditions in a row: shortened to what fits before any of them is only counted."""

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from gm_desk.ui.scene.row_parts import abbreviated, shared_pills
from gm_desk.ui.theme.painting import width_of
from gm_desk.ui.theme.theme import TIGHT

PILLS = ("Stunned 3", "Prone", "Bleeding")
WIDE, LEAST = 1000.0, 38.0


@pytest.fixture
def font(qapp: QApplication) -> QFont:
    return QFont(qapp.font())


def test_pills_with_enough_room_are_shown_in_full(font: QFont) -> None:
    assert [text for text, _ in shared_pills(font, PILLS, WIDE, LEAST)] == [*PILLS]


def test_pills_are_shortened_before_one_is_only_counted(font: QFont) -> None:
    room = 3 * LEAST + 2 * TIGHT
    shown = shared_pills(font, PILLS, room, LEAST)
    assert len(shown) == len(PILLS)
    assert sum(wide for _, wide in shown) + 2 * TIGHT <= room + 0.01
    assert all(width_of(font, text) <= wide for text, wide in shown)
    assert shown[0][0].endswith("3"), "what is left of a condition is not cut off"


def test_pills_without_the_least_room_are_counted_and_the_first_one_stays(font: QFont) -> None:
    for room in (2 * LEAST + TIGHT + width_of(font, "+1") + TIGHT, LEAST, 1.0):
        shown = shared_pills(font, PILLS, room, LEAST)
        assert len(shown) == (2 if room > 2 * LEAST else 1)
    assert shared_pills(font, (), WIDE, LEAST) == []


def test_a_short_pill_leaves_its_room_to_a_long_one(font: QFont) -> None:
    whole = sum(wide for _, wide in shared_pills(font, PILLS, WIDE, LEAST))
    shown = shared_pills(font, PILLS, whole + 2 * TIGHT - 4, LEAST)
    assert [text for text, _ in shown][1] == "Prone"


@pytest.mark.parametrize(
    ("text", "fits", "shown"),
    [
        ("Stunned 3", "Stunned 3", "Stunned 3"),
        ("Stunned 3", "Stun. 3", "Stun. 3"),
        ("Stunned 3", "S. 3", "S. 3"),
        ("Full defense", "Full d.", "Full d."),
        ("Impaired 20 · 2", "Imp. 20 · 2", "Imp. 20 · 2"),
        ("Impaired 20 · 2", "Imp. 20", "I. 20 · 2"),
        ("Impaired 20 · 2", "I. 20", "I. 20"),
        ("1 Impaired 20 · 2", "1 I. 20 · 2", "1 I. 20 · 2"),
        ("2 Prone", "2 P.", "2 P."),
        ("Prone 5 min", "Pr. 5 min", "Pr. 5 min"),
    ],
)
def test_a_condition_is_abbreviated_without_its_level(font: QFont, text: str, fits: str, shown: str) -> None:
    assert abbreviated(font, text, width_of(font, fits)) == shown
