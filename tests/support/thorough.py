"""The number of random tries; `GM_DESK_LONG=1` asks for a long run, with other tries each time."""

import os

LONG = bool(os.environ.get("GM_DESK_LONG"))
SHARE = 3


def tries(many: int) -> int:
    """Return how often to try in this run: `many` times in a long one, a third of that in an ordinary one."""
    return many if LONG else -(-many // SHARE)
