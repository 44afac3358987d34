"""Actions on the clocks, tasks and markers of the current scene."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from gm_desk.core.errors import RulesError
from gm_desk.core.scenes.scene import Clock
from gm_desk.core.wording.phrases import signed
from gm_desk.model.files.session import Session
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.scene import scene_edits, tasks
from gm_desk.model.scene.stage import NO_SCENE, Stage
from gm_desk.ui.widgets.action_rows import ActionRow, Choice
from gm_desk.ui.window.main_window import MainWindow

WHEN = "ClockCommands.why_no_clock"
WHEN_TASK = "ClockCommands.why_no_task"
WHEN_MARKER = "ClockCommands.why_no_marker"
ACTIONS = (
    ActionRow("scene.fill_clock", "&Fill a segment", "ClockCommands.fill", "Alt+Shift+Up", when=WHEN),
    ActionRow("scene.empty_clock", "&Empty a segment", "ClockCommands.empty", "Alt+Shift+Down", when=WHEN),
    ActionRow(
        "scene.set_pace",
        "&Rush or take time",
        "ClockCommands.set_pace",
        choices="ClockCommands.paces",
        when="ClockCommands.why_no_pace",
    ),
    ActionRow("scene.count_roll", "&Count the last roll", "ClockCommands.count_roll", "Alt+Shift+U", when=WHEN_TASK),
    ActionRow("scene.edit_marker", "Change the &marker…", "ClockCommands.edit_marker", "Alt+Shift+J", when=WHEN_MARKER),
    ActionRow("scene.show_clock", "&Show to the players, or hide", "ClockCommands.show", "Alt+Shift+S", when=WHEN),
)
NO_CLOCK = "Select a clock in the scene"
NO_MARKER = "Select a marker in the scene"
NO_TASK = "This clock is not a task: type “Repair the drive 8 h”"
NO_PACES = "This system has no rules for rushing"


class ClockCommands(QObject):
    """The commands of clocks, which act on the selected one, or on the only one."""

    def __init__(self, session: Session, window: MainWindow, stage: Stage, rolling: Rolling) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._session, self._window, self._stage, self._rolling = session, window, stage, rolling

    def why_no_clock(self) -> str:
        """Return the reason why the commands are unavailable: no scene, or no clock selected."""
        if self._stage.scene is None:
            return NO_SCENE.capitalize()
        return "" if self._clock() else NO_CLOCK

    def why_no_task(self) -> str:
        """Return the reason why no roll can be counted: no scene, or no task selected if there are several."""
        return "" if self._stage.scene is not None and self._clock(task=True) else self.why_no_clock()

    def why_no_pace(self) -> str:
        """Return the reason why no task can be rushed: no task selected, or no rules for it."""
        known = bool(tasks.paces_of(self._session.document.system.id, 1))
        clock = self._clock(task=True)
        why_no_time = NO_TASK if clock is None or not clock.minutes else ""
        return self.why_no_task() or ("" if known else NO_PACES) or why_no_time

    def why_no_marker(self) -> str:
        """Return the reason why no marker can be changed: no scene, or no marker selected."""
        if self._stage.scene is None:
            return NO_SCENE.capitalize()
        shown = self._window.faces.shows_scene and self._window.faces.scene.view.marker()
        return "" if shown else NO_MARKER

    def edit_marker(self) -> None:
        """Show the selected marker in the field for markers, to change it there."""
        pane = self._window.faces.scene
        if marker := pane.view.marker():
            pane.add.edit_marker(marker)

    def fill(self) -> None:
        """Fill a segment."""
        self._edit(lambda clock: tasks.fill_clock(self._stage, clock.id, 1))

    def empty(self) -> None:
        """Clear a segment."""
        self._edit(lambda clock: tasks.fill_clock(self._stage, clock.id, -1))

    def show(self) -> None:
        """Show the clock to the players, or hide it again."""
        self._edit(lambda clock: scene_edits.show_clock(self._session.document, clock.id, shown=not clock.shown))

    def count_roll(self) -> None:
        """Fill the task by the last roll."""
        self._edit(lambda clock: tasks.count_roll(self._stage, clock.id, self._rolling.recent.last), task=True)

    def paces(self) -> list[Choice]:
        """Return the paces of the task, each with its modifier."""
        clock = self._clock(task=True)
        if clock is None or not clock.minutes:
            why = NO_CLOCK if clock is None else NO_TASK
            return [Choice(why, why_not=why)]
        found = tasks.paces_of(self._session.document.system.id, clock.minutes)
        return [
            Choice(
                one.text,
                one.percent,
                checked=one.percent == clock.pace,
                beside=signed(one.modifier) if one.modifier else "",
            )
            for one in found
        ]

    def set_pace(self, percent: int) -> None:
        """Set the pace of the task, with its modifier in the test being prepared."""
        drafting, system = self._session.drafting, self._session.document.system.id

        def edit(clock: Clock) -> None:
            pace = next(one for one in tasks.paces_of(system, clock.minutes) if one.percent == percent)
            tasks.set_pace(self._stage, clock.id, pace)
            drafting.take(drafting.draft.with_side("a", tasks.with_pace(drafting.draft.side("a"), clock, pace)))

        self._edit(edit, task=True)

    def _clock(self, *, task: bool = False) -> Clock | None:
        """Return the selected clock, or the only one, or with `task` the only one with a time."""
        scene, chosen = self._stage.scene, ""
        if scene is None:
            return None
        if self._window.faces.shows_scene:
            chosen = self._window.faces.scene.view.clock()
        found = [one for one in scene.clocks if one.id == chosen] or list(scene.clocks)
        if task and len(found) > 1:
            found = [one for one in found if one.minutes]
        return found[0] if len(found) == 1 else None

    def _edit(self, edit: Callable[[Clock], None], *, task: bool = False) -> None:
        """Make an edit of the clock, or show why it is impossible."""
        clock = self._clock(task=task)
        if clock is None:
            self._window.refuse(self.why_no_clock())
            return
        try:
            edit(clock)
        except RulesError as error:
            self._window.refuse(error.problem)
