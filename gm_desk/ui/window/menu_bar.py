"""The menu bar, which holds every action of the program."""

from collections.abc import Iterator

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QMenuBar

from gm_desk.core.rules.dice import EntropyDice
from gm_desk.core.systems.registry import RULES
from gm_desk.model.files.session import Session
from gm_desk.model.roll.rolling import Rolling
from gm_desk.store.shipped import load_system
from gm_desk.ui.card.actions import PointsCommands
from gm_desk.ui.exchange.arrivals import Arriving
from gm_desk.ui.exchange.exporting import add_sending
from gm_desk.ui.exchange.importing import ImportCommands, RosterArrivals, add_importing
from gm_desk.ui.exchange.paste import add_pasting, add_source
from gm_desk.ui.exchange.ways import real_ways
from gm_desk.ui.files.actions import CopyCommands, FileCommands, RecentCommands
from gm_desk.ui.files.backups import add_backups
from gm_desk.ui.files.campaign import add_campaign_items
from gm_desk.ui.files.discard import add_discarding
from gm_desk.ui.files.external_changes import OutsideCommands
from gm_desk.ui.help.actions import HelpCommands
from gm_desk.ui.log.export import add_exports
from gm_desk.ui.log.log_menu import add_rolls, build_log_menu
from gm_desk.ui.log.statistics_panel import add_luck
from gm_desk.ui.printing.actions import add_printing, add_recap_printing
from gm_desk.ui.roll.actions import RollCommands
from gm_desk.ui.roll.difficulty import DifficultyMenu
from gm_desk.ui.roster.actions import RosterCommands
from gm_desk.ui.roster.group_actions import add_group_menu
from gm_desk.ui.roster.npc_actions import NpcCommands
from gm_desk.ui.roster.portrait_actions import add_portrait_items
from gm_desk.ui.roster.selection_actions import add_many
from gm_desk.ui.settings.settings import add_settings
from gm_desk.ui.settings.shortcuts import KeyCommands
from gm_desk.ui.theme.look import Look
from gm_desk.ui.theme.text_size import TextSize
from gm_desk.ui.widgets.menus import BLIND, SEPARATOR, Item, add_choices, add_items, give_icons, only_in, only_within
from gm_desk.ui.window.actions import EditCommands, ViewCommands
from gm_desk.ui.window.main_window import MainWindow
from gm_desk.ui.window.veil import KEY


class Blindness(QObject):
    """Disable what is not blind: every action that would edit, show or ask anything under the veil."""

    def __init__(self, window: MainWindow) -> None:
        """Take the actions of all menus: groups disable them, and enable them again as they then are."""
        super().__init__(window)
        group = QActionGroup(self)
        group.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        self._groups = [group]
        for action in _entries(window.menuBar()):
            own = action.actionGroup()
            if own is None:
                group.addAction(action)
            elif own not in self._groups:
                self._groups.append(own)
        self._shortcuts = window.findChildren(QShortcut, options=Qt.FindChildOption.FindDirectChildrenOnly)
        self._lists = [menu for menu in window.findChildren(QMenu) if menu.isEmpty()]
        window.stage.veiled_changed.connect(self._follow)

    def _follow(self, veiled: bool) -> None:
        for group in self._groups:
            group.setDisabled(veiled)
        for shortcut in self._shortcuts:
            shortcut.setEnabled(not veiled)
        for filled_when_opened in self._lists:
            filled_when_opened.clear()


def _entries(bar: QMenuBar | QMenu) -> Iterator[QAction]:
    """List what is in the menus and not blind, and the menus in them."""
    for action in bar.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from _entries(inner)
            if isinstance(bar, QMenu):
                yield action
        elif not action.isSeparator() and not action.property(BLIND):
            yield action


