"""The data of a system: the parts of its stat blocks, and the presets of its tests."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Literal, Self

from msgspec import Struct, structs
from typing_extensions import override

from gm_desk.core.characters.roster import LEAST_RATING, MOST_APTITUDE
from gm_desk.core.rules.modifiers import STEP
from gm_desk.core.systems.combat import Combat, ConditionKind

ModeId = Literal["alone", "simple", "opposed", "variable", "attack"]
"""The values of `Mode` in `core/drafts/draft.py`, as the data of the systems have them."""


class Difficulty(Struct, frozen=True, forbid_unknown_fields=True):
    """A difficulty and its modifier, or in Kaiser the number to reach."""

    name: str
    value: int


class Factor(Struct, frozen=True, forbid_unknown_fields=True):
    """A situational factor and its modifier."""

    name: str
    value: int


class SkillKind(Struct, frozen=True, forbid_unknown_fields=True):
    """A skill of the system; one with `fields` is written "Know: Triads".

    `default` says whether it can be defaulted; with a `start`, it begins at that multiple of its aptitude. `armor` is
    the kind of armor against its weapons, "" if it differs.
    """

    name: str
    aptitude: str
    category: str
    armor: str = ""
    fields: bool = False
    default: bool = True
    start: int = 0


class CheckKind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of check: its key in requests, its name, and whether it is opposed."""

    id: str
    name: str
    opposed: bool = False


class Pairing(Struct, frozen=True, forbid_unknown_fields=True):
    """What is rolled against what: a skill, "WIL check", "WIL × 2" or "WIL + WIL + SAV".

    `halved` skills defend with half their rating. Of several, the `highest` is used if so marked, else the first.
    """

    ours: str
    theirs: tuple[str, ...]
    attack: bool = False
    halved: tuple[str, ...] = ()
    highest: bool = False


class PointKind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of points, and the tests they can be spent on: linked to `aptitudes`, on `rep`, or any.

    `shared` points belong to a group; a character has at most `most`. `stat` is the stat that is their maximum, if
    there is one.
    """

    id: str
    name: str
    aptitudes: tuple[str, ...] = ()
    rep: bool = False
    anything: bool = False
    shared: bool = False
    most: int | None = None
    stat: str = ""


class Stat(Struct, frozen=True, forbid_unknown_fields=True):
    """A number of a stat block: its key and its name."""

    key: str
    name: str


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """A section of the stat block: `kind` determines its layout, `stats` are its numbers.

    `rolled` is the kind of ability of its numbers, if they can be rolled; they range from `least` to `most`.
    """

    id: str
    name: str
    kind: Literal["numbers", "tracks", "points", "armor", "movement", "attacks", "skills", "rep", "list", "text"]
    stats: tuple[Stat, ...] = ()
    rolled: Literal["", "check", "resistance"] = ""
    least: int = 0
    most: int = MOST_APTITUDE


class Recharge(Struct, frozen=True, forbid_unknown_fields=True):
    """A rest that restores points: the total of `dice`, or all of them if `dice` is empty."""

    name: str
    dice: str = ""


class Teamwork(Struct, frozen=True, forbid_unknown_fields=True):
    """The requirement for helpers: for skills of these categories, the same skill at `rating` or more."""

    rating: int = 0
    categories: tuple[str, ...] = ()


class DamageBonus(Struct, frozen=True, forbid_unknown_fields=True):
    """A stat that may be added to damage, and the skills whose attacks it applies to."""

    stat: str
    skills: tuple[str, ...]


class SuperiorUse(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a superior result can be spent on.

    `next_value` is the bonus to the next test after a success, or the penalty after a failure. It applies to the
    roller, or with `noticed_by` to others who roll one of these skills.
    """

    id: str
    name: str
    effect: str
    next_value: int = 0
    noticed_by: tuple[str, ...] = ()


class CriticalIdeas(Struct, frozen=True, forbid_unknown_fields=True):
    """The possible effects of a critical success or failure.

    `damage` lists the effects of `success` that the damage of an attack includes automatically, `action` those that
    give an action in a fight or take one, and `weapon` those that break a weapon. `next_value` is the bonus or penalty
    that a critical may give the next test.
    """

    success: tuple[str, ...] = ()
    failure: tuple[str, ...] = ()
    damage: tuple[str, ...] = ()
    action: tuple[str, ...] = ()
    weapon: tuple[str, ...] = ()
    next_value: int = 0


class ThreatLevel(Struct, frozen=True, forbid_unknown_fields=True):
    """Typical values of a threat level; each range is a minimum and a maximum, None if open."""

    name: str
    skills: tuple[int, int | None]
    durability: tuple[int, int | None]
    pool: tuple[int | None, int | None]


