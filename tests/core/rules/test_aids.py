"""Modifiers that follow from the situation."""

from gm_desk.core.rules.modifiers import SPECIALISATION, retry, teamwork


def test_helpers_give_ten_each_and_thirty_at_most() -> None:
    assert [teamwork(helpers) for helpers in range(6)] == [0, 10, 20, 30, 30, 30]


def test_each_earlier_failure_costs_ten() -> None:
    assert [retry(failures) for failures in range(3)] == [0, -10, -20]


def test_a_specialisation_gives_ten() -> None:
    assert SPECIALISATION == 10
