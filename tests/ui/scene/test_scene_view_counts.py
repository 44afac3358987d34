"""The counts of the turn order, which are painted in full."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from pytestqt.qtbot import QtBot

from gm_desk.core.rules.health import Health
from gm_desk.ui.scene import scene_view
from gm_desk.ui.theme.painting import width_of
from scene_window import show_scene, without_pictures
from ui_makers import EVA, LAO, a_roster


def test_a_count_of_the_first_printing_is_painted_in_full(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = structs.replace(LAO, stats={**LAO.stats, "INIT": 90})
    slow = structs.replace(EVA, stats={**EVA.stats, "INIT": 0}, health=Health(wounds=9))
    roster = structs.replace(a_roster(quick, slow), system="ep1", house={"printing": "first"})
    painted = dict[str, tuple[float, float]]()

    def kept(*given: Any, **_: Any) -> None:
        box, text, font = given[1], given[2], given[5]
        painted[text] = width_of(font, text), box.width()

    gm = show_scene(qtbot, tmp_path, roster, dice=[66, 66])
    gm.window.roster.view.setFocus()
    gm.keys("Ctrl+A", "Insert", "Alt+Right")
    monkeypatch.setattr(scene_view, "write", kept)
    without_pictures(gm)
    gm.window.faces.scene.view.grab()
    for count in ("156", "−24"):
        wide, room = painted[count]
        assert wide <= room, count
