"""The test being composed, the rolling of it, and what follows a roll."""
