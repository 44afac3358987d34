"""Migrations of rosters and of the program's state: each converts a file's plain data from one format to the next."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

Data = dict[str, Any]
Step = Callable[[Data], Data]
IDS_BY_OLD_MENU_PATH = {
    "File/New roster…": "files.new_roster",
    "File/Open roster…": "files.open_roster",
    "File/Switch roster": "files.switch_roster",
    "File/Try a sample roster/Eclipse Phase 1e sample": "files.try_ep1_sample",
    "File/Try a sample roster/Eclipse Phase 2e sample": "files.try_ep2_sample",
    "File/Try a sample roster/Kaiser sample": "files.try_kaiser_sample",
    "File/Rename roster": "files.rename_roster",
    "File/House rules…": "settings.set_house_rules",
    "File/Backups…": "files.show_backups",
    "File/Manage rosters/Delete this roster…": "files.delete_roster",
    "File/Manage rosters/Bring back a deleted roster…": "files.bring_back_roster",
    "File/Manage rosters/Forget recent rosters…": "files.forget_recent",
    "File/Save a copy…": "files.save_copy",
    "File/Export campaign…": "files.export_campaign",
    "File/Import campaign…": "files.import_campaign",
    "File/Import characters…": "exchange.import_characters",
    "File/Settings…": "settings.show_settings",
    "File/Quit": "window.quit",
    "Edit/Undo": "window.undo",
    "Edit/Redo": "window.redo",
    "Edit/Paste stat block…": "exchange.paste_stat_block",
    "Roster/New character": "roster.new_character",
    "Roster/New NPC from a template…": "roster.new_npc",
    "Roster/Duplicate character": "roster.duplicate",
    "Roster/Rename": "roster.rename",
    "Roster/Remove": "roster.remove",
    "Roster/Add a skill": "card.add_skill",
    "Roster/Add an attack": "card.add_attack",
    "Roster/New group": "roster.new_group",
    "Roster/Select all": "roster.select_all",
    "Roster/Select the group": "roster.select_group",
    "Roster/Type damage": "card.type_damage",
    "Roster/Reset scene": "card.heal",
    "Roster/Duplicate several times…": "roster.duplicate_times",
    "Roster/Heal": "card.heal",
    "Roster/Group/Move group up": "roster.move_group_up",
    "Roster/Group/Move group down": "roster.move_group_down",
    "Roster/Group/Fold or unfold": "roster.fold_group",
    "Roster/Group/Fold all groups": "roster.fold_all_groups",
    "Roster/Group/Unfold all groups": "roster.unfold_all_groups",
    "Roster/Rolls in the log": "log.show_character",
    "Roster/Export and print/Print cards…": "printing.print_cards",
    "Roster/Export and print/Export characters…": "exchange.export_characters",
    "Roster/Export and print/Copy as text": "exchange.copy_text",
    "Roster/Export and print/Copy as Markdown": "exchange.copy_markdown",
    "Roster/Export and print/Show the source text": "exchange.show_source",
    "Roster/Portrait/Portrait…": "roster.choose_portrait",
    "Roster/Portrait/Paste the portrait": "roster.paste_portrait",
    "Roster/Portrait/Remove the portrait": "roster.remove_portrait",
    "Roster/Save as template": "roster.save_template",
    "Roster/Prep check": "roster.check_prep",
    "Roll/Roll": "roll.roll",
    "Roll/Roll from anywhere": "roll.roll_anywhere",
    "Roll/Enter dice": "roll.enter_dice",
    "Roll/Damage of the last attack": "roll.roll_damage",
    "Roll/Secret": "roll.toggle_secret",
    "Roll/Secret by default": "roll.toggle_secret_by_default",
    "Roll/Opposed": "roll.toggle_opposed",
    "Roll/The other side": "roll.turn_sides",
    "Roll/Keep the opponent": "roll.keep_opponent",
    "Roll/New scene": "roll.start_scene",
    "Roll/Add a modifier": "roll.add_modifier",
    "Roll/Modifiers by name": "roll.list_modifiers",
    "Roll/Net up": "roll.raise_net",
    "Roll/Net down": "roll.lower_net",
    "Roll/Clear the modifiers": "roll.clear_modifiers",
    "Roll/Bring back the last modifiers": "roll.bring_back_modifiers",
    "Roll/Default to the aptitude": "roll.default_to_aptitude",
    "Roll/Difficulty/1": "roll.set_difficulty_1",
    "Roll/Difficulty/2": "roll.set_difficulty_2",
    "Roll/Difficulty/3": "roll.set_difficulty_3",
    "Roll/Difficulty/4": "roll.set_difficulty_4",
    "Roll/Difficulty/5": "roll.set_difficulty_5",
    "Roll/Difficulty/6": "roll.set_difficulty_6",
    "Roll/Difficulty/7": "roll.set_difficulty_7",
    "Roll/Difficulty/8": "roll.set_difficulty_8",
    "Roll/Difficulty/9": "roll.set_difficulty_9",
    "Roll/Difficulty/10": "roll.set_difficulty_10",
    "Roll/Difficulty/11": "roll.set_difficulty_11",
    "Roll/Difficulty/12": "roll.set_difficulty_12",
    "Log/Details of the roll": "log.show_details",
    "Log/Add a forgotten modifier": "log.add_modifier",
    "Log/Write your own verdict": "log.write_verdict",
    "Log/Note on the roll": "log.write_note",
    "Log/Strike the roll": "log.strike",
    "Log/Reveal the roll": "log.reveal",
    "Log/Try again": "log.try_again",
    "Log/Roll again": "log.roll_again",
    "Log/Copy the line": "log.copy",
    "Log/Statistics": "log.show_statistics",
    "Log/Export rolls…": "log.export_rolls",
    "Log/Import rolls…": "log.import_rolls",
    "Log/Print the recap…": "printing.print_recap",
    "View/Find anything": "finder.find",
    "View/Filter the roster": "roster.filter",
    "View/Filter the log": "log.filter",
    "View/Roster pane": "window.toggle_roster_pane",
    "View/Card pane": "window.toggle_card_pane",
    "View/Log pane": "window.toggle_log_pane",
    "View/Larger text": "window.enlarge_text",
    "View/Smaller text": "window.reduce_text",
    "View/Normal text": "window.reset_text",
    "View/Veil": "window.toggle_veil",
    "View/Full screen": "window.toggle_full_screen",
    "View/Theme/Like the system": "window.use_system_theme",
    "View/Theme/Dark": "window.use_dark_theme",
    "View/Theme/Light": "window.use_light_theme",
    "View/Theme/High contrast": "window.use_contrast_theme",
    "View/Animation": "window.toggle_animation",
    "Help/What is this?": "help.explain_focus",
    "Help/The first roll": "help.explain_first_roll",
    "Help/Rules": "help.show_rules",
    "Help/Keys…": "settings.set_keys",
    "Help/About GM Desk": "help.show_about",
}
"""The ids of actions by the menu paths that stood for them in states older than format 2; frozen."""


class Migration(Struct, frozen=True):
    """A migration: the number of its target format, and the function that converts the data."""

    to: int
    step: Step


def migration(*, to: int) -> Callable[[Step], Migration]:
    """Return a decorator that turns a function from one format to the next into a migration."""
    return lambda step: Migration(to, step)


def migrated(data: Data, steps: Sequence[Migration], oldest: int) -> Data:
    """Return data in the newest format, migrated step by step; data without a number are in the `oldest` format.

    Data with an invalid number, or with that of a later format, are returned unchanged.
    """
    number = data.get("format", oldest)
    if type(number) is not int:
        return data
    for one in steps:
        if number < one.to:
            data = {**one.step(data), "format": one.to}
    return data


@migration(to=1)
def number_the_state(data: Data) -> Data:
    """Return the data unchanged: the first states had no number, and are otherwise the same as format 1."""
    return data


@migration(to=2)
def name_keys_by_ids(data: Data) -> Data:
    """Name the actions with custom shortcuts by id instead of menu and English label."""
    keys = data.get("keys")
    if not isinstance(keys, dict):
        return data
    named: dict[str, Any] = {}
    for name, chosen in keys.items():
        named.setdefault(str(IDS_BY_OLD_MENU_PATH.get(name, name)), chosen)  # two old actions may have been merged
    return {**data, "keys": named}


OF_ROSTERS: tuple[Migration, ...] = ()
OF_STATES = (number_the_state, name_keys_by_ids)