def build_menus(window: MainWindow, desk: Session, look: Look, text: TextSize, rolling: Rolling) -> None:
    """Fill the window's menu bar, and the finder with its commands."""
    arriving = Arriving(window, desk, look, real_ways())
    keys = KeyCommands(window, desk.memory)
    actions = [
        *_file_menu(window, desk, look, arriving),
        *_edit_menu(window, desk, arriving),
        *_roster_menu(window, desk, look, arriving),
        *_roll_menu(window, desk, rolling),
        *_log_menu(window, desk, rolling, look),
        *_view_menu(window, desk, look, text),
        *_help_menu(window, desk, keys),
    ]
    keys.begin()
    window.header.finder.commands = actions
    give_icons(window, look)
    Blindness(window)
    OutsideCommands(window, desk)


def _file_menu(window: MainWindow, desk: Session, look: Look, arriving: Arriving) -> list[QAction]:
    menu, does = window.menuBar().addMenu("&File"), FileCommands(desk, window.header, look, window)
    systems = enumerate([(system, load_system(system).name) for system in RULES], 1)
    first = [Item("&New roster…", does.new, "Ctrl+Shift+N"), Item("&Open roster…", does.open, "Ctrl+O")]
    actions = add_items(menu, first, window)
    recent, lists = menu.addMenu("Open &recent"), RecentCommands(window, desk)
    for switcher in (recent, window.header.rosters):
        switcher.aboutToShow.connect(lists.fill)
        switcher.triggered.connect(lists.choose)
    actions += add_items(menu, [Item("S&witch roster", lists.switch, "Ctrl+Shift+R")], window)
    samples = menu.addMenu("Try a &sample roster")
    actions += add_items(
        samples, [Item(f"{name} sample", None, f"Ctrl+Alt+{at}", system) for at, (system, name) in systems], window
    )
    samples.triggered.connect(does.sample_of)
    about = [
        SEPARATOR,
        Item("Rena&me roster", does.rename, "Shift+F2"),
        Item("&House rules…", does.house_rules, "Ctrl+Shift+H"),
    ]
    actions += add_items(menu, about, window) + add_backups(menu, window, desk) + add_discarding(menu, window, desk)
    rest = [
        Item("Save a &copy…", CopyCommands(desk, window).ask, "F12"),
        SEPARATOR,
        Item("&Quit", window.close, "Ctrl+Q", blind=True, role=QAction.MenuRole.QuitRole),
    ]
    actions += add_items(menu, rest[:-2], window)
    actions += add_campaign_items(menu, window, desk) + add_importing(menu, arriving)
    RosterArrivals(window, desk).import_requested.connect(ImportCommands(arriving).bring)
    actions += add_settings(menu, window, desk)
    return actions + add_items(menu, rest[-2:], window)


def _edit_menu(window: MainWindow, desk: Session, arriving: Arriving) -> list[QAction]:
    menu = window.menuBar().addMenu("&Edit")
    undo, redo = add_items(menu, [Item("&Undo", keys="Ctrl+Z"), Item("&Redo", keys="Ctrl+Shift+Z Ctrl+Y")], window)
    EditCommands(desk.document.stack, window.stage, undo, redo)
    return add_pasting(menu, arriving)


