"""The forecast: which sides of the roster fight, and the count of their fights."""
