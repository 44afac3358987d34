"""Damage, stress and fatigue of a character (EP1, EP2, "Damage, wounds, stress and traumas").

Every change returns a new character, and tracks stay within 0 to 9999. `rules` and `house` are those of the roster:
typed thresholds count, or else those derived from the rest of the stat block.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, get_args

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import MOST_AMOUNT
from gm_desk.core.errors import UnknownArmorError
from gm_desk.core.rules.health import BodyState, Health, HealthEffects, MindState, after_armor, wounds_from
from gm_desk.core.rules.house import House
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import plural

if TYPE_CHECKING:
    from gm_desk.core.systems.protocol import Rules

TrackKind = Literal["damage", "stress", "fatigue"]
State = BodyState | MindState
Counted = Literal["damage", "stress", "fatigue", "wounds", "traumas"]

KINDS: tuple[TrackKind, ...] = get_args(TrackKind)
COUNTS: tuple[Counted, ...] = get_args(Counted)
MARKS = {"wounds", "traumas"}
ABSORPTION = "absorption"
"""The key of absorption, which reduces damage like armor if the GM chooses it (Kaiser, "Attacks")."""


class Injury(Struct, frozen=True, gc=False):
    """The wounds or traumas of one hit: their field of Health, the stat of their threshold, and their name."""

    count: Literal["wounds", "traumas"]
    threshold: str
    name: str


class Scale(Struct, frozen=True, gc=False):
    """What a track counts, and the stats that are its thresholds with the state at each."""

    kind: TrackKind
    states: tuple[tuple[str, State], ...] = ()


INJURIES: Mapping[TrackKind, Injury] = {
    "damage": Injury("wounds", "WT", "wound"),
    "stress": Injury("traumas", "TT", "trauma"),
}
SCALES: Mapping[str, Scale] = {
    "DUR": Scale("damage", (("DUR", "out"), ("DR", "dead"))),
    "LUC": Scale("stress", (("LUC", "breakdown"), ("IR", "lost"))),
    "LP": Scale("damage", (("LP", "unconscious"),)),
    "STA": Scale("fatigue"),
}
"""The tracks of all systems, by the stat that is their length."""


class Threshold(Struct, frozen=True, gc=False):
    """A value of a track, and the character's state from there on."""

    key: str
    at: int
    state: State


