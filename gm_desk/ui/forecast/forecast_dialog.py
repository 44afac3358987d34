"""The dialog of a forecast, which is updated during the simulation, and the commands that open it."""

from collections.abc import Callable, Sequence

from msgspec import structs
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from gm_desk.core.drafts.draft import OF_THE_SIDE, Chip, Origin
from gm_desk.core.forecast.contenders import USUAL_FIGHTS
from gm_desk.core.forecast.report import report_of
from gm_desk.core.wording.phrases import menu_text, one_line, signed
from gm_desk.model.files.session import Session
from gm_desk.model.forecast.fight_count import FightCount
from gm_desk.model.forecast.sides import ForecastChoice, choices_for, setup_of, why_no_fight
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.forecast.forecast_charts import ForecastSheet, forecast_picture
from gm_desk.ui.forecast.forecast_form import ForecastForm, fight_in_words
from gm_desk.ui.theme.theme import EDGE, GAP
from gm_desk.ui.widgets.action_rows import Choice
from gm_desk.ui.widgets.labels import dim_label, wrapped
from gm_desk.ui.window.main_window import MainWindow

WIDTH, HEIGHT, ROOM = 46, 48, 40
"""The size in heights of the font, and the margin in a small window, in pixels."""
SETTLING = 250
"""Milliseconds without a change of the roster after which the fight is simulated again."""
NO_SIDES = "Nothing to forecast: two groups with characters are needed"

Pinned = Callable[[], Sequence[Chip]]


class ForecastDialog(QDialog):
    """The dialog of a forecast; it is not modal, and Esc first stops the simulation."""

    def __init__(
        self, document: RosterDocument, choices: Sequence[ForecastChoice], pinned: Pinned, window: QWidget
    ) -> None:
        """Show the first of these fights; `pinned` returns the modifiers of every test."""
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Forecast")
        self.setObjectName("forecast")
        self._document, self._pinned = document, pinned
        self.count = FightCount(self, fights=USUAL_FIGHTS)
        self.form = ForecastForm(choices, document.system)
        self.sheet = ForecastSheet()
        self.says = wrapped(dim_label())
        self.copy, self.copy_text = QPushButton("&Copy as picture"), QPushButton("Copy as &text")
        self.halt, self.leave = QPushButton("Sto&p"), QPushButton("Close")
        self._late = QTimer(self, interval=SETTLING, singleShot=True)
        self._lay_out()
        self._connect()
        em = self.fontMetrics().height()
        self.resize(min(em * WIDTH, window.width() - ROOM), min(em * HEIGHT, window.height() - ROOM))
        self.form.sides["b"].number.setFocus()
        self.recount()

    def recount(self) -> None:
        """Simulate the fight again with the current characters."""
        choice = self.form.choice
        plain = setup_of(_unchanged(choice), self._document)
        self.form.show_setup(plain)
        why_not = why_no_fight(plain)
        self.sheet.setVisible(not why_not)
        if why_not:
            self.count.clear()
            self.says.setText(why_not)
        else:
            self.count.begin(setup_of(choice, self._document, self._pinned()))

    def escape(self) -> None:
        """Stop the simulation, or close the dialog if it is not running."""
        if self.count.counting:
            self.count.stop()
        else:
            self.reject()

    def _show(self) -> None:
        """Show the figures so far."""
        result = self.count.result
        for button in (self.copy, self.copy_text):
            button.setEnabled(bool(result.fights))
        self.halt.setEnabled(self.count.counting)
        if not result.fights:
            return
        self.sheet.show_result(result, self.form.choice.names, self.count.sentences() or self._why_no_changes())
        self.says.setText(" ".join(filter(None, (self._how_far(), self._beside()))))

    def _how_far(self) -> str:
        fights = self.count.result.fights
        if self.count.counting and not self.count.complete:
            return f"{fights:,} of {USUAL_FIGHTS:,} fights so far…"
        return f"{fights:,} fights."

    def _beside(self) -> str:
        """Return a note on the pinned modifiers."""
        pinned = ", ".join(f"{one_line(chip.label, 30)} {signed(chip.value)}" for chip in self._pinned())
        return f"Pinned for all: {pinned}." if pinned else ""

    def _why_no_changes(self) -> list[str]:
        return [] if self.count.counting else ["The simulation was stopped before any change was tried."]

    def _copy(self) -> None:
        """Copy the picture to the clipboard, and confirm it."""
        if self.copy.isEnabled():
            picture = forecast_picture(self.count.result, self.form.choice.names, self.count.sentences())
            QGuiApplication.clipboard().setImage(picture)
            self.says.setText("Copied as a picture.")

    def _copy_text(self) -> None:
        """Copy the figures as text, and confirm it."""
        report = report_of(self.count.result, self.form.choice.names)
        QGuiApplication.clipboard().setText("\n".join([report, *self.count.sentences()]).rstrip() + "\n")
        self.says.setText("Copied as text.")

    def _connect(self) -> None:
        self.form.changed.connect(self.recount)
        self.count.changed.connect(self._show)
        self._document.roster_changed.connect(self._late.start)
        self._late.timeout.connect(self.recount)
        self._document.opened.connect(self.reject)
        self.copy.clicked.connect(self._copy)
        self.copy_text.clicked.connect(self._copy_text)
        self.halt.clicked.connect(self.count.stop)
        self.leave.clicked.connect(self.reject)
        self.finished.connect(self.count.clear)
        QShortcut(Qt.Key.Key_Escape, self, self.escape)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self, self._copy)
        self.copy.setToolTip("Copy as a picture (Ctrl+C)")
        self.halt.setToolTip("Stop the simulation (Esc)")

    def _lay_out(self) -> None:
        inside, scroll, bottom, whole = QWidget(), QScrollArea(), QHBoxLayout(), QVBoxLayout(self)
        whole.addWidget(scroll, 1)
        whole.addLayout(bottom)
        column = QVBoxLayout(inside)
        column.setContentsMargins(EDGE, GAP, EDGE, GAP)
        column.addWidget(self.form)
        column.addWidget(self.says)
        column.addWidget(self.sheet, 1)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setAccessibleName("Forecast")
        scroll.setWidget(inside)
        for button in (self.copy, self.copy_text, self.halt, self.leave):
            button.setAutoDefault(False)
        for part in (self.copy, self.copy_text):
            bottom.addWidget(part)
        bottom.addStretch(1)
        for part in (self.halt, self.leave):
            bottom.addWidget(part)


