"""Actions on the current scene, and on its fighters."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from gm_desk.core.characters.roster import name_or_count
from gm_desk.core.drafts.chips import pinned_in
from gm_desk.core.scenes.scene import NOT_BEGUN, Scene
from gm_desk.core.wording.phrases import menu_text
from gm_desk.model.files.session import Session
from gm_desk.model.scene import scene_edits
from gm_desk.model.scene.fight_steps import FightSteps
from gm_desk.model.scene.stage import NO_SCENE, Stage
from gm_desk.ui.scene.turn_focus import TurnFocus
from gm_desk.ui.widgets.action_rows import ActionRow, Choice, WindowActions, attempt, only_in, show_keys
from gm_desk.ui.widgets.labels import go_to
from gm_desk.ui.window.main_window import MainWindow

ACTIONS = (
    ActionRow(
        "scene.next",
        "&Next",
        "RosterFaces.go_on",
        "Alt+Right",
        icon="turn",
        when="SceneSelection.why_no_scene",
        also="turn",
    ),
    ActionRow("scene.back", "&Back", "FightSteps.back", "Alt+Left", when="SceneSelection.why_no_fight"),
    ActionRow("scene.turn_face", "E&veryone or scene", "RosterFaces.turn_face", "Alt+W", icon="scene"),
    ActionRow(
        "scene.begin",
        "&Roll for everyone and begin",
        "RosterFaces.roll_for_all",
        "Ctrl+Alt+R",
        when="SceneSelection.why_no_scene",
        also="initiative",
    ),
    ActionRow(
        "scene.type_initiative",
        "T&ype initiative",
        "SceneCommands.type_initiative",
        "Alt+I",
        when="SceneSelection.why_no_scene",
    ),
    ActionRow(
        "scene.put_in",
        "&Put into the scene",
        "SceneCommands.put_in",
        "Insert",
        several="&Put %d into the scene",
        person="roster",
    ),
    ActionRow(
        "scene.take_out",
        "&Take out of the scene",
        "SceneCommands.take_out",
        "Delete",
        when="SceneSelection.why_no_scene",
        several="&Take %d out of the scene",
        person="scene",
    ),
    ActionRow("scene.new_scene", "New &scene", "SceneCommands.new_named_scene", "Alt+Shift+N", icon="scene"),
    ActionRow("scene.switch", "&Go to scene", "SceneCommands.switch", choices="SceneCommands.scenes"),
    ActionRow(
        "scene.rename", "&Rename scene…", "SceneCommands.rename", "Alt+Shift+R", when="SceneSelection.why_no_scene"
    ),
    ActionRow(
        "scene.duplicate",
        "&Duplicate scene",
        "SceneCommands.duplicate",
        "Alt+Shift+C",
        when="SceneSelection.why_no_scene",
    ),
    ActionRow(
        "scene.remove", "Re&move scene", "SceneCommands.remove", "Alt+Shift+Delete", when="SceneSelection.why_no_scene"
    ),
    ActionRow(
        "scene.edit_notes",
        "&Notes on the scene",
        "SceneCommands.edit_notes",
        "Alt+Shift+O",
        when="SceneSelection.why_no_scene",
    ),
    ActionRow(
        "scene.add_marker",
        "Add a &marker or clock",
        "SceneCommands.add_marker",
        "Alt+Shift+M",
        when="SceneSelection.why_no_scene",
    ),
    ActionRow("scene.end", "End the &fight", "FightSteps.end", "Alt+Shift+E", when="SceneSelection.why_no_fight"),
)
NOBODY = "Nobody is selected"


class SceneSelection(QObject):
    """What the commands of the scene act on: the scene on stage, its fight, and the fighters selected in it."""

    def __init__(self, window: MainWindow, stage: Stage) -> None:
        """Follow the selection in the roster pane of a window."""
        super().__init__(window)
        self._window = window
        self._stage = stage

    def why_no_scene(self) -> str:
        """Return the reason why the commands are unavailable: no current scene."""
        return "" if self._stage.scene else NO_SCENE.capitalize()

    def why_no_fight(self) -> str:
        """Return the reason why the commands are unavailable: no current scene, or no fight in it."""
        return self.why_no_scene() or ("" if self._stage.now else NOT_BEGUN.capitalize())

    def ids(self) -> list[str]:
        """Return the targets of a command: the selected characters in the scene, else whoever is acting."""
        scene, now = self._stage.scene, self._stage.now
        there = {one.id for one in scene.fighters} if scene else set()
        chosen = [one for one in self._window.roster.selected_ids() if one in there]
        return chosen if chosen or self._window.roster.is_named else [*now.acting] if now else []

    def edit(self, edit: Callable[[], object]) -> None:
        """Make an edit, or show why it is impossible."""
        attempt(edit, self._window.refuse)

    def show_scene(self) -> None:
        """Show the scene, with the focus if a text field such as the finder has it."""
        self._window.panes.reveal(self._window.faces)
        self._window.faces.show_scene()
        if isinstance(QApplication.focusWidget(), QLineEdit):
            self._window.faces.take_focus()


class SceneCommands(QObject):
    """The commands of the scene, which act on the characters selected in the roster pane."""

    def __init__(self, session: Session, window: MainWindow, steps: FightSteps, selection: SceneSelection) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._document = session.document
        self._drafting = session.drafting
        self._window = window
        self._faces = window.faces
        self._steps = steps
        self._stage = steps.stage
        self._selection = selection

    def type_initiative(self) -> None:
        """Open the field for the players' dice."""
        self._selection.show_scene()
        self._faces.scene.type_initiative()

    def add_marker(self) -> None:
        """Open the field for markers and clocks."""
        self._selection.show_scene()
        go_to(self._faces.scene.add)

    def edit_notes(self) -> None:
        """Open the notes on the scene."""
        self._selection.show_scene()
        self._faces.scene.line.edit_notes()

    def put_in(self) -> None:
        """Add the selected characters to the scene, in a fight with an initiative roll; or to a new scene."""
        ids, before = self._window.roster.selected_ids(), self._stage.scene
        if not ids:
            self._window.refuse(NOBODY)
        elif before is None:
            self.new_scene()
        else:
            people = name_or_count(self._document.all_existing(ids))
            there = {one.id for one in before.fighters if before.now is None or one.id in before.now.throws}
            if there.issuperset(ids):
                self._window.refuse(f"Already in {before.name}: {people}")
                return
            self._steps.bring_in(ids)
            if not self._faces.shows_scene and self._stage.now is None and self._stage.scene is not before:
                self._window.trouble.show_notice(f"{people} put into {before.name}")

    def take_out(self) -> None:
        """Take the selected characters out of the scene, or remove the clock or marker in the current row."""
        view = self._faces.scene.view
        if self._window.roster.is_named:
            named = self._selection.ids()
            self._selection.edit(lambda: scene_edits.take_out(self._document, named))
        elif clock := view.clock():
            self._selection.edit(lambda: scene_edits.remove_clock(self._document, clock))
        elif marker := view.marker():
            self._selection.edit(lambda: scene_edits.remove_marker(self._document, marker))
        else:
            ids = view.ids()
            self._selection.edit(lambda: scene_edits.take_out(self._document, ids))

    def new_named_scene(self) -> None:
        """Create a scene with the selected characters, make it the current one, and ask for its name in place."""
        before = self._document.roster.stage
        self.new_scene()
        if self._document.roster.stage != before:
            self.rename()

    def new_scene(self) -> None:
        """Create a scene with the selected characters and make it the current one, but not during a fight."""
        ids = self._window.roster.selected_ids()
        several = ids if len(ids) > 1 or self._stage.scene is None else []
        if self._add_for_later(lambda _: scene_edits.add_scene(self._document, several, later=True)):
            return
        before, pinned = self._document.roster.stage, pinned_in(self._drafting.draft)
        self._selection.edit(lambda: scene_edits.add_scene(self._document, several, pinned=pinned))
        if self._document.roster.stage != before:
            self._drafting.new_scene()
        self._selection.show_scene()

    def scenes(self) -> list[Choice]:
        """Return the scenes of the roster as choices."""
        roster = self._document.roster
        found = [Choice(menu_text(one.name), one.id, checked=one.id == roster.stage) for one in roster.scenes]
        return [*found, Choice("No scene", "", checked=not roster.stage)]

    def switch(self, scene_id: str) -> None:
        """Make a scene the current one."""
        if scene_id == self._document.roster.stage:  # whose pinned modifiers are those of the test
            self._selection.show_scene()
            return
        with self._drafting.as_one_change():
            pinned = pinned_in(self._drafting.draft)
            self._selection.edit(lambda: scene_edits.go_to_scene(self._document, scene_id, pinned))
        if scene_id:
            self._selection.show_scene()

    def choose(self, scene_id: str) -> None:
        """Make a scene the current one, or create one for ""."""
        if scene_id:
            self.switch(scene_id)
        else:
            self.new_named_scene()

    def rename(self) -> None:
        """Edit the scene's name in place."""
        self._selection.show_scene()
        self._faces.scene.line.edit_name()

    def duplicate(self) -> None:
        """Copy the scene as it was prepared, and make the copy the current one, but not during a fight."""
        scene = self._stage.scene
        later = self._add_for_later(lambda fight: scene_edits.duplicate_scene(self._document, fight.id))
        if scene is not None and not later:
            self._selection.edit(lambda: self.switch(scene_edits.duplicate_scene(self._document, scene.id) or scene.id))

    def _add_for_later(self, add: Callable[[Scene], str]) -> bool:
        """Add a scene without leaving the fight on stage, and say so; return whether there is a fight."""
        here, made = self._stage.scene, list[str]()
        if here is not None and here.now is not None:
            self._selection.edit(lambda: made.append(add(here)))
            for one in filter(None, map(self._document.roster.scene, made)):
                self._window.trouble.show_notice(scene_edits.added_in_words(one, here))
        return here is not None and here.now is not None

    def remove(self) -> None:
        """Remove the current scene."""
        scene = self._stage.scene
        if scene is not None:
            self._selection.edit(lambda: scene_edits.remove_scene(self._document, scene.id))


