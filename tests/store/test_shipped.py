"""The systems as they are shipped."""

from pathlib import Path

import msgspec
import pytest

from gm_desk.core.systems.registry import RULES
from gm_desk.store import shipped
from gm_desk.store.shipped import load_system


@pytest.mark.parametrize("system_id", RULES)
def test_every_system_with_rules_has_data(system_id: str) -> None:
    system = load_system(system_id)
    assert system.id == system_id
    assert system.aptitudes
    assert system.difficulties
    assert system.skills


def test_a_system_without_data_is_an_error() -> None:
    with pytest.raises(OSError, match=r"gurps\.json"):
        load_system("gurps")


def test_damaged_data_are_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ep2.json").write_bytes(b'{"id": "ep2", "colour": "red"}')
    monkeypatch.setattr(shipped, "resource", lambda _: tmp_path / "ep2.json")
    with pytest.raises(msgspec.ValidationError):
        load_system("ep2")