def _roster_menu(window: MainWindow, desk: Session, look: Look, arriving: Arriving) -> list[QAction]:
    menu, does = window.menuBar().addMenu("&Roster"), RosterCommands(desk, window)
    items = [
        Item("&New character", does.new_character, "Ctrl+N"),
        Item("&Duplicate character", does.duplicate, "Ctrl+D"),
        Item("&Rename", does.rename, "Ctrl+R"),
        Item("Re&move", does.remove, "Delete"),
        SEPARATOR,
        Item("&Add a skill", does.add_skill, "Ctrl+T"),
        Item("Add an attac&k", does.add_attack, "Ctrl+Shift+K"),
        Item("New &group", does.new_group, "Ctrl+G"),
        SEPARATOR,
        Item("Select a&ll", window.roster.select_all, "Ctrl+A"),
        Item("S&elect the group", window.roster.select_group, "Ctrl+Shift+A"),
    ]
    actions = add_items(menu, items, window)
    only_in(actions[3], window.roster.view, window.stat.skills.view, window.stat.attacks.view)
    only_in(actions[7], window.roster.view)
    groups = menu.addMenu("Mo&ve to group")
    groups.aboutToShow.connect(does.fill_groups)
    groups.triggered.connect(does.move_to)
    resting, threat = menu.addMenu("Re&charge"), menu.addMenu("&Threat")
    points = PointsCommands(desk, window.roster, window.test, window)
    resting.aboutToShow.connect(points.fill_recharges)
    resting.triggered.connect(points.recharge)
    threat.aboutToShow.connect(points.fill_threat)
    threat.triggered.connect(points.set_threat)
    actions += add_items(menu, [Item("Type damage", does.harm, "Shift+F4")], window)
    submenus = [part.menuAction() for part in (groups, resting, threat)]
    typed = (*actions[4:6], actions[-1])
    submenus += add_many(menu, window, desk, look, (actions[1], actions[3], groups.menuAction(), *typed))
    submenus.append(add_group_menu(menu, window, desk))
    actions += add_rolls(menu, window, desk)
    out, portrait = menu.addMenu("Export and print"), menu.addMenu("P&ortrait")
    inner = add_portrait_items(portrait, window, desk) + add_printing(out, window, desk)
    inner += add_sending(out, arriving) + add_source(out, arriving)
    submenus += [out.menuAction(), portrait.menuAction()]
    window.roster.view.addActions([*actions[:4], *submenus, *actions[6:]])
    actions += inner
    window.header.new_character_requested.connect(does.new_character)
    return actions + _npc_items(window, desk, look, menu, actions[1])


def _npc_items(window: MainWindow, desk: Session, look: Look, menu: QMenu, below: QAction) -> list[QAction]:
    """Add what makes NPCs of templates, and checks them, to the Roster menu."""
    does = NpcCommands(window, desk, look, EntropyDice())
    items = [
        Item("New NPC &from a template…", does.new_npc, "Ctrl+Shift+T"),
        SEPARATOR,
        Item("Save as template", does.save_template, "Ctrl+Alt+S"),
        Item("&Prep check", does.prep_check, "F3"),
    ]
    actions = add_items(menu, items, window)
    menu.insertAction(below, actions[0])
    window.roster.view.addActions(actions)
    window.header.template_requested.connect(does.new_npc)
    return actions


def _roll_menu(window: MainWindow, desk: Session, rolling: Rolling) -> list[QAction]:
    menu, does = window.menuBar().addMenu("Ro&ll"), RollCommands(desk, rolling, window.test, window)
    items = [
        Item("&Roll", window.test.roll, "Enter Return", blind=True),
        Item("Roll from &anywhere", window.test.roll, "Ctrl+Return Ctrl+Enter", blind=True),
        Item("Enter &dice", does.dice, "Ctrl+E"),
        Item("Damage of the &last attack", window.test.damage.go_on, "F4"),
        Item("&Secret", does.toggle_secret, "Ctrl+Shift+S", blind=True),
        Item("S&ecret by default", does.secret_by_default, "Ctrl+Alt+Shift+S", on=desk.memory.state.secret),
        Item("O&pposed", window.test.modes.toggle, "Ctrl+Shift+O"),
        Item("The o&ther side", window.test.opponent.turn_sides, "F7"),
        Item("&Keep the opponent", window.test.opponent.keep.click, "Ctrl+Alt+K"),
        Item("&New scene", does.new_scene, "Ctrl+Shift+E"),
        SEPARATOR,
        Item("Add a &modifier", does.modifier, "Ctrl+M"),
        Item("Modifiers b&y name", window.test.chips.presets.showMenu, "Ctrl+Shift+M"),
        Item("Net &up", does.up, "+"),
        Item("Net do&wn", does.down, "-"),
        Item("&Clear the modifiers", does.clear, "Ctrl+0"),
        Item("&Bring back the last modifiers", window.test.spent.bring_back, "Ctrl+B"),
        Item("De&fault to the aptitude", window.test.ability.default.click, "Ctrl+Shift+D"),
    ]
    actions = add_items(menu, items, window)
    focus = (window.roster.view, window.test.net.scale, window.stage.veil)
    only_in(actions[0], *focus)
    window.enter_pressed.connect(actions[0].trigger)
    for net in (action for action in actions if action.objectName() in {"Roll/Net up", "Roll/Net down"}):
        only_within(net, window.roster.view, window.test)
    for part in (window.test.difficulty, window.test.levels):
        enter = QShortcut(Qt.Key.Key_Return, part, window.test.roll)
        enter.setKeys([QKeySequence(Qt.Key.Key_Return), QKeySequence(Qt.Key.Key_Enter)])
        enter.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    steps = DifficultyMenu(desk.document, menu, window)
    menu.addMenu(steps)
    steps.triggered.connect(does.difficulty)
    return actions + steps.actions()


