"""The scene pane: the turn line, typed initiative, the turn order, and a field for markers and clocks."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.errors import RulesError
from gm_desk.core.scenes.order import TURNS
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene import scene_edits
from gm_desk.model.scene.fight_steps import FightSteps
from gm_desk.model.scene.initiative import with_next_player
from gm_desk.model.scene.scene_model import SceneModel
from gm_desk.model.scene.stage import Stage
from gm_desk.model.scene.tasks import fill_clock
from gm_desk.ui.scene.scene_view import SceneView
from gm_desk.ui.scene.turn_line import TurnLine
from gm_desk.ui.scene.turn_pills import CostButton
from gm_desk.ui.theme.theme import GAP, TIGHT
from gm_desk.ui.widgets.action_rows import set_tip
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.labels import dim_label, go_to, hint, wrapped
from gm_desk.ui.widgets.scrolling import set_tab_order

EMPTY = "Nobody is in this scene yet. Select characters under Everyone, and choose Scene ▸ Put into the scene."
NO_SCENE = "No scene is on stage. Scene ▸ New scene creates one with the selected characters."
TIP = "What players rolled, or =12 for a whole count; Tab goes from one player to the next"


class InitiativeEdit(CheckedEdit):
    """A field for initiative dice, in which Tab adds the name of the next player whose dice are missing.

    `left_empty` is emitted on Enter if nothing is typed.
    """

    left_empty = Signal()

    def __init__(self, stage: Stage, parent: QWidget | None = None) -> None:
        """Create the field for the players in the scene of a stage."""
        super().__init__(self._check_rolls, parent)
        self._stage = stage
        self.stays_refused = True
        self.setAccessibleName("Players’ initiative dice")
        set_tip(self, TIP, "scene.type_initiative")

    @override
    def event(self, event: QEvent) -> bool:
        """Add the next player on Tab, if there is one; else Tab leaves the field."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Tab:
            line = self._with_next()
            if line != self.text():
                self.selectAll()
                self.type(line)
            if line.endswith(" "):
                return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        empty = not self.text().strip()  # before Enter has committed the text
        super().keyPressEvent(event)
        if empty and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.left_empty.emit()

    def _check_rolls(self, text: str) -> str:
        if text.strip():
            self._stage.fight.read_rolls(text)
        return text

    def _with_next(self) -> str:
        """Return the line with the next player, or as it is without one."""
        try:
            return with_next_player(self.text(), self._stage.fight.combatants)
        except RulesError:
            return self.text().strip()


class AdditionField(CheckedEdit):
    """The field that adds markers, clocks and tasks to the scene, and in which a marker is changed."""

    def __init__(self, document: RosterDocument) -> None:
        """Create the empty field."""
        super().__init__(self._check_addition)
        self._document = document
        self._marker = ""
        """The id of the marker that is being changed, or ""."""
        self.setAccessibleName("Add a marker, a clock or a task")
        set_tip(self, "A marker with its turn, a clock with its segments, or a task with its time", "scene.add_marker")
        self.committed.connect(self._add)
        self.textChanged.connect(self._follow)

    def show_examples(self) -> None:
        """Show as many examples of what can be added as there is room for, in the terms of the system."""
        first = f"Add: {TURNS[self._document.system.id].word} 4: lights return"
        hint(self, f"{first} · Alarm 5 · Repair 8 h", f"{first} · Alarm 5", first, "Add: Alarm 5")

    def edit_marker(self, marker_id: str) -> None:
        """Show a marker in the field, to change it there."""
        go_to(self)
        self.type(scene_edits.marker_line(self._document, marker_id))
        self._marker = marker_id

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.show_examples()

    def _check_addition(self, text: str) -> str:
        if text.strip():
            scene_edits.read_addition(text, TURNS[self._document.system.id].word)
        return text

    def _add(self, text: str) -> None:
        marker = self._marker
        self.store("")
        if text.strip() and marker:
            scene_edits.change_marker(self._document, marker, text)
        elif text.strip():
            scene_edits.add_typed(self._document, text)

    def _follow(self, text: str) -> None:
        """Forget the marker that is being changed when the field is empty again."""
        if not text:
            self._marker = ""


