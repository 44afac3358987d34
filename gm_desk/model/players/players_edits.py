"""The edits of the players' view, each an undo step, and the question whether to reveal a hidden character who acts."""

from collections.abc import Sequence

from msgspec import structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters.roster import clean, name_or_count
from gm_desk.core.scenes.scene import Marker, Scene
from gm_desk.model.log.entries import LogEntry
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene.scene_edits import change_fighters, set_hidden, staged
from gm_desk.store.journal.entries import characters_of

LONGEST_ALIAS = 80
LONGEST_CAPTION = 200


def set_alias(document: RosterDocument, ids: Sequence[str], text: str) -> None:
    """Set the name by which the players know characters of the scene; "" is their own."""
    alias = " ".join(clean(text).split())[:LONGEST_ALIAS]
    named = [one for one in map(document.character, ids) if one is not None]
    who = name_or_count(named) if named else "somebody"
    step = f"show {who} as {alias}" if alias else f"show {who} by name"
    change_fighters(document, ids, lambda one: structs.replace(one, alias=alias), step)


def set_health_shown(document: RosterDocument, ids: Sequence[str], shown: bool | None) -> None:
    """Set whether the players see the health of characters; None follows the scene."""
    named = [one for one in map(document.character, ids) if one is not None]
    who = name_or_count(named) if named else "somebody"
    words = "as in the scene" if shown is None else "shown" if shown else "not shown"
    change_fighters(document, ids, lambda one: structs.replace(one, health=shown), f"health of {who} {words}")


def set_scene_health(document: RosterDocument, shown: bool) -> None:
    """Set whether the players see the health of everybody in the current scene."""
    scene = staged(document)
    after = structs.replace(scene, health=shown)
    document.change(document.roster.with_scene(after), f"health {'shown' if shown else 'not shown'} in {scene.name}")


def show_marker(document: RosterDocument, marker_id: str, *, shown: bool) -> None:
    """Announce an event of a turn in the current scene to the players, or hide it."""
    scene = staged(document)

    def changed(marker: Marker) -> Marker:
        return structs.replace(marker, hidden=not shown) if marker.id == marker_id else marker

    after = structs.replace(scene, markers=tuple(map(changed, scene.markers)))
    document.change(document.roster.with_scene(after), "announce an event" if shown else "hide an event")


def set_picture(document: RosterDocument, picture: str) -> None:
    """Set the picture that the players see, by its hash, and remove the previous caption; "" shows none."""
    _put(document, "show a picture" if picture else "remove the picture", picture=picture, caption="")


def set_caption(document: RosterDocument, text: str) -> None:
    """Set the text on the picture."""
    caption = " ".join(clean(text).split())[:LONGEST_CAPTION]
    _put(document, "caption of the picture", caption=caption)


def _put(document: RosterDocument, step: str, **parts: str) -> None:
    """Change the picture or caption of the current scene, or of the roster without one."""
    roster = document.roster
    scene = roster.on_stage
    after = structs.replace(roster, **parts) if scene is None else roster.with_scene(structs.replace(scene, **parts))
    document.change(after, step)


class RevealQuestion(QObject):
    """Hidden characters who act, until the GM reveals them, keeps them hidden, or continues.

    Each is asked about once in a fight: when their turn comes, and when they roll in public, unless the GM has said to
    keep them hidden. Nothing is asked unless `active`, which is while the players' window is open.
    """

    changed = Signal()

    def __init__(self, document: RosterDocument, log: RollLog, parent: QObject | None = None) -> None:
        """Follow a document and its log."""
        super().__init__(parent)
        self._document = document
        self._active = False
        self._rolled: tuple[str, ...] = ()
        self._kept: set[tuple[str, str]] = set()
        self._passed: set[tuple[str, str]] = set()
        self._moment: tuple[str, object] = ("", None)
        self.asks: tuple[str, ...] = ()
        document.opened.connect(self._begin)
        document.scenes_changed.connect(self._follow)
        document.structure_changed.connect(self._follow)
        log.added.connect(self._note_roll)

    def set_active(self, active: bool) -> None:
        """Set whether the players' window is open."""
        self._active = active
        self._follow()

    @property
    def names(self) -> list[str]:
        """The names of the hidden characters who act."""
        return [one.name for one in map(self._document.character, self.asks) if one is not None]

    def reveal(self) -> None:
        """Reveal those who act."""
        if self.asks:
            set_hidden(self._document, self.asks, hidden=False)

    def keep_hidden(self) -> None:
        """Keep the acting characters hidden, and ask no more about them in this fight."""
        self._kept.update((self._moment[0], one) for one in self.asks)
        self._follow()

    def _begin(self) -> None:
        """Forget what was answered in another roster."""
        self._kept.clear()
        self._passed.clear()
        self._follow()

    def _note_roll(self, logged: LogEntry) -> None:
        """Ask about a hidden character who has made a public roll."""
        if not logged.entry.secret and logged.entry.event is None:
            self._rolled = (*self._rolled, *characters_of(logged.entry.draft)[:1])
            self._follow()

    def _follow(self) -> None:
        """Update whom to ask about; an answer counts until the fight is over, or until they are revealed."""
        scene = self._document.roster.on_stage
        stage, now = ("", None) if scene is None else (scene.id, scene.now)
        hidden = () if scene is None else tuple(one.id for one in scene.fighters if one.hidden)
        moment = stage, None if scene is None else _moment_of(scene)
        if moment != self._moment:
            asked_in_turn = set(self.asks).difference(self._rolled)
            self._passed.update((self._moment[0], one) for one in asked_in_turn)
            self._moment, self._rolled = moment, ()
        for known in (self._kept, self._passed):
            over = {one for one in known if one[0] == stage and (now is None or one[1] not in hidden)}
            known.difference_update(over)
        acting = (one for one in (now.acting if now else ()) if (stage, one) not in self._passed)
        wanted = {one for one in (*acting, *self._rolled) if (stage, one) not in self._kept}
        asks = tuple(one for one in hidden if self._active and one in wanted and self._document.character(one))
        if asks != self.asks:
            self.asks = asks
            self.changed.emit()


def _moment_of(scene: Scene) -> object:
    """Return a key that identifies a moment of a fight."""
    now = scene.now
    return None if now is None else (now.turn, now.phase, now.began, now.after_all, len(scene.past))
