"""The card: the stat block of the selected character."""
