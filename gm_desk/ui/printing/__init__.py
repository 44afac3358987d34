"""Paper: cards of characters and recaps, laid out on pages, seen before they are printed, and kept as PDF."""
