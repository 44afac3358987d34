"""The window: widgets that show and ask."""
