"""The two sides of a forecast: the attacks, defences and endurance of each combatant."""

from collections.abc import Iterator, Sequence
from operator import itemgetter

from msgspec import Struct, structs

from gm_desk.core.characters import harm
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Armor, Attack
from gm_desk.core.drafts.abilities import ability_for, ability_of
from gm_desk.core.drafts.attack_damage import AttackContext, bonus_offered
from gm_desk.core.drafts.attacks import skilled
from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Side
from gm_desk.core.drafts.opponents import abilities_named, paired
from gm_desk.core.errors import BadExpressionError
from gm_desk.core.notation.armor import kinds_of
from gm_desk.core.notation.attack_values import base_of, dice_of
from gm_desk.core.rules.damage import twice_the_mean
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import HANDS, Hand
from gm_desk.core.systems.definition import Pairing, System
from gm_desk.core.systems.protocol import Rules

MOST_TURNS = 20
"""The number of turns after which a fight is undecided."""
USUAL_FIGHTS, MOST_FIGHTS = 2000, 1_000_000


class ForecastSide(Struct, frozen=True):
    """One of two sides: `modifier` applies to all its tests, `cover` to ranged attacks on it.

    `armor` is added to every kind of armor of all its members.
    """

    name: str
    characters: tuple[Character, ...]
    modifier: int = 0
    cover: int = 0
    armor: int = 0


class FightSetup(Struct, frozen=True, kw_only=True):
    """Two sides and the options of their fight, by the rules of a roster.

    With `focus` the target is the enemy with the least health left. With `players_spend` players flip failed attacks
    and defences, and with `wound_checks` wounds require their checks. `pinned` are the modifiers of every test in the
    scene.
    """

    a: ForecastSide
    b: ForecastSide
    system: System
    rules: Rules
    house: House = House()
    pinned: tuple[Chip, ...] = ()
    focus: bool = False
    players_spend: bool = False
    wound_checks: bool = False

    def side(self, hand: Hand) -> ForecastSide:
        """Return one of the sides."""
        return self.a if hand == "a" else self.b

    def with_side(self, hand: Hand, side: ForecastSide) -> "FightSetup":
        """Return the setup with another side."""
        return structs.replace(self, a=side) if hand == "a" else structs.replace(self, b=side)


def armored(character: Character, points: int, system: System) -> Character:
    """Return a character with points added to every kind of armor of the system, or subtracted down to 0."""
    if not points:
        return character
    worn: dict[str, int] = dict.fromkeys(kinds_of(system), 0)
    for piece in character.armor:
        for kind, value in piece.values.items():
            worn[kind] = worn.get(kind, 0) + value
    more = {kind: max(0, value + points) for kind, value in worn.items()}
    return structs.replace(character, armor=(Armor(values=more),))


MEAN_OF_DICE = 7
"""The average of 2d6, which is added to a rating (Kaiser, "Checks and degrees")."""


class FightRating(Struct, frozen=True):
    """The base of a test, and the ids of the points that can be spent on it."""

    base: int
    default: bool = False
    points: tuple[str, ...] = ()


class ForecastMember(Struct, frozen=True):
    """A combatant of one of the sides at the beginning of a fight.

    `life` is DUR or LP, and `death` DR if it is known. `answers` are the defences against ranged and melee attacks.
    `values` are the modifiers of every test besides wounds.
    """

    place: int
    hand: Hand
    character: Character
    attack: Attack
    melee: bool
    strikes: FightRating
    answers: tuple[FightRating, FightRating]
    values: tuple[int, ...]
    life: int
    death: int | None


def contenders_of(setup: FightSetup) -> list[ForecastMember]:
    """Return the combatants of both sides, in their order."""
    pinned = tuple(chip.value for chip in setup.pinned if not chip.struck)
    found: list[ForecastMember] = []
    for hand in HANDS:
        side = setup.side(hand)
        values = (*pinned, *((side.modifier,) if side.modifier else ()))
        for character in side.characters:
            if can_fight(character, setup):
                found.append(_contender(len(found), hand, character, values, setup))
    return found


def can_fight(character: Character, setup: FightSetup) -> bool:
    """Return whether a character has an attack that does damage, and is not out of action by damage."""
    life = life_of(character, setup)
    return life is not None and life > character.health.damage and _does_damage(character, setup)


def why_nobody_fights(side: ForecastSide, setup: FightSetup) -> str:
    """Return why no member of a side can fight as a sentence, or "" if one can."""
    if any(can_fight(one, setup) for one in side.characters):
        return ""
    if any(_does_damage(one, setup) for one in side.characters):
        reason = f"whoever has an attack that does damage lacks {_life_stat(setup.system)} or is out of action"
    else:
        reason = "an attack that does damage is needed"
    return f"Nobody in {side.name} can fight: {reason}."


def _does_damage(character: Character, setup: FightSetup) -> bool:
    """Return whether a character has an attack that does damage."""
    return any(_weight(attack, setup.system, setup.rules) is not None for attack in character.attacks)


def life_of(character: Character, setup: FightSetup) -> int | None:
    """Return DUR, or LP in Kaiser; None if it is unknown."""
    return harm.numbers(character, setup.rules, setup.house).get(_life_stat(setup.system))


def _life_stat(system: System) -> str:
    """Return the stat that is the length of a system's first track."""
    return next((stat.key for section in system.sections if section.kind == "tracks" for stat in section.stats), "")


