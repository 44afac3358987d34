"""A system as data: what its stat blocks name, and the presets its tests know."""

from collections.abc import Mapping
from typing import Literal, Self

from msgspec import Struct, structs

from gm_desk.core.characters.roster import LEAST_RATING, MOST_APTITUDE
from gm_desk.core.rules.modifiers import STEP

Mode = Literal["alone", "simple", "opposed", "variable", "attack"]


class Difficulty(Struct, frozen=True, forbid_unknown_fields=True):
    """Name a difficulty and the modifier it is; in Kaiser, the number to reach."""

    name: str
    value: int


class Factor(Struct, frozen=True, forbid_unknown_fields=True):
    """Name a situational factor and the modifier it is."""

    name: str
    value: int


class SkillKind(Struct, frozen=True, forbid_unknown_fields=True):
    """Describe a skill that the system lists; one with `fields` is written "Know: Triads".

    `default` says whether the test can be defaulted; a skill with a `start` begins at so many times its aptitude.
    """

    name: str
    aptitude: str
    category: str
    fields: bool = False
    default: bool = True
    start: int = 0


class CheckKind(Struct, frozen=True, forbid_unknown_fields=True):
    """Name a kind of check as requests spell it, and for people; an opposed one has two sides."""

    id: str
    name: str
    opposed: bool = False


class Pairing(Struct, frozen=True, forbid_unknown_fields=True):
    """Say what is rolled against what: a skill, "WIL check", "WIL × 2" or "WIL + WIL + SAV".

    `halved` skills defend at half their rating; of several, the `highest` answers where it says so, else the first.
    """

    ours: str
    theirs: tuple[str, ...]
    attack: bool = False
    halved: tuple[str, ...] = ()
    highest: bool = False


