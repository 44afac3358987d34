"""Templates: those shipped are whole, right and unlike each other; the user's own are kept beside them."""

import re
from collections import Counter
from pathlib import Path

import pytest
from msgspec import structs

from gm_desk.core.characters import prep_check
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.house import House
from gm_desk.core.systems.registry import RULES, SYSTEMS
from gm_desk.store.disk.files import UnwritableFileError
from gm_desk.store.disk.places import Places
from gm_desk.store.rosters.files import read_roster
from gm_desk.store.rosters.templates import as_template, load_templates, read_shipped, save_template
from gm_desk.store.shipped import load_system
from makers import a_character, numbered_ids

LOADED = {system_id: load_system(system_id) for system_id in SYSTEMS}
SHIPPED = [(system_id, template) for system_id in SYSTEMS for template in read_shipped(system_id)]
TYPED = {
    "ep2": {"INIT", "LUC", "TT", "IR", "DUR", "WT", "DR"},
    "ep1": {"MOX", "INIT", "SPD", "LUC", "TT", "IR", "DUR", "WT", "DR", "DB"},
    "kaiser": {"LV", "PRES", "INIT", "AP", "LP", "STA", "ABS", "PrR", "PhR", "IR", "SR", "MR"},
}


def ids_in(character: Character) -> list[str]:
    """List the ids of a character and of what it holds."""
    return [character.id, *(one.id for one in character.skills), *(one.id for one in character.attacks)]


every_template = pytest.mark.parametrize(("system", "template"), SHIPPED, ids=[one.id for _, one in SHIPPED])
every_system = pytest.mark.parametrize("system", SYSTEMS)


# --- The shipped ones ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("system", "least"), [("ep2", 12), ("ep1", 8), ("kaiser", 6)])
def test_there_are_enough_for_each_system_and_of_every_rank(system: str, least: int) -> None:
    templates = read_shipped(system)
    tags = {tag for template in templates for tag in template.tags}
    assert len(templates) >= least
    assert tags >= {"bystander", "mook", "professional", "officer", "drone", "beast", "boss"}


@every_system
def test_every_id_and_every_name_is_given_once(system: str) -> None:
    templates = read_shipped(system)
    ids = [one for template in templates for one in ids_in(template)]
    assert len(set(ids)) == len(ids)
    assert len({one.name.casefold() for one in templates}) == len(templates)


@every_template
def test_a_template_is_clean_in_the_prep_check(system: str, template: Character) -> None:
    assert prep_check.check(template, LOADED[system], RULES[system], House()) == []


@every_template
def test_the_derived_values_are_typed_and_right(system: str, template: Character) -> None:
    assert template.stats.keys() >= {*LOADED[system].aptitudes} | TYPED[system]
    derived = RULES[system].derived(template.stats, House(), template.body)
    assert derived.items() <= template.stats.items()


@every_template
def test_a_template_is_an_npc_of_no_group_with_what_the_table_needs(system: str, template: Character) -> None:
    assert re.fullmatch(f"{system}-[a-z-]+", template.id)
    assert (template.kind, template.group, template.number, template.extra) == ("npc", "", 1, {})
    assert template.concept
    assert template.tags
    assert len(template.attacks) >= 1
    assert len(template.skills) >= 6
    assert template.gear or template.traits or template.ware
    assert 2 <= len(template.notes.splitlines()) <= 4
    assert all(len(line) <= 120 for line in template.notes.splitlines())


@every_template
def test_a_skill_is_spelled_categorised_and_sorted_as_the_system_does(system: str, template: Character) -> None:
    names = [skill.name for skill in template.skills]
    assert names == sorted(names, key=str.casefold)
    for skill in template.skills:
        kind = LOADED[system].skill_kind(skill.name)
        assert kind is not None, skill.name
        assert re.fullmatch(f"{kind.name}: \\S.*" if kind.fields else kind.name, skill.name)
        assert skill.category == (kind.category or "Combat")
        assert skill.aptitude == kind.aptitude or not kind.aptitude


@every_template
def test_every_attack_has_its_skill_and_its_damage(system: str, template: Character) -> None:
    assert all(attack.skill and attack.damage for attack in template.attacks), system
    assert all(attack.ammo is None or 0 < attack.ammo.now == attack.ammo.max for attack in template.attacks)


@every_template
def test_points_are_those_of_the_system_and_full(system: str, template: Character) -> None:
    assert set(template.points) <= {kind.id for kind in LOADED[system].points if not kind.shared}
    assert all(points.now == points.max for points in template.points.values())


@every_system
def test_no_two_are_alike_in_their_three_best_skills(system: str) -> None:
    best = []
    for template in read_shipped(system):
        ranked = sorted(template.skills, key=lambda skill: -skill.rating)
        assert ranked[2].rating > ranked[3].rating, f"{template.name} has no three best"
        best.append(frozenset(skill.name for skill in ranked[:3]))
    assert len(set(best)) == len(best)


@every_system
def test_each_has_an_attack_of_its_own(system: str) -> None:
    templates = read_shipped(system)
    holders = Counter(attack.name for one in templates for attack in one.attacks)
    assert [one.name for one in templates if not any(holders[attack.name] == 1 for attack in one.attacks)] == []


def test_the_threat_levels_of_ep2_are_all_there_and_typical() -> None:
    levels = {level.name: level for level in LOADED["ep2"].threat_levels}
    assert {one.threat_level for one in read_shipped("ep2")} == set(levels)
    for one in read_shipped("ep2"):
        level, best = levels[one.threat_level], max(skill.rating for skill in one.skills)
        assert level.skills[0] <= best <= (level.skills[1] or 99), one.name
        assert level.durability[0] <= one.stats["DUR"] <= (level.durability[1] or 999), one.name
        assert bool(one.points) is (level.pool == (None, None)), one.name


