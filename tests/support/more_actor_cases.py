"""More actors, machines and morphs in other programs' formats, written by the facts of their schemas."""

from typing import Any

from actor_cases import FAVORS, Raw
from eclipsephase_makers import a_morph, an_effect, an_item

LOW = dict(zip(("cog", "int", "ref", "sav", "som", "wil"), (10, 15, 20, 10, 15, 15), strict=True))


def _own(values: dict[str, int]) -> Raw:
    """Return aptitudes as a sheet has them."""
    return {key: {"value": value, "label": "x", "roll": None, "mod": None} for key, value in values.items()}


def _points(value: Any, special: str = "", mod: int | None = None) -> Raw:
    return {"name": "", "value": value, "specname": special, "spec": False, "roll": None, "mod": mod}


def _actor(kind: str, name: str, version: str, body: Raw, *items: Raw, **more: Any) -> Raw:
    stats = {"systemId": "eclipsephase", "systemVersion": version, "coreVersion": "12.331"}
    return {"name": name, "type": kind, "system": body, "items": list(items), "effects": [], "_stats": stats, **more}


def _mode(d10: int | None, bonus: int | None, **more: Any) -> Raw:
    """Return a mode of a newer weapon."""
    on = more.pop("traits", ())
    traits = {key: {"name": key, "value": key in on} for key in ("armorPiercing", "shock", "knockdown")}
    return {"name": "", "range": 30, "d10": d10, "d6": None, "bonus": bonus, "dv": None, "firingMode": "sa",
            "traits": traits} | more  # fmt: skip


NO_AMMO = {"_id": "-", "name": "", "dvModifier": {"d10": None, "d6": None, "bonus": None, "calculated": ""}}

SOLDIER = _actor(
    "character", "Ravi Stone", "1.5.3",
    {
        "aptitudes": _own(LOW),
        "skillsIns": {"perceive": _points(10), "interface": _points(20), "survival": _points(0)},
        "skillsMox": {"provoke": _points(35, "Threats")},
        "skillsVig": {"fray": _points(15), "guns": _points(50, "Rifles"), "athletics": _points(30),
                      "melee": _points(0)},
        "ego": {"motivations": {"motivation1": "+Unit", "motivation2": "", "motivation3": ""}, "egoFlex": 2,
                "idSelected": "", "languages": "Hindi, English", "age": "41"},
        "pools": {"insight": {"value": None, "mod": 0}, "vigor": {"value": 4, "mod": 0}},
        "health": {"physical": {"value": 0, "max": 50}, "mental": {"value": 0, "max": 30}},
        "activeMorph": "morph-fury", "activeID": "", "mods": {"durmod": 0},
    },
    a_morph("fury", "Fury", type="bio", dur=50, insight=1, moxie=0, vigor=4, flex=1),
    an_item("rangedWeapon", "Assault Rifle", mode1=_mode(2, 6, firingMode="saBFfa", range=150),
            mode2=_mode(3, 6, firingMode="ss", range=50, name="Launcher"), additionalMode=True, ammoMin=30, ammoMax=30,
            ammoSelected=NO_AMMO),
    an_item("ccWeapon", "Combat Knife", mode1=_mode(1, 3, firingMode="", range=None, traits=("armorPiercing",)),
            mode2={}, additionalMode=False),
    an_item("knowSkill", "Tactics", value=40, aptitude="cog", specname=""),
    an_item("drug", "Grin", quantity=2),
)  # fmt: skip
SOLDIER_READ = """
@ Ravi Stone ep2
stats COG 10, INT 15, REF 20, SAV 10, SOM 15, WIL 15, DUR 50
skills Perceive 40; Interface 30; Survival 15; Provoke 45 [Threats]; Fray 55; Guns 70 [Rifles]; Athletics 45; Melee 15
skills Know: Tactics 50
pools insight 1, moxie 0, vigor 4, flex 3
morph Fury
body biomorph
motivations +Unit
moves Walker 4/20, Thrust Vector 8/40
gear 2 × Grin
attack assault rifle = damage 2d10+6; modes SA/BF/FA; range 150; ammo 30; skill Guns
attack assault rifle (launcher) = damage 3d10+6; modes SS; range 50; ammo 30; skill Guns
attack combat knife = damage 1d10+3; piercing yes; skill Melee
notes Hindi, English | 41
"""

