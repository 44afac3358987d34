"""The weapons of a Foundry actor (eclipsephase): one attack each, or one for each mode of a newer sheet."""

import re
from collections.abc import Iterator
from typing import Any

from gm_desk.core.characters.roster import NewId
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Attack, Points
from gm_desk.core.notation import attack_values
from gm_desk.store.exchange.accounts import Path
from gm_desk.store.exchange.foreign_data import FieldCursor, number, plain, text, within
from gm_desk.store.exchange.foundry.eclipsephase.terms import MODES

WEAPONS = {"rangedWeapon": "Guns", "ccWeapon": "Melee", "grenade": "Athletics"}
AMMUNITION = "ammo"
PIERCING_TRAIT = "armorPiercing"
NO_DAMAGE = "noDamage"
ONLY_SOMETIMES = ("bioMorphsOnly", "dvOnMiss")
"""The traits of ammunition whose damage is not added by the sheet."""
LOADED = ("ammoSelected",)
TRAIT_NUMBERS = ("number", "radius", "skillMod")
DICE = ("d10", "d6", "bonus")
MOST_DICE = 99


def attacks_of(item: FieldCursor, body: Path, new_id: NewId, skill: str) -> list[Attack]:
    """Import a weapon."""
    name = item.words(("name",), "attack")
    if not name:
        return []
    part = item.below(*body)
    ways = ["mode1", "mode2"] if part.peek("additionalMode") else ["mode1"]
    newer = [_by_mode(part, way, name, skill, new_id) for way in ways if _counts(part, way)]
    return newer or [_attack(part, name, skill, new_id)]


def _counts(part: FieldCursor, way: str) -> bool:
    """Return whether a mode is used: one of a newer sheet, not an empty one of a sheet with its damage elsewhere."""
    mode = part.below(way)
    if dice_of(mode) or text(mode.peek("dv")):
        return True
    return isinstance(mode.peek(), dict) and way == "mode1" and not text(part.peek("dv"))


def ammunition(item: FieldCursor, body: Path) -> list[str]:
    """Import ammunition as gear, with its quantity, its additional damage, and its traits."""
    name, part = item.words(("name",), "gear"), item.below(*body)
    dice = dice_of(part.below("dv"))
    for key in DICE if dice else ():
        if number(part.peek("dv", key)):
            part.came(("dv", key), f"{name}: DV {dice}")
    parts = [f"DV {dice}" if dice[:1] in "+-" else f"DV +{dice}"] if dice else []
    parts += map(_spaced, _traits(part, name))
    many = within(part.peek("quantity"), 0, MOST_AMOUNT)
    if many is not None and many != 1:
        part.came(("quantity",), f"{name}: {many}")
    line = name + (f" ({', '.join(parts)})" if parts else "")
    return [line if many is None or many == 1 else f"{many} × {line}"] if name else []


def dice_of(mode: FieldCursor, more: FieldCursor | None = None) -> str:
    """Return the dice of a newer sheet, which has a field for each kind of die, and of ammunition ("2d10+1d6+3")."""
    counts = {key: (number(mode.peek(key)) or 0) + ((number(more.peek(key)) or 0) if more else 0) for key in DICE}
    if any(abs(count) > MOST_DICE for count in counts.values()):
        return ""
    terms = [f"{counts[key]:+}{key}" for key in ("d10", "d6") if counts[key]]
    terms += [f"{counts['bonus']:+}"] if counts["bonus"] and (terms or counts["bonus"] > 0) else []
    return "".join(terms).removeprefix("+")


def _attack(part: FieldCursor, name: str, skill: str, new_id: NewId) -> Attack:
    """Import a weapon with a single mode."""
    values, notes = _described(part, name)
    area = part.words(("areaeffect",), f"{name}: area")
    known = attack_values.read_mark(area)
    values = values if attack_values.repeated(values, known) else attack_values.merged(values, known)
    values, plain_traits = _with_traits(part, name, values)
    values |= _against(part, name)
    return Attack(
        id=new_id(),
        name=name,
        skill=skill,
        damage=_dice(part.below("dv"), name) or part.words(("dv",), f"{name}: DV"),
        modes=_modes(part),
        range=part.words(("range",), f"{name}: range"),
        ammo=_ammo(part),
        notes=_joined(notes, f"area: {area}" if area and not known else "", *plain_traits),
        **values,
    )


