"""Files that somebody else may have made."""

from pathlib import Path

import pytest

from gm_desk.store.disk.files import is_there


@pytest.mark.parametrize(
    ("name", "there"),
    [("mars.json", True), (".", True), ("none.json", False), ("mars.json/inside", False), ("x" * 300, True)],
)
def test_a_file_is_there_unless_it_is_known_not_to_be(name: str, there: bool, tmp_path: Path) -> None:
    (tmp_path / "mars.json").touch()
    assert is_there(tmp_path / name) is there
