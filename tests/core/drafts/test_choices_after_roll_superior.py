"""What superior results are spent on."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_desk.core.drafts.choices_after_roll import check_picks, picked
from gm_desk.core.errors import BadPicksError
from gm_desk.core.systems.definition import SuperiorUse

USES = (SuperiorUse("time", "Time", "faster"), SuperiorUse("damage", "Damage", "+1d6"))


def test_picks_are_known_and_no_more_than_the_results() -> None:
    check_picks(["time", "time"], USES, 2)
    check_picks([], USES, 2)
    with pytest.raises(BadPicksError, match="2 were chosen, but the roll has 1") as caught:
        check_picks(["time", "damage"], USES, 1)
    assert caught.value.key == "picks"
    with pytest.raises(BadPicksError, match="luck") as caught:
        check_picks(["luck"], USES, 1)
    assert caught.value.key == "picks"


@given(st.lists(st.sampled_from([use.id for use in USES]), max_size=12), st.integers(1, 2))
def test_clicks_never_pick_more_than_the_roll_gives(clicks: list[str], superior: int) -> None:
    picks: tuple[str, ...] = ()
    for click in clicks:
        picks = picked(picks, click, superior)
        check_picks(picks, USES, superior)


def test_every_way_to_spend_superior_results_can_be_clicked() -> None:
    for superior in (1, 2):
        for wanted in combinations_with_replacement([use.id for use in USES], superior):
            picks: tuple[str, ...] = ()
            for use in wanted:
                picks = picked(picks, use, superior)
            assert picks == wanted


@pytest.mark.parametrize(
    ("before", "use", "superior", "after"),
    [
        ((), "damage", 1, ("damage",)),
        (("damage",), "damage", 1, ()),
        (("damage",), "time", 1, ("time",)),
        (("damage",), "damage", 2, ("damage", "damage")),
        (("damage", "damage"), "damage", 2, ()),
        (("damage", "time"), "damage", 2, ("time",)),
        (("damage", "time"), "detail", 2, ("time", "detail")),
    ],
)
def test_a_click_picks_doubles_lets_go_or_takes_the_place_of_the_first(
    before: tuple[str, ...], use: str, superior: int, after: tuple[str, ...]
) -> None:
    assert picked(before, use, superior) == after
