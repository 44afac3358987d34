"""What a forecast is about: two sides of characters, and how they fight."""

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Armor
from gm_desk.core.drafts.draft import Chip
from gm_desk.core.notation.armor import kinds_of
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Hand
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.protocol import Rules

MOST_TURNS = 20
"""The turns after which a fight is undecided."""
USUAL_FIGHTS = 2000
HANDS: tuple[Hand, Hand] = ("a", "b")


class ForecastSide(Struct, frozen=True):
    """One of two sides: `modifier` counts for all its tests, `cover` for ranged attacks on it.

    `armor` is added to every kind of armor of all its members.
    """

    name: str
    characters: tuple[Character, ...]
    modifier: int = 0
    cover: int = 0
    armor: int = 0


class FightSetup(Struct, frozen=True, kw_only=True):
    """Two sides and the way they fight, by the rules of a roster.

    With `focus` the target is the enemy with the least left. With `players_spend` players flip failed attacks and
    defences, and with `wound_checks` a wound asks for its check. `pinned` are the modifiers of every test in the scene.
    """

    a: ForecastSide
    b: ForecastSide
    system: System
    rules: Rules
    house: House = House()
    pinned: tuple[Chip, ...] = ()
    focus: bool = False
    players_spend: bool = False
    wound_checks: bool = False

    def side(self, hand: Hand) -> ForecastSide:
        """Return one of the sides."""
        return self.a if hand == "a" else self.b

    def with_side(self, hand: Hand, side: ForecastSide) -> "FightSetup":
        """Replace one of the sides."""
        return structs.replace(self, a=side) if hand == "a" else structs.replace(self, b=side)


def armored(character: Character, points: int, system: System) -> Character:
    """Return a character with more of every kind of armor that the system has; below 0 there is less, never under 0."""
    if not points:
        return character
    worn: dict[str, int] = dict.fromkeys(kinds_of(system), 0)
    for piece in character.armor:
        for kind, value in piece.values.items():
            worn[kind] = worn.get(kind, 0) + value
    more = {kind: max(0, value + points) for kind, value in worn.items()}
    return structs.replace(character, armor=(Armor(values=more),))
