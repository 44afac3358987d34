"""Files on disk: atomic writes, JSON files, limits, locks, and the data directory."""
