"""The damage of one roll against several: its line in the log, and the roll that is still waiting for it."""

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
from gm_desk.core.rules.damage import as_one_die, dice_in_words, read_dice, sides_of, without_armor
from gm_desk.core.rules.dice import ROLLS
from gm_desk.core.rules.requests import Summed
from gm_desk.core.scenes.staging import after_hits
from gm_desk.core.scenes.surprise import surprised_by_test
from gm_desk.core.systems.protocol import Rules
from gm_desk.core.systems.registry import RULES
from gm_desk.model.combat.recent_attacks import RecentAttacks
from gm_desk.model.combat.several_text import dealt_in_words, strike_in_words
from gm_desk.model.log.entries import Roll
from gm_desk.model.roll.choices_after_roll import use_in_words
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry, Event, Harmed


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
            self._judged = known = entry, attack, self._has_hit(entry, attacker, attack)
        return known[2]

    def _has_hit(self, entry: Entry, attacker: Character | None, attack: Attack) -> bool:
        document, record = self._document, entry.targets
        context = AttackContext(attacker, None, document.system, RULES[document.system.id], document.house)
        with contextlib.suppress(RulesError):
            several = None if record is None else from_record(entry.draft, entry.request, entry.dice, record)
            rows = [] if several is None else rows_of(several, context, document.character, attack, entry.picks)
            return any(row.request is not None for row in rows)
        return False


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
