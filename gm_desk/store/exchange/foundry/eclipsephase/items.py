"""The items of a Foundry actor (eclipsephase): skills, armor, weapons, ware, gear, traits, and IDs with their rep."""

from collections.abc import Iterator

from msgspec import Struct

from gm_desk.core.characters.roster import Skill
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Armor, Attack
from gm_desk.store.exchange.accounts import Path
from gm_desk.store.exchange.foreign_data import FieldCursor, as_list, mapping, quoted, text, within
from gm_desk.store.exchange.foundry.eclipsephase.animals import vehicle_line
from gm_desk.store.exchange.foundry.eclipsephase.bodies import MORPH, STASH, VEHICLE, Bodies, values_key
from gm_desk.store.exchange.foundry.eclipsephase.skills import SKILL_ITEMS, Maker
from gm_desk.store.exchange.foundry.eclipsephase.terms import KNOWN_ID, accounted_item
from gm_desk.store.exchange.foundry.eclipsephase.weapons import AMMUNITION, WEAPONS, ammunition, attacks_of

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
        words = text(self.named.peek("name"))
        return "" if words.casefold() in NO_ID else words


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
    for index, item in enumerate(as_list(top.peek("items"))):
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
        words = text(body.peek(*path)).casefold()
        found = next((one for one in known if words and one.key.casefold() == words), None)
        if words:
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
    id_name = known.name()
    if not id_name:
        return ""
    known.named.came(("name",), f"ID: {id_name}")
    return f"{KNOWN_ID}{id_name}" if id_name != name else ""


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


TRAITS = ("traits", "trait", "flaw", "morphTrait", "morphFlaw")
READ_BEFORE = (MORPH, ID)
"""The kinds of items that are read with the sheet."""


class Items:
    """The items of an actor, sorted into the parts of a stat block."""

    def __init__(self, maker: Maker, body: FieldCursor, bodies: Bodies | None, *, all_worn: bool = False) -> None:
        """Start empty; `body` is the actor's values. All armor counts as worn if a sheet has no choice."""
        self.maker = maker
        self.body = body
        self.bodies = bodies
        self.all_worn = all_worn
        self.skills: list[Skill] = []
        self.attacks: list[Attack] = []
        self.armor: list[Armor] = []
        self.ware: list[str] = []
        self.gear: list[str] = []
        self.traits: list[str] = []
        self.vehicles: list[str] = []
        self.elsewhere: dict[str, list[str]] = {}
        """The names of items by the body they belong to, which is not in use."""

    def take(self, items: FieldCursor) -> None:
        """Import all items of an actor, each with an account of its fields."""
        found = items.peek()
        for index, item in enumerate(found if isinstance(found, list) else []):
            if isinstance(item, dict) and item.get("type") not in READ_BEFORE:
                self._take(items.below(index))

    def _take(self, item: FieldCursor) -> None:
        """Import one item, and account for all its fields."""
        body = (values_key(item, self.body),)
        with accounted_item(item, (*item.base, *body)):
            if not self._elsewhere(item, body):
                self._sort(item, body)

    def _elsewhere(self, item: FieldCursor, body: Path) -> bool:
        """Leave out an item that belongs to a body not in use; return whether it does."""
        bound = text(item.peek(*body, "boundTo"))
        if not self.bodies or bound == STASH or not self.bodies.elsewhere(bound):
            return False
        name = text(item.peek("name"))
        self.elsewhere.setdefault(bound, []).extend([name + self._armor_of(item, body)] if name else [])
        item.leave(("name",), f"{quoted(item.peek('name'))} belongs to another morph ({bound})")
        return True

    def _armor_of(self, item: FieldCursor, body: Path) -> str:
        """Return the values of armor in brackets, or nothing for any other item."""
        values = [text(item.peek(*body, kind)) for kind in ("energy", "kinetic")]
        return f" ({'/'.join(value or '–' for value in values)})" if any(values) else ""

    def _sort(self, item: FieldCursor, body: Path) -> None:
        """Add an item to the part for its kind."""
        kind = item.peek("type")
        if isinstance(kind, str) and kind in SKILL_ITEMS:
            skill = self.maker.of_item(item, SKILL_ITEMS[kind], body)
            self.skills += [skill] if skill else []
        elif kind == "armor":
            self._armor(item, body)
        elif isinstance(kind, str) and kind in WEAPONS:
            self.attacks += attacks_of(item, body, self.maker.new_id, WEAPONS[kind])
        elif kind == "ware":
            self.ware += _named(item, "ware")
        elif kind in TRAITS:
            self.traits += _named(item, "trait")
        elif kind == VEHICLE:
            self.vehicles.append(vehicle_line(item, body))
        elif kind == AMMUNITION:
            self.gear += ammunition(item, body)
        elif kind == "aspect":
            self.traits += [f"{name} (psi)" for name in _named(item, "psi sleight")]
        else:
            self.gear += [_counted(item, body, name) for name in _named(item, "gear")]

    def _armor(self, item: FieldCursor, body: Path) -> None:
        """Import armor: as armor if it is worn, otherwise as gear."""
        name = text(item.peek("name"))
        values: dict[str, int] = {}
        for kind in ("energy", "kinetic"):
            value = item.number((*body, kind), 0, MOST_AMOUNT, f"{name or 'armor'}: {kind}")
            values |= {} if value is None else {kind: value}
        if name:
            item.came(("name",), f"armor: {name}")
        worn = self.all_worn or item.peek(*body, "active") is not False
        if worn and text(item.peek(*body, "boundTo")) != STASH:
            self.armor += [Armor(values=values, name=name)] if values or name else []
        elif name:
            numbers = "/".join(str(values.get(kind, "–")) for kind in ("energy", "kinetic"))
            self.gear.append(f"{name} ({numbers}, not worn)")


def _named(item: FieldCursor, label: str) -> list[str]:
    """Return the name of an item in a list, or an empty list."""
    name = item.words(("name",), label)
    return [name] if name else []


def _counted(item: FieldCursor, body: Path, name: str) -> str:
    """Return a name with the quantity, unless that is one."""
    many = within(item.peek(*body, "quantity"), 0, MOST_AMOUNT)
    if many is None or many == 1:
        return name
    item.came((*body, "quantity"), f"{name}: {many}")
    return f"{many} × {name}"
