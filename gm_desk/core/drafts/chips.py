"""Suggested chips, and steps of their values (EP1, EP2, "Modifiers and the cap")."""

from collections.abc import Sequence

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character, FindCharacter, Roster, Skill
from gm_desk.core.drafts.draft import OF_THE_SIDE, OF_THE_SKILL, AbilityKind, Chip, Draft, Origin, Side
from gm_desk.core.rules.modifiers import HELPER, LARGEST, MOST_HELP, RETRY, SPECIALISATION, capped, retry, teamwork
from gm_desk.core.rules.outcomes import HANDS, Hand
from gm_desk.core.rules.requests import MOST_LEVELS, MOST_MODIFIERS
from gm_desk.core.scenes.conditions import PREFIX
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import signed

MOST_SUGGESTED = 20
"""Maximum number of specialisations of a skill suggested as chips; others can be typed."""
MOST_RETRIES = 6
"""The retry chip steps up to this many failures, and further if there were more."""


UNNAMED = "Modifier"


class Helper(Struct, frozen=True):
    """A possible helper; `refused` is the reason why the rules forbid it, or ""."""

    id: str
    name: str
    refused: str = ""


def suggested(side: Side, character: Character | None, failures: int, system: System) -> list[Chip]:
    """Return the suggested chips that are not in use: specialisations, a retry, a related skill."""
    if side.ability is None or system.teamwork is None:
        return []
    chips = _specialisations(side, character, system)
    if failures:
        chips.append(retry_chip(failures))
    standing = {chip.id for chip in side.chips}
    return [chip for chip in chips if chip.id not in standing]


def may_have_conditions(draft: Draft, roster: Roster, find: FindCharacter) -> bool:
    """Return whether a test may have chips of conditions, or has some (`effects.with_conditions`).

    It may in a fight, if it is an attack, whose weapon may be broken, and if somebody in it has a condition or damage.
    """
    scene, sides = roster.on_stage, [draft.side(hand) for hand in HANDS]
    if (scene is not None and scene.now is not None) or any(side.attack for side in sides):
        return True
    people = [one for one in (find(side.character) for side in sides) if one is not None]
    chips = (chip for side in sides for chip in side.chips)
    return any(one.conditions or one.health.damage for one in people) or any(one.id.startswith(PREFIX) for one in chips)


def number_that_counts(side: Side, *, with_difficulty: bool) -> int:
    """Return how many chips of a side count for its roll or its damage; the difficulty may be shown elsewhere."""
    counting = (chip for chip in side.counting if chip.modifies or chip.damage)
    return sum(chip.origin is not Origin.DIFFICULTY or with_difficulty for chip in counting)


def worth_of(chip: Chip) -> str:
    """Return the value of a chip as text, "" for one that only states what a condition forbids.

    Levels of disadvantage follow it ("D2"); a chip with neither may have dice added to the damage ("+1d6").
    """
    levels = f"D{chip.disadvantage}" if chip.disadvantage else ""
    value = signed(chip.value) if chip.modifies else ""
    return " ".join(part for part in (value, levels) if part) or (f"+{chip.damage}" if chip.damage else "")


class ShownChip(Struct, frozen=True):
    """A chip as it is shown: whether it is idle (has no effect), has steps, or is only suggested."""

    chip: Chip
    idle: bool = False
    steps: bool = False
    suggested: bool = False

    @property
    def name(self) -> str:
        """The label of the chip, or a generic name if it has none."""
        return self.chip.label or UNNAMED

    @property
    def worth(self) -> str:
        """The value of the chip, or else its damage dice or levels of disadvantage, as text."""
        return worth_of(self.chip)

    @property
    def spoken(self) -> str:
        """The spoken name of the chip; whether it counts is the state of its button."""
        return f"{self.name}, {self.worth}" if self.worth else self.name

    @property
    def about(self) -> str:
        """Additional information about the chip."""
        parts = {"suggested": self.suggested, "pinned": self.chip.pinned, "changes nothing": self.idle}
        return ", ".join(words for words, true in parts.items() if true)


