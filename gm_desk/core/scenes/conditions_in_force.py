"""The conditions of characters in a roster: which are in force, which have ended, and what they cost each turn."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from gm_desk.core.characters import harm
from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.rules.house import House
from gm_desk.core.scenes.conditions import ActiveCondition, faded_after, value_of
from gm_desk.core.scenes.scene import PHASES, Cost, Moment, Scene, TurnCost
from gm_desk.core.systems.combat import ConditionEffect, ConditionKind
from gm_desk.core.systems.definition import System

if TYPE_CHECKING:
    from gm_desk.core.systems.protocol import Rules

WOUNDS = "wounds"
DAMAGE = "damage"
"""The track on which conditions cost points."""

Kinds = Mapping[str, ConditionKind]


class ConditionInForce(Struct, frozen=True, gc=False):
    """A condition that is not over, with its kind and the moment by which it is timed, None outside a fight.

    If its kind no longer exists, it has a kind of the same name without effects.
    """

    condition: ActiveCondition
    kind: ConditionKind
    now: Moment | None = None

    @property
    def left(self) -> int | None:
        """How many turns, phases or actions are left of it, None without an end."""
        span = self.condition.span
        return None if span is None else span.left(self.now)

    @property
    def name(self) -> str:
        """Its name, with its level if it has one ("Impaired 20")."""
        return f"{self.condition.name} {self.condition.level}" if self.kind.levels else self.condition.name


def kinds_of(roster: Roster, system: System) -> dict[str, ConditionKind]:
    """Return the kinds of conditions by id: the system's, some of them changed by the roster, then the roster's own."""
    return {kind.id: kind for kind in (*system.conditions, *roster.conditions)}


def in_force_of(character: Character, roster: Roster, system: System) -> list[ConditionInForce]:
    """Return the conditions of a character that are not over, in the order in which they were set."""
    return all_in_force(character, kinds_of(roster, system), roster) if character.conditions else []


def all_in_force(character: Character, kinds: Kinds, roster: Roster) -> list[ConditionInForce]:
    """Return the conditions of a character that are not over, by the kinds of conditions in the roster."""
    found = (in_force_at(one, kinds, roster.moment_of(one)) for one in character.conditions)
    return [one for one in found if one is not None]


def affects_initiative(kinds: Kinds) -> frozenset[str]:
    """Return the ids of the kinds of conditions that change initiative, or are followed by one that does."""
    own = {key for key, kind in kinds.items() if any(_is_on_initiative(effect) for effect in kind.effects)}
    return frozenset(own | {key for key, kind in kinds.items() if kind.then in own})


def worst_first(found: Iterable[ConditionInForce]) -> list[ConditionInForce]:
    """Return conditions in the order for little room: first those that prevent acting or defending."""
    return sorted(found, key=lambda one: (one.kind.acts, one.kind.defends))


def is_down(character: Character, roster: Roster, system: System, rules: "Rules", house: House) -> bool:
    """Return whether a character is out of action or helpless for good, or has left the current scene."""
    fighter = None if roster.on_stage is None else roster.on_stage.fighter(character.id)
    gone = fighter is not None and fighter.withdrawn
    return gone or is_helpless(character, kinds_of(roster, system)) or harm.out_of_action(character, rules, house)


def is_helpless(character: Character, kinds: Kinds) -> bool:
    """Return whether a character can neither act nor defend until a condition is removed."""
    if not character.conditions:
        return False
    lasting = (kinds.get(one.kind) for one in character.conditions if one.span is None or one.span.count is None)
    return any(kind is not None and not (kind.acts or kind.defends) for kind in lasting)


def initiative_change(character: Character, roster: Roster, system: System) -> int:
    """Return what the conditions of a character change about its count."""
    return sum(
        value_of(effect, one.condition, one.kind, one.now)
        for one in in_force_of(character, roster, system)
        for effect in one.kind.effects
        if _is_on_initiative(effect)
    )


def _is_on_initiative(effect: ConditionEffect) -> bool:
    return effect.tests == "initiative" and not effect.against


def in_force_at(condition: ActiveCondition, kinds: Kinds, now: Moment | None) -> ConditionInForce | None:
    """Return what is in force of a condition: itself, the condition that follows it when it is over, or nothing."""
    kind = kinds.get(condition.kind) or ConditionKind(condition.kind or condition.id, condition.name)
    if not condition.over(now):
        return ConditionInForce(condition, kind, now)
    then = kinds.get(kind.then)
    left = None if then is None else _left_behind(condition, then)
    return None if left is None or then is None or left.over(now) else ConditionInForce(left, then, now)


def ended(before: Roster, after: Roster, system: System) -> list[tuple[Character, ActiveCondition]]:
    """Return the conditions that have ended by themselves between two states of a roster, with their characters."""
    found: list[tuple[Character, ActiveCondition]] = []
    kinds = kinds_of(after, system)
    people = {one.id: one for one in before.characters if one.conditions}
    for one in after.characters if people else ():
        earlier = people.get(one.id)
        if earlier is None:
            continue
        kept = {condition.id: condition for condition in reversed(one.conditions)}
        for condition in earlier.conditions:
            now = kept.get(condition.id)
            was = None if now is None else in_force_at(condition, kinds, before.moment_of(condition))
            if now is None or was is None:
                continue
            still = in_force_at(now, kinds, after.moment_of(now))
            if still is None or still.condition.kind != was.condition.kind:
                found.append((one, was.condition))
    return found


def turn_costs(roster: Roster, scene: Scene, system: System, turn: int) -> list[TurnCost]:
    """Return the costs of conditions to the fighters of a scene at the end of a turn, in order, also if they are 0."""
    found: list[TurnCost] = []
    people = {one.id: one for one in roster.characters if one.conditions}
    for fighter in scene.fighters:
        character = people.get(fighter.id)
        for one in in_force_of(character, roster, system) if character is not None else ():
            cost = None if character is None else _cost(one, character)
            if cost is not None and not _begins_after(turn, one.condition, scene):
                found.append(cost)
    return found


def _begins_after(turn: int, condition: ActiveCondition, scene: Scene) -> bool:
    """Return whether a condition that lasts until removed was set later in the fight than in a turn."""
    span = condition.span
    return condition.scene == scene.id and span is not None and span.count is None and span.first > turn


def with_costs_due(before: Scene | None, roster: Roster, system: System) -> Roster:
    """Return the roster with the costs of conditions noted as due, if a turn of the fight on stage has just ended.

    Those of earlier turns that were not dealt stay due. In a moment that was returned to after going back, what was due
    then stays as it was.
    """
    scene = roster.on_stage
    then, now = (None if one is None else one.now for one in (before, scene))
    if scene is None or now is None or then is None or before is None or before.id != scene.id or now.turn <= then.turn:
        return roster
    again = bool(before.ahead) and structs.replace(before.ahead[-1], fallen=()) == now
    kept = now.due if again else _carried_over(before, roster)
    known = {_key(cost) for cost in kept} if again else set()
    found = turn_costs(roster, scene, system, now.turn - 1)
    due = _summed([*kept, *(cost for cost in found if _key(cost) not in known)])
    return roster if due == now.due else roster.with_scene(structs.replace(scene, now=structs.replace(now, due=due)))


def costs_left(roster: Roster, scene: Scene, rules: "Rules", house: House) -> list[TurnCost]:
    """Return the costs of the last and earlier turns that were not dealt and are not 0, if the condition goes on.

    That is one for each condition: the oldest, with how often it is due. The dead suffer nothing any more.
    """
    found = dict[tuple[str, str], TurnCost]()
    for cost in _carried_over(scene, roster):
        earlier = found.setdefault(_key(cost), structs.replace(cost, times=0))
        found[_key(cost)] = structs.replace(earlier, times=earlier.times + cost.times)
    people = {cost.character: roster.character(cost.character) for cost in found.values()}
    dead = {key for key, one in people.items() if one and harm.health_effects(one, rules, house).body == "dead"}
    return [cost for cost in found.values() if cost.character not in dead]


def _carried_over(scene: Scene, roster: Roster) -> tuple[TurnCost, ...]:
    """Return the costs due in the current turn of a fight that are not dealt, without those of 0.

    The costs of a condition are dealt one by one, the oldest first, as long as its character has the condition.
    """
    now = scene.now
    if now is None or not now.due:
        return ()
    moments = [*(one for one in scene.past if one.turn == now.turn), now]
    dealt = Counter(_key(cost) for one in moments for cost in one.costs if cost.track == DAMAGE)
    people = (roster.character(who) for who in {cost.character for cost in now.due})
    there = {(one.id, known.id) for one in people if one is not None for known in one.conditions}
    left = list[TurnCost]()
    for cost in now.due:
        if (cost.amount or cost.dice) and _key(cost) in there:
            gone = min(dealt[_key(cost)], cost.times)
            dealt[_key(cost)] -= gone
            left += [structs.replace(cost, times=cost.times - gone)] if gone < cost.times else []
    return tuple(left)


def _summed(costs: Iterable[TurnCost]) -> tuple[TurnCost, ...]:
    """Return costs with equal ones of a condition that follow each other as one that is due several times."""
    found = list[TurnCost]()
    for cost in costs:
        same = [one for one in found if _key(one) == _key(cost)][-1:]
        if same and structs.replace(same[0], times=cost.times) == cost:
            found[found.index(same[0])] = structs.replace(cost, times=same[0].times + cost.times)
        else:
            found.append(cost)
    return tuple(found)


def _key(cost: Cost | TurnCost) -> tuple[str, str]:
    """Return the character and the condition that a cost is of."""
    return cost.character, cost.condition


def after_fight(roster: Roster, scene_id: str, system: System) -> Roster:
    """Return the roster for the end of a fight: without conditions that are over, the others with their time left.

    The time left belongs to no scene until the character enters another fight.
    """
    kinds = kinds_of(roster, system)
    for one in roster.characters:
        if any(condition.scene == scene_id for condition in one.conditions):
            kept = (_settled(condition, scene_id, kinds, roster) for condition in one.conditions)
            conditions = tuple(condition for condition in kept if condition is not None)
            roster = roster.with_character(structs.replace(one, conditions=conditions))
    return roster


def _settled(condition: ActiveCondition, scene_id: str, kinds: Kinds, roster: Roster) -> ActiveCondition | None:
    """Return a condition after the fight of its scene has ended; those of other scenes are unchanged."""
    if condition.scene != scene_id:
        return condition
    now = roster.moment_of(condition)
    found = in_force_at(condition, kinds, now)
    if found is None or found.condition.span is None:
        return None if found is None else structs.replace(found.condition, scene="")
    span = found.condition.span
    if span.count is None and not found.kind.fades:
        return structs.replace(found.condition, scene="", span=None)
    gone = span.gone if now is None else span.passed(now)
    return structs.replace(found.condition, scene="", span=structs.replace(span, first=1, phase=1, gone=gone))


def _left_behind(condition: ActiveCondition, then: ConditionKind) -> ActiveCondition | None:
    """Return the condition that follows another one, from the end of that one on."""
    span = condition.span
    if span is None or span.count is None:
        return None
    count = max(0, span.count - span.gone)
    turn, phase = span.first + count, span.phase
    if span.unit == "phase":
        later = span.first * PHASES + span.phase - 1 + count
        turn, phase = later // PHASES, later % PHASES + 1
    lasting = faded_after(then, condition.level)
    following = structs.replace(span, first=turn, phase=phase, unit="turn", gone=0, count=lasting)
    return structs.replace(condition, kind=then.id, name=then.name, span=following)


def _cost(one: ConditionInForce, character: Character) -> TurnCost | None:
    """Return the cost of a condition at the end of a turn, None for one that never costs anything."""
    cost = one.kind.damage
    if not cost:
        return None
    if cost == WOUNDS:
        cost = str(character.health.wounds)
    amount, dice = (int(cost), "") if cost.isdecimal() else (0, cost)
    return TurnCost(character.id, one.name, one.condition.id, DAMAGE, amount, dice)
