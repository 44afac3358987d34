"""The combat data of a system: firing modes, choices for attacks, common modifiers and conditions.

The values themselves are in `resources/systems`.
"""

from typing import Literal

from msgspec import Struct

Reach = Literal["ranged", "melee", "both", "other", "any"]
"""What a modifier is for: ranged attacks, melee, both, tests other than attacks, or any test."""


Tests = Literal["all", "physical", "mental", "attack", "defence", "initiative"]
"""The tests that a condition affects."""
Ends = Literal["removed", "counted", "action"]
"""How a condition ends unless the GM says otherwise."""


class FiringUse(Struct, frozen=True, forbid_unknown_fields=True):
    """One use of a firing mode: a modifier to hit, extra damage dice or several targets, and the `shots` it uses up.

    One that is `deliberate` is never chosen for the GM. `also` are other names that can be typed.
    """

    id: str
    name: str
    shots: int = 1
    value: int = 0
    damage: str = ""
    targets: int = 1
    deliberate: bool = False
    also: tuple[str, ...] = ()


class FiringMode(Struct, frozen=True, forbid_unknown_fields=True):
    """A firing mode as listed with attacks ("BF"), and its uses, the usual one first."""

    id: str
    name: str
    uses: tuple[FiringUse, ...]
    also: tuple[str, ...] = ()


class AttackOption(Struct, frozen=True, forbid_unknown_fields=True):
    """One option of a choice; `label` is the text of its chip, `short` that of its button."""

    id: str
    short: str
    label: str = ""
    value: int = 0


class AttackChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice for attacks of one reach, such as range, cover or aim; `usual` is the default option.

    For an attack without a line on the card its options are modifiers, which are listed `before` another one.
    """

    id: str
    name: str
    reach: Reach
    options: tuple[AttackOption, ...]
    usual: str
    before: str = ""


class CommonModifier(Struct, frozen=True, forbid_unknown_fields=True):
    """A named modifier; with `steps` it can apply several times, `damage` is dice added if the attack hits.

    With `theirs` it applies to the defender. A `lasting` one describes the situation of whoever has it, and is
    remembered for them until the scene ends; one `of_weapon` for the attack. `skills` are the skills it is for; if
    empty, it is for every test. With `per_target` it applies once for each target of an attack beyond the first.
    """

    id: str
    name: str
    value: int
    reach: Reach = "both"
    steps: bool = False
    damage: str = ""
    theirs: bool = False
    lasting: bool = False
    of_weapon: bool = False
    skills: tuple[str, ...] = ()
    per_target: bool = False


class Complementary(Struct, frozen=True, forbid_unknown_fields=True):
    """The bonus from a complementary skill: minimum rating and modifier of each step, and the category required."""

    steps: tuple[tuple[int, int], ...]
    category: str = ""


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """The bonus for taking time on a quick or complex action: `value` per minute, up to `most`."""

    value: int
    most: int


class AreaRules(Struct, frozen=True, forbid_unknown_fields=True):
    """How area attacks do damage: `less` per metre, the dice a `cone` adds or removes, `half` if a defence succeeds."""

    less: int
    cone: str
    half: bool = False


class InjuryCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """The check required by `least` or more wounds or traumas from one hit.

    `failed` is the condition after a failure, `at_once` one that needs no check. `says` describes the effect of a
    failure.
    """

    injury: Literal["wounds", "traumas"]
    least: int
    check: str
    says: str
    failed: str = ""
    at_once: str = ""


class CriticalBlow(Struct, frozen=True, forbid_unknown_fields=True):
    """The resistance check required by a hit that costs half of the remaining LP (Kaiser, "Attacks").

    The level is 2d6 plus the damage ÷ `divisor`; the part of the level above `whole` counts half.
    """

    resistance: str
    divisor: int
    whole: int
    failed: str


class SpecialCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """The check against a side effect: `stat`, less the damage taken, plus the armor against one kind of damage.

    After a failure, the condition `failed` lasts one turn for each 10 of the margin, but at least `least`; after a
    success there is the condition `passed`. Both are in typed notation. `immune` is the kind of body without effect.
    """

    name: str
    stat: str
    armor: str
    failed: str
    least: int
    passed: str
    immune: str = ""


class AttackSpecial(Struct, frozen=True, forbid_unknown_fields=True):
    """A side effect of some hits: the words that identify such an attack, and the conditions in typed notation."""

    words: tuple[str, ...]
    conditions: tuple[str, ...]
    check: SpecialCheck | None = None


class Combat(Struct, frozen=True, forbid_unknown_fields=True):
    """The combat data of a system; `modifiers` are in the order in which they are offered.

    Those whose ids are in `another_target` are offered by themselves for a further shot at another target.
    `bleeding` is who bleeds out: with `wounded` whoever has reached DUR with wounds, with `past` whoever has passed it.
    """

    modes: tuple[FiringMode, ...] = ()
    choices: tuple[AttackChoice, ...] = ()
    modifiers: tuple[CommonModifier, ...] = ()
    another_target: tuple[str, ...] = ()
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

    def special_check(self, name: str) -> SpecialCheck | None:
        """Return the check against a side effect by its name."""
        return next((one.check for one in self.specials if one.check is not None and one.check.name == name), None)


ANY_LEVEL = (0,)
"""The levels of a condition with any number of levels, such as points of pain."""


class ConditionEffect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The effect of a condition on tests: a modifier, or levels of disadvantage (Kaiser).

    `skills` limits it to these skills, `options` to attacks with one of these options. With `against` it applies to the
    tests of others against the character.
    """

    value: int = 0
    disadvantage: int = 0
    tests: Tests = "all"
    skills: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    against: bool = False


class ConditionCheck(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The check that a condition requires each turn, its modifier, and what the GM does after a failure as text."""

    check: str
    value: int
    says: str


class ConditionKind(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A condition listed by a system, or added by a roster.

    `levels` are the levels it can have ("impaired 20"), or (0,) for any; the values of its effects are multiplied by
    the level. `fades` is the number of turns after which its modifiers shrink by 10, 0 for never. `acts`, `moves` and
    `defends` say whether the character can still act at all, act physically, and defend. `damage` is dealt at the end
    of each turn: dice, or "wounds" for one point per wound. `ends` is how it ends by default: until removed, by the
    next action, or after a number of turns. `then` is the condition that follows it, `check` the check that it requires
    each turn, and `hint` describes anything else.
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
    check: ConditionCheck | None = None
    hint: str = ""
