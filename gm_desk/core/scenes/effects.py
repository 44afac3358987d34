"""The effects of conditions on initiative, and on the tests of both sides as chips that can be struck out."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import structs

from gm_desk.core.characters.harm import health_effects
from gm_desk.core.characters.roster import Character, FindCharacter, Roster
from gm_desk.core.drafts.abilities import BROKEN, PLUS, aptitude_of, attack_of, is_broken
from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode, Origin, Side
from gm_desk.core.rules.house import House, parse_known_house
from gm_desk.core.rules.modifiers import limited
from gm_desk.core.rules.outcomes import HANDS, Hand
from gm_desk.core.rules.requests import MOST_MODIFIERS
from gm_desk.core.scenes.conditions import PREFIX, value_of
from gm_desk.core.scenes.conditions_in_force import ConditionInForce, in_force_of
from gm_desk.core.systems.combat import ConditionEffect
from gm_desk.core.systems.definition import System

if TYPE_CHECKING:
    from gm_desk.core.systems.protocol import Rules

CANNOT_ACT, CANNOT_MOVE, CANNOT_DEFEND = "cannot act", "no physical action", "cannot defend"
ACTIONS = frozenset({AbilityKind.SKILL, AbilityKind.UNTRAINED, AbilityKind.REP, AbilityKind.BARE})
"""The abilities rolled to do something; checks and resistances are mostly rolled against an effect."""


def with_conditions(draft: Draft, roster: Roster, system: System, find: FindCharacter | None = None) -> Draft:
    """Return a test with chips for the current conditions of both sides; strikes and pins are kept.

    `find` finds a character of the roster faster than that does.
    """
    both = [(find or roster.character)(draft.side(hand).character) for hand in HANDS]
    for hand, own, other in zip(HANDS, both, reversed(both), strict=True):
        if hand == "b" and draft.opponent is None:
            continue
        side = draft.side(hand)
        chips = _replaced(side, [*_chips_for(draft, hand, own, other, roster, system)])
        if chips != side.chips:
            draft = draft.with_side(hand, structs.replace(side, chips=chips))
    return draft


def helpless_by(side: Side) -> str:
    """Return the name of the condition that keeps a side from defending, or ""."""
    names = (chip.label.partition(f": {CANNOT_DEFEND}") for chip in side.chips if not chip.struck)
    return next((name for name, bars, _ in names if bars), "")


def bar_to_defence(side: Side, character: Character | None, rules: "Rules", house: House) -> str:
    """Return what keeps a side from defending: a condition, the state of their body, or ""."""
    if character is None or helpless_by(side):
        return CANNOT_DEFEND if helpless_by(side) else ""
    return health_effects(character, rules, house).body


def is_physical(ability: Ability, system: System) -> bool | None:
    """Return whether a test is physical rather than mental; None for a number without an aptitude."""
    linked = _aptitudes(ability, system)
    if linked is None:
        return None
    return any(aptitude in system.physical for aptitude in linked)


def _replaced(side: Side, found: list[Chip]) -> tuple[Chip, ...]:
    """Return the chips of a side with the chips of conditions replaced, after those of wounds and the like.

    What forbids the test comes first, where it is visible.
    """
    old = {chip.id: chip for chip in side.chips if chip.id.startswith(PREFIX)}
    if not old and not found:
        return side.chips
    kept = [chip for chip in side.chips if chip.id not in old]
    first = [chip for chip in kept if chip.origin in {Origin.DIFFICULTY, Origin.CONDITION}]
    rest = [chip for chip in kept if chip not in first]
    own = [
        structs.replace(chip, struck=old[chip.id].struck, pinned=old[chip.id].pinned) if chip.id in old else chip
        for chip in found
    ]
    bars = [chip for chip in own if not (chip.modifies or chip.disadvantage)]
    return (*bars, *first, *(chip for chip in own if chip not in bars), *rest)[:MOST_MODIFIERS]


def _chips_for(
    draft: Draft, hand: Hand, own: Character | None, against: Character | None, roster: Roster, system: System
) -> Iterator[Chip]:
    """Yield the chips of one side: for the conditions of its character, then for those of the other side's."""
    side, other = draft.side(hand), draft.side("b" if hand == "a" else "a")
    if side.ability is None:
        return
    about = _TestEffects(draft, hand, side.ability, system)
    for one in _all_of(own, against, roster, system, opposed=draft.opposed):
        effects = [(place, effect) for place, effect in enumerate(one.kind.effects) if not effect.against]
        yield from _of_effects(one, effects, one.name, about)
        bars = about.barred(one)
        if bars:
            yield Chip(f"{PREFIX}{one.condition.id} {bars}", 0, f"{one.name}: {bars}", Origin.CONDITION)
    state = _state_of(own, roster, system) if about.acts else ""
    if state:
        yield Chip(f"{PREFIX}{state}", 0, f"{state.capitalize()}: {CANNOT_ACT}", Origin.CONDITION)
    weapon = attack_of(side, own)
    if weapon is not None and is_broken(weapon):
        yield Chip(f"{PREFIX}{BROKEN}", 0, f"{weapon.name}: {BROKEN}", Origin.CONDITION)
    for one in in_force_of(against, roster, system) if against is not None and draft.opposed else ():
        effects = [(place, effect) for place, effect in enumerate(one.kind.effects) if effect.against]
        yield from _of_effects(one, effects, f"{one.name}: {other.name}", about)


