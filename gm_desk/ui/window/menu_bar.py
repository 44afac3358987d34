"""The menu bar: which actions each menu contains, and which of them the context menus repeat."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QMenuBar

from gm_desk.core.rules.dice import EntropyDice
from gm_desk.model.files.session import Session
from gm_desk.model.roll.rolling import Rolling
from gm_desk.ui.card.actions import AttackCommands, PointsCommands
from gm_desk.ui.combat.attack_choices import CHOICE_ROWS, next_id
from gm_desk.ui.exchange.arrivals import CharacterAdder
from gm_desk.ui.exchange.exporting import CharacterExportCommands
from gm_desk.ui.exchange.importing import ImportCommands, RosterArrivals
from gm_desk.ui.exchange.paste import PasteCommands, SourceCommands
from gm_desk.ui.files.actions import CopyCommands, FileCommands, RecentCommands
from gm_desk.ui.files.backups import BackupsCommands
from gm_desk.ui.files.campaign import CampaignCommands
from gm_desk.ui.files.discard import DiscardCommands
from gm_desk.ui.files.external_changes import ExternalChangeCommands
from gm_desk.ui.help.actions import HelpCommands
from gm_desk.ui.log.export import ExportCommands
from gm_desk.ui.log.log_menu import LineCommands, LogCommands
from gm_desk.ui.log.statistics_panel import LuckCommands
from gm_desk.ui.printing.actions import PrintCommands
from gm_desk.ui.roll.actions import MOST_DIFFICULTIES, RollCommands
from gm_desk.ui.roll.difficulty import DifficultyNames, difficulty_id
from gm_desk.ui.roster.actions import RosterCommands
from gm_desk.ui.roster.group_actions import GroupCommands
from gm_desk.ui.roster.npc_actions import NpcCommands
from gm_desk.ui.roster.portrait_actions import PortraitCommands
from gm_desk.ui.roster.selection_actions import SelectionCommands
from gm_desk.ui.settings.settings import KeyCommands, SettingsCommands
from gm_desk.ui.theme.appearance import Appearance
from gm_desk.ui.theme.text_size import TextSize
from gm_desk.ui.widgets.action_rows import BLIND, WindowActions, give_icons, only_in, only_within, without_mnemonic
from gm_desk.ui.widgets.file_drops import FileDrops
from gm_desk.ui.window.action_tables import ROWS
from gm_desk.ui.window.actions import EditCommands, ViewCommands
from gm_desk.ui.window.main_window import MainWindow


class Menu(Struct, frozen=True):
    """A menu: action ids, "" for a separator, and submenus.

    A submenu's `id` is the id of its entry.
    """

    text: str
    entries: "tuple[str | Menu, ...]"
    id: str = ""


DIFFICULTIES = tuple(difficulty_id(place) for place in range(MOST_DIFFICULTIES))
CHOICES = (*(next_id(row_id) for row_id in CHOICE_ROWS), "roll.reload")
THEMES = ("window.use_system_theme", "window.use_dark_theme", "window.use_light_theme", "window.use_contrast_theme")
SAMPLES = ("files.try_ep1_sample", "files.try_ep2_sample", "files.try_kaiser_sample")
DISCARDING = ("files.delete_roster", "files.bring_back_roster", "", "files.forget_recent")
GROUP = (
    *("roster.colour_group", "roster.move_group_up", "roster.move_group_down", ""),
    *("roster.fold_group", "roster.fold_all_groups", "roster.unfold_all_groups"),
)
OUT = (
    *("printing.print_cards", "", "exchange.export_characters"),
    *("exchange.copy_text", "exchange.copy_markdown", "exchange.show_source"),
)
PORTRAIT = ("roster.choose_portrait", "roster.paste_portrait", "roster.remove_portrait")
OF_ROLLS = (
    *("log.show_details", "log.add_modifier", "log.write_verdict", "log.write_note", ""),
    *("log.strike", "log.reveal", "", "log.try_again", "log.roll_again", "log.copy"),
)
MENUS = (
    Menu(
        "&File",
        (
            *("files.new_roster", "files.open_roster", "files.open_recent", "files.switch_roster"),
            Menu("Try a &sample roster", SAMPLES),
            *("", "files.rename_roster", "settings.set_house_rules", "settings.edit_modifiers"),
            "files.show_backups",
            Menu("M&anage rosters", DISCARDING),
            *("files.save_copy", "", "files.export_campaign", "files.import_campaign", "exchange.import_characters"),
            *("", "settings.show_settings", "", "window.quit"),
        ),
    ),
    Menu("&Edit", ("window.undo", "window.redo", "", "exchange.paste_stat_block")),
    Menu(
        "&Roster",
        (
            *("roster.new_character", "roster.new_npc", "roster.duplicate", "roster.rename", "roster.remove", ""),
            *("card.add_skill", "card.add_attack", "roster.new_group", ""),
            *("roster.select_all", "roster.select_group"),
            *("roster.move_to_group", "card.recharge", "card.change_threat", "card.type_damage"),
            *("", "roster.duplicate_times", "card.heal", "roster.tag", "roster.set_kind", "roster.copy_to_roster"),
            Menu("Gro&up", GROUP, "roster.group_menu"),
            *("", "log.show_character"),
            Menu("Export and print", OUT, "exchange.out_menu"),
            Menu("P&ortrait", PORTRAIT, "roster.portrait_menu"),
            *("", "roster.save_template", "roster.check_prep"),
        ),
    ),
    Menu(
        "Ro&ll",
        (
            *("roll.roll", "roll.roll_anywhere", "roll.enter_dice", "card.attack_with", "roll.roll_damage"),
            *("roll.toggle_secret", "roll.toggle_secret_by_default", "roll.toggle_opposed", "roll.turn_sides"),
            *("roll.keep_opponent", "roll.start_scene", "", "roll.add_modifier"),
            *("roll.common_modifiers", "roll.list_modifiers"),
            *("roll.raise_net", "roll.lower_net", "roll.clear_modifiers", "roll.bring_back_modifiers"),
            "roll.default_to_aptitude",
            Menu("Mode, range, co&ver, aim", CHOICES, "roll.attack_menu"),
            Menu("D&ifficulty", DIFFICULTIES, "roll.difficulty_menu"),
        ),
    ),
    Menu(
        "Lo&g",
        (
            *OF_ROLLS,
            *("", "log.show_statistics", "log.export_rolls", "log.import_rolls", "printing.print_recap"),
        ),
        "log.menu",
    ),
    Menu(
        "&View",
        (
            *("finder.find", "roster.filter", "log.filter", ""),
            *("window.toggle_roster_pane", "window.toggle_card_pane", "window.toggle_log_pane", ""),
            *("window.enlarge_text", "window.reduce_text", "window.reset_text", ""),
            *("window.toggle_veil", "window.toggle_full_screen"),
            Menu("Th&eme", THEMES),
            "window.toggle_animation",
        ),
    ),
    Menu(
        "&Help",
        (
            *("help.explain_focus", "help.explain_first_roll", "help.show_rules", ""),
            *("settings.set_keys", "help.show_about"),
        ),
    ),
)
OF_THE_ROSTER = (
    *("roster.new_character", "roster.duplicate", "roster.rename", "roster.remove"),
    *("roster.move_to_group", "card.recharge", "card.change_threat", "roster.duplicate_times", "card.heal"),
    *("roster.tag", "roster.set_kind", "roster.copy_to_roster"),
    *("roster.group_menu", "exchange.out_menu", "roster.portrait_menu"),
    *("roster.new_group", "roster.select_all", "roster.select_group", "card.type_damage"),
    *("log.show_character", "roster.new_npc", "roster.save_template", "roster.check_prep"),
)
"""The context menu of the roster, below the entries that only apply there."""
ON_A_ROLL = tuple(entry for entry in OF_ROLLS if entry)


class VeiledActions(QObject):
    """The disabling of every action not marked `blind` while the window is veiled."""

    def __init__(self, window: MainWindow) -> None:
        """Collect the actions of all menus in action groups, which restore each action's own state when re-enabled."""
        super().__init__(window)
        group = QActionGroup(self)
        group.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        self._groups = [group]
        for action in _actions_to_disable(window.menuBar()):
            own_group = action.actionGroup()
            if own_group is None:
                group.addAction(action)
            elif own_group not in self._groups:
                self._groups.append(own_group)
        self._shortcuts = window.findChildren(QShortcut, options=Qt.FindChildOption.FindDirectChildrenOnly)
        self._choice_menus = [menu for menu in window.findChildren(QMenu) if menu.isEmpty()]
        window.stage.veiled_changed.connect(self._set_veiled)
        self._set_veiled(window.stage.veiled)

    def _set_veiled(self, veiled: bool) -> None:
        for group in self._groups:
            group.setDisabled(veiled)
        for shortcut in self._shortcuts:
            shortcut.setEnabled(not veiled)
        for menu in self._choice_menus:
            menu.clear()


