"""Whether the next roll is secret is found again like the rest of the test."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from pane_makers import AtTest, RollHands
from ui_makers import a_roster, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")


def next_is_secret(gm: AtTest) -> tuple[bool, bool]:
    return gm.window.test.row.secret.isChecked(), gm.rolling.secrecy.secret


@pytest.mark.parametrize("by_default", [False, True])
def test_what_is_other_than_by_default_is_found_again(qtbot: QtBot, tmp_path: Path, *, by_default: bool) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster())
    if by_default:
        gm.does("roll.toggle_secret_by_default")
    gm.keys("Ctrl+Shift+S")
    gm.session.save()
    again = sit_down(qtbot, tmp_path)
    assert next_is_secret(again) == (not by_default, not by_default)


def test_after_the_roll_nothing_is_left_of_it(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster(), dice=(61,))
    gm.selects("Lao Qing")
    gm.prepares("Guns")
    gm.keys("Ctrl+Shift+S", "Return")
    assert next_is_secret(gm) == (False, False)
    gm.session.save()
    assert next_is_secret(sit_down(qtbot, tmp_path)) == (False, False)


def test_what_is_said_of_one_roster_is_not_lost_by_opening_another(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, a_roster())
    gm.keys("Ctrl+Shift+S")
    gm.makes_roster()
    gm.keys("Ctrl+Shift+S")
    gm.chooses("files.open_recent", "Mars")
    assert next_is_secret(gm) == (True, True)


def test_what_is_by_default_is_not_kept_as_if_it_were_said_of_one_roll(roller: RollHands) -> None:
    for _ in range(2):
        roller.does("roll.toggle_secret_by_default")
        memory = roller.session.settings
        assert memory.view("mars").secret is None
