"""The roster pane."""
