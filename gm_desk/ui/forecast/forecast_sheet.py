"""The sheet of a forecast: its headline, its drawings, and what would matter most; on the screen and as a picture."""

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gm_desk.core.forecast.fights import ForecastResult
from gm_desk.core.forecast.report import LEFT_OUT, headline, percent, spread_words, standing_words
from gm_desk.ui.forecast.forecast_charts import EndsStrip, FateTable, TurnsChart
from gm_desk.ui.theme.theme import EDGE, GAP, TIGHT, TITLE, current_theme
from gm_desk.ui.widgets.labels import dim_label, heading, label, wrapped

SHARPNESS = 2.0
PICTURE = 46
"""The width of a picture, in heights of the font."""
SPREADS = "Damage: the mark is the median, and the bar what eight fights of ten lie between."
TURNS = "How many turns it takes, up to the twentieth:"
MATTERS = "What would matter most"
TRYING = "Still being tried…"


class ForecastSheet(QWidget):
    """The figures of a forecast."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.title, self.ends_in_words = wrapped(label(size=TITLE, bold=True)), wrapped(label())
        self.ends, self.turns, self.fates = EndsStrip(), TurnsChart(), FateTable()
        self.turns_in_words = wrapped(dim_label(TURNS))
        self._about, self._matter = wrapped(dim_label(SPREADS)), heading(MATTERS)
        self.changes, self.left_out = wrapped(label()), wrapped(dim_label(LEFT_OUT))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GAP, 0, GAP)
        self._matter.setContentsMargins(0, GAP, 0, 0)
        column.setSpacing(TIGHT)
        for part in (self.title, self.ends, self.ends_in_words, self._matter, self.changes):
            column.addWidget(part)
        for part in (self.fates, self._about, self.turns_in_words, self.turns, self.left_out):
            column.addWidget(part)
        column.addStretch(1)

    def show_result(self, result: ForecastResult, names: tuple[str, str], changes: Sequence[str]) -> None:
        """Show the figures of a forecast, and the sentences about changes as far as they are known."""
        self.title.setText(headline(result, names))
        ends = (f"{words} {percent(share)}" for words, share in standing_words(result, names))
        self.ends_in_words.setText(f"{', '.join(ends)}. It takes {spread_words(result.turns)} turns.")
        self.ends.show_result(result, names)
        self.turns.show_result(result)
        self.fates.show_result(result, names)
        self.changes.setText("\n".join(changes) or TRYING)


def forecast_picture(result: ForecastResult, names: tuple[str, str], changes: Sequence[str]) -> QImage:
    """Return a forecast drawn as a picture at twice the screen's resolution."""
    sheet = ForecastSheet()
    sheet.setContentsMargins(EDGE, EDGE, EDGE, EDGE)
    sheet.show_result(result, names, changes)
    width = sheet.fontMetrics().height() * PICTURE
    sheet.resize(width, sheet.sizeHint().height())
    sheet.resize(width, max(sheet.heightForWidth(width), sheet.minimumSizeHint().height()))
    palette, ground = sheet.palette(), QColor(current_theme().ground)
    palette.setColor(palette.ColorRole.Window, ground)
    sheet.setPalette(palette)
    image = QImage(QSize(sheet.size() * SHARPNESS), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(SHARPNESS)
    image.fill(ground)
    sheet.render(image)
    sheet.deleteLater()
    return image
