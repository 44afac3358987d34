from collections.abc import Callable, Collection
from fractions import Fraction

import pytest
from msgspec import structs
from PySide6.QtCore import QObject
from typing_extensions import override

from gm_desk.core.drafts.evaluation import Chances
from gm_desk.core.luck.statistics import DiceKind, Fairness, Luck
from gm_desk.core.luck.tally import Tally, tally_of
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.log.statistics import (
    REMEMBERED,
    SLICE,
    Count,
    LuckStatistics,
    chanceless_in_words,
    difference,
    fairness_in_words,
    how_unusual,
    kind_in_words,
    luck_in_a_line,
    once_in,
    p_value,
    statistic_in_words,
    tenths,
)
from gm_desk.store.journal.entries import EVENING_ENDS_AFTER, Entry, Search, StoredEntry
from gm_desk.store.journal.journal import EVERYTHING
from model_makers import HOUR, Clock, FakeJournal, a_roll, an_entry, counted, heard, ring, running

pytestmark = pytest.mark.usefixtures("qapp")


def luck(difference: str, rolls: int = 20, variance: int = 4) -> Luck:
    return Luck(rolls, 10, 10 - Fraction(difference), Fraction(variance))


def fair(p: float | None, dice: int = 212) -> Fairness:
    return Fairness(dice, Fraction(89, 10), 9, p)


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        ("0", "0"),
        ("1234.5", "+1,234.5"),
        ("3.1", "+3.1"),
        ("-3.14", "−3.1"),
        ("2", "+2"),
        ("-0.04", "0"),
        ("0.96", "+1"),
    ],
)
def test_a_difference_has_a_sign_and_a_tenth(number: str, shown: str) -> None:
    assert difference(Fraction(number)) == shown


def test_a_whole_number_has_no_tenth() -> None:
    assert [tenths(Fraction(one)) for one in ("4", "4.26")] == ["4", "4.3"]


@pytest.mark.parametrize(
    ("number", "line"),
    [
        ("3.1", "Luck +3.1 successes over expected"),
        ("-2.2", "Luck 2.2 successes under expected"),
        ("1.01", "Luck +1 success over expected"),
        ("-1", "Luck 1 success under expected"),
        ("11", "Luck +11 successes over expected"),
        ("0.01", "Luck: successes as expected"),
    ],
)
def test_luck_is_said_in_a_line(number: str, line: str) -> None:
    assert luck_in_a_line(luck(number)) == line


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("1.9", "as expected"),
        ("-1.9", "as expected"),
        ("2", "a little lucky"),
        ("-3", "a little unlucky"),
        ("4", "very lucky (2.0 SD)"),
        ("-6", "incredibly unlucky (3.0 SD)"),
        ("12", "incredibly lucky (6.0 SD)"),
    ],
)
def test_how_unusual_luck_is_goes_by_its_standard_deviations(number: str, words: str) -> None:
    assert how_unusual(luck(number)) == words


def test_four_rolls_are_too_few_for_luck() -> None:
    assert how_unusual(luck("3", rolls=4)) == "too few rolls to tell"


@pytest.mark.parametrize(
    ("p", "words"),
    [
        (0.43, "Fair as far as 212 dice can tell, p = 0.43."),
        (0.05, "Fair as far as 212 dice can tell, p = 0.050."),
        (0.02, "A little uneven over 212 dice, p = 0.020: fair dice fall this unevenly once in 50."),
        (0.004, "Suspicious over 212 dice, p = 0.004: fair dice fall this unevenly once in 250."),
        (0.0002, "Very suspicious over 212 dice, p < 0.001: fair dice fall this unevenly once in 5,000."),
        (0.9995, "More even than chance usually is over 212 dice, p > 0.99."),
    ],
)
def test_fairness_is_told_with_its_p_value(p: float, words: str) -> None:
    assert fairness_in_words(fair(p)) == words


@pytest.mark.parametrize(("dice", "to_go"), [(38, "62 more dice"), (99, "1 more die")])
def test_under_a_hundred_dice_it_says_how_many_are_missing(dice: int, to_go: str) -> None:
    assert fairness_in_words(fair(None, dice)) == f"Needs {to_go} for a fairness test."


def test_a_die_that_cannot_fall_otherwise_is_not_judged() -> None:
    assert fairness_in_words(fair(None)) == "Nothing to test."


def test_the_numbers_behind_it_can_be_told() -> None:
    assert statistic_in_words(fair(0.5)) == "χ² 8.9, 9 degrees of freedom"
    assert statistic_in_words(Fairness(200, Fraction(1), 1, 0.3)) == "χ² 1.0, 1 degree of freedom"


