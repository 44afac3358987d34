"""The actions that set and remove conditions for everybody who is selected."""

from PySide6.QtCore import QObject

from gm_desk.core.systems.combat import ConditionKind
from gm_desk.core.wording.one_line import menu_text
from gm_desk.model.files.session import Session
from gm_desk.ui.roster.actions import NOBODY
from gm_desk.ui.widgets.action_rows import ActionRow, Choice
from gm_desk.ui.widgets.labels import announce
from gm_desk.ui.window.main_window import MainWindow

ACTIONS = (
    ActionRow(
        "scene.toggle_condition",
        "Condition &by name",
        "ConditionCommands.toggle",
        choices="ConditionCommands.choices",
        many="Condition &by name for %d characters",
    ),
    ActionRow(
        "scene.set_condition",
        "&Set a condition…",
        "ConditionCommands.type",
        "Ctrl+Alt+C",
        icon="condition",
        when="ConditionCommands.why_nobody",
        many="&Set a condition for %d characters…",
    ),
    ActionRow(
        "scene.remove_conditions",
        "&Remove all conditions",
        "ConditionCommands.remove_all",
        "Ctrl+Alt+Shift+C",
        when="ConditionCommands.why_none",
        many="&Remove all conditions of %d characters",
    ),
    ActionRow("scene.edit_conditions", "&Own conditions…", "ConditionCommands.edit_list", "Ctrl+Alt+Shift+O"),
)


class ConditionCommands(QObject):
    """The commands for the conditions of the selected characters."""

    def __init__(self, session: Session, window: MainWindow) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._session = session
        self._document = session.document
        self._window = window
        self._edits = window.conditions
        window.stat.conditions.change_requested.connect(self._change)
        self._edits.changed.connect(self._announce)

    def choices(self) -> list[Choice]:
        """Return the conditions, checked where all who are selected are in them."""
        ids = self._selected()
        why_not = "" if ids else NOBODY
        return [
            Choice(menu_text(self._in_menu(kind)), kind.id, checked=self._all_in(ids, kind.id), why_not=why_not)
            for kind in self._edits.kinds
        ]

    def toggle(self, kind_id: str) -> None:
        """Set a condition, or remove it where all are in it; one that needs a level or an end is asked about."""
        ids, kind = self._selected(), self._edits.kind(kind_id)
        if kind is None or not ids:
            return
        if self._all_in(ids, kind_id):
            self._edits.remove(ids, kind_id)
        elif _needs_more(kind):
            self._open(ids, f"{kind.name} ")
        else:
            self._edits.set_typed(ids, kind.name)

    def type(self) -> None:
        """Ask for a condition and its end."""
        if ids := self._selected():
            self._open(ids, "")

    def remove_all(self) -> None:
        """Remove all conditions of those who are selected."""
        if ids := self._selected():
            self._edits.remove_all(ids)

    def edit_list(self) -> None:
        """Show the conditions of the roster's own."""
        from gm_desk.ui.settings.conditions import ConditionsDialog

        ConditionsDialog(self._document, self._window).open()

    def why_nobody(self) -> str:
        """Return why no condition can be set, or "" if one can."""
        return "" if self._selected() else NOBODY

    def why_none(self) -> str:
        """Return why no condition can be removed, or "" if one can."""
        if not self._selected():
            return NOBODY
        return "" if any(map(self._edits.in_force, self._selected())) else "Nobody selected is in any condition"

    def _announce(self, done: str) -> None:
        """Let a screen reader say what was done, but nothing while veiled."""
        if not self._window.stage.veiled:
            announce(self._window.stage, done)

    def _change(self, kind_id: str) -> None:
        """Ask about a condition of the character on the card anew, or about another one."""
        kind, shown = self._edits.kind(kind_id), self._session.selected
        if shown:
            self._open([shown], "" if kind is None else f"{kind.name} ")

    def _open(self, ids: list[str], text: str) -> None:
        from gm_desk.ui.scene.condition_dialog import ConditionDialog

        dialog = ConditionDialog(self._document, self._edits, ids, self._window)
        dialog.begin(text)
        dialog.open()

    def _selected(self) -> list[str]:
        """Return the ids of the selected characters, or of the one on the card."""
        shown = self._document.character(self._session.selected)
        return self._window.roster.selected_ids() or ([shown.id] if shown else [])

    def _all_in(self, ids: list[str], kind_id: str) -> bool:
        """Return whether there are characters and all of them are in a condition."""
        return bool(ids) and all(any(known.kind.id == kind_id for known in self._edits.in_force(one)) for one in ids)

    def _in_menu(self, kind: ConditionKind) -> str:
        """Return the name of a condition in a menu, with dots where more is asked."""
        return f"{kind.name}…" if _needs_more(kind) else kind.name


def _needs_more(kind: ConditionKind) -> bool:
    """Return whether a condition cannot be set by its name alone."""
    return bool(kind.levels) or kind.ends == "counted"
