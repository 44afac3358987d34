"""Rolling: the dice of a draft are rolled or typed, and the result is logged, possibly as secret."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.drafts.draft import Draft, Side
from gm_desk.core.drafts.scene_record import people_in
from gm_desk.core.rules.dice import Dice, Needs, Thrown, with_dice
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Hand
from gm_desk.core.rules.requests import ROLL, Request
from gm_desk.core.wording.phrases import joined
from gm_desk.model.roll.composing import Drafting, Situation
from gm_desk.model.roster.document import RosterDocument

if TYPE_CHECKING:
    from gm_desk.core.systems.protocol import Result
    from gm_desk.model.log.entries import Roll
    from gm_desk.model.log.roll_log import RollLog
    from gm_desk.model.roll.group_roll import RollingGroup
    from gm_desk.model.roll.recent_rolls import RecentRolls
    from gm_desk.store.journal.entries import Entry


AT_ONCE = {ROLL, "dice", "rolls"}
"""Dice that are rolled together; dice that follow from them are rolled one step at a time."""

SINCE_HIDDEN = "The next roll is secret:"


class Pending(Struct, frozen=True):
    """A roll that waits for more dice: of an open roll, a fumble level or a roll-off."""

    draft: Draft
    request: Request
    house: House
    thrown: Thrown
    needs: Needs
    by_hand: bool
    note: str = ""


class Secret(Struct, frozen=True):
    """What the GM has chosen about the secrecy of the next roll: None follows the default.

    `revealed` are those hidden in the scene whom a public roll may name.
    """

    chosen: bool | None = None
    revealed: frozenset[str] = frozenset()


class Secrecy(QObject):
    """Whether the next roll is secret: by default, as the GM chooses for it, and by who is hidden that it would name.

    `changed` is emitted when that may have changed.
    """

    changed = Signal()

    def __init__(
        self, document: RosterDocument, next_drafts: Callable[[], Sequence[Draft]], parent: QObject | None = None
    ) -> None:
        """Follow the roster and its current scene; `next_drafts` returns the drafts of the next roll."""
        super().__init__(parent)
        self._document = document
        self._next_drafts = next_drafts
        self._default = self.veiled = False
        self._choice = self._unveiled = Secret()
        document.roster_changed.connect(self.changed)  # once everything else follows, also whoever acts now

    @property
    def secret(self) -> bool:
        """Whether the next roll is secret: as the GM has chosen, else by default, and if it names somebody hidden."""
        return self._is_secret(self.hidden)

    @property
    def hidden(self) -> frozenset[str]:
        """Those hidden in the current scene whom the next roll would name."""
        scene = self._document.roster.on_stage
        if scene is None or not any(one.hidden for one in scene.fighters):
            return frozenset()
        return scene.hidden_among({one for draft in self._next_drafts() for one in people_in(draft)})

    def set_secret(self, secret: bool) -> None:
        """Set whether the next roll is secret; later ones follow the default.

        A public roll may name those hidden whom it would name now.
        """
        self._choice = Secret(secret, frozenset() if secret else self.hidden)
        self.changed.emit()

    def beside_rolls(self) -> bool:
        """Return whether what is logged now apart from a roll is secret, whoever the next roll would name."""
        return self._is_secret(frozenset())

    def set_default(self, secret: bool) -> None:
        """Set whether rolls are secret by default."""
        self._default = secret
        self.choose()

    def set_veiled(self, veiled: bool) -> None:
        """Make rolls secret while the window is veiled, unless the GM chooses otherwise for a roll.

        The GM's choice for the next roll is restored when the veil is lifted, unless a roll was made meanwhile.
        """
        self.veiled = veiled
        if veiled:
            self._unveiled, self._choice = self._choice, Secret()
        elif self._choice.chosen is not False:
            self._choice = self._unveiled
        self.changed.emit()

    @property
    def usual(self) -> bool:
        """Whether a roll is secret by default."""
        return self._default or self.veiled

    def choose(self, secret: bool | None = None) -> None:
        """Set the GM's choice for the next roll, whoever it names; None follows the default."""
        self._choice = Secret(secret)
        self.changed.emit()

    @property
    def next_roll(self) -> tuple[bool, str]:
        """Whether the next roll is secret, and a sentence that says so, with who is hidden that it would name."""
        hidden = self.hidden
        return self._is_secret(hidden), self._in_words(hidden)

    def _in_words(self, hidden: frozenset[str]) -> str:
        found = map(self._document.character, sorted(hidden))
        names = joined([one.name for one in found if one is not None], "and")
        is_hidden = f"{names} {'are' if len(hidden) > 1 else 'is'} hidden"
        if not self._is_secret(hidden):
            return f"The next roll is public, though {is_hidden}" if names else "The next roll is public"
        return "The next roll is secret" if self.beside_rolls() or not names else f"{SINCE_HIDDEN} {is_hidden}"

    @property
    def chosen(self) -> bool | None:
        """The GM's choice for the next roll, whoever it names; None if that is the default."""
        secret = self.beside_rolls()
        return None if secret == self.usual else secret

    def _is_secret(self, hidden: frozenset[str]) -> bool:
        """Return whether a roll that names some who are hidden is secret."""
        usual = self.usual if self._choice.chosen is None else self._choice.chosen
        return usual or bool(hidden - self._choice.revealed)

    def with_secrecy(self, roll: "Roll") -> "Roll":
        """Return a roll as secret or public, by the GM's choice and by whom it names."""
        scene, record = self._document.roster.on_stage, roll.targets
        named = people_in(roll.draft, [] if record is None else [one.side for one in record.targets])
        hidden = frozenset[str]() if scene is None else scene.hidden_among(named)
        return structs.replace(roll, secret=self._is_secret(hidden))

    def reset(self) -> None:
        """Return to the default after a roll, also for when the veil is lifted."""
        self._unveiled = Secret()
        self.choose()


