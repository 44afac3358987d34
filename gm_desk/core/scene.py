"""What a scene remembers of tests that failed, so that trying again can be charged (rules, "Trying again")."""

from collections.abc import Mapping
from typing import Annotated, Self

from msgspec import Meta, Struct, structs

from gm_desk.core.draft import Draft

MOST_FAILURES = 999

Failures = Annotated[int, Meta(ge=1, le=MOST_FAILURES)]


class Scene(Struct, frozen=True, omit_defaults=True):
    """Count the failures of each test since its last success: the same character, ability and opponent."""

    failures: Mapping[str, Failures] = {}

    def failures_of(self, draft: Draft) -> int:
        """Count how often this test failed."""
        return self.failures.get(key_of(draft), 0)

    def after(self, draft: Draft, *, success: bool) -> Self:
        """Give the scene after a test was rolled."""
        forgotten = success or draft.ability is None or not draft.character
        return self.with_failures(draft, 0 if forgotten else self.failures_of(draft) + 1)

    def with_failures(self, draft: Draft, count: int) -> Self:
        """Give the scene in which a test failed so often; the test of nobody is not remembered."""
        key = key_of(draft)
        others = {other: failed for other, failed in self.failures.items() if other != key}
        if count and draft.ability is not None and draft.character:
            others[key] = min(MOST_FAILURES, count)
        return structs.replace(self, failures=others)


def key_of(draft: Draft) -> str:
    """Name what makes two tests the same."""
    ability = "/".join(draft.ability.identity) if draft.ability else ""
    other = draft.opponent.character if draft.opponent and draft.opposed else ""
    return f"{draft.character}/{ability}/{other}"
