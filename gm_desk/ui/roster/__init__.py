"""The roster pane and the commands for characters and groups."""
