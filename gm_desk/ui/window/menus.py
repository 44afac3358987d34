"""The contents of each menu and context menu, and the combined action tables of all rooms."""

from msgspec import Struct

from gm_desk.ui.card.actions import ACTIONS as OF_CARD
from gm_desk.ui.combat.actions import ACTIONS as OF_COMBAT
from gm_desk.ui.combat.attack_choices import CHOICE_ROWS, next_id
from gm_desk.ui.exchange.actions import ACTIONS as OF_EXCHANGE
from gm_desk.ui.files.actions import ACTIONS as OF_FILES
from gm_desk.ui.finder.actions import ACTIONS as OF_FINDER
from gm_desk.ui.forecast.actions import ACTIONS as OF_FORECAST
from gm_desk.ui.help.actions import ACTIONS as OF_HELP
from gm_desk.ui.log.actions import ACTIONS as OF_LOG
from gm_desk.ui.players.actions import ACTIONS as OF_PLAYERS
from gm_desk.ui.printing.actions import ACTIONS as OF_PRINTING
from gm_desk.ui.roll.actions import ACTIONS as OF_ROLL
from gm_desk.ui.roll.actions import MOST_DIFFICULTIES
from gm_desk.ui.roll.difficulty import difficulty_id
from gm_desk.ui.roster.actions import ACTIONS as OF_ROSTER
from gm_desk.ui.scene.actions import ACTIONS as OF_SCENE
from gm_desk.ui.scene.clock_actions import ACTIONS as OF_CLOCKS
from gm_desk.ui.scene.condition_actions import ACTIONS as OF_CONDITIONS
from gm_desk.ui.scene.turn_actions import ACTIONS as OF_TURNS
from gm_desk.ui.settings.actions import ACTIONS as OF_SETTINGS
from gm_desk.ui.window.actions import ACTIONS as OF_WINDOW
from gm_desk.ui.window.main_window import TITLES


class Menu(Struct, frozen=True):
    """A menu: action ids, "" for a separator, and submenus.

    A submenu's `id` is the id of its entry.
    """

    text: str
    entries: "tuple[str | Menu, ...]"
    id: str = ""


