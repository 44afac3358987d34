"""Actors of eclipsephase since 1.5, whose morphs, traits and IDs are items, come in whole with every number."""

from typing import Any

import pytest
from hypothesis import given

from eclipsephase_makers import (
    a_morph,
    a_newer_actor,
    a_newer_weapon,
    an_actor,
    an_effect,
    an_item,
    is_whole,
    mutated,
    unaccounted,
    why,
)
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Armor, Movement, Points
from gm_desk.store.exchange.accounts import ImportedCharacter
from gm_desk.store.exchange.foundry.eclipsephase.reading import from_eclipsephase, is_eclipsephase
from gm_desk.store.shipped import load_system
from makers import numbered_ids

EP2 = load_system("ep2")
SHEETS = ("character", "npc", "goon")


def imported(raw: Any) -> ImportedCharacter:
    return from_eclipsephase(raw, EP2, numbered_ids())


def read(raw: Any) -> Character:
    return imported(raw).character


def with_items(*items: Any, **changes: Any) -> dict[str, Any]:
    raw = a_newer_actor(**changes)
    return {**raw, "items": [*raw["items"][:2], *items]}


@pytest.mark.parametrize("kind", SHEETS)
def test_every_field_is_accounted_for(kind: str) -> None:
    raw = a_newer_actor(kind)
    assert is_eclipsephase(raw)
    assert unaccounted(raw, imported(raw)) == []


def a_rich_actor() -> dict[str, Any]:
    """Return an actor with effects of both shapes, and a loaded weapon."""
    gun = a_newer_weapon("rangedWeapon", "Spitter", accessories={"silencer": {"value": True}})
    gun["system"]["ammoSelected"] = {
        "_id": "a", "name": "Slugs", "dvModifier": {"d10": 1}, "traits": {"pain": {"value": True, "radius": 2}},
    }  # fmt: skip
    ware = an_item("ware", "Arms") | {
        "effects": [an_effect("mods.meleeDamageMod", "+1d6"), an_effect("mods.durmod", 5)]
    }
    changes = [{"key": "system.pools.vigor.chiMod", "type": "add", "value": 1}]
    chi = an_item("aspect", "Hide") | {"effects": [{"name": "Chi", "disabled": False, "system": {"changes": changes}}]}
    return {**with_items(gun, ware, chi), "effects": [an_effect("mods.iniMod", 1, origin="Actor.x.Item.y")]}


@given(mutated(a_newer_actor()) | mutated(a_newer_actor("goon")) | mutated(a_rich_actor()))
def test_strange_data_raises_nothing_and_is_accounted_for(raw: Any) -> None:
    is_eclipsephase(raw)
    found = imported(raw)
    assert unaccounted(raw, found) == []
    assert is_whole(found.character)


def test_the_morph_in_use_is_an_item() -> None:
    character = read(a_newer_actor())
    assert (character.morph, character.body, character.stats["DUR"]) == ("Runner", "synthmorph", 45)
    assert character.points == {"vigor": Points(now=1, max=2), "flex": Points(now=2, max=2)}
    assert character.movement == (
        Movement(name="Walker", base=4, full=20),
        Movement(name="Thrust Vector", base=8, full=40),
    )
    assert "Morph: Scratched." in character.notes.splitlines()


def test_what_was_where_older_sheets_had_it_does_not_count() -> None:
    raw = a_newer_actor(bodies=an_actor()["system"]["bodies"] | {"morph2": {"name": "Stale", "dur": 99}})
    found = imported(raw)
    assert (found.character.morph, found.character.stats["DUR"]) == ("Runner", 45)
    assert why(found, "system.bodies") == "where older sheets had the morph"
    assert "Stale" not in found.character.notes


def test_an_active_morph_that_is_not_there_is_the_first() -> None:
    assert read(a_newer_actor(activeMorph=None)).morph == "Runner"
    assert read(a_newer_actor(activeMorph="morph-spare")).morph == "Spare"


def test_a_morph_not_in_use_goes_to_the_notes_with_its_numbers_and_what_belongs_to_it() -> None:
    found = imported(a_newer_actor())
    line = "Another morph: Spare (biomorph, DUR 20, insight 1, Walker 4/20, Thrust Vector 8/40; Lamp)"
    assert line in found.character.notes.splitlines()
    assert found.character.ware == ("Clock",)
    assert "another morph (morph-spare)" in why(found, "items[6].name")


