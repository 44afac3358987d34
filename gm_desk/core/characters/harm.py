"""Damage, stress and fatigue at the table: what a character suffers, what heals, and how it is (rules, "Stat blocks").

Every change gives a new character, and no track leaves 0 to 9999. `rules` and `house` are those of the roster: where a
threshold was typed it counts, else the one derived from the rest of the stat block.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Literal, get_args

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import MOST_AMOUNT
from gm_desk.core.errors import UnknownArmorError
from gm_desk.core.notation.points import TypedHarm, Way
from gm_desk.core.rules.health import BodyState, Condition, Health, MindState, after_armor, wounds_from
from gm_desk.core.rules.house import House
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.protocol import Rules

Kind = Literal["damage", "stress", "fatigue"]
State = BodyState | MindState
Counted = Literal["damage", "stress", "fatigue", "wounds", "traumas"]

KINDS: tuple[Kind, ...] = get_args(Kind)
COUNTS: tuple[Counted, ...] = get_args(Counted)
MARKS = {"wounds", "traumas"}
ABSORPTION = "absorption"
"""What holds harm back as armor does, where the GM asks for it (Kaiser)."""


class Injury(Struct, frozen=True):
    """Name the marks that one hit may leave: how many a character has, by which threshold, and what one is called."""

    count: Literal["wounds", "traumas"]
    threshold: str
    name: str


class Scale(Struct, frozen=True):
    """Say what is counted on a track, and which stats put the character in which state once it reaches them."""

    kind: Kind
    states: tuple[tuple[str, State], ...] = ()


INJURIES: Mapping[Kind, Injury] = {
    "damage": Injury("wounds", "WT", "wound"),
    "stress": Injury("traumas", "TT", "trauma"),
}
SCALES: Mapping[str, Scale] = {
    "DUR": Scale("damage", (("DUR", "out"), ("DR", "dead"))),
    "LUC": Scale("stress", (("LUC", "breakdown"), ("IR", "lost"))),
    "LP": Scale("damage", (("LP", "unconscious"),)),
    "STA": Scale("fatigue"),
}
"""The tracks that systems name, by the stat that is their length."""


class Threshold(Struct, frozen=True):
    """Hold a number that a track may reach, and the state it then brings."""

    key: str
    at: int
    state: State


class Track(Struct, frozen=True):
    """Hold a track as the card draws it: `now` counts up to `most`, None where the stat block does not say.

    `injuries` are the wounds or traumas that came of it, one for every `threshold` of a single hit. `modifier` is what
    this track alone costs every test, and `state` what it has brought.
    """

    kind: Kind
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
        """Tell whether there is nothing to draw: no length and nothing suffered."""
        return self.most is None and not self.now and not self.injuries

    @property
    def left(self) -> Fraction | None:
        """Give the part of the track that is left, from 0 to 1; None where its length is not known."""
        if self.most is None:
            return None
        return Fraction(max(0, self.most - self.now), self.most) if self.most else Fraction(0)


class Suffered(Struct, frozen=True):
    """Hold the character after a change of a track, and what happened.

    `amount` is what was dealt after armor, what really healed, or what the track was set to. `armor` is what armor held
    back, `injuries` how many new wounds or traumas there are, and `became` the state this change brought.
    """

    character: Character
    kind: Kind
    way: Way
    amount: int
    armor: int = 0
    injuries: int = 0
    became: State = ""

    @property
    def words(self) -> tuple[str, ...]:
        """Say what happened, part by part: "9 damage", "armor holds 6", "1 wound", "out"."""
        match self.way:
            case "heal":
                return (f"heals {self.amount} {self.kind}",)
            case "set":
                first = f"{self.kind} set to {self.amount}"
            case "deal":
                first = f"{self.amount} {self.kind}"
        held = (f"armor holds {self.armor}",) if self.armor else ()
        injury = INJURIES.get(self.kind)
        plural = "" if self.injuries == 1 else "s"
        hurt = (f"{self.injuries} {injury.name}{plural}",) if injury and self.injuries else ()
        return (first, *held, *hurt, *((self.became,) if self.became else ()))


def suffered(character: Character, harm: TypedHarm, kind: Kind, rules: Rules, house: House) -> Suffered:
    """Do what was typed on a track; raises UnknownArmorError where it names armor that the character lacks."""
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


def suffer(character: Character, amount: int, kind: Kind, rules: Rules, house: House, *, armor: int = 0) -> Suffered:
    """Deal one hit or shock, less what `armor` points hold back; a hit never heals.

    Wounds are floor(damage after armor ÷ WT) and traumas floor(stress ÷ TT), of this one hit alone (EP1, EP2). Damage
    and fatigue in Kaiser, and whoever has no threshold, leave no marks.
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


def heal(character: Character, amount: int, kind: Kind) -> Character:
    """Take off what was suffered, down to 0; wounds and traumas stay until they are healed themselves."""
    return structs.replace(character, health=_plus(character.health, kind, -max(0, amount)))


def heal_wound(character: Character, kind: Kind = "damage", count: int = 1) -> Character:
    """Heal wounds, or the traumas of stress; fatigue leaves none."""
    injury = INJURIES.get(kind)
    if injury is None:
        return character
    return structs.replace(character, health=_plus(character.health, injury.count, -max(0, count)))