class PointKind(Struct, frozen=True, forbid_unknown_fields=True):
    """Name a kind of points, and what they may be spent on: tests linked to `aptitudes`, on `rep`, or on anything.

    `shared` points are a group's; a character has `most` at most. `stat` is the number of the stat block that says how
    many there are, where there is one.
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
    """Name a number of a stat block: its key, and what it is called."""

    key: str
    name: str


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """Describe a part of a stat block: `kind` says how it is drawn, `stats` what numbers stand in it.

    `rolled` names the kind of ability its numbers are, where they can be rolled; they run from `least` to `most`.
    """

    id: str
    name: str
    kind: Literal["numbers", "tracks", "points", "armor", "movement", "attacks", "skills", "rep", "list", "text"]
    stats: tuple[Stat, ...] = ()
    rolled: Literal["", "check", "resistance"] = ""
    least: int = 0
    most: int = MOST_APTITUDE


class Recharge(Struct, frozen=True, forbid_unknown_fields=True):
    """Name a rest that brings points back: as many as the `dice` say, or all of them without dice."""

    name: str
    dice: str = ""


class Teamwork(Struct, frozen=True, forbid_unknown_fields=True):
    """Say what helpers must bring: in these categories, the same skill at `rating` or more."""

    rating: int = 0
    categories: tuple[str, ...] = ()


class DamageBonus(Struct, frozen=True, forbid_unknown_fields=True):
    """Name the number that may be added to damage, and the skills whose attacks it may be added to."""

    stat: str
    skills: tuple[str, ...]


class SuperiorUse(Struct, frozen=True, forbid_unknown_fields=True):
    """Describe what a superior result buys."""

    id: str
    name: str
    effect: str


class CriticalIdeas(Struct, frozen=True, forbid_unknown_fields=True):
    """List what a critical success or failure may mean.

    `damage` are those of `success` that the damage of an attack counts by itself, unless the GM says otherwise.
    """

    success: tuple[str, ...] = ()
    failure: tuple[str, ...] = ()
    damage: tuple[str, ...] = ()


class ThreatLevel(Struct, frozen=True, forbid_unknown_fields=True):
    """Describe what is typical of a threat level; each range is least and most, None without an end."""

    name: str
    skills: tuple[int, int | None]
    durability: tuple[int, int | None]
    pool: tuple[int | None, int | None]


class System(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold what a system names: `modes` names the ways to roll, `levels` what an ability brings beside modifiers.

    `check` is what an aptitude is multiplied with for its check, 0 where it has none.

    `step` is what modifiers are multiples of, `reach` the usual difficulty where one is a number to reach, `halving`
    how a defence is halved, `damage` what the dice of an attack are called; `base_damage` says whether it may be a
    number that the degrees multiply, `damage_bonus` what may be added to it. `defaults` says whether tests can be
    defaulted to an aptitude. `routine` is the rating from which no roll is needed, `related` lists what defaulting to
    a related skill costs, `multiples` what an aptitude test may multiply with, and `sums` whether it may add two
    instead. `narrative` lists what a vivid description may be worth.
    """

    id: str
    name: str
    aptitudes: tuple[str, ...]
    check: int
    difficulties: tuple[Difficulty, ...]
    skills: tuple[SkillKind, ...]
    step: int = STEP
    reach: int | None = None
    halving: Literal["up", "down"] = "up"
    damage: str = "DV"
    base_damage: bool = False
    damage_bonus: DamageBonus | None = None
    defaults: bool = True
    checks: tuple[CheckKind, ...] = ()
    modes: Mapping[Mode, str] = {}
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

    @property
    def least_rating(self) -> int:
        """Give the lowest rating of a skill, below 0 where modifiers are as fine as ratings (Kaiser)."""
        return LEAST_RATING if self.step == 1 else 0

    @property
    def example(self) -> str:
        """Give a skill with a rating as they are typed."""
        name = next((kind.name for kind in self.skills if kind.category == "Combat"), "Athletics")
        return f"{name} {6 if self.reach else 60}"

    def rolled_stats(self, rolled: Literal["check", "resistance"]) -> list[Stat]:
        """List the numbers of the stat block that are rolled as aptitudes, or as resistances."""
        return [stat for section in self.sections if section.rolled == rolled for stat in section.stats]

    def levels_of(self, kind: str) -> tuple[str, ...]:
        """Say what a kind of ability brings beside modifiers: "advantage", "fumble", "degrees" to be adjusted."""
        return next((known for name, known in self.levels.items() if kind == name), ())

    def pool_of(self, stat: str) -> PointKind | None:
        """Return the kind of points whose number a number of the stat block is, if any."""
        return next((kind for kind in self.points if kind.stat and kind.stat == stat), None)

    def bounds(self, key: str) -> tuple[int, int]:
        """Give the least and the most that a number of the stat block may be."""
        fitting = (section for section in self.sections if any(stat.key == key for stat in section.stats))
        section = next(fitting, Section("", "", "numbers"))
        return section.least, section.most

    def difficulty_name(self, value: int) -> str:
        """Name the difficulty of a value, or say nothing."""
        return next((known.name for known in self.difficulties if known.value == value), "")

    def skill_kind(self, name: str) -> SkillKind | None:
        """Find the kind of a skill by its name, whatever its case and field ("guns", "Know: Triads")."""
        stem, _, field = name.casefold().partition(":")
        return next(
            (kind for kind in self.skills if kind.name.casefold() == stem.strip() and (kind.fields or not field)), None
        )

    def spelled(self, name: str) -> str:
        """Spell a skill's name as the system does, and its field as it was typed."""
        kind = self.skill_kind(name)
        field = name.partition(":")[2].strip()
        return name if kind is None else f"{kind.name}: {field}" if field else kind.name

    def defaultable(self, skill: str) -> bool:
        """Tell whether a skill can be defaulted to its aptitude; of an unlisted one the GM decides."""
        kind = self.skill_kind(skill)
        return self.defaults and (kind is None or kind.default)

    def needs_no_roll(self, rating: int, net: int = 0) -> bool:
        """Tell whether a test is routine: a skill high enough, and nothing against it."""
        return self.routine is not None and rating >= self.routine and net >= 0

    def may_help(self, skill: str, rating: int | None) -> bool:
        """Tell whether a character with this rating, or None, may help with a skill (rules, "Teamwork")."""
        if self.teamwork is None:
            return False
        kind = self.skill_kind(skill)
        if kind is None or kind.category not in self.teamwork.categories:
            return True
        return rating is not None and rating >= self.teamwork.rating

    def pairing_of(self, skill: str) -> Pairing | None:
        """Find what a skill is usually rolled against ("Guns", "Pilot: Ground")."""
        name = self.stem(skill)
        return next((pair for pair in self.pairings if pair.ours.casefold() == name.casefold()), None)

    def stem(self, skill: str) -> str:
        """Return the name of a skill as the system lists it, without its field; any other name as it is."""
        kind = self.skill_kind(skill)
        return kind.name if kind else skill

    def remembering(self, answers: Mapping[str, str]) -> Self:
        """Return the system with a roster's own answers behind its pairs, which come first."""
        own = tuple(Pairing(skill, (answer,)) for skill, answer in answers.items())
        return structs.replace(self, pairings=(*self.pairings, *own)) if own else self

    def points_for(self, aptitude: str, *, rep: bool = False) -> list[PointKind]:
        """List the points that a test linked to an aptitude, or on rep, may spend."""
        return [kind for kind in self.points if kind.anything or aptitude in kind.aptitudes or (rep and kind.rep)]

    def starts(self, stats: Mapping[str, int]) -> dict[str, int]:
        """Give the ratings that skills start at, from the aptitudes that are known."""
        return {
            kind.name: kind.start * stats[kind.aptitude]
            for kind in self.skills
            if kind.start and kind.aptitude in stats
        }
