"""The help window, and the mapping from widgets to help topics."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QKeyEvent, QShortcut, QTextCursor, QTextTable
from PySide6.QtWidgets import (
    QDialog,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QMenuBar,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from gm_desk.store.shipped import DESK, Article
from gm_desk.ui.theme.theme import current_theme
from gm_desk.ui.widgets.action_rows import ACTION, OWN_TOPIC
from gm_desk.ui.widgets.labels import dim_label
from gm_desk.ui.widgets.text_input import LineEdit

FIRST = "desk/first"
TOPICS = {
    "rosterView": "desk/roster",
    "rosterFilter": "desk/roster",
    "rosterPane": "desk/roster",
    "rosterFaces": "desk/scene",
    "sceneView": "desk/scene",
    "scenePane": "desk/scene",
    "turnLine": "desk/scene",
    "statBlock": "desk/card",
    "conditionStrip": "desk/conditions",
    "conditionDialog": "desk/conditions",
    "aptitudeView": "rules/checks",
    "resistanceView": "rules/test",
    "skillView": "rules/skills",
    "attackView": "rules/attack",
    "addAttack": "rules/attack",
    "repView": "rules/checks",
    "pointsSection": "rules/points",
    "points": "rules/points",
    "tracksSection": "rules/health",
    "valuesSection": "rules/stats",
    "testPanel": "desk/test",
    "attackChoices": "rules/choices",
    "difficulty": "rules/modifiers",
    "modifierChips": "desk/chips",
    "commonButton": "rules/common",
    "netModifier": "desk/net",
    "netUp": "desk/net",
    "netDown": "desk/net",
    "useChips": "desk/net",
    "oddsBar": "desk/net",
    "contestOdds": "desk/sides",
    "opponent": "desk/sides",
    "turnSides": "desk/sides",
    "diceEdit": "desk/enter",
    "opponentDice": "desk/enter",
    "secretToggle": "desk/secret",
    "damageRow": "rules/attack",
    "severalDialog": "rules/attack",
    "defaulting": "rules/checks",
    "checkKind": "rules/checks",
    "simpleMode": "rules/simple",
    "usualMode": "rules/test",
    "rosterName": "desk/files",
    "moreAttacks": "rules/attack",
    "untrained": "rules/checks",
    "levels": "rules/advantage",
    "group": "rules/group",
    "groupView": "rules/group",
    "logView": "desk/log",
    "logFilter": "desk/log",
    "logPane": "desk/log",
    "linePanel": "desk/log",
    "luck": "desk/log",
    "forecast": "desk/forecast",
    "finder": "desk/finder",
    "veil": "desk/secret",
    "revealBar": "desk/players",
    "playersPreview": "desk/players",
    "header": "desk/window",
    "troubleBar": "desk/files",
    "toast": "desk/window",
}
"""Topics by object name; a widget without a topic has that of its nearest ancestor with one."""
OF_ACTIONS = {
    "exchange.import_characters": "desk/exchange",
    "exchange.paste_stat_block": "desk/paste",
    "files.new_roster": "desk/files",
    "files.switch_roster": "desk/files",
    "players.preview": "desk/players",
    "players.toggle_window": "desk/players",
    "roll.add_modifier": "desk/chips",
    "roll.list_modifiers": "rules/modifiers",
    "roll.toggle_opposed": "rules/opposed",
    "roster.new_character": "desk/roster",
    "roster.new_npc": "desk/roster",
    "window.toggle_veil": "desk/secret",
}
"""Topics of widgets by the id of the action that they trigger, before those by name."""
DIALOGS = {
    "StatisticsDialog": "desk/log",
    "ExportDialog": "desk/log",
    "SeveralDialog": "rules/attack",
    "PlayersPreview": "desk/players",
    "WordsDialog": "desk/players",
    "ConditionDialog": "desk/conditions",
    "ConditionsDialog": "desk/conditions",
    "NewNpc": "desk/roster",
    "NewGroupDialog": "desk/roster",
    "SharedPointsDialog": "rules/points",
    "CopiesDialog": "desk/roster",
    "TagDialog": "desk/roster",
    "RosterDialog": "desk/files",
    "BackupsDialog": "desk/files",
    "ExistingCampaignDialog": "desk/files",
    "VersionsDialog": "desk/files",
    "BringBackDialog": "desk/files",
    "PastePreview": "desk/paste",
    "PageProgress": "desk/paste",
    "ImportReport": "desk/exchange",
    "CharacterExportDialog": "desk/exchange",
    "KeyDialog": "desk/keys",
    "ModifiersDialog": "rules/common",
    "SettingsDialog": "desk/window",
    "HouseDialog": "rules/house",
    "ForecastDialog": "desk/forecast",
    "CardsDialog": "desk/print",
    "RecapDialog": "desk/print",
    "TurnSheetDialog": "desk/print",
    "TextDialog": "desk/window",
}
"""Topics of dialogs by the name of their class."""


def topic_of(widget: QWidget | None) -> str:
    """Return the topic of a widget or of its nearest ancestor with a topic; a widget may bring its own."""
    while widget is not None and not isinstance(widget, (QMenu, QMenuBar)):
        if own := str(widget.property(OWN_TOPIC) or ""):
            return own
        acts = OF_ACTIONS.get(str(widget.property(ACTION) or ""))
        if topic := acts or TOPICS.get(widget.objectName()) or DIALOGS.get(type(widget).__name__):
            return topic
        widget = widget.parentWidget()
    return FIRST


WIDE, TALL, LIST = 60, 38, 18
"""In heights of the font."""
MARGIN = 12
TOPIC = Qt.ItemDataRole.UserRole
FALLBACK = "rules/test"
INSTEAD = {"rules/superior": "rules/criticals"}
"""The article on the same thing in a system that lacks the first one."""
LIST_KEYS = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}


class HelpWindow(QDialog):
    """The modeless window with the help articles; over a dialog it belongs to that dialog."""

    def __init__(self, articles: Sequence[Article], system: str, window: QWidget) -> None:
        """Create the window with the program's articles and those of a system, given its name."""
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Help")
        self._articles = articles
        self.search = LineEdit(placeholderText="Search the help", clearButtonEnabled=True)
        self.search.setAccessibleName("Search the help")
        self.search.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName("Articles")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setWordWrap(True)
        self.text = QTextBrowser()
        self.text.setAccessibleName("Article")
        self.text.document().setDocumentMargin(MARGIN)
        self.text.setTabChangesFocus(True)
        self._nothing = dim_label("Nothing found. Try fewer or shorter words.")
        self._nothing.hide()
        self._lay_out()
        self._fill(system)
        self.search.textChanged.connect(self._find)
        self.list.currentItemChanged.connect(self._show_current)
        QShortcut(Qt.Key.Key_Escape, self, self.reject)
        em = self.fontMetrics().height()
        self.resize(min(em * WIDE, window.width() - 2 * em), min(em * TALL, window.height() - 2 * em))

    def open_at(self, topic: str) -> None:
        """Show the article of a topic, or the one about tests if the system lacks it, and focus the search field."""
        self.search.clear()
        items = {item.data(TOPIC): item for item in map(self.list.item, range(self.list.count()))}
        self.list.setCurrentItem(items.get(topic, items.get(INSTEAD.get(topic, ""), items[FALLBACK])))
        self.show()
        self.raise_()
        self.activateWindow()
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pass the arrow keys from the search field to the list of articles."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in LIST_KEYS:
            self.list.event(event)
            return True
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        for part in (self.search, self._nothing, self.list):
            column.addWidget(part)
        panes = QSplitter()
        panes.setChildrenCollapsible(False)
        panes.addWidget(left)
        panes.addWidget(self.text)
        em = self.fontMetrics().height()
        panes.setSizes([em * LIST, em * (WIDE - LIST)])
        QVBoxLayout(self).addWidget(panes)

    def _fill(self, system: str) -> None:
        """List the articles below the headings of their areas."""
        area = ""
        for article in self._articles:
            if (now := article.topic.partition("/")[0]) != area:
                area = now
                heading = QListWidgetItem("GM Desk" if area == DESK else system, self.list)
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
                font = heading.font()
                font.setBold(True)
                heading.setFont(font)
            item = QListWidgetItem(article.title, self.list)
            item.setData(TOPIC, article.topic)
            if area != DESK:
                item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{article.title}, {system}")

    def _find(self, words: str) -> None:
        """Filter the articles by words, and show the first match."""
        fitting = {article.topic for article in self._articles if article.contains(words)}
        items = [self.list.item(row) for row in range(self.list.count())]
        for item in items:
            topic = item.data(TOPIC)
            item.setHidden(bool(words.strip()) if topic is None else topic not in fitting)
        self._nothing.setVisible(not fitting)
        shown = [item for item in items if item.data(TOPIC) in fitting]
        if shown and self.list.currentItem() not in shown:
            self.list.setCurrentItem(shown[0])
        self._highlight()

    def _show_current(self) -> None:
        """Show the selected article."""
        item = self.list.currentItem()
        topic = item.data(TOPIC) if item else None
        article = next((one for one in self._articles if one.topic == topic), None)
        if article is not None:
            self.text.setMarkdown(f"# {article.title}\n\n{article.text}")
            self._highlight()
            self._colour_tables()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._highlight()
            self._colour_tables()

    def _colour_tables(self) -> None:
        """Draw the lines of tables in the colour of other lines."""
        for frame in self.text.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                form = frame.format()
                form.setBorderBrush(QColor(current_theme().line))
                frame.setFormat(form)

    def _highlight(self) -> None:
        """Highlight the searched words in the article."""
        marks = []
        for word in self.search.text().split():
            found = self.text.document().find(word)
            while not found.isNull():
                marks.append(self._highlighted(found))
                found = self.text.document().find(word, found)
        self.text.setExtraSelections(marks)

    def _highlighted(self, cursor: QTextCursor) -> QTextBrowser.ExtraSelection:
        mark = QTextBrowser.ExtraSelection()
        mark.cursor = cursor
        mark.format.setBackground(self.palette().highlight())
        mark.format.setForeground(self.palette().highlightedText())
        return mark
