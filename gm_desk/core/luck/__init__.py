"""Statistics of rolls: whether the dice are fair, and who was lucky."""
