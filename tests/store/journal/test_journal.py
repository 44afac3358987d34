"""The journal: every roll that was acknowledged is there again, newest first."""

import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode, Origin, Side, Spend
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import FlatModifier, Modifier
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.rules.requests import (
    DiceSum,
    Effort,
    Ep1Damage,
    Ep2Damage,
    KaiserCheck,
    KaiserContest,
    KaiserDamage,
    OpposedTest,
    Request,
    SimpleTest,
    SuccessTest,
)
from gm_desk.core.systems.registry import SYSTEMS
from gm_desk.store.journal.entries import Entry, Evening, Naming, Override, Revision, Search
from gm_desk.store.journal.journal import Journal
from gm_desk.store.journal.schema import VERSION
from makers import (
    PAST,
    a_journal,
    abilities,
    an_entry,
    chips,
    drafts,
    ids,
    numbers,
    rolls_in,
    some_entries,
    texts,
    values,
)

modifiers = st.lists(st.builds(Modifier, value=values, label=texts), max_size=3).map(tuple)
success_tests = st.builds(
    SuccessTest,
    base=st.integers(0, 200),
    modifiers=modifiers,
    default=st.booleans(),
    pool=st.sampled_from([None, "add_20", "ignore_modifiers"]),
    after=st.sampled_from([None, "flip_flop", "upgrade", "downgrade"]),
    printing=st.sampled_from([None, "late", "first"]),
)
efforts = st.builds(
    Effort,
    value=st.integers(-100, 200),
    modifiers=st.lists(st.builds(FlatModifier, value=st.integers(-300, 300), label=texts), max_size=3).map(tuple),
    advantage=st.integers(0, 6),
    disadvantage=st.integers(0, 6),
    fumble_degree=st.integers(-20, 20),
)
requests: st.SearchStrategy[Request] = st.one_of(
    success_tests,
    st.builds(SimpleTest, base=st.integers(0, 200), modifiers=modifiers),
    st.builds(
        OpposedTest,
        a=success_tests,
        b=success_tests,
        ruling=st.sampled_from([None, "deadlock", "higher_roll", "higher_skill"]),
        attack=st.booleans(),
        variable=st.booleans(),
    ),
    st.builds(
        KaiserCheck,
        kind=st.sampled_from(["skill", "resistance", "characteristic"]),
        effort=efforts,
        difficulty=st.integers(-100, 200),
    ),
    st.builds(
        KaiserContest,
        kind=st.sampled_from(["opposed_skill", "attack", "opposed_characteristic"]),
        a=efforts,
        b=efforts,
        ruling=st.sampled_from([None, "defender", "roll_off", "gm"]),
    ),
    st.builds(DiceSum, expression=texts),
    st.builds(Ep2Damage, expression=texts, superior=st.integers(0, 2), piercing=st.booleans(), armor=st.integers(0)),
    st.builds(Ep1Damage, expression=texts, margin=st.integers(0, 200), threshold=st.none() | st.integers(1, 99)),
    st.builds(KaiserDamage, base=st.integers(0, 99), degrees=st.integers(0, 99), absorption=st.integers(0, 9)),
)
houses = st.builds(
    House,
    cap=st.none() | st.integers(0, 100),
    default_criticals=st.sampled_from(["ignored", "count"]),
    ruling=st.sampled_from(["deadlock", "higher_roll"]),
    printing=st.sampled_from(["late", "first"]),
    characteristic_dice=st.sampled_from([1, 2]),
    tie=st.sampled_from(["defender", "roll_off"]),
)
sides: dict[str, st.SearchStrategy[Any]] = {
    "character": ids,
    "name": texts,
    "ability": st.none() | abilities,
    "chips": st.lists(chips, max_size=3, unique_by=lambda chip: chip.id).map(tuple),
    "eyeballed": st.none() | st.integers(-300, 300),
    "halved": st.sampled_from(["", "up", "down"]),
    "point": st.none() | st.builds(Spend, points=texts, use=st.sampled_from(["ignore_modifiers", "add_20"])),
    "advantage": st.integers(0, 6),
    "disadvantage": st.integers(0, 6),
    "fumble_degree": st.integers(-20, 20),
}
two_sided = st.builds(
    Draft,
    **sides,
    mode=st.sampled_from(Mode),
    opponent=st.none() | st.builds(Side, **sides),
    ruling=st.sampled_from([None, "deadlock", "higher_roll", "higher_skill", "defender", "roll_off", "gm"]),
    most_severe=st.booleans(),
)
dice = st.dictionaries(ids, st.lists(st.integers(0, 99), max_size=3).map(tuple), max_size=2)
entries = st.builds(
    Entry,
    id=ids,
    batch=ids,
    session=ids,
    time=st.integers(0, 2**43 - 1),
    system=st.sampled_from(SYSTEMS),
    draft=drafts | two_sided | st.just(Draft()),
    request=requests,
    house=houses,
    dice=dice,
    by_hand=st.booleans(),
    secret=st.booleans(),
    struck=st.booleans(),
    picks=st.lists(texts, max_size=2).map(tuple),
    note=texts,
    override=st.none() | st.builds(Override, words=texts, grade=st.none() | st.sampled_from(Grade)),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journals" / "mars.sqlite"


@contextmanager
def a_passing_journal(kept: Iterable[Entry]) -> Iterator[Journal]:
    """Keep a journal for one example."""
    with tempfile.TemporaryDirectory() as folder, a_journal(Path(folder) / "mars.sqlite", kept) as journal:
        yield journal


# --- Adding and reading ----------------------------------------------------------------------------------------------


@settings(max_examples=30)
@given(st.lists(entries, max_size=5, unique_by=lambda entry: entry.id))
def test_every_value_survives_closing_and_reopening(kept: list[Entry]) -> None:
    with a_passing_journal(kept) as journal:
        journal.close()
        assert rolls_in(journal, 10) == sorted(kept, key=lambda entry: entry.time)[::-1]


def test_rolls_are_there_at_the_next_start_newest_first(path: Path) -> None:
    with a_journal(path, some_entries(2)) as journal:
        journal.add(some_entries(1, 3))
        assert numbers(rolls_in(journal, 10)) == [3, 2, 1]
    with a_journal(path) as journal:
        assert numbers(rolls_in(journal, 10)) == [3, 2, 1]


def test_newest_is_what_was_rolled_last_and_of_one_millisecond_what_was_added_last(path: Path) -> None:
    rolls = [an_entry("roll-1", time=2), an_entry("roll-2", time=1), an_entry("roll-3", time=2)]
    with a_journal(path, rolls) as journal:
        assert numbers(rolls_in(journal, 10)) == [3, 1, 2]


def test_a_roll_that_is_there_already_is_not_added_again(path: Path) -> None:
    with a_journal(path, some_entries(2)) as journal:
        journal.add(some_entries(3))
        assert numbers(rolls_in(journal, 10)) == [3, 2, 1]


def test_without_rolls_there_is_no_file(path: Path) -> None:
    with a_journal(path) as journal:
        assert rolls_in(journal, 10) == []
    assert not path.parent.exists()


def test_each_roster_has_a_journal_of_its_own(tmp_path: Path) -> None:
    with a_journal(tmp_path / "mars.sqlite", some_entries(1)), a_journal(tmp_path / "luna.sqlite") as luna:
        assert rolls_in(luna, 10) == []


def test_a_closed_journal_is_one_file_that_says_what_it_is(path: Path) -> None:
    with a_journal(path, some_entries(3)):
        pass
    assert list(path.parent.iterdir()) == [path]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (0x474D4445,), "GMDE"
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("SELECT strict FROM pragma_table_list WHERE name = 'entry'").fetchone() == (1,)


def test_each_roll_is_synced_to_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def noting(*arguments: Any, **options: Any) -> sqlite3.Connection:
        opened.append(connect(*arguments, **options))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", noting)
    for _ in range(2):
        with a_journal(path, some_entries(1)):
            assert opened[-1].execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
            assert opened[-1].execute("PRAGMA trusted_schema").fetchone() == (0,)
            assert not opened[-1].in_transaction


def test_a_path_may_hold_any_letter(tmp_path: Path) -> None:
    path = tmp_path / "50% of #1 ä&b" / ("?" if os.name == "posix" else "!") / "mars.sqlite"
    with a_journal(path, some_entries(1)):
        assert path.exists()


# --- Paging and filtering --------------------------------------------------------------------------------------------


def paged(journal: Journal, limit: int, words: str = "") -> list[int]:
    """Read a whole journal page by page."""
    read: list[Entry] = []
    while page := rolls_in(journal, limit, read[-1].id if read else "", words):
        assert len(page) <= limit
        read += page
    return numbers(read)


@settings(max_examples=20)
@given(st.lists(st.booleans(), max_size=12))
def test_paging_has_neither_gaps_nor_doubles_with_or_without_a_filter(guns: list[bool]) -> None:
    kept = [an_entry(f"roll-{number}", what="Guns" if gun else "Fray") for number, gun in enumerate(guns)]
    with a_passing_journal(kept) as journal:
        for limit in range(1, len(guns) + 2):
            assert paged(journal, limit) == list(range(len(guns)))[::-1]
            assert paged(journal, limit, "guns") == [number for number, gun in enumerate(guns) if gun][::-1]


def test_rolls_that_come_while_paging_do_not_shift_the_pages(path: Path) -> None:
    with a_journal(path, some_entries(5)) as journal:
        first = rolls_in(journal, 2)
        journal.add(some_entries(3, 6))
        assert numbers(first + rolls_in(journal, 2, first[-1].id)) == [5, 4, 3, 2]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("eva", [4, 3]),
        ("EVA guns", [3]),
        ("guns eva", [3]),
        ("ev gu", [3]),
        ("va un", []),
        ("guns", [3, 1]),
        ("überreden", [2]),
        ("ÜBERREDEN", [2]),
        ("strasse", [2]),
        ("  ", [4, 3, 2, 1]),
        ("nobody", []),
        ("evaguns", []),
    ],
)
def test_all_the_words_must_be_in_who_or_what(words: str, found: list[int], path: Path) -> None:
    kept = [
        an_entry("roll-1", name="Lao Qing", what="Guns"),
        an_entry("roll-2", name="Groß-Straße", what="Überreden"),
        an_entry("roll-3", name="Eva", what="Guns"),
        an_entry("roll-4", name="Eva", what="COG check"),
    ]
    with a_journal(path, kept) as journal:
        assert numbers(rolls_in(journal, 10, words=words)) == found


