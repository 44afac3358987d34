"""The settings, house rules and keyboard shortcuts."""
