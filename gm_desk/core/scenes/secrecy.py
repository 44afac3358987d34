"""Who is named by a test, and which of them are hidden from the players in a scene."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gm_desk.core.drafts.draft import Draft
from gm_desk.core.rules.outcomes import HANDS
from gm_desk.core.scenes.scene import Scene

if TYPE_CHECKING:
    from gm_desk.core.combat.targets import TargetsRecord


def people_in(draft: Draft, targets: "TargetsRecord | None" = None) -> set[str]:
    """Return the ids of those whose names the log would show with a test: both sides, their helpers, and targets."""
    sides = [draft.side(hand) for hand in HANDS if hand == "a" or draft.opposed]
    sides += [target.side for target in targets.targets] if targets is not None else []
    named = {side.character for side in sides}
    return (named | {one for side in sides for chip in side.chips for one in chip.helpers}) - {""}


def hidden_among(ids: Iterable[str], scene: Scene | None) -> frozenset[str]:
    """Return those who are hidden from the players in a scene."""
    hidden = () if scene is None else [one.id for one in scene.fighters if one.hidden]
    return frozenset(hidden).intersection(ids) if hidden else frozenset()
