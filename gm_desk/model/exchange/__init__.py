"""Text and files that are imported and exported."""
