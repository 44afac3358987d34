"""Actors of Foundry's ep2e system (Eclipse Phase 2e), in and out: one actor is one character."""

from gm_desk.store.exchange.foundry.ep2e.reading import from_ep2e, is_ep2e
from gm_desk.store.exchange.foundry.ep2e.writing import ep2e_of

__all__ = ["ep2e_of", "from_ep2e", "is_ep2e"]
