"""The test being composed: who rolls what, with which modifiers, against whom, and which side is being edited."""

from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal
from typing_extensions import override

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts import abilities
from gm_desk.core.drafts.chips import may_have_conditions
from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode
from gm_desk.core.drafts.scene_record import SceneRecord
from gm_desk.core.rules.outcomes import HANDS
from gm_desk.model.roll.draft_editor import DraftEditor
from gm_desk.model.roster.document import RosterDocument

if TYPE_CHECKING:
    from gm_desk.core.drafts.opponents import Defence
    from gm_desk.model.roll.opposition import Opposition


class Situation(Struct, frozen=True):
    """The state of the test pane: the draft and the record of the scene."""

    draft: Draft
    record: SceneRecord


class Drafting(DraftEditor):
    """The draft of the next roll, kept up to date with the roster; changes apply to the side being edited.

    `scene_begun` is emitted when a new scene begins.
    """

    scene_begun = Signal()

    def __init__(self, document: RosterDocument, parent: QObject | None = None) -> None:
        """Compose tests for the characters of a document."""
        super().__init__(document, parent)
        self._document = document
        self._restored: tuple[object, ...] = ()
        self._left: tuple[Chip, ...] = ()
        self._house = document.house
        self._scenes_changed = False
        document.opened.connect(self._forget)
        document.opened.connect(self.system_changed)
        document.roster_changed.connect(self._follow_house)
        document.roster_changed.connect(self.roster_changed)
        document.character_changed.connect(self._refresh)
        document.structure_changed.connect(self._refresh)
        document.scenes_changed.connect(self._note_scenes)
        document.roster_changed.connect(self._follow_scenes)

    @cached_property
    def opposition(self) -> "Opposition":
        """The opponents of the test, which are looked for when there is one or an attack."""
        from gm_desk.model.roll.opposition import Opposition

        return Opposition(self._document, self)

    @override
    def take(self, draft: Draft, record: SceneRecord | None = None) -> None:
        """Replace the draft and, if given, the record of the scene; points that cannot be paid are removed.

        Both sides get chips for their current conditions. The choices for an attack and lasting modifiers are stored in
        the record.
        """
        from gm_desk.core.drafts import spending

        draft, record = _with_lasting(self, draft, (self.record if record is None else record).preparing(draft))
        asked, draft = draft, spending.payable(draft, self._document.roster, self._document.system)
        draft = _in_conditions(self, draft)
        if (draft, record) != (self.draft, self.record):
            self.draft, self.record = draft, record
            if self.hand == "b" and not draft.opposed:
                self.hand, self._typed = "a", None
            self._emit_change()
        for before, after in ((asked.point, draft.point), (asked.side("b").point, draft.side("b").point)):
            if before is not None and after is None:
                self.point_lost.emit(before.points)

    def renew(self, draft: Draft, record: SceneRecord | None = None) -> None:
        """Replace the draft, with its sides updated to the current roster."""
        renewed = abilities.renewed_draft
        if draft.attack:
            from gm_desk.core.drafts.attacks import renewed_attack

            renewed = renewed_attack
        self.take(renewed(draft, self._document.character, self._document.system, self.rules), record)

    def give_back(self, draft: Draft, record: SceneRecord, *, instead_of: Draft) -> None:
        """Restore the draft of an undone roll, unless another one has been composed in the meantime.

        The current target is kept, since it was chosen by the GM and not rolled.
        """
        record = record.going_on(self.record)
        known = {instead_of.whole_composition, self._restored}
        if self.draft.whole_composition in known:
            self.renew(draft, record)
            self._restored = self.draft.whole_composition
        else:
            self.take(self.draft, record)

    @override
    def choose(self, character_id: str, kind: AbilityKind, key: str, *, instead: bool = False) -> None:
        """Compose a test of a skill, check or untrained skill; do nothing if the character has no such number.

        The modifiers are kept. A different test begins unopposed, unless it is rolled `instead` of the one needed, or
        opposed tests are pinned. For the other side, this sets its defence.
        """
        character, system = self._document.character(character_id), self._document.system
        if character is None:
            return
        ability = abilities.ability_of(character, system, kind, key)
        side = abilities.chosen(self.side, character, ability, system, self.rules)
        side = side.without_attack()
        if self.hand == "a":
            draft = self.draft.with_side("a", side)
            self.take(draft if instead else _fitting(self, abilities.fresh_test(draft, self.draft)))
        else:
            from gm_desk.core.drafts import opponents

            halved = opponents.halving(self.draft.ability, ability, system)
            again = side.ability and self.side.character == side.character and side.what == self.side.what
            if not abilities.is_same_side(self.side, side):
                side = structs.replace(side, eyeballed=None)
            self.put(side if again else structs.replace(side, halved=halved))
            _remember_answer(self._document, self.draft.ability, side.ability)

    def attack(self, character: Character, attack: Attack) -> None:
        """Compose an attack of a character, against its current opponent or the suggested one."""
        before, self.hand = self.draft, "a"
        fresh = self.opposition.attacking(character, attack)
        if abilities.is_same_side(fresh, before) and before.opposed and before.side("b").character:
            fresh = structs.replace(fresh, opponent=before.opponent)
        self.take(fresh)

    def select(self, character_id: str) -> None:
        """Compose the same test for another character, else that character's first ability.

        An attack remains one, against the opponent suggested for this attacker. Any other test begins unopposed, unless
        opposed tests are pinned: then, if the opponent becomes the roller, the former roller becomes the opponent.
        While the other side is edited, the character becomes the opponent instead.
        """
        before = self.draft
        if self.hand == "b" and self._document.character(before.character) is not None:
            self.oppose(character_id)
            return
        self.hand = "a"
        character = self._document.character(character_id)
        draft = abilities.for_character(before, character, self._document.system, self.rules)
        if character is not None and character_id != before.character and before.mode is Mode.ATTACK:
            self.take(self.opposition.taken_over(character, draft))
        else:
            self.take(_fitting(self, abilities.fresh_test(draft, before)))

    def prepare_usual_attack(self, character_id: str) -> None:
        """Compose the attack that a character used last in this scene, else the first one; nothing without one."""
        from gm_desk.core.drafts.attacks import usual_attack

        character = self._document.character(character_id)
        attack = None if character is None else usual_attack(character, self.record.weapons)
        if character is not None and attack is not None:
            self.attack(character, attack)

    def oppose(self, character_id: str, defence: "Defence | None" = None) -> None:
        """Set the opponent of the test, with the given defence or the usual one; nobody opposes themselves.

        This counts as the GM's own choice of a target and, if one is given, of a defence.
        """
        other = self._document.character(character_id)
        if character_id and character_id == self.draft.character:
            self.turn_to("a")
        elif other is not None:
            from gm_desk.core.drafts import opponents

            draft = opponents.opposed(self.draft, other, self._document.system, self.rules, defence)
            self.take(draft, self.record.aiming(draft))
            if defence is not None:
                _remember_answer(self._document, self.draft.ability, defence.ability)

    def set_mode(self, mode: Mode) -> None:
        """Set the mode of the test; an opposed one restores its last opponent, and an attack gets its target.

        No point can be spent on a simple test.
        """
        draft = structs.replace(self.draft, mode=mode)
        if mode is Mode.SIMPLE:
            draft = structs.replace(draft, point=None)
        if not mode.two_sided:
            draft = structs.replace(draft, keeps_opponent=False)
        if mode is Mode.OPPOSED and not self.draft.opposed:
            from gm_desk.core.drafts.opponents import usual_mode

            draft = structs.replace(draft, mode=usual_mode(draft, self._document.system))
        attacker = self._document.character(draft.character)
        if draft.mode is Mode.ATTACK and draft.opponent is None and attacker is not None:
            draft = self.opposition.against_suggested(draft, attacker)
        self.take(draft)

    def suggest_again(self) -> None:
        """Update the draft if rolls have left other chips for it than before."""
        left = tuple(chip for side in (self.draft, self.draft.side("b")) for chip in self.left_behind(side))
        if left != self._left:
            self._left = left
            self._emit_change()

    def new_scene(self) -> None:
        """Remove pinned modifiers and forget all failures."""
        self.take(self.draft.in_new_scene(), SceneRecord())
        self.scene_begun.emit()

    def _forget(self) -> None:
        """Discard the draft of the last roster, whose system may have been a different one."""
        self.draft, self.record, self.hand, self._typed = Draft(), SceneRecord(), "a", None
        self._house = self._document.house
        self._emit_change()

    def _follow_house(self) -> None:
        """Evaluate the draft again if the house rules have changed."""
        if self._document.house != self._house:
            self._house = self._document.house
            self._emit_change()

    def _note_scenes(self) -> None:
        self._scenes_changed = True

    def _follow_scenes(self) -> None:
        """Update the conditions of both sides, which may have ended or faded, once whoever acts now is prepared."""
        if self._scenes_changed:
            self._scenes_changed = False
            self.take(self.draft)

    def _refresh(self, changed: str = "") -> None:
        """Update the draft after a change to a character, or to any."""
        if changed in {"", self.draft.character, self.draft.side("b").character}:
            before = self.draft
            self.renew(before)
            if changed and self.draft is before:  # its suggestions may have changed
                self._emit_change()


