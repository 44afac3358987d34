"""The actions of the log: on one roll, and on all rolls."""

from gm_desk.ui.widgets.action_rows import ActionRow

ONE, WHY_NOT = "LineCommands.do", "LineCommands.why_not"
ACTIONS = (
    ActionRow("log.show_details", "&Details of the roll", ONE, "Ctrl+I", data="details", when=WHY_NOT),
    ActionRow("log.add_modifier", "Add a forgotten &modifier", ONE, "Ctrl+J", data="modifier", when=WHY_NOT),
    ActionRow(
        "log.write_verdict",
        "Override the verdict",
        ONE,
        "Ctrl+U",
        tip="Override the dice with a verdict of your own; leave it empty to let the dice decide again",
        data="override",
        when=WHY_NOT,
    ),
    ActionRow("log.write_note", "&Note on the roll", ONE, "F2", data="note", when=WHY_NOT),
    ActionRow(
        "log.strike",
        "Stri&ke out",
        ONE,
        "Delete",
        tip="Strike the roll out, and return its shots, points and damage; nothing is deleted",
        data="strike",
        when=WHY_NOT,
    ),
    ActionRow(
        "log.reveal",
        "Make pu&blic",
        ONE,
        "Ctrl+H",
        tip="Show the roll to the players and in exports",
        data="reveal",
        when=WHY_NOT,
    ),
    ActionRow(
        "log.try_again",
        "&Try again",
        ONE,
        "Alt+Return Alt+Enter",
        tip="Prepare the same test with the modifier for trying again",
        data="try",
        when=WHY_NOT,
    ),
    ActionRow(
        "log.roll_again",
        "Roll &again",
        ONE,
        "Ctrl+Shift+Return Ctrl+Shift+Enter",
        tip="Roll the identical test as a new line",
        data="again",
        when=WHY_NOT,
    ),
    ActionRow("log.copy", "&Copy the line", ONE, "Ctrl+C", tip="Copy the line as text", data="copy", when=WHY_NOT),
    ActionRow("log.show_statistics", "&Statistics", "LuckCommands.show", "Ctrl+Shift+G", icon="luck", also="luck"),
    ActionRow("log.export_rolls", "&Export rolls…", "ExportCommands.export", "Ctrl+Shift+X", icon="export"),
    ActionRow("log.import_rolls", "&Import rolls…", "ExportCommands.bring", "Ctrl+Alt+I", icon="import"),
    ActionRow(
        "log.show_character", "Rolls in the log", "LogCommands.rolls", "Ctrl+Shift+L", when="RosterCommands.why_nobody"
    ),
    ActionRow("log.filter", "Filter the &log", "ViewCommands.filter_log", "Ctrl+L", icon="filter"),
)
