"""Announcements for screen readers: results of rolls, problems, notices and refused input."""

from PySide6.QtCore import QObject

from gm_desk.model.log.cells import spoken, spoken_dice, spoken_group
from gm_desk.model.roll.roll_text import waits_for
from gm_desk.model.roll.rolling import Pending, Rolling
from gm_desk.ui.widgets.labels import announce
from gm_desk.ui.window.veil import ONE_MORE, VeilStack

MOST_TOLD = 1_000
"""The number of rolls whose announcements are remembered."""


class Announcer(QObject):
    """The announcer of roll results, which reveals no more than the veil does."""

    def __init__(self, veil_stack: VeilStack, rolling: Rolling) -> None:
        """Connect to the signals of `rolling`."""
        super().__init__(veil_stack)
        self._veil_stack = veil_stack
        self._rolling = rolling
        self.announced: dict[str, str] = {}
        self._waiting = ""
        rolling.changed.connect(self._announce_last)
        rolling.group.changed.connect(self._announce_group)

    def _announce_last(self) -> None:
        """Announce a new roll, or one whose result has changed; do not repeat a roll that was undone."""
        pending, last = self._rolling.pending, self._rolling.recent.last
        self._announce_pending(pending)
        if pending is None and last is not None:
            dice = "" if last.secret else f"Dice {spoken_dice(last.dice)}"
            self._announce_once(last.id, spoken(last), dice)

    def _announce_group(self) -> None:
        """Announce the results of a group roll, but nothing while veiled."""
        results = self._rolling.group.results
        if results:
            self._announce_once(results[0].batch, spoken_group(results), "")

    def _announce_pending(self, pending: Pending | None) -> None:
        """Announce the dice that a roll still needs; while veiled, only the dice rolled so far."""
        if pending is None:
            self._waiting = ""
            return
        dice = spoken_dice(pending.thrown)
        veiled = "" if self._rolling.secrecy.secret else f"Dice {dice}. {ONE_MORE}"
        words = f"{dice}: {waits_for(pending.draft, pending.needs)}"
        if words != self._waiting:
            self._waiting = words
            announce(self._veil_stack.stage, veiled if self._veil_stack.veiled else words)

    def _announce_once(self, roll: str, words: str, veiled: str) -> None:
        """Announce `words` unless already announced for this roll; use `veiled` while the veil is on."""
        if self.announced.get(roll) != words:
            self.announced[roll] = words
            if len(self.announced) > MOST_TOLD:
                del self.announced[next(iter(self.announced))]
            announce(self._veil_stack.stage, veiled if self._veil_stack.veiled else words)