class ScenePane(QWidget):
    """The current scene; `chosen` carries the ids of the characters selected in it."""

    chosen = Signal(list)

    def __init__(self, document: RosterDocument, steps: FightSteps, parent: QWidget | None = None) -> None:
        """Create the pane for a stage and the steps of its fight."""
        super().__init__(parent)
        self.setObjectName("scenePane")
        self._document = document
        self._steps, self._stage = steps, steps.stage
        self.model = SceneModel(document, steps.stage, self)
        self.line = TurnLine(document, steps)
        self.initiative = InitiativeEdit(steps.stage)
        self.view = SceneView(self.model)
        self.add = AdditionField(document)
        self._nobody = wrapped(dim_label(EMPTY))
        self._nobody.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.view)
        self._stack.addWidget(self._nobody)
        column = QVBoxLayout(self)
        column.setContentsMargins(GAP, GAP, TIGHT, TIGHT)
        column.setSpacing(GAP)
        for part in (self.line, self.initiative):
            column.addWidget(part)
        column.addWidget(self._stack, 1)
        column.addWidget(self.line.end)
        column.addWidget(self.line.due)  # below the list, whose rows stay where they are
        column.addWidget(self.add)
        document.opened.connect(self._show_examples)
        self._show_examples()
        self.line.next_clicked.connect(self.go_on)
        self.initiative.committed.connect(self._type_rolls)
        self.initiative.editingFinished.connect(self._fit)
        self.initiative.left_empty.connect(self._go_without_dice)
        self.line.focus_left.connect(self.take_focus)
        self.view.chosen.connect(self.chosen)
        self.view.step_requested.connect(self._step_clock)
        self._stage.changed.connect(self._fit)
        self._stage.changed.connect(self._order_costs)
        self._fit()

    def _show_examples(self) -> None:
        """Show examples of players' dice and of markers in the terms of the system."""
        self.initiative.setPlaceholderText(f"Players’ dice: {self._document.system.examples.initiative}")
        self.add.show_examples()

    def type_initiative(self) -> None:
        """Show the field for the players' dice, and focus it."""
        self.initiative.show()
        go_to(self.initiative)

    def take_focus(self) -> None:
        """Focus the list, with the acting row if no row is current."""
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.model.acting())
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _fit(self) -> None:
        """Show the parts that the scene needs."""
        scene = self._stage.scene
        rolls = scene is not None and (
            scene.now is None or self._stage.fight.battle.rules.each_turn(self._document.house)
        )
        self.initiative.setVisible(rolls or self.initiative.hasFocus())
        self.add.setVisible(scene is not None)
        self._nobody.setText(NO_SCENE if scene is None else EMPTY)
        empty = scene is None or not (scene.fighters or scene.markers or scene.clocks)
        self._stack.setCurrentWidget(self._nobody if empty else self.view)

    def _order_costs(self) -> None:
        """Put the costs of the last turn into the tab order after the list, where they are."""
        set_tab_order(self.add, self.line.due.findChildren(CostButton))

    def go_on(self) -> None:
        """Go to the next step; typed initiative begins a fight, is that of a turn that begins, or is applied first."""
        if self._stage.now is None or self._steps.rolls_next:
            self._step_with_typed(self._steps.next)
        elif self._can_read_typed():
            self.initiative.settle()
            self._steps.next()

    def roll_for_all(self) -> None:
        """Begin or restart the fight, with the initiative that is typed."""
        self._step_with_typed(self._steps.begin)

    def _step_with_typed(self, step: Callable[[str], None]) -> None:
        """Take a step with the typed initiative, which is then no longer in the field."""
        if not self._can_read_typed():
            return
        typed, focused = self.initiative.text(), self.initiative.hasFocus()
        self.initiative.revert()
        if focused and typed.strip():
            self.view.setFocus()
        step(typed)
        self._fit()

    def _can_read_typed(self) -> bool:
        """Return whether the typed initiative can be read; if not, the field is focused and says why."""
        if self.initiative.hasAcceptableInput():
            return True
        go_to(self.initiative)
        self.initiative.refuse()
        return False

    def _type_rolls(self, text: str) -> None:
        """Set typed initiative; at the end of a round it waits for the next one, which Enter begins."""
        if text.strip() and self._steps.rolls_next:
            self.initiative.setModified(True)
            if self.initiative.hasFocus():
                self.go_on()
            return
        self.initiative.store("")
        if text.strip():
            self._steps.type_rolls(text)
            self.view.setFocus()
            self._fit()

    def _go_without_dice(self) -> None:
        """Begin a fight that has not begun, and focus the order."""
        if self._stage.scene is not None and self._stage.now is None:
            self.roll_for_all()
        self.view.setFocus()
        self._fit()

    def _step_clock(self, clock_id: str, segments: int) -> None:
        try:
            fill_clock(self._stage, clock_id, segments)
        except RulesError as error:
            self._stage.refused.emit(error.problem)
