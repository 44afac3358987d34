"""The test being composed, rolling it, and the choices after a roll."""
