"""Every number that a sheet of eclipsephase since 1.5 can hold is right on the character, or stands in its notes."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from eclipsephase_makers import a_morph, a_newer_weapon, an_item, is_whole, unaccounted
from gm_desk.core.characters.roster import Character
from gm_desk.core.rules.dice import half_up
from gm_desk.core.rules.house import House
from gm_desk.core.systems.registry import RULES
from gm_desk.store.exchange.foundry.eclipsephase.reading import from_eclipsephase
from gm_desk.store.exchange.foundry.eclipsephase.terms import APTITUDES, SLOTS
from gm_desk.store.shipped import load_system
from makers import numbered_ids
from schema import schema

EP2 = load_system("ep2")
FACTS = schema("eclipsephase")
POOLS = ("insight", "moxie", "vigor", "flex")
MULTIPLE = {"bio": 3, "synth": 4, "info": 4}


def of_kind(shape: Any) -> Any:
    """Return a neutral value for each field of a shape."""
    if isinstance(shape, dict):
        return {key: of_kind(inner) for key, inner in shape.items()}
    return {"number": None, "text": "", "flag": False, "list": [], "number or text": None}[shape]


def small(most: int, least: int = 0) -> st.SearchStrategy[Any]:
    """Return whole numbers, some of them as text."""
    return st.integers(least, most) | st.integers(least, most).map(str)


numbers = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["character", "npc", "goon"]),
        "aptitudes": st.fixed_dictionaries({key: small(30) for key in APTITUDES}),
        "skills": st.fixed_dictionaries({key: small(60, 1) for key in SLOTS}),
        "body": st.sampled_from(["bio", "synth", "info"]),
        "dur": small(90, 5),
        "durmod": st.integers(0, 9),
        "pools": st.fixed_dictionaries({key: small(6) for key in POOLS}),
        "left": st.fixed_dictionaries({key: small(6) for key in POOLS}),
        "flex": small(3),
        "harm": st.fixed_dictionaries({key: small(40) for key in ("damage", "stress", "wounds", "traumas")}),
        "ignored": st.integers(0, 3),
        "threat": small(9),
        "rep": st.fixed_dictionaries({key: small(90, 1) for key in FACTS["items"]["id"]["rep"]}),
        "rates": st.tuples(small(20, 1), small(60, 1)),
        "armor": st.tuples(small(20), small(20)),
        "dice": st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(1, 9)),
        "ammo": st.tuples(small(50), small(50, 1)),
        "special": small(70, 1),
        "rez": st.integers(1, 99),
    }
)


def actor_of(given_numbers: Any) -> dict[str, Any]:
    """Return an actor with these numbers and all the fields of the schema."""
    of = given_numbers
    system = of_kind(FACTS["actors"][of["kind"]])
    for key, value in of["aptitudes"].items():
        system["aptitudes"][key]["value"] = value
    for slot in SLOTS.values():
        system[slot.group][slot.key]["value"] = of["skills"][slot.key]
    for key in POOLS:
        system["pools"][key]["value"] = of["left"][key]
    system["ego"]["egoFlex"] = of["flex"]
    system["mods"] |= {"durmod": of["durmod"], "woundMod": -of["ignored"]}
    system["health"]["physical"]["value"], system["physical"]["wounds"] = of["harm"]["damage"], of["harm"]["wounds"]
    system["health"]["mental"]["value"], system["mental"]["trauma"] = of["harm"]["stress"], of["harm"]["traumas"]
    system["rezPoints"]["value"] = of["rez"]
    if "threatLevel" in system:
        system["threatLevel"] = {"current": of["threat"], "total": of["threat"]}
    morph = a_morph("own", "Hull", type=of["body"], dur=of["dur"], **of["pools"])
    morph["system"]["movement"]["move1"] |= dict(zip(("base", "full"), of["rates"], strict=True))
    scores = {key: {"name": "x", "value": value} for key, value in of["rep"].items()}
    gun = a_newer_weapon("rangedWeapon", "Gun", ammoMin=of["ammo"][0], ammoMax=of["ammo"][1])
    gun["system"]["mode1"] |= dict(zip(("d10", "d6", "bonus"), of["dice"], strict=True))
    items = [
        morph,
        an_item("id", "Own", rep=scores),
        gun,
        an_item("armor", "Vest", energy=of["armor"][0], kinetic=of["armor"][1], active=True),
        an_item("knowSkill", "Tea", value=of["special"], aptitude="cog"),
    ]
    system |= {"activeMorph": "morph-own", "activeID": "id-Own"}
    return {"name": "Own", "type": of["kind"], "system": system, "items": items, "_stats": {"systemId": "eclipsephase"}}


def check_body(of: Any, found: Character) -> None:
    """Check DUR and what follows from it, pools, armor and movement."""
    dur = int(of["dur"]) + of["durmod"]
    shown = RULES["ep2"].derived(found.stats, House(), found.body) | dict(found.stats)
    assert (shown["DUR"], shown["WT"]) == (dur, half_up(dur, 5))
    assert shown["DR"] == half_up(dur * MULTIPLE[of["body"]], 2)
    for key in POOLS:
        most = int(of["pools"][key]) + (int(of["flex"]) if key == "flex" else 0)
        assert (found.points[key].now, found.points[key].max) == (int(of["left"][key]), most)
    assert dict(found.armor[0].values) == {"energy": int(of["armor"][0]), "kinetic": int(of["armor"][1])}
    assert (found.movement[0].base, found.movement[0].full) == tuple(map(int, of["rates"]))


def check_ego(of: Any, found: Character) -> None:
    """Check aptitudes, skills, rep, harm and threat."""
    stats = {ours: int(of["aptitudes"][key]) for key, ours in APTITUDES.items()}
    assert {key: found.stats[key] for key in stats} == stats
    totals = of["kind"] == "goon"
    for slot in SLOTS.values():
        skill = found.skill_named(slot.key)
        assert skill is not None
        rating = int(of["skills"][slot.key]) + (0 if totals else slot.times * stats[slot.aptitude])
        assert skill.rating == (rating if totals else min(100, rating))
    tea = found.skill_named("Know: Tea")
    assert tea is not None
    assert tea.rating == int(of["special"]) + (0 if totals else stats["COG"])
    assert found.rep == {key.removesuffix("-rep"): int(value) for key, value in of["rep"].items()}
    health, harm = found.health, {key: int(value) for key, value in of["harm"].items()}
    assert (health.damage, health.wounds, health.ignored_wounds) == (harm["damage"], harm["wounds"], of["ignored"])
    assert (health.stress, health.traumas) == (harm["stress"], harm["traumas"])
    if totals:
        assert found.points["threat"].now == found.points["threat"].max == int(of["threat"])


@given(numbers)
def test_every_number_of_a_sheet_is_right_or_in_the_notes(of: Any) -> None:
    raw = actor_of(of)
    came = from_eclipsephase(raw, EP2, numbered_ids())
    found = came.character
    check_body(of, found)
    check_ego(of, found)
    (gun,) = found.attacks
    terms = [f"{count}{die}" for count, die in zip(of["dice"], ("d10", "d6", ""), strict=True) if count]
    assert gun.damage == "+".join(terms)
    assert gun.ammo is not None
    assert (gun.ammo.now, gun.ammo.max) == tuple(map(int, of["ammo"]))
    assert f"Rez points: {of['rez']}" in found.notes.splitlines()
    assert unaccounted(raw, came) == []
    assert is_whole(found)
