"""A line of the log in words: for a chat, in every detail, and as the name of a change."""

from typing import Any

import pytest
from msgspec import structs

from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode, Origin, Side, Spend
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.rules.requests import DiceSum
from gm_desk.core.systems.registry import RULES
from gm_desk.model.log.entry_text import change_between, details, in_one_line, name_of_entry
from gm_desk.store.journal.entries import Entry, Override

GUNS = Ability(AbilityKind.SKILL, "guns", "Guns", 65, "REF", 20)
FRAY = Ability(AbilityKind.SKILL, "fray", "Fray", 55)
HARD, SMOKE, DARK = Chip("d", -20, "Hard", Origin.DIFFICULTY), Chip("s", -30, "Smoke"), Chip("n", -40, "Night")


def lao(*chips: Chip, **more: Any) -> Draft:
    return Draft("lao", "Lao Qing", GUNS, chips=chips, **more)


def rolled(draft: Draft, system: str = "ep2", **dice: tuple[int, ...]) -> Entry:
    request = RULES[system].ask(draft)
    assert request is not None
    faces = {name.replace("_", "."): thrown for name, thrown in dice.items()}
    return Entry(
        id="e", batch="e", session="s", time=0, system=system, draft=draft, request=request, house=House(), dice=faces
    )


def duel(*chips: Chip) -> Draft:
    return lao(*chips, mode=Mode.OPPOSED, opponent=Side("jaqui", "Jaqui", FRAY, halved="up"))


def test_a_line_is_told_in_one_line_for_a_chat() -> None:
    assert in_one_line(rolled(lao(SMOKE), roll=(53,))) == ("Lao Qing: Guns, net −30, TN 35 → 53 ▼ Superior failure")


def test_the_line_of_a_contest_names_the_other_side_and_who_wins() -> None:
    head, _, tail = in_one_line(rolled(duel(), a_roll=(15,), b_roll=(60,))).partition(" → ")
    assert head == "Lao Qing: Guns vs Jaqui Fray ÷ 2, net 0, TN 65"
    assert tail == "15 ✓ Success (Lao Qing wins: Jaqui 60 over 28, only success)"


def test_the_line_tells_what_the_gm_made_of_the_roll_on_one_line() -> None:
    entry = structs.replace(
        rolled(lao(), roll=(5,)), override=Override("It jams", Grade.FAILURE), note="a\nb", struck=True
    )
    assert in_one_line(entry) == "[struck] Lao Qing: Guns, net 0, TN 65 → 05 ✗ It jams (a b)"
    assert "It jams" in in_one_line(structs.replace(entry, override=Override("It jams")))


def test_a_sum_of_dice_is_told_by_its_total() -> None:
    draft = Draft(ability=Ability(AbilityKind.BARE, "", "2d6+1", 0))
    entry = structs.replace(rolled(lao(), roll=(5,)), draft=draft, request=DiceSum("2d6+1"), dice={"rolls": (3, 4)})
    assert in_one_line(entry) == "2d6+1 → 3 4 8"
    assert details(entry) == []
    assert name_of_entry(entry) == "2d6+1"


def test_a_test_by_default_says_so() -> None:
    assert in_one_line(rolled(lao(default=True), roll=(5,))).startswith("Lao Qing: Guns (default), ")


@pytest.mark.parametrize(
    ("draft", "made"),
    [
        (lao(), "target 65"),
        (lao(HARD, SMOKE), "65 − 20 − 30 = 15"),
        (lao(HARD, structs.replace(SMOKE, struck=True)), "65 − 20 = 45"),
        (lao(HARD, SMOKE, DARK), "65 − 60 = 5 (sum −90, net −60)"),
        (lao(SMOKE, point=Spend("vigor", "add_20")), "65 − 30 + 20 = 55"),
        (lao(SMOKE, point=Spend("vigor", "ignore_modifiers")), "target 65 (a point ignores all modifiers)"),
        (lao(SMOKE, eyeballed=10), "65 + 10 = 75"),
        (lao(SMOKE, default=True), "20 − 30 = −10"),
    ],
)
def test_the_arithmetic_is_written_out(draft: Draft, made: str) -> None:
    (told,) = details(rolled(draft, roll=(53,)))
    assert told.made == made


def test_the_most_severe_modifier_alone_is_told() -> None:
    entry = rolled(lao(HARD, SMOKE), "ep1", roll=(53,))
    (told,) = details(structs.replace(entry, house=House(most_severe=True)))
    assert told.made == "65 − 30 = 35 (most severe only)"


