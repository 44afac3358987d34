"""The acting side of one roll against several: the test last composed, its firing mode, and its further targets."""

from collections.abc import Collection, Sequence

from msgspec import Struct, structs
from PySide6.QtCore import QObject

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.attack_choices import mode_in_words, use_of, uses_of, with_use
from gm_desk.core.combat.modifiers import per_target_chip
from gm_desk.core.combat.several import acting_side_of, against_count
from gm_desk.core.drafts.abilities import ability_for, attack_of, renewed_draft
from gm_desk.core.drafts.attacks import draft_of, usual_attack
from gm_desk.core.drafts.draft import Chip, Draft
from gm_desk.core.drafts.opponents import ranked
from gm_desk.core.rules.dice import Thrown
from gm_desk.core.systems.registry import RULES
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry

MOST_KEPT = 8


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
        self._composed = acting_side_of(draft, self._document.system)
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


class SeveralRequest(Struct, frozen=True):
    """A request to roll a test against several targets: the targets so far, and dice `thrown` already, by their names.

    It is rolled at once if it `rolls`. One that `surprises` says who is surprised when it is done. `continued` is the
    roll in the log that is gone on with, if there is one.
    """

    draft: Draft
    targets: tuple[str, ...] = ()
    rolls: bool = False
    thrown: Thrown = {}
    surprises: bool = False
    continued: Entry | None = None


class LastTests(QObject):
    """The last test that was composed for each of the last characters.

    Selecting targets composes tests for them; the test before that is the one against them.
    """

    def __init__(self, document: RosterDocument, drafting: Drafting, parent: QObject | None = None) -> None:
        """Follow a draft."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self._kept: dict[str, Draft] = {}
        drafting.draft_changed.connect(self._follow)
        document.opened.connect(self._kept.clear)
        self._follow()

    def against(self, ids: Collection[str]) -> Draft:
        """Return the last test of a character who is not among the targets, or an empty one."""
        return next(iter(self.tests(ids)), Draft())

    def tests(self, ids: Collection[str]) -> list[Draft]:
        """Return the last tests of those who are not among the targets, the latest first.

        In a fight an attack of whoever acts precedes what was composed when somebody else was selected, as by mistake:
        tests that are no attacks, and usual attacks.
        """
        kept = (draft for draft in reversed(self._kept.values()) if draft.character not in ids)
        there = [draft for draft in kept if self._document.character(draft.character) is not None]
        scene = self._document.roster.on_stage
        acting = () if scene is None or scene.now is None else scene.now.acting
        if any(draft.attack and draft.character in acting for draft in there):
            there.sort(key=lambda draft: draft.character not in acting and not self._is_own_choice(draft))
        system = self._document.system
        return [renewed_draft(one, self._document.character, system, RULES[system.id]) for one in there]

    def _is_own_choice(self, draft: Draft) -> bool:
        """Return whether an attack is not the usual one, which is prepared as soon as its character is selected."""
        character = self._document.character(draft.character)
        usual = None if character is None else usual_attack(character, self._drafting.record.weapons)
        return bool(draft.attack) and (usual is None or usual.id != draft.attack)

    def choices(self, ids: Collection[str]) -> Sequence[tuple[str, Draft]]:
        """Return the possible tests against targets: the last ones, then every attack of all others."""
        found = {self.named(draft): draft for draft in self.tests(ids)}
        system, rules = self._document.system, RULES[self._document.system.id]
        for one in self._document.roster.characters:
            for attack in () if one.id in ids else one.attacks:
                if ability_for(attack, one, system) is not None:
                    setup = self._drafting.record.setup_of(one.id, attack.id)
                    draft = draft_of(attack, one, system, rules, setup=setup)
                    found.setdefault(self.named(draft), draft)
        return list(found.items())

    def more_targets(self, roller_id: str, ids: Collection[str]) -> list[tuple[str, tuple[str, ...]]]:
        """Return the targets that can be added to a character's test: others, the likeliest first, and whole groups.

        During a fight, only those members of a group count who are in it. If some of them are out of action, the
        others can be added without them.
        """
        document, roster, scene = self._document, self._document.roster, self._document.roster.on_stage
        there = None if scene is None or scene.now is None else {one.id for one in scene.fighters}
        likely = ranked(document.character(roller_id), roster, self._drafting.opposition.is_down)
        free = [one for one in likely if one.id not in ids]
        found: list[tuple[str, tuple[str, ...]]] = [(self._as_target(one), (one.id,)) for one in free]
        for group in roster.groups:
            members = tuple(one.id for one in free if one.group == group.id and (there is None or one.id in there))
            able = tuple(one.id for one in free if one.id in members and not self._drafting.opposition.is_down(one))
            if 1 < len(able) < len(members):
                found.append((f"{group.name}: {len(able)} in action", able))
            if len(members) > 1:
                found.append((f"{group.name}: all {len(members)}", members))
        return found

    def _as_target(self, character: Character) -> str:
        """Return the name of somebody as a possible target; who is out of action says so."""
        return f"{character.name} · out" if self._drafting.opposition.is_down(character) else character.name

    def named(self, draft: Draft) -> str:
        """Return the acting character and the attack or ability as text: "Eva · Frag grenade"."""
        attack = attack_of(draft, self._document.character(draft.character))
        return " · ".join(part for part in (draft.name, attack.name if attack else draft.what) if part)

    def _follow(self) -> None:
        draft = self._drafting.draft
        if draft.character and draft.ability is not None:
            self._kept.pop(draft.character, None)
            self._kept[draft.character] = draft
            while len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]
