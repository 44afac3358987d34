"""The prep check on the card: findings, each with a fix and a button to dismiss it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gm_desk.core.characters.prep_check import Finding
from gm_desk.core.wording.phrases import plural
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.theme.painting import scaled, width_of
from gm_desk.ui.theme.theme import COMPACT, GAP, HALF, SMALL, TIGHT
from gm_desk.ui.widgets.labels import label, wrapped

OPEN, CLOSED = "▴", "▾"
BUTTON = 1.4
"""The height of a small button, in ems."""


class PrepSection(QWidget):
    """The number of findings, which opens a list with fixes."""

    def __init__(self, document: RosterDocument, parent: QWidget | None = None) -> None:
        """Create the section without a character."""
        from gm_desk.model.roster.npcs import Checked

        super().__init__(parent)
        self._document = document
        self._id = ""
        self._checked = Checked()
        self._was_bare = True
        self._rows: list[_Row] = []
        self._of: tuple[object, ...] = ()
        self.toggle = _small_button("", "Show or hide the warnings of the prep check")
        self.toggle.setCheckable(True)
        self.fix_all = _small_button("Fix all", "Apply every fix in one step")
        self.recall = _small_button("", "Show the dismissed warnings again")
        self._list = QVBoxLayout()
        self._list.setSpacing(HALF)
        self.fix_all.setToolTip("Apply every fix in one step")
        self.recall.setToolTip("Show the dismissed warnings again")
        self._lay_out()
        self.toggle.toggled.connect(self._show)
        self.fix_all.clicked.connect(self._fix_all)
        self.recall.clicked.connect(self._recall)
        document.roster_changed.connect(self._refresh)
        self.hide()

    def show_character(self, character_id: str) -> None:
        """Show a character's findings, with the list closed; "" shows none."""
        if character_id != self._id:
            self._id = character_id
            self.toggle.setChecked(False)
        self._refresh()

    def open(self) -> None:
        """Open the list of findings, and focus the first button."""
        self.toggle.setChecked(True)
        self._focus_row(0)

    def _lay_out(self) -> None:
        column, top = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        column.addLayout(top)
        top.setContentsMargins(0, 0, GAP, 0)
        for part in (self.toggle, self.fix_all, self.recall):
            top.addWidget(part)
        top.addStretch(1)
        column.addLayout(self._list)

    def _refresh(self) -> None:
        """Check the character again if anything that the check depends on has changed.

        The list is rebuilt only if the findings have changed.
        """
        document, roster = self._document, self._document.roster
        of = self._id, roster.characters, roster.groups, document.system, document.house
        if of == self._of:
            return
        self._of = of
        from gm_desk.model.roster import npcs

        now = npcs.checked(self._document, self._id)
        if now != self._checked or self._bare != self._was_bare:
            self._checked, self._was_bare = now, self._bare
            self._show()

    def _show(self) -> None:
        """Show the number of findings, and the list if it is open."""
        found, opened = self._checked.standing, self.toggle.isChecked()
        focused = next((place for place, row in enumerate(self._rows) if row.has_focus()), None)
        had_focus = focused is not None or self.fix_all.hasFocus() or self.recall.hasFocus()
        mark = OPEN if opened else CLOSED
        self.toggle.setText(f"{plural(len(found), 'warning')} {mark}")
        self.toggle.setAccessibleName(plural(len(found), "warning"))
        self.recall.setText(f"{self._checked.dismissed} dismissed")
        self.recall.setAccessibleName(f"Show {self._checked.dismissed} dismissed again")
        self._fill(found if opened else ())
        self.toggle.setVisible(bool(found))
        self.fix_all.setVisible(opened and any(finding.fix for finding in found))
        self.recall.setVisible(bool(self._checked.dismissed) and (opened or not found))
        self.setVisible(bool(found or self._checked.dismissed) and (opened or not self._bare))
        if had_focus and self.isVisible():
            self._focus_row(focused or 0)

    @property
    def _bare(self) -> bool:
        """Whether the card is empty, so that a list of missing values would only be in the way."""
        character = self._document.character(self._id)
        return character is None or character.bare

    def _fill(self, found: tuple[Finding, ...]) -> None:
        """Create a row for each finding."""
        for row in self._rows:
            row.hide()
            row.deleteLater()
        self._rows = [_Row(finding) for finding in found]
        before: QWidget = self.recall
        for row in self._rows:
            self._list.addWidget(row)
            row.fix_requested.connect(self._fix)
            row.dismiss_requested.connect(self._dismiss)
            before = row.follow(before)

    def _focus_row(self, place: int) -> None:
        """Focus the row at a position, or the last one left."""
        if self._rows:
            self._rows[min(place, len(self._rows) - 1)].take_focus()
        elif self.toggle.isVisible():
            self.toggle.setFocus()
        elif self.recall.isVisible():
            self.recall.setFocus()

    def _fix(self, finding_id: str) -> None:
        from gm_desk.model.roster import npcs

        npcs.fix(self._document, self._id, finding_id)

    def _dismiss(self, finding_id: str) -> None:
        from gm_desk.model.roster import npcs

        npcs.dismiss(self._document, self._id, finding_id)

    def _fix_all(self) -> None:
        from gm_desk.model.roster import npcs

        npcs.fix_all(self._document, self._id)

    def _recall(self) -> None:
        from gm_desk.model.roster import npcs

        npcs.recall(self._document, self._id)
        self.toggle.setChecked(True)


class _Row(QWidget):
    """A finding, with buttons to fix and dismiss it."""

    fix_requested = Signal(str)
    dismiss_requested = Signal(str)

    def __init__(self, finding: Finding) -> None:
        super().__init__()
        self._id = finding.id
        says = wrapped(label(f"{finding.words}.", size=COMPACT))
        self._fix = _small_button("Fix", f"Fix: {finding.words}") if finding.fix else None
        self._dismiss = _small_button("Dismiss", f"Dismiss: {finding.words}")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, GAP, 0)
        row.addWidget(says, 1)
        if self._fix is not None:
            row.addWidget(self._fix)
            self._fix.clicked.connect(self._request_fix)
        row.addWidget(self._dismiss)
        self._dismiss.clicked.connect(self._request_dismiss)

    def has_focus(self) -> bool:
        """Return whether one of the buttons has the focus."""
        return self._dismiss.hasFocus() or (self._fix is not None and self._fix.hasFocus())

    def take_focus(self) -> None:
        """Focus the first button."""
        (self._fix or self._dismiss).setFocus()

    def follow(self, before: QWidget) -> QWidget:
        """Insert the buttons into the tab order after a widget, and return the last one."""
        for button in (self._fix, self._dismiss):
            if button is not None:
                QWidget.setTabOrder(before, button)
                before = button
        return before

    def _request_fix(self) -> None:
        self.fix_requested.emit(self._id)

    def _request_dismiss(self) -> None:
        self.dismiss_requested.emit(self._id)


def _small_button(text: str, spoken: str) -> QPushButton:
    """Return a small button; `spoken` is its accessible name."""
    made = QPushButton(text)
    made.setFont(scaled(made.font(), SMALL))
    em = made.fontMetrics().height()
    made.setFixedHeight(int(em * BUTTON))
    if text:
        made.setFixedWidth(int(width_of(made.font(), text) + 1.4 * em))
    made.setAccessibleName(spoken)
    return made
