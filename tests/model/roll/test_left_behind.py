"""What superior results and criticals leave for the next test of whom they concern."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs

from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft, Mode, Origin, Side
from gm_desk.core.rules.requests import OpposedTest, SuccessTest
from gm_desk.core.systems.definition import System
from gm_desk.model.roll import left_behind
from gm_desk.model.roll.left_behind import LeftBehind, LeftBehindChips
from gm_desk.store.journal.entries import Entry, Event
from gm_desk.store.shipped import load_system
from makers import an_entry

EP2, KAISER = load_system("ep2"), load_system("kaiser")
WORST = 90


def rolled(who: str, what: str, dice: int, *picks: str, entry_id: str = "", **changes: Any) -> Entry:
    """Return a test against 65; above 90 the dice stand for a superior failure, of 40 against 30."""
    if dice > WORST:
        dice, changes = 40, {"request": SuccessTest(30)} | changes
    draft = Draft(who, who.title(), an_ability(what))
    fields: dict[str, Any] = {"draft": draft, "dice": {"roll": (dice,)}, "picks": picks} | changes
    return an_entry(entry_id or f"{who}-{dice}", **fields)


def an_ability(what: str) -> Ability:
    return Ability(AbilityKind.SKILL, what.casefold(), what, 65)


def offered(*rolls: Entry, who: str = "eva", what: str = "Guns") -> list[tuple[str, int]]:
    found = LeftBehindChips().for_side(rolls, Side(who, who.title(), an_ability(what)), EP2)
    assert all(chip.origin is Origin.LEFT for chip in found)
    return [(chip.label, chip.value) for chip in found]


@pytest.mark.parametrize(
    ("dice", "picks", "expected"),
    [
        (40, ("quality",), [("Quality: Infosec", 10)]),
        (64, ("quality", "quality"), [("Quality: Infosec", 20)]),
        (91, ("quality",), [("Quality: Infosec", -10)]),
        (40, ("detail",), []),
        (40, (), []),
        (44, (), [("Critical: Infosec", 20)]),
        (88, (), [("Critical: Infosec", -20)]),
    ],
)
def test_a_roll_leaves_a_chip_for_the_next_test_of_its_roller(
    dice: int, picks: tuple[str, ...], expected: list[tuple[str, int]]
) -> None:
    roll = rolled("eva", "Infosec", dice, *picks)
    assert offered(roll) == expected
    assert offered(roll, who="bob") == []
    assert offered(structs.replace(roll, struck=True)) == []


def test_it_is_gone_after_that_test_but_not_after_those_of_others() -> None:
    roll = rolled("eva", "Infosec", 40, "quality")
    assert offered(roll, rolled("bob", "Guns", 20)) == [("Quality: Infosec", 10)]
    assert offered(roll, rolled("eva", "Guns", 20)) == []
    assert offered(roll, structs.replace(rolled("eva", "Guns", 20), struck=True)) == [("Quality: Infosec", 10)]
    harm = structs.replace(rolled("eva", "", 20), request=Event("damage", ("9 damage",)), dice={})
    assert offered(roll, harm) == [("Quality: Infosec", 10)]


def test_covertness_is_for_whoever_notices() -> None:
    roll = rolled("eva", "Infiltrate", 40, "covertness")
    assert offered(roll, who="bob", what="Perceive") == [("Covertness: Infiltrate", -10)]
    assert offered(roll, what="Perceive") == offered(roll, who="bob") == []
    assert offered(roll, rolled("bob", "Perceive", 20), who="cid", what="Perceive") == []
    assert offered(rolled("eva", "Infiltrate", 91, "covertness"), who="bob", what="Perceive") == [
        ("Covertness: Infiltrate", 10)
    ]


def test_a_critical_of_the_other_side_is_for_its_own_next_test() -> None:
    draft = Draft("eva", "Eva", an_ability("Guns"), mode=Mode.OPPOSED, opponent=Side("bob", "Bob", an_ability("Fray")))
    request = OpposedTest(SuccessTest(65), SuccessTest(65))
    roll = an_entry("x", draft=draft, request=request, dice={"a.roll": (20,), "b.roll": (44,)})
    assert offered(roll, who="bob", what="Fray") == [("Critical: Fray", 20)]
    assert offered(roll) == []


def test_systems_without_such_results_leave_nothing() -> None:
    side = Side("eva", "Eva", an_ability("Guns"))
    assert LeftBehindChips().for_side([rolled("eva", "Guns", 44)], side, KAISER) == []


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the entries that are judged."""
    ids: list[str] = []
    judge = left_behind.left_by

    def left_by(entry: Entry, system: System) -> Iterator[LeftBehind]:
        ids.append(entry.id)
        return judge(entry, system)

    monkeypatch.setattr(left_behind, "left_by", left_by)
    return ids


def test_each_roll_is_judged_once(judged: list[str]) -> None:
    rolls = [rolled("eva", "Infosec", 40, "quality", entry_id=str(number)) for number in range(3)]
    chips, eva, bob = LeftBehindChips(), Side("eva", "Eva"), Side("bob", "Bob")
    for side in (eva, bob, eva):
        chips.for_side(rolls, side, EP2)
    assert judged == ["0", "1", "2"]
    rolls.append(rolled("eva", "Guns", 44, entry_id="3"))
    assert [chip.label for chip in chips.for_side(rolls, eva, EP2)] == ["Critical: Guns"]
    assert judged == ["0", "1", "2", "3"]


def test_a_revised_roll_is_judged_again_and_no_other_one(judged: list[str]) -> None:
    first, second = (rolled("eva", "Infosec", 40, "quality", entry_id=one) for one in "ab")
    chips, side = LeftBehindChips(), Side("eva", "Eva")
    chips.for_side([first, second], side, EP2)
    found = chips.for_side([first, structs.replace(second, picks=())], side, EP2)
    assert (found, judged) == ([], ["a", "b", "b"])


def test_another_system_judges_everything_again(judged: list[str]) -> None:
    roll, chips, side = rolled("eva", "Guns", 44, entry_id="a"), LeftBehindChips(), Side("eva", "Eva")
    assert chips.for_side([roll], side, EP2)
    assert not chips.for_side([roll], side, KAISER)
    assert judged == ["a", "a"]
