"""The results of one roll against several as text: in the log, in the dialog, and on its buttons."""

from collections.abc import Iterable, Sequence

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.several import OfferedPoint, RollAgainstSeveral
from gm_desk.core.combat.several_damage import TargetRow
from gm_desk.core.combat.targets import PointSpent
from gm_desk.core.rules.dice import Needs
from gm_desk.core.rules.outcomes import Contest, KaiserOutcome
from gm_desk.core.scenes.effects import helpless_by
from gm_desk.core.systems.combat import AreaRules
from gm_desk.core.wording.phrases import GLYPHS, WORDS, minus, plural
from gm_desk.model.roll.choices_after_roll import use_in_words, with_number_left
from gm_desk.model.roll.roll_text import against_target, text_by_dice
from gm_desk.store.journal.entries import Entry

HIT_WORDS = {"hit": "hits", "half": "half of the damage to", "miss": "misses"}
WON_WORDS = {"a": "wins against", None: "nobody wins against", "b": "loses to"}


def points_in_words(found: Iterable[OfferedPoint]) -> list[tuple[str, PointSpent]]:
    """Return points that could be spent, each as text with what it would do."""
    words = ((f"{with_number_left(pool)} · {use_in_words(rolled, one)}", one, pool) for rolled, one, pool in found)
    return [(text, PointSpent(one.use, pool.points)) for text, one, pool in words]


def judged_in_words(rows: Sequence[TargetRow]) -> str:
    """Return the targets hit or beaten, with their dice: "hits Thug 1 (88 over 25); misses Jaqui (12 under 25)"."""
    names_by_verdict: dict[str, list[str]] = {}
    for row in rows:
        words = came_of(row)
        if words:
            names_by_verdict.setdefault(words, []).append(_named(row))
    order = [*HIT_WORDS.values(), *WON_WORDS.values()]
    return "; ".join(f"{words} {', '.join(names_by_verdict[words])}" for words in order if words in names_by_verdict)


def came_of(row: TargetRow) -> str:
    """Return the result for a target as part of a sentence, "" while it is not known."""
    if row.hit is not None:
        return HIT_WORDS[row.hit]
    return WON_WORDS[row.result.winner] if row.result is not None else ""


def answer_of(row: TargetRow) -> str:
    """Return the dice of a target against its number: "88 over 25", or its total (Kaiser)."""
    match row.result:
        case Contest(b=own):
            spent = "with a point " if row.target.point else ""
            return f"{spent}{against_target(own)}"
        case KaiserOutcome(b=own):
            return minus(own.total)
        case _:
            return ""


def dealt_in_words(rows: Sequence[TargetRow]) -> str:
    """Return the damage of each target: "9, 5, 0 damage: Thug 1 (1 wound), Thug 2, Jaqui"."""
    amounts = ", ".join(minus(row.outcome.through if row.outcome else 0) for row in rows)
    each = ", ".join(f"{row.target.side.name}{_wounds(row)}" for row in rows)
    return f"{amounts} damage: {each}"


def strike_in_words(attack: Attack, rows: Sequence[TargetRow]) -> str:
    """Return an attack with the number and the places of its targets: "Grenade, 3 targets, centre"."""
    count = plural(len(rows), "target")
    return ", ".join(filter(None, (attack.name, count, _where(attack, [row.target.distance for row in rows]))))


def wins_in_words(rows: Iterable[TargetRow]) -> str:
    """Return the number of targets that a roll succeeded against: "2 of 3 hit, half damage to 1", "beats 2 of 3"."""
    known = list(rows)
    if any(row.hit for row in known):
        half = sum(row.hit == "half" for row in known)
        hit = f"{sum(row.hit == 'hit' for row in known)} of {len(known)} hit"
        return f"{hit}, half damage to {half}" if half else hit
    return f"Beats {sum(row.result is not None and row.result.winner == 'a' for row in known)} of {len(known)}"


def undo_in_words(victims: Sequence[Character], name: str) -> str:
    """Return the name of the undo step of damage dealt to several."""
    return f"deal damage of {name} to {len(victims)} characters" if len(victims) != 1 else f"deal to {victims[0].name}"


def _where(attack: Attack, distances: Sequence[int]) -> str:
    """Return the places of the targets of a blast as text."""
    if attack.area not in {"blast", "uniform"}:
        return ""
    near, far = min(distances), max(distances)
    if not far:
        return "centre"
    return f"{near} m" if near == far else f"{near} to {far} m"


def _wounds(row: TargetRow) -> str:
    wounds = (row.outcome.wounds or 0) if row.outcome else 0
    return f" ({plural(wounds, 'wound')})" if wounds else ""


def _named(row: TargetRow) -> str:
    answer = answer_of(row)
    return f"{row.target.side.name} ({answer})" if answer else row.target.side.name


def verdict_in_words(row: TargetRow, *, attack: bool) -> str:
    """Return the result of a target's dice; for a test that is not an attack, who wins."""
    result = row.result
    if result is None or (isinstance(row.needs, Needs) and row.hit is None):
        return ""
    if not attack:
        return {"a": "loses", "b": "wins", None: "nobody wins"}[result.winner]
    match result:
        case Contest(b=own):
            return f"{GLYPHS[own.grade]} {WORDS[own.grade]}"
        case KaiserOutcome(a=acting, b=own):
            return f"{minus(own.total)} vs {minus(acting.total)}"


def aimed_in_words(value: RollAgainstSeveral, number: str, mode: str) -> str:
    """Return what is about to be rolled: the number to roll against, the firing mode, and who cannot defend."""
    if not value.targets:
        return ""
    helpless = [one.side.name for one in value.targets if one.side.ability is None and helpless_by(one.side)]
    against = f", TN {number}," if number else ""
    each = "; each of them defends" if len(value.targets) > 1 and not helpless else ""
    count = len(value.targets)
    words = f"One roll{against} against {count if count > 1 else 'one target'}{each}."
    words = f"{words} {mode}." if mode else words
    return f"{words} Cannot defend: {', '.join(helpless)}." if helpless else words


def without_radius(attack: Attack | None, area: AreaRules | None) -> str:
    """Return the text for the damage of a uniform blast whose radius is missing, "" for other attacks."""
    if attack is None or attack.area != "uniform" or attack.radius or area is None:
        return ""
    return f"The blast has no radius: {minus(-area.less)} damage for each metre from its centre."


def come_to_in_words(judged: Entry, rows: Sequence[TargetRow]) -> str:
    """Return the results so far: the acting side's roll, how many it hit, and the damage if it is known."""
    text = text_by_dice(judged)
    compared = "" if text is None or not judged.override else text.target
    rolled = "" if text is None else compared or f"{text.target}: {text.plain_pill}"
    faces = (" " if compared else "").join(text.dice) if text else ""
    head = f"{faces}, {rolled}. {wins_in_words(rows)}"
    known = [row for row in rows if row.outcome or row.request is None]
    return f"{head}. {dealt_in_words(known)}" if any(row.outcome for row in known) else head
