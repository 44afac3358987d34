from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gm_desk.core.rules.outcomes import Grade
from gm_desk.model.roll.roll_text import RollText
from gm_desk.store.state import Theme
from gm_desk.ui.roll.verdict import IDLE, LINE, OF_TWO, VerdictLine
from gm_desk.ui.theme.painting import dice_width, paint_dice, width_of
from gm_desk.ui.theme.theme import current_theme
from gm_desk.ui.theme.verdict_pills import fitting_degrees, paint_past, paint_pill, past_width, verdict_width
from pane_makers import RollHands
from ui_makers import GM, a_roster, colours, sit_down

ROLLS = {
    0: Grade.CRITICAL_SUCCESS,
    5: Grade.SUCCESS,
    34: Grade.SUPERIOR_SUCCESS,
    65: Grade.SUPERIOR_SUCCESS,
    68: Grade.FAILURE,
    66: Grade.CRITICAL_FAILURE,
    99: Grade.CRITICAL_FAILURE,
}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_each_verdict_is_painted_in_its_own_colours(qtbot: QtBot, tmp_path: Path, theme: Theme) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), dice=tuple(ROLLS), theme=theme)
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    for grade in ROLLS.values():
        gm.click(gm.widget("rollButton"))
        painted = colours(gm.widget("verdict"))
        assert current_theme().shades[grade].pill in painted
        assert current_theme().shades[grade].pill in colours(gm.window.log.view)


def test_before_the_first_roll_it_says_so(roller: RollHands) -> None:
    assert roller.widget("verdict").accessibleName() == IDLE


def test_another_roster_starts_without_a_verdict(gm: GM) -> None:
    gm.keys("Return")
    gm.makes_roster()
    assert gm.widget("verdict").accessibleName() == IDLE


def test_the_verdict_stays_when_the_next_test_is_prepared(roller: RollHands) -> None:
    roller.keys("Return")
    before = roller.widget("verdict").accessibleName()
    roller.prepares("Fray")
    assert roller.widget("verdict").accessibleName() == before


PAST = ("✗ Failure", "▼ Superior failure", "✖ Critical failure")


@pytest.fixture
def painter(qapp: QApplication) -> Iterator[QPainter]:
    image = QImage(600, 40, QImage.Format.Format_RGB32)
    made = QPainter(image)
    made.setFont(qapp.font())
    yield made
    made.end()


def test_of_earlier_verdicts_as_many_of_the_latest_are_painted_as_there_is_room_for(
    painter: QPainter,
) -> None:
    glyphs = past_width(painter.font(), PAST)
    assert glyphs < 200
    for room in (0.0, past_width(painter.font(), PAST[-1:]), glyphs, 200.0, 600.0):
        taken = paint_past(painter, QRectF(0, 0, room, 40), PAST)
        assert taken <= room
        assert (taken > 0) == (room > 0)
    assert paint_past(painter, QRectF(0, 0, 600, 40), ()) == 0


def test_pills_and_dice_are_as_wide_as_they_are_measured(painter: QPainter) -> None:
    font, box = painter.font(), QRectF(0, 0, 600, 40)
    assert paint_dice(painter, box, ("6", "1"), typed=True) == pytest.approx(dice_width(font, "61") + 3, abs=1)
    painter.setFont(font)
    assert paint_pill(painter, box, None, "Nothing happens") == pytest.approx(
        verdict_width(font, "Nothing happens"), abs=1
    )
    painter.setFont(font)
    assert paint_pill(painter, QRectF(0, 0, 120, 40), Grade.FAILURE, "✎ ✗ Spotted by the guards") == 120


@pytest.mark.usefixtures("qapp")
def test_two_verdicts_in_words_take_two_lines_where_one_is_too_short() -> None:
    line = VerdictLine()
    other = RollText(("9", "0"), Grade.FAILURE, "Failure")
    line.show_text(RollText(("3", "7"), Grade.SUPERIOR_FAILURE, "Superior failure", other=other, won="Nobody wins"))
    heights = []
    for width in (900, 150):
        line.resize(width, 100)
        heights.append(line.sizeHint().height())
    assert heights[1] >= heights[0] + line.fontMetrics().height()


