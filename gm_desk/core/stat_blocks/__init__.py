"""Stat blocks as text: found, read and written."""
