"""The parts that actors of all Foundry systems share."""

from typing import Any

from gm_desk.store.exchange.foreign_data import mapping

SYSTEM, DATA = "system", "data"


def data_key(document: Any) -> str:
    """Return the key of an actor's or item's values: "system", or "data" in older files."""
    own = mapping(document)
    return DATA if not isinstance(own.get(SYSTEM), dict) and isinstance(own.get(DATA), dict) else SYSTEM


def system_named_by(actor: Any) -> Any:
    """Return the system that an actor names, or None."""
    return mapping(mapping(actor).get("_stats")).get("systemId") or None
