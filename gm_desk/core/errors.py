"""The errors of core, each with the problem as a clause; model and ui make the messages."""

from typing import Self


class RulesError(Exception):
    """A value breaks a rule.

    `key` names the value as requests spell it ("roll", "modifiers[1]"); `problem` is a clause without a full stop.
    """

    def __init__(self, key: str, problem: str) -> None:
        """Store key and problem separately, so that ui can write the message."""
        super().__init__(f"{key}: {problem}")
        self.key = key
        self.problem = problem

    def at(self, outer: str) -> Self:
        """Return the same error for a value inside another ("a" turns "roll" into "a.roll")."""
        return type(self)(f"{outer}.{self.key}", self.problem)


class BadModifierError(RulesError):
    """A modifier is not a multiple of ten, or is out of bounds."""


class BadRollError(RulesError):
    """A typed die or number is impossible."""


class BadRatingError(RulesError):
    """A rating is not a whole number in its range."""


class BadSkillsError(RulesError):
    """A line of skills contains parts that are not skills; the problem names each."""


class EmptyNameError(RulesError):
    """A name has no visible character."""


class UnspendablePointError(RulesError):
    """A point cannot be spent on this roll."""


class BadExpressionError(RulesError):
    """A dice expression cannot be parsed, or asks for too many dice."""


class BadAttackError(RulesError):
    """A typed line is not an attack."""


class BadDiceError(RulesError):
    """Dice are missing or surplus, or show impossible faces."""


class BadHarmError(RulesError):
    """Text typed on a track is not damage, stress or healing."""


class UnknownArmorError(RulesError):
    """A character has no armor of this kind."""


class BadArmorError(RulesError):
    """A typed line is not armor."""


class BadMovementError(RulesError):
    """A typed line is not a movement rate."""


class BadLineError(RulesError):
    """A line of a stat block has a value that does not fit its label."""


class BadHouseError(RulesError):
    """A house rule is unknown to the system, or has an invalid value."""


class BadRequestError(RulesError):
    """A request lacks a key, has an unknown one, or has an invalid value."""


class BadPicksError(RulesError):
    """Superior results are spent on something they cannot buy."""


class TooManyTargetsError(RulesError):
    """A roll has more targets than a table can show."""


class UnclearLineError(RulesError):
    """A typed line cannot be interpreted as something to roll."""


class ForeignCheckError(RulesError):
    """The system does not have this kind of check."""


class TurnError(RulesError):
    """The turn order does not allow a step; the key names the participant."""


class BadConditionError(RulesError):
    """A condition lasts no time, or has a level that it cannot have."""


class BadClockError(RulesError):
    """A clock or the pace of a task is invalid."""
