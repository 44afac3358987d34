"""Dialogs and actions that import and export characters."""
