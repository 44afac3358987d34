"""The action for one roll against several targets, and its command."""

from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import QObject

from gm_desk.core.drafts.abilities import is_same_side
from gm_desk.core.drafts.chips import with_pinned_of
from gm_desk.model.combat.acting_side import LastTests, SeveralRequest
from gm_desk.model.files.session import Session
from gm_desk.model.roll.rolling import Rolling
from gm_desk.ui.widgets.action_rows import ActionRow
from gm_desk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from gm_desk.core.drafts.draft import Draft
    from gm_desk.model.combat.several_roll import SeveralRoll
    from gm_desk.store.journal.entries import Entry
    from gm_desk.ui.combat.several import SeveralDialog

ACTIONS = (
    ActionRow(
        "combat.against_several",
        "&Against several…",
        "SeveralCommands.against_selected",
        "Alt+T",
        when="SeveralCommands.why_not",
        several="&Against these %d…",
    ),
)


class SeveralCommands(QObject):
    """The command that makes one roll against several targets."""

    def __init__(self, session: Session, rolling: Rolling, window: MainWindow) -> None:
        """Create the command for a window."""
        super().__init__(window)
        self._session = session
        self._rolling = rolling
        self._window = window
        self._acting = LastTests(session.document, session.drafting, self)
        self._several: SeveralRoll | None = None
        self._goes_on = False
        session.document.opened.connect(self._forget)

    def why_not(self) -> str:
        """Return the reason why no roll can be made against the selected characters, or ""."""
        return "" if self._session.document.roster.characters else "There are no characters"

    def against_selected(self) -> None:
        """Roll the last test of another character against the selected ones.

        If only one is selected, that character acts, and its opponent is the first target. A roll of that test whose
        damage has not been applied is continued.
        """
        ids, draft = self._window.roster.selected_ids(), self._session.drafting.draft
        test = self._acting.against(ids) if len(ids) > 1 else draft
        left = self._several
        if left is not None and left.unfinished and is_same_side(left.targets.value.draft, test):
            self._goes_on = True
            self._open(left)
        elif len(ids) > 1:
            self.open_dialog(SeveralRequest(test, tuple(ids)))
        else:
            other = draft.side("b").character if draft.opposed else ""
            self.open_dialog(SeveralRequest(draft, (other,) if other else ()))

    def open_dialog(self, request: SeveralRequest) -> None:
        """Open the dialog for a test and its targets, and roll at once if requested; or that of a roll in the log."""
        from gm_desk.model.combat.several_roll import SeveralRoll

        if request.continued is not None:
            self._go_on_with(request.continued)
            return
        self._forget()
        self._several = SeveralRoll(self._session.document, self._rolling, request.draft)
        targets = self._several.targets
        targets.become(structs.replace(targets.value, surprises=request.surprises))
        dialog = self._open(self._several)
        dialog.sides.add_targets([one for one in request.targets if one != request.draft.character])
        dialog.sides.take_dice(request.thrown)
        if request.rolls:
            dialog.go_on()

    def _go_on_with(self, entry: "Entry") -> None:
        """Open the dialog for the damage of a roll in the log."""
        from gm_desk.model.combat.several_roll import SeveralRoll

        left = self._several
        if left is None or left.targets.entry is None or left.targets.entry.id != entry.id or not left.unfinished:
            self._forget()
            self._several = left = SeveralRoll(self._session.document, self._rolling, entry.draft)
            left.log.restore(entry)
        self._goes_on = True
        self._rolling.recent.look_at(entry)  # so that what follows the damage is offered
        self._open(left)

    def _open(self, roll: "SeveralRoll") -> "SeveralDialog":
        from gm_desk.ui.combat.several import SeveralDialog

        roll.log.resume()
        dialog = SeveralDialog(self._session.document, roll, self._acting, self._window)
        dialog.finished.connect(self._leave)
        dialog.counter_requested.connect(self._prepare_counter)
        dialog.open()
        return dialog

    def _leave(self) -> None:
        """Keep a roll whose damage has not been applied, unless the dialog was closed on it before."""
        left = self._several
        if left is None or not left.unfinished or self._goes_on:
            self._forget()
            return
        left.setParent(self)
        who = self._acting.named(left.targets.value.draft)
        words = f"The damage of {who} has not been applied. Choose Against several… to continue."
        self._window.trouble.show_notice(words)

    def _prepare_counter(self, draft: "Draft") -> None:
        """Prepare the counter-attack of a target."""
        drafting = self._session.drafting
        with drafting.as_one_change():
            self._window.roster.reveal(draft.character)
            drafting.turn_to("a")
            drafting.renew(with_pinned_of(draft, drafting.draft))

    def _forget(self) -> None:
        """Discard the last roll against several targets."""
        if self._several is not None and self._several.parent() is self:
            self._several.deleteLater()
        self._several, self._goes_on = None, False
