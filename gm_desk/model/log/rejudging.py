"""Judging a past roll again: the current roster with the system and house rules of the roll."""

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal
from typing_extensions import override

from gm_desk.core.characters.harm import counted_changes
from gm_desk.core.characters.roster import Character, NewId, Roster, name_or_count
from gm_desk.core.combat.ammunition import shots_of, spend_ammo
from gm_desk.core.drafts import abilities, choices_after_roll
from gm_desk.core.drafts.abilities import attack_of
from gm_desk.core.drafts.draft import OF_THE_SKILL, AbilityKind, Draft
from gm_desk.core.drafts.rejudging import Judgement, gathered, rejudged, remembering
from gm_desk.core.drafts.spending import paid, point_pools
from gm_desk.core.rules.dice import Needs, Thrown, with_dice
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Contest, Hand, KaiserOutcome
from gm_desk.core.rules.requests import Summed
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.protocol import Result
from gm_desk.core.wording.phrases import plural
from gm_desk.model.combat.recent_attacks import is_harm
from gm_desk.model.log.entries import LogEntry
from gm_desk.model.log.entry_text import change_between, name_of_entry
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.choices_after_roll import AfterRollChoice, deadlock_won, tie_won
from gm_desk.model.roll.draft_editor import DraftEditor
from gm_desk.model.roll.recent_rolls import RecentRolls
from gm_desk.model.roll.roll_text import RollText, text_of_result
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry, Event, Harmed, Search
from gm_desk.store.shipped import load_system


class PastRoster:
    """The current roster with the system and house rules of a past roll, for evaluating its draft."""

    def __init__(self, document: RosterDocument) -> None:
        """Begin with the system and the house rules of the open roster."""
        self.system = document.system
        self.house = document.house
        self._document = document

    @property
    def roster(self) -> Roster:
        """The open roster, for who could pay or help."""
        return self._document.roster

    @property
    def new_id(self) -> NewId:
        """The function that returns new ids."""
        return self._document.new_id

    def character(self, character_id: str) -> Character | None:
        """Return the character with an id, or None."""
        return self._document.character(character_id)


LOOKED_THROUGH = 50
"""The number of rolls read at a time to find the damage of an attack."""


class Payment(Struct, frozen=True):
    """The offer to spend a point after a roll was judged again, or to return one if `amount` is negative.

    If it has an `attack`, by its id, it is about that many shots of ammunition instead.
    """

    text: str
    points: str
    payer: str
    amount: int
    attack: str = ""


def payments(before: Draft, after: Draft, roster: Roster, system: System) -> list[Payment]:
    """Return the offers to spend or return points if a side now spends others than before."""
    hands: tuple[Hand, ...] = ("a", "b") if after.opposed else ("a",)
    return [one for hand in hands for one in _of_side(before, after, hand, roster, system)]


def shots_owed(before: Draft, after: Draft, owed: int, roster: Roster, system: System) -> list[Payment]:
    """Return the offer to use more shots, or to return some, if an attack now has another firing mode than before.

    `owed` are the shots that have been offered before and neither used nor returned.
    """
    character = roster.character(after.character)
    attack = attack_of(after, character)
    if attack is None or attack.ammo is None or before.attack != after.attack:
        return []
    more = owed + shots_of(attack, after.setup, system) - shots_of(attack, before.setup, system)
    words = f"Use {plural(more, 'more shot')}" if more > 0 else f"Return {plural(-more, 'shot')}"
    return [Payment(f"{words} of {attack.name}", "", after.character, more, attack.id)] if more else []


def damage_dealt(entry: Entry, log: RollLog) -> list[str]:
    """Return hints about damage that only the GM can revert, since old logs do not store its victim."""
    return [
        f"Damage was applied for the old verdict ({one.note or 'in the log'}). “Undo damage” reverts it."
        for one in damage_entries_of(entry, log)
        if one.harmed is None and not one.struck
    ]


def undo_choices(entry: Entry, log: RollLog, roster: Roster) -> list[AfterRollChoice]:
    """Return the choices to undo the damage of a roll."""
    if not entry.draft.attack:
        return []
    dealt = [one for one in damage_entries_of(entry, log) if is_harm(one) and not one.struck]
    return [_undoing(one, one.harmed, roster) for one in dealt if one.harmed is not None and one.harmed.everybody]


