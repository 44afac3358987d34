"""The models of the card, and the edits made on it."""
