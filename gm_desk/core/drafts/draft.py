"""The draft of a test: character, ability, modifiers and opponent."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal, Self, get_args

from msgspec import Meta, Struct, structs
from typing_extensions import override

from gm_desk.core.rules.dice import Halving, halved
from gm_desk.core.rules.house import House, Ruling, Tie
from gm_desk.core.rules.modifiers import FlatValue, limited
from gm_desk.core.rules.outcomes import Hand
from gm_desk.core.rules.requests import LARGEST_BASE, MOST_MODIFIERS, Adjust, Before, FumbleDegree, Levels

EYEBALLED, DIFFICULTY = "Net set by hand", "Difficulty"
Level = Literal["advantage", "disadvantage", "fumble_degree"]
LEVELS: tuple[Level, ...] = get_args(Level)


class Origin(StrEnum):
    """Where a chip comes from."""

    DIFFICULTY = "difficulty"
    CONDITION = "condition"
    SPECIALISATION = "specialisation"
    RELATED = "related"
    RETRY = "retry"
    TEAMWORK = "teamwork"
    COMPLEMENTARY = "complementary"
    LEFT = "left"
    CHOICE = "choice"
    FREE = "free"


OF_THE_SKILL = frozenset({Origin.SPECIALISATION, Origin.RELATED, Origin.RETRY, Origin.COMPLEMENTARY})
"""Chips that are removed when the ability changes."""
OF_THE_SIDE = frozenset({Origin.CONDITION, Origin.CHOICE})
"""Chips that stay after a roll, and that only their own side can have."""


class Mode(StrEnum):
    """How a test is rolled: by one side, or by two."""

    ALONE = "alone"
    SIMPLE = "simple"
    OPPOSED = "opposed"
    VARIABLE = "variable"
    ATTACK = "attack"

    @property
    def two_sided(self) -> bool:
        """Whether there are two sides."""
        return self in {Mode.OPPOSED, Mode.VARIABLE, Mode.ATTACK}


class Chip(Struct, frozen=True, omit_defaults=True, gc=False):
    """One modifier of a draft: struck chips do not count, pinned and `lasting` ones stay after the roll.

    `helpers` are the ids of known helpers, `damage` is dice added to that of an attack, `disadvantage` levels (Kaiser).
    """

    id: str
    value: FlatValue
    label: str = ""
    origin: Origin = Origin.FREE
    struck: bool = False
    pinned: bool = False
    helpers: tuple[str, ...] = ()
    damage: str = ""
    disadvantage: Levels = 0
    lasting: bool = False
    extra: Mapping[str, Any] = {}

    @override
    def __hash__(self) -> int:
        """Return a hash without the unknown fields of newer versions, which may not be hashable."""
        return hash((self.id, self.value, self.label, self.struck, self.pinned))

    @property
    def modifies(self) -> bool:
        """Whether it is a modifier, even of 0, rather than only dice, levels or a prohibition by a condition."""
        return bool(self.value) or not (self.damage or self.disadvantage or self.origin is Origin.CONDITION)


class AttackSetup(Struct, frozen=True, omit_defaults=True, gc=False):
    """The choices for an attack by id: the use of a firing mode, and an option of each choice, unless it is usual."""

    use: str = ""
    options: Mapping[str, str] = {}


USUAL_SETUP = AttackSetup()
"""The usual choices, which files omit."""


class AbilityKind(StrEnum):
    """The kind of number that is rolled against."""

    SKILL = "skill"
    CHECK = "check"
    UNTRAINED = "untrained"
    RESISTANCE = "resistance"
    REP = "rep"
    BARE = "bare"


class Ability(Struct, frozen=True, omit_defaults=True, gc=False):
    """What is rolled: `key` is a skill's id, an aptitude, an untrained skill's name, a resistance or a network.

    `linked` is the linked aptitude's name, and `linked_rating` its rating, if the test can be defaulted to it. A
    bare number has no key and no character. What a total has above `halved_above` counts half (Kaiser); 0 is no limit.
    """

    kind: AbilityKind
    key: str
    label: str
    rating: int
    linked: str = ""
    linked_rating: int | None = None
    halved_above: int = 0

    @property
    def identity(self) -> tuple[AbilityKind, str]:
        """The key by which two abilities of a character are compared."""
        return self.kind, self.key


class Spend(Struct, frozen=True, gc=False):
    """A point spent before the roll: its kind ("vigor"), and its use."""

    points: str
    use: Before


class Side(Struct, frozen=True, omit_defaults=True, gc=False):
    """One side of a test; `name` is the character's name when the test was composed.

    `halved` says how the base is halved, against ranged attacks. Advantage, disadvantage and fumble degree are
    Kaiser's; levels that are `pinned` stay after the roll. `attack` is the id of the character's attack, or "", and
    `setup` the choices for it; `weapon` is its name when it was rolled.
    """

    character: str = ""
    name: str = ""
    ability: Ability | None = None
    default: bool = False
    chips: Annotated[tuple[Chip, ...], Meta(max_length=MOST_MODIFIERS)] = ()
    eyeballed: FlatValue | None = None
    halved: Halving = ""
    point: Spend | None = None
    advantage: Levels = 0
    disadvantage: Levels = 0
    fumble_degree: FumbleDegree = 0
    pinned: tuple[Level, ...] = ()
    attack: str = ""
    setup: AttackSetup = USUAL_SETUP
    weapon: str = ""

    @property
    def defaults(self) -> bool:
        """Whether the test is rolled on the linked aptitude instead of the skill."""
        if self.ability is None or self.ability.linked_rating is None:
            return False
        return self.default or self.ability.kind is AbilityKind.UNTRAINED

    @property
    def base(self) -> int:
        """The base of the test: the rating or, when defaulting, the linked aptitude; halved if necessary."""
        if self.ability is None:
            return 0
        rating = self.ability.linked_rating if self.defaults else self.ability.rating
        return halved(min(LARGEST_BASE, rating or 0), self.halved)

    @property
    def what(self) -> str:
        """The name of what is rolled, "Fray ÷ 2" if it is halved."""
        if self.ability is None:
            return ""
        return f"{self.ability.label} ÷ 2" if self.halved else self.ability.label

    @property
    def rolled(self) -> str:
        """The name of what was rolled: of the attack, or else of the ability."""
        return self.weapon or self.what

    @property
    def difficulty(self) -> int | None:
        """The value of the difficulty chip, or None."""
        return next((chip.value for chip in self.chips if chip.origin is Origin.DIFFICULTY), None)

    @property
    def counting(self) -> tuple[Chip, ...]:
        """The chips that count: one for a net set by hand, or all that are not struck out."""
        if self.eyeballed is not None:
            return (Chip("", self.eyeballed, EYEBALLED),)
        return tuple(chip for chip in self.chips if not chip.struck)

    @property
    def composition(self) -> tuple[object, ...]:
        """What was composed for a side, independent of later changes of its character."""
        set_by_hand = tuple(chip.id for chip in self.chips if chip.origin is not Origin.CONDITION)
        ability, levels = self.ability and self.ability.identity, tuple(map(self.level, LEVELS))
        setup = self.setup.use, *sorted(self.setup.options.items())
        return self.character, ability, self.default, set_by_hand, self.eyeballed, levels, setup

    @property
    def damage_dice(self) -> tuple[str, ...]:
        """The dice that chips add to the damage of an attack; struck chips add none."""
        return tuple(chip.damage for chip in self.chips if chip.damage and not chip.struck)

    def level(self, level: Level) -> int:
        """Return the advantage, disadvantage or fumble degree."""
        value: int = getattr(self, level)
        return value

    def with_level(self, level: Level, value: int) -> Self:
        """Return the side with advantage, disadvantage or fumble degree."""
        return structs.replace(self, **{level: value})

    def pinning_level(self, level: Level, *, pinned: bool) -> Self:
        """Return the side with a level pinned, so that it stays after the roll, or unpinned."""
        after = tuple(one for one in LEVELS if (pinned if one == level else one in self.pinned))
        return structs.replace(self, pinned=after)

    def without_levels(self, *, keep: Iterable[Level] = ()) -> Self:
        """Return the side without levels and their pins, except those in `keep`."""
        gone = {level: 0 for level in LEVELS if level not in keep}
        return structs.replace(self, **gone, pinned=tuple(level for level in self.pinned if level in keep))

    def chip(self, chip_id: str) -> Chip | None:
        """Return a chip by id, or None."""
        return next((chip for chip in self.chips if chip.id == chip_id), None)

    def with_chip(self, chip: Chip) -> Self:
        """Return the side with a chip, in place of that with its id or appended if there is room; no net is by hand."""
        known = tuple(chip if old.id == chip.id else old for old in self.chips)
        chips = known if self.chip(chip.id) else (*self.chips, chip)[:MOST_MODIFIERS]
        return structs.replace(self, chips=chips, eyeballed=None)

    def without_chip(self, chip_id: str) -> Self:
        """Return the side without a chip, if there is one with this id."""
        if self.chip(chip_id) is None:
            return self
        return structs.replace(self, chips=tuple(chip for chip in self.chips if chip.id != chip_id), eyeballed=None)

    def without_attack(self) -> Self:
        """Return the side without its attack and the choices for it."""
        chips = tuple(chip for chip in self.chips if chip.origin is not Origin.CHOICE)
        return structs.replace(self, attack="", weapon="", setup=USUAL_SETUP, chips=chips)

    def with_difficulty(self, value: int, label: str, reach: int | None = None) -> Self:
        """Return the side with a difficulty as its first chip; the usual one is no chip, an unlisted one has no label.

        `reach` is the usual difficulty if difficulties are numbers to reach, and None if they are modifiers.
        """
        others = tuple(chip for chip in self.chips if chip.origin is not Origin.DIFFICULTY)
        own = () if value == (reach or 0) else (Chip(Origin.DIFFICULTY, value, label or DIFFICULTY, Origin.DIFFICULTY),)
        eyeballed = None if reach is None else self.eyeballed
        return structs.replace(self, chips=(own + others)[:MOST_MODIFIERS], eyeballed=eyeballed)

    def defaulting(self, *, default: bool) -> Self:
        """Return the side that rolls on the linked aptitude instead of the skill, or on the skill again."""
        return structs.replace(self, default=default)

    def itemised(self, reach: int | None = None) -> Self:
        """Return the side with a net set by hand as a chip, and the others struck out, which did not count.

        A difficulty is struck out as well, unless it is a number to `reach`.
        """
        if self.eyeballed is None:
            return self
        kept = [chip for chip in self.chips if chip.origin is Origin.DIFFICULTY and reach is not None]
        others = (structs.replace(chip, struck=True) for chip in self.chips if chip.origin is not Origin.DIFFICULTY)
        own = Chip("eyeballed", self.eyeballed, EYEBALLED)
        return structs.replace(self, chips=(*kept, own, *others)[:MOST_MODIFIERS], eyeballed=None)

    def eyeball(self, net: int | None) -> Self:
        """Return the side with a net set by hand, limited to the largest modifier; with None the chips count again."""
        return structs.replace(self, eyeballed=None if net is None else limited(net))

    def spent(self) -> Self:
        """Return what stays after the roll: pinned and lasting chips, the condition and the choices of an attack."""
        kept = (chip for chip in self.chips if chip.pinned or chip.lasting or chip.origin in OF_THE_SIDE)
        stay = (structs.replace(chip, struck=chip.struck and chip.pinned) for chip in kept)
        side = self.without_levels(keep=self.pinned)
        return structs.replace(side, chips=tuple(stay), eyeballed=None, point=None)

    def unpinned(self) -> Self:
        """Return the side without what is pinned or lasting and an attack's choices; the condition counts again."""
        kept = (chip for chip in self.chips if chip.origin is not Origin.CHOICE and not chip.lasting)
        stay = (chip for chip in kept if not chip.pinned or chip.origin is Origin.CONDITION)
        chips = tuple(structs.replace(chip, struck=False, pinned=False) if chip.pinned else chip for chip in stay)
        side = self.without_levels(keep=[level for level in LEVELS if level not in self.pinned])
        return structs.replace(side, setup=USUAL_SETUP, chips=chips)


