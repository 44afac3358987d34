"""The pool points spent before a roll, and the one-shot modifiers spent with the last one."""

from msgspec import Struct, structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from gm_desk.core.drafts.abilities import AnySide
from gm_desk.core.drafts.draft import DIFFICULTY, EYEBALLED, Chip, Draft, Origin, Side, Spend
from gm_desk.core.drafts.spending import Bonus, PointPool, bonuses_before, pools_of
from gm_desk.core.rules.requests import Before, SuccessTest
from gm_desk.core.wording.phrases import MOST_OF_A_NAME, minus, one_line, signed, tip_of
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.draft_editor import DraftEditor
from gm_desk.model.roll.rolling import Rolling
from gm_desk.ui.theme.painting import scaled
from gm_desk.ui.theme.theme import SMALL
from gm_desk.ui.widgets.action_rows import set_tip
from gm_desk.ui.widgets.labels import ElidedLabel
from gm_desk.ui.widgets.pill import CROSS, MORE, Pill


class PointUse(Struct, frozen=True):
    """A way to spend a point before the roll, with its menu text."""

    spend: Spend
    words: str


class PointsRow(QWidget):
    """The row that spends a point of the edited side or takes it back; hidden if there are no points."""

    def __init__(self, drafting: DraftEditor, parent: QWidget | None = None) -> None:
        """Observe a draft."""
        super().__init__(parent)
        self._context = drafting.context
        self._drafting = drafting
        self.setObjectName("points")
        self.offer = Pill(self, mark=MORE)
        self.spent = Pill(self, mark=CROSS)
        self._message = ElidedLabel(size=SMALL, dim=True)
        self._brief = False
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.offer)
        row.addWidget(self.spent)
        row.addWidget(self._message)
        self.offer.clicked.connect(self._open)
        self.offer.menu_requested.connect(self._open)
        self.spent.clicked.connect(self._take_back)
        self.spent.removed.connect(self._take_back)
        drafting.draft_changed.connect(self._follow)
        drafting.point_lost.connect(self._show_lost)
        drafting.roster_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Update from the draft and the roster."""
        point, focus = self._drafting.side.point, self.offer.hasFocus() or self.spent.hasFocus()
        able = point is None and self._payable() is not None
        self._name_offer()
        if point is not None:
            does = self._use(point.use, SuccessTest(self._drafting.side.base))
            self.spent.show_words(f"{self._name(point.points)}: {does}", "Take the point back", mark=CROSS)
        self.spent.setVisible(point is not None)
        self.offer.setVisible(able)
        self._message.setVisible(bool(self._message.text()))
        self.setVisible(point is not None or able or bool(self._message.text()))
        if focus:
            (self.offer if point is None else self.spent).setFocus()

    def set_brief(self, brief: bool) -> None:
        """Name the button with fewer words, or in full."""
        if brief != self._brief:
            self._brief = brief
            self._name_offer()

    def _name_offer(self) -> None:
        """Name the button by the system's term for points."""
        words = f"Spend {self._context.system.a_point}" if self._context.system.points else ""
        words = words.replace("Spend pool", "Spend a pool")
        point = self._context.system.a_point
        shown = point[:1].upper() + point[1:] if self._brief else words
        self.offer.show_words(shown, f"{words} before the roll", mark=MORE)
        self.offer.setAccessibleName(f"{words} before the roll")

    def _follow(self) -> None:
        """Clear the message and update."""
        self._message.setText("")
        self.refresh()

    def ways(self) -> list[PointUse]:
        """Return the ways to spend a point of the edited side, pool by pool."""
        draft, payable = self._drafting.draft, self._payable()
        if payable is None:
            return []
        test, pools = payable
        bonuses = bonuses_before(self._drafting.rules, test, draft.house(self._context.house))
        return [
            PointUse(Spend(pool.points, bonus.use), self._in_words(pool, bonus, test))
            for pool in pools
            for bonus in bonuses
        ]

    def _payable(self) -> tuple[SuccessTest, list[PointPool]] | None:
        """Return the test that a point can be spent on and the pools that can pay for it, or None without either."""
        draft, hand, rules = self._drafting.draft, self._drafting.hand, self._drafting.rules
        test = rules.alone(draft, structs.replace(self._drafting.side, point=None))
        if not isinstance(test, SuccessTest) or not rules.BEFORE:
            return None
        pools = pools_of(self._context.roster, draft, hand, self._context.system)
        return (test, pools) if pools else None

    def _in_words(self, pool: PointPool, bonus: Bonus, test: SuccessTest) -> str:
        """Return the effect of a point and the resulting target number as text."""
        target = minus(test.base + bonus.net.net)
        return f"{pool.name} ({pool.left} left): {self._use(bonus.use, test)} → target {target}"

    def _use(self, use: Before, test: SuccessTest) -> str:
        """Return the effect of a point before the roll as text, by the test's system and house rules."""
        from gm_desk.model.roll.roll_text import IGNORED

        house = self._drafting.draft.house(self._context.house)
        return "+20" if use == "add_20" else f"ignore {IGNORED[self._drafting.rules.ignored(test, house)]}"

    def _open(self) -> None:
        self.offer.open_menu([(way.words, way.spend, False) for way in self.ways()], self._choose)

    def _choose(self, action: QAction) -> None:
        spend = action.data()
        if isinstance(spend, Spend):
            self._drafting.put(structs.replace(self._drafting.side, point=spend))

    def _take_back(self) -> None:
        self._drafting.put(structs.replace(self._drafting.side, point=None))

    def _show_lost(self, kind_id: str) -> None:
        """Show that a point can no longer be spent, until the draft changes."""
        text = f"{self._name(kind_id)} cannot be spent on this test any more."
        self._message.setText(text)
        self._message.setToolTip(tip_of(text))
        self.refresh()

    def _name(self, kind_id: str) -> str:
        """Return the system's name for a kind of points."""
        return next((kind.name for kind in self._context.system.points if kind.id == kind_id), kind_id)


