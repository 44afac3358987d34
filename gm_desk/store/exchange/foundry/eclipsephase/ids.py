"""The IDs of a Foundry actor (eclipsephase) with their rep: items of a newer sheet, or parts of an older one."""

from collections.abc import Iterator

from msgspec import Struct

from gm_desk.core.characters.stat_block import MOST_AMOUNT
from gm_desk.store.exchange.foreign_data import FieldCursor, listed, mapping, text
from gm_desk.store.exchange.foundry.eclipsephase.bodies import values_key
from gm_desk.store.exchange.foundry.eclipsephase.remainder import accounted_item
from gm_desk.store.exchange.foundry.eclipsephase.terms import KNOWN_ID

ID = "id"
NO_ID = ("", "none")
UNUSED_ID = "an ID that is not in use"
FAVORS = "GM Desk does not count favors"
SELECTED = "the ID in use"


class KnownId(Struct, frozen=True):
    """The place of an ID: the part with its name, that with its scores, and the item if it is one."""

    key: str
    named: FieldCursor
    values: FieldCursor
    item: FieldCursor | None = None

    def name(self) -> str:
        """Return the name, or nothing for the sheet's word for none."""
        said = text(self.named.peek("name"))
        return "" if said.casefold() in NO_ID else said


class ImportedIds(Struct, frozen=True):
    """What was imported of all IDs: the rep of the one in use, and lines for the notes."""

    rep: dict[str, int]
    lines: tuple[str, ...]


def read_ids(top: FieldCursor, body: FieldCursor, name: str) -> ImportedIds:
    """Import the IDs of an actor named `name`."""
    known = [*_items(top, body), *_older(body)]
    worn = _in_use(body, known)
    rep, lines = {}, []
    if worn:
        with accounted_item(worn.item, worn.values.base):
            rep = _rep(worn.values)
            lines.append(_own(worn, name))
            lines.append(worn.values.prose(("description",), "notes on the ID") if worn.item else "")
    lines += [_other(one) for one in known if one is not worn]
    return ImportedIds(rep, tuple(filter(None, lines)))


def _items(top: FieldCursor, body: FieldCursor) -> Iterator[KnownId]:
    """Yield the IDs that are items."""
    for index, item in enumerate(listed(top.peek("items"))):
        if isinstance(item, dict) and item.get("type") == ID:
            here = top.below("items", index)
            yield KnownId(text(item.get("_id")), here, here.below(values_key(here, body)), here)


def _older(body: FieldCursor) -> Iterator[KnownId]:
    """Yield the IDs of an older sheet."""
    for key in body.names("ego", "ids"):
        here = body.below("ego", "ids", key)
        yield KnownId(key, here, here)


def _in_use(body: FieldCursor, known: list[KnownId]) -> KnownId | None:
    """Return the ID in use, by default the first."""
    for path in (("activeID",), ("ego", "idSelected")):
        said = text(body.peek(*path)).casefold()
        found = next((one for one in known if said and one.key.casefold() == said), None)
        if said:
            body.came(path, SELECTED) if found else body.leave(path, f"{SELECTED}, which is not there")
        if found:
            return found
    return known[0] if known else None


def _rep(values: FieldCursor) -> dict[str, int]:
    """Import the rep scores."""
    found: dict[str, int] = {}
    for key in values.names("rep"):
        entry = values.below("rep", key)
        if text(entry.peek("value")):
            network = key.removesuffix("-rep")
            score = entry.number(("value",), 0, MOST_AMOUNT, f"{network}-rep")
            found |= {} if score is None or not network else {network: score}
        if isinstance(entry.peek(), dict):
            entry.leave((), FAVORS if True in mapping(entry.peek()).values() else "no favors asked")
    return found


def _own(known: KnownId, name: str) -> str:
    """Import the name of the ID in use, if it differs."""
    said = known.name()
    if not said:
        return ""
    known.named.came(("name",), f"ID: {said}")
    return f"{KNOWN_ID}{said}" if said != name else ""


def _other(known: KnownId) -> str:
    """Import another ID with its scores, unless it is empty."""
    name, scores = known.name(), []
    for key in known.values.names("rep"):
        score = text(known.values.peek("rep", key, "value"))
        if score:
            known.values.came(("rep", key, "value"), f"{key} {score}")
            scores.append(f"{key} {score}")
    if name:
        known.named.came(("name",), f"another ID: {name}")
    if isinstance(known.named.peek(), dict):
        known.named.leave((), "favors, and networks without a score" if name or scores else UNUSED_ID)
    return f"Another ID: {name or 'unnamed'} ({', '.join(scores) or 'no rep'})" if name or scores else ""