def test_p_is_never_nothing_and_never_certain() -> None:
    assert [p_value(p) for p in (1e-9, 1.0, 0.0999)] == ["p < 0.001", "p > 0.99", "p = 0.100"]


def test_rare_things_are_counted_in_round_numbers() -> None:
    assert [once_in(chance) for chance in (0.3, 1 / 12345, 1e-9)] == [
        "once in 3",
        "once in 12,000",
        "less than once in a million",
    ]


def test_kinds_of_dice_are_named() -> None:
    assert [kind_in_words(kind) for kind in (DiceKind(6), DiceKind(100), DiceKind(100, ones=True))] == [
        "d6",
        "d100",
        "d100, ones",
    ]


def test_rolls_without_a_chance_are_counted_apart() -> None:
    assert chanceless_in_words(1).startswith("1 roll that cannot fail is")
    assert chanceless_in_words(1048).startswith("1,048 rolls that cannot fail are")


def test_in_a_column_every_number_has_a_tenth() -> None:
    assert [difference(Fraction(one), always=True) for one in ("5", "-4", "0.01")] == ["+5.0", "−4.0", "0.0"]


NOW = 1000 * HOUR


class PagedJournal(FakeJournal):
    """A journal that counts how often it was read."""

    reads = 0

    @override
    def page(
        self, limit: int, before: str = "", search: Search = EVERYTHING, without: Collection[str] = ()
    ) -> list[StoredEntry]:
        self.reads += 1
        return super().page(limit, before, search, without)


def entries(count: int, *, session: str = "evening", time: int = NOW, secret: bool = False) -> list[Entry]:
    return [
        an_entry(f"{session}-{n}", roll=n * 7 % 100, session=session, time=time, secret=secret) for n in range(count)
    ]


def a_log(journal: FakeJournal) -> RollLog:
    return RollLog(lambda _: journal, counted(), Clock(NOW))


def opened(journal: FakeJournal) -> RollLog:
    log = a_log(journal)
    log.open("mars", "ep2")
    return log


def settle(owner: QObject) -> None:
    """Let everything be done that waits."""
    while running(owner):
        ring(owner)


def all_of(journal: FakeJournal, fits: Callable[[Entry], bool] = bool) -> Tally:
    return tally_of([entry for entry in journal.entries if fits(entry)], Chances())


@pytest.fixture
def journal() -> PagedJournal:
    return PagedJournal([*entries(30, session="before", time=HOUR), *entries(3 * SLICE + 7)])


@pytest.fixture
def count(journal: PagedJournal) -> Count:
    return Count(opened(journal), Chances())


def log_of(count: Count) -> RollLog:
    return count._log  # noqa: SLF001 - the one it was given


def test_a_selection_is_counted_in_slices(journal: PagedJournal, count: Count) -> None:
    count.choose(Search(session="evening"))
    ring(count)
    assert (count.counted, count.complete) == (SLICE, False)
    settle(count)
    assert (count.counted, count.complete) == (3 * SLICE + 7, True)
    assert count.tally == all_of(journal, lambda entry: entry.session == "evening")


def test_everything_can_be_counted(journal: PagedJournal, count: Count) -> None:
    count.choose(Search())
    settle(count)
    assert count.tally == all_of(journal)


def test_nothing_is_counted_before_the_line_is_painted(journal: PagedJournal, count: Count) -> None:
    count.choose(Search())
    settle(count)
    before, reads = count.counted, journal.reads
    log_of(count).add([a_roll()])
    assert count.counted == before
    settle(count)
    assert count.tally == all_of(journal)
    assert journal.reads <= reads + 1  # the log looks once which evening it is; nothing is counted anew


def test_a_roll_made_before_the_first_slice_counts_once(journal: PagedJournal, count: Count) -> None:
    count.choose(Search())
    log_of(count).add([a_roll()])
    settle(count)
    assert count.tally == all_of(journal)


def test_a_roll_made_between_slices_counts_once(journal: PagedJournal, count: Count) -> None:
    count.choose(Search())
    ring(count)
    log_of(count).add([a_roll(roll=11)])
    settle(count)
    assert count.tally == all_of(journal)


def test_a_roll_that_is_not_looked_for_does_not_count(count: Count) -> None:
    count.choose(Search(session="before"))
    settle(count)
    log_of(count).add([a_roll()])
    settle(count)
    assert count.counted == 30


@pytest.mark.parametrize("changes", [{"struck": True}, {"secret": True}, {"dice": {"roll": (3,)}}])
def test_a_revised_roll_counts_for_what_it_is_now(
    journal: PagedJournal, count: Count, changes: dict[str, object]
) -> None:
    count.choose(Search())
    settle(count)
    reads, old = journal.reads, journal.entries[40]
    log_of(count).revise(old, structs.replace(old, **changes))
    settle(count)
    assert count.tally == all_of(journal)
    assert count.secret == all_of(journal, lambda entry: entry.secret)
    assert journal.reads == reads


