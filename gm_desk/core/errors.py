"""The errors of the core: named here, worded for people in the window."""


class RulesError(Exception):
    """Say that a value breaks a rule, and which one.

    `key` names the value as requests spell it ("roll", "modifiers[1]"); `problem` is a clause without a full stop.
    """

    def __init__(self, key: str, problem: str) -> None:
        """Keep the key and the problem apart, for whoever words the message."""
        super().__init__(f"{key}: {problem}")
        self.key = key
        self.problem = problem


class BadModifierError(RulesError):
    """A modifier is no whole multiple of ten, or out of bounds."""


class BadRollError(RulesError):
    """A typed d100 is not one of 00 to 99."""


class BadRatingError(RulesError):
    """A rating is no whole number in its range."""


class EmptyNameError(RulesError):
    """A name has no visible character."""


class UnspendablePointError(RulesError):
    """A point cannot be spent on this roll."""
