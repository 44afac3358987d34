"""Common modifiers, with a roster's additions, changes, hiding and order; taking time; complementary skills.

(EP1, EP2, "Modifiers and the cap"); Kaiser lists none, so its modifiers are the roster's own.
"""

from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct, structs

from gm_desk.core.characters.roster import (
    MOST_OWN_MODIFIERS,
    Character,
    OwnModifier,
    OwnModifiers,
    Roster,
    Skill,
    valid_name,
)
from gm_desk.core.combat.attack_choices import is_ranged
from gm_desk.core.drafts.abilities import attack_of
from gm_desk.core.drafts.draft import Chip, Draft, Mode, Origin, Side
from gm_desk.core.drafts.scene_record import SceneRecord
from gm_desk.core.errors import BadModifierError
from gm_desk.core.rules.dice import Expression
from gm_desk.core.rules.modifiers import LARGEST, TRUE_MINUS, limited
from gm_desk.core.rules.outcomes import HANDS, Hand
from gm_desk.core.rules.requests import MOST_MODIFIERS
from gm_desk.core.systems.combat import AttackChoice, AttackOption, CommonModifier
from gm_desk.core.systems.definition import Pairing, System
from gm_desk.core.wording.phrases import plural

KindOfTest = Literal["ranged", "melee", "other"]
MODIFIER_ID = "modifier "


class SideOfTest(Struct, frozen=True):
    """What decides which modifiers a side of a test can have: the kind of test, and its skill in lower case.

    With `chosen`, the attack is a line on the card, which has choices of its own.
    """

    kind: KindOfTest
    skill: str
    chosen: bool
    defending: bool


def kind_of_test(draft: Draft, attacker: Character | None, system: System) -> KindOfTest:
    """Return whether a test is a ranged attack, a melee attack (by its attack or else its skill), or another test.

    A sleight and an attack on the mesh are neither.
    """
    attack = attack_of(draft, attacker)
    if attack is None and draft.mode is not Mode.ATTACK:
        return "other"
    skill = attack.skill if attack is not None else draft.ability.label if draft.ability else ""
    pair = system.pairing_of(skill) if skill else None
    if pair is not None and not _is_blow(pair, system):
        return "other"
    if attack is not None:
        return "ranged" if is_ranged(attack, system) else "melee"
    return "ranged" if pair is not None and pair.halved else "melee"


def _is_blow(pair: Pairing, system: System) -> bool:
    """Return whether a skill is opposed by a defence against weapons, not by the mind or on the mesh."""
    return any(not {*one.theirs}.isdisjoint(pair.theirs) for one in system.pairings if one.attack)


def modifiers_of(system: System) -> list[CommonModifier]:
    """Return the modifiers of a system in the order of use, with the options of range, cover and aim among them."""
    found = list(system.combat.modifiers)
    for choice in system.combat.choices:
        options = [
            CommonModifier(option_modifier_id(choice, option), option.label, option.value, choice.reach)
            for option in choice.options
            if option.value
        ]
        place = next((place for place, one in enumerate(found) if one.id == choice.before), 0)
        found[place:place] = options
    return found


def option_modifier_id(choice: AttackChoice, option: AttackOption) -> str:
    """Return the id of the modifier that an option is for an attack without a line on the card."""
    return f"{choice.id} {option.id}"


def is_option(modifier: CommonModifier, system: System) -> bool:
    """Return whether a modifier is an option of range, cover or aim."""
    return modifier.id in _option_ids(system)


def _option_ids(system: System) -> set[str]:
    """Return the ids of the modifiers that are options of range, cover or aim."""
    options = {option_modifier_id(choice, option) for choice in system.combat.choices for option in choice.options}
    return options.difference(one.id for one in system.combat.modifiers)


def all_modifiers(system: System, own: OwnModifiers) -> list[CommonModifier]:
    """Return the modifiers of a system and a roster in the roster's order, hidden ones included."""
    changed = {modifier.id: modifier for modifier in own.own}
    listed: list[CommonModifier] = [changed.pop(known.id, known) for known in modifiers_of(system)]
    listed += changed.values()
    places = {modifier_id: place for place, modifier_id in enumerate(own.order)}
    return _ordered(listed, places) if places else listed


