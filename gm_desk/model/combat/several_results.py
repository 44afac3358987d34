"""The results of one roll against several: as text, their damage with its line in the log, and a roll still waiting."""

import contextlib
from collections.abc import Iterable, Sequence

from msgspec import structs

from gm_desk.core.characters import harm
from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.several import (
    OfferedPoint,
    RollAgainstSeveral,
    TargetRow,
    applied,
    from_record,
    rows_of,
    shared_request,
    summed_for,
)
from gm_desk.core.combat.targets import PointSpent, SummedDice, TargetsRecord
from gm_desk.core.drafts.attack_damage import AttackContext, Choices
from gm_desk.core.drafts.attacks import Strike, attack_of
from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft
from gm_desk.core.errors import RulesError
from gm_desk.core.notation.numbers import minus
from gm_desk.core.rules.damage import as_one_die, dice_in_words, read_dice, sides_of, without_armor
from gm_desk.core.rules.dice import ROLLS, Needs
from gm_desk.core.rules.outcomes import Contest, KaiserOutcome
from gm_desk.core.rules.requests import Summed
from gm_desk.core.scenes.staging import after_hits
from gm_desk.core.scenes.surprise import surprised_by_test
from gm_desk.core.systems.protocol import Rules
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import GLYPHS, WORDS, plural
from gm_desk.model.combat.recent_attacks import RecentAttacks
from gm_desk.model.log.entries import Roll
from gm_desk.model.roll.choices_after_roll import use_in_words
from gm_desk.model.roll.roll_text import against_target
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry, Event, Harmed

HIT_WORDS = {"hit": "hits", "half": "half of the damage to", "miss": "misses"}
WON_WORDS = {"a": "wins against", None: "nobody wins against", "b": "loses to"}


class WaitingTargets:
    """The last roll against several that hit somebody and whose damage has not been dealt."""

    def __init__(self, document: RosterDocument, attacks: RecentAttacks) -> None:
        """Look among the attacks that are waiting for damage."""
        self._document = document
        self._attacks = attacks
        self._judged: tuple[Entry, Attack, bool] | None = None

    @property
    def entry(self) -> Entry | None:
        """The roll, or None."""
        return next((entry for entry in self._attacks.waiting if entry.draft.against and self._hurts(entry)), None)

    def _hurts(self, entry: Entry) -> bool:
        """Return whether a roll does damage to somebody; the last answer is kept."""
        attacker = self._document.character(entry.draft.character)
        attack = attack_of(entry.draft, attacker)
        if attack is None or entry.targets is None:
            return False
        known = self._judged
        if known is None or known[0] is not entry or known[1] is not attack:
            rows = logged_rows(entry, self._document, attack)
            self._judged = known = entry, attack, any(row.request is not None for row in rows)
        return known[2]


def logged_rows(entry: Entry, document: RosterDocument, attack: Attack) -> list[TargetRow]:
    """Return the results of a roll against several in the log, for each target; none if they are not understood."""
    attacker, record = document.character(entry.draft.character), entry.targets
    context = AttackContext(attacker, None, document.system, RULES[document.system.id], document.house)
    with contextlib.suppress(RulesError):
        several = None if record is None else from_record(entry.draft, entry.request, entry.dice, record)
        return [] if several is None else rows_of(several, context, document.character, attack, entry.picks)
    return []


def damage_line(
    entry: Entry,
    several: RollAgainstSeveral,
    rows: Sequence[TargetRow],
    document: RosterDocument,
    roster: Roster,
    *,
    by_hand: bool,
) -> Roll:
    """Return the log entry of damage that leaves a roster, with its dice if all targets share them."""
    ids = [target.side.character for target in several.targets]
    attack = attack_of(several.draft, document.character(several.draft.character))
    if attack is None:
        raise TypeError("only an attack does damage")
    befores = [one for one in document.all_existing(ids) if roster.character(one.id) is not None]
    harmed = _harmed(befores, roster, entry.id)
    label = strike_in_words(attack, rows)
    draft = Draft(entry.draft.character, entry.draft.name, Ability(AbilityKind.BARE, "", label, 0))
    note, request = dealt_in_words(rows), without_armor(shared_request(rows))
    if request is None or any(row.target.rolls for row in rows):
        event = Event("damage", (label, note))
        return Roll(draft, event, entry.house, {}, by_hand, entry.secret, "", harmed)
    dice, total = several.rolls, summed_for(request, several)
    if total is not None:
        note = f"{note}; {total} typed as the sum of {dice_in_words(request)}"
        request, dice = as_one_die(request), {ROLLS: (total,)}
    return Roll(draft, request, entry.house, dice, by_hand, entry.secret, note, harmed)


def _harmed(befores: Sequence[Character], roster: Roster, roll: str) -> Harmed:
    """Return a record for each character whose health changed."""
    each = []
    for before in befores:
        after = roster.character(before.id)
        changes = {} if after is None else harm.changes_between(before, after)
        if changes:
            each.append(Harmed(before.id, changes, roll))
    return structs.replace(each[0], others=tuple(each[1:])) if each else Harmed("", {}, roll)


def after_roll(
    document: RosterDocument, rows: Sequence[TargetRow], losing: Sequence[str], *, surprises: bool
) -> Roster:
    """Return the roster with damage dealt to all, or with who is surprised; those who are `losing` lose a point."""
    system, house = document.system, document.house
    roster = applied(document.roster, rows, RULES[system.id], house)
    if surprises:
        beaten = {one.target.side.character: one.result.winner == "a" for one in rows if one.result}
        roster = surprised_by_test(roster, beaten)
    return after_hits(roster, losing, system, house)


def with_typed_damage(several: RollAgainstSeveral, text: str, request: Summed, rules: Rules) -> RollAgainstSeveral:
    """Return a roll with its shared damage dice, or their sum, as typed; raise BadRollError with the reason."""
    found = read_dice(text, request, rules.HUNDRED)
    if isinstance(found, int):
        return structs.replace(several, rolls={}, summed=SummedDice(found, sides_of(request)))
    return structs.replace(several, rolls={ROLLS: found}, summed=None)


def with_choices(record: TargetsRecord, choices: Choices, struck: Strike) -> TargetsRecord:
    """Return what the log keeps of a roll against several, with the choices for its damage."""
    by_rule = choices.ignore_armor == struck.ignores_armor
    return structs.replace(record, double=choices.double, ignore_armor=None if by_rule else choices.ignore_armor)


def choices_from(record: TargetsRecord, struck: Strike) -> Choices:
    """Return the choices for the damage of a roll in the log: the inverse of `with_choices`."""
    ignore = struck.ignores_armor if record.ignore_armor is None else record.ignore_armor
    return Choices(double=record.double, ignore_armor=ignore)


def points_in_words(found: Iterable[OfferedPoint]) -> list[tuple[str, PointSpent]]:
    """Return points that could be spent, each as text with what it would do."""
    words = ((f"{pool.name} · {use_in_words(rolled, one)}", one, pool) for rolled, one, pool in found)
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
