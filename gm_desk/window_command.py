"""`gm-desk`: open the window, or draw it to a picture."""

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from gm_desk import __version__
from gm_desk.start_imports import import_qt
from gm_desk.store.disk.places import VARIABLE, NoDataDirectoryError, Places, data_directory
from gm_desk.store.state import LARGEST_TEXT, SMALLEST_TEXT, Theme

if TYPE_CHECKING:
    from argparse import ArgumentParser

NO_DISPLAY = "GM Desk needs a display to open its window, and none could be reached."
NO_HOME = (
    "GM Desk does not know where to keep rosters: this user has no home directory. "
    f"Name a folder with --data DIR, set {VARIABLE} to one, or set HOME."
)
NO_SUCH_HOME = (
    "GM Desk cannot use “{}” for its data: there is no such home directory, or the current folder is gone. "
    f"Name a folder by its whole path with --data DIR or {VARIABLE}."
)
PARTS = ("roster", "card", "test", "log")


class Options(Struct):
    """The options of the command line, with their defaults."""

    data: str | None = None
    file: Path | None = None
    roster: Path | None = None
    theme: Theme | None = None
    text_size: int | None = None
    screenshot: Path | None = None
    part: str | None = None
    size: tuple[int, int] = (1366, 768)
    version: bool = False


def run(arguments: list[str]) -> int:
    """Parse the options, and open or draw the window; return the exit code."""
    asked = Options()
    if arguments:
        _parser().parse_args(arguments, namespace=asked)
    if asked.version:
        return _print_version()
    asked.roster = asked.roster or asked.file
    try:
        places = Places(data_directory(asked.data))
    except NoDataDirectoryError as error:
        return _fail(NO_SUCH_HOME.format(error.asked) if error.asked else NO_HOME)
    if asked.screenshot:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        import_qt()
    except ImportError as error:
        return _fail(
            f"GM Desk cannot start: {error}. A system library that Qt needs is missing; the README lists them."
        )
    _watch_qt()
    if asked.screenshot:
        return _draw(asked.screenshot, asked, places)
    if not _display():
        return _fail(NO_DISPLAY)
    from gm_desk import app

    return app.run(places, asked.roster, asked.theme, asked.text_size)


def _print_version() -> int:
    """Print the version and how it was installed, and return the exit code."""
    from gm_desk.installation import installation

    print(f"GM Desk {__version__} ({installation().label})")
    return 0


def _parser() -> "ArgumentParser":
    """Return the parser of the options."""
    import argparse

    parser = argparse.ArgumentParser(
        prog="gm-desk",
        description="A desktop companion for the game master at the table.",
        epilog="Without a window: gm-desk rules answers requests as JSON lines, gm-desk convert converts character "
        "files, gm-desk forecast simulates a fight between two groups; see gm-desk rules --help and so on.",
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    parser.add_argument("--data", metavar="DIR", help=f"keep rosters, log and settings there (or set {VARIABLE})")
    parser.add_argument("file", metavar="FILE", nargs="?", type=_file, help="the same as --roster FILE")
    parser.add_argument("--roster", metavar="FILE", type=_file, help="open this roster, or import this campaign")
    parser.add_argument(
        "--theme", choices=("system", "dark", "light", "contrast"), help="use this theme for this session"
    )
    parser.add_argument(
        "--text-size",
        metavar="PERCENT",
        type=_percent,
        help=f"use this text size for this session ({SMALLEST_TEXT} to {LARGEST_TEXT})",
    )
    parser.add_argument("--screenshot", metavar="FILE", type=Path, help="save a picture of the window and exit")
    parser.add_argument("--part", choices=PARTS, help="only this pane")
    parser.add_argument("--size", metavar="WxH", type=_size, help="window size in the picture (1366x768)")
    return parser


def _file(text: str) -> Path:
    """Return the absolute path of a file: the next start, from another directory, opens it again."""
    from argparse import ArgumentTypeError

    try:
        return Path(text).absolute()
    except OSError as error:
        reason = f"{text!r} cannot be found: the current directory is gone"
        raise ArgumentTypeError(reason) from error


def _size(text: str) -> tuple[int, int]:
    """Parse a size like 1366x768."""
    from argparse import ArgumentTypeError

    found = re.fullmatch(r"([1-9][0-9]{2,3})x([1-9][0-9]{2,3})", text)
    if found is None:
        reason = f"{text!r} is not a size like 1366x768, each side from 100 to 9999"
        raise ArgumentTypeError(reason)
    return int(found[1]), int(found[2])


def _percent(text: str) -> int:
    """Parse a text size like 150 or 150%."""
    from argparse import ArgumentTypeError

    digits = text.removesuffix("%")
    if not (digits.isascii() and digits.isdigit() and SMALLEST_TEXT <= int(digits) <= LARGEST_TEXT):
        reason = f"{text!r} is not a size like 150, from {SMALLEST_TEXT} to {LARGEST_TEXT} per cent"
        raise ArgumentTypeError(reason)
    return int(digits)


def _draw(picture: Path, asked: Options, places: Places) -> int:
    """Draw the picture and return the exit code."""
    from gm_desk.app import draw

    theme, text_size, size = asked.theme, asked.text_size, asked.size
    problem = draw(picture, places, asked.roster, theme=theme, text_size=text_size, size=size, part=asked.part)
    return _fail(problem) if problem else 0


def _display() -> bool:
    """Return whether there is a display; only X and Wayland can lack one."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _watch_qt() -> None:
    """Print a fatal message of Qt and exit with a code instead of dumping core."""
    from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

    def show_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        if kind == QtMsgType.QtFatalMsg:
            words = NO_DISPLAY if "platform plugin" in message else f"Qt gave up: {message}"
            os._exit(_fail(words))
        platform = str(context.category).startswith("qt.qpa") or "propagateSizeHints" in message
        if kind != QtMsgType.QtInfoMsg and not platform:
            print(message, file=sys.stderr)

    qInstallMessageHandler(show_message)


def _fail(words: str) -> int:
    """Print a message to standard error and return the exit code."""
    from gm_desk.command_line import UNUSABLE, say  # a start that succeeds prints nothing

    return say(words, UNUSABLE)
