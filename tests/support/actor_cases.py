"""Actors and machines in other programs' formats, with the values that a person works out by their systems' rules."""

from collections.abc import Mapping
from typing import Any

from eclipsephase_makers import a_morph, an_item

Raw = dict[str, Any]


def _aptitudes(values: Mapping[str, int]) -> Raw:
    return {key: {"name": key, "value": value, "label": "", "roll": None, "mod": 0} for key, value in values.items()}


def _line(value: int | None, special: str = "") -> Raw:
    return {"name": "", "value": value, "specname": special, "spec": bool(special), "roll": None, "mod": 0}


def _sheet(kind: str, name: str, body: Raw, *items: Raw) -> Raw:
    return {
        "name": name,
        "type": kind,
        "system": body,
        "items": list(items),
        "effects": [],
        "_stats": {"systemId": "eclipsephase", "systemVersion": "1.7.2"},
    }


APTITUDES = dict(zip(("cog", "int", "ref", "sav", "som", "wil"), (15, 20, 15, 10, 20, 10), strict=True))
FAVORS = dict.fromkeys(("small1", "small2", "small3", "med1", "med2", "large"), False)

CHARACTER = _sheet(
    "character",
    "Sunniva Ortega",
    {
        "aptitudes": _aptitudes(APTITUDES),
        "skillsIns": {"perceive": _line(15), "infosec": _line(40, "Brute Force"), "research": _line(0)},
        "skillsMox": {"persuade": _line(35), "deceive": _line(None)},
        "skillsVig": {"fray": _line(20), "guns": _line(45), "free fall": _line(30), "melee": _line(90)},
        "health": {"physical": {"value": 12, "max": 0}, "mental": {"value": 5, "max": 0}},
        "physical": {"wounds": 1},
        "mental": {"trauma": 2},
        "mods": {"durmod": 0, "lucmod": 0, "iniMod": 0},
        "pools": {"insight": {"value": 1, "mod": 0}, "vigor": {"value": 2, "mod": 0}},
        "ego": {
            "egoFlex": 1,
            "motivations": {"motivation1": "+Open Science", "motivation2": "–Exsurgents", "motivation3": ""},
            "idSelected": "",
        },
        "activeMorph": "morph-hull",
        "activeID": "id-one",
        "biography": "<p>Born in a tin can.</p>",
    },
    a_morph("hull", "Hazer", type="bio", dur=35, insight=2, moxie=0, vigor=3, flex=1),
    {
        **an_item("id", "S. Ortega", rep={"r-rep": {"value": 40, **FAVORS}, "@-rep": {"value": 25, **FAVORS}}),
        "_id": "id-one",
    },
    an_item("knowSkill", "Physics", value=45, aptitude="cog", specname=""),
    an_item("specialSkill", "Pilot: Air", value=30, aptitude="ref", specname=""),
    an_item("traits", "Tough (Level 1)", traitType="trait", ego=False, morph=True, boundTo="morph-hull"),
    an_item("ware", "Grip Pads", boundTo="morph-hull"),
    an_item("armor", "Armor Vest", energy=4, kinetic=10, active=True),
    an_item(
        "rangedWeapon",
        "Light Rail Pistol",
        mode1={"name": "", "range": 50, "d10": 2, "d6": None, "bonus": 1, "firingMode": "sa", "traits": {}},
        mode2={},
        additionalMode=False,
        ammoMin=7,
        ammoMax=16,
        ammoSelected={"_id": "-", "name": ""},
    ),
    an_item("gear", "Repair Spray", quantity=1),
)
CHARACTER_READ = """
@ Sunniva Ortega ep2
stats COG 15, INT 20, REF 15, SAV 10, SOM 20, WIL 10, DUR 35
skills Perceive 55; Infosec 55 [Brute Force]; Research 20; Persuade 45; Fray 50; Guns 60
skills Free Fall 50; Melee 100; Know: Physics 60; Pilot: Air 45
pools insight 2, moxie 0, vigor 3, flex 2
rep r 40, @ 25
morph Hazer
body biomorph
motivations +Open Science; –Exsurgents
traits Tough (Level 1)
ware Grip Pads
gear Repair Spray
armor 4/10 (armor vest)
moves Walker 4/20, Thrust Vector 8/40
attack light rail pistol = damage 2d10+1; modes SA; range 50; ammo 16; skill Guns
notes Born in a tin can
"""

