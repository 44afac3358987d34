"""Tables of a system's data in Markdown, for the rules help, and the effects of conditions as text."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from gm_desk.core.systems.combat import ConditionEffect, ConditionKind
from gm_desk.core.systems.definition import Pairing, System, ThreatLevel
from gm_desk.core.wording.phrases import minus, plural, signed

NONE = "–"


def tables(system: System) -> Mapping[str, Callable[[System], str]]:
    """Return the functions that make the tables, by the placeholders in the help: "[skills]"."""
    worded = signed if system.reach is None else str
    return {
        "difficulties": lambda of: _table(
            ("Difficulty", ""), [(one.name, worded(one.value)) for one in of.difficulties]
        ),
        "factors": lambda of: _table(("Circumstance", ""), [(one.name, worded(one.value)) for one in of.factors]),
        "superior": lambda of: _list([f"**{one.name}**: {one.effect}" for one in of.superior_uses]),
        "criticals": lambda of: _list(
            [f"For a success: {'; '.join(of.criticals.success)}", f"For a failure: {'; '.join(of.criticals.failure)}"]
        ),
        "pairings": _pairings,
        "recharges": lambda of: _list([f"{one.name}: {one.dice or 'all points'}" for one in of.recharges]),
        "stats": _stats,
        "skills": _skills,
        "threat levels": _threat_levels,
        "conditions": _conditions,
    }


def _pairings(system: System) -> str:
    """Return what is rolled against what."""
    return _table(("Rolled", "against"), [(pair.ours, _theirs(pair)) for pair in system.pairings])


def _theirs(pair: Pairing) -> str:
    theirs = ", ".join(f"{one} ÷ 2" if one in pair.halved else one for one in pair.theirs)
    return f"{theirs}: whichever is higher" if pair.highest else theirs


def _stats(system: System) -> str:
    """Return the keys and names of the stats."""
    sections = [section for section in system.sections if section.kind == "numbers"]
    return _table(("", ""), [(stat.key, stat.name) for section in sections for stat in section.stats])


def _skills(system: System) -> str:
    """Return the skills; "Know: …" is one with a field."""
    head = ["Skill", "linked to", "Category"]
    rows = [
        [f"{one.name}: …" if one.fields else one.name, one.aptitude or NONE, one.category or NONE]
        for one in system.skills
    ]
    if not all(one.default for one in system.skills):
        head.append("can be defaulted")
        rows = [[*row, "yes" if one.default else "no"] for row, one in zip(rows, system.skills, strict=True)]
    return _table(head, rows)


def _conditions(system: System) -> str:
    """Return the conditions and their effects."""
    rows = [
        (one.name, "; ".join([*effects_in_words(one), *([one.hint] if one.hint else [])])) for one in system.conditions
    ]
    return _table(("Condition", "What it does"), rows)


def _threat_levels(system: System) -> str:
    rows = [
        (level.name, _range(level.skills), _range(level.durability), _pool(level)) for level in system.threat_levels
    ]
    return _table(("Level", "Skills", "DUR", "Pool"), rows)


def _pool(level: ThreatLevel) -> str:
    return "full pools" if level.pool[0] is None else _range(level.pool)


def _range(ends: tuple[int | None, int | None]) -> str:
    """Return a range as text: "40–60", "80+"."""
    least, most = ends
    return f"{least}+" if most is None else str(least) if least == most else f"{least}–{most}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _list(points: Iterable[str]) -> str:
    return "\n".join(f"- {point}" for point in points)


TESTS = {
    "all": "all tests",
    "physical": "physical tests",
    "mental": "mental tests",
    "attack": "attacks",
    "defence": "defence",
    "initiative": "initiative",
}


def effects_in_words(kind: ConditionKind, level: int = 0) -> list[str]:
    """Return the effects of a condition, one line each: "−30 to physical tests", "cannot act"."""
    made = [_effect_in_words(effect, kind, level) for effect in kind.effects]
    bars = (("cannot act", kind.acts), ("no physical actions", kind.moves), ("cannot defend", kind.defends))
    made += [words for words, can in bars if not can]
    if kind.fades:
        made.append(f"fades by 10 every {plural(kind.fades, 'turn')}" if kind.fades > 1 else "fades by 10 a turn")
    if kind.damage:
        cost = "1 damage for each wound" if kind.damage == "wounds" else f"{kind.damage} damage"
        made.append(f"{cost} at the end of each turn")
    return made


def _effect_in_words(effect: ConditionEffect, kind: ConditionKind, level: int) -> str:
    """Return one effect as text."""
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
