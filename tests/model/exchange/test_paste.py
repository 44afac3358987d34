"""Pasted text is recognized and read, a long one in a worker; a reading that is no longer needed is stopped."""

import pytest
from PySide6.QtCore import QObject

from exchange_makers import DOCKER, NOT_READ, PAIR
from gm_desk.core.stat_blocks.source import Failed, Pasted, Span
from gm_desk.model.exchange.arrivals import fitted
from gm_desk.model.exchange.paste import (
    SHORT,
    PastedReading,
    TextReading,
    all_systems,
    marks_of,
    qt_places,
    read_pasted,
    refusal_of,
    span_of,
    warnings_about,
)
from makers import numbered_ids
from model_makers import ByHand

pytestmark = pytest.mark.usefixtures("qapp")


BLOCKS = PAIR.partition("\n")[2]
LONG = DOCKER + "\n" * SHORT


class BrokenError(BaseException):
    """What no reader of stat blocks puts up with."""


def breaking() -> str:
    raise BrokenError


class Table:
    """Read texts by hand."""

    def __init__(self) -> None:
        self.owner, self.runner = QObject(), ByHand()
        self.texts = TextReading(all_systems(), numbered_ids(), self.runner, self.owner)
        self.told: list[PastedReading] = []
        self.texts.finished.connect(self.told.append)


def test_a_short_text_is_read_at_once() -> None:
    table = Table()
    table.texts.read(PAIR, "")
    assert [one.counted for one in table.told] == ["2 stat blocks"]
    assert not table.texts.running


def test_a_long_text_is_read_later() -> None:
    table = Table()
    table.texts.read(LONG, "")
    assert table.texts.running
    assert not table.told
    table.runner.go_on()
    assert [one.counted for one in table.told] == ["1 stat block"]
    assert not table.texts.running


def test_of_several_texts_only_the_last_one_is_told() -> None:
    table = Table()
    for text in (LONG, LONG + BLOCKS, LONG + BLOCKS * 2):
        table.texts.read(text, "")
    table.runner.go_on()
    assert (table.texts.running, table.told) == (True, [])
    table.runner.go_on()
    assert [len(one.imported) for one in table.told] == [5]
    assert not table.runner.waiting


def test_a_text_that_is_given_up_is_read_no_further() -> None:
    table = Table()
    table.texts.read(LONG, "")
    table.texts.stop()
    table.runner.go_on()
    assert not table.told
    assert not table.texts.running


def test_an_error_of_a_reader_is_raised_where_the_window_is() -> None:
    table = Table()
    table.texts = TextReading(all_systems(), breaking, table.runner, table.owner)
    table.texts.read(LONG, "")
    with pytest.raises(BrokenError):
        table.runner.go_on()
    assert not table.texts.running


SYSTEMS = all_systems()


def test_letters_are_counted_as_qt_counts_them() -> None:
    assert qt_places("a\r\nb🐟c", [0, 1, 3, 4, 5, 6]) == {0: 0, 1: 1, 3: 2, 4: 3, 5: 5, 6: 6}


def test_blocks_are_counted_and_named_for_what_is_in_them() -> None:
    reading = read_pasted(PAIR, SYSTEMS, numbered_ids())
    assert reading.counted == "2 stat blocks"
    assert [one.kind for one in reading.imported] == ["Eclipse Phase 2e, 3 skills", "Eclipse Phase 2e, 1 skill"]
    assert read_pasted("nothing", SYSTEMS, numbered_ids()).counted == "No stat block"
    assert read_pasted(DOCKER, SYSTEMS, numbered_ids(), "ep1").imported[0].system == "ep1"


def test_marks_come_in_their_order() -> None:
    pasted = read_pasted(PAIR, SYSTEMS, numbered_ids()).pasted
    assert [mark.beside for mark in marks_of(pasted)] == [True, False, False]
    assert span_of(pasted.blocks[1], pasted.text) == Span(PAIR.index("### Dock Dog") + 1, len(PAIR))


def test_a_text_is_refused_with_what_can_be_done() -> None:
    assert refusal_of(DOCKER) == ""
    assert "Copy the whole block" in refusal_of("Guns 65")
    assert "copy a stat block first" in refusal_of(" \n")
    assert "contains no text" in refusal_of("a\0b")


def test_what_is_to_be_looked_at_is_said_in_sentences() -> None:
    reading = read_pasted(DOCKER.partition("\n")[2] + "- **Voice:** hoarse,", SYSTEMS, numbered_ids())
    (block,) = reading.pasted.blocks
    fit = fitted(block.character, "ep2", SYSTEMS["ep2"], SYSTEMS, numbered_ids())
    assert warnings_about(block, fit, SYSTEMS["ep2"], SYSTEMS) == [
        "It ends in the middle of a line",
        "2 passages were not recognised; kept in the notes, word for word.",
    ]


def test_what_is_left_out_goes_to_the_notes_of_the_block_before_it_or_of_the_first() -> None:
    reading = read_pasted(PAIR, SYSTEMS, numbered_ids())
    assert reading.left_out == "1 passage is not part of a stat block; skipped (grey)."
    kept = reading.with_all()
    assert kept.left_out == ""
    first, second = (one.character.notes for one in kept.imported)
    assert first.splitlines() == [NOT_READ[0], "", "Seen at the docks."]
    assert second == reading.imported[1].character.notes
    assert [mark.beside for mark in marks_of(kept.pasted)] == [False, False, False]


def test_a_block_that_could_not_be_read_is_named() -> None:
    failed = Failed(Span(0, 3), "Ash Monk", "no such thing")
    reading = PastedReading(Pasted("Ash", failed=(failed,), beside=(Span(0, 3),)))
    assert reading.left_out == "“Ash Monk” could not be read: no such thing."
    assert reading.with_all() == reading


def test_a_block_of_the_other_edition_says_which_skills_have_another_name() -> None:
    text = "Old Hand: COO 15, SPD 1, MOX 2, Kinetic Weapons 45, Perception 50, Scrounging 40"
    (block,) = read_pasted(text, SYSTEMS, numbered_ids()).pasted.blocks
    fit = fitted(block.character, "ep1", SYSTEMS["ep2"], SYSTEMS, numbered_ids())
    assert [(one.name, one.rating) for one in fit.character.skills] == [("Guns", 45), ("Perceive", 50)]
    assert warnings_about(block, fit, SYSTEMS["ep2"], SYSTEMS)[0] == (
        "This block is for Eclipse Phase 1e, but the roster is for Eclipse Phase 2e. Skills with another name there: "
        "Kinetic Weapons 45 is Guns, Perception 50 is Perceive. Values without a field in Eclipse Phase 2e go to the "
        "notes: numbers, pools, skills."
    )