def test_a_pill_too_narrow_for_a_verdict_says_its_first_word(painter: QPainter) -> None:
    font, box = painter.font(), QRectF(0, 0, 600, 40)
    room = verdict_width(font, "▼ Superior")
    shortened = paint_pill(painter, QRectF(0, 0, room, 40), Grade.SUPERIOR_FAILURE, "▼ Superior failure")
    painter.setFont(font)
    glyph = paint_pill(painter, box, Grade.SUPERIOR_FAILURE, "▼")
    assert shortened == pytest.approx(room, abs=1)
    assert glyph < shortened


@pytest.mark.parametrize("size", [10, 15, 20])
@pytest.mark.parametrize(
    ("verdict", "forms"),
    [
        ("✓ Success, 30 degrees", ["✓ Success by 30", "✓ by 30"]),
        ("✗ Loses, 1 degree", ["✗ Loses by 1", "✗ by 1"]),
        (
            "✖ Fumble, level 8: loses, 20 degrees",
            [
                "✖ Fumble, level 8: loses by 20",
                "✖ Fumble, level 8, by 20",
                "✖ Fumble 8, by 20",
                "✖ Fumble by 20",
                "✖ by 20",
            ],
        ),
    ],
)
@pytest.mark.usefixtures("qapp")
def test_a_narrow_verdict_keeps_its_degrees_whole(verdict: str, forms: list[str], size: int) -> None:
    font = QFont()
    font.setPointSize(size)
    assert fitting_degrees(font, verdict, width_of(font, verdict)) == verdict
    for form in forms:
        assert fitting_degrees(font, verdict, width_of(font, form)) == form
    assert fitting_degrees(font, "▲ Superior success ×2", 10) == "▲ Superior success ×2"


@pytest.mark.parametrize("form", ["✖ Fumble, level 7: harms the roller", "✖ Fumble 7: harms the roller", "✖ Fumble 7"])
def test_a_narrow_fumble_keeps_its_level_whole(painter: QPainter, form: str) -> None:
    font = painter.font()
    assert fitting_degrees(font, "✖ Fumble, level 7: harms the roller", width_of(font, form)) == form


@pytest.mark.parametrize("form", ["▲ Excellent success, MoS 32", "▲ Excellent, MoS 32", "▲ MoS 32"])
def test_a_narrow_verdict_keeps_its_margin_whole(painter: QPainter, form: str) -> None:
    font = painter.font()
    assert fitting_degrees(font, "▲ Excellent success, MoS 32", width_of(font, form)) == form


@pytest.mark.parametrize("won", ["Hit: only success", "Defended: higher roll", "Miss: both fail"])
def test_where_there_is_one_line_it_still_says_whether_an_attack_hit(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, won: str
) -> None:
    written = list[str]()

    def write(_painter: QPainter, box: QRectF, text: str, _ink: str, _align: object, font: QFont) -> None:
        if width_of(font, text) <= box.width() + 1:
            written.append(text)

    for module in ("roll.verdict", "theme.painting", "theme.verdict_pills"):
        monkeypatch.setattr(f"gm_desk.ui.{module}.write", write)
    line = VerdictLine()
    qtbot.addWidget(line)
    other = RollText(("7", "4"), Grade.FAILURE, "Severe failure, MoF 44")
    line.show_text(
        RollText(("3", "2"), Grade.SUPERIOR_SUCCESS, "Excellent success, MoS 32", more=won, other=other, won=won)
    )
    line.set_short(True)
    line.resize(300, line.sizeHint().height())
    line.grab()
    assert won.partition(":")[0] in {text.partition(":")[0] for text in written}
    assert any("MoS 32" in text for text in written)


