"""What the GM changes of a character apart from a roll and with an entry in the log, by kind."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roster.document import RosterDocument

if TYPE_CHECKING:
    from gm_desk.model.card.health_edits import HealthEdits
    from gm_desk.model.scene.conditions import ConditionEdits


class GmEdits(QObject):
    """The edits of health and of conditions, each built when it is first used, which is after the start."""

    def __init__(
        self, document: RosterDocument, log: RollLog, secret: Callable[[], bool], parent: QObject | None = None
    ) -> None:
        """Change the roster of `document`, and write to its `log`, secretly while the next roll would be `secret`."""
        super().__init__(parent)
        self._document = document
        self._log = log
        self._secret = secret

    @cached_property
    def health(self) -> "HealthEdits":
        """Damage and healing."""
        from gm_desk.model.card.health_edits import HealthEdits

        return HealthEdits(self._document, self._log, self._secret, self)

    @cached_property
    def conditions(self) -> "ConditionEdits":
        """Conditions."""
        from gm_desk.model.scene.conditions import ConditionEdits

        return ConditionEdits(self._document, self._log, self._secret, self)