def _by_mode(part: FieldCursor, way: str, name: str, skill: str, new_id: NewId) -> Attack:
    """Import one mode of a weapon, with its ammunition."""
    mode, (values, notes) = part.below(way), _described(part, name)
    loaded = part.below(*LOADED)
    values, _ = _with_traits(mode, name, values)
    values, others = _with_traits(loaded, name, values)
    values, mounted = _with_traits(part, name, values, "accessories")
    called = mode.words(("name",), f"{name}: way to strike")
    ammo_name = loaded.words(("name",), f"{name}: loaded with") if text(loaded.peek("_id")) not in {"", "-"} else ""
    return Attack(
        id=new_id(),
        name=f"{name} ({called})" if called else name,
        skill=skill,
        damage=_damage(mode, loaded, name),
        modes=_modes(mode),
        range=mode.words(("range",), f"{name}: range"),
        ammo=_ammo(part),
        notes=_joined(notes, f"loaded with {ammo_name}" if ammo_name else "", *others, *mounted),
        **values,
    )


def _damage(mode: FieldCursor, loaded: FieldCursor, name: str) -> str:
    """Import the damage of a mode with that of its ammunition, or as written."""
    marks = [key for key in (*ONLY_SOMETIMES, NO_DAMAGE) if loaded.peek("traits", key, "value") is True]
    if NO_DAMAGE in marks:
        return ""
    more = None if marks else loaded.below("dvModifier")
    for key in DICE if more else ():
        if more and number(more.peek(key)):
            more.came((key,), f"{name}: added to its DV")
    return _dice(mode, name, more) or mode.words(("dv",), f"{name}: DV")


def _dice(mode: FieldCursor, name: str, more: FieldCursor | None = None) -> str:
    """Import the dice of a mode."""
    dice = dice_of(mode, more)
    for key in DICE if dice else ():
        if number(mode.peek(key)):
            mode.came((key,), f"{name}: DV {dice}")
    return dice


def _with_traits(
    part: FieldCursor, name: str, values: dict[str, Any], key: str = "traits"
) -> tuple[dict[str, Any], list[str]]:
    """Import the checkboxes of a weapon; return the values with them, and those that are not traits of attacks."""
    others = []
    for trait in _traits(part, name, key):
        spaced = _spaced(trait)
        known = attack_values.known_trait(spaced)
        if trait == PIERCING_TRAIT:
            values = attack_values.merged(values, {"armor_piercing": True})
        elif key == "accessories" and not known:
            others.append(spaced)
        elif (known or spaced) not in values.get("traits", ()):
            values = attack_values.merged(values, {"traits": (known or spaced,)})
    return values, others


def _traits(part: FieldCursor, name: str, key: str = "traits") -> Iterator[str]:
    """Import the checkboxes, each with its number if it has one ("multiShot 3")."""
    for trait in part.names(key):
        if part.peek(key, trait, "value") is True:
            numbers = [text(part.peek(key, trait, more)) for more in TRAIT_NUMBERS]
            part.came((key, trait), f"{name}: {_spaced(trait)}")
            yield " ".join(filter(None, [trait, *numbers]))


def _against(part: FieldCursor, name: str) -> dict[str, Any]:
    """Import the kind of armor against an explosion."""
    kind = text(part.peek("armorused")).casefold()
    if not attack_values.ARMOR_KINDS.fullmatch(kind):
        return {}
    part.came(("armorused",), f"{name}: against {kind}")
    return {"against": kind}


def _described(part: FieldCursor, name: str) -> tuple[dict[str, Any], str]:
    """Import the description of a weapon."""
    written = part.peek("description")
    whole = plain(written) if isinstance(written, str) else ""
    values, notes = attack_values.read_said(whole)
    if notes or values:
        part.came(("description",), f"{name}: {notes or whole}")
    return values, notes


def _modes(part: FieldCursor) -> str:
    """Import the firing modes, which newer sheets have in one field."""
    words = part.words(("firingMode",), "firing modes")
    return MODES.get(words, words)


def _ammo(part: FieldCursor) -> Points | None:
    """Import the rounds left and the size of the magazine; for grenades the quantity."""
    most = part.number(("ammoMax",), 0, MOST_AMOUNT, "ammunition") if text(part.peek("ammoMax")) else None
    now = part.number(("ammoMin",), 0, MOST_AMOUNT, "loaded") if text(part.peek("ammoMin")) else None
    if most is None and now is None and text(part.peek("quantity")):
        most = part.number(("quantity",), 0, MOST_AMOUNT, "how many")
    if most is None and not now:
        return None
    return Points(now=now if now is not None else most or 0, max=most if most is not None else now or 0)


def _spaced(trait: str) -> str:
    """Return a key as words ("touchOnly")."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", trait).casefold()


def _joined(*parts: str) -> str:
    return ", ".join(part for part in parts if part)
