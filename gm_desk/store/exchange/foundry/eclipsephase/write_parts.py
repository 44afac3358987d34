"""The parts that the writers of actors of the Foundry system eclipsephase share, and the items of newer actors."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character, Skill
from gm_desk.core.characters.stat_block import AREA_WORDS, Armor, Attack
from gm_desk.core.notation.attack_values import write_said
from gm_desk.core.rules.health import Health
from gm_desk.store.exchange.foreign_data import marked_up, number, within
from gm_desk.store.exchange.foundry.eclipsephase.terms import (
    APTITUDES,
    ARMOR_PIERCING,
    EGO,
    KNOWN_ID,
    MODES,
    MUSE,
    USUAL_CHECK,
)
from gm_desk.store.exchange.foundry.eclipsephase.weapons import MOST_DICE, PIERCING_TRAIT

Data = dict[str, Any]
ID_LETTERS = 16
FRIENDLY = 1
COUNTED = re.compile(r"([0-9]{1,4}) × (.+)", re.DOTALL)
NEAR, FAR, THROWN = "ccWeapon", "rangedWeapon", "grenade"
ID_TYPES = ("morph", "id")
"""The kinds of items of which an actor has only one."""
PSI = " (psi)"
DEFAULT_PSI = "gamma"
TERM = re.compile(r"([+-]?)([0-9]{1,2})(d10|d6)?")
DAMAGE = re.compile(r"[+-]?[0-9]{1,2}(?:d10|d6)?(?:[+-][0-9]{1,2}(?:d10|d6)?)*")
TRAITS = {
    FAR: {
        "concealable": "concealable", "entangling": "entangling", "fixed": "fixed", "knockdown": "knockdown",
        "long": "long", "no close": "noClose", "no point-blank": "noPointBlank", "no smartlink": "noSmartlink",
        "pain": "pain", "shock": "shock", "single-use": "singleUse", "steady": "steady", "stun": "stun",
        "two-handed": "twoHanded",
    },
    NEAR: {
        "concealable": "concealable", "pain": "pain", "reach": "reach", "shock": "shock", "stun": "stun",
        "touch-only": "touchOnly", "two-handed": "twoHanded",
    },
    THROWN: {"blinding": "blinding", "knockdown": "knockdown", "pain": "pain", "shock": "shock"},
}  # fmt: skip
"""The checkboxes of weapons for our traits, by kind."""
MOUNTED = {"smartlink": "smartlink", "laser sight": "laserSight"}
"""Our traits that are accessories of a ranged weapon."""


class ToldNotes(Struct, frozen=True):
    """The notes, separated into the fields of the ego, the name of the ID, and the rest as HTML."""

    ego: dict[str, str]
    known: str
    biography: str


def told_notes(notes: str) -> ToldNotes:
    """Separate notes: lines with the name of a field of the ego go there, in the order in which they are imported."""
    lines, ego = notes.splitlines(), {}
    for key, label in EGO.items():
        if lines and lines[0].startswith(f"{label}: "):
            ego[key] = lines.pop(0).removeprefix(f"{label}: ")
    known = lines.pop(0) if lines and lines[0].startswith(KNOWN_ID) else ""
    return ToldNotes(ego, known.removeprefix(KNOWN_ID), marked_up("\n".join(lines)))


def new_item(kind: str, name: str, system: Data | None = None) -> Data:
    """Return a new item."""
    return {"type": kind, "name": name, "system": system or {}}


def skill_item(skill: Skill, written: Data) -> Data:
    """Return the item of a skill."""
    stem, _, field = skill.name.partition(": ")
    known = stem == "Know" and bool(field) and ":" not in field
    words = {ours: key for key, ours in APTITUDES.items()}
    system = written | {"aptitude": words.get(skill.aptitude, "")}
    return new_item("knowSkill", field, system) if known else new_item("specialSkill", skill.name, system)


def gear_items(lines: tuple[str, ...]) -> list[Data]:
    """Return the items of gear, without the muse, each with its quantity."""
    muse = muse_line(lines)
    gear = list(lines)
    if muse:
        gear.remove(muse)
    return [_gear(line) for line in gear]


def muse_line(lines: tuple[str, ...]) -> str:
    """Return the line of the muse among gear, or nothing."""
    return next((line for line in lines if line.startswith(MUSE)), "")


def _gear(line: str) -> Data:
    """Return the item of gear."""
    found = COUNTED.fullmatch(line)
    many = within(found[1], 0, 9999) if found else None
    if found is None or many is None or many == 1:
        return new_item("gear", line)
    return new_item("gear", found[2], {"quantity": many})


def weapon_kind(skill: str, *, aimed: bool) -> str:
    """Return the kind of weapon for a skill; thrown ones are not `aimed`."""
    word = skill.casefold()
    return NEAR if word == "melee" else THROWN if word == "athletics" and not aimed else FAR


def an_id(text: str) -> str:
    """Return a Foundry id for a text, always the same."""
    return hashlib.blake2b(text.encode(errors="replace"), digest_size=ID_LETTERS // 2).hexdigest()


def thing_items(character: Character, bound: str | None) -> list[Data]:
    """Return items for armor, attacks, ware and traits; ware is `bound` to the morph."""
    items = [_armor(armor, additional=place > 0) for place, armor in enumerate(character.armor)]
    items += map(_weapon, character.attacks)
    items += (new_item("ware", name, {"boundTo": bound}) for name in character.ware)
    items += map(_trait, character.traits)
    return items


def dice_values(damage: str) -> dict[str, int]:
    """Return damage as the numbers of dice ("2d10+3"), or nothing if the sheet cannot express it."""
    plain = re.sub(r"\s", "", damage).replace("\N{MINUS SIGN}", "-")
    if not DAMAGE.fullmatch(plain):
        return {}
    found = {"d10": 0, "d6": 0, "bonus": 0}
    for sign, count, die in TERM.findall(plain):
        found[die or "bonus"] += -int(count) if sign == "-" else int(count)
    fits = min(found["d10"], found["d6"]) >= 0 and max(map(abs, found.values())) <= MOST_DICE
    return found if fits and (found["d10"] or found["d6"] or found["bonus"] > 0) else {}


def _armor(armor: Armor, *, additional: bool) -> Data:
    """Return the item of armor; armor worn over other armor is additional."""
    values = {kind: armor.values.get(kind) for kind in ("energy", "kinetic")}
    return new_item("armor", armor.name, {**values, "slotType": "additional" if additional else "main"})


def _trait(name: str) -> Data:
    """Return the item of a trait, or of a psi sleight."""
    if name.endswith(PSI) and name.removesuffix(PSI).strip():
        return new_item("aspect", name.removesuffix(PSI), {"psiType": DEFAULT_PSI})
    return new_item("traits", name)


def _weapon(attack: Attack) -> Data:
    """Return the weapon of an attack, of the kind for its skill."""
    kind = weapon_kind(attack.skill, aimed=bool(attack.modes or attack.range))
    keys, rest = TRAITS[kind], attack
    ticked = [keys[trait] for trait in attack.traits if trait in keys]
    mounted = [MOUNTED[trait] for trait in attack.traits if kind == FAR and trait in MOUNTED]
    others = tuple(one for one in attack.traits if one not in keys and not (kind == FAR and one in MOUNTED))
    rest = structs.replace(rest, traits=others, armor_piercing=False)
    traits = _boxes([*([PIERCING_TRAIT] if attack.armor_piercing else []), *ticked])
    dice = dice_values(attack.damage)
    if kind == THROWN:
        return _grenade(attack, rest, traits, dice)
    firing = next((key for key, words in MODES.items() if words == attack.modes), "")
    mode: dict[str, Any] = {"name": "", **_dice_fields(dice), "dv": None if dice else attack.damage or None}
    if traits:
        mode["traits"] = traits
    if kind == NEAR:
        return new_item(kind, attack.name, {"mode1": mode, "description": _told(rest, attack.modes, attack.range)})
    reach = number(attack.range)
    mode |= {"range": attack.range or None if reach is None else reach, "firingMode": firing}
    ammo = {"ammoMin": attack.ammo.now, "ammoMax": attack.ammo.max} if attack.ammo else {}
    boxes = {"accessories": _boxes(mounted)} if mounted else {}
    left_over = _told(rest, "" if firing else attack.modes)
    return new_item(kind, attack.name, {"mode1": mode, "description": left_over, **ammo, **boxes})


def _grenade(attack: Attack, rest: Attack, traits: Data, dice: dict[str, int]) -> Data:
    """Return the item of an explosive or thrown weapon."""
    rest = structs.replace(rest, area="", against="")
    system = {
        "dv": _dice_fields(dice),
        "areaeffect": AREA_WORDS.get(attack.area),
        "armorused": attack.against or None,
        "quantity": attack.ammo.max if attack.ammo else None,
        "description": _told(rest, "" if dice else attack.damage),
    }
    return new_item(THROWN, attack.name, {**system, **({"traits": traits} if traits else {})})


def _dice_fields(dice: dict[str, int]) -> dict[str, int | None]:
    """Return the fields of dice, or empty ones without dice."""
    return {key: dice.get(key) for key in ("d10", "d6", "bonus")}


def _boxes(keys: Iterable[str]) -> Data:
    """Return ticked checkboxes; Foundry adds those that are not."""
    return {key: {"value": True} for key in keys}


def _told(rest: Attack, *unsaid: str) -> str:
    """Return the description of a weapon, with everything without a field."""
    return marked_up(", ".join(filter(None, (write_said(rest, ARMOR_PIERCING), rest.notes, *unsaid))))


def name_actor(actor: Data, character: Character) -> None:
    """Write id, name and token of an actor."""
    actor |= {"_id": an_id(character.id), "name": character.name}
    actor["prototypeToken"]["name"] = character.name
    if character.kind == "pc":
        actor["prototypeToken"]["disposition"] = FRIENDLY


def write_aptitudes(system: Data, character: Character) -> None:
    """Write the aptitudes, and as modifiers the differences of their checks from the usual ones."""
    for key, ours in APTITUDES.items():
        aptitude, check = system["aptitudes"][key], character.checks.get(ours)
        aptitude["value"] = character.stats.get(ours)
        if check is not None:
            aptitude["mod"] = check - USUAL_CHECK * character.stats.get(ours, 0)


def write_health(system: Data, health: Health, zero: int | None) -> None:
    """Write damage and stress, wounds and traumas, and the number of ignored ones; `zero` replaces counts of 0."""
    system["health"]["physical"]["value"] = health.damage
    system["health"]["mental"]["value"] = health.stress
    system["physical"]["wounds"] = health.wounds or zero
    system["mental"]["trauma"] = health.traumas or zero
    system["mods"]["woundMod"] = -health.ignored_wounds or zero
    system["mods"]["traumaMod"] = -health.ignored_traumas or zero


def write_thresholds(system: Data, stats: Mapping[str, int]) -> None:
    """Write the thresholds of stress and damage."""
    for part, keys in (("mental", ("luc", "tt", "ir")), ("physical", ("wt", "dr"))):
        system[part] |= {key: stats.get(key.upper()) for key in keys}


def fill_slot(line: Data, written: Data, note: str) -> None:
    """Write a skill into its slot of the sheet, and a note that is a modifier beside it."""
    line |= written
    if re.fullmatch(r"[+-][1-9][0-9]{0,2}", note):
        line["mod"] = number(note)