def _state_of(character: Character | None, roster: Roster, system: System) -> str:
    """Return the state of a body that can no longer act because of its damage, or ""."""
    if character is None or not character.health.damage:
        return ""
    from gm_desk.core.systems.registry import RULES

    return health_effects(character, RULES[system.id], parse_known_house(roster.system, roster.house)).body


def _all_of(
    own: Character | None, other: Character | None, roster: Roster, system: System, *, opposed: bool
) -> list[ConditionInForce]:
    """Return the conditions that somebody is in, and the surprise that counts against the other side."""
    scene = roster.on_stage
    found = [] if own is None else in_force_of(own, roster, system)
    if own is None or scene is None or scene.now is None:
        return found
    from gm_desk.core.scenes.surprise import surprises

    return [*found, *surprises(own, other if opposed else None, roster, system)]


def _of_effects(
    one: ConditionInForce, effects: list[tuple[int, ConditionEffect]], label: str, about: "_TestEffects"
) -> Iterator[Chip]:
    """Yield a chip for each effect on a test that has not faded completely."""
    for place, effect in effects:
        if not about.concerns(effect):
            continue
        value = limited(value_of(effect, one.condition, one.kind, one.now))
        levels = effect.disadvantage if about.has_levels else 0
        if (value or levels) and value % about.system.step == 0:
            chip_id = f"{PREFIX}{one.condition.id} {place}"
            yield Chip(chip_id, value, label, Origin.CONDITION, disadvantage=levels)


class _TestEffects:
    """One side of a test, for deciding which conditions affect it."""

    def __init__(self, draft: Draft, hand: Hand, ability: Ability, system: System) -> None:
        """Take one side of a draft, which rolls `ability`."""
        self.system = system
        self._ability = ability
        self._hand = hand
        self._options = set(draft.side(hand).setup.options.values())
        self._physical = is_physical(ability, system)
        self._attacks = hand == "a" and (draft.mode is Mode.ATTACK or bool(draft.attack))
        self._defends = (hand == "b" and draft.mode is Mode.ATTACK) or (
            not self._attacks and not draft.opposed and _is_defence(ability, system)
        )

    @property
    def has_levels(self) -> bool:
        """Whether advantage and disadvantage count for the test (Kaiser)."""
        return "advantage" in self.system.levels_of(_kind_of_levels(self._ability))

    def concerns(self, effect: ConditionEffect) -> bool:
        """Return whether an effect applies to the test."""
        kinds = {
            "all": True,
            "physical": self._physical is True,
            "mental": self._physical is False,
            "attack": self._attacks,
            "defence": self._defends,
            "initiative": False,
        }
        named = not effect.skills or self._is_one_of(effect.skills)
        return kinds[effect.tests] and named and (not effect.options or not self._options.isdisjoint(effect.options))

    @property
    def acts(self) -> bool:
        """Whether the test is rolled to do something, and not to defend or against an effect."""
        return not self._defends and self._hand == "a" and self._ability.kind in ACTIONS

    def barred(self, one: ConditionInForce) -> str:
        """Return what a condition forbids in the test as text, or ""."""
        if self._defends:
            return "" if one.kind.defends else CANNOT_DEFEND
        if not self.acts:
            return ""
        if not one.kind.acts:
            return CANNOT_ACT
        return CANNOT_MOVE if not one.kind.moves and self._physical else ""

    def _is_one_of(self, skills: tuple[str, ...]) -> bool:
        """Return whether one of the skills is rolled, with any field."""
        label = self._ability.label.casefold()
        names = {label, self.system.stem(label).casefold(), label.partition(":")[0].strip()}
        return any(skill.casefold() in names for skill in skills)


def _is_defence(ability: Ability, system: System) -> bool:
    """Return whether a skill is used only against attacks, such as Fray, so that it defends even when rolled alone."""
    name = system.stem(ability.label).casefold()
    attacks = [pair for pair in system.pairings if pair.attack]
    answers = any(name == skill.casefold() for pair in attacks for skill in pair.theirs)
    return answers and all(name != pair.ours.casefold() for pair in system.pairings)


def _kind_of_levels(ability: Ability) -> str:
    """Return the kind of ability by which a system lists levels; an untrained skill or a bare number is a skill."""
    of_their_own = {AbilityKind.RESISTANCE, AbilityKind.CHECK}
    return ability.kind if ability.kind in of_their_own else AbilityKind.SKILL


def _aptitudes(ability: Ability, system: System) -> list[str] | None:
    """Return the aptitudes that a test is linked to, none for reputation; None if unknown."""
    match ability.kind:
        case AbilityKind.REP:
            return []
        case AbilityKind.RESISTANCE:
            from gm_desk.core.systems.kaiser import RESISTANCES

            return [RESISTANCES.get(ability.key, "")]
        case AbilityKind.CHECK:
            return ability.key.split(PLUS) if PLUS in ability.key else [aptitude_of(ability.key)]
        case _:
            kind = system.skill_kind(ability.label)
            linked = ability.linked or (kind.aptitude if kind is not None else "")
            return [linked] if linked else None
