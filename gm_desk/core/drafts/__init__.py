"""The test being composed: abilities, chips, opponents, points, attacks, and judging it again."""
