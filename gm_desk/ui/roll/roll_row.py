"""The row that rolls: the button, the fields for dice rolled by hand, and secrecy."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QHideEvent, QIcon, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QStyle, QStyleOptionFrame, QWidget
from typing_extensions import override

from gm_desk.core.rules.dice import DieReading, Needs, Thrown, parse_faces
from gm_desk.core.rules.outcomes import Hand
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.rolling import AT_ONCE, SINCE_HIDDEN, Rolling
from gm_desk.model.roster.roster_rows import initials
from gm_desk.ui.theme.painting import width_of
from gm_desk.ui.theme.theme import GAP, icon
from gm_desk.ui.widgets.action_rows import NATIVE, find_action, set_tip
from gm_desk.ui.widgets.buttons import AccentButton
from gm_desk.ui.widgets.fields import CheckedEdit

FIRST = {"a.roll", "b.roll", "a.dice", "b.dice"}
WORD, BECAUSE_HIDDEN = "Secret", "Hidden"
"""The words of the button for secrecy; the second one says why the next roll is secret."""

PAD = 20
LOW, UNBOUNDED = 1.3, (1 << 24) - 1
"""The height of the row if there is little room, in heights of the font; and Qt's QWIDGETSIZE_MAX."""
ASKED = {"dice": "Dice", "roll": "Dice", "extra": "Open", "fumble": "Fumble", "roll_off": "d6 each"}
"""The placeholder of a field for dice, by the kind of dice."""

LETTERS, MORE_LETTERS, LESS = 8, 11, 3
"""The width of a field in characters: for the first dice, and for further dice, which need more space; and how much
each of two fields may lose in a narrow pane."""


OTHER: dict[Hand, Hand] = {"a": "b", "b": "a"}
INSET = 4
"""The horizontal margin of a field's text, in pixels."""
ARTICLES = {"a", "an", "the"}
"""First words that nobody is called by."""


def short_names(name: str) -> list[str]:
    """Return shortened forms of a name, longest first; the last ones are its initials, as in the roster."""
    words = name.split()
    if not words:
        return []
    if len(words) > 1 and words[-1].isdigit():
        return [" ".join(words), " ".join(words[-2:]), initials(name)]
    first = [] if words[0].casefold() in ARTICLES else words[:1]
    return [" ".join(words), *words[-1:], *first, initials(name)]


class DiceEdit(CheckedEdit):
    """The field for the dice of one side."""

    def __init__(self, rolling: Rolling, hand: Hand) -> None:
        """Observe which dice `rolling` needs next for this side."""
        super().__init__(self._refuse_impossible, at_once=True)
        self._rolling = rolling
        self._hand: Hand = hand
        self.needs: Needs | None = None
        self._shown: tuple[object, ...] = ()
        self.stays_refused = True
        self.setObjectName("diceEdit" if hand == "a" else "opponentDice")

    def show_needs(self, needs: Needs | None, *, both: bool) -> None:
        """Show which dice are needed, if any; `both` is whether the other side needs some as well."""
        self.needs = needs
        shown = (needs, both, self._rolling.pending is not None, self._names(), self.font())
        if shown == self._shown:
            return
        self._shown = shown
        self.setEnabled(self.needs is not None)
        if self.needs is None:
            self.clear()
            self._limit_width(LETTERS, LETTERS)
            self.setPlaceholderText(ASKED["dice"])
            self.setAccessibleName("Dice thrown at the table, once there is a test")
            return
        shows = "00 to 99" if self.needs.reading is DieReading.TEST else f"{self.needs.count} d{self.needs.sides}"
        whose = self._whose()
        letters = LETTERS if self.needs.name.rpartition(".")[2] in AT_ONCE else MORE_LETTERS
        self._limit_width(letters - LESS * both, letters)
        self.setPlaceholderText(self._placeholder(self.needs))
        self.setAccessibleName(f"Dice thrown at the table, {shows}{whose}")
        set_tip(self, f"Type the dice thrown at the table, {shows}{whose}, then Enter", "roll.enter_dice")

    def _limit_width(self, least: int, most: int) -> None:
        """Set the least and the greatest width, in letters."""
        letter = self.fontMetrics().averageCharWidth()
        self.setMinimumWidth(letter * least)
        self.setMaximumWidth(letter * most)

    def faces(self) -> tuple[int, ...] | None:
        """Return the typed dice, or None if nothing valid is typed."""
        text = self.text()
        if self.needs is None or not text.strip() or self.refusal_of(text):
            return None
        return parse_faces(text, self.needs)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.needs is not None:
            self.setPlaceholderText(self._placeholder(self.needs))

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        """Discard invalid dice, since the reason for refusing them would not be visible."""
        super().hideEvent(event)
        if self.text().strip() and self.faces() is None:
            self.clear()

    def _placeholder(self, needs: Needs) -> str:
        """Return the placeholder: the name of the roller in a contest, or which dice a continued roll needs."""
        draft = self._rolling.drafting.draft
        if needs.name not in FIRST or not self._in_contest:
            return ASKED.get(needs.name.rpartition(".")[2], "Dice")
        mine, other = (short_names(draft.side(hand).name) for hand in (self._hand, OTHER[self._hand]))
        room, metrics = self._room, self.fontMetrics()
        fitting = (one for one in mine if one and one not in other and metrics.horizontalAdvance(one) <= room)
        return next(fitting, "Dice" if self._hand == "a" else "vs")

    @property
    def _in_contest(self) -> bool:
        """Whether the draft is a contest with all that it needs."""
        return self._rolling.drafting.draft.opposed and self._rolling.drafting.reading.request is not None

    def _names(self) -> tuple[str, ...]:
        """Return the names of the sides that the field distinguishes, and what is missing before it does."""
        waiting = self._rolling.pending or self._rolling.drafting
        draft = waiting.draft
        return (draft.name, draft.side("b").name, draft.lacks) if draft.opposed else ()

    def _whose(self) -> str:
        """Return whose dice these are as text, if two sides roll."""
        name = self._rolling.drafting.draft.side(self._hand).name if self._in_contest else ""
        opponent = "" if self._hand == "a" else ", of the opponent"
        return f"{opponent} {name}" if name and opponent else f", of {name}" if name else opponent

    @property
    def _room(self) -> int:
        """The width that a placeholder has in the field."""
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        inner = self.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, self).width()
        margins = self.textMargins()
        return inner - margins.left() - margins.right() - INSET

    def _refuse_impossible(self, text: str) -> None:
        if text.strip() and self.needs is not None:
            parse_faces(text, self.needs)


