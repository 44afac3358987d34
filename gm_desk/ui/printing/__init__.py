"""Cards and recaps laid out on pages: preview, printer and PDF."""
