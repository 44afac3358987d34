"""A window for a test, with methods for keys, clicks, and what is displayed."""

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QEvent, QModelIndex, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QImage, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QDialog,
    QLabel,
    QMenu,
    QSplitter,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gm_desk.app import SMALLEST_FONT, Program, assemble
from gm_desk.core.characters.roster import Character, Group, Roster, Skill
from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft
from gm_desk.model.files.session import Session
from gm_desk.model.item_models import Role
from gm_desk.model.log.log_model import LogModel
from gm_desk.store.disk.places import Places
from gm_desk.store.rosters.files import write_roster
from gm_desk.store.state import State, Theme, View, read_state, write_state
from gm_desk.ui.card.stat_block import StatBlock
from gm_desk.ui.files.actions import RosterDialog
from gm_desk.ui.roster.roster_pane import RosterPane
from gm_desk.ui.theme.appearance import Appearance, TextSize
from gm_desk.ui.widgets.action_rows import HistoryWindow, WindowActions, find_action, without_mnemonic
from gm_desk.ui.widgets.labels import FieldMessage
from gm_desk.ui.widgets.popup_list import ChoiceList
from gm_desk.ui.window.main_window import MainWindow
from model_makers import AtOnce

LEFT = Qt.MouseButton.LeftButton
LAO_QINGS_SKILLS = {
    "Athletics": ("SOM", 55),
    "Deceive": ("SAV", 40),
    "Fray": ("REF", 60),
    "Guns": ("REF", 65),
    "Infiltrate": ("REF", 50),
    "Know: Triads": ("COG", 60),
    "Melee": ("SOM", 65),
    "Perceive": ("INT", 50),
    "Persuade": ("SAV", 45),
    "Pilot: Ground": ("REF", 40),
}

_Object = TypeVar("_Object", bound=QObject)
_Dialog = TypeVar("_Dialog", bound=QDialog)
Shown = TypeVar("Shown", bound=HistoryWindow)


def skills(of: str, ratings: dict[str, tuple[str, int]]) -> tuple[Skill, ...]:
    return tuple(
        Skill(id=f"{of}-{name.casefold()}", name=name, rating=rating, aptitude=aptitude)
        for name, (aptitude, rating) in ratings.items()
    )


LAO = Character(
    id="lao",
    name="Lao Qing",
    group="triad",
    concept="Triad enforcer",
    stats={"COG": 15, "INT": 15, "REF": 20, "SAV": 10, "SOM": 20, "WIL": 15},
    skills=skills("lao", LAO_QINGS_SKILLS),
    notes="Wants the docks.",
)
MOOK = Character(
    id="mook", name="Triad mook 1", group="triad", stats={"REF": 15}, skills=skills("mook", {"Guns": ("REF", 40)})
)
EVA = Character(
    id="eva",
    name="Eva",
    kind="pc",
    group="players",
    concept="Mechanic",
    stats={"COG": 20, "REF": 10},
    skills=skills("eva", {"Guns": ("REF", 30), "Medicine: Paramedic": ("COG", 45)}),
)


def a_roster(*characters: Character, roster_id: str = "mars", name: str = "Mars") -> Roster:
    groups = (Group(id="players", name="Players"), Group(id="triad", name="Dockside Triad"))
    return Roster(id=roster_id, name=name, groups=groups, characters=characters or (EVA, LAO, MOOK))


def saved(folder: Path, roster: Roster) -> Path:
    path = Places(folder).roster(roster.name, roster.id)
    write_roster(path, roster)
    return path


class ScriptedDice:
    def __init__(self, rolls: Iterable[int]) -> None:
        self._rolls = iter(rolls)

    def throw(self, rolls: Iterable[int]) -> None:
        """Forget what is left, and let these dice fall next."""
        self._rolls = iter(rolls)

    def d100(self) -> int:
        return next(self._rolls)

    def die(self, sides: int) -> int:
        return min(sides, next(self._rolls))


