"""Actors of Foundry's ep2e system come in and go out, and nothing of them is passed over."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from ep2e_makers import (
    ACTOR,
    EP2,
    a_guard,
    an_actor,
    characters,
    imported,
    leaves,
    put,
    strange,
    unaccounted,
    without_ids,
)
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Armor, Movement, Points, Specialisation
from gm_desk.core.rules.health import Health
from gm_desk.store.exchange.accounts import ImportedCharacter
from gm_desk.store.exchange.foundry.ep2e.reading import from_ep2e, is_ep2e
from gm_desk.store.exchange.foundry.ep2e.writing import ep2e_of
from makers import json_values

PLACES = [path for path in leaves(ACTOR) if path]


def reason(came: ImportedCharacter, place: str) -> str:
    """Return why a field was left out, or what it came in as."""
    return next(field.says for field in (*came.left, *came.came) if field.place == place)


def again(character: Character) -> Character:
    """Write a character as an actor, and bring it in again."""
    return imported(json.loads(json.dumps(ep2e_of(character)))).character


# --- In ---------------------------------------------------------------------------------------------------------------


def test_an_actor_comes_in_as_a_character() -> None:
    character = imported(ACTOR).character
    assert character.name == "Dock Lurker"
    assert character.concept == "Uplift"
    assert character.body == "biomorph"
    assert character.threat_level == "Orange"
    assert character.number == 4
    assert character.motivations == ("+Warm pipes (The reactor)", "−Torches")
    assert character.rep == {"g": 30}
    assert character.stress_test == "SV 1d6/2 (teeth)"
    assert character.movement == (Movement(name="Thrust Vector", base=4, full=12),)
    assert character.armor == (Armor(values={"energy": 3, "kinetic": 6}, name="Plate"),)


def test_a_skill_is_points_and_aptitude() -> None:
    character = imported(ACTOR).character
    assert [(skill.name, skill.rating, skill.aptitude) for skill in character.skills] == [
        ("Athletics", 45, "SOM"),
        ("Exotic Skill: Whip Tail", 40, "SOM"),
        ("Fray", 45, "REF"),
        ("Know: Docks", 45, "COG"),
        ("Perceive", 30, "INT"),
    ]
    assert character.skills[0].specialisations == (Specialisation(name="Climbing"),)
    assert character.skills[0].category == "Physical"


def test_numbers_are_worked_out_as_foundry_does_with_what_items_add() -> None:
    character = imported(ACTOR).character
    derived = {key: character.stats[key] for key in ("INIT", "DUR", "WT", "DR", "LUC", "TT", "IR")}
    assert derived == {"INIT": 9, "DUR": 31, "WT": 7, "DR": 51, "LUC": 22, "TT": 5, "IR": 44}
    assert character.health == Health(damage=8, wounds=1, stress=4, traumas=1, ignored_wounds=1)
    assert character.points == {"vigor": Points(now=1, max=2), "threat": Points(now=2, max=3)}


def test_items_come_in_for_what_they_are() -> None:
    character = imported(ACTOR).character
    assert character.ware == ("Gill Slits", "Quick Nerves", "Hooks", "Horn")
    assert character.gear == ("Rope", "Stim (3)", "Spare Plate")
    assert character.traits == ("Night Eyes (Level 2)",)
    told = [(one.name, one.skill, one.damage, one.modes, one.range, one.notes) for one in character.attacks]
    assert told == [
        ("Hooks", "Exotic Skill: Whip Tail", "2d6", "", "", "grabs"),
        ("Scatter Gun", "Guns", "3d6", "SA/BF", "20", "safety system"),
        ("Unarmed", "Melee", "1d6", "", "", ""),
    ]
    assert character.attacks[0].armor_piercing
    assert character.attacks[1].ammo == Points(now=4, max=6)


def test_what_is_told_becomes_notes() -> None:
    lines = [
        "Faction: Nobody",
        "Niche: Ambusher",
        "Size: Very small",
        "Psi sleights: Whisper Hook",
        "Gill Slits: Breathes.",
    ]
    assert imported(ACTOR).character.notes.splitlines() == [*lines, "Waits & bites.", "Hates light."]


def test_a_short_description_that_is_from_no_book_goes_along() -> None:
    actor = an_actor()
    rope, plate, hooks = (actor["items"][place]["system"] for place in (2, 4, 6))
    rope["description"], plate["description"] = "<p>Never<br>tears.</p>", "<p>Very long. </p>" * 40
    hooks["description"] = "Hang on."
    came = imported(actor)
    assert "Rope: Never tears." in came.character.notes.splitlines()
    assert came.character.attacks[0].notes == "grabs; Hang on."
    assert "Very long" not in came.character.notes
    assert reason(came, "items[4].system.description") == "its description; 439 letters are too many for notes"
    assert without_ids(again(came.character)) == without_ids(came.character)
    assert unaccounted(actor, came) == []


def test_every_field_is_accounted_for_with_a_reason() -> None:
    came = imported(ACTOR)
    assert unaccounted(ACTOR, came) == []
    assert reason(came, "prototypeToken") == "how Foundry draws the token"
    assert reason(came, "items[0].system.description") == "notes: “Breathes.”"
    assert reason(came, "items[8].system.description") == "its description; the source is named as “Own Book, 12”"
    assert reason(came, "system.mentalHealth.violence") == "GM Desk has no field for it: 2"
    assert reason(came, "system.skills.guns") == "not trained: 0 points"
    assert reason(came, "flags.ep2e.infomorph") == "nothing in it"
    assert "worn" in reason(came, "items[5].system.armorValues")
    assert all(field.says for field in (*came.came, *came.left))


def test_an_older_file_says_the_same_under_another_key() -> None:
    actor = an_actor()
    actor["data"] = actor.pop("system")
    body = actor["flags"]["ep2e"]["biological"]
    body["data"] = body.pop("system")
    for item in (*actor["items"], *body["items"]):
        item["data"] = item.pop("system")
    assert is_ep2e(actor)
    assert imported(actor).character == imported(ACTOR).character
    assert unaccounted(actor, imported(actor)) == []


def test_a_body_alone_is_a_character_without_an_ego() -> None:
    body = {**an_actor()["flags"]["ep2e"]["biological"], "type": "biological"}
    assert is_ep2e(body)
    character = imported(body).character
    assert character.name == "Dock Lurker"
    assert character.stats == {"DUR": 31, "WT": 7, "DR": 47}
    assert unaccounted(body, imported(body)) == []


def test_numbers_beyond_bounds_are_left_out_with_the_reason() -> None:
    actor = an_actor()
    actor["system"]["aptitudes"] |= {"cog": 412, "wil": "a lot"}
    came = imported(actor)
    assert reason(came, "system.aptitudes.cog") == "412 is outside the range 0 to 60"
    assert reason(came, "system.aptitudes.wil") == "“a lot” is not a whole number"
    assert "COG" not in came.character.stats
    assert "Know: Docks" not in {skill.name for skill in came.character.skills}


@pytest.mark.parametrize(
    "raw",
    [
        None,
        [],
        "actor",
        {},
        {"type": "character"},
        {"type": ["character"]},
        {"type": "npc", "_stats": {"systemId": "ep2e"}},
        {"type": "character", "_stats": {"systemId": "dnd5e"}, "system": ACTOR["system"]},
        {"type": "character", "system": {"aptitudes": {"cog": {"value": 5}}, "skills": {"athletics": {"value": 40}}}},
        {"type": "character", "system": {"abilities": {"str": {"value": 10}}}},
    ],
)
def test_what_is_no_actor_of_this_system_is_refused(raw: Any) -> None:
    assert not is_ep2e(raw)


def test_an_actor_is_known_by_its_shape_where_it_does_not_say() -> None:
    actor = an_actor()
    del actor["_stats"], actor["flags"]
    assert is_ep2e(actor)


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), strange), min_size=1, max_size=4))
def test_no_actor_is_too_strange(changes: list[tuple[tuple[str | int, ...], Any]]) -> None:
    actor: Any = an_actor()
    for path, value in changes:
        try:
            put(actor, path, value)
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took the place away
    is_ep2e(actor)
    came = imported(actor)
    assert unaccounted(actor, came) == []
    assert isinstance(ep2e_of(came.character), dict)


@given(json_values)
def test_no_value_is_too_strange(raw: Any) -> None:
    is_ep2e(raw)
    assert unaccounted(raw, imported(raw)) == []


@given(st.sampled_from(PLACES), st.text(min_size=3, max_size=9), json_values)
def test_a_field_that_nobody_knows_is_accounted_for(path: tuple[str | int, ...], key: str, value: Any) -> None:
    actor: Any = an_actor()
    inside = actor
    for step in path:
        inside = inside[step]
    if isinstance(inside, dict):
        inside.setdefault(key, value)
    assert unaccounted(actor, imported(actor)) == []


# --- Out and in again -------------------------------------------------------------------------------------------------


def test_an_actor_that_goes_out_again_is_the_same_character() -> None:
    character = imported(ACTOR).character
    assert without_ids(again(character)) == without_ids(character)


@settings(deadline=None)
@given(characters)
def test_nothing_of_a_character_is_lost_on_the_way_out_and_in(character: Character) -> None:
    back = structs.replace(again(character), id=character.id)
    assert without_ids(back) == without_ids(character)


def test_a_character_stands_in_foundry_where_foundry_looks() -> None:
    actor = ep2e_of(a_guard())
    system, body = actor["system"], actor["flags"]["ep2e"]["synthetic"]["system"]
    assert is_ep2e(actor)
    assert actor["name"] == "Dock Guard"
    assert system["aptitudes"]["ref"] == 15
    assert system["skills"]["guns"] == {"points": 40, "specialization": ""}
    assert system["fieldSkills"]["know"][0]["field"] == "Docks"
    assert system["reps"]["cRep"]["score"] == 20
    assert body["physicalHealth"]["baseDurability"] == 40
    assert body["inherentArmor"] == {"energy": 6, "kinetic": 8, "source": "Frame"}
    assert body["movementRates"][0]["type"] == "walker"
    told = [(item["type"], item["name"]) for item in actor["items"]]
    assert told[:2] == [("physicalTech", "Loud Speaker"), ("physicalTech", "Torch")]
    assert told[2:5] == [("meleeWeapon", "Baton"), ("firearm", "Rifle"), ("trait", "Patient")]


def test_numbers_that_foundry_works_out_otherwise_come_to_the_same_there() -> None:
    actor = ep2e_of(a_guard())
    effects = actor["items"][-1]["system"]["levels"][0]["effects"]
    assert [(effect["type"], effect["modifier"]) for effect in effects] == [("initiative", 2)]
    del actor["flags"]["gm-desk"]
    assert imported(actor).character.stats["INIT"] == 8


def test_what_foundry_has_no_place_for_can_be_read_there() -> None:
    guard = a_guard(checks={"SOM": 95}, tags=("dock",))
    assert ep2e_of(guard)["system"]["description"] == "<p>Sleeps standing.</p><p>Checks: SOM 95</p><p>Tags: dock</p>"
    assert again(guard).checks == {"SOM": 95}
    assert again(guard).notes == "Sleeps standing."


def test_what_was_changed_in_foundry_counts() -> None:
    guard = a_guard()
    noted = a_guard(skills=(structs.replace(guard.skills[0], note="50 at night"), guard.skills[1]))
    assert again(noted).skills[0].note == "50 at night"
    actor = ep2e_of(noted)
    actor["system"]["skills"]["guns"]["points"] = 45
    came = imported(actor)
    guns = came.character.skill_named("Guns")
    assert guns
    assert (guns.rating, guns.note) == (60, "")
    assert reason(came, "flags.gm-desk.kept.skills") == "changed in Foundry since GM Desk wrote it"


@pytest.mark.parametrize("kept", [7, {"skills": 7}, {"skills": {"was": "x"}}, {"nonsense": {"was": "", "is": 1}}])
def test_a_corner_that_cannot_be_read_is_left_out(kept: Any) -> None:
    actor = ep2e_of(a_guard())
    actor["flags"]["gm-desk"] = {"kept": kept}
    assert imported(actor).character.skills
    assert unaccounted(actor, imported(actor)) == []


def test_the_same_character_is_the_same_actor() -> None:
    assert ep2e_of(a_guard()) == ep2e_of(a_guard())
    ids = [item["_id"] for item in ep2e_of(a_guard())["items"]]
    assert all(len(key) == 16 for key in ids)
    assert len(set(ids)) == len(ids)


def test_ids_come_from_whoever_brings_in() -> None:
    given_ids = iter(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"])
    character = from_ep2e(ACTOR, EP2, lambda: next(given_ids)).character
    skills, attacks = ({one.id for one in character.skills}, {one.id for one in character.attacks})
    assert {character.id} | skills | attacks <= set("abcdefghijk")
    assert len({character.id} | skills | attacks) == 9
