"""The forecast of a fight: two sides, simulated many times by the current rules."""
