"""What the players see, kept up to date while somebody looks at it."""

from PySide6.QtCore import QObject, QTimer, Signal

from gm_desk.core.players.players_order import players_view
from gm_desk.core.players.players_view import NOTHING_SHOWN, PlayersRoll, PlayersView
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.players.players_roll import last_shown
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.portraits import hue_of
from gm_desk.store.journal.entries import Entry, Search

LOOKED_THROUGH = 40
"""The rolls of this evening among which the last one is looked for that the players may see."""


class PlayersDisplay(QObject):
    """The value that the players' window shows; `changed` is emitted with it whenever it is another.

    Nothing is worked out, and no log is read, unless it is `watched`.
    """

    changed = Signal(object)

    def __init__(self, document: RosterDocument, log: RollLog, parent: QObject | None = None) -> None:
        """Follow a document and its log."""
        super().__init__(parent)
        self._document = document
        self._log = log
        self._veiled = False
        self._watchers = 0
        self._rolls: list[Entry] | None = None
        self.view: PlayersView = NOTHING_SHOWN
        self._soon = QTimer(self, interval=0, singleShot=True)
        self._soon.timeout.connect(self.refresh)
        for changed in (document.opened, document.roster_changed, document.structure_changed, document.scenes_changed):
            changed.connect(self._refresh_soon)
        for logged in (log.all_added, log.opened, log.merged, log.revised, document.opened):
            logged.connect(self._read_again)

    @property
    def watched(self) -> bool:
        """Whether anybody looks at the value."""
        return self._watchers > 0

    def watch(self) -> PlayersView:
        """Keep the value up to date from now on, and return it."""
        self._watchers += 1
        self.refresh()
        return self.view

    def unwatch(self) -> None:
        """End one `watch`; without any the value is the empty one."""
        self._watchers = max(0, self._watchers - 1)
        self.refresh()

    def set_veiled(self, veiled: bool) -> None:
        """Show nothing while the window is veiled."""
        self._veiled = veiled
        self.refresh()

    def refresh(self) -> None:
        """Work out the value anew, at once."""
        self._soon.stop()
        view = NOTHING_SHOWN
        if self.watched and not self._veiled:
            document = self._document
            view = players_view(document.roster, document.system, document.house, hue_of, self._roll())
        if view != self.view:
            self.view = view
            self.changed.emit(view)

    def _refresh_soon(self) -> None:
        """Work out the value after everything has changed that changes now."""
        if self.watched:
            self._soon.start()

    def _read_again(self) -> None:
        """Look for the last roll again."""
        self._rolls = None
        self._refresh_soon()

    def _roll(self) -> PlayersRoll | None:
        """Return the last roll of this evening that the players may see."""
        if self._rolls is None:
            tonight = self._log.tonight if self._log.is_open else ""
            asked = Search(session=tonight, secret=False)
            self._rolls = [logged.entry for logged in self._log.page(LOOKED_THROUGH, search=asked)] if tonight else []
        return last_shown(self._rolls, self._document.roster)