class Hands(Generic[Shown]):
    """A game master's hands and eyes: keys, clicks, and what is displayed in a window."""

    def __init__(self, qtbot: QtBot, window: Shown, session: Session, rows: LogModel) -> None:
        self.qtbot = qtbot
        self.window = window
        self.session = session
        self.rows = rows

    @property
    def roster(self) -> Roster:
        return self.session.document.roster

    @property
    def lao(self) -> Character:
        return self.character("lao")

    def character(self, character_id: str) -> Character:
        found = self.roster.character(character_id)
        assert found is not None, f"{character_id} is not in the roster"
        return found

    # What is displayed

    def find(self, kind: type[_Object], name: str) -> _Object:
        found = self.window.findChild(kind, name)
        assert isinstance(found, kind), f"there is no {name}"
        return found

    def widget(self, name: str) -> QWidget:
        return self.find(QWidget, name)

    def reads(self, name: str) -> str:
        return self.find(QLabel, name).text()

    def refused(self) -> str:
        """The text of the bubble, or nothing."""
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        said = [bubble.text() for bubble in self.window.findChildren(FieldMessage) if bubble.isVisible()]
        return " ".join(said)

    def log(self) -> list[list[str]]:
        """The texts of the log, newest first."""
        return table(self.rows)

    def test(self) -> str:
        """The current test, like "Guns 65 Lao Qing"."""
        draft = self.session.drafting.draft
        return f"{draft.ability.label} {draft.base} {draft.name}" if draft.ability else ""

    def net(self) -> int:
        return self.session.drafting.reading.net.net

    def focused(self) -> QWidget:
        focus = self.window.focusWidget()
        assert focus is not None, "nothing has the focus"
        return focus

    # Input

    def keys(self, *sequences: str) -> None:
        """Press keys, named as in menus, in the focused widget."""
        for sequence in sequences:
            QTest.keySequence(self.focused(), QKeySequence(sequence))
            self.settles()

    def settles(self) -> None:
        """Process what Qt does with a delay, like closing an in-place editor."""
        QApplication.processEvents()
        active = QApplication.activeWindow()
        if active is None or not active.isVisible():  # drawn offscreen, a popup that is gone stays active
            self.window.activateWindow()
            QApplication.processEvents()

    def types(self, text: str) -> None:
        QTest.keyClicks(self.focused(), text)

    def types_over(self, text: str) -> None:
        """Replace the text of the focused field by typing."""
        self.keys("Ctrl+A")
        self.types(text)

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        QTest.mouseClick(widget, LEFT, pos=at or widget.rect().center())

    def click_on(self, view: QAbstractItemView, name: str, *, double: bool = False) -> None:
        """Click on a name in a view."""
        at = view.visualRect(index_of(view.model(), name)).center()
        QTest.mouseClick(view.viewport(), LEFT, pos=at)
        if double:
            QTest.mouseDClick(view.viewport(), LEFT, pos=at)

    def context_menu(self, widget: QWidget) -> QMenu:
        """Return the context menu of a widget."""
        at = widget.rect().center()
        asked = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, widget.mapToGlobal(at))
        QApplication.sendEvent(widget, asked)
        return next(menu for menu in widget.findChildren(QMenu) if menu.isVisible())

    def action(self, action_id: str, words: str = "") -> QAction:
        """Return an action by its id, after checking its present label if one is given."""
        found = find_action(self.window, action_id)
        assert found is not None, f"there is no {action_id}"
        assert not words or reads(found) == words
        return found

    def does(self, action_id: str, words: str = "") -> None:
        """Trigger an action of the menus."""
        action = self.action(action_id, words)
        assert action.isEnabled(), f"{action_id} cannot be chosen now"
        action.trigger()

    def undo_of(self, step: str) -> QAction:
        """Return the undo action, after checking that it undoes this step."""
        return self.action("window.undo", f"Undo {step}")

    def redo_of(self, step: str) -> QAction:
        """Return the redo action, after checking that it redoes this step."""
        return self.action("window.redo", f"Redo {step}")

    def submenu(self, menu_id: str, words: str = "") -> QMenu:
        """Return a menu of the menu bar, filled as on opening, after checking its title if one is given."""
        actions = self.window.findChild(WindowActions)
        assert actions is not None
        menu = actions.menus[menu_id]
        assert not words or without_mnemonic(menu.title()) == words
        menu.aboutToShow.emit()
        return menu

    def chooses(self, menu_id: str, text: str) -> None:
        """Trigger an entry of a menu that is filled on opening."""
        found = (one for one in self.submenu(menu_id).actions() if reads(one) == text)
        next(found).trigger()

    def dialog(self, kind: type[_Dialog]) -> _Dialog:
        """Return the open dialog."""
        (found,) = [one for one in self.window.findChildren(kind) if one.isVisible()]
        found.activateWindow()
        QApplication.processEvents()
        return found

    def offers(self) -> list[str]:
        """List the choices in the open list."""
        model = self._choices().view.model()
        return [str(model.index(row, 0).data()) for row in range(model.rowCount())]

    def narrows(self, typed: str) -> list[str]:
        """Type into the open list, and return the remaining choices."""
        field = self._choices().filter
        field.clear()
        QTest.keyClicks(field, typed)
        return self.offers()

    def takes(self) -> None:
        """Choose the first entry of the open list."""
        QTest.keyClick(self._choices().filter, Qt.Key.Key_Return)
        self.settles()

    def _choices(self) -> ChoiceList:
        return next(one for one in self.window.findChildren(ChoiceList) if one.isVisible())

    def resizes(self, width: int, height: int) -> None:
        self.window.resize(width, height)
        self.settles()

    @contextmanager
    def unpainted(self) -> Iterator[None]:
        """Lay out but do not paint the window meanwhile, where only places and sizes are compared; paint it at the end.

        A frame of the whole window takes longer than everything else that follows a key.
        """
        self.window.setUpdatesEnabled(False)
        try:
            yield
        finally:
            self.window.setUpdatesEnabled(True)
            QApplication.processEvents()