def test_every_modifier_is_listed_with_what_it_did() -> None:
    chips = (HARD, SMOKE, DARK, Chip("w", -10, "Wounds", Origin.CONDITION, struck=True))
    (told,) = details(rolled(lao(*chips), roll=(53,)))
    assert told.heading == "Lao Qing · Guns"
    assert [part.text for part in told.modifiers] == ["Hard −20", "Smoke −30", "Night −40", "Wounds −10"]
    assert [part.idle for part in told.modifiers] == [True, True, False, False]
    assert [part.struck for part in told.modifiers] == [False, False, False, True]
    assert told.rolled == "rolled 53, 1 superior"


def test_both_sides_of_a_contest_are_told() -> None:
    ours, theirs = details(rolled(duel(HARD), a_roll=(44,), b_roll=(28,)))
    assert (ours.made, ours.rolled) == ("65 − 20 = 45", "rolled 44, a double")
    assert (theirs.heading, theirs.made, theirs.rolled) == ("Jaqui · Fray ÷ 2", "target 28", "rolled 28")


def test_the_first_edition_tells_the_margin() -> None:
    (told,) = details(rolled(lao(), "ep1", roll=(80,)))
    assert told.rolled == "rolled 80, MoF 15"
    (simple,) = details(rolled(lao(mode=Mode.SIMPLE), "ep1", roll=(80,)))
    assert simple.rolled == "rolled 80"


def test_kaiser_tells_the_total_and_all_its_dice() -> None:
    stealth = Ability(AbilityKind.SKILL, "", "Stealth", 3)
    ada = Draft("", "Ada", stealth, chips=(Chip("x", -2, "Rain"), Chip("d", 12, "Hard", Origin.DIFFICULTY)))
    (told,) = details(rolled(ada, "kaiser", dice=(6, 6), extra=(2,)))
    assert (told.made, told.rolled) == ("3 − 2 + dice = 15", "rolled 6 6 2, 3 degrees")
    assert [part.text for part in told.modifiers] == ["Rain −2", "Hard 12"]
    assert in_one_line(rolled(ada, "kaiser", dice=(6, 6), extra=(2,))).startswith(
        "Ada: Stealth, mod −2, 15 vs 12 → 6 6 2 "
    )


def test_levels_and_adjusted_degrees_stand_among_the_modifiers_as_far_as_they_count() -> None:
    stealth, mr = Ability(AbilityKind.SKILL, "", "Stealth", 3), Ability(AbilityKind.RESISTANCE, "MR", "MR", 3)
    levels: dict[str, Any] = {"advantage": 1, "disadvantage": 3, "fumble_degree": -1}
    ada = Draft("", "Ada", stealth, **levels, adjust=-2, mode=Mode.OPPOSED, opponent=Side("", "Ben", mr, **levels))
    first, second = details(rolled(ada, "kaiser", a_dice=(3, 4, 4, 5), b_dice=(3, 4, 4, 5)))
    said = ["advantage 1", "disadvantage 3", "fumble degree −1", "degrees −2"]
    assert [part.text for part in first.modifiers] == said
    assert [part.text for part in second.modifiers] == said[:2]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (lao(), lao(SMOKE), "with Smoke −30"),
        (lao(SMOKE), lao(), "without Smoke −30"),
        (lao(SMOKE), lao(structs.replace(SMOKE, struck=True)), "without Smoke −30"),
        (lao(SMOKE), lao(structs.replace(SMOKE, value=-10)), "with Smoke −10"),
        (lao(Chip("x", 10)), lao(), "without Modifier +10"),
        (lao(), lao(default=True), "defaulting"),
        (lao(default=True), lao(), "with the skill"),
        (lao(), lao(point=Spend("vigor", "add_20")), "with a point"),
        (lao(point=Spend("vigor", "add_20")), lao(), "without the point"),
        (lao(), lao(advantage=2), "with advantage +2"),
        (lao(), lao(adjust=-3), "with degrees adjusted −3"),
        (lao(), lao(most_severe=True), "with the most severe modifier only"),
        (lao(most_severe=True), lao(), "with all modifiers"),
        (lao(), structs.replace(lao(), ability=FRAY), "on Fray"),
        (lao(), lao(), "anew"),
        (duel(), duel().with_side("b", duel().side("b").with_chip(SMOKE)), "with Smoke −30 for Jaqui"),
        (lao(), lao(SMOKE, default=True), "with Smoke −30 and defaulting"),
    ],
)
def test_a_change_is_named(before: Draft, after: Draft, words: str) -> None:
    assert change_between(before, after) == words
