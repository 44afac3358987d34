"""What this program is, and what it is made with."""

import contextlib
import platform
from collections.abc import Iterator

from PySide6.QtCore import qVersion
from PySide6.QtWidgets import (
    QMainWindow,
)

from gm_desk import __version__
from gm_desk.ui.text_dialog import TextDialog

LIBRARIES = ("PySide6-Essentials", "msgspec", "filelock", "platformdirs", "rapidfuzz", "typing_extensions")
WHAT = """\
The desktop companion of the game master at the table.

GM Desk {version} is free software under the MIT licence. It sends nothing anywhere.
Eclipse Phase is a game by Posthuman Studios, who have no part in this program.

It is made with
Python {python}, Python Software Foundation licence
Qt {qt}, LGPL 3
{libraries}
"""


def about(window: QMainWindow) -> TextDialog:
    """Make the dialog that says what this is, with versions and licences to be copied into a report."""
    text = WHAT.format(
        version=__version__, python=platform.python_version(), qt=qVersion(), libraries="\n".join(_libraries())
    )
    return TextDialog("About GM Desk", f"GM Desk {__version__}", text, window)


def _libraries() -> Iterator[str]:
    """Name the libraries that are installed, each with its version and its licence."""
    from importlib.metadata import PackageNotFoundError, metadata

    for name in LIBRARIES:
        with contextlib.suppress(PackageNotFoundError):
            found = metadata(name)
            licences = [found[key] for key in ("License-Expression", "License") if key in found]
            yield ", ".join([f"{name} {found['Version']}", *licences[:1]])
