"""Rolls as tables, recaps and text, whatever was written into them."""

import csv
import io
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.store.exchange.log_text import (
    HEADINGS,
    LogRow,
    escaped,
    escaped_cell,
    log_as_csv,
    log_as_text,
    recap_of,
    text_line_of,
)

NIGHT = datetime(2026, 11, 20, 21, 42, tzinfo=UTC)
texts = st.text(max_size=12)


def a_row(minutes: int = 0, **changes: Any) -> LogRow:
    row = {
        "who": "Lao Qing",
        "what": "Guns",
        "against": "Jaqui Fray ÷ 2",
        "modifiers": ("Smoke −30", "Wounds −40"),
        "sum": -70,
        "net": -60,
        "target": "TN 5",
        "dice": "61",
        "verdict": "Superior failure",
        "glyph": "▼",
        "more": ("Jaqui wins: 17 under 28, only success",),
        "success": False,
    }
    return LogRow(when=NIGHT + timedelta(minutes=minutes), session="tonight", **{**row, **changes})


def cells(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


def test_a_table_has_headings_a_row_for_each_roll_and_the_mark_of_its_letters() -> None:
    content = log_as_csv([a_row(note="Ha", secret=True, earlier=("Failure",)), a_row(1, by_hand=True, struck=True)])
    assert content.startswith(b"\xef\xbb\xbf")
    heading, first, second = (dict(zip(HEADINGS, row, strict=True)) for row in cells(content))
    assert list(heading.values()) == list(HEADINGS)
    assert first == {
        "Time": "2026-11-20 21:42:00",
        "Evening": "Friday 20 November 2026",
        "Who": "Lao Qing",
        "What": "Guns",
        "Against": "Jaqui Fray ÷ 2",
        "Modifiers": "Smoke −30; Wounds −40",
        "Sum": "-70",
        "Net": "-60",
        "Target": "TN 5",
        "Dice": "61",
        "Verdict": "Superior failure",
        "Earlier verdicts": "Failure",
        "More": "Jaqui wins: 17 under 28, only success",
        "Note": "Ha",
        "Secret": "yes",
        "Typed by hand": "",
        "Struck out": "",
    }
    assert (second["Typed by hand"], second["Struck out"]) == ("yes", "yes")


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+cmd", "'+cmd"),
        ("-x", "'-x"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("  =1", "'  =1"),
        ("＝1", "'＝1"),  # noqa: RUF001 - spreadsheets read it as one
        ("-20", "-20"),
        ("+10", "+10"),
        ("-1.5", "-1.5"),
        ("a=1", "a=1"),
        ("", ""),
        ("−20 to all", "−20 to all"),
    ],
)
def test_no_cell_is_a_formula_and_numbers_stay_numbers(text: str, cell: str) -> None:
    assert escaped_cell(text) == cell


@given(texts, texts, texts)
def test_every_word_comes_back_out_of_a_table(who: str, note: str, verdict: str) -> None:
    _, row = cells(log_as_csv([a_row(who=who, note=note, verdict=verdict)]))
    told = dict(zip(HEADINGS, row, strict=True))
    assert [told["Who"], told["Note"], told["Verdict"]] == list(map(escaped_cell, (who, note, verdict)))


def test_a_line_says_it_all() -> None:
    said = "Lao Qing: Guns vs Jaqui Fray ÷ 2, net −60 of −70, TN 5, 61 ▼ Superior failure"
    assert text_line_of(a_row(note="Ha")) == f"{said} · Jaqui wins: 17 under 28, only success · Ha"
    assert text_line_of(a_row(struck=True, more=())) == f"({said}) – does not count"
    plain = a_row(who="", against="", sum=10, net=10, more=(), verdict="Fine", glyph="")
    assert text_line_of(plain) == "Guns, net +10, TN 5, 61 Fine"
    assert text_line_of(
        a_row(who="", what="2d10", against="", net=None, target="", dice="3 4", verdict="7", glyph="", more=())
    ) == ("2d10, 3 4 7")


def test_evenings_have_headings_in_text_where_there_are_several() -> None:
    one = a_row(more=())
    assert log_as_text([one]).startswith("21:42 Lao Qing")
    other = LogRow(when=NIGHT + timedelta(days=1), session="next", evening="Dawn", what="Fray", verdict="Success")
    first, roll, *rest = log_as_text([one, other]).splitlines()
    assert (first, roll[:14]) == ("Friday 20 November 2026", "21:42 Lao Qing")
    assert rest == ["", "Dawn", "21:42 Fray Success"]
    assert log_as_text([]) == ""


def test_a_recap_tells_evening_by_evening_in_the_order_it_happened() -> None:
    rows = [a_row(5, evening="The *blackout*", success=True), a_row(evening="The *blackout*", struck=True)]
    lines = recap_of("Mars", rows).splitlines()
    assert lines[:5] == ["# Mars", "", "## The \\*blackout\\*", "", "Friday 20 November 2026, 21:42 to 21:47, 1 roll."]
    assert lines[6].startswith("- ~~21:42 **Lao Qing** Guns vs Jaqui")
    assert lines[7].startswith("- 21:47")
    assert lines[-1] == "| Lao Qing | 1 | 1 |"