GOON = _sheet(
    "goon",
    "Yard Dog",
    {
        "aptitudes": _aptitudes(APTITUDES),
        "skillsIns": {"perceive": _line(50)},
        "skillsMox": {"provoke": _line(45)},
        "skillsVig": {"fray": _line(40), "melee": _line(55, "Clubs")},
        "health": {"physical": {"value": 0, "max": 0}},
        "mods": {"durmod": 5},
        "bodyType": {"value": "synth"},
        "threatPool": {"value": 1, "max": 2},
    },
    a_morph("yard", "Case", type="synth", dur=30),
    an_item("armor", "Plates", energy=6, kinetic=6, active=True),
)
GOON_READ = """
@ Yard Dog ep2
stats COG 15, INT 20, REF 15, SAV 10, SOM 20, WIL 10, DUR 35
skills Perceive 50; Provoke 45; Fray 40; Melee 55 [Clubs]
morph Case
body synthmorph
armor 6/6 (plates)
moves Walker 4/20, Thrust Vector 8/40
"""

OLDER = {
    "name": "Quill Baptiste",
    "type": "npc",
    "data": {
        "aptitudes": {key: {"value": value} for key, value in APTITUDES.items()},
        "skillsIns": {"interface": {"value": 40, "specname": ""}},
        "skillsVig": {"fray": {"value": "10"}, "athletics": {"value": 25}},
        "skillsMox": {"kinesics": {"value": 30}},
        "bodies": {
            "activeMorph": "morph1",
            "morph1": {
                "name": "Novacrab",
                "type": "pod",
                "dur": 45,
                "insight": 1,
                "moxie": 0,
                "vigor": 2,
                "flex": 0,
                "movement1": {"base": 4, "full": 20, "type": "walker"},
                "movement2": {"base": 4, "full": 12, "type": "swim"},
            },
        },
        "ego": {"egoFlex": 0, "ids": {"id1": {"name": "Quill", "rep": {"c-rep": {"value": 15}}}}, "idSelected": "id1"},
        "health": {"physical": {"value": 0}, "mental": {"value": 0}},
    },
    "items": [],
}
OLDER_READ = """
@ Quill Baptiste ep2
stats COG 15, INT 20, REF 15, SAV 10, SOM 20, WIL 10, DUR 45
skills Interface 55; Fray 40; Athletics 45; Kinesics 40
pools insight 1, moxie 0, vigor 2, flex 0
rep c 15
morph Novacrab
body biomorph
moves Walker 4/20, Swim 4/12
"""

SYNTH = {
    "name": "Bellows",
    "type": "synthetic",
    "system": {
        "physicalHealth": {"baseDurability": 60, "damage": 10, "wounds": 1},
        "movementRates": [{"type": "hover", "base": 8, "full": 40, "id": "a"}],
        "pools": {"insight": 0, "moxie": 0, "vigor": 2, "flex": 1},
        "inherentArmor": {"energy": 12, "kinetic": 10, "source": "plates"},
        "size": "large",
        "unarmedDV": "1d10",
        "description": "<p>Wheezes.</p>",
        "epData": {},
    },
    "items": [],
    "_stats": {"systemId": "ep2e"},
}
SYNTH_READ = """
@ Bellows ep2
stats DUR 60, WT 12, DR 120
pools vigor 2, flex 1
body synthmorph
armor 12/10 (plates)
attack unarmed = damage 1d10
moves Hover 8/40
notes Wheezes
"""


def _ego(name: str, **more: Any) -> Raw:
    return {
        "name": name,
        "type": "character",
        "system": {
            "aptitudes": APTITUDES,
            "skills": {
                "athletics": {"points": 25, "specialization": ""},
                "fray": {"points": 10, "specialization": ""},
                "guns": {"points": 40, "specialization": "Rifles"},
                "perceive": {"points": 0, "specialization": ""},
                "psi": {"points": 0, "specialization": ""},
            },
            "fieldSkills": {
                "know": [{"points": 40, "field": "Spacecraft", "linkedAptitude": "cog", "specialization": ""}]
            },
            "reps": {"gRep": {"score": 35, "track": True}, "cRep": {"score": 0, "track": False}},
            "flex": 1,
            "motivations": [{"cause": "Wealth", "stance": "support", "goals": []}],
            "threatDetails": {"level": "orange", "numbers": "3"},
            "settings": {"threatDetails": True},
            "mentalHealth": {"damage": 4, "wounds": 0},
            "characterDetails": {"career": "Mercenary"},
        },
        "items": [],
        "_stats": {"systemId": "ep2e"},
        **more,
    }