def test_a_roll_revised_before_its_slice_comes_counts_once(journal: PagedJournal, count: Count) -> None:
    count.choose(Search())
    ring(count)
    old = journal.entries[0]
    log_of(count).revise(old, structs.replace(old, dice={"roll": (99,)}))
    settle(count)
    assert count.tally == all_of(journal)


def test_a_roll_that_comes_to_be_looked_for_counts_and_then_no_longer(journal: PagedJournal, count: Count) -> None:
    count.choose(Search(secret=True))
    settle(count)
    old = journal.entries[5]
    secret = structs.replace(old, secret=True)
    log_of(count).revise(old, secret)
    settle(count)
    assert count.counted == 1
    log_of(count).revise(secret, old)
    settle(count)
    assert (count.counted, count.tally) == (0, Tally())


def test_of_very_many_rolls_an_old_one_that_is_revised_has_all_counted_anew() -> None:
    journal = PagedJournal(entries(REMEMBERED + 10))
    count = Count(opened(journal), Chances())
    count.choose(Search())
    settle(count)
    old = journal.entries[0]
    log_of(count).revise(old, structs.replace(old, struck=True))
    ring(count)
    assert not count.complete
    settle(count)
    assert count.tally == all_of(journal)


def test_rolls_that_were_picked_out_are_counted_and_no_others(journal: PagedJournal, count: Count) -> None:
    ids = [entry.id for entry in journal.entries[::2]][: SLICE + 5]
    count.choose(Search(), ids)
    log_of(count).add([a_roll()])
    old = journal.entries[0]
    log_of(count).revise(old, structs.replace(old, dice={"roll": (99,)}))
    settle(count)
    assert count.tally == all_of(journal, lambda entry: entry.id in ids)
    assert (count.counted, count.complete) == (SLICE + 5, True)


def test_rolls_from_elsewhere_are_counted_when_they_are_merged(journal: PagedJournal, count: Count) -> None:
    count.choose(Search())
    settle(count)
    journal.add(entries(3, session="elsewhere"))
    log_of(count).merged.emit()
    settle(count)
    assert count.tally == all_of(journal)


def test_secret_rolls_are_counted_apart() -> None:
    journal = PagedJournal([*entries(3), *entries(2, session="hidden", secret=True)])
    count = Count(opened(journal), Chances())
    count.choose(Search())
    settle(count)
    assert (count.shown.rolls, count.secret.rolls, count.tally.rolls) == (3, 2, 5)


def test_a_count_can_be_broken_off(count: Count) -> None:
    count.choose(Search())
    ring(count)
    count.choose(None)
    assert not running(count)
    assert (count.counted, count.tally) == (0, Tally())
    log_of(count).add([a_roll()])
    assert not running(count)


def test_whoever_looks_is_told_at_the_end_and_not_at_each_slice(count: Count) -> None:
    count.choose(Search())
    told = heard(count.changed)
    settle(count)
    assert len(told) == 1


# --- tonight


def test_an_evening_that_was_begun_is_counted_when_the_window_has_settled(journal: PagedJournal) -> None:
    luck = LuckStatistics(opened(journal))
    assert luck.tonight.counted == 0
    settle(luck)
    assert luck.tonight.counted == 3 * SLICE + 7


def test_an_evening_that_is_over_is_not_tonight() -> None:
    luck = LuckStatistics(opened(PagedJournal(entries(7, time=NOW - EVENING_ENDS_AFTER))))
    settle(luck)
    assert luck.tonight.search is None
    luck.log.add([a_roll()])
    settle(luck)
    assert luck.tonight.counted == 1


def test_the_first_roll_of_all_begins_tonight() -> None:
    luck = LuckStatistics(opened(PagedJournal()))
    settle(luck)
    luck.log.add([a_roll(), a_roll()])
    settle(luck)
    assert luck.tonight.counted == 2


def test_another_roster_has_an_evening_of_its_own(journal: PagedJournal) -> None:
    journals = {"mars": journal, "venus": PagedJournal(entries(4))}
    log = RollLog(lambda roster: journals[roster], counted(), Clock(NOW))
    log.open("mars", "ep2")
    luck = LuckStatistics(log)
    luck.chosen.choose(Search())
    settle(luck)
    log.open("venus", "ep2")
    assert (luck.tonight.counted, luck.chosen.search) == (0, None)
    settle(luck)
    assert luck.tonight.counted == 4
