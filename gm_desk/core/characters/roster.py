"""Characters and rosters: frozen values; every change returns a new one."""

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, Self, TypeVar

from msgspec import Meta, Struct, structs

from gm_desk.core.characters.stat_block import Amount, Armor, Attack, Movement, Points, Specialisation
from gm_desk.core.errors import EmptyNameError
from gm_desk.core.rules.health import Health
from gm_desk.core.scenes.conditions import MOST_CONDITIONS, ActiveCondition, OwnCondition
from gm_desk.core.scenes.scene import Moment, Scene
from gm_desk.core.systems.combat import CommonModifier

MOST_OWN_MODIFIERS = 200


class OwnModifier(CommonModifier, frozen=True, forbid_unknown_fields=False, omit_defaults=True):
    """A modifier of a roster's own, or one of the system that the roster has changed, by its id."""

    extra: Mapping[str, Any] = {}


class OwnModifiers(Struct, frozen=True, omit_defaults=True):
    """The modifiers of a roster's own, the ids of hidden ones, and the order of all; if empty, that of the system."""

    own: Annotated[tuple[OwnModifier, ...], Meta(max_length=MOST_OWN_MODIFIERS)] = ()
    hidden: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    extra: Mapping[str, Any] = {}


LEAST_RATING = -100
MOST_RATING = 150
MOST_APTITUDE = 60
MOST_STAT = 999
MOST_CHECK = 200
MOST_ANSWERS = 500
MOST_SCENES = 500
MOST_OWN_CONDITIONS = 200
FORMAT = 1
STAND_IN = "Unnamed roster"
"""The name of a roster whose own could not be read."""

Name = Annotated[str, Meta(pattern=r"\S")]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
CharacterKind = Literal["pc", "npc"]
Body = Literal["", "biomorph", "synthmorph"]
MORPH = "morph"
"""What a body is called that is of neither kind."""
NewId = Callable[[], str]
FindCharacter = Callable[[str], "Character | None"]
"""A function that returns the character with an id, or None."""
Extra = Mapping[str, Any]
Answers = Annotated[Mapping[str, str], Meta(max_length=MOST_ANSWERS)]