def test_a_narrow_pill_is_as_wide_as_its_shorter_words(painter: QPainter) -> None:
    font = QFont(painter.font())
    room = verdict_width(font, "✓ Success by 30")
    assert room < verdict_width(font, "✓ Success, 30 degrees")
    painted = paint_pill(painter, QRectF(0, 0, room + 1, 40), Grade.SUCCESS, "✓ Success, 30 degrees")
    assert painted == pytest.approx(room, abs=1)


FUMBLED = "Bridge hand 11 wins by 11, Toll archer fumbles (level 5)"


def test_what_else_the_dice_did_is_below_a_verdict_in_one_line_and_never_cut(qtbot: QtBot) -> None:
    line = VerdictLine()
    qtbot.addWidget(line)
    other = RollText(("1", "2"), Grade.FAILURE, "8")
    line.show_text(RollText(("6", "4"), Grade.SUCCESS, "Wins, 11 degrees", other=other, won=FUMBLED))
    line.resize(300, 100)
    em = line.fontMetrics().height()
    one = 2 * int(em * OF_TWO) + em
    assert line.sizeHint().height() >= one + line.fontMetrics().lineSpacing(), "who won takes two lines"
    line.set_short(True)
    short = line.sizeHint().height()
    assert short > int(em * OF_TWO)
    line.set_past(True)
    assert line.sizeHint().height() == int(em * OF_TWO)
    line.set_short(False)
    assert line.sizeHint().height() == int(em * LINE)


def test_a_fumble_in_one_line_says_its_level_and_its_degrees(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    written = list[str]()
    monkeypatch.setattr("gm_desk.ui.theme.verdict_pills.write", lambda *args: written.append(args[2]))
    line = VerdictLine()
    qtbot.addWidget(line)
    other = RollText(("5", "6"), Grade.SUCCESS, "16")
    words = "Fumble, level 11: loses, 16 degrees"
    won = "Runa wins by 16, Gerlach fumbles (level 11)"
    line.show_text(RollText(("1", "1"), Grade.CRITICAL_FAILURE, words, other=other, won=won))
    line.set_short(True)
    assert line.sizeHint().height() == int(line.fontMetrics().height() * OF_TWO), "and nothing again below it"
    line.resize(38 * line.fontMetrics().averageCharWidth(), line.sizeHint().height())
    line.grab()
    assert any("Fumble" in text and "11" in text and "by 16" in text for text in written), written


@pytest.mark.parametrize("lead", ["", "would be"])
@pytest.mark.parametrize("then", ["harms the roller", "disaster"])
def test_what_a_fumble_of_a_check_does_is_below_it_where_it_would_be_cut(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, lead: str, then: str
) -> None:
    written = list[str]()
    for module in ("roll.verdict", "theme.painting", "theme.verdict_pills"):
        monkeypatch.setattr(f"gm_desk.ui.{module}.write", lambda *args: written.append(args[2]))
    line = VerdictLine()
    qtbot.addWidget(line)
    em, words = line.fontMetrics().height(), f"Fumble, level 7: {then}"
    line.show_text(RollText(("1", "1", "3", "4"), Grade.CRITICAL_FAILURE, words, more="6 degrees"), lead=lead)
    line.resize(40 * em, 4 * em)
    line.grab()
    assert written[-2:] == [f"✖ {words}", "6 degrees"]
    assert line.sizeHint().height() == int(em * LINE)
    line.resize(17 * em, 4 * em)
    line.grab()
    assert written[-1] in {"✖ Fumble, level 7", "✖ Fumble 7"}, "and no degrees beside it"
    assert line.sizeHint().height() >= int(em * LINE) + line.fontMetrics().height()


def test_what_dice_a_roll_waits_for_is_below_them_where_they_leave_no_room(qtbot: QtBot) -> None:
    line = VerdictLine()
    qtbot.addWidget(line)
    line.show_waiting(["1"] * 6, "Runa fumbles: roll the level")
    line.resize(600, 100)
    wide = line.sizeHint().height()
    line.resize(220, 100)
    assert line.sizeHint().height() >= wide + line.fontMetrics().height()
