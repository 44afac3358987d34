"""The choices for the attack being composed, row by row, and the ammunition of the attackers."""

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters.roster import Character, name_or_count
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.ammunition import lacks_shots, reloaded, shots_of
from gm_desk.core.combat.attack_choices import (
    MODE,
    choices_of,
    option_of,
    targets_of,
    use_of,
    uses_of,
    with_option,
    with_use,
)
from gm_desk.core.drafts.abilities import attack_of
from gm_desk.core.drafts.draft import AttackSetup
from gm_desk.core.systems.combat import AttackChoice, FiringUse
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import plural, signed
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.draft_editor import DraftEditor
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument

NO_ATTACK = "Prepare an attack first"
ONE_TARGET = "Group: one target only"


def prepare(document: RosterDocument, drafting: Drafting, character_id: str, attack_id: str) -> None:
    """Compose an attack against its current or suggested opponent; do nothing if there is no such attack."""
    character = document.character(character_id)
    attack = next((one for one in character.attacks if one.id == attack_id), None) if character else None
    if character is not None and attack is not None:
        drafting.attack(character, attack)


class RowOption(Struct, frozen=True):
    """One option of a row: its id, the text of its button, and a description of its effects."""

    id: str
    short: str
    says: str


class ChoiceRow(Struct, frozen=True):
    """One choice of an attack: its options, and the id of the chosen one."""

    id: str
    name: str
    options: tuple[RowOption, ...]
    chosen: str = ""


class ListedChoices(Struct, frozen=True):
    """The rows of an attack, whose texts stay the same when another option is chosen."""

    attack: Attack
    system: System
    rows: tuple[ChoiceRow, ...]


class Attacker(Struct, frozen=True):
    """A character who rolls an attack, with its choices."""

    character: Character
    attack: Attack
    setup: AttackSetup


