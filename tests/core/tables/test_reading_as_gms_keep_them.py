"""Tables as different GMs keep them, in all three systems, read field by field."""

from typing import Any

import pytest
from msgspec import to_builtins

from gm_desk.core.characters.roster import Character
from gm_desk.core.stat_blocks.reading import read_blocks
from gm_desk.core.stat_blocks.source import Pasted
from gm_desk.core.systems.registry import RULES
from gm_desk.core.tables.reading import TableSearch
from gm_desk.store.shipped import load_system
from makers import numbered_ids

ALL = [load_system(system) for system in RULES]


def read(text: str, system: str = "") -> Pasted:
    return read_blocks(text, ALL, numbered_ids(), system)


def fields(one: Character) -> dict[str, Any]:
    """Return the values of a character in short: skills and points by name, attacks without ids."""
    found = {key: value for key, value in to_builtins(one).items() if key not in {"id", "source", "skills"}}
    found |= {"skills": {skill.name: skill.rating for skill in one.skills}} if one.skills else {}
    if one.points:
        found["points"] = {key: points.max for key, points in one.points.items()}
    found["attacks"] = [{key: part for key, part in each.items() if key != "id"} for each in found.get("attacks", ())]
    return {key: value for key, value in found.items() if value != []}


def armor(*values: int, kinds: tuple[str, ...] = ("energy", "kinetic")) -> tuple[dict[str, Any]]:
    return ({"values": dict(zip(kinds, values, strict=True))},)


