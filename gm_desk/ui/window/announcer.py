"""What screen readers are told without being asked: verdicts when dice fall, troubles, notices, refusals."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from gm_desk.model.log.entry_text import spoken, spoken_dice, spoken_group
from gm_desk.model.roll.rolling import Pending, Rolling
from gm_desk.model.roll.wording import waits_for
from gm_desk.ui.window.veil import ONE_MORE, Stage

POLITE = QAccessible.AnnouncementPoliteness.Polite
AT_ONCE = QAccessible.AnnouncementPoliteness.Assertive
MOST_TOLD = 1_000
"""Rolls of which it is remembered what was said about them."""


def announce(about: QWidget, text: str, *, at_once: bool = False) -> None:
    """Let a screen reader say something, interrupting what it says now where the GM must know at once."""
    if text:
        event = QAccessibleAnnouncementEvent(about, text)
        event.setPoliteness(AT_ONCE if at_once else POLITE)
        QAccessible.updateAccessibility(event)


class Announcer(QObject):
    """Say what comes of each roll; under the veil no more than it shows."""

    def __init__(self, stage: Stage, rolling: Rolling) -> None:
        """Follow what is rolled."""
        super().__init__(stage)
        self._stage = stage
        self._rolling = rolling
        self.told: dict[str, str] = {}
        self._waiting = ""
        rolling.changed.connect(self._follow)
        rolling.group.changed.connect(self._follow_group)

    def _follow(self) -> None:
        """Say a roll that is new, or that means something else than before; one that is undone is not said again."""
        pending, last = self._rolling.pending, self._rolling.record.last
        self._wait(pending)
        if pending is None and last is not None:
            dice = "" if last.secret else f"Dice {spoken_dice(last.dice)}"
            self._say(last.id, spoken(last), dice)

    def _follow_group(self) -> None:
        """Say what came of a group's roll, of which the veil shows nothing."""
        results = self._rolling.group.results
        if results:
            self._say(results[0].batch, spoken_group(results), "")

    def _wait(self, pending: Pending | None) -> None:
        """Say which dice a roll waits for; the veil shows those that have fallen."""
        if pending is None:
            self._waiting = ""
            return
        dice = spoken_dice(pending.thrown)
        veiled = "" if self._rolling.secret else f"Dice {dice}. {ONE_MORE}"
        words = f"{dice}: {waits_for(pending.draft, pending.needs)}"
        if words != self._waiting:
            self._waiting = words
            announce(self._stage, veiled if self._stage.veiled else words)

    def _say(self, roll: str, words: str, veiled: str) -> None:
        """Say something about a roll that was not said yet, or what the veil lets through of it."""
        if self.told.get(roll) != words:
            self.told[roll] = words
            if len(self.told) > MOST_TOLD:
                del self.told[next(iter(self.told))]
            announce(self._stage, veiled if self._stage.veiled else words)
