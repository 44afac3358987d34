"""The test being drafted: who rolls what against whom, and which side is in hand."""

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core import choosing, opposing, paying
from gm_desk.core.draft import AbilityKind, Chip, Draft, Mode, Side
from gm_desk.core.opposing import Defence
from gm_desk.core.reading import Reading, read
from gm_desk.core.rules.outcomes import Hand
from gm_desk.core.scene import Scene
from gm_desk.core.systems import RULES
from gm_desk.core.systems.face import Rules
from gm_desk.model.document import RosterDocument
from gm_desk.model.modifiers import Modifiers


class Drafting(QObject):
    """Hold the draft, and keep both sides as the roster has them; changes go to the side in hand.

    `point_lost` names the points that were to be spent and no longer can be, `scene_begun` tells of a new scene.
    """

    draft_changed = Signal()
    scene_begun = Signal()
    point_lost = Signal(str)

    def __init__(self, document: RosterDocument, parent: QObject | None = None) -> None:
        """Draft for the characters of a document."""
        super().__init__(parent)
        self._document = document
        self.draft = Draft()
        self.hand: Hand = "a"
        self.scene = Scene()
        self.modifiers = Modifiers(document, self)
        self._given_back: tuple[object, ...] = ()
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

    def renew(self, draft: Draft, scene: Scene | None = None) -> None:
        """Take another draft, with its sides as the roster has them now."""
        self.take(choosing.renewed_draft(draft, self._document.character, self._document.system, self.rules), scene)

    def give_back(self, draft: Draft, scene: Scene, *, instead_of: Draft) -> None:
        """Bring a draft back with an undone roll, unless another one has been composed in the meantime."""
        known = {instead_of.whole_composition, self._given_back}
        if self.draft.whole_composition in known:
            self.renew(draft, scene)
            self._given_back = self.draft.whole_composition
        else:
            self.take(self.draft, scene)

    def choose(self, character_id: str, kind: AbilityKind, key: str) -> None:
        """Prepare a skill, check or untrained skill of a character, or nothing where they have no such number.

        The modifiers that stand stay; an opponent answers with what is usual.
        """
        character, system = self._document.character(character_id), self._document.system
        if character is None:
            return
        ability = choosing.ability_of(character, system, kind, key)
        side = choosing.chosen(self.side, character, ability, system, self.rules)
        side = structs.replace(side, attack="")
        if self.hand == "a":
            self.take(self._followed(self.draft.with_side("a", side)))
        else:
            halved = opposing.halving(self.draft.ability, ability, system)
            again = side.ability and self.side.character == side.character and side.what == self.side.what
            self.put(side if again else structs.replace(side, halved=halved))

    def select(self, character_id: str) -> None:
        """Prepare the same test for another character, else the first thing this one can roll.

        With the other side in hand, that character opposes the test. Who opposes it already changes sides.
        """
        roller = self._document.character(self.draft.character)
        if self.hand == "b" and roller is not None:
            self.oppose(character_id)
            return
        self.hand = "a"
        character = self._document.character(character_id)
        draft = choosing.for_character(self.draft, character, self._document.system, self.rules)
        if draft.opposed and character_id and character_id == draft.side("b").character:
            draft = structs.replace(draft, opponent=None)
            if roller is not None and roller.id != character_id:
                draft = opposing.opposed(draft, roller, self._document.system, self.rules)
        self.take(self._followed(draft))

    def oppose(self, character_id: str, defence: Defence | None = None) -> None:
        """Set a character against the test, with the defence given or what is usual; nobody opposes themselves."""
        other = self._document.character(character_id)
        if character_id and character_id == self.draft.character:
            self.turn_to("a")
        elif other is not None:
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

    def new_scene(self) -> None:
        """Let go of what was pinned, and of every failure."""
        self.take(self.draft.in_new_scene(), Scene())
        self.scene_begun.emit()

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
