"""Stat blocks as text: read from what a GM pastes, and written for others to read."""
