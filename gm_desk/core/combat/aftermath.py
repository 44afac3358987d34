"""The checks required by wounds, traumas and critical hits, and the counter-attack: prepared, but never forced.

(EP1, EP2, "Damage, wounds, stress and traumas"), (Kaiser, "Attacks").
"""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from gm_desk.core.characters import harm
from gm_desk.core.characters.harm import INJURIES, Suffered
from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.abilities import ability_for, ability_of, chosen
from gm_desk.core.drafts.attacks import draft_of
from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft, Mode, Side
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import KaiserOutcome
from gm_desk.core.scenes.conditions_in_force import is_down
from gm_desk.core.systems.combat import AttackSpecial, SpecialCheck
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.protocol import Rules

if TYPE_CHECKING:
    from gm_desk.core.combat.several_damage import TargetRow

BLEEDING = "bleeding"
TURN_OF_MARGIN = 10
"""The margin of failure for each turn that a side effect lasts."""
CRITICAL, CRITICAL_LABEL = "critical", "Critical level"


class AskedCheck(Struct, frozen=True):
    """A check required by a hit: its draft, None if nothing is rolled, and the effect of a failure as text.

    `failed` is the id of the condition after a failure, `at_once` that of one that needs no check. `special` is set for
    the check against a side effect of an attack, which decides how long its condition lasts.
    """

    says: str
    draft: Draft | None = None
    failed: str = ""
    at_once: str = ""
    special: SpecialCheck | None = None


class CounterAttack(Struct, frozen=True):
    """A counter-attack: who makes it, the name of the attack, and its draft."""

    who: str
    attack: str
    draft: Draft

    @property
    def name(self) -> str:
        """The counter-attack as text: "Runa, Sword"."""
        return f"{self.who}, {self.attack}"


def asked_checks(suffered: Suffered, before: Character, system: System, rules: Rules, house: House) -> list[AskedCheck]:
    """Return the checks that damage or stress requires of the victim; new wounds and traumas already count."""
    if suffered.way != "deal":
        return []
    found = [_of_injuries(suffered, system, rules), _bleeding(suffered, before, system, rules, house)]
    found.append(_critical(suffered, before, system, rules, house))
    return [one for one in found if one is not None]


def asked_of(
    victim: Character, changes: Mapping[str, int], system: System, rules: Rules, house: House
) -> list[AskedCheck]:
    """Return the checks that a logged hit requires of its victim in its current state."""
    before, found = harm.without_changes(victim, changes), list[AskedCheck]()
    for kind, injury in INJURIES.items():
        amount = changes.get(kind, 0)
        if amount > 0:
            suffered = Suffered(victim, kind, "deal", amount, injuries=changes.get(injury.count, 0))
            found += asked_checks(suffered, before, system, rules, house)
    return found


def specials_of(attack: Attack, victim: Character, system: System) -> list[AttackSpecial]:
    """Return the side effects that a hit may have on a victim; bodies that are immune to an effect are spared."""
    return [one for one in side_effects(attack, system) if not _is_immune(victim, one.check)]


def side_effects(attack: Attack, system: System) -> list[AttackSpecial]:
    """Return the side effects that an attack may have, by its name, traits and notes.

    The conditions of one effect exclude each other.
    """
    text = " ".join((attack.name, *attack.traits, attack.notes)).casefold()
    words = re.findall(r"[^\W\d_]+", text)
    return [one for one in system.combat.specials if any(word.startswith(one.words) for word in words)]


def check_against(special: AttackSpecial, victim: Character, system: System, rules: Rules) -> AskedCheck | None:
    """Return the check of a victim against a side effect of a hit; None if there is none, or not for such a body."""
    check = special.check
    if check is None or _is_immune(victim, check):
        return None
    ability = ability_of(victim, system, AbilityKind.CHECK, check.name)
    if ability is None:
        return None
    return AskedCheck(check.failed, chosen(Draft(), victim, ability, system, rules), special=check)


def special_effect(check: SpecialCheck, margin: int, *, success: bool) -> str:
    """Return the condition after a check against a side effect, in typed notation (EP1, "Conditions")."""
    return check.passed if success else f"{check.failed} {max(check.least, margin // TURN_OF_MARGIN)}"


def critical_bonus(damage: int, system: System) -> int:
    """Return the bonus of damage to the level of a critical: a tenth, rounded down (Kaiser, "Attacks")."""
    blow = system.combat.critical
    return 0 if blow is None else damage // blow.divisor


