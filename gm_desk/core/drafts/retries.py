"""What a scene remembers: tests that failed, so that trying again can be charged, and who aimed at whom."""

from collections.abc import Mapping
from typing import Annotated, Self

from msgspec import Meta, Struct, structs

from gm_desk.core.drafts.draft import Draft, Mode

MOST_FAILURES = 999

Failures = Annotated[int, Meta(ge=1, le=MOST_FAILURES)]


class Scene(Struct, frozen=True, omit_defaults=True):
    """Count the failures of each test since its last success: the same character, ability and opponent.

    `aims` says whom each attacker aimed at last, `attackers` who attacked each character last, and `chosen` whom the
    GM chose against each character in a test that is no attack and not rolled yet; all by their ids.
    """

    failures: Mapping[str, Failures] = {}
    aims: Mapping[str, str] = {}
    attackers: Mapping[str, str] = {}
    chosen: Mapping[str, str] = {}

    def failures_of(self, draft: Draft) -> int:
        """Count how often this test failed."""
        return self.failures.get(key_of(draft), 0)

    def after(self, draft: Draft, *, success: bool) -> Self:
        """Give the scene after a test was rolled."""
        forgotten = success or draft.ability is None or not draft.character
        scene = self.with_failures(draft, 0 if forgotten else self.failures_of(draft) + 1)
        roller, other = _sides(draft)
        chosen = {one: by_hand for one, by_hand in scene.chosen.items() if one != roller}
        if draft.mode is not Mode.ATTACK or not other:
            return structs.replace(scene, chosen=chosen)
        attackers = {**scene.attackers, other: roller}
        return structs.replace(scene, aims={**scene.aims, roller: other}, attackers=attackers, chosen=chosen)

    def aiming(self, draft: Draft) -> Self:
        """Return the scene in which the GM has chosen the opponent of a test that is not rolled yet."""
        roller, other = _sides(draft)
        if not other:
            return self
        chosen = {one: by_hand for one, by_hand in self.chosen.items() if one != roller}
        if draft.mode is Mode.ATTACK:
            return structs.replace(self, aims={**self.aims, roller: other}, chosen=chosen)
        return structs.replace(self, chosen={**chosen, roller: other})

    def aimed_as(self, scene: "Scene") -> Self:
        """Return the scene with whom the GM aims at in another one."""
        return structs.replace(self, aims=scene.aims, chosen=scene.chosen)

    def with_failures(self, draft: Draft, count: int) -> Self:
        """Give the scene in which a test failed so often; the test of nobody is not remembered."""
        key = key_of(draft)
        others = {other: failed for other, failed in self.failures.items() if other != key}
        if count and draft.ability is not None and draft.character:
            others[key] = min(MOST_FAILURES, count)
        return structs.replace(self, failures=others)


def _sides(draft: Draft) -> tuple[str, str]:
    """Return who rolls against whom, or nobody where one of them is not known."""
    other = draft.opponent.character if draft.opposed and draft.opponent else ""
    return (draft.character, other) if draft.character and other else ("", "")


def key_of(draft: Draft) -> str:
    """Name what makes two tests the same."""
    ability = "/".join(draft.ability.identity) if draft.ability else ""
    other = draft.opponent.character if draft.opponent and draft.opposed else ""
    return f"{draft.character}/{ability}/{other}"