class SceneMenus(QObject):
    """The keys and the context menus of the scene's list, bound once it is built."""

    def __init__(
        self, session: Session, window: MainWindow, steps: FightSteps, scenes: SceneCommands, selection: SceneSelection
    ) -> None:
        """Create them for a window; whoever's turn begins is shown there, with their usual attack prepared."""
        super().__init__(window)
        self._faces = window.faces
        self._stage = steps.stage
        self._scenes = scenes
        self._selection = selection
        self._menu: Sequence[QAction] = ()
        self._of_clocks: Sequence[QAction] = ()
        self._of_markers: Sequence[QAction] = ()
        self._is_available: Callable[[QAction], bool] | None = None
        self._focus = TurnFocus(session, window, steps)
        steps.stage.refused.connect(window.refuse)
        steps.stage.happened.connect(window.trouble.show_notice)
        # later, since a notice goes when another character is selected, as whoever was hurt may be
        steps.stage.decided.connect(window.trouble.show_notice, Qt.ConnectionType.QueuedConnection)

    def follow(self, actions: WindowActions, menu: Sequence[QAction], of_clocks: Sequence[QAction]) -> None:
        """Bind the keys and the context menus of the scene's list, once it is built."""
        change, take_out = actions["scene.edit_marker"], actions["scene.take_out"]
        self._menu, self._of_markers = menu, [change, take_out]
        self._of_clocks = [*(one for one in of_clocks if one is not change), take_out]
        self._is_available = actions.is_available
        for one in ("scene.move_up", "scene.move_down", "scene.take_out"):
            only_in(actions[one])
        if self._faces.has_built_scene:  # a fight was on when the roster was opened
            self._bind()
        else:
            self._faces.built.connect(self._bind)

    def _is_offered(self, action: QAction) -> bool:
        """Return whether an action is in the menu of the selected row, which must itself be waiting to act now."""
        now, chosen = self._stage.now, self._selection.ids()[:1]
        waits = now is not None and any(one in now.waiting for one in chosen)
        fits = waits or action.objectName() != "scene.act_now"
        return fits and (self._is_available is None or self._is_available(action))

    def _bind(self) -> None:
        view = self._faces.scene.view
        self._faces.scene.chosen.connect(self._focus.prepare_chosen)
        view.addActions(self._menu)
        view.is_available = self._is_offered
        view.of_clocks, view.of_markers = self._of_clocks, self._of_markers
        show_keys(self._faces.scene.findChildren(QWidget))
        self._faces.scene.line.scene_requested.connect(self._scenes.choose)
        self._focus.offer_checks()
