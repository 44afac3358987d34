"""Actors of Foundry's ep2e system, all of our own invention, and characters to be exported as such."""

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Character, NewId, Skill
from gm_desk.core.characters.stat_block import Armor, Attack, Movement, Points, Specialisation
from gm_desk.core.rules.health import Health
from gm_desk.core.systems.definition import System
from gm_desk.store.exchange.accounts import Account, ImportedCharacter, Path
from gm_desk.store.exchange.foundry.ep2e.reading import from_ep2e
from gm_desk.store.shipped import load_system
from makers import json_values, numbered_ids, plain_values, skills, texts

EP2: System = load_system("ep2")

ACTOR: dict[str, Any] = {
    "name": "Dock Lurker",
    "type": "character",
    "sort": 100,
    "img": "x.svg",
    "ownership": {"default": 0},
    "prototypeToken": {"name": "Dock Lurker", "width": 1},
    "_stats": {"systemId": "ep2e", "modifiedTime": 7},
    "system": {
        "description": "<p>Waits &amp; bites.</p><p>Hates light.</p>",
        "egoType": "Uplift",
        "aptitudes": {"cog": 5, "int": 15, "ref": 20, "sav": 5, "som": 15, "wil": 11},
        "skills": {
            "athletics": {"points": 30, "specialization": "Climbing"},
            "fray": {"points": 5, "specialization": ""},
            "guns": {"points": 0, "specialization": ""},
            "perceive": {"points": 0, "specialization": ""},
        },
        "fieldSkills": {
            "exotic": [{"field": "Whip Tail", "points": 25, "linkedAptitude": "som", "specialization": "", "id": "a"}],
            "know": [{"field": "Docks", "points": "40", "linkedAptitude": "cog", "specialization": "", "id": "b"}],
        },
        "settings": {"threatDetails": True, "useThreat": True, "trackMentalHealth": True},
        "threat": 3,
        "flex": 0,
        "spentPools": {"threat": 1, "vigor": 1},
        "reps": {"gRep": {"score": 30, "track": True, "minor": 0}, "cRep": {"score": 0, "track": False}},
        "motivations": [
            {"cause": "Warm pipes", "stance": "support", "goals": [{"goal": "The reactor"}], "id": "c"},
            {"cause": "Torches", "stance": "oppose", "goals": [], "id": "d"},
        ],
        "threatDetails": {
            "level": "orange",
            "niche": "Ambusher",
            "numbers": "4",
            "stress": {"sv": "1d6", "minSV": 2, "minStressOption": "value", "notes": "teeth"},
        },
        "mentalHealth": {"damage": 4, "wounds": 1, "violence": 2},
        "characterDetails": {"career": "", "faction": "Nobody"},
    },
    "items": [
        {
            "name": "Gill Slits",
            "type": "physicalTech",
            "system": {"wareType": "bioware", "description": "<p>Breathes.</p>", "state": {"equipped": True}},
        },
        {
            "name": "Quick Nerves",
            "type": "physicalTech",
            "system": {
                "wareType": "bioware",
                "state": {"equipped": True, "activated": False},
                "passiveEffects": [
                    {"type": "initiative", "modifier": 2},
                    {"type": "health", "health": "physical", "stat": "deathRating", "modifier": 4},
                    {"type": "health", "health": "physical", "stat": "woundsIgnored", "modifier": 1},
                    {"type": "pool", "pool": "vigor", "modifier": 1},
                ],
                "activatedEffects": [{"type": "initiative", "modifier": 9}],
            },
        },
        {"name": "Rope", "type": "physicalTech", "system": {"wareType": "", "state": {}}},
        {"name": "Stim", "type": "substance", "system": {"quantity": 3}},
        {
            "name": "Plate",
            "type": "armor",
            "system": {"armorValues": {"energy": 3, "kinetic": 6}, "state": {"equipped": True}},
        },
        {
            "name": "Spare Plate",
            "type": "armor",
            "system": {"armorValues": {"energy": 9, "kinetic": 9}, "state": {"equipped": False}},
        },
        {
            "name": "Hooks",
            "type": "meleeWeapon",
            "system": {
                "wareType": "bioware",
                "exoticSkill": "Whip Tail",
                "primaryAttack": {"damageFormula": "2d6", "armorPiercing": True, "notes": "grabs"},
            },
        },
        {
            "name": "Scatter Gun",
            "type": "firearm",
            "system": {
                "range": 20,
                "ammo": {"value": 4, "max": 6},
                "primaryAttack": {"damageFormula": "3d6", "firingModes": ["semiAuto", "burstFire"], "notes": ""},
                "accessories": ["safetySystem"],
            },
        },
        {
            "name": "Night Eyes",
            "type": "trait",
            "system": {
                "state": {"level": 1},
                "levels": [{"effects": []}, {"effects": []}],
                "description": "<p>x</p>",
                "reference": "Own Book, 12",
            },
        },
        {"name": "Whisper Hook", "type": "sleight", "system": {}},
    ],
    "flags": {
        "ep2e": {
            "infomorph": None,
            "biological": {
                "name": "Dock Lurker",
                "system": {
                    "description": "<p>A body.</p>",
                    "movementRates": [{"type": "thrustVector", "base": 4, "full": 12, "id": "e"}],
                    "pools": {"vigor": 1, "flex": 0},
                    "size": "verySmall",
                    "unarmedDV": "1d6",
                    "physicalHealth": {"baseDurability": 31, "damage": 8, "wounds": 1},
                },
                "items": [
                    {"name": "Gill Slits", "type": "physicalTech", "system": {"wareType": "bioware"}},
                    {"name": "Horn", "type": "physicalTech", "system": {"wareType": "bioware"}},
                ],
            },
        }
    },
}


