"""The shipped lists of names."""

import msgspec

from gm_desk.assets import resource
from gm_desk.core.naming import Culture


def load_names(system_id: str) -> tuple[Culture, ...]:
    """Read the names fit for a system; raises OSError or msgspec.ValidationError where the installation is damaged."""
    cultures = msgspec.json.decode(resource("names.json").read_bytes(), type=tuple[Culture, ...])
    return tuple(culture for culture in cultures if system_id in culture.systems)
