import pytest

from gm_desk.ui.printing.marks import in_rows


@pytest.mark.parametrize(
    ("widths", "rows"),
    [
        ([], []),
        ([30, 30], [2]),
        ([20] * 6, [3, 3]),
        ([20] * 7, [4, 3]),
        ([20, 20, 20, 20, 90], [4, 1]),
        ([90, 90, 5], [1, 2]),
        ([120], [1]),
    ],
)
def test_rows_are_even_where_that_needs_no_more_of_them(widths: list[float], rows: list[int]) -> None:
    assert in_rows(widths, 2, 100) == rows