def an_actor() -> dict[str, Any]:
    """Return an actor that may be modified."""
    return copy.deepcopy(ACTOR)


def imported(raw: Any, new_id: NewId | None = None) -> ImportedCharacter:
    """Import an actor."""
    return from_ep2e(raw, EP2, new_id or numbered_ids())


def unaccounted(raw: Any, came: ImportedCharacter) -> list[Path]:
    """List the fields without a record in an import's account."""
    account = Account(raw)
    account.came, account.left = list(came.came), list(came.left)
    return account.unaccounted()


def without_ids(character: Character) -> Character:
    """Return a character whose ids are all equal."""
    ids = numbered_ids()
    return character.copied(character.name, ids)


def leaves(raw: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the paths of all leaves in plain data."""
    yield path
    inner = raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ()
    for key, value in inner:
        yield from leaves(value, (*path, key))


def put(raw: Any, path: Path, value: Any) -> Any:
    """Return plain data with another value at a path."""
    if not path:
        return value
    inside = raw
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return raw


strange = (
    json_values
    | st.sampled_from([float("nan"), float("inf"), 10**400, -1, 0, 1, "7", "-3", "x", True, "\ud800"])
    | plain_values
)

points = st.builds(Points, now=st.integers(0, 99), max=st.integers(0, 99))
specials = st.builds(Specialisation, name=texts, rating=st.none() | st.integers(0, 150))
named = st.sampled_from([kind.name for kind in EP2.skills if not kind.fields] + ["Know: Docks", "Swimming", "Pilot"])
ratings = st.builds(
    Skill,
    id=st.just("-"),
    name=named,
    rating=st.integers(0, 150),
    aptitude=st.sampled_from(EP2.aptitudes),
    specialisations=st.lists(specials, max_size=2).map(tuple),
    note=texts,
)
attacks = st.builds(
    Attack,
    id=st.just("-"),
    name=texts,
    skill=st.sampled_from(["Melee", "Guns", "Athletics", "Infosec", "Exotic Skill: Tail", "Psi", ""]),
    rating=st.none() | st.integers(0, 99),
    damage=st.sampled_from(["", "2d10", "1d6+3 energy"]),
    modes=st.sampled_from(["", "SA", "SA/BF", "slow"]),
    range=st.sampled_from(["", "30", "30/60 m"]),
    ammo=st.none() | points,
    armor_piercing=st.booleans(),
    penetration=st.integers(0, 30),
    damage_bonus=st.booleans(),
    notes=texts,
)
stats = st.dictionaries(
    st.sampled_from([*EP2.aptitudes, "DUR", "WT", "DR", "LUC", "TT", "IR", "INIT"]), st.integers(0, 60)
)
lists = st.lists(texts.filter(str.strip), max_size=3).map(tuple)
characters = st.builds(
    Character,
    id=st.just("one"),
    name=st.sampled_from(["Mara", "Ōsei  ", " x"]),
    kind=st.sampled_from(["pc", "npc"]),
    concept=texts,
    morph=texts,
    body=st.sampled_from(["", "biomorph", "synthmorph"]),
    threat_level=st.sampled_from(["", "Yellow", "Red", "awful"]),
    number=st.integers(1, 9999),
    motivations=st.lists(st.sampled_from(["+Peace", "−War", "rest", "- x"]), max_size=2).map(tuple),
    tags=lists,
    stats=stats,
    checks=st.dictionaries(st.sampled_from(EP2.aptitudes), st.integers(0, 200), max_size=2),
    health=st.builds(Health, **{name: st.integers(0, 9) for name in Health.__struct_fields__ if name != "extra"}),
    points=st.dictionaries(st.sampled_from(["insight", "moxie", "vigor", "flex", "threat", "luck"]), points),
    armor=st.lists(
        st.builds(Armor, values=st.dictionaries(texts, st.integers(0, 20), max_size=2), name=texts), max_size=2
    ).map(tuple),
    movement=st.lists(
        st.builds(Movement, name=texts, speed=texts, base=st.none() | st.integers(0, 40), full=st.none()), max_size=2
    ).map(tuple),
    attacks=st.lists(attacks, max_size=3).map(tuple),
    skills=st.lists(ratings | skills, max_size=4).map(tuple),
    rep=st.dictionaries(st.sampled_from(["c", "@", "other"]), st.integers(0, 99)),
    ware=lists,
    gear=lists,
    traits=st.lists(st.sampled_from(["Tough (Level 2)", "Tough", "Odd (Level 9)"]), max_size=2).map(tuple),
    stress_test=st.sampled_from(["", "SV 1d6", "SV 2d6/1 (teeth)", "1d10"]),
    notes=texts
    | st.sampled_from(["Size: Small\nrest", "Psi: x strain, level 2\nPsi sleights: A, B\n\nlast", "Swarm: no"]),
    source=texts,
)


def a_guard(**changes: Any) -> Character:
    """Return a character of our own invention with a value for every field that Foundry has."""
    guard = Character(
        id="guard",
        name="Dock Guard",
        concept="Watchman",
        morph="Loader",
        body="synthmorph",
        stats={
            "COG": 10,
            "INT": 15,
            "REF": 15,
            "SAV": 10,
            "SOM": 20,
            "WIL": 10,
            "DUR": 40,
            "WT": 8,
            "DR": 80,
            "INIT": 8,
        },
        health=Health(damage=3, stress=2),
        points={"vigor": Points(now=1, max=2), "flex": Points(now=1, max=1)},
        armor=(Armor(values={"energy": 6, "kinetic": 8}, name="Frame"),),
        movement=(Movement(name="Walker", base=4, full=12),),
        attacks=(
            Attack(id="a", name="Baton", skill="Melee", damage="1d10", notes="shocks"),
            Attack(id="b", name="Rifle", skill="Guns", damage="2d10", modes="SA/BF", ammo=Points(now=9, max=12)),
        ),
        skills=(
            Skill(id="c", name="Guns", rating=55, aptitude="REF", category="Combat"),
            Skill(id="d", name="Know: Docks", rating=40, aptitude="COG", category="Know"),
        ),
        rep={"c": 20},
        ware=("Loud Speaker",),
        gear=("Torch",),
        traits=("Patient (Level 2)",),
        notes="Sleeps standing.",
    )
    return structs.replace(guard, **changes)
