"""Areas and traits of weapons of Foundry's ep2e, and the way back."""

from typing import Any

from msgspec import structs

from ep2e_makers import ACTOR, a_guard, imported, unaccounted
from gm_desk.core.characters.stat_block import Attack
from gm_desk.store.exchange.foundry.ep2e.writing import ep2e_of


def attack_of(**given: Any) -> Attack:
    """Bring in an explosive whose first attack has these keys."""
    item = {"name": "Popper", "type": "explosive", "system": {"primaryAttack": {"damageFormula": "3d10+6", **given}}}
    raw = {**ACTOR, "items": [item]}
    came = imported(raw)
    assert unaccounted(raw, came) == []
    return next(one for one in came.character.attacks if one.name == "Popper")


def test_areas_and_traits_have_fields() -> None:
    popper = attack_of(areaEffect="uniform", areaEffectRadius=10, attackTraits=["shock", "touchOnly", "oddThing"])
    assert (popper.area, popper.radius, popper.notes) == ("uniform", 10, "")
    assert popper.traits == ("shock", "touch-only", "odd thing")
    assert (attack_of(areaEffect="centered").area, attack_of(areaEffect="cone").area) == ("blast", "cone")
    assert attack_of(areaEffect="spiral").notes == "spiral area"
    assert attack_of(areaEffectRadius=5).radius is None


def test_traits_go_out_as_foundrys_where_it_has_them_and_else_as_notes() -> None:
    attack = Attack(
        id="a", name="Staff", skill="Melee", damage="1d10", against="kinetic", area="cone", traits=("stun", "reach")
    )
    items = ep2e_of(structs.replace(a_guard(), attacks=(attack,)))["items"]
    staff = next(item for item in items if item["name"] == "Staff")["system"]["primaryAttack"]
    assert (staff["attackTraits"], staff["notes"]) == (["stun"], "kinetic, cone, reach")
