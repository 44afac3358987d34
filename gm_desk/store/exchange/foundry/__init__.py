"""Actors of Foundry, the virtual tabletop: its systems ep2e and eclipsephase, read and written."""