def show_needs(rolling: Rolling, first: DiceEdit, second: DiceEdit) -> None:
    """Show in the fields of both sides which dice each needs."""
    mine, theirs = rolling.needs("a"), rolling.needs("b")
    first.show_needs(mine, both=theirs is not None)
    second.show_needs(theirs, both=mine is not None)


EACH_ROLLS = "Each rolls separately. To type dice, choose Highest or Lowest, or select one character"
NO_DICE = "No dice are typed here: type them, or press Roll"
NO_TEST = "Nothing to roll yet: choose a skill, an attack or a number on the card"
NOTHING_TO_ROLL = "There is nothing to type dice for yet: choose what is rolled"


class RollRow(QWidget):
    """The row that rolls; its signals carry the typed dice by their names in the rules."""

    roll_requested = Signal(object)
    dice_typed = Signal(object)
    refused = Signal(str)

    def __init__(self, drafting: Drafting, rolling: Rolling, parent: QWidget | None = None) -> None:
        """Observe a draft; the button is disabled if there is nothing to roll."""
        super().__init__(parent)
        self._drafting = drafting
        self._rolling = rolling
        self._low = False
        self._focus_before: QWidget | None = None
        self._shown_secret: tuple[bool, str] | None = None
        self.button = AccentButton("Roll", "Enter")
        set_tip(self.button, "Roll", "roll.roll")
        self.button.setObjectName("rollButton")
        self.dice, self.other = DiceEdit(rolling, "a"), DiceEdit(rolling, "b")
        self.secret = QPushButton(WORD)
        self.secret.setObjectName("secretToggle")
        self.secret.setAccessibleName(WORD)
        self.secret.setCheckable(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP)
        self.button.setSizePolicy(QSizePolicy.Policy.Ignored, self.button.sizePolicy().verticalPolicy())
        row.addWidget(self.button, 1)
        for widget in (self.dice, self.other, self.secret):
            row.addWidget(widget)
        self._measure()
        for field in (self.dice, self.other):
            field.textChanged.connect(self._emit_typed)
            field.returnPressed.connect(self._enter)
        self.button.clicked.connect(self.roll)
        self.secret.toggled.connect(self._choose_secrecy)
        rolling.secrecy.changed.connect(self._show_secrecy)
        drafting.draft_changed.connect(self._refresh)
        for changed in (rolling.changed, rolling.group_changed):
            changed.connect(self._refresh)
        self._refresh()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()

    def _measure(self) -> None:
        """Set all parts to the height of the button, and fix the width of those whose text changes."""
        lock = self.secret.iconSize().width()  # reserved even while no icon is shown
        self.secret.setFixedWidth(int(width_of(self.secret.font(), WORD)) + PAD + lock)
        tall = int(self.fontMetrics().height() * LOW) if self._low else self.button.sizeHint().height()
        for widget in (self.dice, self.other, self.secret):
            widget.setFixedHeight(tall)
        self.button.setMinimumHeight(tall if self._low else 0)
        self.button.setMaximumHeight(tall if self._low else UNBOUNDED)
        show_needs(self._rolling, self.dice, self.other)

    def set_low(self, low: bool) -> None:
        """Show all parts low, or as high as the button usually is."""
        if low != self._low:
            self._low = low
            self._measure()

    def begin(self, digit: str) -> None:
        """Insert the first digit of dice typed elsewhere; the focus returns there after the roll."""
        field = next((one for one in (self.dice, self.other) if one.isVisible() and one.isEnabled()), None)
        if field is None:
            self.refused.emit(self.why_no_dice())
        else:
            self._go_to(field)
            field.deselect()
            field.end(False)
            field.insert(digit)

    def enter(self) -> None:
        """Move the cursor to where dice are typed; the focus returns after the roll."""
        field = self.dice if self.dice.isEnabled() else self.other
        self._go_to(field)
        field.selectAll()

    def _go_to(self, field: DiceEdit) -> None:
        """Focus a field, and remember what had the focus before."""
        if not (self.dice.hasFocus() or self.other.hasFocus()):
            self._focus_before = self.window().focusWidget()
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def why_no_roll(self) -> str:
        """Return why there is nothing to roll, or ""."""
        return "" if self.button.isEnabled() else NO_TEST

    def why_no_dice(self) -> str:
        """Return why no dice can be typed, or ""."""
        if self.dice.isEnabled() or self.other.isEnabled():
            return ""
        return EACH_ROLLS if self._rolling.several is not None else NOTHING_TO_ROLL

    def roll(self) -> None:
        """Request the roll with the typed dice; invalid dice are refused in their field."""
        for field in (self.dice, self.other):
            if not field.hasAcceptableInput():
                field.setFocus()
                field.refuse()
                return
        typed = self._typed()
        if self._rolling.pending is None and self._drafting.draft.lacks:  # the dice stay until the opponent is chosen
            self.roll_requested.emit(typed)
            return
        self.clear_dice()
        self.roll_requested.emit(typed)
        self._restore_focus()

    def clear_dice(self) -> None:
        """Clear the typed dice."""
        self.dice.clear()
        self.other.clear()

    def _restore_focus(self) -> None:
        """Return the focus to where it was before dice were typed, once the roll is complete."""
        back = self._focus_before
        if self._rolling.pending is None:
            self._focus_before = None
            if back is not None and (self.dice.hasFocus() or self.other.hasFocus()) and back.isVisible():
                back.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _enter(self) -> None:
        """Roll with the typed dice; without any, roll nothing unless a roll waits for dice, and say so."""
        if self.dice.text().strip() or self.other.text().strip() or self._rolling.pending is not None:
            self.roll()
        else:
            action = find_action(self.window(), "roll.roll_anywhere")
            keys = action.shortcut().toString(NATIVE) if action is not None else ""
            self.refused.emit(" ".join(filter(None, (NO_DICE, keys and f"({keys})"))))

    def _typed(self) -> Thrown:
        """Return the typed dice by their names."""
        found = ((field.needs, field.faces()) for field in (self.dice, self.other))
        return {needs.name: faces for needs, faces in found if needs is not None and faces is not None}

    def _refresh(self) -> None:
        typing = next((field for field in (self.dice, self.other) if field.hasFocus()), None)
        show_needs(self._rolling, self.dice, self.other)
        self.button.setText("Roll" if self._rolling.pending is None else "Continue roll")
        self.button.setEnabled(self._rolling.ready or bool(self._drafting.draft.lacks))
        self._show_secrecy()
        if typing is not None:
            self._focus_next_dice(typing)
        self.other.setVisible(self.other.needs is not None)
        self.dice.setVisible(self.dice.needs is not None or self.other.needs is None)
        if self.dice.text() or self.other.text():
            self._emit_typed()

    def _focus_next_dice(self, typing: DiceEdit) -> None:
        """Keep the focus where dice are typed, or else on the button, before a field that had it is hidden.

        A roll that waits for more dice is continued with the first ones that it needs.
        """
        needed = [field for field in (self.dice, self.other) if field.needs is not None]
        if typing not in needed or self._rolling.pending is not None:
            landing = needed[0] if needed else self.button
            landing.show()  # nothing hidden takes the focus
            landing.setFocus()

    def _choose_secrecy(self, secret: bool) -> None:
        """Follow a click; what is only shown is no choice."""
        if secret is not self._rolling.secrecy.secret:
            self._rolling.secrecy.set_secret(secret)

    def _show_secrecy(self) -> None:
        """Show whether the next roll is secret, and why if somebody is hidden."""
        secret, says = self._rolling.secrecy.next_roll
        self.secret.setChecked(secret)
        if (secret, says) == self._shown_secret:  # an icon that is set is painted, and laid out, again
            return
        self._shown_secret = secret, says
        self.secret.setText(BECAUSE_HIDDEN if says.startswith(SINCE_HIDDEN) else WORD)
        self.secret.setIcon(icon("secret") if secret else QIcon())
        set_tip(self.secret, says, "roll.toggle_secret")
        self.secret.setAccessibleDescription(says)

    def _emit_typed(self) -> None:
        self.dice_typed.emit(self._typed())