def critical_penalty(outcome: KaiserOutcome) -> int:
    """Return the degrees by which resistance to a critical failed, a penalty to all actions; 0 if it succeeded."""
    return 0 if outcome.winner == "a" else max(1, outcome.degrees)


def counter_of(
    draft: Draft, result: object, roster: Roster, system: System, rules: Rules, house: House
) -> CounterAttack | None:
    """Return the counter-attack of a defender who was higher and can still act (Kaiser, "Attacks").

    A defender is higher by the dice alone, not by a verdict of the GM.
    """
    attacker, defender = roster.character(draft.character), roster.character(draft.side("b").character)
    if draft.mode is not Mode.ATTACK or not isinstance(result, KaiserOutcome) or not result.counter:
        return None
    if attacker is None or defender is None or is_down(defender, roster, system, rules, house):
        return None
    able = (one for one in defender.attacks if ability_for(one, defender, system) is not None)
    attack = next(able, None)
    if attack is None:
        return None
    return CounterAttack(defender.name, attack.name, draft_of(attack, defender, system, rules, target=attacker))


def counters_of(
    rows: Sequence["TargetRow"], draft: Draft, roster: Roster, system: System, rules: Rules, house: House
) -> list[CounterAttack]:
    """Return the counter-attacks of all targets that may make one and whose verdict the GM has not changed."""
    contests = (
        (structs.replace(draft, opponent=row.target.side), row.result) for row in rows if row.target.hit is None
    )
    found = (counter_of(contest, result, roster, system, rules, house) for contest, result in contests)
    return [one for one in found if one is not None]


def _is_immune(victim: Character, check: SpecialCheck | None) -> bool:
    return check is not None and bool(check.immune) and victim.body == check.immune


def _of_injuries(suffered: Suffered, system: System, rules: Rules) -> AskedCheck | None:
    """Return the check required by the new wounds or traumas of one hit."""
    injury = INJURIES.get(suffered.kind)
    kinds = [kind for kind in system.combat.injuries if injury is not None and kind.injury == injury.count]
    kind = max((one for one in kinds if suffered.injuries >= one.least), key=lambda one: one.least, default=None)
    if kind is None:
        return None
    victim = suffered.character
    ability = ability_of(victim, system, AbilityKind.CHECK, kind.check)
    draft = None if ability is None else chosen(Draft(), victim, ability, system, rules)
    return AskedCheck(kind.says, draft, kind.failed, kind.at_once)


def _bleeding(suffered: Suffered, before: Character, system: System, rules: Rules, house: House) -> AskedCheck | None:
    """Return the bleeding of a victim that is wounded and at DUR (EP2) or past DUR (EP1); synthmorphs do not bleed."""
    way, victim = system.combat.bleeding, suffered.character
    durability = harm.numbers(victim, rules, house).get("DUR")
    if not way or suffered.kind != "damage" or durability is None or victim.body == "synthmorph":
        return None
    limit = durability + (way == "past")
    begins = before.health.damage < limit <= victim.health.damage
    dead = harm.health_effects(victim, rules, house).body == "dead"
    wounded = way == "past" or victim.health.wounds > 0
    return AskedCheck(BLEEDING, at_once=BLEEDING) if begins and wounded and not dead else None


def _critical(suffered: Suffered, before: Character, system: System, rules: Rules, house: House) -> AskedCheck | None:
    """Return the resistance check against a hit that took at least half of the remaining LP (Kaiser)."""
    blow, most = system.combat.critical, harm.numbers(before, rules, house).get("LP")
    if blow is None or most is None or suffered.kind != "damage":
        return None
    left = most - before.health.damage
    if left <= 0 or 2 * suffered.amount < left or not suffered.amount:
        return None
    victim = suffered.character
    known = structs.replace(victim, stats=harm.numbers(victim, rules, house))
    ability = ability_of(known, system, AbilityKind.RESISTANCE, blow.resistance)
    bonus = critical_bonus(suffered.amount, system)
    level = Ability(AbilityKind.RESISTANCE, CRITICAL, CRITICAL_LABEL, bonus, halved_above=blow.whole)
    says = "a penalty to all actions"
    if ability is None:
        return AskedCheck(says, failed=blow.failed)
    draft = chosen(Draft(), victim, ability, system, rules)
    other = Side(name=CRITICAL_LABEL, ability=level)
    return AskedCheck(says, structs.replace(draft, mode=Mode.OPPOSED, opponent=other, ruling="defender"), blow.failed)