class CardUser(Hands[Shown]):
    """A game master with the roster and the card, whatever else is in the window."""

    @property
    def card(self) -> StatBlock:
        return self.find(StatBlock, "statBlock")

    def selects(self, name: str) -> None:
        """Click on a character in the roster."""
        self.click_on(self.find(RosterPane, "rosterPane").view, name)

    def prepares(self, skill: str) -> None:
        """Click on a skill."""
        self.click_on(self.card.skills.view, skill)

    def attacks(self, attack: str, *, rolls: bool = False) -> None:
        """Click on an attack, or double-click to roll it."""
        self.click_on(self.card.attacks.view, attack, double=rolls)

    def opens_untrained(self) -> list[str]:
        """Open the list of what the character can roll untrained, and return it."""
        self.click(self.card.skills.untrained)
        return self.offers()

    def picks_untrained(self, typed: str) -> None:
        """Roll a skill untrained, by typing into the list."""
        self.opens_untrained()
        self.narrows(typed)
        self.takes()


class GM(CardUser[MainWindow]):
    """A game master with the whole window."""

    def __init__(self, qtbot: QtBot, program: Program) -> None:
        super().__init__(qtbot, program.window, program.session, program.log)
        self.program = program
        self.rolling = program.rolling

    def opens(self, roster: Roster) -> None:
        """Open another roster, which has a log of its own, like a new window but in a fraction of the time."""
        assert self.session.open_roster(saved(self.session.places.root, roster))
        self.program.log.load()
        self.settles()

    def trouble(self) -> str:
        """Return the problems and notices that are shown, those that stay first."""
        shown = (part.says.text() for part in (self.window.trouble, self.window.toast) if part.isVisible())
        return "\n".join(shown)

    def context_entries(self) -> list[QAction]:
        """Return the entries of the roster's context menu for what is current, those of submenus included."""
        menu = self.window.roster.view.context_menu()
        assert menu is not None
        return [*menu.actions(), *(one for inner in submenus(menu) for one in inner.actions())]

    def makes_roster(self, name: str = "", system: str = "") -> None:
        """Create a roster with the given name, or the one proposed, for the given system or the one used."""
        self.does("files.new_roster")
        asked = self.dialog(RosterDialog)
        if name:
            asked.name.setText(name)
        asked.systems[system or self.roster.system].setChecked(True)
        QTest.keyClick(asked.name, Qt.Key.Key_Return)
        self.settles()


def reads(action: QAction) -> str:
    """Return the label of a menu entry, without its shortcut."""
    return without_mnemonic(action.text()).partition("\t")[0]


def submenus(menu: QMenu) -> list[QMenu]:
    """List the submenus of a menu, and theirs."""
    inner = [found for action in menu.actions() if isinstance(found := action.menu(), QMenu)]
    return [*inner, *(one for menu in inner for one in submenus(menu))]


def entries(menu: QMenu) -> list[QAction]:
    """List the actions of a menu and of its submenus."""
    found: list[QAction] = []
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            found += entries(inner)
        elif not action.isSeparator():
            found.append(action)
    return found


def said_of(button: QAbstractButton) -> str:
    """Return what is read out of a button: its name, what its state amounts to, and its description."""
    struck = "struck out" if button.isCheckable() and not button.isChecked() else ""
    return ", ".join(part for part in (button.accessibleName(), struck, button.accessibleDescription()) if part)


def index_of(model: QAbstractItemModel, name: str) -> QModelIndex:
    for row in range(model.rowCount()):
        if model.index(row, 0).data(Role.NAME) == name:
            return model.index(row, 0)
    raise AssertionError(f"nobody is called {name}")


