"""The finder: what a typed line means."""
