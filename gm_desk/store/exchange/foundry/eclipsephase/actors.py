"""Actors of the Foundry system eclipsephase, read and written."""

from gm_desk.store.exchange.foundry.eclipsephase.reading import from_eclipsephase, is_eclipsephase
from gm_desk.store.exchange.foundry.eclipsephase.writing import eclipsephase_of

__all__ = ["eclipsephase_of", "from_eclipsephase", "is_eclipsephase"]
