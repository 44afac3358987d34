"""Actors of Foundry, the web tabletop: its systems ep2e and eclipsephase, read and written."""
