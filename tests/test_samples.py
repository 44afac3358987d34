"""The shipped systems and sample rosters: whole, consistent, and enough for an evening."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from gm_desk.core.characters.roster import Character, Group, Roster, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.attack_damage import check_damage
from gm_desk.core.rules.health import HealthEffects
from gm_desk.core.rules.house import House
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES
from gm_desk.store.shipped import resource

SKILLS = """
Athletics SOM Physical; Deceive SAV Social; Exotic Skill: - -; Fray REF Combat; Free Fall SOM Physical; Guns REF Combat;
Hardware: COG Technical; Infiltrate REF Physical; Infosec COG Technical; Interface COG Technical; Kinesics SAV Social;
Know: COG Know; Medicine: COG Technical; Melee SOM Combat; Perceive INT Mental; Persuade SAV Social; Pilot: REF Vehicle;
Program COG Technical; Provoke SAV Social; Psi WIL Psi; Research INT Technical; Survival INT Mental
"""
LADDER = "Very Easy 30, Easy 20, Slightly Easy 10, Average 0, Slightly Hard -10, Hard -20, Very Hard -30"

LAO_QING = {"COG": 15, "INT": 15, "REF": 20, "SAV": 10, "SOM": 20, "WIL": 15}
LAO_QINGS_SKILLS = {
    "Athletics": 55, "Deceive": 40, "Fray": 60, "Guns": 65, "Infiltrate": 50,
    "Know: Triads": 60, "Melee": 65, "Perceive": 50, "Persuade": 45, "Pilot: Ground": 40,
}  # fmt: skip


NAMES = {"ep1": "Pallas: The Long Patience", "ep2": "Mars: Noctis Blackout", "kaiser": "The Toll at Greywater"}
PLAYERS = {"ep1": ["Mirela", "Oku", "Reyes"], "ep2": ["Jaqui", "Tyska", "Eva"], "kaiser": ["Runa", "Wenzel", "Isa"]}


def system_of(system: str) -> System:
    return msgspec.json.decode(resource(f"systems/{system}.json").read_bytes(), type=System)


def ep2() -> System:
    return system_of("ep2")


def sample_bytes(system: str) -> bytes:
    return resource(f"samples/{system}.json").read_bytes()


def sample(system: str = "ep2") -> Roster:
    return msgspec.json.decode(sample_bytes(system), type=Roster)


def named(name: str, system: str = "ep2") -> Character:
    return next(one for one in sample(system).characters if one.name == name)


def rating(character: Character, skill: str) -> int:
    found = character.skill_named(skill)
    assert found is not None, f"{character.name} has no {skill}"
    return found.rating


def skills(system: str) -> Iterator[tuple[Character, Skill]]:
    return ((character, skill) for character in sample(system).characters for skill in character.skills)


def unknown(raw: dict[str, Any], kind: type[msgspec.Struct]) -> set[str]:
    return set(raw) - set(kind.__struct_fields__)


systems = pytest.mark.parametrize("system", RULES)
newer = pytest.mark.parametrize(
    ("system", "who"), [(system, one.name) for system in ("ep1", "kaiser") for one in sample(system).characters]
)
everyone = pytest.mark.parametrize(
    ("system", "who"), [(system, one.name) for system in RULES for one in sample(system).characters]
)
npcs = pytest.mark.parametrize("who", [one.name for one in sample().characters if one.kind == "npc"])


def test_the_system_names_its_aptitudes_and_its_check() -> None:
    system = ep2()
    assert (system.id, system.name, system.check) == ("ep2", "Eclipse Phase 2e", 3)
    assert system.aptitudes == ("COG", "INT", "REF", "SAV", "SOM", "WIL")


def test_the_system_names_seven_difficulties_from_easy_to_hard() -> None:
    assert ", ".join(f"{known.name} {known.value}" for known in ep2().difficulties) == LADDER


def test_the_system_lists_every_skill_with_its_link_and_category() -> None:
    listed = [f"{kind.name}{':' * kind.fields} {kind.aptitude or '-'} {kind.category or '-'}" for kind in ep2().skills]
    assert listed == [" ".join(line.split()) for line in SKILLS.split(";")]


@systems
def test_a_sample_says_nothing_that_the_roster_does_not_know(system: str) -> None:
    raw = msgspec.json.decode(sample_bytes(system))
    assert unknown(raw, Roster) == set()
    assert [unknown(group, Group) for group in raw["groups"]] == [set()] * len(raw["groups"])
    for character in raw["characters"]:
        assert unknown(character, Character) == set()
        assert [unknown(skill, Skill) for skill in character["skills"]] == [set()] * len(character["skills"])
        assert all(unknown(attack, Attack) == set() for attack in character.get("attacks", []))


@systems
def test_a_sample_is_for_its_system_and_by_the_book(system: str) -> None:
    roster = sample(system)
    assert (roster.format, roster.name, roster.system, roster.house) == (1, NAMES[system], system, {})


@systems
def test_three_groups_hold_everyone(system: str) -> None:
    roster = sample(system)
    assert len(roster.groups) == 3
    assert roster.groups[0].name == "Players"
    assert all(roster.members(group.id) for group in roster.groups)
    assert roster.members("") == []


@systems
def test_each_group_has_a_colour_of_its_own(system: str) -> None:
    colours = {group.colour for group in sample(system).groups}
    assert len(colours) == len(sample(system).groups)
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours)


@systems
def test_the_players_are_the_three_player_characters(system: str) -> None:
    roster = sample(system)
    players = [one.name for one in roster.members(roster.groups[0].id)]
    assert players == [one.name for one in roster.characters if one.kind == "pc"] == PLAYERS[system]


def test_the_machine_among_the_guards_does_not_bleed() -> None:
    assert named("Patrol drone").body == "synthmorph"


@systems
def test_there_are_six_to_ten_npcs(system: str) -> None:
    assert sum(one.kind == "npc" for one in sample(system).characters) in range(6, 11)


@systems
def test_every_id_and_every_name_is_given_once(system: str) -> None:
    roster = sample(system)
    ids = [roster.id, *(group.id for group in roster.groups), *(one.id for one in roster.characters)]
    ids += [skill.id for _, skill in skills(system)]
    ids += [attack.id for one in roster.characters for attack in one.attacks]
    assert len(set(ids)) == len(ids)
    assert len({one.name for one in roster.characters}) == len(roster.characters)


@systems
def test_a_skill_is_named_and_linked_as_the_system_does(system: str) -> None:
    known = system_of(system)
    for character, skill in skills(system):
        kind = known.skill_kind(skill.name)
        assert kind is not None, f"{character.name}: {skill.name}"
        assert (skill.aptitude, skill.category) == (kind.aptitude, kind.category), f"{character.name}: {skill.name}"
        assert re.fullmatch(f"{kind.name}: \\S.*" if kind.fields else kind.name, skill.name)


@pytest.mark.parametrize("system", ["ep1", "ep2"])
def test_no_rating_is_below_its_linked_aptitude(system: str) -> None:
    below = [(one.name, skill.name) for one, skill in skills(system) if skill.rating < one.stats[skill.aptitude]]
    assert below == []


def test_kaisers_ratings_are_those_of_people_and_of_one_spirit() -> None:
    assert all(1 <= skill.rating <= 10 for _, skill in skills("kaiser"))


@everyone
def test_a_character_has_every_aptitude_in_the_range_of_the_book(system: str, who: str) -> None:
    stats, least = named(who, system).stats, 1 if system == "kaiser" else 5
    known = system_of(system).aptitudes
    assert tuple(stats)[: len(known)] == known
    assert all(least <= stats[key] <= 30 for key in known)


@newer
def test_the_numbers_that_follow_from_others_do(system: str, who: str) -> None:
    character = named(who, system)
    section = next(one for one in system_of(system).sections if one.id == "derived")
    assert {stat.key for stat in section.stats} <= set(character.stats)
    followed = RULES[system].derived(character.stats, House(), character.body)
    assert followed.items() <= character.stats.items()
    assert RULES[system].health_effects(character.stats, character.health) == HealthEffects()


@newer
def test_an_attack_strikes_with_a_skill_of_its_character_and_has_dice(system: str, who: str) -> None:
    character = named(who, system)
    assert character.attacks
    assert character.armor
    for attack in character.attacks:
        assert attack.rating == rating(character, attack.skill)
        check_damage(attack, system_of(system))
        assert attack.damage
        assert attack.ammo is None or attack.ammo.now == attack.ammo.max > 0


RANGED = {"Guns", "Kinetic Weapons", "Beam Weapons", "Seeker Weapons", "Spray Weapons"}
OF_ENERGY = {"Beam Weapons", "Stunner", "Cutting torch"}


@systems
def test_an_attack_says_what_its_rules_need(system: str) -> None:
    for attack in (one for character in sample(system).characters for one in character.attacks):
        beam = bool({attack.name, attack.skill} & OF_ENERGY)
        assert (attack.against == "energy") == beam, attack.name
        assert not (attack.skill in RANGED or (attack.ammo and not attack.area)) or attack.range, attack.name
        assert system != "kaiser" or attack.damage.endswith(("blow", "cut", "thrust")), attack.name


@systems
def test_an_attack_can_be_met_by_somebody_of_every_group(system: str) -> None:
    known, roster = system_of(system), sample(system)
    for attacker in roster.characters:
        for attack in attacker.attacks:
            pairing = known.pairing_of(attack.skill)
            assert pairing is not None, attack.skill
            assert pairing.attack
            for group in roster.groups:
                assert any(one.skill_named(name) for one in roster.members(group.id) for name in pairing.theirs)


@pytest.mark.parametrize("who", [one.name for one in sample("ep1").characters])
def test_whoever_is_of_the_first_edition_has_moxie_speed_and_a_name(who: str) -> None:
    character, known = named(who, "ep1"), system_of("ep1")
    points = character.points["moxie"]
    assert points.now == points.max == character.stats["MOX"]
    assert 1 <= points.max <= 10
    assert 1 <= character.stats["SPD"] <= 4
    assert set(character.rep) <= set(known.networks)
    assert character.body in known.bodies
    assert character.movement
    assert all(set(armor.values) == {"energy", "kinetic"} for armor in character.armor)


@pytest.mark.parametrize("system", ["ep1", "kaiser"])
def test_some_skills_have_specialisations(system: str) -> None:
    assert sum(bool(skill.specialisations) for _, skill in skills(system)) >= 6


@everyone
def test_a_character_has_eight_to_sixteen_skills_by_the_alphabet(system: str, who: str) -> None:
    names = [skill.name for skill in named(who, system).skills]
    assert 8 <= len(set(names)) == len(names) <= 16
    assert names == sorted(names, key=str.casefold)


@everyone
def test_skills_that_start_above_nothing_are_there_and_not_below_it(system: str, who: str) -> None:
    character = named(who, system)
    for skill, start in system_of(system).starts(character.stats).items():
        assert rating(character, skill) >= start


@everyone
def test_a_character_can_fight_back(system: str, who: str) -> None:
    assert any(named(who, system).skill_named(pair.ours) for pair in system_of(system).pairings if pair.attack)


@everyone
def test_a_character_has_a_short_concept_and_two_to_five_short_notes(system: str, who: str) -> None:
    character = named(who, system)
    lines = character.notes.splitlines()
    assert 0 < len(character.concept) <= 16
    assert len(lines) in range(2, 6)
    assert all(0 < len(line) <= 120 for line in lines)


@everyone
def test_a_character_wants_something_hides_something_and_has_a_way(system: str, who: str) -> None:
    headings = {line.partition(":")[0] for line in named(who, system).notes.splitlines()}
    assert {"Wants", "Tactic", "Secret"} <= headings


@npcs
def test_an_npc_says_when_it_is_wounded_and_out(who: str) -> None:
    found = re.search(r"DUR (\d+), WT (\d+)\.", named(who).notes)
    assert found is not None
    assert int(found[1]) == 5 * int(found[2])
    assert (named(who).stats["DUR"], named(who).stats["WT"]) == (int(found[1]), int(found[2]))


@npcs
def test_the_armor_of_an_npc_is_that_of_its_notes(who: str) -> None:
    found = re.search(r"Armor (\d+)/(\d+)", named(who).notes)
    worn = [(one.values["energy"], one.values["kinetic"]) for one in named(who).armor]
    assert worn == ([(int(found[1]), int(found[2]))] if found else [])


@systems
def test_the_first_character_tells_the_scene_and_the_hook(system: str) -> None:
    assert re.match(r"Scene: .+\nHook: .+\n", sample(system).characters[0].notes)


def test_lao_qing_is_as_he_is_drawn() -> None:
    lao_qing = named("Lao Qing")
    assert lao_qing.stats == LAO_QING | {"INIT": 7, "LUC": 30, "TT": 6, "IR": 60, "DUR": 45, "WT": 9, "DR": 68}
    assert {skill.name: skill.rating for skill in lao_qing.skills} == LAO_QINGS_SKILLS


@pytest.mark.parametrize(
    ("who", "skill", "drawn"),
    [
        ("Jaqui", "Fray", 55),
        ("Jaqui", "Free Fall", 46),
        ("Tyska", "Infiltrate", 55),
        ("Eva", "Hardware: Robotics", 55),
        ("Sergeant Okoro", "Perceive", 50),
    ],
)
def test_the_others_roll_what_the_drawn_log_shows(who: str, skill: str, drawn: int) -> None:
    assert rating(named(who), skill) == drawn


def test_points_threat_and_wounds_can_be_tried_at_once() -> None:
    roster, kinds = sample(), {kind.id: kind for kind in ep2().points}
    for player in roster.members(roster.groups[0].id):
        assert player.points
        assert set(player.points) <= {kind for kind, known in kinds.items() if not known.shared}
        assert all(0 < points.now <= points.max for points in player.points.values())
    assert [bool(group.threat and group.threat.now) for group in roster.groups] == [False, True, True]
    assert named("Lao Qing").health.wounds == 2