def test_a_recap_of_damage_has_one_space_before_its_sum() -> None:
    damage = a_row(what="Rail carbine, damage", glyph="", verdict="32", dice="8 1 5 1", target="", more=())
    assert ", 8 1 5 1: **32**" in recap_of("Mars", [damage])


def test_a_recap_of_nothing_says_so() -> None:
    assert recap_of("Mars", []) == "# Mars\n\nNo rolls.\n"


@given(texts)
def test_what_was_written_is_never_markup(text: str) -> None:
    said = escaped(text)
    assert "\n" not in said
    shown = said.replace("\\\\", "\0")
    assert all(f"\\{sign}" in shown for sign in "`*_[]<>#|~" if sign in text)


def test_no_address_becomes_a_link_and_plain_words_stay_as_they_are() -> None:
    assert escaped("http://x.y www.x.y a@b") == "http\\://x.y www\\.x.y a\\@b"
    assert escaped("Mars: Noctis (2) – 5.") == "Mars: Noctis (2) – 5."


def test_rolls_of_one_minute_are_told_with_one_time() -> None:
    assert ", 21:42, 2 rolls." in recap_of("Mars", [a_row(evening="Dawn"), a_row(evening="Dawn")])


def a_turn(minutes: int, turn: str, *order: str, **changes: Any) -> LogRow:
    return LogRow(
        when=NIGHT + timedelta(minutes=minutes),
        session="tonight",
        evening="Dawn",
        who="Lock 9",
        what=turn,
        more=order,
        rolled=False,
        turn=True,
        **changes,
    )


def test_a_recap_tells_a_fight_turn_by_turn() -> None:
    rows = [
        a_row(0, evening="Dawn"),
        a_turn(1, "turn 1", "Lao (9)", "Eva *8*"),
        a_row(2, evening="Dawn"),
        a_turn(3, "turn 2", "Lao (9)"),
        a_row(4, evening="Dawn"),
        a_turn(5, "turn 3", "Lao 9", struck=True),
        a_turn(6, "the fight is over"),
        a_row(7, evening="Dawn"),
    ]
    lines = [line for line in recap_of("Mars", rows).splitlines() if line]
    shown = [line if line.startswith(("#", "Lao")) else line[:8] for line in lines[3:12]]
    assert shown == [
        "- 21:42 ",
        "### Lock 9: turn 1",
        "Lao (9), Eva \\*8\\*.",
        "- 21:44 ",
        "### Lock 9: turn 2",
        "Lao (9).",
        "- 21:46 ",
        "- ~~21:4",
        "### Lock 9: the fight is over",
    ]
    assert "4 rolls" in lines[2]


def test_an_order_that_has_not_changed_is_not_told_again() -> None:
    turns = [
        a_turn(minute, f"turn {minute}", *order) for minute, order in enumerate((("Lao (9)",),) * 3 + (("Eva (8)",),))
    ]
    lines = [line for line in recap_of("Mars", [*turns, a_turn(5, "the fight is over")]).splitlines() if line]
    assert [line for line in lines if not line.startswith("#")][1:] == ["Lao (9).", "Eva (8)."]


def test_a_roll_that_was_struck_out_is_no_roll_in_the_recap_as_in_the_statistics() -> None:
    when = datetime(2026, 11, 20, 21, 40)  # noqa: DTZ001 - local time
    rows = [LogRow(when=when, session="one", struck=struck) for struck in (False, True)]
    assert ", 1 roll." in recap_of("Tonight", rows)


def test_a_total_without_a_grade_is_told_in_a_recap_without_a_gap() -> None:
    damage = a_row(what="Sword, damage", against="", modifiers=(), net=None, sum=None, target="", dice="", glyph="")
    assert "Sword, damage: **Superior failure**" in recap_of("Mars", [damage])


def test_a_recap_tells_phases_surprise_and_reinforcements_where_they_happened() -> None:
    rows = [
        a_turn(0, "turn 1", "Lao (9)", "surprised: Eva"),
        a_row(1, evening="Dawn"),
        a_turn(2, "turn 1, phase 2", "Lao (9)"),
        structs.replace(a_turn(3, "Thug (4)", "joined the fight"), turn=False),
        a_row(4, evening="Dawn"),
    ]
    lines = [line for line in recap_of("Mars", rows).splitlines() if line][3:8]
    assert [lines[0], lines[1]] == ["### Lock 9: turn 1", "Lao (9), surprised: Eva."]
    assert lines[3:5] == ["### Lock 9: turn 1, phase 2", "Lao (9)."]
    following = [line for line in recap_of("Mars", rows).splitlines() if "joined" in line]
    assert [line[8:] for line in following] == ["**Lock 9** Thug (4) (joined the fight)"]
