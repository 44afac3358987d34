"""The points section of the card: current and maximum, with buttons for one less and one more."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gm_desk.core.characters.stat_block import Points
from gm_desk.core.rules.modifiers import TRUE_MINUS
from gm_desk.core.systems.definition import PointKind, System
from gm_desk.core.wording.phrases import tip_of
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.roster_model import pips
from gm_desk.ui.theme.theme import GAP, HALF, TIGHT
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.flow import FlowLayout, KeptBoxes
from gm_desk.ui.widgets.labels import FieldLabel, go_to, heading, label
from gm_desk.ui.widgets.pill import MORE, Pill

TAKE, GIVE = TRUE_MINUS, "+"
LETTERS, MOST_LETTERS = 6, 30


POINTS_HINT = "Points left, like 2, or points left and maximum, like 2/3; leave it empty to remove them"


class PointsBox(QWidget):
    """The points of one kind."""

    def __init__(self, document: RosterDocument, kind: PointKind, parent: QWidget | None = None) -> None:
        """Create the box without a character."""
        super().__init__(parent)
        self._document = document
        self._id = ""
        self.kind = kind
        self._pips = label()
        self.edit = CheckedEdit(self._check, plain=True, document=document)
        self._fit_edit()
        self.edit.textChanged.connect(self._fit_edit)
        self.edit.setAccessibleName(f"{kind.name}: points left and maximum")
        self.edit.setToolTip(POINTS_HINT)
        self.less, self.more = _step(TAKE, f"One {kind.name} less"), _step(GIVE, f"One {kind.name} more")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, GAP, 0)
        row.setSpacing(TIGHT)
        name = FieldLabel(kind.name)
        name.clicked.connect(self.go)
        self.edit.select_on_click()
        for part in (name, self._pips, self.edit, self.less, self.more):
            row.addWidget(part)
        self.edit.committed.connect(self._type)
        self.less.clicked.connect(self._remove_one)
        self.more.clicked.connect(self._add_one)

    def show_points(self, character_id: str, points: Points) -> None:
        """Show a character's points, as pips if there are few."""
        self._id = character_id
        shown = pips(points)
        self._pips.setText("" if "/" in shown else shown)
        self._pips.setAccessibleName(f"{points.now} of {points.max}")
        self.edit.store(f"{points.now} / {points.max}")
        less, more = points.now > 0, points.now < points.max
        if not less and self.less.hasFocus():
            self.more.setEnabled(more)
            self.more.setFocus()
        if not more and self.more.hasFocus():
            self.less.setEnabled(less)
            self.less.setFocus()
        self.less.setEnabled(less)
        self.more.setEnabled(more)
        now = f"{points.now} of {points.max}"  # else Qt describes the buttons by their tool tips, which are their names
        self.less.setAccessibleDescription(now if less else "None is left")
        self.more.setAccessibleDescription(now if more else "None is spent")

    def _fit_edit(self) -> None:
        """Fit the field to its text, since a line can contain several kinds."""
        letter = self.fontMetrics().averageCharWidth()
        words = self.edit.fontMetrics().horizontalAdvance(self.edit.text())
        self.edit.setFixedWidth(min(max(letter * LETTERS, words + 2 * letter), letter * MOST_LETTERS))

    def go(self) -> None:
        """Focus the field and select its text."""
        go_to(self.edit)

    @property
    def _points(self) -> Points:
        character = self._document.character(self._id)
        return character.points.get(self.kind.id, Points()) if character else Points()

    def _remove_one(self) -> None:
        self._step(-1)

    def _add_one(self) -> None:
        self._step(1)

    def _step(self, by: int) -> None:
        from gm_desk.model.roster import edits

        now = self._points.now + by
        edits.set_points(self._document, self._id, self.kind.id, f"{now}/{max(now, self._points.max)}")

    def _type(self, text: str) -> None:
        from gm_desk.model.roster import edits

        edits.set_points(self._document, self._id, self.kind.id, text)

    def _check(self, text: str) -> None:
        """Raise RulesError unless the text is valid points; empty text removes them."""
        from gm_desk.model.roster import edits

        character = self._document.character(self._id)
        if character is not None:
            edits.typed_points(self._document, character, self.kind.id, text)


def points_name(system: System) -> str:
    """Return a system's term for points: "Pools", "Moxie"."""
    return next((section.name for section in system.sections if section.kind == "points"), "")


