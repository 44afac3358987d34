"""The menu bar and the context menus, filled with actions, and the commands behind them."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from gm_desk.core.rules.dice import Dice
from gm_desk.model.files.session import Session
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.scene.fight_steps import FightSteps, TurnOrder
from gm_desk.ui.card.actions import AttackCommands, PointMenus, PointsCommands
from gm_desk.ui.combat.actions import SeveralCommands
from gm_desk.ui.exchange.arrivals import CharacterAdder
from gm_desk.ui.exchange.exporting import CharacterExportCommands
from gm_desk.ui.exchange.importing import ImportCommands, RosterArrivals
from gm_desk.ui.exchange.paste import PasteCommands, SourceCommands
from gm_desk.ui.files.actions import CopyCommands, FileCommands, RecentCommands
from gm_desk.ui.files.backups import BackupsCommands
from gm_desk.ui.files.campaign import CampaignCommands
from gm_desk.ui.files.discard import DiscardCommands
from gm_desk.ui.files.external_changes import ExternalChangeCommands
from gm_desk.ui.forecast.forecast_dialog import ForecastCommands
from gm_desk.ui.help.actions import HelpCommands
from gm_desk.ui.log.export import ExportCommands
from gm_desk.ui.log.log_menu import LineCommands, LogCommands
from gm_desk.ui.log.statistics_panel import LuckCommands
from gm_desk.ui.players.reveal_commands import PictureCommands, RevealCommands
from gm_desk.ui.players.window_commands import PlayersCommands
from gm_desk.ui.printing.actions import PrintCommands
from gm_desk.ui.roll.actions import RollCommands
from gm_desk.ui.roll.difficulty import DifficultyNames
from gm_desk.ui.roster.actions import PortraitCommands, RosterCommands
from gm_desk.ui.roster.group_actions import GroupCommands
from gm_desk.ui.roster.npc_actions import NpcCommands
from gm_desk.ui.roster.selection_actions import SelectionCommands
from gm_desk.ui.scene.actions import SceneCommands, SceneMenus, SceneSelection
from gm_desk.ui.scene.clock_actions import ClockCommands
from gm_desk.ui.scene.condition_actions import ConditionCommands
from gm_desk.ui.scene.turn_actions import FighterCommands, SurpriseCommands, TurnCommands
from gm_desk.ui.settings.settings import KeyCommands, SettingsCommands
from gm_desk.ui.theme.appearance import Appearance, TextSize
from gm_desk.ui.widgets.action_rows import BLIND, WindowActions, give_icons, only_in, only_within, without_mnemonic
from gm_desk.ui.widgets.dialogs import LastFolders
from gm_desk.ui.widgets.text_input import FileDrops
from gm_desk.ui.window.actions import EditCommands, MessageCommands, PaneMarks, ViewCommands
from gm_desk.ui.window.main_window import MainWindow
from gm_desk.ui.window.menus import (
    CLOCKS,
    DIFFICULTIES,
    MENUS,
    OF_A_CHARACTER,
    OF_A_GROUP,
    ON_A_FIGHTER,
    ON_A_ROLL,
    PANES,
    PORTRAIT,
    ROWS,
    THEMES,
    Menu,
)


class VeiledActions(QObject):
    """Disables every action not marked `blind` while the window is veiled."""

    def __init__(self, window: MainWindow) -> None:
        """Observe the veil of a window."""
        super().__init__(window)
        self._bar = window.menuBar()
        self._group = QActionGroup(self)
        self._group.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        self._groups = [self._group]
        self._shortcuts = window.findChildren(QShortcut, options=Qt.FindChildOption.FindDirectChildrenOnly)
        self._choice_menus = [menu for menu in window.findChildren(QMenu) if menu.isEmpty()]
        window.veil_stack.veiled_changed.connect(self._set_veiled)
        self._set_veiled(window.veil_stack.veiled)

    def _set_veiled(self, veiled: bool) -> None:
        for menu in self._choice_menus:
            menu.clear()
        if veiled:
            self._collect()
        for group in self._groups:
            group.setDisabled(veiled)
        for shortcut in self._shortcuts:
            shortcut.setEnabled(not veiled)

    def _collect(self) -> None:
        """Collect the actions of all menus in action groups, which restore each action's own state when re-enabled."""
        for action in _actions_to_disable(self._bar):
            own_group = action.actionGroup()
            if own_group is None:
                self._group.addAction(action)
            elif own_group not in self._groups:
                self._groups.append(own_group)


