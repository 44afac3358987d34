"""The head of the card (portrait, name, kind, concept, further details), and the page shown without a character."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFontMetrics,
    QHideEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.characters.roster import Character, valid_name
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.roster_rows import NO_HUE, colour_of, hue_of, initials
from gm_desk.ui.card.head_line import KINDS, SHORT, FittingEdit, KindPart, MorphPart, NumberPart, ThreatPart
from gm_desk.ui.card.line_box import Addable, AddMenu, ListRow
from gm_desk.ui.theme.painting import LEFT, framed, paint_avatar, paint_portrait, scaled, width_of
from gm_desk.ui.theme.theme import COMPACT, EDGE, GAP, NAME, SMALL, TIGHT, TITLE, WIDE, current_theme
from gm_desk.ui.widgets.action_rows import set_tip
from gm_desk.ui.widgets.fields import CheckedEdit
from gm_desk.ui.widgets.flow import FlowLayout
from gm_desk.ui.widgets.labels import ElidedLabel, PlainLabel, dim_label, label
from gm_desk.ui.widgets.pill import FittingPill

if TYPE_CHECKING:
    from gm_desk.model.roster.portraits import LatePortraits

AVATAR = 2.5
"""The side of an avatar, in heights of the font."""
ROOMY, LEAST = 18, 11
"""In heights of the font: the width from which the kind is written in full, and the minimum width."""
SMALLEST = 0.65
"""The smallest size of a long name, as a share of the usual size."""
TWIN = "Somebody else in the group has this name"


TIP = "Choose a portrait or a colour; a picture can be dropped here"
LARGE_TIP = "Show the portrait large; right click: change portrait or colour"


class AvatarButton(QAbstractButton):
    """A button with a portrait or initials: a click shows the portrait large, or opens the menu without one.

    The menu changes the portrait or colour; actions added to the button are listed above the colours.
    """

    colour_chosen = Signal(str)

    def __init__(self, portraits: "LatePortraits", parent: QWidget | None = None) -> None:
        """Create the button without a character."""
        super().__init__(parent)
        self._portraits = portraits
        self._portrait = self._name = ""
        self._large: QWidget | None = None
        self._letters = ""
        self._hue = NO_HUE
        self.setAccessibleName("Portrait and colour")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedSize(self.sizeHint())
        self.clicked.connect(self._show_large)

    def show_character(self, character: Character) -> None:
        """Show a character's portrait or initials."""
        self._name = character.name
        self.setToolTip(LARGE_TIP if character.portrait else TIP)
        self._letters, self._hue, self._portrait = initials(character.name), hue_of(character), character.portrait
        self.update()

    @override
    def sizeHint(self) -> QSize:
        side = int(self.fontMetrics().height() * AVATAR)
        return QSize(side, side)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, box, theme = QPainter(self), QRectF(self.rect()), current_theme()
        width, ratio = self.width(), self.devicePixelRatioF()
        shown = self._portraits().pixmap(self._portrait, width, ratio) if self._portrait else None
        if shown is None:
            paint_avatar(painter, box, theme, self._letters, colour_of(self._hue), scaled(self.font(), TITLE))
        else:
            paint_portrait(painter, box, theme, shown)
        if self.hasFocus() or self.underMouse():
            framed(painter, box, theme, None, theme.accent, focus=self.hasFocus())

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        """Hide the large portrait as well, as the veil does."""
        super().hideEvent(event)
        if self._large is not None and shiboken6.isValid(self._large):
            self._large.close()

    def _show_large(self) -> None:
        """Show the portrait large, or open the menu without one."""
        picture = self._portraits().whole(self._portrait) if self._portrait else None
        if picture is None:
            self._open()
        else:
            from gm_desk.ui.roster.avatar import LargePortrait

            self._large = LargePortrait(picture, self._name, self)
            self._large.show()

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._open()

    def _open(self) -> None:
        """Open the menu of portrait actions and colours."""
        from gm_desk.ui.roster.avatar import open_colours

        open_colours(self, self._choose)

    def _choose(self, action: QAction) -> None:
        if isinstance(action.data(), str):
            self.colour_chosen.emit(action.data())


