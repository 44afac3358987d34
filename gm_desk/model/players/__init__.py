"""The players' view, kept up to date, and its edits and pictures."""
