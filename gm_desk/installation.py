"""How this GM Desk was installed, and how a newer version of it is."""

import os
import sys
from enum import Enum
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
NOTED = "installation"
"""File in the package of a program that was built, with the name of the kind."""


NO_UPDATES = "GM Desk works offline and never looks for updates. Look for new versions where you got this one."


class Installation(Enum):
    """A kind of installation; its value is what it is called, and how it is updated."""

    ARCHIVE = "unpacked archive", "unpack the new archive and start GM Desk from there"
    CHECKOUT = "checkout", "pull the changes into the checkout"
    DEB = "Debian package", "install the new package over this one"
    FLATPAK = "Flatpak", "install the new Flatpak over this one"
    MACOS = "macOS application", "replace the application by the new one"
    PIP = "Python package", "install the new package with pip"
    PIPX = "Python package in pipx", "install the new package with pipx"
    WINDOWS = "Windows installer", "run the new installer"

    @property
    def label(self) -> str:
        """What the kind is called."""
        return self.value[0]

    @property
    def updates(self) -> str:
        """What to know about new versions."""
        return f"{NO_UPDATES} To update, {self.value[1]}; your data stays where it is."


def installation(package: Path = PACKAGE, prefix: str = sys.prefix) -> Installation:
    """Return the kind of this installation, or of one in another package folder and environment."""
    if os.environ.get("FLATPAK_ID"):
        return Installation.FLATPAK
    try:
        return Installation[(package / NOTED).read_text(encoding="utf-8").strip().upper()]
    except (OSError, KeyError, UnicodeDecodeError):
        pass
    if not (package / "resources").is_dir():
        return Installation.CHECKOUT
    return Installation.PIPX if Path(prefix, "pipx_metadata.json").is_file() else Installation.PIP
