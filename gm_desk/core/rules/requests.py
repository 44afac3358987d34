"""What is asked of the dice: one small frozen request for each kind of check.

The field names are the JSON vocabulary of the rules page, "One request, one answer", except that a base is called
`base` here and written `target` there.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from gm_desk.core.rules.modifiers import Modifier

LARGEST_BASE = 200
MOST_MODIFIERS = 50
ROLL = "roll"

Before = Literal["ignore_modifiers", "add_20"]
After = Literal["flip_flop", "upgrade", "downgrade"]
Base = Annotated[int, Meta(ge=0, le=LARGEST_BASE)]


class SuccessTest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Ask for one d100 test against base + net.

    `pool` is a point spent before the roll, `after` one spent on the roll that fell; never both.
    """

    base: Base = field(name="target")
    modifiers: Annotated[tuple[Modifier, ...], Meta(max_length=MOST_MODIFIERS)] = ()
    default: bool = False
    pool: Before | None = None
    after: After | None = None
