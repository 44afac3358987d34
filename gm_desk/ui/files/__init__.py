"""Dialogs and actions for rosters, campaigns and backups as files."""
