"""The effect of surprise on a test: the surprised cannot defend yet (EP2), or were slower than the other (Kaiser)."""

from collections.abc import Collection, Iterator, Mapping

from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.drafts.abilities import chosen
from gm_desk.core.drafts.draft import Chip, Draft, Mode, Side
from gm_desk.core.drafts.opponents import abilities_named, may_propose
from gm_desk.core.errors import TurnError
from gm_desk.core.rules.house import House
from gm_desk.core.scenes.conditions import ActiveCondition
from gm_desk.core.scenes.conditions_in_force import ConditionInForce, in_force_of
from gm_desk.core.scenes.order import TURNS, Battle, count_of
from gm_desk.core.scenes.scene import Scene, Surprise
from gm_desk.core.scenes.staging import battle_of, combatant_of
from gm_desk.core.systems.combat import ConditionKind
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES

SURPRISED = "surprised"
"""The id of the condition of a surprise, and the state of a fighter."""
NOT_ALERT = Chip("not alert", -20, "Not alert")


def surprises(own: Character, other: Character | None, roster: Roster, system: System) -> Iterator[ConditionInForce]:
    """Yield the surprise that somebody is in, in a test with another one, as a condition without an end of its own."""
    scene, rules = roster.on_stage, TURNS[system.id]
    fighter = None if scene is None or scene.now is None else scene.fighter(own.id)
    if scene is None or scene.now is None or fighter is None:
        return
    if rules.surprise_gap:
        if other is not None and not _is_surprised(own, roster, system) and is_behind(own, other, roster, system):
            kind = next((one for one in system.conditions if one.id == SURPRISED), None)
            if kind is not None:
                yield _in_force(f"Surprised by {other.name}", kind, scene)
    elif rules.surprised_are_helpless and scene.now.turn == 1 and fighter.surprise == SURPRISED:
        yield _in_force("Surprised", ConditionKind(SURPRISED, "Surprised", acts=False, defends=False), scene)


def surprise_test(ids: Collection[str], roster: Roster, system: System, house: House) -> tuple[Draft, list[str]]:
    """Return the test with which some in the scene on stage surprise the others there, and those others by their ids.

    Whoever is best at sneaking rolls for all. Raise TurnError if there is nobody to roll it, or against.
    """
    scene, rules = roster.on_stage, TURNS[system.id]
    if scene is None or not rules.sneaks:
        raise TurnError("surprise", "this system has no test for surprise")
    battle = battle_of(roster, scene, system, house)
    people = [one for one in map(roster.character, battle.combatants) if one is not None and battle.able(one.id)]
    able = [(one, ability) for one in people if one.id in ids for ability in abilities_named(one, rules.sneaks, system)]
    if not able:
        raise TurnError("surprise", "select those in the scene who surprise the others")
    best, ability = max(able, key=lambda pair: Side(ability=pair[1]).base)
    others = [one.id for one in people if one.id not in ids and may_propose(best, one, roster)]
    if not others:
        raise TurnError("surprise", "nobody else in the scene could be surprised")
    draft = chosen(Draft(mode=Mode.OPPOSED), best, ability, system, RULES[system.id])
    return draft, others


def surprised_by_test(roster: Roster, beaten: Mapping[str, bool]) -> Roster:
    """Return the roster after a surprise: those who were beaten are surprised, and the others react."""
    scene = roster.on_stage
    if scene is None:
        return roster
    known = [one for one in scene.fighters if one.id in beaten]
    states: dict[bool, Surprise] = {True: "surprised", False: "reacting"}
    changed = (structs.replace(one, surprise=states[beaten[one.id]]) for one in known)
    return roster.with_scene(scene.with_fighters(changed))


def is_behind(own: Character, other: Character, roster: Roster, system: System) -> bool:
    """Return whether somebody is surprised by another by their counts, until their turn has come (Kaiser)."""
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


def _is_surprised(one: Character, roster: Roster, system: System) -> bool:
    """Return whether the GM has set somebody as surprised; a surprise that is over is kept, so that it can return."""
    return any(found.condition.kind == SURPRISED for found in in_force_of(one, roster, system))


def _in_force(name: str, kind: ConditionKind, scene: Scene) -> ConditionInForce:
    condition = ActiveCondition(id=SURPRISED, kind=kind.id, name=name, scene=scene.id)
    return ConditionInForce(condition, kind, scene.now)
