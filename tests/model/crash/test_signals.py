"""Signals that ask the program to end are heard at once."""

import os
import signal
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from gm_desk.model.crash.signals import EndSignals
from model_makers import heard

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.skipif(os.name != "posix", reason="Windows sends no such signals"),
]


@pytest.fixture
def signals() -> Iterator[EndSignals]:
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)]
    made = EndSignals()
    yield made
    made.stop()
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)] == before
    assert signal.set_wakeup_fd(-1) == -1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_to_end_is_heard_and_a_second_one_is_not_held_up(
    qtbot: QtBot, signals: EndSignals, number: signal.Signals
) -> None:
    received = heard(signals.received)
    signal.raise_signal(number)
    qtbot.waitUntil(lambda: received == [()])
    assert signal.getsignal(number) is signal.SIG_DFL


def test_other_signals_are_no_wish_to_end(qtbot: QtBot, signals: EndSignals) -> None:
    caught: list[int] = []
    received, before = heard(signals.received), signal.signal(signal.SIGUSR1, lambda number, _: caught.append(number))
    signal.raise_signal(signal.SIGUSR1)
    qtbot.waitUntil(lambda: caught == [signal.SIGUSR1])
    qtbot.wait(1)
    signal.signal(signal.SIGUSR1, before)
    assert received == []


def test_what_is_being_ignored_goes_on_being_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signals = EndSignals()
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    signals.stop()
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    signal.signal(signal.SIGHUP, before)
