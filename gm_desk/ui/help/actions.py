"""The actions that open the help, the rules reference and the About dialog."""

import contextlib
import platform
import re
from collections.abc import Iterator

from PySide6.QtCore import QObject, qVersion
from PySide6.QtGui import QAction, QShortcut
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QWidget

from gm_desk import __version__
from gm_desk.installation import installation
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.shipped import load_system
from gm_desk.ui.help.help_window import FIRST, topic_of
from gm_desk.ui.widgets.action_rows import NATIVE, ActionRow, find_action, without_mnemonic
from gm_desk.ui.widgets.dialogs import TextDialog

ACTIONS = (
    ActionRow("help.explain_focus", "&What is this?", "HelpCommands.here", "F1", icon="help", also="help"),
    ActionRow(
        "help.explain_first_roll", "The first &roll", "HelpCommands.first", "Ctrl+Shift+F1", also="help tutorial"
    ),
    ActionRow("help.show_rules", "R&ules", "HelpCommands.rules", "Shift+F1", also="help"),
    ActionRow(
        "help.show_about",
        "About &GM Desk",
        "HelpCommands.about",
        "Ctrl+?",
        icon="about",
        role=QAction.MenuRole.AboutRole,
        also="version licence",
    ),
)


SERVED = "helped"
"""The property that marks a dialog in which the help shortcuts work."""
SIGN = re.compile(r"([\\`*_<>\[\]#])")
"""A character that Markdown would interpret as markup."""
LIBRARIES = ("PySide6-Essentials", "msgspec", "filelock", "platformdirs", "rapidfuzz", "typing_extensions")
WHAT = """\
The desktop companion of the game master at the table.

GM Desk {version} is free software under the MIT licence. It sends nothing anywhere.
Eclipse Phase is a game by Posthuman Studios, who are not involved in this program.

Installation: {kind}
{updates}

Made with
Python {python}, Python Software Foundation licence
Qt {qt}, LGPL 3
{libraries}
"""


def about_dialog(window: QMainWindow) -> TextDialog:
    """Return the About dialog, with versions and licences that can be copied into a bug report."""
    kind = installation()
    text = WHAT.format(
        version=__version__,
        kind=kind.label,
        updates=kind.updates,
        python=platform.python_version(),
        qt=qVersion(),
        libraries="\n".join(_libraries()),
    )
    return TextDialog("About GM Desk", f"GM Desk {__version__}", text, window)


def _libraries() -> Iterator[str]:
    """Yield each installed library with its version and licence."""
    from importlib.metadata import PackageNotFoundError, metadata

    for name in LIBRARIES:
        with contextlib.suppress(PackageNotFoundError):
            found = metadata(name)
            licences = [found[key] for key in ("License-Expression", "License") if key in found]
            yield ", ".join([f"{name} {found['Version']}", *licences[:1]])


class HelpCommands(QObject):
    """The help commands of a window; the dialogs are imported on first use."""

    def __init__(self, window: QMainWindow, document: RosterDocument) -> None:
        """Create the commands for a window and its document."""
        super().__init__(window)
        self._window = window
        self._document = document
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._serve_dialog)

    def here(self) -> None:
        """Open the help for the focused widget."""
        self._open(topic_of(QApplication.focusWidget()))

    def _serve_dialog(self, _old: QWidget | None, now: QWidget | None) -> None:
        """Make the help shortcuts work in a dialog as well, since a modal one blocks those of the window."""
        dialog = now.window() if now is not None else None
        if not isinstance(dialog, QDialog) or dialog.property(SERVED):
            return
        dialog.setProperty(SERVED, True)
        action = find_action(self._window, "help.explain_focus")
        for keys in action.shortcuts() if action is not None else ():
            QShortcut(keys, dialog, self.here)

    def first(self) -> None:
        """Open the help about first steps."""
        self._open(FIRST)

    def rules(self) -> None:
        """Open the rules of the roster's system."""
        self._open("rules/test")

    def about(self) -> None:
        """Open the About dialog."""
        about_dialog(self._window).open()

    def _open(self, topic: str) -> None:
        """Open the help at a topic, closing a help window that is already open."""
        from gm_desk.store.shipped import load_help
        from gm_desk.ui.help.help_window import HelpWindow

        for old in self._window.findChildren(HelpWindow):
            old.close()
        active = QApplication.activeModalWidget() or self._window
        system = load_system(self._document.system.id)  # the built-in system, without the roster's own settings
        HelpWindow(load_help(system, self._keys), system.name, active).open_at(topic)

    def _keys(self, action_id: str) -> str:
        """Return the current shortcut of an action in Markdown, or its name if it has none."""
        action = find_action(self._window, action_id)
        if action is None:
            return action_id
        keys = action.shortcut().toString(NATIVE)
        return SIGN.sub(r"\\\1", keys) if keys else f"*{without_mnemonic(action.text())}*"
