"""A past roll that is open: its own draft, which judges the same dice anew whenever it is changed."""

from msgspec import structs
from PySide6.QtCore import QObject, Signal
from typing_extensions import override

from gm_desk.core import afterwards, choosing
from gm_desk.core.draft import OF_THE_SKILL, AbilityKind, Draft
from gm_desk.core.paying import paid
from gm_desk.core.rejudging import Judgement, gathered, rejudged, remembering
from gm_desk.core.rules.dice import Needs, Thrown, with_dice
from gm_desk.core.rules.house import House
from gm_desk.core.rules.kaiser_outcomes import KaiserOutcome
from gm_desk.core.rules.outcomes import Contest
from gm_desk.core.rules.requests import Summed
from gm_desk.core.scene import Scene
from gm_desk.core.systems import RULES
from gm_desk.core.systems.face import Result, Rules
from gm_desk.model.afterwards import Choice, deadlock_won, tie_won
from gm_desk.model.consequences import Payment, damage_dealt, payments, undoings
from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import Drafting
from gm_desk.model.line_words import change_between, named
from gm_desk.model.past_roster import PastRoster
from gm_desk.model.record import Record
from gm_desk.model.roll_log import RollLog
from gm_desk.model.telling import Telling, tell
from gm_desk.model.unsaved_rolls import Logged
from gm_desk.store.entries import Entry, Event
from gm_desk.store.systems import load_system

POINT_IDLE = "The point spent after the roll buys nothing now. It stays spent, and counts again when it helps."