EGO = _ego("Hired Gun")
EGO_READ = """
@ Hired Gun x3 ep2
stats COG 15, INT 20, REF 15, SAV 10, SOM 20, WIL 10, INIT 7, LUC 20, TT 4, IR 40
skills Athletics 45; Fray 40; Guns 55 [Rifles]; Perceive 40; Know: Spacecraft 55
rep g 35
pools flex 1
level Orange
concept Mercenary
motivations +Wealth
"""


def _machine(name: str, **more: Any) -> Raw:
    return {
        "category": "Tech", "subcategory": "Bots", "name": name, "complexity/gp": "Min/1", "vigor": 0, "vigor2": 0,
        "flex": 1, "armor_energy": 8, "armor_kinetic": 6, "wound_threshold": 7, "durability": 35, "death_rating": 70,
        "movement_rate": [{"movement_type": "Rotor", "base": 8, "full": 32}], "size": "S",
        "description": "<p>Hums.</p>", "ware": ["Lidar", "Weapon Mount (Static)"], "resource": "", "reference": "",
        "id": "1", **more,
    }  # fmt: skip


CASES: tuple[tuple[str, Raw, str], ...] = (
    ("a character of eclipsephase 1.7", CHARACTER, CHARACTER_READ),
    ("a goon of eclipsephase 1.7", GOON, GOON_READ),
    ("an npc of an older eclipsephase", OLDER, OLDER_READ),
    ("a synthetic body of ep2e", SYNTH, SYNTH_READ),
    ("an ego of ep2e", EGO, EGO_READ),
    (
        "a bot of EP2-Data",
        _machine("Lamp Bot"),
        ("@ Lamp Bot ep2\nstats WT 7, DUR 35, DR 70\npools flex 1\narmor 8/6\nmoves Rotor 8/32\nbody synthmorph\n"
        "ware Lidar; Weapon Mount (Static)\nnotes Hums | Small"),
    ),
    (
        "a bot with two ways to move and a second Vigor",
        _machine("Mule", vigor=3, vigor2=2, flex=0, movement_rate=[
            {"movement_type": "Walker", "base": 4, "full": 12},
            {"movement_type": "Thrust Vector", "base": 8, "full": 40},
        ]),
        ("@ Mule ep2\nstats WT 7, DUR 35, DR 70\npools vigor 3\narmor 8/6\nmoves Walker 4/12, Thrust Vector 8/40\n"
        "body synthmorph\nware Lidar; Weapon Mount (Static)\nnotes 2"),
    ),
    (
        "a vehicle of EP2-Data",
        _machine("Crawler", category="Vehicles", subcategory="Groundcraft", passengers=6, durability=250,
                 wound_threshold=50, death_rating=500, size="VL", notes="+1d10 melee damage.", movement_rate=[]),
        ("@ Crawler ep2\nstats WT 50, DUR 250, DR 500\npools flex 1\narmor 8/6\nbody synthmorph\n"
        "ware Lidar; Weapon Mount (Static)\nnotes 6 | Very large | +1d10 melee damage"),
    ),
    (
        "a creature of EP2-Data",
        {
            "category": "Creatures", "subcategory": "X", "name": "Silt Worm", "complexity/gp": "",
            "attributes": {
                "cognition": 3, "cognition_check": 9, "intuition": 10, "intuition_check": 30, "reflexes": 15,
                "reflexes_check": 45, "savvy": 5, "savvy_check": 15, "somatics": 20, "somatics_check": 65,
                "willpower": 10, "willpower_check": 30, "initiative": 5, "tp": 2, "armor_energy": 3, "armor_kinetic": 5,
                "wound_threshold": 6, "durability": 30, "death_rating": 45, "trauma_threshold": 4, "lucidity": 20,
                "insanity_rating": 40,
            },
            "movement_rate": [{"movement_type": "Burrower", "base": 4, "full": 12}],
            "ware": [], "skills": ["Athletics 40", "Fray 45", "Melee 55 (Bite 65)"], "traits": [],
            "notes": "Bite: DV 1d10+2, armor-piercing", "description": "", "resource": "", "reference": "", "id": "2",
        },
        ("@ Silt Worm ep2\nstats COG 3, INT 10, REF 15, SAV 5, SOM 20, WIL 10, INIT 5, WT 6, DUR 30, DR 45, TT 4, "
        "LUC 20, IR 40\nchecks SOM 65\npools threat 2\narmor 3/5\nmoves Burrower 4/12\n"
        "skills Athletics 40; Fray 45; Melee 55 [Bite 65]\nattack bite = damage 1d10+2; piercing yes; skill Melee"),
    ),
)  # fmt: skip
