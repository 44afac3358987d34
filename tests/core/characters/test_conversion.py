"""A character is carried over to another system, and nothing is lost."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.conversion import convert, renamed_skills, unconverted_parts
from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.characters.stat_block import Armor, Attack, Movement, Points, Specialisation
from gm_desk.core.rules.health import Health
from gm_desk.core.systems.definition import System
from gm_desk.store.rosters.files import decode_roster, encode_roster, read_sample
from gm_desk.store.shipped import load_system
from makers import a_character, names, numbered_ids, texts

SYSTEMS = {system: load_system(system) for system in ("ep1", "ep2", "kaiser")}
EP1, EP2, KAISER = SYSTEMS.values()
OTHERS = [(one, other) for one in SYSTEMS.values() for other in SYSTEMS.values() if one is not other]

counts = st.integers(0, 999)
unknown_keys = st.dictionaries(st.sampled_from(["of a later time", "é"]), texts, max_size=1)
words = names.map(lambda text: f"N{text.strip()}")
listed = st.sampled_from(sorted({kind.name for system in SYSTEMS.values() for kind in system.skills}))
keys = st.sampled_from(sorted({stat.key for one in SYSTEMS.values() for part in one.sections for stat in part.stats}))
networks = st.sampled_from([*sorted({network for one in SYSTEMS.values() for network in one.networks}), "own"])
kinds = st.sampled_from([*sorted({kind.id for one in SYSTEMS.values() for kind in one.points}), "own"])
aptitudes = st.sampled_from(["", "REF", "COO", "STR", "XYZ"])
points = st.builds(Points, now=counts, max=counts, extra=unknown_keys)
specialisations = st.builds(Specialisation, name=words, rating=st.none() | counts, extra=unknown_keys)
lines = st.lists(words, max_size=2).map(tuple)
skills = st.builds(
    Skill,
    id=words,
    name=listed | words,
    rating=st.integers(0, 150),
    aptitude=aptitudes,
    category=st.sampled_from(["", "Combat", "Own"]),
    specialisations=st.lists(specialisations, max_size=2).map(tuple),
    note=texts,
    extra=unknown_keys,
)
attacks = st.builds(
    Attack,
    id=words,
    name=words,
    skill=texts,
    rating=st.none() | counts,
    damage=texts,
    modes=texts,
    range=texts,
    ammo=st.none() | points,
    armor_piercing=st.booleans(),
    penetration=st.integers(0, 30),
    damage_bonus=st.booleans(),
    notes=texts,
    extra=unknown_keys,
)
characters = st.builds(
    Character,
    id=st.just("eva"),
    name=words,
    concept=texts,
    morph=texts,
    body=st.sampled_from(["", "biomorph", "synthmorph"]),
    threat_level=st.sampled_from(["", "Red", "Own"]),
    tags=lines,
    motivations=lines,
    stats=st.dictionaries(keys | words, counts, max_size=6),
    health=st.builds(Health, damage=counts, wounds=counts, stress=counts, ignored_traumas=counts, fatigue=counts),
    points=st.dictionaries(kinds, points, max_size=3),
    armor=st.lists(
        st.builds(Armor, values=st.dictionaries(words, counts, max_size=2), name=texts, extra=unknown_keys), max_size=2
    ).map(tuple),
    movement=st.lists(
        st.builds(Movement, name=texts, speed=texts, base=st.none() | counts, full=st.none() | counts), max_size=2
    ).map(tuple),
    attacks=st.lists(attacks, max_size=2, unique_by=lambda one: one.id).map(tuple),
    skills=st.lists(skills, max_size=3, unique_by=lambda one: one.id).map(tuple),
    rep=st.dictionaries(networks, counts, max_size=3),
    ware=lines,
    gear=lines,
    traits=lines,
    stress_test=texts,
    notes=texts,
    extra=unknown_keys,
)
pairs = st.sampled_from(OTHERS)


def leaves(value: Any) -> set[str]:
    """Return everything that a value says, its words and its numbers, as text."""
    if hasattr(value, "__struct_fields__"):
        return set().union(*(leaves(getattr(value, name)) for name in value.__struct_fields__ if name != "id"))
    if isinstance(value, dict):
        return set().union(*(leaves(part) for part in value.values()), map(str, value))
    if isinstance(value, tuple | list):
        return set().union(*map(leaves, value))
    return set() if value is None or isinstance(value, bool) or value in {"", 0} else {str(value)}


def spelled(leaf: str) -> tuple[str, ...]:
    """Return how a word may stand in the notes: what is not understood stands there as in the file."""
    return leaf, leaf.capitalize(), json.dumps(leaf, ensure_ascii=False)[1:-1]


def twin(copy: Character, skill: Skill) -> Skill | None:
    return next((one for one in copy.skills if (one.name, one.rating) == (skill.name, skill.rating)), None)


@given(characters, pairs)
def test_every_number_is_carried_or_stands_in_the_notes(character: Character, pair: tuple[System, System]) -> None:
    copy, _ = convert(character, *pair, numbered_ids())
    for own, theirs, kind in ((character.stats, copy.stats, "stats"), (character.rep, copy.rep, "rep")):
        assert all(theirs.get(key) == value or f"{key} {value}" in copy.notes for key, value in own.items()), kind
    for key, held in character.points.items():
        assert copy.points.get(key) == held or f" {held.now} of {held.max}" in copy.notes
    for count in Health.__struct_fields__[:-1]:
        value = getattr(character.health, count)
        assert getattr(copy.health, count) == value or f"{count.replace('_', ' ')} {value}" in copy.notes


@given(characters, pairs)
def test_every_skill_is_carried_whole_or_stands_in_the_notes(character: Character, pair: tuple[System, System]) -> None:
    copy, _ = convert(character, *pair, numbered_ids())
    for skill in character.skills:
        there = twin(copy, skill)
        if there is None:
            assert f"{skill.name} {skill.rating}" in copy.notes
            assert skill.note in copy.notes
        else:
            links = {"id": "", "aptitude": "", "category": ""}
            assert structs.replace(there, **links) == structs.replace(skill, **links)
        for special in skill.specialisations:
            assert (there and special in there.specialisations) or special.name in copy.notes


@given(characters, pairs)
def test_everything_that_was_said_is_said_still(character: Character, pair: tuple[System, System]) -> None:
    copy, _ = convert(character, *pair, numbered_ids())
    told = leaves(structs.replace(copy, extra={}))
    others = structs.replace(character, id="", extra={}, skills=(), attacks=())
    silent = [leaf for leaf in leaves(others) - told if not any(part in copy.notes for part in spelled(leaf))]
    assert silent == []
    for attack in character.attacks:
        same = [one for one in copy.attacks if structs.replace(one, id=attack.id) == attack]
        parts = (attack.name, attack.skill, attack.damage, attack.modes, attack.range, attack.notes)
        assert same or all(part in copy.notes for part in parts)
    assert copy.extra == character.extra


@given(characters, pairs)
def test_the_copy_can_be_written_into_a_roster_of_the_other_system(
    character: Character, pair: tuple[System, System]
) -> None:
    copy, _ = convert(character, *pair, numbered_ids())
    roster = Roster(id="venus", name="Venus", system=pair[1].id, characters=(copy,))
    assert decode_roster(encode_roster(roster), Path("venus.json")) == roster


@given(characters, pairs)
def test_the_notes_go_on_where_they_ended_and_the_lines_stand_in_them(
    character: Character, pair: tuple[System, System]
) -> None:
    copy, left = convert(character, *pair, numbered_ids())
    assert copy.notes.startswith(character.notes)
    assert all(line in copy.notes for line in left)
    assert bool(left) == (copy.notes != character.notes)


@given(characters, st.sampled_from(list(SYSTEMS.values())))
def test_within_a_system_all_carries_over(character: Character, system: System) -> None:
    character = structs.replace(character, group="triad", dismissed=("check:COG",))
    copy, left = convert(character, system, system, numbered_ids())
    assert left == []
    skills = tuple(structs.replace(new, id=old.id) for new, old in zip(copy.skills, character.skills, strict=True))
    attacks = tuple(structs.replace(new, id=old.id) for new, old in zip(copy.attacks, character.attacks, strict=True))
    same = structs.replace(copy, id="eva", group="triad", skills=skills, attacks=attacks)
    assert same == character


@pytest.mark.parametrize("pair", OTHERS, ids=lambda pair: f"{pair[0].id}-{pair[1].id}")
def test_findings_that_were_dismissed_in_one_system_mean_nothing_in_another(pair: tuple[System, System]) -> None:
    copy, _ = convert(a_character(dismissed=("check:COG", "missing:DUR")), *pair, numbered_ids())
    assert copy.dismissed == ()


@given(characters, st.sampled_from(list(SYSTEMS.values())), st.sampled_from(list(SYSTEMS.values())))
def test_all_ids_are_new(character: Character, own: System, other: System) -> None:
    copy, _ = convert(character, own, other, numbered_ids("fresh-id"))
    given_ids = [copy.id, *(skill.id for skill in copy.skills), *(attack.id for attack in copy.attacks)]
    assert all(one.startswith("fresh-id-") for one in given_ids)
    assert len(set(given_ids)) == len(given_ids)


def an_enforcer(**changes: Any) -> Character:
    made = Character(
        id="lao",
        name="Lao",
        group="triad",
        stats={"REF": 20, "DUR": 35, "IR": 40},
        health=Health(damage=12, wounds=1),
        points={"vigor": Points(now=1, max=2)},
        skills=(
            Skill(id="guns", name="Guns", rating=65, aptitude="REF", category="Combat"),
            Skill(id="fray", name="Fray", rating=60, aptitude="REF", category="Combat"),
            Skill(id="cards", name="Card tricks", rating=45, aptitude="COG"),
        ),
        rep={"c": 20, "x": 30},
        threat_level="Red",
        gear=("Knife",),
        notes="Wants the docks.",
    )
    return structs.replace(made, **changes)


def test_between_the_editions_what_both_know_carries_over_and_the_rest_is_kept_in_words() -> None:
    copy, left = convert(an_enforcer(), EP2, EP1, numbered_ids())
    assert copy.stats == {"REF": 20, "DUR": 35, "IR": 40}
    assert copy.health == Health(damage=12, wounds=1)
    assert [skill.name for skill in copy.skills] == ["Kinetic Weapons", "Fray", "Card tricks"]
    assert (copy.rep, copy.gear, copy.group) == ({"c": 20}, ("Knife",), "")
    assert left == [
        "Threat level: Red",
        "Pools: Vigor 1 of 2",
        "Skills under another name: Guns 65 is Kinetic Weapons",
        "Rep: x 30",
    ]
    assert copy.notes == "Wants the docks.\n\nOnly in Eclipse Phase 2e:\n" + "\n".join(left)
    assert unconverted_parts(left) == "threat level, pools, rep"
    assert renamed_skills(left) == "Guns 65 is Kinetic Weapons"


def test_between_percent_and_two_dice_no_number_means_the_same() -> None:
    copy, left = convert(an_enforcer(), EP2, KAISER, numbered_ids())
    assert (copy.stats, copy.skills, copy.health, copy.rep) == ({}, (), Health(), {})
    assert (copy.gear, copy.name) == (("Knife",), "Lao")
    assert "Numbers: REF 20, DUR 35, IR 40" in left
    assert "Health: damage 12, wounds 1" in left
    assert "Skills: Guns 65, Fray 60, Card tricks 45 – COG" in left


def test_a_skill_is_linked_as_the_other_system_does_unless_by_hand() -> None:
    fall = Skill(id="i", name="Free Fall", rating=50, aptitude="SOM", category="Physical")
    mine = Skill(id="m", name="Kinesics", rating=50, aptitude="REF")
    old = Skill(id="o", name="Medicine: Paramedic", rating=40, aptitude="XYZ")
    copy, left = convert(an_enforcer(skills=(fall, mine, old)), EP2, EP1, numbered_ids())
    assert [skill.aptitude for skill in copy.skills] == ["REF", "REF", "COG"]
    assert "Links of skills: Medicine: Paramedic with XYZ" in left


def test_a_rating_below_zero_and_an_attack_are_kept_in_words() -> None:
    blade = Attack(
        id="a", name="Sword", skill="Strike", rating=-3, damage="1d6", ammo=Points(now=1, max=2), notes="old"
    )
    strike = Skill(id="s", name="Strike", rating=-2, specialisations=(Specialisation(name="Swords", rating=1),))
    copy, left = convert(Character(id="k", name="Kai", skills=(strike,), attacks=(blade,)), KAISER, EP2, numbered_ids())
    assert (copy.skills, copy.attacks) == ((), ())
    assert left == ["Attacks: Sword, Strike −3, 1d6, ammo 1/2, old", "Skills: Strike −2 (Swords 1)"]


def test_an_attack_whose_skill_is_a_sign_that_nobody_sees_keeps_it() -> None:
    odd = Attack(id="odd", name="Odd", skill="\x1f")
    copy, _ = convert(Character(id="k", name="Kai", attacks=(odd,)), KAISER, EP2, numbered_ids())
    assert "\x1f" in copy.notes


@pytest.mark.parametrize(("own", "other"), OTHERS, ids=lambda system: system.id)
def test_every_sample_character_carries_over(own: System, other: System) -> None:
    for character in read_sample(own.id).characters:
        copy, left = convert(character, own, other, numbered_ids())
        assert copy.name == character.name
        assert all(": " in line for line in left)


def test_a_check_of_its_own_is_carried_within_a_system_and_told_of_beyond_it() -> None:
    one = a_character(stats={"SOM": 25}, checks={"SOM": 95})
    ep2, kaiser = load_system("ep2"), load_system("kaiser")
    assert convert(one, ep2, ep2, numbered_ids())[0].checks == {"SOM": 95}
    copy, left = convert(one, ep2, kaiser, numbered_ids())
    assert copy.checks == {}
    assert "Checks: SOM 95" in left
