"""The numbers of a stat block that nobody rolls: what was typed, and what the rest of it derives beside that."""

from msgspec import Struct

from gm_desk.core.roster import Character
from gm_desk.core.rules.house import House
from gm_desk.core.systems.face import Rules
from gm_desk.core.systems.system import System


class Value(Struct, frozen=True):
    """Hold a number: `typed`, None where it was not, and the `hint` that is derived, None where it says no other."""

    key: str
    name: str
    typed: int | None = None
    hint: int | None = None

    @property
    def empty(self) -> bool:
        """Tell whether there is nothing to show."""
        return self.typed is None and self.hint is None


def values(character: Character, system: System, rules: Rules, house: House) -> list[Value]:
    """List the numbers that are not rolled, in the order of the stat block; a hint never counts for what is typed."""
    derived = rules.derived(character.stats, house, character.body)
    stats = (stat for part in system.sections if part.kind == "numbers" and not part.rolled for stat in part.stats)
    found = []
    for stat in stats:
        typed, least, most = character.stats.get(stat.key), *system.bounds(stat.key)
        hint = derived.get(stat.key)
        told = hint is not None and hint != typed and least <= hint <= most
        found.append(Value(stat.key, stat.name, typed, hint if told else None))
    return found