def damage_entries_of(entry: Entry, log: RollLog) -> list[Entry]:
    """Return the entries of a roll's damage and of its reversal, struck out or not."""
    return [one for one in batch_of(entry, log) if _is_damage_of(entry, one)]


def _is_damage_of(entry: Entry, other: Entry) -> bool:
    """Return whether an entry is damage of a roll; earlier versions stored only that both are of one batch."""
    if other.harmed is not None:
        return other.harmed.roll == entry.id
    return isinstance(other.request, Summed) and other.draft.character == entry.draft.character


def make(choice: AfterRollChoice, recent: RecentRolls) -> None:
    """Make a change that the GM has chosen for a roll."""
    if choice.undoes:
        recent.undo_damage(choice.entry)
    else:
        recent.revise(choice.entry, choice.step, pays=choice.pays, payer=choice.payer)


def _undoing(dealt: Entry, harmed: Harmed, roster: Roster) -> AfterRollChoice:
    """Return the choice to undo damage; if its target is gone, it can only be struck out by hand."""
    there = [one for one in map(roster.character, (one.character for one in harmed.everybody)) if one is not None]
    name = name_or_count(there) if there else "a removed character"
    words = ", ".join(counted_changes(harmed.changes)) if len(harmed.everybody) == 1 else "all of it"
    tip = f"Revert {words} of {name}, and strike out the damage in the log"
    return AfterRollChoice(f"Undo damage: {name}", dealt, f"undo damage of {name}", tip, undoes=bool(there))


def batch_of(entry: Entry, log: RollLog) -> list[Entry]:
    """Return the entries of the same batch as a roll."""
    search = Search(session=entry.session)
    found: list[Entry] = []
    while page := log.page(LOOKED_THROUGH, found[-1].id if found else "", search):
        found += [logged.entry for logged in page]
        if len(page) < LOOKED_THROUGH or any(one.id == entry.id for one in found):
            break
    return [one for one in found if one.batch == entry.batch and one.id != entry.id]


def _of_side(before: Draft, after: Draft, hand: Hand, roster: Roster, system: System) -> list[Payment]:
    """Return the offers to spend the point that a side now spends, and to return one that it no longer does."""
    old, new = before.side(hand).point, after.side(hand).point
    payer, name = after.side(hand).character, after.side(hand).name
    if (old and old.points) == (new and new.points) or roster.character(payer) is None:
        return []
    names = {kind.id: kind.name for kind in system.points}
    made = []
    if old is not None:
        made.append(Payment(f"Return a point of {names.get(old.points)} to {name}", old.points, payer, -1))
    held = {pool.points for pool in point_pools(roster, after.side(hand), system)}
    if new is not None and new.points in held:
        made.append(Payment(f"Take a point of {names.get(new.points)} from {name}", new.points, payer, 1))
    return made


POINT_IDLE = (
    "The point spent after the roll no longer changes the result. It stays spent, and applies again if it would help."
)