class CardHead(QWidget):
    """The head of the card, where a character's identity is shown and edited."""

    def __init__(self, document: RosterDocument, portraits: "LatePortraits", parent: QWidget | None = None) -> None:
        """Create the head without a character."""
        super().__init__(parent)
        self._document = document
        self._id = ""
        self.avatar = AvatarButton(portraits)
        self.name = CheckedEdit(valid_name, plain=True, document=document)
        self.name.setFont(scaled(self.font(), NAME, bold=True))
        self.name.setAccessibleName("Name")
        self.name.setTextMargins(-2, 0, 0, 0)
        self.name.setAlignment(LEFT | Qt.AlignmentFlag.AlignAbsolute)
        self.twin = ElidedLabel(size=SMALL)
        self.twin.setText(TWIN)
        self.twin.setForegroundRole(QPalette.ColorRole.BrightText)
        self.concept = FittingEdit(str, "Concept", document)
        self.concept.setPlaceholderText("Concept: who is this, in a few words?")
        self.morph, self.threat = MorphPart(document), ThreatPart(document)
        self.number, self._kind = NumberPart(document), KindPart(document)
        self.kind = self._kind.button
        self.motivations = ListRow(document, "motivations", "Motivations")
        self.tags = ListRow(document, "tags", "Tags")
        self.add = AddMenu("head", self._addable)
        self.motivations.follows, self.tags.follows = (self.concept,), (self.motivations, self.concept)
        self._lay_out()
        self._connect()

    def show_character(self, character_id: str) -> None:
        """Show a character; "" shows none."""
        self._id = character_id
        for part in (self.morph, self.threat, self.number, self._kind, self.motivations, self.tags):
            part.show_character(character_id)
        self._refresh(character_id)
        self._warn()

    def edit_name(self) -> None:
        """Focus the name and select its text."""
        self.name.setFocus()
        self.name.selectAll()

    def _addable(self) -> Sequence[Addable]:
        return self.morph, self.threat, self.number, self.motivations, self.tags

    def _lay_out(self) -> None:
        """Arrange the name beside the avatar, with the other details below."""
        column, top, words, first = QVBoxLayout(self), QHBoxLayout(), QVBoxLayout(), QHBoxLayout()
        column.addLayout(top)  # layouts before their parts, which then belong to the widget
        column.setContentsMargins(0, 0, GAP, 0)
        column.setSpacing(TIGHT)
        top.setSpacing(WIDE)
        top.addWidget(self.avatar, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(words, 1)
        words.setSpacing(0)
        words.addLayout(first)
        first.setSpacing(GAP)
        first.addWidget(self.name, 1)
        for beside in (self.twin, self._kind, self.add):
            first.addWidget(beside)
        line = QWidget()
        flow = FlowLayout(line, gap=2)
        for part in (self.concept, self.morph, self.threat, self.number):
            flow.addWidget(part)
        words.addWidget(line)
        column.addWidget(self.motivations)
        column.addWidget(self.tags)
        chosen, typed = (self.avatar, self.kind, self.add), (self.name, self.concept, self.morph.edit, self.morph.body)
        for before, after in pairwise((*chosen, *typed, self.threat.level, self.number.edit)):
            QWidget.setTabOrder(before, after)  # choices first, so that typed fields follow each other

    def _connect(self) -> None:
        """Connect the fields to edits and the document's changes to the fields."""
        self.avatar.colour_chosen.connect(self._set_colour)
        self.name.committed.connect(self._rename)
        self.concept.committed.connect(self._set_concept)
        self.name.returnPressed.connect(self.concept.setFocus)
        self._document.character_changed.connect(self._refresh)
        self._document.roster_changed.connect(self._warn)

    def _refresh(self, character_id: str) -> None:
        character = self._document.character(self._id) if character_id == self._id else None
        if character is not None:
            self.avatar.show_character(character)
            self.name.store(character.name)
            self.concept.store(character.concept)
            self.add.refresh()
            self._fit_name()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_name()

    def _fit_name(self) -> None:
        """Abbreviate the kind, and then reduce the name, if the name is too long for its line."""
        character = self._document.character(self._id)
        if character is None:
            return
        whole = scaled(self.font(), NAME, bold=True)
        beside = [part.sizeHint().width() + GAP for part in (self.twin, self.add) if not part.isHidden()]
        room = self.width() - self.avatar.width() - WIDE - 3 * GAP - sum(beside)
        named, words = width_of(whole, character.name) + GAP, width_of(self.font(), KINDS[character.kind]) + GAP
        roomy = self.width() >= self.fontMetrics().height() * ROOMY
        self._kind.set_brief(not roomy or named + words > room)
        words = width_of(self.font(), SHORT[character.kind]) + GAP
        share = max(SMALLEST, min(1.0, (room - words) / named))
        margins = self.name.sizeHint().height() - self.name.fontMetrics().height()
        self.name.setMinimumHeight(QFontMetrics(whole).height() + margins)
        self.name.setFont(scaled(self.font(), NAME * share, bold=True))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().height() * LEAST, super().minimumSizeHint().height())

    def _warn(self) -> None:
        """Show a hint if another member of the group has the same name."""
        self.twin.setVisible(self._id in self._document.twins())

    def _rename(self, text: str) -> None:
        from gm_desk.model.roster import edits

        edits.rename_character(self._document, self._id, text)

    def _set_concept(self, text: str) -> None:
        from gm_desk.model.roster import edits

        edits.set_concept(self._document, self._id, text)

    def _set_colour(self, colour: str) -> None:
        from gm_desk.model.card import card_edits

        card_edits.set_colour(self._document, self._id, colour)


