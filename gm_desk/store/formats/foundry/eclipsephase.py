"""Actors of the Foundry system eclipsephase, read and written."""

from gm_desk.store.formats.foundry.eclipsephase_reading import from_eclipsephase, is_eclipsephase
from gm_desk.store.formats.foundry.eclipsephase_writing import eclipsephase_of

__all__ = ["eclipsephase_of", "from_eclipsephase", "is_eclipsephase"]