def names(view: QAbstractItemView) -> list[str]:
    """List the rows of a view, from top to bottom."""
    model = view.model()
    return [model.index(row, 0).data(Role.NAME) for row in range(model.rowCount())]


def table(model: QAbstractItemModel) -> list[list[str]]:
    columns = range(model.columnCount())
    return [[model.index(row, column).data() for column in columns] for row in range(model.rowCount())]


def colours(widget: QWidget) -> set[str]:
    """Return the colours in which a widget is painted."""
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return {f"#{pixel & 0xFFFFFF:06x}" for pixel in {*memoryview(bytes(image.constBits())).cast("I")}}


def drag(pane: QWidget, by: int) -> None:
    """Drag the splitter handle after a pane, or after what holds it."""
    part, splitter, before = pane, pane.parentWidget(), pane.width()
    while splitter is not None and not isinstance(splitter, QSplitter):
        part, splitter = splitter, splitter.parentWidget()
    assert isinstance(splitter, QSplitter)
    handle = splitter.handle(splitter.indexOf(part) + 1)
    start = handle.rect().center()
    QTest.mousePress(handle, LEFT, pos=start)
    QTest.mouseMove(handle, start + QPoint(by, 0))
    QTest.mouseRelease(handle, LEFT, pos=start)
    QApplication.processEvents()
    assert pane.width() == before + by


def dressed(theme: Theme = "dark", points: float = SMALLEST_FONT) -> Appearance:
    """Return the appearance of the application, with a theme and a size of text set."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    appearance = Appearance(application)
    font = application.font()
    font.setPointSizeF(points)
    application.setFont(font)
    appearance.choose(theme)
    return appearance


@contextmanager
def no_collection() -> Iterator[None]:
    """Collect no garbage while a window is built, as the program does as it starts."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


FALLING = (61, 44, 99)
"""The dice that fall for most tests of a window."""


class Preparer(Protocol):
    """A user who selects a character and prepares a test of a skill."""

    def selects(self, name: str, /) -> None: ...

    def prepares(self, skill: str, /) -> None: ...


Prepared = TypeVar("Prepared", bound=Preparer)


GUNS = Draft("lao", "Lao Qing", Ability(AbilityKind.SKILL, "lao-guns", "Guns", 65, "REF", 20))
"""A test of Lao Qing's skill with guns."""


def left_at(folder: Path, character_id: str, draft: Draft | None = None, roster_id: str = "mars") -> Path:
    """Leave a folder as if its roster had been closed with somebody selected and a test prepared; return the folder.

    A window opened there is laid out and painted once, and not again for whoever is selected next.
    """
    places, view = Places(folder), View(selected=character_id, draft=draft or Draft())
    write_state(places.state, State(views={roster_id: view}))
    return folder


def left_with_guns(folder: Path) -> Path:
    """Leave a folder with Lao Qing selected and Guns prepared; return it."""
    return left_at(folder, LAO.id, GUNS)


def with_guns(made: Prepared) -> Prepared:
    """Select Lao Qing and prepare Guns."""
    made.selects("Lao Qing")
    made.prepares("Guns")
    return made


USUAL = (1366, 768)
"""The size of a window on a laptop."""


def sit_down(
    qtbot: QtBot,
    folder: Path,
    roster: Roster | Path | None = None,
    *,
    dice: Iterable[int] = (),
    size: tuple[int, int] | None = USUAL,
    theme: Theme = "dark",
    points: float = SMALLEST_FONT,
    writes: bool = True,
) -> GM:
    """Open a window as the program does; without a roster it opens the last one."""
    faces = dressed(theme, points)
    program = open_window(folder, roster, faces, dice=ScriptedDice(dice), size=size, writes=writes)
    qtbot.addWidget(program.window)
    return GM(qtbot, program)


def open_window(
    folder: Path,
    roster: Roster | Path | None,
    appearance: Appearance,
    *,
    dice: ScriptedDice,
    size: tuple[int, int] | None = USUAL,
    writes: bool = True,
) -> Program:
    """Open a window, which somebody else closes."""
    places = Places(folder)
    state = read_state(places.state)
    text = TextSize(state.text_size)
    with no_collection():
        program = assemble(places, state, appearance, text, writes=writes, dice=dice, runner=AtOnce())
    program.window.destroyed.connect(program.session.log.journal.close)  # what the program does as it quits
    program.session.start(saved(folder, roster) if isinstance(roster, Roster) else roster)
    program.log.load()
    if size is not None:
        program.window.resize(*size)
    program.window.show()
    QApplication.processEvents()
    return program
