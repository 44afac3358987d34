"""Settings, house rules and keys."""
