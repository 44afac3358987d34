import pytest

from gm_desk.core.rules.damage import collected, sum_of
from gm_desk.core.rules.requests import Ep1Damage, Ep2Damage, KaiserDamage, Summed


@pytest.mark.parametrize(
    ("request_", "whole", "short"),
    [
        (Ep1Damage("3d10+2+1d10+10", 32), "3d10+2+1d10+10+5", "4d10+17"),
        (Ep1Damage("1d10"), "1d10", "1d10"),
        (Ep1Damage("2d10-1"), "2d10−1", "2d10−1"),
        (Ep2Damage("2d10+3", superior=2), "2d10+3+2d6", "2d10+2d6+3"),
        (Ep2Damage("2d10+3", critical=True), "4d10+6", "4d10+6"),
        (Ep1Damage("2d10-2d10"), "2d10−2d10", "2d10−2d10"),
        (KaiserDamage(4, 3), "", ""),
    ],
)
def test_like_terms_of_damage_are_added_up(request_: Summed, whole: str, short: str) -> None:
    assert (sum_of(request_).replace(" ", ""), collected(request_)) == (whole, short)
