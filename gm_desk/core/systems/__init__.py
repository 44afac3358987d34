"""The systems GM Desk knows, each a module of functions beside its data."""

from gm_desk.core.systems import ep2
from gm_desk.core.systems.system import Rules

RULES: dict[str, Rules] = {"ep2": ep2}
