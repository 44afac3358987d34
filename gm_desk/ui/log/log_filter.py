"""The filters of the log: a field for words, a menu of other filters, and the active filters as pills."""

from collections.abc import Iterable

from msgspec import structs
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMenu, QWidget

from gm_desk.core.wording.phrases import menu_text
from gm_desk.model.log.filters import SECRETS, facets_of, grades_of, groups_of
from gm_desk.model.log.log_model import LogModel
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Search
from gm_desk.ui.theme.theme import GAP
from gm_desk.ui.widgets.action_rows import set_tip, without_mnemonic
from gm_desk.ui.widgets.labels import dim_label
from gm_desk.ui.widgets.pill import CROSS, MORE, FittingPill, Pill
from gm_desk.ui.widgets.text_input import LineEdit

MOST_EVENINGS = 30
ONLY = "Show only"
Entries = Iterable[tuple[str, Search]]


class OnlyMenu(QMenu):
    """The menu of filters by character, verdict, evening and secrecy; its submenus are filled when they open."""

    def __init__(self, model: LogModel, document: RosterDocument, parent: QWidget) -> None:
        """Filter a log; the characters are those of the document."""
        super().__init__(ONLY, parent)
        self._model = model
        self._document = document
        self._characters = self.addMenu("&Character")
        self._verdicts = self.addMenu("&Verdict")
        self._evenings = self.addMenu("&Evening")
        self._secrets = self.addMenu("&Secret")
        for menu in (self, self._characters, self._verdicts, self._evenings, self._secrets):
            menu.setAccessibleName(without_mnemonic(menu.title()))
        self._characters.aboutToShow.connect(self._fill_characters)
        self._verdicts.aboutToShow.connect(self._fill_verdicts)
        self._evenings.aboutToShow.connect(self._fill_evenings)
        self._secrets.aboutToShow.connect(self._fill_secrets)
        self.triggered.connect(self._apply_filter)

    def _fill_characters(self) -> None:
        search, roster = self._model.search, self._document.roster
        people = [one for members in roster.grouped().values() for one in members]
        self._characters.clear()
        self._add_filters(self._characters, ((one.name, structs.replace(search, character=one.id)) for one in people))

    def _fill_verdicts(self) -> None:
        search, system, menu = self._model.search, self._document.system.id, self._verdicts
        menu.clear()
        for verdicts in (groups_of(system), grades_of(system)):
            filters = ((words, structs.replace(search, grades=grades)) for words, grades in verdicts.items())
            self._add_filters(menu, filters)
            menu.addSeparator()

    def _fill_evenings(self) -> None:
        search, evenings = self._model.search, self._model.evenings
        latest = evenings.known[:MOST_EVENINGS]
        self._evenings.clear()
        self._add_filters(
            self._evenings, ((evenings.title(one.id), structs.replace(search, session=one.id)) for one in latest)
        )

    def _fill_secrets(self) -> None:
        search = self._model.search
        self._secrets.clear()
        self._add_filters(
            self._secrets, ((words, structs.replace(search, secret=secret)) for words, secret in SECRETS.items())
        )

    def _add_filters(self, menu: QMenu, entries: Entries) -> None:
        """Add filters to a menu; the active one is checked."""
        for words, search in entries:
            action = menu.addAction(menu_text(words))
            action.setData(search)
            action.setCheckable(True)
            action.setChecked(search == self._model.search)

    def _apply_filter(self, action: QAction) -> None:
        if isinstance(search := action.data(), Search):
            self._model.set_search(search)


class WordsEdit(LineEdit):
    """The field for the words to search the log for."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self.setObjectName("logFilter")
        self.setPlaceholderText("Filter")
        self.setAccessibleName("Filter the log")
        set_tip(self, "Show only rolls whose names, skills or notes have words that begin like this", "log.filter")
        self.setClearButtonEnabled(True)
        self.setMaximumWidth(self.fontMetrics().averageCharWidth() * 34)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 10)


class OnlyButton(FittingPill):
    """The button that opens the menu of filters."""

    def __init__(self, model: LogModel, document: RosterDocument) -> None:
        """Attach to a log and a document."""
        super().__init__()
        self.setObjectName("logOnly")
        self.choices = OnlyMenu(model, document, self)
        self.show_words("Show only…", quiet=True, mark=MORE)
        self.setAccessibleName("Show only some rolls")
        self.setToolTip("Show only rolls of a character, with a verdict, of an evening, or secret ones")
        self.clicked.connect(self._open)
        self.menu_requested.connect(self._open)

    def _open(self) -> None:
        self.choices.popup(self.mapToGlobal(QPoint(0, self.height())))


class FacetRow(QWidget):
    """The row of active filters; a click on one removes it."""

    def __init__(self, model: LogModel, document: RosterDocument, parent: QWidget | None = None) -> None:
        """Observe a log."""
        super().__init__(parent)
        self._model = model
        self._document = document
        self.pills: list[Pill] = []
        self._clicks = QButtonGroup(self)
        self._clicks.setExclusive(False)
        self._clicks.idClicked.connect(self._remove)
        self._without: list[Search] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(GAP)
        self._row.addWidget(dim_label("Show only"))
        self._row.addStretch(1)
        model.searched.connect(self.refresh)
        self.hide()

    def refresh(self) -> None:
        """Update from the log's search."""
        had_focus = any(pill.hasFocus() for pill in self.pills)
        for pill in self.pills:
            self._clicks.removeButton(pill)
            pill.hide()
            pill.deleteLater()
        self.pills, self._without = [], []
        model, system = self._model, self._document.system.id
        found = facets_of(model.search, system, self._character_name, model.evenings.title)
        for place, facet in enumerate(found):
            pill = Pill(self)
            pill.show_words(facet.words, "Click or Delete removes it", on=True, mark=CROSS)
            pill.removed.connect(pill.click)
            self._clicks.addButton(pill, place)
            self._without.append(facet.without)
            self._row.insertWidget(1 + place, pill)
            pill.show()
            self.pills.append(pill)
        self.setVisible(bool(self.pills))
        if had_focus and self.pills:
            self.pills[0].setFocus()

    def _remove(self, place: int) -> None:
        self._model.set_search(self._without[place])

    def _character_name(self, character_id: str) -> str:
        character = self._document.character(character_id)
        return character.name if character else "A removed character"
