"""The steps of a fight: next and back, which undo each other exactly, delaying, going first and extra actions.

Nothing here counts down. A moment stores who has acted in which turn and phase; everything else (the order, whether a
condition is over) follows from it, so that going back and forth neither loses nor repeats anything.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import structs

from gm_desk.core.errors import TurnError
from gm_desk.core.scenes.order import Battle, Combatant, Place, count_of, rank_of, unhurt
from gm_desk.core.scenes.scene import MOST_PAST, NOT_BEGUN, Moment, Rank, Scene

MOST_EXTRA = 2
"""Maximum number of extra actions that a combatant can buy in a turn (EP2)."""


def begun(scene: Scene, battle: Battle, throws: Mapping[str, int]) -> Scene:
    """Return the scene with its fight begun or restarted by initiative rolls, at the first place of turn 1."""
    return structs.replace(scene, now=_entered(Moment(throws=throws), battle, throws), past=(), ahead=(), thrown=())


def rolls_next(scene: Scene, battle: Battle) -> bool:
    """Return whether the next moment begins a turn whose initiative has to be rolled."""
    if scene.now is None or scene.ahead or not battle.rules.each_turn(battle.house):
        return False
    return _advanced(scene.now, battle, {}).turn > scene.now.turn


def next_moment(scene: Scene, battle: Battle, throws: Mapping[str, int] | None = None) -> Scene:
    """Return the scene at its next moment; after going back, that is the same moment as before.

    Whoever is acting has then acted. The last one is followed by extra actions, the next phase and the next turn.
    `throws` are the initiative rolls of a new turn; combatants not in it have the dice of that turn before it was taken
    back, or else keep their last roll. Raise TurnError if no fight has begun.
    """
    now = _under_way(scene)
    kept = scene.ahead[-1] if scene.ahead else None
    fresh = _advanced(now, battle, _dice_of_next(scene, throws) if kept is None else kept.throws)
    if kept is not None and _leads_to(kept, fresh, battle):
        past = (*scene.past, now)[-MOST_PAST:]
        return structs.replace(scene, now=structs.replace(kept, fallen=()), past=past, ahead=scene.ahead[:-1])
    return _stepped(scene, fresh)


def previous_moment(scene: Scene, battle: Battle) -> Scene:
    """Return the scene before its latest step; unchanged at the first moment."""
    if scene.now is None or not scene.past:
        return scene
    fallen = tuple(one for one in scene.now.began if one in battle.combatants and not battle.able(one))
    ahead = (*scene.ahead, structs.replace(scene.now, fallen=fallen))[-MOST_PAST:]
    return structs.replace(scene, now=scene.past[-1], past=scene.past[:-1], ahead=ahead)


def delayed(scene: Scene, ids: Sequence[str], battle: Battle, throws: Mapping[str, int] | None = None) -> Scene:
    """Return the scene after combatants have delayed together; if nobody else was acting, the next one's turn begins.

    `throws` are the initiative rolls of a turn that begins. Raise TurnError if one has acted already, or if they would
    act next anyway because nobody else is left.
    """
    now = _under_way(scene)
    for one in ids:
        if one in now.acted or skipping(one, now):
            raise TurnError(one, "has acted already" if one in now.acted else "loses this action")
    late = _new(tuple(ids), now.waiting)
    if not late:
        return scene
    gone = {"held": _without_all(now.held, late), "acting": _without_all(now.acting, late)}
    waiting = structs.replace(now, waiting=(*now.waiting, *late), **gone)
    if waiting.acting or waiting.acting == now.acting:
        return _changed(scene, waiting)
    stepped = _advanced(waiting, battle, _dice_of_next(scene, throws))
    if set(late) & set(stepped.acting) and (stepped.turn, stepped.phase) == (now.turn, now.phase):
        raise TurnError(late[0], "is the last to act: nobody is left to wait for")
    return _stepped(scene, structs.replace(stepped, by_hand=True))


def acting_now(scene: Scene, ids: Sequence[str], battle: Battle) -> Scene:
    """Return the scene after delaying combatants act at once, together, and interrupt whoever is acting.

    Their count becomes that of this moment. Raise TurnError if one is not delaying, or is out.
    """
    now, acting = _under_way(scene), tuple(ids)
    for one in acting:
        if one not in now.waiting:
            raise TurnError(one, "is not waiting to act")
        if not battle.able(one):
            raise TurnError(one, "is out")
    people = battle.rolled(now)
    there = next((people[one] for one in now.acting if one in people), None)
    ranks = dict(now.ranks)
    if there is not None:
        _, _, tie, nudge = rank_of(there, now, battle)
        for one in acting:
            ranks[one] = Rank(_before_harm(there, people.get(one, there), now, battle), tie, nudge + 1)
    moment = structs.replace(
        now,
        began=acting,
        acting=acting,
        waiting=_without_all(now.waiting, acting),
        suspended=(*now.acting, *now.suspended),
        by_hand=True,
        ranks=ranks,
        costs=(),
        lines=(),
    )
    return _stepped(scene, moment)


def going_first(scene: Scene, ids: Sequence[str], battle: Battle, phase: int | None = None) -> Scene:
    """Return the scene after combatants have paid to go first in a phase of this turn, by default the current one.

    If nobody has acted in that phase yet, it is their turn at once. Raise TurnError if one has acted in that phase
    already, or goes first in it anyway.
    """
    now = _under_way(scene)
    wanted = now.phase if phase is None else phase
    paid = dict(now.paid)
    for one in ids:
        if wanted < now.phase or (wanted == now.phase and one in (*now.acted, *now.acting)):
            raise TurnError(one, "has acted already")
        if wanted in paid.get(one, ()):
            raise TurnError(one, "goes first already")
        paid[one] = (*paid.get(one, ()), wanted)
    moment = structs.replace(now, paid=paid)
    opens = wanted == now.phase and now.began and not (now.acted or now.suspended or now.after_all)
    found = _next_place(moment, battle) if opens else ()
    if set(ids) & set(found):
        moment = structs.replace(
            moment, began=found, acting=found, waiting=_without_all(now.waiting, found), by_hand=True
        )
    return _changed(scene, moment)


def acting_alike(fighter_id: str, team: Iterable[str], now: Moment, battle: Battle) -> list[str]:
    """Return those of a team who act in the same place as one of them and are in the same state, with this one."""
    people = battle.rolled(now)
    if fighter_id not in people:
        return [fighter_id]

    def state(one: str) -> tuple[object, ...]:
        groups = (now.acting, now.acted, now.waiting, now.suspended, now.skips)
        return rank_of(people[one], now, battle), *(one in group for group in groups)

    own = state(fighter_id)
    return [one for one in team if one == fighter_id or (one in people and battle.able(one) and state(one) == own)]


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
    """Return the scene after a combatant gains an action after all others, or loses its next one.

    A gain cancels a pending loss, and vice versa. The turn of whoever loses an action comes and is over in its place.
    """
    now = _under_way(scene)
    if by > 0 and fighter_id in now.skips:
        after = structs.replace(now, skips=_without_each(now.skips, (fighter_id,)))
    elif by > 0:
        after = structs.replace(now, bought=(*now.bought, fighter_id), later=(*now.later, fighter_id))
    elif fighter_id in now.later:
        gone = (fighter_id,)
        after = structs.replace(now, bought=_without_each(now.bought, gone), later=_without_each(now.later, gone))
    else:
        after = structs.replace(now, skips=(*now.skips, fighter_id), waiting=_without(now.waiting, fighter_id))
    return _changed(scene, after)


def skipping(fighter_id: str, now: Moment) -> bool:
    """Return whether a combatant loses the action that it would have next in this phase."""
    busy = (*now.acted, *now.acting, *now.suspended)
    return fighter_id in now.skips and fighter_id not in busy


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


def shifted(scene: Scene, ids: Sequence[str], battle: Battle, *, earlier: bool) -> Scene:
    """Return the scene with combatants of one place moved before the previous one, or after the next, if there is one.

    Others in their place are the ones that they are moved before or after. Raise TurnError if they have no place.
    """
    now = _under_way(scene)
    in_order = battle.places(now)
    place = next((index for index, there in enumerate(in_order) if set(ids) & set(there)), None)
    if place is None:
        raise TurnError(ids[0], "does not act in this phase" if battle.rules.phases > 1 else "is not in the order")
    beside = place - 1 if earlier else place + 1
    others = [one for one in in_order[place] if one not in ids]
    if not others and not 0 <= beside < len(in_order):
        return scene
    other = others[0] if others else in_order[beside][0]
    return _changed(scene, structs.replace(now, ranks=_beside(ids, other, now, battle, earlier=earlier)))


def extras_in_order(now: Moment, battle: Battle) -> list[str]:
    """Return who still has an extra action, in order of their counts; once for each action."""
    people = battle.rolled(now, now.later)
    able = [one for one in now.later if battle.able(one) and one in people]
    return sorted(able, key=lambda one: rank_of(people[one], now, battle), reverse=True)


def _beside(ids: Sequence[str], other: str, now: Moment, battle: Battle, *, earlier: bool) -> Mapping[str, Rank]:
    """Return the chosen places with combatants directly before or after another one; those beyond are shifted."""
    people = battle.rolled(now)
    there = people[other]
    beside = rank_of(there, now, battle)
    step = 1 if earlier else -1
    ranks = dict(now.ranks)
    for one in people.values():
        rank = rank_of(one, now, battle)
        beyond = (rank[3] - beside[3]) * step > 0
        if one.id not in ids and rank[:3] == beside[:3] and beyond:
            ranks[one.id] = Rank(_before_harm(one, one, now, battle), rank[2], rank[3] + step)
    for mover in ids:
        ranks[mover] = Rank(_before_harm(there, people[mover], now, battle), beside[2], beside[3] + step)
    return ranks


def _before_harm(there: Combatant, mover: Combatant, now: Moment, battle: Battle) -> int:
    """Return the count that gives a combatant the place of another one, regardless of the wounds of both."""
    lost = battle.rules.count(mover, now.turn, battle.house) - unhurt(mover, now, battle)
    return count_of(there, now, battle) - lost


def _under_way(scene: Scene) -> Moment:
    """Return the moment of a fight; raise TurnError if none has begun."""
    if scene.now is None:
        raise TurnError("scene", NOT_BEGUN)
    return scene.now


def _changed(scene: Scene, now: Moment) -> Scene:
    """Return the scene with its moment changed; moments that were taken back are dropped."""
    return structs.replace(scene.without_ahead(), now=now)


def _stepped(scene: Scene, now: Moment) -> Scene:
    """Return the scene at a moment after its present one; moments that were taken back are dropped."""
    past = () if scene.now is None else (*scene.past, scene.now)[-MOST_PAST:]
    return structs.replace(scene.without_ahead(), now=now, past=past)


def _dice_of_next(scene: Scene, throws: Mapping[str, int] | None) -> Mapping[str, int]:
    """Return the dice of the next turn: those given, and those that it had before it was taken back."""
    known = {} if scene.now is None else scene.throws_of(scene.now.turn + 1)
    return {**known, **(throws or {})}


def _leads_to(kept: Moment, fresh: Moment, battle: Battle) -> bool:
    """Return whether a moment that was returned from is still possible: nobody who acts in it has gone or fallen since.

    Who comes next may have changed by wounds since; what was paid and who has acted is in the moment alone.
    """
    if not kept.began:
        return not fresh.began or all(one in kept.waiting for one in kept.throws if battle.able(one))
    return all(battle.able(one) or (one in kept.fallen and one in battle.combatants) for one in kept.began)


def _advanced(now: Moment, battle: Battle, throws: Mapping[str, int]) -> Moment:
    """Return the moment after another one, whose acting combatants have acted."""
    done = structs.replace(
        now, acting=(), acted=(*now.acted, *_new(now.acting, now.acted)), by_hand=False, costs=(), lines=()
    )
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
        now = _without_lost(now, found, battle)
        if found:
            return structs.replace(now, began=found, acting=found, waiting=_without_all(now.waiting, found))
        last = now.phase == battle.rules.phases
        extras = extras_in_order(now, battle) if last else []
        if extras:
            return structs.replace(now, began=(extras[0],), acting=(extras[0],), after_all=True)
        if last and now.turn > first:
            return structs.replace(now, began=(), acting=())
        now = _next_phase(now, battle, throws)


def _without_lost(now: Moment, found: Place, battle: Battle) -> Moment:
    """Return the moment after the lost actions before the next place, or before the end of the phase, have passed."""
    lost: list[str] = []
    for place in battle.places(now) if now.skips and not now.after_all else ():
        if set(found) & set(place):
            break
        lost += [one for one in place if skipping(one, now) and battle.able(one)]
    if not lost:
        return now
    gone = tuple(lost)
    acted, waiting = (*now.acted, *gone), _without_all(now.waiting, gone)
    return structs.replace(now, acted=acted, waiting=waiting, skips=_without_each(now.skips, gone))


def _next_place(now: Moment, battle: Battle) -> Place:
    """Return those of the first place who have not acted in this phase and are neither delaying nor out.

    Those who delay an action of an earlier phase have this one's. If no one else is left, those who delay may have
    to act before the turn ends (Kaiser).
    """
    if now.after_all:
        return ()
    done = {*now.acted, *_without_all(now.waiting, now.held), *(one for one in now.skips if skipping(one, now))}
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
    """Return the beginning of the next phase or turn.

    Delaying combatants keep waiting; where actions do not wait on, they do so until their own of the phase comes (EP1),
    or not at all (Kaiser).
    """
    rules, ends = battle.rules, now.phase == battle.rules.phases
    turn, phase = (now.turn + 1, 1) if ends else (now.turn, now.phase + 1)
    there = () if rules.waits_on else (one for one in now.waiting if one in battle.combatants)
    held = tuple(one for one in there if rules.acts(battle.combatants[one], turn, phase))
    waiting, held = (_without_all(now.waiting, held), ()) if rules.waits_to_the_end else (now.waiting, held)
    if not ends:
        return structs.replace(now, phase=phase, acted=(), began=(), acting=(), waiting=waiting, held=held)
    fresh = Moment(turn=turn, skips=now.skips, waiting=waiting, held=held, throws=now.throws, ranks=now.ranks)
    if battle.rules.each_turn(battle.house):
        return structs.replace(fresh, throws={**now.throws, **throws}, ranks={})
    return fresh


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
