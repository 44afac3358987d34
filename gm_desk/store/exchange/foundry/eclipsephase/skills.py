"""The skills of a Foundry actor (eclipsephase), and the active effects on the numbers of its sheet."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct, field, structs

from gm_desk.core.characters.roster import MOST_RATING, NewId, Skill
from gm_desk.core.characters.stat_block import Specialisation
from gm_desk.core.notation.lists import read_foreign_specialisations
from gm_desk.core.notation.skill import usual_links
from gm_desk.core.systems.definition import System
from gm_desk.store.exchange.accounts import Path
from gm_desk.store.exchange.foreign_data import (
    EMPTY,
    FieldCursor,
    as_list,
    mapping,
    number,
    quoted,
    text,
    why_not,
    within,
)
from gm_desk.store.exchange.foundry.eclipsephase.terms import (
    ADD_MODE,
    ADDITION,
    APTITUDES,
    INFECTED,
    SLOTS,
    WORN_TO_COUNT,
    Slot,
    aptitude_key,
    skill_name,
)

MOST_CHANGE = 999
CHI = re.compile(r"[cC]hiMod$")
CHANGED = re.compile(
    r"mods\.(?:(?:dur|luc)mod|(?:tt|ini|wound|trauma|energy|kinetic)Mod|(?:dur|luc|tt|ini|wound|trauma)ChiMod)"
    r"|(?:pools|aptitudes|skillsIns|skillsMox|skillsVig)\.[a-z ]{2,12}\.(?:mod|chiMod)"
)
"""The fields of a sheet changed by effects that are part of a stat block."""
SPELT = {"mods.durMod": "mods.durmod", "mods.lucMod": "mods.lucmod"}
ONLY_ADDED = "GM Desk counts effects that add a number to the stat block"

MELEE = "mods.meleeDamageMod"
ARMOR_KEYS = ("mods.energyMod", "mods.kineticMod")

Changes = Counter[str]
"""The sum of all effects by the field of the sheet: "mods.durmod", "pools.vigor.mod"."""


class Effects(Struct, frozen=True):
    """The effects on a sheet: the sum of each change, the dice added to melee damage, and the changes of armor."""

    changes: Changes = field(default_factory=Changes)
    melee: tuple[str, ...] = ()
    armor: tuple[str, ...] = ()


def effects_on(top: FieldCursor, body: FieldCursor, elsewhere: Callable[[str], bool]) -> Effects:
    """Import the effects of the actor and its items; `elsewhere` returns whether a key belongs to a body not in use."""
    changes, melee, armor = Changes(), list[str](), list[str]()
    times = 2 if (number(body.peek("psiStrain", "infection")) or 0) >= INFECTED else 1
    for effect in _in_force(top, body, elsewhere):
        name = text(effect.peek("name")) or text(effect.peek("label"))
        for change in _changes(effect):
            key = text(change.peek("key")).removeprefix("system.").removeprefix("data.")
            if key == MELEE:
                bonus = change.words(("value",), "melee damage")
                melee += [f"{bonus} ({name})" if name else bonus] if bonus else []
            elif CHANGED.fullmatch(key):
                _count(change, key, changes, times)
                armor += [name] if key in ARMOR_KEYS and name and name not in armor else []
    return Effects(changes, tuple(melee), tuple(armor))


def _in_force(top: FieldCursor, body: FieldCursor, elsewhere: Callable[[str], bool]) -> Iterator[FieldCursor]:
    """Yield the effects that Foundry applies; one that was copied from an item to the actor counts once."""
    copied = set()
    for effect in _effects(top):
        yield effect
        copied.add(text(effect.peek("origin")).rpartition(".")[2])
    items = top.below("items")
    for index, item in enumerate(as_list(items.peek())):
        here = items.below(index)
        if isinstance(item, dict) and text(item.get("_id")) not in copied and _counts(here, body, elsewhere):
            yield from (effect for effect in _effects(here) if effect.peek("transfer") is not False)


def with_effects(body: FieldCursor, path: Path, changes: Changes) -> int:
    """Return the modifier in a field of the sheet, with the effects on it."""
    return (within(body.peek(*path), -MOST_CHANGE, MOST_CHANGE) or 0) + changes[".".join(map(str, path))]


def _effects(holder: FieldCursor) -> Iterator[FieldCursor]:
    """Yield the effects of an actor or an item that are enabled."""
    for index, effect in enumerate(as_list(holder.peek("effects"))):
        if isinstance(effect, dict) and effect.get("disabled") is not True:
            yield holder.below("effects", index)


def _counts(item: FieldCursor, body: FieldCursor, elsewhere: Callable[[str], bool]) -> bool:
    """Return whether the effects of an item count: it belongs to the body in use, and is worn if required."""
    values = mapping(item.peek(body.base[-1]))
    if elsewhere(text(values.get("boundTo"))):
        return False
    return values.get("active") is True or text(item.peek("type")) not in WORN_TO_COUNT


def _changes(effect: FieldCursor) -> Iterator[FieldCursor]:
    """Yield the changes of an effect."""
    place: Path = ("changes",) if isinstance(effect.peek("changes"), list) else ("system", "changes")
    for index, change in enumerate(as_list(effect.peek(*place))):
        if isinstance(change, dict):
            yield effect.below(*place, index)


def _count(change: FieldCursor, key: str, found: Changes, times: int) -> None:
    """Add one change to the sums."""
    adds = change.peek("mode") in (None, ADD_MODE) and change.peek("type") in (None, ADDITION)
    value = within(change.peek("value"), -MOST_CHANGE, MOST_CHANGE)
    if not adds or value is None:
        change.leave((), f"{ONLY_ADDED}: {quoted(change.peek('value'))} for {key}")
        return
    added = value * (times if CHI.search(key) else 1)
    target = CHI.sub("mod" if ".chiMod" in key else "Mod", key)
    found[SPELT.get(target, target)] += added
    change.came((), f"{key} {added:+}")


MOST_POINTS = 999
NOT_TRAINED = "no points in it: it is rolled on its aptitude alone"
NAMELESS = "a line without a skill"
MOST_SHOWN = 100
"""The highest rating that newer sheets show, regardless of the number of points."""
SOFTWARE = "soft"
SKILL_ITEMS = {"specialSkill": "", "knowSkill": "Know"}


class Maker(Struct, frozen=True):
    """A factory for the skills of an actor, whose numbers are added to its aptitudes or are `totals`.

    A `newer` sheet shows at most 100, and adds the aptitude of an item only if it is named by its key.
    """

    system: System
    new_id: NewId
    stats: Mapping[str, int]
    totals: bool = False
    newer: bool = False
    changes: Changes = field(default_factory=Changes)

    def of_slot(self, sheet: FieldCursor, slot: Slot) -> Skill | None:
        """Return a skill from a slot that every sheet has, if the slot is filled."""
        points = sheet.peek("value")
        name = skill_name(slot.key, self.system)
        starts = slot.times > 1 and not self.totals and slot.aptitude in self.stats
        if points in EMPTY and not starts:
            sheet.leave((), NOT_TRAINED)
            return None
        return self.made(sheet, name, slot.aptitude, slot.times, self.changes[f"{slot.group}.{slot.key}.mod"])

    def of_item(self, sheet: FieldCursor, stem: str, body: Path) -> Skill | None:
        """Return a skill from an item of its own, with the aptitude stated there."""
        words = text(sheet.peek("name"))
        if not words:
            sheet.leave((), "a skill without a name")
            return None
        name = skill_name(words, self.system, stem)
        linked = aptitude_key(text(sheet.peek(*body, "aptitude")))
        sheet.came(("name",), name)
        if linked:
            sheet.came((*body, "aptitude"), f"{name} is linked to {linked}")
        elif sheet.peek(*body, "aptitude") == SOFTWARE:
            sheet.leave((*body, "aptitude"), f"{name} is software, which has no aptitude")
        if self.totals and not number(sheet.peek(*body, "value")):
            return self._default(sheet.below(*body), name, linked)
        by_name = self.newer and sheet.peek(*body, "aptitude") not in [*APTITUDES, None]
        return self.made(sheet.below(*body), name, linked, times=0 if by_name else 1)

    def _default(self, sheet: FieldCursor, name: str, aptitude: str) -> Skill | None:
        """Return a skill of a goon without a rating, which is rolled on its aptitude."""
        return structs.replace(self, totals=False).made(sheet, name, aptitude)

    def of_line(self, sheet: FieldCursor) -> Skill | None:
        """Return a skill from a numbered line of an animal."""
        words = text(sheet.peek("name"))
        if not words:
            sheet.leave((), NAMELESS)
            return None
        name = skill_name(words, self.system)
        sheet.came(("name",), name)
        return self.made(sheet, name, usual_links(name, self.system)[0])

    def made(self, sheet: FieldCursor, name: str, aptitude: str, times: int = 1, more: int = 0) -> Skill | None:
        """Return a skill whose rating is the sum of its points and its aptitude; `more` is added by effects."""
        written = sheet.peek("value")
        points = 0 if written in EMPTY else within(written, -MOST_POINTS, MOST_POINTS)
        if points is None:
            sheet.leave(("value",), f"{name}: {why_not(written, -MOST_POINTS, MOST_POINTS)}")
            return None
        base = 0 if self.totals else times * self.stats.get(aptitude, 0)
        rating = min(points + base, MOST_SHOWN) if self.newer and not self.totals else points + base
        if not 0 <= rating <= MOST_RATING:
            sheet.leave(("value",), f"{name} {rating} is outside the range 0 to {MOST_RATING}")
            return None
        sheet.came(("value",), f"{name} {rating}" + (f": {points} points and {base}" if base else ""))
        usual, category = usual_links(name, self.system)
        return Skill(
            id=self.new_id(),
            name=name,
            rating=rating,
            aptitude=aptitude or usual,
            category=category,
            specialisations=_specialisations(sheet, name),
            note=_note(sheet, name, more),
        )


def sheet_skills(body: FieldCursor, maker: Maker) -> Iterable[Skill | None]:
    """Import the skills in the slots that every sheet has."""
    for slot in SLOTS.values():
        if isinstance(body.peek(slot.group, slot.key), dict):
            yield maker.of_slot(body.below(slot.group, slot.key), slot)


def in_order(found: Iterable[Skill | None]) -> tuple[Skill, ...]:
    """Return skills in alphabetical order."""
    return tuple(sorted((skill for skill in found if skill is not None), key=lambda skill: skill.name.casefold()))


def _specialisations(sheet: FieldCursor, name: str) -> tuple[Specialisation, ...]:
    """Import the specialisations; whether the sheet adds one to the next roll is left out."""
    found = read_foreign_specialisations(text(sheet.peek("specname")))
    if found:
        sheet.came(("specname",), f"{name}: better at {', '.join(one.name for one in found)}")
    if sheet.peek("spec") is True:
        sheet.leave(("spec",), "whether the next roll counts the specialisation")
    return found


def _note(sheet: FieldCursor, name: str, more: int) -> str:
    """Import the bonus of gear or ware to a skill as the note of the skill; `more` is added by effects."""
    own = within(sheet.peek("mod"), -MOST_POINTS, MOST_POINTS) or 0
    if own:
        sheet.came(("mod",), f"{name}: {own:+}")
    return f"{own + more:+}" if own + more else ""