class Track(Struct, frozen=True, gc=False):
    """A track as the card draws it: `now` counts up to `most`, or None if the stat block does not have it.

    `injuries` are its wounds or traumas, one for every `threshold` of a single hit. `modifier` is the modifier of
    every test from this track alone, `state` the state reached on it.
    """

    kind: TrackKind
    name: str
    now: int
    most: int | None = None
    thresholds: tuple[Threshold, ...] = ()
    injuries: int = 0
    threshold: int | None = None
    modifier: int = 0
    state: State = ""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw: no length and no damage."""
        return self.most is None and not self.now and not self.injuries

    @property
    def left(self) -> Fraction | None:
        """The part of the track that is left, from 0 to 1, or None if its length is unknown."""
        if self.most is None:
            return None
        return Fraction(max(0, self.most - self.now), self.most) if self.most else Fraction(0)


Way = Literal["deal", "heal", "set"]

TRACK_HINT = "7 or −7 deals 7, +7 heals 7, =12 sets it to 12"
HARM_HINT = f"{TRACK_HINT}; a kind of armor after the number is subtracted first"
"""The notation of damage, for the tool tip of a track."""


class TypedHarm(Struct, frozen=True):
    """A line typed on a track: the `amount`, 0 to 9999, and the operation.

    `armor` are the kinds of armor that apply, as typed: whole words or their beginnings.
    """

    way: Way
    amount: int
    armor: tuple[str, ...] = ()


class Suffered(Struct, frozen=True):
    """The result of a change of a track: the changed character and its details.

    `amount` is the damage after armor, the amount healed, or the new value. `armor` is what armor stopped,
    `injuries` is the number of new wounds or traumas, `became` the new state, if it changed.
    """

    character: Character
    kind: TrackKind
    way: Way
    amount: int
    armor: int = 0
    injuries: int = 0
    became: State = ""

    @property
    def words(self) -> tuple[str, ...]:
        """The details as short texts: "9 damage", "armor stops 6", "1 wound", "out"."""
        match self.way:
            case "heal":
                return (f"heals {self.amount} {self.kind}",)
            case "set":
                first = f"{self.kind} set to {self.amount}"
            case "deal":
                first = f"{self.amount} {self.kind}"
        held = (f"armor stops {self.armor}",) if self.armor else ()
        injury = INJURIES.get(self.kind)
        hurt = (plural(self.injuries, injury.name),) if injury and self.injuries else ()
        return (first, *held, *hurt, *((self.became,) if self.became else ()))


def suffered(character: Character, harm: TypedHarm, kind: TrackKind, rules: "Rules", house: House) -> Suffered:
    """Return the effect of a line typed on a track; raise UnknownArmorError for armor that the character lacks."""
    match harm.way:
        case "deal":
            armor = armor_against(character, harm.armor)
            return suffer(character, harm.amount, kind, rules, house, armor=armor)
        case "heal":
            healed = heal(character, harm.amount, kind)
            return Suffered(healed, kind, "heal", _suffered(character.health, kind) - _suffered(healed.health, kind))
        case "set":
            after = set_to(character, harm.amount, kind)
            became = _became(character, after, rules, house)
            return Suffered(after, kind, "set", _suffered(after.health, kind), became=became)


def suffer(
    character: Character, amount: int, kind: TrackKind, rules: "Rules", house: House, *, armor: int = 0
) -> Suffered:
    """Return the effect of one hit or shock minus `armor`, at least 0.

    It causes floor(damage ÷ WT) wounds or floor(stress ÷ TT) traumas (EP1, EP2); there are none in Kaiser, or without
    a threshold.
    """
    dealt = max(0, amount)
    through = after_armor(dealt, max(0, armor))
    health, injuries = _plus(character.health, kind, through), 0
    injury = INJURIES.get(kind)
    if injury is not None:
        injuries = wounds_from(through, numbers(character, rules, house).get(injury.threshold))
        health = _plus(health, injury.count, injuries)
    after = structs.replace(character, health=health)
    became = _became(character, after, rules, house)
    return Suffered(after, kind, "deal", through, dealt - through, injuries, became)


def heal(character: Character, amount: int, kind: TrackKind) -> Character:
    """Return the character with an amount healed, down to 0; wounds and traumas are healed separately."""
    return structs.replace(character, health=_plus(character.health, kind, -max(0, amount)))


def heal_wound(character: Character, kind: TrackKind = "damage", count: int = 1) -> Character:
    """Return the character with wounds, or the traumas of stress, healed; fatigue has none."""
    injury = INJURIES.get(kind)
    if injury is None:
        return character
    return structs.replace(character, health=_plus(character.health, injury.count, -max(0, count)))


def injured(character: Character, kind: TrackKind, count: int) -> Character:
    """Return the character with more wounds, or traumas of stress, without damage; fatigue has none."""
    injury = INJURIES.get(kind)
    if injury is None:
        return character
    return structs.replace(character, health=_plus(character.health, injury.count, max(0, count)))


def set_to(character: Character, amount: int, kind: TrackKind) -> Character:
    """Return the character with a track set, within 0 to 9999, as a correction; wounds and traumas do not change."""
    change = amount - _suffered(character.health, kind)
    return structs.replace(character, health=_plus(character.health, kind, change))


def without_harm(character: Character, kinds: Iterable[TrackKind] = KINDS) -> Character:
    """Return the character with tracks and their wounds or traumas cleared; what is ignored stays set."""
    return structs.replace(character, health=_wiped(character.health, kinds))


def changes_between(before: Character, after: Character) -> dict[str, int]:
    """Return the change of each count of a character's health that changed."""
    changed = {what: _suffered(after.health, what) - _suffered(before.health, what) for what in COUNTS}
    return {what: change for what, change in changed.items() if change}


def without_changes(character: Character, changes: Mapping[str, int]) -> Character:
    """Return the character with changes of its health reverted, within 0 to 9999, whatever has changed since."""
    health = character.health
    for what in COUNTS:
        health = _plus(health, what, -changes.get(what, 0))
    return structs.replace(character, health=health)


def counted_changes(changes: Mapping[str, int]) -> list[str]:
    """Return changes of health as text, without signs: "9 damage", "1 wound"."""
    found = ((what, abs(changes[what])) for what in COUNTS if changes.get(what))
    return [f"{number} {what[:-1] if number == 1 and what in MARKS else what}" for what, number in found]


def protections(character: Character) -> dict[str, int]:
    """Return everything that reduces damage by name, in points: the sum of each kind of armor, and absorption."""
    absorbs = absorption_of(character)
    return armor_points(character) | ({ABSORPTION: absorbs} if absorbs else {})


