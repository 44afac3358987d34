from pathlib import Path

import pytest
from PySide6.QtWidgets import QMenu

from gm_desk.store.state import read_state
from ui_makers import GM

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def three(gm: GM) -> GM:
    """Have had Venus and Luna open, too; Luna is."""
    gm.makes_roster("Venus", "kaiser")
    gm.makes_roster("Luna", "ep1")
    return gm


def listed(gm: GM) -> list[str]:
    return [action.text() for action in gm.submenu("files.open_recent").actions()]


def remembered(gm: GM) -> list[str]:
    return [one.name for one in gm.program.session.settings.state.recent]


def file_of(gm: GM, name: str) -> Path:
    recent = next(one for one in gm.program.session.settings.state.recent if one.name == name)
    return gm.program.session.places.whole(recent.path)


def test_each_roster_is_listed_with_its_system(three: GM) -> None:
    assert listed(three)[:3] == ["Luna\tEclipse Phase 1e", "Venus\tKaiser", "Mars\tEclipse Phase 2e"]
    three.program.session.save()
    assert read_state(three.program.session.places.state).recent[1].system == "kaiser"


def test_the_switcher_opens_by_a_key_on_the_roster_that_was_open_before(three: GM) -> None:
    three.keys("Ctrl+Shift+R")
    switcher: QMenu = three.window.header.rosters
    assert switcher.isVisible()
    assert switcher.activeAction().text().startswith("Venus")
    switcher.close()


def test_a_roster_whose_file_is_gone_says_so(three: GM) -> None:
    file_of(three, "Venus").unlink()
    assert listed(three)[1] == "Venus\tfile not found"
    three.chooses("files.open_recent", "Venus")
    assert "“" in three.trouble()
    assert three.roster.name == "Luna"


def test_the_switcher_also_makes_and_opens_rosters_and_the_menu_keeps_its_entries(three: GM) -> None:
    for _ in range(2):
        three.window.header.rosters.aboutToShow.emit()
        assert [action.text() for action in three.window.header.rosters.actions()][-2:] == [
            "&New roster…",
            "&Open roster…",
        ]
    assert three.action("files.new_roster").isEnabled()