def chip_in_words(chip: Chip) -> str:
    """Return a chip as text: "Smoke −20"."""
    return f"{chip.label} {worth_of(chip)}".strip()


def retry_chip(failures: int) -> Chip:
    """Return the chip of a retry."""
    return Chip("retry", capped(retry(failures), LARGEST), f"Retry {failures}", Origin.RETRY)


def teamwork_chip(helpers: int, names: Sequence[str] = (), ids: Sequence[str] = ()) -> Chip:
    """Return the chip of teamwork; some helpers may be known by name."""
    known = f": {', '.join(names)}" if names else ""
    return Chip("teamwork", teamwork(helpers), f"Teamwork {helpers}{known}", Origin.TEAMWORK, helpers=tuple(ids))


def related_chip(value: int, needed: str) -> Chip:
    """Return the chip for a related skill used in place of the one needed."""
    return Chip("related", value, f"For {needed}", Origin.RELATED)


def helped(chip: Chip | None, helper: Character | None, everybody: Sequence[Character]) -> Chip | None:
    """Return the teamwork chip with one more helper, or without one who already helps; None if nobody is left."""
    ids = () if chip is None else chip.helpers
    count = 0 if chip is None else chip.value // HELPER
    if helper is not None and helper.id in ids:
        ids, count = tuple(one for one in ids if one != helper.id), count - 1
    else:
        ids, count = (*ids, helper.id) if helper else ids, count + 1
    names = [one.name for one in everybody if one.id in ids]
    return teamwork_chip(max(count, len(ids)), names, ids) if count > 0 else None


def steps_of(chip: Chip, system: System) -> tuple[int, ...]:
    """Return the values through which a chip steps, in ascending order; none if it has no steps."""
    match chip.origin:
        case Origin.TEAMWORK:
            return tuple(range(HELPER, MOST_HELP + 1, HELPER))
        case Origin.RELATED:
            return tuple(sorted(system.related))
        case Origin.RETRY:
            return tuple(range(min(MOST_RETRIES * RETRY, chip.value), 0, -RETRY))
        case _:
            return ()


