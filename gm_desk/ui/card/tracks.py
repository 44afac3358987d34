"""The tracks of the card: damage and stress with their effects, and fields to enter more."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QAction, QColor, QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSpacerItem, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.characters import harm, values
from gm_desk.core.characters.harm import INJURIES, Track, TrackKind
from gm_desk.core.characters.values import effects_in_words, thresholds_ahead, track_in_words
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import plural, tip_of
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.card.line_box import for_several, reached
from gm_desk.ui.card.track_bar import HARM_EXAMPLES, HarmEdit, TrackBar, hint_of
from gm_desk.ui.theme.theme import COMPACT, GAP, current_theme
from gm_desk.ui.widgets.labels import ElidedLabel, FieldLabel
from gm_desk.ui.widgets.pill import MORE, FittingPill, Pill
from gm_desk.ui.widgets.scrolling import set_tab_order

if TYPE_CHECKING:
    from gm_desk.model.card.card_edits import LateEdits

NAME, COUNT, ROOMY = 4.2, 4.0, 32.0
"""In ems: the widths of a track's name and numbers, and the row width from which coming effects are shown."""
STACKED, LEAST, WORDY = 20.0, 11, 40.0
"""In ems: the row width below which two lines are needed, the least, and that below which the bar leaves more room."""


class PenaltyLabel(ElidedLabel):
    """A label that shows the modifiers of a track in full before its other effects."""

    @override
    def minimumSizeHint(self) -> QSize:
        cost = self.fontMetrics().horizontalAdvance(self.text().partition(" · ")[0])
        return QSize(cost + 2, super().minimumSizeHint().height())