STEPS = (
    "1.  Select a character in the roster on the left. The sample roster has a scene that is ready to play.",
    "2.  Click a number on their card, such as a skill or an attack.",
)
LAST_STEP = "3.  Set difficulty and modifiers on the right, where the odds are, and {}."
HELP = "{} opens the help on whatever has the focus."
EMPTY, CHOOSE = "The first roll, in three steps", "No character is selected"
WIDTH = 30
"""In heights of the font."""


class BlockOffer(FittingPill):
    """The button that offers to read a whole character from a stat block."""

    def __init__(self, document: RosterDocument) -> None:
        """Create the button, which is shown at first."""
        super().__init__()
        self._document = document
        self._id = ""
        self.show_words("Paste or type a stat block…")
        set_tip(self, "Read a whole character from a stat block as the books print it", "exchange.paste_stat_block")

    def show_character(self, character_id: str) -> None:
        """Show the button as long as the card of a character is empty below its head."""
        self._id = character_id
        self.refresh()

    def refresh(self, changed: str = "") -> None:
        """Show or hide the button after a change of a character or of any."""
        if changed in {"", self._id}:
            character = self._document.character(self._id)
            self.setVisible(character is not None and character.bare)


class EmptyCardPage(QWidget):
    """The page shown while no character is selected, with the steps to the first roll."""

    def __init__(self, document: RosterDocument, parent: QWidget | None = None) -> None:
        """Create the page for a document."""
        super().__init__(parent)
        self._document = document
        self.says = label(size=TITLE, bold=True)
        self.offer = BlockOffer(document)
        inner = QWidget()
        inner.setMaximumWidth(self.fontMetrics().height() * WIDTH)
        column = QVBoxLayout(inner)
        column.setSpacing(GAP)
        column.addStretch(2)
        last = KeyLabel(LAST_STEP, "press {} to roll", "click Roll", "roll.roll")
        keys = KeyLabel(HELP, "{}", "Help ▸ What is this?", "help.explain_focus")
        for line in (self.says, *(dim_label(step, size=COMPACT) for step in STEPS), last, keys):
            line.setWordWrap(True)
            column.addWidget(line)
        column.addSpacing(GAP)
        column.addWidget(self.offer, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(3)
        row = QHBoxLayout(self)
        row.setContentsMargins(EDGE, EDGE, EDGE, EDGE)
        row.addStretch(1)
        row.addWidget(inner, 100)
        row.addStretch(1)
        document.structure_changed.connect(self._update_title)
        document.opened.connect(self._update_title)
        self._update_title()

    def _update_title(self) -> None:
        self.says.setText(CHOOSE if self._document.roster.characters else EMPTY)


class KeyLabel(PlainLabel):
    """A dim sentence with the key of an action as it is set, or other words if the action has none."""

    def __init__(self, sentence: str, by_key: str, without: str, action_id: str) -> None:
        """Create the label; `by_key` has a place for the key, as `sentence` has for either."""
        super().__init__()
        self._sentence, self._by_key, self._without = sentence, by_key, without
        self.setFont(scaled(self.font(), COMPACT))
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.show_key("")
        set_tip(self, "", action_id)

    def show_key(self, key: str) -> None:
        """Show the key."""
        self.setText(self._sentence.format(self._by_key.format(key) if key else self._without))
