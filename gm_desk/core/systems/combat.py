"""What a system lists for fights: firing modes, the choices of an attack, modifiers by name and conditions."""

from typing import Literal

from msgspec import Struct

Reach = Literal["ranged", "melee", "both", "other", "any"]
"""What a modifier is for: ranged attacks, melee, both, tests other than attacks, or any test."""


Tests = Literal["all", "physical", "mental", "attack", "defence", "initiative"]
"""The tests that a condition affects."""
Ends = Literal["removed", "counted", "action"]
"""How a condition ends unless the GM says otherwise."""


class FiringUse(Struct, frozen=True, forbid_unknown_fields=True):
    """One use of a firing mode: a modifier to hit, dice added to damage, or several targets; `shots` it takes."""

    id: str
    name: str
    shots: int = 1
    value: int = 0
    damage: str = ""
    targets: int = 1


class FiringMode(Struct, frozen=True, forbid_unknown_fields=True):
    """A firing mode as attacks list it ("BF"), and what it can be used for, the usual use first."""

    id: str
    name: str
    uses: tuple[FiringUse, ...]


class AttackOption(Struct, frozen=True, forbid_unknown_fields=True):
    """One option of a choice: `label` is what its chip says, `short` what its button says."""

    id: str
    short: str
    label: str = ""
    value: int = 0


class AttackChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice that each attack of a reach has: range, cover, aim; the `usual` option is chosen at first."""

    id: str
    name: str
    reach: Reach
    options: tuple[AttackOption, ...]
    usual: str


class CommonModifier(Struct, frozen=True, forbid_unknown_fields=True):
    """A modifier by name; `steps` ones can be counted several times, `damage` adds dice when the attack hits.

    `theirs` ones are on the side that defends, and `skills` names what they are for where it is not any test.
    """

    id: str
    name: str
    value: int
    reach: Reach = "both"
    steps: bool = False
    damage: str = ""
    theirs: bool = False
    skills: tuple[str, ...] = ()


class Complementary(Struct, frozen=True, forbid_unknown_fields=True):
    """What another skill brings: the least rating of each step, its modifier, and the category it must be of."""

    steps: tuple[tuple[int, int], ...]
    category: str = ""


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """Taking time on a quick or complex action: `value` a minute, at most `most`."""

    value: int
    most: int


class AreaRules(Struct, frozen=True, forbid_unknown_fields=True):
    """How areas do damage: `less` a metre, the dice that a `cone` adds or loses, `half` if a defence succeeds."""

    less: int
    cone: str
    half: bool = False


class InjuryCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """The check that a number of wounds or traumas from one blow asks for.

    `failed` and `at_once` are the conditions that follow from a failure and without a check; `says` is what a failure
    does.
    """

    injury: Literal["wounds", "traumas"]
    least: int
    check: str
    says: str
    failed: str = ""
    at_once: str = ""


class CriticalBlow(Struct, frozen=True, forbid_unknown_fields=True):
    """What a blow that takes half of what is left asks for: a level against a resistance (Kaiser, "Attacks").

    The level is 2d6 plus the damage ÷ `divisor`, of which what is above `whole` counts half.
    """

    resistance: str
    divisor: int
    whole: int
    failed: str


class AttackSpecial(Struct, frozen=True, forbid_unknown_fields=True):
    """What a hit of some attacks may do besides damage: words that name such an attack, and conditions as typed."""

    words: tuple[str, ...]
    conditions: tuple[str, ...]


class Combat(Struct, frozen=True, forbid_unknown_fields=True):
    """All that a system lists for fights; `modifiers` are in the order of their use.

    `bleeding` is who bleeds when out of action: the `wounded` at DUR, or all who are `past` it.
    """

    modes: tuple[FiringMode, ...] = ()
    choices: tuple[AttackChoice, ...] = ()
    modifiers: tuple[CommonModifier, ...] = ()
    complementary: Complementary | None = None
    pace: Pace | None = None
    area: AreaRules | None = None
    injuries: tuple[InjuryCheck, ...] = ()
    bleeding: Literal["", "wounded", "past"] = ""
    critical: CriticalBlow | None = None
    specials: tuple[AttackSpecial, ...] = ()

    def mode(self, mode_id: str) -> FiringMode | None:
        """Return a firing mode by its id."""
        return next((mode for mode in self.modes if mode.id == mode_id), None)


ANY_LEVEL = (0,)
"""The levels of a condition that can have any, such as the points of pain."""


class ConditionEffect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a condition does to a kind of test: a modifier, or levels of disadvantage (Kaiser).

    `skills` narrows it to some, `options` to attacks for which one of those was chosen, and `against` turns it on the
    tests of others against the character.
    """

    value: int = 0
    disadvantage: int = 0
    tests: Tests = "all"
    skills: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    against: bool = False


class ConditionKind(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A condition that a system lists, or a roster adds.

    `levels` are numbers that it can have ("impaired 20"), with any number where the only level is 0; the values of its
    effects count that many times. `fades` is after how many turns its modifiers lessen by 10, 0 for never. `acts` and
    `defends` say whether a character still can, and `moves` whether it can act physically. `damage` is what each turn
    costs at its end: dice, or "wounds" for a point for each wound. `ends` says how it ends unless an end is given:
    until removed, by the next action, or only by a number of turns. `then` is what it leaves behind when it ends, and
    `hint` the rest, in words.
    """

    id: str
    name: str
    effects: tuple[ConditionEffect, ...] = ()
    levels: tuple[int, ...] = ()
    fades: int = 0
    acts: bool = True
    moves: bool = True
    defends: bool = True
    damage: str = ""
    ends: Ends = "removed"
    then: str = ""
    hint: str = ""
