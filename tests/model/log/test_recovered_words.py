"""The words for what became of a damaged log."""

from pathlib import Path

import pytest

from gm_desk.model.log.entries import recovered_words
from gm_desk.store.journal.recovery import Recovered


@pytest.mark.parametrize(
    ("rolls", "lost", "more", "says"),
    [
        (1, 0, False, "1 roll was recovered, none is known to be lost"),
        (0, 2, False, "no rolls were recovered, 2 could not be"),
        (2, 3, True, "2 rolls were recovered, at least 3 could not be"),
        (2, 0, True, "2 rolls were recovered, how many were lost is not known"),
    ],
)
def test_what_was_lost_is_said_as_far_as_it_is_known(rolls: int, lost: int, says: str, *, more: bool) -> None:
    told = recovered_words(Recovered(rolls, lost, Path("copy.sqlite"), more))
    assert told == f"The log was damaged: {says}; the damaged file is kept as copy.sqlite."
