"""The open roster with its undo stack, and the models behind the roster pane."""
