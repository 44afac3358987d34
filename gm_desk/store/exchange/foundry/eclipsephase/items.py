"""The items of a Foundry actor (eclipsephase): skills, armor, weapons, ware, gear and traits."""

import re

from gm_desk.core.characters.roster import Skill
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Armor, Attack
from gm_desk.store.exchange.accounts import Path
from gm_desk.store.exchange.foreign_data import EMPTY, NO_PLACE, FieldCursor, number, quoted, text, within
from gm_desk.store.exchange.foundry.eclipsephase.skills import SKILL_ITEMS, Maker
from gm_desk.store.exchange.foundry.eclipsephase.terms import BOOKKEEPING
from gm_desk.store.exchange.foundry.eclipsephase.weapons import WEAPONS, attacks_of

TRAITS = ("trait", "flaw", "morphTrait", "morphFlaw")
WHY = {
    "description": "what it does stands in its book; GM Desk keeps its name",
    "cost": "what it costs",
    "slotType": "how it is carried",
    "displayCategory": BOOKKEEPING,
    "category": BOOKKEEPING,
    "boundTo": BOOKKEEPING,
    "updated": BOOKKEEPING,
    "quantity": "one of it",
    "mode1": "the rest of how it strikes",
    "mode2": "the rest of how else it strikes",
    "roll": "worked out by the sheet",
    "active": "whether it is in use",
}


class Items:
    """The items of an actor, sorted into the parts of a stat block."""

    def __init__(self, maker: Maker, body: str, morph: str) -> None:
        """Start empty; `body` is the key of the items' values, `morph` the morph in use."""
        self.maker = maker
        self.body = body
        self.morph = morph
        self.skills: list[Skill] = []
        self.attacks: list[Attack] = []
        self.armor: list[Armor] = []
        self.ware: list[str] = []
        self.gear: list[str] = []
        self.traits: list[str] = []

    def take(self, items: FieldCursor) -> None:
        """Import all items of an actor, each with an account of its fields."""
        found = items.peek()
        for index, item in enumerate(found if isinstance(found, list) else []):
            if isinstance(item, dict):
                self._take(items.below(index), (self._key(item),))

    def _key(self, item: dict[str, object]) -> str:
        """Return the key of an item's values."""
        other = "data" if self.body == "system" else "system"
        return self.body if isinstance(item.get(self.body), dict) or other not in item else other

    def _take(self, item: FieldCursor, body: Path) -> None:
        """Import one item, and account for all its fields."""
        account = item.account
        came, left = len(account.came), len(account.left)
        if not self._elsewhere(item, body):
            self._sort(item, body)
            said = {field.path for field in (*account.came[came:], *account.left[left:])}
            _leave_rest(item, body, said)
        item.leave((), BOOKKEEPING)

    def _elsewhere(self, item: FieldCursor, body: Path) -> bool:
        """Leave out an item that belongs to a morph not in use; return whether it does."""
        bound = text(item.peek(*body, "boundTo"))
        if not re.fullmatch(r"morph\d+", bound) or bound == self.morph:
            return False
        item.leave(("name",), f"{quoted(item.peek('name'))} belongs to another morph ({bound})")
        return True

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
        if item.peek(*body, "active") is not False:
            self.armor += [Armor(values=values, name=name)] if values or name else []
        elif name:
            numbers = "/".join(str(values.get(kind, "–")) for kind in ("energy", "kinetic"))
            self.gear.append(f"{name} ({numbers}, not worn)")


def _named(item: FieldCursor, what: str) -> list[str]:
    """Return the name of an item in a list, or an empty list."""
    name = item.words(("name",), what)
    return [name] if name else []


def _counted(item: FieldCursor, body: Path, name: str) -> str:
    """Return a name with the quantity, unless that is one."""
    many = within(item.peek(*body, "quantity"), 0, MOST_AMOUNT)
    if many is None or many == 1:
        return name
    item.came((*body, "quantity"), f"{name}: {many}")
    return f"{many} × {name}"


def _leave_rest(item: FieldCursor, body: Path, said: set[Path]) -> None:
    """Leave out the fields of an item that were not imported, each by itself; empty ones go with the item."""
    for key in item.names(*body):
        value = item.peek(*body, key)
        empty = value is False or value in EMPTY or number(value) == 0
        if not empty and (*item.base, *body, key) not in said:
            item.leave((*body, key), WHY.get(key) or f"{NO_PLACE}: {quoted(value)}")
