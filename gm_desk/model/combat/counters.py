"""The counter-attacks that a roll against several allows (Kaiser, "Attacks")."""

from collections.abc import Sequence

from msgspec import structs

from gm_desk.core.characters.harm import out_of_action
from gm_desk.core.combat.aftermath import counter_draft
from gm_desk.core.combat.several import TargetRow
from gm_desk.core.drafts.attacks import attack_of
from gm_desk.core.drafts.draft import Draft, Mode
from gm_desk.core.rules.outcomes import KaiserOutcome
from gm_desk.core.systems.registry import RULES
from gm_desk.model.roster.document import RosterDocument


def counters_of(rows: Sequence[TargetRow], draft: Draft, document: RosterDocument) -> list[tuple[str, Draft]]:
    """Return a counter-attack for each target that was higher, by the dice alone, and can still act."""
    if draft.mode is not Mode.ATTACK:
        return []
    system, found = document.system, list[tuple[str, Draft]]()
    rules = RULES[system.id]
    for row in rows:
        if not isinstance(row.result, KaiserOutcome) or row.target.hit is not None:
            continue
        contest = structs.replace(draft, opponent=row.target.side)
        counter = counter_draft(contest, row.result, document.character, system, rules)
        defender = None if counter is None else document.character(counter.character)
        attack = None if counter is None else attack_of(counter, defender)
        if counter is None or defender is None or attack is None or out_of_action(defender, rules, document.house):
            continue
        found.append((f"{defender.name}, {attack.name}", counter))
    return found
