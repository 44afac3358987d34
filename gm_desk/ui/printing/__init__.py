"""Cards, recaps and turn sheets laid out on pages: preview, printer and PDF."""
