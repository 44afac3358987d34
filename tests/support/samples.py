"""Where the samples of other layouts and programs lie, all of our own invention: texts of books, packs of Foundry.

The variable GM_DESK_SAMPLES names another folder of the same shape, to try the readers on what others have written.
What is said of one sample by its name is always said of ours.
"""

import os
from pathlib import Path

from makers import CHECKOUT

OURS = CHECKOUT / "tests" / "samples"


def samples() -> Path:
    """Return the folder of the samples."""
    return Path(os.environ.get("GM_DESK_SAMPLES") or OURS)
