"""The fields of an item of a Foundry actor (eclipsephase) that were not imported, each with the reason."""

from collections.abc import Iterator
from contextlib import contextmanager

from gm_desk.store.exchange.accounts import Path
from gm_desk.store.exchange.foreign_data import EMPTY, NO_PLACE, FieldCursor, number, quoted
from gm_desk.store.exchange.foundry.eclipsephase.terms import BOOKKEEPING, IN_USE

BUILT = "what is put in when somebody takes this body"
WHY = {
    "description": "what it does stands in its book; GM Desk keeps its name",
    "cost": "what it costs",
    "morphPoints": "what it costs",
    "slotType": "how it is carried",
    "displayCategory": BOOKKEEPING,
    "category": BOOKKEEPING,
    "boundTo": BOOKKEEPING,
    "updated": BOOKKEEPING,
    "additionalSystems": BOOKKEEPING,
    "img": "a picture in the folder of Foundry",
    "customToken": "a picture in the folder of Foundry",
    "quantity": "one of it",
    "mode1": "the rest of how it strikes",
    "mode2": "the rest of how else it strikes",
    "traits": "what else it can do",
    "ware": BUILT,
    "flaws": BUILT,
    "frame": BUILT,
    "accessories": "what else is mounted on it",
    "ammoSelected": "the rest of what it is loaded with",
    "movement": "how else it could move",
    "rep": "favors, and networks without a score",
    "roll": "worked out by the sheet",
    "active": IN_USE,
    "ego": "whether the ego has it",
    "morph": "whether the morph has it",
    "traitType": "whether it is a trait or a flaw",
    "wareType": "what kind of ware it is",
    "isThreat": BOOKKEEPING,
}


@contextmanager
def accounted_item(item: FieldCursor | None, body: Path) -> Iterator[None]:
    """Account for all fields of an item that its import did not record; without an item do nothing."""
    if item is None:
        yield
        return
    came, left = len(item.account.came), len(item.account.left)
    yield
    said = {field.path for field in (*item.account.came[came:], *item.account.left[left:])}
    for key in item.names(*body[len(item.base) :]):
        path = (*body[len(item.base) :], key)
        value = item.peek(*path)
        empty = value is False or value in EMPTY or number(value) == 0
        if not empty and (*item.base, *path) not in said:
            item.leave(path, WHY.get(key) or f"{NO_PLACE}: {quoted(value)}")
    item.leave((), BOOKKEEPING)
