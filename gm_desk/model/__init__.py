"""Qt models, without widgets, of everything that the window shows."""