def _actions_to_disable(bar: QMenuBar | QMenu) -> Iterator[QAction]:
    """Yield the actions disabled while veiled: submenus, and all actions not marked `blind`."""
    for action in bar.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from _actions_to_disable(inner)
            if isinstance(bar, QMenu):
                yield action
        elif not action.isSeparator() and not action.property(BLIND):
            yield action


def build_menus(
    window: MainWindow, session: Session, appearance: Appearance, text: TextSize, rolling: Rolling, steps: FightSteps
) -> None:
    """Build the menu bar, and make its actions available to the finder."""
    actions = WindowActions(window, ROWS)
    actions.refused.connect(window.refuse)
    LastFolders(window, session.settings)
    keys = KeyCommands(window, session.settings)
    edits = EditCommands(session.document.stack, window.veil_stack)
    lines = LineCommands(window, session)
    views = ViewCommands(session, appearance, text, window)
    _register_files(actions, window, session)
    _register_roster(actions, window, session, rolling.dice)
    _register_roll(actions, window, session, rolling)
    _register_players(actions, window, session)
    scene_menus = _register_scene(actions, window, session, rolling, steps)
    actions.serve(MessageCommands(window))
    actions.serve(window, window.roster, text, keys, edits, lines, views)
    actions.serve(LogCommands(session, window), LuckCommands(window, session), ExportCommands(window, session))
    actions.serve(
        PrintCommands(window, session, steps.stage),
        SettingsCommands(window, session),
        HelpCommands(window, session.document),
    )
    for made, menu in zip(window.menus, MENUS, strict=True):
        _fill(made, menu, actions)
    edits.follow(actions["window.undo"], actions["window.redo"])
    scene_menus.follow(actions, _actions_of(actions, ON_A_FIGHTER), _actions_of(actions, CLOCKS))
    lines.follow(actions.menus["log.menu"], [actions[one] for one in ON_A_ROLL])
    PointMenus(session.document, actions, window)
    DifficultyNames(session.document, [actions[one] for one in DIFFICULTIES], window)
    _bind_keys(actions, window)
    _connect(actions, window, session)
    keys.begin()
    window.header.finder.offer(actions, window.roster, window.trouble.show_notice)
    window.header.finder.acted.connect(views.leave_finder)
    actions.done.connect(window.action_done)
    window.roster.selection_changed.connect(actions.count)
    actions.count(window.roster.selected_ids())
    give_icons(actions)
    VeiledActions(window)
    ExternalChangeCommands(window, session)


def _register_files(actions: WindowActions, window: MainWindow, session: Session) -> None:
    """Register the commands that read and write files."""
    adder = CharacterAdder(window, session)
    campaigns = CampaignCommands(window, session)
    FileDrops(window, campaigns.wants, campaigns.take)
    window.campaign_offered.connect(campaigns.bring_in)
    imports = ImportCommands(adder)
    RosterArrivals(window, session).import_requested.connect(imports.bring)
    actions.serve(FileCommands(session, window.header, window), RecentCommands(window, session))
    actions.serve(
        BackupsCommands(window, session), DiscardCommands(window, session), CopyCommands(session, window), campaigns
    )
    pastes = PasteCommands(adder)
    window.stat.block_requested.connect(pastes.fill_card)
    actions.serve(imports, pastes, CharacterExportCommands(adder), SourceCommands(adder))


def _register_roster(actions: WindowActions, window: MainWindow, session: Session, dice: Dice) -> None:
    """Register the commands that change characters and groups."""
    characters, npcs = RosterCommands(session, window), NpcCommands(window, session, dice)
    actions.serve(characters, npcs, SelectionCommands(session, window), GroupCommands(session, window))
    actions.serve(PointsCommands(session, window.roster, window.test, window), PortraitCommands(window, session))
    actions.serve(ConditionCommands(session, window))
    actions.serve(AttackCommands(session, window.stat, window.panes, window), ForecastCommands(window, session))
    window.header.new_character_requested.connect(characters.new_character)
    window.header.template_requested.connect(npcs.new_npc)


def _register_players(actions: WindowActions, window: MainWindow, session: Session) -> None:
    """Register the commands of the players' window and its contents."""
    players = PlayersCommands(session, window)
    pictures = PictureCommands(session, window, players.pictures)
    players.opened.connect(pictures.accept_drops)
    players.follow(actions)
    actions.serve(players, pictures, RevealCommands(session, window, players.question))


