"""The two views of the roster pane: everyone, and the current scene; and who is selected there for all panes."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from gm_desk.core.characters.roster import name_or_count
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.roster.roster_pane import RosterPane
from gm_desk.ui.roster.roster_view import MARGIN
from gm_desk.ui.widgets.action_rows import set_tip
from gm_desk.ui.widgets.buttons import Segment

if TYPE_CHECKING:
    from gm_desk.model.files.session import Session
    from gm_desk.model.roll.rolling import Rolling
    from gm_desk.model.scene.fight_steps import FightSteps
    from gm_desk.ui.card.stat_block import StatBlock
    from gm_desk.ui.scene.scene_pane import ScenePane

EVERYONE, SCENE = "Everyone", "Scene"


class RosterFaces(QWidget):
    """The roster and the scene in one pane; without a scene, the switch between them is hidden.

    `built` is emitted when the scene's pane has been built, which is when it is first shown.
    """

    built = Signal()

    def __init__(self, roster: RosterPane, document: RosterDocument, parent: QWidget | None = None) -> None:
        """Create the pane around the roster pane."""
        super().__init__(parent)
        self.setObjectName("rosterFaces")
        self._roster = roster
        self._document = document
        self.steps: FightSteps | None = None
        self._scene: ScenePane | None = None
        self._fights = False
        self._switch = QWidget()
        self._switch.setObjectName("rosterFaces")
        row = QHBoxLayout(self._switch)
        row.setContentsMargins(MARGIN, MARGIN + 2, MARGIN - 4, 0)
        row.setSpacing(0)
        self.everyone, self.on_stage = Segment(EVERYONE, quiet=True), Segment(SCENE, quiet=True)
        self.everyone.first = self.on_stage.last = True
        for segment in (self.everyone, self.on_stage):
            set_tip(segment, "Everyone in the roster, or the scene on stage", "scene.turn_face")
            row.addWidget(segment, 1)
        self._pages = QStackedWidget()
        self._pages.addWidget(roster)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._switch)
        column.addWidget(self._pages, 1)
        self.everyone.setChecked(True)
        self.everyone.clicked.connect(self.show_everyone)
        self.on_stage.clicked.connect(self.show_scene)
        document.opened.connect(self._open)
        document.scenes_changed.connect(self._follow_fight)
        self._fit()

    def follow(self, steps: "FightSteps") -> None:
        """Show the scene of a stage with its fight, which is built after the first frame."""
        self.steps = steps
        self._open()

    @property
    def scene(self) -> "ScenePane":
        """The pane of the scene, built when first needed; raise LookupError before there is a stage."""
        if self.steps is None:
            raise LookupError("the stage is built after the first frame")
        if self._scene is None:
            from gm_desk.ui.scene.scene_pane import ScenePane

            self._scene = ScenePane(self._document, self.steps)
            self._pages.addWidget(self._scene)
            self._roster.selection_changed.connect(self._scene.view.show_chosen)
            self._scene.view.show_chosen(self._roster.selected_ids())
            self._scene.chosen.connect(self._choose)
            self.built.emit()
        return self._scene

    @property
    def has_built_scene(self) -> bool:
        """Whether the pane of the scene has been built."""
        return self._scene is not None

    @property
    def shows_scene(self) -> bool:
        """Whether the scene is shown."""
        return self._scene is not None and self._pages.currentWidget() is self._scene

    def show_everyone(self) -> None:
        """Show everyone in the roster."""
        self._show(self._roster, self.everyone)

    def show_scene(self) -> None:
        """Show the current scene."""
        self._show(self.scene, self.on_stage)

    def turn_face(self) -> None:
        """Switch between roster and scene, and focus the new view."""
        if self.shows_scene:
            self.show_everyone()
        else:
            self.show_scene()
        self.take_focus()

    def go_on(self) -> None:
        """Go to the next step of the scene, with the initiative that is typed there."""
        self._scene_to_step().go_on()

    def roll_for_all(self) -> None:
        """Begin or restart the fight of the scene, with the initiative that is typed there."""
        self._scene_to_step().roll_for_all()

    def _scene_to_step(self) -> "ScenePane":
        """Return the pane of the scene, which is shown if the initiative typed there cannot be read."""
        pane = self.scene
        if not pane.initiative.hasAcceptableInput():
            self.show_scene()
        return pane

    def take_focus(self) -> None:
        """Focus the visible list."""
        if self.shows_scene:
            self.scene.take_focus()
        else:
            self._roster.take_focus()

    def _show(self, page: QWidget, segment: Segment) -> None:
        segment.setChecked(True)
        if self._pages.currentWidget() is page:
            return
        focused = self._pages.isAncestorOf(self.window().focusWidget() or self)
        if focused:  # else Qt gives it to whatever comes next in the tab order, and screen readers say so
            segment.setFocus(Qt.FocusReason.OtherFocusReason)
        self._pages.setCurrentWidget(page)
        self._fit()
        if focused:
            self.take_focus()

    def _choose(self, ids: list[str]) -> None:
        """Select the characters in the roster that were selected in the scene."""
        there = [one for one in ids if self._document.character(one) is not None]
        if not there:
            return
        self._roster.reveal(there[0])
        if len(there) > 1:
            self._roster.select_several(there)

    def _open(self) -> None:
        """Show the current scene of the roster just opened if it has a fight, else everyone."""
        self._fights = self._fight_is_on
        if self._fights:
            self.show_scene()
        else:
            self.show_everyone()
        self._fit()

    @property
    def _fight_is_on(self) -> bool:
        """Whether the current scene has a fight and can be shown."""
        scene = self._document.roster.on_stage
        return self.steps is not None and scene is not None and scene.now is not None

    def _follow_fight(self) -> None:
        """Show the current scene when its fight begins, by whatever command or key."""
        fought, self._fights = self._fights, self._fight_is_on
        if self._fights and not fought:
            self.show_scene()
        self._fit()

    def _fit(self) -> None:
        """Show the switch if there is a scene, else everyone."""
        there = bool(self._document.roster.scenes)
        self._switch.setVisible(there or self.shows_scene)
        if not there and self.shows_scene:
            self.show_everyone()


def duplicate(
    ids: Sequence[str], copy: Callable[[], list[str]], faces: RosterFaces, document: RosterDocument
) -> list[str]:
    """Copy characters; if the scene is shown with all of them in it, the copies join it, in the same undo step.

    `copy` returns as many copies of each, in the order of the originals.
    """
    scene, steps = document.roster.on_stage, faces.steps
    there = set() if scene is None else {one.id for one in scene.fighters}
    if steps is None or document.read_only or not (faces.shows_scene and there.issuperset(ids)):
        return copy()
    with document.stack.macro(f"duplicate {name_or_count(document.all_existing(ids))}"):
        made = copy()
        each = len(made) // len(ids)
        steps.bring_in(made, {one: ids[place // each] for place, one in enumerate(made)})
    return made


class SharedSelection(QObject):
    """The character selected in the roster, who is shown on the card and takes part in rolls of the group."""

    def __init__(
        self, session: "Session", roster: RosterPane, stat: "StatBlock", rolling: "Rolling", parent: QObject
    ) -> None:
        """Follow the selection in the roster."""
        super().__init__(parent)
        self._document = session.document
        self._view = session.view
        self._roster = roster
        self._stat = stat
        self._rolling = rolling
        self._selected: list[str] = []
        self._shown_id: str | None = None
        roster.selected.connect(self._select)
        for takes_selection in (self._select_group, stat.select):
            roster.selection_changed.connect(takes_selection)
        session.document.structure_changed.connect(self._keep)
        session.document.touched.connect(self._reveal)

    def show_saved(self) -> None:
        """Show the saved selection and the folded groups of the roster just opened."""
        self._select_group(self._selected)
        self._shown_id = None
        self._roster.select(self._view.selected)
        self._roster.model.folds.restore(self._view.folded)
        if self._shown_id != self._view.selected:
            self._show_card(self._view.selected)

    def _select_group(self, ids: list[str]) -> None:
        """Let the selected characters take part in rolls of the group."""
        self._selected = ids
        self._rolling.select(ids, self._view.selected)

    def _select(self, character_id: str) -> None:
        self._view.select(character_id)
        self._select_group(self._selected)
        if character_id != self._shown_id:
            self._show_card(character_id)

    def _show_card(self, character_id: str) -> None:
        self._shown_id = character_id
        self._stat.show_character(character_id)

    def _reveal(self, character_id: str) -> None:
        """Select the character that a change affects, without unfolding its group if already selected."""
        hidden = self._roster.model.heading_over(character_id).isValid()
        if not hidden or character_id != self._view.selected:
            self._roster.reveal(character_id)

    def _keep(self) -> None:
        """Select another character if the selected one was removed."""
        if self._view.selected and self._document.character(self._view.selected) is None:
            self._select(next(iter(self._roster.model.characters()), ""))
            self._roster.select(self._view.selected)
