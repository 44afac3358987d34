"""What the players see, kept up to date, and the picture beside it."""
