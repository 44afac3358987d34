"""What a roll has taken and done, reverted when it is struck out and done again when it is restored."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from gm_desk.core.characters import harm
from gm_desk.core.characters.harm import counted_changes
from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.combat.ammunition import shots_of, spend_ammo
from gm_desk.core.drafts.abilities import attack_of, is_broken
from gm_desk.core.drafts.draft import Side
from gm_desk.core.drafts.spending import paid, points_of
from gm_desk.core.rules.outcomes import HANDS, Hand
from gm_desk.core.rules.requests import OpposedTest, SuccessTest
from gm_desk.core.scenes.conditions_in_force import in_force_of
from gm_desk.core.systems.definition import PointKind, System
from gm_desk.core.wording.phrases import joined, plural
from gm_desk.model.combat.recent_attacks import is_harm
from gm_desk.model.log.rejudging import batch_of, damage_entries_of
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry

Spent = dict[Hand, PointKind]
"""The kinds of the points that the sides of a roll have spent."""


class Striking(Struct):
    """The roster after a roll is struck out or restored, what changes as text, and the damage that goes with it.

    `spent` are the points returned or spent again, and `remains` is what the GM has to set right by hand.
    """

    roster: Roster
    changes: list[str]
    remains: list[str]
    damage: list[Entry]
    spent: Spent

    def in_words(self, *, restored: bool) -> str:
        """Return what has changed beside the log, and what remains, as sentences; "" if that is nothing."""
        changed = f"{'Restored' if restored else 'Struck out'}: {joined(self.changes, 'and')}." if self.changes else ""
        return " ".join(filter(None, (changed, f"Unchanged: {joined(self.remains, 'and')}." if self.remains else "")))


def struck_out(entry: Entry, document: RosterDocument, log: RollLog) -> Striking:
    """Return what striking out a roll of this evening returns and reverts: shots, points and damage."""
    made = Striking(document.roster, [], [], [], {})
    if not _still_matters(entry, document, log):
        return made
    if entry.harmed is not None:
        _revert(made, entry)
        return made
    _shots(made, entry, document.system, sign=-1)
    for hand, kind in _points(made, entry, document, log).items():
        _return_point(made, entry.draft.side(hand), hand, kind, document.system)
    made.damage = [one for one in damage_entries_of(entry, log) if is_harm(one) and not one.struck]
    for one in made.damage:
        _revert(made, one)
    made.remains += _remaining(entry, made.roster, document)
    return made


def restored(
    entry: Entry, document: RosterDocument, log: RollLog, spent: Spent | None, damage: Sequence[Entry]
) -> Striking:
    """Return what restoring a roll of this evening takes again: its shots, its points, and the `damage` struck with it.

    `spent` are the points that were returned when it was struck out, if that is known.
    """
    made = Striking(document.roster, [], [], list(damage), {})
    if not _still_matters(entry, document, log):
        return made
    if entry.harmed is not None:
        _deal_again(made, entry)
        return made
    _shots(made, entry, document.system, sign=1)
    found = _points(made, entry, document, log) if spent is None else spent
    for hand, kind in found.items():
        side = entry.draft.side(hand)
        after = paid(made.roster, side.character, kind.id, document.system)
        if after != made.roster:
            made.roster = after
            made.changes.append(f"a point of {kind.name} of {side.name} spent")
    for one in damage:
        _deal_again(made, one)
    return made


def _still_matters(entry: Entry, document: RosterDocument, log: RollLog) -> bool:
    """Return whether a roll may still have effects on the roster: it is of this evening and of its system."""
    reverts = entry.harmed is not None and not is_harm(entry) and bool(entry.harmed.roll)
    return entry.session == log.tonight and entry.system == document.system.id and not reverts


def _shots(made: Striking, entry: Entry, system: System, sign: int) -> None:
    """Use the shots of an attack again, or return them."""
    attacker = made.roster.character(entry.draft.character)
    attack = attack_of(entry.draft, attacker)
    if attacker is None or attack is None or attack.ammo is None:
        return
    after = spend_ammo(attacker, attack.id, sign * shots_of(attack, entry.draft.setup, system))
    ammo = next(one.ammo for one in after.attacks if one.id == attack.id)
    if ammo is not None and (moved := abs(ammo.now - attack.ammo.now)):
        made.roster = made.roster.with_character(after)
        shots = plural(moved, "shot")
        made.changes.append(f"{shots} returned to {attack.name}" if sign < 0 else f"{shots} of {attack.name} used")


def _points(made: Striking, entry: Entry, document: RosterDocument, log: RollLog) -> Spent:
    """Return the points that the sides of a roll have spent, without those that another roll of its batch counts on.

    The log does not say which pool has paid after a roll: it is known only if just one can have done so.
    """
    found, others = Spent(), [one for one in batch_of(entry, log) if not one.struck and one.harmed is None]
    for hand in HANDS if entry.draft.opposed else HANDS[:1]:
        side = entry.draft.side(hand)
        character = made.roster.character(side.character)
        if character is None:
            continue
        if side.point is not None:
            kinds = [kind for kind in document.system.points if kind.id == side.point.points]
            if kinds and not any(_pays(one, side) for one in others):
                found[hand] = kinds[0]
        elif _spent_after(entry, hand):
            kinds = _kinds_after(made.roster, character, side, document.system, back=not entry.struck)
            if len(kinds) == 1:
                found[hand] = kinds[0]
            else:
                made.remains.append(f"the point that {side.name} spent after the roll")
    return found


def _pays(entry: Entry, payer: Side) -> bool:
    """Return whether a roll was paid for with the same point as by a side of another one."""
    sides = entry.draft.side("a"), entry.draft.side("b")
    return any(one.character == payer.character and one.point == payer.point for one in sides)


def _spent_after(entry: Entry, hand: Hand) -> bool:
    """Return whether a side has spent a point after the roll."""
    request = entry.request
    sides = {"a": request.a, "b": request.b} if isinstance(request, OpposedTest) else {"a": request}
    test = sides.get(hand)
    return isinstance(test, SuccessTest) and test.after is not None


def _kinds_after(roster: Roster, character: Character, side: Side, system: System, *, back: bool) -> list[PointKind]:
    """Return the kinds of points of which one can have been spent on a side's test, or can be spent again."""
    ability, found = side.ability, list[PointKind]()
    if ability is None:
        return found
    linked = ability.linked or ability.key.split(" ")[0]
    for kind in system.points_for(linked, rep=ability.kind == "rep"):
        points = points_of(roster, character, kind)
        if points is not None and (points.now < points.max if back else points.now > 0):
            found.append(kind)
    return found


