"""Write the body of a character into the shape of a Foundry actor (ep2e)."""

from collections.abc import Iterator
from typing import Any

from gm_desk.core.roster import Character
from gm_desk.core.stat_block import Attack
from gm_desk.store.formats.foreign import number
from gm_desk.store.formats.foundry.ep2e_attacks import UNARMED
from gm_desk.store.formats.foundry.ep2e_words import BODY_LINES, POOLS, joined
from gm_desk.store.formats.foundry.ep2e_write_ego import Told

KINDS = {"biomorph": "biological", "synthmorph": "synthetic"}


def kind_of(character: Character) -> str:
    """Say which kind of body a character has in Foundry; one without a single word about its body has none."""
    if character.body:
        return KINDS[character.body]
    if character.movement or any(map(is_unarmed, character.attacks)):
        return "biological"
    health, pools = character.health, character.points.keys() & {"insight", "moxie", "vigor"}
    return "infomorph" if "DUR" in character.stats or character.morph or health.damage or health.wounds or pools else ""


def is_unarmed(attack: Attack) -> bool:
    """Tell whether an attack is one without a weapon, which is part of the body in Foundry."""
    return attack.name == UNARMED and attack.skill == "Melee" and bool(attack.damage)


def armor_of_body(character: Character) -> bool:
    """Tell whether the first armor is part of the body: that of a shell, unless it is ware or gear."""
    if character.body != "synthmorph" or not character.armor:
        return False
    first = character.armor[0]
    return first.name not in (*character.ware, *character.gear) and any(first.values.values())


def write(body: dict[str, Any], character: Character, told: Told, ids: Iterator[str]) -> None:
    """Fill the body in."""
    health = body["physicalHealth" if "physicalHealth" in body else "meshHealth"]
    health["baseDurability"] = character.stats.get("DUR", 0)
    health |= {"damage": character.health.damage, "wounds": character.health.wounds}
    for name in POOLS:
        body["pools"][name] = character.points[name].max if name in character.points and name != "flex" else 0
    if "movementRates" not in body:
        return
    body["movementRates"] = [
        {"type": joined(way.name), "base": way.base or 0, "full": way.full or 0, "id": next(ids)}
        for way in character.movement
    ]
    bare = next(filter(is_unarmed, character.attacks), None)
    body["unarmedDV"] = bare.damage if bare else "0"
    if armor_of_body(character):
        first = character.armor[0]
        values = {kind: first.values.get(kind, 0) for kind in ("energy", "kinetic")}
        body["inherentArmor"] = {**values, "source": first.name}
    told.take_body()
    for label, words in told.body.items():
        _tell(body, BODY_LINES[label], words)


def _tell(body: dict[str, Any], key: str, words: str) -> None:
    """Put one line of what is told in its place, as what stands there."""
    old = body.get(key)
    if isinstance(old, bool):
        body[key] = words == "yes"
    elif isinstance(old, int):
        body[key] = number(words) or old
    elif old is not None:
        body[key] = joined(words.title()) if key == "size" else words
