import pytest
from msgspec import structs

from forecast_makers import a_fighter, a_setup
from gm_desk.core.forecast.contenders import FightSetup
from gm_desk.core.forecast.fights import CharacterForecast, ForecastResult, Quantiles, Wins
from gm_desk.core.forecast.report import (
    LEFT_OUT,
    MOST_MEMBERS,
    able_members,
    change_sentences,
    changes_of,
    cover_options,
    headline,
    report_of,
    share_in_words,
    spread_in_words,
    with_number,
)
from gm_desk.store.shipped import load_system

NAMES = "Players", "Thugs"


def a_result(a: float, b: float, lost: float = 0.0) -> ForecastResult:
    players = CharacterForecast("jaqui", "Jaqui", "a", lost, 0.004, 4.5, 9.25, Quantiles(4, 0, 12), Quantiles(9, 3, 15))
    thug = CharacterForecast("thug", "Thug", "b", a, 0.0, 9.25, 4.5, Quantiles(9, 3, 15), Quantiles(4, 0, 12))
    return ForecastResult(1000, Wins(a, b, 1 - a - b), Quantiles(5, 3, 8), (players, thug))


@pytest.mark.parametrize(
    ("share", "words"),
    [(0, "0%"), (0.004, "<1%"), (0.125, "12%"), (0.5, "50%"), (0.995, ">99%"), (1, "100%")],
)
def test_a_share_is_worded_without_hiding_what_is_possible(share: float, words: str) -> None:
    assert share_in_words(share) == words


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (a_result(0.99, 0.01, 0.05), "Players all but certain to win, nearly unharmed"),
        (a_result(0.85, 0.1, 0.3), "Players likely to win, with losses"),
        (a_result(0.7, 0.3, 0.6), "Players ahead, at a high cost"),
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
    assert "Jaqui 25% <1% 4 (0 to 12) 9 (3 to 15)" in [" ".join(line.split()) for line in lines]
    assert len({len(line) for line in lines if line.endswith(")") and "Turns" not in line}) == 1
    assert lines[-1] == LEFT_OUT
    assert spread_in_words(Quantiles(1, 0, 2)) == "1 (0 to 2)"


def test_whose_death_is_unknown_is_not_said_to_survive() -> None:
    result = a_result(0.75, 0.25)
    players, thug = result.characters
    shown = report_of(structs.replace(result, characters=(players, structs.replace(thug, mortal=False))), NAMES)
    assert "Thug 75% – 9 (3 to 15)" in " ".join(shown.split())


def test_undecided_is_named_only_where_it_happens() -> None:
    assert "undecided" not in report_of(a_result(0.75, 0.25), NAMES)


def thugs(system: str = "ep2") -> FightSetup:
    """Return two players against three thugs, one of whom cannot fight."""
    players = [a_fighter(name, kind="pc", stats={"LP": 50}) for name in ("jaqui", "tyska")]
    others = [a_fighter(f"thug {number}", stats={"LP": 50}) for number in (1, 2)]
    if system == "kaiser":
        axe = structs.replace(players[0].attacks[0], skill="Strike", damage="6")
        players, others = ([structs.replace(one, attacks=(axe,)) for one in ones] for ones in (players, others))
    return a_setup(players, [*others, a_fighter("thug 3", attacks=())], system)


def names(setup: FightSetup) -> list[str]:
    return [one.name for one in setup.b.characters]


def test_a_side_grows_by_copies_of_its_last_npc_and_shrinks_from_its_end() -> None:
    setup = thugs()
    assert names(with_number(setup, "b", 4)) == ["Thug 1", "Thug 2", "Thug 3", "Thug 4"]
    assert names(with_number(setup, "b", 1)) == names(with_number(setup, "b", 0)) == ["Thug 1"]
    assert len(with_number(setup, "b", 99).b.characters) == MOST_MEMBERS
    assert len({one.id for one in with_number(setup, "b", 99).b.characters}) == MOST_MEMBERS


def test_players_leave_last() -> None:
    setup = thugs()
    mixed = setup.with_side("b", structs.replace(setup.b, characters=(*setup.b.characters, *setup.a.characters)))
    assert [one.kind for one in with_number(mixed, "b", 3).b.characters] == ["npc", "pc", "pc"]


def test_nobody_able_stays_nobody() -> None:
    setup = a_setup([a_fighter("a", attacks=())], [])
    assert with_number(setup, "a", 3) == setup
    assert able_members(setup, "a") == ()


def test_the_changes_are_one_more_and_less_armor_and_cover() -> None:
    assert [change.words for change in changes_of(thugs())] == [
        "With armor +4 for Players",
        "With moderate cover (−20) for Players",
        "With one more like Thug 2",
        "Without Thug 2",
        "With armor +4 for Thugs",
        "With moderate cover (−20) for Thugs",
    ]
    assert [change.setup.a.armor for change in changes_of(thugs())] == [4, 0, 0, 0, 0, 0]
    assert [change.setup.b.cover for change in changes_of(thugs())] == [0, 0, 0, 0, 0, -20]


def test_whoever_is_in_cover_gets_better_cover_or_none() -> None:
    setup = thugs()
    some = setup.with_side("a", structs.replace(setup.a, cover=-20))
    best = setup.with_side("a", structs.replace(setup.a, cover=-30))
    assert changes_of(some)[1].words == "With major cover (−30) for Players"
    assert "cover for Players" not in " ".join(change.words for change in changes_of(best))


def test_a_system_without_cover_tries_a_modifier() -> None:
    words = [change.words for change in changes_of(thugs("kaiser"))]
    assert "With a modifier of +2 for Thugs" in words
    assert cover_options(load_system("kaiser")) == ()


def ended(a: float, out: float = 1.0) -> ForecastResult:
    """Return fights of which side a wins a share, with so many of it out."""
    one = CharacterForecast("jaqui", "Jaqui", "a", out, 0, 0, 0)
    return ForecastResult(100, Wins(a, 1 - a), characters=(one,))


def test_a_sentence_for_each_kind_begins_with_what_matters_most() -> None:
    found = [(change, ended(0.5)) for change in changes_of(thugs())]
    found[3] = found[3][0], ended(0.9)
    found[4] = found[4][0], ended(0.2)
    found[5] = found[5][0], ended(0.49, 0.6)
    assert change_sentences(found, ended(0.5), "Players") == [
        "Without Thug 2, Players would win 90% of the fights instead of 50%.",
        "With armor +4 for Thugs, Players would win 20% of the fights instead of 50%.",
        "With moderate cover (−20) for Thugs, Players would win as often, with 0.6 of them out instead of 1.0.",
    ]


def test_what_changes_nothing_is_said_to_change_nothing() -> None:
    found = [(change, ended(0.0)) for change in changes_of(thugs())]
    assert change_sentences(found, ended(0.0), "Players") == [
        "With armor +4 for Players, almost nothing would change for Players.",
        "With moderate cover (−20) for Players, almost nothing would change for Players.",
        "With one more like Thug 2, almost nothing would change for Players.",
    ]
