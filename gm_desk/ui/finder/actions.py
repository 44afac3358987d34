"""The action of the finder, and the commands that carry out what a typed line means."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters.harm import TrackKind
from gm_desk.core.finder.meanings import (
    CharacterMeant,
    ConditionMeant,
    DiceMeant,
    ForSeveral,
    HarmMeant,
    Meaning,
    Prepared,
)
from gm_desk.model.card.card_edits import CharacterEdits
from gm_desk.model.files.session import Session
from gm_desk.model.roll.finder import with_pinned
from gm_desk.model.roll.other_rolls import roll_apart, roll_dice
from gm_desk.model.roll.rolling import Rolling
from gm_desk.ui.roster.roster_pane import RosterPane
from gm_desk.ui.widgets.action_rows import ActionRow

ACTIONS = (ActionRow("finder.find", "&Find anything", "ViewCommands.find", "Ctrl+K", icon="search"),)


class FinderCommands(QObject):
    """The commands that select characters, set conditions, deal damage, and roll or prepare tests and dice.

    `begun` is emitted before each of them, `several_requested` with a test against several targets, and
    `opponent_requested` if a test lacks its opponent.
    """

    begun = Signal()
    several_requested = Signal(object)
    opponent_requested = Signal()

    def __init__(
        self,
        session: Session,
        rolling: Rolling,
        roster: RosterPane,
        edits: CharacterEdits,
        parent: QObject,
    ) -> None:
        """Create the commands for a session and a roster pane."""
        super().__init__(parent)
        self._session = session
        self._rolling = rolling
        self._roster = roster
        self._edits = edits

    def do(self, meaning: Meaning) -> None:
        """Select a character, set a condition, deal damage, or roll."""
        self.begun.emit()
        match meaning:
            case CharacterMeant():
                self._roster.reveal(meaning.character)
            case ForSeveral():
                self._do_to(meaning.meaning, meaning.ids)
            case ConditionMeant() | HarmMeant():
                self._do_to(meaning, [meaning.character])
            case DiceMeant():
                roll_dice(self._rolling, meaning.expression)
            case Prepared():
                self._roll(meaning)
            case _:
                pass

    def _do_to(self, meaning: ConditionMeant | HarmMeant, ids: Sequence[str]) -> None:
        """Set a condition for characters, or deal damage to them, as one step."""
        match meaning:
            case ConditionMeant():
                self._edits.conditions.set_typed(ids, meaning.line)
            case HarmMeant(track="wounds" | "traumas"):
                kind: TrackKind = "damage" if meaning.track == "wounds" else "stress"
                self._edits.health.injure(ids, kind, meaning.line)
            case HarmMeant(track=("damage" | "stress" | "fatigue") as track):
                self._edits.health.suffer(ids, track, meaning.line)

    def prepare(self, meaning: Meaning) -> None:
        """Prepare a test without rolling it; for anything else, do the same as `do`."""
        if not isinstance(meaning, Prepared):
            self.do(meaning)
            return
        self.begun.emit()
        self._prepare(meaning)
        if meaning.targets:
            self._stand_against(meaning, roll=False)

    def _roll(self, meaning: Prepared) -> None:
        """Roll a test, or show the dialog if it has several targets."""
        if meaning.targets:
            self._prepare(meaning)
            self._stand_against(meaning, roll=True)
            return
        if meaning.apart:
            roll_apart(self._rolling, meaning.draft)
        else:
            self._rolling.finish()
            self._prepare(meaning)
            self._rolling.roll()
        if self._session.drafting.draft.lacks:
            self.opponent_requested.emit()

    def _stand_against(self, meaning: Prepared, *, roll: bool) -> None:
        from gm_desk.model.combat.acting_side import SeveralRequest

        self.several_requested.emit(SeveralRequest(self._session.drafting.draft, tuple(meaning.targets), roll))

    def _prepare(self, meaning: Prepared) -> None:
        self._session.drafting.turn_to("a")
        draft = with_pinned(meaning, self._session.drafting.draft)
        self._roster.reveal(draft.character)
        self._session.drafting.take(draft)
