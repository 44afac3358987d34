"""The steps of a fight: next and back, which undo each other exactly, delaying, going first and extra actions.

Nothing here counts down. A moment stores who has acted in which turn and phase; everything else (the order, whether a
condition is over) follows from it, so that going back and forth neither loses nor repeats anything.
"""

from collections.abc import Mapping

from msgspec import structs

from gm_desk.core.errors import TurnError
from gm_desk.core.scenes.battle import Battle, count_of, rank_of, unhurt
from gm_desk.core.scenes.order import Combatant, Place
from gm_desk.core.scenes.scene import MOST_PAST, Moment, Rank, Scene

MOST_EXTRA = 2
"""Maximum number of extra actions that a combatant can buy in a turn (EP2)."""


def begun(scene: Scene, battle: Battle, throws: Mapping[str, int]) -> Scene:
    """Return the scene with its fight begun or restarted by initiative rolls, at the first place of turn 1."""
    return structs.replace(scene, now=_entered(Moment(throws=throws), battle, throws), past=(), ahead=())


def rolls_next(scene: Scene, battle: Battle) -> bool:
    """Return whether the next moment begins a turn whose initiative has to be rolled."""
    if scene.now is None or scene.ahead or not battle.rules.each_turn(battle.house):
        return False
    return _advanced(scene.now, battle, {}).turn > scene.now.turn


def next_moment(scene: Scene, battle: Battle, throws: Mapping[str, int] | None = None) -> Scene:
    """Return the scene at its next moment; after going back, that is the same moment as before.

    Whoever is acting has then acted. The last one is followed by extra actions, the next phase and the next turn.
    `throws` are the initiative rolls of a new turn; combatants not in it keep their last roll. Raise TurnError if no
    fight has begun.
    """
    now = _under_way(scene)
    kept = scene.ahead[-1] if scene.ahead else None
    fresh = _advanced(now, battle, (throws or {}) if kept is None else kept.throws)
    past = (*scene.past, now)[-MOST_PAST:]
    if kept is not None and _leads_to(kept, fresh, battle):
        return structs.replace(scene, now=kept, past=past, ahead=scene.ahead[:-1])
    return structs.replace(scene, now=fresh, past=past, ahead=())


def previous_moment(scene: Scene) -> Scene:
    """Return the scene before its latest step; unchanged at the first moment."""
    if scene.now is None or not scene.past:
        return scene
    ahead = (*scene.ahead, scene.now)[-MOST_PAST:]
    return structs.replace(scene, now=scene.past[-1], past=scene.past[:-1], ahead=ahead)


def delayed(scene: Scene, fighter_id: str, battle: Battle, throws: Mapping[str, int] | None = None) -> Scene:
    """Return the scene after a combatant has delayed; if it was acting, the next one's turn begins.

    `throws` are the initiative rolls of a turn that begins. Raise TurnError if the combatant has acted already, or
    would act next anyway because nobody else is left.
    """
    now = _under_way(scene)
    if fighter_id in now.acted:
        raise TurnError(fighter_id, "has acted already")
    if fighter_id in now.waiting:
        return scene
    waiting = structs.replace(now, waiting=(*now.waiting, fighter_id))
    if fighter_id not in now.acting:
        return _changed(scene, waiting)
    acting = _without(now.acting, fighter_id)
    if acting:
        return _changed(scene, structs.replace(waiting, acting=acting))
    stepped = _advanced(structs.replace(waiting, acting=()), battle, throws or {})
    if fighter_id in stepped.acting and (stepped.turn, stepped.phase) == (now.turn, now.phase):
        raise TurnError(fighter_id, "is the last to act: nobody is left to wait for")
    stepped = structs.replace(stepped, by_hand=True)
    return structs.replace(scene, now=stepped, past=(*scene.past, now)[-MOST_PAST:], ahead=())