class SpentLine(QWidget):
    """The line that lists the one-shot modifiers spent with the last roll, and restores them."""

    def __init__(self, drafting: Drafting, rolling: Rolling, parent: QWidget | None = None) -> None:
        """Observe a draft and its rolls."""
        super().__init__(parent)
        self._drafting = drafting
        self._before: Draft | None = None
        self._after = Draft()
        self._message = ElidedLabel(size=SMALL, dim=True)
        self.back = QPushButton("Bring back")
        set_tip(self.back, "Restore the modifiers of the last roll", "roll.bring_back_modifiers")
        self.back.setObjectName("bringBack")
        self._message.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        self.back.setFont(scaled(self.back.font(), SMALL))
        self.back.setFixedHeight(int(self.fontMetrics().height() * 1.25))
        self._message.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._message, 1)
        row.addWidget(self.back)
        self.back.clicked.connect(self.bring_back)
        rolling.spent.connect(self._show)
        drafting.draft_changed.connect(self._follow)
        self.hide()

    def why_not(self) -> str:
        """Return why there are no modifiers to restore, or ""."""
        return "The last roll spent no modifiers" if self._before is None or self.isHidden() else ""

    def bring_back(self) -> None:
        """Restore the modifiers of the last roll on the current test."""
        if self._before is not None:
            before, draft = self._before, self._drafting.draft
            opponent = draft.opponent
            if before.opponent and opponent:
                opponent = _with_restored(opponent, before.opponent)
            self._drafting.take(structs.replace(_with_restored(draft, before), opponent=opponent, adjust=before.adjust))

    def _show(self, before: Draft | None) -> None:
        self._before, self._after = before, self._drafting.draft
        self._name_spent()

    def _name_spent(self) -> None:
        """Show what was spent, and by whom if somebody else is about to roll."""
        text = "" if self._before is None else _by_whom(self._before, self._after, self._drafting.draft)
        self.setVisible(bool(text))
        if text and text != self._message.text():
            self._message.setText(text)
            self._message.setToolTip(tip_of(text))

    def _follow(self) -> None:
        """Hide when other modifiers are chosen, and else follow who is about to roll."""
        now, after = self._drafting.draft, self._after
        if self._before is None:
            return
        if (now.chips, now.side("b").chips) != (after.chips, after.side("b").chips):
            self._before = None
        self._name_spent()


def _by_whom(before: Draft, after: Draft, now: Draft) -> str:
    """Return what the sides of a test spent as text, with the name of each who is not the first side now."""
    degrees = [f"degrees {signed(before.adjust)}"] * (before.adjust != after.adjust)
    own = ", ".join([*_spent_in_words(before, after), *degrees])
    other = ", ".join(_spent_in_words(before.side("b"), after.side("b")))
    name, of_other = (one_line(side.name, MOST_OF_A_NAME) for side in (before, before.side("b")))
    whose = f" by {name}" if name and now.character != before.character else ""
    parts = [f"{whose}: {own}"] * bool(own) + [f" by {of_other or 'the opponent'}: {other}"] * bool(other)
    return f"Spent{';'.join(parts)}" if parts else ""


def _spent_in_words(before: Side, after: Side) -> list[str]:
    """Return the modifiers that a side lost with the roll as text."""
    levels = {
        f"advantage {before.advantage}": before.advantage != after.advantage,
        f"disadvantage {before.disadvantage}": before.disadvantage != after.disadvantage,
        f"fumble degree {signed(before.fumble_degree)}": before.fumble_degree != after.fumble_degree,
    }
    went = [words for words, gone in levels.items() if gone]
    if before.eyeballed is not None:
        return [f"{EYEBALLED} {signed(before.eyeballed)}", *went]
    left = {chip.id for chip in after.chips}
    return [_named(chip) for chip in before.chips if chip.id not in left] + went


def _named(chip: Chip) -> str:
    """Return a chip's label with its value; a named difficulty has no value."""
    if chip.origin is Origin.DIFFICULTY:
        return chip.label if chip.label != DIFFICULTY else f"{DIFFICULTY} {minus(chip.value)}"
    return f"{chip.label or 'Modifier'} {signed(chip.value)}"


def _with_restored(side: AnySide, before: Side) -> AnySide:
    """Return a side with the modifiers it had before the roll."""
    return structs.replace(
        side,
        chips=before.chips,
        eyeballed=before.eyeballed,
        advantage=before.advantage,
        disadvantage=before.disadvantage,
        fumble_degree=before.fumble_degree,
    )
