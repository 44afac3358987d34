"""Dice laid out one by one."""

from collections.abc import Iterator

import pytest

from gm_desk.core.drafts.rejudging import replayed, roll_missing, used
from gm_desk.core.errors import BadDiceError
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import CheckOutcome, Outcome
from gm_desk.core.rules.requests import DiceSum, Effort, KaiserCheck, SuccessTest
from gm_desk.core.systems import ep2, kaiser
from gm_desk.core.systems.registry import RULES

BOOK = House()
CHECK = KaiserCheck("skill", Effort(5), 12)


class Script:
    """Throw what a test wrote down."""

    def __init__(self, *faces: int) -> None:
        self._faces: Iterator[int] = iter(faces)

    def d100(self) -> int:
        return next(self._faces)

    def die(self, sides: int) -> int:
        assert sides == 6
        return next(self._faces)


def test_dice_are_thrown_until_there_is_an_outcome() -> None:
    outcome, thrown = roll_missing(kaiser, CHECK, {}, BOOK, Script(6, 6, 6, 2))
    assert isinstance(outcome, CheckOutcome)
    assert outcome.total == 25
    assert thrown == {"dice": (6, 6), "extra": (6, 2)}


def test_dice_that_lie_already_are_not_thrown_again() -> None:
    outcome, thrown = roll_missing(kaiser, CHECK, {"dice": (6, 6)}, BOOK, Script(3))
    assert isinstance(outcome, CheckOutcome)
    assert thrown == {"dice": (6, 6), "extra": (3,)}
    outcome, thrown = roll_missing(ep2, SuccessTest(50), {}, BOOK, Script(42))
    assert isinstance(outcome, Outcome)
    assert (outcome.roll, thrown) == (42, {"roll": (42,)})


@pytest.mark.parametrize(
    ("given", "key", "why"),
    [
        ({"dice": (3,)}, "dice", "one d6 is missing"),
        ({"dice": (1, 1), "fumble": (3,)}, "fumble", "one d6 is missing"),
        ({"dice": (6, 6)}, "extra", "one d6 is missing"),
        ({"dice": (3, 4, 5, 6)}, "dice", "2 more than this roll uses"),
        ({"dice": (3, 4), "extra": (1,)}, "extra", "1 more than this roll uses"),
        ({"dice": (6, 6), "extra": (6, 2, 2)}, "extra", "1 more than this roll uses"),
        ({"dice": (3, 7)}, "dice[1]", "a d6 cannot show that"),
        ({"dice": (0, 3)}, "dice[0]", "a d6 cannot show that"),
        ({"dice": (6, 6), "extra": (6, 9)}, "extra[1]", "a d6 cannot show that"),
    ],
)
def test_dice_missing_surplus_or_impossible_are_named(given: dict[str, tuple[int, ...]], key: str, why: str) -> None:
    with pytest.raises(BadDiceError, match=why) as caught:
        replayed(kaiser, CHECK, given, BOOK)
    assert caught.value.key == key


def test_an_impossible_roll_is_named_without_a_place() -> None:
    with pytest.raises(BadDiceError) as caught:
        replayed(ep2, SuccessTest(50), {"roll": (100,)}, BOOK)
    assert caught.value.key == "roll"


@pytest.mark.parametrize(("system", "read"), [("ep1", (0, 7)), ("ep2", (0, 7)), ("kaiser", (100, 7))])
def test_a_d100_that_an_earlier_version_logged_as_a_hundred_shows_00_where_it_is_read_so(
    system: str, read: tuple[int, ...]
) -> None:
    assert used(RULES[system], DiceSum("2d100"), {"rolls": (100, 7)}, House()) == {"rolls": read}