class AttackPreparation(QObject):
    """The choices for the attack of a draft, and the ammunition of everybody who rolls it.

    For the draft of a past roll there is no `rolling`, and no ammunition. `changed` is emitted when either may have
    changed.
    """

    changed = Signal()

    def __init__(
        self, document: RosterDocument, drafting: DraftEditor, rolling: Rolling | None, parent: QObject
    ) -> None:
        """Observe the draft and the group that rolls it."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self._rolling = rolling
        self._listed: ListedChoices | None = None
        self._people_changed = False
        groups = () if rolling is None else (rolling.group.changed,)
        for source in (drafting.draft_changed, *groups):
            source.connect(self.changed)
        for source in (document.character_changed, document.structure_changed):
            source.connect(self._note_people)
        document.roster_changed.connect(self._follow_people)

    @property
    def attack(self) -> Attack | None:
        """The attack of the draft, or None for any other test."""
        draft = self._drafting.draft
        same = self._drafting.context.system.id == self._document.system.id  # else the roster was converted
        return attack_of(draft, self._document.character(draft.character)) if same else None

    @property
    def rows(self) -> tuple[ChoiceRow, ...]:
        """The choices of the attack in order of use, none for other tests."""
        attack, setup, system = self.attack, self._drafting.draft.setup, self._document.system
        if attack is None:
            return ()
        if self._listed is None or self._listed.attack != attack or self._listed.system is not system:
            self._listed = ListedChoices(attack, system, _rows_of(attack, system))
        chosen = {choice.id: option_of(choice, setup).id for choice in choices_of(attack, system)}
        use = use_of(attack, setup, system)
        if use is not None:
            chosen[MODE] = use.id
        return tuple(structs.replace(row, chosen=chosen[row.id]) for row in self._listed.rows)

    def choose(self, row_id: str, option_id: str) -> None:
        """Choose an option, which is remembered for this attacker and attack until the scene ends."""
        attack, draft, system = self.attack, self._drafting.draft, self._document.system
        if attack is None:
            return
        if row_id == MODE:
            draft = with_use(draft, attack, option_id, system)
        else:
            draft = with_option(draft, attack, row_id, option_id, system)
        self._drafting.take(draft)

    def step(self, row_id: str) -> None:
        """Choose the next option of a row, after the last one the first."""
        row = next((one for one in self.rows if one.id == row_id), None)
        if row is not None:
            ids = [option.id for option in row.options]
            self.choose(row_id, ids[(ids.index(row.chosen) + 1) % len(ids)])

    def why_no_step(self, row_id: str) -> str:
        """Return the reason why a row has no next option, or ""."""
        if self.attack is None:
            return NO_ATTACK
        there = any(row.id == row_id and len(row.options) > 1 for row in self.rows)
        return "" if there else "This attack has no such choice"

    @property
    def warning(self) -> str:
        """A warning if attackers have too little ammunition, or if a group has a mode for several targets, or ""."""
        attackers, system = self._attackers, self._document.system
        lacking = [one for one in attackers if lacks_shots(one.attack, one.setup, system)]
        if not lacking:
            return self._one_target_each
        if len(attackers) > 1:
            return f"Low ammo: {name_or_count([one.character for one in lacking])}"
        attack = lacking[0].attack
        left, shots = attack.ammo.now if attack.ammo else 0, shots_of(attack, lacking[0].setup, system)
        if not left:
            return "No ammo"  # the name of the attack is the heading of the pane
        return f"{left} left, takes {shots}"

    @property
    def _one_target_each(self) -> str:
        """A warning that a group does not fire at several targets, though its mode could, or ""."""
        if self._rolling is None or not self._rolling.group.active:
            return ""
        can = any(targets_of(one.attack, one.setup, self._document.system) > 1 for one in self._attackers)
        return ONE_TARGET if can else ""

    def why_no_reload(self) -> str:
        """Return the reason why nothing can be reloaded, or ""."""
        if self.attack is None:
            return NO_ATTACK
        magazines = [one.attack.ammo for one in self._attackers if one.attack.ammo is not None]
        if not magazines:
            return "This attack has no ammunition"
        return "The ammunition is full" if all(ammo.now >= ammo.max for ammo in magazines) else ""

    def reload(self) -> None:
        """Reload the weapons of all attackers completely, as one undo step."""
        attack, roster = self.attack, self._document.roster
        if attack is None or self.why_no_reload():
            return
        for one in self._attackers:
            roster = roster.with_character(reloaded(one.character, one.attack.id))
        whose = name_or_count([one.character for one in self._attackers])
        self._document.change(roster, f"reload {attack.name} of {whose}")

    def _note_people(self) -> None:
        self._people_changed = True

    def _follow_people(self) -> None:
        """Emit `changed` once if the characters have changed, which a step of a fight does not."""
        if self._people_changed:
            self._people_changed = False
            self.changed.emit()

    @property
    def _attackers(self) -> list[Attacker]:
        """Everybody who rolls the attack, each with their own; nobody for a past roll."""
        if self._rolling is None:
            return []
        drafts = self._rolling.group.able if self._rolling.group.each else [self._drafting.draft]
        found = []
        for draft in drafts:
            character = self._document.character(draft.character)
            attack = attack_of(draft, character)
            if character is not None and attack is not None:
                found.append(Attacker(character, attack, draft.setup))
        return found


def _rows_of(attack: Attack, system: System) -> tuple[ChoiceRow, ...]:
    """Return the rows of an attack, without what is chosen."""
    rows = [_row_of(choice) for choice in choices_of(attack, system)]
    uses = uses_of(attack, system)
    if uses:
        modes = {one.id: mode.name for mode in system.combat.modes for one in mode.uses}
        options = (RowOption(one.id, one.name, _use_in_words(one, modes[one.id])) for one in uses)
        rows.insert(0, ChoiceRow(MODE, "Mode", tuple(options)))
    return tuple(rows)


def _row_of(choice: AttackChoice) -> ChoiceRow:
    """Return the row of range, cover or aim."""
    options = (
        RowOption(one.id, one.short, f"{one.label} {signed(one.value)}" if one.value else f"{one.short}: no modifier")
        for one in choice.options
    )
    return ChoiceRow(choice.id, choice.name, tuple(options))


def _use_in_words(use: FiringUse, mode: str) -> str:
    """Return the effects of one use of a firing mode: "Burst fire: +10 to hit, 3 shots"."""
    does = (
        f"{signed(use.value)} to hit" if use.value else "",
        f"+{use.damage} damage" if use.damage else "",
        f"up to {use.targets} targets" if use.targets > 1 else "",
        plural(use.shots, "shot"),
    )
    return f"{(*use.also, mode)[0]}: {', '.join(filter(None, does))}"
