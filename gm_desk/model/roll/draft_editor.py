"""A draft that is edited, be it the test being composed or that of a past roll: all that its panes read and call."""

from typing import Protocol

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters.roster import Character, NewId, Roster
from gm_desk.core.drafts import chips
from gm_desk.core.drafts.draft import AbilityKind, Chip, Draft, Origin, Side
from gm_desk.core.drafts.evaluation import Evaluation, read
from gm_desk.core.drafts.retries import Scene
from gm_desk.core.errors import BadModifierError
from gm_desk.core.notation.points import read_chip
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import CAP, LARGEST, held
from gm_desk.core.rules.outcomes import Hand
from gm_desk.core.rules.requests import MOST_MODIFIERS
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.protocol import Rules
from gm_desk.core.systems.registry import RULES

MOST_FREE = MOST_MODIFIERS - 10
"""The others are for the difficulty, for what a character suffers, and for what the test suggests."""


class DraftContext(Protocol):
    """The roster, the system and the house rules that a draft is read with; a `RosterDocument` is one."""

    @property
    def roster(self) -> Roster:
        """Return the roster."""

    @property
    def system(self) -> System:
        """Return the system."""

    @property
    def house(self) -> House:
        """Return the house rules."""

    @property
    def new_id(self) -> NewId:
        """Return what makes ids for new chips."""

    def character(self, character_id: str) -> Character | None:
        """Return a character by its id."""


class DraftEditor(QObject):
    """A draft and the side of it that is in hand, which is the one that changes; a subclass says what a change does.

    `point_lost` names the points that were to be spent and no longer can be; `system_changed` and `roster_changed`
    are about the context.
    """

    draft_changed = Signal()
    point_lost = Signal(str)
    system_changed = Signal()
    roster_changed = Signal()

    def __init__(self, context: DraftContext, parent: QObject | None = None) -> None:
        """Begin with an empty draft."""
        super().__init__(parent)
        self.context = context
        self.draft = Draft()
        self.hand: Hand = "a"
        self.scene = Scene()
        self.modifiers = Modifiers(self)
        self._typed: Chip | None = None
        self._reading: Evaluation | None = None

    @property
    def side(self) -> Side:
        """Return the side in hand."""
        return self.draft.side(self.hand)

    @property
    def reading(self) -> Evaluation:
        """Return what the draft comes to, with the modifier that is still being typed."""
        if self._reading is None:
            draft = self.draft
            if self._typed is not None:
                draft = draft.with_side(self.hand, self.side.with_chip(self._typed))
            self._reading = read(draft, self.hand, self.context.system, self.context.house)
        return self._reading

    @property
    def rules(self) -> Rules:
        """Return the rules of the system."""
        return RULES[self.context.system.id]

    def take(self, draft: Draft) -> None:
        """Take another draft."""
        raise NotImplementedError

    def choose(self, character_id: str, kind: AbilityKind, key: str, *, instead: bool = False) -> None:
        """Roll a skill, check or untrained skill of a character, maybe `instead` of what is needed."""
        raise NotImplementedError

    def put(self, side: Side) -> None:
        """Put another value in the place of the side in hand."""
        self.take(self.draft.with_side(self.hand, side))

    def try_chip(self, chip: Chip | None) -> None:
        """Let a chip count while it is still being typed, or no longer."""
        if chip is not self._typed:
            self._typed = chip
            self._tell()

    def turn_to(self, hand: Hand) -> None:
        """Take the other side in hand, where there is one."""
        if hand != self.hand and (hand == "a" or self.draft.opposed):
            self.hand = hand
            self._typed = None
            self._tell()

    def _tell(self) -> None:
        self._reading = None
        self.draft_changed.emit()


