"""Requests: one small frozen struct for each kind of check.

The field names are those of `gm-desk rules --help`, except that a base is called `base` here and `target` there.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from gm_desk.core.rules.house import Printing, Ruling, Tie
from gm_desk.core.rules.modifiers import FlatModifier, Modifier

LARGEST_BASE = 200
MOST_MODIFIERS = 50
LEAST_VALUE, MOST_VALUE = -100, 200
MOST_LEVELS = 98
"""Levels of advantage or disadvantage: the book has no limit, but a check has at most a hundred dice."""

MOST_FUMBLE_DEGREE = 20
MOST_ADJUST = 50
MOST_SUPERIOR = 2
ROLL = "roll"

Before = Literal["ignore_modifiers", "add_20"]
After = Literal["flip_flop", "upgrade", "downgrade"]
Base = Annotated[int, Meta(ge=0, le=LARGEST_BASE)]
Modifiers = Annotated[tuple[Modifier, ...], Meta(max_length=MOST_MODIFIERS)]
FlatModifiers = Annotated[tuple[FlatModifier, ...], Meta(max_length=MOST_MODIFIERS)]
Value = Annotated[int, Meta(ge=LEAST_VALUE, le=MOST_VALUE)]
Levels = Annotated[int, Meta(ge=0, le=MOST_LEVELS)]
Superior = Annotated[int, Meta(ge=0, le=MOST_SUPERIOR)]
Points = Annotated[int, Meta(ge=0)]
Threshold = Annotated[int, Meta(ge=1)]
FumbleDegree = Annotated[int, Meta(ge=-MOST_FUMBLE_DEGREE, le=MOST_FUMBLE_DEGREE)]
Adjust = Annotated[int, Meta(ge=-MOST_ADJUST, le=MOST_ADJUST)]
KaiserKind = Literal["skill", "resistance", "characteristic"]


class SuccessTest(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="request", tag="success"
):
    """A d100 test against base + net (EP1, EP2, "Success tests").

    `pool` is a point spent before the roll, `after` one spent after it; never both. `default` means that the base
    is the linked aptitude (EP2). `printing` is EP1's; None is that of the house rules.
    """

    base: Base = field(name="target")
    modifiers: Modifiers = ()
    default: bool = False
    pool: Before | None = None
    after: After | None = None
    printing: Printing | None = None


class SimpleTest(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="request", tag="simple"
):
    """A test that always succeeds, strongly or weakly (EP1, "Simple success tests")."""

    base: Base = field(name="target")
    modifiers: Modifiers = ()


class OpposedTest(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="request", tag="opposed"
):
    """A test of two sides (EP1, EP2, "Opposed tests").

    `ruling` settles ties and double failures (EP2; None is that of the house rules); it does not apply to an
    `attack`. In a `variable` test both sides may succeed (EP1).
    """

    a: SuccessTest
    b: SuccessTest
    ruling: Ruling | None = None
    attack: bool = False
    variable: bool = False


class Effort(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side of a Kaiser check: its value, flat modifiers and levels.

    Advantage and disadvantage count for skills and resistances, the fumble degree for skills only. `kind` is what a
    side of a contest rolls; a check against a difficulty has its own `kind`. The part of a total in a contest above
    `halved_above` counts half, unless that is 0.
    """

    value: Value
    modifiers: FlatModifiers = ()
    advantage: Levels = 0
    disadvantage: Levels = 0
    fumble_degree: FumbleDegree = 0
    kind: KaiserKind = "skill"
    halved_above: Value = 0

    @property
    def flat(self) -> int:
        """The value plus the flat modifiers."""
        return self.value + sum(modifier.value for modifier in self.modifiers)

    @property
    def net_levels(self) -> int:
        """Advantage minus disadvantage."""
        return self.advantage - self.disadvantage

    def counted(self, total: int) -> int:
        """Return how much of a total counts, rounded down (Kaiser, "Attacks")."""
        above = total - self.halved_above
        return self.halved_above + above // 2 if self.halved_above and above > 0 else total


class KaiserCheck(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="request", tag="kaiser_check"
):
    """A check against a difficulty (Kaiser, "Checks and degrees"); `adjust` changes its degrees."""

    kind: KaiserKind
    effort: Effort
    difficulty: Value
    adjust: Adjust = 0


class KaiserContest(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="request", tag="kaiser_contest"
):
    """A check of two sides; b defends (Kaiser, "Opposed checks").

    Each side rolls the dice of its own kind; in an opposed characteristic check both roll a characteristic.
    `ruling` settles a tie; None is that of the house rules. `adjust` changes the degrees.
    """

    kind: Literal["opposed_skill", "attack", "opposed_characteristic"]
    a: Effort
    b: Effort
    ruling: Tie | None = None
    adjust: Adjust = 0

    def kind_of(self, side: Effort) -> KaiserKind:
        """Return the kind of check that a side rolls."""
        return "characteristic" if self.kind == "opposed_characteristic" else side.kind


class DiceSum(Struct, frozen=True, forbid_unknown_fields=True, tag_field="request", tag="dice"):
    """A sum of dice, as for damage."""

    expression: str


class Ep2Damage(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="request", tag="ep2_damage"
):
    """The damage of a hit (EP2, "Attacks, damage and armor").

    `superior` is the number of superior results spent on damage, `critical` doubles it, `piercing` halves the
    armor. `threshold` is the Wound Threshold; if it is None, no wounds are counted.
    """

    expression: str
    superior: Superior = 0
    critical: bool = False
    piercing: bool = False
    armor: Points = 0
    threshold: Threshold | None = None


class Ep1Damage(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="request", tag="ep1_damage"
):
    """The damage of a hit (EP1, "Attacks, damage and armor").

    `margin` is the margin of success, `critical` ignores armor, `bonus` is the damage bonus if it counts, and
    `penetration` the AP number of the weapon. `threshold` is as in EP2.
    """

    expression: str
    margin: Points = 0
    critical: bool = False
    bonus: Points = 0
    penetration: Points = 0
    armor: Points = 0
    threshold: Threshold | None = None


class KaiserDamage(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="request", tag="kaiser_damage"
):
    """The damage of a hit by its degrees and the weapon's base damage (Kaiser, "Attacks"); no dice."""

    base: Points
    degrees: Points
    absorption: Points = 0
    armor: Points = 0


class HitTerms(Struct, frozen=True, kw_only=True):
    """The values that determine the damage of a hit, for all systems.

    `damage` is the weapon's sum of dice, `base` its damage if that is a number (Kaiser).
    """

    damage: str
    base: int | None = None
    superior: int = 0
    margin: int = 0
    degrees: int = 0
    critical: bool = False
    bonus: int = 0
    piercing: bool = False
    penetration: int = 0
    armor: int = 0
    absorption: int = 0
    threshold: int | None = None


Damage = Ep2Damage | Ep1Damage | KaiserDamage
Summed = DiceSum | Damage
"""Requests that are not tests."""
Request = SuccessTest | SimpleTest | OpposedTest | KaiserCheck | KaiserContest | Summed
