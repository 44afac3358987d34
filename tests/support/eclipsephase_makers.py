"""Actors and creatures of our own invention, in the formats of Foundry's eclipsephase and of EP2-Data."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Character
from gm_desk.store.exchange.accounts import Account, ImportedCharacter
from makers import json_values
from samples import samples

FAVORS = ("small1", "small2", "small3", "med1", "med2", "large")
Place = tuple[str | int, ...]


def pack(name: str, folder: Path | None = None) -> list[Any]:
    """Return the actors of a sample pack, one for each line; `folder` is where, by default that of this run."""
    lines = ((folder or samples()) / "foundry" / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def everybody(*names: str) -> list[tuple[str, int]]:
    """List the places of all actors in packs."""
    return [(name, place) for name in names for place in range(len(pack(name)))]


def creatures(folder: Path | None = None) -> list[Any]:
    """Return the creatures of the samples."""
    return list(json.loads(((folder or samples()) / "ep2-data" / "gear_creatures.json").read_text(encoding="utf-8")))


def a_skill_line(value: Any = None, **more: Any) -> dict[str, Any]:
    return {"value": value, "specname": "", "spec": False, "roll": None, "mod": None, **more}


def an_item(kind: str, name: str, **body: Any) -> dict[str, Any]:
    return {
        "_id": f"id-{name}",
        "name": name,
        "type": kind,
        "img": "icons/svg/item-bag.svg",
        "system": body,
        "flags": {},
    }


def an_actor(**changes: Any) -> dict[str, Any]:
    """Return Tamsin Okafor, a courier, in the format of a newer sheet; `changes` go to her system part."""
    body = {
        "aptitudes": {
            key: {"value": value, "label": key, "roll": None, "mod": None}
            for key, value in {"cog": 15, "int": 20, "ref": 15, "sav": 10, "som": 20, "wil": 10}.items()
        },
        "skillsIns": {"perceive": a_skill_line(10), "infosec": a_skill_line()},
        "skillsMox": {"persuade": a_skill_line("25", specname="Guards, Clerks 60", mod=10)},
        "skillsVig": {"fray": a_skill_line(), "free fall": a_skill_line(30), "athletics": a_skill_line(0)},
        "mental": {"stress": None, "trauma": 1, "luc": None},
        "physical": {"damage": None, "wounds": 2, "wt": None},
        "health": {"physical": {"value": 7, "max": 0}, "mental": {"value": 3, "max": 0}},
        "mods": {"woundMod": -1, "durmod": 5},
        "pools": {"vigor": {"value": 1}, "flex": {"value": None}},
        "ego": {
            "sex": "Female", "age": 44, "egoFlex": 1, "idSelected": "ID2",
            "motivations": {"motivation1": "+Freedom", "motivation2": "", "motivation3": "−Debt"},
            "ids": {
                "id1": {"name": "Tam", "rep": {"g-rep": {"value": "20", **dict.fromkeys(FAVORS, False)}}},
                "id2": {"name": "Dr. Ode", "rep": {"c-rep": {"value": 35, "small1": True}, "i-rep": {"value": ""}}},
                "id3": {"name": "none", "rep": {"c-rep": {"value": None}}},
            },
        },
        "bodies": {
            "activeMorph": "morph2",
            "morph1": {"name": "Spare", "dur": "20"},
            "morph2": {
                "name": "Runner", "type": "synth", "dur": "40", "vigor": 2, "flex": "1",
                "movement": "4/20", "movetype": "walker", "movement2": "8/40", "movetype2": "thrustvector",
                "movement3": "", "movetype3": "none", "description": "<p>Scratched.</p>",
            },
        },
        "muse": {"name": "Plim", "description": "<p>Talks &amp; talks.</p>"},
        "biography": "<p>Runs parcels.</p><p>Owes <b>money</b>.</p>",
        "psiStrain": {"name": "", "infection": ""},
        "strainInfluence": {"influence1": {"description": "It hurts."}},
    }  # fmt: skip
    items = [
        an_item("specialSkill", "HW: Locks", value="30", aptitude="Cognition", specname=""),
        an_item("knowSkill", "Back Doors", value=20, aptitude="int"),
        an_item("armor", "Jacket", energy="+4", kinetic="6", active=True, slotType="main"),
        an_item("armor", "Old Plate", energy=8, kinetic=8, active=False),
        an_item("ccWeapon", "Baton", dv="2d6", description="Armor Piercing, Reach"),
        an_item("rangedWeapon", "Spitter", dv="2d10", range="30m", ammoMin="4", ammoMax=12, firingMode="saBF"),
        an_item("grenade", "Popper", dv="1d10", quantity=3, areaeffect="Uniform"),
        an_item("ware", "Clock", description="Tells the time.", boundTo="morph2"),
        an_item("ware", "Lamp", boundTo="morph1"),
        an_item("gear", "Rope", quantity=2),
        an_item("morphFlaw", "Squeaks"),
        an_item("aspect", "Nudge"),
    ]
    return {
        "name": "Tamsin Okafor", "type": "character", "img": "x.png", "system": body | changes, "items": items,
        "prototypeToken": {"disposition": 1}, "flags": {"core": {"sourceId": "a"}}, "_id": "abc",
    }  # fmt: skip


def a_newer_actor(kind: str = "character", **changes: Any) -> dict[str, Any]:
    """Return Tamsin Okafor in the format of the sheets since version 1.5, whose morphs, traits and IDs are items."""
    older = an_actor()
    body = {key: value for key, value in older["system"].items() if key != "bodies"}
    body["ego"] = {key: value for key, value in body["ego"].items() if key != "ids"} | {"idSelected": "id1"}
    body |= {
        "activeMorph": "morph-runner", "activeID": "id-ode", "psiStrain": {"name": "", "strainType": 0, "infection": 0},
        "rezPoints": {"value": 3, "spent": 0, "display": 0}, "additionalSystems": {"hasPsi": None, "hasGear": True},
        "initiative": {"value": None, "display": ""}, "rest": {"short1": True, "restValue": None},
        "strainInfluence": {"influence1": {"number": "1 ", "label": "ep2e.psi.effect.physicalDamage"}},
    }  # fmt: skip
    favors = dict.fromkeys(FAVORS, False)
    items = [
        a_morph("runner", "Runner", type="synth", dur=40, vigor=2, flex="1", description="<p>Scratched.</p>"),
        a_morph("spare", "Spare", type="bio", dur=20, insight=1),
        {**an_item("id", "Tam", rep={"g-rep": {"name": "g", "value": 20, **favors}}), "_id": "id-tam"},
        {
            **an_item("id", "Dr. Ode", rep={"c-rep": {"value": 35, "small1": True}, "i-rep": {"value": None}}),
            "_id": "id-ode",
        },
        an_item("traits", "Squeaks", traitType="flaw", ego=False, morph=True, boundTo="morph-runner"),
        an_item("ware", "Clock", boundTo="morph-runner"),
        an_item("ware", "Lamp", boundTo="morph-spare"),
        a_newer_weapon("rangedWeapon", "Spitter", ammoMin=4, ammoMax=12),
        a_newer_weapon("ccWeapon", "Baton"),
        an_item("grenade", "Popper", dv={"d10": 1, "d6": None, "bonus": 2}, armorused="energy", quantity=3,
                traits={"shock": {"value": True}}, areaeffect="Uniform"),
        an_item("ammo", "Fine Slugs", quantity=5, dv={"d10": None, "d6": 1, "bonus": None}),
        an_item("armor", "Jacket", energy=4, kinetic=6, active=True),
        an_item("armor", "Old Plate", energy=8, kinetic=8, active=False),
        an_item("vehicle", "Ledger Crab", **an_animal()["system"]),
    ]  # fmt: skip
    return {**older, "type": kind, "system": body | changes, "items": items, "_stats": {"systemId": "eclipsephase"}}


def a_morph(key: str, name: str, **values: Any) -> dict[str, Any]:
    """Return a morph as an item, with two ways to move."""
    ways: dict[str, dict[str, Any]] = {
        f"move{place}": {"label": f"{place}.", "active": place == 1, "type": "none", "base": None, "full": None}
        for place in range(1, 11)
    }
    ways["move1"] |= {"type": "walker", "base": 4, "full": 20}
    ways["move2"] |= {"type": "thrustvector", "base": 8, "full": 40}
    built = {"ware1": {"label": "1.", "value": "Compendium.eclipsephase.ware.Item.x"}}
    return {**an_item("morph", name, movement=ways, ware=built, **values), "_id": f"morph-{key}"}


def a_newer_weapon(kind: str, name: str, **values: Any) -> dict[str, Any]:
    """Return a weapon whose dice have fields of their own."""
    mode = {
        "name": "", "range": 30, "d10": 2, "d6": None, "bonus": 3, "dv": None, "firingMode": "saBF",
        "traits": {"armorPiercing": {"name": "x", "value": True}, "shock": {"name": "x", "value": False}},
    }  # fmt: skip
    loaded = {"_id": "-", "name": "", "dvModifier": {"d10": None, "d6": None, "bonus": None, "calculated": "x"}}
    return an_item(kind, name, mode1=mode, mode2={}, additionalMode=False, ammoSelected=loaded, **values)


def an_effect(key: str, value: Any, **more: Any) -> dict[str, Any]:
    """Return an active effect that adds to a field of the sheet."""
    change = {"key": f"system.{key}", "mode": 2, "value": value, "priority": None}
    return {"_id": "e", "name": "Boost", "disabled": False, "transfer": True, "changes": [change], **more}


def an_animal(**changes: Any) -> dict[str, Any]:
    """Return a Ledger Crab, whose values are totals; `changes` go to its system part."""
    body = {
        "description": "WARE: Grip Pads, some have Claws (large, blunt); NOTES: Pinch DV 1d6+2 (grapples), Small size",
        "cost": "rare", "slotType": "vs", "type": "animal",
        "aptitudes": {"cog": {"value": 5}, "int": {"value": 10}, "sav": {"value": None}, "som": {"value": 15}},
        "cog": 6, "int": 10, "sav": 0,
        "pools": {"threat": {"max": 2, "current": 1}, "vig": {"max": None}}, "threat": 1, "vig": None,
        "movement": {"1": {"speed": "4/12", "type": "walker"}, "2": {"speed": "", "type": "none"}},
        "mov": "4/12 Walker or 2/8 Swimmer", "armor": {"energy": 3, "kinetic": None},
        "init": 5, "luc": 0, "dur": 20, "curDur": 12, "wounds": 1,
        "skills": {
            "1": {"name": "Melee", "value": 40, "specname": ""},
            "2": {"name": "Counting", "value": "55", "specname": "Coins"},
            "3": {"name": "", "value": None},
        },
    }  # fmt: skip
    return {"name": "Ledger Crab", "type": "vehicle", "system": body | changes, "_stats": {"systemId": "eclipsephase"}}


def a_creature(**changes: Any) -> dict[str, Any]:
    """Return a Lamp Moth in the format of EP2-Data."""
    words = ("cognition", "intuition", "reflexes", "savvy", "somatics", "willpower")
    numbers = dict.fromkeys(words, 5) | {f"{word}_check": 15 for word in words}
    more = {"reflexes_check": 35, "initiative": 2, "tp": 1, "armor_energy": 0, "amorr_kinetic": 2, "durability": 10}
    return {
        "category": "Creatures", "subcategory": "Lights", "name": "Lamp Moth", "complexity/gp": "Min/1",
        "attributes": {**numbers, **more, "lucidity": 0},
        "movement_rate": [{"movement_type": "Winged", "base": 8, "full": 32}, {"movement_type": "None", "base": 0}],
        "ware": ["Lamp"], "skills": ["Fray 30", "Provoke 30 (Dazzle 45)", "Exotic Skill: Glow 50", "Humming"],
        "traits": ["Bright (Level 2)"], "notes": "Sting DV 1d6, Small size", "description": "<p>It <i>glows</i>.</p>",
        "resource": "A book", "reference": "", "id": "7", **changes,
    }  # fmt: skip


def a_machine(**changes: Any) -> dict[str, Any]:
    """Return a Tea Drone in the format of EP2-Data, which has its numbers beside its name."""
    return {
        "category": "Tech", "subcategory": "Bots", "name": "Tea Drone", "complexity/gp": "Min/1",
        "vigor": 1, "vigor2": 2, "flex": 0, "armor_energy": 6, "armor_kinetic": 4,
        "wound_threshold": 6, "durability": 30, "death_rating": 60,
        "movement_rate": [{"movement_type": "Hopper/Walker", "base": 4, "full": 20}],
        "size": "VS", "description": "<p>It pours.</p>", "ware": ["Kettle"], "resource": "A book", "reference": "",
        "id": "8", **changes,
    }  # fmt: skip


def unaccounted(raw: Any, imported: ImportedCharacter) -> list[tuple[str | int, ...]]:
    """List the fields without a record in an import's account."""
    account = Account(raw)
    account.came, account.left = list(imported.came), list(imported.left)
    return account.unaccounted()


