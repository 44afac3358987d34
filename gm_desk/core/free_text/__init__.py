"""Stat blocks in free text: one line per mook, notes, rows of a table, sheets of sample characters."""
