"""A long text is read in a worker; a reading that is no longer needed is stopped."""

import pytest
from PySide6.QtCore import QObject

from exchange_makers import DOCKER, PAIR
from gm_desk.model.exchange.paste import SHORT, PastedReading, TextReading, all_systems
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
    assert [len(one.brought) for one in table.told] == [5]
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
