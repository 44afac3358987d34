"""Roster files: reading, checking, repair, migrations, sharing and backups."""
