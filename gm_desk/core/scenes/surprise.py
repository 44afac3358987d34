"""What a surprise does to a test: the surprised cannot defend yet (EP2), or were too slow for the other (Kaiser)."""

from collections.abc import Iterator

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.rules.house import House
from gm_desk.core.scenes.active_conditions import ConditionInForce
from gm_desk.core.scenes.conditions import ActiveCondition
from gm_desk.core.scenes.order import TURNS
from gm_desk.core.scenes.scene import Scene
from gm_desk.core.scenes.turns import Battle, count_of
from gm_desk.core.systems.combat import ConditionKind
from gm_desk.core.systems.definition import System

SURPRISED = "surprised"
"""The id of the condition of a surprise, and the state of a fighter."""


def surprises(own: Character, other: Character | None, roster: Roster, system: System) -> Iterator[ConditionInForce]:
    """Yield the surprise that somebody is in, in a test with another one, as a condition without an end of its own."""
    scene, rules = roster.on_stage, TURNS[system.id]
    fighter = None if scene is None or scene.now is None else scene.fighter(own.id)
    if scene is None or scene.now is None or fighter is None:
        return
    if rules.surprise_gap:
        if other is not None and not _is_surprised(own) and is_behind(own, other, roster, system):
            kind = next((one for one in system.conditions if one.id == SURPRISED), None)
            if kind is not None:
                yield _in_force(f"Surprised by {other.name}", kind, scene)
    elif rules.surprised_are_helpless and scene.now.turn == 1 and fighter.surprise == SURPRISED:
        yield _in_force("Surprised", ConditionKind(SURPRISED, "Surprised", acts=False, defends=False), scene)


def is_behind(own: Character, other: Character, roster: Roster, system: System) -> bool:
    """Return whether somebody is surprised by another by their counts, until their turn has come (Kaiser)."""
    from gm_desk.core.scenes.staging import combatant_of

    scene, rules = roster.on_stage, TURNS[system.id]
    now = None if scene is None else scene.now
    if scene is None or now is None or not rules.surprise_gap:
        return False
    if own.id in {*now.acted, *now.acting, *now.suspended, *now.waiting}:
        return False
    house, people = House(), {}
    for one in (own, other):
        fighter = scene.fighter(one.id)
        if fighter is not None and not fighter.withdrawn:
            people[one.id] = combatant_of(one, fighter, roster, system, house)
    battle = Battle(people, frozenset(), rules, house)
    counts = {key: count_of(one, now, battle) for key, one in battle.rolled(now).items()}
    return len(counts) > 1 and counts[other.id] - counts[own.id] >= rules.surprise_gap


def _is_surprised(one: Character) -> bool:
    return any(condition.kind == SURPRISED for condition in one.conditions)


def _in_force(name: str, kind: ConditionKind, scene: Scene) -> ConditionInForce:
    condition = ActiveCondition(id=SURPRISED, kind=kind.id, name=name, scene=scene.id)
    return ConditionInForce(condition, kind, scene.now)
