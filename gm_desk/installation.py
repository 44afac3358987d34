"""How this GM Desk was installed, and how to update it."""

import os
import sys
from enum import Enum
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
NOTED = "installation"
"""The file in the package of a built program that contains the kind of installation."""


NO_UPDATES = "GM Desk works offline and never looks for updates. Look for new versions where you got this one."


class Installation(Enum):
    """A kind of installation; its value is a label, and how to update it."""

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
        """The label of the kind."""
        return self.value[0]

    @property
    def updates(self) -> str:
        """The information on new versions."""
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
