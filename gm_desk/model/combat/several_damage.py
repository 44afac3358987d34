"""The damage of one roll against several: its dice, rolled or typed, and the GM's choices about it."""

from msgspec import structs

from gm_desk.core.combat.several_damage import damage_rolled, shared_request, with_typed_damage
from gm_desk.core.drafts.attack_damage import DAMAGE
from gm_desk.core.drafts.choices_after_roll import picked
from gm_desk.core.notation.attack_values import is_dice
from gm_desk.core.rules.damage import read_dice, sides_of, sum_of
from gm_desk.core.rules.dice import Dice
from gm_desk.core.rules.requests import Summed
from gm_desk.core.scenes.conditions_in_force import is_down
from gm_desk.core.scenes.staging import with_points_left
from gm_desk.model.card import attack_edits
from gm_desk.model.combat.damage_options import DamageOption, options_of_armor, options_of_roll
from gm_desk.model.combat.several import SeveralTargets
from gm_desk.model.roster.document import RosterDocument


class SeveralDamage:
    """The damage of the targets of one roll, as long as it has not been dealt."""

    def __init__(self, document: RosterDocument, targets: SeveralTargets, dice: Dice) -> None:
        """Roll with `dice`."""
        self._document = document
        self._targets = targets
        self._dice = dice

    @property
    def request(self) -> Summed | None:
        """The damage request whose dice the targets share, or None."""
        return None if self._targets.value.apart else shared_request(self._targets.rows)

    @property
    def expression(self) -> str:
        """The damage dice that are still to be rolled, or ""."""
        waiting = [row.request for row in self._targets.rows if row.request is not None and row.needs is not None]
        return sum_of(max(waiting, key=lambda one: len(sides_of(one)))) if waiting else ""

    @property
    def has_dice(self) -> bool:
        """Whether the attack has damage dice; damage by degrees has none (Kaiser)."""
        attack = self._targets.attack
        return attack is not None and is_dice(attack.damage)

    @property
    def hurts(self) -> bool:
        """Whether there is damage to apply."""
        return any(row.outcome is not None for row in self._targets.rows)

    @property
    def losing(self) -> list[str]:
        """The ids of those hit who are not out already and have an action point to lose (Kaiser)."""
        document, rules = self._document, self._targets.rules
        roster, system, house = document.roster, document.system, document.house
        hits = (row.target.side.character for row in self._targets.rows if row.hit == "hit")
        struck = (one for one in map(document.character, hits) if one is not None)
        able = [one.id for one in struck if not is_down(one, roster, system, rules, house)]
        return with_points_left(roster, able, system, house)

    def read(self, text: str) -> None:
        """Raise BadRollError if a text is neither valid for the shared damage dice nor for their sum."""
        if text.strip():
            read_dice(text, self.request, self._targets.rules.HUNDRED)

    def type(self, text: str) -> None:
        """Set the shared damage dice, or their sum; raise BadRollError with the reason."""
        request, targets = self.request, self._targets
        if text.strip() and request is not None:
            targets.become(with_typed_damage(targets.value, text, request, targets.rules))

    def roll(self) -> None:
        """Roll the missing damage dice."""
        targets, house = self._targets, self._document.house
        targets.become(damage_rolled(targets.value, targets.rows, self._dice, targets.rules, house))

    def roll_apart(self, *, apart: bool) -> None:
        """Set whether each target has its own damage dice; dice already rolled are dropped."""
        value = self._targets.value
        bare = tuple(structs.replace(target, rolls={}) for target in value.targets)
        self._targets.become(structs.replace(value, apart=apart, rolls={}, summed=None, by_hand=False, targets=bare))

    @property
    def thrown(self) -> bool:
        """Whether there are damage dice, or their sum, that can be discarded."""
        value = self._targets.value
        known = value.rolls or value.summed or any(target.rolls for target in value.targets)
        return bool(known) and not self._targets.applied

    def again(self) -> None:
        """Discard the damage dice."""
        self.roll_apart(apart=self._targets.value.apart)

    def spend(self) -> None:
        """Spend one more superior result on damage, or none if all are spent on it."""
        value = self._targets.value
        picks = picked(value.picks, DAMAGE, self._targets.struck.superior)
        self._targets.become(structs.replace(value, picks=picks))

    @property
    def options(self) -> list[DamageOption]:
        """The choices about the damage that are on or off, once somebody is hit."""
        targets = self._targets
        attack, value, struck = targets.attack, targets.value, targets.struck
        hit = [row for row in targets.rows if row.request is not None]
        if attack is None or not hit or targets.applied:
            return []
        victims = [one for row in hit if (one := self._document.character(row.target.side.character))]
        found = options_of_roll(attack, struck, value.picks, value.choices, targets.context)
        return [*found, *options_of_armor(attack, struck, value.choices, hit[0].request, victims)]

    def count_bonus(self, *, counts: bool) -> None:
        """Set whether the damage bonus is added to this attack, now and later."""
        attacker, attack = self._targets.value.draft.character, self._targets.attack
        if attack is not None:
            attack_edits.count_bonus(self._document, attacker, attack.id, counts=counts)

    def decide(self, **changes: object) -> None:
        """Change the choices for the damage."""
        value = self._targets.value
        self._targets.become(structs.replace(value, choices=structs.replace(value.choices, **changes)))
