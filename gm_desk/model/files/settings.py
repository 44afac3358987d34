"""The settings of the program, and what its panes show of each roster, which both last beyond its end."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters.roster import Roster
from gm_desk.core.drafts.chips import pinned_in, pinning_only
from gm_desk.core.drafts.draft import Chip, Draft
from gm_desk.core.drafts.scene_record import SceneRecord
from gm_desk.model.files.workers import Job, Runner, Saver
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.rolling import Secrecy
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.disk.places import Places
from gm_desk.store.state import (
    PlayersPlace,
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

LIVE = ("recent", "history", "conflicts", "printing", "folders")
"""The fields that are read when needed, so that changes by other windows take effect here, too."""


class Settings(QObject):
    """The state of the program, saved soon after it changes, or never with `writes` False.

    Other windows may save to the same file: each writes only what it changed itself.
    """

    trouble_changed = Signal(str, str)

    def __init__(
        self, places: Places, state: State, runner: Runner, *, writes: bool = True, parent: QObject | None = None
    ) -> None:
        """Begin with a state, whose file among the `places` is written by `runner`."""
        super().__init__(parent)
        self.state = state
        self._base = state
        self._roster = ""
        self._places = places
        self._path = places.state
        self._writes = writes
        self._was_there, self._written = False, b""
        self._saver = Saver("state", self._job, runner, self)
        self._saver.trouble_changed.connect(self.trouble_changed)
        self._saver.saved.connect(self._note_saved)

    def turn_to(self, roster_id: str) -> View:
        """Return the view of the roster being opened, as it was left in this or another window."""
        others = sound_state(self._path) if self._roster and self._writes else None
        self._roster = roster_id
        mine = self.state.views.get(roster_id)
        if others is not None and roster_id in others.views and mine == self._base.views.get(roster_id):
            self.state, self._base = (
                one.with_view(roster_id, others.views[roster_id]) for one in (self.state, self._base)
            )
        return self.view(roster_id)

    def view(self, roster_id: str) -> View:
        """Return the view of a roster: the state of its panes."""
        return self.state.views.get(roster_id, View())

    def set_view(self, roster_id: str, view: View) -> None:
        """Store the view of a roster."""
        if view != self.view(roster_id):
            self._change(self.state.with_view(roster_id, view))

    def set_open(self, path: Path, name: str, system: str = "") -> None:
        """Store a roster as the last opened one."""
        self._change(self.state.with_recent(self._places.short(path), name, system))

    def keep_recent(self, recent: Sequence[Recent]) -> None:
        """Set the list of recent rosters."""
        self._change(structs.replace(self.state, recent=tuple(recent)))

    def set_conflict(self, path: Path, ours: Path | None) -> None:
        """Store the file that holds our version of another until the GM has chosen; None ends the conflict."""
        short = self._places.short
        self._change(self.state.with_conflict(short(path), ours and short(ours)))

    def conflict_of(self, path: Path) -> Path | None:
        """Return the file that holds our version of another, or None without a conflict."""
        ours = self.state.conflicts.get(str(self._places.short(path)))
        return None if ours is None else self._places.whole(ours)

    def set_window(self, window: Window) -> None:
        """Store the position and size of the window."""
        self._change(structs.replace(self.state, window=window))

    def set_theme(self, theme: Theme) -> None:
        """Store the theme."""
        self._change(structs.replace(self.state, theme=theme))

    def set_animation(self, animation: bool) -> None:
        """Store whether animations are shown."""
        self._change(structs.replace(self.state, animation=animation))

    def set_text_size(self, percent: int) -> None:
        """Store the size of text, in percent."""
        self._change(structs.replace(self.state, text_size=percent))

    def set_veiled(self, veiled: bool) -> None:
        """Store whether the window is veiled; one that was closed veiled opens veiled."""
        self._change(structs.replace(self.state, veiled=veiled))

    def set_printing(self, printing: Printing) -> None:
        """Store the print settings for cards; fields added by newer versions are kept."""
        self._change(structs.replace(self.state, printing=structs.replace(printing, extra=self.state.printing.extra)))

    def set_players(self, players: PlayersPlace) -> None:
        """Store the position and the theme of the players' window."""
        self._change(structs.replace(self.state, players=structs.replace(players, extra=self.state.players.extra)))

    def set_secret(self, secret: bool) -> None:
        """Store whether rolls are secret by default."""
        self._change(structs.replace(self.state, secret=secret))

    def set_keys(self, keys: dict[str, str]) -> None:
        """Store the shortcuts set by the GM."""
        self._change(structs.replace(self.state, keys=keys))

    def set_folder(self, kind: str, folder: str) -> None:
        """Store the folder chosen last for a kind of file."""
        self._change(self.state.with_folder(kind, folder))

    def add_line(self, line: str) -> None:
        """Add a line to the history of the finder."""
        self._change(self.state.with_line(line))

    def save_soon(self) -> None:
        """Schedule a save, changed or not, to find out whether saving works."""
        self._saver.save_soon()

    def flush(self) -> bool:
        """Save unsaved changes now; return whether everything is saved."""
        return self._saver.flush()

    def _change(self, state: State) -> None:
        if state != self.state:
            self.state = state
            self._saver.save_soon()

    def _job(self) -> Job | None:
        if not self._writes:
            return None
        save = StateSave(self._path, self._base, self.state, self._was_there, self._written)
        return Job(self._path, save_state, save)

    def _note_saved(self, saved: StateSaved | None) -> None:
        """Adopt what other windows saved, except the open roster's view and what has changed here since."""
        if saved is None:
            return
        self._was_there, self._written = True, saved.written
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


