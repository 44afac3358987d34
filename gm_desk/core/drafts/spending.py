"""The points of characters and groups: the pools for a test, spending, recharging.

(EP2, "Pools and Threat"), (EP1, "Moxie").
"""

from typing import TYPE_CHECKING

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character, Group, Roster
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.drafts.draft import AbilityKind, Draft, Mode, Side
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Net
from gm_desk.core.rules.outcomes import Hand
from gm_desk.core.rules.requests import Before, SuccessTest
from gm_desk.core.systems.definition import PointKind, System

if TYPE_CHECKING:
    from gm_desk.core.systems.protocol import Rules


class PointPool(Struct, frozen=True):
    """Points that could pay for a test: a character's own, or those shared by the group."""

    points: str
    name: str
    left: int
    most: int


class Bonus(Struct, frozen=True):
    """A point that can be spent before the roll, and the resulting net modifier."""

    use: Before
    net: Net


def point_pools(roster: Roster, side: Side, system: System) -> list[PointPool]:
    """Return the points that a side's test can spend, most specific first."""
    character = roster.character(side.character)
    if character is None or side.ability is None:
        return []
    rep = side.ability.kind is AbilityKind.REP
    kinds = system.points_for(_aptitude(side), rep=rep)
    held = ((kind, points_of(roster, character, kind)) for kind in kinds)
    return [PointPool(kind.id, kind.name, points.now, points.max) for kind, points in held if points and points.now]


def pools_of(roster: Roster, draft: Draft, hand: Hand, system: System) -> list[PointPool]:
    """Return the points that a side can spend before the roll, without those the other side is about to spend."""
    if draft.mode is Mode.SIMPLE:
        return []
    other = draft.side("b" if hand == "a" else "a")
    if draft.opposed and other.point is not None:
        roster = paid(roster, other.character, other.point.points, system)
    return point_pools(roster, draft.side(hand), system)


def bonuses_before(rules: "Rules", test: SuccessTest, house: House) -> list[Bonus]:
    """Return the points that can be spent before the roll; none if one is already spent."""
    if test.pool or test.after:
        return []
    return [Bonus(use, rules.net_of(structs.replace(test, pool=use), house)) for use in rules.BEFORE]


def payable(draft: Draft, roster: Roster, system: System) -> Draft:
    """Return a draft without points that can no longer be paid; the first side pays first."""
    if draft.point is None and draft.side("b").point is None:
        return draft
    alone = structs.replace(draft, opponent=draft.opponent and structs.replace(draft.opponent, point=None))
    if draft.point and not _holds(pools_of(roster, alone, "a", system), draft.point.points):
        draft = structs.replace(draft, point=None)
    other = draft.opponent
    if other and other.point and not _holds(pools_of(roster, draft, "b", system), other.point.points):
        draft = structs.replace(draft, opponent=structs.replace(other, point=None))
    return draft


def points_of(roster: Roster, character: Character, kind: PointKind) -> Points | None:
    """Return the points of a kind that a character can spend: its own, or else those of its group; or None."""
    own = character.points.get(kind.id)
    if own or not kind.shared:
        return own
    group = roster.group(character.group)
    return group.threat if group and character.kind == "npc" else None


def turn_pools(roster: Roster, character: Character, system: System) -> list[tuple[PointKind, int]]:
    """Return the points that can pay for going first or an extra action in a turn, with the number left.

    (EP2, "Pools and Threat"), (EP1, "Moxie"). In a system with other points, Moxie is social and
    cannot be used. Those for physical actions come first.
    """
    kinds = [kind for kind in system.points if kind.id != "moxie" or len(system.points) == 1]
    kinds.sort(key=lambda kind: set(kind.aptitudes).isdisjoint(system.physical))
    held = ((kind, points_of(roster, character, kind)) for kind in kinds)
    return [(kind, points.now) for kind, points in held if points is not None]


def paid(roster: Roster, character_id: str, kind_id: str, system: System, amount: int = 1) -> Roster:
    """Spend a character's points, down to 0; a negative amount restores them."""
    kind = next((known for known in system.points if known.id == kind_id), None)
    character = roster.character(character_id)
    points = points_of(roster, character, kind) if character and kind else None
    if character is None or kind is None or points is None:
        return roster
    left = structs.replace(points, now=max(0, points.now - amount))
    group = roster.group(character.group)
    if group and kind.id not in character.points:
        return roster.with_group(structs.replace(group, threat=left))
    return roster.with_character(with_points(character, kind_id, left))


def with_points(character: Character, kind_id: str, points: Points) -> Character:
    """Return the character with points of a kind."""
    return structs.replace(character, points={**character.points, kind_id: points})


def with_number_of(character: Character, kind: PointKind, number: int | None) -> Character:
    """Return the character with its stat as the maximum of a kind of points; what was spent stays spent."""
    if number is None:
        return structs.replace(character, points={key: old for key, old in character.points.items() if key != kind.id})
    old = character.points.get(kind.id, Points())
    left = max(0, number - (old.max - old.now))
    return with_points(character, kind.id, structs.replace(old, now=left, max=number))


def recharged(character: Character, back: int | None = None) -> Character:
    """Return the character with all or some points restored, where most are missing (EP2, "Pools and Threat")."""
    pools = dict(character.points)
    left = sum(max(0, pool.max - pool.now) for pool in pools.values()) if back is None else back
    for _ in range(left):
        lacking = {key: pool.max - pool.now for key, pool in pools.items() if pool.now < pool.max}
        if not lacking:
            break
        key = max(lacking, key=lambda one: lacking[one])
        pools[key] = structs.replace(pools[key], now=pools[key].now + 1)
    return structs.replace(character, points=pools)


def refreshed(group: Group) -> Group:
    """Return the group with all its Threat restored (EP2, "Pools and Threat")."""
    threat = group.threat
    return group if threat is None else structs.replace(group, threat=structs.replace(threat, now=threat.max))


def rested(roster: Roster, character_id: str, back: int | None = None) -> Roster:
    """Return the roster after a character regains all or a number of points, and an NPC's group its Threat."""
    character = roster.character(character_id)
    if character is None:
        return roster
    roster = roster.with_character(recharged(character, back))
    group = roster.group(character.group) if back is None and character.kind == "npc" else None
    return roster.with_group(refreshed(group)) if group else roster


def points_in(roster: Roster) -> int:
    """Return the number of points that all characters and groups of a roster have left."""
    own = sum(points.now for one in roster.characters for points in one.points.values())
    return own + sum(group.threat.now for group in roster.groups if group.threat)


def _holds(found: list[PointPool], kind_id: str) -> bool:
    """Return whether one of the pools has points of a kind."""
    return any(pool.points == kind_id for pool in found)


def _aptitude(side: Side) -> str:
    """Return the aptitude that a test is linked to; for a check, its first one."""
    if side.ability is None:
        return ""
    return side.ability.key.split(" ")[0] if side.ability.kind is AbilityKind.CHECK else side.ability.linked