def test_a_name_is_found_as_it_was_when_the_dice_fell(path: Path) -> None:
    with a_journal(path, [an_entry("roll-1", name="Eva"), an_entry("roll-2", name="Eve")]) as journal:
        assert numbers(rolls_in(journal, 10, words="eva")) == [1]


@settings(max_examples=20)
@given(
    st.lists(st.text("ab%_\\\"'*? ;[]", min_size=1, max_size=5), max_size=8),
    st.lists(st.text("ab%_\\\"'*?;[]", max_size=3), min_size=5, max_size=8),
)
def test_words_are_looked_for_by_their_beginnings_and_signs_do_no_harm(people: list[str], words: list[str]) -> None:
    kept = [an_entry(f"roll-{number}", name=name, what="") for number, name in enumerate(people)]
    with a_passing_journal(kept) as journal:
        for word in words:
            found = [number for number, one in enumerate(kept) if Search(word).finds(one)][::-1]
            assert numbers(rolls_in(journal, 10, words=word)) == found


def test_a_roll_is_found_by_whom_it_was_against_too(path: Path) -> None:
    fray = Ability(AbilityKind.SKILL, "fray", "Fray", 45)
    attack = Draft("eva", "Eva", fray, mode=Mode.ATTACK, opponent=Side("lao", "Lao", fray, halved="up"))
    alone = Draft("eva", "Eva", fray, opponent=Side("lao", "Lao", fray))
    with a_journal(path, [an_entry("roll-1", draft=attack), an_entry("roll-2", draft=alone)]) as journal:
        assert numbers(rolls_in(journal, 10, words="lao")) == [1]
        assert numbers(rolls_in(journal, 10, words="eva fray")) == [2, 1]


