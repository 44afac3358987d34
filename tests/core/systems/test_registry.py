"""All systems through their common protocol."""

import pytest

from gm_desk.core.systems import ep1, ep2, kaiser
from gm_desk.core.systems.registry import RULES


def test_every_system_is_on_the_shelf() -> None:
    assert dict(RULES) == {"ep1": ep1, "ep2": ep2, "kaiser": kaiser}
    assert len(RULES) == 3


def test_there_is_no_other_system() -> None:
    assert "ep3" not in RULES
    with pytest.raises(KeyError, match="ep3"):
        RULES["ep3"]