def _actions_to_disable(bar: QMenuBar | QMenu) -> Iterator[QAction]:
    """Yield what is disabled while veiled: submenus, and all actions not marked `blind`."""
    for action in bar.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from _actions_to_disable(inner)
            if isinstance(bar, QMenu):
                yield action
        elif not action.isSeparator() and not action.property(BLIND):
            yield action


def build_menus(window: MainWindow, session: Session, appearance: Appearance, text: TextSize, rolling: Rolling) -> None:
    """Build the menu bar, and make its actions available to the finder."""
    actions = WindowActions(window, ROWS)
    keys = KeyCommands(window, session.settings)
    edits = EditCommands(session.document.stack, window.stage)
    lines = LineCommands(window, session)
    views = ViewCommands(session, appearance, text, window)
    _register_files(actions, window, session)
    _register_roster(actions, window, session)
    _register_roll(actions, window, session, rolling)
    actions.serve(window, window.roster, text, keys, edits, lines, views)
    actions.serve(LogCommands(session, window), LuckCommands(window, session), ExportCommands(window, session))
    actions.serve(
        PrintCommands(window, session), SettingsCommands(window, session), HelpCommands(window, session.document)
    )
    for made, menu in zip(window.menus, MENUS, strict=True):
        _fill(made, menu, actions)
    edits.follow(actions["window.undo"], actions["window.redo"])
    lines.follow(actions.menus["log.menu"], [actions[one] for one in ON_A_ROLL])
    DifficultyNames(session.document, [actions[one] for one in DIFFICULTIES], window)
    _bind_keys(actions, window)
    _connect(actions, window, session)
    keys.begin()
    window.header.finder.offer(actions)
    actions.done.connect(window.action_done)
    window.roster.selection_changed.connect(actions.count)
    actions.count(window.roster.selected_ids())
    give_icons(actions)
    VeiledActions(window)
    ExternalChangeCommands(window, session)