@pytest.fixture
def several(path: Path) -> Iterator[Journal]:
    """Three rolls of two evenings: the second one secret, the last one opposed."""
    fray = Ability(AbilityKind.SKILL, "fray", "Fray", 45)
    attack = Draft("eva", "Eva", fray, mode=Mode.ATTACK, opponent=Side("lao", "Lao", fray))
    rolls = [
        an_entry("roll-1", time=1000, session="first"),
        an_entry(
            "roll-2", time=2000, session="first", secret=True, draft=Draft("lao", "Lao", fray), dice={"roll": (99,)}
        ),
        an_entry("roll-3", time=9000, session="second", draft=attack),
    ]
    with a_journal(path, rolls) as journal:
        yield journal


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ({"character": "lao"}, [3, 2]),
        ({"character": "eva"}, [3, 1]),
        ({"session": "first"}, [2, 1]),
        ({"secret": True}, [2]),
        ({"secret": False}, [3, 1]),
        ({"grades": frozenset({Grade.CRITICAL_FAILURE})}, [2]),
        ({"grades": frozenset({Grade.CRITICAL_FAILURE, Grade.SUPERIOR_SUCCESS})}, [3, 2, 1]),
        ({"grades": frozenset({Grade.FAILURE})}, []),
        ({"words": "fray", "session": "first"}, [2]),
        ({"words": "fray", "session": "first", "secret": False}, []),
    ],
)
def test_rolls_are_found_by_whom_when_and_what_came_of_them(
    several: Journal, search: dict[str, Any], found: list[int]
) -> None:
    assert numbers(rolls_in(several, 10, **search)) == found


