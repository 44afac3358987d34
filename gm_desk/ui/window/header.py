"""The bar above the panes: the name of the open roster, the finder, and buttons for new characters."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMoveEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QSizePolicy, QToolButton, QWidget
from typing_extensions import override

from gm_desk.core.characters.roster import valid_name
from gm_desk.core.systems.definition import Examples
from gm_desk.core.wording.phrases import one_line, sentence, tip_of
from gm_desk.model.roll.rolling import Secrecy
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.theme.painting import CENTRE, rounded, scaled, width_of, write
from gm_desk.ui.theme.theme import EDGE, GAP, HALF, LEAD, SMALL, WIDE, current_theme, icon
from gm_desk.ui.widgets.action_rows import set_tip
from gm_desk.ui.widgets.buttons import KeyButton
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.labels import PaintedLabel, dim_label, hint
from gm_desk.ui.widgets.scrolling import LatePart
from gm_desk.ui.widgets.text_input import LineEdit

if TYPE_CHECKING:
    from gm_desk.model.roll.finder import FinderSearch
    from gm_desk.ui.finder.finder import FinderListing
    from gm_desk.ui.finder.rows import FinderRows
    from gm_desk.ui.roster.roster_pane import RosterPane
    from gm_desk.ui.widgets.action_rows import WindowActions

VEIL_KEY = "F8"
"""The default key that toggles the veil."""
NEW, TEMPLATE, PLAYERS = "New character", "From template", "Players’ window"
WORDS_FROM, BADGE_FROM, BUTTON_FROM, VEIL_FROM = 70, 54, 46, 34
"""Window widths, in heights of the font, from which button texts, badge, buttons and veil button are shown."""


class Badge(PaintedLabel):
    """The badge that shows the roster's system."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create an empty badge."""
        super().__init__(parent)
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str) -> None:
        """Set the name of the system."""
        if text == self._text:
            return
        self._text = text
        self.setAccessibleName(f"System: {text}")
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        small = scaled(self.font(), SMALL)
        return QSize(int(width_of(small, self._text)) + 16, int(self.fontMetrics().height() * 1.35))

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        accent = current_theme().accent
        box = QRectF(self.rect())
        rounded(painter, box, None, accent, 4)
        write(painter, box, self._text, accent, CENTRE, scaled(self.font(), SMALL))


NOT_SAVED = "Not saved"
OF_WORK = {"roster", "log", "state"}
"""The sources of problems that leave work unsaved."""


class UnsavedMark(PaintedLabel):
    """The mark in the header that shows that work is unsaved."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Create the mark, hidden."""
        super().__init__(parent)
        self._unsaved_sources: set[str] = set()
        self.setAccessibleName(NOT_SAVED)
        self.setToolTip("Not everything is on the disk yet; GM Desk keeps trying.")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    @property
    def on(self) -> bool:
        """Whether anything is unsaved."""
        return bool(self._unsaved_sources)

    def follow(self, source: str, trouble: str) -> None:
        """Record a problem of a source, or that it is resolved if `trouble` is empty."""
        before = self.on
        if trouble and source in OF_WORK:
            self._unsaved_sources.add(source)
        else:
            self._unsaved_sources.discard(source)
        if self.on != before:
            self.setVisible(self.on)
            self.changed.emit()

    @override
    def sizeHint(self) -> QSize:
        return QSize(int(width_of(self.font(), NOT_SAVED)) + 16, int(self.fontMetrics().height() * 1.35))

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, box = QPainter(self), current_theme(), QRectF(self.rect())
        rounded(painter, box, theme.trouble, None, 4)
        write(painter, box, NOT_SAVED, theme.on_trouble, CENTRE, self.font())


HINT = "Find, roll or do"
TIP = "Try “{}”, “{}”, “{}”, or an action, “{}”. Enter runs it, Tab prepares a test without rolling, ↑ recalls."


