"""Undo steps of the log: nothing in it is deleted; a roll that is undone is struck, and counts again when redone."""

from collections.abc import Sequence

from msgspec import Struct, structs
from PySide6.QtGui import QUndoCommand
from typing_extensions import override

from gm_desk.core.draft import Draft
from gm_desk.core.scene import Scene
from gm_desk.core.text.one_line import menu_text
from gm_desk.model.drafting import Drafting
from gm_desk.model.roll_log import RollLog
from gm_desk.store.entries import Entry


class Situation(Struct, frozen=True):
    """Hold what was on the test pane: the draft, and what the scene remembers."""

    draft: Draft
    scene: Scene


class LogStep(QUndoCommand):
    """Strike rolls, or let them count again."""

    def __init__(self, log: RollLog, entries: Sequence[Entry], text: str) -> None:
        """Take rolls that are in the log already."""
        super().__init__(menu_text(text))
        self._log = log
        self._entries = entries
        self._made = False

    @override
    def redo(self) -> None:
        if self._made:
            self._strike(struck=False)
        self._made = True

    @override
    def undo(self) -> None:
        self._strike(struck=True)

    def _strike(self, *, struck: bool) -> None:
        for entry in self._entries:
            self._log.revise(structs.replace(entry, struck=not struck), structs.replace(entry, struck=struck))


class RollStep(LogStep):
    """Strike rolls and bring back the draft they were made from, or let them count again."""

    def __init__(
        self,
        log: RollLog,
        drafting: Drafting,
        entries: Sequence[Entry],
        before: Situation,
        after: Situation,
        text: str,
    ) -> None:
        """Take rolls that are in the log already, with the situation before and after them."""
        super().__init__(log, entries, text)
        self._drafting = drafting
        self._before = before
        self._after = after

    @override
    def redo(self) -> None:
        again = self._made
        super().redo()
        if again:
            self._drafting.give_back(self._after.draft, self._after.scene, instead_of=self._before.draft)

    @override
    def undo(self) -> None:
        super().undo()
        self._drafting.give_back(self._before.draft, self._before.scene, instead_of=self._after.draft)


class NamingStep(QUndoCommand):
    """Name an evening, or give it back the name it had."""

    def __init__(self, log: RollLog, session: str, before: str, after: str) -> None:
        """Take both names; an empty one is none."""
        super().__init__("name the evening" if after else "take the evening’s name away")
        self._log = log
        self._session = session
        self._before = before
        self._after = after

    @override
    def redo(self) -> None:
        self._log.name_session(self._session, self._after)

    @override
    def undo(self) -> None:
        self._log.name_session(self._session, self._before)


class RevisionStep(QUndoCommand):
    """Judge an entry anew, or as it was before."""

    def __init__(
        self,
        log: RollLog,
        drafting: Drafting,
        entries: tuple[Entry, Entry],
        scenes: tuple[Scene, Scene],
        text: str,
    ) -> None:
        """Take the entry and the scene, each as it was and as it will be."""
        super().__init__(menu_text(text))
        self._log = log
        self._drafting = drafting
        self._before, self._after = entries
        self._scene_before, self._scene_after = scenes

    @override
    def redo(self) -> None:
        self._log.revise(self._before, self._after)
        self._drafting.take(self._drafting.draft, self._scene_after)

    @override
    def undo(self) -> None:
        self._log.revise(self._after, self._before, back=True)
        self._drafting.take(self._drafting.draft, self._scene_before)