def acting_now(scene: Scene, fighter_id: str, battle: Battle) -> Scene:
    """Return the scene after a delaying combatant acts at once and interrupts whoever is acting.

    Its count becomes that of this moment. Raise TurnError if the combatant is not delaying, or is out.
    """
    now = _under_way(scene)
    if fighter_id not in now.waiting:
        raise TurnError(fighter_id, "is not waiting to act")
    if not battle.able(fighter_id):
        raise TurnError(fighter_id, "is out")
    people = battle.rolled(now)
    there = next((people[one] for one in now.acting if one in people), None)
    ranks = dict(now.ranks)
    if there is not None:
        _, _, tie, nudge = rank_of(there, now, battle)
        ranks[fighter_id] = Rank(_before_harm(there, people.get(fighter_id, there), now, battle), tie, nudge + 1)
    moment = structs.replace(
        now,
        began=(fighter_id,),
        acting=(fighter_id,),
        waiting=_without(now.waiting, fighter_id),
        suspended=(*now.acting, *now.suspended),
        by_hand=True,
        ranks=ranks,
        costs=(),
    )
    return structs.replace(scene, now=moment, past=(*scene.past, now)[-MOST_PAST:], ahead=())


def going_first(scene: Scene, fighter_id: str, battle: Battle, phase: int | None = None) -> Scene:
    """Return the scene after a combatant has paid to go first in a phase of this turn, by default the current one.

    Where nobody has acted in that phase yet, it is its turn at once. Raise TurnError if it has acted in that phase
    already, or goes first in it anyway.
    """
    now = _under_way(scene)
    wanted = now.phase if phase is None else phase
    if wanted < now.phase or (wanted == now.phase and fighter_id in (*now.acted, *now.acting)):
        raise TurnError(fighter_id, "has acted already")
    paid = now.paid.get(fighter_id, ())
    if wanted in paid:
        raise TurnError(fighter_id, "goes first already")
    moment = structs.replace(now, paid={**now.paid, fighter_id: (*paid, wanted)})
    opens = wanted == now.phase and now.began and not (now.acted or now.suspended or now.after_all)
    found = _next_place(moment, battle) if opens else ()
    if fighter_id in found:
        moment = structs.replace(
            moment, began=found, acting=found, waiting=_without_all(now.waiting, found), by_hand=True
        )
    return _changed(scene, moment)


def with_extra_action(scene: Scene, fighter_id: str) -> Scene:
    """Return the scene with an extra action of a combatant after all others.

    Raise TurnError in a surprise turn, and for more than two extra actions in a turn.
    """
    now = _under_way(scene)
    if now.turn == 1 and any(one.surprise for one in scene.fighters):
        raise TurnError(fighter_id, "cannot have an extra action in a surprise turn")
    if now.bought.count(fighter_id) >= MOST_EXTRA:
        raise TurnError(fighter_id, f"has {MOST_EXTRA} extra actions already, the most a turn allows")
    moment = structs.replace(now, bought=(*now.bought, fighter_id), later=(*now.later, fighter_id))
    return _changed(scene, moment)


def with_actions_changed(scene: Scene, fighter_id: str, by: int) -> Scene:
    """Return the scene after a combatant gains an action after all others, or loses its current or next one.

    A gain cancels a pending loss, and vice versa.
    """
    now = _under_way(scene)
    if by > 0 and fighter_id in now.skips:
        after = structs.replace(now, skips=_without_each(now.skips, (fighter_id,)))
    elif by > 0:
        after = structs.replace(now, bought=(*now.bought, fighter_id), later=(*now.later, fighter_id))
    elif fighter_id in now.later:
        gone = (fighter_id,)
        after = structs.replace(now, bought=_without_each(now.bought, gone), later=_without_each(now.later, gone))
    elif fighter_id in (*now.acted, *now.acting):
        after = structs.replace(now, skips=(*now.skips, fighter_id))
    else:
        after = structs.replace(now, acted=(*now.acted, fighter_id))
    return _changed(scene, after)


