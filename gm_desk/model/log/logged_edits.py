"""Edits of characters by the GM apart from a roll, each with its entries in the log."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gm_desk.core.characters.roster import Character
from gm_desk.core.drafts.draft import Draft
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roster.document import RosterDocument

if TYPE_CHECKING:
    from gm_desk.core.rules.house import House
    from gm_desk.core.scenes.scene import Scene
    from gm_desk.model.log.entries import Roll
    from gm_desk.store.journal.entries import Event, Harmed


class LoggedEdits(QObject):
    """Edits of characters by the GM, apart from a roll: each is one undo step together with its entries in the log.

    The entries are secret if the next roll would be `secret`, or for a character hidden in the current scene.
    """

    def __init__(
        self, document: RosterDocument, log: RollLog, secret: Callable[[], bool], parent: QObject | None = None
    ) -> None:
        """Change the roster of `document` and write to its `log`."""
        super().__init__(parent)
        self._document = document
        self._log = log
        self._secret = secret

    def _change_and_log(self, changed: Sequence[Character], rolls: "Sequence[Roll]", text: str) -> bool:
        """Put characters into the roster and write entries, the first one on top; return whether that was done."""
        from gm_desk.model.roll.undo import change_and_log

        after = {one.id: one for one in changed}
        roster = self._document.roster
        for one in after.values():
            roster = roster.with_character(one)
        about = next(iter(after)) if len(after) == 1 else ""
        return change_and_log(self._document, self._log, roster, rolls, text, about)

    def _line(self, who: Character, happened: "Event", harmed: "Harmed | None" = None) -> "Roll":
        """Return the log entry for one character."""
        scene, house = self._document.roster.on_stage, self._document.house
        return line_about(who, happened, scene, house, secret=self._secret(), harmed=harmed)


def line_about(
    character: Character,
    happened: "Event",
    scene: "Scene | None",
    house: "House",
    *,
    secret: bool = False,
    harmed: "Harmed | None" = None,
) -> "Roll":
    """Return the log entry for what happened to a character, a secret one for a character hidden in a scene."""
    from gm_desk.model.log.entries import Roll

    secret = secret or is_hidden(character.id, scene)
    return Roll(Draft(character.id, character.name), happened, house, {}, secret=secret, harmed=harmed)


def is_hidden(character_id: str, scene: "Scene | None") -> bool:
    """Return whether a character is in a scene and hidden from the players."""
    fighter = None if scene is None else scene.fighter(character_id)
    return fighter is not None and fighter.hidden
