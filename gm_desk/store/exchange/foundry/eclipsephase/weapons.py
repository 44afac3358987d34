"""The weapons of a Foundry actor (eclipsephase): one attack each, or one for each mode of a newer sheet."""

import re
from collections.abc import Iterator
from typing import Any

from gm_desk.core.characters.roster import NewId
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Attack, Points
from gm_desk.core.notation import attack_values
from gm_desk.store.exchange.accounts import Path
from gm_desk.store.exchange.foreign_data import FieldCursor, number, plain, text
from gm_desk.store.exchange.foundry.eclipsephase.terms import MODES

WEAPONS = {"rangedWeapon": "Guns", "ccWeapon": "Melee", "grenade": "Athletics"}
PIERCING_TRAIT = "armorPiercing"
MOST_DICE = 99


def attacks_of(item: FieldCursor, body: Path, new_id: NewId, skill: str) -> list[Attack]:
    """Import a weapon."""
    name = item.words(("name",), "attack")
    if not name:
        return []
    part = item.below(*body)
    ways = ["mode1", "mode2"] if part.peek("additionalMode") else ["mode1"]
    newer = [_by_mode(part, way, name, skill, new_id) for way in ways if dice_of(part.below(way))]
    return newer or [_attack(part, name, skill, new_id)]


def dice_of(mode: FieldCursor) -> str:
    """Return the dice of a newer sheet, which has a field for each kind of die ("2d10+1d6+3")."""
    counts = {key: number(mode.peek(key)) or 0 for key in ("d10", "d6", "bonus")}
    if any(abs(count) > MOST_DICE for count in counts.values()) or min(counts["d10"], counts["d6"]) < 0:
        return ""
    dice = "+".join(f"{counts[key]}{key}" for key in ("d10", "d6") if counts[key])
    bonus = counts["bonus"]
    return dice + (f"{bonus:+}" if dice and bonus else str(bonus) if bonus > 0 else "")


def _attack(part: FieldCursor, name: str, skill: str, new_id: NewId) -> Attack:
    """Import a weapon with a single mode."""
    said, notes = _described(part, name)
    area = part.words(("areaeffect",), f"{name}: area")
    known = attack_values.read_mark(area)
    said = said if attack_values.repeated(said, known) else attack_values.merged(said, known)
    return Attack(
        id=new_id(),
        name=name,
        skill=skill,
        damage=part.words(("dv",), f"{name}: DV"),
        modes=_modes(part),
        range=part.words(("range",), f"{name}: range"),
        ammo=_ammo(part),
        notes=_joined(notes, f"area: {area}" if area and not known else ""),
        **said,
    )


def _by_mode(part: FieldCursor, way: str, name: str, skill: str, new_id: NewId) -> Attack:
    """Import one mode of a weapon."""
    mode, (said, notes) = part.below(way), _described(part, name)
    dice = dice_of(mode)
    for key in ("d10", "d6", "bonus"):
        if number(mode.peek(key)):
            mode.came((key,), f"{name}: DV {dice}")
    for trait in _traits(mode, name):
        pierces, spaced = trait == PIERCING_TRAIT, _spaced(trait)
        new = {"traits": (attack_values.known_trait(spaced) or spaced,)}
        said = attack_values.merged(said, {"armor_piercing": True} if pierces else new)
    called = mode.words(("name",), f"{name}: way to strike")
    return Attack(
        id=new_id(),
        name=f"{name} ({called})" if called else name,
        skill=skill,
        damage=dice,
        modes=_modes(mode),
        range=mode.words(("range",), f"{name}: range"),
        ammo=_ammo(part),
        notes=notes,
        **said,
    )


def _traits(mode: FieldCursor, name: str) -> Iterator[str]:
    """Import the checkboxes of a weapon."""
    for trait in mode.names("traits"):
        if mode.peek("traits", trait, "value") is True:
            mode.came(("traits", trait), f"{name}: {_spaced(trait)}")
            yield trait


def _described(part: FieldCursor, name: str) -> tuple[dict[str, Any], str]:
    """Import the description of a weapon."""
    written = part.peek("description")
    whole = plain(written) if isinstance(written, str) else ""
    said, notes = attack_values.read_said(whole)
    if notes or said:
        part.came(("description",), f"{name}: {notes or whole}")
    return said, notes


def _modes(part: FieldCursor) -> str:
    """Import the firing modes, which newer sheets have in one field."""
    said = part.words(("firingMode",), "firing modes")
    return MODES.get(said, said)


def _ammo(part: FieldCursor) -> Points | None:
    """Import the rounds left, and of how many; for grenades the quantity."""
    most = part.number(("ammoMax",), 0, MOST_AMOUNT, "ammunition") if text(part.peek("ammoMax")) else None
    now = part.number(("ammoMin",), 0, MOST_AMOUNT, "loaded") if text(part.peek("ammoMin")) else None
    if most is None and now is None and text(part.peek("quantity")):
        most = part.number(("quantity",), 0, MOST_AMOUNT, "how many")
    if most is None and now is None:
        return None
    return Points(now=now if now is not None else most or 0, max=most if most is not None else now or 0)


def _spaced(trait: str) -> str:
    """Return a key as words ("touchOnly")."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", trait).casefold()


def _joined(*parts: str) -> str:
    return ", ".join(part for part in parts if part)