def test_a_roll_is_found_as_its_revisions_leave_it(several: Journal) -> None:
    several.add(
        [
            Revision(id="1", entry="roll-2", time=1, secret=False, note="In the dark"),
            Revision(id="2", entry="roll-2", time=2, override=Override("Slips past", Grade.SUCCESS)),
        ]
    )
    assert numbers(rolls_in(several, 10, secret=True)) == []
    assert numbers(rolls_in(several, 10, words="dark slip")) == [2]
    assert numbers(rolls_in(several, 10, grades=frozenset({Grade.SUCCESS}))) == [2]
    assert numbers(rolls_in(several, 10, grades=frozenset({Grade.CRITICAL_FAILURE}))) == []


def test_folded_evenings_are_left_out_of_every_page(several: Journal) -> None:
    assert [kept.entry.id for kept in several.page(9, without=["first"])] == ["roll-3"]
    assert several.page(9, "roll-3", without={"first", "second"}) == []


def test_evenings_are_told_apart_latest_first_with_their_last_names(several: Journal) -> None:
    several.add(
        [
            Naming(id="n1", session="first", time=1, name="Arrival"),
            Naming(id="n2", session="first", time=2, name="The blackout"),
        ]
    )
    assert several.evenings() == [Evening("second", "", 9000, 9000, 1), Evening("first", "The blackout", 1000, 2000, 2)]


def test_one_roll_is_read_by_its_id_with_what_it_was_judged_before(several: Journal) -> None:
    works = Override("It works")
    several.add([Revision(id="1", entry="roll-2", time=1, override=works)])
    kept = several.kept("roll-2")
    assert kept is not None
    assert (kept.entry.override, [old.override for old in kept.past]) == (works, [None])
    assert several.kept("roll-9") is None


# --- Revisions -------------------------------------------------------------------------------------------------------


def a_revision(number: int, of: str = "roll-1", **what: Any) -> Revision:
    return Revision(id=f"revision-{number}", entry=of, time=number, **what)


FLIPPED = SuccessTest(65, after="flip_flop")


def test_an_entry_is_read_as_its_revisions_leave_it(path: Path) -> None:
    with a_journal(path, some_entries(2)) as journal:
        journal.add([a_revision(1, request=FLIPPED), a_revision(2, of="roll-2", note="Ha")])
        journal.close()
        assert rolls_in(journal, 10) == [an_entry("roll-2", note="Ha"), an_entry("roll-1", request=FLIPPED)]