class Rejudging(DraftEditor):
    """The draft of the open roll as it was when rolled; changing it judges the roll again.

    `payments` and `hints` are possible consequences for points, shots and damage, which do not change automatically.
    `pending` are the dice that a roll with typed dice now needs. `judged` is emitted when any of these changes.
    """

    judged = Signal()

    def __init__(
        self, document: RosterDocument, recent: RecentRolls, log: RollLog, parent: QObject | None = None
    ) -> None:
        """Revise rolls through a record."""
        self._past = PastRoster(document)
        super().__init__(self._past, parent)
        self._document = document
        self._recent = recent
        self._log = log
        self._known_dice: dict[str, Thrown] = {}
        self._waiting: Draft | None = None
        self.logged: LogEntry | None = None
        self.pending: Needs | None = None
        self.payments: tuple[Payment, ...] = ()
        self.hints: tuple[str, ...] = ()
        log.revised.connect(self._revised)
        log.opened.connect(self.close)
        document.roster_changed.connect(self.roster_changed)

    @property
    def entry(self) -> Entry | None:
        """The entry of the open roll, or None."""
        return self.logged.entry if self.logged else None

    @property
    def document(self) -> RosterDocument:
        """The open roster."""
        return self._document

    @property
    def composed(self) -> bool:
        """Whether the roll has a draft that can be changed; a sum of dice has no modifiers."""
        return self.entry is not None and not isinstance(self.entry.request, Summed | Event)

    @property
    def undo_choices(self) -> list[AfterRollChoice]:
        """The choices to undo the damage of the roll, whatever its current verdict."""
        return [] if self.entry is None else undo_choices(self.entry, self._log, self._document.roster)

    def open(self, logged: LogEntry) -> None:
        """Open a roll."""
        if self.entry is None or self.entry.id != logged.entry.id:
            self._discard()
            self.hand = "a"
        self._show(logged)

    def close(self) -> None:
        """Close the open roll."""
        if self.logged is not None:
            self._discard()
            self.logged, self.draft, self.hand = None, Draft(), "a"
            self._emit_change()
            self.judged.emit()

    @override
    def take(self, draft: Draft) -> None:
        """Judge the roll by another draft, as one undo step."""
        entry = self.entry
        if entry is None or not self.composed or draft == self.draft:
            return
        self._typed = None
        judgement = self._judge(entry, draft)
        if judgement is None:
            return
        if isinstance(judgement.found, Needs) and entry.by_hand:
            self._waiting, self.pending = draft, judgement.found
            self.judged.emit()
            return
        self._write(entry, draft, judgement)

    def set_dice(self, faces: tuple[int, ...]) -> None:
        """Set typed dice that the roll now needs; with none, they are rolled here."""
        entry, draft, needs = self.entry, self._waiting, self.pending
        if entry is None or draft is None or needs is None:
            return
        judgement = self._judge(entry, draft)
        if faces and judgement is not None:
            self._known_dice[entry.id] = gathered([self._known(entry), with_dice(judgement.dice, needs, faces)])
            judgement = self._judge(entry, draft)
            if judgement is not None and isinstance(judgement.found, Needs):
                self.pending = judgement.found
                self.judged.emit()
                return
        if judgement is not None:
            self._write(entry, draft, judgement)

    def drop(self) -> None:
        """Discard a change that waits for dice."""
        if self.pending is not None:
            self._waiting = self.pending = None
            self._emit_change()
            self.judged.emit()

    @override
    def choose(self, character_id: str, kind: AbilityKind, key: str, *, instead: bool = False) -> None:
        """Change what the character rolled, keeping the conditions at the time of the roll."""
        character = self._past.character(character_id)
        ability = character and abilities.ability_of(character, self._past.system, kind, key)
        if ability is not None:
            chips = tuple(chip for chip in self.side.chips if chip.origin not in OF_THE_SKILL)
            self.put(structs.replace(self.side, ability=ability, default=False, chips=chips, attack=""))

    @property
    def would(self) -> RollText | None:
        """The result of the roll with a modifier that is being typed, or None without one."""
        entry = self.entry
        if entry is None or self._typed is None:
            return None
        draft = self.draft.with_side(self.hand, self.side.with_chip(self._typed))
        judgement = self._judge(entry, draft)
        if judgement is None or isinstance(judgement.found, Needs):
            return None
        return text_of_result(draft, judgement.request, judgement.dice, judgement.found)

    def pay(self, payment: Payment) -> None:
        """Spend or return a point as offered, as an undo step."""
        roster, payer = self._document.roster, self._document.character(payment.payer)
        if payment.attack and payer is not None:
            after = roster.with_character(spend_ammo(payer, payment.attack, payment.amount))
        else:
            after = paid(roster, payment.payer, payment.points, self._past.system, payment.amount)
        if self._document.change(after, payment.text, payment.payer):
            self.payments = tuple(one for one in self.payments if one != payment)
            self.judged.emit()

    def _judge(self, entry: Entry, draft: Draft) -> Judgement | None:
        """Return the judgement of a draft with the dice of a roll."""
        house = draft.house(self._past.house)
        past = self.logged.past if self.logged else ()
        requests = [one.request for one in (entry, *reversed(past)) if not isinstance(one.request, Event)]
        old = remembering(requests[0], requests[1:])
        return rejudged(self.rules, old, draft, self._known(entry), house)

    def _write(self, entry: Entry, draft: Draft, judgement: Judgement) -> None:
        """Store the new judgement of the roll, and offer its consequences for points and damage."""
        house, before = draft.house(self._past.house), entry.result
        picks = _fitting(entry.picks, before, judgement.found) if entry.override is None else entry.picks
        after = structs.replace(
            entry, draft=draft, request=judgement.request, dice=dict(judgement.dice), house=house, picks=picks
        )
        rulings = (tie_won(entry.draft), *deadlock_won(entry.draft))
        if entry.override in rulings and not _is_undecided(judgement.found):
            after = structs.replace(after, override=None)
        owed = sum(one.amount for one in self.payments if one.attack)
        self._discard()
        step = f"change {name_of_entry(entry)}: {change_between(self.draft, draft)}"
        self._recent.revise(after, step, known_dice=self._known(entry))
        self._offer(entry, after, owed, lost=judgement.lost)
        self.judged.emit()

    def _offer(self, before: Entry, after: Entry, owed: int, *, lost: bool) -> None:
        """Offer to spend or return points and shots, and point out damage that was dealt."""
        now, roster, system = self._recent.now(after.id) or after, self._document.roster, self._past.system
        points = payments(before.draft, after.draft, roster, system)
        self.payments = (*points, *shots_owed(before.draft, after.draft, owed, roster, system))
        hints = [POINT_IDLE] * lost
        if before.grade is not now.grade:
            hints += damage_dealt(now, self._log)
        self.hints = tuple(hints)

    def _known(self, entry: Entry) -> Thrown:
        """Return all dice rolled for a roll, including those no longer used."""
        past = self.logged.past if self.logged else ()
        throws = [entry.dice, self._known_dice.get(entry.id, {}), *(one.dice for one in past)]
        self._known_dice[entry.id] = gathered(throws)
        return self._known_dice[entry.id]

    def _discard(self) -> None:
        self._typed = self._waiting = self.pending = None
        self.payments = self.hints = ()

    def _revised(self, logged: LogEntry) -> None:
        """Follow a revision of the open roll or of the damage dealt for it."""
        harmed = logged.entry.harmed
        if self.entry is not None and harmed is not None and harmed.roll == self.entry.id:
            self.judged.emit()
        if self.logged is not None and logged.entry.id == self.logged.entry.id:
            changed = logged.entry.judged != self.logged.entry.judged
            if changed:
                self._discard()
            self._show(logged)

    def _show(self, logged: LogEntry) -> None:
        self.logged = logged
        self._known(logged.entry)
        before, self._past.system = self._past.system.id, load_system(logged.entry.system)
        self._past.house = _plain_house(logged, self._document.house)
        if self._past.system.id != before:
            self.system_changed.emit()
        self.draft = logged.entry.draft.both_itemised(self._past.system.reach)
        if not self.draft.opposed:
            self.hand = "a"
        self._emit_change()
        self.judged.emit()


def _is_undecided(found: Result | Needs) -> bool:
    """Return whether the dice leave open who wins."""
    return (isinstance(found, KaiserOutcome) and found.tie) or (isinstance(found, Contest) and found.winner is None)


def _plain_house(logged: LogEntry, usual: House) -> House:
    """Return the house rules of a roll without what its draft requested (EP1, "Modifiers and the cap")."""
    rolls = (*logged.past, logged.entry)
    plain = next((one.house for one in rolls if not one.draft.most_severe), None)
    return plain or structs.replace(logged.entry.house, most_severe=usual.most_severe)


def _fitting(picks: tuple[str, ...], before: Result | None, found: Result | Needs) -> tuple[str, ...]:
    """Return the picks still covered by superior results, none if the other side has them now."""
    if before is None or isinstance(found, Needs):
        return ()
    old, _ = choices_after_roll.superior_results(before)
    new, superior = choices_after_roll.superior_results(found)
    return picks[:superior] if old == new else ()
