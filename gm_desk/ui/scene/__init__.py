"""The roster pane's other face: the scene on stage, its turn line and its turn order."""
