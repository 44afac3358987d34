"""The targets of one roll: what the log keeps of them, so that their damage can still be dealt after a restart."""

from typing import Literal

from msgspec import Struct

from gm_desk.core.drafts.draft import Mode, Side
from gm_desk.core.rules.dice import Thrown
from gm_desk.core.rules.requests import After

HitResult = Literal["hit", "half", "miss"]


class PointSpent(Struct, frozen=True):
    """A point spent after the roll: its use, and the kind of points that pays for it."""

    use: After
    points: str


class Target(Struct, frozen=True, omit_defaults=True):
    """One of several targets: its side of the contest, and its dice, which may be typed.

    `distance` is from the centre of an area, in metres; `cone` is its position in a cone. A `sheltered` one, at the
    edge or in cover, takes nothing if its defence succeeds. `rolls` are its own damage dice, if they are not shared.
    `hit`, `total`, `armor`, `through` and `wounds` are set by the GM and replace the results of the dice. `point` is
    spent after the roll.
    """

    side: Side
    dice: Thrown = {}
    distance: int = 0
    cone: Literal["", "close", "beyond"] = ""
    sheltered: bool = False
    rolls: Thrown = {}
    hit: HitResult | None = None
    total: int | None = None
    armor: int | None = None
    point: PointSpent | None = None
    through: int | None = None
    wounds: int | None = None


class SummedDice(Struct, frozen=True):
    """The sum of damage dice, if only that was typed, and the number of sides of each of these dice."""

    total: int
    sides: tuple[int, ...]


class TargetsRecord(Struct, frozen=True, omit_defaults=True):
    """Several targets as the log keeps them, with the mode of the contests and the damage dice.

    `rolls` are the shared damage dice, unless each target has its own (`apart`); they are `by_hand` if they were typed.
    `point` is one that the acting side has spent after its roll. `summed` is the sum of the shared dice, if it was
    typed. The others are choices of the GM: whether a critical doubles the damage, whether the margin adds to it,
    whether armor is pierced or ignored (None if by the rules), whether there is absorption, whether hits cost action
    points, and whether those who are beaten are surprised.
    """

    targets: tuple[Target, ...] = ()
    mode: Mode = Mode.ATTACK
    rolls: Thrown = {}
    point: PointSpent | None = None
    apart: bool = False
    by_hand: bool = False
    summed: SummedDice | None = None
    double: bool = True
    ignore_armor: bool | None = None
    margin: bool = True
    piercing: bool | None = None
    absorption: bool = True
    costs_points: bool = True
    surprises: bool = False
