"""The prep check: what looks wrong is said with both numbers, fixed in one step, and may be dismissed."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from counting import lines_of
from gm_desk.core.characters import prep_check
from gm_desk.core.characters.prep_check import MORE, MOST_FINDINGS, Finding, open_findings
from gm_desk.core.characters.roster import Character, Roster, Skill, twins
from gm_desk.core.characters.stat_block import Attack, Specialisation
from gm_desk.core.rules.house import House
from gm_desk.core.systems.registry import RULES, SYSTEMS
from gm_desk.store.rosters.files import decode_roster, encode_roster
from gm_desk.store.shipped import load_system
from makers import a_roster, a_skill

LOADED = {system_id: load_system(system_id) for system_id in SYSTEMS}
BOOK = House()
EP1 = {"COG": 15, "COO": 15, "INT": 20, "REF": 15, "SAV": 10, "SOM": 25, "WIL": 15}
EP2 = {"COG": 15, "INT": 20, "REF": 15, "SAV": 10, "SOM": 25, "WIL": 15}
KAISER = {"CON": 8, "DEX": 10, "AGI": 4, "FC": 2, "WP": 6, "LV": 3}


def check(character: Character, system: str = "ep2", house: House = BOOK) -> list[Finding]:
    return prep_check.check(character, LOADED[system], RULES[system], house)


def fixed(character: Character, system: str = "ep2") -> Character:
    return prep_check.fixed(character, LOADED[system], RULES[system], BOOK)


def words(character: Character, system: str = "ep2") -> dict[str, str]:
    return {finding.id: finding.words for finding in check(character, system)}


def fix_of(character: Character, finding_id: str, system: str = "ep2") -> Character | None:
    return next(finding.fix for finding in check(character, system) if finding.id == finding_id)


def someone(*skills: Skill, stats: Mapping[str, int] = EP2, **changes: Any) -> Character:
    """Have Fray and Perceive where they start, so that nothing looks wrong until a test changes something."""
    senses = (
        Skill(id="fray", name="Fray", rating=30, aptitude="REF", category="Combat"),
        Skill(id="perceive", name="Perceive", rating=40, aptitude="INT", category="Mental"),
        Skill(id="perception", name="Perception", rating=40, aptitude="INT", category="Mental"),
    )
    return structs.replace(Character(id="one", name="One"), stats=stats, skills=(*senses, *skills), **changes)


def with_stats(**stats: int) -> Character:
    return someone(stats=EP2 | stats)


# --- Derived numbers -------------------------------------------------------------------------------------------------


def test_nothing_looks_wrong_about_what_was_never_typed() -> None:
    assert check(someone()) == []


@pytest.mark.parametrize(
    ("stats", "body", "said"),
    [
        ({"DUR": 45, "WT": 8}, "", "WT is 8; should be 9 (DUR 45)"),
        ({"DUR": 45, "DR": 60}, "biomorph", "DR is 60; should be 68 (DUR 45 of a biomorph)"),
        ({"DUR": 45, "DR": 68}, "synthmorph", "DR is 68; should be 90 (DUR 45 of a synthmorph)"),
        ({"INIT": 6}, "", "INIT is 6; should be 7 (INT 20 and REF 15)"),
        ({"LUC": 40}, "", "LUC is 40; should be 30 (WIL 15)"),
        ({"TT": 5}, "", "TT is 5; should be 6 (WIL 15)"),
        ({"LUC": 30, "IR": 50}, "", "IR is 50; should be 60 (LUC 30)"),
    ],
)
def test_a_typed_number_that_should_be_another_is_said_with_what_makes_it_so(
    stats: dict[str, int], body: str, said: str
) -> None:
    assert list(words(someone(stats=EP2 | stats, body=body)).values()) == [said]


@pytest.mark.parametrize(
    ("stats", "said"),
    [
        ({"LP": 100}, "LP is 100; should be 100 (CON 8)"),
        ({"LP": 90, "LPM": 2}, "LP is 90; should be 116 (CON 8 and LPM 2)"),
        ({"LP": 90, "LPM": 2, "LPI": 5}, "LP is 90; should be 121 (CON 8, LPM 2 and LPI 5)"),
        ({"PRES": 5}, "PRES is 5; should be 4 (LV 3)"),
        ({"PhR": 4}, "PhR is 4; should be 6 (CON 8 and LV 3)"),
        ({"STA": 12}, "STA is 12; should be 14 (CON 8 and WP 6)"),
        ({"INIT": 10}, "INIT is 10; should be 12 (DEX 10 and AGI 4)"),
        ({"AP": 5}, "AP is 5; should be 6 (the rules)"),
    ],
)
def test_the_numbers_of_kaiser_are_checked_like_the_others(stats: dict[str, int], said: str) -> None:
    found = words(Character(id="one", name="One", stats=KAISER | stats), "kaiser")
    assert (said in found.values()) is (stats != {"LP": 100})


def test_the_first_printing_of_ep1_has_another_initiative() -> None:
    character = someone(stats=EP1 | {"INIT": 7})
    assert words(character, "ep1") == {}
    (finding,) = check(character, "ep1", House(printing="first"))
    assert finding.words == "INIT is 7; should be 70 (INT 20 and REF 15)"


def test_a_fix_types_the_number() -> None:
    character = with_stats(DUR=45, WT=8)
    assert fix_of(character, "WT") == with_stats(DUR=45, WT=9)


def test_a_number_too_large_to_be_typed_has_no_fix() -> None:
    character = with_stats(LUC=600, TT=120, IR=60)
    assert fix_of(character, "IR") is None
    assert fixed(character).stats["IR"] == 2 * fixed(character).stats["LUC"] == 60


def test_a_negative_number_has_no_fix() -> None:
    worm = Character(id="worm", name="Worm", stats={"PRES": 1, "CON": 1, "PhR": 3})
    assert fix_of(worm, "PhR", "kaiser") is None


def test_a_typed_check_is_three_times_its_aptitude_in_eclipse_phase_alone() -> None:
    character = with_stats(**{"REF check": 55, "COG check": 45})
    assert words(character) == {"check REF": "REF check is 55; should be 45 (REF 15)"}
    assert fix_of(character, "check REF") == with_stats(**{"REF check": 45, "COG check": 45})
    assert words(Character(id="one", name="One", stats={"CON check": 5, "CON": 8}), "kaiser") == {}


def test_a_check_of_its_own_that_is_not_its_aptitudes_is_found_and_becomes_the_usual_one() -> None:
    character = structs.replace(with_stats(), checks={"REF": 55, "COG": 45})
    assert words(character) == {"check REF": "REF check is 55; should be 45 (REF 15)"}
    assert fix_of(character, "check REF") == structs.replace(character, checks={"COG": 45})
    both = structs.replace(with_stats(**{"REF check": 50}), checks={"REF": 55})
    assert words(fixed(both)) == {}
    assert words(Character(id="one", name="One", checks={"REF": 55}, skills=someone().skills)) == {}


def test_a_typed_check_without_its_aptitude_is_nothing_to_check() -> None:
    assert words(someone(stats={"COG check": 45})) == {}


# --- Skills ----------------------------------------------------------------------------------------------------------


def test_fray_and_perceive_are_missed_in_either_edition_and_not_in_kaiser() -> None:
    assert words(Character(id="one", name="One", stats=EP2)) == {
        "no fray": "No Fray: defaults to REF 15, would start at 30",
        "no perceive": "No Perceive: defaults to INT 20, would start at 40",
    }
    assert words(Character(id="one", name="One", stats=EP1), "ep1") == {
        "no fray": "No Fray: defaults to REF 15, would start at 15",
        "no perception": "No Perception: defaults to INT 20, would start at 20",
    }
    assert words(Character(id="one", name="One", stats=KAISER), "kaiser") == {}


def test_a_missing_skill_is_added_where_it_starts_and_under_an_id_that_is_free() -> None:
    guns = a_skill(id="fray")
    fix = fix_of(Character(id="one", name="One", stats=EP2, skills=(guns,)), "no fray")
    assert fix is not None
    assert fix.skills == (guns, Skill(id="fray-2", name="Fray", rating=30, aptitude="REF", category="Combat"))


def test_without_the_aptitude_a_missing_skill_can_only_be_named() -> None:
    (fray, perceive) = check(Character(id="one", name="One"))
    assert (fray.words, fray.fix) == ("Fray is not set. Enter REF for its base value", None)
    assert perceive.fix is None


@pytest.mark.parametrize(
    ("skill", "key", "said", "rating"),
    [
        (a_skill(rating=120), "skill guns over", "Guns is 120; ratings go up to 99", 99),
        (a_skill(rating=10), "skill guns below", "Guns is 10; it starts at 15 (REF 15)", 15),
    ],
)
def test_a_rating_out_of_range_is_said_and_moved_to_its_end(skill: Skill, key: str, said: str, rating: int) -> None:
    character = someone(skill)
    assert words(character) == {key: said}
    fix = fix_of(character, key)
    assert fix == someone(structs.replace(skill, rating=rating))


def test_fray_below_where_it_starts_is_below_its_aptitude() -> None:
    character = someone().with_skill(Skill(id="fray", name="Fray", rating=25, aptitude="REF"))
    assert words(character) == {"skill fray below": "Fray is 25; it starts at 30 (REF 15)"}


def test_an_aptitude_beyond_every_rating_asks_for_the_highest_one() -> None:
    character = someone(a_skill(rating=50), stats=EP2 | {"REF": 120})
    assert words(character)["skill guns below"] == "Guns is 50; it starts at 99 (REF 120)"
    assert [skill.rating for skill in fixed(character).skills if skill.aptitude == "REF"] == [99, 99]


def test_a_rating_of_kaiser_may_lie_below_its_characteristic() -> None:
    strike = Skill(id="strike", name="Strike", rating=-2, aptitude="DEX", category="Combat")
    assert words(Character(id="one", name="One", stats=KAISER, skills=(strike,)), "kaiser") == {}


def test_a_specialisation_needs_a_rating() -> None:
    stunts = (Specialisation(name="Stunts"),)
    character = someone(Skill(id="art", name="Juggling", rating=0, specialisations=stunts))
    assert words(character) == {
        "skill juggling special": "Juggling is 0 and has a specialisation, Stunts: type a rating"
    }


@pytest.mark.parametrize(
    ("skill", "said", "linked"),
    [
        (a_skill(aptitude="DEX"), "Guns is linked to “DEX”; REF is usual", "REF"),
        (a_skill(aptitude=""), "Guns has no linked aptitude; REF is usual", "REF"),
        (
            a_skill("Juggling", aptitude="LCK"),
            "Juggling is linked to “LCK”: choose one of COG, INT, REF, SAV, SOM, WIL",
            None,
        ),
    ],
)
def test_a_skill_is_linked_to_an_aptitude_of_the_system(skill: Skill, said: str, linked: str | None) -> None:
    character, key = someone(skill), f"skill {skill.name.casefold()} link"
    assert words(character) == {key: said}
    assert fix_of(character, key) == (linked and someone(structs.replace(skill, aptitude=linked)))


def test_a_skill_may_be_linked_otherwise_and_one_of_the_gms_own_to_nothing() -> None:
    assert words(someone(a_skill("Know: Opera", aptitude="INT"), a_skill("Juggling", aptitude=""))) == {}


def test_two_skills_of_one_name_are_told_apart() -> None:
    character = someone(a_skill(id="one", rating=10), a_skill(id="two", rating=12))
    assert words(character) == {
        "skill guns below": "Guns is 10; it starts at 15 (REF 15)",
        "skill guns below 2": "Guns is 12; it starts at 15 (REF 15)",
    }


# --- Attacks ---------------------------------------------------------------------------------------------------------


def armed(attack: Attack, *skills: Skill) -> Character:
    return someone(*skills, attacks=(attack,))


def test_an_attack_whose_skill_is_there_looks_right() -> None:
    assert words(armed(Attack(id="a", name="Rifle", skill="guns", damage="2d10+3"), a_skill())) == {}
    assert words(armed(Attack(id="a", name="Collapse", damage="3d10"))) == {}
    assert words(armed(Attack(id="a", name="Chant", skill="pilot:air"), a_skill("Pilot: Air"))) == {}


@pytest.mark.parametrize(("own", "added"), [(None, 15), (40, 40), (5, 15), (-3, 15), (120, 99)])
def test_a_missing_skill_is_added_at_the_rating_of_the_attack_or_where_it_starts(own: int | None, added: int) -> None:
    character = armed(Attack(id="a", name="Rifle", skill="Guns", rating=own))
    said = f"Rifle is rolled with Guns, which is missing; it would be added at {added}"
    assert words(character) == {"attack rifle skill": said}
    guns = Skill(id="guns", name="Guns", rating=added, aptitude="REF", category="Combat")
    assert fix_of(character, "attack rifle skill") == character.with_skill(guns)


def test_a_skill_of_kaiser_starts_nowhere_so_only_the_attack_can_tell_its_rating() -> None:
    bite = Attack(id="a", name="Bite", skill="Strike")
    wolf = Character(id="wolf", name="Wolf", stats=KAISER, attacks=(bite,))
    assert fix_of(wolf, "attack bite skill", "kaiser") is None
    fix = fix_of(structs.replace(wolf, attacks=(structs.replace(bite, rating=-2),)), "attack bite skill", "kaiser")
    assert fix is not None
    assert fix.skills == (Skill(id="strike", name="Strike", rating=-2, aptitude="DEX", category="Combat"),)


def test_a_skill_that_the_system_does_not_list_can_only_be_named() -> None:
    (finding,) = check(armed(Attack(id="a", name="Rant", skill="Rhetoric", rating=40)))
    assert finding.words == "Rant is rolled with Rhetoric, which is missing: add it, or name another skill"
    assert finding.fix is None


def test_a_damage_that_is_no_dice_is_said_with_the_reason() -> None:
    (finding,) = check(armed(Attack(id="a", name="Rifle", skill="Guns", damage="DV 2d10"), a_skill()))
    assert finding.id == "attack rifle damage"
    assert finding.words == (
        "The damage of Rifle, “DV 2d10”, cannot be rolled: “DV 2d10” is not dice: write it like 2d10+3"
    )
    assert finding.fix is None


@pytest.mark.parametrize("damage", ["", "2d10 energy", "2d10+3 DV", "1d6 (kinetic)"])
def test_a_damage_with_words_behind_its_dice_is_nothing_to_check(damage: str) -> None:
    assert check(armed(Attack(id="a", name="Rifle", skill="Guns", damage=damage), a_skill())) == []


def test_a_uniform_blast_without_a_radius_is_said_to_lessen_from_its_centre() -> None:
    blast = Attack(id="a", name="Thermobaric", skill="Guns", damage="3d10", area="uniform")
    (finding,) = check(armed(blast, a_skill()))
    assert finding.id == "attack thermobaric radius"
    assert finding.words == (
        "The uniform blast of Thermobaric has no radius: it does 2 less damage for each metre from its centre"
    )
    assert check(armed(structs.replace(blast, radius=5), a_skill())) == []
    assert check(armed(structs.replace(blast, area="blast"), a_skill())) == []


# --- Dismissing, fixing, hints ---------------------------------------------------------------------------------------


def test_a_dismissed_finding_is_not_said_again_until_all_are_recalled() -> None:
    character = with_stats(DUR=45, WT=8, LUC=40)
    quiet = prep_check.dismissed(prep_check.dismissed(character, "WT"), "WT")
    assert quiet.dismissed == ("WT",)
    assert [finding.id for finding in prep_check.open_findings(quiet, check(quiet))] == ["LUC"]
    assert prep_check.recalled(quiet) == character


def test_a_dismissal_stays_through_copies_changes_and_files() -> None:
    quiet = prep_check.dismissed(with_stats(DUR=45, WT=8), "WT")
    copied = quiet.copied("Two", lambda: "two").with_stat("DUR", 50)
    assert prep_check.open_findings(copied, check(copied)) == []
    roster = a_roster(characters=(quiet,))
    assert decode_roster(encode_roster(roster), Path("one.json")) == roster


def test_what_is_dismissed_is_not_fixed() -> None:
    quiet = prep_check.dismissed(with_stats(DUR=45, WT=8, LUC=40), "WT")
    assert fixed(quiet).stats == {**quiet.stats, "LUC": 30}


def test_fixing_all_settles_what_depends_on_a_fix() -> None:
    character = with_stats(LUC=40, TT=8, IR=80)
    assert fixed(character) == with_stats(LUC=30, TT=6, IR=60)


# --- Twins -----------------------------------------------------------------------------------------------------------


def roster_of(*people: tuple[str, str, str]) -> Roster:
    return a_roster(characters=tuple(Character(id=one, name=name, group=group) for one, name, group in people))


def test_twins_share_a_name_and_a_group() -> None:
    roster = roster_of(
        ("1", "Eva", "players"), ("2", "Mook", "triad"), ("3", "mook ", "triad"), ("4", "Mook", "players")
    )
    assert twins(roster) == {"2", "3"}


def test_all_of_three_twins_are_named_and_those_without_a_group_are_one_group() -> None:
    roster = roster_of(("1", "Mook", ""), ("2", "Mook", "no such group"), ("3", "Mook", ""), ("4", "Eva", ""))
    assert twins(roster) == {"1", "2", "3"}


# --- Whatever is typed -----------------------------------------------------------------------------------------------

KEYS = sorted({stat.key for one in LOADED.values() for section in one.sections for stat in section.stats})
NAMES = sorted(
    {kind.name for one in LOADED.values() for kind in one.skills} | {"Know: Triads", "know:triads", "Odd", " "}
)
APTITUDES = st.sampled_from(["", "REF", "INT", "COO", "DEX", "odd"])
some_skills = st.lists(
    st.builds(
        Skill,
        id=st.sampled_from(["fray", "guns", "perceive", "x", "y"]),
        name=st.sampled_from(NAMES).filter(str.strip),
        rating=st.integers(0, 150),
        aptitude=APTITUDES,
        specialisations=st.sampled_from([(), (Specialisation(name="Stunts"),)]),
    ),
    max_size=4,
    unique_by=lambda skill: skill.id,
)
some_attacks = st.lists(
    st.builds(
        Attack,
        id=st.sampled_from("abc"),
        name=st.sampled_from(["Rifle", "Bite"]),
        skill=st.sampled_from([*NAMES, "", "rhetoric"]),
        rating=st.none() | st.integers(-9999, 9999),
        damage=st.sampled_from(["", "1d6", "ouch", "d", "2d10+3"]),
    ),
    max_size=2,
    unique_by=lambda attack: attack.id,
)
anyone = st.builds(
    Character,
    id=st.just("one"),
    name=st.just("One"),
    body=st.sampled_from(["", "biomorph", "synthmorph"]),
    stats=st.dictionaries(st.sampled_from([*KEYS, "REF check"]), st.integers(0, 999), max_size=12),
    skills=some_skills.map(tuple),
    attacks=some_attacks.map(tuple),
    dismissed=st.lists(st.sampled_from(["WT", "no fray", "attack bite skill"]), max_size=2).map(tuple),
)
systems = st.sampled_from(SYSTEMS)


@given(anyone, systems)
def test_a_fix_settles_its_own_finding_and_gives_what_a_file_can_hold(character: Character, system: str) -> None:
    for finding in check(character, system):
        if finding.fix is not None:
            said, left = [[one.words for one in check(who, system)] for who in (character, finding.fix)]
            assert left.count(finding.words) == said.count(finding.words) - 1
            roster = a_roster(system=system, characters=(finding.fix,))
            assert decode_roster(encode_roster(roster), Path("one.json")) == roster


@given(anyone, systems)
def test_fixing_all_comes_to_an_end_at_which_nothing_can_be_fixed(character: Character, system: str) -> None:
    after = fixed(character, system)
    assert all(finding.fix is None for finding in prep_check.open_findings(after, check(after, system)))
    assert fixed(after, system) == after


@given(anyone, systems)
def test_a_finding_is_one_line_of_words_and_the_same_when_asked_again(character: Character, system: str) -> None:
    found = check(character, system)
    assert found == check(character, system)
    assert len({finding.id for finding in found}) == len(found)
    assert all(finding.words and "\n" not in finding.words for finding in found)


# --- Very much to check ----------------------------------------------------------------------------------------------


def hopeless(count: int, **changes: Any) -> Character:
    """Make somebody each of whose skills is below where it starts."""
    skills = (Skill(id=f"s{number}", name=f"Know: F{number}", rating=0, aptitude="COG") for number in range(count))
    return someone(*skills, **changes)


def test_so_many_findings_are_listed_and_then_one_that_says_that_there_are_more() -> None:
    found = check(hopeless(MOST_FINDINGS + 30))
    assert len(found) == MOST_FINDINGS + 1
    assert (found[-1].id, found[-1].fix) == (MORE, None)
    assert found[-1].words.startswith("There are more warnings")
    assert MORE not in [finding.id for finding in check(hopeless(MOST_FINDINGS))]


def test_what_was_dismissed_makes_room_for_what_comes_after_it() -> None:
    character = hopeless(MOST_FINDINGS + 30)
    hushed = tuple(finding.id for finding in check(character)[:-1])
    found = open_findings(character := structs.replace(character, dismissed=hushed), check(character))
    assert [finding.id for finding in found] == [f"skill know: f{n} below" for n in range(MOST_FINDINGS, 80)]
    assert all(finding.fix is not None for finding in found)


def test_fixing_all_fixes_what_is_listed_and_then_the_rest() -> None:
    character = hopeless(MOST_FINDINGS + 30)
    once = fixed(character)
    assert 0 < len(check(once)) <= 32
    assert check(fixed(once)) == []


def test_findings_about_twins_are_told_apart_as_ever() -> None:
    twins = someone(*(Skill(id=str(number), name="Art", rating=0, aptitude="INT") for number in range(4)))
    ids = [finding.id for finding in check(twins) if finding.id.startswith("skill art")]
    assert ids == ["skill art below", "skill art below 2", "skill art below 3", "skill art below 4"]


@pytest.mark.parametrize(
    "made",
    [
        hopeless,
        lambda count: hopeless(count, dismissed=tuple(f"skill know: f{number} below" for number in range(count))),
        lambda count: someone(*(Skill(id=f"{n}", name="Art", rating=0, aptitude="INT") for n in range(count))),
        lambda count: someone(
            *(Skill(id=f"{n}", name=f"Know: F{n}", rating=50, aptitude="COG") for n in range(count)),
            attacks=tuple(Attack(id=f"{n}", name=f"A{n}", skill=f"Know: X{n}", damage="?") for n in range(count)),
        ),
        lambda count: someone(stats={**EP2, "INIT": 1, "WT": 1, **{f"other {n}": n % 99 for n in range(count)}}),
    ],
    ids=["skills", "dismissed", "twins", "attacks", "numbers"],
)
def test_the_check_takes_twice_as_long_for_twice_as_much(made: Callable[[int], Character]) -> None:
    small, large = (lines_of(partial(check, made(count)))[1] for count in (400, 800))
    assert large < 2.3 * small
