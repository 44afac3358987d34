"""A character's card as text to read before it is added: its name, and below it section by section."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from gm_desk.core.roster import Character
from gm_desk.core.systems.system import System
from gm_desk.core.text.one_line import visible
from gm_desk.model.card_words import CardLine, card_lines, head_of
from gm_desk.ui.look import Look
from gm_desk.ui.sizes import SMALL

NAME = 1.35
GAP = 0.45
"""Above a section, in heights of the font."""


class CardText(QTextEdit):
    """Show a card that cannot be changed; its words can be selected and copied."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        """Show nobody yet."""
        super().__init__(parent)
        self._look = look
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setAccessibleName("The card it will become")

    def show_card(self, character: Character | None, system: System, doubts: Sequence[str] = ()) -> None:
        """Show a character as it will be, with what a GM should look at above; or nobody."""
        self.clear()
        if character is None:
            return
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        self._write(cursor, visible(character.name), size=NAME, bold=True)
        head = head_of(character)
        if head:
            self._line(cursor, head, dim=True)
        for doubt in doubts:
            self._line(cursor, f"▲ {doubt}", colour=self._look.theme.warning, above=GAP)
        for line in card_lines(character, system):
            self._section(cursor, line)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _section(self, cursor: QTextCursor, line: CardLine) -> None:
        self._line(cursor, line.name, dim=True, size=SMALL, bold=True, above=GAP)
        for words in line.says.splitlines():
            self._line(cursor, words)

    def _line(
        self,
        cursor: QTextCursor,
        text: str,
        *,
        dim: bool = False,
        colour: str = "",
        size: float = 1.0,
        bold: bool = False,
        above: float = 0.0,
    ) -> None:
        """Begin a line below what is there."""
        form = QTextBlockFormat()
        form.setTopMargin(above * self.fontMetrics().height())
        cursor.insertBlock(form)
        self._write(cursor, text, colour=colour or (self._look.theme.dim if dim else ""), size=size, bold=bold)

    def _write(
        self, cursor: QTextCursor, text: str, *, colour: str = "", size: float = 1.0, bold: bool = False
    ) -> None:
        form = QTextCharFormat()
        form.setForeground(QColor(colour or self._look.theme.text))
        form.setFontPointSize(self.font().pointSizeF() * size)
        form.setFontWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        cursor.insertText(text, form)