class Modifiers:
    """Change the modifiers of a draft, always of the side that is in hand."""

    def __init__(self, editor: DraftEditor) -> None:
        """Work on the draft of an editor."""
        self._editor = editor

    @property
    def cap(self) -> int:
        """Give the bound of an eyeballed net: the house's cap, or the book's; where neither has one, the largest."""
        if self._editor.context.system.reach is not None:
            return LARGEST
        return CAP if self._editor.context.house.cap is None else self._editor.context.house.cap

    @property
    def suggested(self) -> list[Chip]:
        """List the chips that the side in hand could take."""
        failures = self._editor.scene.failures_of(self._editor.draft) if self._editor.hand == "a" else 0
        character = self._editor.context.character(self._side.character)
        return chips.suggested(self._side, character, failures, self._editor.context.system)

    def set_difficulty(self, value: int) -> None:
        """Set the difficulty; one to reach belongs to the test, whichever side is in hand."""
        system = self._editor.context.system
        name = system.difficulty_name(value)
        if system.reach is None:
            self._put(self._side.with_difficulty(value, name))
        else:
            self._editor.take(self._editor.draft.with_difficulty(value, name, system.reach))

    def add(self, line: str) -> None:
        """Add a free modifier from a line like "Smoke −30"; raises BadModifierError."""
        chip = self.read(line)
        self._editor.try_chip(None)
        self._put(self._side.with_chip(chip))

    def try_line(self, line: str) -> None:
        """Let a modifier count while its line is still being typed; an empty line ends that."""
        self._editor.try_chip(self.read(line) if line.strip() else None)

    def read(self, line: str) -> Chip:
        """Read a line like "Smoke −30" as a chip; raises BadModifierError."""
        label, value = read_chip(line, self._editor.context.system.step)
        if sum(chip.origin is Origin.FREE for chip in self._side.chips) >= MOST_FREE:
            raise BadModifierError("modifier", f"{MOST_FREE} modifiers are the most a test can have")
        return Chip(self._editor.context.new_id(), value, label)

    def eyeball(self, net: int | None) -> None:
        """Set one net, in whole steps within the cap, instead of the chips; None lets the chips count again."""
        step = self._editor.context.system.step
        self._put(self._side.eyeball(None if net is None else held(net // step, self.cap // step) * step))

    def nudge(self, steps: int) -> None:
        """Move the net by steps."""
        self.eyeball(self._editor.reading.net.net + steps * self._editor.context.system.step)

    def remove(self, chip: Chip) -> None:
        """Take a chip away, a pinned one from both sides; what the character suffers is struck out instead."""
        if chip.origin is Origin.CONDITION:
            self._put(self._side.with_chip(structs.replace(chip, struck=True)))
        elif chip.pinned:
            draft = self._editor.draft.without_chip(chip.id)
            opponent = draft.opponent and draft.opponent.without_chip(chip.id)
            self._editor.take(structs.replace(draft, opponent=opponent))
        else:
            self._put(self._side.without_chip(chip.id))

    def help_by(self, helper_id: str = "") -> None:
        """Let a character help, or somebody without a name; whoever helps already no longer does."""
        chip = self._side.chip("teamwork")
        helper = self._editor.context.character(helper_id)
        after = chips.helped(chip, helper, self._editor.context.roster.characters)
        self._put(self._side.without_chip("teamwork") if after is None else self._side.with_chip(after))

    def stand_in(self, skill_id: str, value: int) -> None:
        """Roll a related skill instead of the one needed, at what that costs."""
        needed = self._side.ability
        if needed is not None:
            self._editor.choose(self._side.character, AbilityKind.SKILL, skill_id, instead=True)
            self._put(self._side.with_chip(chips.related_chip(value, needed.label)))

    def pin(self, chip: Chip) -> None:
        """Pin a chip for both sides and for the whole scene, or let it go."""
        self._editor.take(self._editor.draft.pinning(chip, hand=self._editor.hand))

    @property
    def _side(self) -> Side:
        return self._editor.side

    def _put(self, side: Side) -> None:
        self._editor.put(side)