@pytest.mark.parametrize("bound", ["activeMorph", "", None])
def test_ware_of_the_morph_in_use_comes_in(bound: str | None) -> None:
    assert read(with_items(an_item("ware", "Fin", boundTo=bound))).ware == ("Fin",)
    assert read(with_items(an_item("ware", "Fin", boundTo="activeVehicle"))).ware == ()


def test_what_belongs_to_no_morph_goes_to_the_notes_with_its_armor() -> None:
    plate = an_item("armor", "Hull Plate", energy=9, kinetic=8, boundTo="activeVehicle")
    stashed = an_item("armor", "Old Coat", energy=2, kinetic=3, boundTo="stash")
    found = imported(with_items(plate, stashed))
    assert "On another body: Hull Plate (9/8)" in found.character.notes.splitlines()
    assert (found.character.armor, found.character.gear) == ((), ("Muse: Plim", "Old Coat (2/3, not worn)"))


def test_the_id_in_use_is_an_item_and_gives_rep() -> None:
    found = imported(a_newer_actor())
    assert found.character.rep == {"c": 35}
    assert {"ID: Dr. Ode", "Another ID: Tam (g-rep 20)"} <= set(found.character.notes.splitlines())
    assert "favors" in why(found, "items[3].system.rep.c-rep")


def test_ids_of_older_sheets_still_count_where_no_item_is() -> None:
    raw = a_newer_actor()
    raw["items"] = [one for one in raw["items"] if one["type"] != "id"]
    raw["system"]["ego"] = an_actor()["system"]["ego"]
    assert read(raw).rep == {"c": 35}


def test_traits_are_one_kind_of_item() -> None:
    assert read(a_newer_actor()).traits == ("Squeaks",)


def test_weapons_have_their_dice_apart() -> None:
    spitter, baton, popper = read(a_newer_actor()).attacks
    assert (spitter.skill, spitter.damage, spitter.modes, spitter.range) == ("Guns", "2d10+3", "SA/BF", "30")
    assert (spitter.ammo, spitter.armor_piercing, spitter.traits) == (Points(now=4, max=12), True, ())
    assert (baton.skill, baton.damage, baton.ammo) == ("Melee", "2d10+3", None)
    assert (popper.skill, popper.damage, popper.against, popper.area) == ("Athletics", "1d10+2", "energy", "uniform")
    assert (popper.ammo, popper.traits) == (Points(now=3, max=3), ("shock",))


def test_ammunition_adds_to_the_dice_and_the_traits() -> None:
    weapon = a_newer_weapon(
        "rangedWeapon", "Spitter", accessories={"smartlink": {"value": True}, "silencer": {"value": True}}
    )
    weapon["system"]["ammoSelected"] = {
        "_id": "a", "name": "Hard Slugs", "dvModifier": {"d10": -1, "d6": 1, "bonus": None},
        "traits": {"knockdown": {"value": True, "radius": 2}, "pain": {"value": False}},
    }  # fmt: skip
    raw = with_items(weapon)
    (attack,) = read(raw).attacks
    assert attack.damage == "1d10+1d6+3"
    assert attack.traits == ("knockdown 2", "smartlink")
    assert attack.notes == "loaded with Hard Slugs, silencer"
    assert unaccounted(raw, imported(raw)) == []


@pytest.mark.parametrize(("trait", "damage"), [("noDamage", ""), ("bioMorphsOnly", "2d10+3"), ("dvHalved", "2d10+4")])
def test_some_ammunition_does_not_add_its_damage(trait: str, damage: str) -> None:
    weapon = a_newer_weapon("rangedWeapon", "Spitter")
    loaded = {"_id": "a", "name": "S", "dvModifier": {"bonus": 1}, "traits": {trait: {"value": True}}}
    weapon["system"]["ammoSelected"] = loaded
    (attack,) = read(with_items(weapon)).attacks
    assert attack.damage == damage


def test_a_weapon_without_damage_keeps_its_range_and_modes() -> None:
    weapon = a_newer_weapon("rangedWeapon", "Sprayer")
    weapon["system"]["mode1"] |= {"d10": None, "d6": None, "bonus": None, "range": 15, "firingMode": "ss"}
    (attack,) = read(with_items(weapon)).attacks
    assert (attack.damage, attack.range, attack.modes) == ("", "15", "SS")


