"""The fight of a scene in a roster, as `turns` needs it, and the roster at another moment of it."""

from collections.abc import Callable, Collection, Container, Iterable, Mapping
from operator import is_not

from msgspec import Struct, structs

from gm_desk.core.characters import harm
from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.characters.values import Vitals, vitals
from gm_desk.core.errors import TurnError
from gm_desk.core.rules.house import House
from gm_desk.core.scenes.conditions_in_force import (
    affects_initiative,
    initiative_change,
    is_helpless,
    kinds_of,
)
from gm_desk.core.scenes.order import COUNT, TURNS, Battle, Combatant, count_of
from gm_desk.core.scenes.scene import NOT_BEGUN, Cost, Fighter, Marker, Moment, Scene
from gm_desk.core.scenes.turns import acting_alike, points_left, with_points_spent
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import minus

INITIATIVE, SPEED, REFLEXES = "INIT", "SPD", "REF"
PLAYERS, OTHERS = "players", "others"
"""The sides of a fight with players."""

MOST_SPEED = 4
FIRST = 10_000
"""A count above all others, for those who go first."""


class FighterStanding(Struct, frozen=True, gc=False):
    """The state of a combatant in a fight: its values for the turn order, its health, and whether it is out.

    A combatant is out if put out of action by damage or stress, withdrawn by the GM, or `helpless` until a condition is
    removed. `change` is the current change of its initiative by conditions.
    """

    character: Character
    fighter: Fighter
    combatant: Combatant
    health: Vitals
    out: bool
    change: int = 0
    helpless: bool = False


class Standings:
    """A cache of the states of all fighters in a scene, recomputed only for those that have changed."""

    def __init__(self, system: System, house: House) -> None:
        """Start empty, with the rules of a system and house rules."""
        self._system = system
        self._house = house
        self._known: dict[str, FighterStanding] = {}

    def of(self, roster: Roster, scene: Scene) -> Mapping[str, FighterStanding]:
        """Return the state of each fighter of a scene that is still in the roster, by id.

        If none of them has changed, it is the same object as before.
        """
        people = {one.id: one for one in roster.characters}
        kinds = kinds_of(roster, self._system)
        slowing = affects_initiative(kinds)
        found = {
            one.id: self._of(people[one.id], one, roster, slowing, helpless=is_helpless(people[one.id], kinds))
            for one in scene.fighters
            if one.id in people
        }
        if len(found) != len(self._known) or any(map(is_not, found.values(), self._known.values())):
            self._known = found
        return self._known

    def _of(
        self, character: Character, fighter: Fighter, roster: Roster, slowing: Container[str], *, helpless: bool
    ) -> FighterStanding:
        """Return the state of one fighter; conditions that affect initiative depend on the moment."""
        slowed = bool(character.conditions) and any(one.kind in slowing for one in character.conditions)
        change = initiative_change(character, roster, self._system) if slowed else 0
        known = self._known.get(fighter.id)
        same = known is not None and known.character is character and known.fighter is fighter
        if known is not None and same and known.helpless == helpless:
            return known if known.change == change else _changed(known, change)
        health = vitals(character, self._system, RULES[self._system.id], self._house)
        combatant = _combatant(character, fighter, self._system, self._house, change)
        out = fighter.withdrawn or health.out or helpless
        return FighterStanding(character, fighter, combatant, health, out, change, helpless)


def _changed(known: FighterStanding, change: int) -> FighterStanding:
    """Return the state of a fighter whose initiative is changed differently by conditions, and nothing else."""
    combatant = structs.replace(known.combatant, init=known.combatant.init - known.change + change)
    return structs.replace(known, combatant=combatant, change=change)


def battle_of(roster: Roster, scene: Scene, system: System, house: House) -> Battle:
    """Return the fight of a scene: all fighters that are still in the roster, and those who are out."""
    return fight_of(Standings(system, house).of(roster, scene), system, house)


def fight_of(standings: Mapping[str, FighterStanding], system: System, house: House) -> Battle:
    """Return a fight with the given states."""
    out = frozenset(key for key, one in standings.items() if one.out)
    return Battle({key: one.combatant for key, one in standings.items()}, out, TURNS[system.id], house)


def combatant_of(character: Character, fighter: Fighter, roster: Roster, system: System, house: House) -> Combatant:
    """Return a character as a combatant of the turn order: its initiative, typed or derived, and its conditions."""
    return _combatant(character, fighter, system, house, initiative_change(character, roster, system))


