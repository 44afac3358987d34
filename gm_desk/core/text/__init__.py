"""Text that people type, read into values."""