def as_taken(drafting: Drafting, draft: Draft) -> Draft:
    """Return a draft with the chips that it gets when it is taken: lasting modifiers, and current conditions."""
    draft, _ = _with_lasting(drafting, draft, drafting.record)
    return _in_conditions(drafting, draft)


def _in_conditions(drafting: Drafting, draft: Draft) -> Draft:
    """Return a draft with the chips of the current conditions of both sides."""
    context = drafting.context
    if not may_have_conditions(draft, context.roster, context.character):
        return draft
    from gm_desk.core.scenes.effects import with_conditions

    return with_conditions(draft, context.roster, context.system, context.character)


def _fitting(drafting: Drafting, draft: Draft) -> Draft:
    """Return a draft whose opponent, if it has one, fits the roller."""
    return drafting.opposition.fitting(draft) if draft.opposed else draft


def _with_lasting(drafting: Drafting, draft: Draft, record: SceneRecord) -> tuple[Draft, SceneRecord]:
    """Return a draft that takes the place of the current one with its lasting modifiers, and the record of them."""
    if not record.lasting and not any(chip.lasting for hand in HANDS for chip in draft.side(hand).chips):
        return draft, record
    from gm_desk.core.combat.modifiers import remembered

    context = drafting.context
    return remembered(draft, drafting.draft, record, context.roster, context.system)


def _remember_answer(document: RosterDocument, ability: Ability | None, answer: Ability | None) -> None:
    """Store the defence against a test in the roster, unless the system has one or the roster is read-only."""
    bare = {None if one is None else one.kind for one in (ability, answer)} & {None, AbilityKind.BARE}
    if ability is None or answer is None or bare or document.read_only or document.is_paired(ability.label):
        return
    skill = document.system.stem(ability.label)
    document.change(document.roster.answering(skill, answer.label), f"answer {skill} with {answer.label}")
