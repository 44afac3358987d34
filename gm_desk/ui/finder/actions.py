"""Commands for what the finder found."""

from PySide6.QtCore import QObject

from gm_desk.core.finder.words import CharacterMeant, ConditionMeant, DiceMeant, Meaning, Prepared
from gm_desk.model.files.session import Session
from gm_desk.model.roll.finder import with_pinned
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.scene.conditions import ConditionEdits
from gm_desk.ui.roster.roster_pane import RosterPane
from gm_desk.ui.widgets.action_rows import ActionRow

ACTIONS = (ActionRow("finder.find", "&Find anything", "ViewCommands.find", "Ctrl+K", icon="search"),)


class FinderCommands(QObject):
    """The commands that select characters, set conditions, and roll or prepare tests and dice."""

    def __init__(
        self, session: Session, rolling: Rolling, roster: RosterPane, conditions: ConditionEdits, parent: QObject
    ) -> None:
        """Create the commands for a session and a roster pane."""
        super().__init__(parent)
        self._session = session
        self._rolling = rolling
        self._roster = roster
        self._conditions = conditions

    def do(self, meaning: Meaning) -> None:
        """Select a character, set a condition, or roll."""
        match meaning:
            case CharacterMeant():
                self._roster.reveal(meaning.character)
            case ConditionMeant():
                self._conditions.set_typed([meaning.character], meaning.line)
            case DiceMeant():
                self._rolling.roll_dice(meaning.expression)
            case Prepared(apart=True):
                self._rolling.roll_apart(meaning.draft)
            case Prepared():
                self._rolling.finish()
                self.prepare(meaning)
                self._rolling.roll()
            case _:
                pass

    def prepare(self, meaning: Meaning) -> None:
        """Prepare a test without rolling it; for anything else, do the same as `do`."""
        if not isinstance(meaning, Prepared):
            self.do(meaning)
            return
        self._session.drafting.turn_to("a")
        draft = with_pinned(meaning, self._session.drafting.draft)
        self._roster.reveal(draft.character)
        self._session.drafting.take(draft)