MESH = _actor(
    "character", "Echo", "1.8.0",
    {
        "aptitudes": _own({**LOW, "cog": 25}),
        "skillsIns": {"infosec": _points(60), "perceive": _points(0), "program": _points(45)},
        "skillsMox": {}, "skillsVig": {"fray": _points(0)},
        "ego": {"motivations": {}, "egoFlex": 0, "idSelected": ""},
        "activeMorph": "morph-agent", "activeID": "",
    },
    a_morph("agent", "Agent", type="info", dur=40, insight=4, moxie=1, vigor=0, flex=0),
    a_morph("case", "Case", type="synth", dur=25, insight=0, moxie=0, vigor=0, flex=0),
    an_item("ware", "Loud Speaker", boundTo="morph-case"),
)  # fmt: skip
MESH_READ = """
@ Echo ep2
stats COG 25, INT 15, REF 20, SAV 10, SOM 15, WIL 15, DUR 40, DR 80
skills Infosec 85; Perceive 30; Program 70; Fray 40
pools insight 4, moxie 1, vigor 0, flex 0
morph Agent
moves Walker 4/20, Thrust Vector 8/40
notes Another morph: Case | Loud Speaker
"""

HIRED = _actor(
    "npc", "Hired Blade", "1.6.1",
    {
        "aptitudes": _own(LOW),
        "skillsIns": {"perceive": _points("20")}, "skillsMox": {"kinesics": _points(15)},
        "skillsVig": {"fray": _points("10"), "melee": _points(50, "Blades"), "infiltrate": _points(None)},
        "bodyType": {"value": "bio"}, "activeMorph": "morph-splicer",
        "health": {"physical": {"value": 9, "max": 0}, "mental": {"value": 0, "max": 0}},
    },
    a_morph("splicer", "Splicer", type="bio", dur=30, insight=0, moxie=0, vigor=0, flex=1),
    an_item("armor", "Body Armor", energy=4, kinetic=12, active=False),
    an_item("traits", "Feral", traitType="flaw", ego=True, morph=False),
    an_item("grenade", "Flash Pellet", dv={"d10": None, "d6": 1, "bonus": None}, armorused="energy", quantity=2,
            traits={}, areaeffect=""),
)  # fmt: skip
HIRED_READ = """
@ Hired Blade ep2
stats COG 10, INT 15, REF 20, SAV 10, SOM 15, WIL 15, DUR 30
skills Perceive 50; Kinesics 25; Fray 50; Melee 65 [Blades]
pools insight 0, moxie 0, vigor 0, flex 1
morph Splicer
body biomorph
traits Feral
armor 4/12 (body armor)
moves Walker 4/20, Thrust Vector 8/40
attack flash pellet = damage 1d6; ammo 2; skill Athletics; against energy
"""

PACK = _actor(
    "goon", "Dock Rats", "1.7.0",
    {
        "aptitudes": _own(LOW),
        "skillsIns": {"perceive": _points(35)}, "skillsMox": {},
        "skillsVig": {"fray": _points(35), "guns": _points(40), "athletics": _points(45, "Climbing")},
        "threatLevel": {"current": 0, "total": 1}, "bodyType": {"value": "bio"},
    },
    a_morph("flat", "Flat", type="bio", dur=30),
    an_item("specialSkill", "Pilot: Ground", value=40, aptitude="ref", specname=""),
    an_item("rangedWeapon", "Zip Gun", mode1=_mode(1, 4, firingMode="ss", range=10), mode2={}, additionalMode=False,
            ammoMin=1, ammoMax=1, ammoSelected=NO_AMMO),
)  # fmt: skip
PACK_READ = """
@ Dock Rats ep2
stats COG 10, INT 15, REF 20, SAV 10, SOM 15, WIL 15, DUR 30
skills Perceive 35; Fray 35; Guns 40; Athletics 45 [Climbing]; Pilot: Ground 40
pools threat 1
morph Flat
body biomorph
moves Walker 4/20, Thrust Vector 8/40
attack zip gun = damage 1d10+4; modes SS; range 10; ammo 1; skill Guns
"""

