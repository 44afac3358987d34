"""The models of the card, and the changes made on it."""