def test_effects_change_what_the_sheet_shows() -> None:
    boosts = {
        "mods.durmod": "5", "mods.iniMod": "+1", "mods.lucmod": 2, "mods.ttMod": 1, "mods.traumaMod": -1,
        "pools.vigor.mod": "1", "pools.insight.mod": 1, "aptitudes.som.mod": "15", "skillsVig.free fall.mod": 20,
        "mods.energyMod": 3,
    }  # fmt: skip
    ware = an_item("ware", "Frame", boundTo="morph-runner")
    ware["effects"] = [an_effect(key, value) for key, value in boosts.items()]
    raw = with_items(ware)
    character = read(raw)
    numbers = {key: character.stats[key] for key in ("DUR", "INIT", "LUC", "TT")}
    assert numbers == {"DUR": 50, "INIT": 8, "LUC": 22, "TT": 5}
    assert character.points["vigor"] == Points(now=1, max=3)
    assert character.points["insight"] == Points(now=1, max=1)
    assert (character.checks, character.health.ignored_traumas) == ({"SOM": 75}, 1)
    assert character.armor == (Armor(values={"energy": 3, "kinetic": 0}, name="Boost"),)
    fall = character.skill_named("Free Fall")
    assert fall is not None
    assert (fall.rating, fall.note) == (50, "+20")
    assert unaccounted(raw, imported(raw)) == []


@pytest.mark.parametrize(
    "item",
    [
        an_item("ware", "Frame") | {"effects": [an_effect("mods.durmod", 5) | {"changes": ["x", {"key": 7}]}]},
        an_item("ware", "Frame", boundTo="morph-spare") | {"effects": [an_effect("mods.durmod", 5)]},
        an_item("gear", "Belt", active=False) | {"effects": [an_effect("mods.durmod", 5)]},
        an_item("ware", "Frame") | {"effects": [an_effect("mods.durmod", 5, disabled=True)]},
        an_item("ware", "Frame") | {"effects": [an_effect("mods.durmod", 5, transfer=False)]},
        an_item("ware", "Frame") | {"effects": [an_effect("mods.durmod", "a lot")]},
        an_item("ware", "Frame") | {"effects": [an_effect("prototypeToken.width", 5)]},
    ],
)
def test_effects_that_foundry_does_not_apply_change_nothing(item: Any) -> None:
    assert read(with_items(item)).stats["DUR"] == 45


def test_dice_that_an_effect_adds_to_melee_go_to_the_notes() -> None:
    raw = with_items(an_item("ware", "Arms") | {"effects": [an_effect("mods.meleeDamageMod", "+1d6")]})
    assert "Melee damage: +1d6 (Boost)" in read(raw).notes.splitlines()
    assert unaccounted(raw, imported(raw)) == []


def test_a_rating_is_at_most_what_the_sheet_shows() -> None:
    raw = a_newer_actor()
    raw["system"]["skillsVig"]["fray"]["value"] = 80
    raw["items"].append(an_item("specialSkill", "Pilot: Air", value=140, aptitude="ref"))
    ratings = {one.name: one.rating for one in read(raw).skills}
    assert (ratings["Fray"], ratings["Pilot: Air"]) == (100, 100)
    assert {one.name: one.rating for one in read({**raw, "type": "goon"}).skills}["Pilot: Air"] == 140


def test_an_aptitude_that_the_sheet_does_not_know_by_its_key_is_not_added() -> None:
    raw = a_newer_actor()
    raw["items"] += [
        an_item("knowSkill", "Tea", value=50, aptitude="Cognition"),
        an_item("knowSkill", "Ink", value=50, aptitude="cog"),
        an_item("knowSkill", "Tar", value=50, aptitude="soft"),
    ]
    found = {one.name: (one.rating, one.aptitude) for one in read(raw).skills if one.name.startswith("Know")}
    assert found == {"Know: Ink": (65, "COG"), "Know: Tar": (50, "COG"), "Know: Tea": (50, "COG")}


def test_an_effect_that_was_copied_to_the_actor_counts_once() -> None:
    raw = with_items(an_item("ware", "Frame") | {"effects": [an_effect("mods.durmod", 5)]})
    raw["effects"] = [an_effect("mods.durmod", 5, origin="Actor.x.Item.id-Frame")]
    assert read(raw).stats["DUR"] == 50


def test_effects_of_the_newest_foundry_have_another_shape_and_chi_counts_twice_from_an_infection_of_33() -> None:
    changes = [{"key": "system.mods.durChiMod", "type": "add", "value": 5}]
    effect = {"name": "Chi", "disabled": False, "system": {"changes": changes}}
    raw = with_items(an_item("aspect", "Hide") | {"effects": [effect]})
    assert read(raw).stats["DUR"] == 50
    raw["system"]["psiStrain"] = {"name": "", "infection": 33}
    assert read(raw).stats["DUR"] == 55


