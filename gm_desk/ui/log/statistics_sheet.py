"""The sheet of statistics: dice, luck and verdicts; on the screen and as a picture."""

from msgspec import Struct
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from gm_desk.core.luck.statistics import DiceKind, distribution, everybody, kinds, luck_by_character
from gm_desk.core.luck.tally import Tally
from gm_desk.core.rules.outcomes import Grade
from gm_desk.model.log.statistics import chanceless_in_words
from gm_desk.model.roll.roll_text import rolls_in_words
from gm_desk.ui.log.statistics_charts import DiceBlock, StripRow, VerdictStrips
from gm_desk.ui.log.statistics_table import LuckRow, LuckTable
from gm_desk.ui.theme.painting import picture_of_sheet
from gm_desk.ui.theme.theme import BODY, EDGE, GAP, TITLE
from gm_desk.ui.widgets.labels import dim_label, heading, label, wrapped

EVERYBODY, NOBODY = "Everybody", "No character"
NOTHING_YET = (
    "No dice have been rolled yet. After the first rolls this shows how they fell against what is expected, "
    "how many successes everybody had against their chances, and all verdicts."
)
PICTURE = 56
"""The width of a picture, in heights of the font."""
MARGIN = EDGE


class Shown(Struct, frozen=True):
    """The contents of a sheet: a tally and its system, of one character ("" is none) or of all, and a kind of dice."""

    tally: Tally
    system: str
    character: str | None = None
    kind: DiceKind | None = None

    @property
    def counted(self) -> Tally:
        """The tally of the chosen character, or of all."""
        return self.tally if self.character is None else self.tally.of_character(self.character)

    @property
    def rolls(self) -> int:
        """The number of rolls."""
        return self.tally.rolls if self.character is None else self.tally.rolls_of(self.character)


class LuckSheet(QWidget):
    """The statistics of a tally, section by section."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.title, self.about = wrapped(label(size=TITLE, bold=True)), wrapped(dim_label())
        self.nothing = wrapped(dim_label(NOTHING_YET, size=BODY))
        self.rolled, self.typed = DiceBlock("Rolled"), DiceBlock("Typed by hand")
        self._dice = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._luck, self._verdicts = heading("Luck: successes against expected"), heading("Verdicts")
        self.table, self.strips = LuckTable(), VerdictStrips()
        self.chanceless = wrapped(dim_label())
        self._lay_out()

    def show_tally(self, shown: Shown) -> None:
        """Show a tally; a kind of dice without rolls is replaced by the most frequent one."""
        tally = shown.counted
        found = kinds(tally)
        kind = shown.kind if shown.kind in found else next(iter(found), None)
        self.nothing.setHidden(bool(tally.sides))
        for block, by_hand in ((self.rolled, False), (self.typed, True)):
            if kind is None:
                block.hide()
            else:
                block.show_bins(kind, distribution(tally, kind, by_hand=by_hand))
        self._show_luck(tally, all_of_them=shown.character is None)
        self._show_verdicts(tally, shown.system, all_of_them=shown.character is None)

    def set_title(self, title: str, about: str) -> None:
        """Set the title of a picture; empty texts are hidden, as on the screen."""
        for says, text in ((self.title, title), (self.about, about)):
            says.setText(text)
            says.setVisible(bool(text))

    def _show_luck(self, tally: Tally, *, all_of_them: bool) -> None:
        names = tally.characters
        rows = [LuckRow(names[one] or NOBODY, luck) for one, luck in luck_by_character(tally).items()]
        if all_of_them and len(rows) > 1:
            rows.insert(0, LuckRow(EVERYBODY, everybody(tally), whole=True))
        self.table.show_rows(rows)
        for part in (self._luck, self.table):
            part.setVisible(bool(rows))
        chanceless = tally.sides.total() - tally.bets.total()
        self.chanceless.setText(chanceless_in_words(chanceless))
        self.chanceless.setVisible(bool(chanceless))

    def _show_verdicts(self, tally: Tally, system: str, *, all_of_them: bool) -> None:
        theirs = {who: dict.fromkeys(Grade, 0) for who in tally.characters}
        for (who, grade), count in tally.verdicts.items():
            theirs[who][grade] += count
        rows = [StripRow(name or NOBODY, _without_none(theirs[who]), system) for who, name in tally.characters.items()]
        rows = [row for row in rows if row.counts]
        if all_of_them and len(rows) > 1:
            all_verdicts = {grade: sum(counts[grade] for counts in theirs.values()) for grade in Grade}
            rows.insert(0, StripRow(EVERYBODY, _without_none(all_verdicts), system))
        self.strips.show_rows(rows)
        for part in (self._verdicts, self.strips):
            part.setVisible(bool(rows))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, GAP, MARGIN, GAP)
        column.setSpacing(GAP)
        for words in (self.title, self.about, self.nothing):
            column.addWidget(words)
        column.addLayout(self._dice)
        self._dice.setSpacing(MARGIN)
        for block in (self.rolled, self.typed):
            self._dice.addWidget(block, 1)
        for head in (self._luck, self._verdicts):
            head.setContentsMargins(0, GAP, 0, 0)
        for part in (self._luck, self.table, self.chanceless, self._verdicts, self.strips):
            column.addWidget(part)
        column.addStretch(1)
        self.set_title("", "")


def _without_none(counts: dict[Grade, int]) -> dict[Grade, int]:
    """Return only the verdicts that occurred."""
    return {grade: count for grade, count in counts.items() if count}


def picture_of(shown: Shown, title: str) -> QImage:
    """Return statistics drawn as a picture at twice the screen's resolution."""
    sheet = LuckSheet()
    sheet.show_tally(shown)
    sheet.set_title(title, rolls_in_words(shown.rolls))
    return picture_of_sheet(sheet, sheet.fontMetrics().height() * PICTURE)
