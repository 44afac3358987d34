"""How thorough a run of the tests is: `GM_DESK_LONG=1` tries everything as often as it was ever found worth it."""

import os

LONG = bool(os.environ.get("GM_DESK_LONG"))
SHARE = 3


def tries(many: int) -> int:
    """Return how often to try in this run: so many times in a long one, a third of that in an ordinary one."""
    return many if LONG else -(-many // SHARE)
