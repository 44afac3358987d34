"""The weapons of a Foundry actor (ep2e) as attacks."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from gm_desk.core.characters.roster import NewId
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Area, Attack, Points
from gm_desk.core.notation.attack_values import known_trait
from gm_desk.core.notation.points import of_all
from gm_desk.store.exchange.accounts import Path
from gm_desk.store.exchange.foreign_data import FieldCursor, listed, mapping, number, text, within
from gm_desk.store.exchange.foundry.actors import data_key
from gm_desk.store.exchange.foundry.ep2e.body import BodyPaths
from gm_desk.store.exchange.foundry.ep2e.terms import MODES, spaced

EXOTIC = "Exotic Skill"
SKILLS = {
    "meleeWeapon": "Melee",
    "firearm": "Guns",
    "railgun": "Guns",
    "beamWeapon": "Guns",
    "sprayWeapon": "Guns",
    "seekerWeapon": "Guns",
    "thrownWeapon": "Athletics",
    "explosive": "Athletics",
    "software": "Infosec",
}
ALWAYS = SKILLS.keys() - {"software"}
AREAS: Mapping[str, Area] = {"blast": "blast", "centered": "blast", "uniform": "uniform", "cone": "cone"}
AMMUNITION = {
    "firearm": ("ammo", "value", "max"),
    "railgun": ("ammo", "value", "max"),
    "sprayWeapon": ("ammo", "value", "max"),
    "beamWeapon": ("battery", "charge", "max"),
}
"""The fields of the rounds left and of the maximum."""

UNARMED = "Unarmed"


def attacks_of(source: FieldCursor, path: Path, skills: Collection[str], new_id: NewId) -> Iterator[Attack]:
    """Import the attacks of one item: one, or two if it has a second mode of use."""
    base = (*path, data_key(source.peek(*path)))
    item, kind = mapping(source.peek(*base)), text(source.peek(*path, "type"))
    for key in ("primaryAttack", "secondaryAttack"):
        given = mapping(item.get(key))
        second = key == "secondaryAttack"
        wanted = item.get("hasSecondaryAttack") is True or item.get("hasSecondaryMode") is True or kind == "software"
        damage = text(given.get("damageFormula"))
        if (second and not wanted) or (not damage and (second or kind not in ALWAYS)):
            continue
        attack = Attack(
            id=new_id(),
            name=_name(source, path, given, second=second),
            skill=_skill(kind, item, skills),
            damage=damage,
            modes=_modes(item, given),
            range=_range(item),
            ammo=_ammo(kind, item),
            armor_piercing=given.get("armorPiercing") is True,
            area=AREAS.get(text(given.get("areaEffect")), ""),
            radius=within(given.get("areaEffectRadius"), 1, MOST_AMOUNT) if given.get("areaEffect") else None,
            traits=tuple(_traits(given)),
            notes="; ".join(_notes(item, given)),
        )
        source.came((*base, key), f"attack: {attack.name} {attack.damage}".strip())
        _record(source, base, attack)
        yield attack


def unarmed(source: FieldCursor, sleeve: BodyPaths, new_id: NewId) -> Iterator[Attack]:
    """Import the attack of the body without a weapon."""
    path = (*sleeve.base, "unarmedDV")
    damage = text(source.peek(*path))
    if damage in {"", "0"}:
        source.leave_all(sleeve.base, ["unarmedDV"], "no damage without a weapon")
        return
    source.came(path, f"attack: {UNARMED} {damage}")
    yield Attack(id=new_id(), name=UNARMED, skill="Melee", damage=damage)


def _record(source: FieldCursor, base: Path, attack: Attack) -> None:
    """Record the fields of an item that were imported with its attack."""
    for key, value in (("range", attack.range), ("ammo", attack.ammo), ("battery", attack.ammo)):
        if value and source.holds((*base, key)):
            words = of_all(value) if isinstance(value, Points) else value
            source.came((*base, key), f"{key} {words}")


def _name(source: FieldCursor, path: Path, given: Mapping[str, Any], *, second: bool) -> str:
    """Return the name of an attack: that of its item, with its label if it has one."""
    name = text(source.peek(*path, "name")) or "Attack"
    label = text(given.get("label")) or ("second attack" if second else "")
    return f"{name} ({label})" if label else name


def _skill(kind: str, item: Mapping[str, Any], skills: Collection[str]) -> str:
    """Return the name of the skill; an exotic one counts only if the character has it."""
    field = text(item.get("exoticSkill"))
    exotic = f"{EXOTIC}: {field}"
    return exotic if field and exotic.casefold() in skills else SKILLS.get(kind, "")


def _modes(item: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """Return the firing modes: "SA/BF"."""
    modes = listed(given.get("firingModes")) or [item.get("firingMode")]
    return "/".join(MODES[mode] for mode in modes if isinstance(mode, str) and mode in MODES)


def _range(item: Mapping[str, Any]) -> str:
    """Return the range; "none" becomes nothing."""
    reach = item.get("range") if "range" in item else mapping(item.get("primaryAmmo")).get("range")
    return text(reach) if number(reach) != 0 else ""


def _ammo(kind: str, item: Mapping[str, Any]) -> Points | None:
    """Return the rounds left, or for thrown weapons the quantity."""
    if kind in {"thrownWeapon", "explosive"}:
        now = most = within(item.get("quantity"), 0, MOST_AMOUNT)
    elif kind in AMMUNITION:
        place, loaded, full = AMMUNITION[kind]
        holder = mapping(item.get(place))
        now, most = (within(holder.get(key), 0, MOST_AMOUNT) for key in (loaded, full))
    else:
        return None
    return Points(now=most if now is None else now, max=most) if most is not None else None


def _traits(given: Mapping[str, Any]) -> Iterator[str]:
    """Yield the traits of an attack."""
    yield from (known_trait(trait) or trait for trait in _spaced(given.get("attackTraits")))


def _spaced(words: Any) -> Iterator[str]:
    """Yield keys as words."""
    yield from filter(None, (spaced(text(word)).lower() for word in listed(words)))


def _notes(item: Mapping[str, Any], given: Mapping[str, Any]) -> Iterator[str]:
    """Yield the other properties of an attack as notes."""
    yield from filter(None, (text(given.get("notes")),))
    yield from _spaced(item.get("accessories"))
    area = text(given.get("areaEffect"))
    if area and area not in AREAS:
        yield f"{spaced(area).lower()} area"
    harmed = text(given.get("damageType"))
    if harmed in {"mesh", "mental"}:
        yield f"{harmed} damage"
