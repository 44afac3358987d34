"""Statistics of rolls: fairness of the dice, and luck of the characters."""