class FinderField(LineEdit):
    """The field of the finder; what lists the meanings of a line is built when the field is first used.

    `acted` carries the id of an action that has been run.
    """

    found = Signal(object)
    prepared = Signal(object)
    acted = Signal(str)

    def __init__(self, finding: "Callable[[], FinderSearch]", parent: QWidget | None = None) -> None:
        """Create the field; `finding` interprets lines."""
        super().__init__(parent)
        self._make_finding = finding
        self._key = ""
        self.setObjectName("finder")
        self.setPlaceholderText(HINT)
        self.show_examples(Examples())
        self.setAccessibleName("Find a character, skill or action, or type a test to roll")

    @LatePart
    def listing(self) -> "FinderListing":
        """What lists the meanings of a line."""
        from gm_desk.ui.finder.finder import FinderListing

        made = FinderListing(self, self._make_finding)
        made.found.connect(self.found)
        made.prepared.connect(self.prepared)
        made.acted.connect(self.acted)
        return made

    @property
    def list(self) -> "FinderRows":
        """The rows under the field."""
        return self.listing.list

    def offer(self, actions: "WindowActions", roster: "RosterPane", notice: Callable[[str], None]) -> None:
        """Include the actions of the window in searches; `notice` is called with what one did for somebody named."""
        self.listing.offer(actions, roster, notice)

    def show_examples(self, examples: Examples) -> None:
        """Set the tool tip, with lines of the roster's system."""
        tried = (examples.against, examples.bare, examples.dice, examples.action)
        set_tip(self, TIP.format(*tried), "finder.find")

    def show_key(self, key: str) -> None:
        """Set the key to show in the empty field."""
        self._key = key
        self._hint()

    def _hint(self) -> None:
        """Update the placeholder, with the key if there is room."""
        hint(self, f"{HINT}   ({self._key})" if self._key else HINT, HINT)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._hint()
        self._place_again()

    @override
    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self._place_again()

    def _place_again(self) -> None:
        """Place the list again under the field, which has moved."""
        if FinderField.listing.built(self) is not None:
            self.listing.place_again()

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and FinderField.listing.built(self) and self.listing.takes(event):
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.listing.press(event):
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.listing.begin()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.listing.reset()