def why(imported: ImportedCharacter, place: str) -> str:
    """Return why a field was left out."""
    return next(field.says for field in imported.left if field.place == place)


def without_ids(character: Character) -> Character:
    """Return a character with empty ids throughout."""
    return structs.replace(
        character,
        id="",
        skills=tuple(structs.replace(skill, id="") for skill in character.skills),
        attacks=tuple(structs.replace(attack, id="") for attack in character.attacks),
    )


def is_whole(character: Character) -> bool:
    """Return whether a character can be saved and read back unchanged."""
    return msgspec.json.decode(msgspec.json.encode(character), type=Character) == character


def places(raw: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the paths of all values in plain data."""
    inner = raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ()
    for key, value in inner:
        yield (*place, key)
        yield from places(value, (*place, key))


def mutated(raw: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for plain data with strange values in several places."""
    odd = json_values | st.sampled_from(
        ["12", "-5", "999999", "+3", 10**30, -7, 2.5, "4/x", "<p>", [[]], {"value": {}}]
    )
    changes = st.lists(st.tuples(st.sampled_from(list(places(raw))), odd), min_size=1, max_size=6)
    return changes.map(lambda made: _with_changes(raw, made))


def _with_changes(raw: Any, changes: list[tuple[Place, Any]]) -> Any:
    """Return a changed copy of plain data, without the changes whose place no longer exists."""
    copied = copy.deepcopy(raw)
    for place, value in changes:
        inside = copied
        for key in place[:-1]:
            inside = inside[key] if _holds(inside, key) else None
        if _holds(inside, place[-1]):
            inside[place[-1]] = value
    return copied


def _holds(part: Any, key: str | int) -> bool:
    """Return whether plain data have a value under a key."""
    return key in part if isinstance(part, dict) else isinstance(part, list) and key in range(len(part))
