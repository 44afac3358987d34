"""The forecast of a fight: two sides, fought out many times by the rules as they stand."""
