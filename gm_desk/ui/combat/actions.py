"""The action for one roll against several, and its command."""

from collections.abc import Sequence

from PySide6.QtCore import QObject

from gm_desk.core.drafts.draft import Draft
from gm_desk.model.combat.acting import LastTests
from gm_desk.model.files.session import Session
from gm_desk.model.roll.rolling import Rolling
from gm_desk.ui.widgets.action_rows import ActionRow
from gm_desk.ui.window.main_window import MainWindow

ACTIONS = (
    ActionRow(
        "combat.against_several",
        "A&gainst several…",
        "SeveralCommands.against_selected",
        "Alt+T",
        when="SeveralCommands.why_not",
        many="A&gainst these %d…",
    ),
)


class SeveralCommands(QObject):
    """The command that lets one roll stand against several."""

    def __init__(self, session: Session, rolling: Rolling, window: MainWindow) -> None:
        """Create the command for a window."""
        super().__init__(window)
        self._session = session
        self._rolling = rolling
        self._window = window
        self._acting = LastTests(session.document, session.drafting, self)

    def why_not(self) -> str:
        """Return why no roll can stand against the selected characters, or ""."""
        return "" if self._session.document.roster.characters else "There are no characters"

    def against_selected(self) -> None:
        """Roll the last test of another character against the selected ones.

        If only one is selected, they act, and their opponent is the first target.
        """
        ids, draft = self._window.roster.selected_ids(), self._session.drafting.draft
        if len(ids) > 1:
            self.open_dialog(self._acting.against(ids), ids)
        else:
            other = draft.side("b").character if draft.opposed else ""
            self.open_dialog(draft, [other] if other else [])

    def open_dialog(self, draft: Draft, ids: Sequence[str], roll: bool = False) -> None:  # noqa: FBT002 - a slot
        """Open the dialog for a test and its targets, and roll at once if wanted."""
        from gm_desk.model.combat.several import SeveralTargets
        from gm_desk.ui.combat.several import SeveralDialog

        document = self._session.document
        several = SeveralTargets(document, self._rolling, draft)
        dialog = SeveralDialog(document, several, self._acting, self._window)
        dialog.add_targets([one for one in ids if one != draft.character])
        dialog.open()
        if roll:
            dialog.go_on()
