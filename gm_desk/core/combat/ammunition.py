"""Ammunition: the shots that an attack takes, used up by a roll, and reloaded.

(EP1, EP2, "Mode, range, cover, aim and ammunition"), (Kaiser, "Ammunition").
"""

from collections.abc import Iterable

from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Attack
from gm_desk.core.combat.attack_choices import use_of
from gm_desk.core.drafts.abilities import attack_of
from gm_desk.core.drafts.draft import AttackSetup, Draft
from gm_desk.core.systems.definition import System


def shots_of(attack: Attack, setup: AttackSetup, system: System) -> int:
    """Return the shots that an attack takes: those of its firing mode, else one."""
    use = use_of(attack, setup, system)
    return 1 if use is None else use.shots


def fired(roster: Roster, drafts: Iterable[Draft], system: System) -> Roster:
    """Return the roster after each attack that is rolled has used the shots of its mode."""
    for draft in drafts:
        character = roster.character(draft.character)
        attack = attack_of(draft, character)
        if character is not None and attack is not None:
            shots = shots_of(attack, draft.setup, system)
            roster = roster.with_character(spend_ammo(character, draft.attack, shots))
    return roster


def spend_ammo(character: Character, attack_id: str, shots: int = 1) -> Character:
    """Return the character with shots of an attack used, down to 0; negative ones are restored, up to the maximum.

    Nothing changes if the attack does not exist or has no ammunition.
    """
    return structs.replace(
        character,
        attacks=tuple(_fired(attack, shots) if attack.id == attack_id else attack for attack in character.attacks),
    )


def lacks_shots(attack: Attack, setup: AttackSetup, system: System) -> bool:
    """Return whether an attack has less ammunition than its mode takes; one without ammunition never lacks any."""
    return attack.ammo is not None and attack.ammo.now < shots_of(attack, setup, system)


def reloaded(character: Character, attack_id: str) -> Character:
    """Return the character with the ammunition of an attack at its maximum; more than that is kept."""
    return spend_ammo(character, attack_id, -MOST_AMOUNT)


def _fired(attack: Attack, shots: int) -> Attack:
    """Return the attack with shots used, or restored up to the maximum; ammunition above it is kept."""
    if attack.ammo is None:
        return attack
    most = max(attack.ammo.now, attack.ammo.max)
    now = max(0, min(most, attack.ammo.now - shots))
    return structs.replace(attack, ammo=structs.replace(attack.ammo, now=now))
