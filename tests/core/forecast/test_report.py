import pytest
from msgspec import structs

from gm_desk.core.forecast.report import LEFT_OUT, headline, percent, report_of, spread_words
from gm_desk.core.forecast.tally import CharacterForecast, ForecastResult, Quantiles, Wins

NAMES = "Players", "Thugs"


def a_result(a: float, b: float, lost: float = 0.0) -> ForecastResult:
    players = CharacterForecast("jaqui", "Jaqui", "a", lost, 0.004, 4.5, 9.25, Quantiles(4, 0, 12), Quantiles(9, 3, 15))
    thug = CharacterForecast("thug", "Thug", "b", a, 0.0, 9.25, 4.5, Quantiles(9, 3, 15), Quantiles(4, 0, 12))
    return ForecastResult(1000, Wins(a, b, 1 - a - b), Quantiles(5, 3, 8), (players, thug))


@pytest.mark.parametrize(
    ("share", "words"),
    [(0, "0%"), (0.004, "under 1%"), (0.125, "12%"), (0.5, "50%"), (0.995, "over 99%"), (1, "100%")],
)
def test_a_share_is_worded_without_hiding_what_is_possible(share: float, words: str) -> None:
    assert percent(share) == words


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (a_result(0.99, 0.01, 0.05), "Players all but certain to win, nearly unharmed"),
        (a_result(0.85, 0.1, 0.3), "Players likely to win, with losses"),
        (a_result(0.7, 0.3, 0.6), "Players ahead, at a high price"),
        (a_result(0.5, 0.5), "An even fight"),
        (a_result(0.02, 0.98), "Thugs all but certain to win, nearly unharmed"),
        (a_result(0.1, 0.1), "A stand-off: mostly undecided after 20 turns"),
    ],
)
def test_the_headline_says_how_dangerous_it_is(result: ForecastResult, words: str) -> None:
    assert headline(result, NAMES) == words


def test_the_report_is_a_table_that_says_what_it_leaves_out() -> None:
    lines = report_of(a_result(0.75, 0.2, 0.25), NAMES).splitlines()
    assert lines[0] == "1,000 fights: Players against Thugs"
    assert [line.split()[-1] for line in lines[2:5]] == ["75%", "20%", "5%"]
    assert "Turns: 5 (3 to 8)" in lines
    assert "Jaqui 25% under 1% 4 (0 to 12) 9 (3 to 15)" in [" ".join(line.split()) for line in lines]
    assert len({len(line) for line in lines if line.endswith(")") and "Turns" not in line}) == 1
    assert lines[-1] == LEFT_OUT
    assert spread_words(Quantiles(1, 0, 2)) == "1 (0 to 2)"


def test_whose_death_is_unknown_is_not_said_to_survive() -> None:
    result = a_result(0.75, 0.25)
    players, thug = result.characters
    shown = report_of(structs.replace(result, characters=(players, structs.replace(thug, mortal=False))), NAMES)
    assert "Thug 75% – 9 (3 to 15)" in " ".join(shown.split())


def test_undecided_is_named_only_where_it_happens() -> None:
    assert "undecided" not in report_of(a_result(0.75, 0.25), NAMES)