KAISER = ("Cut", "Thrust", "Blow")
TABLES: dict[str, tuple[str, str, list[dict[str, Any]]]] = {
    "csv with quotes and a count in the name": (
        "ep2",
        (
            "Name,INIT,DUR,WT,Guns,Fray,Weapon,Damage,Faction\n"
            "Dock thug,6,30,6,40,30,Heavy pistol,2d10,Triads\n"
            '"Boss ""Red""",8,40,8,60,50,"SMG",2d6+2,\n'
            "Sniper x3,7,35,7,65,40,Sniper rifle,2d10+6,\n"
        ),
        [
            {
                "name": "Dock thug",
                "stats": {"INIT": 6, "DUR": 30, "WT": 6},
                "attacks": [{"name": "Heavy pistol", "damage": "2d10"}],
                "skills": {"Guns": 40, "Fray": 30},
                "notes": "Faction: Triads",
            },
            {
                "name": 'Boss "Red"',
                "stats": {"INIT": 8, "DUR": 40, "WT": 8},
                "attacks": [{"name": "SMG", "damage": "2d6+2"}],
                "skills": {"Guns": 60, "Fray": 50},
            },
            {
                "name": "Sniper",
                "number": 3,
                "stats": {"INIT": 7, "DUR": 35, "WT": 7},
                "attacks": [{"name": "Sniper rifle", "damage": "2d10+6"}],
                "skills": {"Guns": 65, "Fray": 40},
            },
        ],
    ),
    "a range of a spreadsheet with checks, points and whose they are": (
        "ep2",
        (
            "Character\tPlayer\tCOG\tCOG Check\tREF\tInsight\tMoxie\tFlex\tInit\tArmor\tWT\tDUR\n"
            "Zora\tAnne\t20\t60\t15\t2\t1\t1\t6\t6/12\t7\t35\nPax\tBen\t10\t35\t20\t1\t2\t0\t8\t4/4 (vest)\t8\t40\n"
        ),
        [
            {
                "name": "Zora",
                "stats": {"COG": 20, "REF": 15, "INIT": 6, "WT": 7, "DUR": 35},
                "points": {"insight": 2, "moxie": 1, "flex": 1},
                "armor": armor(6, 12),
                "notes": "Player: Anne",
            },
            {
                "name": "Pax",
                "stats": {"COG": 10, "REF": 20, "INIT": 8, "WT": 8, "DUR": 40},
                "checks": {"COG": 35},
                "points": {"insight": 1, "moxie": 2, "flex": 0},
                "armor": ({"values": {"energy": 4, "kinetic": 4}, "name": "vest"},),
                "notes": "Player: Ben",
            },
        ],
    ),
    "several weapons in columns of their own": (
        "ep2",
        (
            "Name,#,DUR,Energy,Kinetic,Weapon 1,Skill 1,Damage 1,Weapon 2,Skill 2,Damage 2,Notes\n"
            "Ganger,4,30,2,4,SMG,45,2d6,Knife,40,1d6+2,runs at half\n"
            "Leader,1,40,6,6,Heavy pistol,60%,2d10,Stun baton,55,1d10+1 (shock),\n"
        ),
        [
            {
                "name": "Ganger",
                "number": 4,
                "stats": {"DUR": 30},
                "armor": armor(2, 4),
                "attacks": [
                    {"name": "SMG", "rating": 45, "damage": "2d6"},
                    {"name": "Knife", "rating": 40, "damage": "1d6+2"},
                ],
                "notes": "runs at half",
            },
            {
                "name": "Leader",
                "stats": {"DUR": 40},
                "armor": armor(6, 6),
                "attacks": [
                    {"name": "Heavy pistol", "rating": 60, "damage": "2d10"},
                    {"name": "Stun baton", "rating": 55, "damage": "1d10+1", "traits": ("shock",)},
                ],
            },
        ],
    ),
    "Markdown with everything of a kind in one cell": (
        "ep2",
        (
            "NPC | HP | Skills | Weapons | Gear\n--- | --- | --- | --- | ---\n"
            "Jin | 30 (WT 6) | Guns 40%, Fray 30%, Know: Gangs 50 | Pistol 2d10 AP -2 SA/BF; Knife 1d6 | ecto, vest\n"
            "Mags (x4) | 12/35 | Guns: 35; Fray: 35 | SMG (Guns 35, DV 2d6, BF) | -\n"
        ),
        [
            {
                "name": "Jin",
                "stats": {"DUR": 30, "WT": 6},
                "skills": {"Guns": 40, "Fray": 30, "Know: Gangs": 50},
                "attacks": [
                    {"name": "Pistol", "damage": "2d10", "modes": "SA/BF", "penetration": 2},
                    {"name": "Knife", "damage": "1d6"},
                ],
                "gear": ("ecto", "vest"),
            },
            {
                "name": "Mags",
                "number": 4,
                "stats": {"DUR": 35},
                "health": {"damage": 23},
                "skills": {"Guns": 35, "Fray": 35},
                "attacks": [{"name": "SMG", "skill": "Guns", "rating": 35, "damage": "2d6", "modes": "BF"}],
                "notes": "HP: 12/35",
            },
        ],
    ),
    "one character a column": (
        "ep2",
        (
            "\tThug\tHacker\nNumber\t6\t1\nInitiative\t5\t6\nWT / DUR / DR\t6/30/45\t5/25/38\nAthletics\t40\t20\n"
            "Infosec\t\t70\nPilot: Ground\t30\t\nKnow\tGangs 40\tCrypto 60, Nets 50\nMovement\t4/20\t4/20\n"
            "Gang\tRust\t\n"
        ),
        [
            {
                "name": "Thug",
                "number": 6,
                "stats": {"INIT": 5, "WT": 6, "DUR": 30, "DR": 45},
                "skills": {"Athletics": 40, "Pilot: Ground": 30, "Know: Gangs": 40},
                "movement": ({"base": 4, "full": 20},),
                "notes": "Gang: Rust",
            },
            {
                "name": "Hacker",
                "stats": {"INIT": 6, "WT": 5, "DUR": 25, "DR": 38},
                "skills": {"Athletics": 20, "Infosec": 70, "Know: Crypto": 60, "Know: Nets": 50},
                "movement": ({"base": 4, "full": 20},),
            },
        ],
    ),
    "EP1 with quotes, and lines in a cell": (
        "ep1",
        (
            '"NPC","COG","COO","MOX","SPD","DUR","Armor","Skills","Weapons"\n'
            '"Tough","10","15","0","1","35","5/6","Beam Weapons 40, Blades 45 (Knives 55), Perception 40",'
            '"Knife (DV 1d10+2, AP -1)\nStunner 40, 1d10"\n'
        ),
        [
            {
                "name": "Tough",
                "stats": {"COG": 10, "COO": 15, "MOX": 0, "SPD": 1, "DUR": 35},
                "points": {"moxie": 0},
                "armor": armor(5, 6),
                "skills": {"Beam Weapons": 40, "Blades": 45, "Perception": 40},
                "attacks": [
                    {"name": "Knife", "damage": "1d10+2", "penetration": 1},
                    {"name": "Stunner", "rating": 40, "damage": "1d10"},
                ],
            }
        ],
    ),
    "EP1 with labels in a cell": (
        "ep1",
        "Name;Aptitudes;DUR/WT;SPD;Skills;AV\nOtter;COG 15, COO 10, WIL 10;30/6;1;Fray 45, Kinetic Weapons 50;3/3\n",
        [
            {
                "name": "Otter",
                "stats": {"COG": 15, "COO": 10, "WIL": 10, "DUR": 30, "WT": 6, "SPD": 1},
                "skills": {"Fray": 45, "Kinetic Weapons": 50},
                "armor": armor(3, 3),
            }
        ],
    ),
    "Kaiser, one character a column": (
        "kaiser",
        (
            "| | Wolf | Bear |\n|---|---|---|\n| STR | 6 | 12 |\n| AGI | 8 | 4 |\n| PER | 9 | 7 |\n| Level | 1 | 3 |\n"
            "| Life Points | 90 | 140 |\n| Strike | 5 | 7 |\n| Dodge | 4 | -1 |\n| PhR | 5 | 8 |\n"
            "| Weapon | Bite | Claws |\n| Damage | 5 thrust | 9 cut |\n| Armor (Cut/Thrust/Blow) | 1/1/2 | 3/2/4 |\n"
        ),
        [
            {
                "name": "Wolf",
                "stats": {"STR": 6, "AGI": 8, "PER": 9, "LV": 1, "LP": 90, "PhR": 5},
                "armor": armor(1, 1, 2, kinds=KAISER),
                "attacks": [{"name": "Bite", "damage": "5 thrust"}],
                "skills": {"Strike": 5, "Dodge": 4},
            },
            {
                "name": "Bear",
                "stats": {"STR": 12, "AGI": 4, "PER": 7, "LV": 3, "LP": 140, "PhR": 8},
                "armor": armor(3, 2, 4, kinds=KAISER),
                "attacks": [{"name": "Claws", "damage": "9 cut"}],
                "skills": {"Strike": 7, "Dodge": -1},
            },
        ],
    ),
    "Kaiser in small letters, armor in three columns": (
        "kaiser",
        (
            "name,level,str,con,dex,per,int,initiative,lp,stamina,cut,thrust,blow,strike,notice,intuition\n"
            "Guard,2,6,6,6,5,5,13,80,11,3,2,2,5,3,4\n"
        ),
        [
            {
                "name": "Guard",
                "stats": {
                    "LV": 2,
                    "STR": 6,
                    "CON": 6,
                    "DEX": 6,
                    "PER": 5,
                    "INT": 5,
                    "INIT": 13,
                    "LP": 80,
                    "STA": 11,
                },
                "armor": armor(3, 2, 2, kinds=KAISER),
                "skills": {"Strike": 5, "Notice": 3, "Intuition": 4},
            }
        ],
    ),
    "HTML with short headings, formatting and a cell over two rows": (
        "ep2",
        (
            "<table><thead><tr><td><b>Name</b></td><td>Perc.</td><td>Infil</td><td>Dur.</td><td>Wnd Thr</td>"
            "<td>Rep</td>"
            "</tr></thead><tbody><tr><td rowspan=2>Nix &amp; Co</td><td>50</td><td>60 <i>(70 urban)</i></td><td>35</td>"
            "<td>7</td><td>c-rep 40, g-rep 20</td></tr><tr><td colspan=5>likes knives</td></tr></tbody></table>"
        ),
        [
            {
                "name": "Nix & Co",
                "stats": {"DUR": 35, "WT": 7},
                "skills": {"Perceive": 50, "Infiltrate": 60},
                "rep": {"c": 40, "g": 20},
                "notes": "Perc.: likes knives",
            }
        ],
    ),
    "more attacks in rows without a name": (
        "ep2",
        "Name,DUR,WT,Attack,Damage,Skill\nDrone,40,8,Autocannon,3d10,60\n,,,Ram,1d10,40\nMook,25,5,Pistol,2d10,35\n",
        [
            {
                "name": "Drone",
                "stats": {"DUR": 40, "WT": 8},
                "attacks": [
                    {"name": "Autocannon", "rating": 60, "damage": "3d10"},
                    {"name": "Ram", "rating": 40, "damage": "1d10"},
                ],
            },
            {
                "name": "Mook",
                "stats": {"DUR": 25, "WT": 5},
                "attacks": [{"name": "Pistol", "rating": 35, "damage": "2d10"}],
            },
        ],
    ),
    "titles within, headings again, and empty rows": (
        "ep2",
        (
            "Session 4,,,,\n,,,,\nName,DUR,WT,Guns,Fray\nGuards,,,,\nGuard A,30,6,40,30\n,,,,\nBosses,,,,\n"
            "Name,DUR,WT,Fray,Guns\nBoss,45,9,50,65\n"
        ),
        [
            {
                "name": "Guard A",
                "stats": {"DUR": 30, "WT": 6},
                "skills": {"Guns": 40, "Fray": 30},
                "notes": "Session 4\nGuards",
            },
            {"name": "Boss", "stats": {"DUR": 45, "WT": 9}, "skills": {"Fray": 50, "Guns": 65}, "notes": "Bosses"},
        ],
    ),
    "headings with dots and humps": (
        "ep2",
        "name,stats.DUR,stats.WT,skills.Guns,threatLevel\nAsh,30,6,40,Minion\n",
        [{"name": "Ash", "stats": {"DUR": 30, "WT": 6}, "skills": {"Guns": 40}, "notes": "threatLevel: Minion"}],
    ),
    "what they have suffered": (
        "ep2",
        "Name\tDUR\tDamage\tWounds\tStress\tTraumas\nAri\t35\t12\t1\t5\t0\nBo\t40\t0\t\t1d6/2d6\t\n",
        [
            {"name": "Ari", "stats": {"DUR": 35}, "health": {"damage": 12, "wounds": 1, "stress": 5}},
            {"name": "Bo", "stats": {"DUR": 40}, "stress_test": "1d6/2d6"},
        ],
    ),
    "only spaces between the columns": (
        "ep2",
        "Name        DUR   WT   Guns   Fray\nThug        30    6    40     30\nGang boss   40    8    60     45\n",
        [
            {"name": "Thug", "stats": {"DUR": 30, "WT": 6}, "skills": {"Guns": 40, "Fray": 30}},
            {"name": "Gang boss", "stats": {"DUR": 40, "WT": 8}, "skills": {"Guns": 60, "Fray": 45}},
        ],
    ),
    "names below another heading, with how many there are before them": (
        "ep2",
        (
            "Qty,Type,DUR,WT,Guns,Weapon\n4,Triad soldier,30,6,40,Pistol 2d10\n"
            '1,Triad officer,40,8,55,"Pistol 2d10, katana 2d10+3"\n'
        ),
        [
            {
                "name": "Triad soldier",
                "number": 4,
                "stats": {"DUR": 30, "WT": 6},
                "skills": {"Guns": 40},
                "attacks": [{"name": "Pistol", "damage": "2d10"}],
            },
            {
                "name": "Triad officer",
                "stats": {"DUR": 40, "WT": 8},
                "skills": {"Guns": 55},
                "attacks": [{"name": "Pistol", "damage": "2d10"}, {"name": "katana", "damage": "2d10+3"}],
            },
        ],
    ),
    "headings of two lines, modes in brackets": (
        "ep2",
        (
            "| Mook | DUR<br>(WT) | Init | Key skills | Weapon (DV) |\n|---|---|---|---|---|\n"
            "| Punk | 25 (5) | 5 | Melee 40<br>Fray 30 | SMG 2d6 (BF) |\n"
        ),
        [
            {
                "name": "Punk",
                "stats": {"DUR": 25, "WT": 5, "INIT": 5},
                "skills": {"Melee": 40, "Fray": 30},
                "attacks": [{"name": "SMG", "damage": "2d6", "modes": "BF"}],
            }
        ],
    ),
    "skills of attacks beside them": (
        "ep2",
        "Name,DUR,WT,Attack,Skill,DV,Modes,Range,Ammo,AP\nCop,30,6,Pistol,Guns 50,2d10,SA,50,12,-2\n",
        [
            {
                "name": "Cop",
                "stats": {"DUR": 30, "WT": 6},
                "attacks": [
                    {
                        "name": "Pistol",
                        "skill": "Guns",
                        "rating": 50,
                        "damage": "2d10",
                        "modes": "SA",
                        "range": "50",
                        "ammo": {"now": 12, "max": 12},
                        "penetration": 2,
                    }
                ],
            }
        ],
    ),
    "names over columns of skills": (
        "ep2",
        "Skill | Gus | Ann\n---|---|---\nGuns | 40 | 60\nDUR | 30 | 35\nWT | 6 | 7\n",
        [
            {"name": "Gus", "stats": {"DUR": 30, "WT": 6}, "skills": {"Guns": 40}},
            {"name": "Ann", "stats": {"DUR": 35, "WT": 7}, "skills": {"Guns": 60}},
        ],
    ),
    "a creature: its name, then rows": (
        "ep1",
        (
            "Whipper\n| COG | COO | REF |\n|---|---|---|\n| 5 | 15 | 20 |\n\n| SPD | DUR | WT |\n|---|---|---|\n"
            "| 2 | 40 | 8 |\n\n| Skill | Rating |\n|---|---|\n| Fray | 40 |\n| Perception | 50 |\n"
        ),
        [
            {
                "name": "Whipper",
                "stats": {"COG": 5, "COO": 15, "REF": 20, "SPD": 2, "DUR": 40, "WT": 8},
                "skills": {"Fray": 40, "Perception": 50},
            }
        ],
    ),
    "a creature with tables of its attacks and skills": (
        "ep1",
        (
            "| Creature | DUR | WT | SPD | COO |\n|---|---|---|---|---|\n| Sand Eel | 50 | 10 | 2 | 15 |\n\n"
            "| Attack | Skill | DV |\n|---|---|---|\n| Bite | 60 | 2d10 |\n| Tail | 50 | 1d10+4 |\n\n"
            "| Active Skills | Linked | Rating |\n|---|---|---|\n| Blades | SOM | 50 |\n| Fray | REF | 45 |\n"
        ),
        [
            {
                "name": "Sand Eel",
                "stats": {"DUR": 50, "WT": 10, "SPD": 2, "COO": 15},
                "attacks": [
                    {"name": "Bite", "rating": 60, "damage": "2d10"},
                    {"name": "Tail", "rating": 50, "damage": "1d10+4"},
                ],
                "skills": {"Blades": 50, "Fray": 45},
            }
        ],
    ),
    "a row of totals below, which is no character": (
        "ep2",
        "Name,DUR,WT,Guns,Fray\nThug,30,6,40,30\nTotal,30,,,\n",
        [{"name": "Thug", "stats": {"DUR": 30, "WT": 6}, "skills": {"Guns": 40, "Fray": 30}}],
    ),
    "a creature in lines of labels and values": (
        "ep2",
        "Factor Scout\nCOG\tINT\tREF\n10\t15\t20\nInitiative\t7\nDUR\t40\nWT\t8\nFray\t50\n",
        [
            {
                "name": "Factor Scout",
                "stats": {"COG": 10, "INT": 15, "REF": 20, "INIT": 7, "DUR": 40, "WT": 8},
                "skills": {"Fray": 50},
            }
        ],
    ),
    "a creature with rows of base, bonus and total": (
        "ep1",
        "Hound\n\n\tCOG\tCOO\tSOM\nBase\t5\t10\t15\nBonus\t0\t5\t5\nTotal\t5\t15\t20\nDUR\t40\nFray\t45\n",
        [
            {
                "name": "Hound",
                "stats": {"COG": 5, "COO": 15, "SOM": 20, "DUR": 40},
                "skills": {"Fray": 45},
                "notes": "COG Base: 5\nCOO Base: 10\nSOM Base: 15\nCOG Bonus: 0\nCOO Bonus: 5\nSOM Bonus: 5",
            }
        ],
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_every_value_of_a_table_is_in_its_field_and_the_rest_in_the_notes(name: str) -> None:
    system, text, expected = TABLES[name]
    found = read(text)
    assert [one.system for one in found.blocks] == [system] * len(expected)
    for block, wanted in zip(found.blocks, expected, strict=True):
        got = fields(block.character)
        assert {key: got.get(key) for key in got.keys() | wanted.keys()} == {
            key: wanted.get(key) for key in got.keys() | wanted.keys()
        }


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_known_for_one_before_it_is_read(name: str) -> None:
    assert TableSearch(ALL, numbered_ids()).has_table(TABLES[name][1])


@pytest.mark.parametrize(
    "prose",
    [
        "Name, rank and number: that is all, he said, that I am told to say.",
        "The skills are Guns, Fray, Melee\nand the rest, as you like.",
        "a | b\n",
        "Total\t12\t13\nOther\t1\t2\n",
        "Fray 40, Guns 50",
    ],
)
def test_prose_with_commas_is_no_table(prose: str) -> None:
    assert read(prose).blocks == ()
    assert not TableSearch(ALL, numbered_ids()).has_table(prose)


def test_two_tables_below_each_other_are_each_of_their_own_system() -> None:
    found = read("Name, DUR, WT, Guns\nA, 30, 6, 40\n\nName, COO, MOX, Blades\nOld, 15, 2, 30\n")
    assert [(one.system, one.character.name) for one in found.blocks] == [("ep2", "A"), ("ep1", "Old")]
    assert [skill.name for one in found.blocks for skill in one.character.skills] == ["Guns", "Blades"]


def test_wounds_are_the_threshold_where_so_many_would_be_more_than_all() -> None:
    many, few = read("Name,Wounds,DUR,Guns\nX,6,30,40\nY,1,35,45\n").blocks
    assert (many.character.stats, many.character.health.wounds) == ({"DUR": 30, "WT": 6}, 0)
    assert (few.character.stats, few.character.health.wounds) == ({"DUR": 35}, 1)


def test_words_below_speed_are_no_sign_of_the_first_edition() -> None:
    (fast,) = read("Name,Speed,Initiative,DUR,WT\nBot,Fast,6,20,4\n").blocks
    (twice,) = read("Name,Speed,Initiative,DUR,WT\nBot,2,6,20,4\n").blocks
    assert (fast.system, fast.character.notes) == ("ep2", "Speed: Fast")
    assert (twice.system, twice.character.stats["SPD"]) == ("ep1", 2)


def test_a_cell_of_labels_is_read_whatever_stands_above_it() -> None:
    block = read("NPC\tRole\tKey stats\tWT\nVex\tHacker\tInfosec 70, Fray 30, DUR 30\t6\n").blocks[0]
    assert block.character.stats == {"DUR": 30, "WT": 6}
    assert [(one.name, one.rating) for one in block.character.skills] == [("Infosec", 70), ("Fray", 30)]
    assert (block.character.notes, block.doubts) == ("", ())


@pytest.mark.parametrize(
    ("heading", "value", "skills"),
    [
        ("Guns/Fray", "45/30", {"Guns": 45, "Fray": 30}),
        ("TN Guns", "45", {"Guns": 45}),
        ("Skill 1", "Guns 45", {"Guns": 45}),
        ("Fray (REF)", "45%", {"Fray": 45}),
        ("Pilot (Ground)", "45", {"Pilot: Ground": 45}),
        ("Know Triads", "45", {"Know: Triads": 45}),
        ("Perception", "45", {"Perceive": 45}),
        ("Infil.", "45", {"Infiltrate": 45}),
    ],
)
def test_skills_have_many_headings(heading: str, value: str, skills: dict[str, int]) -> None:
    character = read(f"Name\tDUR\tWT\t{heading}\nVex\t30\t6\t{value}\n", "ep2").blocks[0].character
    assert {one.name: one.rating for one in character.skills} == skills


def test_text_around_a_table_is_left_out_and_told() -> None:
    text = "Our mooks:\n\nName\tDUR\tWT\tGuns\nThug\t30\t6\t40\n\nBring snacks.\n"
    found = read(text)
    assert [one.character.name for one in found.blocks] == ["Thug"]
    assert [text[span.start : span.end].strip() for span in found.beside] == ["Our mooks:", "Bring snacks."]


def test_a_table_and_a_stat_block_in_one_text_are_both_read() -> None:
    block = "Ash Monk\nInitiative 6\nWT 5, DUR 25\nCOG 15, INT 10\nSkills: Guns 40\n"
    found = read(f"{block}\n\nName,DUR,WT,Guns\nThug,30,6,40\n")
    assert [one.character.name for one in found.blocks] == ["Ash Monk", "Thug"]


def test_a_number_that_stands_twice_and_not_alike_is_in_the_notes_with_a_doubt() -> None:
    block = read("Name,DUR,WT,Guns,DUR\nThug,30,6,40,35\n").blocks[0]
    assert block.character.stats["DUR"] == 30
    assert block.character.notes == "DUR: 35"
    assert any("twice" in doubt for doubt in block.doubts)


def test_energy_armor_alone_is_no_armor() -> None:
    block = read("Name,DUR,WT,Energy\nThug,30,6,4\n").blocks[0]
    assert (block.character.armor, block.character.notes) == ((), "Energy: 4")


def test_armor_in_the_order_of_its_heading() -> None:
    block = read("Name,DUR,WT,AV (K/E)\nThug,30,6,4/2\n").blocks[0]
    assert block.character.armor[0].values == {"energy": 2, "kinetic": 4}
