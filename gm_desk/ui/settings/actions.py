"""The actions that open the settings, house rules and keyboard shortcuts."""

from PySide6.QtGui import QAction

from gm_desk.ui.widgets.action_rows import ActionRow

ACTIONS = (
    ActionRow(
        "settings.show_settings",
        "Settin&gs…",
        "SettingsCommands.show",
        "Ctrl+,",
        role=QAction.MenuRole.PreferencesRole,
        also="preferences options",
    ),
    ActionRow("settings.set_house_rules", "&House rules…", "FileCommands.house_rules", "Ctrl+Shift+H", icon="settings"),
    ActionRow("settings.edit_modifiers", "Common modi&fiers…", "FileCommands.modifiers", "Ctrl+Alt+Shift+M"),
    ActionRow(
        "settings.set_keys", "&Keyboard shortcuts…", "KeyCommands.show", "?", icon="keys", also="hotkeys bindings"
    ),
)
