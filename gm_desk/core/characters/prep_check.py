"""The prep check: mistakes in a character, each with a fix, each dismissable (EP1, EP2, Kaiser, "The stat block")."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from msgspec import Struct, structs

from gm_desk.core.characters.roster import LEAST_RATING, MOST_STAT, Character, Skill, numbered
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.attack_damage import check_damage
from gm_desk.core.errors import BadExpressionError
from gm_desk.core.rules.house import House
from gm_desk.core.systems.definition import SkillKind, System
from gm_desk.core.systems.protocol import Rules
from gm_desk.core.wording.phrases import joined

HIGHEST = 99
CHECK = " check"
FAR = 60
"""A change of a number larger than any rounding, used to find which numbers depend on it."""
LONGEST_STEM = 48
MOST_FINDINGS = 50
"""Maximum number of findings listed and fixed at once for one character; a hostile file can cause any number."""
MORE, MORE_WORDS = "more", "There are more warnings; they are listed when some of these are fixed or dismissed"

Derive = Callable[[Mapping[str, int]], Mapping[str, int]]


class Finding(Struct, frozen=True):
    """A probable mistake: `words` is a sentence without a full stop, `fix` the corrected character.

    `id` is stable while the mistake remains, and in copies of the character. Without a fix, `words` say what to do.
    """

    id: str
    words: str
    fix: Character | None = None


def _no_fix() -> Character | None:
    """Return None: only the GM knows the correct value."""
    return None


class Suspicion(NamedTuple):
    """The parts of a finding; its fix is computed only if it is listed, because each copies the character."""

    id: str
    words: str
    fix: Callable[[], Character | None] = _no_fix


def check(character: Character, system: System, rules: Rules, house: House) -> list[Finding]:
    """Return the findings about a character, dismissed or not, with unique ids.

    If there are too many, the rest are replaced by one finding that says so.
    """
    hushed = frozenset(character.dismissed)
    counts = Counter[bool]()
    found: list[Finding] = []
    for suspicion in _told_apart(_suspicions(character, system, rules, house)):
        dismissed_already = suspicion.id in hushed
        counts[dismissed_already] += 1
        if counts[dismissed_already] <= MOST_FINDINGS:
            found.append(Finding(suspicion.id, suspicion.words, suspicion.fix()))
        elif dismissed_already:
            found.append(Finding(suspicion.id, suspicion.words))
        else:
            return [*found, Finding(MORE, MORE_WORDS)]
    return found


def open_findings(character: Character, findings: list[Finding]) -> list[Finding]:
    """Return the findings that the GM has not dismissed."""
    hushed = frozenset(character.dismissed)
    return [finding for finding in findings if finding.id not in hushed]


def dismissed(character: Character, finding_id: str) -> Character:
    """Dismiss a finding permanently."""
    others = tuple(old for old in character.dismissed if old != finding_id)
    return structs.replace(character, dismissed=(*others, finding_id))


def recalled(character: Character) -> Character:
    """Return the character with all dismissed findings restored."""
    return structs.replace(character, dismissed=())


def fixed(character: Character, system: System, rules: Rules, house: House) -> Character:
    """Fix all findings that are listed, not dismissed and fixable; one fix may settle or change later ones."""
    hushed = frozenset(character.dismissed)
    for _ in range(MOST_FINDINGS):
        found = _told_apart(_suspicions(character, system, rules, house))
        fixes = (suspicion.fix() for suspicion in found if suspicion.id not in hushed)
        fix = next((one for one in fixes if one is not None), None)
        if fix is None:
            break
        character = fix
    return character


def _suspicions(character: Character, system: System, rules: Rules, house: House) -> Iterator[Suspicion]:
    """Yield all probable mistakes in a character."""
    names = {skill.name.casefold() for skill in character.skills}
    yield from _numbers(character, system, rules, house)
    yield from _checks(character, system)
    yield from _missing(character, system)
    for skill in character.skills:
        yield from _skill(character, skill, system)
    for attack in character.attacks:
        yield from _attack(character, attack, system, names)


def _told_apart(found: Iterable[Suspicion]) -> Iterator[Suspicion]:
    """Yield each suspicion with a unique id, even for two skills or attacks of the same name."""
    latest: dict[str, str] = {}
    for one in found:
        own = latest.get(one.id, one.id)
        while own in latest:
            own = numbered(own, {own})
        latest[one.id] = latest[own] = own
        yield one._replace(id=own)


def _numbers(character: Character, system: System, rules: Rules, house: House) -> Iterator[Suspicion]:
    """Yield the typed numbers that do not match the rest of the stat block."""
    known = {stat.key for section in system.sections for stat in section.stats}
    stats = {key: value for key, value in character.stats.items() if key in known}

    def derive(stats: Mapping[str, int]) -> Mapping[str, int]:
        return rules.derived(stats, house, character.body)

    bodiless = rules.derived(character.stats, house)
    for key, value in derive(character.stats).items():
        if character.stats.get(key, value) == value:
            continue
        reasons = _reasons(stats, key, derive)
        of_body = "" if key in bodiless else f" of a {character.body}"
        words = f"{key} is {character.stats[key]}; should be {value} ({joined(reasons, 'and') or 'the rules'}{of_body})"
        yield Suspicion(key, words, partial(_with_number, character, key, value))


def _reasons(stats: Mapping[str, int], key: str, derive: Derive) -> list[str]:
    """Return the typed numbers that a derived one depends on ("REF 20")."""
    value = derive(stats).get(key)
    moving = (one for one in stats if one != key and derive({**stats, one: stats[one] + FAR}).get(key) != value)
    return [f"{one} {stats[one]}" for one in moving]


def _checks(character: Character, system: System) -> Iterator[Suspicion]:
    """Yield the checks that are not the usual multiple of their aptitude."""
    for aptitude in system.aptitudes if system.check else ():
        key, base = aptitude + CHECK, character.stats.get(aptitude)
        if base is None:
            continue
        right = base * system.check
        own, typed = character.checks.get(aptitude, right), character.stats.get(key, right)
        words = f"{key} is {{}}; should be {right} ({aptitude} {base})"
        if own != right:
            yield Suspicion(f"check {aptitude}", words.format(own), partial(character.with_check, aptitude, None))
        elif typed != right:
            yield Suspicion(f"check {aptitude}", words.format(typed), partial(_with_number, character, key, right))


def _missing(character: Character, system: System) -> Iterator[Suspicion]:
    """Yield the skills that everybody has but this character lacks."""
    starts = system.starts(character.stats)
    for kind in system.skills:
        if not kind.start or character.skill_named(kind.name):
            continue
        key, start = f"no {kind.name.casefold()}", starts.get(kind.name)
        if start is None:
            yield Suspicion(key, f"{kind.name} is not set. Enter {kind.aptitude} for its base value")
        else:
            words = (
                f"No {kind.name}: defaults to {kind.aptitude} {character.stats[kind.aptitude]}, would start at {start}"
            )
            add = partial(_with_new_skill, character, kind, kind.name, min(start, HIGHEST))
            yield Suspicion(key, words, add)


def _skill(character: Character, skill: Skill, system: System) -> Iterator[Suspicion]:
    """Yield the probable mistakes in a skill."""
    key, kind = f"skill {skill.name.casefold()}", system.skill_kind(skill.name)
    if system.defaults and skill.rating > HIGHEST:
        words = f"{skill.name} is {skill.rating}; ratings go up to {HIGHEST}"
        yield Suspicion(f"{key} over", words, partial(_rated, character, skill, HIGHEST))
    base = character.stats.get(skill.aptitude)
    least = 0 if base is None else min(HIGHEST, base * (kind.start if kind and kind.start else 1))
    if system.defaults and skill.rating < least:
        words = f"{skill.name} is {skill.rating}; it starts at {least} ({skill.aptitude} {base})"
        yield Suspicion(f"{key} below", words, partial(_rated, character, skill, least))
    if skill.specialisations and not skill.rating:
        words = f"{skill.name} is 0 and has a specialisation, {skill.specialisations[0].name}: type a rating"
        yield Suspicion(f"{key} special", words)
    yield from _link(character, skill, kind, system)


def _link(character: Character, skill: Skill, kind: SkillKind | None, system: System) -> Iterator[Suspicion]:
    """Yield a skill whose linked aptitude the system does not have; an unlisted skill need not have one."""
    usual = kind.aptitude if kind else ""
    if skill.aptitude in system.aptitudes or (not skill.aptitude and not usual):
        return
    text = f"is linked to “{skill.aptitude}”" if skill.aptitude else "has no linked aptitude"
    what_to_do = f"; {usual} is usual" if usual else f": choose one of {', '.join(system.aptitudes)}"
    fix = partial(_linked, character, skill, usual) if usual else _no_fix
    yield Suspicion(f"skill {skill.name.casefold()} link", f"{skill.name} {text}{what_to_do}", fix)


def _attack(character: Character, attack: Attack, system: System, known: Container[str]) -> Iterator[Suspicion]:
    """Yield an attack without its skill, with a damage that cannot be rolled, or without the radius of its area."""
    key = f"attack {attack.name.casefold()}"
    names = {attack.skill.casefold(), system.spelled(attack.skill).casefold()}
    if attack.skill and not any(name in known for name in names):
        yield _unskilled(character, attack, system, f"{key} skill")
    try:
        check_damage(attack, system)
    except BadExpressionError as error:
        words = f"The damage of {attack.name}, “{attack.damage}”, cannot be rolled: {error.problem}"
        yield Suspicion(f"{key} damage", words)
    if attack.area == "uniform" and not attack.radius and system.combat.area is not None:
        less = f"{system.combat.area.less} less damage for each metre from its centre"
        yield Suspicion(f"{key} radius", f"The uniform blast of {attack.name} has no radius: it does {less}")


def _unskilled(character: Character, attack: Attack, system: System, key: str) -> Suspicion:
    """Return the finding for an attack without its skill; the fix adds it at the attack's or its starting rating."""
    kind = system.skill_kind(attack.skill)
    start = _start(character, kind, system)
    least = LEAST_RATING if not system.defaults else start or 0
    rating = start if attack.rating is None else max(attack.rating, least)
    words = f"{attack.name} is rolled with {attack.skill}, which is missing"
    if kind is None or rating is None:
        return Suspicion(key, f"{words}: add it, or name another skill")
    rating = min(rating, HIGHEST)
    fix = partial(_with_new_skill, character, kind, system.spelled(attack.skill), rating)
    return Suspicion(key, f"{words}; it would be added at {rating}", fix)


