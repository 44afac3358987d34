"""A composed test as it stands against several targets: its firing mode, and the modifier for each further target.

The finder shows it before the roll, and the roll itself is made of it.
"""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.combat.attack_choices import with_use_against
from gm_desk.core.combat.modifiers import with_extra_targets
from gm_desk.core.combat.several import RollAgainstSeveral, acting_request, several_of
from gm_desk.core.combat.targets import Target
from gm_desk.core.drafts.attacks import attack_of
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.drafts.opponents import usual_mode
from gm_desk.core.rules.house import House
from gm_desk.core.scenes.effects import targets_in_conditions
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.protocol import Rules
from gm_desk.core.wording.phrases import chance_of


def against_several(
    draft: Draft, others: Sequence[Character], roster: Roster, system: System, rules: Rules, house: House
) -> RollAgainstSeveral:
    """Return a composed test against several targets, each in its conditions; raise TooManyTargetsError above fifty."""
    alone = begun(draft, system)
    attack = attack_of(draft, roster.character(draft.character))
    several = several_of(alone, others, attack, system, rules, draft.opponent)
    several = targets_in_conditions(several, roster, system, rules, house)
    return structs.replace(several, draft=against_count(alone, len(others), roster, system))


def begun(draft: Draft, system: System) -> Draft:
    """Return the acting side of a composed test without its opponent; the test is one of two sides."""
    mode = draft.mode if draft.mode.two_sided else usual_mode(draft, system)
    return structs.replace(draft, mode=mode, opponent=None)


def against_count(draft: Draft, count: int, roster: Roster, system: System) -> Draft:
    """Return the acting side's test against a number of targets: with a mode that reaches them, or a modifier."""
    attacker = roster.character(draft.character)
    attack = attack_of(draft, attacker)
    draft = draft if attack is None else with_use_against(draft, attack, count, system)
    return with_extra_targets(draft, count, attacker, system, roster.modifiers)


def chance_against(several: RollAgainstSeveral, target: Target, rules: Rules, house: House) -> Fraction | None:
    """Return the chance to succeed against one of several targets, who may have no defence; None if unknown."""
    request = rules.ask(structs.replace(several.draft, opponent=target.side))
    request = acting_request(several, rules) if request is None else request
    return None if request is None else chance_of(rules.odds(request, house))
