"""The actions that explain: the help, the rules, and what this program is made with."""

import contextlib
import platform
from collections.abc import Iterator

from PySide6.QtCore import QObject, qVersion
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMainWindow

from gm_desk import __version__
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.shipped import load_system
from gm_desk.ui.help.help_window import FIRST, topic_of
from gm_desk.ui.widgets.dialogs import TextDialog
from gm_desk.ui.widgets.menus import ActionRow

ACTIONS = (
    ActionRow("help.explain_focus", "&What is this?", "HelpCommands.here", "F1", icon="help"),
    ActionRow("help.explain_first_roll", "The first &roll", "HelpCommands.first", "Ctrl+Shift+F1"),
    ActionRow("help.show_rules", "R&ules", "HelpCommands.rules", "Shift+F1"),
    ActionRow(
        "help.show_about",
        "About &GM Desk",
        "HelpCommands.about",
        "Ctrl+?",
        icon="about",
        role=QAction.MenuRole.AboutRole,
    ),
)


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


class HelpCommands(QObject):
    """Explain a window; the dialogs are imported when they are asked for."""

    def __init__(self, window: QMainWindow, document: RosterDocument) -> None:
        """Explain a window, and the rules of the roster that it shows."""
        super().__init__(window)
        self._window = window
        self._document = document

    def here(self) -> None:
        """Explain what has the focus."""
        self._open(topic_of(QApplication.focusWidget()))

    def first(self) -> None:
        """Explain how to begin."""
        self._open(FIRST)

    def rules(self) -> None:
        """Show the rules of the roster's system."""
        self._open("rules/test")

    def about(self) -> None:
        """Say what this program is."""
        about(self._window).open()

    def _open(self, topic: str) -> None:
        """Open the help at a topic, in the window where it is open already."""
        from gm_desk.store.shipped import load_help
        from gm_desk.ui.help.help_window import HelpWindow

        for old in self._window.findChildren(HelpWindow):
            old.close()
        system = load_system(self._document.system.id)  # the book's pairs, without what the roster remembers
        HelpWindow(load_help(system), system.name, self._window).open_at(topic)
