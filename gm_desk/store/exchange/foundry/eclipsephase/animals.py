"""Animals, robots and vehicles of the Foundry system eclipsephase, whose values are totals."""

import itertools
import re
from collections.abc import Iterable

from msgspec import structs

from gm_desk.core.characters.roster import MOST_APTITUDE, MOST_STAT, NewId
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Armor, Attack, Movement, Points, of_all
from gm_desk.core.notation.armor import write_armor
from gm_desk.core.notation.attack_values import read_mark
from gm_desk.core.notation.book_attack import read_book_attack
from gm_desk.core.notation.lists import parts_of
from gm_desk.core.notation.movement import movement_in_words
from gm_desk.core.notation.text import TextSpan
from gm_desk.core.rules.health import Health
from gm_desk.store.exchange.accounts import Key, Path
from gm_desk.store.exchange.foreign_data import EMPTY, FieldCursor, number, plain, quoted, text
from gm_desk.store.exchange.foundry.eclipsephase.bodies import movement_of, numbered_ways
from gm_desk.store.exchange.foundry.eclipsephase.terms import APTITUDES, BOOKKEEPING, NO_MOVEMENT

POOLS = {"ins": "insight", "mox": "moxie", "vig": "vigor", "flex": "flex", "threat": "threat"}
DERIVED = {"init": "INIT", "luc": "LUC", "dur": "DUR"}
DESCRIBED = re.compile(r"(?is)^(.*?)\bWARE:\s*(.*?)(?:;\s*(?:NOTES:\s*(.*))?)?$")
NOTED = re.compile(r"(?is)^(.*?)\bNOTES:\s*(.*)$")
STRIKE = re.compile(r"([^\W\d][^\d,;()]{0,38}?),? (DV [0-9]+d(?:6|10)(?: ?[+−-] ?[0-9]+)?(?: \([^()]*\))?)")
SAME = "the same as another field"
NONE_OF_IT = "0: it has none"


def animal_aptitudes(body: FieldCursor) -> dict[str, int]:
    """Import the aptitudes, from the older field if the newer one is empty."""
    found: dict[str, int] = {}
    for key, ours in APTITUDES.items():
        value = body.number(("aptitudes", key, "value"), 0, MOST_APTITUDE, ours)
        if value is None:
            value = body.number((key,), 0, MOST_APTITUDE, ours)
        else:
            _leave_older(body, key, value)
        found |= {} if value is None else {ours: value}
    return found


def animal_derived(body: FieldCursor) -> dict[str, int]:
    """Import initiative, Lucidity and Durability; for the last two zero means that there is none."""
    found: dict[str, int] = {}
    for key, ours in DERIVED.items():
        if key != "init" and number(body.peek(key)) == 0:
            body.leave((key,), NONE_OF_IT)
            continue
        value = body.number((key,), 0, MOST_STAT, ours)
        found |= {} if value is None else {ours: value}
    return found


def animal_points(body: FieldCursor) -> dict[str, Points]:
    """Import pools and threat, from the older field if the newer one is empty."""
    found: dict[str, Points] = {}
    for key, ours in POOLS.items():
        most = _first(body, [("pools", key, "max"), (ours,), (key,)], ours)
        left = [("pools", key, "current"), (f"cur{ours.capitalize()}",), (f"cur{key.capitalize()}",)]
        now = _first(body, left, f"{ours} left")
        if most is not None or now is not None:
            found[ours] = Points(now=(most if now is None else now) or 0, max=(now if most is None else most) or 0)
    return found


def _first(body: FieldCursor, places: Iterable[Path], label: str) -> int | None:
    """Import the first number found, and leave out the older ones."""
    found: int | None = None
    for path in dict.fromkeys(places):
        if found is None:
            found = body.number(path, 0, MOST_AMOUNT, label)
        elif len(path) == 1:
            _leave_older(body, path[0], found)
    return found


def animal_health(body: FieldCursor) -> Health:
    """Import wounds and traumas; the meaning of the two bars is not defined, so they are left out."""
    for key, what in (("curDur", "damage"), ("curLuc", "stress")):
        if number(body.peek(key)) is not None:
            body.leave((key,), f"the sheet does not say whether {quoted(body.peek(key))} is the {what} or what is left")
    return Health(
        wounds=body.number(("wounds",), 0, MOST_AMOUNT, "wounds") or 0,
        traumas=body.number(("trauma",), 0, MOST_AMOUNT, "traumas") or 0,
    )


def armor_pair(part: FieldCursor, energy: str, kinetic: str) -> tuple[Armor, ...]:
    """Import one pair of armor values, unless both are zero."""
    keys = {"energy": energy, "kinetic": kinetic}
    if all(part.peek(key) in EMPTY or number(part.peek(key)) == 0 for key in keys.values()):
        for key in keys.values():
            if number(part.peek(key)) == 0:
                part.leave((key,), NONE_OF_IT)
        return ()
    values: dict[str, int] = {}
    for ours, key in keys.items():
        value = part.number((key,), 0, MOST_AMOUNT, f"{ours} armor")
        values |= {} if value is None else {ours: value}
    return (Armor(values=values),) if values else ()