class ViewState(QObject):
    """The selected character, the draft with the records of the scenes, the folded groups, and those of the log."""

    def __init__(self, settings: Settings, document: RosterDocument, drafting: Drafting, parent: QObject) -> None:
        """Store the state in the settings whenever the draft changes."""
        super().__init__(parent)
        self.selected = ""
        self.folded: tuple[str, ...] = ()
        self.folded_evenings: tuple[str, ...] = ()
        self._settings = settings
        self._document = document
        self._drafting = drafting
        self._stage = document.roster.stage
        self._pinned: dict[str, tuple[Chip, ...]] = {}
        drafting.draft_changed.connect(self._store)
        document.scenes_changed.connect(self._follow_stage)

    def select(self, character_id: str) -> None:
        """Store the selected character, and compose the same test for it."""
        if character_id != self.selected:
            self.selected = character_id
            self._drafting.select(character_id)
            self._store()

    def fold(self, groups: list[str]) -> None:
        """Store the folded groups of the roster."""
        self.folded = tuple(groups)
        self._store()

    def fold_evenings(self, sessions: list[str]) -> None:
        """Store the folded evenings of the log."""
        self.folded_evenings = tuple(sessions)
        self._store()

    def _follow_stage(self) -> None:
        """Store what belongs to the scene that was left, and restore that of the current one, also after an undo.

        These are the pinned modifiers and the record. The test that is composed stays, with the choices made for it in
        the current scene.
        """
        scene, left, drafting = self._document.roster.on_stage, self._stage, self._drafting
        stage = self._stage = self._document.roster.stage
        if stage == left:
            return
        draft, record = drafting.draft, self._settings.view(self._document.roster.id).records.get(stage, SceneRecord())
        self._pinned[left] = pinned_in(draft)
        pinned = self._pinned.pop(stage, scene.pinned if scene else ())
        self._keep_record(left)
        with drafting.as_one_change():
            drafting.take(pinning_only(Draft(), pinned), record)
            drafting.take(drafting.opposition.aimed(pinning_only(draft.in_new_scene(), pinned)))

    def _keep_record(self, scene_id: str) -> None:
        """Store the record of the scene that was left; those of removed scenes are dropped."""
        roster = self._document.roster
        before = self._settings.view(roster.id)
        known = {"", *(one.id for one in roster.scenes)}
        records = {key: record for key, record in before.records.items() if key in known}
        kept = structs.replace(before, records={**records, scene_id: self._drafting.record})
        self._settings.set_view(roster.id, kept)

    def turn_to(self, roster_id: str) -> View:
        """Take over what is folded in the roster being opened; return everything stored for it, for `restore`."""
        view = self._settings.turn_to(roster_id)
        self.folded, self.folded_evenings = view.folded, view.folded_evenings
        return view

    def restore(self, view: View, roster: Roster, *, imported: bool = False) -> None:
        """Restore the draft and the selection, now that the roster is open.

        If nobody was selected, or the roster is `imported`, whoever is acting in a fight is selected, with their usual
        attack. Where nothing was stored, and in an `imported` roster, the pinned modifiers are those of the scene.
        """
        self._stage, self._pinned = roster.stage, {}
        self._drafting.turn_to("a")
        self._drafting.renew(view.draft, view.scene)
        acting = _acting_in(roster)
        known = roster.character(view.selected) is not None and not (imported and acting)
        self.selected = view.selected if known else acting or _first_of(roster)
        draft = self._drafting.draft
        if draft.ability is None or self.selected not in {draft.character, draft.side("b").character}:
            self._drafting.select(self.selected)
            if self.selected == acting:
                self._drafting.prepare_usual_attack(acting)
        if roster.on_stage is not None and (imported or view == View()):
            self._drafting.take(pinning_only(self._drafting.draft, roster.on_stage.pinned))
        self._store()

    def _store(self) -> None:
        roster_id, drafting = self._document.roster.id, self._drafting
        before = self._settings.view(roster_id)
        seen = {"selected": self.selected, "draft": drafting.draft, "scene": drafting.record, "folded": self.folded}
        seen["folded_evenings"] = self.folded_evenings
        self._settings.set_view(roster_id, structs.replace(before, **seen))


class SecrecyState(QObject):
    """The secrecy chosen for the next roll, stored for each roster."""

    def __init__(self, settings: Settings, document: RosterDocument, secrecy: Secrecy, parent: QObject) -> None:
        """Store the choice whenever it changes."""
        super().__init__(parent)
        self._settings = settings
        self._document = document
        self._secrecy = secrecy
        secrecy.changed.connect(self._store)

    def restore(self) -> None:
        """Restore the choice for the roster that was opened; while the window is veiled, a roll follows the default."""
        secret = self._settings.view(self._document.roster.id).secret
        self._secrecy.choose(None if self._secrecy.veiled else secret)

    def _store(self) -> None:
        """Store the choice if it differs from the default."""
        roster_id, secret = self._document.roster.id, self._secrecy.chosen
        self._settings.set_view(roster_id, structs.replace(self._settings.view(roster_id), secret=secret))


def _acting_in(roster: Roster) -> str:
    """Return the id of the first character who is acting in the current fight, "" for none."""
    now = None if roster.on_stage is None else roster.on_stage.now
    return next((one for one in (now.acting if now else ()) if roster.character(one)), "")


def _first_of(roster: Roster) -> str:
    """Return the id of the first character in the roster pane, "" for none."""
    return next((one.id for members in roster.grouped().values() for one in members), "")
