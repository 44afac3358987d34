"""What points may be spent on, and what they would make of a roll."""

from gm_desk.core.drafts.choices_after_roll import offers_after, offers_after_contest
from gm_desk.core.drafts.spending import bonuses_before
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Modifier, Net
from gm_desk.core.rules.outcomes import Contest, MarginOutcome, Outcome
from gm_desk.core.rules.requests import OpposedTest, SuccessTest
from gm_desk.core.systems import ep1, ep2, kaiser
from gm_desk.core.systems.protocol import Rules

BOOK = House()
HINDERED = SuccessTest(50, (Modifier(-30), Modifier(10)))


def offers(rules: Rules, base: int, roll: int, **more: str) -> dict[str, str]:
    """Return the grade that each point would bring."""
    test = SuccessTest(base, **more)  # type: ignore[arg-type]
    made = offers_after(rules, test, {"roll": (roll,)}, BOOK)
    return {offer.use: offer.outcome.grade for offer in made if isinstance(offer.outcome, Outcome | MarginOutcome)}


def test_before_a_roll_modifiers_are_ignored_or_twenty_added() -> None:
    assert [(one.use, one.net) for one in bonuses_before(ep2, HINDERED, BOOK)] == [
        ("ignore_modifiers", Net(0, 0)),
        ("add_20", Net(0, 0)),
    ]
    assert [(one.use, one.net) for one in bonuses_before(ep1, HINDERED, BOOK)] == [("ignore_modifiers", Net(10, 10))]
    assert bonuses_before(kaiser, HINDERED, BOOK) == []


def test_one_point_a_test() -> None:
    for spent in (SuccessTest(50, pool="add_20"), SuccessTest(50, after="flip_flop")):
        assert bonuses_before(ep2, spent, BOOK) == []
        assert offers_after(ep2, spent, {"roll": (81,)}, BOOK) == []
        assert offers_after(ep2, spent, {"roll": (21,)}, BOOK) == []
    assert offers(ep1, 50, 81, pool="ignore_modifiers") == {}


def test_after_a_roll_only_what_changes_the_verdict_is_offered() -> None:
    assert offers(ep2, 50, 81) == {"flip_flop": "success"}
    assert offers(ep2, 50, 21) == {"upgrade": "superior_success"}
    assert offers(ep2, 70, 34) == {"upgrade": "superior_success_x2"}
    assert offers(ep2, 70, 67) == {"flip_flop": "failure"}
    assert offers(ep2, 50, 99) == {"downgrade": "failure"}
    assert offers(ep2, 50, 22) == {}
    assert offers(ep2, 40, 98) == {}
    assert offers(ep2, 50, 76) == {}
    assert offers(ep2, 50, 61) == {"flip_flop": "success"}


def test_moxie_of_ep1_makes_critical() -> None:
    assert offers(ep1, 50, 21) == {"upgrade": "critical_success"}
    assert offers(ep1, 50, 3) == {"flip_flop": "excellent_success", "upgrade": "critical_success"}
    assert offers(ep1, 50, 88) == {"downgrade": "severe_failure"}


def test_nothing_is_offered_before_the_roll_has_fallen() -> None:
    assert offers_after(ep2, SuccessTest(50), {}, BOOK) == []
    assert offers_after_contest(ep2, OpposedTest(SuccessTest(50), SuccessTest(50)), {}, BOOK) == []


def contested(a: SuccessTest, b: SuccessTest, rolls: tuple[int, int]) -> list[tuple[str | None, str, str | None]]:
    dice = {"a.roll": (rolls[0],), "b.roll": (rolls[1],)}
    made = offers_after_contest(ep2, OpposedTest(a, b), dice, BOOK)
    return [(one.side, one.use, one.outcome.winner) for one in made if isinstance(one.outcome, Contest)]


def test_in_a_contest_a_point_is_offered_that_changes_the_winner_or_the_own_grade() -> None:
    test = SuccessTest(50)
    assert contested(test, test, (12, 20)) == [
        ("a", "flip_flop", "a"),
        ("a", "upgrade", "b"),
        ("b", "flip_flop", "a"),
        ("b", "upgrade", "b"),
    ]


def test_in_a_contest_each_side_spends_one_point() -> None:
    spent = SuccessTest(50, pool="add_20")
    assert contested(spent, SuccessTest(50), (12, 20)) == [("b", "flip_flop", "a"), ("b", "upgrade", "b")]
    assert contested(SuccessTest(50), spent, (12, 20)) == [("a", "flip_flop", "a"), ("a", "upgrade", "b")]


def test_in_a_contest_what_changes_nothing_is_not_offered() -> None:
    assert contested(SuccessTest(98), SuccessTest(98), (98, 67)) == []
