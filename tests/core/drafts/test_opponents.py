"""What a test is rolled against: the usual pairings of each system, what is halved, and how the other side follows."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode, Origin, Side
from gm_desk.core.drafts.opponents import (
    Defence,
    abilities_named,
    against_number,
    defences,
    everything,
    followed,
    halving,
    opposed,
    usual_defences,
    usual_mode,
)
from gm_desk.core.drafts.scene_record import people_in
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.requests import OpposedTest
from gm_desk.core.scenes.scene import Fighter, Scene
from gm_desk.core.systems.definition import Pairing, System
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import load_system
from makers import a_character

EP1, EP2, KAISER = (load_system(system) for system in ("ep1", "ep2", "kaiser"))
SMOKE = Chip("smoke", -30, "Smoke")
AIM = Chip("aim", 10, "Aim", pinned=True)
CLOSE = ("Fray", "Blades", "Clubs", "Unarmed Combat", "Exotic Melee Weapon")


def an_ability(name: str, rating: int = 50) -> Ability:
    return Ability(AbilityKind.SKILL, f"own-{name}", name, rating)


def other(skills: dict[str, int] | None = None, **changes: Any) -> Character:
    """Make somebody else, with 15 in every aptitude and the skills asked for."""
    owned = tuple(Skill(id=f"other-{name}", name=name, rating=rating) for name, rating in (skills or {}).items())
    stats = dict.fromkeys((*EP1.aptitudes, *KAISER.aptitudes), 15)
    return a_character(**{"id": "other", "name": "Other", "stats": stats, "skills": owned} | changes)


def usual(rolled: str, character: Character, system: System) -> list[tuple[str, int, str]]:
    """List what is usually rolled against a skill: its name, its base, and how it is halved."""
    found = usual_defences(an_ability(rolled), character, system)
    sides = [Side(ability=one.ability, halved=one.halved) for one in found]
    return [(side.what, side.base, side.halved) for side in sides]


def against(character: Character, rolled: str = "Guns", system: System = EP2, **changes: Any) -> Draft:
    draft = Draft("eva", "Eva", an_ability(rolled), **changes)
    return opposed(draft, character, system, RULES[system.id])


def the_opponent(draft: Draft) -> Side:
    assert draft.opponent is not None
    return draft.opponent


# --- The usual pairings ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rolled", "theirs"),
    [
        ("Melee", [("Fray", 45, ""), ("Melee", 35, "")]),
        ("Guns", [("Fray ÷ 2", 23, "up")]),
        ("Athletics", [("Fray ÷ 2", 23, "up")]),
        ("Deceive", [("Kinesics", 30, "")]),
        ("Persuade", [("SAV check", 45, "")]),
        ("Provoke", [("WIL check", 45, "")]),
        ("Infiltrate", [("Perceive", 30, "")]),
        ("Psi", [("WIL check", 45, "")]),
        ("Infosec", [("Infosec", 55, ""), ("Firewall", 65, "")]),
        ("Pilot: Ground", [("Pilot: Air", 40, ""), ("Pilot: Ground", 25, "")]),
        ("Perceive", []),
        ("Know: Guns", []),
    ],
)
def test_what_the_second_edition_rolls_against_what(rolled: str, theirs: list[tuple[str, int, str]]) -> None:
    able = {"Fray": 45, "Melee": 35, "Kinesics": 30, "Perceive": 30, "Infosec": 55, "Firewall": 65}
    assert usual(rolled, other({**able, "Pilot: Air": 40, "Pilot: Ground": 25}), EP2) == theirs


@pytest.mark.parametrize(
    ("rolled", "system", "able", "best"),
    [
        ("Melee", EP2, {"Fray": 55, "Melee": 60}, "Melee"),
        ("Melee", EP2, {"Fray": 60, "Melee": 60}, "Fray"),
        ("Melee", EP2, {"Fray": 5, "Melee": 10}, "Melee"),
        ("Melee", EP2, {"Melee": 15}, "Melee"),
        ("Blades", EP1, {"Fray": 40, "Clubs": 50, "Unarmed Combat": 45}, "Clubs"),
        ("Blades", EP1, {"Fray": 40}, "Fray"),
    ],
)
def test_in_a_melee_the_better_skill_defends(rolled: str, system: System, able: dict[str, int], best: str) -> None:
    assert usual(rolled, other(able), system)[0][0] == best


@pytest.mark.parametrize("rolled", CLOSE[1:])
def test_the_first_edition_rolls_melee_against_fray_or_melee(rolled: str) -> None:
    able = dict.fromkeys((*CLOSE, "Beam Weapons"), 45)
    assert usual(rolled, other(able), EP1) == [(name, 45, "") for name in CLOSE]


@pytest.mark.parametrize(
    "rolled",
    [
        "Beam Weapons",
        "Kinetic Weapons",
        "Seeker Weapons",
        "Spray Weapons",
        "Throwing Weapons",
        "Gunnery",
        "Exotic Ranged Weapon: Net gun",
    ],
)
def test_the_first_edition_halves_fray_down_against_what_is_shot_or_thrown(rolled: str) -> None:
    assert usual(rolled, other({"Fray": 45}), EP1) == [("Fray ÷ 2", 22, "down")]


def test_kaiser_blocks_or_dodges_a_strike() -> None:
    assert usual("Strike", other({"Dodge": 7, "Block": 9}), KAISER) == [("Block", 9, ""), ("Dodge", 7, "")]
    assert usual("Strike", other({"Dodge": 7}), KAISER) == [("Dodge", 7, "")]


@pytest.mark.parametrize("system", [EP1, EP2, KAISER], ids=lambda system: system.id)
def test_every_pairing_names_what_the_system_knows_and_halves_only_what_it_pairs(system: System) -> None:
    known = {kind.name for kind in system.skills} | {f"{aptitude} check" for aptitude in system.aptitudes}
    known |= {f"{aptitude} × 2" for aptitude in system.aptitudes} | {"WIL + WIL + SAV"}
    for pair in system.pairings:
        assert {pair.ours, *pair.theirs} <= known | {"Firewall"}
        assert set(pair.halved) <= set(pair.theirs)


def test_an_untrained_defence_is_the_aptitude_and_halved_too() -> None:
    assert usual("Guns", other(stats={"REF": 25}), EP2) == [("Fray ÷ 2", 13, "up")]
    assert usual("Beam Weapons", other(stats={"REF": 25}), EP1) == [("Fray ÷ 2", 12, "down")]
    assert usual("Guns", other(stats={"SOM": 25}), EP2) == []


def test_of_several_defences_only_those_are_halved_that_the_pairing_says() -> None:
    pair = Pairing("Guns", ("Fray", "Melee"), attack=True, halved=("Fray",))
    system = structs.replace(EP2, pairings=(pair,))
    assert usual("Guns", other({"Fray": 45, "Melee": 35}), system) == [("Fray ÷ 2", 23, "up"), ("Melee", 35, "")]


def test_names_are_found_whatever_their_case() -> None:
    assert usual("guns", other({"FRAY": 45}), EP2) == [("FRAY ÷ 2", 23, "up")]
    assert abilities_named(other({"pilot: air": 40}), "Pilot", EP2)[0].label == "pilot: air"


# --- What else could be rolled ---------------------------------------------------------------------------------------


def test_behind_what_is_usual_comes_everything_unhalved() -> None:
    able = other({"Fray": 45, "Guns": 30}, stats={"REF": 15, "SOM": 10}, rep={"@": 40})
    offered = defences(an_ability("Guns"), able, EP2)
    assert [(one.ability.label, one.halved) for one in offered] == [
        ("Fray", "up"),
        ("Fray", ""),
        ("Guns", ""),
        ("REF check", ""),
        ("SOM check", ""),
        ("@-rep", ""),
    ]
    assert [one.ability for one in defences(None, able, EP2)] == everything(able, EP2)


def test_kaiser_offers_characteristics_and_resistances() -> None:
    able = other({"Dodge": 7}, stats={"STR": 6, "PhR": 11})
    assert [(one.label, one.kind) for one in everything(able, KAISER)] == [
        ("Dodge", AbilityKind.SKILL),
        ("STR check", AbilityKind.CHECK),
        ("PhR", AbilityKind.RESISTANCE),
    ]


@pytest.mark.parametrize(
    ("ours", "theirs", "system", "halved"),
    [
        ("Guns", "Fray", EP2, "up"),
        ("Guns", "FRAY", EP2, "up"),
        ("Guns", "Melee", EP2, ""),
        ("Melee", "Fray", EP2, ""),
        ("Gunnery", "Fray", EP1, "down"),
        ("Strike", "Dodge", KAISER, ""),
    ],
)
def test_only_fray_against_what_is_shot_is_halved(ours: str, theirs: str, system: System, halved: str) -> None:
    assert halving(an_ability(ours), an_ability(theirs), system) == halved


def test_nothing_is_halved_against_nothing() -> None:
    fray = an_ability("Fray")
    assert halving(None, fray, EP2) == halving(fray, None, EP2) == ""
    assert halving(an_ability("Guns"), Ability(AbilityKind.BARE, "", "Fray", 40), EP2) == ""


# --- Setting somebody against the test -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rolled", "system", "mode"),
    [
        ("Guns", EP2, Mode.ATTACK),
        ("Melee", EP2, Mode.ATTACK),
        ("Deceive", EP2, Mode.OPPOSED),
        ("Know: Triads", EP2, Mode.OPPOSED),
        ("Clubs", EP1, Mode.ATTACK),
        ("Palming", EP1, Mode.OPPOSED),
        ("Strike", KAISER, Mode.ATTACK),
        ("Stealth", KAISER, Mode.OPPOSED),
    ],
)
def test_against_somebody_a_weapon_attacks_and_all_else_is_opposed(rolled: str, system: System, mode: Mode) -> None:
    assert against(other({"Fray": 45}), rolled, system).mode is mode


@pytest.mark.parametrize("mode", [Mode.VARIABLE, Mode.ATTACK])
def test_an_attack_or_a_variable_test_that_was_chosen_before_the_opponent_stays_one(mode: Mode) -> None:
    for rolled in ("Gunnery", "Palming"):
        assert against(other({"Fray": 45}), rolled, EP1, mode=mode).mode is mode


def test_a_test_that_is_to_be_opposed_is_an_attack_where_that_is_usual() -> None:
    assert against(other({"Fray": 45}), "Guns", mode=Mode.OPPOSED).mode is Mode.ATTACK


@pytest.mark.parametrize("mode", [Mode.OPPOSED, Mode.VARIABLE, Mode.ATTACK])
def test_another_opponent_or_another_answer_leaves_the_mode_as_it_is(mode: Mode) -> None:
    able = other({"Fray": 45})
    draft = structs.replace(against(able, "Gunnery", EP1), mode=mode)
    assert opposed(draft, other(id="second"), EP1, RULES["ep1"]).mode is mode


def test_who_has_nothing_of_what_is_usual_answers_with_what_the_gm_chooses() -> None:
    nobody = other({"Research": 40, "Survival": 30}, stats={"COG": 15})
    assert the_opponent(against(nobody)) == Side("other", "Other")
    assert RULES["ep2"].ask(against(nobody)) is None
    assert the_opponent(against(nobody, "Research")) == Side("other", "Other")


def test_who_has_nothing_at_all_opposes_with_nothing() -> None:
    draft = against(other(stats={}))
    assert draft.opponent == Side("other", "Other")
    assert RULES["ep2"].ask(draft) is None


def test_a_defence_may_be_chosen_instead_of_what_is_usual() -> None:
    able = other({"Fray": 45, "Melee": 35})
    melee = Defence(an_ability("Melee", 35))
    draft = opposed(Draft(ability=an_ability("Guns")), able, EP2, RULES["ep2"], melee)
    assert (the_opponent(draft).what, the_opponent(draft).base) == ("Melee", 35)
    whole = Defence(an_ability("Fray", 45))
    assert the_opponent(opposed(draft, able, EP2, RULES["ep2"], whole)).base == 45


def test_a_new_opponent_takes_what_is_pinned_and_their_own_wounds() -> None:
    burden = Chip("wounds", -10, "Wounds", Origin.CONDITION, pinned=True)
    draft = against(other({"Fray": 45}, health=Health(wounds=3)), chips=(burden, SMOKE, AIM))
    assert the_opponent(draft).chips == (Chip("wounds", -30, "Wounds", Origin.CONDITION, pinned=True), AIM)
    assert draft.chips == (burden, SMOKE, AIM)


def test_another_opponent_keeps_the_modifiers_of_that_side() -> None:
    first = against(other({"Fray": 45}, health=Health(wounds=1)), chips=(AIM,))
    cover = first.with_side("b", the_opponent(first).with_chip(SMOKE))
    second = opposed(cover, other({"Fray": 30}, id="second", name="Second"), EP2, RULES["ep2"])
    assert (the_opponent(second).name, the_opponent(second).chips) == ("Second", (AIM, SMOKE))


def test_attack_and_halving_come_into_the_request() -> None:
    asked = RULES["ep2"].ask(against(other({"Fray": 45})))
    assert isinstance(asked, OpposedTest)
    assert (asked.a.base, asked.b.base, asked.attack) == (50, 23, True)


# --- Following what is rolled ----------------------------------------------------------------------------------------


def then(draft: Draft, rolled: str, character: Character, system: System = EP2) -> Draft:
    """Roll something else, and let the other side follow."""
    changed = structs.replace(draft, ability=an_ability(rolled))
    return followed(changed, character, system, RULES[system.id])


def test_the_other_side_answers_what_is_now_rolled_with_what_is_usual() -> None:
    able = other({"Fray": 45, "Kinesics": 30})
    draft = then(against(able), "Deceive", able)
    assert (the_opponent(draft).what, the_opponent(draft).base, draft.mode) == ("Kinesics", 30, Mode.OPPOSED)
    draft = then(draft, "Guns", able)
    assert (the_opponent(draft).what, the_opponent(draft).base, draft.mode) == ("Fray ÷ 2", 23, Mode.ATTACK)


def test_a_defence_that_is_usual_against_both_stays_and_is_halved_anew() -> None:
    able = other(dict.fromkeys(CLOSE, 45))
    clubs = opposed(
        Draft(ability=an_ability("Blades")), able, EP1, RULES["ep1"], Defence(abilities_named(able, "Clubs", EP1)[0])
    )
    assert the_opponent(then(clubs, "Unarmed Combat", able, EP1)).what == "Clubs"
    fray = against(able, "Blades", EP1)
    assert the_opponent(then(fray, "Gunnery", able, EP1)).what == "Fray ÷ 2"
    assert the_opponent(then(then(fray, "Gunnery", able, EP1), "Clubs", able, EP1)).what == "Fray"


def test_where_nothing_is_usual_the_defence_is_chosen_anew() -> None:
    able = other({"Fray": 45})
    draft = then(against(able), "Know: Triads", able)
    assert (the_opponent(draft).ability, the_opponent(draft).halved, draft.mode) == (None, "", Mode.OPPOSED)


def test_the_modifiers_of_the_other_side_stay_when_it_follows() -> None:
    able = other({"Fray": 45, "Kinesics": 30})
    first = against(able)
    cover = first.with_side("b", the_opponent(first).with_chip(SMOKE))
    assert the_opponent(then(cover, "Deceive", able)).chips == (SMOKE,)


def test_a_variable_test_stays_variable_until_a_weapon_is_rolled() -> None:
    able = other({"Fray": 45})
    draft = against(able, "Palming", EP1, mode=Mode.VARIABLE)
    assert then(draft, "Disguise", able, EP1).mode is Mode.VARIABLE
    assert then(draft, "Gunnery", able, EP1).mode is Mode.ATTACK


def test_nobody_follows_a_test_that_is_rolled_alone_or_against_nobody() -> None:
    able = other({"Fray": 45})
    alone = structs.replace(against(able), mode=Mode.ALONE, ability=an_ability("Deceive"))
    assert followed(alone, able, EP2, RULES["ep2"]) == alone
    bare = Draft(ability=an_ability("Guns"), mode=Mode.OPPOSED, opponent=Side(ability=an_ability("Fray")))
    assert followed(bare, None, EP2, RULES["ep2"]) == bare
    assert usual_mode(bare, EP2) is Mode.ATTACK


# --- What the book and the roster pair -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rolled", "answer", "base"),
    [
        ("Deception", "Kinesics", 30),
        ("Impersonation", "Kinesics", 30),
        ("Disguise", "Perception", 35),
        ("Infiltration", "Perception", 35),
        ("Palming", "Perception", 35),
        ("Persuasion", "WIL + WIL + SAV", 50),
        ("Intimidation", "WIL + WIL + SAV", 50),
        ("Protocol", "WIL + WIL + SAV", 50),
        ("Psi Assault", "WIL × 2", 40),
        ("Control", "WIL × 2", 40),
        ("Infosec", "Infosec", 55),
        ("Pilot: Spacecraft", "Pilot: Air", 40),
    ],
)
def test_what_the_first_edition_rolls_against_what_is_no_attack(rolled: str, answer: str, base: int) -> None:
    skills = {"Kinesics": 30, "Perception": 35, "Infosec": 55, "Pilot: Air": 40}
    able = other(skills, stats={"WIL": 20, "SAV": 10})
    assert usual(rolled, able, EP1) == [(answer, base, "")]


@pytest.mark.parametrize("rolled", ["Strike", "Spell Projection", "Phenom Projection"])
def test_kaiser_answers_attacks_and_projections_with_block_or_dodge_whichever_is_higher(rolled: str) -> None:
    for block, dodge, answer in ((9, 7, "Block"), (6, 8, "Dodge"), (5, 5, "Block")):
        draft = against(other({"Dodge": dodge, "Block": block}), rolled, KAISER)
        assert (the_opponent(draft).what, draft.mode) == (answer, Mode.ATTACK)


def test_what_is_trained_answers_before_what_is_not() -> None:
    assert [what for what, *_ in usual("Melee", other({"Melee": 35}, stats={"REF": 20}), EP2)] == ["Melee", "Fray"]
    assert usual("Infosec", other({"Firewall": 65}, stats={"COG": 10}), EP2)[0] == ("Firewall", 65, "")


@pytest.mark.parametrize(
    ("answer", "system", "found"),
    [
        ("Pilot: Air", EP2, ("Pilot: Air", 40)),
        ("pilot", EP2, ("Pilot: Air", 40)),
        ("WIL check", EP2, ("WIL check", 45)),
        ("WIL × 2", EP1, ("WIL × 2", 30)),
        ("COG + SOM", EP1, ("COG + SOM", 30)),
        ("@-rep", EP2, ("@-rep", 40)),
        ("PhR", KAISER, ("PhR", 11)),
        ("Perceive", EP2, ("Perceive", 15)),
    ],
)
def test_what_a_roster_remembers_is_found_on_the_card(answer: str, system: System, found: tuple[str, int]) -> None:
    able = other({"Pilot: Air": 40}, stats={"WIL": 15, "COG": 15, "SOM": 15, "INT": 15, "PhR": 11}, rep={"@": 40})
    knowing = system.remembering({"Anything": answer})
    first = usual("Anything", able, knowing)[0]
    assert first[:2] == found


def test_the_book_comes_before_what_a_roster_remembers() -> None:
    able = other({"Fray": 45, "Research": 40})
    knowing = EP2.remembering({"Guns": "Research", "Know": "Research"})
    assert usual("Guns", able, knowing) == [("Fray ÷ 2", 23, "up")]
    assert usual("Know: Triads", able, knowing) == [("Research", 40, "")]
    assert EP2.remembering({}) is EP2


@given(
    own=st.sampled_from(("", "ann")),
    other=st.sampled_from(("", "bob")),
    opposed=st.booleans(),
    helps=st.booleans(),
    extra=st.sets(st.sampled_from(("cid", "dot"))),
)
def test_people_in_a_test_are_those_whom_the_log_names(
    own: str, other: str, extra: set[str], *, opposed: bool, helps: bool
) -> None:
    chips = (Chip("teamwork", 10, helpers=("eve",)),) if helps else ()
    opponent, mode = Side(character=other, chips=chips), Mode.OPPOSED if opposed else Mode.ALONE
    draft = Draft(character=own, mode=mode, opponent=opponent)
    expected = ({own, *extra} | ({other, "eve" if helps else ""} if opposed else set())) - {""}
    assert people_in(draft, [Side(character=one) for one in extra]) == expected
    scene = Scene(id="s", fighters=tuple(Fighter(id=one, hidden=one != "ann") for one in ("ann", "bob", "eve", "cid")))
    assert scene.hidden_among(expected) == expected & {"bob", "eve", "cid"}


@pytest.mark.parametrize(("system", "what"), [("ep1", "Target"), ("ep2", "Target"), ("kaiser", "Bonus")])
def test_a_number_in_place_of_an_opponent_is_what_is_rolled_against_or_added_to_the_dice(
    system: str, what: str
) -> None:
    assert against_number(Draft(), 11, load_system(system)).side("b").what == what
