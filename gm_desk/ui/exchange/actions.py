"""The actions that import and export characters."""

from gm_desk.ui.widgets.action_rows import ActionRow

NOBODY = "RosterCommands.why_nobody"

ACTIONS = (
    ActionRow("exchange.import_characters", "Import charac&ters…", "ImportCommands.choose", "Ctrl+Shift+I"),
    ActionRow("exchange.paste_stat_block", "&Paste stat block…", "PasteCommands.ask", "Ctrl+Shift+V", icon="paste"),
    ActionRow(
        "exchange.export_characters",
        "E&xport characters…",
        "CharacterExportCommands.export",
        "Ctrl+Shift+F",
        when=NOBODY,
    ),
    ActionRow("exchange.copy_text", "Copy as text", "CharacterExportCommands.copy_text", "Ctrl+C", when=NOBODY),
    ActionRow(
        "exchange.copy_markdown",
        "Copy as Markdown",
        "CharacterExportCommands.copy_markdown",
        "Ctrl+Shift+C",
        when=NOBODY,
    ),
    ActionRow("exchange.show_source", "Sho&w the source text", "SourceCommands.show", "Ctrl+Alt+O"),
)
