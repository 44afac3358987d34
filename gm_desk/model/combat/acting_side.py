"""The acting side of one roll against several: its firing mode, and the modifier for each further target."""

from msgspec import structs

from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.attack_choices import mode_in_words, use_of, uses_of, with_use
from gm_desk.core.combat.composed import against_count, begun
from gm_desk.core.combat.modifiers import per_target_chip
from gm_desk.core.drafts.attacks import attack_of
from gm_desk.core.drafts.draft import Chip, Draft
from gm_desk.model.roster.document import RosterDocument


class ActingSide:
    """The test of the acting side as it was composed, and what becomes of it with the number of targets.

    A firing mode that the GM chooses for the roll is taken as it is.
    """

    def __init__(self, document: RosterDocument) -> None:
        """Begin without a test."""
        self._document = document
        self._composed = Draft()
        self._by_hand = False

    def begin(self, draft: Draft) -> Draft:
        """Take a composed test, and return its acting side."""
        self._by_hand = False
        self._composed = begun(draft, self._document.system)
        return self._composed

    def against(self, count: int) -> Draft:
        """Return the test against a number of targets."""
        known = self._composed
        draft = against_count(known, count, self._document.roster, self._document.system)
        attack = self._attack
        return with_use(draft, attack, known.setup.use, self._document.system) if self._by_hand and attack else draft

    def mode(self, draft: Draft, count: int) -> str:
        """Return the firing mode with its shots as text, and how many targets it reaches if not all, or ""."""
        attack = self._attack
        use = None if attack is None else use_of(attack, draft.setup, self._document.system)
        return "" if use is None or attack is None else mode_in_words(use, attack, count)

    def modes(self, draft: Draft, count: int) -> list[tuple[str, str, bool]]:
        """Return the possible uses of firing modes as text, with their ids, and which one is chosen."""
        attack = self._attack
        if attack is None:
            return []
        system = self._document.system
        chosen = use_of(attack, draft.setup, system)
        return [(mode_in_words(one, attack, count), one.id, one == chosen) for one in uses_of(attack, system)]

    def choose_mode(self, use_id: str) -> None:
        """Choose the use of a firing mode, however many targets it reaches."""
        attack = self._attack
        if attack is not None:
            self._by_hand = True
            self._composed = with_use(self._composed, attack, use_id, self._document.system)

    def further(self, draft: Draft) -> Chip | None:
        """Return the modifier for the targets beyond the first, or None."""
        return per_target_chip(draft, self._document.system)

    def toggle_further(self, draft: Draft) -> None:
        """Strike out the modifier for further targets, or let it count again."""
        chip = self.further(draft)
        if chip is not None and chip.struck:
            self._composed = self._composed.without_chip(chip.id)
        elif chip is not None:
            self._composed = self._composed.with_chip(structs.replace(chip, struck=True))

    @property
    def _attack(self) -> Attack | None:
        return attack_of(self._composed, self._document.character(self._composed.character))
