"""The test being composed, rolling it, and what follows a roll."""
