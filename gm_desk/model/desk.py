"""The desk: which roster is open, that it is saved, and where everything was."""

from pathlib import Path

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.roster import Roster, valid_name
from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import Drafting
from gm_desk.model.roll_log import RollLog
from gm_desk.model.saver import Saver
from gm_desk.store.errors import UnreadableFileError
from gm_desk.store.places import Places
from gm_desk.store.rosters import read_roster, read_sample, write_roster
from gm_desk.store.state import State, Theme, View, Window, write_state
from gm_desk.store.systems import load_system

FIRST_NAME = "My campaign"
FIRST_SYSTEM = "ep2"


class Desk(QObject):
    """Open rosters one at a time, keep them saved, and remember where everything was.

    Troubles are told by their source ("file", "roster", "state", "log") and end with an empty text.
    """

    roster_opened = Signal()
    trouble_changed = Signal(str, str)

    def __init__(
        self,
        places: Places,
        state: State,
        document: RosterDocument,
        log: RollLog,
        drafting: Drafting,
        *,
        keeps: bool = True,
        parent: QObject | None = None,
    ) -> None:
        """Take the long-lived objects; `start` then opens a roster. A desk that does not keep writes nothing."""
        super().__init__(parent)
        self.places = places
        self.state = state
        self.document = document
        self.log = log
        self.drafting = drafting
        self.path = Path()
        self.selected = ""
        self._keeps = keeps
        self._roster_saver = Saver(self._write_roster, self)
        self._state_saver = Saver(self._write_state, self)
        self._roster_saver.trouble_changed.connect(self._roster_trouble)
        self._state_saver.trouble_changed.connect(self._state_trouble)
        log.trouble_changed.connect(self._log_trouble)
        document.roster_changed.connect(self._roster_saver.save_soon)
        drafting.draft_changed.connect(self._state_saver.save_soon)

    def start(self, path: Path | None = None) -> None:
        """Open a roster: the one asked for, else the last one, else a new one with nothing in it yet."""
        last = next((Path(recent.path) for recent in self.state.recent), None)
        wanted = path or last
        if wanted is None or not self.open_roster(wanted):
            self._adopt(self._new_roster(FIRST_NAME))
        self._state_saver.save_soon()

    def open_roster(self, path: Path) -> bool:
        """Open a roster's file; one that cannot be read is left as it is, and said to be so."""
        try:
            roster = read_roster(path)
        except UnreadableFileError as error:
            place = f", {error.place}" if error.place else ""
            problem = f"“{path.name}” could not be opened{place}: {error.problem}. The file was left as it is."
            self.trouble_changed.emit("file", f"{problem} ({path})")
            return False
        return self._adopt(roster, path)

    def new_roster(self, name: str) -> bool:
        """Make a roster and open it; raises EmptyNameError."""
        roster = self._new_roster(valid_name(name))
        return self._adopt(roster) and self._save_new()

    def try_sample(self) -> bool:
        """Open a copy of the sample roster, which is then the user's own."""
        roster = structs.replace(read_sample(FIRST_SYSTEM), id=self.document.new_id())
        return self._adopt(roster) and self._save_new()

    def select(self, character_id: str) -> None:
        """Remember who is selected, and prepare the same test for them."""
        if character_id != self.selected:
            self.selected = character_id
            self.drafting.select(character_id)
            self._state_saver.save_soon()

    def remember_window(self, window: Window) -> None:
        """Remember where the window stands."""
        self.state = structs.replace(self.state, window=window)
        self._state_saver.save_soon()

    def set_theme(self, theme: Theme) -> None:
        """Remember the theme."""
        self.state = structs.replace(self.state, theme=theme)
        self._state_saver.save_soon()

    def save(self) -> bool:
        """Save everything now; tells whether roster and rolls are on the disk."""
        saved = self._roster_saver.flush()
        self._state_saver.flush()
        return saved and not self.log.unsaved

    def give_up(self) -> None:
        """Let go of what cannot be saved."""
        self._roster_saver.forget()
        self.log.forget()

    def _new_roster(self, name: str) -> Roster:
        return Roster(id=self.document.new_id(), name=name, system=FIRST_SYSTEM)

    def _save_new(self) -> bool:
        self._roster_saver.save_soon()
        self._roster_saver.flush()
        return True

    def _adopt(self, roster: Roster, path: Path | None = None) -> bool:
        """Put another roster on the desk, once the one that lies there is saved."""
        if not self._roster_saver.flush():
            return False
        self._remember_view()
        self.trouble_changed.emit("file", "")
        self.path = path or self.places.roster(roster.name, roster.id)
        self.log.open(roster.id, roster.system)
        view = self.state.views.get(roster.id, View())
        self.selected = view.selected if roster.character(view.selected) else ""
        self.document.open(roster, load_system(roster.system))
        self.drafting.renew(view.draft)
        if path:
            self._remember_path()
        if not self.selected and roster.characters:
            self.select(
                next(one.id for group in (*roster.groups, None) for one in roster.members(group.id if group else ""))
            )
        self.roster_opened.emit()
        return True

    def _remember_path(self) -> None:
        self.state = self.state.opened(self.path, self.document.roster.name)
        self._state_saver.save_soon()

    def _remember_view(self) -> None:
        if self.path != Path():
            view = View(self.selected, self.drafting.draft)
            self.state = self.state.with_view(self.document.roster.id, view)

    def _write_roster(self) -> None:
        if self._keeps:
            write_roster(self.path, self.document.roster)
            self._remember_path()

    def _write_state(self) -> None:
        self._remember_view()
        if self._keeps:
            write_state(self.places.state, self.state)

    def _roster_trouble(self, text: str) -> None:
        self.trouble_changed.emit("roster", text)

    def _state_trouble(self, text: str) -> None:
        self.trouble_changed.emit("state", text)

    def _log_trouble(self, text: str) -> None:
        self.trouble_changed.emit("log", text)
