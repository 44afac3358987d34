"""The scene in the roster pane: its turn line, turn order, clocks and conditions."""