def set_to(character: Character, amount: int, kind: Kind) -> Character:
    """Set a track, within 0 to 9999, as a correction: wounds and traumas stay as they are."""
    change = amount - _suffered(character.health, kind)
    return structs.replace(character, health=_plus(character.health, kind, change))


def without_harm(character: Character, kinds: Iterable[Kind] = KINDS) -> Character:
    """Wipe tracks clean, with the wounds or traumas that came of them; what can be ignored stays."""
    return structs.replace(character, health=_wiped(character.health, kinds))


def changes_between(before: Character, after: Character) -> dict[str, int]:
    """Return by how much each count of a character's health changed, those alone that did."""
    changed = {what: _suffered(after.health, what) - _suffered(before.health, what) for what in COUNTS}
    return {what: change for what, change in changed.items() if change}


def without_changes(character: Character, changes: Mapping[str, int]) -> Character:
    """Return the character without such changes of its health, whatever else happened since, within 0 to 9999."""
    health = character.health
    for what in COUNTS:
        health = _plus(health, what, -changes.get(what, 0))
    return structs.replace(character, health=health)


def counted_changes(changes: Mapping[str, int]) -> list[str]:
    """Return changes of health in words, without their signs: "9 damage", "1 wound"."""
    found = ((what, abs(changes[what])) for what in COUNTS if changes.get(what))
    return [f"{number} {what[:-1] if number == 1 and what in MARKS else what}" for what, number in found]


def protections(character: Character) -> dict[str, int]:
    """Give what can hold harm back, in points by its name: each kind of armor, all lines of it added up, absorption."""
    absorbs = absorption_of(character)
    return armor_points(character) | ({ABSORPTION: absorbs} if absorbs else {})


def armor_points(character: Character) -> dict[str, int]:
    """Return the points of each kind of armor, all lines of it added up."""
    found: dict[str, int] = {}
    for armor in character.armor:
        for kind, value in armor.values.items():
            found[kind] = found.get(kind, 0) + value
    return found


def absorption_of(character: Character) -> int:
    """Return what a character absorbs without armor (Kaiser)."""
    return max(0, character.stats.get("ABS", 0))


def armor_against(character: Character, kinds: Iterable[str]) -> int:
    """Add up the kinds of armor that are named, whatever their case, in full or by how they begin.

    Raises UnknownArmorError where the character has none of that name.
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


def numbers(character: Character, rules: Rules, house: House) -> dict[str, int]:
    """Give all numbers of a stat block: those typed, over those derived."""
    return {**rules.derived(character.stats, house, character.body), **character.stats}


def condition(character: Character, rules: Rules, house: House) -> Condition:
    """Say what all that was suffered comes to: the modifier of every test, and the state of body and mind."""
    return rules.condition(numbers(character, rules, house), character.health)


def out_of_action(character: Character, rules: Rules, house: House) -> bool:
    """Tell whether a character can no longer act: out, dead, unconscious or lost; not so after a breakdown."""
    found = condition(character, rules, house)
    return bool(found.body) or found.mind == "lost"


def bar(character: Character, system: System, rules: Rules, house: House) -> Fraction | None:
    """Give what is left of the first track that the system names, 0 to 1; None where its length is not known."""
    return next((track.left for track in tracks(character, system, rules, house)), None)


def tracks(character: Character, system: System, rules: Rules, house: House) -> list[Track]:
    """List the tracks of a character in the order of the stat block."""
    known = numbers(character, rules, house)
    stats = (stat for section in system.sections if section.kind == "tracks" for stat in section.stats)
    return [_track(character.health, stat.key, stat.name, known, rules) for stat in stats]


def _track(health: Health, key: str, name: str, known: Mapping[str, int], rules: Rules) -> Track:
    """Make one track; what it costs and brings is asked of the rules as if it were all there is."""
    scale = SCALES[key]
    injury = INJURIES.get(scale.kind)
    own = {stat: number for stat, number in known.items() if stat == key or stat not in SCALES}
    alone = rules.condition(own, _wiped(health, [kind for kind in KINDS if kind != scale.kind]))
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


def _became(before: Character, after: Character, rules: Rules, house: House) -> State:
    """Give the state that a change brought, of the body or else of the mind; nothing where it brought none."""
    old, new = condition(before, rules, house), condition(after, rules, house)
    if new.body != old.body:
        return new.body
    return new.mind if new.mind != old.mind else ""


def _suffered(health: Health, what: Counted) -> int:
    """Give one of the counts of a character's health."""
    return int(getattr(health, what))


def _plus(health: Health, what: Counted, change: int) -> Health:
    """Add to one of the counts, within 0 to 9999."""
    return structs.replace(health, **{what: max(0, min(MOST_AMOUNT, _suffered(health, what) + change))})


def _wiped(health: Health, kinds: Iterable[Kind]) -> Health:
    """Set tracks to 0, and the wounds or traumas that came of them."""
    for kind in kinds:
        injury = INJURIES.get(kind)
        counts = (kind, injury.count) if injury else (kind,)
        health = structs.replace(health, **dict.fromkeys(counts, 0))
    return health
