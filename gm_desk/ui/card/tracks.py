"""The tracks of the card: damage and stress, what they come to, and where more of it is typed."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QAction, QColor, QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.characters import harm, values
from gm_desk.core.characters.harm import INJURIES, Kind, Track
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.one_line import tip_of
from gm_desk.model.card import health
from gm_desk.model.card.health import Harming, coming, count, suffers
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.card.line_box import for_several, reached
from gm_desk.ui.card.track_bar import HARM_EXAMPLES, HarmEdit, TrackBar
from gm_desk.ui.theme.theme import COMPACT, GAP, current_theme
from gm_desk.ui.widgets.labels import ElidedLabel, FieldLabel, label
from gm_desk.ui.widgets.pill import MORE, FittingPill, Pill
from gm_desk.ui.widgets.scrolling import put_in_order

NAME, COUNT, ROOMY = 4.2, 3.4, 32.0
"""The widths of a track's name and numbers, and of a row that has room for what is coming, in ems."""
STACKED, LEAST = 20.0, 11
"""In ems: below which a row needs two lines, and how narrow it can be then."""


class CostLabel(ElidedLabel):
    """Say first what a track costs, which is never cut, then its state."""

    @override
    def minimumSizeHint(self) -> QSize:
        cost = self.fontMetrics().horizontalAdvance(self.text().partition(" · ")[0])
        return QSize(cost + 2, super().minimumSizeHint().height())


class TrackRow(QWidget):
    """Show and change one track of one character."""

    def __init__(self, document: RosterDocument, harming: Harming, kind: Kind, parent: QWidget | None = None) -> None:
        """Show nobody's track yet."""
        super().__init__(parent)
        self._document = document
        self._harming = harming
        self._id = ""
        self._selected: tuple[str, ...] = ()
        self.kind: Kind = kind
        self._words: tuple[str, ...] = ()
        self._track = Track(kind, "", 0)
        self._name, self.count = FieldLabel(), label()
        self._name.clicked.connect(self.open)
        self.hurt, self.said = CostLabel(size=COMPACT), ElidedLabel(size=COMPACT)
        self.told = ElidedLabel(size=COMPACT)
        self.bar, self.edit = TrackBar(), HarmEdit(self._check)
        self.heal = FittingPill(mark=MORE)
        self._lay_out()
        self.bar.typing_requested.connect(self.open)
        self.edit.returnPressed.connect(self._apply)
        self.edit.closed.connect(self._close)
        self.heal.clicked.connect(self._offer)
        self.heal.menu_requested.connect(self._offer)
        self._colour()

    def show_track(self, character_id: str, track: Track) -> None:
        """Show a character's track; what was said of the last change goes."""
        if character_id != self._id and self.edit.isVisible():
            self._close()
        self._id, self._track, self._words = character_id, track, ()
        self._show()

    def select(self, ids: Sequence[str]) -> None:
        """Let what is typed and healed reach all of these, where the character shown is one of them."""
        self._selected = tuple(ids)
        if not self.edit.isHidden():
            self._words = self._reaches
        self._show()

    @property
    def _reaches(self) -> tuple[str, ...]:
        """Say for how many is typed, where they are several."""
        words = for_several(self.targets).strip()
        return (words,) if words else ()

    @property
    def targets(self) -> tuple[str, ...]:
        """Return who suffers what is typed: everybody selected, else who is shown."""
        return reached(self._id, self._selected)

    def open(self, typed: str = "") -> None:
        """Let the GM type on the track, beginning with what is typed already; for how many is said beside it."""
        self._words = self._reaches
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
        """Give the bar and what the track costs a line of their own where the row is too narrow for all."""
        narrow = self.width() < self.fontMetrics().height() * STACKED
        if narrow != (self._below.count() > 0):
            for place, part in enumerate((self.bar, self.edit)):
                (self._below if narrow else self._row).insertWidget(0 if narrow else 1 + place, part, 4)
            (self._below if narrow else self._says).insertWidget(-1 if narrow else 0, self.hurt)

    def _fit(self) -> None:
        """Say what just happened, else what is to come as far as there is room; the row stays as tall as it is."""
        roomy = self.width() >= self.fontMetrics().height() * ROOMY
        self.said.setVisible(bool(self._words))
        self.told.setVisible(roomy and not self._words)

    def _lay_out(self) -> None:
        em = self.fontMetrics().height()
        column, row, self._below = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        self._row = row
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addLayout(self._below)
        self.said.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.said.hide()
        row.setSpacing(GAP)
        self._name.setMinimumWidth(int(em * NAME))
        self.count.setMinimumWidth(int(em * COUNT))
        self.told.setForegroundRole(QPalette.ColorRole.WindowText)
        self.told.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.hurt.setForegroundRole(QPalette.ColorRole.WindowText)
        says = self._says = QHBoxLayout()
        says.addWidget(self.hurt)
        says.addWidget(self.told, 1)
        says.addWidget(self.said, 1)
        self.edit.hide()
        self.edit.setMinimumWidth(em * 6)
        for part, stretch in ((self._name, 0), (self.bar, 4), (self.edit, 4), (self.count, 0)):
            row.addWidget(part, stretch)
        row.addLayout(says, 3)
        row.addWidget(self.heal)

    def _show(self) -> None:
        """Show the track as it is now, after what was last done to it."""
        track = self._track
        self._name.setText(track.name)
        self.bar.show_track(track)
        self.edit.setAccessibleName(f"{track.name}{for_several(self.targets)}: type what is suffered")
        self.edit.setPlaceholderText(f"{HARM_EXAMPLES}{for_several(self.targets)}")
        self.count.setText(count(track))
        parts, comes = suffers(track), ", ".join(coming(track))
        hurt = " · ".join(parts)
        self.hurt.setText(hurt)
        self.hurt.setToolTip(tip_of(hurt))
        self.hurt.setVisible(bool(hurt))
        self.told.setText(comes)
        self.told.setToolTip(tip_of(comes))
        words = ", ".join(self._words)
        self.said.setText(words)
        self.said.setToolTip(tip_of(words))
        self._fit()
        self.heal.show_words("Heal", f"Heal what {track.name.lower()} has done", quiet=True, mark=MORE)
        self.heal.setAccessibleName(f"Heal {track.name.lower()}{for_several(self.targets)}")

    def _colour(self) -> None:
        """Write what the track costs in the colour of a loss, and what comes next quietly."""
        theme = current_theme()
        for part, ink in ((self.hurt, theme.minus), (self.told, theme.dim)):
            palette = part.palette()
            palette.setColor(QPalette.ColorRole.WindowText, QColor(ink))
            part.setPalette(palette)

    def _check(self, text: str) -> None:
        """Refuse what is no harm, and armor that nobody wears."""
        if text.strip():
            self._harming.read(self.targets, self.kind, text)

    def _apply(self) -> None:
        """Do what was typed, and say what happened."""
        line = self.edit.text()
        self._close(back=True)
        if line.strip():
            targets = self.targets
            done = self._harming.suffer(targets, self.kind, line)
            own = next((one.words for one in done if one.character.id == self._id), ())
            self._words = own if len(targets) == 1 or not own else (f"{len(targets)} characters", *own)
            self._show()

    def _close(self, *, back: bool = False) -> None:
        """Show the bar again in place of the field."""
        if self.edit.isHidden():
            return
        back = back or self.edit.hasFocus()
        self._words = ()
        self._show()
        self.bar.show()
        if back:
            self.bar.setFocus()
        self.edit.hide()
        self.edit.clear()

    def _offer(self) -> None:
        """Offer what heals, and what can be ignored."""
        injury, character = INJURIES.get(self.kind), self._document.character(self._id)
        entries: list[tuple[str, object, bool]] = [(f"Heal all {self.kind}", "all", False)]
        if injury and character:
            entries.append((f"Heal a {injury.name}", "one", False))
            most = values.ignorable(self.kind, RULES[self._document.system.id])
            now = values.ignored(character, self.kind)
            ways = range(most + 1) if most else ()
            entries += [(f"Ignore {health.counted(one, injury.name)}", one, one == now) for one in ways]
        self.heal.open_menu(entries, self._choose)

    def _choose(self, action: QAction) -> None:
        match action.data():
            case "all":
                self._harming.heal_all(self.targets, self.kind)
            case "one":
                self._harming.heal_wound(self.targets, self.kind)
            case int(number):
                self._harming.ignore(self.targets, self.kind, number)