def _contender(
    place: int, hand: Hand, character: Character, values: tuple[int, ...], setup: FightSetup
) -> ForecastMember:
    """Return a character that can fight as a combatant."""
    system, rules = setup.system, setup.rules
    attack, strikes = best_attack(character, setup)
    melee, ranged = _pairs(system)
    known = harm.numbers(character, rules, setup.house)
    return ForecastMember(
        place,
        hand,
        armored(character, setup.side(hand).armor, system),
        attack,
        is_melee(attack, system),
        strikes,
        (_best_answer(ranged, character, system, rules), _best_answer(melee, character, system, rules)),
        values,
        life_of(character, setup) or 0,
        known.get("DR"),
    )


def best_attack(character: Character, setup: FightSetup) -> tuple[Attack, FightRating]:
    """Return the attack with the largest product of rating and mean damage, the first of equals, and its test."""
    context = AttackContext(character, None, setup.system, setup.rules, setup.house)
    found = []
    for line in character.attacks:
        attack = skilled(line, character, setup.system)
        weight = _weight(attack, setup.system, setup.rules)
        if weight is not None:
            test = attack_base(attack, character, setup.system, setup.rules)
            rating = test.base + MEAN_OF_DICE if setup.system.base_damage else test.base
            bonus = bonus_offered(attack, context) if attack.damage_bonus else 0
            found.append((rating * (weight + 2 * bonus), attack, test))
    _, best, strikes = max(found, key=itemgetter(0))
    return best, strikes


def attack_base(attack: Attack, character: Character, system: System, rules: Rules) -> FightRating:
    """Return the test of an attack: its own rating, else its skill, else the linked aptitude."""
    ability = ability_for(attack, character, system)
    kind = system.skill_kind(attack.skill)
    linked = (ability.linked if ability else "") or (kind.aptitude if kind else "")
    if attack.rating is not None:
        return FightRating(attack.rating, points=_points(linked, character, system))
    if ability is not None:
        return _base(ability, character, system)
    return FightRating(_instead(linked, character, rules), system.defaults)


def is_melee(attack: Attack, system: System) -> bool:
    """Return whether an attack uses a melee skill, against which the defence is not halved."""
    pair = system.pairing_of(attack.skill) if attack.skill else None
    return pair is not None and pair.attack and not pair.halved


def check_base(key: str, character: Character, system: System) -> FightRating | None:
    """Return a check required by a wound, or None if the character lacks the aptitude."""
    ability = ability_of(character, system, AbilityKind.CHECK, key)
    return None if ability is None else FightRating(Side(ability=ability).base)


def _weight(attack: Attack, system: System, rules: Rules) -> int | None:
    """Return twice the mean damage of an attack, in Kaiser its base damage; None if it has no damage."""
    if system.base_damage:
        return base_of(attack.damage)
    try:
        expression = dice_of(attack.damage)
    except BadExpressionError:
        return None
    return None if expression is None else twice_the_mean(expression, rules.HUNDRED)


def _pairs(system: System) -> tuple[Pairing, Pairing]:
    """Return the pairings that oppose melee attacks and all other attacks."""
    pairs = [pair for pair in system.pairings if pair.attack]
    melee = next((pair for pair in pairs if not pair.halved), pairs[0])
    return melee, next((pair for pair in pairs if pair.halved), melee)


def _best_answer(pair: Pairing, character: Character, system: System, rules: Rules) -> FightRating:
    """Return the highest of the defences in a pairing; a lacking skill counts as its aptitude or modifier."""
    found = [_base(one.ability, character, system, one.halved) for one in paired(pair, character, system)]
    lacking = [name for name in pair.theirs if not abilities_named(character, name, system)]
    kinds = [kind for name in lacking if (kind := system.skill_kind(name)) is not None]
    kinds = [kind for kind in kinds if kind.aptitude in character.stats or not found]
    found += [FightRating(_instead(kind.aptitude, character, rules), system.defaults) for kind in kinds]
    return max(found, key=lambda one: (one.base, not one.default))


def _base(ability: Ability, character: Character, system: System, halved: str = "") -> FightRating:
    """Return the test of an ability."""
    side = Side(ability=ability, halved="up" if halved == "up" else "down" if halved else "")
    return FightRating(side.base, side.defaults, _points(ability.linked, character, system))


def _instead(aptitude: str, character: Character, rules: Rules) -> int:
    """Return an aptitude, or the modifier of a characteristic, as the rating of a skill that cannot be defaulted."""
    value = character.stats.get(aptitude, 0)
    modifier = rules.modifier_of(value)
    return value if modifier is None else modifier


def _points(aptitude: str, character: Character, system: System) -> tuple[str, ...]:
    """Return the points of its own that a player can spend on a test, the narrowest first."""
    if character.kind != "pc":
        return ()
    kinds = [kind for kind in system.points_for(aptitude) if not kind.shared and kind.id in character.points]
    return tuple(kind.id for kind in sorted(kinds, key=lambda kind: kind.anything))


def left_out(setup: FightSetup) -> Iterator[Character]:
    """Yield the characters of both sides that cannot fight."""
    for hand in HANDS:
        yield from (one for one in setup.side(hand).characters if not can_fight(one, setup))


def of_side(contenders: Sequence[ForecastMember], hand: Hand) -> list[ForecastMember]:
    """Return the combatants of one side."""
    return [one for one in contenders if one.hand == hand]
