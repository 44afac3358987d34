import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from gm_desk import __version__
from gm_desk.cli import main
from gm_desk.ui.theme import theme_named
from ui_makers import a_roster, saved


def gm_desk(*arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the program as a user does, without a display unless one is named."""
    without = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "GM_DESK_DATA"}
    environment = {name: value for name, value in os.environ.items() if name not in without} | variables
    command = [sys.executable, "-m", "gm_desk", *map(str, arguments)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_it_tells_its_version() -> None:
    told = gm_desk("--version")
    assert (told.returncode, told.stdout.strip()) == (0, f"GM Desk {__version__}")


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


def test_a_screenshot_of_nothing_makes_nothing_but_the_picture(tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    told = gm_desk("--screenshot", picture, "--data", tmp_path / "data")
    assert told.returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["picture.png"]
    image = QImage(str(picture))
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
    for option in ("--version", "--data", "--roster", "--theme", "--screenshot", "--size", "--part"):
        assert option in said
