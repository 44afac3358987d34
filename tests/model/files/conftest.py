import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def no_session_outlives_its_test() -> Iterator[None]:
    """Collect a session with its timers when its test ends; otherwise they would time out in a later one."""
    yield
    gc.collect()
