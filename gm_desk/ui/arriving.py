"""Where characters go that come from outside, and how the window shows them when they are there."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from gm_desk.core.systems.system import System
from gm_desk.model.arrivals import Place, add_all, counted
from gm_desk.model.desk import Desk
from gm_desk.model.pasting import all_systems
from gm_desk.model.ways import Ways
from gm_desk.store.formats.incoming import Brought
from gm_desk.ui.look import Look
from gm_desk.ui.main_window import MainWindow

SOURCE = "arrivals"


class _Batch(Struct):
    """Hold who was added together, who was selected before, and the place of that in the stack of undo."""

    made: Sequence[str]
    before: Sequence[str]
    place: int
    there: bool = True


class Arriving(QObject):
    """Add characters to the roster that is open, and select them; `text_dropped` carries a file of text."""

    text_dropped = Signal(object)

    def __init__(self, window: MainWindow, desk: Desk, look: Look, ways: Ways) -> None:
        """Work on the selected group of a window."""
        super().__init__(window)
        self.window = window
        self.desk = desk
        self.look = look
        self.ways = ways
        self._systems: dict[str, System] = {}
        self._batches: list[_Batch] = []
        desk.document.stack.indexChanged.connect(self._follow)
        desk.roster_opened.connect(self._batches.clear)

    @property
    def systems(self) -> Mapping[str, System]:
        """Give all systems, loaded when they are first asked for."""
        if not self._systems:
            self._systems = all_systems()
        return self._systems

    def place(self) -> Place:
        """Give the group that is selected, or that of the character on the card, and whoever they go behind."""
        current, heading = self.window.roster.current()
        if heading:
            return Place(current)
        shown = self.desk.document.character(self.desk.selected)
        return Place(shown.group, shown.id) if shown else Place()

    def begun(self, dialog: QObject) -> "Begun":
        """Return what adds the characters that a dialog asks about: to the roster that is open now, and to no other."""
        return Begun(self, dialog)

    def add(self, brought: Sequence[Brought]) -> None:
        """Add them, and select them in the roster."""
        before = self.window.roster.selected_ids() or [self.desk.selected]
        made = add_all(self.desk.document, brought, self.systems, self.place())
        if not made:
            return
        self._batches.append(_Batch(made, before, self.desk.document.stack.index()))
        self._select(made)
        self.window.home()
        found = [one for one in map(self.desk.document.character, made) if one is not None]
        self.say(f"{counted(found)} added.")

    def _follow(self, index: int) -> None:
        """Select whom it was before where an addition is undone, and who was added where it is done again."""
        for batch in self._batches:
            there = self.desk.document.character(batch.made[0]) is not None
            if there == batch.there:
                continue
            batch.there = there
            if there or index < batch.place:
                self._select(batch.made if there else batch.before)

    def _select(self, ids: Sequence[str]) -> None:
        """Select characters, those that are there."""
        found = [one for one in ids if self.desk.document.character(one) is not None]
        if found:
            self.window.roster.reveal(found[0])
            self.window.roster.select_several(found)

    def say(self, notice: str) -> None:
        """Say what was done, and no trouble."""
        self.window.trouble.show_trouble(SOURCE, "")
        self.window.trouble.show_notice(notice)

    def complain(self, trouble: str) -> None:
        """Say what went wrong."""
        self.window.trouble.show_trouble(SOURCE, trouble)


class Begun(QObject):
    """Add characters to the roster that was open when they were asked for; to another one nobody is added."""

    def __init__(self, arriving: Arriving, dialog: QObject) -> None:
        """Belong to the roster that is open, and live as long as a dialog."""
        super().__init__(dialog)
        self._arriving = arriving
        self._roster = arriving.desk.document.roster.id
        self._name = arriving.desk.document.roster.name

    def add(self, brought: Sequence[Brought]) -> None:
        """Add them, or say that another roster is open."""
        if self._arriving.desk.document.roster.id == self._roster:
            self._arriving.add(brought)
        else:
            self._arriving.complain(
                f"Nobody was added: they were meant for “{self._name}”, and another roster was opened meanwhile. "
                "Open it, then bring them in again."
            )