def modifiers_for(
    draft: Draft, hand: Hand, attacker: Character | None, system: System, own: OwnModifiers
) -> list[CommonModifier]:
    """Return the modifiers that one side of a test can have, in order, without hidden ones.

    Those of range, cover and aim are for attacks without a line on the card, which has them as choices.
    """
    return fitting_modifiers(side_of_test(draft, hand, attacker, system), system, own)


def side_of_test(draft: Draft, hand: Hand, attacker: Character | None, system: System) -> SideOfTest:
    """Return what decides which modifiers a side of a test can have."""
    ability, chosen = draft.side(hand).ability, attack_of(draft, attacker) is not None
    skill = system.stem(ability.label).casefold() if ability else ""
    return SideOfTest(kind_of_test(draft, attacker, system), skill, chosen, hand == "b")


def fitting_modifiers(side: SideOfTest, system: System, own: OwnModifiers) -> list[CommonModifier]:
    """Return the modifiers that fit a side of a test, in order, without hidden ones."""
    chosen = _option_ids(system) if side.chosen else set()
    return [
        modifier
        for modifier in all_modifiers(system, own)
        if modifier.id not in own.hidden and _fits(modifier, side) and modifier.id not in chosen
    ]


def remembered(
    draft: Draft, before: Draft, record: SceneRecord, roster: Roster, system: System
) -> tuple[Draft, SceneRecord]:
    """Return a draft with the lasting modifiers of its sides, and the record that remembers them.

    While a side has the same test as `before`, what has been changed is remembered. In another test it has what is
    remembered of its character and fits there, and what is new. What belongs to a weapon is remembered for that.
    """
    bound = {f"{MODIFIER_ID}{one.id}" for one in all_modifiers(system, roster.modifiers) if one.of_weapon}
    draft, record = _with_those_of_weapon(draft, before, record, bound)
    for hand in HANDS:
        side, old = draft.side(hand), before.side(hand)
        mine = tuple(chip for chip in side.chips if _is_situation(chip, bound))
        known = tuple(chip for chip in record.lasting.get(side.character, ()) if _is_situation(chip, bound))
        if not (mine or known) or not side.character:
            continue
        listed = modifiers_for(draft, hand, roster.character(draft.character), system, roster.modifiers)
        fitting = {f"{MODIFIER_ID}{modifier.id}" for modifier in listed}
        elsewhere = tuple(chip for chip in known if chip.id not in fitting)
        if (side.character, side.what, side.attack) != (old.character, old.what, old.attack):
            carried = {chip.id for chip in old.chips} | {chip.id for chip in known}
            mine = (*(chip for chip in known if chip.id in fitting), *(one for one in mine if one.id not in carried))
            others = tuple(chip for chip in side.chips if not _is_situation(chip, bound))
            side = structs.replace(side, chips=(*others, *mine)[:MOST_MODIFIERS])
            draft = draft.with_side(hand, side) if side != draft.side(hand) else draft
        record = record.with_lasting(side.character, (*elsewhere, *mine))
    return draft, record


def _is_situation(chip: Chip, bound: Container[str]) -> bool:
    """Return whether a chip describes the lasting situation of a character."""
    return chip.lasting and not chip.pinned and not _is_of_weapon(chip, bound)


def _with_those_of_weapon(
    draft: Draft, before: Draft, record: SceneRecord, bound: Container[str]
) -> tuple[Draft, SceneRecord]:
    """Return a draft with the lasting modifiers that belong to its weapon, and the record that remembers them."""
    weapon, mine = f"{draft.character}/{draft.attack}", [chip for chip in draft.chips if _is_of_weapon(chip, bound)]
    if (draft.character, draft.what, draft.attack) != (before.character, before.what, before.attack):
        known = record.lasting.get(weapon, ()) if draft.attack else ()
        carried = {chip.id for chip in (*before.chips, *known)}
        ids = {one.id for one in known}
        others = [chip for chip in draft.chips if not _is_of_weapon(chip, bound) and chip.id not in ids]
        mine = [*known, *(chip for chip in mine if chip.id not in carried)]
        draft = structs.replace(draft, chips=tuple([*others, *mine][:MOST_MODIFIERS]))
    return draft, record.with_lasting(weapon, tuple(mine)) if draft.attack else record


def _is_of_weapon(chip: Chip, bound: Container[str]) -> bool:
    """Return whether a chip stays with its weapon: a specialisation, or one of the modifiers `bound` to it."""
    return chip.lasting and not chip.pinned and (chip.origin is Origin.SPECIALISATION or chip.id in bound)