DIFFICULTIES = tuple(difficulty_id(place) for place in range(MOST_DIFFICULTIES))
CHOICES = (*(next_id(row_id) for row_id in CHOICE_ROWS), "roll.reload")
PANES = ("window.toggle_roster_pane", "window.toggle_card_pane", "window.toggle_log_pane")
THEMES = ("window.use_system_theme", "window.use_dark_theme", "window.use_light_theme", "window.use_contrast_theme")
SAMPLES = ("files.try_ep1_sample", "files.try_ep2_sample", "files.try_kaiser_sample")
DISCARDING = ("files.delete_roster", "files.bring_back_roster", "", "files.forget_recent")
PORTRAIT = ("roster.choose_portrait", "roster.paste_portrait", "roster.remove_portrait")
CHARACTER = (
    *("card.add_skill", "card.add_attack", ""),
    *("roster.set_kind", "roster.tag", Menu("P&ortrait", PORTRAIT, "roster.portrait_menu"), "", "roster.save_template"),
    *("log.show_character", "roster.check_prep"),
)
GROUP = (
    *("card.change_threat", "roster.colour_group", "roster.move_group_up", "roster.move_group_down", ""),
    *("roster.fold_group", "roster.fold_all_groups", "roster.unfold_all_groups"),
)
OUT = (
    *("printing.print_cards", "", "exchange.export_characters", "roster.copy_to_roster", ""),
    *("exchange.copy_text", "exchange.copy_markdown", "exchange.show_source"),
)
CONDITIONS = ("scene.set_condition", "scene.toggle_condition", "scene.remove_conditions", "", "scene.edit_conditions")
SCENES = (
    *("scene.new_scene", "scene.switch", "", "scene.rename", "scene.duplicate", "scene.edit_notes", "scene.remove"),
)
ORDER = (
    *("scene.delay", "scene.act_now", "scene.go_first", "scene.pay_first", "scene.act_again", "scene.pay_again", ""),
    *("scene.spend_point", "scene.regain_point", ""),
    *("scene.move_up", "scene.move_down", "", "scene.set_surprise", "scene.act_together"),
)
ON_A_FIGHTER = (
    *("scene.delay", "scene.act_now", "scene.go_first", "scene.act_again", "scene.spend_point", "scene.regain_point"),
    *("scene.move_up", "scene.move_down", "combat.against_several", "card.type_damage", "scene.conditions_menu"),
    *("scene.set_surprise", "scene.act_together", "players.row_menu", "scene.take_out"),
)
CLOCKS = (
    *("scene.fill_clock", "scene.empty_clock", "scene.set_pace", "scene.count_roll", "scene.show_clock"),
    "scene.edit_marker",
)
"""The context menu of the scene."""
FOR_PLAYERS = (
    *("players.hide", "players.set_alias", "players.tell_health", "", "players.tell_all_health", "players.show_clocks"),
    *("", "players.choose_picture", "players.paste_picture", "players.show_portrait", "players.set_caption"),
    *("players.remove_picture", "", "players.reveal_acting", "players.keep_hidden"),
)
PLAYERS_WINDOW = ("players.toggle_full_screen", "players.preview", "players.choose_theme")
MODIFIERS = (
    *("roll.add_modifier", "roll.common_modifiers", "roll.list_modifiers", ""),
    *("roll.raise_net", "roll.lower_net", "", "roll.clear_modifiers", "roll.bring_back_modifiers"),
)
OPPONENT = ("roll.toggle_opposed", "roll.choose_opponent", "roll.turn_sides", "roll.keep_opponent")
OF_ROLLS = (
    *("log.show_details", "log.add_modifier", "log.write_verdict", "log.write_note", ""),
    *("log.strike", "log.reveal", "", "log.try_again", "log.roll_again", "log.copy"),
)
FILE, EDIT, ROSTER, SCENE, ROLL, LOG, VIEW, HELP = TITLES
MENUS = (
    Menu(
        FILE,
        (
            *("files.new_roster", "files.open_roster", "files.open_recent", "files.switch_roster"),
            Menu("Try a &sample roster", SAMPLES),
            *("", "files.rename_roster", "settings.set_house_rules", "settings.edit_modifiers"),
            "files.show_backups",
            Menu("M&anage rosters", DISCARDING),
            *("files.save_copy", "", "exchange.import_characters"),
            Menu("Cam&paign", ("files.export_campaign", "files.import_campaign")),
            *("", "settings.show_settings", "", "window.quit"),
        ),
    ),
    Menu(EDIT, ("window.undo", "window.redo", "", "exchange.paste_stat_block")),
    Menu(
        ROSTER,
        (
            *("roster.new_character", "roster.new_npc", "roster.new_group", ""),
            *("roster.duplicate", "roster.duplicate_times", "roster.rename", "roster.remove", ""),
            Menu("Se&lect", ("roster.select_all", "roster.select_group")),
            "roster.move_to_group",
            Menu("&Character", CHARACTER, "roster.character_menu"),
            Menu("D&amage and rest", ("card.type_damage", "card.heal", "", "card.recharge")),
            Menu("Conditi&ons", CONDITIONS, "scene.conditions_menu"),
            Menu("Gro&up", GROUP, "roster.group_menu"),
            "",
            Menu("E&xport and print", OUT, "exchange.out_menu"),
            Menu("Forecas&t", ("forecast.open", "forecast.choose"), "forecast.menu"),
        ),
    ),
    Menu(
        SCENE,
        (
            *("scene.next", "scene.back", "scene.begin", "scene.type_initiative", ""),
            Menu("T&urn order", ORDER, "scene.order_menu"),
            *("scene.put_in", "scene.take_out", ""),
            "scene.turn_face",
            Menu("What the players &see", FOR_PLAYERS, "players.row_menu"),
            Menu("S&cenes", SCENES, "scene.scenes_menu"),
            Menu("Cloc&ks and tasks", CLOCKS, "scene.clocks_menu"),
            *("scene.add_marker", "printing.print_turn_sheet", "", "scene.end"),
        ),
    ),
    Menu(
        ROLL,
        (
            *("roll.roll", "roll.roll_anywhere", "roll.enter_dice", "roll.roll_damage", ""),
            *("card.attack_with", "combat.against_several"),
            Menu("Mode, range, co&ver, aim", CHOICES, "roll.attack_menu"),
            "",
            Menu("D&ifficulty", DIFFICULTIES, "roll.difficulty_menu"),
            Menu("&Modifiers", MODIFIERS, "roll.modifiers_menu"),
            Menu("O&pponent", OPPONENT, "roll.opponent_menu"),
            *("roll.default_to_aptitude", ""),
            *("roll.toggle_secret", "roll.toggle_secret_by_default", "", "roll.start_scene"),
        ),
    ),
    Menu(
        LOG,
        (
            *OF_ROLLS,
            *("", "log.show_statistics", "log.export_rolls", "log.import_rolls", "printing.print_recap"),
        ),
        "log.menu",
    ),
    Menu(
        VIEW,
        (
            *("finder.find", "roster.filter", "log.filter", ""),
            *(*PANES, ""),
            *("window.enlarge_text", "window.reduce_text", "window.reset_text", ""),
            *("window.toggle_veil", "window.toggle_full_screen", "players.toggle_window"),
            Menu("For the players", PLAYERS_WINDOW),
            Menu("Th&eme", THEMES),
            "window.toggle_animation",
        ),
    ),
    Menu(
        HELP,
        (
            *("help.explain_focus", "help.explain_first_roll", "help.show_rules", ""),
            *("settings.set_keys", "window.show_messages", "", "help.show_about"),
        ),
    ),
)
OF_A_CHARACTER = (
    *("roster.rename", "roster.duplicate", "roster.remove", ""),
    *("card.type_damage", "card.heal", "card.recharge", "combat.against_several", "scene.put_in", ""),
    *("roster.move_to_group", "roster.character_menu", "roster.group_menu", "scene.conditions_menu", ""),
    *("players.row_menu", "forecast.choose", "exchange.out_menu"),
)
OF_A_GROUP = (
    *("roster.rename", "roster.select_group", "roster.colour_group", "card.change_threat", ""),
    *("roster.move_group_up", "roster.move_group_down", ""),
    *("roster.fold_group", "roster.fold_all_groups", "roster.unfold_all_groups", ""),
    *("roster.new_character", "roster.new_npc", "forecast.choose", "", "roster.remove"),
)
"""The context menus of the roster."""
ON_A_ROLL = tuple(entry for entry in OF_ROLLS if entry)


ROWS = (
    *OF_FILES,
    *OF_WINDOW,
    *OF_EXCHANGE,
    *OF_ROSTER,
    *OF_SCENE,
    *OF_TURNS,
    *OF_PLAYERS,
    *OF_CLOCKS,
    *OF_CARD,
    *OF_CONDITIONS,
    *OF_ROLL,
    *OF_COMBAT,
    *OF_FORECAST,
    *OF_LOG,
    *OF_PRINTING,
    *OF_FINDER,
    *OF_SETTINGS,
    *OF_HELP,
)
