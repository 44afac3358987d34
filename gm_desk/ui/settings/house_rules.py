"""The dialog for the house rules of the open roster, which are changed together as one undo step."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.rules.house import House, parse_known_house
from gm_desk.core.wording.house_rules import Setting, settings_of, value_of
from gm_desk.core.wording.phrases import MOST_OF_A_NAME, one_line
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.edits import set_house
from gm_desk.ui.theme.theme import COMPACT, GAP, TIGHT, WIDE
from gm_desk.ui.widgets.dialogs import AskingDialog
from gm_desk.ui.widgets.labels import dim_label, heading, label

ROOM = 40


class HouseDialog(AskingDialog):
    """A dialog to set the house rules of a roster; Enter applies them, Esc leaves them unchanged."""

    def __init__(self, document: RosterDocument, window: QWidget) -> None:
        """Create the dialog with the rules as currently set."""
        super().__init__("House rules", window)
        self._document = document
        self._system = document.system.id
        self.choices: dict[str, QComboBox] = {}
        self.column.setSpacing(WIDE)
        self.column.addWidget(heading(f"{document.system.name}: {one_line(document.roster.name, MOST_OF_A_NAME)}"))
        self.column.addWidget(self._rules(), 1)
        buttons = self.finish("&Set house rules", self._set)
        self.reset = buttons.addButton("&Reset to defaults", QDialogButtonBox.ButtonRole.ResetRole)
        self.reset.setAutoDefault(False)
        self.reset.clicked.connect(self._reset)
        em = self.fontMetrics().height()
        self.resize(em * 28, min(self.sizeHint().height() + em * 3, window.height() - ROOM))

    def _rules(self) -> QWidget:
        """Return a scrollable list of the rules."""
        rules = QWidget()
        column = QVBoxLayout(rules)
        column.setContentsMargins(0, 0, 0, 0)
        for setting in settings_of(self._system, self._document.house):
            column.addWidget(self._rule(setting))
        column.addStretch()
        scroll = QScrollArea()
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(rules)
        self._scroll = scroll
        return scroll

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn and isinstance(watched, QWidget):
            self._scroll.ensureWidgetVisible(watched)
        return super().eventFilter(watched, event)

    def _rule(self, setting: Setting) -> QWidget:
        """Return the name of a rule, its choices and the sentence that explains it."""
        rule, choice, says = QWidget(), QComboBox(), dim_label(setting.says, size=COMPACT)
        for value, words in setting.choices:
            choice.addItem(words, value)
        choice.setMinimumWidth(choice.sizeHint().width() + self.fontMetrics().height())
        choice.setAccessibleName(setting.name)
        choice.setAccessibleDescription(setting.says)
        says.setWordWrap(True)
        column = QVBoxLayout(rule)
        column.setContentsMargins(0, 0, TIGHT, GAP)
        column.setSpacing(TIGHT)
        name = label(setting.name, bold=True)
        name.setBuddy(choice)
        column.addWidget(name)
        column.addWidget(choice, alignment=Qt.AlignmentFlag.AlignLeft)
        column.addWidget(says)
        choice.installEventFilter(self)
        self.choices[setting.key] = choice
        self._show(setting.key, self._document.house)
        return rule

    def _show(self, key: str, house: House) -> None:
        choice, value = self.choices[key], value_of(self._system, key, house)
        choice.setCurrentIndex(next(n for n in range(choice.count()) if choice.itemData(n) == value))

    def _reset(self) -> None:
        for key in self.choices:
            self._show(key, House())

    def _set(self) -> None:
        settings = {key: choice.currentData() for key, choice in self.choices.items()}
        set_house(self._document, parse_known_house(self._system, settings))
        self.accept()