def animal_movement(body: FieldCursor) -> tuple[Movement, ...]:
    """Import the ways to move from the numbered fields, followed by other ones in the older text."""
    ways = list(numbered_ways(body.below("movement")))
    words = text(body.peek("mov"))
    if words in NO_MOVEMENT:
        return tuple(ways)
    new = [way for way in map(_spelt, re.split(r",\s+|\s+or\s+", words)) if way not in ways]
    if new:
        body.came(("mov",), f"movement {words}")
    else:
        body.leave(("mov",), f"{SAME}: {quoted(words)}")
    return (*ways, *new)


def described(body: FieldCursor) -> tuple[tuple[str, ...], str]:
    """Import the description as a list of ware, and notes."""
    written = body.peek("description")
    words = plain(written) if isinstance(written, str) else ""
    if not words:
        return (), ""
    body.came(("description",), "ware and notes")
    found = DESCRIBED.match(words)
    if found is None:
        noted = NOTED.match(words)
        return (), "\n".join(part.strip() for part in noted.groups() if part.strip()) if noted else words
    before, ware, notes = (part or "" for part in found.groups())
    listed = tuple(parts_of(ware))
    return listed, "\n".join(part.strip() for part in (before, notes) if part.strip())


def strikes(notes: str, skill: str, new_id: NewId) -> Iterable[Attack]:
    """Return attacks for the natural weapons in notes ("Bite DV 1d6"), which stay in the notes too."""
    parts = parts_of(notes)
    for place, part in enumerate(parts):
        found = STRIKE.fullmatch(part.rstrip("."))
        if found:
            marks = itertools.takewhile(lambda one: read_mark(one.rstrip(".")), parts[place + 1 :])
            words = TextSpan(", ".join([found[2], *marks]))
            yield structs.replace(read_book_attack(found[1].strip(" :"), words, new_id()), skill=skill)


def leave_trade(body: FieldCursor) -> None:
    """Leave out the fields of an animal that are for trade or a list of gear."""
    for key, why in (
        ("cost", "what it costs"),
        ("slotType", "how big its list of gear calls it"),
        ("active", BOOKKEEPING),
    ):
        if body.peek(key) not in EMPTY:
            body.leave((key,), f"{why}: {quoted(body.peek(key))}")


def vehicle_line(item: FieldCursor, body: Path) -> str:
    """Import a robot, a vehicle or an animal owned by a character, on one line."""
    part, name = item.below(*body), item.words(("name",), "a vehicle of its own")
    armor = armor_pair(part.below("armor"), "energy", "kinetic")
    stats = {**animal_aptitudes(part), **animal_derived(part)}
    suffered = animal_health(part)
    parts = [
        *(f"{key} {value}" for key, value in stats.items()),
        *(f"{key} {of_all(points)}" for key, points in animal_points(part).items() if points.max or points.now),
        f"armor {write_armor(armor, ('energy', 'kinetic'))}" if armor else "",
        *map(movement_in_words, animal_movement(part)),
        *(_owned_skill(part.below("skills", key)) for key in part.names("skills")),
        *passenger_line(part),
        f"wounds {suffered.wounds}" if suffered.wounds else "",
        f"traumas {suffered.traumas}" if suffered.traumas else "",
    ]
    ware, notes = described(part)
    listed = [", ".join(filter(None, parts)), ", ".join(ware), notes.replace("\n", " ")]
    words = "; ".join(filter(None, listed))
    return f"{name or 'Vehicle'}: {words}" if words else name and f"Vehicle: {name}"


def passenger_line(body: FieldCursor) -> list[str]:
    """Import the number of passengers."""
    if number(body.peek("pass")) in {None, 0}:
        return []
    return [f"Passengers: {body.words(('pass',), 'passengers')}"]


def _owned_skill(line: FieldCursor) -> str:
    """Import a skill of a vehicle as text."""
    name, value = line.words(("name",), "skill"), line.words(("value",), "rating") if text(line.peek("name")) else ""
    special = line.words(("specname",), "specialisation") if name else ""
    return " ".join(filter(None, [name, value, f"({special})" if special else ""]))


def _leave_older(body: FieldCursor, key: Key, newer: int) -> None:
    """Leave out the older field of a value."""
    older = body.peek(key)
    if older not in EMPTY:
        same = number(older) == newer
        body.leave((key,), SAME if same else f"an older value, {quoted(older)}; the sheet shows {newer}")


def _spelt(words: str) -> Movement:
    """Read one way to move in text ("4/20 Walker")."""
    speed, _, name = words.strip().partition(" ")
    return movement_of(speed, name.strip()) if speed[:1].isdigit() else movement_of("", words.strip())
