"""The systems as they are shipped: data files, checked when they are read."""

import msgspec

from gm_desk.assets import resource
from gm_desk.core.systems.system import System


def load_system(system_id: str) -> System:
    """Read a system's data ("ep2"); raises OSError or msgspec.ValidationError where the installation is damaged."""
    return msgspec.json.decode(resource(f"systems/{system_id}.json").read_bytes(), type=System)
