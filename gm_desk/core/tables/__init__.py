"""Tables of characters: found in a text, read by their headings, and written as CSV."""
