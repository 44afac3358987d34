"""A writer of actors for Foundry's ep2e system, in the structure that the system declares."""

import copy
import hashlib
import itertools
import string
from collections.abc import Iterator
from typing import Any

import msgspec

from gm_desk.assets import resource
from gm_desk.core.characters.roster import Character
from gm_desk.store.exchange.foundry.actors import keep_rest
from gm_desk.store.exchange.foundry.ep2e import write_character, write_items
from gm_desk.store.exchange.foundry.ep2e.reading import SYSTEM, from_ep2e

LETTERS = string.ascii_letters + string.digits
LONG = 16
"""The length of an id in Foundry."""

IMAGE = "icons/svg/mystery-man.svg"


def ep2e_of(character: Character) -> dict[str, Any]:
    """Return the actor of a character; what the actor has no field for is kept in flags for GM Desk."""
    return keep_rest(_actor(character), character, from_ep2e)


def _actor(character: Character) -> dict[str, Any]:
    """Return the actor with ego, body and items."""
    shapes = msgspec.json.decode(resource("foundry/ep2e.json").read_bytes())
    ids = _ids(character)
    ego = copy.deepcopy(shapes["ego"])
    told = write_character.SplitNotes(character.notes)
    write_character.write_ego(ego, character, told, ids)
    flags: dict[str, Any] = {}
    sleeve = write_character.kind_of(character)
    if sleeve:
        body = copy.deepcopy(shapes[sleeve])
        write_character.write_body(body, character, told, ids)
        flags[sleeve] = {**_document(character.morph or character.name, sleeve, next(ids)), "system": body, "items": []}
    psi = told.psi()
    if psi:
        flags["psi"] = {**_document(psi["name"], "psi", next(ids)), "system": {**shapes["psi"], **psi["system"]}}
    items = write_items.items_of(character, shapes["items"], sleights=told.sleights())
    ego["description"] = told.description(write_character.beyond(character))
    return {
        **_document(character.name, "character", next(ids)),
        "flags": {SYSTEM: flags},
        "system": ego,
        "items": [{**_document(item["name"], item["type"], next(ids)), **item} for item in items],
        "prototypeToken": {"name": character.name},
        "_stats": {"systemId": SYSTEM},
    }


def _document(name: str, kind: str, key: str) -> dict[str, Any]:
    """Return the fields of every document of Foundry."""
    return {"_id": key, "name": name, "type": kind, "img": IMAGE, "effects": [], "flags": {}}


def _ids(character: Character) -> Iterator[str]:
    """Yield ids in Foundry's format; the same character always has the same."""
    for number in itertools.count():
        digest = hashlib.sha256(f"{character.id} {number}".encode(errors="replace")).digest()
        yield "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:LONG])