def _combatant(character: Character, fighter: Fighter, system: System, house: House, change: int) -> Combatant:
    """Return a character as a combatant whose conditions change its initiative."""
    numbers = harm.numbers(character, RULES[system.id], house)
    health, most = character.health, TURNS[system.id].most_ignored
    return Combatant(
        character.id,
        numbers.get(INITIATIVE, 0) + change,
        0,
        ref=numbers.get(REFLEXES, 0),
        speed=max(1, min(MOST_SPEED, numbers.get(SPEED, 1))),
        surprise=fighter.surprise,
        wounds=max(0, health.wounds - min(health.ignored_wounds, most)),
        traumas=max(0, health.traumas - min(health.ignored_traumas, most)),
        points=max(0, numbers.get(TURNS[system.id].points, 0)),
    )


def rolled_for(scene: Scene, battle: Battle) -> list[tuple[str, ...]]:
    """Return who rolls initiative: all who are able to act, those of one team together."""
    teams: dict[str, list[str]] = {}
    for one in scene.fighters:
        if battle.able(one.id):
            teams.setdefault(f"team {one.team}" if one.team else one.id, []).append(one.id)
    return [tuple(ids) for ids in teams.values()]


def acting_as_one(fighter_id: str, scene: Scene, battle: Battle) -> list[str]:
    """Return those of a fighter's team who act at the same time and are in the same state, with the fighter."""
    fighter = scene.fighter(fighter_id)
    if scene.now is None or fighter is None or not fighter.team:
        return [fighter_id]
    team = [one.id for one in scene.fighters if one.team == fighter.team]
    return acting_alike(fighter_id, team, scene.now, battle)


def is_told(marker: Marker, now: Moment) -> bool:
    """Return whether a marker of this turn or an earlier one has happened by now, without looking at the counts."""
    return marker.count is None or marker.turn < now.turn or now.told.get(marker.id) == marker.count


def happened(scene: Scene, battle: Battle) -> list[Marker]:
    """Return the markers due by the moment of a fight; one with a count is due when that has been passed.

    It has been if those acting have lower counts, unless they have paid to go first.
    """
    if (now := scene.now) is None or not scene.markers:
        return []
    acting = battle.rolled(now, now.acting).values()
    counts = [count_of(one, now, battle) for one in acting if now.phase not in now.paid.get(one.id, ())]
    first, in_order = now.phase == 1 and not now.after_all and bool(acting), max(counts, default=FIRST)

    def passed(one: Marker) -> bool:
        return not first or is_told(one, now) or (one.count is not None and in_order < one.count)

    return [one for one in scene.markers if one.turn < now.turn or (one.turn == now.turn and passed(one))]


def with_told(scene: Scene, markers: Iterable[Marker]) -> Scene:
    """Return a scene in whose moment markers have happened, so that they will not in a later one of the same turn."""
    now = scene.now
    counts = {one.id: one.count for one in markers if one.count is not None and now and one.turn == now.turn}
    return structs.replace(scene, now=structs.replace(now, told={**now.told, **counts})) if now and counts else scene


def at_moment(roster: Roster, scene: Scene) -> Roster:
    """Return the roster with its scene at another moment of the fight.

    The costs of conditions in a moment are reverted if the fight goes back, and applied again if it returns: as much as
    was reverted, which is less if it has been healed since.
    """
    before = roster.scene(scene.id)
    if left := left_by_back(before, scene):
        roster, costs = _suffering(roster, left.costs, -1)
        scene = structs.replace(scene, ahead=(*scene.ahead[:-1], structs.replace(scene.ahead[-1], costs=costs)))
    elif found := returned_to(before, scene):
        roster, _ = _suffering(roster, found.costs, 1)
    return roster.with_scene(scene)


def _suffering(roster: Roster, costs: Iterable[Cost], times: int) -> tuple[Roster, tuple[Cost, ...]]:
    """Return the roster with costs of conditions applied, or reverted if `times` is −1, and what each changed."""
    found: list[Cost] = []
    for cost in costs:
        character, amount = roster.character(cost.character), cost.amount
        if character is not None and cost.track in harm.COUNTS:
            there = getattr(character.health, cost.track)
            amount = times * (max(0, there + times * amount) - there)
            health = structs.replace(character.health, **{cost.track: there + times * amount})
            roster = roster.with_character(structs.replace(character, health=health))
        found.append(structs.replace(cost, amount=amount))
    return roster, tuple(found)