def armor_points(character: Character) -> dict[str, int]:
    """Return the points of each kind of armor, summed over all its lines."""
    found: dict[str, int] = {}
    for armor in character.armor:
        for kind, value in armor.values.items():
            found[kind] = found.get(kind, 0) + value
    return found


def absorption_of(character: Character) -> int:
    """Return the absorption of a character, which needs no armor (Kaiser, "Attacks")."""
    return max(0, character.stats.get("ABS", 0))


def armor_against(character: Character, kinds: Iterable[str]) -> int:
    """Return the sum of the named kinds of armor, ignoring case; the beginning of a name is enough.

    Raise UnknownArmorError if the character has none of that name.
    """
    known = protections(character)
    named = set()
    for word in kinds:
        begun = (kind for kind in known if kind.casefold().startswith(word.casefold()))
        kind = min(begun, key=len, default=None)
        if kind is None:
            has = f"only {', '.join(known)}" if known else "none at all"
            raise UnknownArmorError("armor", f"{character.name} has no armor called “{word}”, {has}")
        named.add(kind)
    return sum(known[kind] for kind in named)


def numbers(character: Character, rules: "Rules", house: House) -> dict[str, int]:
    """Return all stats: the typed ones over the derived ones, without those that the stat block marks as absent."""
    derived = rules.derived(character.stats, house, character.body)
    return {**{key: value for key, value in derived.items() if key not in character.none}, **character.stats}


def health_effects(character: Character, rules: "Rules", house: House) -> HealthEffects:
    """Return the effects of all damage and stress: the modifier of every test, and the state of body and mind."""
    return rules.health_effects(numbers(character, rules, house), character.health)


def out_of_action(character: Character, rules: "Rules", house: House) -> bool:
    """Return whether a character can no longer act: out, dead, unconscious or lost, but not after a breakdown."""
    found = health_effects(character, rules, house)
    return bool(found.body) or found.mind == "lost"


def bar(character: Character, system: System, rules: "Rules", house: House) -> Fraction | None:
    """Return the part left of the system's first track, from 0 to 1, or None if its length is unknown."""
    return next((track.left for track in tracks(character, system, rules, house)), None)


def tracks(character: Character, system: System, rules: "Rules", house: House) -> list[Track]:
    """Return the tracks of a character in the order of the stat block."""
    known = numbers(character, rules, house)
    stats = (stat for section in system.sections if section.kind == "tracks" for stat in section.stats)
    return [_track(character.health, stat.key, stat.name, known, rules) for stat in stats]


def _track(health: Health, key: str, name: str, known: Mapping[str, int], rules: "Rules") -> Track:
    """Return one track; its modifier and state are those of a character without other damage."""
    scale = SCALES[key]
    injury = INJURIES.get(scale.kind)
    own = {stat: number for stat, number in known.items() if stat == key or stat not in SCALES}
    alone = rules.health_effects(own, _wiped(health, [kind for kind in KINDS if kind != scale.kind]))
    return Track(
        scale.kind,
        name,
        _suffered(health, scale.kind),
        known.get(key),
        tuple(Threshold(stat, known[stat], found) for stat, found in scale.states if stat in known),
        _suffered(health, injury.count) if injury else 0,
        known.get(injury.threshold) if injury else None,
        alone.modifier,
        next((found for _, found in scale.states if found in {alone.body, alone.mind}), ""),
    )


def _became(before: Character, after: Character, rules: "Rules", house: House) -> State:
    """Return the new state of the body after a change, or else of the mind; "" if neither changed."""
    old, new = health_effects(before, rules, house), health_effects(after, rules, house)
    if new.body != old.body:
        return new.body
    return new.mind if new.mind != old.mind else ""


def _suffered(health: Health, field: Counted) -> int:
    """Return one of the counts of a character's health."""
    return int(getattr(health, field))


def _plus(health: Health, field: Counted, change: int) -> Health:
    """Return the health with a change of one of its counts, within 0 to 9999."""
    return structs.replace(health, **{field: max(0, min(MOST_AMOUNT, _suffered(health, field) + change))})


def _wiped(health: Health, kinds: Iterable[TrackKind]) -> Health:
    """Return the health with tracks and their wounds or traumas set to 0."""
    for kind in kinds:
        injury = INJURIES.get(kind)
        counts = (kind, injury.count) if injury else (kind,)
        health = structs.replace(health, **dict.fromkeys(counts, 0))
    return health
