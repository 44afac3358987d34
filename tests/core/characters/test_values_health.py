"""Health as text: wounds, tracks and thresholds, seen and read aloud."""

from fractions import Fraction

import pytest

from gm_desk.core.characters.harm import Threshold, Track
from gm_desk.core.characters.values import (
    Vitals,
    effects_in_words,
    injury_marks,
    spoken_track,
    thresholds_ahead,
    thresholds_in_words,
    track_in_words,
    vitals_in_words,
)

DUR, DR = Threshold("DUR", 45, "out"), Threshold("DR", 68, "dead")
HURT = Track("damage", "Damage", 50, 45, (DUR, DR), 2, 9, -20, "out")


@pytest.mark.parametrize(
    ("injuries", "modifier", "shown"),
    [(0, 0, ""), (1, -10, "● −10"), (4, -40, "●●●● −40"), (5, -50, "5● −50"), (2, 0, "●●"), (0, -4, "−4")],
)
def test_wounds_are_dots_until_they_are_many(injuries: int, modifier: int, shown: str) -> None:
    assert injury_marks(injuries, modifier) == shown


def test_a_track_says_what_it_came_to_and_what_is_coming() -> None:
    assert effects_in_words(HURT) == ["−20 ●●", "out"]
    assert thresholds_ahead(HURT) == ["dead at 68"]
    assert track_in_words(HURT) == "50 / 45"
    assert thresholds_in_words(HURT) == "out at 45, dead at 68, a wound for every 9 of one hit"
    assert spoken_track(HURT) == "Damage 50 of 45, 2 wounds, −20, out, dead at 68"


def test_a_track_without_a_length_says_only_what_was_suffered() -> None:
    bare = Track("fatigue", "Fatigue", 3)
    assert (track_in_words(bare), spoken_track(bare), thresholds_in_words(bare)) == ("3", "Fatigue 3", "")
    assert effects_in_words(bare) == thresholds_ahead(bare) == []


def test_the_roster_reads_health_out() -> None:
    assert vitals_in_words(Vitals()) == []
    assert vitals_in_words(Vitals(Fraction(1, 4), 1, -10, "out")) == ["25% left", "1 wound", "−10", "out"]
    assert vitals_in_words(Vitals(None, 1, -10, traumas=1)) == ["1 trauma", "−10"]
    assert vitals_in_words(Vitals(None, 4, -40, traumas=2)) == ["2 wounds", "2 traumas", "−40"]