# --- The user's own --------------------------------------------------------------------------------------------------


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path)


def test_without_own_templates_there_are_the_shipped_ones(places: Places) -> None:
    templates = load_templates("ep2", places)
    assert templates.all == templates.shipped == read_shipped("ep2")
    assert (templates.own, templates.problems) == ((), ())


def test_a_character_becomes_a_template_beside_the_shipped_ones(places: Places) -> None:
    kept = save_template(a_character(name="Öl-Prinz"), "ep2", places, numbered_ids())
    assert load_templates("ep2", places).own == (kept,)
    assert load_templates("ep2", places).all[-1] == kept
    assert [path.name for path in places.templates.iterdir()] == ["ol-prinz-new-4.json"]
    assert load_templates("kaiser", places).own == ()


def test_a_file_of_a_template_is_a_roster_that_can_be_opened(places: Places) -> None:
    kept = save_template(a_character(), "ep1", places, numbered_ids())
    (path,) = places.templates.iterdir()
    roster = read_roster(path)
    assert (roster.name, roster.system, roster.characters) == ("Eva", "ep1", (kept,))


def test_own_templates_stand_by_name(places: Places) -> None:
    new_id = numbered_ids()
    for name in ("Zoya", "abbot", "Mook"):
        save_template(a_character(name=name), "ep2", places, new_id)
    assert [one.name for one in load_templates("ep2", places).own] == ["abbot", "Mook", "Zoya"]


def test_a_template_is_an_unhurt_npc_with_full_points_of_no_group() -> None:
    hurt = a_character(
        kind="pc",
        group="players",
        number=4,
        health=Health(damage=12, wounds=2, stress=3, traumas=1, fatigue=2, ignored_wounds=1),
        points={"flex": Points(now=0, max=2)},
        attacks=(
            Attack(id="rifle", name="Rifle", ammo=Points(now=1, max=30)),
            Attack(id="fist", name="Fist"),
        ),
        dismissed=("WT",),
        extra={"later": 1},
    )
    template = as_template(hurt, numbered_ids())
    assert (template.kind, template.group, template.number) == ("npc", "", 1)
    assert template.health == Health(ignored_wounds=1)
    assert template.points == {"flex": Points(now=2, max=2)}
    assert [attack.ammo for attack in template.attacks] == [Points(now=30, max=30), None]
    assert (template.name, template.stats, template.dismissed, template.extra) == (
        hurt.name, hurt.stats, ("WT",), {"later": 1},
    )  # fmt: skip
    assert len({*ids_in(hurt), *ids_in(template)}) == 2 * 5


def test_a_character_of_a_template_shares_no_id_with_it() -> None:
    thug = next(one for one in read_shipped("ep2") if one.id == "ep2-dock-thug")
    made = thug.copied("Dock thug 2", numbered_ids())
    assert set(ids_in(made)).isdisjoint(ids_in(thug))


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "it is not complete JSON"),
        (b'{"format": 99, "id": "x", "name": "X", "system": "ep2"}', "newer GM Desk"),
        (b'{"id": "x", "name": "X", "system": "gurps"}', "does not know the system"),
        (b'{"id": "x", "name": "X", "characters": [{"id": "a", "name": ""}]}', "it is empty"),
        (b'{"id": "x", "name": "X", "characters": [{"id": "a", "name": "A", "dismissed": [1]}]}', "text is expected"),
    ],
)
def test_a_damaged_one_is_told_of_while_the_others_load(places: Places, content: bytes, problem: str) -> None:
    kept = save_template(a_character(), "ep2", places, numbered_ids())
    damaged = places.templates / "a.json"
    damaged.write_bytes(content)
    templates = load_templates("ep2", places)
    assert templates.own == (kept,)
    (told,) = templates.problems
    assert told.path == damaged
    assert problem in told.problem
    assert damaged.read_bytes() == content


@pytest.mark.parametrize(
    ("inside", "place"),
    [
        (b'"skills": [{"id": "s", "name": "Guns"}]', "character 1 “Ann”, skill 1 “Guns”"),
        (b'"dismissed": ["WT", 1]', "character 1 “Ann”, dismissed finding 2"),
    ],
)
def test_the_place_of_the_damage_is_told(places: Places, inside: bytes, place: str) -> None:
    places.templates.mkdir()
    ann = b'{"id": "a", "name": "Ann", ' + inside + b"}"
    (places.templates / "ann.json").write_bytes(b'{"id": "x", "name": "X", "characters": [' + ann + b"]}")
    (told,) = load_templates("ep2", places).problems
    assert told.place == place


def test_other_files_in_the_folder_are_left_alone(places: Places) -> None:
    places.templates.mkdir()
    (places.templates / "readme.txt").write_text("mine")
    (places.templates / ".gm-desk-1.new").write_text("half")
    assert load_templates("ep2", places).problems == ()


def test_a_folder_that_is_none_is_told_of(places: Places) -> None:
    places.templates.touch()
    templates = load_templates("ep2", places)
    assert [told.path for told in templates.problems] == [places.templates]
    assert templates.all == templates.shipped


def test_what_cannot_be_written_leaves_nothing_behind(places: Places) -> None:
    with pytest.raises(UnwritableFileError):
        save_template(structs.replace(a_character(), extra={"x": float("nan")}), "ep2", places, numbered_ids())
    assert load_templates("ep2", places).own == ()
    assert not places.templates.exists()
