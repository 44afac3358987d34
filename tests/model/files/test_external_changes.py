"""Transient troubles: reported once if they persist, and cleared when they are over."""

from gm_desk.model.files.external_changes import TransientTroubles


def some_doubts() -> tuple[TransientTroubles, list[tuple[str, str]]]:
    told: list[tuple[str, str]] = []

    def tell(source: str, words: str) -> None:
        told.append((source, words))

    return TransientTroubles({"gone": 2, "torn": 3}, tell), told


def test_a_doubt_is_told_once_when_it_lasts() -> None:
    doubts, told = some_doubts()
    for _ in range(5):
        doubts.record("gone", "It is gone.")
    assert told == [("gone", "It is gone.")]


def test_a_doubt_that_does_not_last_is_not_told_and_not_taken_back() -> None:
    doubts, told = some_doubts()
    doubts.record("gone", "It is gone.")
    doubts.end()
    doubts.record("gone", "It is gone.")
    assert told == []


def test_a_doubt_that_was_told_is_taken_back_once() -> None:
    doubts, told = some_doubts()
    for _ in range(2):
        doubts.record("gone", "It is gone.")
    doubts.end()
    doubts.end()
    assert told == [("gone", "It is gone."), ("gone", "")]


def test_another_doubt_ends_the_first_and_has_its_own_time() -> None:
    doubts, told = some_doubts()
    for _ in range(2):
        doubts.record("gone", "It is gone.")
    for _ in range(3):
        doubts.record("torn", "It is torn.")
    assert told == [("gone", "It is gone."), ("gone", ""), ("torn", "It is torn.")]
