"""Where the samples from elsewhere lie, which are no part of the project."""

import os
from pathlib import Path

import pytest

from makers import CHECKOUT


def samples() -> Path:
    """Give the folder of the samples, or skip the test."""
    folder = Path(os.environ.get("GM_DESK_SAMPLES") or CHECKOUT.parent / "shared" / "samples")
    if not folder.is_dir():
        pytest.skip("the samples from elsewhere are not here")
    return folder