class TrackRow(QWidget):
    """One track of a character."""

    def __init__(
        self,
        document: RosterDocument,
        edits: "LateEdits",
        kind: TrackKind,
        parent: QWidget | None = None,
    ) -> None:
        """Create the row without a character."""
        super().__init__(parent)
        self._document = document
        self._edits = edits
        self._id = ""
        self._selected: tuple[str, ...] = ()
        self.kind: TrackKind = kind
        self._message: tuple[str, ...] = ()
        self._track = Track(kind, "", 0)
        self._shown: tuple[object, ...] = ()
        self._name, self.count = FieldLabel(), FieldLabel()
        self._name.clicked.connect(self.open)
        self.count.clicked.connect(self.open)
        self.hurt, self.notice = PenaltyLabel(size=COMPACT), ElidedLabel(size=COMPACT)
        self.effects = ElidedLabel(size=COMPACT)
        self.bar, self.edit = TrackBar(), HarmEdit(self._check)
        self.heal = FittingPill(mark=MORE)
        self._lay_out()
        self.bar.typing_requested.connect(self.open)
        self.edit.returnPressed.connect(self._apply)
        self.edit.closed.connect(self._close)
        self.heal.clicked.connect(self._open_menu)
        self.heal.menu_requested.connect(self._open_menu)
        self._colour()

    def show_track(self, character_id: str, track: Track) -> None:
        """Show a character's track, and clear the message about the last change."""
        if character_id != self._id and self.edit.isVisible():
            self._close()
        self._id, self._track, self._message = character_id, track, ()
        self._show()

    def select(self, ids: Sequence[str]) -> None:
        """Set the selection: if it includes the character shown, harm and healing apply to all of it."""
        self._selected = tuple(ids)
        if not self.edit.isHidden():
            self._message = self._affected
        self._show()

    @property
    def _affected(self) -> tuple[str, ...]:
        """The number of affected characters as text, or () for only one."""
        words = for_several(self.targets).strip()
        return (words,) if words else ()

    @property
    def targets(self) -> tuple[str, ...]:
        """The characters affected: the selection if it includes the one shown, else only that one."""
        return reached(self._id, self._selected)

    def keep_room(self, *, kept: bool) -> None:
        """Reserve the space of a text even without one, so that all bars are equally long."""
        self._room.changeSize(0, 0, QSizePolicy.Policy.Expanding if kept else QSizePolicy.Policy.Minimum)
        self._texts.invalidate()

    def open(self, typed: str = "") -> None:
        """Open the field with some typed text, and show how many characters are affected."""
        self._message = self._affected
        self._show()
        self.edit.setText(typed)
        self.edit.setModified(bool(typed))
        self.edit.show()
        self.edit.setFocus()
        self.bar.hide()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().height() * LEAST, super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stack()
        self._fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._stack()
        elif event.type() == QEvent.Type.PaletteChange:
            self._colour()

    def _stack(self) -> None:
        """Move the bar and the current effects to a second line if the row is narrow, and share the row's width."""
        narrow = self.width() < self.fontMetrics().height() * STACKED
        if narrow != (self._below.count() > 0):
            for place, part in enumerate((self.bar, self.edit)):
                (self._below if narrow else self._row).insertWidget(0 if narrow else 1 + place, part, 4)
            (self._below if narrow else self._texts).insertWidget(-1 if narrow else 0, self.hurt)

        tight = self.width() < self.fontMetrics().height() * WORDY
        for part in (self.bar, self.edit):
            self._row.setStretchFactor(part, 2 if tight else 4)
        self._row.setStretchFactor(self._texts, 3)

    def _fit(self) -> None:
        """Show the message about the last change, or else the coming effects if there is room."""
        roomy = self.width() >= self.fontMetrics().height() * ROOMY and self._words_fit()
        self.notice.setVisible(bool(self._message))
        self.effects.setVisible(roomy and not self._message)

    def _words_fit(self) -> bool:
        """Return whether the current and the coming effects have room beside the bar."""
        fixed = sum(part.sizeHint().width() for part in (self._name, self.count, self.heal)) + 4 * GAP
        bar, words = (
            self._row.stretch(place) for place in (self._row.indexOf(self.bar), self._row.indexOf(self._texts))
        )
        room = (self.width() - fixed) * words / (bar + words)
        hurt = 0 if self.hurt.isHidden() else self.hurt.sizeHint().width() + GAP
        return hurt + self.effects.sizeHint().width() <= room

    def _lay_out(self) -> None:
        em = self.fontMetrics().height()
        column, row, self._below = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        self._row = row
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addLayout(self._below)
        self.notice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.notice.hide()
        row.setSpacing(GAP)
        self._name.setMinimumWidth(int(em * NAME))
        self.count.setMinimumWidth(int(em * COUNT))
        self.effects.setForegroundRole(QPalette.ColorRole.WindowText)
        self.effects.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.hurt.setForegroundRole(QPalette.ColorRole.WindowText)
        self.edit.hide()
        self.edit.setMinimumWidth(em * 6)
        for part, stretch in ((self._name, 0), (self.bar, 4), (self.edit, 4), (self.count, 0)):
            row.addWidget(part, stretch)
        says = self._texts = QHBoxLayout()
        row.addLayout(says, 3)
        says.addWidget(self.hurt)
        says.addWidget(self.effects, 1)
        says.addWidget(self.notice, 1)
        self._room = QSpacerItem(0, 0)
        says.addSpacerItem(self._room)
        row.addWidget(self.heal)

    def _show(self) -> None:
        """Update the widgets from the track and the last change."""
        track, for_whom = self._track, for_several(self.targets)
        now = track, for_whom, self._message, self._document.system.id
        if self._shown == now:
            return
        self._shown = now
        self._name.setText(track.name)
        self.bar.show_track(track)
        self.edit.setAccessibleName(f"{track.name}{for_whom}: type the amount")
        armored = f"  {self._document.system.examples.harm}" if track.kind == "damage" else ""
        self.edit.setPlaceholderText(f"{HARM_EXAMPLES}{armored}{for_whom}")
        self.edit.setToolTip(tip_of(hint_of(track)))
        self.count.setText(track_in_words(track))
        parts, comes = effects_in_words(track), ", ".join(thresholds_ahead(track))
        hurt = " · ".join(parts)
        self.hurt.setText(hurt)
        self.hurt.setToolTip(tip_of(hurt))
        self.hurt.setVisible(bool(hurt))
        self.effects.setText(comes)
        self.effects.setToolTip(tip_of(comes))
        words = ", ".join(self._message)
        self.notice.setText(words)
        self.notice.setToolTip(tip_of(words))
        self._fit()
        self.heal.show_words("Heal", f"Heal {track.name.lower()}", quiet=True, mark=MORE)
        self.heal.setAccessibleName(f"Heal {track.name.lower()}{for_whom}")

    def _colour(self) -> None:
        """Colour the current effects as penalties, and the coming effects dim."""
        theme = current_theme()
        for part, ink in ((self.hurt, theme.minus), (self.effects, theme.dim)):
            palette = part.palette()
            palette.setColor(QPalette.ColorRole.WindowText, QColor(ink))
            part.setPalette(palette)

    def _check(self, text: str) -> None:
        """Raise RulesError unless the text is valid harm, and any armor named in it is worn."""
        if text.strip():
            self._edits().health.read(self.targets, self.kind, text)

    def _apply(self) -> None:
        """Apply the typed line, and show the result."""
        line = self.edit.text()
        self._close(back=True)
        if line.strip():
            targets = self.targets
            done = self._edits().health.suffer(targets, self.kind, line)
            own = next((one.words for one in done if one.character.id == self._id), ())
            self._message = own if len(targets) == 1 or not own else (f"{len(targets)} characters", *own)
            self._show()

    def _close(self, *, back: bool = False) -> None:
        """Replace the field with the bar."""
        if self.edit.isHidden():
            return
        back = back or self.edit.hasFocus()
        self._message = ()
        self._show()
        self.bar.show()
        if back:
            self.bar.setFocus()
        self.edit.hide()
        self.edit.clear()

    def _open_menu(self) -> None:
        """Open the menu to heal, and to ignore wounds."""
        injury, character = INJURIES.get(self.kind), self._document.character(self._id)
        entries: list[tuple[str, object, bool]] = [(f"Heal all {self.kind}", "all", False)]
        if injury and character:
            entries.append((f"Heal a {injury.name}", "one", False))
            most = values.ignorable(self.kind, RULES[self._document.system.id])
            now = values.ignored(character, self.kind)
            ways = range(most + 1) if most else ()
            entries += [(f"Ignore {plural(one, injury.name, 'no')}", one, one == now) for one in ways]
        self.heal.open_menu(entries, self._choose)

    def _choose(self, action: QAction) -> None:
        match action.data():
            case "all":
                self._edits().health.heal_all(self.targets, self.kind)
            case "one":
                self._edits().health.heal_wound(self.targets, self.kind)
            case int(number):
                self._edits().health.ignore(self.targets, self.kind, number)