class Header(QWidget):
    """The bar with the roster's name, the roster switcher, the finder and the main buttons."""

    new_character_requested = Signal()
    template_requested = Signal()

    def __init__(
        self, document: RosterDocument, finding: "Callable[[], FinderSearch]", parent: QWidget | None = None
    ) -> None:
        """Create the header for a document."""
        super().__init__(parent)
        self.setObjectName("header")
        self._document = document
        self.name = CheckedEdit(valid_name, plain=True, document=document)
        self.name.setObjectName("rosterName")
        self.name.setAccessibleName("Name of the roster")
        self._badge = Badge()
        self.switcher = QToolButton()
        self.switcher.setIcon(icon("chevron"))
        self.switcher.setAutoRaise(True)
        set_tip(self.switcher, "Other rosters", "files.switch_roster")
        self.switcher.setAccessibleName("Other rosters")
        self.rosters = QMenu(self)
        self.rosters.setAccessibleName(self.switcher.accessibleName())
        self.switcher.clicked.connect(self.switch)
        self.unsaved = UnsavedMark()
        self.read_only = dim_label("(read-only)")
        self.finder = FinderField(finding)
        self._new = QPushButton(icon("new-character"), NEW)
        set_tip(self._new, "New character", "roster.new_character")
        self._new.setAccessibleName(NEW)
        self._new.clicked.connect(self.new_character_requested)
        self._template = QPushButton(icon("template"), TEMPLATE)
        self._template.setAccessibleName(TEMPLATE)
        set_tip(self._template, "Create NPCs from a template", "roster.new_npc")
        self._template.clicked.connect(self.template_requested)
        self.veil = KeyButton("Veil", VEIL_KEY, "veil")
        set_tip(self.veil, "Hide names, targets and verdicts on the whole screen", "window.toggle_veil")
        self.players = QPushButton(PLAYERS)
        self.show_players(there=False)
        self._lay_out()
        self.name.committed.connect(self._rename)
        document.opened.connect(self._show_examples)
        self._show_examples()
        for changed in (document.opened, document.roster_changed, document.read_only_changed):
            changed.connect(self.refresh)
        self.refresh()

    def _lay_out(self) -> None:
        """Arrange the widgets in a row, with the finder in the middle."""
        row = QHBoxLayout(self)
        row.setContentsMargins(WIDE, HALF, EDGE, GAP)
        row.setSpacing(GAP)
        row.addWidget(self.name)
        row.addWidget(self._badge)
        row.addWidget(self.switcher)
        row.addWidget(self.unsaved)
        row.addWidget(self.read_only)
        row.addStretch(2)
        row.addWidget(self.finder, 5)
        row.addStretch(2)
        row.addWidget(self._new)
        row.addWidget(self._template)
        row.addWidget(self.players)
        row.addWidget(self.veil)

    def refresh(self) -> None:
        """Update the roster's name, system and read-only state."""
        self.name.store(self._document.roster.name)
        if not self.name.hasFocus():
            self.name.setCursorPosition(0)
        self._fit_name()
        self._badge.show_text(self._document.system.name)
        self.read_only.setVisible(bool(self._document.read_only))
        self.read_only.setToolTip(tip_of(sentence(self._document.read_only)))

    def _fit_name(self) -> None:
        """Make the field as wide as the name, within limits, in the present text size."""
        self.name.setFont(scaled(self.font(), LEAD, bold=True))
        words, em = width_of(self.name.font(), self.name.text()), self.fontMetrics().height()
        self.name.setFixedWidth(int(min(max(words + em, em * 6), em * 18)))

    def _show_examples(self) -> None:
        """Show lines of the roster's system in the finder's tool tip."""
        self.finder.show_examples(self._document.system.examples)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.name.width() + self.fontMetrics().height() * 8, super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_name()
            self._fit()

    def _fit(self) -> None:
        """Hide whatever does not fit the width."""
        ems = self.width() / self.fontMetrics().height()
        self._badge.setVisible(ems >= BADGE_FROM)
        for button, words in ((self._new, NEW), (self._template, TEMPLATE), (self.players, PLAYERS)):
            button.setText(words if ems >= WORDS_FROM else "")
            button.setVisible(ems >= BUTTON_FROM)
        self.veil.setVisible(ems >= VEIL_FROM)

    def show_players(self, *, there: bool) -> None:
        """Show whether the players' window is open, and update the button."""
        if there:
            self.players.setAccessibleName("The players’ window is open")
            set_tip(self.players, "The players’ window is open: show what the players see", "players.preview")
        else:
            self.players.setAccessibleName(PLAYERS)
            set_tip(self.players, "Open the players’ window", "players.toggle_window")
        self.players.setIcon(icon("players", "accent" if there else "text"))

    def edit_name(self) -> None:
        """Focus the name field and select its text."""
        self.name.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.name.selectAll()

    def switch(self) -> None:
        """Open the menu of other rosters, with the previously open one preselected."""
        self.rosters.popup(self.switcher.mapToGlobal(self.switcher.rect().bottomLeft()))
        for other in self.rosters.actions():
            if other.isCheckable() and not other.isChecked():
                self.rosters.setActiveAction(other)
                break

    def _rename(self, text: str) -> None:
        from gm_desk.model.roster import edits

        edits.rename_roster(self._document, text)


class WindowTitle(QObject):
    """The title of a window: the open roster and its system, unless it is veiled, and the mark of what is unsaved."""

    def __init__(self, window: QWidget, document: RosterDocument, unsaved: UnsavedMark, secrecy: Secrecy) -> None:
        """Follow a roster."""
        super().__init__(window)
        self._window = window
        self._document = document
        self._unsaved = unsaved
        self._secrecy = secrecy
        for changed in (document.roster_changed, document.read_only_changed, unsaved.changed):
            changed.connect(self.refresh)

    def refresh(self) -> None:
        """Update the title."""
        document = self._document
        read_only = " (read-only)" if document.read_only else ""
        name, system = one_line(document.roster.name, 120), document.system.name
        name = name.replace("[*]", "[*][*]")  # Qt's placeholder for a mark
        title = "GM Desk[*]" if self._secrecy.veiled else f"{name}[*]{read_only} – {system} – GM Desk"
        self._window.setWindowTitle(title)
        self._window.setWindowModified(self._unsaved.on)
