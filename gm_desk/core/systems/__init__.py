"""The systems GM Desk knows, each a module of functions beside its data."""

from gm_desk.core.systems import ep1, ep2, kaiser
from gm_desk.core.systems.system import Rules

RULES: dict[str, Rules] = {"ep1": ep1, "ep2": ep2, "kaiser": kaiser}
