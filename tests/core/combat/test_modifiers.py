"""Common modifiers: which a test can have, what a roster makes of them, and other skills and time."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Character, OwnModifier, OwnModifiers, Roster, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.modifiers import (
    all_modifiers,
    check_name,
    complementary_chip,
    complementary_chips,
    hiding,
    kind_of_test,
    modifier_chip,
    modifiers_for,
    modifiers_of,
    moved,
    next_chip,
    own_modifier,
    restored,
    searched,
    time_chip,
    time_chips,
    with_modifier,
)
from gm_desk.core.drafts.abilities import ability_of, chosen
from gm_desk.core.drafts.attacks import draft_of
from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode, Origin
from gm_desk.core.errors import BadExpressionError, BadModifierError, EmptyNameError, RulesError
from gm_desk.core.systems.registry import RULES
from gm_desk.store.rosters.files import decode_in_part, encode_roster, read_roster, write_roster
from gm_desk.store.shipped import load_system

EP1, EP2, KAISER = (load_system(system) for system in ("ep1", "ep2", "kaiser"))
PISTOL = Attack(id="pistol", name="Pistol", skill="Guns", damage="2d10", modes="SA")
SWORD = Attack(id="sword", name="Sword", skill="Melee", damage="2d10")
HACK = Attack(id="hack", name="Brain hack", skill="Infosec", damage="1d6")
SKILLS = (("Guns", 60), ("Melee", 50), ("Fray", 50), ("Perceive", 40), ("Know: Locks", 70), ("Infosec", 60))
EVA = Character(
    id="eva",
    name="Eva",
    skills=tuple(Skill(id=name.casefold(), name=name, rating=rating) for name, rating in SKILLS),
    attacks=(PISTOL, SWORD, HACK),
)
GUARD = structs.replace(EVA, id="guard", name="Guard")
ROSTER = Roster(id="mars", name="Mars")
FOG = OwnModifier("fog", "Red fog", -20)


def attacking(attack: Attack) -> Draft:
    return draft_of(attack, EVA, EP2, RULES["ep2"], target=GUARD)


def plain(skill: str) -> Draft:
    ability = ability_of(EVA, EP2, AbilityKind.SKILL, skill.casefold())
    return chosen(Draft(), EVA, ability, EP2, RULES["ep2"])


def ids(draft: Draft, roster: Roster = ROSTER, hand: Any = "a") -> list[str]:
    return [one.id for one in modifiers_for(draft, hand, EVA, EP2, roster.modifiers)]


def test_each_kind_of_test_has_the_modifiers_of_its_own() -> None:
    ranged, melee, other = ids(attacking(PISTOL)), ids(attacking(SWORD)), ids(plain("Guns"))
    assert ranged[:2] == ["beyond", "no-smartlink"]
    assert "reach" in melee and "reach" not in ranged and "behind-cover" not in melee  # noqa: PT018 - one sentence
    assert {"called-shot", "sustaining"} <= set(ranged) & set(melee)
    assert other == ["sustaining"]
    assert ids(plain("Perceive")) == ["sustaining", "distracted"]


def test_who_defends_has_the_modifiers_of_a_defence_and_no_attackers() -> None:
    assert ids(attacking(SWORD), hand="b") == ["aggressive-fray", "full-defense", "sustaining"]
    assert "full-defense" not in ids(plain("Fray"))


@pytest.mark.parametrize(
    ("draft", "kind"),
    [
        (attacking(PISTOL), "ranged"),
        (attacking(SWORD), "melee"),
        (attacking(HACK), "other"),
        (plain("Guns"), "other"),
        (structs.replace(plain("Guns"), mode=Mode.ATTACK), "ranged"),
        (structs.replace(plain("Melee"), mode=Mode.ATTACK), "melee"),
        (Draft(ability=Ability(AbilityKind.BARE, "", "45", 45), mode=Mode.ATTACK), "melee"),
        (Draft(), "other"),
        (Draft(ability=Ability(AbilityKind.SKILL, "psi", "Psi", 50), mode=Mode.ATTACK), "other"),
        (structs.replace(plain("Infosec"), mode=Mode.ATTACK), "other"),
    ],
)
def test_an_attack_is_from_afar_or_in_melee_and_other_tests_are_neither(draft: Draft, kind: str) -> None:
    assert kind_of_test(draft, EVA, EP2) == kind


BOOK = {
    "ep2": {
        "No smartlink or laser sight": -10, "Attacker behind cover": -10, "Attacker in melee": -10,
        "Attacker in melee, long weapon": -30, "Prone target, 10 m or more": -10, "Indirect fire": -20,
        "Second weapon": -20, "Superior position": 20, "Called shot": -10, "Attacker's full move": -20,
        "Two-handed weapon in one hand": -20, "Very small target": -30, "Small target": -10, "Large target": 10,
        "Very large target": 30, "Glare or light smoke": -10, "Dark or heavy smoke": -20, "Blind attack": -30,
        "Reach": 10,
        "Charging": -10, "Touch-only, no damage": 20, "Extra target": -20, "Full defense": 30,
        "Sustaining a sleight": -10, "Perceive while distracted": -20,
    },
    "ep1": {
        "Smartlink or laser sight": 10, "Attacker behind cover": -10, "Attacker running": -20, "Attacker in melee": -30,
        "Prone target, 10 m or more": -10, "Hidden target": -60, "Indirect fire": -30, "Off-hand": -20,
        "Two-handed weapon in one hand": -20, "Superior position": 20, "Receiving a charge": 20, "Touch-only": 20,
        "Reach": 10, "Charging": -10, "Called shot": -10, "Full defense": 30, "Very small target": -30,
        "Second target": -20,
    },
}  # fmt: skip


@pytest.mark.parametrize("system", BOOK)
def test_the_systems_list_the_modifiers_of_the_book(system: str) -> None:
    listed = {one.name: one.value for one in load_system(system).combat.modifiers}
    assert {name: listed.get(name) for name in BOOK[system]} == BOOK[system]
    assert KAISER.combat.modifiers == ()


def test_range_cover_and_aim_have_the_numbers_of_the_book() -> None:
    found = {
        system.id: [[option.value for option in choice.options] for choice in system.combat.choices]
        for system in (EP1, EP2)
    }
    cover, aim = [0, -10, -20, -30], [0, 10, 30]
    assert found == {"ep1": [[10, 0, -10, -20, -30], cover, aim], "ep2": [[10, 0, -10, -20], cover, aim]}


def test_charging_and_an_aggressive_attack_add_dice() -> None:
    listed = {one.id: one for one in EP2.combat.modifiers}
    chips = [modifier_chip(listed[one]) for one in ("charging", "aggressive-damage", "aggressive-hit")]
    draft = attacking(SWORD)
    for chip in chips:
        draft = draft.with_side("a", draft.with_chip(chip))
    assert [(chip.value, chip.damage) for chip in chips] == [(-10, "1d6"), (0, "1d10"), (10, "")]
    assert draft.damage_dice == ("1d6", "1d10")


def test_a_modifier_with_steps_counts_as_often_as_it_is_said() -> None:
    sleights = next(one for one in EP2.combat.modifiers if one.id == "sustaining")
    assert modifier_chip(sleights, 3) == Chip("modifier sustaining", -30, "Sustaining a sleight × 3", lasting=True)
    assert modifier_chip(sleights, 99).value == -300
    assert modifier_chip(FOG, 3) == Chip("modifier fog", -20, "Red fog")


def test_choosing_a_modifier_again_counts_it_once_more_where_it_has_steps() -> None:
    listed = {one.id: one for one in EP2.combat.modifiers}
    draft, steps, plain_one = attacking(PISTOL), listed["second-weapon"], listed["indirect"]
    for expected in (-20, -40, -60):
        draft = draft.with_side("a", draft.with_chip(next_chip(draft, steps)))
        assert [chip.value for chip in draft.chips if chip.id == "modifier second-weapon"] == [expected]
    pinned = structs.replace(next_chip(draft, plain_one), pinned=True)
    again = next_chip(draft.with_chip(pinned), plain_one)
    assert again == pinned
    struck = structs.replace(modifier_chip(steps, 2), struck=True)
    assert next_chip(draft.with_chip(struck), steps) == modifier_chip(steps)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("hea smo", ["dark"]),
        ("SMOKE", ["glare", "dark"]),
        ("two-h", ["one-hand"]),
        ("moke", []),
        ("sm li", ["glare"]),
    ],
)
def test_a_modifier_is_found_by_the_beginnings_of_its_words(text: str, found: list[str]) -> None:
    ranged = modifiers_for(attacking(PISTOL), "a", EVA, EP2, OwnModifiers())
    assert [one.id for one in searched(ranged, text)] == found
    assert searched(ranged, " ") == ranged


def test_a_roster_adds_changes_hides_and_restores() -> None:
    own = with_modifier(ROSTER, FOG, EP2)
    assert ids(attacking(PISTOL), own) == [*ids(attacking(PISTOL)), "fog"]
    indirect = own_modifier(next(one for one in EP2.combat.modifiers if one.id == "indirect"))
    changed = with_modifier(own, structs.replace(indirect, value=-50), EP2)
    values = {one.id: one.value for one in all_modifiers(EP2, changed.modifiers)}
    assert (values["indirect"], values["fog"]) == (-50, -20)
    assert ids(attacking(PISTOL), changed) == ids(attacking(PISTOL), own), "a changed one keeps its place"
    hidden = hiding(changed, "indirect", hidden=True)
    assert "indirect" not in ids(attacking(PISTOL), hidden)
    assert hiding(hidden, "indirect", hidden=False) == changed
    assert restored(restored(hidden, "indirect"), "fog") == ROSTER


def test_range_cover_and_aim_are_modifiers_where_an_attack_has_no_line() -> None:
    bare = structs.replace(plain("Guns"), mode=Mode.ATTACK)
    found = [one.name for one in modifiers_for(bare, "a", EVA, EP2, ROSTER.modifiers)]
    assert found[:5] == [
        *("Point-blank", "Range", "Beyond range", "Each further multiple of the range", "No smartlink or laser sight"),
    ]
    assert found[5:11] == [
        *("Aim, quick", "Aim, complex", "Minor cover", "Moderate cover", "Major cover", "Attacker behind cover"),
    ]
    assert "cover minor" not in ids(attacking(PISTOL)), "there it is a choice"
    assert "cover minor" not in ids(structs.replace(plain("Melee"), mode=Mode.ATTACK))


def test_a_roster_changes_hides_and_moves_the_options_as_well() -> None:
    bare = structs.replace(plain("Guns"), mode=Mode.ATTACK)
    minor = next(one for one in modifiers_of(EP2) if one.id == "cover minor")
    thick = with_modifier(ROSTER, structs.replace(own_modifier(minor), value=-20), EP2)
    found = {one.id: one.value for one in modifiers_for(bare, "a", EVA, EP2, thick.modifiers)}
    assert found["cover minor"] == -20
    assert "cover minor" not in ids(attacking(PISTOL), thick)
    assert "cover minor" not in ids(bare, hiding(ROSTER, "cover minor", hidden=True))
    assert ids(bare, moved(ROSTER, "cover minor", "range point-blank", EP2))[0] == "cover minor"


def test_a_roster_reorders_and_what_is_new_stands_where_the_system_lists_it() -> None:
    listed = [one.id for one in modifiers_of(EP2)]
    first = moved(ROSTER, "reach", listed[0], EP2)
    assert [one.id for one in all_modifiers(EP2, first.modifiers)] == [
        "reach",
        *(one for one in listed if one != "reach"),
    ]
    last = moved(first, "reach", "", EP2)
    assert [one.id for one in all_modifiers(EP2, last.modifiers)][-1] == "reach"
    assert moved(ROSTER, "nothing", "reach", EP2) is moved(ROSTER, "reach", "reach", EP2) is ROSTER
    short = structs.replace(first.modifiers, order=tuple(one for one in first.modifiers.order if one != listed[3]))
    found = [one.id for one in all_modifiers(EP2, short)]
    assert found[found.index(listed[2]) + 1] == listed[3]


listed_ids = st.sampled_from([one.id for one in modifiers_of(EP2)] + ["fog", "odd"])


@given(st.lists(st.tuples(listed_ids, listed_ids), max_size=6), st.lists(listed_ids, max_size=5, unique=True))
def test_no_order_loses_or_doubles_a_modifier(moves: list[tuple[str, str]], order: list[str]) -> None:
    roster = with_modifier(structs.replace(ROSTER, modifiers=OwnModifiers(order=tuple(order))), FOG, EP2)
    for one, before in moves:
        roster = moved(roster, one, before, EP2)
    found = [one.id for one in all_modifiers(EP2, roster.modifiers)]
    assert sorted(found) == sorted([*(one.id for one in modifiers_of(EP2)), "fog"])


def test_kaisers_are_the_gms_own() -> None:
    draft = Draft(ability=Ability(AbilityKind.SKILL, "strike", "Strike", 8), mode=Mode.ATTACK)
    assert modifiers_for(draft, "a", None, KAISER, OwnModifiers()) == []
    own = with_modifier(ROSTER, OwnModifier("mud", "Mud", -3, "any"), KAISER).modifiers
    assert [one.id for one in modifiers_for(draft, "a", None, KAISER, own)] == ["mud"]
    assert [one.id for one in modifiers_for(Draft(), "a", None, KAISER, own)] == ["mud"]


@pytest.mark.parametrize(
    ("modifier", "kind"),
    [
        (OwnModifier("x", " ", 10), EmptyNameError),
        (OwnModifier("x", "Mud", 5), BadModifierError),
        (OwnModifier("x", "Mud", 310), BadModifierError),
        (OwnModifier("x", "Mud", 0, damage="odd"), BadExpressionError),
    ],
)
def test_a_bad_modifier_is_refused(modifier: OwnModifier, kind: type[RulesError]) -> None:
    with pytest.raises(kind):
        with_modifier(ROSTER, modifier, EP2)


@pytest.mark.parametrize("name", ["reach", " Reach ", "Red  FOG"])
def test_a_name_that_the_list_has_is_refused_for_another_modifier(name: str) -> None:
    own = with_modifier(ROSTER, FOG, EP2)
    with pytest.raises(BadModifierError, match="another modifier in the list is called"):
        with_modifier(own, OwnModifier("x", name, 10), EP2)
    reach = own_modifier(next(one for one in EP2.combat.modifiers if one.id == "reach"))
    assert with_modifier(own, structs.replace(reach, value=20), EP2).modifiers.own[-1].value == 20
    assert check_name(" RED fog", "fog", own, EP2) == "RED fog"


@pytest.mark.parametrize(
    ("rating", "ep1", "ep2"),
    [
        *((0, None, None), (1, 10, None), (30, 10, None), (31, 20, None), (39, 20, None), (40, 20, 10)),
        *((59, 20, 10), (60, 20, 20), (61, 30, 20), (79, 30, 20), (80, 30, 30), (99, 30, 30)),
    ],
)
def test_another_skill_brings_what_its_rating_is_worth(rating: int, ep1: int | None, ep2: int | None) -> None:
    know, academics = (Skill(id="k", name=name, rating=rating) for name in ("Know: Locks", "Academics: Locks"))
    chips = complementary_chip(academics, plain("Infosec"), EP1), complementary_chip(know, plain("Infosec"), EP2)
    assert tuple(chip and chip.value for chip in chips) == (ep1, ep2)


def test_only_skills_of_knowledge_complement_in_the_second_edition_and_never_the_same_skill() -> None:
    chips = complementary_chips(plain("Infosec"), EVA, EP2)
    assert chips == [Chip("complementary know: locks", 20, "Know: Locks 70", Origin.COMPLEMENTARY)]
    others = complementary_chips(plain("Infosec"), EVA, EP1)
    assert [chip.value for chip in others] == [30, 20, 20, 20, 20]
    assert all("Infosec" not in chip.label for chip in others)
    assert complementary_chips(Draft(), EVA, EP2) == complementary_chips(plain("Infosec"), EVA, KAISER) == []
    other = chosen(plain("Infosec").with_chip(chips[0]), EVA, plain("Guns").ability, EP2, RULES["ep2"])
    assert other.chips == ()


def test_taking_time_brings_ten_a_minute_up_to_sixty() -> None:
    assert time_chip(1, EP2) == Chip("time", 10, "Taking time, 1 minute")
    found = [time_chip(minutes, system) for system in (EP1, EP2) for minutes in (2, 6, 9)]
    assert [chip and chip.value for chip in found] == [20, 60, 60, 20, 60, 60]
    assert (time_chip(0, EP2), time_chip(3, KAISER)) == (None, None)
    assert [chip.value for chip in time_chips(EP1)] == [10, 20, 30, 40, 50, 60]
    assert time_chips(KAISER) == []


@pytest.mark.parametrize("answers", [{}, {"Know": "Perceive"}])
def test_a_roster_keeps_its_modifiers_in_its_file(answers: dict[str, str], tmp_path: Any) -> None:
    roster = structs.replace(with_modifier(ROSTER, FOG, EP2), answers=answers)
    roster = hiding(moved(roster, "fog", "reach", EP2), "indirect", hidden=True)
    path = tmp_path / "mars.json"
    write_roster(path, roster)
    assert read_roster(path) == roster
    assert b"modifiers" not in encode_roster(structs.replace(roster, modifiers=OwnModifiers()))


def test_modifiers_of_a_later_version_keep_their_keys_and_bad_ones_are_set_aside(tmp_path: Any) -> None:
    path = tmp_path / "mars.json"
    later = encode_roster(with_modifier(ROSTER, FOG, EP2)).replace(b'"id": "fog"', b'"glow": 3, "id": "fog"')
    found = decode_in_part(later, path).roster
    assert found.modifiers.own == (structs.replace(FOG, extra={"glow": 3}),)
    assert b'"glow": 3' in encode_roster(found)
    broken = later.replace(b'"value": -20', b'"value": "low"')
    reading = decode_in_part(broken, path)
    assert (reading.roster.modifiers, len(reading.problems)) == (OwnModifiers(), 1)
    assert b'"low"' in encode_roster(reading.roster)
