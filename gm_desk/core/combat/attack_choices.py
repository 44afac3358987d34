"""The choices for an attack: the use of a firing mode, range, cover and aim (EP1, EP2, "Attacks, damage and armor").

Each choice with an effect is a chip of the draft, which can be struck out: a modifier, or dice added to the damage.
The choices are the draft's `AttackSetup`, by ids of the system's data.
"""

from collections.abc import Sequence
from typing import TypeVar

from msgspec import structs

from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.draft import USUAL_SETUP, AttackSetup, Chip, Origin, Side
from gm_desk.core.systems.combat import AttackChoice, AttackOption, FiringMode, FiringUse
from gm_desk.core.systems.definition import System
from gm_desk.core.wording.phrases import plural

MODE = "mode"
CHOICE_ID = "choice "

AnySide = TypeVar("AnySide", bound=Side)


def is_ranged(attack: Attack, system: System) -> bool:
    """Return whether an attack is ranged: by its skill, else by firing modes, an area, or a range in metres."""
    pair = system.pairing_of(attack.skill) if attack.skill else None
    if pair is not None and pair.attack:
        return bool(pair.halved)
    return bool(attack.modes or attack.area) or any(letter.isdigit() for letter in attack.range)


def uses_of(attack: Attack, system: System) -> list[FiringUse]:
    """Return the uses of the firing modes that an attack lists, the usual one first."""
    return _uses_in(_modes_of(attack, system))


def use_of(attack: Attack, setup: AttackSetup, system: System) -> FiringUse | None:
    """Return the chosen use of a firing mode, else the usual one; None for an attack without firing modes."""
    return _chosen_use(uses_of(attack, system), setup)


def use_against(attack: Attack, setup: AttackSetup, count: int, system: System) -> FiringUse | None:
    """Return the use of a firing mode with which an attack is made at `count` targets.

    If the chosen use does not reach them all, it is the one of the same mode that does, or, while no mode is chosen,
    the smallest one of any mode. If none reaches them all, a bonus against one target is still not one against many.
    """
    chosen = use_of(attack, setup, system)
    if chosen is None or attack.area or chosen.targets >= count:
        return chosen
    modes = _modes_of(attack, system)
    own = [one for mode in modes if chosen in mode.uses for one in mode.uses if not one.deliberate]
    any_mode = [] if setup.use else [one for mode in modes for one in mode.uses if not one.deliberate]
    able = [[one for one in uses if one.targets >= count] for uses in (own, any_mode)]
    found = min(able[0] or able[1], key=lambda use: use.targets, default=None)
    return found or max((chosen, *own), key=lambda use: use.targets)


def mode_in_words(use: FiringUse, attack: Attack, count: int) -> str:
    """Return a firing mode with its shots, and how many of the targets it reaches if not all: "BF two: 3 shots"."""
    words = f"{use.name}: {plural(use.shots, 'shot')}"
    reaches = count <= use.targets or attack.area
    return words if reaches else f"{words}, reaches {use.targets} of {count} targets"


def with_use_against(side: AnySide, attack: Attack, count: int, system: System) -> AnySide:
    """Return a side with the use of a firing mode for an attack at several targets (see `use_against`)."""
    use = use_against(attack, side.setup, count, system)
    same = use is None or use == use_of(attack, side.setup, system)
    return side if use is None or same else with_use(side, attack, use.id, system)


def targets_of(attack: Attack, setup: AttackSetup, system: System) -> int:
    """Return how many targets an attack can have by its firing mode."""
    use = use_of(attack, setup, system)
    return 1 if use is None else use.targets


def choices_of(attack: Attack, system: System) -> list[AttackChoice]:
    """Return the choices that an attack has besides its firing modes: range, cover, aim."""
    reaches = {"both", "any", "ranged" if is_ranged(attack, system) else "melee"}
    return [choice for choice in system.combat.choices if choice.reach in reaches]


def option_of(choice: AttackChoice, setup: AttackSetup) -> AttackOption:
    """Return the chosen option, or the usual one."""
    wanted = setup.options.get(choice.id, choice.usual)
    found = next((option for option in choice.options if option.id == wanted), None)
    return found or next(option for option in choice.options if option.id == choice.usual)