class Examples(Struct, frozen=True, forbid_unknown_fields=True):
    """What can be typed, for hints and the help; the names are those of the system's sample roster.

    `roll`, `against` and `bare` are lines for the finder, `target` a bare target number, `dice` a sum, `action` an
    action. `attack_line` and `weapon` are attacks, `attack` says what their lines may contain, and `harm` is damage
    with a kind of armor.
    """

    roll: str = ""
    against: str = ""
    bare: str = ""
    target: str = ""
    dice: str = ""
    action: str = ""
    initiative: str = ""
    attack_line: str = ""
    weapon: str = ""
    attack: str = ""
    harm: str = ""
    skills: str = ""
    condition: str = ""
    conditions: str = ""
    effects: str = ""


class System(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """All data of a system: `modes` are the ways to roll, `levels` the levels that abilities have beside modifiers.

    `check` is the multiple of an aptitude for its check, 0 if there is none. Tests with one of the `physical` aptitudes
    are physical ones, all others mental.

    `step` is the unit of modifiers, `reach` the usual difficulty if that is a number to reach, `halving` how a
    defence is halved, `damage` the name of an attack's dice. `base_damage` says whether damage may be a number that
    the degrees multiply; `damage_bonus` is what may be added to it. `defaults` says whether tests can be defaulted
    to an aptitude. `routine` is the rating from which no roll is needed, `related` the modifiers for defaulting to
    a related skill, `multiples` those of aptitude tests, and `sums` says whether two aptitudes may be added
    instead. `narrative` are the bonuses for a good description.
    """

    id: str
    name: str
    aptitudes: tuple[str, ...]
    check: int
    difficulties: tuple[Difficulty, ...]
    skills: tuple[SkillKind, ...]
    physical: tuple[str, ...] = ()
    step: int = STEP
    reach: int | None = None
    halving: Literal["up", "down"] = "up"
    damage: str = "DV"
    base_damage: bool = False
    damage_bonus: DamageBonus | None = None
    defaults: bool = True
    checks: tuple[CheckKind, ...] = ()
    modes: Mapping[ModeId, str] = {}
    levels: Mapping[Literal["skill", "resistance"], tuple[Literal["advantage", "fumble", "degrees"], ...]] = {}
    factors: tuple[Factor, ...] = ()
    narrative: tuple[int, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    points: tuple[PointKind, ...] = ()
    recharges: tuple[Recharge, ...] = ()
    sections: tuple[Section, ...] = ()
    networks: tuple[str, ...] = ()
    bodies: tuple[str, ...] = ()
    multiples: tuple[int, ...] = ()
    sums: bool = False
    related: tuple[int, ...] = ()
    routine: int | None = None
    teamwork: Teamwork | None = None
    superior_uses: tuple[SuperiorUse, ...] = ()
    criticals: CriticalIdeas = CriticalIdeas()
    threat_levels: tuple[ThreatLevel, ...] = ()
    combat: Combat = Combat()
    conditions: tuple[ConditionKind, ...] = ()
    examples: Examples = Examples()

    @property
    def least_rating(self) -> int:
        """The lowest valid rating of a skill; below 0 in systems whose modifiers have steps of 1 (Kaiser)."""
        return LEAST_RATING if self.step == 1 else 0

    @property
    def example(self) -> str:
        """An example of a typed skill with its rating."""
        name = next((kind.name for kind in self.skills if kind.category == "Combat"), "Athletics")
        return f"{name} {6 if self.reach else 60}"

    @property
    def aptitude_roll(self) -> str:
        """The term for a roll against an aptitude: "check", or "test" if there are several multiples."""
        return "test" if len(self.multiples) > 1 else "check"

    def check_name(self, aptitude: str) -> str:
        """Return the name of an aptitude's usual test: "WIL check", or "WIL × 3" if there are several multiples."""
        return f"{aptitude} × {self.check}" if len(self.multiples) > 1 else f"{aptitude} check"

    def check_in_words(self, number: int) -> str:
        """Return the number that an aptitude's test is rolled against as text: "check 45", or "× 3: 45"."""
        return f"× {self.check}: {number}" if len(self.multiples) > 1 else f"check {number}"

    def rolled_stats(self, rolled: Literal["check", "resistance"]) -> list[Stat]:
        """Return the stats that are rolled as aptitudes, or as resistances."""
        return [stat for section in self.sections if section.rolled == rolled for stat in section.stats]

    def levels_of(self, kind: str) -> tuple[str, ...]:
        """Return the levels that a kind of ability has beside modifiers: "advantage", "fumble", "degrees"."""
        return next((known for name, known in self.levels.items() if kind == name), ())

    def pool_of(self, stat: str) -> PointKind | None:
        """Return the kind of points whose maximum is a stat, or None."""
        return next((kind for kind in self.points if kind.stat and kind.stat == stat), None)

    def bounds(self, key: str) -> tuple[int, int]:
        """Return the minimum and maximum of a stat."""
        fitting = (section for section in self.sections if any(stat.key == key for stat in section.stats))
        section = next(fitting, Section("", "", "numbers"))
        return section.least, section.most

    def difficulty_name(self, value: int) -> str:
        """Return the name of the difficulty with a value, or ""."""
        return next((known.name for known in self.difficulties if known.value == value), "")

    def skill_kind(self, name: str) -> SkillKind | None:
        """Return the kind of a skill by its name, ignoring case and field ("guns", "Know: Triads"), or None."""
        stem, _, field = name.casefold().partition(":")
        named = self._kinds_by_name.get(stem.strip(), ())
        return next((kind for kind in named if kind.fields or not field), None)

    @cached_property
    def _kinds_by_name(self) -> Mapping[str, Sequence[SkillKind]]:
        """The kinds of skills by their names in lower case, since they are asked for hundreds of times a second."""
        found: dict[str, list[SkillKind]] = {}
        for kind in self.skills:
            found.setdefault(kind.name.casefold(), []).append(kind)
        return found

    def spelled(self, name: str) -> str:
        """Return a skill's name as the system spells it, with its field as typed."""
        kind = self.skill_kind(name)
        field = name.partition(":")[2].strip()
        return name if kind is None else f"{kind.name}: {field}" if field else kind.name

    def defaultable(self, skill: str) -> bool:
        """Return whether a skill can be defaulted to its aptitude; for unlisted skills the GM decides."""
        kind = self.skill_kind(skill)
        return self.defaults and (kind is None or kind.default)

    def needs_no_roll(self, rating: int, net: int = 0) -> bool:
        """Return whether a test is routine: a high skill and no negative net modifier."""
        return self.routine is not None and rating >= self.routine and net >= 0

    def may_help(self, skill: str, rating: int | None) -> bool:
        """Return whether a rating, or None, is high enough to help with a skill (EP1, EP2, "Modifiers and the cap")."""
        if self.teamwork is None:
            return False
        kind = self.skill_kind(skill)
        if kind is None or kind.category not in self.teamwork.categories:
            return True
        return rating is not None and rating >= self.teamwork.rating

    def pairing_of(self, skill: str) -> Pairing | None:
        """Return what a skill is usually rolled against ("Guns", "Pilot: Ground"), or None."""
        return self._pairings_by_name.get(self.stem(skill).casefold())

    @cached_property
    def _pairings_by_name(self) -> Mapping[str, Pairing]:
        """The first pairing of each skill by its name in lower case."""
        return {pair.ours.casefold(): pair for pair in reversed(self.pairings)}

    def stem(self, skill: str) -> str:
        """Return a skill's name as listed by the system, without its field; unlisted names are returned unchanged."""
        kind = self.skill_kind(skill)
        return kind.name if kind else skill

    def remembering(self, answers: Mapping[str, str]) -> Self:
        """Return the system with the defences remembered by a roster added after its own pairings."""
        own = tuple(Pairing(skill, (answer,)) for skill, answer in answers.items())
        return structs.replace(self, pairings=(*self.pairings, *own)) if own else self

    @property
    def a_point(self) -> str:
        """The term for a point: "Moxie" if there is one kind, "pool point" if there are several."""
        return self.points[0].name if len(self.points) == 1 else "pool point"

    def points_for(self, aptitude: str, *, rep: bool = False) -> list[PointKind]:
        """Return the points that can be spent on a test linked to an aptitude, or on rep."""
        return [kind for kind in self.points if kind.anything or aptitude in kind.aptitudes or (rep and kind.rep)]

    def starts(self, stats: Mapping[str, int]) -> dict[str, int]:
        """Return the starting ratings of skills, from the known aptitudes."""
        return {
            kind.name: kind.start * stats[kind.aptitude]
            for kind in self.skills
            if kind.start and kind.aptitude in stats
        }


class SystemKey:
    """A system as a key of what is kept for it; another object is another key, even with equal values."""

    __slots__ = ("system",)

    def __init__(self, system: System) -> None:
        """Create the key of a system, which cannot be hashed itself."""
        self.system = system

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, SystemKey) and other.system is self.system

    @override
    def __hash__(self) -> int:
        return id(self.system)
