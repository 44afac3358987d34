"""The errors of the core: named here, worded for people in the window."""

from typing import Self


class RulesError(Exception):
    """Say that a value breaks a rule, and which one.

    `key` names the value as requests spell it ("roll", "modifiers[1]"); `problem` is a clause without a full stop.
    """

    def __init__(self, key: str, problem: str) -> None:
        """Keep the key and the problem apart, for whoever words the message."""
        super().__init__(f"{key}: {problem}")
        self.key = key
        self.problem = problem

    def at(self, outer: str) -> Self:
        """Give the same error for a value that stands inside another ("a" makes "roll" "a.roll")."""
        return type(self)(f"{outer}.{self.key}", self.problem)


class BadModifierError(RulesError):
    """A modifier is no whole multiple of ten, or out of bounds."""


class BadRollError(RulesError):
    """A typed d100 is not one of 00 to 99."""


class BadRatingError(RulesError):
    """A rating is no whole number in its range."""


class BadSkillsError(RulesError):
    """A line of several skills holds parts that are none, each of which the problem names."""


class EmptyNameError(RulesError):
    """A name has no visible character."""


class UnspendablePointError(RulesError):
    """A point cannot be spent on this roll."""


class BadExpressionError(RulesError):
    """A dice expression does not parse, or asks for more dice than there are."""


class BadAttackError(RulesError):
    """A typed line is no attack."""


class BadDiceError(RulesError):
    """Dice are missing, left over, or show what they cannot show."""


class BadHarmError(RulesError):
    """What is typed on a track of damage or stress is no harm."""


class UnknownArmorError(RulesError):
    """A character has no armor of this kind."""


class BadArmorError(RulesError):
    """A typed line is no armor."""


class BadMovementError(RulesError):
    """A typed line is no way to move."""


class BadLineError(RulesError):
    """A line of a stat block says something that its label cannot mean."""


class BadHouseError(RulesError):
    """A house rule is unknown to the system, or set to something it cannot be."""


class BadRequestError(RulesError):
    """A request lacks a key, has one too many, or holds a wrong value."""


class BadPicksError(RulesError):
    """Superior results are spent on something they cannot buy."""


class UnclearLineError(RulesError):
    """A typed line means nothing that can be rolled."""


class ForeignCheckError(RulesError):
    """A system does not know a kind of check."""
