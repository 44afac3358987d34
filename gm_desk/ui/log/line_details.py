"""The details of the open roll: both sides, earlier verdicts, and the odds with the chance of success."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gm_desk.core.drafts.draft import Mode
from gm_desk.core.rules.outcomes import CheckOdds, Contest, MarginOutcome, Odds, Outcome, SimpleOutcome
from gm_desk.core.rules.requests import KaiserCheck
from gm_desk.core.wording.phrases import contest_chances, minus, percent
from gm_desk.model.log.cells import line_of
from gm_desk.model.log.entry_text import Details, DetailText, details
from gm_desk.model.log.rejudging import Rejudging
from gm_desk.ui.roll.odds import OddsBar
from gm_desk.ui.roll.odds_charts import OddsStrip, in_chances
from gm_desk.ui.theme.theme import SMALL, TIGHT
from gm_desk.ui.widgets.labels import dim_label, label, wrapped

SELECTABLE = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
NO_MODIFIERS = "A sum of dice has no modifiers."
NO_ROLL = "No dice were rolled for this."


class SideDetails(QWidget):
    """The details of one side of a roll."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self.heading = wrapped(label(size=SMALL, bold=True))
        self.modifiers = wrapped(dim_label())
        self.made = wrapped(label(size=SMALL))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.heading, self.modifiers, self.made):
            column.addWidget(part)

    def show_details(self, side: Details) -> None:
        """Show the details of a side; an empty heading is hidden."""
        self.heading.setText(side.heading)
        self.modifiers.setText(", ".join(map(_with_mark, side.modifiers)) or "no modifiers")
        self.made.setText(" · ".join(part for part in (side.made, side.rolled) if part))
        self.heading.setVisible(bool(side.heading))


class LineDetails(QWidget):
    """The details of the open roll."""

    def __init__(self, rejudging: Rejudging, parent: QWidget | None = None) -> None:
        """Observe the roll."""
        super().__init__(parent)
        self._rejudging = rejudging
        self.setObjectName("lineDetails")
        self.sides = (SideDetails(), SideDetails())
        self._none = wrapped(dim_label(NO_MODIFIERS))
        self.before = wrapped(dim_label())
        self.before.setObjectName("lineBefore")
        self.before.setTextInteractionFlags(SELECTABLE)
        self.before.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.bar = OddsBar()
        self.bar.setObjectName("lineOdds")
        self.strip = OddsStrip()
        self.strip.setObjectName("lineContestOdds")
        self.chance = wrapped(dim_label())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        for part in (*self.sides, self._none, self.before, self.bar, self.strip, self.chance):
            column.addWidget(part)
        column.addStretch(1)
        rejudging.judged.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Update from the roll."""
        entry = self._rejudging.entry
        sides = [] if entry is None else details(entry)
        for place, side in enumerate(self.sides):
            side.setVisible(place < len(sides))
            if place < len(sides):
                side.show_details(sides[place])
        self._none.setText(NO_ROLL if entry is not None and entry.event else NO_MODIFIERS)
        self._none.setVisible(entry is not None and not sides)
        self._show_past()
        self._show_odds()

    def _show_past(self) -> None:
        """List the superseded verdicts, oldest first."""
        logged = self._rejudging.logged
        past = line_of(logged).past if logged else ()
        self.before.setText(f"Before: {', '.join(past)}")
        self.before.setVisible(bool(past))

    def _show_odds(self) -> None:
        """Show the odds of the roll, with the result marked."""
        entry, reading = self._rejudging.entry, self._rejudging.reading
        composed = entry is not None and self._rejudging.composed
        odds, both = (reading.odds, reading.both) if composed else (None, None)
        simple = self._rejudging.draft.mode is Mode.SIMPLE
        shows_bar = isinstance(odds, Odds) and both is None and not simple
        self.bar.setVisible(shows_bar)
        self.bar.show_odds(odds if isinstance(odds, Odds) else None, self._roll())
        shares = contest_chances(both, self._rejudging.draft.mode)
        self.strip.show_shares(shares)
        self.strip.setVisible(bool(shares))
        words = self._chance_text(odds, simple=simple) if both is None else ""
        self.chance.setText(words)
        self.chance.setVisible(bool(words))

    def _chance_text(self, odds: object, *, simple: bool) -> str:
        """Return the chance of success as text."""
        match odds:
            case Odds() if simple:
                return f"{percent(odds.chance)} to be a strong success"
            case Odds():
                return f"{percent(odds.chance)} to succeed against {minus(odds.target)}"
            case CheckOdds() if self._rejudging.entry and isinstance(self._rejudging.entry.request, KaiserCheck):
                number = minus(self._rejudging.entry.request.difficulty)
                return f"{percent(odds.success)} to reach {number}   {in_chances(odds)}".rstrip()
            case _:
                return ""

    def _roll(self) -> int | None:
        """Return the roll that counts, after any flip-flop."""
        entry = self._rejudging.entry
        match entry.result if entry else None:
            case Contest() as contest:
                return contest.a.roll
            case Outcome() | MarginOutcome() | SimpleOutcome() as own:
                return own.roll
            case _:
                return None


def _with_mark(part: DetailText) -> str:
    """Return a modifier's text, marked if it was struck out or without effect."""
    if part.struck:
        return f"{part.text} (struck)"
    return f"{part.text} (changes nothing)" if part.idle else part.text