class Rejudging(Drafting):
    """Hold the draft of the roll that is open, as it was when the dice fell, and judge the roll by it.

    `payments` and `hints` say what a change may mean for points and damage, none of which moves by itself. `pending`
    names dice that a roll typed by hand now needs. `judged` tells that any of this is another.
    """

    judged = Signal()

    def __init__(self, document: RosterDocument, record: Record, log: RollLog, parent: QObject | None = None) -> None:
        """Revise through a record."""
        self._then = PastRoster(document)
        super().__init__(self._then, parent)
        self._then.setParent(self)
        self._real = document
        self._record = record
        self._log = log
        self._fallen: dict[str, Thrown] = {}
        self._waiting: Draft | None = None
        self.logged: Logged | None = None
        self.pending: Needs | None = None
        self.payments: tuple[Payment, ...] = ()
        self.hints: tuple[str, ...] = ()
        log.revised.connect(self._revised)
        log.opened.connect(self.close)

    @property
    def document(self) -> RosterDocument:
        """Give the roster with the system and house rules of the roll, for whatever shows the draft."""
        return self._then

    @property
    def entry(self) -> Entry | None:
        """Give the roll that is open."""
        return self.logged.entry if self.logged else None

    @property
    def composed(self) -> bool:
        """Tell whether the roll has a draft that could be changed; a sum of dice has no modifiers."""
        return self.entry is not None and not isinstance(self.entry.request, Summed | Event)

    @property
    def undoings(self) -> list[Choice]:
        """Offer to undo the damage that was dealt for the roll, whatever it is judged to be now."""
        return [] if self.entry is None else undoings(self.entry, self._log, self._real.roster)

    @property
    @override
    def rules(self) -> Rules:
        """Give the rules of the roll's system."""
        return RULES[self._then.system.id]

    def open(self, logged: Logged) -> None:
        """Turn to a roll."""
        if self.entry is None or self.entry.id != logged.entry.id:
            self._let_go()
            self.hand = "a"
        self._show(logged)

    def close(self) -> None:
        """Turn away from the roll."""
        if self.logged is not None:
            self._let_go()
            self.logged, self.draft, self.hand = None, Draft(), "a"
            self._tell()
            self.judged.emit()

    @override
    def take(self, draft: Draft, scene: Scene | None = None) -> None:
        """Judge the roll by another draft: one undo step."""
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

    def lay(self, faces: tuple[int, ...]) -> None:
        """Take dice thrown at the table that the roll now needs; none lets them be thrown here."""
        entry, draft, needs = self.entry, self._waiting, self.pending
        if entry is None or draft is None or needs is None:
            return
        judgement = self._judge(entry, draft)
        if faces and judgement is not None:
            self._fallen[entry.id] = gathered([self._known(entry), with_dice(judgement.dice, needs, faces)])
            judgement = self._judge(entry, draft)
            if judgement is not None and isinstance(judgement.found, Needs):
                self.pending = judgement.found
                self.judged.emit()
                return
        if judgement is not None:
            self._write(entry, draft, judgement)

    def drop(self) -> None:
        """Let go of a change that waits for dice."""
        if self.pending is not None:
            self._waiting = self.pending = None
            self._tell()
            self.judged.emit()

    @override
    def choose(self, character_id: str, kind: AbilityKind, key: str, *, instead: bool = False) -> None:
        """Roll something else of the same character, who suffers what they suffered then."""
        character = self._then.character(character_id)
        ability = character and choosing.ability_of(character, self._then.system, kind, key)
        if ability is not None:
            chips = tuple(chip for chip in self.side.chips if chip.origin not in OF_THE_SKILL)
            self.put(structs.replace(self.side, ability=ability, default=False, chips=chips, attack=""))

    @property
    def would(self) -> Telling | None:
        """Tell what the modifier that is being typed would make of the roll; nothing where none is."""
        entry = self.entry
        if entry is None or self._typed is None:
            return None
        draft = self.draft.with_side(self.hand, self.side.with_chip(self._typed))
        judgement = self._judge(entry, draft)
        if judgement is None or isinstance(judgement.found, Needs):
            return None
        return tell(draft, judgement.request, judgement.dice, judgement.found)

    def pay(self, payment: Payment) -> None:
        """Move a point as was offered, undoably."""
        system = self._then.system
        after = paid(self._real.roster, payment.payer, payment.points, system, payment.amount)
        if self._real.change(after, payment.text, payment.payer):
            self.payments = tuple(one for one in self.payments if one != payment)
            self.judged.emit()

    def _judge(self, entry: Entry, draft: Draft) -> Judgement | None:
        """Put a draft to the dice of a roll."""
        house = draft.house(self._then.house)
        past = self.logged.past if self.logged else ()
        requests = [one.request for one in (entry, *reversed(past)) if not isinstance(one.request, Event)]
        old = remembering(requests[0], requests[1:])
        return rejudged(self.rules, old, draft, self._known(entry), house)

    def _write(self, entry: Entry, draft: Draft, judgement: Judgement) -> None:
        """Write down how the roll is judged now, and say what that may mean for what was paid and dealt."""
        house, before = draft.house(self._then.house), entry.result
        picks = _fitting(entry.picks, before, judgement.found) if entry.override is None else entry.picks
        after = structs.replace(
            entry, draft=draft, request=judgement.request, dice=dict(judgement.dice), house=house, picks=picks
        )
        said = (tie_won(entry.draft), *deadlock_won(entry.draft))
        if entry.override in said and not _is_undecided(judgement.found):
            after = structs.replace(after, override=None)
        self._let_go()
        step = f"judge {named(entry)} {change_between(self.draft, draft)}"
        self._record.revise(after, step, fallen=self._known(entry))
        self._offer(entry, after, lost=judgement.lost)
        self.judged.emit()

    def _offer(self, before: Entry, after: Entry, *, lost: bool) -> None:
        """Offer to move the points that are now spent, or no longer, and mind of damage that was dealt."""
        now = self._record.now(after.id) or after
        self.payments = tuple(payments(before.draft, after.draft, self._real.roster, self._then.system))
        hints = [
            "The point spent after the roll buys nothing now. It stays spent, and counts again when it helps."
        ] * lost
        if before.grade is not now.grade:
            hints += damage_dealt(now, self._log)
        self.hints = tuple(hints)

    def _known(self, entry: Entry) -> Thrown:
        """Gather all dice that ever fell for a roll."""
        past = self.logged.past if self.logged else ()
        throws = [entry.dice, self._fallen.get(entry.id, {}), *(one.dice for one in past)]
        self._fallen[entry.id] = gathered(throws)
        return self._fallen[entry.id]

    def _let_go(self) -> None:
        self._typed = self._waiting = self.pending = None
        self.payments = self.hints = ()

    def _revised(self, logged: Logged) -> None:
        """Follow a revision of the open roll, whoever made it, or of the damage that was dealt for it."""
        harmed = logged.entry.harmed
        if self.entry is not None and harmed is not None and harmed.roll == self.entry.id:
            self.judged.emit()
        if self.logged is not None and logged.entry.id == self.logged.entry.id:
            changed = logged.entry.judged != self.logged.entry.judged
            if changed:
                self._let_go()
            self._show(logged)

    def _show(self, logged: Logged) -> None:
        self.logged = logged
        self._known(logged.entry)
        self._then.turn(load_system(logged.entry.system), _plain_house(logged, self._real.house))
        self.draft = logged.entry.draft.both_itemised(self._then.system.reach)
        if not self.draft.opposed:
            self.hand = "a"
        self._tell()
        self.judged.emit()

    @override
    def _forget(self) -> None:
        """Keep the draft where the system of the roll turns out to be another."""

    @override
    def _refresh(self, changed: str = "") -> None:
        """Keep both sides as they were when the dice fell."""


def _is_undecided(found: Result | Needs) -> bool:
    """Return whether the dice leave open who wins."""
    return (isinstance(found, KaiserOutcome) and found.tie) or (isinstance(found, Contest) and found.winner is None)


def _plain_house(logged: Logged, usual: House) -> House:
    """Give the house rules of a roll without what its draft asked for once (EP1, most severe only)."""
    rolls = (*logged.past, logged.entry)
    plain = next((one.house for one in rolls if not one.draft.most_severe), None)
    return plain or structs.replace(logged.entry.house, most_severe=usual.most_severe)


def _fitting(picks: tuple[str, ...], before: Result | None, found: Result | Needs) -> tuple[str, ...]:
    """Keep the picks that superior results still pay for; another side's are its own."""
    if before is None or isinstance(found, Needs):
        return ()
    old, _ = afterwards.superior_results(before)
    new, superior = afterwards.superior_results(found)
    return picks[:superior] if old == new else ()
