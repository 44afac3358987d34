"""The checks that conditions require at the start of each turn, such as that of the confused (EP2, "Conditions")."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.drafts.abilities import ability_of, chosen
from gm_desk.core.drafts.draft import AbilityKind, Chip, Draft, Origin
from gm_desk.core.scenes.conditions_in_force import in_force_of
from gm_desk.core.scenes.scene import Scene
from gm_desk.core.systems.combat import ConditionCheck, ConditionKind
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.protocol import Rules

PREFIX = "turn check "
"""The prefix of the id of the chip of such a check, before the id of the condition."""


class TurnCheck(Struct, frozen=True):
    """A check that a condition of a character requires in its turn; `kind` and `name` are those of the condition."""

    character: str
    kind: str
    name: str
    check: ConditionCheck

    @property
    def chip(self) -> Chip:
        """The chip of its modifier, which is removed when another test is composed."""
        return Chip(f"{PREFIX}{self.kind}", self.check.value, self.name, Origin.RELATED)

    def is_rolled_by(self, draft: Draft) -> bool:
        """Return whether a test is this check."""
        return draft.character == self.character and any(chip.id == self.chip.id for chip in draft.chips)


def checks_due(roster: Roster, scene: Scene, system: System) -> list[TurnCheck]:
    """Return the checks of those whose turn it is; an extra action after all others begins no turn."""
    now = scene.now
    found: list[TurnCheck] = []
    for who in () if now is None or now.after_all else now.acting:
        character = roster.character(who)
        for one in in_force_of(character, roster, system) if character is not None else ():
            required = one.kind.check
            found += [] if required is None else [TurnCheck(who, one.kind.id, one.kind.name, required)]
    return found


def prepared_check(required: TurnCheck, character: Character, system: System, rules: Rules) -> Draft | None:
    """Return the draft of a check with its modifier; None for a character without the aptitude."""
    ability = ability_of(character, system, AbilityKind.CHECK, required.check.check)
    if ability is None:
        return None
    return chosen(Draft(), character, ability, system, rules).with_chip(required.chip)


def after_failure(draft: Draft, kinds: Mapping[str, ConditionKind]) -> Iterable[str]:
    """Yield what the failure of such a check leads to, if a test is one: "confused: roll on the table of the book"."""
    for chip in draft.chips:
        kind = kinds.get(chip.id.removeprefix(PREFIX)) if chip.id.startswith(PREFIX) else None
        if kind is not None and kind.check is not None:
            yield f"{kind.name.casefold()}: {kind.check.says}"