def with_use(side: AnySide, attack: Attack, use_id: str, system: System) -> AnySide:
    """Return a side with another use of a firing mode."""
    return with_setup(side, attack, structs.replace(side.setup, use=use_id), system)


def with_option(side: AnySide, attack: Attack, choice_id: str, option_id: str, system: System) -> AnySide:
    """Return a side with an option of a choice."""
    options = {**side.setup.options, choice_id: option_id}
    return with_setup(side, attack, structs.replace(side.setup, options=options), system)


def without_choice(side: AnySide, attack: Attack, chip: Chip, system: System) -> AnySide:
    """Return a side with the usual option in place of that of a chip."""
    choice = chip.id.removeprefix(CHOICE_ID)
    if choice == MODE:
        return with_use(side, attack, "", system)
    options = {one: option for one, option in side.setup.options.items() if one != choice}
    return with_setup(side, attack, structs.replace(side.setup, options=options), system)


def with_setup(side: AnySide, attack: Attack, setup: AttackSetup, system: System) -> AnySide:
    """Return a side with all choices for an attack and their chips; those that the attack lacks are dropped.

    The chip of an unchanged choice stays unchanged: struck, pinned, and in its place.
    """
    modes, choices = _modes_of(attack, system), choices_of(attack, system)
    setup = _known(setup, modes, choices)
    chips = {chip.id: chip for chip in _chips(setup, modes, choices)}
    for old in side.chips:
        if old.origin is Origin.CHOICE:
            new = chips.pop(old.id, None)
            if new is None:
                side = side.without_chip(old.id)
            elif not _is_same(old, new):
                side = side.with_chip(new)
    for chip in chips.values():
        side = side.with_chip(chip)
    return structs.replace(side, setup=setup)


def _modes_of(attack: Attack, system: System) -> list[FiringMode]:
    if not attack.modes:
        return []
    found = (system.combat.mode(name.strip().upper()) for name in attack.modes.split("/"))
    return [mode for mode in found if mode is not None]


def _uses_in(modes: Sequence[FiringMode]) -> list[FiringUse]:
    return [use for mode in modes for use in mode.uses]


def _chosen_use(uses: Sequence[FiringUse], setup: AttackSetup) -> FiringUse | None:
    """Return the chosen one of an attack's uses, else the usual one, if any."""
    return next((use for use in uses if use.id == setup.use), uses[0] if uses else None)


def _known(setup: AttackSetup, modes: Sequence[FiringMode], choices: Sequence[AttackChoice]) -> AttackSetup:
    """Return only the choices that an attack has, without usual options; the usual mode may be chosen as well."""
    wanted = ((choice, option_of(choice, setup).id) for choice in choices)
    options = {choice.id: option for choice, option in wanted if option != choice.usual}
    use = setup.use if any(one.id == setup.use for one in _uses_in(modes)) else ""
    return AttackSetup(use, options) if use or options else USUAL_SETUP


def _chips(setup: AttackSetup, modes: Sequence[FiringMode], choices: Sequence[AttackChoice]) -> list[Chip]:
    """Return the chips of all choices with an effect."""
    use = _chosen_use(_uses_in(modes), setup)
    chips = []
    if use is not None and (use.value or use.damage):
        name = next(mode.name for mode in reversed(modes) if use in mode.uses)
        chips.append(_chip(MODE, use.value, name, use.damage))
    for choice in choices:
        option = option_of(choice, setup)
        if option.value:
            chips.append(_chip(choice.id, option.value, option.label))
    return chips


def _chip(choice: str, value: int, label: str, damage: str = "") -> Chip:
    return Chip(f"{CHOICE_ID}{choice}", value, label, Origin.CHOICE, damage=damage)


def _is_same(old: Chip, new: Chip) -> bool:
    """Return whether two chips are equal, apart from being struck or pinned."""
    return (old.value, old.label, old.damage) == (new.value, new.label, new.damage)
