"""The session: what is open, saved, locked, watched and backed up."""
