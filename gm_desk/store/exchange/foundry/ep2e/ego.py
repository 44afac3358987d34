"""The ego of a Foundry actor (ep2e): aptitudes, skills, rep, motivations, threat, and description."""

from collections.abc import Iterator, Mapping

from gm_desk.core.characters.roster import MOST_APTITUDE, MOST_RATING, NewId, Skill
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Specialisation
from gm_desk.core.notation.skill import usual_links
from gm_desk.core.systems.definition import System
from gm_desk.store.exchange.accounts import Path
from gm_desk.store.exchange.foreign_data import (
    EMPTY,
    NOTHING,
    FieldCursor,
    as_list,
    mapping,
    number,
    plain,
    quoted,
    text,
    why_not,
    within,
)
from gm_desk.store.exchange.foundry.ep2e.terms import (
    APTITUDES,
    COMMON_SKILLS,
    DOUBLED,
    EGO_LINES,
    FIELD_SKILLS,
    OPPOSES,
    SUPPORTS,
    THREAT_LEVELS,
    UNTRAINED,
)

MOST_POINTS = 999
LARGEST_GROUP = 9999


def aptitudes(source: FieldCursor, base: Path) -> dict[str, int]:
    """Import the aptitudes."""
    found = {key: source.number((*base, "aptitudes", key.lower()), 0, MOST_APTITUDE, key) for key in APTITUDES}
    return {key: value for key, value in found.items() if value is not None}


def skills(
    source: FieldCursor, base: Path, stats: Mapping[str, int], system: System, new_id: NewId
) -> tuple[Skill, ...]:
    """Import the trained skills, and those that every character has; they are points added to an aptitude."""
    found = [*_common(source, (*base, "skills"), stats), *_fields(source, (*base, "fieldSkills"), stats)]
    return tuple(_of_system(skill, system, new_id) for skill in sorted(found, key=lambda one: one.name.casefold()))


def _common(source: FieldCursor, base: Path, stats: Mapping[str, int]) -> Iterator[Skill]:
    """Yield the skills without fields."""
    for key, (name, aptitude) in COMMON_SKILLS.items():
        path = (*base, key)
        entry = mapping(source.peek(*path))
        if not entry:
            continue
        points = entry.get("points", 0)
        if key not in DOUBLED and not text(entry.get("specialization")) and number(points) == 0:
            source.leave(path, UNTRAINED)
            continue
        skill = _skill(source, path, name, aptitude, 2 if key in DOUBLED else 1, stats)
        if skill is not None:
            yield skill


def _fields(source: FieldCursor, base: Path, stats: Mapping[str, int]) -> Iterator[Skill]:
    """Yield the skills with fields."""
    for key, (stem, usual) in FIELD_SKILLS.items():
        for index, entry in enumerate(map(mapping, as_list(source.peek(*base, key)))):
            linked = text(entry.get("linkedAptitude")).upper()
            field = text(entry.get("field"))
            name = f"{stem}: {field}" if field else stem
            aptitude = linked if linked in APTITUDES else usual
            skill = _skill(source, (*base, key, index), name, aptitude, 1, stats)
            if skill is not None:
                yield skill


def _skill(
    source: FieldCursor, path: Path, name: str, aptitude: str, times: int, stats: Mapping[str, int]
) -> Skill | None:
    """Return a skill whose rating is points plus aptitude; None if they are not numbers or the sum is not a rating."""
    entry = mapping(source.peek(*path))
    points = number(entry.get("points", 0))
    if points is None or abs(points) > MOST_POINTS:
        source.leave(path, why_not(entry.get("points"), -MOST_POINTS, MOST_POINTS))
        return None
    if aptitude not in stats:
        source.leave(path, f"{name}: its aptitude is not known")
        return None
    rating = stats[aptitude] * times + points
    if not 0 <= rating <= MOST_RATING:
        source.leave(path, f"{name} {rating} is outside the range 0 to {MOST_RATING}")
        return None
    special = text(entry.get("specialization"))
    in_words = f"{name} {rating}" + (f" ({special})" if special else "")
    source.came(path, f"{in_words}: {points} points and {aptitude}{' × 2' if times > 1 else ''}")
    specialisations = (Specialisation(name=special),) if special else ()
    return Skill(id="-", name=name, rating=rating, aptitude=aptitude, specialisations=specialisations)


