"""Tables of a system's data in Markdown, for the rules help."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from gm_desk.core.systems.definition import Pairing, System, ThreatLevel

NONE = "–"


def tables(system: System) -> Mapping[str, Callable[[System], str]]:
    """Return the functions that make the tables, by the placeholders in the help: "[skills]"."""
    from gm_desk.core.notation.numbers import signed

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
    """Return the conditions and what they do."""
    from gm_desk.core.wording.conditions import effects_in_words

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
    """Return a range in words: "40–60", "80+"."""
    least, most = ends
    return f"{least}+" if most is None else str(least) if least == most else f"{least}–{most}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _list(points: Iterable[str]) -> str:
    return "\n".join(f"- {point}" for point in points)
