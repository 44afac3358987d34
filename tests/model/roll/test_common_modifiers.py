"""The list of common modifiers follows the test, is found by typing, and has other skills and time below it."""

from collections.abc import Callable
from typing import Any

import pytest

from gm_desk.core.characters.roster import OwnModifier, Roster
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.modifiers import hiding, with_modifier
from gm_desk.core.drafts.draft import AbilityKind
from gm_desk.model.item_models import Role
from gm_desk.model.roll.common_modifiers import EDIT, NOTHING, CommonModifierList
from gm_desk.model.roll.composing import Drafting
from model_makers import EP2, JAQUI, LAO, a_character, a_document, a_roster

PISTOL = Attack(id="pistol", name="Pistol", skill="Guns", damage="2d10", modes="SA")
SWORD = Attack(id="sword", name="Sword", skill="Melee", damage="2d10")


def versed() -> Roster:
    skills = {"Guns": 65, "Melee": 40, "Infosec": 50, "Know: Triads": 60}
    return a_roster(
        characters=(
            a_character(LAO, "Lao Qing", skills=skills, attacks=(PISTOL, SWORD)),
            a_character(JAQUI, "Jaqui", kind="pc", skills={"Fray": 55}),
        ),
        groups=(),
    )


class Desk:
    def __init__(self, roster: Roster | None = None) -> None:
        self.document = a_document(versed() if roster is None else roster)
        self.drafting = Drafting(self.document)

    def skill(self, place: int) -> CommonModifierList:
        self.drafting.choose(LAO, AbilityKind.SKILL, f"{LAO}-{place}")
        return CommonModifierList(self.drafting)

    def attack(self, attack: Attack) -> CommonModifierList:
        lao = self.document.character(LAO)
        assert lao is not None
        self.drafting.attack(lao, attack)
        return CommonModifierList(self.drafting)


def rows(model: CommonModifierList) -> list[str]:
    places = [model.index(row, 0) for row in range(model.rowCount())]
    return [f"{place.data()} {place.data(Role.NUMBER)}".strip() for place in places]


def test_an_attack_lists_its_own_modifiers_in_the_order_of_use() -> None:
    session = Desk()
    pistol = rows(session.attack(PISTOL))
    assert pistol[:2] == ["Each further multiple of the range −10", "No smartlink or laser sight −10"]
    sword = rows(session.attack(SWORD))
    assert "Charging −10 +1d6" in sword
    assert "Aggressive, for damage +1d10" in sword
    assert "Indirect fire −20" not in sword
    assert pistol[-1] == sword[-1] == EDIT


def test_other_tests_list_theirs_time_and_complementary_skills_below_headings() -> None:
    assert rows(Desk().skill(2)) == [
        "Sustaining a sleight −10",
        "Taking time",
        "Taking time, 1 minute +10",
        *(f"Taking time, {minutes} minutes +{minutes}0" for minutes in range(2, 7)),
        "Complementary skill",
        "Know: Triads 60 +20",
        EDIT,
    ]


def test_the_side_in_hand_decides() -> None:
    session = Desk()
    session.attack(PISTOL)
    session.drafting.oppose(JAQUI)
    session.drafting.turn_to("b")
    assert rows(CommonModifierList(session.drafting)) == [
        "Aggressive, own Fray −10",
        "Full defense +30",
        "Sustaining a sleight −10",
        EDIT,
    ]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("hea smo", ["Dark or heavy smoke −20"]),
        ("tak 3", ["Taking time", "Taking time, 3 minutes +30"]),
        ("compl", ["Complementary skill", "Know: Triads 60 +20"]),
        ("triads", ["Complementary skill", "Know: Triads 60 +20"]),
        ("xyzzy", [NOTHING]),
    ],
)
def test_words_begun_find_rows_and_the_editor_stays(typed: str, found: list[str]) -> None:
    model = Desk().attack(PISTOL)
    before = rows(model)
    model.look_for(typed)
    assert rows(model) == [*found, EDIT]
    model.look_for("")
    assert rows(model) == before


def test_steps_pass_over_headings_and_stop_at_the_ends() -> None:
    model = Desk().skill(2)
    assert [model.next_row(row, 1) for row in (-1, 0, 7, 10)] == [0, 2, 9, 10]
    assert [model.next_row(row, -1) for row in (9, 2, 0)] == [7, 0, 0]
    assert (model.next_row(0, 10), model.next_row(3, -10), model.next_row(0, 8)) == (10, 0, 9)
    assert model.row_at(model.index(1, 0)) is None


def test_what_has_steps_counts_once_more_when_it_is_chosen_again() -> None:
    session = Desk()
    model = session.skill(2)
    for expected in ("Sustaining a sleight × 2 −20", "Sustaining a sleight × 3 −30"):
        row = model.row_at(model.index(0, 0))
        assert row is not None
        assert row.chip is not None
        session.drafting.put(session.drafting.side.with_chip(row.chip))
        model.refresh()
        assert rows(model)[0] == expected


def test_a_rosters_own_are_listed_and_hidden_ones_are_not() -> None:
    fog = with_modifier(versed(), OwnModifier("fog", "Red fog", -20, "any"), EP2)
    model = Desk(hiding(fog, "sustaining", hidden=True)).skill(2)
    assert rows(model)[0] == "Red fog −20"
    assert "Sustaining a sleight −10" not in rows(model)


@pytest.mark.parametrize("do", [lambda model: model.look_for("smoke"), lambda model: model.refresh()])
def test_the_model_keeps_qts_rules(qtmodeltester: Any, do: Callable[[CommonModifierList], None]) -> None:
    model = Desk().attack(PISTOL)
    qtmodeltester.check(model)
    do(model)
    assert model.index(0, 0).data(Role.HEADING) is False
