"""The test being drafted: which of its sides is in hand, and what is done to it."""

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core import choosing, opposing, paying, suggestions
from gm_desk.core.draft import AbilityKind, Chip, Draft, Mode, Origin, Side
from gm_desk.core.errors import BadModifierError
from gm_desk.core.opposing import Defence
from gm_desk.core.reading import Reading, read
from gm_desk.core.rules.modifiers import CAP, LARGEST, held
from gm_desk.core.rules.outcomes import Hand
from gm_desk.core.rules.requests import MOST_MODIFIERS
from gm_desk.core.scene import Scene
from gm_desk.core.systems import RULES
from gm_desk.core.systems.face import Rules
from gm_desk.core.text.chip_line import parse_chip_line
from gm_desk.model.document import RosterDocument

MOST_FREE = MOST_MODIFIERS - 10
"""The others are for the difficulty, for what a character suffers, and for what the test suggests."""


class Drafting(QObject):
    """Hold the draft, and keep both sides as the roster has them; changes go to the side in hand.

    `point_lost` names the points that were to be spent and no longer can be.
    """

    draft_changed = Signal()
    point_lost = Signal(str)

    def __init__(self, document: RosterDocument, parent: QObject | None = None) -> None:
        """Draft for the characters of a document."""
        super().__init__(parent)
        self._document = document
        self.draft = Draft()
        self.hand: Hand = "a"
        self.scene = Scene()
        self._typed: Chip | None = None
        self._reading: Reading | None = None
        self._house = document.house
        document.opened.connect(self._forget)
        document.roster_changed.connect(self._follow_house)
        document.character_changed.connect(self._refresh)
        document.structure_changed.connect(self._refresh)

    @property
    def side(self) -> Side:
        """Give the side in hand."""
        return self.draft.side(self.hand)

    @property
    def reading(self) -> Reading:
        """Say what the draft comes to, with the modifier that is still being typed."""
        if self._reading is None:
            draft = self.draft
            if self._typed is not None:
                draft = draft.with_side(self.hand, self.side.with_chip(self._typed))
            self._reading = read(draft, self.hand, self._document.system, self._document.house)
        return self._reading

    @property
    def suggested(self) -> list[Chip]:
        """List the chips that the side in hand could take."""
        failures = self.scene.failures_of(self.draft) if self.hand == "a" else 0
        character = self._document.character(self.side.character)
        return suggestions.suggested(self.side, character, failures, self._document.system)

    @property
    def cap(self) -> int:
        """Give the bound of an eyeballed net: the house's cap, or the book's; where neither has one, the largest."""
        if self._document.system.reach is not None:
            return LARGEST
        return CAP if self._document.house.cap is None else self._document.house.cap

    def take(self, draft: Draft, scene: Scene | None = None) -> None:
        """Take another draft, and another memory of the scene."""
        scene = self.scene if scene is None else scene
        asked, draft = draft, paying.payable(draft, self._document.roster, self._document.system)
        if (draft, scene) != (self.draft, self.scene):
            self.draft, self.scene = draft, scene
            if self.hand == "b" and not draft.opposed:
                self.hand, self._typed = "a", None
            self._tell()
        for before, after in ((asked.point, draft.point), (asked.side("b").point, draft.side("b").point)):
            if before is not None and after is None:
                self.point_lost.emit(before.points)

    def put(self, side: Side) -> None:
        """Put another value in the place of the side in hand."""
        self.take(self.draft.with_side(self.hand, side))

    def turn_to(self, hand: Hand) -> None:
        """Take the other side in hand, where there is one."""
        if hand != self.hand and (hand == "a" or self.draft.opposed):
            self.hand = hand
            self._typed = None
            self._tell()

    def renew(self, draft: Draft, scene: Scene | None = None) -> None:
        """Take another draft, with its sides as the roster has them now."""
        self.take(choosing.renewed_draft(draft, self._document.character, self._document.system, self.rules), scene)

    def choose(self, character_id: str, kind: AbilityKind, key: str) -> None:
        """Prepare a skill, check or untrained skill of a character, or nothing where they have no such number.

        The modifiers that stand stay; an opponent answers with what is usual.
        """
        character, system = self._document.character(character_id), self._document.system
        if character is None:
            return
        ability = choosing.ability_of(character, system, kind, key)
        side = choosing.chosen(self.side, character, ability, system, self.rules)
        if self.hand == "a":
            self.take(self._followed(self.draft.with_side("a", side)))
        else:
            halved = opposing.halving(self.draft.ability, ability, system)
            again = side.ability and self.side.character == side.character and side.what == self.side.what
            self.put(side if again else structs.replace(side, halved=halved))

    def select(self, character_id: str) -> None:
        """Prepare the same test for another character, else the first thing this one can roll.

        With the other side in hand, that character opposes the test.
        """
        if self.hand == "b":
            self.oppose(character_id)
        else:
            character = self._document.character(character_id)
            draft = choosing.for_character(self.draft, character, self._document.system, self.rules)
            self.take(self._followed(draft))

    def oppose(self, character_id: str, defence: Defence | None = None) -> None:
        """Set a character against the test, with the defence given or what is usual."""
        other = self._document.character(character_id)
        if other is not None:
            self.take(opposing.opposed(self.draft, other, self._document.system, self.rules, defence))

    def set_mode(self, mode: Mode) -> None:
        """Roll alone, or against somebody: whoever opposed last does so again, with what is now usual.

        No point can be spent on a simple test.
        """
        draft = structs.replace(self.draft, mode=mode)
        if mode is Mode.SIMPLE:
            draft = structs.replace(draft, point=None)
        if mode.two_sided and not self.draft.opposed:
            other = self._document.character(draft.side("b").character)
            draft = opposing.followed(draft, other, self._document.system, self.rules)
            if mode is not Mode.OPPOSED:
                draft = structs.replace(draft, mode=mode)
        self.take(draft)

    def set_difficulty(self, value: int) -> None:
        """Set the difficulty; one to reach belongs to the test, whichever side is in hand."""
        system = self._document.system
        name = system.difficulty_name(value)
        if system.reach is None:
            self.put(self.side.with_difficulty(value, name))
        else:
            self.take(self.draft.with_difficulty(value, name, system.reach))

    def add_modifier(self, line: str) -> None:
        """Add a free modifier from a line like "Smoke −30"; raises BadModifierError."""
        chip = self.read_modifier(line)
        self._typed = None
        self.put(self.side.with_chip(chip))

    def try_modifier(self, line: str) -> None:
        """Let a modifier count while its line is still being typed; an empty line ends that."""
        typed = self.read_modifier(line) if line.strip() else None
        if typed is not self._typed:
            self._typed = typed
            self._tell()

    def read_modifier(self, line: str) -> Chip:
        """Read a line like "Smoke −30" as a chip; raises BadModifierError."""
        label, value = parse_chip_line(line, self._document.system.step)
        if sum(chip.origin is Origin.FREE for chip in self.side.chips) >= MOST_FREE:
            raise BadModifierError("modifier", f"{MOST_FREE} modifiers are the most a test can have")
        return Chip(self._document.new_id(), value, label)

    def eyeball(self, net: int | None) -> None:
        """Set one net, in whole steps within the cap, instead of the chips; None lets the chips count again."""
        step = self._document.system.step
        self.put(self.side.eyeball(None if net is None else held(net // step, self.cap // step) * step))

    def nudge(self, steps: int) -> None:
        """Move the net by steps."""
        self.eyeball(self.reading.net.net + steps * self._document.system.step)

    def remove(self, chip: Chip) -> None:
        """Take a chip away, a pinned one from both sides; what the character suffers is struck out instead."""
        if chip.origin is Origin.CONDITION:
            self.put(self.side.with_chip(structs.replace(chip, struck=True)))
        elif chip.pinned:
            draft = self.draft.without_chip(chip.id)
            opponent = draft.opponent and draft.opponent.without_chip(chip.id)
            self.take(structs.replace(draft, opponent=opponent))
        else:
            self.put(self.side.without_chip(chip.id))

    def help_by(self, helper_id: str = "") -> None:
        """Let a character help, or somebody without a name; whoever helps already no longer does."""
        chip = self.side.chip("teamwork")
        helper = self._document.character(helper_id)
        after = suggestions.helped(chip, helper, self._document.roster.characters)
        self.put(self.side.without_chip("teamwork") if after is None else self.side.with_chip(after))

    def stand_in(self, skill_id: str, value: int) -> None:
        """Roll a related skill instead of the one needed, at what that costs."""
        needed = self.side.ability
        if needed is not None:
            self.choose(self.side.character, AbilityKind.SKILL, skill_id)
            self.put(self.side.with_chip(suggestions.related_chip(value, needed.label)))

    def pin(self, chip: Chip) -> None:
        """Pin a chip for both sides and for the whole scene, or let it go."""
        self.take(self.draft.pinning(chip, hand=self.hand))

    def new_scene(self) -> None:
        """Let go of what was pinned, and of every failure."""
        self.take(self.draft.in_new_scene(), Scene())

    @property
    def rules(self) -> Rules:
        """Give the rules of the roster's system."""
        return RULES[self._document.system.id]

    def _forget(self) -> None:
        """Let go of what was drafted for another roster, whose system may have been another."""
        self.draft, self.scene, self.hand, self._typed = Draft(), Scene(), "a", None
        self._house = self._document.house
        self._tell()

    def _follow_house(self) -> None:
        """Read the draft anew where the house rules have changed."""
        if self._document.house != self._house:
            self._house = self._document.house
            self._tell()

    def _refresh(self, changed: str = "") -> None:
        """Follow a change to a character, or to any."""
        if changed in {"", self.draft.character, self.draft.side("b").character}:
            before = self.draft
            self.renew(before)
            if changed and self.draft is before:  # what it suggests may be another
                self._tell()

    def _followed(self, draft: Draft) -> Draft:
        """Let an opponent answer where something else is rolled than before."""
        old, new = self.draft.ability, draft.ability
        if new is None or (old is not None and old.label.casefold() == new.label.casefold()):
            return draft
        other = self._document.character(draft.side("b").character)
        return opposing.followed(draft, other, self._document.system, self.rules)

    def _tell(self) -> None:
        self._reading = None
        self.draft_changed.emit()