def _register_scene(
    actions: WindowActions, window: MainWindow, session: Session, rolling: Rolling, steps: FightSteps
) -> SceneMenus:
    """Register the commands of the scene, and return the menus of its list."""
    stage, order = steps.stage, TurnOrder(steps.stage, rolling.dice)
    selection = SceneSelection(window, stage)
    scenes = SceneCommands(session, window, steps, selection)
    fighters = FighterCommands(window, stage, order, selection)
    rolling.action_changed.connect(order.change_actions)
    rolling.points_spent.connect(fighters.spend_of)
    actions.serve(steps, window.faces, selection, scenes, ClockCommands(session, window, stage, rolling), fighters)
    actions.serve(SurpriseCommands(session, window, stage, selection), TurnCommands(window, stage, order, selection))
    return SceneMenus(session, window, steps, scenes, selection)


def _register_roll(actions: WindowActions, window: MainWindow, session: Session, rolling: Rolling) -> None:
    """Register the commands of the test pane."""
    test = window.test
    actions.serve(RollCommands(session, rolling, test, window), test, test.row, test.modes, test.opponent)
    several = SeveralCommands(session, rolling, window)
    window.several_requested.connect(several.open_dialog)
    actions.serve(test.spent, test.damage, test.attack, several)


def _fill(filled: QMenu, menu: Menu, actions: WindowActions, path: tuple[str, ...] = ()) -> None:
    """Fill a menu and its submenus."""
    path = (*path, without_mnemonic(menu.text))
    filled.setAccessibleName(path[-1])
    if menu.id:
        actions.menus[menu.id] = filled
    for entry in menu.entries:
        if isinstance(entry, Menu):
            _fill(filled.addMenu(entry.text), entry, actions, path)
        elif not entry:
            filled.addSeparator()
        elif actions.rows[entry].choices:
            actions.fill(filled.addMenu(actions.rows[entry].text), entry)
        else:
            actions[entry].path = path
            filled.addAction(actions[entry])


def _bind_keys(actions: WindowActions, window: MainWindow) -> None:
    """Restrict shortcuts with other meanings elsewhere to their own widgets."""
    roster, card = window.roster.view, window.stat
    only_in(actions["roster.remove"], roster, card.skills.view, card.attacks.view)
    for one in ("roster.select_all", "roster.move_group_up", "roster.move_group_down", "exchange.copy_text"):
        only_in(actions[one], roster)
    only_in(actions["roll.roll"], roster, window.test.net.scale, window.veil_stack.veil)
    for one in ("roll.raise_net", "roll.lower_net"):
        only_within(actions[one], roster, window.test)
    only_within(actions["roster.paste_portrait"], card)
    for one in ON_A_ROLL:
        only_in(actions[one], window.log.view)
    for part in (window.test.attack, window.test.difficulty, window.test.levels):
        enter = QShortcut(Qt.Key.Key_Return, part, window.test.row.roll)
        enter.setKeys([QKeySequence(Qt.Key.Key_Return), QKeySequence(Qt.Key.Key_Enter)])
        enter.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    veil = actions["window.toggle_veil"]
    veil.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)  # otherwise an open menu would intercept the key


def _connect(actions: WindowActions, window: MainWindow, session: Session) -> None:
    """Connect the actions to context menus, buttons and saved settings."""
    view = window.roster.view
    view.set_menus(_context_menu(actions, OF_A_CHARACTER, view), _context_menu(actions, OF_A_GROUP, view))
    window.stat.head.avatar.addActions(_actions_of(actions, PORTRAIT))
    actions.fill(
        window.header.rosters, "files.open_recent", _actions_of(actions, ("files.new_roster", "files.open_roster"))
    )
    window.enter_pressed.connect(actions["roll.roll"].trigger)
    window.log.export.clicked.connect(actions["log.export_rolls"].trigger)
    window.header.veil.clicked.connect(actions["window.toggle_veil"].trigger)
    window.veil_stack.veiled_changed.connect(actions["window.toggle_veil"].setChecked)
    actions["window.toggle_veil"].setChecked(window.veil_stack.veiled)
    state = session.settings.state
    actions["roll.toggle_secret_by_default"].setChecked(state.secret)
    actions["window.toggle_animation"].setChecked(state.animation)
    PaneMarks(window.panes, [actions[one] for one in PANES], window)
    themes = QActionGroup(window)
    for one in THEMES:
        themes.addAction(actions[one])
        actions[one].setChecked(actions[one].row.data == state.theme)


def _context_menu(actions: WindowActions, entries: Sequence[str], parent: QWidget) -> QMenu:
    """Return a context menu; "" is a separator."""
    menu = QMenu(parent)
    for entry in entries:
        if entry:
            menu.addActions(_actions_of(actions, (entry,)))
        else:
            menu.addSeparator()
    return menu


def _actions_of(actions: WindowActions, entries: Sequence[str]) -> list[QAction]:
    """Return the actions and submenus of a context menu."""
    return [actions.menus[one].menuAction() if one in actions.menus else actions[one] for one in entries]
