"""Rosters as files: read, checked, repaired, migrated, shared, backed up."""
