"""The open roster with its undo stack, and the models of the roster pane."""
