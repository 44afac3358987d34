"""Files on disk: atomic writes, JSON, places, locks."""