BOOSTED = _actor(
    "character", "Juno", "1.8.2",
    {
        "aptitudes": _own(LOW), "skillsIns": {"perceive": _points(5)}, "skillsMox": {},
        "skillsVig": {"fray": _points(5), "free fall": _points(30, mod=10)},
        "ego": {"egoFlex": 1, "motivations": {}, "idSelected": ""}, "activeMorph": "morph-bouncer", "activeID": "id-j",
        "mods": {"durmod": 5, "iniMod": 1, "woundMod": 1}, "pools": {},
    },
    a_morph("bouncer", "Bouncer", type="bio", dur=35, insight=1, moxie=0, vigor=1, flex=2),
    {**an_item("id", "Juno V.", rep={"f-rep": {"name": "f", "value": 30, **FAVORS},
                                     "x-rep": {"name": "x", "value": 15, **FAVORS}}), "_id": "id-j"},
    {**an_item("ware", "Adrenal Boost", boundTo="morph-bouncer"), "effects": [an_effect("pools.vigor.mod", 1)]},
)  # fmt: skip
BOOSTED_READ = """
@ Juno ep2
stats COG 10, INT 15, REF 20, SAV 10, SOM 15, WIL 15, DUR 40, INIT 8
skills Perceive 35; Fray 45; Free Fall 45
pools insight 1, moxie 0, vigor 2, flex 3
rep f 30, x 15
morph Bouncer
body biomorph
ware Adrenal Boost
moves Walker 4/20, Thrust Vector 8/40
notes +10
"""

OLDEST = {
    "name": "Vesna Kral", "type": "character",
    "data": {
        "aptitudes": {key: {"value": str(value)} for key, value in LOW.items()},
        "skillsIns": {"perceive": {"value": "10", "specname": "Smell"}, "research": {"value": "45"}},
        "skillsMox": {"persuade": {"value": "40"}},
        "skillsVig": {"fray": {"value": 0}, "free fall": {"value": "35"}},
        "bodies": {
            "activeMorph": "morph2",
            "morph1": {"name": "Flat", "dur": "30", "type": "bio"},
            "morph2": {"name": "Synth", "type": "synth", "dur": "40", "insight": "1", "moxie": "1", "vigor": "2",
                       "flex": "0", "movement": "4/20", "movetype": "walker"},
        },
        "ego": {"egoFlex": "1", "idSelected": "ID1", "motivations": {"motivation1": "+Exploration"},
                "ids": {"id1": {"name": "V. Kral", "rep": {"r-rep": {"value": "55"}}}}},
        "biography": "<p>Lost twice.</p>",
    },
    "items": [
        {"name": "Laser", "type": "rangedWeapon",
         "data": {"dv": "2d10", "range": "100", "ammoMin": "40", "ammoMax": "50", "firingMode": "saBF"}},
        {"name": "Shell Plates", "type": "armor", "data": {"energy": "8", "kinetic": "8", "active": True}},
        {"name": "Geology", "type": "knowSkill", "data": {"value": "50", "aptitude": "Cognition", "specname": ""}},
    ],
}  # fmt: skip
OLDEST_READ = """
@ Vesna Kral ep2
stats COG 10, INT 15, REF 20, SAV 10, SOM 15, WIL 15, DUR 40
skills Perceive 40 [Smell]; Research 60; Persuade 50; Fray 40; Free Fall 50; Know: Geology 60
pools insight 1, moxie 1, vigor 2, flex 1
rep r 55
morph Synth
body synthmorph
motivations +Exploration
armor 8/8 (shell plates)
moves Walker 4/20
attack laser = damage 2d10; modes SA/BF; range 100; ammo 50; skill Guns
notes Lost twice | Another morph: Flat
"""