class Draft(Side, frozen=True, omit_defaults=True):
    """A test being composed: the draft itself is the first side, and `opponent` the other one if the mode has two.

    `adjust` changes the degrees by hand (Kaiser). With `keeps_opponent` the following tests have the same opponent.
    `against` is the number of targets of a logged roll against several.
    """

    mode: Mode = Mode.ALONE
    opponent: Side | None = None
    ruling: Ruling | Tie | None = None
    most_severe: bool = False
    adjust: Adjust = 0
    keeps_opponent: bool = False
    against: int = 0

    @property
    def opposed(self) -> bool:
        """Whether two sides roll."""
        return self.mode.two_sided

    @property
    def lacks(self) -> Literal["", "opponent", "answer"]:
        """What the GM has to choose before two sides can roll: the opponent, or the opponent's ability."""
        other = self.side("b")
        if not self.opposed or self.ability is None or other.ability is not None:
            return ""
        return "answer" if other.character else "opponent"

    @property
    def whole_composition(self) -> tuple[object, ...]:
        """What was composed for both sides."""
        return self.mode, self.composition, self.side("b").composition, self.adjust

    def side(self, hand: Hand) -> Side:
        """Return one of the sides."""
        return self if hand == "a" else self.opponent or Side()

    def with_side(self, hand: Hand, side: Side) -> "Draft":
        """Return the draft with another side; the first side must be a Draft."""
        if hand == "b":
            return structs.replace(self, opponent=side)
        if not isinstance(side, Draft):
            raise TypeError("the first side of a test is the draft")
        return side

    def house(self, house: House) -> House:
        """Return the house rules of this test, in which only the most severe modifier may count (EP1)."""
        return structs.replace(house, most_severe=True) if self.most_severe else house

    def both_itemised(self, reach: int | None) -> "Draft":
        """Return the draft with the nets set by hand of both sides as chips."""
        opponent = self.opponent and self.opponent.itemised(reach)
        return structs.replace(self.itemised(reach), opponent=opponent)

    def after_roll(self) -> "Draft":
        """Return what stays of both sides after the roll."""
        opponent = self.opponent and self.opponent.spent()
        return structs.replace(self.spent(), opponent=opponent, ruling=None, most_severe=False, adjust=0)

    def pinning(self, chip: Chip, *, hand: Hand) -> "Draft":
        """Return the draft with a chip pinned for both sides, because pinned chips apply to everybody; or unpinned.

        A chip for a character's condition, or for a choice of an attack, is pinned for its own side only.
        """
        pinned = structs.replace(chip, pinned=not chip.pinned)
        draft = self.with_side(hand, self.side(hand).with_chip(pinned))
        other: Hand = "b" if hand == "a" else "a"
        if chip.origin in OF_THE_SIDE or (other == "b" and self.opponent is None):
            return draft
        if chip.pinned:
            return draft.with_side(other, draft.side(other).without_chip(chip.id))
        return draft.with_side(other, draft.side(other).with_chip(pinned))

    def pinning_both(self, level: Level, *, hand: Hand) -> "Draft":
        """Return the draft with a level pinned for both sides, as pinned levels apply to everybody; or unpinned."""
        pinned, value = level not in self.side(hand).pinned, self.side(hand).level(level)
        draft = self.with_side(hand, self.side(hand).pinning_level(level, pinned=pinned))
        other: Hand = "b" if hand == "a" else "a"
        if other == "b" and self.opponent is None:
            return draft
        side = draft.side(other).pinning_level(level, pinned=pinned)
        return draft.with_side(other, side.with_level(level, value if pinned else 0))

    @property
    def newcomer(self) -> Side:
        """An empty opponent with only the pinned chips and levels, which apply to everybody."""
        levels = self.without_levels(keep=self.pinned)
        pinned = (chip for chip in self.chips if chip.pinned and chip.origin is not Origin.CHOICE)
        side = Side(chips=tuple(pinned), pinned=levels.pinned)
        return structs.replace(side, **{level: levels.level(level) for level in LEVELS})

    def in_new_scene(self) -> "Draft":
        """Return the draft with nothing pinned on either side."""
        opponent = self.opponent and self.opponent.unpinned()
        return structs.replace(self.unpinned(), opponent=opponent, keeps_opponent=False)
