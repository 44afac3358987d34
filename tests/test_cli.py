import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtGui import QImage

from gm_desk import __version__
from gm_desk.cli import main
from gm_desk.core.scenes.scene import Fighter, Moment, Scene
from gm_desk.installation import installation
from gm_desk.ui.theme.theme import theme_named
from gm_desk.window_command import NO_HOME
from makers import CHECKOUT
from ui_makers import a_roster, saved


def gm_desk(*arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the program as a user does, without a display unless one is named."""
    without = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "GM_DESK_DATA"}
    environment = {name: value for name, value in os.environ.items() if name not in without} | variables
    command = [sys.executable, "-m", "gm_desk", *map(str, arguments)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_it_tells_its_version_and_how_it_was_installed() -> None:
    told = gm_desk("--version")
    assert (told.returncode, told.stdout.strip()) == (0, f"GM Desk {__version__} ({installation().label})")


def test_the_home_directory_of_a_user_who_does_not_exist_is_a_sentence_and_an_exit_code(tmp_path: Path) -> None:
    for told in (gm_desk(GM_DESK_DATA="~no-such-user/x"), gm_desk("--data", "~no-such-user/x")):
        assert (told.returncode, told.stdout) == (2, "")
        assert told.stderr.count("\n") == 1
        assert "“~no-such-user/x”" in told.stderr
        assert "--data DIR" in told.stderr
    assert files(tmp_path) == {}


REOPENED = """
import os, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
run = QApplication.exec

def closed_at_once(application):
    for window in QApplication.topLevelWidgets():
        if window.objectName() == "mainWindow":
            print(window.windowTitle())
            QTimer.singleShot(0, window.close)
    return run()

QApplication.exec = closed_at_once
from gm_desk.cli import main
main(sys.argv[1:])
"""


def test_a_roster_named_from_the_current_directory_is_the_last_one_wherever_the_next_start_is(tmp_path: Path) -> None:
    mine = saved(tmp_path / "synced", a_roster())
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "GM_DESK_DATA": str(tmp_path / "data")}
    for folder, arguments in ((mine.parent, [mine.name]), (elsewhere, [])):
        command = [sys.executable, "-c", REOPENED, *arguments]
        told = subprocess.run(
            command,
            cwd=folder,
            env=environment | {"PYTHONPATH": str(CHECKOUT)},
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        assert told.stdout.startswith("Mars[*] – ")


WITHOUT_A_HOME = """
import os, pwd, sys
def nobody(_): raise KeyError("uid not found")
pwd.getpwuid = nobody
for name in ("HOME", "XDG_DATA_HOME", "GM_DESK_DATA"): os.environ.pop(name, None)
from gm_desk.cli import main
from gm_desk.installation import installation
from gm_desk.core.scenes.scene import Fighter, Moment, Scene
sys.exit(main([]))
"""


@pytest.mark.skipif(os.name != "posix", reason="elsewhere the system itself says where the home directory is")
def test_without_any_home_directory_it_says_how_to_name_a_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITHOUT_A_HOME]
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    told = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.strip() == NO_HOME
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")
def test_without_a_display_it_says_so_in_one_sentence(tmp_path: Path) -> None:
    told = gm_desk("--data", tmp_path)
    assert told.returncode == 2
    assert told.stderr.strip() == "GM Desk needs a display to open its window, and none could be reached."
    assert told.stdout == ""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")
@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_a_display_that_does_not_answer_is_told_as_well(tmp_path: Path, variable: str) -> None:
    told = gm_desk("--data", tmp_path, **{variable: ":4711"})
    assert told.returncode == 2
    assert told.stderr.strip().splitlines()[-1] == (
        "GM Desk needs a display to open its window, and none could be reached."
    )
    assert "core dumped" not in told.stderr


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_a_screenshot_shows_the_roster_in_the_size_and_theme_asked_for(tmp_path: Path, theme: str) -> None:
    data, picture = tmp_path / "data", tmp_path / "picture.png"
    roster = saved(data, a_roster())
    before = files(data)
    how = ["--roster"] if theme == "dark" else []  # a file alone is the same
    told = gm_desk("--screenshot", picture, "--size", "1024x640", "--theme", theme, "--data", data, *how, roster)
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")
    image = QImage(str(picture))
    assert (image.width(), image.height()) == (1024, 640)
    assert image.pixelColor(2, 400).name() == theme_named(theme).panel
    assert files(data) == before


def test_a_screenshot_of_a_pane_shows_it_alone(tmp_path: Path) -> None:
    data, sizes = tmp_path / "data", []
    roster = saved(data, a_roster())
    for part in ("roster", "card", "test", "log"):
        told = gm_desk("--screenshot", tmp_path / f"{part}.png", "--part", part, "--data", data, roster)
        assert (told.returncode, told.stderr) == (0, "")
        image = QImage(str(tmp_path / f"{part}.png"))
        sizes.append((image.width(), image.height()))
    assert len(set(sizes)) == 4
    assert all(100 < width < 1366 and 100 < height < 768 for width, height in sizes)


def test_a_screenshot_of_the_roster_shows_the_scene_where_a_fight_is_on(tmp_path: Path) -> None:
    scene = Scene(id="s", name="Lock 9", fighters=(Fighter(id="lao"),))
    pictures = []
    for now in (None, Moment(began=("lao",), acting=("lao",), throws={"lao": 3})):
        roster = structs.replace(a_roster(), scenes=(structs.replace(scene, now=now),), stage="s")
        path = saved(tmp_path / "data", roster)
        told = gm_desk("--screenshot", tmp_path / "it.png", "--part", "roster", "--data", tmp_path / "data", path)
        assert (told.returncode, told.stderr) == (0, "")
        pictures.append(QImage(str(tmp_path / "it.png")))
    everyone, fight = pictures
    assert everyone.size() == fight.size()
    assert everyone != fight


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a picture of the window without a roster, and return its path."""
    picture = tmp_path_factory.mktemp("bare") / "picture.png"
    told = gm_desk("--screenshot", picture, "--data", picture.with_name("data"))
    assert told.returncode == 0
    return picture


def test_a_screenshot_of_nothing_makes_nothing_but_the_picture(bare: Path) -> None:
    assert [path.name for path in bare.parent.iterdir()] == ["picture.png"]
    image = QImage(str(bare))
    assert (image.width(), image.height()) == (1366, 768)


def test_a_picture_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    told = gm_desk("--screenshot", tmp_path / "nowhere" / "picture.png", "--data", tmp_path / "data")
    assert told.returncode == 2
    assert told.stderr.startswith("The picture could not be written to")


@pytest.mark.parametrize("size", ["", "1366", "0x768", "1366x", "axb", "1366x768x2", "-5x100", "99x100", "10000x100"])
def test_a_size_that_is_none_is_refused_with_an_example(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([f"--size={size}", "--screenshot", "never.png"])
    assert left.value.code == 2
    assert "is not a size like 1366x768" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--theme", "pink"], ["--nonsense"], ["--roster"]])
def test_what_is_no_option_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "usage: gm-desk" in capsys.readouterr().err


def test_help_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    said = capsys.readouterr().out
    for option in ("--version", "--data", "--roster", "--theme", "--screenshot", "--size", "--part", "--text-size"):
        assert option in said


@pytest.mark.parametrize("size", ["79", "201", "large", "1.5", ""])
def test_a_size_of_text_that_cannot_be_is_refused(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--text-size", size, "--screenshot", "never.png"])
    assert "is not a size like 150, from 80 to 200 per cent" in capsys.readouterr().err


def test_a_screenshot_shows_text_as_large_as_asked_for(tmp_path: Path, bare: Path) -> None:
    told = gm_desk("--screenshot", tmp_path / "a.png", "--data", tmp_path, "--text-size", "150%")
    assert (told.returncode, told.stderr) == (0, "")
    assert (tmp_path / "a.png").read_bytes() != bare.read_bytes()
    assert not (tmp_path / "state.json").exists()