BEAST = _actor(
    "vehicle", "Reef Eel", "1.5.0",
    {
        "description": "WARE: Gills; NOTES: Bite DV 1d10+4, Large size",
        "aptitudes": _own({"cog": 3, "int": 10, "ref": 15, "sav": 3, "som": 20, "wil": 5}),
        "pools": {"threat": {"max": 1, "current": 1}}, "movement": {"1": {"speed": "8/32", "type": "swimmer"}},
        "armor": {"energy": 2, "kinetic": 4}, "init": 5, "luc": 10, "dur": 40, "type": "animal", "slotType": "l",
        "cog": 3, "int": 10, "ref": 15, "sav": 3, "som": 20, "wil": 5, "threat": 1,
        "skills": {
            "1": {"name": "Athletics", "value": 60, "specname": "Swimming"},
            "2": {"name": "Fray", "value": 40, "specname": ""},
            "3": {"name": "Melee", "value": 55, "specname": ""},
            "4": {"name": "", "value": None},
        },
    },
)  # fmt: skip
BEAST_READ = """
@ Reef Eel ep2
stats COG 3, INT 10, REF 15, SAV 3, SOM 20, WIL 5, INIT 5, LUC 10, DUR 40
skills Athletics 60 [Swimming]; Fray 40; Melee 55
pools threat 1
armor 2/4
moves Swimmer 8/32
ware Gills
attack bite = damage 1d10+4; skill Melee
notes Large size
"""


def _body_of_ep2e(kind: str, name: str, **more: Any) -> Raw:
    system = {
        "description": "", "reference": "", "movementRates": [{"type": "walker", "base": 4, "full": 20, "id": "w"}],
        "pools": {"insight": 0, "moxie": 0, "vigor": 0, "flex": 0}, "size": "medium", "unarmedDV": "1d6", "subtype": "",
        "physicalHealth": {"baseDurability": 30, "damage": 0, "wounds": 0}, "epData": {}, **more,
    }  # fmt: skip
    return {"name": name, "type": kind, "system": system, "items": [], "_stats": {"systemId": "ep2e"}}


def _item_of_ep2e(kind: str, name: str, **body: Any) -> Raw:
    return {"_id": f"i-{name}", "name": name, "type": kind, "system": body}