class PointsSection(QWidget):
    """The points of one character, hidden if there are none."""

    def __init__(self, document: RosterDocument, parent: QWidget | None = None) -> None:
        """Create the section without a character."""
        super().__init__(parent)
        self._document = document
        self._id = ""
        self._boxes: dict[str, PointsBox] = {}
        self.setObjectName("pointsSection")
        self.add = Pill(mark=MORE)
        self._lacking: list[PointKind] = []
        self._inner = QWidget()
        self._flow = FlowLayout(self._inner, gap=4)
        self._kept = KeptBoxes[PointsBox](self._flow)
        self._heading = heading("")
        column, top = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(0, 0, GAP, 0)
        column.setSpacing(HALF)
        column.addLayout(top)
        top.addWidget(self._heading)
        top.addStretch()
        top.addWidget(self.add)
        column.addWidget(self._inner)
        self.add.clicked.connect(self._open)
        self.add.menu_requested.connect(self._open)
        document.character_changed.connect(self._refresh)
        self._refresh("")

    def show_character(self, character_id: str) -> None:
        """Show a character's points; "" shows none."""
        before, self._id = self._id, character_id
        self._refresh(character_id, same=character_id == before)

    @property
    def name(self) -> str:
        """The name of the section, which is the system's term for points: "Pools", "Moxie"."""
        return points_name(self._document.system)

    @property
    def offered(self) -> bool:
        """Whether the character has no points and the system has some."""
        return bool(self._lacking) and not self._boxes

    def begin(self) -> None:
        """Show the section, and open the menu of points to add."""
        self.show()
        self._open()

    def _refresh(self, character_id: str, *, same: bool = True) -> None:
        """Show the character's points, and a box that is being edited even if its points were removed."""
        if character_id != self._id:
            return
        character = self._document.character(self._id)
        owned = character.points if character else {}
        known = [kind for kind in self._document.system.points if not kind.shared]
        named = {kind.id: kind for kind in self._document.system.points}
        foreign = [named.get(key, PointKind(key, key)) for key in owned if key not in {kind.id for kind in known}]
        typed = next((key for key, box in self._boxes.items() if same and box.edit.typing), "")
        shown = [kind for kind in (*known, *foreign) if kind.id in owned or kind.id == typed]
        self._fit(shown)
        for kind in shown:
            self._boxes[kind.id].show_points(self._id, owned.get(kind.id, Points()))
        self._heading.setText(self.name)
        self.add.show_words(f"Add {self.name}", f"Add {self.name} to this character", quiet=True, mark=MORE)
        self.add.setAccessibleName(f"Add {self.name}")
        self._lacking = [kind for kind in known if kind.id not in owned]
        self.add.setVisible(bool(self._lacking))
        self.setVisible(bool(shown))

    def _fit(self, shown: list[PointKind]) -> None:
        """Show one box for each kind, in this order."""
        if [box.kind for box in self._boxes.values()] == shown:
            return
        kinds = {kind.id: kind for kind in shown}
        if any(box.kind != kinds.get(box.kind.id, box.kind) for box in self._kept.all):
            self._kept.clear()  # in another system, points with this id have another name
        known = self._kept.all
        self._boxes = self._kept.show([*kinds], lambda key: self._built(kinds[key]))
        if self._kept.all != known:
            before: QWidget = self.add
            for part in (part for box in self._kept.all for part in (box.edit, box.less, box.more)):
                QWidget.setTabOrder(before, part)
                before = part
        self._inner.setVisible(bool(shown))

    def _built(self, kind: PointKind) -> PointsBox:
        """Return a new box for a kind of points."""
        box = PointsBox(self._document, kind, self._inner)
        box.edit.settled.connect(self._forget_empty, Qt.ConnectionType.QueuedConnection)
        return box

    def _forget_empty(self) -> None:
        """Hide points that were removed, once their field has been left."""
        self._refresh(self._id)

    def _open(self) -> None:
        """Open the menu of points to add."""
        self.add.open_menu([(kind.name, kind.id, False) for kind in self._lacking], self._add)

    def _add(self, action: QAction) -> None:
        """Add points of a kind, and edit them."""
        from gm_desk.model.roster import edits

        kind_id = str(action.data())
        character = self._document.character(self._id)
        kind = next(kind for kind in self._lacking if kind.id == kind_id)
        number = character.stats.get(kind.stat, 1) if character else 1
        edits.set_points(self._document, self._id, kind_id, f"{number}/{number}")
        box = self._boxes.get(kind_id)
        if box is not None:
            box.go()


def _step(text: str, name: str) -> QPushButton:
    """Return a small button that changes the points by one."""
    made = QPushButton(text)
    made.setFixedWidth(int(made.fontMetrics().height() * 1.5))
    made.setAccessibleName(name)
    made.setToolTip(tip_of(name))
    return made
