"""The turn order as the players see it: who is revealed, their state as text, whose turn it is and who is next."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal
from zlib import crc32

from msgspec import Struct

from gm_desk.core.characters import harm
from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.rules.house import House
from gm_desk.core.scenes.conditions import in_force
from gm_desk.core.scenes.order import Battle
from gm_desk.core.scenes.scene import Fighter, Moment, Scene
from gm_desk.core.scenes.turns import next_moment, rolls_next
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import one_line

Tone = Literal["", "warning", "bad"]
UNHURT, HURT, BADLY_HURT, OUT = "unhurt", "hurt", "badly hurt", "out"
WAITS = "waits"
BADLY = Fraction(1, 2)
"""The part of the first track left up to which a character is badly hurt."""
HEALTH_TONES: Mapping[str, Tone] = {UNHURT: "", HURT: "", BADLY_HURT: "bad", OUT: ""}

SEEN = frozenset({
    *("knocked-down", "subdued", "bleeding", "unconscious", "full-defense", "aiming", "shock"),
    *("grappled", "burning", "immobilized", "incapacitated", "prone", "stunned", "restrained", "flanked"),
})  # fmt: skip
"""The ids of the conditions of NPCs that are visible to everybody."""
OF_HEALTH = frozenset({"bleeding", "unconscious", "incapacitated"})
"""The conditions that already describe a character's health."""

HueOf = Callable[[Character], int]


class PlayersLabel(Struct, frozen=True):
    """A label for the state of a combatant ("badly hurt", "stunned", "waits"), and its severity."""

    text: str
    tone: Tone = ""


class PlayersRow(Struct, frozen=True):
    """A combatant in the turn order, or several who act together, under the name known to the players.

    `number` is their count, `hue` a hue in degrees or -1, and `portrait` the hash of a picture.
    """

    name: str
    number: int = 1
    hue: int = -1
    portrait: str = ""
    labels: tuple[PlayersLabel, ...] = ()
    acting: bool = False
    next: bool = False
    acted: bool = False
    out: bool = False


class RevealedFighter(Struct, frozen=True):
    """A revealed combatant: the character, its entry in the scene, and its state as text."""

    character: Character
    fighter: Fighter
    name: str
    health: str
    conditions: tuple[str, ...]
    out: bool


def players_rows(roster: Roster, scene: Scene, battle: Battle, system: System, hue_of: HueOf) -> Iterator[PlayersRow]:
    """Yield a row for each revealed combatant, in turn order; a team has one row, at the place of its first member."""
    people = {one.id: one for one in roster.characters}
    parties: dict[str, list[RevealedFighter]] = {}
    for fighter in _in_order(scene, battle):
        if not fighter.hidden and fighter.id in people:
            key = f"team {fighter.team}" if fighter.team else f"one {fighter.id}"
            parties.setdefault(key, []).append(_revealed(roster, people[fighter.id], fighter, scene, battle, system))
    following = _next_of(scene, battle, [{one.fighter.id for one in group} for group in parties.values()])
    for group in parties.values():
        ids = {one.fighter.id for one in group}
        yield _row(group, scene.now, is_next=ids == following, hue_of=hue_of)


def name_shown(character: Character, fighter: Fighter) -> str:
    """Return the name of a character in a scene for the players: its alias if it has one."""
    return one_line(fighter.alias.strip() or character.name)


def _in_order(scene: Scene, battle: Battle) -> list[Fighter]:
    """Return the fighters in turn order; those without a turn in this phase or an initiative roll come last."""
    if scene.now is None:
        return list(scene.fighters)
    places = [one for place in battle.places(scene.now) for one in place]
    rank = {one: at for at, one in enumerate(places)}
    return sorted(scene.fighters, key=lambda one: rank.get(one.id, len(rank)))