EGO = {
    "aptitudes": {"cog": 15, "int": 15, "ref": 20, "sav": 15, "som": 20, "wil": 10},
    "skills": {
        "athletics": {"points": 20, "specialization": ""}, "fray": {"points": 20, "specialization": ""},
        "guns": {"points": 35, "specialization": ""}, "melee": {"points": 30, "specialization": "Clubs"},
        "perceive": {"points": 15, "specialization": ""}, "freeFall": {"points": 0, "specialization": ""},
        "psi": {"points": 0, "specialization": ""},
    },
    "fieldSkills": {"pilot": [{"field": "Air", "points": 20, "linkedAptitude": "ref", "specialization": ""}]},
    "reps": {"@Rep": {"score": 20, "track": True}, "xRep": {"score": 0, "track": False}},
    "flex": 0, "threat": 2, "settings": {"useThreat": True, "threatDetails": True, "trackMentalHealth": True},
    "threatDetails": {"level": "red", "numbers": "2", "niche": "", "stress": {"sv": "", "minSV": 0}},
    "motivations": [{"cause": "Order", "stance": "oppose", "goals": []}],
    "mentalHealth": {"damage": 0, "wounds": 0}, "characterDetails": {"career": "Enforcer", "faction": "Criminal"},
}  # fmt: skip
GANG = {
    "name": "Enforcer", "type": "character", "system": EGO, "_stats": {"systemId": "ep2e"},
    "flags": {"ep2e": {"biological": _body_of_ep2e(
        "biological", "Olympian", physicalHealth={"baseDurability": 40, "damage": 5, "wounds": 0},
        pools={"insight": 1, "moxie": 1, "vigor": 3, "flex": 0})}},
    "items": [
        _item_of_ep2e("firearm", "Submachine Gun", range=20, ammo={"value": 30, "max": 30, "ammoClass": "smg"},
                      primaryAttack={"damageFormula": "2d6+2", "firingModes": ["semiAuto", "burstFire", "fullAuto"],
                                     "notes": ""}, state={"equipped": True}),
        _item_of_ep2e("meleeWeapon", "Baton", primaryAttack={"damageFormula": "1d10+2", "attackTraits": ["shock"],
                                                             "notes": ""}, state={"equipped": True}),
        _item_of_ep2e("armor", "Armor Vest", armorValues={"energy": 4, "kinetic": 10}, state={"equipped": True}),
    ],
}  # fmt: skip
GANG_READ = """
@ Enforcer x2 ep2
stats COG 15, INT 15, REF 20, SAV 15, SOM 20, WIL 10, INIT 7, LUC 20, TT 4, IR 40, DUR 40, WT 8, DR 60
skills Athletics 40; Fray 60; Guns 55; Melee 50 [Clubs]; Perceive 45; Pilot: Air 40
pools insight 1, moxie 1, vigor 3, threat 2
rep @ 20
level Red
morph Olympian
body biomorph
concept Enforcer
motivations −Order
armor 4/10 (armor vest)
moves Walker 4/20
attack submachine gun = damage 2d6+2; modes SA/BF/FA; range 20; ammo 30; skill Guns
attack baton = damage 1d10+2; trait shock; skill Melee
attack unarmed = damage 1d6; skill Melee
notes Criminal
"""
TRUCK = _body_of_ep2e(
    "synthetic", "Ore Truck", shellType="vehicle", size="veryLarge", unarmedDV="", passengers=2,
    movementRates=[{"type": "wheeled", "base": 8, "full": 32, "id": "a"},
                   {"type": "thrustVector", "base": 4, "full": 12}],
    pools={"insight": 0, "moxie": 0, "vigor": 1, "flex": 0},
    physicalHealth={"baseDurability": 120, "damage": 0, "wounds": 0},
    inherentArmor={"energy": 10, "kinetic": 12, "source": "hull"},
)  # fmt: skip
TRUCK_READ = """
@ Ore Truck ep2
stats DUR 120, WT 24, DR 240
pools vigor 1
body synthmorph
armor 10/12 (hull)
moves Wheeled 8/32, Thrust Vector 4/12
notes 2
"""
HOUND = _body_of_ep2e(
    "biological", "Vat Hound", unarmedDV="1d10+2", size="small",
    pools={"insight": 0, "moxie": 0, "vigor": 2, "flex": 0},
    movementRates=[{"type": "walker", "base": 8, "full": 32, "id": "a"}],
    physicalHealth={"baseDurability": 25, "damage": 0, "wounds": 0},
)  # fmt: skip
HOUND_READ = """
@ Vat Hound ep2
stats DUR 25, WT 5, DR 38
pools vigor 2
body biomorph
moves Walker 8/32
attack unarmed = damage 1d10+2
"""


def _machine(name: str, **more: Any) -> Raw:
    return {
        "category": "Tech", "subcategory": "Bots", "name": name, "complexity/gp": "Maj/3", "vigor": 0, "vigor2": 0,
        "flex": 0, "armor_energy": 6, "armor_kinetic": 4, "wound_threshold": 4, "durability": 20, "death_rating": 40,
        "movement_rate": [{"movement_type": "Hopper/Walker", "base": 4, "full": 12}], "size": "VS",
        "description": "<p>Cleans.</p>", "ware": ["Grip Pads"], "resource": "A book", "reference": "", "id": "3",
        **more,
    }  # fmt: skip