def test_revisions_are_applied_in_the_order_they_were_added(path: Path) -> None:
    with a_journal(path, some_entries(1)) as journal:
        journal.add([a_revision(9, note="first", struck=True), a_revision(8, note="second")])
        journal.add([a_revision(1, struck=False)])
        assert rolls_in(journal, 10) == [an_entry("roll-1", note="second", struck=False)]


def test_revisions_are_applied_on_every_page(path: Path) -> None:
    with a_journal(path, some_entries(5)) as journal:
        journal.add([a_revision(number, of=f"roll-{number}", note=str(number)) for number in range(1, 6)])
        read: list[Entry] = []
        while page := rolls_in(journal, 2, read[-1].id if read else ""):
            read += page
        assert [(entry.id, entry.note) for entry in read] == [(f"roll-{n}", str(n)) for n in (5, 4, 3, 2, 1)]
        assert [entry.note for entry in rolls_in(journal, 1, before="roll-3", words="eva")] == ["2"]


def test_a_revision_that_is_there_already_is_not_added_again(path: Path) -> None:
    with a_journal(path, some_entries(1)) as journal:
        journal.add([a_revision(1, note="once")])
        journal.add([a_revision(2, note="twice")])
        journal.add([a_revision(1, note="once"), *some_entries(1)])
        assert rolls_in(journal, 10) == [an_entry("roll-1", note="twice")]


def test_a_revision_of_what_is_not_there_changes_nothing(path: Path) -> None:
    with a_journal(path, some_entries(1)) as journal:
        journal.add([a_revision(1, of="gone", note="Ha")])
        assert rolls_in(journal, 10) == some_entries(1)


def test_an_entry_and_its_revision_may_be_added_at_once(path: Path) -> None:
    with a_journal(path) as journal:
        journal.add([*some_entries(1), a_revision(1, secret=True, picks=("time", "time")), a_revision(2, picks=())])
        assert rolls_in(journal, 10) == [an_entry("roll-1", secret=True)]


whats = st.fixed_dictionaries(
    {},
    optional={
        "draft": two_sided,
        "request": requests,
        "dice": dice,
        "secret": st.booleans(),
        "struck": st.booleans(),
        "picks": st.lists(texts, max_size=2).map(tuple),
        "note": texts,
    },
)


@settings(max_examples=30)
@given(entries, st.lists(whats, max_size=4))
def test_any_revisions_survive_closing_and_reopening(entry: Entry, made: list[dict[str, Any]]) -> None:
    revisions = [a_revision(number, of=entry.id, **what) for number, what in enumerate(made)]
    with a_passing_journal([entry]) as journal:
        journal.add(revisions)
        journal.close()
        for revision in revisions:
            entry = entry.revised(revision)
        assert rolls_in(journal, 10) == [entry]


# --- Journals of the past --------------------------------------------------------------------------------------------

OLD = PAST / "journal-1.sql"
GUNS = Ability(AbilityKind.SKILL, "skill-guns", "Guns", 65, "REF", 20)
OLD_DRAFT = Draft(
    "eva",
    "Eva",
    GUNS,
    chips=(
        Chip("difficulty", -20, "Hard", Origin.DIFFICULTY),
        Chip("smoke", -30, "Smoke −"),
        Chip("aim", 10, "Aim", struck=True, pinned=True),
    ),
)
OLD_CHECK = Draft("lao", "Lao Qing", Ability(AbilityKind.CHECK, "REF", "REF check", 45), eyeballed=10)
OLD_MELEE = Draft("eva", "Eva", Ability(AbilityKind.UNTRAINED, "Melee", "Melee", 0, "SOM", 10))
OLD_REQUEST = SuccessTest(65, (Modifier(-20, "Hard"), Modifier(-30, "Smoke −")))
OLD_ENTRIES = [
    an_entry(
        "roll-3",
        session="roll-1",
        time=1_700_000_000_003,
        draft=OLD_MELEE,
        request=SuccessTest(10, default=True),
        dice={"roll": (0,)},
        by_hand=True,
    ),
    an_entry(
        "roll-2",
        session="roll-1",
        time=1_700_000_000_002,
        draft=OLD_CHECK,
        request=SuccessTest(45, (Modifier(10, "Eyeballed"),)),
        house=House(cap=40, default_criticals="count"),
        dice={"roll": (99,)},
        secret=True,
    ),
    an_entry(
        "roll-1",
        session="roll-1",
        time=1_700_000_000_001,
        draft=OLD_DRAFT,
        request=OLD_REQUEST,
        dice={"roll": (33,)},
    ),
]