def test_an_infomorph_has_twice_its_durability_as_death_rating() -> None:
    raw = a_newer_actor(mods={}, activeMorph="morph-info")
    raw["items"].append(a_morph("info", "Ghost in a Box", type="info", dur=20))
    character = read(raw)
    assert (character.body, character.stats["DUR"], character.stats["DR"]) == ("", 20, 40)


def test_goons_have_totals_and_threat_and_wear_all_their_armor() -> None:
    raw = a_newer_actor("goon", threatLevel={"current": 1, "total": 2}, stresstest="SV 1d6")
    raw["items"].append(an_item("specialSkill", "Pilot: Air", value=None, aptitude="ref"))
    goon = read(raw)
    ratings = {one.name: one.rating for one in goon.skills}
    assert ratings == {"Athletics": 0, "Free Fall": 30, "Perceive": 10, "Persuade": 25, "Pilot: Air": 15}
    assert (goon.kind, goon.points["threat"], goon.stress_test) == ("npc", Points(now=1, max=2), "SV 1d6")
    assert [one.name for one in goon.armor] == ["Jacket", "Old Plate"]
    assert [one.name for one in read(a_newer_actor()).armor] == ["Jacket"]


def test_numbers_without_a_field_go_to_the_notes() -> None:
    raw = a_newer_actor(mods={"globalMod": -10, "woundMultiplier": 2, "manualIniMod": 3})
    raw["system"]["muse"] |= {
        "knowledgeskillname": "Ships", "knowledgeskillvalue": 40,
        "skills": {
            "skill1": {"value": 30, "skillname": "ep2e.skills.additionalSkills.electronics"},
            "skill2": {"value": 45, "skillname": "ep2e.skills.insightSkills.infosec"},
        },
    }  # fmt: skip
    found = imported(raw)
    assert {"Rez points: 3", "Modifier to everything: -10", "Muse skills: Infosec 45, Know: Ships 40"} <= set(
        found.character.notes.splitlines()
    )
    assert "Wounds count: 2 times" in found.character.notes.splitlines()
    assert found.character.stats["INIT"] == 10
    assert "5 × Fine Slugs (DV +1d6)" in found.character.gear
    assert unaccounted(raw, found) == []


def test_a_vehicle_somebody_owns_goes_to_the_notes_with_its_numbers() -> None:
    notes = read(a_newer_actor()).notes.splitlines()
    line = next(line for line in notes if line.startswith("Ledger Crab: "))
    for part in (
        "COG 5",
        "DUR 20",
        "threat 1/2",
        "armor energy 3",
        "Walker 4/12",
        "Melee 40",
        "Counting 55 (Coins)",
        "Grip Pads",
    ):
        assert part in line


def test_languages_may_be_a_list() -> None:
    raw = a_newer_actor()
    raw["system"]["ego"]["languages"] = ["French", "Wu"]
    found = imported(raw)
    assert "Languages: French, Wu" in found.character.notes.splitlines()
    assert unaccounted(raw, found) == []


def test_a_strain_says_what_the_gm_wrote_and_not_what_the_sheet_writes_for_everybody() -> None:
    raw = a_newer_actor(
        psiStrain={"name": "Whisper", "strainType": "beast", "infection": 20},
        subStrain={"label": "", "influence2": {"label": "Urge", "description": "It bites."}},
    )
    lines = read(raw).notes.splitlines()
    assert "Psi strain: Whisper; beast; infection 20" in lines
    assert lines[-1] == "Influence: Urge: It bites."
    assert unaccounted(raw, imported(raw)) == []


def test_a_robot_of_the_newest_version_comes_in() -> None:
    raw = {
        "name": "Hauler", "type": "vehicle", "_stats": {"systemId": "eclipsephase"},
        "system": {
            "chassisType": "robot", "aptitudes": {"cog": {"value": 10}}, "vigor": 2, "curVigor": 1, "flex": 1,
            "movement": {"move1": {"label": "1.", "active": True, "type": "tracked", "base": 4, "full": 12}},
            "armor": {"energy": 6, "kinetic": 4}, "dur": 40, "pass": 2, "skills": {}, "slotType": "m",
        },
    }  # fmt: skip
    assert is_eclipsephase(raw)
    found = imported(raw)
    hauler = found.character
    assert (hauler.tags, hauler.stats, hauler.notes) == (("robot",), {"COG": 10, "DUR": 40}, "Passengers: 2")
    assert hauler.points == {"vigor": Points(now=1, max=2), "flex": Points(now=1, max=1)}
    assert hauler.movement == (Movement(name="Tracked", base=4, full=12),)
    assert unaccounted(raw, found) == []
