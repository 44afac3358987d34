"""Rosters, campaigns and backups in dialogs and menus."""
