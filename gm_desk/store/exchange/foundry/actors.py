"""What the actors of all systems of Foundry have in common."""

from typing import Any

from gm_desk.store.exchange.foreign_data import mapping

SYSTEM, DATA = "system", "data"


def data_key(document: Any) -> str:
    """Return under which key an actor or an item has its values: "system", or "data" in older files."""
    own = mapping(document)
    return DATA if not isinstance(own.get(SYSTEM), dict) and isinstance(own.get(DATA), dict) else SYSTEM


def system_named_by(actor: Any) -> Any:
    """Return the system that an actor says it is of, None where it says nothing."""
    return mapping(mapping(actor).get("_stats")).get("systemId") or None