def _revealed(
    roster: Roster, character: Character, fighter: Fighter, scene: Scene, battle: Battle, system: System
) -> RevealedFighter:
    """Return a combatant with what the players may know about it."""
    allowed = scene.health if fighter.health is None else fighter.health
    health = health_in_words(character, system, battle.house) if allowed else ""
    names = {one.id: one.name for one in system.conditions}
    held = {one.kind for one in character.conditions if in_force([one], roster.moment_of(one))}
    shown = held & (names.keys() if character.kind == "pc" else SEEN) - (frozenset() if allowed else OF_HEALTH)
    conditions = tuple(name.lower() for kind, name in names.items() if kind in shown)
    out = fighter.withdrawn or health == OUT
    return RevealedFighter(character, fighter, name_shown(character, fighter), health, conditions, out)


def health_in_words(character: Character, system: System, house: House) -> str:
    """Return how badly hurt a character is: one of four texts."""
    rules, health = RULES[system.id], character.health
    if harm.out_of_action(character, rules, house):
        return OUT
    if not health.damage and not health.wounds:
        return UNHURT
    left = harm.bar(character, system, rules, house)
    return BADLY_HURT if left is not None and left <= BADLY else HURT


def _row(group: Sequence[RevealedFighter], now: Moment | None, *, is_next: bool, hue_of: HueOf) -> PlayersRow:
    """Return the row of one combatant, or of several who act together."""
    first, number = group[0], sum(one.character.number for one in group)
    ids = {one.fighter.id for one in group}
    alone = len(group) == 1
    acting = now is not None and not ids.isdisjoint(now.acting)
    portrait = first.character.portrait if alone and number == 1 and not first.fighter.alias.strip() else ""
    return PlayersRow(
        first.name if alone else _common_name([one.name for one in group]),
        number,
        _hue(first, hue_of) if alone else -1,
        portrait,
        _labels(group, waiting=now is not None and ids <= {*now.waiting}),
        acting=acting,
        next=is_next and not acting,
        acted=now is not None and ids <= {*now.acted},
        out=all(one.out for one in group),
    )


def _hue(known: RevealedFighter, hue_of: HueOf) -> int:
    """Return the hue of a character; that of an alias depends only on the alias."""
    return (
        crc32(known.name.encode("utf-8", "replace")) % 360 if known.fighter.alias.strip() else hue_of(known.character)
    )


def _common_name(names: Sequence[str]) -> str:
    """Return the common name of several characters, without the numbers that distinguish them."""
    stems = dict.fromkeys(re.sub(r"(?<=\S) +[0-9]+$", "", name) for name in names)
    return one_line(", ".join(stems))


def _labels(group: Sequence[RevealedFighter], *, waiting: bool) -> tuple[PlayersLabel, ...]:
    """Return the state of a combatant as texts; for several, with the number of those it applies to."""
    states = [state for one in group for state in (one.health, *one.conditions) if state]
    found = []
    for state in dict.fromkeys(sorted(states, key=lambda one: one not in HEALTH_TONES)):
        count = states.count(state)
        if count < len(group) and state == UNHURT:
            continue
        text = state if count == len(group) else f"{_number(count)} {state}"
        found.append(PlayersLabel(text, HEALTH_TONES.get(state, "warning") if len(group) == 1 else ""))
    return (*found, PlayersLabel(WAITS)) if waiting else tuple(found)


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def _next_of(scene: Scene, battle: Battle, rows: Sequence[set[str]]) -> set[str]:
    """Return the row whose turn is next after the acting one; an empty set if that is not known yet."""
    if scene.now is None:
        return set()
    acting = {*scene.now.acting}
    others = [row for row in rows if row.isdisjoint(acting)]
    for ids in _coming(scene, battle):
        found = next((row for row in others if not row.isdisjoint(ids)), None)
        if found is not None:
            return found
    return set()


def _coming(scene: Scene, battle: Battle) -> Iterator[tuple[str, ...]]:
    """Yield who acts in the coming moments, up to the end of the next turn or the next initiative roll."""
    last = 1 if scene.now is None else scene.now.turn + 1
    for _ in range(2 * len(scene.fighters) + battle.rules.phases):
        if rolls_next(scene, battle):
            return
        scene = next_moment(scene, battle)
        if scene.now is None or scene.now.turn > last:
            return
        yield scene.now.acting