class Rolling(QObject):
    """Rolls the draft, with random or typed dice; modifiers for a single roll are then used up.

    `spent` carries the draft before the roll, or None if the roll left it unchanged. `changed` is emitted when a roll
    begins or stops waiting for dice, and when the last roll changes; `group_changed` when the group that rolls or its
    results change. `action_changed` carries a character's id with 1
    for an action that a roll adds to its turn, and −1 for one that is lost; `points_spent` an id with the action points
    that a hit costs, negative if they are given back.
    """

    spent = Signal(object)
    changed = Signal()
    group_changed = Signal()
    action_changed = Signal(str, int)
    points_spent = Signal(str, int)

    def __init__(
        self,
        document: RosterDocument,
        drafting: Drafting,
        late_log: "Callable[[], RollLog]",
        dice: Dice,
        parent: QObject | None = None,
    ) -> None:
        """Roll random dice with `dice`; `late_log` returns the log, which is built when it is first used."""
        super().__init__(parent)
        self._document = document
        self.drafting = drafting
        self._late_log = late_log
        self.dice = dice
        self.pending: Pending | None = None
        self.secrecy = Secrecy(document, self._next_drafts, self)

    @cached_property
    def log(self) -> "RollLog":
        """The log that rolls are written to."""
        made = self._late_log()
        made.opened.connect(self._forget)
        return made

    @cached_property
    def recent(self) -> "RecentRolls":
        """The rolls made, and what earlier ones have left; built for the first one or after the first frame."""
        from gm_desk.model.roll.recent_rolls import RecentRolls

        made = RecentRolls(self._document, self.drafting, self.log, self.dice, self)
        made.changed.connect(self.changed)
        return made

    @property
    def last(self) -> "Entry | None":
        """The last roll that counts."""
        return self.recent.last if "recent" in vars(self) else None

    @cached_property
    def group(self) -> "RollingGroup":
        """The group that rolls, built for the first one or after the first frame."""
        from gm_desk.model.roll.group_roll import RollingGroup

        made = RollingGroup(self._document, self.drafting, self.log, self)
        made.changed.connect(self.group_changed)
        return made

    @property
    def several(self) -> "RollingGroup | None":
        """The group, if several characters roll the test."""
        return self.group if "group" in vars(self) and self.group.active else None

    def select(self, ids: Sequence[str], current: str) -> None:
        """Set the selected characters, who roll as a group if they are several, and the current one of them."""
        if len(ids) > 1 or "group" in vars(self):
            self.group.show_character(current)
            self.group.select(ids)

    @property
    def ready(self) -> bool:
        """Whether there is something to roll."""
        if self.pending is None and (group := self.several) is not None and group.each:
            return bool(group.able)
        return self.pending is not None or self.drafting.reading.request is not None

    def needs(self, hand: Hand) -> Needs | None:
        """Return the dice that a side rolls next: those of a waiting roll, else its first ones.

        The first side's dice may be known before the opponent is chosen.
        """
        if self.pending is not None:
            mine = not self.pending.needs.name.startswith("b.")
            return self.pending.needs if mine == (hand == "a") else None
        if (group := self.several) is not None and group.each:
            return None
        request, rules = self.drafting.reading.request, self.drafting.rules
        house = self.drafting.draft.house(self._document.house)
        if hand == "b":
            if request is None or not self.drafting.draft.opposed:
                return None
            from gm_desk.core.drafts.opponents import needs_of_b

            return needs_of_b(request, rules, house)
        request = request or rules.ask(_with_stand_in(self.drafting.draft))
        if request is None:
            return None
        needed = rules.resolve(request, {}, house)
        return needed if isinstance(needed, Needs) else None

    def roll(self, typed: Mapping[str, tuple[int, ...]] | None = None) -> "Result | None":
        """Roll the dice that were not typed, up to the next step, and log the result once there is one."""
        waiting = self.pending or self.waiting()
        if waiting is None or not (waiting.thrown or self.recent.affords([waiting.draft])):
            self.drop()
            return None
        unused = dict(typed or {})
        by_hand, thrown = waiting.by_hand or bool(typed), waiting.thrown
        threw, rules = False, self.drafting.rules
        while isinstance(found := rules.resolve(waiting.request, thrown, waiting.house), Needs):
            follows = found.name.rpartition(".")[2] not in AT_ONCE
            if follows and threw and found.name not in unused:
                break
            faces = unused.pop(found.name) if found.name in unused else found.throw(self.dice)
            thrown, threw = with_dice(thrown, found, faces), True
        if isinstance(found, Needs):  # dice typed for the other side have been used already
            self.pending = structs.replace(waiting, thrown={**thrown, **unused}, needs=found, by_hand=by_hand)
            self.changed.emit()
            return None
        before, self.pending = self.pending, None
        if self._finish(structs.replace(waiting, thrown=thrown, by_hand=by_hand), found):
            return found
        self.pending = before
        self.changed.emit()
        return None

    def finish(self) -> None:
        """Roll all dice that a roll still waits for, so that another can begin; drop it if refused."""
        while (before := self.pending) is not None:
            self.roll()
            if self.pending is before:
                self.drop()

    def waiting(self, draft: Draft | None = None) -> Pending | None:
        """Return the roll that a draft, by default the current one, would begin; None if there is nothing to roll."""
        draft = self.drafting.draft if draft is None else draft
        house = draft.house(self._document.house)
        request, rules = self.drafting.rules.ask(draft), self.drafting.rules
        needs = None if request is None else rules.resolve(request, {}, house)
        if request is None or not isinstance(needs, Needs):
            return None
        note = "" if (group := self.several) is None else group.note
        return Pending(draft, request, house, {}, needs, by_hand=False, note=note)

    def drop(self) -> None:
        """Discard a roll that waits for more dice."""
        if self.pending is not None:
            self.pending = None
            self.changed.emit()

    def _finish(self, done: Pending, result: "Result") -> bool:
        """Log a roll and pay its points, as one step; return whether that was done."""
        from gm_desk.core.drafts.verdict import verdict_of
        from gm_desk.model.log.entries import Roll

        draft = done.draft
        roll = Roll(draft, done.request, done.house, done.thrown, done.by_hand, note=done.note)
        now = self.drafting.draft
        after = draft.after_roll() if now == draft else now
        after = now if after == now else after  # undo steps keep it
        record = self.drafting.record.after(draft, success=not verdict_of(result).failed)
        if not self.write([roll], "", Situation(after, record)):
            return False
        self.spent.emit(now if now != after else None)
        return True

    def _forget(self) -> None:
        """Discard the waiting roll, and the modifiers used up by the last roll of another roster."""
        self.pending = None
        self.spent.emit(None)
        self.changed.emit()

    def write(self, rolls: "list[Roll]", text: str, after: Situation) -> "list[Entry]":
        """Log simultaneous rolls, each as secret or public; secrecy then returns to the default."""
        entries = self.recent.write([*map(self.secrecy.with_secrecy, rolls)], text, after)
        if entries:
            self.secrecy.reset()
        return entries

    def _next_drafts(self) -> list[Draft]:
        """Return the drafts of the next roll."""
        if self.pending is not None:
            return [self.pending.draft]
        group = self.several
        return group.able if group is not None and group.each else [self.drafting.draft]


def _with_stand_in(draft: Draft) -> Draft:
    """Return a draft whose missing opponent, or the opponent's missing ability, is filled in by the first side's."""
    return structs.replace(draft, opponent=Side(ability=draft.ability)) if draft.lacks else draft
