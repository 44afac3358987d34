"""The opponents of the test that is being composed."""

from weakref import ref

from msgspec import structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts import abilities, opponents
from gm_desk.core.drafts.draft import AttackSetup, Draft, Mode
from gm_desk.model.roll.draft_editor import DraftEditor
from gm_desk.model.roster.document import RosterDocument


class Opposition:
    """The opponents of the test that is being composed, and of those that can take its place."""

    def __init__(self, document: RosterDocument, drafting: DraftEditor) -> None:
        """Find opponents for a draft, to which only a weak reference is kept, since it owns this object."""
        self._document = document
        self._owner = ref(drafting)

    @property
    def _drafting(self) -> DraftEditor:
        drafting = self._owner()
        if drafting is None:
            raise ReferenceError("the draft of these opponents has gone")
        return drafting

    def is_down(self, character: Character) -> bool:
        """Return whether a character is out of action or helpless for good, or has left the current scene."""
        from gm_desk.core.scenes.conditions_in_force import is_down

        document = self._document
        return is_down(character, document.roster, document.system, self._drafting.rules, document.house)

    def set_number(self, rating: int) -> None:
        """Set an opponent who is not in the roster, with a bare number as their ability."""
        drafting = self._drafting
        drafting.take(opponents.against_number(drafting.draft, rating, self._document.system))

    def keep(self, *, keeps: bool) -> None:
        """Set whether the tests after this one have the same opponent."""
        draft = self._drafting.draft
        self._drafting.take(structs.replace(draft, keeps_opponent=keeps and draft.opposed))

    def let_go_of_fallen(self) -> None:
        """Remove the target of an attack who is out of action, unless the GM has pinned the opponent."""
        draft = self._drafting.draft
        other = self._document.character(draft.side("b").character)
        if draft.mode is Mode.ATTACK and not draft.keeps_opponent and other is not None and self.is_down(other):
            self._drafting.take(structs.replace(draft, opponent=None))

    def attacking(self, attacker: Character, attack: Attack) -> Draft:
        """Return a draft of an attack in place of the current test, against the suggested opponent."""
        from gm_desk.core.drafts.attacks import draft_of

        drafting, system = self._drafting, self._document.system
        before, rules = drafting.draft, drafting.rules
        setup = drafting.record.setup_of(attacker.id, attack.id)
        prepared = draft_of(attack, attacker, system, rules, draft=before, setup=setup)
        begun = abilities.fresh_test(structs.replace(prepared, opponent=before.opponent), before)
        other = self._document.character(begun.side("b").character)
        if other is None or not opponents.may_propose(attacker, other, self._document.roster):
            other = self.suggested(attacker)
        same = other is not None and other.id == before.side("b").character
        begun = structs.replace(begun, opponent=before.opponent if same else None)
        return draft_of(attack, attacker, system, rules, draft=begun, target=other, setup=setup)

    def taken_over(self, character: Character, draft: Draft) -> Draft:
        """Return the current attack as a draft for another character, to whom `draft` passes its ability.

        It is their counterpart of the attack, against the opponent suggested for them; without one, the same skill.
        """
        from gm_desk.core.drafts.attacks import counterpart

        drafting = self._drafting
        before, begun = drafting.draft, abilities.fresh_test(draft, drafting.draft)
        own = counterpart(before, self._document.character(before.character), character, drafting.record.weapons)
        if own is not None:
            return self.attacking(character, own)
        if draft.what == before.what:
            return self.against_suggested(structs.replace(begun, mode=Mode.ATTACK), character)
        return self.fitting(begun)

    def aimed(self, draft: Draft) -> Draft:
        """Return an attack with the choices made for it in this scene, and the suggested opponent if it has none.

        Choices already made in the draft are kept.
        """
        from gm_desk.core.combat.attack_choices import with_setup
        from gm_desk.core.drafts.abilities import attack_of
        from gm_desk.core.drafts.attacks import draft_of

        drafting, system, attacker = self._drafting, self._document.system, self._document.character(draft.character)
        attack = attack_of(draft, attacker)
        if attacker is None or attack is None:
            return draft
        known = drafting.record.setup_of(attacker.id, attack.id)
        options = {**known.options, **draft.setup.options}
        draft = with_setup(draft, attack, AttackSetup(draft.setup.use or known.use, options), system)
        if draft.opponent is not None or draft.mode is not Mode.ATTACK:
            return draft
        return draft_of(attack, attacker, system, drafting.rules, draft=draft, target=self.suggested(attacker))

    def against_suggested(self, draft: Draft, attacker: Character) -> Draft:
        """Return the draft with the suggested opponent of the attack, or with none."""
        other, draft = self.suggested(attacker), structs.replace(draft, opponent=None)
        if other is None:
            return draft
        return opponents.opposed(draft, other, self._document.system, self._drafting.rules)

    def suggested(self, attacker: Character) -> Character | None:
        """Return the suggested opponent of an attacker; one who opposed the last test strikes back at its roller."""
        document, draft = self._document, self._drafting.draft
        found = opponents.proposed(attacker, document.roster, self._drafting.record, self.is_down)
        if found or not draft.opposed or draft.side("b").character != attacker.id:
            return document.character(found)
        before = document.character(draft.character)
        if before is None or self.is_down(before):
            return None
        return before if opponents.may_strike_back(attacker, before, document.roster) else None

    def fitting(self, draft: Draft) -> Draft:
        """Return a draft whose opponent fits the roller: neither the roller itself nor a suggestion for an ally."""
        document, before = self._document, self._drafting.draft
        roller, other = document.character(draft.character), document.character(draft.side("b").character)
        if not draft.opposed or roller is None or other is None:
            return draft
        if draft.character != before.character:
            draft = structs.replace(draft, opponent=draft.opponent if roller.id != other.id else None)
            other = document.character(before.character) if roller.id == other.id else other
            if other is None or not opponents.may_propose(roller, other, document.roster):
                return structs.replace(draft, opponent=None)
        elif before.ability is not None and draft.what.casefold() == before.what.casefold():
            return draft
        return opponents.followed(draft, other, document.system, self._drafting.rules)
