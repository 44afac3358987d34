"""Edits a draft: the current test or a past roll."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol
from weakref import WeakMethod, ref

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters.roster import Character, NewId, Roster
from gm_desk.core.drafts import chips
from gm_desk.core.drafts.abilities import attack_of
from gm_desk.core.drafts.draft import AbilityKind, Chip, Draft, Origin, Side
from gm_desk.core.drafts.evaluation import Evaluation, evaluate
from gm_desk.core.drafts.scene_record import SceneRecord
from gm_desk.core.errors import BadModifierError
from gm_desk.core.rules.house import CAP, House
from gm_desk.core.rules.modifiers import LARGEST, capped
from gm_desk.core.rules.outcomes import Hand
from gm_desk.core.rules.requests import MOST_MODIFIERS
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES

if TYPE_CHECKING:
    from gm_desk.core.systems.protocol import Rules

MOST_FREE = MOST_MODIFIERS - 10
"""Maximum number of free modifiers; the rest are for the difficulty, for conditions, and for suggestions."""


class DraftContext(Protocol):
    """The roster, system and house rules with which a draft is evaluated; a `RosterDocument` is one."""

    @property
    def roster(self) -> Roster:
        """The roster."""

    @property
    def system(self) -> System:
        """The system."""

    @property
    def house(self) -> House:
        """The house rules."""

    @property
    def new_id(self) -> NewId:
        """The function that returns ids for new chips."""

    def character(self, character_id: str) -> Character | None:
        """Return the character with an id, or None."""


class DraftEditor(QObject):
    """A draft and the side of it that is being edited; subclasses define what a change does.

    `draft_settled` follows `draft_changed`, or several changes made as one, once everything that observes the draft
    shows it, and `changing` is whether it does not yet. `point_lost` carries the name of points that were to be spent
    and no longer can be; `system_changed` and `roster_changed` concern the context.
    """

    draft_changed = Signal()
    draft_settled = Signal()
    point_lost = Signal(str)
    system_changed = Signal()
    roster_changed = Signal()

    def __init__(self, context: DraftContext, parent: QObject | None = None) -> None:
        """Begin with an empty draft."""
        super().__init__(parent)
        self.context = context
        self.draft = Draft()
        self.hand: Hand = "a"
        self.record = SceneRecord()
        self._left_behind: WeakMethod[Callable[[Side], list[Chip]]] | None = None
        self._typed: Chip | None = None
        self._reading: Evaluation | None = None
        self._held = 0
        self._changed = self.changing = False
        self.modifiers = Modifiers(self)

    def follow(self, left_behind: Callable[[Side], list[Chip]]) -> None:
        """Get the chips left by earlier rolls from a method, held weakly, since its object holds this one."""
        self._left_behind = WeakMethod(left_behind)

    def left_behind(self, side: Side) -> list[Chip]:
        """Return the chips that earlier rolls have left for the test of a side."""
        ask = self._left_behind() if self._left_behind is not None else None
        return ask(side) if ask is not None else []

    @property
    def side(self) -> Side:
        """The side being edited."""
        return self.draft.side(self.hand)

    @property
    def reading(self) -> Evaluation:
        """The evaluation of the draft, including a modifier that is still being typed."""
        if self._reading is None:
            draft = self.draft
            if self._typed is not None:
                draft = draft.with_side(self.hand, self.side.with_chip(self._typed))
            self._reading = evaluate(draft, self.hand, self.context.system, self.context.house)
        return self._reading

    @property
    def rules(self) -> "Rules":
        """The rules of the system."""
        return RULES[self.context.system.id]

    def take(self, draft: Draft) -> None:
        """Replace the draft."""
        raise NotImplementedError

    def choose(self, character_id: str, kind: AbilityKind, key: str, *, instead: bool = False) -> None:
        """Set the skill, check or untrained skill to roll; with `instead`, in place of the one needed."""
        raise NotImplementedError

    def put(self, side: Side) -> None:
        """Replace the side being edited."""
        self.take(self.draft.with_side(self.hand, side))

    def try_chip(self, chip: Chip | None) -> None:
        """Apply a chip while it is still being typed; None ends that."""
        if chip is not self._typed:
            self._typed = chip
            self._emit_change()

    def turn_to(self, hand: Hand) -> None:
        """Edit the other side, if there is one."""
        if hand != self.hand and (hand == "a" or self.draft.opposed):
            self.hand = hand
            self._typed = None
            self._emit_change()

    @property
    def held(self) -> bool:
        """Whether several changes are being made as one."""
        return bool(self._held)

    @contextmanager
    def as_one_change(self) -> Iterator[None]:
        """Emit `draft_changed` once for several changes, when the last of them is made."""
        self._held += 1
        outer, self.changing = self.changing, True
        try:
            yield
        finally:
            self._held -= 1
            self.changing = outer
            if self._changed and not self._held:
                self._emit_change()
            elif not outer:
                self.draft_settled.emit()

    def _emit_change(self) -> None:
        self._reading = None
        self._changed = bool(self._held)
        if self._held:
            return
        outer, self.changing = self.changing, True
        try:
            self.draft_changed.emit()
        finally:
            self.changing = outer
        if not outer:
            self.draft_settled.emit()


class Modifiers:
    """The modifiers of the side of a draft that is being edited."""

    def __init__(self, editor: DraftEditor) -> None:
        """Edit the draft of an editor, to which only a weak reference is kept, since it owns this object."""
        self._owner = ref(editor)

    @property
    def _editor(self) -> DraftEditor:
        editor = self._owner()
        if editor is None:
            raise ReferenceError("the editor of these modifiers has gone")
        return editor

    @property
    def cap(self) -> int:
        """The limit of a net set by hand: the house rules' cap, else the book's, else the largest number."""
        if self._editor.context.system.reach is not None:
            return LARGEST
        return CAP if self._editor.context.house.cap is None else self._editor.context.house.cap

    @property
    def suggested(self) -> list[Chip]:
        """The chips suggested for the side being edited."""
        failures = self._editor.record.failures_of(self._editor.draft) if self._editor.hand == "a" else 0
        character = self._editor.context.character(self._side.character)
        found = chips.suggested(self._side, character, failures, self._editor.context.system)
        return found + [one for one in self._editor.left_behind(self._side) if self._side.chip(one.id) is None]

    def set_difficulty(self, value: int) -> None:
        """Set the difficulty; if it is a number to reach, it belongs to the test and not to a side."""
        system = self._editor.context.system
        name = system.difficulty_name(value)
        if system.reach is None:
            self._put(self._side.with_difficulty(value, name))
        else:
            self._editor.take(self._editor.draft.with_difficulty(value, name, system.reach))

    def add(self, line: str) -> None:
        """Add a free modifier from a line like "Smoke −30"; raise BadModifierError."""
        chip = self.read(line)
        self._editor.try_chip(None)
        self._put(self._side.with_chip(chip))

    def try_line(self, line: str) -> None:
        """Apply a modifier while its line is still being typed; an empty line ends that."""
        self._editor.try_chip(self.read(line) if line.strip() else None)

    def read(self, line: str) -> Chip:
        """Return a line like "Smoke −30" as a chip; raise BadModifierError."""
        from gm_desk.core.notation.points import read_chip

        label, value = read_chip(line, self._editor.context.system.step)
        if sum(chip.origin is Origin.FREE for chip in self._side.chips) >= MOST_FREE:
            raise BadModifierError("modifier", f"a test can have at most {MOST_FREE} modifiers")
        return Chip(self._editor.context.new_id(), value, label)

    def eyeball(self, net: int | None) -> None:
        """Replace the chips with one net, in whole steps and within the cap; None restores the chips."""
        step = self._editor.context.system.step
        self._put(self._side.eyeball(None if net is None else capped(net // step, self.cap // step) * step))

    def nudge(self, steps: int) -> None:
        """Change the net by a number of steps."""
        self.eyeball(self._editor.reading.net.net + steps * self._editor.context.system.step)

    def remove(self, chip: Chip) -> None:
        """Remove a chip, a pinned one from both sides.

        A condition is struck out instead, and an attack's choice is reset to the usual option.
        """
        if chip.origin is Origin.CONDITION:
            self._put(self._side.with_chip(structs.replace(chip, struck=True)))
        elif chip.origin is Origin.CHOICE:
            self._put(_without_choice(self._side, chip, self._editor.context))
        elif chip.pinned:
            draft = self._editor.draft.without_chip(chip.id)
            opponent = draft.opponent and draft.opponent.without_chip(chip.id)
            self._editor.take(structs.replace(draft, opponent=opponent))
        else:
            self._put(self._side.without_chip(chip.id))

    def help_by(self, helper_id: str = "") -> None:
        """Add the help of a character, "" for an unnamed one; a character who already helps stops helping."""
        chip = self._side.chip("teamwork")
        helper = self._editor.context.character(helper_id)
        after = chips.helped(chip, helper, self._editor.context.roster.characters)
        self._put(self._side.without_chip("teamwork") if after is None else self._side.with_chip(after))

    def stand_in(self, skill_id: str, value: int) -> None:
        """Use a related skill instead of the one needed, at a modifier of `value`."""
        needed = self._side.ability
        if needed is not None:
            self._editor.choose(self._side.character, AbilityKind.SKILL, skill_id, instead=True)
            self._put(self._side.with_chip(chips.related_chip(value, needed.label)))

    def pin(self, chip: Chip) -> None:
        """Pin a chip for both sides and the whole scene, or unpin it."""
        self._editor.take(self._editor.draft.pinning(chip, hand=self._editor.hand))

    @property
    def _side(self) -> Side:
        return self._editor.side

    def _put(self, side: Side) -> None:
        self._editor.put(side)


def _without_choice(side: Side, chip: Chip, context: DraftContext) -> Side:
    """Return a side with the usual option of an attack's choice; without the chip if the attack is gone."""
    from gm_desk.core.combat.attack_choices import without_choice

    attack = attack_of(side, context.character(side.character))
    return without_choice(side, attack, chip, context.system) if attack else side.without_chip(chip.id)