def searched(modifiers: Iterable[CommonModifier], text: str) -> list[CommonModifier]:
    """Return the modifiers whose names match the typed words (see `is_found`)."""
    typed = _words_of(text)
    return [one for one in modifiers if _is_begun(typed, one.name)]


def modifier_chip(modifier: CommonModifier, count: int = 1) -> Chip:
    """Return the chip of a modifier; one with steps can count several times."""
    times = count if modifier.steps else 1
    label = f"{modifier.name} × {times}" if times > 1 else modifier.name
    value = limited(modifier.value * times)
    return Chip(f"{MODIFIER_ID}{modifier.id}", value, label, damage=modifier.damage, lasting=modifier.lasting)


def next_chip(side: Side, modifier: CommonModifier) -> Chip:
    """Return the chip after choosing a modifier: one with steps counts once more, and a pinned one stays pinned."""
    chip = modifier_chip(modifier)
    standing = side.chip(chip.id)
    if standing is None:
        return chip
    times = 0 if standing.struck or not modifier.value else max(0, standing.value // modifier.value)
    return structs.replace(modifier_chip(modifier, times + 1), pinned=standing.pinned)


def with_extra_targets(
    draft: Draft, count: int, attacker: Character | None, system: System, own: OwnModifiers
) -> Draft:
    """Return a draft with the modifier for each target beyond the first; one that the GM set or struck stays."""
    attack, kind = attack_of(draft, attacker), kind_of_test(draft, attacker, system)
    counted = {one.id for one in system.combat.modifiers if one.per_target and one.reach in {kind, "both", "any"}}
    if not counted or count < 2 or draft.mode is not Mode.ATTACK or (attack is not None and attack.area):  # noqa: PLR2004
        return draft
    for modifier in all_modifiers(system, own):
        chip = modifier_chip(modifier, count - 1)
        if modifier.id in counted - {*own.hidden} and draft.chip(chip.id) is None:
            draft = draft.with_chip(chip)
    return draft


def per_target_chip(draft: Draft, system: System) -> Chip | None:
    """Return the chip for the targets of an attack beyond the first, or None."""
    ids = (f"{MODIFIER_ID}{one.id}" for one in system.combat.modifiers if one.per_target)
    return next((chip for chip in map(draft.chip, ids) if chip is not None), None)


def check_name(name: str, modifier_id: str, roster: Roster, system: System) -> str:
    """Return the name of a modifier as it is stored.

    Raise EmptyNameError, or BadModifierError for a name that another modifier has.
    """
    valid = valid_name(name)
    for one in all_modifiers(system, roster.modifiers):
        if one.id != modifier_id and one.name.casefold() == valid.casefold():
            raise BadModifierError("name", f"another modifier in the list is called “{one.name}”")
    return valid


def with_modifier(roster: Roster, modifier: OwnModifier, system: System) -> Roster:
    """Return the roster with a modifier of its own added, or one of the system or the roster changed by its id.

    Raise EmptyNameError, BadModifierError or BadExpressionError with the reason.
    """
    own, name = roster.modifiers, check_name(modifier.name, modifier.id, roster, system)
    if modifier.value % system.step or abs(modifier.value) > LARGEST:
        beyond = f"is outside the range {TRUE_MINUS}{LARGEST} to +{LARGEST}"
        problem = beyond if abs(modifier.value) > LARGEST else "is not a multiple of ten"
        raise BadModifierError("modifier", f"{modifier.value} {problem}".replace("-", TRUE_MINUS))
    if modifier.damage:
        Expression.parse(modifier.damage)
    others = tuple(one for one in own.own if one.id != modifier.id)
    if len(others) >= MOST_OWN_MODIFIERS:
        raise BadModifierError("modifier", f"a roster can have at most {MOST_OWN_MODIFIERS} modifiers of its own")
    place = next((place for place, one in enumerate(own.own) if one.id == modifier.id), len(others))
    added = (*others[:place], structs.replace(modifier, name=name), *others[place:])
    return structs.replace(roster, modifiers=structs.replace(own, own=added))


def own_modifier(modifier: CommonModifier) -> OwnModifier:
    """Return a modifier as one of the roster's own, for editing."""
    return OwnModifier(**{name: getattr(modifier, name) for name in CommonModifier.__struct_fields__})


def hiding(roster: Roster, modifier_id: str, *, hidden: bool) -> Roster:
    """Return the roster with a modifier hidden, or shown again."""
    others = tuple(one for one in roster.modifiers.hidden if one != modifier_id)
    found = (*others, modifier_id) if hidden else others
    return structs.replace(roster, modifiers=structs.replace(roster.modifiers, hidden=found))


def moved(roster: Roster, modifier_id: str, before: str, system: System) -> Roster:
    """Return the roster with a modifier moved before another one, or to the end."""
    ids = [one.id for one in all_modifiers(system, roster.modifiers)]
    if modifier_id not in ids or before == modifier_id:
        return roster
    ids.remove(modifier_id)
    ids.insert(ids.index(before) if before in ids else len(ids), modifier_id)
    return structs.replace(roster, modifiers=structs.replace(roster.modifiers, order=tuple(ids)))


def restored(roster: Roster, modifier_id: str) -> Roster:
    """Return the roster with a modifier as the system lists it; one of the roster's own is removed."""
    own = tuple(one for one in roster.modifiers.own if one.id != modifier_id)
    changed = structs.replace(roster, modifiers=structs.replace(roster.modifiers, own=own))
    return hiding(changed, modifier_id, hidden=False)


def complementary_chip(skill: Skill, side: Side, system: System) -> Chip | None:
    """Return the chip of another skill that complements a test, or None if it cannot or is too low."""
    found = system.combat.complementary
    if found is None or side.ability is None or skill.name.casefold() == side.ability.label.casefold():
        return None
    kind = system.skill_kind(skill.name)
    category = skill.category or (kind.category if kind else "")
    value = max((value for least, value in found.steps if skill.rating >= least), default=0)
    if not value or (found.category and category.casefold() != found.category.casefold()):
        return None
    return Chip(f"complementary {skill.id}", value, f"{skill.name} {skill.rating}", Origin.COMPLEMENTARY)


def complementary_chips(side: Side, character: Character, system: System) -> list[Chip]:
    """Return the chips of all skills that can complement a test, the best first."""
    found = (complementary_chip(skill, side, system) for skill in character.skills)
    return sorted((chip for chip in found if chip is not None), key=lambda chip: -chip.value)


def time_chip(minutes: int, system: System) -> Chip | None:
    """Return the chip for taking minutes on a quick or complex action, or None if the system has none or it is 0."""
    pace = system.combat.pace
    if pace is None or minutes < 1:
        return None
    return Chip("time", min(pace.most, pace.value * minutes), f"Taking time, {plural(minutes, 'minute')}")


def time_chips(system: System) -> list[Chip]:
    """Return the chips for each number of minutes that makes a difference; none if the system has no such rule."""
    most = system.combat.pace.most // system.combat.pace.value if system.combat.pace else 0
    chips = (time_chip(minutes, system) for minutes in range(1, most + 1))
    return [chip for chip in chips if chip is not None]


def _ordered(listed: Sequence[CommonModifier], places: dict[str, int]) -> list[CommonModifier]:
    """Return modifiers in the roster's order; those without a place there stay after their predecessor."""
    found: list[CommonModifier] = sorted((one for one in listed if one.id in places), key=lambda one: places[one.id])
    for place, one in enumerate(listed):
        if one.id not in places:
            before = listed[place - 1] if place else None
            found.insert(found.index(before) + 1 if before else 0, one)
    return found


def _fits(modifier: CommonModifier, side: SideOfTest) -> bool:
    """Return whether a side of a test can have a modifier."""
    if modifier.skills and side.skill not in map(str.casefold, modifier.skills):
        return False
    if modifier.theirs:
        return side.defending
    kind = "other" if side.defending else side.kind
    return modifier.reach in {"any", kind} or (modifier.reach == "both" and kind != "other")


def is_found(text: str, name: str) -> bool:
    """Return whether each typed word begins a word of a name ("hea smo" finds "Dark or heavy smoke")."""
    return _is_begun(_words_of(text), name)


def _is_begun(typed: Sequence[str], name: str) -> bool:
    words = _words_of(name)
    return all(any(word.startswith(begun) for word in words) for begun in typed)


@lru_cache(maxsize=1024)
def _words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name; those of all modifiers are compared at each key."""
    return tuple(name.casefold().replace("-", " ").replace(",", " ").split())
