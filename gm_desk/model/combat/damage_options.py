"""The GM's choices about the damage of a hit that are on or off, alike for one target and for several."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from msgspec import Struct

from gm_desk.core.characters.harm import absorption_of, armor_points
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.attack_damage import (
    DAMAGE,
    AttackContext,
    Choices,
    bonus_offered,
    mentions_piercing,
    penetration_of,
    pierces,
)
from gm_desk.core.drafts.attacks import Strike
from gm_desk.core.rules.damage import margin_bonus
from gm_desk.core.rules.requests import Ep1Damage, Ep2Damage, Summed
from gm_desk.core.wording.phrases import minus

SUPERIOR, BONUS = "superior", "bonus"
OPTIONS = (SUPERIOR, "double", "margin", BONUS, "piercing", "absorption", "ignore_armor")
"""The ids of all options in their order; the others are fields of `Choices`."""
DAMAGE_BONUS = "Damage bonus of melee and thrown weapons; your choice is remembered for this attack"


class DamageOption(Struct, frozen=True):
    """One choice about damage as text, and whether it is on."""

    id: str
    text: str
    tip: str
    on: bool


class ChoosesDamage(Protocol):
    """The damage of a hit, for one target or for several."""

    def spend(self) -> None:
        """Spend one more superior result on damage, or none if all are spent on it."""

    def count_bonus(self, *, counts: bool) -> None:
        """Set whether the damage bonus is added to this attack, now and later."""

    def decide(self, **changes: object) -> None:
        """Change the choices for the damage."""


def toggle(option: DamageOption, damage: ChoosesDamage) -> None:
    """Turn an option of damage on or off."""
    match option.id:
        case "superior":
            damage.spend()
        case "bonus":
            damage.count_bonus(counts=not option.on)
        case field:
            damage.decide(**{field: not option.on})


def options_of_roll(
    attack: Attack, meant: Strike, picks: Sequence[str], choices: Choices, context: AttackContext
) -> Iterator[DamageOption]:
    """Yield the options that the roll of an attack gives, whoever is hit."""
    if meant.superior:
        extra = list(picks).count(DAMAGE)
        yield DamageOption(SUPERIOR, f"+{max(1, extra)}d6", "Spend superior results on damage", extra > 0)
    if meant.doubles:
        yield DamageOption("double", "Doubled", "A critical success doubles the damage", choices.double)
    if more := margin_bonus(meant.margin):
        yield DamageOption("margin", f"+{more} margin", "The margin adds to the damage", choices.margin)
    if bonus := bonus_offered(attack, context):
        yield DamageOption(BONUS, f"+{bonus} DB", DAMAGE_BONUS, attack.damage_bonus)


def options_of_armor(
    attack: Attack, meant: Strike, choices: Choices, request: Summed | None, victims: Sequence[Character]
) -> Iterator[DamageOption]:
    """Yield the options about what protects the victims of an attack."""
    number, old = penetration_of(attack), isinstance(request, Ep1Damage)
    if (old and number > 0) or (isinstance(request, Ep2Damage) and mentions_piercing(attack)):
        text = f"AP {minus(-number)}" if old else "AP"
        usual = number > 0 if old else pierces(attack)
        on = usual if choices.piercing is None else choices.piercing
        yield DamageOption("piercing", text, "Armor is reduced", on)
    absorbed = {absorption_of(one) for one in victims} - {0}
    if absorbed:
        text = f"absorption {absorbed.pop()}" if len(absorbed) == 1 else "absorption"
        yield DamageOption("absorption", text, "Absorption reduces the damage", choices.absorption)
    if any(map(armor_points, victims)):
        yield DamageOption("ignore_armor", "No armor", "Let all damage through", choices.ignores_armor(meant))
