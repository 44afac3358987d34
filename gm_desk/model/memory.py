"""What the program remembers of itself: the theme, the window, the rosters that were open, what was on the screen."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.model.keeping import keep_state, write_nothing
from gm_desk.model.saver import Job, Saver
from gm_desk.model.threads import Runner
from gm_desk.store.state import Printing, Recent, State, Theme, View, Window


class Memory(QObject):
    """Hold the state, and save it soon after it changes; one that does not keep writes nothing."""

    trouble_changed = Signal(str, str)

    def __init__(
        self, path: Path, state: State, runner: Runner, *, keeps: bool = True, parent: QObject | None = None
    ) -> None:
        """Go on from a state; `path` is its file, which `runner` writes."""
        super().__init__(parent)
        self.state = state
        self._path = path
        self._keeps = keeps
        self._was_there = False
        self._saver = Saver("state", self._job, runner, self)
        self._saver.trouble_changed.connect(self.trouble_changed)
        self._saver.saved.connect(self._note_saved)

    def view(self, roster_id: str) -> View:
        """Give what was on the screen of a roster."""
        return self.state.views.get(roster_id, View())

    def set_view(self, roster_id: str, view: View) -> None:
        """Remember what is on the screen of a roster."""
        if view != self.view(roster_id):
            self._change(self.state.with_view(roster_id, view))

    def set_open(self, path: Path, name: str, system: str = "") -> None:
        """Remember a roster as the last one open."""
        self._change(self.state.opened(path, name, system))

    def keep_recent(self, recent: Sequence[Recent]) -> None:
        """Remember no rosters but these."""
        self._change(structs.replace(self.state, recent=tuple(recent)))

    def set_conflict(self, path: Path, ours: Path | None) -> None:
        """Remember the file in which our version of another is until the GM has chosen, or that it is over."""
        self._change(self.state.parted(path, ours))

    def set_window(self, window: Window) -> None:
        """Remember where the window stands."""
        self._change(structs.replace(self.state, window=window))

    def set_theme(self, theme: Theme) -> None:
        """Remember the theme."""
        self._change(structs.replace(self.state, theme=theme))

    def set_animation(self, animation: bool) -> None:
        """Remember whether things may move."""
        self._change(structs.replace(self.state, animation=animation))

    def set_text_size(self, percent: int) -> None:
        """Remember how large text is."""
        self._change(structs.replace(self.state, text_size=percent))

    def set_veiled(self, veiled: bool) -> None:
        """Remember whether the window is veiled: one that was left veiled opens veiled."""
        self._change(structs.replace(self.state, veiled=veiled))

    def set_printing(self, printing: Printing) -> None:
        """Remember how cards were printed; what a newer version adds to that stays."""
        self._change(structs.replace(self.state, printing=structs.replace(printing, extra=self.state.printing.extra)))

    def set_secret(self, secret: bool) -> None:
        """Remember whether rolls are secret by default."""
        self._change(structs.replace(self.state, secret=secret))

    def set_keys(self, keys: dict[str, str]) -> None:
        """Remember the keys that the GM has set."""
        self._change(structs.replace(self.state, keys=keys))

    def add_line(self, line: str) -> None:
        """Remember a line of the finder."""
        self._change(self.state.with_line(line))

    def save_soon(self) -> None:
        """Save, changed or not: whether it can be is then known."""
        self._saver.save_soon()

    def flush(self) -> bool:
        """Save now what is unsaved; tells whether everything is saved."""
        return self._saver.flush()

    def _change(self, state: State) -> None:
        if state != self.state:
            self.state = state
            self._saver.save_soon()

    def _job(self) -> Job:
        write = partial(keep_state, self._path, self.state, was_there=self._was_there) if self._keeps else write_nothing
        return Job(self._path, write)

    def _note_saved(self) -> None:
        self._was_there = True