def _morph(name: str, kind: str, **more: Any) -> Raw:
    return {
        "name": name, "book": "A book", "type": kind, "cost": 3, "availability": 50, "wound_threshold": 7,
        "durability": 35, "death_rating": 53, "pools": {"insight": 1, "moxie": 0, "vigor": 2, "flex": 1},
        "movement_rate": [{"movement_type": "Walker", "base": 4, "full": 20}], "ware": ["Biomods", "Cortical Stack"],
        "morph_traits": [{"name": "Limberness", "level": 1}], "common_extras": ["Some have claws."],
        "notes": ["Small size"], "common_shape_adjustments": [], "image": None, "description": "Made for tunnels.",
        "resource": "A book", "reference": "", "id": "9", **more,
    }  # fmt: skip


MORE_CASES: tuple[tuple[str, Raw, str], ...] = (
    ("a soldier of eclipsephase 1.5 with two modes", SOLDIER, SOLDIER_READ),
    ("an infomorph of eclipsephase 1.8 with a spare shell", MESH, MESH_READ),
    ("an npc of eclipsephase 1.6 with texts for numbers", HIRED, HIRED_READ),
    ("goons of eclipsephase 1.7 with a weapon", PACK, PACK_READ),
    ("a character of eclipsephase 1.8 with effects and modifiers", BOOSTED, BOOSTED_READ),
    ("a character of the oldest eclipsephase in texts", OLDEST, OLDEST_READ),
    ("an animal of eclipsephase 1.5", BEAST, BEAST_READ),
    ("a gang of ep2e in a body", GANG, GANG_READ),
    ("a vehicle of ep2e", TRUCK, TRUCK_READ),
    ("an animal's body of ep2e", HOUND, HOUND_READ),
    (
        "a bot of EP2-Data that hops", _machine("Mop"),
        ("@ Mop ep2\nstats WT 4, DUR 20, DR 40\narmor 6/4\nmoves Hopper/Walker 4/12\nbody synthmorph\nware Grip Pads\n"
         "notes Cleans | Very small"),
    ),
    (
        "a hardsuit of EP2-Data",
        _machine("Dive Suit", category="Vehicles", subcategory="Hardsuits", passengers=1, vigor=1, armor_energy=25,
                 armor_kinetic=8, wound_threshold=12, durability=60, death_rating=120, size="Unlisted",
                 notes="+1d6 melee damage.", description="<p></p>", movement_rate=[
                     {"movement_type": "Walker", "base": 4, "full": 20},
                     {"movement_type": "Submarine", "base": 8, "full": 32}]),
        ("@ Dive Suit ep2\nstats WT 12, DUR 60, DR 120\npools vigor 1\narmor 25/8\nmoves Walker 4/20, Submarine 8/32\n"
         "body synthmorph\nware Grip Pads\nnotes 1 | +1d6 melee damage"),
    ),
    (
        "a biomorph of EP2-Data", _morph("Burrower", "Biomorph"),
        ("@ Burrower ep2\nmorph Burrower\nbody biomorph\nstats WT 7, DUR 35, DR 53\npools insight 1, vigor 2, flex 1\n"
         "moves Walker 4/20\nware Biomods; Cortical Stack\ntraits Limberness (Level 1)\n"
         "notes Some have claws | Small size | Made for tunnels"),
    ),
    (
        "a synthmorph of EP2-Data",
        _morph("Dredger", "Synthmorph", death_rating=70, morph_traits=[], ware=[], notes=[]),
        ("@ Dredger ep2\nmorph Dredger\nbody synthmorph\nstats WT 7, DUR 35, DR 70\npools insight 1, vigor 2, flex 1\n"
         "moves Walker 4/20\nnotes Some have claws | Made for tunnels"),
    ),
    (
        "an infomorph of EP2-Data", _morph("Wisp", "Infomorph", movement_rate=[], ware=[], morph_traits=[]),
        ("@ Wisp ep2\nmorph Wisp\nstats WT 7, DUR 35, DR 53\npools insight 1, vigor 2, flex 1\nnotes Small size"),
    ),
)  # fmt: skip
