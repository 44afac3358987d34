"""The main window: panes, header, menu bar, veil, trouble bar."""