def _of_system(skill: Skill, system: System, new_id: NewId) -> Skill:
    """Return a skill with a new id, and with its category in the system."""
    return Skill(
        id=new_id(),
        name=system.spelled(skill.name),
        rating=skill.rating,
        aptitude=skill.aptitude,
        category=usual_links(skill.name, system)[1],
        specialisations=skill.specialisations,
    )


def rep(source: FieldCursor, base: Path) -> dict[str, int]:
    """Import the rep scores of the networks that are tracked or have a score."""
    found = {}
    for name, entry in mapping(source.peek(*base, "reps")).items():
        network, path = str(name).removesuffix("Rep"), (*base, "reps", name)
        score = mapping(entry).get("score")
        if not isinstance(entry, dict) or (not entry.get("track") and number(score) == 0):
            source.leave(path, "a network without a score")
            continue
        value = source.number((*path, "score"), 0, MOST_AMOUNT, f"rep {network}")
        if value is not None and network:
            found[text(network)] = value
        used = any(number(entry.get(favor)) for favor in ("minor", "moderate", "major"))
        source.leave(path, "GM Desk does not count favors" if used else "no favors asked")
    return found


def motivations(source: FieldCursor, base: Path) -> tuple[str, ...]:
    """Import the motivations, each with its sign and its goals."""
    found = []
    for index, entry in enumerate(map(mapping, as_list(source.peek(*base, "motivations")))):
        cause, path = text(entry.get("cause")), (*base, "motivations", index)
        if not cause:
            source.leave(path, NOTHING)
            continue
        goals = [text(mapping(goal).get("goal")) for goal in as_list(entry.get("goals"))]
        aims = "; ".join(filter(None, goals))
        sign = OPPOSES if text(entry.get("stance")) == "oppose" else SUPPORTS
        found.append(f"{sign}{cause}" + (f" ({aims})" if aims else ""))
        source.came(path, f"motivation: {quoted(found[-1])}")
    return tuple(found)


def threat_level(source: FieldCursor, base: Path) -> str:
    """Import the threat level, if it is switched on or differs from Foundry's default."""
    path = (*base, "threatDetails", "level")
    level = text(source.peek(*path))
    if not level:
        return ""
    if level == THREAT_LEVELS[0] and not source.peek(*base, "settings", "threatDetails"):
        source.leave(path, "switched off in Foundry, which gives this level to everybody")
        return ""
    source.came(path, f"threat level {level}")
    return level.capitalize() if level in THREAT_LEVELS else level


def how_many(source: FieldCursor, base: Path) -> int:
    """Import the number of copies, if it is a plain number."""
    path = (*base, "threatDetails", "numbers")
    value = within(source.peek(*path), 1, LARGEST_GROUP)
    if value is None:
        return 1
    source.came(path, f"number {value}")
    return value


def stress_test(source: FieldCursor, base: Path) -> str:
    """Import the stress test for meeting this character: "SV 1d6/2 (notes)"."""
    path = (*base, "threatDetails", "stress")
    stress = mapping(source.peek(*path))
    value, notes = text(stress.get("sv")), text(stress.get("notes"))
    if not value:
        if notes:
            source.came((*path, "notes"), f"stress test: {quoted(notes)}")
        source.leave_all(path, ["sv"], NOTHING)
        source.leave_all(path, ["minSV", "minStressOption"], "no stress is dealt")
        return notes
    least = {"half": "half", "value": text(stress.get("minSV"))}.get(text(stress.get("minStressOption")), "")
    in_words = f"SV {value}" + (f"/{least}" if least else "") + (f" ({notes})" if notes else "")
    source.came(path, f"stress test: {quoted(in_words)}")
    return in_words


def note_lines(source: FieldCursor, base: Path, *, career: bool) -> list[str]:
    """Import the short descriptive fields, one line each; without a career the type of ego is the concept."""
    counted = within(source.peek(*base, "threatDetails", "numbers"), 1, LARGEST_GROUP) is not None
    labels = (() if career else ("Ego type",)) + (("Numbers",) if counted else ())
    lines = []
    for label, keys in EGO_LINES.items():
        value = "" if label in labels else source.words((*base, *keys), label)
        if value:
            lines.append(f"{label}: {value}")
    return lines


def description(source: FieldCursor, path: Path) -> str:
    """Import a description as plain text."""
    value = source.peek(*path)
    words = plain(value)
    if words:
        source.came(path, f"notes: {quoted(words)}")
    elif source.holds(path):
        source.leave(path, NOTHING if value in EMPTY else f"nothing to read in it: {quoted(value)}")
    return words
