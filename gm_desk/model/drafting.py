"""The test being drafted: what it asks for, and what its odds are."""

from PySide6.QtCore import QObject, Signal

from gm_desk.core import draft as drafts
from gm_desk.core.draft import AbilityKind, Chip, Draft, Origin
from gm_desk.core.errors import BadModifierError
from gm_desk.core.rules.modifiers import CAP, STEP, Net, held, idle
from gm_desk.core.rules.outcomes import Odds
from gm_desk.core.rules.requests import MOST_MODIFIERS
from gm_desk.core.systems import RULES
from gm_desk.core.text.chip_line import parse_chip_line
from gm_desk.model.document import RosterDocument

MOST_FREE = MOST_MODIFIERS - 1
"""The difficulty is a modifier too."""


class Drafting(QObject):
    """Hold the draft, and keep its ability as the roster has it."""

    draft_changed = Signal()

    def __init__(self, document: RosterDocument, parent: QObject | None = None) -> None:
        """Draft for the characters of a document."""
        super().__init__(parent)
        self._document = document
        self.draft = Draft()
        self._typed: Chip | None = None
        document.character_changed.connect(self._refresh)
        document.structure_changed.connect(self._refresh)

    @property
    def net(self) -> Net:
        """Give what the modifiers come to, also while nothing is chosen to roll."""
        total = sum(modifier.value for modifier in self._whole().modifiers)
        return Net(total, held(total, self._document.house.cap))

    @property
    def odds(self) -> Odds | None:
        """Give the odds of the test, or nothing while there is none."""
        request = self._whole().request()
        return None if request is None else RULES[self._document.system.id].odds(request, self._document.house)

    def idle_chips(self) -> set[str]:
        """Name the chips that the cap makes pointless."""
        standing = [chip for chip in self.draft.chips if not chip.struck]
        flags = idle([chip.value for chip in standing], self._document.house.cap)
        return {chip.id for chip, pointless in zip(standing, flags, strict=True) if pointless}

    def take(self, draft: Draft) -> None:
        """Take another draft."""
        if draft != self.draft:
            self.draft = draft
            self.draft_changed.emit()

    def renew(self, draft: Draft) -> None:
        """Take another draft, with its ability as the roster has it now."""
        self.take(drafts.renewed(draft, self._document.character(draft.character), self._document.system))

    def choose(self, character_id: str, kind: AbilityKind, key: str) -> None:
        """Prepare a skill, check or untrained skill of a character, or nothing where they have no such number.

        The modifiers that stand stay.
        """
        character = self._document.character(character_id)
        if character is not None:
            ability = drafts.ability_of(character, self._document.system, kind, key)
            self.take(drafts.chosen(self.draft, character, ability))

    def select(self, character_id: str) -> None:
        """Prepare the same test for another character, else the first thing this one can roll."""
        character = self._document.character(character_id)
        self.take(drafts.for_character(self.draft, character, self._document.system))

    def set_difficulty(self, value: int) -> None:
        """Set the difficulty."""
        self.take(self.draft.with_difficulty(value, self._document.system.difficulty_name(value)))

    def add_modifier(self, line: str) -> None:
        """Add a free modifier from a line like "Smoke −30"; raises BadModifierError."""
        chip = self.read_modifier(line)
        self._typed = None
        self.take(self.draft.with_chip(chip))

    def try_modifier(self, line: str) -> None:
        """Let a modifier count while its line is still being typed; an empty line ends that."""
        typed = self.read_modifier(line) if line.strip() else None
        if typed is not self._typed:
            self._typed = typed
            self.draft_changed.emit()

    def read_modifier(self, line: str) -> Chip:
        """Read a line like "Smoke −30" as a chip; raises BadModifierError."""
        label, value = parse_chip_line(line)
        if sum(chip.origin is Origin.FREE for chip in self.draft.chips) >= MOST_FREE:
            raise BadModifierError("modifier", f"{MOST_FREE} modifiers are the most a test can have")
        return Chip(self._document.new_id(), value, label)

    def eyeball(self, net: int | None) -> None:
        """Set one net, in whole tens within the cap, instead of the chips; None lets the chips count again."""
        self.take(self.draft.eyeball(None if net is None else held(net // STEP, self.cap // STEP) * STEP))

    def nudge(self, steps: int) -> None:
        """Move the net by tens."""
        self.eyeball(self.net.net + steps * STEP)

    @property
    def cap(self) -> int:
        """Give the bound of the scale: the house's cap, or the book's where the house has none."""
        return CAP if self._document.house.cap is None else self._document.house.cap

    def _whole(self) -> Draft:
        """Give the draft with the modifier that is still being typed."""
        return self.draft if self._typed is None else self.draft.with_chip(self._typed)

    def _refresh(self, changed: str = "") -> None:
        """Follow a change to a character, or to any."""
        if self.draft.character and changed in {"", self.draft.character}:
            self.renew(self.draft)
