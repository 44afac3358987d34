"""What conditions do, in words."""

from gm_desk.core.notation.numbers import minus, signed
from gm_desk.core.systems.combat import ConditionEffect, ConditionKind

TESTS = {
    "all": "all tests",
    "physical": "physical tests",
    "mental": "mental tests",
    "attack": "attacks",
    "defence": "defence",
    "initiative": "initiative",
}


def effects_in_words(kind: ConditionKind, level: int = 0) -> list[str]:
    """Return what a condition does, a line each: "−30 to physical tests", "cannot act"."""
    made = [_effect_in_words(effect, kind, level) for effect in kind.effects]
    bars = (("cannot act", kind.acts), ("no physical actions", kind.moves), ("cannot defend", kind.defends))
    made += [words for words, can in bars if not can]
    if kind.fades:
        made.append(
            f"lessens by 10 every {counted_units(kind.fades, 'turn')}" if kind.fades > 1 else "fades by 10 a turn"
        )
    if kind.damage:
        cost = "1 damage for each wound" if kind.damage == "wounds" else f"{kind.damage} damage"
        made.append(f"{cost} at the end of each turn")
    return made


def counted_units(count: int, unit: str) -> str:
    """Return a number of turns and the like: "1 turn", "3 phases"."""
    return f"{count:,} {unit}{'' if count == 1 else 's'}"


def _effect_in_words(effect: ConditionEffect, kind: ConditionKind, level: int) -> str:
    """Return one effect in words."""
    value = effect.value * ((level or 1) if kind.levels else 1)
    what = " or ".join(effect.skills) if effect.skills and effect.tests != "attack" else TESTS[effect.tests]
    if effect.skills and effect.tests == "attack":
        what = f"attacks with {' or '.join(effect.skills)}"
    parts = [signed(value) if value else "", f"disadvantage {effect.disadvantage}" if effect.disadvantage else ""]
    amount = " and ".join(part for part in parts if part)
    if kind.levels and not level:
        amount = f"{minus(-1)[0] if effect.value < 0 else '+'} the level"
    against = " against it" if effect.against else ""
    return f"{amount} to {what}{against}{' at long range' if effect.options else ''}"
