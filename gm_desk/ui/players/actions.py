"""The actions of the players' window: opening it, who is shown in it, and its picture."""

from gm_desk.ui.widgets.action_rows import ActionRow

NO_SCENE = "RevealCommands.why_no_scene"
NOBODY = "RevealCommands.why_nobody"
NOBODY_ACTS = "RevealCommands.why_nobody_asked"

ACTIONS = (
    ActionRow(
        "players.toggle_window",
        "Players’ &window",
        "PlayersCommands.toggle",
        "Ctrl+Shift+W",
        tip="A window for a second or shared screen, with what the players may see",
        checkable=True,
        blind=True,
    ),
    ActionRow(
        "players.toggle_full_screen",
        "Toggle &full screen",
        "PlayersCommands.toggle_full",
        "Ctrl+Shift+F11",
        blind=True,
    ),
    ActionRow("players.preview", "&What the players see", "PlayersCommands.preview", "Alt+Shift+W"),
    ActionRow(
        "players.choose_theme",
        "&Theme of the players’ window",
        "PlayersCommands.choose_theme",
        choices="PlayersCommands.themes",
    ),
    ActionRow(
        "players.hide",
        "&Hide from the players, or reveal",
        "RevealCommands.hide",
        "Alt+Shift+H",
        icon="veil",
        when=NOBODY,
        several="&Hide %d from the players, or reveal",
        person="scene",
    ),
    ActionRow(
        "players.set_alias",
        "&Name for the players…",
        "RevealCommands.set_alias",
        "Alt+Shift+A",
        when=NOBODY,
        person="scene",
    ),
    ActionRow(
        "players.tell_health",
        "Health shown to the &players",
        "RevealCommands.tell_health",
        choices="RevealCommands.healths",
        when=NOBODY,
        person="scene",
    ),
    ActionRow(
        "players.tell_all_health",
        "Show or hide &everybody’s health",
        "RevealCommands.tell_all_health",
        "Alt+Shift+L",
        when=NO_SCENE,
    ),
    ActionRow(
        "players.show_clocks",
        "Show clocks and e&vents",
        "RevealCommands.show",
        choices="RevealCommands.shown",
        when=NO_SCENE,
    ),
    ActionRow(
        "players.reveal_acting",
        "&Reveal the acting characters",
        "RevealCommands.reveal",
        "Alt+Shift+Y",
        when=NOBODY_ACTS,
    ),
    ActionRow(
        "players.keep_hidden",
        "&Keep the acting characters hidden",
        "RevealCommands.keep",
        "Alt+Shift+Z",
        when=NOBODY_ACTS,
    ),
    ActionRow("players.choose_picture", "Show a p&icture…", "PictureCommands.choose", "Alt+Shift+P", icon="portrait"),
    ActionRow("players.paste_picture", "&Show the copied picture", "PictureCommands.paste", "Alt+Shift+V"),
    ActionRow(
        "players.show_portrait",
        "Show the p&ortrait",
        "PictureCommands.show_portrait",
        "Alt+Shift+F",
        when="PictureCommands.why_no_portrait",
    ),
    ActionRow(
        "players.set_caption",
        "&Caption of the picture…",
        "PictureCommands.set_caption",
        "Alt+Shift+K",
        when="PictureCommands.why_no_picture",
    ),
    ActionRow(
        "players.remove_picture",
        "Remove the pic&ture",
        "PictureCommands.remove",
        "Alt+Shift+X",
        when="PictureCommands.why_no_picture",
    ),
)
