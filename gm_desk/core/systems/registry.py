"""The registry of systems; each is a module of functions and a data file."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from typing_extensions import override

if TYPE_CHECKING:
    from gm_desk.core.systems.protocol import Rules

SYSTEMS = ("ep1", "ep2", "kaiser")


class Registry(Mapping[str, "Rules"]):
    """The rules of each system by its id, loaded on first use, so that a bot for one system starts faster."""

    @override
    def __getitem__(self, system: str) -> "Rules":
        match system:
            case "ep1":
                from gm_desk.core.systems import ep1

                return ep1
            case "ep2":
                from gm_desk.core.systems import ep2

                return ep2
            case "kaiser":
                from gm_desk.core.systems import kaiser

                return kaiser
            case _:
                raise KeyError(system)

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(SYSTEMS)

    @override
    def __len__(self) -> int:
        return len(SYSTEMS)


RULES = Registry()