def left_by_back(before: Scene | None, after: Scene) -> Moment | None:
    """Return the moment that a step back has left, None for any other step."""
    there = None if before is None else before.now
    return there if there is not None and after.ahead and structs.replace(after.ahead[-1], fallen=()) == there else None


def returned_to(before: Scene | None, after: Scene) -> Moment | None:
    """Return the moment that a step has returned to after going back, None for any other step."""
    if before is None or not before.ahead or after.ahead != before.ahead[:-1]:
        return None
    known, now = structs.replace(before.ahead[-1], fallen=()), after.now
    return now if now is not None and structs.replace(now, due=known.due) == known else None


def with_throw(scene: Scene, throws: Mapping[str, int]) -> Scene:
    """Return the scene with initiative rolls added or corrected; raise TurnError if no fight has begun.

    Past moments also get the rolls of those who have none there, so that going back does not lose them.
    """
    if scene.now is None:
        raise TurnError("scene", NOT_BEGUN)
    now = structs.replace(scene.now, throws={**scene.now.throws, **throws})
    filled: dict[int, Mapping[str, int]] = {}
    past = tuple(_with_missing(one, throws, filled) for one in scene.past)
    return structs.replace(scene.without_ahead(), now=now, past=past)


def _with_missing(moment: Moment, throws: Mapping[str, int], filled: dict[int, Mapping[str, int]]) -> Moment:
    """Return a moment with the rolls that it lacks; moments that share their rolls share those `filled`."""
    if throws.keys() <= moment.throws.keys():
        return moment
    shared = filled.setdefault(id(moment.throws), {**throws, **moment.throws})
    return structs.replace(moment, throws=shared)


def with_points_left(roster: Roster, ids: Iterable[str], system: System, house: House) -> list[str]:
    """Return the fighters who have action points left in the round (Kaiser); none without a fight."""
    scene = roster.on_stage
    now = None if scene is None else scene.now
    if scene is None or now is None or not TURNS[system.id].points:
        return []
    battle = battle_of(roster, scene, system, house)
    return [one for one in ids if points_left(one, now, battle)]


def after_hits(roster: Roster, ids: Iterable[str], system: System, house: House) -> Roster:
    """Return the roster after hits, each of which costs the defender an action point (Kaiser, "Attacks")."""
    for one in with_points_left(roster, ids, system, house):
        scene = roster.on_stage
        if scene is not None:
            battle = battle_of(roster, scene, system, house)
            roster = roster.with_scene(with_points_spent(scene, one, 1, battle))
    return roster


def counts_in_words(
    scene: Scene, battle: Battle, ids: Iterable[str], name_of: Callable[[str], str]
) -> tuple[list[str], list[str]]:
    """Return fighters with their counts, "Eva (12)": first those that are visible, then the hidden ones."""
    hidden = {one.id for one in scene.fighters if one.hidden}
    seen, unseen = list[str](), list[str]()
    if scene.now is None:
        return seen, unseen
    order = battle.order(scene.now)
    for one in ids:
        if one in order.rolled:
            key = order.keys.get(one)
            count = count_of(order.rolled[one], scene.now, battle) if key is None else key[COUNT]
            (unseen if one in hidden else seen).append(f"{name_of(one)} ({minus(count)})")
    return seen, unseen


def left_standing(standings: Collection[FighterStanding], roster: Roster) -> str:
    """Return who is left standing if only one side of several is, as a sentence, else "".

    Everybody in a group with a player's character is on the side of the players, and all others are against them.
    Without players each group is a side.
    """
    if all(one.out for one in standings):
        return "Nobody is left standing" if standings else ""
    sides = _sides_of([one.character for one in standings], roster)
    left = {sides[one.character.id] for one in standings if not one.out}
    if len(left) > 1 or left == set(sides.values()):
        return ""
    [side] = left
    groups = {one.character.group for one in standings if sides[one.character.id] == side}
    group = roster.group(groups.pop()) if len(groups) == 1 and side != PLAYERS else None
    others = "the others" if group is None else f"members of {group.name}"
    return f"Only {'the players’ characters' if side == PLAYERS else others} are left standing"


def _sides_of(people: Collection[Character], roster: Roster) -> dict[str, str]:
    """Return the side of each of several people by their ids."""
    with_players = {one.group for one in roster.characters if one.kind == "pc" and one.group}
    of_players = {one.id for one in people if one.kind == "pc" or one.group in with_players}
    return {one.id: PLAYERS if one.id in of_players else OTHERS if of_players else one.group for one in people}