def _start(character: Character, kind: SkillKind | None, system: System) -> int | None:
    """Return the starting rating of a skill, if the system has one."""
    if kind is None or not system.defaults or kind.aptitude not in character.stats:
        return None
    return max(1, kind.start) * character.stats[kind.aptitude]


def _linked(character: Character, skill: Skill, aptitude: str) -> Character:
    """Link a skill to another aptitude."""
    return character.with_skill(structs.replace(skill, aptitude=aptitude))


def _rated(character: Character, skill: Skill, rating: int) -> Character:
    """Return the character with another rating of a skill."""
    return character.with_skill(structs.replace(skill, rating=rating))


def _with_number(character: Character, key: str, value: int) -> Character | None:
    """Set a number, or return None if it cannot be typed."""
    return character.with_stat(key, value) if 0 <= value <= MOST_STAT else None


def _with_new_skill(character: Character, kind: SkillKind, name: str, rating: int) -> Character:
    """Add a skill with a free id."""
    stem = name.casefold()[:LONGEST_STEM]
    ids = (stem, *(f"{stem}-{number}" for number in range(2, len(character.skills) + 2)))
    skill_id = next(one for one in ids if character.skill(one) is None)
    skill = Skill(id=skill_id, name=name, rating=rating, aptitude=kind.aptitude, category=kind.category)
    return character.with_skill(skill)
