"""The record of a scene: failed tests, for the retry modifier, and who attacked whom."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Self

from msgspec import Meta, Struct, structs

from gm_desk.core.drafts.draft import USUAL_SETUP, AttackSetup, Chip, Draft, Mode, Side
from gm_desk.core.rules.outcomes import HANDS

MOST_FAILURES = 999
MOST_ROLLS = 100
"""Maximum number of rolls of a scene whose ids are kept, because their results can affect later tests."""
MOST_ATTACKED = 8
"""Maximum number of targets that are kept for each attacker."""

Failures = Annotated[int, Meta(ge=1, le=MOST_FAILURES)]


class SceneRecord(Struct, frozen=True, omit_defaults=True):
    """The record of the tests of a scene.

    `failures` counts those of each test (the same character, ability and opponent) since its last success. `aims` are
    the last targets of attackers, `attacked` all of their last ones, newest first, `attackers` the last attackers of
    characters, and `chosen` the opponents chosen for tests other than attacks and not rolled yet; all by id. `setups`
    are the choices for attacks, by attacker and attack, `weapons` the attack that each attacker used last, and
    `lasting` the modifiers that describe the lasting situation of characters. `rolls` are the ids of the last rolls.
    """

    failures: Mapping[str, Failures] = {}
    aims: Mapping[str, str] = {}
    attacked: Mapping[str, tuple[str, ...]] = {}
    attackers: Mapping[str, str] = {}
    chosen: Mapping[str, str] = {}
    setups: Mapping[str, AttackSetup] = {}
    weapons: Mapping[str, str] = {}
    lasting: Mapping[str, tuple[Chip, ...]] = {}
    rolls: tuple[str, ...] = ()

    def rolled(self, ids: Iterable[str]) -> Self:
        """Return the record after rolls were logged."""
        return structs.replace(self, rolls=(*self.rolls, *ids)[-MOST_ROLLS:])

    def failures_of(self, draft: Draft) -> int:
        """Return how often this test failed; 0 for an attack, since another attack is not a retry."""
        return 0 if is_attack(draft) else self.failures.get(key_of(draft), 0)

    def after(self, draft: Draft, *, success: bool) -> Self:
        """Return the record after a test was rolled."""
        forgotten = success or draft.ability is None or not draft.character
        record = self.with_failures(draft, 0 if forgotten else self.failures_of(draft) + 1).preparing(draft)
        if draft.attack:
            record = structs.replace(record, weapons={**record.weapons, draft.character: draft.attack})
        roller, other = _sides(draft)
        chosen = {one: by_hand for one, by_hand in record.chosen.items() if one != roller}
        if draft.mode is not Mode.ATTACK or not other:
            return record if chosen == record.chosen else structs.replace(record, chosen=chosen)
        attackers = {**record.attackers, other: roller}
        last = (other, *(one for one in record.attacked.get(roller, ()) if one != other))[:MOST_ATTACKED]
        record = structs.replace(record, attacked={**record.attacked, roller: last})
        return structs.replace(record, aims={**record.aims, roller: other}, attackers=attackers, chosen=chosen)

    def aiming(self, draft: Draft) -> Self:
        """Return the record after the GM chose the opponent of a test that is not rolled yet."""
        roller, other = _sides(draft)
        if not other:
            return self
        chosen = {one: by_hand for one, by_hand in self.chosen.items() if one != roller}
        if draft.mode is Mode.ATTACK:
            return structs.replace(self, aims={**self.aims, roller: other}, chosen=chosen)
        return structs.replace(self, chosen={**chosen, roller: other})

    def without_rolls(self) -> Self:
        """Return the record without the ids of its rolls."""
        return structs.replace(self, rolls=())

    def going_on(self, other: "SceneRecord") -> Self:
        """Return the record with the targets, the choices for attacks and the rolls of another one.

        Rolls that were undone stay in the list; they are struck out and have no effect.
        """
        kept = ("aims", "attacked", "chosen", "setups", "weapons", "lasting", "rolls")
        return structs.replace(self, **{name: getattr(other, name) for name in kept})

    def setup_of(self, character_id: str, attack_id: str) -> AttackSetup:
        """Return the choices that were last made for an attack in this scene."""
        return self.setups.get(f"{character_id}/{attack_id}", USUAL_SETUP)

    def with_lasting(self, character_id: str, chips: tuple[Chip, ...]) -> Self:
        """Return the record with the modifiers that describe the lasting situation of a character."""
        if not character_id or chips == self.lasting.get(character_id, ()):
            return self
        others = {one: known for one, known in self.lasting.items() if one != character_id}
        return structs.replace(self, lasting={**others, character_id: chips} if chips else others)

    def preparing(self, draft: Draft) -> Self:
        """Return the record after the GM made the choices for an attack; others are unchanged.

        A mode for several targets is only for that roll.
        """
        if not draft.attack or draft.against or draft.setup == self.setup_of(draft.character, draft.attack):
            return self
        return structs.replace(self, setups={**self.setups, f"{draft.character}/{draft.attack}": draft.setup})

    def with_failures(self, draft: Draft, count: int) -> Self:
        """Return the record with the failures of a test; attacks and tests without a character are not counted."""
        if is_attack(draft):
            return self
        key = key_of(draft)
        others = {other: failed for other, failed in self.failures.items() if other != key}
        if count and draft.ability is not None and draft.character:
            others[key] = min(MOST_FAILURES, count)
        return self if others == self.failures else structs.replace(self, failures=others)


def _sides(draft: Draft) -> tuple[str, str]:
    """Return attacker and opponent, or two empty ids if one of them is unknown."""
    other = draft.opponent.character if draft.opposed and draft.opponent else ""
    return (draft.character, other) if draft.character and other else ("", "")


def is_attack(draft: Draft) -> bool:
    """Return whether a test is an attack, with a weapon of the card or without."""
    return draft.mode is Mode.ATTACK or bool(draft.attack)


def key_of(draft: Draft) -> str:
    """Return the key by which tests are compared."""
    ability = "/".join(draft.ability.identity) if draft.ability else ""
    other = draft.opponent.character if draft.opponent and draft.opposed else ""
    return f"{draft.character}/{ability}/{other}"


def people_in(draft: Draft, others: Iterable[Side] = ()) -> set[str]:
    """Return the ids of those whom the log names with a test: both sides, `others`, and the helpers of all of them."""
    sides = [draft.side(hand) for hand in HANDS if hand == "a" or draft.opposed]
    sides += others
    named = {side.character for side in sides}
    return (named | {one for side in sides for chip in side.chips for one in chip.helpers}) - {""}
