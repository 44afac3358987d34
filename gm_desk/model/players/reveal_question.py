"""The question whether to reveal somebody hidden who acts, by a turn or by an open roll."""

from PySide6.QtCore import QObject, Signal

from gm_desk.core.scenes.scene import Scene
from gm_desk.model.log.entries import LogEntry
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.scene_edits import set_hidden
from gm_desk.store.journal.entries import characters_of


class RevealQuestion(QObject):
    """Those who act though they are hidden, until the GM reveals them, keeps them hidden, or goes on.

    Nothing is asked unless it is `active`: while there is a window for the players.
    """

    changed = Signal()

    def __init__(self, document: RosterDocument, log: RollLog, parent: QObject | None = None) -> None:
        """Follow a document and its log."""
        super().__init__(parent)
        self._document = document
        self._active = False
        self._rolled: tuple[str, ...] = ()
        self._answered: set[str] = set()
        self._moment: object = None
        self.asks: tuple[str, ...] = ()
        document.opened.connect(self._follow)
        document.scenes_changed.connect(self._follow)
        document.structure_changed.connect(self._follow)
        log.added.connect(self._note_roll)

    def set_active(self, active: bool) -> None:
        """Set whether there is a window for the players."""
        self._active = active
        self._follow()

    @property
    def names(self) -> list[str]:
        """The names of those who act though they are hidden."""
        return [one.name for one in map(self._document.character, self.asks) if one is not None]

    def reveal(self) -> None:
        """Reveal those who act."""
        if self.asks:
            set_hidden(self._document, self.asks, hidden=False)

    def keep_hidden(self) -> None:
        """Keep those hidden who act, and ask no more about them in this moment of the fight."""
        self._answered.update(self.asks)
        self._follow()

    def _note_roll(self, logged: LogEntry) -> None:
        """Ask about somebody hidden who has made an open roll."""
        if not logged.entry.secret and logged.entry.event is None:
            self._rolled = (*self._rolled, *characters_of(logged.entry.draft)[:1])
            self._follow()

    def _follow(self) -> None:
        """Work out whom to ask about; what was answered counts until the moment has passed."""
        scene = self._document.roster.on_stage
        moment = None if scene is None else (scene.id, _moment_of(scene))
        if moment != self._moment:
            self._moment, self._rolled = moment, ()
            self._answered.clear()
        acting = () if scene is None or scene.now is None else scene.now.acting
        asks = () if scene is None else tuple(one.id for one in scene.fighters if one.hidden)
        wanted = {*acting, *self._rolled} - self._answered
        asks = tuple(one for one in asks if self._active and one in wanted and self._document.character(one))
        if asks != self.asks:
            self.asks = asks
            self.changed.emit()


def _moment_of(scene: Scene) -> object:
    """Return what tells one moment of a fight from another."""
    now = scene.now
    return None if now is None else (now.turn, now.phase, now.began, now.after_all, len(scene.past))