class TracksSection(QWidget):
    """The tracks of one character; if all are empty, a button to show them."""

    def __init__(self, document: RosterDocument, edits: "LateEdits", parent: QWidget | None = None) -> None:
        """Create the section without a character."""
        super().__init__(parent)
        self._document = document
        self._edits = edits
        self._id = ""
        self._selected: tuple[str, ...] = ()
        self._show_empty = False
        self.rows: dict[TrackKind, TrackRow] = {}
        self.setObjectName("tracksSection")
        self.add = Pill()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, GAP, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.add)
        self.add.clicked.connect(self._show_all)
        document.character_changed.connect(self._refresh)
        self._refresh("")

    def show_character(self, character_id: str) -> None:
        """Show a character's tracks; "" shows none."""
        self._show_empty = self._show_empty and character_id == self._id
        self._id = character_id
        self._refresh(character_id)

    def select(self, ids: Sequence[str]) -> None:
        """Pass the selection on to the rows."""
        self._selected = tuple(ids)
        for row in self.rows.values():
            row.select(ids)

    def begin(self) -> None:
        """Open the field of the first track, showing the tracks if they are hidden."""
        self._show_all()
        for row in list(self.rows.values())[:1]:
            row.open()

    def _refresh(self, character_id: str) -> None:
        """Show all tracks if one is not empty or they were requested, else none."""
        if character_id != self._id:
            return
        system, character = self._document.system, self._document.character(self._id)
        known = harm.tracks(character, system, RULES[system.id], self._document.house) if character else []
        shown = known if self._show_empty or not all(track.empty for track in known) else []
        self._fit([track.kind for track in shown])
        for track in shown:
            self.rows[track.kind].show_track(self._id, track)
            self.rows[track.kind].keep_room(kept=any(effects_in_words(one) for one in shown))
        name = next((part.name.lower() for part in system.sections if part.kind == "tracks"), "")
        self.add.show_words(f"Add {name}", "Show where it is typed", quiet=True)
        self.add.setVisible(bool(known) and not shown)
        self.setVisible(bool(known))

    def _fit(self, kinds: list[TrackKind]) -> None:
        """Create one row for each kind of harm, in this order."""
        if kinds == list(self.rows):
            return
        for row in self.rows.values():
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = {kind: TrackRow(self._document, self._edits, kind, self) for kind in kinds}
        for row in self.rows.values():
            row.select(self._selected)
            self._column.addWidget(row)
            row.show()
        set_tab_order(self.add, [stop for row in self.rows.values() for stop in (row.bar, row.edit, row.heal)])

    def _show_all(self) -> None:
        """Show the tracks, and focus the first."""
        self._show_empty = True
        self._refresh(self._id)
        for row in list(self.rows.values())[:1]:
            row.bar.setFocus()