class ForecastCommands(QObject):
    """The commands that open the forecast."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._window, self._session = window, session

    def show(self) -> None:
        """Open the forecast of the likeliest fight."""
        choices = self._choices()
        if choices:
            self.show_choice(choices[0])

    def show_choice(self, choice: ForecastChoice) -> None:
        """Open the forecast of a fight, or show it in the dialog that is open."""
        dialog = next((one for one in self._window.findChildren(ForecastDialog) if one.isVisible()), None)
        if dialog is None:
            choices = self._choices()
            others = [one for one in choices if one != choice]
            dialog = ForecastDialog(self._session.document, [choice, *others], self.pinned, self._window)
            dialog.show()
        else:
            dialog.form.choose(choice)
        dialog.raise_()
        dialog.activateWindow()

    def choices(self) -> list[Choice]:
        """Return the fights to choose from."""
        return [Choice(menu_text(fight_in_words(choice)), choice) for choice in self._choices()]

    def why_not(self) -> str:
        """Return the reason why there is nothing to forecast, or ""."""
        return "" if self._choices() else NO_SIDES

    def pinned(self) -> list[Chip]:
        """Return the pinned modifiers, which apply to everybody in the scene."""
        chips = self._session.drafting.draft.chips
        own = {*OF_THE_SIDE, *((Origin.DIFFICULTY,) if self._session.document.system.reach else ())}
        return [chip for chip in chips if chip.pinned and not chip.struck and chip.origin not in own]

    def _choices(self) -> list[ForecastChoice]:
        """Return the possible fights for the selection."""
        document, roster = self._session.document, self._window.roster
        current, heading = roster.current()
        shown = document.character(self._session.view.selected)
        group = current if heading else shown.group if shown else ""
        return choices_for(document.roster, roster.selected_ids(), group)


def _unchanged(choice: ForecastChoice) -> ForecastChoice:
    """Return a fight with all members of both sides."""
    return structs.replace(choice, a=structs.replace(choice.a, number=None), b=structs.replace(choice.b, number=None))