def _log_menu(window: MainWindow, desk: Session, rolling: Rolling, look: Look) -> list[QAction]:
    menu = window.menuBar().addMenu("Lo&g")
    actions = build_log_menu(menu, window, desk, rolling, look)
    luck, exports = add_luck(menu, window, desk, look), add_exports(menu, window, desk)
    exports += add_recap_printing(menu, window, desk)
    window.log.export.clicked.connect(exports[0].trigger)
    return actions + luck + exports


def _view_menu(window: MainWindow, desk: Session, look: Look, text: TextSize) -> list[QAction]:
    menu, does = window.menuBar().addMenu("&View"), ViewCommands(desk, look, text, window)
    items = [
        Item("&Find anything", does.find, "Ctrl+K"),
        Item("Filter the &roster", does.filter_roster, "Ctrl+F"),
        Item("Filter the &log", does.filter_log, "Ctrl+L"),
        SEPARATOR,
        Item("Roster &pane", does.toggle, "F5", data="roster"),
        Item("&Card pane", does.toggle, "F6", data="card"),
        Item("L&og pane", does.toggle, "F9", data="log"),
        SEPARATOR,
        Item("Lar&ger text", text.enlarge, "Ctrl++ Ctrl+=", blind=True),
        Item("&Smaller text", text.reduce, "Ctrl+-", blind=True),
        Item("&Normal text", text.reset, "Alt+0", blind=True),
        SEPARATOR,
        Item("&Veil", does.veil, KEY, on=False, blind=True),
        Item("F&ull screen", does.full_screen, "F11", on=False, blind=True),
    ]
    actions = add_items(menu, items, window)
    veil = actions[-2]
    veil.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)  # an open menu would keep the key from the window
    window.stage.veiled_changed.connect(veil.setChecked)
    window.header.veil.clicked.connect(veil.trigger)
    themes: QMenu = menu.addMenu("Th&eme")
    choices = [
        Item("Like the &system", keys="Shift+F9", data="system"),
        Item("&Dark", keys="Shift+F5", data="dark"),
        Item("&Light", keys="Shift+F6", data="light"),
        Item("&High contrast", keys="Shift+F7", data="contrast"),
    ]
    group = add_choices(themes, choices, window, does.theme)
    actions += group.actions()
    for action in group.actions():
        action.setChecked(action.data() == desk.memory.state.theme)
    return actions + add_items(
        menu, [Item("&Animation", does.animation, "Shift+F8", on=desk.memory.state.animation)], window
    )


def _help_menu(window: MainWindow, desk: Session, keys: KeyCommands) -> list[QAction]:
    menu, does = window.menuBar().addMenu("&Help"), HelpCommands(window, desk.document)
    items = [
        Item("&What is this?", does.here, "F1"),
        Item("The first &roll", does.first, "Ctrl+Shift+F1"),
        Item("R&ules", does.rules, "Shift+F1"),
        SEPARATOR,
        Item("&Keys…", keys.show, "?"),
        Item("About &GM Desk", does.about, "Ctrl+?", role=QAction.MenuRole.AboutRole),
    ]
    return add_items(menu, items, window)
