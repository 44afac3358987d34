"""Widgets that know nothing of game mastering."""
