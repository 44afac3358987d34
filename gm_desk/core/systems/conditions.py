"""What a system lists as conditions: what each does to tests and actions, for as long as a scene says."""

from typing import Literal

from msgspec import Struct

Tests = Literal["all", "physical", "mental", "attack", "defence", "initiative"]


class ConditionEffect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a condition does to a kind of test: a modifier, or levels of disadvantage (Kaiser).

    `skills` narrows it to some, and `against` turns it on the tests of others against the character.
    """

    value: int = 0
    disadvantage: int = 0
    tests: Tests = "all"
    skills: tuple[str, ...] = ()
    against: bool = False


class ConditionKind(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A condition that a system lists, or a roster adds.

    `levels` are numbers that it can have ("impaired 20"), with any number where the only level is 0; the values of its
    effects count that many times. `fades` is after how many turns its modifiers lessen by 10, 0 for never. `acts` and
    `defends` say whether a character still can. `damage` is what each turn costs at its end: dice, or "wounds" for a
    point for each wound. `hint` is the rest, in words.
    """

    id: str
    name: str
    effects: tuple[ConditionEffect, ...] = ()
    levels: tuple[int, ...] = ()
    fades: int = 0
    acts: bool = True
    defends: bool = True
    damage: str = ""
    hint: str = ""
