"""The stat block of one character."""