@pytest.fixture
def old(path: Path) -> Path:
    """Return the journal that the first version wrote."""
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(OLD.read_text("utf-8"))
    return path


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def test_a_journal_of_the_first_version_is_read_and_brought_up_to_this_one(old: Path) -> None:
    with a_journal(old) as journal:
        assert rolls_in(journal, 10) == OLD_ENTRIES
        assert numbers(rolls_in(journal, 1, before="roll-3", words="lao")) == [2]
    assert version(old) == VERSION


def test_a_journal_of_the_first_version_takes_rolls_and_revisions(old: Path) -> None:
    with a_journal(old) as journal:
        journal.add([a_revision(1, struck=True), an_entry("roll-4", time=2**41)])
        assert [(entry.id, entry.struck) for entry in rolls_in(journal, 10)] == [
            ("roll-4", False),
            ("roll-3", False),
            ("roll-2", False),
            ("roll-1", True),
        ]
    with a_journal(old) as journal:
        assert rolls_in(journal, 10)[1:3] == OLD_ENTRIES[:2]


def test_a_journal_of_the_first_version_has_the_same_schema_afterwards_as_a_new_one(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.sqlite"
    schemas = []
    for path in (old, new):
        with a_journal(path, some_entries(1)):
            pass
        with closing(sqlite3.connect(path)) as connection:
            schemas.append(connection.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name").fetchall())
            assert connection.execute("PRAGMA application_id").fetchone() == (0x474D4445,)
    assert schemas[0] == schemas[1]


SECOND = PAST / "journal-2.sql"


@pytest.fixture
def second(path: Path) -> Path:
    """Return the journal that the second version wrote."""
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(SECOND.read_text("utf-8"))
    return path


@pytest.mark.parametrize("read_only", [False, True])
def test_a_journal_of_the_second_version_is_read_with_its_revisions(second: Path, *, read_only: bool) -> None:
    with a_journal(second, read_only=read_only) as journal:
        kept = {entry.id: entry for entry in rolls_in(journal, 10)}
        assert list(kept) == ["roll-5", "roll-4", "roll-3", "roll-2", "roll-1"]
        assert (kept["roll-1"].request, kept["roll-1"].note) == (
            SuccessTest(65, (Modifier(-30, "Smoke −"),), after="flip_flop"),
            "Flipped",
        )
        assert (kept["roll-2"].by_hand, kept["roll-3"].batch, kept["roll-3"].secret) == (True, "roll-2", False)
        assert (kept["roll-4"].picks, kept["roll-4"].struck) == (("time", "time"), False)
        assert kept["roll-5"].dice == {"rolls": (4, 9)}
        assert numbers(rolls_in(journal, 10, words="lao fr")) == [2]
        assert numbers(rolls_in(journal, 10, words="flip")) == [1]
        assert journal.evenings() == [Evening("roll-1", "", 1_700_000_000_001, 1_700_000_000_005, 5)]
        while journal.check(100):
            pass
        assert journal.recovered is None
    assert version(second) == (2 if read_only else VERSION)


def test_only_reading_a_journal_of_the_first_version_leaves_it_as_it_is(old: Path) -> None:
    before = old.read_bytes()
    with a_journal(old, read_only=True) as journal:
        assert rolls_in(journal, 10) == OLD_ENTRIES
    assert old.read_bytes() == before
    assert list(old.parent.iterdir()) == [old]
    assert version(old) == 1