def _return_point(made: Striking, side: Side, hand: Hand, kind: PointKind, system: System) -> None:
    """Return a point to a side, unless it has been regained since."""
    character = made.roster.character(side.character)
    points = None if character is None else points_of(made.roster, character, kind)
    if points is not None and points.now < points.max:
        made.roster = paid(made.roster, side.character, kind.id, system, -1)
        made.spent[hand] = kind
        made.changes.append(f"a point of {kind.name} returned to {side.name}")


def _revert(made: Striking, dealt: Entry) -> None:
    """Revert what an entry has changed in the health of characters."""
    for one in dealt.harmed.everybody if dealt.harmed is not None else ():
        character = made.roster.character(one.character)
        if character is not None:
            made.roster = made.roster.with_character(harm.without_changes(character, one.changes))
            made.changes.append(f"{joined(counted_changes(one.changes), 'and')} of {character.name} undone")


def _deal_again(made: Striking, dealt: Entry) -> None:
    """Repeat what an entry has changed in the health of characters."""
    for one in dealt.harmed.everybody if dealt.harmed is not None else ():
        character = made.roster.character(one.character)
        if character is not None:
            changes = {what: -change for what, change in one.changes.items()}
            made.roster = made.roster.with_character(harm.without_changes(character, changes))
            made.changes.append(f"{joined(counted_changes(one.changes), 'and')} of {character.name} counted again")


def _remaining(entry: Entry, roster: Roster, document: RosterDocument) -> Iterator[str]:
    """Yield what a roll was noted to have led to and still does: conditions, broken weapons, and clocks."""
    noted = entry.note.casefold()
    sides = [entry.draft.side(hand).character for hand in HANDS]
    several = [] if entry.targets is None else [one.side.character for one in entry.targets.targets]
    for who in filter(None, map(roster.character, dict.fromkeys([*sides, *several]))):
        for condition in in_force_of(who, roster, document.system):
            if condition.kind.name.casefold() in noted:
                yield f"“{condition.name}” of {who.name}"
        for attack in who.attacks:
            if is_broken(attack) and f"{attack.name} breaks".casefold() in noted:
                yield f"{attack.name} of {who.name} is broken"
    for scene in roster.scenes:
        yield from (f"“{clock.name}” counts the roll" for clock in scene.clocks if clock.roll == entry.id)
