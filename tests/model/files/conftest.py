import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def no_session_outlives_its_test() -> Iterator[None]:
    """Collect a session with its timers when its test ends: in a later one they would go off while it is collected."""
    yield
    gc.collect()
