"""The point that is spent before the roll: a menu of what could be, or the one that will be."""

from msgspec import Struct, structs
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gm_desk.core.draft import Spend
from gm_desk.core.paying import Purse, purses_of
from gm_desk.core.rules.requests import Before, SuccessTest
from gm_desk.core.systems import points
from gm_desk.core.systems.points import Bonus
from gm_desk.core.text.one_line import tip_of
from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import Drafting
from gm_desk.model.telling import IGNORED
from gm_desk.model.verdicts import minus
from gm_desk.ui.labels import ElidedLabel
from gm_desk.ui.look import Look
from gm_desk.ui.pill import CROSS, MORE, Pill
from gm_desk.ui.sizes import SMALL


class Way(Struct, frozen=True):
    """Hold a way to spend a point before the roll, in the words of a menu."""

    spend: Spend
    words: str


class PointsRow(QWidget):
    """Spend a point of the side in hand, or take it back; without points there is no row."""

    def __init__(self, document: RosterDocument, drafting: Drafting, look: Look, parent: QWidget | None = None) -> None:
        """Follow a draft."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self.setObjectName("points")
        self.offer = Pill(look, self, mark=MORE)
        self.offer.show_words("Point", "Spend a point before the roll", mark=MORE)
        self.offer.setAccessibleName("Spend a point before the roll")
        self.spent = Pill(look, self, mark=CROSS)
        self._says = ElidedLabel(size=SMALL, dim=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.offer)
        row.addWidget(self.spent)
        row.addWidget(self._says)
        self.offer.clicked.connect(self._open)
        self.offer.menu_requested.connect(self._open)
        self.spent.clicked.connect(self._take_back)
        self.spent.removed.connect(self._take_back)
        drafting.draft_changed.connect(self._follow)
        drafting.point_lost.connect(self._say_lost)
        document.roster_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what could be spent, or what will be."""
        point, focus = self._drafting.side.point, self.offer.hasFocus() or self.spent.hasFocus()
        ways = self.ways()
        if point is not None:
            does = self._use(point.use, SuccessTest(self._drafting.side.base))
            self.spent.show_words(f"{self._name(point.points)}: {does}", "Take the point back", mark=CROSS)
        self.spent.setVisible(point is not None)
        self.offer.setVisible(point is None and bool(ways))
        self._says.setVisible(bool(self._says.text()))
        self.setVisible(point is not None or bool(ways) or bool(self._says.text()))
        if focus:
            (self.offer if point is None else self.spent).setFocus()

    def _follow(self) -> None:
        """Follow the draft; what was said before is no longer true."""
        self._says.setText("")
        self.refresh()

    def ways(self) -> list[Way]:
        """List what a point could do for the side in hand, purse by purse."""
        draft, hand, system = self._drafting.draft, self._drafting.hand, self._document.system
        test = self._drafting.rules.alone(draft, structs.replace(self._drafting.side, point=None))
        if not isinstance(test, SuccessTest):
            return []
        bonuses = points.before(self._drafting.rules, test, draft.house(self._document.house))
        found = purses_of(self._document.roster, draft, hand, system)
        return [
            Way(Spend(purse.points, bonus.use), self._in_words(purse, bonus, test))
            for purse in found
            for bonus in bonuses
        ]

    def _in_words(self, purse: Purse, bonus: Bonus, test: SuccessTest) -> str:
        """Say what a point does, and what the target would then be."""
        target = minus(test.base + bonus.net.net)
        return f"{purse.name} ({purse.left} left): {self._use(bonus.use, test)} → target {target}"

    def _use(self, use: Before, test: SuccessTest) -> str:
        """Say what a point does before the roll, in the system and printing that the test is rolled by."""
        house = self._drafting.draft.house(self._document.house)
        return "+20" if use == "add_20" else f"ignore {IGNORED[self._drafting.rules.ignored(test, house)]}"

    def _open(self) -> None:
        self.offer.open_menu([(way.words, way.spend, False) for way in self.ways()], self._choose)

    def _choose(self, action: QAction) -> None:
        spend = action.data()
        if isinstance(spend, Spend):
            self._drafting.put(structs.replace(self._drafting.side, point=spend))

    def _take_back(self) -> None:
        self._drafting.put(structs.replace(self._drafting.side, point=None))

    def _say_lost(self, kind_id: str) -> None:
        """Say that a point cannot be spent any more, until something else changes."""
        text = f"{self._name(kind_id)} cannot be spent on this test any more."
        self._says.setText(text)
        self._says.setToolTip(tip_of(text))
        self.refresh()

    def _name(self, kind_id: str) -> str:
        """Give what the system calls points of a kind."""
        return next((kind.name for kind in self._document.system.points if kind.id == kind_id), kind_id)
