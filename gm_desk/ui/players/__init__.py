"""The players' window, its preview, and its commands."""
