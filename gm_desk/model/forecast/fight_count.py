"""The fights of a forecast, simulated in slices too short to block the window."""

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from gm_desk.core.forecast.contenders import USUAL_FIGHTS, FightSetup
from gm_desk.core.forecast.fights import ForecastResult, ForecastRun
from gm_desk.core.forecast.report import ForecastChange, change_sentences, changes_of

SLICE = 8
"""Milliseconds of work between two turns of the event loop."""
SHOWN_EVERY = 120
"""Milliseconds between updates of what is shown."""
FIGHTS_OF_A_CHANGE = 600
SEED = 1
"""The seed, which is always the same, so that the same fight gives the same figures."""
NOBODY = ForecastResult(0)


class FightCount(QObject):
    """The simulation of fights, and then of the changes that may matter.

    `changed` is emitted when there is more to show, `ended` when everything is simulated or the GM has stopped it.
    """

    changed = Signal()
    ended = Signal()

    def __init__(self, parent: QObject | None = None, *, fights: int = USUAL_FIGHTS) -> None:
        """Begin idle."""
        super().__init__(parent)
        self._fights = fights
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self.go_on)
        self._shown = QElapsedTimer()
        self._run: ForecastRun | None = None
        self._trial: ForecastRun | None = None
        self._waiting: list[ForecastChange] = []
        self._tried: list[tuple[ForecastChange, ForecastResult]] = []
        self._to_try, self._name = 0, ""

    def begin(self, setup: FightSetup) -> None:
        """Start simulating a fight."""
        self._forget()
        self._run, self._name = ForecastRun(setup, SEED), setup.a.name
        self._waiting = changes_of(setup)
        self._to_try = len(self._waiting)
        self._shown.start()
        self._timer.start()
        self.changed.emit()

    def stop(self) -> None:
        """Stop, and keep the figures so far."""
        if self.counting:
            self._timer.stop()
            self._waiting.clear()
            self.changed.emit()
            self.ended.emit()

    def clear(self) -> None:
        """Discard all figures."""
        self._timer.stop()
        self._forget()
        self.changed.emit()

    @property
    def counting(self) -> bool:
        """Whether fights are still being simulated."""
        return self._timer.isActive()

    @property
    def result(self) -> ForecastResult:
        """The figures so far."""
        return NOBODY if self._run is None else self._run.result

    @property
    def complete(self) -> bool:
        """Whether all fights are simulated; changes may still be tried."""
        return self._run is not None and self._run.fights >= self._fights

    def sentences(self) -> list[str]:
        """Return sentences about the most important changes, once every change is tried."""
        if self._run is None or len(self._tried) < self._to_try:
            return []
        return change_sentences(self._tried, self._run.result, self._name)

    def go_on(self) -> None:
        """Simulate for a slice of time, at least one fight."""
        slice_of_time = QElapsedTimer()
        slice_of_time.start()
        more = self._step()
        while more and slice_of_time.elapsed() < SLICE:
            more = self._step()
        if not more:
            self._timer.stop()
        if not more or self._shown.elapsed() >= SHOWN_EVERY:
            self._shown.start()
            self.changed.emit()
        if not more:
            self.ended.emit()

    def _step(self) -> bool:
        """Simulate one fight, and return whether there are more."""
        if self._run is None:
            return False
        if self._run.fights < self._fights:
            self._run.advance()
            return True
        if not self._waiting:
            return False
        if self._trial is None:
            self._trial = ForecastRun(self._waiting[0].setup, SEED)
        self._trial.advance()
        if self._trial.fights >= min(FIGHTS_OF_A_CHANGE, self._fights):
            self._tried.append((self._waiting.pop(0), self._trial.result))
            self._trial = None
        return bool(self._waiting)

    def _forget(self) -> None:
        self._run = self._trial = None
        self._waiting, self._tried = [], []
        self._to_try, self._name = 0, ""
