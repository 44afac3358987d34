"""The stat-block numbers that both editions of Eclipse Phase derive alike; they differ in rounding."""

from collections.abc import Callable, Mapping

from gm_desk.core.rules.health import Condition, Health, body_state, mind_state, wound_modifier

Divide = Callable[[int, int], int]

INITIATIVE_DIVISOR = 5
WOUND_DIVISOR = 5
TRAUMA_DIVISOR = 5
LUCIDITY_MULTIPLE = 2
INSANITY_MULTIPLE = 2
DEATH_HALVES = {"biomorph": 3, "synthmorph": 4}
"""DR by the kind of body, in halves of DUR: × 1.5 and × 2."""


def derived(stats: Mapping[str, int], body: str, divide: Divide) -> dict[str, int]:
    """Derive INIT, WT, DR, LUC, TT and IR from what is known; a typed LUC is the base of TT and IR."""
    numbers: dict[str, int] = {}
    if "REF" in stats and "INT" in stats:
        numbers["INIT"] = divide(stats["REF"] + stats["INT"], INITIATIVE_DIVISOR)
    if "DUR" in stats:
        numbers["WT"] = divide(stats["DUR"], WOUND_DIVISOR)
        if body in DEATH_HALVES:
            numbers["DR"] = divide(stats["DUR"] * DEATH_HALVES[body], 2)
    if "WIL" in stats:
        numbers["LUC"] = stats["WIL"] * LUCIDITY_MULTIPLE
    lucidity = stats.get("LUC", numbers.get("LUC"))
    if lucidity is not None:
        numbers["TT"] = divide(lucidity, TRAUMA_DIVISOR)
        numbers["IR"] = lucidity * INSANITY_MULTIPLE
    return numbers


def condition(stats: Mapping[str, int], health: Health, most_ignored: int) -> Condition:
    """Say what wounds and traumas cost, and which thresholds are passed."""
    return Condition(
        wound_modifier(health, most_ignored),
        body_state(health.damage, stats.get("DUR"), stats.get("DR")),
        mind_state(health.stress, stats.get("LUC"), stats.get("IR")),
    )
