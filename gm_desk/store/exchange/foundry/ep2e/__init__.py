"""Actors of Foundry's ep2e system (Eclipse Phase 2e)."""