def _register_files(actions: WindowActions, window: MainWindow, session: Session) -> None:
    """Register the commands that read and write files."""
    arriving = CharacterAdder(window, session)
    campaigns = CampaignCommands(window, session)
    FileDrops(window, campaigns.wants, campaigns.take)
    window.campaign_offered.connect(campaigns.bring_in)
    imports = ImportCommands(arriving)
    RosterArrivals(window, session).import_requested.connect(imports.bring)
    actions.serve(FileCommands(session, window.header, window), RecentCommands(window, session))
    actions.serve(
        BackupsCommands(window, session), DiscardCommands(window, session), CopyCommands(session, window), campaigns
    )
    actions.serve(imports, PasteCommands(arriving), CharacterExportCommands(arriving), SourceCommands(arriving))


def _register_roster(actions: WindowActions, window: MainWindow, session: Session) -> None:
    """Register the commands that change characters and groups."""
    characters, npcs = RosterCommands(session, window), NpcCommands(window, session, EntropyDice())
    actions.serve(characters, npcs, SelectionCommands(session, window), GroupCommands(session, window))
    actions.serve(PointsCommands(session, window.roster, window.test, window), PortraitCommands(window, session))
    actions.serve(AttackCommands(session, window.stat, window.panes, window))
    window.header.new_character_requested.connect(characters.new_character)
    window.header.template_requested.connect(npcs.new_npc)


def _register_roll(actions: WindowActions, window: MainWindow, session: Session, rolling: Rolling) -> None:
    """Register the commands of the test pane."""
    test = window.test
    actions.serve(RollCommands(session, rolling, test, window), test, test.row, test.modes, test.opponent)
    actions.serve(test.spent, test.damage, test.attack)


def _fill(filled: QMenu, menu: Menu, actions: WindowActions, path: tuple[str, ...] = ()) -> None:
    """Fill a menu and its submenus."""
    path = (*path, without_mnemonic(menu.text))
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
    """Restrict shortcuts that mean something else elsewhere to the widgets they belong to."""
    roster, card = window.roster.view, window.stat
    only_in(actions["roster.remove"], roster, card.skills.view, card.attacks.view)
    for one in ("roster.select_all", "roster.move_group_up", "roster.move_group_down", "exchange.copy_text"):
        only_in(actions[one], roster)
    only_in(actions["roll.roll"], roster, window.test.net.scale, window.stage.veil)
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
    window.roster.view.addActions(_actions_of(actions, OF_THE_ROSTER))
    window.stat.head.avatar.addActions(_actions_of(actions, PORTRAIT))
    actions.fill(
        window.header.rosters, "files.open_recent", _actions_of(actions, ("files.new_roster", "files.open_roster"))
    )
    window.enter_pressed.connect(actions["roll.roll"].trigger)
    window.log.export.clicked.connect(actions["log.export_rolls"].trigger)
    window.header.veil.clicked.connect(actions["window.toggle_veil"].trigger)
    window.stage.veiled_changed.connect(actions["window.toggle_veil"].setChecked)
    actions["window.toggle_veil"].setChecked(window.stage.veiled)
    state = session.settings.state
    actions["roll.toggle_secret_by_default"].setChecked(state.secret)
    actions["window.toggle_animation"].setChecked(state.animation)
    themes = QActionGroup(window)
    for one in THEMES:
        themes.addAction(actions[one])
        actions[one].setChecked(actions[one].row.data == state.theme)


def _actions_of(actions: WindowActions, entries: Sequence[str]) -> list[QAction]:
    """Return the actions and submenus of a context menu."""
    return [actions.menus[one].menuAction() if one in actions.menus else actions[one] for one in entries]
