"""Rolling: the draft meets the dice, one after another, and the result goes to the log."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft
from gm_desk.core.drafts.group_roll import rank
from gm_desk.core.drafts.rejudging import rolled
from gm_desk.core.drafts.verdict import came_to
from gm_desk.core.rules.dice import Dice, Needs, Thrown, with_dice
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Hand
from gm_desk.core.rules.requests import ROLL, DiceSum, KaiserContest, OpposedTest, Request
from gm_desk.core.systems.definition import Recharge
from gm_desk.core.systems.protocol import Result, Rules
from gm_desk.core.systems.registry import RULES
from gm_desk.model.card.recharge import Rested, recharge
from gm_desk.model.log.entries import Roll
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.group_roll import Grouping
from gm_desk.model.roll.undo import Record, Situation
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry

AT_ONCE = {ROLL, "dice", "rolls"}
"""Dice that are thrown at once; what follows from them is thrown one step at a time."""


class Pending(Struct, frozen=True):
    """Hold a roll that waits for more dice: an open roll, a fumble level, a roll-off."""

    draft: Draft
    request: Request
    house: House
    thrown: Thrown
    needs: Needs
    by_hand: bool
    note: str = ""


class Rolling(QObject):
    """Roll the draft, or take the dice that were thrown at the table; one-shot modifiers are then spent.

    `spent` carries the draft as it was, or None where it lost nothing. `changed` tells that a roll waits for more
    dice, or no longer, or that the last one on record is another.
    """

    spent = Signal(object)
    changed = Signal()
    secrecy_changed = Signal()

    def __init__(
        self, document: RosterDocument, drafting: Drafting, log: RollLog, dice: Dice, parent: QObject | None = None
    ) -> None:
        """Take chance from `dice`."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self.log = log
        self.dice = dice
        self.record = Record(document, drafting, log, dice, self)
        self.group = Grouping(document, drafting, log, self)
        self.secret = self._secret_by_default = self.veiled = self._unveiled = False
        self.pending: Pending | None = None
        self.record.changed.connect(self.changed)
        log.opened.connect(self._forget)

    def set_secret(self, secret: bool) -> None:
        """Make the next roll secret, or open; those after it are as they are by default."""
        self.secret = secret
        self.secrecy_changed.emit()

    def next_is_secret(self) -> bool:
        """Return whether the next roll is secret, and with it whatever is logged now."""
        return self.secret

    def set_secret_by_default(self, secret: bool) -> None:
        """Make all rolls to come secret, or open, unless the GM says otherwise for one."""
        self._secret_by_default = secret
        self.set_secret(self.usually_secret)
        self.changed.emit()

    def set_veiled(self, veiled: bool) -> None:
        """Make rolls secret as long as the veil is down, unless the GM says otherwise for one.

        What was said of the next roll before stands again once the veil is lifted, unless it was made under it.
        """
        self.veiled = veiled
        if veiled:
            self._unveiled = self.secret
            self.set_secret(True)
        elif self.secret:
            self.set_secret(self._unveiled)

    @property
    def usually_secret(self) -> bool:
        """Return whether a roll is secret of which nothing else is said."""
        return self._secret_by_default or self.veiled

    @property
    def ready(self) -> bool:
        """Tell whether there is something to roll."""
        if self.pending is None and self.group.each:
            return bool(self.group.able)
        return self.pending is not None or self._drafting.reading.request is not None

    def needs(self, hand: Hand) -> Needs | None:
        """Say which dice a side throws next: those of a roll that waits, else its first ones."""
        if self.pending is not None:
            mine = not self.pending.needs.name.startswith("b.")
            return self.pending.needs if mine == (hand == "a") else None
        if self.group.each:
            return None
        request = self._drafting.reading.request
        if request is None:
            return None
        if hand == "b":
            return _needs_of_b(self._rules, request, self._house)
        needed = self._rules.resolve(request, {}, self._house)
        return needed if isinstance(needed, Needs) else None

    def result_of(self, typed: Thrown) -> Result | None:
        """Say what dice would mean for the draft as it stands, or for the roll that waits."""
        waiting = self.pending or self.waiting()
        if waiting is None:
            return None
        thrown = dict(waiting.thrown)
        for name, faces in typed.items():
            thrown[name] = (*thrown.get(name, ()), *faces)
        result = self._rules.resolve(waiting.request, thrown, waiting.house)
        return None if isinstance(result, Needs) else result

    def roll(self, typed: Mapping[str, tuple[int, ...]] | None = None) -> Result | None:
        """Roll what was not typed, as far as one throw goes, and write it down once there is a result."""
        waiting = self.pending or self.waiting()
        if waiting is None or not (waiting.thrown or self.record.affords([waiting.draft])):
            self.drop()
            return None
        lying = dict(typed or {})
        by_hand, thrown = waiting.by_hand or bool(typed), waiting.thrown
        threw = False
        while isinstance(found := self._rules.resolve(waiting.request, thrown, waiting.house), Needs):
            follows = found.name.rpartition(".")[2] not in AT_ONCE
            if follows and threw and found.name not in lying:
                break
            faces = lying.pop(found.name) if found.name in lying else found.throw(self.dice)
            thrown, threw = with_dice(thrown, found, faces), True
        if isinstance(found, Needs):  # dice of the other side that were typed lie on the table already
            self.pending = structs.replace(waiting, thrown={**thrown, **lying}, needs=found, by_hand=by_hand)
            self.changed.emit()
            return None
        before, self.pending = self.pending, None
        if self._finish(structs.replace(waiting, thrown=thrown, by_hand=by_hand), found):
            return found
        self.pending = before
        self.changed.emit()
        return None

    def finish(self) -> None:
        """Throw every die that a roll still waits for, so that another can begin; one that is refused is let go."""
        while (before := self.pending) is not None:
            self.roll()
            if self.pending is before:
                self.drop()

    def roll_apart(self, draft: Draft) -> Result | None:
        """Roll a test that is not the one being composed, which stays as it is."""
        self.finish()
        self.pending = self.waiting(draft)
        return None if self.pending is None else self.roll()

    def waiting(self, draft: Draft | None = None) -> Pending | None:
        """Give the roll that a draft, or the one being composed, would begin; nothing where there is none to roll."""
        draft = self._drafting.draft if draft is None else draft
        house = draft.house(self._document.house)
        request = self._rules.ask(draft)
        needs = None if request is None else self._rules.resolve(request, {}, house)
        if request is None or not isinstance(needs, Needs):
            return None
        return Pending(draft, request, house, {}, needs, by_hand=False, note=self.group.note)

    def roll_group(self, drafts: Sequence[Draft]) -> list[Entry]:
        """Roll a test for each of a group, and log them as one step with the best on top; gives them, best first."""
        done: list[tuple[Result, Roll]] = []
        scene = self._drafting.scene
        if not self.record.affords(drafts):
            return []
        for draft in drafts:
            request, house = self._rules.ask(draft), draft.house(self._document.house)
            if request is not None:
                result, thrown = rolled(self._rules, request, {}, house, self.dice)
                done.append((result, Roll(draft, request, house, thrown, secret=self.secret)))
                scene = scene.after(draft, success=not came_to(result).failed)
        if not done:
            return []
        done.sort(key=lambda pair: rank(pair[0]))
        now = self._drafting.draft
        after = now.after_roll()
        rolls = [roll for _, roll in reversed(done)]
        entries = self._write(rolls, f"roll {now.what} of {len(rolls)} characters", Situation(after, scene))
        if not entries:
            return []
        self.spent.emit(now if now != after else None)
        self.group.show_results(entries[::-1])
        return entries[::-1]

    def roll_dice(self, expression: str, draft: Draft | None = None) -> Result | None:
        """Roll a sum of dice like "2d10+3", which belongs to nobody unless a draft says so.

        Raises BadExpressionError.
        """
        request = DiceSum(expression)
        draft = draft or Draft(ability=Ability(AbilityKind.BARE, "", expression, 0))
        result, thrown = rolled(self._rules, request, {}, self._document.house, self.dice)
        roll = Roll(draft, request, self._document.house, thrown, secret=self.secret)
        self._write([roll], f"roll {draft.what}", self.record.situation)
        return result

    def drop(self) -> None:
        """Let go of a roll that waits for more dice."""
        if self.pending is not None:
            self.pending = None
            self.changed.emit()

    def recharge(self, characters: Sequence[str], rest: Recharge) -> Rested | None:
        """Let characters rest, so that points come back, undoably; nothing where that is refused."""
        return recharge(self._document, self.dice, characters, rest)

    def _finish(self, done: Pending, result: Result) -> bool:
        """Write a roll down and spend what it spends, as one step; return whether that happened."""
        draft = done.draft
        roll = Roll(draft, done.request, done.house, done.thrown, done.by_hand, self.secret, done.note)
        now = self._drafting.draft
        after = draft.after_roll() if now == draft else now
        scene = self._drafting.scene.after(draft, success=not came_to(result).failed)
        text = f"roll {draft.what} of {draft.name}" if draft.name else f"roll {draft.what}"
        if not self._write([roll], text, Situation(after, scene)):
            return False
        self.spent.emit(now if now != after else None)
        return True

    def _forget(self) -> None:
        self.pending = None
        self.changed.emit()

    def _write(self, rolls: list[Roll], text: str, after: Situation) -> list[Entry]:
        """Log rolls made at once; the next ones are then as they are usually."""
        entries = self.record.write(rolls, text, after)
        if entries:
            self._unveiled = self._secret_by_default
            self.set_secret(self.usually_secret)
        return entries

    @property
    def _house(self) -> House:
        return self._drafting.draft.house(self._document.house)

    @property
    def _rules(self) -> Rules:
        return RULES[self._document.system.id]


def _needs_of_b(rules: Rules, request: Request, house: House) -> Needs | None:
    """Say which dice the second side throws first: those that it would throw as the first one."""
    if not isinstance(request, OpposedTest | KaiserContest):
        return None
    swapped = structs.replace(request, a=request.b, b=request.a)
    needed = rules.resolve(swapped, {}, house)
    return structs.replace(needed, name="b." + needed.name.removeprefix("a.")) if isinstance(needed, Needs) else None
