"""The head of the scene: the current scene, its notes, the turn, and the button for the next step."""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.characters.roster import valid_name
from gm_desk.core.scenes.scene import TurnCost
from gm_desk.core.scenes.turn_checks import TurnCheck
from gm_desk.core.wording.phrases import menu_text, tip_of
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene import scene_edits
from gm_desk.model.scene.fight_lines import turn_in_words
from gm_desk.model.scene.fight_steps import FightSteps
from gm_desk.model.scene.stage import Stage
from gm_desk.ui.scene.turn_pills import CheckButton, CostButton, EndOffer, TurnPill
from gm_desk.ui.theme.painting import framed, scaled
from gm_desk.ui.theme.theme import COMPACT, GAP, TIGHT, current_theme
from gm_desk.ui.widgets.action_rows import set_tip
from gm_desk.ui.widgets.buttons import AccentButton, MenuButton
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.flow import FlowLayout
from gm_desk.ui.widgets.growing_edit import GrowingEdit
from gm_desk.ui.widgets.labels import ElidedLabel, go_to
from gm_desk.ui.widgets.text_input import TypingSession

NOBODY = "Nobody’s turn"
TURN_EMS = 10
"""The space that the turn needs before the key of the button is shown, in heights of the font."""
SCENE_EMS = 4
"""The minimum width of the name of the scene, in heights of the font."""


class NextButton(AccentButton):
    """The small button for the next step of the fight; its key is drawn with an arrow."""

    def __init__(self) -> None:
        """Create the button without a key."""
        super().__init__("Next", "")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFont(scaled(self.font(), COMPACT))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # after a click, Enter still rolls the prepared attack

    @override
    def show_key(self, key: str) -> None:
        super().show_key(key.replace("Right", "→"))

    @override
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width() - 2 * GAP, int(self.fontMetrics().height() * 1.7))


class SceneButton(MenuButton):
    """The button with the current scene and the menu of all; a long name is cut off."""

    def __init__(self) -> None:
        """Create the button with an empty menu."""
        super().__init__()
        self.setAutoRaise(True)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMenu(QMenu(self))
        self.menu().setAccessibleName("Scenes")

    @override
    def minimumSizeHint(self) -> QSize:
        least = self.fontMetrics().height() * SCENE_EMS
        return super().minimumSizeHint().boundedTo(QSize(least, self.sizeHint().height()))


class TurnBox(QWidget):
    """The frame around the turn and its button."""

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), current_theme()
        framed(painter, self.rect().toRectF(), theme, theme.ground, theme.line, focus=False)


def _fit(turn: ElidedLabel) -> None:
    """Let a turn be shown whole, if it is not very long, before the key of the button."""
    turn.setMinimumWidth(min(turn.whole_width, TURN_EMS * turn.fontMetrics().height()))


