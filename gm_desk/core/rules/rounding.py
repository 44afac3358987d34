"""Whole numbers out of divisions (rules, "Dice"): Python's own `round` takes 22.5 to 22, the books do not."""


def half_up(number: int, divisor: int) -> int:
    """Divide and round half up (EP2: 45 ÷ 2 is 23, 105 ÷ 2 is 53)."""
    return (2 * number + divisor) // (2 * divisor)


def up(number: int, divisor: int) -> int:
    """Divide and round up (EP1: WT, TT, DR and INIT)."""
    return -(-number // divisor)


def down(number: int, divisor: int) -> int:
    """Divide and round down (EP1: Fray ÷ 2 and damage bonus; both: counting wounds and traumas)."""
    return number // divisor