def stepped(chip: Chip, system: System, step: int) -> Chip:
    """Return a chip one step up (1) or down (−1) among its values, within their range, without named helpers."""
    steps = steps_of(chip, system)
    if chip.value not in steps:
        return chip
    value = steps[max(0, min(len(steps) - 1, steps.index(chip.value) + step))]
    if value == chip.value:
        return chip
    label = chip.label
    if chip.origin is Origin.TEAMWORK:
        label = teamwork_chip(value // HELPER).label
    elif chip.origin is Origin.RETRY:
        label = retry_chip(value // RETRY).label
    return structs.replace(chip, value=value, label=label, helpers=())


def helpers_for(
    side: Side, others: Sequence[Character], system: System, *, against: Character | None = None
) -> list[Helper]:
    """Return who could help a side with its test, then who cannot and why; both kinds begin with its own group.

    The opponent `against` it is left out, along with the opponent's group unless both sides belong to it.
    """
    if side.ability is None or system.teamwork is None:
        return []
    skill = side.ability.label
    group = next((one.group for one in others if one.id == side.character), "")
    foes = against.group if against and against.group != group else ""
    found = [
        Helper(one.id, one.name, "" if system.may_help(skill, _rating(one, skill)) else _refusal(one, skill, system))
        for one in others
        if one.id not in {side.character, against.id if against else ""} and not (foes and one.group == foes)
    ]
    groups = {one.id: one.group for one in others}
    return sorted(found, key=lambda helper: (bool(helper.refused), groups[helper.id] != group))


def relatives(side: Side, character: Character, system: System) -> list[Skill]:
    """Return skills of the same kind, then of the same category, that may be used in place of a missing one."""
    if side.ability is None:
        return []
    category = _category(side.ability.label, system)
    stem = side.ability.label.partition(":")[0].casefold()
    near = [skill for skill in character.skills if skill.name.partition(":")[0].casefold() == stem]
    alike = (skill for skill in character.skills if category and _category(skill.name, system) == category)
    near += [skill for skill in alike if skill not in near]
    return [skill for skill in near if skill.name.casefold() != side.ability.label.casefold()]


def further_relatives(side: Side, character: Character, system: System) -> list[Skill]:
    """Return all other skills, which the GM may allow; those with the same linked aptitude first."""
    ability = side.ability
    if ability is None or ability.kind not in {AbilityKind.SKILL, AbilityKind.UNTRAINED}:
        return []
    near = relatives(side, character, system)
    own = ability.label.casefold()
    others = [skill for skill in character.skills if skill not in near and skill.name.casefold() != own]
    return sorted(others, key=lambda skill: skill.aptitude != ability.linked)


def pinned_in(draft: Draft) -> tuple[Chip, ...]:
    """Return the modifiers of a test that are pinned for everybody."""
    return tuple(chip for chip in draft.chips if chip.pinned and chip.origin not in OF_THE_SIDE | OF_THE_SKILL)


def with_pinned_of(draft: Draft, standing: Draft) -> Draft:
    """Return a test with the pinned modifiers of another one, which apply to everybody."""
    for chip in pinned_in(standing):
        draft = draft.with_chip(chip)
    return draft


def disadvantage_of(side: Side) -> int:
    """Return the levels of disadvantage: those set, and those of conditions that count (Kaiser)."""
    return min(MOST_LEVELS, side.disadvantage + sum(chip.disadvantage for chip in side.counting))


def net_level(side: Side) -> int:
    """Return the levels of advantage minus those of disadvantage (Kaiser)."""
    return side.advantage - disadvantage_of(side)


def pinning_only(draft: Draft, chips: Sequence[Chip]) -> Draft:
    """Return a test with these modifiers pinned for both sides, in place of those that were."""
    fresh = [structs.replace(chip, pinned=True) for chip in chips]
    gone = {chip.id for chip in (*pinned_in(draft), *fresh)}
    hands: tuple[Hand, ...] = ("a", "b") if draft.opponent else ("a",)
    for hand in hands:
        side = draft.side(hand)
        kept = [chip for chip in side.chips if chip.id not in gone]
        draft = draft.with_side(hand, structs.replace(side, chips=tuple([*kept, *fresh][:MOST_MODIFIERS])))
    return draft


def _specialisations(side: Side, character: Character | None, system: System) -> list[Chip]:
    """Return a chip for each specialisation; one with a rating of its own adds the difference.

    With a weapon it stays: the weapon is the same in the next phase.
    """
    ability = side.ability
    skill = None
    if character is not None and ability is not None and ability.kind is AbilityKind.SKILL and not side.defaults:
        skill = character.skill(ability.key)
    chips = []
    for special in skill.specialisations[:MOST_SUGGESTED] if skill else ():
        value = SPECIALISATION if special.rating is None or skill is None else special.rating - skill.rating
        if value and value % system.step == 0 and abs(value) <= LARGEST:
            chip = Chip(f"special {special.name}", value, special.name, Origin.SPECIALISATION)
            chips.append(structs.replace(chip, lasting=bool(side.attack)))
    return chips


def _category(skill: str, system: System) -> str:
    kind = system.skill_kind(skill)
    return kind.category if kind else ""


def _rating(one: Character, skill: str) -> int | None:
    known = one.skill_named(skill)
    return known.rating if known else None


def _refusal(one: Character, skill: str, system: System) -> str:
    rating, least = _rating(one, skill), system.teamwork.rating if system.teamwork else 0
    has = f"{skill} {rating}" if rating is not None else f"no {skill}"
    return f"{one.name}: {has} ({least} required)"
