"""Stat blocks in free text: one line a mook, scribbles, rows of a table, sheets of sample characters."""
