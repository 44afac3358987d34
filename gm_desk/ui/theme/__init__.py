"""Colours, sizes, icons and the Qt style."""