class TracksSection(QWidget):
    """Show the tracks of one character; whoever has none can be given some."""

    def __init__(self, document: RosterDocument, harming: Harming, parent: QWidget | None = None) -> None:
        """Show nobody yet."""
        super().__init__(parent)
        self._document = document
        self._harming = harming
        self._id = ""
        self._selected: tuple[str, ...] = ()
        self._all = False
        self.rows: dict[Kind, TrackRow] = {}
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
        """Show a character's tracks, or nobody's."""
        self._all = self._all and character_id == self._id
        self._id = character_id
        self._refresh(character_id)

    def select(self, ids: Sequence[str]) -> None:
        """Take who is selected in the roster."""
        self._selected = tuple(ids)
        for row in self.rows.values():
            row.select(ids)

    def begin(self) -> None:
        """Put the cursor where harm to the first track is typed; whoever has no tracks gets them."""
        self._show_all()
        for row in list(self.rows.values())[:1]:
            row.open()

    def _refresh(self, character_id: str) -> None:
        """Show the tracks as they are now, all of them or none."""
        if character_id != self._id:
            return
        system, character = self._document.system, self._document.character(self._id)
        known = harm.tracks(character, system, RULES[system.id], self._document.house) if character else []
        shown = known if self._all or not all(track.empty for track in known) else []
        self._fit([track.kind for track in shown])
        for track in shown:
            self.rows[track.kind].show_track(self._id, track)
        name = next((part.name.lower() for part in system.sections if part.kind == "tracks"), "")
        self.add.show_words(f"Add {name}", "Show where it is typed", quiet=True)
        self.add.setVisible(bool(known) and not shown)
        self.setVisible(bool(known))

    def _fit(self, kinds: list[Kind]) -> None:
        """Have a row for each kind of harm, in this order, and no other."""
        if kinds == list(self.rows):
            return
        for row in self.rows.values():
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = {kind: TrackRow(self._document, self._harming, kind, self) for kind in kinds}
        for row in self.rows.values():
            row.select(self._selected)
            self._column.addWidget(row)
            row.show()
        put_in_order(self.add, [stop for row in self.rows.values() for stop in (row.bar, row.edit, row.heal)])

    def _show_all(self) -> None:
        """Show the tracks, and go to the first."""
        self._all = True
        self._refresh(self._id)
        for row in list(self.rows.values())[:1]:
            row.bar.setFocus()