def points_left(fighter_id: str, now: Moment, battle: Battle) -> int:
    """Return the action points that a combatant has left in the round (Kaiser)."""
    one = battle.combatants.get(fighter_id)
    return 0 if one is None else max(0, one.points - now.spent.get(fighter_id, 0))


def with_points_spent(scene: Scene, fighter_id: str, by: int, battle: Battle) -> Scene:
    """Return the scene with `by` more action points of the round spent, or fewer if negative.

    Raise TurnError if none are left, or none were spent.
    """
    now = _under_way(scene)
    spent, most = now.spent.get(fighter_id, 0), points_left(fighter_id, now, battle)
    if not battle.rules.points:
        raise TurnError(fighter_id, "has no action points: they are not counted in this system")
    if by > most or spent + by < 0:
        raise TurnError(fighter_id, "has no action point left" if by > 0 else "has all action points")
    left = {key: number for key, number in now.spent.items() if key != fighter_id}
    return _changed(scene, structs.replace(now, spent={**left, fighter_id: spent + by} if spent + by else left))


def shifted(scene: Scene, fighter_id: str, battle: Battle, *, earlier: bool) -> Scene:
    """Return the scene with a combatant moved before the previous place, or after the next one, if there is one."""
    now = _under_way(scene)
    in_order = battle.places(now)
    place = next((index for index, ids in enumerate(in_order) if fighter_id in ids), None)
    if place is None:
        return scene
    beside = place - 1 if earlier else place + 1
    shared = len(in_order[place]) > 1
    if not shared and not 0 <= beside < len(in_order):
        return scene
    other = next(one for one in in_order[place] if one != fighter_id) if shared else in_order[beside][0]
    return _changed(scene, structs.replace(now, ranks=_beside(fighter_id, other, now, battle, earlier=earlier)))


def extras_in_order(now: Moment, battle: Battle) -> list[str]:
    """Return who still has an extra action, in order of their counts; once for each action."""
    people = battle.rolled(now, now.later)
    able = [one for one in now.later if battle.able(one) and one in people]
    return sorted(able, key=lambda one: rank_of(people[one], now, battle), reverse=True)


def _beside(fighter_id: str, other: str, now: Moment, battle: Battle, *, earlier: bool) -> Mapping[str, Rank]:
    """Return the chosen places with a combatant directly before or after another one; those beyond are shifted."""
    people = battle.rolled(now)
    there = people[other]
    beside = rank_of(there, now, battle)
    step = 1 if earlier else -1
    ranks = dict(now.ranks)
    for one in people.values():
        rank = rank_of(one, now, battle)
        beyond = (rank[3] - beside[3]) * step > 0
        if one.id != fighter_id and rank[:3] == beside[:3] and beyond:
            ranks[one.id] = Rank(_before_harm(one, one, now, battle), rank[2], rank[3] + step)
    ranks[fighter_id] = Rank(_before_harm(there, people[fighter_id], now, battle), beside[2], beside[3] + step)
    return ranks


def _before_harm(there: Combatant, mover: Combatant, now: Moment, battle: Battle) -> int:
    """Return the count that gives a combatant the place of another one, regardless of the wounds of both."""
    lost = battle.rules.count(mover, now.turn, battle.house) - unhurt(mover, now, battle)
    return count_of(there, now, battle) - lost


def _under_way(scene: Scene) -> Moment:
    """Return the moment of a fight; raise TurnError if none has begun."""
    if scene.now is None:
        raise TurnError("scene", "the fight has not begun")
    return scene.now


def _changed(scene: Scene, now: Moment) -> Scene:
    """Return the scene with its moment changed; moments that were taken back are dropped."""
    return structs.replace(scene, now=now, ahead=())


def _leads_to(kept: Moment, fresh: Moment, battle: Battle) -> bool:
    """Return whether a moment that was returned from is still possible: those who act in it are there and not out.

    Who comes next may have changed by wounds since; what was paid and who has acted is in the moment alone.
    """
    if not kept.began:
        return not fresh.began
    return all(map(battle.able, kept.began))


