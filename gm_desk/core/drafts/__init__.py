"""The test as the GM composes it: abilities, chips, opponents, spending, attacks, and judging it again."""
