"""What is done to the modifiers of the side in hand: difficulty, chips, helpers, one eyeballed net."""

from typing import TYPE_CHECKING

from msgspec import structs

from gm_desk.core import suggestions
from gm_desk.core.draft import AbilityKind, Chip, Origin, Side
from gm_desk.core.errors import BadModifierError
from gm_desk.core.rules.modifiers import CAP, LARGEST, held
from gm_desk.core.rules.requests import MOST_MODIFIERS
from gm_desk.core.text.chip_line import parse_chip_line
from gm_desk.model.document import RosterDocument

if TYPE_CHECKING:
    from gm_desk.model.drafting import Drafting

MOST_FREE = MOST_MODIFIERS - 10
"""The others are for the difficulty, for what a character suffers, and for what the test suggests."""


class Modifiers:
    """Change the modifiers of a draft, always of the side that is in hand."""

    def __init__(self, document: RosterDocument, drafting: "Drafting") -> None:
        """Work on a draft."""
        self._document = document
        self._drafting = drafting

    @property
    def cap(self) -> int:
        """Give the bound of an eyeballed net: the house's cap, or the book's; where neither has one, the largest."""
        if self._document.system.reach is not None:
            return LARGEST
        return CAP if self._document.house.cap is None else self._document.house.cap

    @property
    def suggested(self) -> list[Chip]:
        """List the chips that the side in hand could take."""
        failures = self._drafting.scene.failures_of(self._drafting.draft) if self._drafting.hand == "a" else 0
        character = self._document.character(self._side.character)
        return suggestions.suggested(self._side, character, failures, self._document.system)

    def set_difficulty(self, value: int) -> None:
        """Set the difficulty; one to reach belongs to the test, whichever side is in hand."""
        system = self._document.system
        name = system.difficulty_name(value)
        if system.reach is None:
            self._put(self._side.with_difficulty(value, name))
        else:
            self._drafting.take(self._drafting.draft.with_difficulty(value, name, system.reach))

    def add(self, line: str) -> None:
        """Add a free modifier from a line like "Smoke −30"; raises BadModifierError."""
        chip = self.read(line)
        self._drafting.try_chip(None)
        self._put(self._side.with_chip(chip))

    def try_line(self, line: str) -> None:
        """Let a modifier count while its line is still being typed; an empty line ends that."""
        self._drafting.try_chip(self.read(line) if line.strip() else None)

    def read(self, line: str) -> Chip:
        """Read a line like "Smoke −30" as a chip; raises BadModifierError."""
        label, value = parse_chip_line(line, self._document.system.step)
        if sum(chip.origin is Origin.FREE for chip in self._side.chips) >= MOST_FREE:
            raise BadModifierError("modifier", f"{MOST_FREE} modifiers are the most a test can have")
        return Chip(self._document.new_id(), value, label)

    def eyeball(self, net: int | None) -> None:
        """Set one net, in whole steps within the cap, instead of the chips; None lets the chips count again."""
        step = self._document.system.step
        self._put(self._side.eyeball(None if net is None else held(net // step, self.cap // step) * step))

    def nudge(self, steps: int) -> None:
        """Move the net by steps."""
        self.eyeball(self._drafting.reading.net.net + steps * self._document.system.step)

    def remove(self, chip: Chip) -> None:
        """Take a chip away, a pinned one from both sides; what the character suffers is struck out instead."""
        if chip.origin is Origin.CONDITION:
            self._put(self._side.with_chip(structs.replace(chip, struck=True)))
        elif chip.pinned:
            draft = self._drafting.draft.without_chip(chip.id)
            opponent = draft.opponent and draft.opponent.without_chip(chip.id)
            self._drafting.take(structs.replace(draft, opponent=opponent))
        else:
            self._put(self._side.without_chip(chip.id))

    def help_by(self, helper_id: str = "") -> None:
        """Let a character help, or somebody without a name; whoever helps already no longer does."""
        chip = self._side.chip("teamwork")
        helper = self._document.character(helper_id)
        after = suggestions.helped(chip, helper, self._document.roster.characters)
        self._put(self._side.without_chip("teamwork") if after is None else self._side.with_chip(after))

    def stand_in(self, skill_id: str, value: int) -> None:
        """Roll a related skill instead of the one needed, at what that costs."""
        needed = self._side.ability
        if needed is not None:
            self._drafting.choose(self._side.character, AbilityKind.SKILL, skill_id, instead=True)
            self._put(self._side.with_chip(suggestions.related_chip(value, needed.label)))

    def pin(self, chip: Chip) -> None:
        """Pin a chip for both sides and for the whole scene, or let it go."""
        self._drafting.take(self._drafting.draft.pinning(chip, hand=self._drafting.hand))

    @property
    def _side(self) -> Side:
        return self._drafting.side

    def _put(self, side: Side) -> None:
        self._drafting.put(side)