class TurnLine(QWidget):
    """The head of the scene pane; `scene_requested` carries the id of the scene to switch to, "" for a new one.

    `next_clicked` is emitted when the button for the next step is clicked, `focus_left` when the last cost of the turn
    has been applied, or the fight has been ended, by the button that had the focus. `check_requested` carries a check
    to be prepared.
    """

    scene_requested = Signal(str)
    next_clicked = Signal()
    focus_left = Signal()
    check_requested = Signal(object)

    def __init__(self, document: RosterDocument, steps: FightSteps, parent: QWidget | None = None) -> None:
        """Create the head for a stage and the steps of its fight."""
        super().__init__(parent)
        self.setObjectName("turnLine")
        self._document = document
        self._steps = steps
        self._stage = steps.stage
        self.chooser = SceneButton()
        set_tip(self.chooser, "Another scene", "scene.switch")
        self.menu = self.chooser.menu()
        self.name = CheckedEdit(valid_name)
        self.name.setAccessibleName("Name of the scene")
        self.name.hide()
        self.notes_button = QToolButton()
        self.notes_button.setText("notes")
        self.notes_button.setCheckable(True)
        self.notes_button.setAutoRaise(True)
        set_tip(self.notes_button, "Notes on this scene", "scene.edit_notes")
        self.notes = GrowingEdit(fewest_lines=2)
        self.notes.document().setDocumentMargin(TIGHT)  # away from the frame that shows the focus
        self.notes.setAccessibleName("Notes on the scene")
        self.notes.setPlaceholderText("Notes on this scene")
        self.notes.hide()
        self._typing = TypingSession(document, self.notes)
        self.turn = ElidedLabel(bold=True)
        self.next = NextButton()
        set_tip(self.next, "Whoever is next", "scene.next")
        self.due = QWidget()  # for the pane, which places it
        self._due_flow = FlowLayout(self.due, TIGHT)
        self.end = EndOffer(steps)
        self._due: list[CostButton] = []
        self._checks: list[CheckButton] = []
        self._lay_out()
        self._connect()
        self.refresh()

    def _connect(self) -> None:
        self.menu.aboutToShow.connect(self._fill)
        self.menu.triggered.connect(self._choose)
        self.notes_button.toggled.connect(self._show_notes)
        self.name.committed.connect(self._rename)
        self.name.editingFinished.connect(self._end_naming)
        self.end.focus_left.connect(self.focus_left)
        self.notes.typed.connect(self._typing.touch)
        self.notes.focus_lost.connect(self._typing.settle)
        self._typing.store_requested.connect(self._store_notes)
        self.next.clicked.connect(self.next_clicked)
        self._stage.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Update to the current scene and turn."""
        scene, now = self._stage.scene, self._stage.now
        self.chooser.setText(menu_text(scene.name) if scene else "No scene")
        self.chooser.setAccessibleName(f"Scene: {scene.name}" if scene else "No scene")
        for part in (self.notes_button, self.next, self.turn):
            part.setEnabled(scene is not None)
        if scene is None:
            self.notes_button.setChecked(False)
        elif not self._typing.open:
            self.notes.store(scene.notes)
        self.next.setText("Next" if now else "Roll for all")
        self.next.setAccessibleName("Next" if now else "Roll initiative for all, and begin")
        words = _turn_text(self._stage)
        self.turn.setText(words)
        _fit(self.turn)
        self.turn.setToolTip(tip_of(words))
        self.end.follow()
        self._show_costs(self._steps.costs_due())
        self.due.setVisible(bool(self._due or self._checks))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            _fit(self.turn)

    def _show_costs(self, costs: list[TurnCost]) -> None:
        """Offer the costs of conditions that are due, each on a button."""
        if costs == [button.cost for button in self._due]:
            return
        kept, fresh = list[CostButton](), list[CostButton]()
        for cost in costs:
            known = next((button for button in self._due if button.is_for(cost)), None)
            if known is None:
                fresh.append(CostButton(cost, self._stage.fight.name_of(cost.character), self._steps))
            else:
                known.show_cost(cost)
                kept.append(known)
        self._drop([button for button in self._due if button not in kept], kept)
        for button in fresh:
            self._due_flow.addWidget(button)
        self._due = [*kept, *fresh]

    def show_checks(self, checks: Sequence[TurnCheck]) -> None:
        """Offer the checks that conditions require in this turn, each on a button."""
        kept = [button for button in self._checks if button.required in checks]
        self._drop([button for button in self._checks if button not in kept], kept)
        known = [button.required for button in kept]
        prepare = self.check_requested.emit
        fresh = [
            CheckButton(one, self._stage.fight.name_of(one.character), prepare) for one in checks if one not in known
        ]
        for button in fresh:
            self._due_flow.addWidget(button)
        self._checks = [*kept, *fresh]
        self.due.setVisible(bool(self._due or self._checks))

    def _drop(self, gone: Sequence[TurnPill], kept: Sequence[TurnPill]) -> None:
        """Remove buttons; the focus of one of them goes to one that is kept, else out of the line."""
        if any(button.hasFocus() for button in gone):
            if kept:
                kept[0].setFocus(Qt.FocusReason.OtherFocusReason)
            else:
                self.focus_left.emit()
        for button in gone:
            self._due_flow.removeWidget(button)
            button.hide()
            button.deleteLater()

    def ask_who(self, names: Iterable[tuple[str, str]], slot: Callable[[QAction], None]) -> None:
        """Ask which of several fighters acts, in a menu below the button for the next step."""
        menu = QMenu(self.next)
        menu.setAccessibleName("Who acts now")
        for name, fighter_id in names:
            menu.addAction(menu_text(name)).setData(fighter_id)
        menu.triggered.connect(slot)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.next.mapToGlobal(self.next.rect().bottomLeft()))
        menu.setActiveAction(menu.actions()[0])

    def edit_name(self) -> None:
        """Show a field with the scene's name in place of the button, and focus it."""
        scene = self._stage.scene
        if scene is not None:
            self.name.store(scene.name)
            self.chooser.hide()
            self.name.show()
            go_to(self.name)

    def edit_notes(self) -> None:
        """Open the notes, and focus them."""
        self.notes_button.setChecked(True)
        self.notes.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        first = QHBoxLayout()
        column.addLayout(first)
        first.addWidget(self.chooser)
        first.addWidget(self.name, 1)
        first.addStretch()
        first.addWidget(self.notes_button)
        column.addWidget(self.notes)
        box = TurnBox()
        row = QHBoxLayout(box)
        row.setContentsMargins(GAP, TIGHT, TIGHT, TIGHT)
        row.addWidget(self.turn, 1)
        row.addWidget(self.next)
        column.addWidget(box)
        self.due.hide()

    def _fill(self) -> None:
        """List the scenes of the roster."""
        self.menu.clear()
        for scene in self._document.roster.scenes:
            action = self.menu.addAction(menu_text(scene.name))
            action.setData(scene.id)
            action.setCheckable(True)
            action.setChecked(scene.id == self._document.roster.stage)
        self.menu.addSeparator()
        self.menu.addAction("Add a new scene").setData("")

    def _choose(self, action: QAction) -> None:
        self.scene_requested.emit(str(action.data() or ""))

    def _rename(self, text: str) -> None:
        scene = self._stage.scene
        if scene is not None:
            scene_edits.rename_scene(self._document, scene.id, text)

    def _end_naming(self) -> None:
        named = self.name.hasFocus()  # Enter has ended it, while a click has a focus of its own
        self.name.hide()
        self.chooser.show()
        if named:
            self.focus_left.emit()

    def _show_notes(self, on: bool) -> None:
        self.notes.setVisible(on)
        if on:
            self.notes.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._typing.settle()

    def _store_notes(self) -> None:
        scene = self._stage.scene
        if scene is not None:
            scene_edits.set_scene_notes(self._document, scene.id, self.notes.taken())


def _turn_text(stage: Stage) -> str:
    """Return the turn with its phase, or with the number of fighters who have acted: "Turn 2 · 3 of 7".

    Extra actions are in no phase.
    """
    scene, now = stage.scene, stage.now
    if scene is None:
        return ""
    if now is None:
        count = len(scene.fighters)
        return f"{count} in the scene" if count else "Empty scene"
    rules, turn = stage.fight.battle.rules, turn_in_words(now, stage.fight.battle)
    if not now.acting:
        return f"{turn} · {NOBODY}"
    if now.after_all:
        return f"{rules.word.capitalize()} {now.turn} · extra action"
    of, past = stage.fight.in_turn(), {*now.acted, *now.acting}
    done = sum(one in past for one in of)
    return f"{turn} · {done} of {len(of)}" if rules.phases == 1 else turn