class Skill(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A skill: its `rating`, which can be below 0 in Kaiser, its linked aptitude and its category."""

    id: Id
    name: Name
    rating: Annotated[int, Meta(ge=LEAST_RATING, le=MOST_RATING)]
    aptitude: str = ""
    category: str = ""
    specialisations: tuple[Specialisation, ...] = ()
    note: str = ""
    extra: Extra = {}


class Group(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A group of the roster; `colour` is "#rrggbb" or "", `threat` the pool that its NPCs share (EP2)."""

    id: Id
    name: Name
    colour: str = ""
    threat: Points | None = None
    extra: Extra = {}


class Character(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A character of any system; a stat that was never typed is absent, not zero.

    `stats` are aptitudes or characteristics and derived values by key, `points` are pools by key ("flex"), `rep`
    scores by network. `number` is how many of them there are, `portrait` the hash of a picture. `dismissed` are the
    ids of findings of the prep check. `checks` are those that are not the usual multiple of their aptitude, and
    `source` is the text from which the character was read. `none` are the keys of stats that its stat block marks as
    absent ("WT: —"); they are not derived either.
    """

    id: Id
    name: Name
    kind: CharacterKind = "npc"
    group: str = ""
    concept: str = ""
    morph: str = ""
    body: Body = ""
    threat_level: str = ""
    number: Annotated[int, Meta(ge=1, le=9999)] = 1
    motivations: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    portrait: str = ""
    colour: str = ""
    stats: Mapping[str, Annotated[int, Meta(ge=0, le=MOST_STAT)]] = {}
    checks: Mapping[str, Annotated[int, Meta(ge=0, le=MOST_CHECK)]] = {}
    none: tuple[str, ...] = ()
    health: Health = Health()
    points: Mapping[str, Points] = {}
    armor: tuple[Armor, ...] = ()
    movement: tuple[Movement, ...] = ()
    attacks: tuple[Attack, ...] = ()
    skills: tuple[Skill, ...] = ()
    rep: Mapping[str, Amount] = {}
    ware: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    stress_test: str = ""
    conditions: Annotated[tuple[ActiveCondition, ...], Meta(max_length=MOST_CONDITIONS)] = ()
    notes: str = ""
    source: str = ""
    dismissed: tuple[str, ...] = ()
    extra: Extra = {}

    @property
    def bare(self) -> bool:
        """Whether the card has nothing below its head."""
        typed = (self.stats, self.points, self.armor, self.movement, self.attacks, self.skills, self.rep)
        return not any((*typed, self.ware, self.gear, self.traits, self.notes, self.source))

    def skill(self, skill_id: str) -> Skill | None:
        """Return a skill by id, or None."""
        return next((skill for skill in self.skills if skill.id == skill_id), None)

    def skill_named(self, name: str) -> Skill | None:
        """Return a skill by name, ignoring case, or None."""
        return next((skill for skill in self.skills if skill.name.casefold() == name.casefold()), None)

    def with_skill(self, skill: Skill) -> Self:
        """Return the character with a skill in place of the one with the same id, or appended."""
        return structs.replace(self, skills=_with(self.skills, skill))

    def without_skill(self, skill_id: str) -> Self:
        """Return the character without a skill."""
        return structs.replace(self, skills=tuple(skill for skill in self.skills if skill.id != skill_id))

    def with_stat(self, key: str, value: int | None) -> Self:
        """Return the character with a stat, or without it for None; it is no longer marked as absent."""
        stats = {name: old for name, old in self.stats.items() if name != key}
        none = tuple(name for name in self.none if name != key)
        return structs.replace(self, stats=stats if value is None else {**self.stats, key: value}, none=none)

    def with_check(self, key: str, value: int | None) -> Self:
        """Return the character with an unusual check of an aptitude, or with the usual one for None."""
        checks = {name: old for name, old in self.checks.items() if name != key}
        return structs.replace(self, checks=checks if value is None else {**checks, key: value})

    def copied(self, name: str, new_id: NewId) -> Self:
        """Return a copy with a new name and new ids throughout, without its conditions."""
        skills = tuple(structs.replace(skill, id=new_id()) for skill in self.skills)
        attacks = tuple(structs.replace(attack, id=new_id()) for attack in self.attacks)
        return structs.replace(self, id=new_id(), name=name, skills=skills, attacks=attacks, conditions=())


class Unread(Struct, frozen=True):
    """A part of a file that could not be read: its data and its place in the roster (("characters", 3))."""

    place: tuple[str | int, ...]
    raw: Any


class Roster(Struct, frozen=True, kw_only=True, gc=False):
    """The groups and characters of one campaign, in the order of the file.

    `answers` are the defences chosen by the GM for skills without a usual one ("Perceive" by "Know"). `unread` are
    the parts of the file that could not be read, in order; saving puts them back. `modifiers` are the roster's
    changes to the common modifiers, `conditions` those that it adds or changes. `stage` is the id of the current scene,
    if any; without one, `picture` is the hash of the picture that the players see, with its `caption`.
    """

    format: Annotated[int, Meta(ge=1)] = FORMAT
    id: Id
    name: Name
    system: str = "ep2"
    house: Mapping[str, Any] = {}
    groups: tuple[Group, ...] = ()
    characters: tuple[Character, ...] = ()
    answers: Answers = {}
    modifiers: OwnModifiers = OwnModifiers()
    conditions: Annotated[tuple[OwnCondition, ...], Meta(max_length=MOST_OWN_CONDITIONS)] = ()
    scenes: Annotated[tuple[Scene, ...], Meta(max_length=MOST_SCENES)] = ()
    stage: str = ""
    picture: str = ""
    caption: str = ""
    unread: tuple[Unread, ...] = ()
    extra: Extra = {}

    def character(self, character_id: str) -> Character | None:
        """Return a character by id, or None; nobody has the id "", by which a side without a character asks."""
        return next((one for one in self.characters if one.id == character_id), None) if character_id else None

    def group(self, group_id: str) -> Group | None:
        """Return a group by id, or None."""
        return next((group for group in self.groups if group.id == group_id), None)

    def scene(self, scene_id: str) -> Scene | None:
        """Return a scene by id, or None."""
        return next((scene for scene in self.scenes if scene.id == scene_id), None)

    @property
    def on_stage(self) -> Scene | None:
        """The current scene, or None."""
        return self.scene(self.stage) if self.stage else None

    def moment_of(self, condition: ActiveCondition) -> Moment | None:
        """Return the moment by which a condition is timed: that of its own scene, current or not."""
        scene = self.scene(condition.scene)
        return None if scene is None else scene.now

    def members(self, group_id: str) -> list[Character]:
        """Return the characters of a group; for "", those whose group does not exist."""
        known = {group.id for group in self.groups}
        return [one for one in self.characters if (one.group if one.group in known else "") == group_id]

    def grouped(self) -> dict[str, list[Character]]:
        """Return the characters of each group by id, in the order of the groups; those without one last, under ""."""
        found: dict[str, list[Character]] = {group.id: [] for group in self.groups}
        rest: list[Character] = []
        for one in self.characters:
            found.get(one.group, rest).append(one)
        return {**found, "": rest}

    def with_character(self, character: Character, *, after: str = "") -> Self:
        """Return the roster with a character in place of the one with the same id, or after `after`, or appended."""
        return structs.replace(self, characters=_with(self.characters, character, after))

    def without_character(self, character_id: str) -> Self:
        """Return the roster without a character; its scenes keep its current name."""
        kept = self.named_in_scenes(character_id)
        return structs.replace(kept, characters=tuple(one for one in self.characters if one.id != character_id))

    def named_in_scenes(self, character_id: str) -> Self:
        """Return the roster with the current name of a character in the scenes that it is in."""
        character = self.character(character_id)
        if character is None or not any(scene.fighter(character_id) for scene in self.scenes):
            return self
        return structs.replace(self, scenes=tuple(one.naming(character_id, character.name) for one in self.scenes))

    def with_group(self, group: Group) -> Self:
        """Return the roster with a group in place of the one with the same id, or appended."""
        return structs.replace(self, groups=_with(self.groups, group))

    def with_scene(self, scene: Scene) -> Self:
        """Return the roster with a scene in place of the one with the same id, or appended."""
        return structs.replace(self, scenes=_with(self.scenes, scene))

    def answering(self, skill: str, answer: str) -> Self:
        """Return the roster with the defence against a skill; the oldest is dropped if there are too many."""
        others = {name: other for name, other in self.answers.items() if name.casefold() != skill.casefold()}
        kept = dict(list(others.items())[-(MOST_ANSWERS - 1) :])
        return structs.replace(self, answers={**kept, skill: answer})

    def without_group(self, group_id: str) -> Self:
        """Return the roster without a group; its characters stay, without a group."""
        ungrouped = tuple(structs.replace(one, group="") if one.group == group_id else one for one in self.characters)
        return structs.replace(
            self, groups=tuple(group for group in self.groups if group.id != group_id), characters=ungrouped
        )

    def moved(self, character_id: str, group_id: str, before: str = "") -> Self:
        """Return the roster with a character moved to a group, before another character or to the end."""
        mover = self.character(character_id)
        if mover is None or before == character_id:
            return self
        others = [one for one in self.characters if one.id != character_id]
        place = next((index for index, one in enumerate(others) if one.id == before), len(others))
        others.insert(place, structs.replace(mover, group=group_id))
        return structs.replace(self, characters=tuple(others))


_Item = TypeVar("_Item", bound=Skill | Group | Character | Scene)


def numbered(name: str, taken: set[str]) -> str:
    """Return a name with the next free number ("Triad mook 2" becomes "Triad mook 3", "Eva" becomes "Eva 2")."""
    stem, number = _split_number(name)
    numbers = [other for other_stem, other in map(_split_number, taken) if other_stem == stem]
    return f"{stem} {max(1, number, *numbers) + 1}"


def place_in_gang(name: str, others: Iterable[Character], group: str) -> str:
    """Return the id of the group member that a character with a numbered name belongs after, or "".

    "Thug 3" belongs after "Thug 2", or after "Thug" if there is no lower number.
    """
    stem, number = _split_number(name)
    gang = [(_split_number(one.name), one.id) for one in others if one.group == group]
    before = [(other, place, one) for place, ((its, other), one) in enumerate(gang) if its == stem and other <= number]
    return max(before)[2] if number and before else ""


def beside_gangs(roster: Roster, ids: Collection[str]) -> Roster:
    """Return the roster with characters moved after the others of their gang (see `place_in_gang`)."""
    gangs: dict[tuple[str, str], list[tuple[int, int, str]]] = {}
    followers: dict[str, list[Character]] = {}
    places = dict(enumerate(roster.characters))
    for place in sorted(places, key=lambda one: places[one].id in ids):
        one = places[place]
        stem, number = _split_number(one.name)
        gang = gangs.setdefault((one.group, stem), [])
        at = bisect_right(gang, (number + 1,))
        if at and one.id in ids:
            followers.setdefault(gang[at - 1][2], []).append(one)  # the last one is moved first
        gang.insert(at, (number, place, one.id))
    moved = {one.id for several in followers.values() for one in several}
    ordered: list[Character] = []
    waiting = [one for one in reversed(roster.characters) if one.id not in moved]
    while waiting:
        ordered.append(waiting.pop())
        waiting += followers.get(ordered[-1].id, ())
    return structs.replace(roster, characters=tuple(ordered))


def valid_name(text: str) -> str:
    """Return a typed name without surrounding spaces; raise EmptyNameError if nothing visible is left."""
    name = " ".join(clean(text).split())
    if not any(letter.isprintable() for letter in name if letter != " "):
        raise EmptyNameError("name", "a name cannot be empty")
    return name


def clean(text: str) -> str:
    """Replace lone surrogates, which no file can store, with the replacement character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _split_number(name: str) -> tuple[str, int]:
    """Split a trailing number off a name; without one it is 1."""
    found = re.fullmatch(r"(.*\S) +([0-9]{1,9})", name, re.DOTALL)
    return (found[1], int(found[2])) if found else (name, 1)


def _with(items: tuple[_Item, ...], item: _Item, after: str = "") -> tuple[_Item, ...]:
    """Return the items with one in place of that with the same id, or after `after`, or appended."""
    if any(old.id == item.id for old in items):
        return tuple(item if old.id == item.id else old for old in items)
    ids = [old.id for old in items]
    place = ids.index(after) + 1 if after in ids else len(ids)
    with_it = list(items)
    with_it.insert(place, item)
    return tuple(with_it)


def twins(roster: Roster) -> set[str]:
    """Return the ids of the characters whose name occurs twice in their group, ignoring case."""
    groups = {group.id for group in roster.groups}
    found: set[str] = set()
    seen: dict[tuple[str, str], str] = {}
    for one in roster.characters:
        name = " ".join(one.name.casefold().split())
        first = seen.setdefault((one.group if one.group in groups else "", name), one.id)
        if first != one.id:
            found |= {first, one.id}
    return found


def name_or_count(several: Sequence[Character]) -> str:
    """Return the name of one character, or how many there are: "Lao Qing", "3 characters"."""
    return several[0].name if len(several) == 1 else f"{len(several):,} characters"
