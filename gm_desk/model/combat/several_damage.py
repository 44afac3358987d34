"""The damage of one roll against several: its line in the log, and the roll that is still waiting for it."""

import contextlib
from collections.abc import Sequence

from msgspec import structs

from gm_desk.core.characters import harm
from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.several import RollAgainstSeveral, TargetRow, from_record, rows_of, shared_request
from gm_desk.core.drafts.attack_damage import AttackContext
from gm_desk.core.drafts.attacks import attack_of
from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft
from gm_desk.core.errors import RulesError
from gm_desk.core.rules.damage import without_armor
from gm_desk.core.systems.registry import RULES
from gm_desk.model.combat.recent_attacks import RecentAttacks
from gm_desk.model.combat.several_text import dealt_in_words, strike_in_words
from gm_desk.model.log.entries import Roll
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
    return Roll(draft, request, entry.house, several.rolls, by_hand, entry.secret, note, harmed)


def _harmed(befores: Sequence[Character], roster: Roster, roll: str) -> Harmed:
    """Return a record for each character whose health changed."""
    each = []
    for before in befores:
        after = roster.character(before.id)
        changes = {} if after is None else harm.changes_between(before, after)
        if changes:
            each.append(Harmed(before.id, changes, roll))
    return structs.replace(each[0], others=tuple(each[1:])) if each else Harmed("", {}, roll)
