"""What the panes show of the open roster, stored for each roster and restored when it is opened again."""

from msgspec import structs
from PySide6.QtCore import QObject

from gm_desk.core.characters.roster import Roster
from gm_desk.core.drafts.scene_record import SceneRecord
from gm_desk.model.files.settings import Settings
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.rolling import Secrecy
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.state import View


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
        drafting.draft_changed.connect(self._store)

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

    def record_of(self, scene_id: str) -> SceneRecord:
        """Return the record of a scene that is not the current one."""
        return self._settings.view(self._document.roster.id).records.get(scene_id, SceneRecord())

    def keep_record(self, scene_id: str) -> None:
        """Store the record of the current scene, which is about to be left; those of removed scenes are dropped."""
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

        Where nobody was selected, and in an `imported` roster, that is whoever is acting in a fight, with their usual
        attack.
        """
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
        """Restore the choice for the roster that was opened; behind the veil, a roll follows the default."""
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
