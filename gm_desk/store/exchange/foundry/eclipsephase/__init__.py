"""Actors of Foundry's eclipsephase system."""
