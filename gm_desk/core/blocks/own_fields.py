"""What the labels of our own Markdown mean, and the fields that come of them."""

import re
from collections.abc import Callable
from typing import Any, get_args

from gm_desk.core.blocks import markdown
from gm_desk.core.blocks.own_skills import read_skill
from gm_desk.core.blocks.own_values import COUNT, NONE, read_armor, read_movement, read_named, read_points
from gm_desk.core.blocks.parts import Part
from gm_desk.core.blocks.spelling import bare, items, number, parts
from gm_desk.core.errors import BadLineError, BadRatingError, RulesError
from gm_desk.core.roster import MOST_CHECK, MOST_STAT, NewId
from gm_desk.core.rules.health import BodyState, MindState
from gm_desk.core.stat_block import MOST_AMOUNT
from gm_desk.core.systems.system import System

MOST_MANY = 9999
NUMBER = re.compile(rf"({COUNT}|{NONE})(?: ?/ ?([0-9]+))?(?: ?\(([0-9]+)\))?")
COUNTED = re.compile(r"([0-9]+)(?: of ([0-9]+))?(?: \(([^()]*)\))?")
COST = re.compile("[-−–][0-9]+")
STATES = frozenset([*get_args(BodyState), *get_args(MindState)])
SEVERAL = ("points", "pools", "armor", "av", "movement", "move", "movement rate", "skills", "rep", "other values")
BODIES = ("biomorph", "synthmorph")

Broken = list[tuple[Part, str]]
"""Stretches that could not be read, and why."""


class Fields:
    """Gather the fields of a character from labels and their values."""

    def __init__(self, system: System, new_id: NewId) -> None:
        """Know the labels of a system."""
        self.found: dict[str, Any] = {}
        self._system, self._new_id = system, new_id
        self._lists = {name.casefold(): field for field, name in markdown.owned_names(system).items()}
        self._lists |= {field: field for field in markdown.OWNED}
        self._lists |= {label.casefold(): field for label, field in markdown.LISTS.items()}
        self._texts = {label.casefold(): field for label, field in markdown.TEXTS.items()} | {
            "stress test": "stress_test"
        }
        self.lengths: dict[str, tuple[str, int]] = {}
        """How long each track is said to be, by its label, with the key of the number that says so."""
        self._tracks = {
            stat.name.casefold(): stat.key
            for section in system.sections
            if section.kind == "tracks"
            for stat in section.stats
        }
        self._counts = {label.casefold(): field for label, field in markdown.COUNTS.items()}
        self._stats = {
            stat.key.casefold(): stat.key for part in markdown.number_sections(system) for stat in part.stats
        }

    def many(self, text: str) -> dict[str, int]:
        """Read how many of a character there are."""
        return {"number": number(text, MOST_MANY, 1)}

    def knows(self, label: str) -> bool:
        """Tell whether a label means anything."""
        name = label.strip(" :").casefold()
        return any(name in known for known in (self._texts, self._lists, self._counts, self._stats, SEVERAL))

    def read(self, label: str, value: Part) -> Broken:
        """Read a labelled value; give what of it could not be read. Raises a RulesError where nothing of it could."""
        name, text = bare(label).strip(" :").casefold(), value.text
        if name in self._texts:
            return self._set(self._texts[name], _body(bare(text)) if name == "body" else bare(text))
        if name in self._lists:
            return self._set(self._lists[name], items(text))
        if name in self._counts:
            return self._count(self._counts[name], name, text)
        if name in self._stats:
            return self._number(self._stats[name], text)
        return self._several(name, value)

    def _set(self, field: str, value: Any) -> Broken:
        """Set a field that nothing has set."""
        if field in self.found:
            raise BadLineError(field, "stands there twice")
        self.found[field] = value
        return []

    def _count(self, field: str, label: str, text: str) -> Broken:
        """Read what was suffered ("12 of 45 (−10)"); the length of the track, and what it costs, stand elsewhere."""
        found = COUNTED.fullmatch(text.strip(" "))
        if found is None or (found[3] and found[3] not in STATES and not COST.fullmatch(found[3])):
            raise BadRatingError(field, f"“{bare(text)}” is no whole number")
        health = self.found.setdefault("health", {})
        if field in health:
            raise BadLineError(field, "stands there twice")
        health[field] = number(found[1], MOST_AMOUNT)
        if found[2]:
            self.lengths[label] = (self._tracks.get(label, ""), number(found[2], MOST_STAT))
        return []

    def _number(self, key: str, text: str) -> Broken:
        """Read a number of the stat block, with its check: "15 (45)", "25/95"."""
        found = NUMBER.fullmatch(text)
        if found is None:
            raise BadRatingError(key, f"“{bare(text)}” is no whole number")
        value = None if found[1] == NONE else number(found[1], MOST_STAT)
        if found[2] is not None and found[3] is not None:
            raise BadRatingError(key, f"“{bare(text)}” has two checks")
        check = None if found[2] is None else number(found[2], MOST_CHECK)
        if found[3] is not None and (value is None or int(found[3][:9]) != value * self._system.check):
            check = number(found[3], MOST_CHECK)
        self._put(key, value, check)
        return []

    def _put(self, key: str, value: int | None, check: int | None) -> None:
        """Set a number and its check."""
        for field, one in (("stats", value), ("checks", check)):
            if one is not None:
                self._into(field, key, one)

    def _into(self, field: str, key: str, value: Any) -> None:
        """Set what a key stands for in one of the fields that have keys."""
        into = self.found.setdefault(field, {})
        if key in into:
            raise BadLineError(field, f"{key} stands there twice")
        into[key] = value

    def _several(self, name: str, value: Part) -> Broken:
        """Read a label with several values, each on its own."""
        match name:
            case "points" | "pools":
                return self._each(value, ",", self._points)
            case "armor" | "av":
                kinds = markdown.armor_kinds(self._system)
                return self._each(value, ";", lambda text: self._add("armor", read_armor(text, kinds)))
            case "movement" | "move" | "movement rate":
                return self._each(value, ";", lambda text: self._add("movement", read_movement(text)))
            case "skills":
                return self._each(value, ",", self._skill)
            case "rep":
                return self._each(value, ",", self._rep)
            case "other values":
                return self._each(value, ",", self._other)
        raise BadLineError(name, "is not known")

    def _each(self, value: Part, mark: str, read: Callable[[str], None]) -> Broken:
        """Read every part of a value, and give those that cannot be read."""
        broken: Broken = []
        for part in parts(value.text, mark, value.start):
            try:
                read(part.text)
            except RulesError as error:
                broken.append((part, error.problem))
        return broken

    def _add(self, field: str, value: Any) -> None:
        """Add to one of the fields that hold several."""
        self.found[field] = (*self.found.get(field, ()), value)

    def _skill(self, text: str) -> None:
        self._add("skills", read_skill(text, self._system, self._new_id))

    def _points(self, text: str) -> None:
        key, points = read_named(text, markdown.point_names(self._system))
        self._into("points", key, read_points(points))

    def _rep(self, text: str) -> None:
        key, score = read_named(text, markdown.rep_names(self._system))
        self._into("rep", key, number(score, MOST_AMOUNT))

    def _other(self, text: str) -> None:
        key, said = read_named(text, {})
        value, slash, check = said.partition("/")
        plain = None if value.strip(" ") == NONE else number(value, MOST_STAT)
        self._put(key, plain, number(check, MOST_CHECK) if slash else None)


def _body(text: str) -> str:
    """Read a kind of body."""
    if text not in BODIES:
        raise BadLineError("body", f"“{text}” is no body: {' or '.join(BODIES)}")
    return text
