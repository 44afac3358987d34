"""What the program remembers of itself: the theme, the window, the rosters that were open, what was on the screen."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.model.files.autosave import Job, Saver
from gm_desk.model.files.workers import Runner
from gm_desk.store.state import (
    Printing,
    Recent,
    State,
    StateSave,
    StateSaved,
    Theme,
    View,
    Window,
    save_state,
    sound_state,
)

LIVE = ("recent", "history", "conflicts", "printing")
"""What is looked up when it is needed, so that what other windows changed of it counts here, too."""


class Settings(QObject):
    """Hold the state, and save it soon after it changes; one that does not keep writes nothing.

    Other windows may save theirs in the same file: each writes what it changed itself.
    """

    trouble_changed = Signal(str, str)

    def __init__(
        self, path: Path, state: State, runner: Runner, *, keeps: bool = True, parent: QObject | None = None
    ) -> None:
        """Go on from a state; `path` is its file, which `runner` writes."""
        super().__init__(parent)
        self.state = state
        self._base = state
        self._roster = ""
        self._path = path
        self._keeps = keeps
        self._was_there = False
        self._saver = Saver("state", self._job, runner, self)
        self._saver.trouble_changed.connect(self.trouble_changed)
        self._saver.saved.connect(self._note_saved)

    def turn_to(self, roster_id: str) -> View:
        """Return what was on the screen of the roster that is opened now, here or in another window."""
        others = sound_state(self._path) if self._roster and self._keeps else None
        self._roster = roster_id
        mine = self.state.views.get(roster_id)
        if others is not None and roster_id in others.views and mine == self._base.views.get(roster_id):
            self.state, self._base = (
                one.with_view(roster_id, others.views[roster_id]) for one in (self.state, self._base)
            )
        return self.view(roster_id)

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

    def _job(self) -> Job | None:
        if not self._keeps:
            return None
        return Job(self._path, save_state, StateSave(self._path, self._base, self.state, self._was_there))

    def _note_saved(self, saved: StateSaved | None) -> None:
        """Take over what other windows saved, but for what is on the screen here and for what has changed since."""
        if saved is None:
            return
        self._was_there = True
        ours, whole, self._base = saved.ours, saved.whole, saved.ours
        parts = {name: getattr(whole, name) for name in LIVE if getattr(self.state, name) == getattr(ours, name)}
        views = {
            roster: view
            for roster, view in whole.views.items()
            if roster != self._roster and self.state.views.get(roster) == ours.views.get(roster)
        }
        self.state, self._base = (
            structs.replace(one, **parts, views={**one.views, **views}) for one in (self.state, self._base)
        )