def _advanced(now: Moment, battle: Battle, throws: Mapping[str, int]) -> Moment:
    """Return the moment after another one, whose acting combatants have acted."""
    done = structs.replace(now, acting=(), acted=(*now.acted, *_new(now.acting, now.acted)), by_hand=False, costs=())
    if now.after_all:
        done = structs.replace(done, later=_without_each(now.later, now.acting))
    resumed = tuple(one for one in done.suspended if battle.able(one))
    if resumed:
        return structs.replace(done, began=resumed, acting=resumed, suspended=())
    return _entered(structs.replace(done, suspended=()), battle, throws)


def _entered(now: Moment, battle: Battle, throws: Mapping[str, int]) -> Moment:
    """Return the moment of whoever acts next: in the same phase, a later one, or the next turn.

    If nobody can act (all are delaying or out), it is the end of the next turn, with nobody acting.
    """
    first = now.turn
    while True:
        found = _next_place(now, battle)
        if found:
            return structs.replace(now, began=found, acting=found, waiting=_without_all(now.waiting, found))
        last = now.phase == battle.rules.phases
        extras = extras_in_order(now, battle) if last else []
        if extras:
            return structs.replace(now, began=(extras[0],), acting=(extras[0],), after_all=True)
        if last and now.turn > first:
            return structs.replace(now, began=(), acting=())
        now = _next_phase(now, battle, throws)


def _next_place(now: Moment, battle: Battle) -> Place:
    """Return those of the first place who have not acted in this phase and are neither delaying nor out.

    Where no one else is left, those who delay may have to act before the turn ends (Kaiser).
    """
    if now.after_all:
        return ()
    done = {*now.acted, *now.waiting}
    for place in battle.places(now):
        ready = tuple(one for one in place if one not in done and battle.able(one))
        if ready:
            return ready
    if battle.rules.waits_to_the_end:
        waiting = {one for one in now.waiting if one not in now.acted and battle.able(one)}
        late = (tuple(one for one in place if one in waiting) for place in reversed(battle.places(now)))
        return next(filter(None, late), ())
    return ()


def _next_phase(now: Moment, battle: Battle, throws: Mapping[str, int]) -> Moment:
    """Return the beginning of the next phase or turn; delaying combatants keep waiting, some to their next action."""
    ends = now.phase == battle.rules.phases
    turn, phase = (now.turn + 1, 1) if ends else (now.turn, now.phase + 1)

    def waits(one: str) -> bool:
        return battle.rules.waits_on or not (one in battle.combatants and _has_action(one, turn, phase, battle))

    waiting = tuple(one for one in now.waiting if waits(one))
    lost = tuple(
        dict.fromkeys(one for one in now.skips if one in battle.combatants and _has_action(one, turn, phase, battle))
    )
    skips = _without_each(now.skips, lost)
    if not ends:
        return structs.replace(now, phase=phase, acted=lost, skips=skips, began=(), acting=(), waiting=waiting)
    fresh = Moment(turn=turn, acted=lost, skips=skips, waiting=waiting, throws=now.throws, ranks=now.ranks)
    if battle.rules.each_turn(battle.house):
        return structs.replace(fresh, throws={**now.throws, **throws}, ranks={})
    return fresh


def _has_action(one: str, turn: int, phase: int, battle: Battle) -> bool:
    return battle.rules.acts(battle.combatants[one], turn, phase)


def _new(ids: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(one for one in ids if one not in known)


def _without(ids: tuple[str, ...], gone: str) -> tuple[str, ...]:
    return tuple(one for one in ids if one != gone)


def _without_all(ids: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(one for one in ids if one not in gone)


def _without_each(ids: tuple[str, ...], taken: tuple[str, ...]) -> tuple[str, ...]:
    """Return ids without one occurrence of each taken one."""
    left = list(ids)
    for one in taken:
        if one in left:
            left.remove(one)
    return tuple(left)
