"""The choices for an attack: what it has, and what each does to the draft."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.core.combat.ammunition import fired, lacks_shots, reloaded, shots_of, spend_ammo
from gm_desk.core.combat.attack_choices import (
    choices_of,
    is_ranged,
    option_of,
    targets_of,
    uses_of,
    with_option,
    with_setup,
    with_use,
)
from gm_desk.core.drafts.abilities import ability_of, chosen
from gm_desk.core.drafts.attacks import draft_of
from gm_desk.core.drafts.draft import AbilityKind, AttackSetup, Chip, Draft, Origin
from gm_desk.core.drafts.scene_record import SceneRecord
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import ContestOdds
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system

EP1, EP2, KAISER = (load_system(system) for system in ("ep1", "ep2", "kaiser"))
PISTOL = Attack(
    id="pistol",
    name="Heavy pistol",
    skill="Guns",
    damage="2d10",
    modes="SA/BF",
    range="50",
    ammo=Points(now=9, max=12),
)
SWORD = Attack(id="sword", name="Sword", skill="Melee", damage="2d10+2")
LAO = Character(
    id="lao",
    name="Lao Qing",
    stats={"REF": 20, "SOM": 20},
    health=Health(wounds=2),
    skills=(Skill(id="guns", name="Guns", rating=65), Skill(id="melee", name="Melee", rating=65)),
    attacks=(PISTOL, SWORD),
)
JAQUI = Character(id="jaqui", name="Jaqui", skills=(Skill(id="fray", name="Fray", rating=55),))


def drafted(attack: Attack = PISTOL, **changes: Any) -> Draft:
    return draft_of(attack, LAO, EP2, RULES["ep2"], target=JAQUI, **changes)


def by_id(draft: Draft) -> dict[str, tuple[int, str, str]]:
    """Return value, label and damage of the chips of choices."""
    found = (chip for chip in draft.chips if chip.origin is Origin.CHOICE)
    return {chip.id: (chip.value, chip.label, chip.damage) for chip in found}


def test_a_burst_from_a_distance_into_cover_comes_to_the_numbers_of_the_drawing() -> None:
    draft = with_use(drafted(), PISTOL, "BF-hit", EP2)
    draft = with_option(draft, PISTOL, "range", "range", EP2)
    draft = with_option(draft, PISTOL, "cover", "minor", EP2)
    request = RULES["ep2"].ask(draft)
    assert request is not None
    odds = RULES["ep2"].odds(request, House())
    assert isinstance(odds, ContestOdds)
    assert (draft.base, RULES["ep2"].net(draft, House()).net) == (65, -30)
    assert [round(float(Fraction(part, odds.of)) * 100, 1) for part in (odds.a, odds.b, odds.neither)] == [
        31.5,
        22.8,
        45.7,
    ]
    assert by_id(draft) == {
        "choice mode": (10, "Burst fire", ""),
        "choice range": (-10, "Range", ""),
        "choice cover": (-10, "Minor cover", ""),
    }


@pytest.mark.parametrize(
    ("system", "changes", "ranged"),
    [
        (EP2, {}, True),
        (EP2, {"skill": "Melee", "range": "50"}, False),
        (EP2, {"skill": "Athletics", "modes": "", "range": ""}, True),
        (EP2, {"skill": "", "modes": "", "range": "touch"}, False),
        (EP2, {"skill": "Exotic Skill: Whip", "modes": "", "range": "5 m"}, True),
        (EP2, {"skill": "", "modes": "", "range": "", "area": "blast"}, True),
        (EP1, {"skill": "Throwing Weapons", "modes": "", "range": ""}, True),
        (EP1, {"skill": "Clubs"}, False),
        (KAISER, {"skill": "Strike"}, False),
    ],
)
def test_the_skill_says_whether_an_attack_is_made_from_afar_and_else_the_weapon(
    system: System, changes: dict[str, Any], *, ranged: bool
) -> None:
    assert is_ranged(structs.replace(PISTOL, **changes), system) is ranged


def test_only_what_an_attack_can_do_is_to_be_chosen() -> None:
    assert [use.name for use in uses_of(PISTOL, EP2)] == ["SA", "BF +10", "BF +1d10", "BF two"]
    assert [choice.name for choice in choices_of(PISTOL, EP2)] == ["Range", "Cover", "Aim"]
    assert (uses_of(SWORD, EP2), choices_of(SWORD, EP2)) == ([], [])
    assert uses_of(structs.replace(PISTOL, modes="loud/SS"), EP2) == [EP2.combat.modes[0].uses[0]]
    assert (uses_of(PISTOL, KAISER), choices_of(PISTOL, KAISER)) == ([], [])


@pytest.mark.parametrize(
    ("system", "mode", "uses"),
    [
        (EP2, "SS", [(1, 0, "", 1)]),
        (EP2, "SA", [(1, 0, "", 1)]),
        (EP2, "BF", [(3, 10, "", 1), (3, 0, "1d10", 1), (3, 0, "", 2)]),
        (EP2, "FA", [(10, 30, "", 1), (10, 0, "2d10", 1), (10, 0, "", 3), (20, 0, "", 50)]),
        (EP1, "SS", [(1, 0, "", 1)]),
        (EP1, "SA", [(1, 0, "", 1)]),
        (EP1, "BF", [(3, 0, "1d10", 1), (3, 0, "", 2)]),
        (EP1, "FA", [(10, 0, "1d10+10", 1), (10, 0, "", 3)]),
    ],
)
def test_firing_modes_have_the_shots_modifiers_dice_and_targets_of_the_book(
    system: System, mode: str, uses: list[tuple[int, int, str, int]]
) -> None:
    attack = structs.replace(PISTOL, modes=mode)
    found = uses_of(attack, system)
    assert [(use.shots, use.value, use.damage, use.targets) for use in found] == uses
    for use in found:
        setup = AttackSetup(use.id)
        assert (shots_of(attack, setup, system), targets_of(attack, setup, system)) == (use.shots, use.targets)


def test_another_choice_takes_the_place_of_the_first_and_the_usual_one_leaves_nothing() -> None:
    near = with_option(drafted(), PISTOL, "range", "point-blank", EP2)
    far = with_option(near, PISTOL, "range", "beyond", EP2)
    assert (by_id(near)["choice range"][0], by_id(far)["choice range"][0]) == (10, -20)
    assert with_option(far, PISTOL, "range", "close", EP2) == drafted()
    burst = with_use(drafted(), PISTOL, "BF-hit", EP2)
    assert with_use(burst, PISTOL, "", EP2) == drafted()
    single = with_use(burst, PISTOL, "SA", EP2)
    assert (single.chips, single.setup.use) == (drafted().chips, "SA"), "the GM has chosen it, so no other is chosen"


def test_a_struck_choice_stays_struck_while_another_one_changes() -> None:
    draft = with_option(drafted(), PISTOL, "cover", "major", EP2)
    struck = draft.with_side("a", draft.with_chip(structs.replace(draft.chips[-1], struck=True)))
    after = with_use(struck, PISTOL, "BF-hit", EP2)
    assert [chip.struck for chip in after.chips if chip.id == "choice cover"] == [True]
    assert after.setup.options == {"cover": "major"}
    again = with_option(after, PISTOL, "cover", "minor", EP2)
    assert [chip.struck for chip in again.chips if chip.id == "choice cover"] == [False]


def test_dice_of_a_burst_are_no_modifier_and_are_struck_with_their_chip() -> None:
    draft = with_use(drafted(), PISTOL, "BF-damage", EP2)
    assert (draft.damage_dice, RULES["ep2"].ask(draft)) == (("1d10",), RULES["ep2"].ask(drafted()))
    struck = draft.with_chip(structs.replace(draft.chips[-1], struck=True))
    assert struck.damage_dice == ()
    assert shots_of(PISTOL, struck.setup, EP2) == 3, "what is struck out of the test was still fired"


def test_choices_stay_after_the_roll_and_go_with_the_attack_or_the_scene() -> None:
    draft = with_option(drafted(), PISTOL, "cover", "major", EP2)
    assert by_id(draft.after_roll()) == by_id(draft)
    assert (by_id(draft.in_new_scene()), draft.in_new_scene().setup) == ({}, AttackSetup())
    other = drafted(SWORD, draft=draft)
    assert (by_id(other), other.setup) == ({}, AttackSetup())
    skill = ability_of(LAO, EP2, AbilityKind.CHECK, "SOM")
    plain = chosen(draft, LAO, skill, EP2, RULES["ep2"])
    assert (by_id(plain), plain.setup, plain.attack) == ({}, AttackSetup(), "")


def test_two_attacks_of_one_skill_have_choices_of_their_own() -> None:
    rifle = structs.replace(PISTOL, id="rifle", name="Rifle")
    draft = with_option(drafted(), PISTOL, "cover", "major", EP2)
    assert by_id(drafted(rifle, draft=draft)) == {}
    assert by_id(drafted(draft=draft)) == by_id(draft)


def test_the_choices_for_an_attack_are_remembered_until_the_scene_ends() -> None:
    draft = with_option(drafted(), PISTOL, "cover", "major", EP2)
    rolled = SceneRecord().after(draft, success=False)
    for scene in (
        rolled,
        SceneRecord().preparing(draft),
        msgspec.json.decode(msgspec.json.encode(rolled), type=SceneRecord),
    ):
        assert drafted(setup=scene.setup_of("lao", "pistol")) == draft
        assert scene.setup_of("lao", "sword") == scene.setup_of("jaqui", "pistol") == AttackSetup()
    assert SceneRecord().preparing(drafted()) == SceneRecord()
    usual = rolled.preparing(drafted())
    assert usual.setup_of("lao", "pistol") == AttackSetup()


def test_a_pinned_choice_stays_on_its_own_side() -> None:
    draft = with_option(drafted(), PISTOL, "aim", "complex", EP2)
    pinned = draft.pinning(draft.chips[-1], hand="a")
    assert pinned.chips[-1].pinned
    assert all(chip.origin is not Origin.CHOICE for chip in (*pinned.side("b").chips, *pinned.newcomer.chips))


def test_a_draft_with_choices_comes_back_from_the_log() -> None:
    draft = with_use(with_option(drafted(), PISTOL, "range", "range", EP2), PISTOL, "BF-damage", EP2)
    assert msgspec.json.decode(msgspec.json.encode(draft), type=Draft) == draft
    assert b"setup" not in msgspec.json.encode(drafted())


setups = st.builds(
    AttackSetup,
    use=st.sampled_from(["", "SA", "BF-hit", "BF-damage", "FA-hit", "odd"]),
    options=st.dictionaries(
        st.sampled_from(["range", "cover", "aim", "odd"]),
        st.sampled_from(["none", "minor", "quick", "range", "close", "odd"]),
    ),
)


@given(setups, setups, st.sampled_from([PISTOL, SWORD]))
def test_what_was_chosen_before_leaves_no_trace(first: AttackSetup, second: AttackSetup, attack: Attack) -> None:
    draft = drafted(attack).with_chip(Chip("smoke", -20, "Smoke"))
    straight = with_setup(draft, attack, second, EP2)
    detour = with_setup(with_setup(draft, attack, first, EP2), attack, second, EP2)
    assert (detour.setup, by_id(detour)) == (straight.setup, by_id(straight))
    assert with_setup(straight, attack, straight.setup, EP2) == straight
    for choice in choices_of(attack, EP2):
        assert option_of(choice, straight.setup) in choice.options


def test_a_burst_takes_its_shots_and_an_empty_weapon_is_known_before() -> None:
    burst = AttackSetup("BF-hit")
    roster = Roster(id="mars", name="Mars", characters=(LAO,))
    after = fired(roster, [with_setup(drafted(), PISTOL, burst, EP2)], EP2).characters[0]
    assert after.attacks[0].ammo == Points(now=6, max=12)
    two = spend_ammo(LAO, "pistol", 7).attacks[0]
    assert (lacks_shots(two, burst, EP2), lacks_shots(two, AttackSetup(), EP2)) == (True, False)
    none = spend_ammo(LAO, "pistol", 9)
    assert lacks_shots(none.attacks[0], AttackSetup(), EP2)
    assert not lacks_shots(SWORD, AttackSetup(), EP2)
    assert reloaded(none, "pistol").attacks[0].ammo == Points(now=12, max=12)
    assert reloaded(none, "sword") == none
